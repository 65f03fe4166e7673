"""Castling and captures in passing in Betza notation: paths of a piece that need a marked neighbour."""

from __future__ import annotations

from lasker.movement.betza_candidates import Candidate
from lasker.movement.movement import Movement
from lasker.syntax.betza import LEAPS, ModifiedAtom, Offset
from lasker.syntax.betza.notation import CASTLING

Point = tuple[int, int]


def castling(movement: Movement, points: list[Point], homes: set[Point]) -> tuple[ModifiedAtom, ...]:
    """Castling: a sideways move of constant length from the initial square, in which a marked friend moves
    too; empty if the length varies.

    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.play.library import model
    >>> king = Movement(model("chess"), piece_called(model("chess"), "K"))
    >>> list(map(str, castling(king, list(king.space.sites), {(4, 0)})))
    ['isO2']
    """
    found = set[Offset]()
    symbol = movement.vocabulary.symbol
    for site in (each for each in movement.standing if points[each] in homes):
        for path in movement.paths(site, movement.opening[site]):
            (x, y), (a, b) = points[site], points[path.to]
            friends = {
                at for at, held in path.needs if at in path.arrival.shifted and _marked(held, movement.friend)
            }
            stays_king = symbol(path.arrival.content) == symbol(movement.content)
            if stays_king and b == y and abs(a - x) > 1 and friends:
                found.add((a - x, 0))
    lengths = {abs(across) for across, _ in found}
    if len(lengths) != 1:
        return ()
    sides = {"r" if across > 0 else "l" for across, _ in found}
    directions = ("ss",) if len(sides) == 2 else (sides.pop() * 2,)
    return (ModifiedAtom(CASTLING, directions, frozenset("i"), lengths.pop()),)


def in_passing(movement: Movement, points: list[Point]) -> tuple[Candidate, ...]:
    """Captures of a marked enemy beside the square to which the piece goes.

    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.play.library import model
    >>> pawn = Movement(model("chess"), piece_called(model("chess"), "P"))
    >>> [each.offset for each in in_passing(pawn, list(pawn.space.sites))]
    [(-1, 1), (1, 1)]
    """
    found = set[Offset]()
    atoms = {tuple(sorted(leap)): atom for atom, leaps in LEAPS.items() for leap in leaps if len(leaps) == 1}
    for site in movement.standing:
        for path in movement.paths(site, None):
            (x, y), (a, b) = points[site], points[path.to]
            needs = dict(path.needs)
            for at in path.arrival.lost:
                beside = points[at] in ((a, y), (x, b)) and path.to not in path.arrival.lost
                if beside and all(_marked(needs.get(at, 0), enemy) for enemy in movement.enemies):
                    found.add((a - x, b - y))
    return tuple(
        Candidate(atoms[size], offset, "e")
        for offset in sorted(found)
        if (size := tuple(sorted(map(abs, offset)))) in atoms
    )


def _marked(held: int, plain: int) -> bool:
    """Do contents hold something, but not a piece without marks?"""
    return bool(held) and not held & 1 and not held >> plain & 1
