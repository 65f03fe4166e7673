"""Automata of moves as SVG and in the language of Graphviz: circles for states, arrows for letters."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape

from lasker.algebra.decision.automaton import Automaton, Guards
from lasker.algebra.moves import Move
from lasker.drawing.style import xml_text

Show = Callable[[Move], str]
Point = tuple[float, float]
ACROSS, DOWN, RADIUS, MARGIN, LINE = 150.0, 92.0, 18.0, 60.0, 17.0
INK, SOFT = "#35302c", "#8b8577"
LONG = 14  # characters of a letter that is written on an edge; longer ones get a name


def labels(found: Automaton, show: Show) -> tuple[dict[tuple[int, int], list[str]], list[str]]:
    """What is written on the arrows between two states, and what the names of long letters mean.

    >>> from lasker.algebra.decision.automaton import automaton
    >>> from lasker.algebra.moves import Repeat, Variable
    >>> labels(automaton(Repeat(Variable("M"), 1, None)), lambda move: move.name)
    ({(0, 1): ['M'], (1, 1): ['M']}, [])
    """
    texts = dict.fromkeys(show(edge.letter) for edge in found.edges)
    long = [text for text in texts if len(text) > LONG]
    names = {text: f"a{number}" for number, text in enumerate(long, 1)}
    written: dict[tuple[int, int], list[str]] = {}
    for edge in found.edges:
        text = _guarded(edge.guards, show) + names.get(letter := show(edge.letter), letter)
        written.setdefault((edge.start, edge.end), []).append(text)
    return written, [f"{name} = {text}" for text, name in names.items()]


def _guarded(guards: Guards, show: Show) -> str:
    return "".join(f"{show(guard)} " for guard in guards)


def legend(found: Automaton, show: Show) -> list[str]:
    """What remains to be done in each state, and under which tests it may be the last one."""
    lines = []
    for number, state in enumerate(found.states):
        ends = [_guarded(guards, show).strip() for at, guards in found.stops if at == number]
        last = "" if not ends else "; may stop" if "" in ends else f"; may stop if {' or '.join(ends)}"
        lines.append(f"{number}: {show(state)}{last}")
    return lines


def automaton_svg(found: Automaton, show: Show, title: str = "") -> str:
    """The automaton as a picture; states further from the start are further to the right.

    >>> from lasker.algebra.decision.automaton import automaton
    >>> from lasker.algebra.moves import Repeat, Variable
    >>> picture = automaton_svg(automaton(Repeat(Variable("M"), 1, None)), lambda move: str(move)[:3])
    >>> picture.count('class="state"'), picture.count('class="final"')
    (2, 1)
    """
    written, names = labels(found, show)
    places = _places(found)
    notes = [*([title] if title else []), *legend(found, show), *names]
    bottom = max(y for _, y in places) + MARGIN
    wide = max(max(x for x, _ in places) + 2 * MARGIN, 40 + 6.6 * max(map(len, notes)))
    high = bottom + LINE * len(notes) + 14
    parts = [_arrow((places[0][0] - MARGIN + 8, places[0][1]), (places[0][0] - RADIUS, places[0][1]), 0)]
    for (start, end), texts in written.items():
        if start == end:
            parts.append(_loop(places[start], ", ".join(texts)))
        else:
            bend = 24.0 if (end, start) in written or abs(places[end][0] - places[start][0]) > ACROSS else 0.0
            parts.append(_edge(places[start], places[end], ", ".join(texts), bend))
    for number, (x, y) in enumerate(places):
        outer = f'r="{RADIUS:g}" fill="#fffdf8" stroke="{INK}"'
        parts.append(f'<circle class="state" cx="{x:g}" cy="{y:g}" {outer}/>')
        if number in found.final:
            inner = f'r="{RADIUS - 4:g}" fill="none" stroke="{INK}"'
            parts.append(f'<circle class="final" cx="{x:g}" cy="{y:g}" {inner}/>')
        parts.append(_words((x, y + 4.5), str(number), "middle"))
    parts += [_words((14, bottom + LINE * (at + 1)), note, "start") for at, note in enumerate(notes)]
    size = f'viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return "\n".join([head, *parts, "</svg>\n"])


def _places(found: Automaton) -> list[Point]:
    """A place for each state: in columns by the distance from the start."""
    far = {0: 0}
    for state in (todo := [0]):  # the list grows
        for edge in found.edges:
            if edge.start == state and edge.end not in far:
                far[edge.end] = far[state] + 1
                todo.append(edge.end)
    columns: dict[int, list[int]] = {}
    for state in todo:
        columns.setdefault(far[state], []).append(state)
    tallest = max(map(len, columns.values()))
    places: dict[int, Point] = {}
    for column, states in columns.items():
        for row, state in enumerate(states):
            top = (tallest - len(states)) / 2
            shift = 9.0 * (column % 2)  # so that lines along a row do not cross its other states
            places[state] = (MARGIN + ACROSS * column, MARGIN + 14 + DOWN * (top + row) + shift)
    return [places[state] for state in range(len(found.states))]


def _words(at: Point, text: str, anchor: str, colour: str = INK) -> str:
    style = f'font-family="sans-serif" font-size="12" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" {style}>{escape(xml_text(text))}</text>'


def _head(tip: Point, along: Point) -> str:
    """A filled arrow head that ends at a point."""
    length = math.hypot(*along) or 1.0
    x, y = along[0] / length, along[1] / length
    back = (tip[0] - 9 * x, tip[1] - 9 * y)
    one, two = (back[0] - 4 * y, back[1] + 4 * x), (back[0] + 4 * y, back[1] - 4 * x)
    corners = " ".join(f"{a:.1f} {b:.1f}" for a, b in (tip, one, two))
    return f'<path d="M{corners}Z" fill="{INK}"/>'


def _arrow(start: Point, end: Point, bend: float) -> str:
    """A line from point to point, bent to one side."""
    (x, y), (u, v) = start, end
    length = math.hypot(u - x, v - y) or 1.0
    middle = ((x + u) / 2 + 2 * bend * (v - y) / length, (y + v) / 2 - 2 * bend * (u - x) / length)
    curve = f"M{x:.1f} {y:.1f}Q{middle[0]:.1f} {middle[1]:.1f} {u:.1f} {v:.1f}"
    line = f'<path d="{curve}" fill="none" stroke="{INK}"/>'
    return line + _head(end, (u - middle[0], v - middle[1]))


def _edge(start: Point, end: Point, text: str, bend: float) -> str:
    """An arrow between two circles, with its label beside its middle."""
    (x, y), (u, v) = start, end
    length = math.hypot(u - x, v - y) or 1.0
    dx, dy = (u - x) / length, (v - y) / length
    near = (x + dx * RADIUS, y + dy * RADIUS)
    far = (u - dx * RADIUS, v - dy * RADIUS)
    at = ((x + u) / 2 + (bend + 11) * dy, (y + v) / 2 - (bend + 11) * dx)
    return _arrow(near, far, bend) + _words(at, text, "middle", SOFT)


def _loop(at: Point, text: str) -> str:
    x, y = at
    start, end = (x - 9, y - RADIUS + 3), (x + 9, y - RADIUS + 3)
    control = f"{x - 26:.1f} {y - 52:.1f} {x + 26:.1f} {y - 52:.1f}"
    curve = f"M{start[0]:.1f} {start[1]:.1f}C{control} {end[0]:.1f} {end[1]:.1f}"
    line = f'<path d="{curve}" fill="none" stroke="{INK}"/>'
    return line + _head(end, (-17, 37)) + _words((x, y - 48), text, "middle", SOFT)


def automaton_dot(found: Automaton, show: Show, name: str = "move") -> str:
    """The automaton for Graphviz.

    >>> from lasker.algebra.decision.automaton import automaton
    >>> from lasker.algebra.moves import Variable
    >>> print(automaton_dot(automaton(Variable("M")), lambda move: getattr(move, "name", "nil")))
    digraph "move" {
      rankdir=LR; start [shape=point]; start -> 0;
      0 [shape=circle, tooltip="M"];
      1 [shape=doublecircle, tooltip="nil"];
      0 -> 1 [label="M"];
    }
    """
    lines = [f"digraph {_quoted(name)} {{", "  rankdir=LR; start [shape=point]; start -> 0;"]
    for number, state in enumerate(found.states):
        shape = "doublecircle" if number in found.final else "circle"
        lines.append(f"  {number} [shape={shape}, tooltip={_quoted(show(state))}];")
    for edge in found.edges:
        text = _guarded(edge.guards, show) + show(edge.letter)
        lines.append(f"  {edge.start} -> {edge.end} [label={_quoted(text)}];")
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
