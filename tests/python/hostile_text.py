# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Texts of the kinds that break tables, quoting, mark-up and terminals."""

import random

KINDS = (
    "plain", '"', '""', ",", ";", "|", "\\|", "\\", "'", "`", "``", "\n", "\r\n", "\r", "\t", "\x00",
    "\x7f", "\x1b[2J", "\x1b]0;title\x07", "=1+1", "+1-1", "-cmd", "@SUM(A1)", "<script>alert(1)</script>",
    "</title></svg>", "&amp;", "]]>", "-->", "{{ 7 }}", "$x^{2", "$\\frac$", "%s", "[a](http://e.org)",
    "![b](c)", "#", "* ", "1. ", "_", "\u202e", "\u200f", "\u2066", "\u2028", "\ufeff", "\x9b", "é", "漢字",
    "😀", "e\u0301", "\ud800", "\ufffe", "x" * 10240,
)


def texts(seed, mixtures):
    """Every kind by itself, then `mixtures` of several, drawn from `seed`. None is blank."""
    draw = random.Random(seed)
    for kind in KINDS:
        yield "." + kind
    for _ in range(mixtures):
        yield "." + "".join(draw.choice(KINDS[:-1]) for _ in range(draw.randint(2, 6)))


def acts(text, kept=""):
    """The characters of `text` that act on a terminal or turn what is read, but for those `kept`:
    controls, marks of direction, line separators, halves of surrogates; by their numbers in
    Unicode."""
    ranges = ((0x00, 0x1F), (0x7F, 0x9F), (0x61C, 0x61C), (0x200E, 0x200F), (0x2028, 0x202E),
              (0x2066, 0x2069), (0xFEFF, 0xFEFF), (0xD800, 0xDFFF))
    return {c for c in text if any(a <= ord(c) <= b for a, b in ranges)} - set(kept)
