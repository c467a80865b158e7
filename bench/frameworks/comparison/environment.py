# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The frameworks' virtual environment. Standard library only: this runs before it exists."""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent.parent
FRAMEWORKS = ("torch", "jax", "tensorflow")
GIGABYTES_NEEDED = {"base": 0.5, "torch": 6.0, "jax": 0.6, "tensorflow": 2.0}
AVAILABILITY = "frameworks.json"


class InstallError(Exception):
    """One line: what could not be installed and why."""


def interpreter(folder):
    return folder / "bin" / "python"


def pip_install(folder, *arguments):
    """Runs pip quietly; its last line is the reason where it fails."""
    command = [interpreter(folder), "-m", "pip", "install", "--quiet",
               "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in lines if line.startswith("ERROR")]
        raise InstallError((errors or lines or ["pip failed and said nothing"])[-1])


def imports(folder, module):
    """The line that says why `module` can't be imported, or None where it can."""
    done = subprocess.run([interpreter(folder), "-c", f"import {module}"], capture_output=True,
                          text=True, stdin=subprocess.DEVNULL)
    return (done.stderr.strip().splitlines() or ["?"])[-1] if done.returncode else None


def requirements(name):
    return HERE / f"requirements-{name}.txt"


def fingerprint(name):
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(HERE.glob(f"requirements-{name}*.txt")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def install_packages(folder, name):
    """Installs one framework at its pinned versions and sees that it can be imported."""
    pip_install(folder, "--no-deps", "-r", str(requirements(name)))
    module = "scipy" if name == "base" else name
    fault = imports(folder, module)
    libraries = requirements(f"{name}-libraries")
    if fault and libraries.exists():
        print(f"{name}: the wheel needs its vendor's libraries to load; fetching them too",
              file=sys.stderr)
        pip_install(folder, "--no-deps", "-r", str(libraries))
        fault = imports(folder, module)
    if fault:
        raise InstallError(f"installed, but it can't be imported: {fault}")


def ensure(folder, name):
    """Installs `name` unless that has been done with these very requirements."""
    stamp = folder / f"installed-{name}"
    wanted = fingerprint(name)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    free, needed = shutil.disk_usage(folder).free / 1e9, GIGABYTES_NEEDED[name]
    if free < needed:
        raise InstallError(f"{folder}: {free:.1f} GB free, {name} needs {needed:.1f}")
    print(f"installing {name} into {folder} (once)", file=sys.stderr)
    install_packages(folder, name)
    stamp.write_text(wanted)


def make_venv(folder):
    if interpreter(folder).exists():
        return
    try:
        venv.create(folder, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise InstallError(f"{folder}: no virtual environment ({error}); on Debian and Ubuntu "
                           "install python3-venv") from error


def prepare(folder, wanted=FRAMEWORKS, install=True):
    """Makes the environment ready. Returns framework -> None, or why it isn't there.

    Raises InstallError where not even the comparison itself could run.
    """
    if install:
        make_venv(folder)
        ensure(folder, "base")
    elif not interpreter(folder).exists():
        raise InstallError(f"{folder}: no virtual environment; leave --no-install away")
    missing = {}
    for name in FRAMEWORKS:
        missing[name] = None
        try:
            if install and name in wanted:
                ensure(folder, name)
            elif not (folder / f"installed-{name}").exists() and imports(folder, name):
                missing[name] = "not installed"
        except InstallError as error:
            missing[name] = f"not installed: {error}"
            print(f"{name}: {error}", file=sys.stderr)
    (folder / AVAILABILITY).write_text(json.dumps(missing))
    return missing
