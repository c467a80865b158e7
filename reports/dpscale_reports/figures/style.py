# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""How figures look: colours told apart by the colour-blind, and never by colour alone."""

import contextlib

import matplotlib

# The palette of Okabe and Ito (2008), but for black, which is the text's.
BLUE, ORANGE, GREEN, VERMILLION, PURPLE, SKY, YELLOW = (
    "#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#f0e442",
)

# The page replaces these four (and the blue) by its own colours, so that figures follow a dark page.
INK, MUTED, GRID, PAPER = "#1b2129", "#5b6573", "#dde2e8", "#fefefe"

#: (colour, marker, line style) of the n-th line of a plot. Seven colours and six markers: the
#: first pair that repeats is the 43rd.
_COLOURS = (BLUE, ORANGE, GREEN, PURPLE, SKY, VERMILLION, MUTED)
_MARKERS = ("o", "s", "D", "^", "v", "P")
_DASHES = ("-", (0, (5, 1.5)), (0, (1, 1.2)), (0, (5, 1.5, 1, 1.5)), (0, (8, 2)))

#: phase -> (colour, hatch); neighbours differ in both.
PHASES = {
    "input": (SKY, ""), "forward": (BLUE, ""), "loss": (PURPLE, "xxx"), "backward": (GREEN, ""),
    "exchange": (VERMILLION, "////"), "wait": (YELLOW, "|||"), "optimizer": (ORANGE, "\\\\\\\\"),
    "other": ("#a3abb5", ""),
}

#: category of memory -> (colour, hatch)
CATEGORIES = {
    "parameters": (BLUE, ""), "gradients": (ORANGE, "\\\\\\\\"), "optimizer": (GREEN, ""),
    "activations": (SKY, "---"), "workspace": (PURPLE, "xxx"), "communication": (VERMILLION, "////"),
    "dataset": ("#a3abb5", ""),
}

_SETTINGS = {
    # The font that Matplotlib itself brings, so that the layout is the same everywhere.
    "font.family": "DejaVu Sans", "font.size": 9.5,
    "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.titlepad": 9.0,
    "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": MUTED,
    "axes.labelcolor": INK, "axes.titlecolor": INK, "text.color": INK, "axes.labelsize": 9.5,
    "axes.grid": True, "axes.axisbelow": True, "grid.color": GRID, "grid.linewidth": 0.8,
    "xtick.color": MUTED, "ytick.color": MUTED, "xtick.labelcolor": INK, "ytick.labelcolor": INK,
    "axes.facecolor": PAPER, "figure.facecolor": PAPER, "savefig.facecolor": PAPER,
    "legend.frameon": False, "legend.fontsize": 8.5, "lines.linewidth": 1.8,
    "lines.markersize": 6.5, "hatch.linewidth": 0.6, "hatch.color": INK,
    # A name with dollar signs is no formula.
    "text.parse_math": False,
    "svg.fonttype": "none", "svg.hashsalt": "dpscale", "path.simplify": False,
}


@contextlib.contextmanager
def applied():
    """Figures made inside look as this file says, whatever a matplotlibrc asks for."""
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_SETTINGS)
        yield


def line(index):
    """The look of the n-th line, as keywords of Axes.plot."""
    return {
        "color": _COLOURS[index % len(_COLOURS)],
        "marker": _MARKERS[index % len(_MARKERS)],
        "linestyle": _DASHES[index % len(_DASHES)],
    }
