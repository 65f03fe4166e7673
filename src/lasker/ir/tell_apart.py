"""Proving that two classes never make the same move, so that moves can be counted without comparing them.

Positions are compared square by square, and only by symbols: marks may fall when the position is settled.
"""

from __future__ import annotations

from collections import defaultdict

from lasker.algebra.contents import members
from lasker.ir.classes import Flat, Rule, Turn, image
from lasker.ir.paths import NotFlat, Value

EMPTY = 1


def tell_apart(turn: Turn, marks: int) -> None:
    """NotFlat, unless every path of the turn leads to a position of its own."""
    by_way: dict[tuple[int, int], list[Flat]] = defaultdict(list)
    for flat in turn.flats:
        after = {c >> marks for c in members(image(flat.movers, flat.value))}
        if 0 in after or after & {c >> marks for c in members(flat.targets)}:
            raise NotFlat("a piece may go to a square that looks the same afterwards")
        for origin, target, _ in flat.entries:
            by_way[origin, target].append(flat)
    pairs = {
        (one, other) for found in by_way.values() for one in found for other in found if one is not other
    }
    for one, other in pairs:
        if one.movers & other.movers and one.targets & other.targets:
            a, b = (image(each.movers & other.movers, each.value) for each in (one, other))
            if {c >> marks for c in members(a)} & {c >> marks for c in members(b)}:
                raise NotFlat("two classes may make the same move")
    for rule in turn.rules:
        if dict(rule.writes).get(0) != Value(None, 0, 0) or rule.holds[0] & EMPTY:
            raise NotFlat("a rule does not leave the square it starts from")
        _apart(rule, turn, marks)


def _apart(rule: Rule, turn: Turn, marks: int) -> None:
    """A rule differs from every flat move from the same square, and from every other rule."""
    for row in rule.rows:
        held = dict(zip(row, rule.holds, strict=True))
        written = {row[column] for column, _ in rule.writes}
        for flat in turn.flats:
            if not flat.movers & rule.holds[0]:
                continue
            for origin, target, between in flat.entries:
                if origin != row[0]:
                    continue
                clash = target in held and not held[target] & flat.targets
                blocked = any(not held[s] & EMPTY for s in held if between >> s & 1)
                if not (clash or blocked or _leaves(marks, rule, row, {origin, target})):
                    raise NotFlat("a rule may make the same move as a class")
        for other in turn.rules:
            for line in other.rows:
                if (other, line) != (rule, row) and line[0] == row[0]:
                    there = dict(zip(line, other.holds, strict=True))
                    clash = any(not held[s] & there[s] for s in held if s in there)
                    theirs = {line[column] for column, _ in other.writes}
                    if not clash and written == theirs and rule.writes == other.writes:
                        raise NotFlat("two rules may make the same move")
                    if (
                        not clash
                        and written != theirs
                        and not (_leaves(marks, rule, row, theirs) or _leaves(marks, other, line, written))
                    ):
                        raise NotFlat("two rules may make the same move")


def _leaves(marks: int, rule: Rule, row: tuple[int, ...], others: set[int]) -> bool:
    """Does the rule surely change the symbol on a square that is not among the others?"""
    for column, value in rule.writes:
        if row[column] in others:
            continue
        source = rule.holds[column if value.site is None else value.site]
        after = {c >> marks for c in members(image(source, value))}
        if not after & {c >> marks for c in members(rule.holds[column])}:
            return True
    return False
