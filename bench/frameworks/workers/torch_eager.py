# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""PyTorch, eager: modules, autograd and torch.optim.Adam as a user writes them.

Adam's epsilon is added PyTorch's way for both models (it has no other); the work is the same.
"""

import sys

import common
import torch
from torch import nn


def extend(parser):
    parser.add_argument("--adam", choices=("default", "fused"), default="default")
    parser.add_argument("--flush-denormal", action="store_true")


def prepare(options):
    """Process-wide settings, before anything starts a thread (threads inherit the flush mode)."""
    if options.flush_denormal and not torch.set_flush_denormal(True):
        raise SystemExit("this processor can't flush subnormal numbers")
    torch.set_num_threads(options.threads)
    torch.set_num_interop_threads(1)
    torch.manual_seed(options.seed)


def perceptron(layers):
    """Linear layers with ReLU between them."""
    parts = []
    for inputs, outputs in zip(layers, layers[1:]):
        parts += [nn.Linear(inputs, outputs), nn.ReLU()]
    return nn.Sequential(*parts[:-1])


def adam(model, options):
    chosen = {"fused": True} if options.adam == "fused" else {}
    return torch.optim.Adam(model.parameters(), options.learning_rate, eps=options.epsilon,
                            **chosen)


class Trainer:
    """Data resident as float32; each step gathers its batch into buffers that are kept."""

    def __init__(self, options, images, labels):
        self.options = options
        self.images = torch.from_numpy(images.astype("float32") / 255)
        self.labels = torch.from_numpy(labels.astype("int64"))
        self.order = common.Order(len(labels), options.seed)
        self.model = perceptron(options.layers)
        self.forward = self.model
        self.optimizer = adam(self.model, options)
        self.loss = nn.CrossEntropyLoss()
        self.inputs = torch.empty(0)
        self.targets = torch.empty(0, dtype=torch.int64)

    def share(self, indices):
        """The part of a batch that this process trains on."""
        return indices

    def run(self, batch, steps):
        images, labels, inputs, targets = self.images, self.labels, self.inputs, self.targets
        for indices in self.order.batches(batch, steps):
            indices = torch.from_numpy(self.share(indices))
            if len(targets) != len(indices):
                inputs = self.inputs = torch.empty(len(indices), images.shape[1])
                targets = self.targets = torch.empty(len(indices), dtype=torch.int64)
            torch.index_select(images, 0, indices, out=inputs)
            torch.index_select(labels, 0, indices, out=targets)
            self.optimizer.zero_grad(set_to_none=True)
            self.loss(self.forward(inputs), targets).backward()
            self.optimizer.step()

    def probe_loss(self):
        count = common.PROBE_SAMPLES
        with torch.no_grad():
            return self.loss(self.model(self.images[:count]), self.labels[:count]).item()

    def round_steps(self, batch, steps):
        return steps

    def describe(self):
        return {"versions": {"torch": torch.__version__}, "threads": torch.get_num_threads()}


if __name__ == "__main__":
    chosen = common.parse(__doc__, extend)
    prepare(chosen)
    sys.exit(common.main(Trainer, chosen))
