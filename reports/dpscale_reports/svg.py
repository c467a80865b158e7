# SPDX-FileCopyrightText: the dpscale developers
# SPDX-License-Identifier: Apache-2.0
"""Drawings as SVG and PNG. The SVG gets what Matplotlib has no words for: a title and a
description, a tooltip for each point; and loses what differs from run to run."""

import io
import re
import xml.etree.ElementTree as ET

from .figures import style

_SVG = "http://www.w3.org/2000/svg"
_HREF = "{http://www.w3.org/1999/xlink}href"
_DOTS_PER_INCH = 160

# The widths of these are near those of the font the layout was made with, never larger.
_FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"

#: What inline figures take from the page, so that they follow its dark or printed look.
_VARIABLES = {style.INK: "var(--ink)", style.MUTED: "var(--muted)", style.GRID: "var(--grid)",
              style.PAPER: "var(--card)", style.BLUE: "var(--blue)"}


def png(picture):
    """The drawing as PNG bytes."""
    stream = io.BytesIO()
    # "Software" would name Matplotlib's version and home page.
    picture.drawing.savefig(stream, format="png", dpi=_DOTS_PER_INCH, metadata={"Software": None})
    return stream.getvalue()


def lay_out(picture):
    """Settles where everything goes, once, so that the SVG and the PNG are alike."""
    picture.drawing.draw_without_rendering()
    picture.drawing.set_layout_engine("none")


def tree(picture):
    """The drawing as an SVG element tree, with title, description, tooltips and own ids."""
    stream = io.BytesIO()
    picture.drawing.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    root = ET.fromstring(stream.getvalue())
    _drop(root, f"{{{_SVG}}}metadata")
    _drop_page_style(root)
    _add_tooltips(root, picture)
    _rename_ids(root, picture.slug)
    _set_fonts(root)
    _describe(root, picture)
    return root


def standalone(root):
    """The bytes of an SVG file."""
    ET.register_namespace("", _SVG)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="utf-8") + b"\n"


def inline(root):
    """The text to put into an HTML page: without a fixed size or namespaces, in the page's colours."""
    ET.register_namespace("", _SVG)
    text = ET.tostring(root, encoding="unicode")
    text = re.sub(r' xmlns(:\w+)?="[^"]*"', "", text)
    text = re.sub(r'^<svg([^>]*?) width="[^"]*"', r"<svg\1", text)
    text = re.sub(r'^<svg([^>]*?) height="[^"]*"', r"<svg\1", text)
    for colour, variable in _VARIABLES.items():
        text = text.replace(colour, variable)
    return text


def _drop(root, tag):
    for parent in root.iter():
        for child in [c for c in parent if c.tag == tag]:
            parent.remove(child)


def _drop_page_style(root):
    """Matplotlib's style rule matches everything, in a page all of the page."""
    for parent in root.iter():
        for child in [c for c in parent if c.tag == f"{{{_SVG}}}style"]:
            parent.remove(child)
    root.set("stroke-linejoin", "round")
    root.set("stroke-linecap", "butt")


def _add_tooltips(root, picture):
    for element in root.iter():
        tip = picture.points.get(element.get("id"))
        if tip is not None:
            title = ET.Element(f"{{{_SVG}}}title")
            title.text = tip
            element.insert(0, title)
            element.set("class", "point")


def _rename_ids(root, prefix):
    """Ids begin with the figure's name, as they share one page; those nobody refers to go away."""
    used = set()
    for element in root.iter():
        for name, value in element.attrib.items():
            used.update(re.findall(r"url\(#([^)]+)\)", value))
            if name == _HREF:
                used.add(value[1:])
    for element in root.iter():
        identity = element.attrib.pop("id", None)
        if identity in used or element.get("class") == "point":
            element.set("id", f"{prefix}-{identity}")
        for name, value in list(element.attrib.items()):
            if name == _HREF:
                del element.attrib[name]
                element.set("href", f"#{prefix}-{value[1:]}")
            elif "url(#" in value:
                element.set(name, value.replace("url(#", f"url(#{prefix}-"))


def _set_fonts(root):
    for element in root.iter(f"{{{_SVG}}}text"):
        looks = element.get("style", "")
        looks = re.sub(r"'DejaVu Sans'(, *[^;]+)?", _FONTS, looks)
        element.set("style", looks)


def _describe(root, picture):
    names = (f"{picture.slug}-title", f"{picture.slug}-text")
    for tag, identity, text in zip(("desc", "title"), reversed(names),
                                   (picture.alternative, picture.title), strict=True):
        element = ET.Element(f"{{{_SVG}}}{tag}", {"id": identity})
        element.text = text
        root.insert(0, element)
    root.set("role", "img")
    root.set("aria-labelledby", " ".join(names))
