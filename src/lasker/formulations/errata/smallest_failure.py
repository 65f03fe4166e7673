"""Search for a smallest failing position: random positions with more and more pieces, then shrinking.

For each number of pieces, positions are drawn from a fixed random seed: pieces often near each other, kings
and rooks often on their initial squares, pawns side by side, since rules matter where pieces meet. The first
failure is then shrunk by steps that keep it failing: White to move, a piece fewer, fewer rights, a lesser
piece, a square nearer to a1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from lasker.formulations.errata.erratum import Finding, ordinal
from lasker.formulations.laws import fen
from lasker.formulations.laws.position import LawsPosition, Side, other
from lasker.formulations.laws.small import possible_crossings, possible_rights
from lasker.formulations.laws.squares import RANKS, SQUARES, apart

MEN = "PNBRQ"  # from the least to the greatest
PER_SIZE = 3000  # positions drawn before one more piece is added
MOST_MEN = 6
FROM_A1 = sorted(SQUARES, key=lambda square: (square[1], square[0]))
SIDES: tuple[Side, Side] = ("white", "black")


class Difference(NamedTuple):
    """A question, the answer as printed, and the answer as repaired.

    >>> Difference("check", "yes", "no").printed
    'yes'
    """

    question: str
    printed: str
    repaired: str


Failure = Callable[[LawsPosition], Difference | None]


def draw(men: int, random: Random) -> LawsPosition:
    """A random position with so many pieces, two of them kings.

    >>> len(draw(4, Random(1)).pieces)
    4
    """
    army = ["K", "k", *random.choices(MEN + MEN.lower(), k=men - 2)]
    wishes = _preferred_squares(random)
    pieces: dict[str, str] = {}
    for letter in sorted(army, key=lambda letter: letter not in wishes):
        ranks = RANKS[1:-1] if letter in "Pp" else RANKS
        free = [square for square in SQUARES if square not in pieces and square[1] in ranks]
        if pieces and random.random() < 0.5:
            beside = random.choice(sorted(pieces))
            free = [s for s in free if max(map(abs, apart(s, beside))) <= 2] or free
        wish = wishes.get(letter, "")
        pieces[wish if wish in free else random.choice(free)] = letter
    side = random.choice(SIDES)
    kept = "".join(right for right in possible_rights(pieces) if random.random() < 0.7)
    crossings = possible_crossings(pieces, side)
    passed = random.choice(crossings) if crossings and random.random() < 0.7 else None
    return LawsPosition.of(pieces, side, kept, passed)


def _preferred_squares(random: Random) -> dict[str, str]:
    """Preferred squares of some pieces: initial squares, side by side after a double step, or none."""
    match random.choice(("home", "passing", "", "")):
        case "home":
            return {"K": "e1", "k": "e8", "R": random.choice(("a1", "h1")), "r": random.choice(("a8", "h8"))}
        case "passing":
            at, rank = random.randrange(7), random.choice("45")
            one, other = random.sample("abcdefgh"[at : at + 2], 2)
            return {"P": one + rank, "p": other + rank}
    return {}


def smaller(position: LawsPosition) -> Iterator[LawsPosition]:
    """The positions one shrinking step below, the greatest steps first.

    >>> from lasker.formulations.laws.fen import read
    >>> [fen.write(below) for below in smaller(read("8/8/8/8/8/8/8/KNk5 w - -"))]
    ['8/8/8/8/8/8/8/K1k5 w - - 0 1']
    """
    pieces, side = position.pieces, position.side
    if side == "black":
        yield mirrored(position)
    for square, letter in pieces.items():
        if letter not in "Kk":
            yield _with_pieces(position, {at: each for at, each in pieces.items() if at != square})
    if position.passed:
        yield LawsPosition.of(pieces, side, position.castling)
    for right in position.castling:
        yield LawsPosition.of(pieces, side, position.castling.replace(right, ""), position.passed)
    for square, letter in pieces.items():
        if letter not in "Kk":
            for lesser in MEN[: MEN.index(letter.upper())]:
                if lesser != "P" or square[1] in RANKS[1:-1]:
                    yield _with_pieces(
                        position, {**pieces, square: lesser if letter.isupper() else lesser.lower()}
                    )
    for square, letter in pieces.items():
        for nearer in FROM_A1[: FROM_A1.index(square)]:
            if nearer not in pieces and (letter not in "Pp" or nearer[1] in RANKS[1:-1]):
                rest = {at: each for at, each in pieces.items() if at != square}
                yield _with_pieces(position, {**rest, nearer: letter})


def mirrored(position: LawsPosition) -> LawsPosition:
    """The same position with colours and ranks exchanged.

    >>> fen.write(mirrored(fen.read("4k2r/8/8/8/8/8/8/4K3 b k -")))
    '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    """

    def turned(square: str) -> str:
        return square[0] + str(9 - int(square[1]))

    pieces = {turned(square): letter.swapcase() for square, letter in position.pieces.items()}
    passed = turned(position.passed) if position.passed else None
    return LawsPosition.of(pieces, other(position.side), position.castling.swapcase(), passed)


def _with_pieces(position: LawsPosition, pieces: dict[str, str]) -> LawsPosition:
    """The position with these pieces, and those rights and that en passant square which they allow."""
    castling = "".join(right for right in position.castling if right in possible_rights(pieces))
    passed = position.passed if position.passed in possible_crossings(pieces, position.side) else None
    return LawsPosition.of(pieces, position.side, castling, passed)


def smallest_failure(fails: Failure, least: int = 2, per_size: int = PER_SIZE) -> Finding | None:
    """The smallest failure found, from so many pieces on.

    >>> fails = lambda position: Difference("?", "yes", "no") if "P" in position.diagram else None
    >>> smallest_failure(fails).example
    '8/8/8/8/8/8/P7/kK6 w - - 0 1'
    """
    looked = 0
    for men in range(least, MOST_MEN + 1):
        random = Random(men)
        for number in range(1, per_size + 1):
            position = draw(men, random)
            looked += 1
            if fails(position):
                return _shrunk(position, fails, men, number, looked, per_size)
    return None


def _shrunk(
    position: LawsPosition, fails: Failure, men: int, number: int, looked: int, per_size: int
) -> Finding | None:
    steps = 0
    found = True
    while found:
        found = False
        for below in smaller(position):
            steps += 1
            if fails(below):
                position, found = below, True
                break
    difference = fails(position)
    assert difference is not None
    below_that = f"none among {looked - number} positions of fewer men; " if looked > number else ""
    effort = f"{below_that}the {ordinal(number)} of {men} men failed, and was made least in {steps} trials"
    return Finding(fen.write(position), str(position), *difference, effort)
