"""Pictures in LaTeX: an SVG picture of Lasker as a `picture` environment, the same lines and colours.

Shapes become operators of PDF, which pdfLaTeX, LuaLaTeX and XeLaTeX pass on as they are; texts are set by
LaTeX. So boards, diagrams, charts and automata need no package, and look like their SVG. Opacity is
blended with white.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from textwrap import fill
from xml.etree import ElementTree

from lasker.drawing.documents.latex_document import escaped
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import PictureError

WIDEST = 340.0  # of a picture, in big points: the width of the text in an article
PIXEL = 0.6  # big points for a pixel, if the picture is not too wide
TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
OPERANDS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}
QUARTER = 0.5522847498  # where a Bézier curve of a quarter circle has its control points
Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
Segment = tuple[str, tuple[Point, ...]]  # an operator of PDF: m, l, c or h
STYLED = (
    "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray",
    "fill-opacity", "stroke-opacity", "font-size", "font-weight", "text-anchor",
)  # fmt: skip


@dataclass(frozen=True)
class _Style:
    """The inherited properties of an element, and the matrix from its coordinates to points of the page."""

    matrix: Matrix
    of: dict[str, str]

    def number(self, name: str, default: float) -> float:
        """A property that is a number."""
        found = TOKEN.search(self.of.get(name, ""))
        return float(found[0]) if found else default

    @property
    def scale(self) -> float:
        """How much longer lengths become."""
        a, b, c, d, _, _ = self.matrix
        return math.sqrt(abs(a * d - b * c))


def picture(svg: str, width: float | None = None) -> str:
    r"""An SVG picture as LaTeX; `width` is in big points (72 for an inch).

    >>> print(picture('<svg viewBox="0 0 10 10" width="10"><path d="M0 0H10" fill="#f00"/></svg>', 100))
    {\setlength{\unitlength}{1bp}\begin{picture}(100,100)
    \put(0,0){\laskerdraw{1 0 0 rg 0 100 m 100 100 l f}}
    \end{picture}}
    """
    root = ElementTree.fromstring(svg)
    box = [float(part) for part in root.get("viewBox", "").split()]
    if len(box) != 4:
        raise PictureError("this SVG has no viewBox, so its size is not known")
    pixels = float(root.get("width") or box[2])
    scale = (width or min(WIDEST, PIXEL * pixels)) / box[2]
    high = box[3] * scale
    start = _Style((scale, 0, 0, -scale, -box[0] * scale, high + box[1] * scale), {})
    sheet = dict(_sheet("".join(each.text or "" for each in root.iter() if _tag(each) == "style")))
    parts: list[str] = []
    shapes: list[str] = []

    def drawn() -> None:
        if shapes:
            body = fill(" ".join(shapes), 100, break_long_words=False, break_on_hyphens=False)
            parts.append(rf"\put(0,0){{\laskerdraw{{{body}}}}}")
            shapes.clear()

    for element, style in _elements(root, start, sheet):
        if _tag(element) == "text":
            drawn()
            parts.append(_text(element, style))
        else:
            shapes += _painted(_shape(element, style.matrix), style)
    drawn()
    size = f"({_n(box[2] * scale)},{_n(high)})"
    opening = rf"{{\setlength{{\unitlength}}{{1bp}}\begin{{picture}}{size}"
    return "\n".join([opening, *parts, r"\end{picture}}"])


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _sheet(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The rules of a style sheet, by tag or class."""
    for selector, body in re.findall(r"([.\w]+)\{([^}]*)\}", text):
        rules = dict(rule.split(":", 1) for rule in body.split(";") if ":" in rule)
        if "font" in rules:
            rules["font-size"] = rules["font"].split("px")[0]
        yield selector, rules


def _elements(
    parent: ElementTree.Element, outer: _Style, sheet: dict[str, dict[str, str]]
) -> Iterator[tuple[ElementTree.Element, _Style]]:
    """Everything that is drawn, with its style."""
    for element in parent:
        tag = _tag(element)
        classes = (f".{name}" for name in element.get("class", "").split())
        own = [sheet.get(name, {}) for name in (tag, *classes)]
        given = {name: element.attrib[name] for name in STYLED if name in element.attrib}
        style = replace(outer, of={k: v for each in (outer.of, *own, given) for k, v in each.items()})
        style = replace(style, matrix=_transformed(style.matrix, element.get("transform", "")))
        if tag == "svg":
            yield from _elements(element, replace(style, matrix=_inner(element, style.matrix)), sheet)
        elif tag == "g":
            yield from _elements(element, style, sheet)
        elif tag in {"path", "circle", "rect", "text"}:
            yield element, style


