# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# boost_math::boost_math (header only): Boost's own package file names no single library's headers and
# lies in a folder of one architecture.
find_path(boost_math_INCLUDE_DIR boost/math/distributions/students_t.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(boost_math REQUIRED_VARS boost_math_INCLUDE_DIR)
if(boost_math_FOUND AND NOT TARGET boost_math::boost_math)
  add_library(boost_math::boost_math INTERFACE IMPORTED)
  target_include_directories(boost_math::boost_math SYSTEM INTERFACE "${boost_math_INCLUDE_DIR}")
endif()
mark_as_advanced(boost_math_INCLUDE_DIR)
