# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, which holds the schemas, so that a binary needs no file beside it:
#   cmake -DSOURCE_DIR= -DOUTPUT= -P embed_schemas.cmake
cmake_minimum_required(VERSION 3.25)
set(cases "")
foreach(kind record summary run)
  file(READ "${SOURCE_DIR}/${kind}.schema.json" ${kind})
  string(APPEND cases "    case schema::${kind}:\n      return R\"dpscale(${${kind}})dpscale\";\n")
endforeach()
file(WRITE "${OUTPUT}"
"// Written by embed_schemas.cmake.
#include \"trainers/protocol/validate.hpp\"

namespace dpscale::protocol {

std::string_view schema_text(schema kind) {
  switch (kind) {
${cases}  }
  return {};
}

}  // namespace dpscale::protocol
")