def _inner(element: ElementTree.Element, outer: Matrix) -> Matrix:
    """The matrix of an SVG within an SVG: its view box fitted into its place."""
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    left, top, wide, high = map(float, element.get("viewBox", "0 0 1 1").split())
    scale = min(float(element.get("width", wide)) / wide, float(element.get("height", high)) / high)
    return _times(outer, (scale, 0, 0, scale, x - left * scale, y - top * scale))


def _transformed(matrix: Matrix, text: str) -> Matrix:
    for name, body in re.findall(r"(\w+)\(([^)]*)\)", text):
        numbers = [float(found) for found in TOKEN.findall(body)]
        if name == "translate":
            matrix = _times(matrix, (1, 0, 0, 1, numbers[0], (*numbers, 0.0)[1]))
        elif name == "scale":
            matrix = _times(matrix, (numbers[0], 0, 0, numbers[-1], 0, 0))
        elif name == "rotate":
            angle, x, y = (*numbers, 0.0, 0.0)[:3]
            cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            turned = (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)
            matrix = _times(matrix, turned)
        else:
            raise PictureError(f"{name} is no transformation that can be written in LaTeX")
    return matrix


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (
        a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * o + e, b * k + d * o + f,
    )  # fmt: skip


def _shape(element: ElementTree.Element, matrix: Matrix) -> list[Segment]:
    """The outline of an element, in points of the page."""

    def given(*names: str) -> list[float]:
        return [float(element.get(name, 0)) for name in names]

    match _tag(element):
        case "circle":
            found = _circle(*given("cx", "cy", "r"))
        case "rect":
            found = _rectangle(*given("x", "y", "width", "height", "rx"))
        case _:
            found = list(_path(element.get("d", "")))
    a, b, c, d, e, f = matrix
    return [
        (operator, tuple((a * x + c * y + e, b * x + d * y + f) for x, y in points))
        for operator, points in found
    ]


def _circle(x: float, y: float, r: float) -> list[Segment]:
    k = r * QUARTER
    return [
        ("m", ((x + r, y),)),
        ("c", ((x + r, y + k), (x + k, y + r), (x, y + r))),
        ("c", ((x - k, y + r), (x - r, y + k), (x - r, y))),
        ("c", ((x - r, y - k), (x - k, y - r), (x, y - r))),
        ("c", ((x + k, y - r), (x + r, y - k), (x + r, y))),
        ("h", ()),
    ]


def _rectangle(x: float, y: float, wide: float, high: float, rx: float) -> list[Segment]:
    r = min(rx, wide / 2, high / 2)
    k = r * (1 - QUARTER)
    right, low = x + wide, y + high
    if r <= 0:
        corners = [(right, y), (right, low), (x, low)]
        return [("m", ((x, y),)), *(("l", (corner,)) for corner in corners), ("h", ())]
    return [
        ("m", ((x + r, y),)),
        ("l", ((right - r, y),)),
        ("c", ((right - k, y), (right, y + k), (right, y + r))),
        ("l", ((right, low - r),)),
        ("c", ((right, low - k), (right - k, low), (right - r, low))),
        ("l", ((x + r, low),)),
        ("c", ((x + k, low), (x, low - k), (x, low - r))),
        ("l", ((x, y + r),)),
        ("c", ((x, y + k), (x + k, y), (x + r, y))),
        ("h", ()),
    ]


def _path(text: str) -> Iterator[Segment]:
    """The segments of an SVG path, all absolute."""
    tokens = TOKEN.findall(text)
    at = 0
    command = ""
    here = first = (0.0, 0.0)
    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        elif command in "Zz":
            raise PictureError(f"the path {text!r} cannot be read")
        count = OPERANDS[command.upper()]
        numbers = [float(token) for token in tokens[at : at + count]]
        at += count
        x, y = here if command.islower() else (0.0, 0.0)
        match command.upper():
            case "M":
                here = first = (x + numbers[0], y + numbers[1])
                yield "m", (here,)
                command = "l" if command.islower() else "L"  # more points are lines
            case "L" | "H" | "V" as kind:
                across = here[0] if kind == "V" else x + numbers[0]
                down = here[1] if kind == "H" else y + numbers[-1]
                here = (across, down)
                yield "l", (here,)
            case "C":
                points = [(x + numbers[i], y + numbers[i + 1]) for i in (0, 2, 4)]
                here = points[2]
                yield "c", tuple(points)
            case "Q":
                (a, b), end = (x + numbers[0], y + numbers[1]), (x + numbers[2], y + numbers[3])
                one = (here[0] + 2 / 3 * (a - here[0]), here[1] + 2 / 3 * (b - here[1]))
                two = (end[0] + 2 / 3 * (a - end[0]), end[1] + 2 / 3 * (b - end[1]))
                here = end
                yield "c", (one, two, end)
            case "A":
                end = (x + numbers[5], y + numbers[6])
                yield from _arc(here, end, numbers[0], bool(numbers[3]), bool(numbers[4]))
                here = end
            case _:
                here = first
                yield "h", ()


