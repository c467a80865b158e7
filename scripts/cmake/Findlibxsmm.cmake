# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# libxsmm::libxsmm, the static library with its no-BLAS companion (its pkg-config file alone doesn't link).
find_path(libxsmm_INCLUDE_DIR libxsmm.h)
find_library(libxsmm_LIBRARY xsmm)
find_library(libxsmm_NOBLAS_LIBRARY xsmmnoblas)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(libxsmm REQUIRED_VARS libxsmm_LIBRARY libxsmm_NOBLAS_LIBRARY
                                                         libxsmm_INCLUDE_DIR)
if(libxsmm_FOUND AND NOT TARGET libxsmm::libxsmm)
  add_library(libxsmm::libxsmm INTERFACE IMPORTED)
  target_include_directories(libxsmm::libxsmm SYSTEM INTERFACE "${libxsmm_INCLUDE_DIR}")
  target_link_libraries(libxsmm::libxsmm INTERFACE "${libxsmm_LIBRARY}" "${libxsmm_NOBLAS_LIBRARY}"
                                                   Threads::Threads ${CMAKE_DL_LIBS} m)
endif()
mark_as_advanced(libxsmm_INCLUDE_DIR libxsmm_LIBRARY libxsmm_NOBLAS_LIBRARY)
