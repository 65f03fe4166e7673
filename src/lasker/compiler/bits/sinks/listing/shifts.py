"""Lanes: where every move has one of few offsets, one set of start squares per offset represents all moves of
a turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from lasker.compiler.bits.codegen_context import Common
from lasker.compiler.groups.moves import Chain, Flat, Moves, Terms
from lasker.compiler.groups.path import Value

MOST_LANES = 4  # moves from each square, so that those of sixteen squares fit into a word
Making = tuple[int, Value, Terms, int]
Shifts = tuple[int, ...]


def lanes(common: Common, turns: Sequence[Moves]) -> list[Shifts]:
    """The offsets of the moves of each turn, if all moves of all turns have few offsets, and more than
    one."""
    found = [_shifts(common, moves) for moves in turns]
    return found if all(found) and 1 < max(map(len, found)) <= MOST_LANES else [() for _ in found]


def making(movers: int, flat: Flat, together: bool) -> Making:
    """The key of how moves of one kind of piece are made; without their targets, if `together`."""
    return movers, flat.value, flat.terms, 0 if together else flat.targets


def _shifts(common: Common, moves: Moves) -> Shifts:
    """The offsets of the moves of a turn, in order; none if there are moves of other kinds, or if the start
    square does not determine how a move is made."""
    found = set[int]()
    if not all(isinstance(each, Flat | Chain) for each in moves.every()):  # ends of chains are separate
        return ()
    starts: dict[Making, int] = defaultdict(int)
    for flat in moves.flats:
        ways = common.tables.reach(flat.entries, flat.screens.number).shifts(MOST_LANES)
        if ways is None or flat.terms.question is not None or flat.terms.asked:
            return ()
        for shift, origins, _ in ways:
            found.add(shift)
            for movers in common.layout.apart(flat.movers):
                starts[making(movers, flat, common.together)] |= origins
    for (one, origins), (other, others) in combinations(starts.items(), 2):
        if one[0] & other[0] and origins & others:
            return ()
    return tuple(sorted(found))
