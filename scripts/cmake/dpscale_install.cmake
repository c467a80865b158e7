# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# What goes beside the programs in an installed prefix. Everything is found from the program's own
# place (bin/../share/dpscale), so that the prefix can be moved; no program has a run path.
include(GNUInstallDirs)
set(DPSCALE_SHARE "${CMAKE_INSTALL_DATADIR}/dpscale")

file(GLOB dpscale_schemas "${PROJECT_SOURCE_DIR}/trainers/protocol/*.schema.json"
     "${PROJECT_SOURCE_DIR}/bench/*.schema.json")
if(dpscale_schemas)
  install(FILES ${dpscale_schemas} DESTINATION "${DPSCALE_SHARE}/schemas")
endif()
install(
  DIRECTORY "${PROJECT_SOURCE_DIR}/reports/"
  DESTINATION "${DPSCALE_SHARE}/reports"
  PATTERN "__pycache__" EXCLUDE
  PATTERN "*.egg-info" EXCLUDE
  PATTERN "build" EXCLUDE
  PATTERN "example" EXCLUDE)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${DPSCALE_SHARE}/licence")
