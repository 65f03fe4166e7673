"""The squares that a piece passes when it takes several in one move, so that it can be moved jump by jump."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import gcd

from lasker.play.game import Position
from lasker.play.move import Move
from lasker.space.space import LatticeSpace

MOST = 16  # ways of one move
Place = tuple[int, ...]


def jumps(position: Position, move: Move) -> list[list[str]]:
    """Every way of a piece that jumps over what it takes, two or more pieces, as squares from its first one.

    >>> from lasker.play.game import load
    >>> here = load("international_draughts").position("10/10/10/10/3m1m4/10/3m6/2M7/10/10 w 0 1")
    >>> [jumps(here, move) for move in here.moves]
    [[['c3', 'e5', 'c7']], [['c3', 'e5', 'g7']]]
    """
    space, label = position.game.model.space, move.step.label
    if len(label) != 1 or label[0].start == label[0].end or not isinstance(space, LatticeSpace):
        return []
    start, end = label[0].start, label[0].end
    before, after = position.node.configuration.board, move.step.after.configuration.board
    taken = {site for site, was in enumerate(before) if was and not after[site] and site != start}
    if len(taken) < 2:
        return []
    for kinds in ({1}, {2}, {1, 2}):  # straight, aslant; in some games a piece takes both ways
        found = list(islice(_ways(space, before, start, end, frozenset(taken), kinds), MOST))
        if found:
            return [[space.label(site) for site in way] for way in found]
    return []


def _ways(
    space: LatticeSpace, board: tuple[int, ...], start: int, end: int, taken: frozenset[int], kinds: set[int]
) -> Iterator[tuple[int, ...]]:
    """Ways over all that are taken, each once, which end where the move does."""
    numbers = {site: number for number, site in enumerate(space.sites)}

    def onward(way: tuple[int, ...], left: frozenset[int]) -> Iterator[tuple[int, ...]]:
        if not left:
            if way[-1] == end:
                yield way
            return
        here = space.sites[way[-1]]
        for over in sorted(left):
            for landing in _landings(numbers, board, start, here, space.sites[over], kinds):
                yield from onward((*way, landing), left - {over})

    return onward((start,), taken)


def _landings(
    numbers: dict[Place, int], board: tuple[int, ...], start: int, here: Place, over: Place, kinds: set[int]
) -> Iterator[int]:
    """Where a jump over one piece may end: on empty squares behind it, the next one first. The `kinds` of
    directions are the numbers of coordinates that change."""
    far = [there - at for at, there in zip(here, over, strict=True)]
    steps = gcd(*far)
    unit = tuple(each // steps for each in far)
    if max(map(abs, unit)) > 1 or sum(map(abs, unit)) not in kinds:
        return
    place, met = here, False
    while True:
        place = tuple(at + by for at, by in zip(place, unit, strict=True))
        number = numbers.get(place)
        if number is None:
            return
        if place == over:
            met = True
        elif board[number] and number != start:
            return
        elif met:
            yield number
