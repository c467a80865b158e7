# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""PyTorch DistributedDataParallel over gloo: two processes, one core and one thread each.

The process that is started is rank 0; it starts rank 1, tells it before each stretch of steps how
many there are, and keeps the time from the common start to the last rank's end.
"""

import datetime
import os
import pathlib
import subprocess
import sys
import tempfile

import common
import torch
import torch_eager
from torch import distributed
from torch.nn.parallel import DistributedDataParallel

RANKS = 2


def extend(parser):
    torch_eager.extend(parser)
    parser.add_argument("--rank", type=int, default=0, help="set by rank 0")
    parser.add_argument("--rendezvous", help="set by rank 0")



def join(options):
    """Pins this rank to a core of its own and meets the others."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[options.rank % len(cores)]})
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    distributed.init_process_group("gloo", init_method=f"file://{options.rendezvous}",
                                   rank=options.rank, world_size=RANKS,
                                   timeout=datetime.timedelta(seconds=120))


class Trainer(torch_eager.Trainer):
    """One rank: the same training on its share of each batch, gradients averaged by DDP."""

    def __init__(self, options, images, labels):
        if options.batch % RANKS or options.settle_batch % RANKS:
            raise SystemExit(f"DDP's mean is over equal shares: no batch of {options.batch}")
        super().__init__(options, images, labels)
        self.forward = DistributedDataParallel(self.model, gradient_as_bucket_view=True,
                                               static_graph=True)
        self.command = torch.zeros(2, dtype=torch.int64)

    def share(self, indices):
        size = len(indices) // RANKS
        return indices[self.options.rank * size:(self.options.rank + 1) * size]

    def run(self, batch, steps):
        self.command[0], self.command[1] = batch, steps
        distributed.broadcast(self.command, 0)
        super().run(batch, steps)
        distributed.barrier()

    def follow(self):
        """Ranks other than 0: runs what rank 0 says until it says 0 steps."""
        while True:
            distributed.broadcast(self.command, 0)
            batch, steps = self.command.tolist()
            if not steps:
                return
            super().run(batch, steps)
            distributed.barrier()

    def dismiss(self):
        """Rank 0: ends the others."""
        self.command.zero_()
        distributed.broadcast(self.command, 0)

    def describe(self):
        return {**super().describe(), "ranks": RANKS}


def lead(options):
    """Rank 0: starts the other, measures, ends it."""
    with tempfile.TemporaryDirectory() as folder:
        options.rendezvous = str(pathlib.Path(folder) / "store")
        peer = subprocess.Popen([sys.executable, *sys.argv, "--rank", "1", "--rendezvous",
                                 options.rendezvous], stdout=subprocess.DEVNULL)
        try:
            join(options)
            made = []

            def make(*arguments):
                made.append(Trainer(*arguments))
                return made[0]

            code = common.main(make, options)
            made[0].dismiss()
            return peer.wait(60) or code
        finally:
            if peer.poll() is None:
                peer.kill()


if __name__ == "__main__":
    chosen = common.parse(__doc__, extend)
    chosen.threads = 1
    torch_eager.prepare(chosen)
    if chosen.rank:
        join(chosen)
        Trainer(chosen, *common.load(chosen.data)).follow()
    else:
        sys.exit(lead(chosen))
