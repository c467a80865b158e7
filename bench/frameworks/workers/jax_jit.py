# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""JAX: one compiled step, called from a Python loop; waits once a window."""

import sys

import common
import jax
import jax_model


class Trainer(jax_model.Trainer):
    """The epoch's indices go to the program as they are: a batch a call."""

    def __init__(self, options, images, labels):
        super().__init__(options, images, labels)
        self.compiled = jax.jit(self.step, donate_argnums=0)

    def run(self, batch, steps):
        state, compiled = self.state, self.compiled
        for indices in self.order.batches(batch, steps):
            state = compiled(state, self.images, self.labels, indices)
        self.state = jax.block_until_ready(state)


if __name__ == "__main__":
    chosen = common.parse(__doc__)
    jax_model.prepare(chosen)
    sys.exit(common.main(Trainer, chosen))
