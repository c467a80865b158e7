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

# dpscale_library(NAME SOURCES file... [DEPENDS target...])
function(dpscale_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  if(arg_SOURCES)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC dpscale_flags ${arg_DEPENDS})
  else()
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE dpscale_flags ${arg_DEPENDS})
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
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 DISCOVERY_MODE PRE_TEST)
endfunction()
