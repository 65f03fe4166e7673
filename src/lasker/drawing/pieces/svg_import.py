"""Drawings of one's own pieces: SVG from anywhere, of which only shapes and their colours are taken over.

What could run, load or refer to something is refused with its line and column. What drawing programs write
beside the shapes (titles, metadata, names of their own) is left out.
"""

from __future__ import annotations

import re
from html import escape
from typing import NoReturn
from xml.parsers import expat

from lasker.kernel.errors import PictureError
from lasker.kernel.source import Source, Span

LARGEST, MOST_ELEMENTS, DEEPEST, FARTHEST = 64_000, 500, 20, 1e6
SHAPES = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
LEFT_OUT = {"title", "desc", "metadata"}
GEOMETRY = {"d", "points", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2"}
COLOURS = {"fill", "stroke", "color"}
STYLES = {
    "opacity", "fill-opacity", "fill-rule", "stroke-width", "stroke-opacity", "stroke-linecap",
    "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray", "stroke-dashoffset",
}  # fmt: skip
IGNORED = {
    "id", "class", "version", "role", "lang", "space", "baseProfile", "preserveAspectRatio", "display",
    "overflow", "enable-background", "paint-order", "vector-effect", "shape-rendering",
    "clip-rule", "visibility",
}  # fmt: skip
COLOUR = re.compile(r"[a-zA-Z]{1,30}|#[0-9a-fA-F]{3,8}|rgba?\([0-9., %]{1,60}\)")
NUMBERS = re.compile(r"[-+0-9.eE, \t\r\nMmLlHhVvCcSsQqTtAaZz%px]*")
TRANSFORM = re.compile(r"\s*((matrix|translate|scale|rotate|skewX|skewY)\s*\([-+0-9.eE, \t\r\n]*\)[\s,]*)*")
WORD = re.compile(r"[-+0-9.eE, a-z%]{1,80}")
FOREIGN = re.compile(r"xmlns$|(xmlns|xml|inkscape|sodipodi|rdf|cc|dc|sketch|serif):|data-|aria-")
DISC = '<circle cx="50" cy="50" r="45"/>'


def own_svg(text: str, name: str = "<picture>") -> str:
    """A picture as shapes in a box of 100 by 100. Shapes without a fill get the owner's colour; if there is
    none, a disc of that colour is behind the picture. `currentColor` is the colour of lines on the piece.

    >>> own_svg('<svg viewBox="0 0 50 50"><path d="M0 0H50L25 50Z"/></svg>')
    '<g transform="translate(0 0) scale(2)" stroke-width="1.5"><path d="M0 0H50L25 50Z"/></g>'
    >>> own_svg('<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>', "a.svg")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.PictureError: <script> is not allowed in the picture of a piece
    """
    source = Source(text, name)
    if len(text.encode("utf-8", "replace")) > LARGEST:
        raise PictureError(f"{name}: a picture of a piece has at most {LARGEST} bytes", remedy="simplify it")
    return _Reader(source).read()


class _Reader:
    """Reads a picture element by element, and writes what is allowed."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.parts: list[str] = []
        self.open: list[tuple[str, bool]] = []  # the elements around this one; is a fill given?
        self.skipped = 0  # depth inside an element that is left out
        self.count = 0
        self.owned = False  # does a shape have the owner's colour?
        self.box: tuple[float, float, float, float] | None = None
        self.root = ""
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = lambda *_: self._refuse("a document type is not allowed")
        self.parser.EntityDeclHandler = lambda *_: self._refuse("entities are not allowed")
        self.parser.ProcessingInstructionHandler = lambda *_: self._refuse("instructions are not allowed")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text

    def read(self) -> str:
        try:
            self.parser.Parse(self.source.text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            span = self._place(error.lineno, error.offset)
            raise PictureError(
                f"this is not SVG: {expat.ErrorString(error.code)}",
                span=span,
                remedy="a picture begins with <svg …>",
            ) from None
        if self.box is None or not self.parts:
            raise PictureError(
                f"{self.source.name}: this picture has no shapes", span=Span(self.source, 0, 0)
            )
        left, top, width, height = self.box
        size = 100 if self.owned else 68  # of the drawing, inside the disc
        scale = size / max(width, height)
        x, y = 50 - scale * (left + width / 2), 50 - scale * (top + height / 2)
        place = f'transform="translate({x:.6g} {y:.6g}) scale({scale:.6g})" stroke-width="{3 / scale:.4g}"'
        art = "".join(self.parts)
        inner = f"<g{self.root}>{art}</g>" if self.root else art
        return f"{'' if self.owned else DISC}<g {place}>{inner}</g>"

    def _place(self, line: int, column: int) -> Span:
        start = 0
        for _ in range(line - 1):
            start = self.source.text.find("\n", start) + 1
        at = min(start + column, len(self.source.text))
        return Span(self.source, at, min(at + 1, len(self.source.text)))

    def _refuse(self, message: str, remedy: str | None = None) -> NoReturn:
        span = self._place(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber)
        shapes = ", ".join(sorted(SHAPES))
        raise PictureError(message, span=span, remedy=remedy or f"draw with g, {shapes}")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        tag = name.removeprefix("svg:")
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.open) + self.skipped > DEEPEST:
            self._refuse(
                f"a picture of a piece has at most {MOST_ELEMENTS} elements, {DEEPEST} deep", "simplify it"
            )
        if self.skipped or tag in LEFT_OUT or FOREIGN.match(name):
            self.skipped += 1
            return
        first = not self.open
        known = tag in SHAPES or tag in {"svg", "g", "defs"}  # editors write empty definitions
        if first != (tag == "svg") or not known or (self.open and self.open[-1][0] == "defs"):
            self._refuse(f"<{name[:40]}> is not allowed in the picture of a piece")
        given = dict(self._attributes(attributes))
        if first:
            self.box = self._box(attributes)
            self.root = _spelled({key: value for key, value in given.items() if key not in GEOMETRY})
        else:
            self.parts.append(f"<{_written(tag)}{_spelled(given)}>")
        filled = "fill" in given or (not first and self.open[-1][1])
        if tag in SHAPES:
            self.owned |= not filled
        self.open.append((tag, filled))

    def _end(self, name: str) -> None:
        if self.skipped:
            self.skipped -= 1
            return
        tag, _ = self.open.pop()
        if self.open:
            self.parts.append(f"</{_written(tag)}>")
            if tag in SHAPES and self.parts[-2].startswith(f"<{tag}"):
                self.parts[-2:] = [self.parts[-2][:-1] + "/>"]

    def _text(self, text: str) -> None:
        if text.strip() and not self.skipped:
            self._refuse("text is not allowed in the picture of a piece", "draw its letters as paths")

    def _attributes(self, attributes: dict[str, str]) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        for name, value in attributes.items():
            if name == "style":
                for rule in filter(str.strip, value.split(";")):
                    key, _, its = rule.partition(":")
                    if key.strip() in COLOURS | STYLES:
                        found += self._attribute(key.strip(), its.strip())
                    elif re.search(r"url|expression|import|@|\\", its + key, re.IGNORECASE):
                        self._refuse(f"the style {key.strip()[:40]} refers to something else")
            else:
                found += self._attribute(name, value)
        return found

    def _attribute(self, name: str, value: str) -> list[tuple[str, str]]:
        if name in IGNORED or FOREIGN.match(name) or name == "viewBox":
            return []
        if name == "transform":
            allowed = TRANSFORM
        elif name in GEOMETRY:
            allowed = NUMBERS
        elif name in COLOURS:
            allowed = COLOUR
        elif name in STYLES:
            allowed = WORD
        else:
            self._refuse(
                f"the attribute {name[:40]} is not allowed in the picture of a piece", "leave it out"
            )
        if not allowed.fullmatch(value.strip()):
            self._refuse(f"{name} cannot be {value[:40]!r}", "use numbers, and colours such as #a03 or none")
        return [(name, value.strip())]

    def _box(self, attributes: dict[str, str]) -> tuple[float, float, float, float]:
        given = attributes.get("viewBox") or f"0 0 {attributes.get('width')} {attributes.get('height')}"
        try:
            left, top, width, height = (
                float(part.removesuffix("px")) for part in given.replace(",", " ").split()
            )
        except ValueError:
            self._refuse(
                "the size of this picture is not known", 'give it a box: <svg viewBox="0 0 100 100">'
            )
        far = all(abs(each) <= FARTHEST for each in (left, top, width, height))
        if not (far and min(width, height) > 0):
            self._refuse(f"a picture cannot have the box {given[:60]}", "width and height are positive")
        return left, top, width, height


def _written(tag: str) -> str:
    return "g" if tag == "defs" else tag


def _spelled(attributes: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
