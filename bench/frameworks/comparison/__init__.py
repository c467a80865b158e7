# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The comparison of dpscale's trainers with the frameworks'; started by ../compare."""
