# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The order of the launches: randomised complete blocks."""

import dataclasses
import random


@dataclasses.dataclass(frozen=True)
class Launch:
    """One launch of `row` (its name) in `case`, in block `block` (0, 1, ...)."""

    block: int
    case: object
    row: str


def plan(cases, blocks, seed):
    """Each block holds each row of each case once.

    The cases of a block come in random order and so do the rows of a case, but a case's rows follow
    one another: ratios are taken within a case and block, and the shorter the time between the
    launches they compare, the less can drift.
    """
    chance, launches = random.Random(seed), []
    for block in range(blocks):
        for case in chance.sample(cases, len(cases)):
            for row in chance.sample(case.rows, len(case.rows)):
                launches.append(Launch(block, case, row))
    return launches
