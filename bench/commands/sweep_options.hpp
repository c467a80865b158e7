// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace dpscale::bench {

/// An option that is the trainers' own, as it was given to the sweep: "--lr 0.01", "--verify".
struct trainer_word {
  std::string name;   ///< without dashes in front
  std::string value;  ///< "true" where it stood alone
};

/// What the command line of `dpscale sweep` says, as text; an option that wasn't given is empty.
struct sweep_options {
  std::map<std::string, std::string> settings;  ///< plan key -> its flag's text
  std::vector<std::string> axes;                ///< "name=v1,v2"
  std::vector<trainer_word> trainer_words;      ///< options of the trainers, for all cells
  std::string plan_file, output, trainers;
  bool vary_seed = false, dry_run = false, resume = false;

  [[nodiscard]] bool names_a_plan() const {
    return !settings.empty() || !axes.empty() || !trainer_words.empty() || !plan_file.empty() ||
           vary_seed;
  }
};

/// Adds the options of `sweep` to `command`; they are stored in `options`, which outlives it.
void add_sweep_options(CLI::App& command, sweep_options& options);

/// Takes every option that `command` doesn't have out of `words`, the arguments behind its name,
/// with the value that follows it; CLI11 itself would lose which belongs to which. Throws
/// protocol::error{usage} where a value is empty.
[[nodiscard]] std::vector<trainer_word> take_trainer_words(const CLI::App& command,
                                                           std::vector<std::string>& words);

/// Throws protocol::error{usage} where an option of the parsed `command` was given twice; --axis
/// may be.
void check_given_once(const CLI::App& command);

/// The options of `sweep`, without dashes.
[[nodiscard]] std::vector<std::string> sweep_option_names();

/// The plan in the plan file's form: the file named by --plan, if any, with the flags over it.
/// Throws protocol::error: usage for a flag's form, an option given twice and a plan that is no
/// file, bad_data for a file that is no JSON object.
[[nodiscard]] nlohmann::json plan_document(const sweep_options& options);

/// Bytes in "512M", "8G", "1000000" (K, M, G, T: powers of 1024); "none" stays a word. Throws
/// protocol::error{usage}.
[[nodiscard]] nlohmann::json memory_size(const std::string& text);

}  // namespace dpscale::bench
