"""All positions of a few pieces, smallest first: where a search for the least disagreement looks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from random import Random

from lasker.formulations.laws.position import (
    HOMES,
    LawsPosition,
    Side,
    forward,
    letter_of,
    other,
    owner,
    rank_from,
)
from lasker.formulations.laws.squares import RANKS, SQUARES, step
from lasker.kernel.errors import NotationError

MEN = "QRBNPqrbnp"
SIDES: tuple[Side, Side] = ("white", "black")


def armies(pieces: int) -> Iterator[str]:
    """The letters of all ways to give both sides a king, and `pieces` pieces in all, two at least.

    >>> list(armies(3))
    ['KkQ', 'KkR', 'KkB', 'KkN', 'KkP', 'Kkq', 'Kkr', 'Kkb', 'Kkn', 'Kkp']
    """
    for men in combinations_with_replacement(MEN, max(pieces, 2) - 2):
        yield "Kk" + "".join(men)


def check_army(army: str) -> None:
    """Refuse letters that are no pieces, and more pieces than there are squares for them.

    >>> check_army("KkX")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: X is no piece
    """
    if bad := set(army) - set("Kk" + MEN):
        raise NotationError(f"{min(bad)} is no piece", remedy="KQRBNP are White's, kqrbnp Black's")
    if len(army) > 64 or army.count("P") + army.count("p") > 48:
        raise NotationError("more pieces than squares", remedy="64 at most, and of pawns 48")


def placements(army: str) -> Iterator[dict[str, str]]:
    """Every way to put these letters on squares, pawns on the six middle ranks; two of a kind are alike.

    >>> sum(1 for pieces in placements("Kk")), sum(1 for pieces in placements("PP"))
    (4032, 1128)
    """
    check_army(army)

    def place(letters: list[str], pieces: dict[str, str]) -> Iterator[dict[str, str]]:
        if not letters:
            yield pieces
            return
        letter, count = letters[0], army.count(letters[0])
        free = [square for square in SQUARES if square not in pieces]
        if letter in "Pp":
            free = [square for square in free if square[1] in RANKS[1:-1]]
        for squares in combinations(free, count):
            yield from place(letters[1:], pieces | dict.fromkeys(squares, letter))

    yield from place(list(dict.fromkeys(army)), {})


def possible_rights(pieces: dict[str, str]) -> tuple[str, ...]:
    """The rights to castle whose king and rook stand at home.

    >>> possible_rights({"e1": "K", "h1": "R", "e8": "k"})
    ('K',)
    """
    return tuple(
        right
        for right, (king, rook) in HOMES.items()
        if pieces.get(king) == letter_of("K", owner(right))
        and pieces.get(rook) == letter_of("R", owner(right))
    )


def possible_crossings(pieces: dict[str, str], side: Side) -> tuple[str, ...]:
    """The squares that a pawn of the other side may just have crossed when `side` has the move.

    >>> possible_crossings({"e4": "P"}, "black"), possible_crossings({"e4": "P"}, "white")
    (('e3',), ())
    """
    pawn, ahead = letter_of("P", other(side)), forward(other(side))
    return tuple(
        crossed
        for square, letter in pieces.items()
        if letter == pawn and rank_from(square, side) == 5
        if (crossed := step(square, 0, -ahead)) and crossed not in pieces
        if step(square, 0, -2 * ahead) not in pieces
    )


def positions(army: str) -> Iterator[LawsPosition]:
    """Every position of these pieces: each placement, side to move, set of rights, and square just crossed.

    Some are illegal under one reading or both; `covers` tells.

    >>> sum(1 for position in positions("Kk"))
    8064
    """
    for pieces in placements(army):
        rights = possible_rights(pieces)
        for size in range(len(rights) + 1):
            for kept in combinations(rights, size):
                for side in SIDES:
                    for passed in (None, *possible_crossings(pieces, side)):
                        yield LawsPosition.of(pieces, side, "".join(kept), passed)


def some_position(army: str, random: Random) -> LawsPosition:
    """A position of these pieces picked by chance, like those of `positions`.

    >>> sorted(some_position("KkQ", Random(1)).pieces.values())
    ['K', 'Q', 'k']
    """
    check_army(army)
    pieces: dict[str, str] = {}
    for letter in sorted(army, key="Pp".find, reverse=True):  # pawns first, so that there is room for them
        ranks = RANKS[1:-1] if letter in "Pp" else RANKS
        free = [square for square in SQUARES if square not in pieces and square[1] in ranks]
        pieces[random.choice(free)] = letter
    side = random.choice(SIDES)
    kept = "".join(right for right in possible_rights(pieces) if random.random() < 0.5)
    return LawsPosition.of(pieces, side, kept, random.choice([None, *possible_crossings(pieces, side)]))
