"""What a file of another program tells about a game: board, pieces with Betza notation, set-up, ends."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lasker.frontends._squares import Square
from lasker.kernel.errors import DeclarationError
from lasker.kernel.source import Span

LARGEST = 26  # files or ranks
_RESERVED = """
piece friend enemy move view way strikes check safe promote going seize drop drops walking home zone white
black of in is not all board region mark counter players game start fen end here fail nil free goal arriving
"""
RESERVED = frozenset(_RESERVED.split())


@dataclass
class PieceKind:
    """A kind of piece."""

    name: str
    letter: str  # of the first player, in upper case
    betza: str
    royal: bool = False
    promotes: list[str] = field(default_factory=list)  # names of what it may become in its zone
    obliged: bool = True  # must it be promoted?
    leaving: bool = False  # is it promoted where it leaves the zone, too?
    held_as: str = ""  # the name of what it is in the hand of who has taken it; empty: it is gone


@dataclass
class Loss:
    """Something that a game has no place for: what, where, and why."""

    what: str
    place: Span
    reason: str

    def __str__(self) -> str:
        return f"{self.place.where}: {self.what}: {self.reason}"


@dataclass
class Outline:
    """A game in outline, for two players who take turns."""

    title: str
    source: str
    size: tuple[int, int] = (8, 8)
    holes: set[Square] = field(default_factory=set)
    kinds: list[PieceKind] = field(default_factory=list)
    placed: dict[Square, tuple[str, int]] = field(default_factory=dict)  # name of the kind, and its player
    hands: dict[tuple[str, int], int] = field(default_factory=dict)
    rotated: bool = False  # does the second player see the board after half a turn, or in a mirror?
    zones: tuple[set[Square], set[Square]] = field(default_factory=lambda: (set(), set()))
    drops: bool = False
    stalemate: str = "drawn"  # or lost, won: for who has no move
    capture_all: bool = False  # is it lost to have no piece any more?
    goal: tuple[set[Square], set[Square]] = field(default_factory=lambda: (set(), set()))
    goal_kinds: list[str] = field(default_factory=list)  # who wins on the squares of the goal
    lost: list[Loss] = field(default_factory=list)

    def kind(self, name: str) -> PieceKind | None:
        """The kind with a name."""
        return next((kind for kind in self.kinds if kind.name == name), None)

    def on_board(self, square: Square) -> bool:
        """Is there such a square?"""
        x, y = square
        return 0 <= x < self.size[0] and 0 <= y < self.size[1] and square not in self.holes

    def seen_by_other(self, square: Square) -> Square:
        """The square that the second player sees where the first sees this one."""
        x, y = square
        return (self.size[0] - 1 - x if self.rotated else x), self.size[1] - 1 - y


def word_for(name: str, used: set[str]) -> str:
    """A name as the rules language has names, used by no one else.

    >>> word_for("Left-Quail", set()), word_for("Move", {"rook"}), word_for("Rook", {"rook"})
    ('left_quail', 'move_piece', 'rook_2')
    """
    word = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_") or "piece"
    word = f"n{word}" if word[0].isdigit() else word
    word = f"{word}_piece" if word in RESERVED else word
    return next(each for each in (word, *(f"{word}_{n}" for n in range(2, 10_000))) if each not in used)


def letter_for(wanted: str, name: str, used: set[str]) -> str:
    """A letter in upper case for a piece: the one that is wanted, one of its name, or any that is free.

    >>> letter_for("", "Knight", {"K"}), letter_for("n", "Knight", {"K"})
    ('N', 'N')
    """
    if re.fullmatch(r"\+[A-Z]", wanted.upper()) and wanted.upper() not in used:
        return wanted.upper()
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    usual = "N" if name.casefold() == "knight" else ""  # the king has the other letter
    names = [*wanted.upper(), *usual, *name.upper(), *alphabet]
    found = next((c for c in names if c in alphabet and c not in used), None)
    if found is None:
        found = next((f"+{c}" for c in names if c in alphabet and f"+{c}" not in used), None)
    if found is None:
        raise DeclarationError(f"there are too many kinds of pieces: no letter is left for {name}")
    return found
