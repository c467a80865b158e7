# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# valijson::valijson (header only)
find_path(valijson_INCLUDE_DIR valijson/validator.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(valijson REQUIRED_VARS valijson_INCLUDE_DIR)
if(valijson_FOUND AND NOT TARGET valijson::valijson)
  add_library(valijson::valijson INTERFACE IMPORTED)
  target_include_directories(valijson::valijson SYSTEM INTERFACE "${valijson_INCLUDE_DIR}")
endif()
mark_as_advanced(valijson_INCLUDE_DIR)
