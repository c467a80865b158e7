# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# Builds for 64-bit Arm on another machine (Debian's cross compiler and arm64 packages):
#   cmake --preset cpu -B build/arm64 --toolchain scripts/cmake/toolchain-aarch64.cmake
# scripts/check_arm64 does the whole of it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

# Libraries of the target only; packages with headers alone are the host's too.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
list(APPEND CMAKE_IGNORE_PATH /usr/lib/x86_64-linux-gnu /usr/lib/x86_64-linux-gnu/cmake)
list(APPEND CMAKE_IGNORE_PREFIX_PATH /usr/local)

find_program(DPSCALE_QEMU NAMES qemu-aarch64-static qemu-aarch64)
if(DPSCALE_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${DPSCALE_QEMU}")
endif()
