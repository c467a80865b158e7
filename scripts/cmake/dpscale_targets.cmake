# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# dpscale_library, dpscale_program and dpscale_test: one call each, with the project's warnings.
include(GNUInstallDirs)

add_library(dpscale_flags INTERFACE)
target_include_directories(dpscale_flags INTERFACE "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}/generated")
target_compile_options(
  dpscale_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion
                          -Wno-sign-conversion -Wold-style-cast -Wnon-virtual-dtor>)
if(DPSCALE_WERROR)
  target_compile_options(dpscale_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Werror>)
endif()
if(DPSCALE_SANITIZE)
  target_compile_options(dpscale_flags INTERFACE -fsanitize=${DPSCALE_SANITIZE} -fno-omit-frame-pointer
                                                 -fno-sanitize-recover=all)
  target_link_options(dpscale_flags INTERFACE -fsanitize=${DPSCALE_SANITIZE})
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  target_compile_options(dpscale_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-march=x86-64-v2>)
endif()

# Code whose speed is nobody's figure (command lines, files, statistics, tests): optimised a little (under
# sanitizers, whose checks take the optimiser twice as long, not at all), and with its libraries' largest
# headers compiled once. Two kinds, since programs and libraries are
# position-independent in different ways.
set(dpscale_large_headers <nlohmann/json.hpp> <fmt/format.h> <fmt/ranges.h> <filesystem> <fstream> <map> <string>
                          <vector>)
set(dpscale_light_optimisation -O1)
if(DPSCALE_SANITIZE)
  set(dpscale_light_optimisation -O0)
endif()
# dpscale_light(TARGET PRECOMPILED): PRECOMPILED is the target whose headers it uses.
function(dpscale_light name precompiled)
  target_link_libraries(${name} PRIVATE fmt::fmt nlohmann_json::nlohmann_json)
  target_compile_options(${name} PRIVATE ${dpscale_light_optimisation})
  if(DPSCALE_PRECOMPILE)
    target_compile_options(${name} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>) # ccache asks for it
    if(name STREQUAL precompiled)
      target_precompile_headers(${name} PRIVATE ${dpscale_large_headers} ${ARGN})
    else()
      target_precompile_headers(${name} REUSE_FROM ${precompiled})
    endif()
  endif()
endfunction()

file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/precompiled.cpp" CONTENT "int main() {}\n")
add_library(dpscale_precompiled OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
target_link_libraries(dpscale_precompiled PRIVATE dpscale_flags)
dpscale_light(dpscale_precompiled dpscale_precompiled)
if(DPSCALE_TESTS)
  add_executable(dpscale_precompiled_test EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/generated/precompiled.cpp")
  target_link_libraries(dpscale_precompiled_test PRIVATE dpscale_flags GTest::gtest)
  set_target_properties(dpscale_precompiled_test PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  dpscale_light(dpscale_precompiled_test dpscale_precompiled_test <gtest/gtest.h>)
endif()

# dpscale_library(NAME [LIGHT] SOURCES file... [DEPENDS target...])
function(dpscale_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LIGHT" "" "SOURCES;DEPENDS")
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC dpscale_flags ${arg_DEPENDS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE dpscale_flags ${arg_DEPENDS})
  endif()
  if(arg_LIGHT)
    dpscale_light(${name} dpscale_precompiled)
  endif()
endfunction()

# dpscale_program(NAME SOURCES file... [DEPENDS target...]): an installed binary in bin/
function(dpscale_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE dpscale_flags ${arg_DEPENDS})
  install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endfunction()

# dpscale_test(NAME SOURCES file... [DEPENDS target...]): a GoogleTest program, each case a ctest
function(dpscale_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE dpscale_flags GTest::gtest GTest::gtest_main ${arg_DEPENDS})
  dpscale_light(${name} dpscale_precompiled_test)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 DISCOVERY_MODE PRE_TEST WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
endfunction()
