# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""JAX: `lax.scan` over many steps in one compiled program, so that Python is out of the loop."""

import sys

import common
import jax
import jax_model

MOST_STEPS = 500


class Trainer(jax_model.Trainer):
    """A call takes up to 500 steps, at most an epoch."""

    def __init__(self, options, images, labels):
        super().__init__(options, images, labels)
        self.compiled = jax.jit(self.scan, donate_argnums=0)

    def scan(self, state, images, labels, blocks):
        def body(carried, indices):
            return self.step(carried, images, labels, indices), None

        return jax.lax.scan(body, state, blocks)[0]

    def chunk(self, batch):
        """Steps in one call."""
        return max(1, min(MOST_STEPS, len(self.labels) // batch))

    def round_steps(self, batch, steps):
        chunk = self.chunk(batch)
        return -(-steps // chunk) * chunk

    def run(self, batch, steps):
        state, chunk = self.state, self.chunk(batch)
        for _ in range(steps // chunk):
            state = self.compiled(state, self.images, self.labels, self.order.block(batch, chunk))
        self.state = jax.block_until_ready(state)


if __name__ == "__main__":
    chosen = common.parse(__doc__)
    jax_model.prepare(chosen)
    sys.exit(common.main(Trainer, chosen))
