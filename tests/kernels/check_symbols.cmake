# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# cmake -DNM=nm -DLEVEL=name -DOBJECT=file -P check_symbols.cmake
# Fails where an object that was compiled for a level offers the linker a function of another name:
# the linker could keep that instance for the whole program, and machines below the level would
# meet its instructions.
execute_process(COMMAND "${NM}" -C --defined-only --extern-only "${OBJECT}"
                OUTPUT_VARIABLE symbols RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${NM} could not read ${OBJECT}")
endif()
string(REPLACE "\n" ";" symbols "${symbols}")
set(own 0)
set(faults "")
foreach(symbol IN LISTS symbols)
  if(symbol MATCHES "^[0-9a-fA-F]+ [A-Za-z] (.*)$")
    set(name "${CMAKE_MATCH_1}")
    if(name MATCHES "kernels::${LEVEL}::")
      math(EXPR own "${own} + 1")
    elseif(NOT name MATCHES "^(DW\\.ref\\.|__odr_asan|\\.?L?_?_?asan)")
      string(APPEND faults "\n  ${name}")
    endif()
  endif()
endforeach()
if(own EQUAL 0)
  message(FATAL_ERROR "${OBJECT} defines nothing of ${LEVEL}; is this the right file?")
endif()
if(faults)
  message(FATAL_ERROR "${OBJECT} is compiled for ${LEVEL} and defines:${faults}")
endif()
