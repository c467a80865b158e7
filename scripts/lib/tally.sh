# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# Counts of what passed, failed and was skipped, for scripts/test and scripts/check; sourced after
# common.sh, which sets `root`.

: "${root:?source common.sh first}"
passed=0 failed=0 skipped=0
failures=()

record_failure() {
  failed=$((failed + 1))
  failures+=("$1")
}

# run_check NAME COMMAND...: one check; its output is shown where it fails.
run_check() {
  local name=$1 log start=$SECONDS
  shift
  log=$(mktemp)
  if "$@" >"$log" 2>&1 </dev/null; then
    passed=$((passed + 1))
    printf 'ok    %s (%d s)\n' "$name" $((SECONDS - start))
  else
    record_failure "$name"
    printf 'FAIL  %s (%d s)\n' "$name" $((SECONDS - start))
    sed 's/^/      /' "$log"
  fi
  rm -f "$log"
}

# add_junit NAME FILE: adds the counts of a JUnit file and shows what was skipped; a file that is
# missing or holds no test is a failure.
add_junit() {
  local name=$1 counts p f s
  if counts=$(python3 "$root/scripts/lib/junit_counts.py" "$2"); then
    read -r p f s <<<"$(head -n 1 <<<"$counts")"
    tail -n +2 <<<"$counts" | sed "s/^/      $name: /"
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    (( f == 0 )) || failures+=("$name: $f failed")
    (( p + f > 0 )) || record_failure "$name: no test ran"
    printf '%s  %s: %d passed, %d failed, %d skipped\n' \
      "$( ((f == 0 && p > 0)) && echo 'ok  ' || echo 'FAIL')" "$name" "$p" "$f" "$s"
  else
    record_failure "$name: no result"
    printf 'FAIL  %s: no result in %s\n' "$name" "$2"
  fi
}

# close_tally: the failures again, then the closing line; the status is that of the whole.
close_tally() {
  local name
  (( passed + failed > 0 )) || record_failure "nothing ran"
  for name in ${failures[@]+"${failures[@]}"}; do
    printf 'failed: %s\n' "$name"
  done
  if (( skipped > 0 )); then
    printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  else
    printf '%d passed, %d failed\n' "$passed" "$failed"
  fi
  (( failed == 0 ))
}
