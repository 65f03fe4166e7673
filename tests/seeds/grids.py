"""Random grids and states for the tests of seed 000, and the set that a word of letters stands for."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import chess
from hypothesis import strategies as st

from lasker.formulations.foundations import State
from lasker.formulations.foundations.search import MEN
from lasker.formulations.foundations.sets import Colour, Piece, Position, Shape, Tile, fill, positions

OTHERS = tuple(piece for piece in MEN if piece[1] != "K")
KINGS: tuple[Piece, Piece] = (("white", "K"), ("black", "K"))


def pieces(letters: str) -> list[Piece]:
    """The men that some letters of FEN stand for."""
    return [next(man for man in MEN if man == (_colour(letter), letter.upper())) for letter in letters]


def _colour(letter: str) -> Colour:
    return "white" if letter.isupper() else "black"


def at(name: str) -> Position:
    """The position that players call e4, and the like."""
    return "abcdefgh".index(name[0]), int(name[1:]) - 1


@st.composite
def states(draw: st.DrawFn, size: Shape = (8, 8), most_men: int = 16) -> State:
    """Any state with one king of each colour, whether a game could have it or not."""
    others = draw(st.lists(st.sampled_from(OTHERS), max_size=min(most_men, size[0] * size[1]) - 2))
    squares = st.sampled_from(sorted(positions(*size)))
    count = len(others) + 2
    places = draw(st.lists(squares, min_size=count, max_size=count, unique=True))
    placed: frozenset[Tile] = frozenset(zip(places, [*KINGS, *others], strict=True))
    return State(fill(placed, size), draw(st.sampled_from(("white", "black"))))


def random_positions(random: Random) -> Iterator[chess.Board]:
    """Positions without end: a fifth of those in random games, and between them men strewn over the board."""
    while True:
        board = chess.Board()
        while not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
            if board.ply() % 5 == 0 or board.has_legal_en_passant():
                yield board
                yield strewn(random)


def strewn(random: Random) -> chess.Board:
    """Two kings and up to thirteen other men somewhere on the board, in a position that is valid."""
    while True:
        board = chess.Board(None)
        men = [*"Kk", *random.choices("PNBRQpnbrq", k=random.randrange(14))]
        for square, letter in zip(random.sample(chess.SQUARES, len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = random.random() < 0.5
        if board.is_valid():
            return board
