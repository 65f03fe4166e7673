"""The packed binary format of positions and labels in native code."""

from __future__ import annotations

import struct
from collections.abc import Iterable

from lasker.compiler.ir.machine import Note, ProgramPosition
from lasker.model.game import Game

COUNT, NOTE = struct.Struct("=h"), struct.Struct("=4h")  # a label is the number of its notes, then the notes
SITE = struct.Struct("=H")  # the content of a site
FIRST = COUNT.size + NOTE.size  # bytes of a label up to the end of its first note


class Packing:
    """Packing and unpacking of a game's positions.

    >>> from lasker.backends import position
    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> packing, start = Packing(game.model), position(game.start().node)
    >>> packing.size, packing.unpack(packing.pack(start)) == start
    (22, True)
    >>> packing.unpack(packing.put(packing.pack(start), 4, 1)).board
    (0, 0, 0, 0, 1, 0, 0, 0, 0)
    """

    def __init__(self, game: Game) -> None:
        self._counters, self._sites = len(game.rules.vocabulary.counters), len(game.space.sites)
        self.content = "H" if game.rules.vocabulary.size <= 1 << 16 else "I"  # native code refuses the larger
        self._form = struct.Struct(f"=i{self._counters}i{self._sites}{self.content}")
        self.size = self._form.size

    def pack(self, position: ProgramPosition) -> bytes:
        """A position as bytes."""
        return self.put_together(position.turn, position.board, position.counters)

    def put_together(self, turn: int, board: Iterable[int], counters: Iterable[int]) -> bytes:
        """The parts of a position as bytes."""
        return self._form.pack(turn, *counters, *board)

    def unpack(self, packed: bytes) -> ProgramPosition:
        """The position of packed bytes."""
        turn, *numbers = self._form.unpack(packed)
        return ProgramPosition(turn, tuple(numbers[self._counters :]), tuple(numbers[: self._counters]))

    def put(self, packed: bytes, site: int, content: int) -> bytes:
        """A packed position with another content of a site."""
        at = self.size - SITE.size * (self._sites - site)
        return packed[:at] + SITE.pack(content) + packed[at + SITE.size :]

    def apart(self, packed: bytes) -> list[bytes]:
        """Split concatenated packed positions."""
        return [packed[at : at + self.size] for at in range(0, len(packed), self.size)]


def notes(labels: bytes, size: int) -> list[tuple[Note, ...]]:
    """Labels of so many bytes each, as tuples of notes."""
    sizes = ((at, COUNT.unpack_from(labels, at)[0]) for at in range(0, len(labels), size))
    return [tuple(NOTE.unpack_from(labels, at + 2 + 8 * i) for i in range(number)) for at, number in sizes]


def first_note(label: bytes) -> Note | None:
    """The first note of a label, or of its first bytes; None if it has none.

    >>> first_note(COUNT.pack(2) + NOTE.pack(12, 28, -1, 1)), first_note(COUNT.pack(0))
    ((12, 28, -1, 1), None)
    """
    return NOTE.unpack_from(label, COUNT.size) if COUNT.unpack_from(label)[0] else None
