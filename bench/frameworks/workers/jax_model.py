# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""The model and Adam in JAX, for both JAX workers.

State is (parameters, first moments, second moments, step), donated to each call so that it is
updated in place. One step gathers its batch from the resident data inside the compiled program.
"""

import os

os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402  (after the platform is set)
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

import common  # noqa: E402

BETA1, BETA2 = 0.9, 0.999


def initial(layers, seed):
    """Glorot-uniform weights [in][out], zero biases, zero moments."""
    random, parameters = np.random.default_rng(seed), []
    for inputs, outputs in zip(layers, layers[1:]):
        limit = np.sqrt(6 / (inputs + outputs))
        weights = random.uniform(-limit, limit, (inputs, outputs)).astype(np.float32)
        parameters.append((jnp.asarray(weights), jnp.zeros(outputs, jnp.float32)))
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    return parameters, zeros, jax.tree.map(jnp.zeros_like, parameters), jnp.float32(0)


def scaled(images):
    """Pixels 0..255 as 0..1. Fused with the gather: on no batch slower than resident float32."""
    return images.astype(jnp.float32) * np.float32(1 / 255)


def loss(parameters, inputs, targets):
    """Mean softmax cross entropy. The one-hot product is fused; a gather would not be."""
    hidden = inputs
    for weights, bias in parameters[:-1]:
        hidden = jax.nn.relu(hidden @ weights + bias)
    logits = hidden @ parameters[-1][0] + parameters[-1][1]
    chosen = jax.nn.one_hot(targets, logits.shape[-1], dtype=logits.dtype)
    return -jnp.mean(jnp.sum(jax.nn.log_softmax(logits) * chosen, axis=-1))


def stepper(options):
    """step(state, images, labels, indices) -> state, with Adam in the asked epsilon mode."""
    rate, epsilon = options.learning_rate, options.epsilon

    def update(state, gradients):
        parameters, first, second, count = state
        count = count + 1
        correction1, correction2 = 1 - BETA1**count, jnp.sqrt(1 - BETA2**count)
        scale = rate * correction2 / correction1
        # PyTorch adds epsilon after the correction: the same as a corrected epsilon before it.
        added = epsilon if options.epsilon_mode == "keras" else epsilon * correction2
        first = jax.tree.map(lambda m, g: BETA1 * m + (1 - BETA1) * g, first, gradients)
        second = jax.tree.map(lambda v, g: BETA2 * v + (1 - BETA2) * g * g, second, gradients)
        parameters = jax.tree.map(lambda p, m, v: p - scale * m / (jnp.sqrt(v) + added),
                                  parameters, first, second)
        return parameters, first, second, count

    def step(state, images, labels, indices):
        inputs = scaled(jnp.take(images, indices, axis=0, mode="clip"))
        targets = jnp.take(labels, indices, mode="clip")
        return update(state, jax.grad(loss)(state[0], inputs, targets))

    return step


class Trainer:
    """What both workers share; `run` is theirs."""

    def __init__(self, options, images, labels):
        self.images = jnp.asarray(images)
        self.labels = jnp.asarray(labels.astype(np.int32))
        self.order = common.Order(len(labels), options.seed)
        self.state = initial(options.layers, options.seed)
        self.step = stepper(options)
        self.threads = options.threads

    def probe_loss(self):
        count = common.PROBE_SAMPLES
        return float(loss(self.state[0], scaled(self.images[:count]), self.labels[:count]))

    def round_steps(self, batch, steps):
        return steps

    def describe(self):
        return {"versions": {"jax": jax.__version__}, "threads": self.threads}


def prepare(options):
    """Keeps XLA to the threads that are allowed; read when its first program is compiled."""
    if options.threads == 1:
        os.environ["XLA_FLAGS"] = " ".join(
            [os.environ.get("XLA_FLAGS", ""), "--xla_cpu_multi_thread_eigen=false"]).strip()
