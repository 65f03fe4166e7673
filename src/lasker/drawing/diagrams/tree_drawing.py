"""Trees of pictures as SVG: each node a small picture under its title, lines down to what follows."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from lasker.drawing.style import xml_text
from lasker.kernel.dataclass import dataclass

WIDE, GAP, ABOVE, BELOW = 120.0, 20.0, 18.0, 34.0  # of a picture; between two; for its title; for its note
MARGIN = 12.0
INK, SOFT = "#35302c", "#8b8577"


@dataclass(frozen=True)
class Branch:
    """A picture with a title and a note, what follows it, and how much more would."""

    title: str
    svg: str
    note: str = ""
    below: tuple[Branch, ...] = ()
    more: int = 0


def tree_svg(root: Branch) -> str:
    """A tree of pictures, the root on top.

    >>> dot = '<svg viewBox="0 0 10 10" width="10" height="10"></svg>'
    >>> drawn = tree_svg(Branch("start", dot, below=(Branch("a", dot), Branch("b", dot, more=2))))
    >>> drawn.count("<svg"), drawn.count("<path"), "and 2 more" in drawn
    (4, 2, True)
    """
    high = max(WIDE * tall / wide for wide, tall in map(_size, _pictures(root)))
    step = ABOVE + high + BELOW
    parts: list[str] = []

    def draw(branch: Branch, left: float, depth: int) -> float:
        """Draw a branch at the left edge of its part of the page; the middle of its picture."""
        top = MARGIN + depth * step
        wide = _width(branch)
        at = left
        middles = []
        for each in branch.below:
            middles.append(draw(each, at, depth + 1))
            at += _width(each) + GAP
        middle = (middles[0] + middles[-1]) / 2 if middles else left + wide / 2
        for there in middles:
            line = f"M{middle:.1f} {top + ABOVE + high + 18:.1f} {there:.1f} {top + step + 2:.1f}"
            parts.append(f'<path d="{line}" fill="none" stroke="{SOFT}" stroke-width="1.5"/>')
        inner_wide, inner_high = _size(branch.svg)
        place = f'x="{middle - WIDE / 2:.1f}" y="{top + ABOVE:.1f}"'
        start, end = branch.svg.split("viewBox=", 1)
        box, rest = end.split('"', 2)[1:]
        size = f'width="{WIDE:g}" height="{WIDE * inner_high / inner_wide:.1f}"'
        inside = rest.split(">", 1)[1]
        parts.append(f'{start.split("<svg")[0]}<svg {place} {size} viewBox="{box}">{inside.strip()}')
        parts.append(_words(middle, top + ABOVE - 5, branch.title, INK))
        note = " ".join(filter(None, [branch.note, f"and {branch.more} more" if branch.more else ""]))
        if note:
            parts.append(_words(middle, top + ABOVE + high + 13, note, SOFT))
        return middle

    draw(root, MARGIN, 0)
    size = (_width(root) + 2 * MARGIN, _depth(root) * step + 2 * MARGIN)
    box = f'viewBox="0 0 {size[0]:g} {size[1]:.1f}" width="{size[0]:g}" height="{size[1]:.1f}"'
    ground = f'<rect width="{size[0]:g}" height="{size[1]:.1f}" fill="#ffffff"/>'
    return "\n".join(
        [f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img">', ground, *parts, "</svg>\n"]
    )


def _words(x: float, y: float, text: str, colour: str) -> str:
    style = f'font-family="sans-serif" font-size="12" fill="{colour}" text-anchor="middle"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(xml_text(text))}</text>'


def _pictures(branch: Branch) -> Iterator[str]:
    yield branch.svg
    for each in branch.below:
        yield from _pictures(each)


def _size(svg: str) -> tuple[float, float]:
    wide, high = map(float, svg.split('viewBox="', 1)[1].split('"', 1)[0].split()[2:])
    return wide, high


def _width(branch: Branch) -> float:
    inner = sum(map(_width, branch.below)) + GAP * (len(branch.below) - 1)
    return max(WIDE, inner)


def _depth(branch: Branch) -> int:
    return 1 + max(map(_depth, branch.below), default=0)
