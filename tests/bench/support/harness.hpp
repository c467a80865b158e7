// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/bench/support/scratch.hpp"

namespace dpscale::bench::test {

struct finished {
  int status = -1;     ///< exit status; -1: ended by a signal
  std::string output;  ///< standard output and error together
};

/// The dpscale binary at work on the fake trainers, with a run's folder of its own.
class harness {
 public:
  [[nodiscard]] std::filesystem::path run() const { return folder_.path() / "run"; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

  /// `dpscale arguments...`, to its end. `before` is shell text to run first ("ulimit -f 8;").
  finished dpscale(const std::vector<std::string>& arguments, const std::string& before = "");
  /// The program `name` beside dpscale, to its end.
  finished program(const std::string& name, const std::vector<std::string>& arguments);
  /// `dpscale sweep` over a small plan with the fake trainers into run(), and `more`.
  finished sweep(const std::vector<std::string>& more = {}, const std::string& before = "");
  /// The same, left running; its process id, for wait_for().
  pid_t start_sweep(const std::vector<std::string>& more = {});
  finished wait_for(pid_t process);

  [[nodiscard]] nlohmann::json summary() const;
  /// The cells of summary.json.
  [[nodiscard]] std::vector<nlohmann::json> cells() const { return summary().at("cells"); }
  /// The cell of summary.json called `id`.
  [[nodiscard]] nlohmann::json cell(const std::string& id) const;
  /// The lines of launches.jsonl; throws where one is no JSON.
  [[nodiscard]] std::vector<nlohmann::json> lines() const;

 private:
  [[nodiscard]] std::vector<std::string> sweep_arguments(
      const std::vector<std::string>& more) const;
  pid_t start(const std::vector<std::string>& arguments, const std::string& before,
              const std::string& program = "dpscale");

  scratch_folder folder_;
};

}  // namespace dpscale::bench::test