def _arc(start: Point, end: Point, radius: float, large: bool, sweep: bool) -> Iterator[Segment]:
    """A circular arc as Bézier curves of at most a quarter circle each."""
    (x, y), (u, v) = start, end
    chord = math.hypot(u - x, v - y)
    if chord == 0:
        return
    radius = max(radius, chord / 2)
    aside = math.sqrt(max(0.0, radius**2 - chord**2 / 4)) * (1 if large != sweep else -1) / chord
    middle = ((x + u) / 2 + aside * (y - v), (y + v) / 2 + aside * (u - x))
    begin = math.atan2(y - middle[1], x - middle[0])
    turn = (math.atan2(v - middle[1], u - middle[0]) - begin) % (2 * math.pi)
    turn = turn if sweep else turn - 2 * math.pi
    pieces = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / pieces
    reach = radius * 4 / 3 * math.tan(step / 4)
    for piece in range(pieces):
        a, b = begin + piece * step, begin + (piece + 1) * step
        p = (middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a))
        q = (middle[0] + radius * math.cos(b), middle[1] + radius * math.sin(b))
        one = (p[0] - reach * math.sin(a), p[1] + reach * math.cos(a))
        two = (q[0] + reach * math.sin(b), q[1] - reach * math.cos(b))
        yield "c", (one, two, q)


def _painted(segments: list[Segment], style: _Style) -> Iterator[str]:
    """The operators that fill and stroke an outline."""
    inside = _colour(style.of.get("fill", "#000"), style.number("fill-opacity", 1))
    edge = _colour(style.of.get("stroke", "none"), style.number("stroke-opacity", 1))
    if not segments or (inside is None and edge is None):
        return
    if inside is not None:
        yield f"{inside} rg"
    if edge is not None:
        wide = style.number("stroke-width", 1) * style.scale
        dashes = [float(part) * style.scale for part in TOKEN.findall(style.of.get("stroke-dasharray", ""))]
        cap = {"round": 1, "square": 2}.get(style.of.get("stroke-linecap", ""), 0)
        join = {"round": 1, "bevel": 2}.get(style.of.get("stroke-linejoin", ""), 0)
        yield f"{edge} RG {_n(wide)} w {cap} J {join} j [{' '.join(map(_n, dashes))}] 0 d"
    for operator, points in segments:
        yield " ".join([*(_n(each) for point in points for each in point), operator])
    yield "B" if inside is not None and edge is not None else "S" if inside is None else "f"


def _colour(text: str, opacity: float) -> str | None:
    """A colour of SVG as three numbers from 0 to 1, blended with white."""
    if not text.startswith("#"):
        return None
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    return " ".join(_n(1 - opacity * (1 - part)) for part in parts)


def _text(element: ElementTree.Element, style: _Style) -> str:
    a, b, c, d, e, f = style.matrix
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    at = f"({_n(a * x + c * y + e)},{_n(b * x + d * y + f)})"
    anchor = {"middle": "b", "end": "br"}.get(style.of.get("text-anchor", ""), "bl")
    size = _n(style.number("font-size", 16) * style.scale)
    weight = r"\bfseries" * (style.of.get("font-weight") == "bold")
    words = escaped("".join(element.itertext()).strip())
    box = rf"\makebox(0,0)[{anchor}]{{\fontsize{{{size}bp}}{{{size}bp}}\sffamily{weight}\selectfont {words}}}"
    colour = _colour(style.of.get("fill", "#000"), style.number("fill-opacity", 1))
    if colour in (None, "0 0 0"):
        return rf"\put{at}{{{box}}}"
    return rf"\put{at}{{\laskerdraw{{q {colour} rg}}{box}\laskerdraw{{Q}}}}"


def _n(value: float) -> str:
    """A number with two digits after the point, in a canonical format."""
    return f"{round(value, 2) + 0:.10g}"
