// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trainers/config/parse.hpp"

namespace dpscale::protocol_test {

/// A machine of four cores with `variables` and no data set.
inline surroundings machine(std::map<std::string, std::string> variables = {},
                            std::size_t cores = 4) {
  return {cores,
          [variables = std::move(variables)](const char* name) -> const char* {
            const auto found = variables.find(name);
            return found == variables.end() ? nullptr : found->second.c_str();
          },
          ""};
}

inline parse_result parse(const std::string& program, const std::vector<std::string>& arguments,
                          const surroundings& around = machine()) {
  std::vector<const char*> argv{program.c_str()};
  for (const std::string& argument : arguments) argv.push_back(argument.c_str());
  return parse_config(program, static_cast<int>(argv.size()), argv.data(), around);
}

inline config settings(const std::vector<std::string>& arguments,
                       const surroundings& around = machine()) {
  return parse("train_multi", arguments, around).settings;
}

}  // namespace dpscale::protocol_test
