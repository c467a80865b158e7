# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# Language level, build type, output folders and the project's own switches.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

set(DPSCALE_CUDA AUTO CACHE STRING "CUDA kernels: AUTO, ON or OFF")
set(DPSCALE_MPI AUTO CACHE STRING "MPI communicator: AUTO, ON or OFF")
set_property(CACHE DPSCALE_CUDA DPSCALE_MPI PROPERTY STRINGS AUTO ON OFF)
set(DPSCALE_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined or thread")
option(DPSCALE_TESTS "Build the tests and the microbenchmarks" ON)
option(DPSCALE_WERROR "Treat warnings as errors" ON)
option(DPSCALE_PRECOMPILE "Precompile the libraries' largest headers" ON)

find_program(DPSCALE_CCACHE ccache)
if(DPSCALE_CCACHE)
  # What ccache's manual asks for beside precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${DPSCALE_CCACHE}")
  set(CMAKE_CUDA_COMPILER_LAUNCHER "${DPSCALE_CCACHE}")
endif()
