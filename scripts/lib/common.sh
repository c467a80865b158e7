# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# What quickstart, test and setup share; sourced. Sets `root` (the checkout), `program`, `jobs`,
# and chooses the CMake and the compiler.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
program=$(basename "$0")
readonly root program
readonly oldest_cmake=3.25 oldest_gcc=12

# say LINE: to the terminal's reader; results go to stdout, so this doesn't.
say() { printf '%s: %s\n' "$program" "$*" >&2; }

# die CODE LINE: exit codes as in trainers/protocol/exit_code.hpp.
die() {
  local code=$1
  shift
  say "$*"
  exit "$code"
}

# at_least WANTED FOUND: whether the version FOUND is WANTED or newer.
at_least() { printf '%s\n%s\n' "$1" "$2" | sort -V -C; }

cmake_version() { cmake --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p'; }

system_cmake_is_recent() {
  local found
  found=$(PATH=${PATH#"$root/.venv/bin:"} cmake_version) && at_least "$oldest_cmake" "${found:-0}"
}

# Some compilers are only there under a name with a version (g++-12 on Ubuntu 22.04).
choose_compiler() {
  [[ -z ${CXX:-} ]] || return 0
  local name
  for name in g++ g++-15 g++-14 g++-13 g++-12; do
    if command -v "$name" >/dev/null && at_least "$oldest_gcc" "$("$name" -dumpversion)"; then
      [[ $name == g++ ]] || export CXX=$name
      return 0
    fi
  done
  die 6 "no C++20 compiler: g++ $oldest_gcc or newer is needed (or set CXX to another one)"
}

# After setup has run.
choose_tools() {
  system_cmake_is_recent || export PATH="$root/.venv/bin:$PATH"
  choose_compiler
}

# One compiler a core, but none without 1.5 GB of memory to itself.
count_jobs() {
  local cores free_kb
  cores=$(nproc)
  free_kb=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null) || true
  local by_memory=$(( ${free_kb:-4000000} / 1500000 ))
  (( by_memory >= 1 )) || by_memory=1
  echo $(( cores < by_memory ? cores : by_memory ))
}
jobs=$(count_jobs)
export CMAKE_BUILD_PARALLEL_LEVEL=$jobs

# need_disk MEGABYTES FOLDER: ends with 8 where the folder's disk has less left.
need_disk() {
  local free_kb
  free_kb=$(df -Pk "$2" | awk 'NR == 2 { print $4 }')
  (( free_kb >= $1 * 1024 )) ||
    die 8 "$2 has $((free_kb / 1024)) MB left and this needs about $1 MB: free some first"
}

# configure PRESET [SETTING...]: quiet unless it fails.
configure() {
  local log
  log=$(mktemp)
  if ! (cd "$root" && cmake --preset "$@") >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    say "configuring the preset $1 failed, see above"
    return 1
  fi
  rm -f "$log"
}

# build PRESET [TARGET...]: configures where that wasn't done, builds where something changed.
build() {
  local preset=$1 folder=$root/build/$1
  shift
  [[ -f $folder/build.ninja ]] || configure "$preset" || return 1
  if ninja -C "$folder" -n "$@" 2>/dev/null | grep -q 'no work to do'; then
    say "build/$preset is up to date"
    return 0
  fi
  say "building build/$preset with $jobs job(s)"
  (cd "$root" && cmake --build --preset "$preset" --parallel "$jobs" ${1:+--target "$@"}) >&2 || {
    say "building the preset $preset failed, see above"
    return 1
  }
}
