# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""python -m dpscale_reports"""

import sys

from . import errors


def main(arguments=None):
    """Runs the command line and returns its exit code."""
    try:
        from . import cli
    except ModuleNotFoundError as missing:
        print(
            f"dpscale_reports: the Python package '{missing.name}' is not installed for"
            f" {sys.executable}; run scripts/setup, or: pip install ./reports",
            file=sys.stderr,
        )
        return errors.UNSUPPORTED
    return cli.main(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
