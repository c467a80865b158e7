// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/support/harness.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

namespace dpscale::bench::test {

using nlohmann::json;

pid_t harness::start(const std::vector<std::string>& arguments, const std::string& before,
                     const std::string& program) {
  std::vector<std::string> words{"/bin/sh", "-c", before + " exec \"$0\" \"$@\"",
                                 (dpscale_binary().parent_path() / program).string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int output =
      open((folder_.path() / "output").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const pid_t child = fork();
  if (child == 0) {
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  close(output);
  return child;
}

finished harness::wait_for(pid_t process) {
  int status = 0;
  waitpid(process, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content(folder_.path() / "output")};
}

finished harness::dpscale(const std::vector<std::string>& arguments, const std::string& before) {
  return wait_for(start(arguments, before));
}

finished harness::program(const std::string& name, const std::vector<std::string>& arguments) {
  return wait_for(start(arguments, "", name));
}

std::vector<std::string> harness::sweep_arguments(const std::vector<std::string>& more) const {
  std::vector<std::string> words{"sweep",
                                 "--trainers",
                                 fake_trainers().string(),
                                 "--output",
                                 run().string(),
                                 "--preset",
                                 "tf-mirrored",
                                 "--devices",
                                 "1,2",
                                 "--launches",
                                 "3",
                                 "--budget",
                                 "1",
                                 "--global-batch",
                                 "64,1024"};
  // What `more` gives anew goes: an option is given once.
  for (const std::string& word : more)
    if (const auto found = std::find(words.begin(), words.end(), word);
        word.starts_with("--") && found != words.end())
      words.erase(found, found + 2);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

finished harness::sweep(const std::vector<std::string>& more, const std::string& before) {
  return dpscale(sweep_arguments(more), before);
}

pid_t harness::start_sweep(const std::vector<std::string>& more) {
  return start(sweep_arguments(more), "");
}

json harness::summary() const { return json::parse(content(run() / "summary.json")); }

json harness::cell(const std::string& id) const {
  const json all = summary();
  for (const json& item : all.at("cells"))
    if (item.at("id") == id) return item;
  throw std::runtime_error("summary.json has no cell " + id);
}

std::vector<json> harness::lines() const {
  std::vector<json> all;
  std::istringstream text(content(run() / "launches.jsonl"));
  for (std::string line; std::getline(text, line);) all.push_back(json::parse(line));
  return all;
}

}  // namespace dpscale::bench::test
