"""Lines of play for errata about repetition: random walks with frequent returns, and periodic ones."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from lasker.formulations.crosscheck.positions import played, returns
from lasker.formulations.errata.smallest_failure import draw
from lasker.formulations.laws import fen, fide
from lasker.formulations.laws.position import LawsPosition

MOST_PLIES = 30


def start(men: int, random: Random) -> LawsPosition:
    """A position of so many pieces without pawns that the Laws allow.

    >>> len(start(3, Random(0)).pieces)
    3
    """
    while True:
        position = draw(men, random)
        if fide.covers(position) and "p" not in position.diagram.lower():
            return position


def walk(men: int, seed: int, plies: int = MOST_PLIES) -> list[LawsPosition]:
    """A random line that usually returns to earlier positions.

    >>> len(walk(2, 0))
    31
    """
    random = Random(seed)
    line = [start(men, random)]
    for _ in range(plies):
        moves = fide.legal_moves(line[-1])
        if not moves:
            break
        texts = tuple(fen.write(each) for each in line)
        back = [move for move in moves if returns(line[-1], move, texts) == 1.0]
        line.append(played(line[-1], random.choice(back if back and random.random() < 0.7 else moves)))
    return line


def to_and_fro_for_ever(men: int, seed: int) -> list[LawsPosition]:
    """A cycle of four positions.

    >>> line = to_and_fro_for_ever(3, 0)
    >>> moves_of([*line, line[0]])[2:] == [move[2:] + move[:2] for move in moves_of(line)[:2]]
    True
    """
    position = start(men, Random(seed))
    for one in fide.legal_moves(position):
        after = played(position, one)
        for other in fide.legal_moves(after):
            line = [position, after, played(after, other)]
            back = one[2:] + one[:2]
            if back in fide.legal_moves(line[-1]):
                line.append(played(line[-1], back))
                if other[2:] + other[:2] in fide.legal_moves(line[-1]):
                    return line
    return to_and_fro_for_ever(men, seed + 1)


def moves_of(line: list[LawsPosition]) -> list[str]:
    """The moves that lead from each position to the next.

    >>> moves_of([fide.INITIAL, played(fide.INITIAL, "e2e4")])
    ['e2e4']
    """
    return [
        next(move for move in fide.legal_moves(before) if played(before, move).diagram == after.diagram)
        for before, after in pairwise(line)
    ]


def line_text(line: list[LawsPosition]) -> str:
    """A line as its first position and its moves.

    >>> line_text([fide.INITIAL, played(fide.INITIAL, "e2e4")])[-13:]
    'and then e2e4'
    """
    return f"{fen.write(line[0])} and then {' '.join(moves_of(line))}"
