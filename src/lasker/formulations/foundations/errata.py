"""The text as printed: one small class for each erratum that changes a meaning, and all of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from lasker.formulations.foundations.definitions import Definitions
from lasker.formulations.foundations.ranges import Vector, on_the_torus
from lasker.formulations.foundations.sets import C, Colour, Grid, Piece, Position, Shape, State, Tile, Type

CHESS_SET: Mapping[Type, int] = MappingProxyType({"K": 1, "Q": 1, "R": 2, "B": 2, "N": 2, "P": 8})


class PositionsOnATorus(Definitions):
    """E-A1. Definition 3: "an element of Z/8Z x Z/8Z", so that a step off one edge arrives at the other.

    >>> from lasker.formulations.foundations import read
    >>> PositionsOnATorus().in_check(read("k7/8/8/8/8/8/8/7K w").grid, "white")
    True
    """

    def shift(self, k: Position, v: Vector, size: Shape) -> Position | None:
        """Modulo the number of files and of ranks."""
        return on_the_torus(k, v, size)


class ColouredNulls(Definitions):
    """E-A2. Definition 4: a piece is a colour and a type, null among them; there are two null pieces.

    Definition 11 puts "a null piece" on t1 without saying which, so that a move has two successors.
    We read the range of a null piece as empty; with any other value it could be moved.

    >>> len(ColouredNulls().pieces())
    14
    """

    nulls: ClassVar[frozenset[Piece]] = frozenset(product(C, ("null",)))


class OneChessSet(Definitions):
    """E-A3. Definition 6(2): "at most 1 king of each colour, 1 queen of each colour, etc."

    We take "etc." to count the men of one set. Without a king there is no check, and all moves are legal.

    >>> from lasker.formulations.foundations import read
    >>> OneChessSet().is_state(read("4k3/8/8/8/8/8/8/QQ2K3 w"))
    False
    """

    def fits(self, tiles: frozenset[Tile]) -> bool:
        """At most as many men of each piece as there are in the box."""
        return all(
            count <= CHESS_SET.get(kind, count)
            for (_, kind), count in Counter(piece for _, piece in tiles).items()
        )


class RangeIsAttack(Definitions):
    """E-A4. Definition 8: the tiles that δ can "move to" are the positions that it "is attacking".

    >>> from lasker.formulations.foundations import move_texts, read
    >>> sorted(move_texts(read("k2/3/P2/2K w"), RangeIsAttack()))
    ['a2b3', 'c1b1', 'c1b2', 'c1c2']
    """

    def reach(self, g: Grid, tile: Tile) -> frozenset[Tile]:
        """A pawn then moves diagonally only, and every piece may capture men of its own."""
        return self.attacks(g, tile)


class ABlackPiece(Definitions):
    """E-A5. Theorem 1: "only if there exists a black piece", whatever the colour of the king.

    >>> from lasker.formulations.foundations import read
    >>> ABlackPiece().theorem_1(read("k1R/3/2K b").grid, "black")
    False
    """

    def named_by_theorem_1(self, c: Colour) -> Colour:
        """Black, always."""
        return "black"


class StalemateInCheck(Definitions):
    """E-A6. Definition 14(1): "the set of legal moves on s is empty", in check or not.

    >>> from lasker.formulations.foundations import read
    >>> StalemateInCheck().is_stalemate(read("k/R/K b"))
    True
    """

    def is_stalemate(self, s: State) -> bool:
        """Every checkmate is one."""
        return not self.legal_moves(s)


class EndlessGames(Definitions):
    """E-A7. Definition 15(2): only a checkmate or a stalemate ends a game.

    >>> from lasker.formulations.foundations import read
    >>> EndlessGames().is_over([read("k2/3/2K w")] * 1000)
    False
    """

    def is_over(self, history: Sequence[State]) -> bool:
        """What was played before does not matter."""
        return self.is_checkmate(history[-1]) or self.is_stalemate(history[-1])


class Printed(
    PositionsOnATorus,
    ColouredNulls,
    OneChessSet,
    RangeIsAttack,
    ABlackPiece,
    StalemateInCheck,
    EndlessGames,
):
    """The whole text as printed.

    >>> from lasker.formulations.foundations import START, read
    >>> len(Printed().legal_moves(read(START, Printed())))
    2
    """


printed = Printed()
"""The text as printed."""

ERRATA: Mapping[str, Definitions] = MappingProxyType(
    {
        "E-A1": PositionsOnATorus(),
        "E-A2": ColouredNulls(),
        "E-A3": OneChessSet(),
        "E-A4": RangeIsAttack(),
        "E-A5": ABlackPiece(),
        "E-A6": StalemateInCheck(),
        "E-A7": EndlessGames(),
    }
)
"""For each erratum, the reading in which this one definition is as printed and the others are repaired."""


class Wording(NamedTuple):
    """Where an erratum stands, the words in question, and what we read instead.

    >>> WORDINGS["E-A5"].where
    'Theorem 1'
    """

    where: str
    printed: str
    repaired: str


WORDINGS: Mapping[str, Wording] = MappingProxyType(
    {
        "E-A1": Wording("Definition 3", "Z/8Z x Z/8Z", "{0, ..., 7} x {0, ..., 7}, with addition in Z x Z"),
        "E-A2": Wording("Definition 4", "C x T", "C x (T - {null}), and one null piece of no colour"),
        "E-A3": Wording(
            "Definition 6(2)",
            "at most 1 king of each colour, 1 queen of each colour, etc.",
            "exactly 1 king of each colour",
        ),
        "E-A4": Wording(
            "Definition 8",
            "range_g(δ): where δ can 'move to', and what it 'is attacking'",
            "two functions: Definition 9 and Theorem 1 use the second, Definition 10 the first",
        ),
        "E-A5": Wording("Theorem 1", "a black piece in checkRange_g(k)", "a piece of colour s(c) in it"),
        "E-A6": Wording(
            "Definition 14",
            "(1) no legal moves, or (2) every game through s is nonterminating",
            "(1) alone: no legal moves, and not in check. (2) is circular with Definition 15; what it means "
            "is a dead position, a greatest fixpoint (`fixpoint.dead`), which is no stalemate",
        ),
        "E-A7": Wording(
            "Definition 15(2)",
            "checkmate or stalemate",
            "checkmate, stalemate, five occurrences of a state, or 75 moves of each side without progress",
        ),
    }
)
"""The errata that change a meaning, each with a reading in `ERRATA`."""

EDITORIAL: tuple[Wording, ...] = (
    Wording("Definition 3", "K, the set of positions", "another letter: K is the type of a king"),
    Wording("Definitions 1 and 7", "s, the switch of colours", "another letter: s is a state"),
    Wording("Definition 8", "a piece on a piece", "a piece on a tile"),
    Wording("Definition 15(3)", "1 <= i <= s_n-1", "1 <= i <= n-1"),
)
"""Slips of the pen, which change nothing."""
