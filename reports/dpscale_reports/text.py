# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Texts that somebody else chose, on their way to people: the same rules as
trainers/protocol/printable.hpp. Uses the standard library only."""

import shlex

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
#: Controls, what shows nothing and changes how others are shown or read, halves of surrogates. The
#: joiners U+200C and U+200D stay: words of several scripts need them.
_ACTING = (
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x61C, 0x61C), (0x180E, 0x180E), (0x200B, 0x200B),
    (0x200E, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0xD800, 0xDFFF), (0xFDD0, 0xFDEF),
    (0xFEFF, 0xFEFF), (0xFFF9, 0xFFFB), (0xE0000, 0xE007F),
)


def _acts(character):
    code = ord(character)
    # The last two of each plane are no characters; XML can't hold those of the first.
    return code & 0xFFFE == 0xFFFE or any(first <= code <= last for first, last in _ACTING)


def _name(character):
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how Python holds a byte that is no UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def printable(text, kept=""):
    """`text` with what acts on a terminal or turns what is read as "\\n", "\\x1b", "\\u202e"; the
    characters in `kept` stay."""
    text = str(text)
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        _NAMED.get(c) or _name(c) if c not in kept and _acts(c) else c for c in text
    )


def shortened(text, most):
    """`text` in at most `most` characters; where it is longer, "[...]" stands for its middle."""
    mark = " [...] "
    if len(text) <= most:
        return text
    half = (most - len(mark)) // 2
    return f"{text[:half]}{mark}{text[-half:]}"


def cleaned(document, key=None):
    """A stored document with every text in it printable. Commands stay as they are, since they are
    shown as a shell takes them, and last words keep their lines."""
    if key == "command":
        return document
    if isinstance(document, str):
        return printable(document, "\n" if key == "stderr_tail" else "")
    if isinstance(document, list):
        return [cleaned(item) for item in document]
    if isinstance(document, dict):
        return {printable(k): cleaned(v, k) for k, v in document.items()}
    return document


def _bytes(character):
    held = 0xDC80 <= ord(character) <= 0xDCFF
    return character.encode("utf-8", "surrogateescape" if held else "surrogatepass")


def shell_word(word):
    """A word as a shell takes it. One with characters that act is written $'\\x1b[2J', which bash
    and others read back as those characters."""
    if not any(_acts(c) for c in word):
        return shlex.quote(word)
    parts = []
    for character in word:
        if character in "\\'":
            parts.append(f"\\{character}")
        elif _acts(character):
            parts.append("".join(f"\\x{byte:02x}" for byte in _bytes(character)))
        else:
            parts.append(character)
    return f"$'{''.join(parts)}'"


def command(arguments):
    """A command as a shell takes it, on one line."""
    return " ".join(shell_word(str(word)) for word in arguments)
