// SPDX-FileCopyrightText: the dpscale developers
// SPDX-License-Identifier: Apache-2.0
#include "trainers/protocol/files/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "trainers/protocol/error.hpp"

namespace dpscale::protocol {

namespace {

[[noreturn]] void fail(const std::string& path, const char* what, int fault) {
  throw error(exit_code::output_failed,
              fmt::format("{}: could not {}: {}; free some space or name another place", path, what,
                          std::generic_category().message(fault)));
}

class descriptor {
 public:
  explicit descriptor(int number) : number_(number) {}
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() { close(); }
  [[nodiscard]] int get() const { return number_; }
  /// What close says; a file system may only now report that nothing was stored.
  int close() {
    if (number_ < 0) return 0;
    return ::close(std::exchange(number_, -1)) == 0 || errno == EINTR ? 0 : errno;
  }

 private:
  int number_;
};

/// Turns the signals that a write can raise on its own thread (file size limit, closed pipe) into
/// the error codes that come with them.
class signals_held {
 public:
  signals_held() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGXFSZ);
    sigaddset(&signals_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  signals_held(const signals_held&) = delete;
  signals_held& operator=(const signals_held&) = delete;
  ~signals_held() {
    const timespec at_once{};
    while (sigtimedwait(&signals_, nullptr, &at_once) > 0) continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t signals_{}, before_{};
};

/// Removes the file on the way out unless it was kept.
class temporary_name {
 public:
  explicit temporary_name(std::string path) : path_(std::move(path)) {}
  temporary_name(const temporary_name&) = delete;
  temporary_name& operator=(const temporary_name&) = delete;
  ~temporary_name() {
    if (!kept_) ::unlink(path_.c_str());
  }
  [[nodiscard]] const char* c_str() const { return path_.c_str(); }
  void keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

void write_all(int to, std::string_view content, const std::string& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(to, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(path, "write", errno);
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// Makes what was written last, where the file can do so (a pipe or a terminal can't).
void sync(int file, const std::string& path) {
  while (::fsync(file) != 0) {
    if (errno == EINVAL || errno == EROFS || errno == ENOTSUP) return;
    if (errno != EINTR) fail(path, "write", errno);
  }
}

void finish(descriptor& file, const std::string& path) {
  if (const int fault = file.close(); fault != 0) fail(path, "write", fault);
}

void write_straight(const std::string& path, std::string_view content) {
  descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) fail(path, "open", errno);
  write_all(file.get(), content, path);
  sync(file.get(), path);
  finish(file, path);
}

/// A name beside `target` that nobody has yet; hidden, so that a folder's reader skips it.
std::string name_beside(const std::filesystem::path& target) {
  static std::atomic<unsigned> counter{0};
  const std::string name =
      fmt::format(".{}.{}-{}.tmp", target.filename().string(), ::getpid(), counter++);
  return (target.parent_path() / name).string();
}

void sync_folder(const std::filesystem::path& target, const std::string& path) {
  const std::string folder = target.has_parent_path() ? target.parent_path().string() : ".";
  const descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // A folder that may be written but not read can't be synced; the file itself is safe.
  if (opened.get() >= 0) sync(opened.get(), path);
}

/// Makes a new file, never an existing one or a link somebody put there; its number, or -errno.
int create_new(const char* name, mode_t mode) {
  const int number = ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  return number >= 0 ? number : -errno;
}

/// A new, empty file beside `target`.
std::pair<std::string, int> create_beside(const std::filesystem::path& target, mode_t mode,
                                          const std::string& path) {
  for (int attempt = 0;; ++attempt) {
    std::string name = name_beside(target);
    const int number = create_new(name.c_str(), mode);
    if (number >= 0) return {std::move(name), number};
    // One of an earlier process with this number that was killed.
    if (number != -EEXIST || attempt == 100) fail(path, "create", -number);
  }
}

void replace(const std::filesystem::path& target, mode_t mode, std::string_view content,
             const std::string& path) {
  auto [name, number] = create_beside(target, mode, path);
  descriptor file(number);
  temporary_name temporary(std::move(name));
  write_all(file.get(), content, path);
  sync(file.get(), path);
  finish(file, path);
  if (::rename(temporary.c_str(), target.c_str()) != 0) fail(path, "replace", errno);
  temporary.keep();
  sync_folder(target, path);
}

}  // namespace

void write_file(const std::string& path, std::string_view content) {
  const signals_held guard;
  struct stat found {};
  const bool exists = ::stat(path.c_str(), &found) == 0;
  if (exists && S_ISDIR(found.st_mode)) fail(path, "write", EISDIR);
  if (exists && !S_ISREG(found.st_mode)) return write_straight(path, content);
  if (exists && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    fail(path, "write", errno);
  // The link's target is replaced, not the link.
  std::error_code ignored;
  const std::filesystem::path real =
      exists ? std::filesystem::canonical(path, ignored) : std::filesystem::path(path);
  replace(real.empty() ? std::filesystem::path(path) : real,
          exists ? found.st_mode & 0777U : mode_t{0666}, content, path);
}

void write_output(const std::string& path, std::string_view content) {
  if (path != "-") return write_file(path, content);
  const signals_held guard;
  std::fflush(stdout);
  write_all(STDOUT_FILENO, content, "standard output");
}

}  // namespace dpscale::protocol
