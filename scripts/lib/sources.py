# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The project's own files, found without git so that a plain archive can be checked too."""

import pathlib

CXX = {".cpp", ".hpp", ".cu", ".cuh"}
# Made by builds, tools and runs; never ours.
SKIPPED = {"build", "runs", "__pycache__", "node_modules", "dist"}


def walk(root):
    """Every file below `root` as a path relative to it, sorted; hidden folders only .ci."""
    found, folders = [], [pathlib.Path(root)]
    while folders:
        for entry in folders.pop().iterdir():
            name = entry.name
            if entry.is_symlink():
                continue
            if entry.is_file():
                found.append(entry.relative_to(root))
            elif name == ".ci" or not (name.startswith(".") or name in SKIPPED
                                       or name.endswith(".egg-info")):
                folders.append(entry)
    return sorted(found)


def interpreter(path):
    """The program in a file's first line ("bash", "python3"), or an empty string."""
    with open(path, "rb") as file:
        first = file.readline(200)
    if not first.startswith(b"#!"):
        return ""
    words = first[2:].decode("utf-8", "replace").split()
    name = words[-1] if words else ""
    return name.rsplit("/", 1)[-1]


def language(root, path):
    """cxx, python, shell, cmake or an empty string (no source of ours)."""
    if path.suffix in CXX:
        return "cxx"
    if path.suffix == ".cmake" or path.name == "CMakeLists.txt":
        return "cmake"
    program = interpreter(pathlib.Path(root) / path)
    if path.suffix == ".py" or program.startswith("python"):
        return "python"
    if path.suffix == ".sh" or program in ("sh", "bash"):
        return "shell"
    return ""
