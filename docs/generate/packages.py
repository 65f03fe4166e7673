"""The picture of the architecture: packages in layers, each above those that it imports."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

from docs.generate.blocks import ROOT

SOURCE = ROOT / "src" / "lasker"
# Statements by their text: to parse all modules takes seconds.
IMPORTED = re.compile(
    r"^[ \t]*(?:from lasker\.(\w+)|import lasker\.(\w+)|from lasker import (\([^)]*\)|.*))", re.MULTILINE
)
NAME = re.compile(r"\w+")
WIDE, HIGH, ACROSS, DOWN = 116, 34, 18, 46  # a box, and the space between boxes


@cache
def packages() -> dict[str, frozenset[str]]:
    """Every package and the packages that it imports.

    >>> "kernel" in packages()["space"], sorted(packages()["kernel"])
    (True, [])
    """
    names = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    found = {name: frozenset(imports(SOURCE / name) & names - {name}) for name in sorted(names)}
    used = frozenset[str]().union(*found.values())
    return {name: below for name, below in found.items() if below or name in used}


@cache
def imports(folder: Path) -> set[str]:
    """The packages of Lasker that modules of a folder import, also those imported late."""
    texts = (path.read_text("utf-8") for path in folder.rglob("*.py"))
    found = (name for text in texts for names in IMPORTED.findall(text) for name in names)
    return {name for names in found for name in NAME.findall(names)}


def layers(uses: dict[str, frozenset[str]]) -> list[list[str]]:
    """Packages by the longest way down to one that imports nothing.

    >>> layers({"a": frozenset(), "b": frozenset({"a"}), "c": frozenset({"a", "b"})})
    [['a'], ['b'], ['c']]
    """

    @cache
    def height(name: str) -> int:
        return 1 + max((height(used) for used in uses[name]), default=-1)

    found: list[list[str]] = [[] for _ in range(1 + max(map(height, uses)))]
    for name in uses:
        found[height(name)].append(name)
    return found


def direct(uses: dict[str, frozenset[str]]) -> list[tuple[str, str]]:
    """The imports that do not follow from others.

    >>> direct({"a": frozenset(), "b": frozenset({"a"}), "c": frozenset({"a", "b"})})
    [('b', 'a'), ('c', 'b')]
    """

    @cache
    def below(name: str) -> frozenset[str]:
        return uses[name].union(*map(below, uses[name]))

    return [
        (name, used)
        for name in uses
        for used in sorted(uses[name])
        if not any(used in below(other) for other in uses[name] - {used})
    ]


def about(name: str) -> str:
    """The first line of the docstring of a package."""
    return (ast.get_docstring(ast.parse((SOURCE / name / "__init__.py").read_text("utf-8"))) or "").partition(
        "\n"
    )[0]


Item = tuple[str, str]  # a package twice, or an import on its way through a layer
Spot = tuple[float, float]


def placed(
    uses: dict[str, frozenset[str]],
) -> tuple[dict[Item, Spot], dict[tuple[str, str], list[Item]], Spot]:
    """Where packages stand, through which places imports lead, and the size of it all.

    In every layer that an import passes it has a narrow place of its own, so that it crosses no box.
    Within a layer things stand near the mean of what they are joined to, below and above in turns.
    """
    rows: list[list[Item]] = [[(name, name) for name in layer] for layer in layers(uses)]
    level = {item[0]: number for number, layer in enumerate(rows) for item in layer}
    routes: dict[tuple[str, str], list[Item]] = {}
    for name, used in direct(uses):
        passed = range(level[name] - 1, level[used], -1)
        routes[name, used] = [(name, name), *((name, f"{used} {at}") for at in passed), (used, used)]
        for at, item in zip(passed, routes[name, used][1:-1], strict=True):
            rows[at].append(item)
    joined: dict[Item, list[Item]] = {item: [] for row in rows for item in row}
    for route in routes.values():
        for one, other in pairwise(route):
            joined[one].append(other)
            joined[other].append(one)
    wide = max(sum(map(_width, row)) for row in rows) + ACROSS
    spots: dict[Item, Spot] = {}
    for sweep in range(8):
        for at in range(len(rows)) if sweep % 2 == 0 else reversed(range(len(rows))):
            middle = {
                item: [spots[each][0] for each in joined[item] if each in spots] or [wide / 2]
                for item in rows[at]
            }
            rows[at].sort(key=lambda item: sum(middle[item]) / len(middle[item]))
            x = (wide - sum(map(_width, rows[at]))) / 2
            for item in rows[at]:
                spots[item] = x + _width(item) / 2, ACROSS + HIGH / 2 + (len(rows) - 1 - at) * (HIGH + DOWN)
                x += _width(item)
    return spots, routes, (wide, len(rows) * (HIGH + DOWN) - DOWN + 2 * ACROSS)


def _width(item: Item) -> float:
    return WIDE + ACROSS if item[0] == item[1] else ACROSS


def svg() -> str:
    """The picture."""
    spots, routes, (wide, tall) = placed(packages())
    parts = [f'<rect width="{wide:g}" height="{tall:g}" fill="#fffdf8"/>']
    for route in routes.values():
        (x, y), *rest = (spots[item] for item in route)
        path = f"M{x:.0f} {y + HIGH / 2:.0f}"
        y += HIGH / 2
        for u, v in rest:
            top = v - HIGH / 2
            path += (
                f"C{x:.0f} {y + DOWN / 2:.0f} {u:.0f} {top - DOWN / 2:.0f} {u:.0f} {top:.0f}V{top + HIGH:.0f}"
            )
            x, y = u, v + HIGH / 2
        parts.append(f'<path d="{path}" fill="none" stroke="#8fb3b3" stroke-width="1.5"/>')
    for item, (x, y) in spots.items():
        if item[0] != item[1]:
            continue
        box = f'x="{x - WIDE / 2:.0f}" y="{y - HIGH / 2:.0f}" width="{WIDE}" height="{HIGH}" rx="5"'
        parts.append(
            f'<rect {box} fill="#e4efec" stroke="#1f6f78"/>'
            f'<text x="{x:.0f}" y="{y + 5:.0f}" text-anchor="middle" font-family="sans-serif" font-size="15"'
            f' fill="#22312f">{item[0]}</text>'
        )
    shape = f'viewBox="0 0 {wide:g} {tall:g}" width="{wide:g}" height="{tall:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {shape}>{"".join(parts)}</svg>\n'


def table() -> str:
    """What each package is for, and what it imports."""
    rows = [f"| `{name}` | {about(name)} | {', '.join(sorted(used))} |" for name, used in ordered().items()]
    return "\n".join(["| package | purpose | imports |", "| --- | --- | --- |", *rows])


def ordered() -> dict[str, frozenset[str]]:
    """Packages from the bottom up."""
    return {name: packages()[name] for layer in layers(packages()) for name in layer}
