# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""What the report's words mean; (term, text) for HTML and Markdown."""

_TURNS = (
    "Turns, round, foursome",
    "Programs that are compared were started together and took turns: one works for a short window"
    " while the others wait, forwards through all of them, then backwards. Whatever slows the machine"
    " for a while then slows all alike. Two programs' four windows of one such pass are a foursome and"
    " give one ratio; where one of them lost its cores to other work, the foursome is left out as"
    " disturbed. A round is one start of all the programs. The interval is over rounds. Launch by"
    " launch means that the programs ran one after another, compared block by block.",
)


def terms(turns):
    """The terms; those of measuring in turns where `turns` says that the run names its methods."""
    return (*TERMS, _TURNS) if turns else TERMS


TERMS = (
    ("Throughput",
     "Samples really processed by all devices in a window of time, divided by the wall seconds from"
     " the common start to the last device's end. Never one device's rate times their number."),
    ("Cell, launch, interval",
     "A cell is one configuration. It is launched several times as a process of its own, in"
     " randomised blocks. A launch's figure is the median of its windows, a cell's the geometric"
     " mean of its launches, its interval the 95 % Student t interval on their logarithms. Fewer"
     " than three launches give a value and no interval."),
    ("Plain baseline",
     "train_single: a program without any communication code on one device. What a user gives up by"
     " going to several devices is measured against this one."),
    ("Self baseline",
     "The multi-device program itself on one device. An efficiency against it hides what that"
     " program costs when there is nobody to talk to, so it is the flattering one; it stands in the"
     " table, never in a figure."),
    ("Speed-up",
     "Throughput of N devices divided by that of one at the same global batch, block by block. Above"
     " 1, N devices beat one; when its interval holds 1, the run can't tell."),
    ("Strong efficiency",
     "Speed-up divided by N, global batch fixed: S(N, B) = X(N, B) / (N × X(1, B)). Each device's"
     " share shrinks as N grows, so it falls where shares get too small to be worth their overhead."),
    ("Weak efficiency",
     "Batch per device fixed: W(N, b) = X(N, N×b) / (N × X(1, b)). It falls where exchanging"
     " gradients costs more than it brings, or where devices contend for memory. The global batch"
     " grows with N, which changes training itself. Never compare it with a strong one."),
    ("Above 100 %",
     "Possible, and always with a cause worth knowing: most often a smaller share of the batch that"
     " fits a nearer cache. Such cells are flagged, with the likely cause."),
    ("Too wide for one figure",
     "Where the interval of an efficiency is wider than 10 points, no single figure would be honest:"
     " what is known is the interval, and it stands in the figure's place, in whole per cent rounded"
     " outwards. The note says how many launches or rounds would narrow it."),
    ("Oversubscribed",
     "More threads than physical cores. Such a cell measures the scheduler. It is shown, hollow, and"
     " kept out of efficiency figures and verdicts."),
    ("Throttled",
     "The control group has a CPU quota, and it was used up while a launch of the cell was measured:"
     " the program was stopped until the next period began. Such a cell measures the quota."),
    ("Crossover",
     "The smallest measured batch from which on N devices beat one, there and at every larger"
     " batch. Between two measured batches nothing is known."),
    ("Failed cell",
     "A cell with a launch that crashed, hung, ran out of memory or gave a wrong result publishes no"
     " figure. It stays in every table and, as a cross on the axis, in the plots."),
)
