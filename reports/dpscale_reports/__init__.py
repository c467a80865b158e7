# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Reports of dpscale runs, made only from the files a run stored."""

__version__ = "0.1.0"
