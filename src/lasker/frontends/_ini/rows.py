"""Pieces in rows, squares and chains: what `connectN` and its like ask of the player who has just moved."""

from __future__ import annotations

from lasker.frontends._ini.army import union
from lasker.frontends._ini.betza import letters
from lasker.frontends._ini.option_table import COLOURS
from lasker.frontends._ini.rules_text import Sheet


def connections(sheet: Sheet) -> list[str]:
    """The tests that the opponent has connected his pieces."""
    variant = sheet.variant
    pieces = sheet.army.of(*variant["connectPieceTypes"])
    if not pieces:
        return []
    group = union(pieces, enemy=True)
    directions = [(1, 0)] * variant["connectHorizontal"] + [(0, 1)] * variant["connectVertical"]
    directions += [(1, 1), (1, -1)] if variant["connectDiagonal"] else []
    found: list[str] = []
    longest = max(variant.size)  # more squares are in no line
    if 0 < (size := variant["connectN"]) <= longest:
        found += [f"[{_glued(group, [(n * x, n * y) for n in range(size)])}]" for x, y in directions]
    if 0 < (side := variant["connectNxN"]) <= longest:
        found.append(f"[{_glued(group, [(x, y) for x in range(side) for y in range(side)])}]")
    if 0 < (count := variant["collinearN"]) <= longest:
        found += [_collinear(group, direction, count) for direction in directions]
    return found + _chains(sheet, group, directions)


def _glued(group: str, squares: list[tuple[int, int]]) -> str:
    return " + ".join(f"{letters(square)} {group}".strip() for square in squares)


def _collinear(group: str, direction: tuple[int, int], count: int) -> str:
    """So many pieces in one line, whatever stands between them."""
    m = letters(direction)
    on = " ".join([f"go({m})+ [@ is {group}]"] * (count - 1))
    return f"[%({group}): {on}]" if on else f"[{group}]"


def _chains(sheet: Sheet, group: str, directions: list[tuple[int, int]]) -> list[str]:
    """A chain of neighbours from one region to another."""
    variant, texts = sheet.variant, list[str | None]()
    both = [*directions, *((-x, -y) for x, y in directions)]
    for colour in COLOURS:
        first, second = (variant[f"connectRegion{n}{colour}"] & sheet.board for n in (1, 2))
        if not first or not second:
            texts.append(None)
            continue
        names = [f"shore_{n}_{colour.lower()}" for n in (1, 2)]
        sheet.region(names[0], first, first)
        sheet.region(names[1], second, second)
        steps = " | ".join(f"walk({letters(direction)}, {group})" for direction in both)
        texts.append(f"[%({group} in {names[0]}): ({steps})+ [@ in {names[1]}]]")
    text = sheet.sided(texts[1], texts[0])  # White to move asks for Black's chain
    return [text] if text is not None else []
