"""The notes of labels, and the alphabet that is made of them."""

from __future__ import annotations

from typing import NamedTuple

from lasker.kernel.dataclass import dataclass

ANYWHERE = -1  # the start of notes whose start is not told
UNCHANGED = -1  # the symbol of a note whose square holds what was chosen
MOST_NOTES = 1 << 20  # where two squares make more pairs than this, no start is told


class LabelNote(NamedTuple):
    """A note of a label: the square where it began, where it ended, and the new symbol there, or -1. Of notes
    after the first, and of those on very many squares, the start is not told: it is -1."""

    start: int
    end: int
    symbol: int


@dataclass(frozen=True)
class Alphabet:
    """The notes of a player by their place in the label, and the numbers of notes that labels have."""

    notes: tuple[frozenset[LabelNote], ...]
    counts: frozenset[int]
