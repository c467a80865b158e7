# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""TensorFlow: a `tf.function` that trains for many steps a call, with its own fused Adam kernel."""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import common  # noqa: E402  (TensorFlow reads its log level when it is loaded)
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

BETA1, BETA2 = 0.9, 0.999
MOST_STEPS = 100


def prepare(options):
    tf.config.threading.set_intra_op_parallelism_threads(options.threads)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    tf.random.set_seed(options.seed)


class Trainer:
    """Parameters are variables; indices of a stretch of steps go in with each call."""

    def __init__(self, options, images, labels):
        self.options = options
        self.images = tf.constant(images.astype(np.float32) / np.float32(255))
        self.labels = tf.constant(labels.astype(np.int32))
        self.order = common.Order(len(labels), options.seed)
        glorot, widths = tf.keras.initializers.GlorotUniform(options.seed), options.layers
        self.weights = []
        for inputs, outputs in zip(widths, widths[1:]):
            self.weights.append(tf.Variable(glorot((inputs, outputs))))
            self.weights.append(tf.Variable(tf.zeros(outputs)))
        self.first = [tf.Variable(tf.zeros_like(w)) for w in self.weights]
        self.second = [tf.Variable(tf.zeros_like(w)) for w in self.weights]
        self.count = tf.Variable(0.0)
        self.train = tf.function(self._train)

    def loss(self, inputs, targets):
        hidden = inputs
        for layer in range(0, len(self.weights) - 2, 2):
            hidden = tf.nn.relu(tf.nn.bias_add(hidden @ self.weights[layer],
                                               self.weights[layer + 1]))
        logits = tf.nn.bias_add(hidden @ self.weights[-2], self.weights[-1])
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(targets, logits))

    def update(self, gradients):
        """Adam by TensorFlow's kernel, which adds epsilon Keras's way."""
        count = self.count.assign_add(1.0)
        power1, power2 = BETA1**count, BETA2**count
        epsilon = tf.constant(self.options.epsilon)
        if self.options.epsilon_mode == "torch":
            epsilon = epsilon * tf.sqrt(1 - power2)
        for weight, first, second, gradient in zip(self.weights, self.first, self.second,
                                                   gradients):
            tf.raw_ops.ResourceApplyAdam(
                var=weight.handle, m=first.handle, v=second.handle, beta1_power=power1,
                beta2_power=power2, lr=self.options.learning_rate, beta1=BETA1, beta2=BETA2,
                epsilon=epsilon, grad=gradient)

    def _train(self, blocks):
        for step in tf.range(tf.shape(blocks)[0]):
            indices = blocks[step]
            inputs, targets = tf.gather(self.images, indices), tf.gather(self.labels, indices)
            with tf.GradientTape() as tape:
                loss = self.loss(inputs, targets)
            self.update(tape.gradient(loss, self.weights))

    def run(self, batch, steps):
        while steps:
            chunk = min(steps, MOST_STEPS)
            self.train(tf.constant(self.order.block(batch, chunk)))
            steps -= chunk
        self.count.numpy()

    def probe_loss(self):
        count = common.PROBE_SAMPLES
        return float(self.loss(self.images[:count], self.labels[:count]))

    def round_steps(self, batch, steps):
        """A multiple of the chunk where there are many, so that few shapes are traced."""
        return steps if steps < MOST_STEPS else -(-steps // MOST_STEPS) * MOST_STEPS

    def describe(self):
        return {"versions": {"tensorflow": tf.__version__}, "threads": self.options.threads}


if __name__ == "__main__":
    chosen = common.parse(__doc__)
    prepare(chosen)
    sys.exit(common.main(Trainer, chosen))
