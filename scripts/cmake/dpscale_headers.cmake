# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# check_headers: compiles every header alone, with the project's warnings, so that each includes
# what it uses. Not part of `all`. New headers are seen when CMake runs, which scripts/test sees to.
file(GLOB_RECURSE dpscale_all_headers RELATIVE "${PROJECT_SOURCE_DIR}"
     "${PROJECT_SOURCE_DIR}/profiles/*.hpp" "${PROJECT_SOURCE_DIR}/trainers/*.hpp"
     "${PROJECT_SOURCE_DIR}/bench/*.hpp" "${PROJECT_SOURCE_DIR}/tests/*.hpp")
# Headers of libraries that are only there with their toolkits.
list(FILTER dpscale_all_headers EXCLUDE REGEX "(cuda|nccl|nvml|cupti|/mpi)[^/]*\\.hpp$")
if(NOT TARGET libxsmm::libxsmm)
  list(FILTER dpscale_all_headers EXCLUDE REGEX "xsmm")
endif()
if(NOT DPSCALE_TESTS)
  list(FILTER dpscale_all_headers EXCLUDE REGEX "^tests/|^bench/micro/")
endif()

set(dpscale_header_units)
foreach(header IN LISTS dpscale_all_headers)
  string(REGEX REPLACE "[/.]" "_" unit "${header}")
  set(unit "${PROJECT_BINARY_DIR}/check_headers/${unit}.cpp")
  # Twice, so that a missing `#pragma once` shows.
  file(CONFIGURE OUTPUT "${unit}" CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
  list(APPEND dpscale_header_units "${unit}")
endforeach()

if(dpscale_header_units)
  add_library(check_headers OBJECT EXCLUDE_FROM_ALL ${dpscale_header_units})
  target_link_libraries(
    check_headers PRIVATE dpscale_flags fmt::fmt nlohmann_json::nlohmann_json CLI11::CLI11 ZLIB::ZLIB
                          valijson::valijson hwloc::hwloc DNNL::dnnl $<TARGET_NAME_IF_EXISTS:benchmark::benchmark>
                          $<TARGET_NAME_IF_EXISTS:libxsmm::libxsmm> $<TARGET_NAME_IF_EXISTS:GTest::gtest>)
  target_compile_options(check_headers PRIVATE -O0 -g0)
endif()
