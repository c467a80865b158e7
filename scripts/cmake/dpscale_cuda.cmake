# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# Enables CUDA as DPSCALE_CUDA wishes: OFF nothing of the toolkit is looked for, AUTO where a usable
# toolkit is found, ON or stop. CMAKE_CUDA_COMPILER says afterwards whether there is one; no driver
# and no GPU are needed to build.
set(dpscale_cuda_oldest 12.8) # the first that compiles C++20 for all of the architectures below
set(dpscale_cuda_architectures 80-real 90-real 100)

if(NOT DPSCALE_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "dpscale: DPSCALE_CUDA is '${DPSCALE_CUDA}'; it can be AUTO, ON or OFF")
endif()

# dpscale_cuda_absent(REASON): a remark with AUTO, the end with ON.
function(dpscale_cuda_absent reason)
  if(DPSCALE_CUDA STREQUAL "ON")
    message(FATAL_ERROR "dpscale: DPSCALE_CUDA is ON, but ${reason}; install CUDA ${dpscale_cuda_oldest} or later, "
                        "name its compiler with CUDACXX=/path/to/nvcc, or configure with -DDPSCALE_CUDA=OFF")
  endif()
  message(STATUS "CUDA kernels are left out: ${reason}")
endfunction()

if(NOT DPSCALE_CUDA STREQUAL "OFF")
  set(dpscale_nvcc_named "$ENV{CUDACXX}")
  if(dpscale_nvcc_named)
    set(DPSCALE_NVCC "${dpscale_nvcc_named}" CACHE FILEPATH "nvcc" FORCE)
  else()
    find_program(DPSCALE_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  endif()

  if(NOT DPSCALE_NVCC)
    dpscale_cuda_absent("no nvcc was found")
  else()
    execute_process(COMMAND "${DPSCALE_NVCC}" --version OUTPUT_VARIABLE dpscale_nvcc_says ERROR_QUIET)
    if(NOT dpscale_nvcc_says MATCHES "release ([0-9]+\\.[0-9]+)")
      dpscale_cuda_absent("${DPSCALE_NVCC} doesn't say its version")
    elseif(CMAKE_MATCH_1 VERSION_LESS dpscale_cuda_oldest)
      dpscale_cuda_absent("${DPSCALE_NVCC} is ${CMAKE_MATCH_1}, older than ${dpscale_cuda_oldest}")
    else()
      # Tried in a project of its own first, so that a host compiler that nvcc refuses is no error with AUTO.
      include(CheckLanguage)
      set(ENV{CUDACXX} "${DPSCALE_NVCC}")
      check_language(CUDA)
      if(CMAKE_CUDA_COMPILER)
        set(CMAKE_CUDA_ARCHITECTURES ${dpscale_cuda_architectures})
        enable_language(CUDA)
        set(CMAKE_CUDA_STANDARD 20)
        set(CMAKE_CUDA_STANDARD_REQUIRED ON)
        set(CMAKE_CUDA_EXTENSIONS OFF)
        # CMake before 3.26 knows no CUDA20.
        if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
          set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
        endif()
      else()
        dpscale_cuda_absent("${DPSCALE_NVCC} doesn't work with the host compiler ${CMAKE_CXX_COMPILER}")
      endif()
    endif()
  endif()
endif()
