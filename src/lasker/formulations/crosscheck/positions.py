"""Random and adversarial play: lines of positions where formulations are likely to differ.

The FIDE Laws (`laws.fide`) generate the moves. A formulation that allows other moves is asked for its own in
every position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from lasker.formulations.crosscheck.formulation import Line
from lasker.formulations.laws import fide
from lasker.formulations.laws.fide.article_3 import carried_out, moves_of_the_pieces
from lasker.formulations.laws.position import LawsPosition
from lasker.formulations.laws.small import some_position
from lasker.formulations.laws.squares import SQUARES

MOST_PLIES = 40  # of one game
TRIES = 200  # to find a position that is not obviously illegal

Start = Callable[[Random], LawsPosition]
Preference = Callable[[LawsPosition, str, Line], float]


class Style(NamedTuple):
    """A style of play: initial positions, and a preference between moves; ties are broken at random.

    >>> STYLES["few men"].rated_moves
    100
    """

    start: Start
    wanted: Preference
    rated_moves: int = 100  # number of legal moves that are rated


def set_up(army: Callable[[Random], str]) -> Start:
    """Positions with random pieces.

    >>> fide.covers(set_up(lambda random: "KkQ")(Random(1)))
    True
    """

    def start(random: Random) -> LawsPosition:
        for _ in range(TRIES):
            position = some_position(army(random), random)
            if fide.covers(position):
                return position
        return fide.INITIAL

    return start


def castling_position(random: Random) -> LawsPosition:
    """Kings and rooks on their initial squares with all castling rights, and a few other pieces.

    >>> castling_position(Random(1)).castling
    'KQkq'
    """
    home = {"a1": "R", "e1": "K", "h1": "R", "a8": "r", "e8": "k", "h8": "r"}
    for _ in range(TRIES):
        pieces = dict(home)
        for letter in random.choices("QBNPPqbnpp", k=random.randint(0, 6)):
            ranks = "234567" if letter in "Pp" else "12345678"
            pieces[random.choice([s for s in SQUARES if s not in pieces and s[1] in ranks])] = letter
        position = LawsPosition.of(pieces, random.choice(("white", "black")), "KQkq")
        if fide.covers(position):
            return position
    return fide.INITIAL


def _army(letters: str, least: int, most: int) -> Callable[[Random], str]:
    return lambda random: "Kk" + "".join(random.choices(letters, k=random.randint(least, most)))


def played(position: LawsPosition, move: str) -> LawsPosition:
    """The position after a move that is known to be legal.

    >>> fide.write(played(fide.INITIAL, "e2e4")).split()[1:4]
    ['b', 'KQkq', 'e3']
    """
    return position.followed_by(move, carried_out(position, move))


def no_preference(position: LawsPosition, move: str, line: Line) -> float:
    """No preference.

    >>> no_preference(fide.INITIAL, "e2e4", ())
    0.0
    """
    return 0.0


def exchanges(position: LawsPosition, move: str, line: Line) -> float:
    """Captures and pawn moves, towards few pieces and promotions.

    >>> exchanges(fide.INITIAL, "e2e4", ()), exchanges(fide.INITIAL, "g1f3", ())
    (1.0, 0.0)
    """
    return float(2 * (move[2:4] in position.pieces) + (position.pieces[move[:2]] in "Pp"))


def special(position: LawsPosition, move: str, line: Line) -> float:
    """Promotion, en passant and the double steps that allow it, then other moves of pawns.

    >>> special(fide.INITIAL, "e2e4", ()), special(fide.INITIAL, "g1f3", ())
    (1.0, 0.0)
    >>> special(fide.read("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e2e4", ())
    3.0
    """
    piece, ranks = position.pieces[move[:2]], int(move[3]) - int(move[1])
    if piece not in "Pp":
        return 0.0
    files = (chr(ord(move[2]) + side) for side in (-1, 1))
    beside = any(position.pieces.get(file + move[3]) == piece.swapcase() for file in files)
    if len(move) == 5 or move[2:4] == position.passed or (abs(ranks) == 2 and beside):
        return 3.0
    return 1.0


def keeps_castling(position: LawsPosition, move: str, line: Line) -> float:
    """Moves by other pieces than kings and rooks, to keep castling rights.

    >>> keeps_castling(fide.read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "a1a8", ())
    -1.0
    """
    return -float(position.pieces[move[:2]] in "KkRr")


def tension(position: LawsPosition, move: str, line: Line) -> float:
    """The number of the opponent's moves that are illegal because of check: checks, pins, guarded squares.

    >>> tension(fide.read("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "a1a8", ())
    2.0
    """
    after = played(position, move)
    return float(sum(1 for _ in moves_of_the_pieces(after)) - len(fide.legal_moves(after)))


def fewest_replies(position: LawsPosition, move: str, line: Line) -> float:
    """The fewest replies, down to none: mates and stalemates.

    >>> fewest_replies(fide.read("7k/8/4Q1K1/8/8/8/8/8 w - - 0 1"), "e6f7", ())
    0.0
    """
    return 0.0 - len(fide.legal_moves(played(position, move)))


def returns(position: LawsPosition, move: str, line: Line) -> float:
    """Quiet moves back to an earlier position.

    >>> returns(fide.INITIAL, "g1f3", ()), returns(fide.INITIAL, "e2e4", ())
    (0.0, -1.0)
    """
    if move[2:4] in position.pieces or position.pieces[move[:2]] in "Pp":
        return -1.0
    board = fide.write(played(position, move)).split()[:2]
    return float(any(text.split()[:2] == board for text in line))


def long_quiet(random: Random) -> LawsPosition:
    """A small position after many moves without progress.

    >>> long_quiet(Random(1)).quiet > 90
    True
    """
    position = set_up(_army("QRBN", 1, 3))(random)
    quiet = random.choice((94, 96, 144, 146))
    return LawsPosition.of(position.pieces, position.side, position.castling, None, quiet, 100)


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        "from the start": Style(lambda random: fide.INITIAL, no_preference),
        "few men": Style(set_up(_army("QRBNPPqrbnpp", 1, 4)), no_preference),
        "trades": Style(lambda random: fide.INITIAL, exchanges),
        "castling": Style(castling_position, keeps_castling),
        "pawns": Style(set_up(_army("PPPppp", 2, 8)), special),
        "tension": Style(set_up(_army("QRBNPqrbnp", 4, 10)), tension, rated_moves=5),
        "few moves": Style(set_up(_army("QRBNQR", 1, 3)), fewest_replies, rated_moves=8),
        "to and fro": Style(set_up(_army("RNBQrnbq", 1, 4)), returns),
        "no progress": Style(long_quiet, no_preference),
    }
)
"""The first is random play, the others are adversarial."""


def game(style: Style, random: Random, plies: int = MOST_PLIES) -> Iterator[Line]:
    """The positions of one game, each with its predecessors since the last irreversible move.

    >>> lines = list(game(STYLES["few men"], Random(1)))
    >>> all(before[-1] == after[-2] for before, after in zip(lines, lines[1:]) if len(after) > 1)
    True
    """
    position = style.start(random)
    line: Line = (fide.write(position),)
    yield line
    for _ in range(plies):
        moves = list(fide.legal_moves(position))
        if not moves:
            return
        wanted = random.sample(moves, min(len(moves), style.rated_moves))
        best = max(style.wanted(position, move, line) for move in wanted)
        choices = [move for move in wanted if style.wanted(position, move, line) == best]
        position = played(position, random.choice(choices))
        line = (*(line if position.quiet else ()), fide.write(position))
        yield line


def games(number: int | None, seed: int) -> Iterator[Iterator[Line]]:
    """A number of games, or infinitely many, with all styles in turn; deterministic for a seed.

    >>> [next(lines)[0].split()[0] for lines in games(1, 0)]
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR']
    """
    styles = list(STYLES.values())
    for index in count() if number is None else range(number):
        yield game(styles[index % len(styles)], Random(f"{seed} {index}"))
