"""The formula by which attacks are foretold, against brute force: riders, lame leapers, cannons,
grasshoppers, and pairs of counts of any kind.

An attacker on a hits k if of each of some sets of squares P exactly so many, θ, are occupied. After a move
that vacates o and fills t, for a royal piece that stays: nobody attacks from t itself; any other attack is
there exactly if for each of its sets c − [o in P] + [t in P and t was empty] = θ, where c was counted before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

SIZE = 5
SQUARES = [(x, y) for x in range(SIZE) for y in range(SIZE)]
ROOK = [(1, 0), (0, 1), (-1, 0), (0, -1)]
BISHOP = [(1, 1), (-1, 1), (-1, -1), (1, -1)]

Square = tuple[int, int]
Counts = list[tuple[frozenset[Square], int]]  # squares, and how many of them must be occupied
Pair = tuple[Square, Square, Counts]  # from, to
Occupied = set[Square]


def line(start: Square, way: Square) -> list[Square]:
    """The squares from a start on, to the edge."""
    found, (x, y) = [], start
    while 0 <= (x := x + way[0]) < SIZE and 0 <= (y := y + way[1]) < SIZE:
        found.append((x, y))
    return found


# --- by table: every pair of squares with its counts ----------------------------------------------------


def riders(ways: list[Square], screens: int) -> Iterator[Pair]:
    for start in SQUARES:
        for squares in (line(start, way) for way in ways):
            for number, goal in enumerate(squares):
                yield start, goal, [(frozenset(squares[:number]), screens)]


def grasshoppers() -> Iterator[Pair]:
    for start in SQUARES:
        for squares in (line(start, way) for way in ROOK + BISHOP):
            for number in range(1, len(squares)):
                between, hurdle = frozenset(squares[: number - 1]), frozenset(squares[number - 1 : number])
                yield start, squares[number], [(between, 0), (hurdle, 1)]


def horses() -> Iterator[Pair]:
    for x, y in SQUARES:
        for dx, dy in ROOK:
            for side in (-1, 1):
                goal = (x + 2 * dx + side * dy, y + 2 * dy + side * dx)
                if goal in SQUARES:
                    yield (x, y), goal, [(frozenset([(x + dx, y + dy)]), 0)]


# --- by looking: what the piece reaches on a board ------------------------------------------------------


def rides(ways: list[Square]) -> Callable[[Square, Occupied], set[Square]]:
    def reached(start: Square, occupied: Occupied) -> set[Square]:
        found = set()
        for way in ways:
            for square in line(start, way):
                found.add(square)
                if square in occupied:
                    break
        return found

    return reached


def shoots(start: Square, occupied: Occupied) -> set[Square]:
    found = set()
    for squares in (line(start, way) for way in ROOK):
        hit = [number for number, square in enumerate(squares) if square in occupied][:2]
        found |= set(squares[hit[0] + 1 : hit[1] + 1 if len(hit) > 1 else None]) if hit else set()
    return found


def hops(start: Square, occupied: Occupied) -> set[Square]:
    found = set()
    for squares in (line(start, way) for way in ROOK + BISHOP):
        first = next((number for number, square in enumerate(squares) if square in occupied), SIZE)
        found |= set(squares[first + 1 : first + 2])
    return found


def trots(start: Square, occupied: Occupied) -> set[Square]:
    x, y = start
    found = set()
    for dx, dy in ROOK:
        if (x + dx, y + dy) not in occupied:
            found |= {(x + 2 * dx + dy, y + 2 * dy + dx), (x + 2 * dx - dy, y + 2 * dy - dx)}
    return found & set(SQUARES)


KINDS: dict[str, tuple[Callable[[], Iterator[Pair]], Callable[[Square, Occupied], set[Square]]]] = {
    "rook": (lambda: riders(ROOK, 0), rides(ROOK)),
    "bishop": (lambda: riders(BISHOP, 0), rides(BISHOP)),
    "cannon": (lambda: riders(ROOK, 1), shoots),
    "horse": (horses, trots),
    "grasshopper": (grasshoppers, hops),
}


def foretold(pair: Pair, occupied: Occupied, left: Square | None, filled: Square) -> bool:
    """The formula: is the attack there after the move, by what was counted before it?"""
    attacker, _, counts = pair
    if filled == attacker:
        return False
    return all(
        len(squares & occupied) - (left in squares) + (filled in squares and filled not in occupied) == wanted
        for squares, wanted in counts
    )


@pytest.mark.parametrize("kind", KINDS)
def test_attacks_are_foretold(kind: str) -> None:
    table, looks = KINDS[kind]
    pairs: dict[tuple[Square, Square], list[Pair]] = {}
    for pair in table():
        pairs.setdefault(pair[:2], []).append(pair)
    random, compared, attacks = Random(kind), 0, 0
    for _ in range(60):
        pieces = random.sample(SQUARES, random.randint(4, 14))
        attacker, royal, *movers = pieces
        occupied = set(pieces)
        for left in [*movers[:4], None]:  # None: something is dropped
            for filled in SQUARES:
                if filled in (royal, left) or (left is None and filled in occupied):
                    continue
                after = (occupied - {left}) | {filled}
                truly = filled != attacker and royal in looks(attacker, after)
                found = pairs.get((attacker, royal), [])
                assert any(foretold(each, occupied, left, filled) for each in found) == truly
                compared, attacks = compared + 1, attacks + truly
    assert compared > 4000
    assert attacks > 20


def test_any_pairs_of_counts() -> None:
    """Sets of any shape, overlapping too, with any numbers: the formula counts what is there afterwards."""
    random = Random(1)
    for _ in range(4000):
        attacker, royal, *others = random.sample(SQUARES, 12)
        occupied = {attacker, royal, *others[:5]}
        rest = [square for square in SQUARES if square not in (attacker, royal)]
        counts = [
            (frozenset(random.sample(rest, random.randint(0, 6))), random.randint(0, 3)) for _ in range(2)
        ]
        left, filled = random.choice([*others[:5], None]), random.choice([*others, attacker])
        if filled == left or (left is None and filled in occupied):
            continue
        after = (occupied - {left}) | {filled}
        truly = filled != attacker and all(len(squares & after) == wanted for squares, wanted in counts)
        assert foretold((attacker, royal, counts), occupied, left, filled) == truly
