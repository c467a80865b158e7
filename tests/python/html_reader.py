# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Reads a report.html with the standard library's parser, apart from what made it."""

import html.parser

_VOID = {"meta", "link", "br", "hr", "img", "input", "wbr"}


class Node:
    """An element: its tag, attributes, children, and the text right inside it."""

    def __init__(self, tag, attributes, parent):
        self.tag, self.attributes, self.parent = tag, dict(attributes), parent
        self.children, self.texts = [], []

    def all(self, tag=None, **attributes):
        """Every element below, itself included, of this tag with these attributes."""
        if (tag in (None, self.tag)) and all(self.attributes.get(k.rstrip("_")) == v
                                             for k, v in attributes.items()):
            yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.all(tag, **attributes)

    def one(self, tag=None, **attributes):
        found = list(self.all(tag, **attributes))
        assert len(found) == 1, f"{len(found)} elements <{tag} {attributes}>"
        return found[0]

    @property
    def text(self):
        """All text below, with single blanks."""
        return " ".join(" ".join(self._pieces()).split())

    def _pieces(self):
        for child in self.children:
            if isinstance(child, Node):
                yield from child._pieces()
            else:
                yield child


class _Builder(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Node("document", {}, None)
        self.here, self.faults = self.root, []

    def handle_starttag(self, tag, attrs):
        node = Node(tag, attrs, self.here)
        self.here.children.append(node)
        if tag not in _VOID:
            self.here = node

    def handle_startendtag(self, tag, attrs):
        self.here.children.append(Node(tag, attrs, self.here))

    def handle_endtag(self, tag):
        if self.here.tag != tag:
            self.faults.append(f"</{tag}> closes <{self.here.tag}> at {self.getpos()}")
        if self.here.parent is not None:
            self.here = self.here.parent

    def handle_data(self, data):
        self.here.children.append(data)


def parse(text):
    """(root, faults of nesting)."""
    builder = _Builder()
    builder.feed(text)
    builder.close()
    if builder.here is not builder.root:
        builder.faults.append(f"<{builder.here.tag}> is never closed")
    return builder.root, builder.faults
