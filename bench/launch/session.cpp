// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "bench/launch/session.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>

namespace dpscale::bench {
namespace {

struct process_entry {
  pid_t parent = 0, session = 0;
  bool ended = false;  ///< a zombie, or gone
};

/// /proc/PID/stat. The name in parentheses may hold anything, so fields are read after its end.
std::optional<process_entry> read_entry(const std::string& pid) {
  std::ifstream file("/proc/" + pid + "/stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  const auto end = line.rfind(')');
  if (end == std::string::npos) return std::nullopt;
  char state = 0;
  int parent = 0, group = 0, session = 0;
  if (std::sscanf(line.c_str() + end + 1, " %c %d %d %d", &state, &parent, &group, &session) != 4)
    return std::nullopt;
  return process_entry{parent, session, state == 'Z' || state == 'X'};
}

std::map<pid_t, process_entry> all_processes() {
  std::map<pid_t, process_entry> found;
  std::error_code ignored;
  for (const auto& item : std::filesystem::directory_iterator("/proc", ignored)) {
    const std::string name = item.path().filename().string();
    pid_t pid = 0;
    const auto [end, fault] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (fault != std::errc{} || end != name.data() + name.size()) continue;
    if (const auto entry = read_entry(name)) found[pid] = *entry;
  }
  return found;
}

bool descends(const std::map<pid_t, process_entry>& all, pid_t pid, pid_t ancestor) {
  // Bounded: the table is not one instant's, so that parents could form a ring.
  for (std::size_t steps = 0; steps <= all.size(); ++steps) {
    const auto found = all.find(pid);
    if (found == all.end()) return false;
    if (found->second.parent == ancestor) return true;
    pid = found->second.parent;
  }
  return false;
}

/// The leaders of all sessions alive, each with its wait status once it has been reaped: whoever
/// reaps meets everybody's children.
std::map<pid_t, std::optional<int>>& leaders() {
  static std::map<pid_t, std::optional<int>> all;
  return all;
}

}  // namespace

void become_subreaper() { prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

launch_session::launch_session() {
  for (const pid_t pid : alive()) bystanders_.insert(pid);
}

launch_session::~launch_session() { leaders().erase(leader_); }

void launch_session::set_leader(pid_t leader) {
  leader_ = leader;
  leaders()[leader] = std::nullopt;
}

std::optional<int> launch_session::leader_status() const {
  const auto found = leaders().find(leader_);
  return found == leaders().end() ? std::nullopt : found->second;
}

void launch_session::reap() {
  int status = 0;
  for (pid_t pid = 0; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    if (const auto found = leaders().find(pid); found != leaders().end()) found->second = status;
}

std::vector<pid_t> launch_session::alive() const {
  std::vector<pid_t> pids;
  const auto all = all_processes();
  // Whose an orphan is that left its session can't be told while several launches are alive.
  const bool alone = leaders().empty() || (leaders().size() == 1 && leaders().contains(leader_));
  const pid_t ancestor = alone ? getpid() : leader_;
  for (const auto& [pid, entry] : all)
    if (!entry.ended && pid != getpid() && !bystanders_.contains(pid) &&
        (entry.session == leader_ || descends(all, pid, ancestor)))
      pids.push_back(pid);
  return pids;
}

void launch_session::signal_all(int signal) const {
  for (const pid_t pid : alive()) {
    kill(pid, signal);
    // A stopped process acts on SIGTERM only once it goes on.
    if (signal == SIGTERM) kill(pid, SIGCONT);
  }
}

bool launch_session::wait_until_gone(double seconds) {
  using clock = std::chrono::steady_clock;
  const auto end = clock::now() + std::chrono::duration<double>(seconds);
  while (true) {
    reap();
    if (alive().empty()) {
      reap();
      return true;
    }
    if (clock::now() >= end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void launch_session::end(double grace_seconds) {
  if (wait_until_gone(0.0)) return;
  signal_all(SIGTERM);
  if (wait_until_gone(grace_seconds)) return;
  // Again and again: a process may fork between the look and the kill.
  for (int attempt = 0; attempt < 100; ++attempt) {
    signal_all(SIGKILL);
    if (wait_until_gone(0.1)) return;
  }
}

}  // namespace dpscale::bench
