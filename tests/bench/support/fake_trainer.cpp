// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0

// A trainer that trains nothing: it speaks the core of the protocol, gives exact figures from a
// closed form, and misbehaves on request. It is built as train_single and as train_multi.
//
// FAKE_TRAINER is a list of "FAMILY:BATCH=MODE", separated by blanks, "*" standing for any family
// or batch; FAMILY is single, multi1, multi2, ... by program and devices.

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/bench/support/fake_record.hpp"

namespace {

using dpscale::bench::test::no_figure;
using dpscale::bench::test::record_of;
using dpscale::bench::test::request;
using dpscale::bench::test::step_seconds;
using nlohmann::json;

const std::vector<std::string> known_options{"preset",         "model",
                                             "devices",        "strategy",
                                             "global-batch",   "data",
                                             "seed",           "deadline",
                                             "record",         "measure",
                                             "quiet",          "budget-seconds",
                                             "warmup-seconds", "threads-per-device",
                                             "bucket-bytes",   "describe",
                                             "turns"};

bool is_switch(const std::string& name) {
  return name == "measure" || name == "quiet" || name == "describe";
}

/// Ends with the protocol's code for `reason`.
[[noreturn]] void fail(const request& asked, int code, const std::string& reason) {
  std::fprintf(stderr, "%s: %s\n", asked.program.c_str(), reason.c_str());
  std::_Exit(code);
}

bool has(const request& asked, const std::string& name) {
  // As the real pair: the single-device program has no exchange to tune.
  if (asked.program == "train_single" && (name == "strategy" || name == "bucket-bytes"))
    return false;
  // Only where a test asks for it: without it each launch runs alone.
  if (name == "turns" && std::getenv("FAKE_TRAINER_TURNS") == nullptr) return false;
  for (const std::string& known : known_options)
    if (known == name) return true;
  return false;
}

request parse(int argc, char** argv) {
  request asked;
  const std::string path = argv[0];
  asked.program = path.substr(path.rfind('/') + 1);
  for (int i = 1; i < argc; ++i) {
    const std::string name = std::string(argv[i]).substr(2);
    if (!has(asked, name)) fail(asked, 2, "unknown option --" + name);
    if (is_switch(name))
      asked.options[name] = "true";
    else if (++i < argc)
      asked.options[name] = argv[i];
  }
  asked.devices = std::atoi(asked.options["devices"].c_str());
  asked.batch = std::atol(asked.options["global-batch"].c_str());
  return asked;
}

std::string mode_of(const request& asked) {
  const char* text = std::getenv("FAKE_TRAINER");
  std::istringstream rules(text == nullptr ? "" : text);
  const std::string family =
      asked.program == "train_single" ? "single" : "multi" + std::to_string(asked.devices);
  for (std::string rule; rules >> rule;) {
    const auto colon = rule.find(':'), equals = rule.find('=');
    const std::string kind = rule.substr(0, colon),
                      batch = rule.substr(colon + 1, equals - colon - 1);
    if ((kind == "*" || kind == family) && (batch == "*" || batch == std::to_string(asked.batch)))
      return rule.substr(equals + 1);
  }
  return "ok";
}

/// Launches of the same cell so far: a file counts them where FAKE_TRAINER_COUNTS names a folder.
int count_launch(const request& asked) {
  const char* folder = std::getenv("FAKE_TRAINER_COUNTS");
  if (folder == nullptr) return 0;
  const std::string path = std::string(folder) + "/" + asked.program + "." +
                           std::to_string(asked.devices) + "." + std::to_string(asked.batch);
  int count = 0;
  std::ifstream(path) >> count;
  std::ofstream(path) << count + 1;
  return count;
}

void write(const request& asked, const std::string& text) {
  std::ofstream file(asked.options.at("record"));
  file << text;
  file.flush();
  if (!file) fail(asked, 8, asked.options.at("record") + ": could not be written");
}

[[noreturn]] void sleep_for_ever() {
  while (true) pause();
}

/// A grandchild in a process group of its own that ignores SIGTERM and outlives its parent.
void leave_a_stubborn_child(bool own_session) {
  if (fork() != 0) {
    usleep(50'000);  // until it is out of reach of a group kill
    return;
  }
  if (own_session)
    setsid();
  else
    setpgid(0, 0);
  signal(SIGTERM, SIG_IGN);
  sleep_for_ever();
}

void misbehave(const request& asked, const std::string& mode) {
  if (mode == "sleep") sleep_for_ever();
  if (mode == "stubborn") {
    signal(SIGTERM, SIG_IGN);
    leave_a_stubborn_child(false);
    sleep_for_ever();
  }
  if (mode == "sigkill") raise(SIGKILL);
  if (mode == "sigsegv") {
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
  }
  if (mode == "wrong") fail(asked, 3, "wrong result: replicas differ");
  if (mode == "memory") fail(asked, 4, "out of host memory");
  if (mode == "comm") fail(asked, 5, "rank 1 is gone");
  if (mode == "data") fail(asked, 7, "labels: 12 at offset 20 is no class");
  if (mode == "hostile") {
    // What a terminal, a spreadsheet and a table would each make something of.
    std::fprintf(stderr, "=1+1|\x1b[2J \xff \"quoted\", \xe2\x80\xaeleft\x07\n");
    std::_Exit(5);
  }
  if (mode == "odd") fail(asked, 77, "something else");
  if (mode == "slow") usleep(150'000);
  if (mode == "none") std::_Exit(0);
  if (mode == "orphan") leave_a_stubborn_child(true);
  if (mode == "allocate") {
    // Under a limit of data memory this ends as any C++ program does.
    try {
      std::vector<char> block(std::size_t{1} << 33, 1);
      if (block[12345] == 0) std::abort();
    } catch (const std::bad_alloc&) {
      fail(asked, 4, "out of host memory");
    }
  }
}

/// What a trainer does wrong in its third turn.
void misbehave_in_turn(const request& asked, const std::string& mode) {
  if (mode == "turn_sigkill") raise(SIGKILL);
  if (mode == "turn_stopped") raise(SIGSTOP);
  if (mode == "turn_silent") sleep_for_ever();
  if (mode == "turn_exit") std::_Exit(0);
  if (mode == "turn_memory") fail(asked, 4, "out of host memory");
}

/// Takes the turns it is given, each of 100 steps, all equal.
void take_turns(const request& asked, const std::string& mode) {
  const int stream = std::atoi(asked.options.at("turns").c_str());
  if (mode == "turn_unready") sleep_for_ever();
  dprintf(stream, "ready\n");
  FILE* in = fdopen(stream, "r");
  char line[64];
  for (int turn = 0; std::fgets(line, sizeof line, in) != nullptr; ++turn) {
    if (turn == 2) misbehave_in_turn(asked, mode);
    if (turn == 2 && mode == "turn_garbage") dprintf(stream, "what?\n");
    dprintf(stream, "done %.9g 100 %ld\n", 100 * step_seconds(asked), 100 * asked.batch);
  }
}

/// The record of the modes that write a valid file with something wrong in it.
std::string record_text(const request& asked, const std::string& mode, int launch) {
  json record = record_of(asked, launch);
  if (mode == "garbage") return "{\"schema\": \"dpsc";
  if (mode == "invalid") record.erase("memory");
  if (mode == "nothing") {
    record["summary"]["samples_per_second"] = no_figure("no valid windows");
    record["summary"]["windows_kept"] = 0;
  }
  if (mode == "told") {
    record = {
        {"schema", "dpscale.record/1"}, {"status", "wrong_result"}, {"reason", "gradients differ"}};
  }
  std::string text = record.dump();
  if (mode == "nan") {
    const auto at = text.find("\"parameter_count\":50890");
    text.replace(at, 23, "\"parameter_count\":NaN");
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const request asked = parse(argc, argv);
  if (asked.options.contains("describe")) {
    json options = json::array();
    for (const std::string& name : known_options)
      if (has(asked, name)) options.push_back(name);
    json strategies = json::array();
    if (asked.program == "train_multi") strategies = {"mirrored", "ddp"};
    const json description{{"name", asked.program},
                           {"version", "1"},
                           {"options", options},
                           {"strategies", strategies},
                           {"presets", {"tf-mirrored", "torch-simplenet"}}};
    std::puts(description.dump().c_str());
    return 0;
  }
  const std::string mode = mode_of(asked);
  const int launch = count_launch(asked);
  misbehave(asked, mode);
  if (asked.options.contains("turns")) take_turns(asked, mode);
  write(asked, record_text(asked, mode, launch));
  if (mode == "told") return 3;
  return 0;
}
