# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, which defines protocol::build(), when what it says has changed. Run at build time,
# because the commit can change without CMake being run:
#   cmake -DSOURCE_DIR= -DOUTPUT= -DVERSION= -DBUILD_TYPE= -DCOMPILER= -DFLAGS= -P build_info.cmake
cmake_minimum_required(VERSION 3.25)
set(commit "unknown")
set(dirty "false")
find_program(git_program git)

# git ARGUMENTS...: sets `answer`, and `worked` to whether git exited with 0.
macro(git)
  execute_process(COMMAND "${git_program}" --no-optional-locks -C "${SOURCE_DIR}" ${ARGN}
                  OUTPUT_VARIABLE answer RESULT_VARIABLE result ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(worked FALSE)
  if(result EQUAL 0)
    set(worked TRUE)
  endif()
endmacro()

if(git_program)
  # A tarball unpacked inside somebody's own checkout is not that checkout's commit.
  git(rev-parse --show-toplevel)
  get_filename_component(top "${answer}" REALPATH)
  get_filename_component(source "${SOURCE_DIR}" REALPATH)
  if(worked AND top STREQUAL source)
    git(rev-parse --short=12 HEAD)
    if(worked)
      set(commit "${answer}")
      git(status --porcelain)
      if(worked AND NOT answer STREQUAL "")
        set(dirty "true")
      endif()
    endif()
  endif()
endif()

foreach(text VERSION BUILD_TYPE COMPILER FLAGS)
  string(REPLACE "\\" "\\\\" ${text} "${${text}}")
  string(REPLACE "\"" "\\\"" ${text} "${${text}}")
endforeach()
file(
  CONFIGURE
  OUTPUT "${OUTPUT}"
  CONTENT
    "// Written by build_info.cmake.
#include \"trainers/protocol/host/build_info.hpp\"

dpscale::protocol::build_info dpscale::protocol::build() {
  return {\"@VERSION@\", \"@commit@\", @dirty@, \"@BUILD_TYPE@\", \"@COMPILER@\", \"@FLAGS@\"};
}
"
  @ONLY)
