"""Charts as SVG: histograms, intervals and curves, in the colours of the boards.

Ours and not those of a plotting library: three kinds of charts are 150 lines, Matplotlib would be by far the
largest package that Lasker needs, and these are the same bytes on every machine and with every version of
anything, so that pictures in pages and tests can be compared.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from lasker.drawing.style import xml_text

WIDE, HIGH = 640, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 20, 62, 48
INK, GRID, FILL, SOFT = "#4a463d", "#e3ded2", "#1f6f78", "#bcd4d4"
COLOURS = (FILL, "#b8452f", "#3d6fa3", "#8a6d1f", "#7a4a8c", INK)  # of several curves
Point = tuple[float, float]


def text(x: float, y: float, words: str, anchor: str = "middle", size: int = 13, colour: str = INK) -> str:
    """A line of text."""
    style = f'font-family="sans-serif" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(xml_text(words))}</text>'


def sheet(title: str, parts: Sequence[str], high: int = HIGH) -> str:
    """A whole chart with a title.

    >>> sheet("Lengths", []).startswith("<svg ")
    True
    """
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" width="{WIDE}" height="{high}">'
    )
    ground = f'<rect width="{WIDE}" height="{high}" fill="#fffdf8"/>'
    return "\n".join([head, ground, text(LEFT, 26, title, "start", 16), *parts, "</svg>\n"])


def steps(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers in an interval, for the ticks of an axis.

    >>> steps(0, 23), steps(0.2, 0.9)
    ([0.0, 5.0, 10.0, 15.0, 20.0], [0.2, 0.4, 0.6, 0.8])
    """
    span = max(high - low, 1e-9)
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * nice for nice in (1, 2, 5, 10) if power * nice >= rough)
    first = math.ceil(low / step - 1e-9)
    return [round(step * n, 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


class Axes:
    """The scales of a chart: from values to points of the sheet."""

    def __init__(self, across: tuple[float, float], up: tuple[float, float]) -> None:
        self.across = across if across[1] > across[0] else (across[0], across[0] + 1)
        self.up = up if up[1] > up[0] else (up[0], up[0] + 1)

    def x(self, value: float) -> float:
        """The horizontal position of a value."""
        low, high = self.across
        return LEFT + (WIDE - LEFT - RIGHT) * (value - low) / (high - low)

    def y(self, value: float) -> float:
        """The vertical position of a value."""
        low, high = self.up
        return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * (value - low) / (high - low)

    def drawn(self, across: str, up: str, ticks: bool = True) -> Iterator[str]:
        """The lines, ticks and labels of the axes."""
        for value in steps(*self.up):
            y = self.y(value)
            yield f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{GRID}"/>'
            yield text(LEFT - 8, y + 4, f"{value:g}", "end", 12)
        for value in steps(*self.across) if ticks else ():
            yield text(self.x(value), HIGH - BOTTOM + 18, f"{value:g}", size=12)
        yield text((LEFT + WIDE - RIGHT) / 2, HIGH - 10, across, size=12)
        yield text(LEFT, TOP - 12, up, "start", 12)

    def line(self, points: Sequence[Point], colour: str = FILL) -> str:
        """A polyline through points."""
        path = " ".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-linejoin="round"/>'

    def band(self, low: Sequence[Point], high: Sequence[Point]) -> str:
        """The area between two lines."""
        path = " ".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in [*low, *reversed(high)])
        return f'<path d="M{path}Z" fill="{SOFT}" opacity="0.7"/>'


def columns(title: str, groups: Sequence[tuple[float, float, float]], across: str, up: str) -> str:
    """A histogram of bins (from, to, count)."""
    axes = Axes((groups[0][0], groups[-1][1]), (0, max(each for _, _, each in groups) * 1.05))
    parts = list(axes.drawn(across, up))
    for low, high, number in groups:
        x, wide = axes.x(low), axes.x(high) - axes.x(low)
        y = axes.y(number)
        parts.append(
            f'<rect x="{x + 1:.1f}" y="{y:.1f}" width="{max(1.0, wide - 2):.1f}"'
            f' height="{max(0.0, axes.y(0) - y):.1f}" fill="{FILL}"/>'
        )
    return sheet(title, parts)


def curve(
    title: str,
    middle: Sequence[Point],
    across: str,
    up: str,
    band: tuple[Sequence[Point], Sequence[Point]] | None = None,
) -> str:
    """A curve, with a confidence band if one is given."""
    every = [*middle, *(point for side in band or () for point in side)]
    low, high = min(0.0, *(y for _, y in every)), max(y for _, y in every)
    axes = Axes((middle[0][0], middle[-1][0]), (low, high * 1.05))
    parts = [*([axes.band(*band)] if band else []), *axes.drawn(across, up), axes.line(middle)]
    return sheet(title, parts)


def growth(title: str, series: Mapping[str, Sequence[Point]], across: str, up: str) -> str:
    """Several curves of positive values on a logarithmic scale, each with its name at its end.

    >>> picture = growth("Steps", {"add": [(0, 1), (1, 3)], "mul": [(0, 1), (1, 10)]}, "x", "steps")
    >>> picture.count("<path d=") >= 2, ">mul<" in picture
    (True, True)
    """
    logarithms = {name: [(x, math.log10(max(y, 1))) for x, y in points] for name, points in series.items()}
    every = [point for points in logarithms.values() for point in points]
    highest = max(1.0, math.ceil(max(y for _, y in every)))
    axes = Axes((min(x for x, _ in every), max(x for x, _ in every)), (0, highest))
    parts = []
    for power in range(0, int(highest) + 1, max(1, int(highest) // 6)):
        y = axes.y(power)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{GRID}"/>')
        parts.append(text(LEFT - 8, y + 4, f"{10**power:,}" if power < 5 else f"1e{power}", "end", 12))
    for value in steps(*axes.across):
        parts.append(text(axes.x(value), HIGH - BOTTOM + 18, f"{value:g}", size=12))
    parts.append(text((LEFT + WIDE - RIGHT) / 2, HIGH - 10, across, size=12))
    parts.append(text(LEFT, TOP - 12, up, "start", 12))
    for number, (name, points) in enumerate(logarithms.items()):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(axes.line(points, colour))
        x, y = points[-1]
        parts.append(text(axes.x(x) - 4, axes.y(y) - 6, name, "end", 12, colour))
    return sheet(title, parts)


def ranges(
    title: str, rows: Sequence[tuple[str, float, float, float]], across: str, mark: float | None = None
) -> str:
    """Estimates with their intervals, a row each; `mark` is a reference line."""
    ends = [each for _, *three in rows for each in three] + ([] if mark is None else [mark])
    low, high = min(ends), max(ends)
    room = max(0.05 * (high - low), 1e-6)
    named = 20 + 7 * max(len(name) for name, *_ in rows)
    left, line = max(LEFT, named), 30
    tall = TOP + line * len(rows) + BOTTOM
    span = WIDE - left - RIGHT

    def x(value: float) -> float:
        return left + span * (value - low + room) / (high - low + 2 * room)

    bottom = tall - BOTTOM
    parts = []
    for value in steps(low, high):
        parts.append(f'<path d="M{x(value):.1f} {TOP}V{bottom}" stroke="{GRID}"/>')
        parts.append(text(x(value), bottom + 18, f"{value:g}", size=12))
    if mark is not None:
        parts.append(f'<path d="M{x(mark):.1f} {TOP}V{bottom}" stroke="{INK}" stroke-dasharray="4 4"/>')
    for at, (name, middle, least, most) in enumerate(rows):
        y = TOP + line * (at + 0.5)
        parts.append(text(left - 10, y + 4, name, "end"))
        parts.append(f'<path d="M{x(least):.1f} {y}H{x(most):.1f}" stroke="{SOFT}" stroke-width="8"/>')
        parts.append(f'<circle cx="{x(middle):.1f}" cy="{y}" r="6" fill="{FILL}"/>')
    parts.append(text(left + span / 2, tall - 10, across, size=12))
    return sheet(title, parts, tall)
