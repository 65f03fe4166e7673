"""Positions of chess for both readings: pieces, side to move, castling rights, en passant, clocks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from lasker.formulations.laws.squares import PLACE, SQUARES, apart, step
from lasker.kernel.dataclass import dataclass

Side = Literal["white", "black"]
Pieces = Mapping[str, str]  # squares to letters, those of White in capitals; an empty square is not there

# Castling rights by their letters in FEN: the squares on which king and rook must not have moved.
HOMES = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}


def other(side: Side) -> Side:
    """The opponent.

    >>> other("white")
    'black'
    """
    return "black" if side == "white" else "white"


def owner(letter: str) -> Side:
    """Whose piece a letter stands for.

    >>> owner("N"), owner("n")
    ('white', 'black')
    """
    return "white" if letter.isupper() else "black"


def letter_of(kind: str, side: Side) -> str:
    """The letter of a kind of piece, given in either case, for a side.

    >>> letter_of("q", "white"), letter_of("Q", "black")
    ('Q', 'q')
    """
    return kind.upper() if side == "white" else kind.lower()


def forward(side: Side) -> int:
    """The direction of the pawns of a side: up the diagram for White.

    >>> forward("white"), forward("black")
    (1, -1)
    """
    return 1 if side == "white" else -1


def rank_from(square: str, side: Side) -> int:
    """The rank of a square as a player counts, his own first rank being 1.

    >>> rank_from("e7", "white"), rank_from("e7", "black")
    (7, 2)
    """
    return int(square[1]) if side == "white" else 9 - int(square[1])


def king_of(pieces: Pieces, side: Side) -> str | None:
    """The square of a side's king, or None if there is none.

    >>> king_of({"e1": "K", "e8": "k"}, "black"), king_of({"e1": "K"}, "black")
    ('e8', None)
    """
    king = letter_of("K", side)
    return next((square for square, letter in pieces.items() if letter == king), None)


@dataclass(frozen=True)
class LawsPosition:
    """A diagram with the side to move, castling rights, en passant square and clocks.

    >>> position = LawsPosition.of({"e1": "K", "e2": "P", "e8": "k"}, "white")
    >>> position.pieces["e2"], position.side
    ('P', 'white')
    >>> print(position)
    8 . . . . k . . .
    7 . . . . . . . .
    6 . . . . . . . .
    5 . . . . . . . .
    4 . . . . . . . .
    3 . . . . . . . .
    2 . . . . P . . .
    1 . . . . K . . .
      a b c d e f g h
    """

    diagram: str  # 64 letters from a8 to h1; a dot is an empty square
    side: Side  # the side to move
    castling: str = ""  # those of the letters KQkq whose king and rook have not moved
    passed: str | None = None  # the square that a pawn has just crossed with a double step
    quiet: int = 0  # turns since a pawn was moved or anything captured
    number: int = 1  # of the move, which counts up after Black's turn

    @classmethod
    def of(
        cls,
        pieces: Pieces,
        side: Side,
        castling: str = "",
        passed: str | None = None,
        quiet: int = 0,
        number: int = 1,
    ) -> LawsPosition:
        """The position with these pieces on these squares."""
        diagram = ["."] * len(SQUARES)
        for square, letter in pieces.items():
            diagram[PLACE[square]] = letter
        return cls("".join(diagram), side, castling, passed, quiet, number)

    @cached_property
    def pieces(self) -> Pieces:
        """The letters on the occupied squares."""
        return {square: letter for square, letter in zip(SQUARES, self.diagram, strict=True) if letter != "."}

    def followed_by(self, move: str, pieces: Pieces) -> LawsPosition:
        """The position after `move`, which leaves `pieces` on the board, with rights and clocks updated.

        A castling right is lost when its king or rook moves, or the rook is captured on its initial square.
        """
        origin, target = move[:2], move[2:4]
        is_pawn = self.pieces[origin] in "Pp"
        two_ranks = is_pawn and abs(apart(origin, target)[1]) == 2
        return LawsPosition.of(
            pieces,
            other(self.side),
            "".join(right for right in self.castling if not {origin, target} & {*HOMES[right]}),
            step(origin, 0, forward(self.side)) if two_ranks else None,
            0 if is_pawn or target in self.pieces else self.quiet + 1,
            self.number + (self.side == "black"),
        )

    def __str__(self) -> str:
        rows = [f"{8 - row} {' '.join(self.diagram[8 * row : 8 * row + 8])}" for row in range(8)]
        return "\n".join([*rows, "  a b c d e f g h"])


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a game: its result, `*` while it continues, and the reason.

    >>> Status("1-0", "checkmate").over, Status().over
    (True, False)
    """

    result: Literal["1-0", "0-1", "1/2-1/2", "*"] = "*"
    reason: str = ""
    claims: tuple[str, ...] = ()  # the draws that may be claimed while the game continues

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.result != "*"


def won_by(side: Side, reason: str) -> Status:
    """The game is over, and `side` has won it.

    >>> won_by("black", "checkmate").result
    '0-1'
    """
    return Status("1-0" if side == "white" else "0-1", reason)


def drawn(reason: str) -> Status:
    """The game is over, and drawn.

    >>> drawn("agreement").result
    '1/2-1/2'
    """
    return Status("1/2-1/2", reason)
