# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""One child process: its own session, a deadline, nothing left behind."""

import os
import signal
import subprocess


def _end_session(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def run(command, environment, deadline):
    """(exit code, stdout, stderr) of `command`; TimeoutError past `deadline` seconds.

    The child leads a session of its own, and all of that is killed at the deadline and on Ctrl-C.
    """
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True) as process:
        try:
            out, err = process.communicate(timeout=deadline)
        except subprocess.TimeoutExpired:
            raise TimeoutError(f"no end within {deadline:.0f} s") from None
        finally:
            _end_session(process)
        return process.returncode, out, err


def why(code, err):
    """A failed child in one line: its signal or code and the last line it wrote."""
    lines = [line.strip() for line in err.splitlines() if line.strip()]
    how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit {code}"
    return f"{how}: {lines[-1][:300]}" if lines else how
