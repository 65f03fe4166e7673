"""The alphabet of labels: every note that moves can leave, found by abstract interpretation.

A label is a sequence of notes: where a chosen cursor began, where it ended, and the symbol there if it
changed. The analysis runs the blocks of a turn on sets of places instead of boards (`values.py`). For one
start square of the first note at a time it follows every cursor through rewrites, choices and repetitions
until nothing new is found. What it finds is an upper bound: tests about the rest of the board are taken to
hold.
"""

from __future__ import annotations

from lasker.compiler.ir.alphabet.label_notes import ANYWHERE, MOST_NOTES, UNCHANGED, Alphabet, LabelNote
from lasker.compiler.ir.alphabet.relaxation import relaxed
from lasker.compiler.ir.alphabet.rewriting import Rewriting
from lasker.compiler.ir.alphabet.run import LabelAnalysis
from lasker.compiler.ir.alphabet.values import LabelValues
from lasker.compiler.ir.ops import Program
from lasker.compiler.ir.sizes import most_notes

PLACES = 2  # notes of a label that are told apart by their place in it

__all__ = ["ANYWHERE", "MOST_NOTES", "UNCHANGED", "Alphabet", "LabelNote", "alphabets"]


def alphabets(program: Program, players: int) -> list[Alphabet]:
    """Every note that the labels of each player can have.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("connect_four")).stages["lower"]
    >>> found, _ = alphabets(program, 2)
    >>> len(found.notes[0]), min(found.notes[0]), sorted(found.counts)
    (42, LabelNote(start=0, end=0, symbol=1), [1])
    """
    program = relaxed(program)
    rewriting = Rewriting(program, LabelValues(program))
    return [_alphabet(program, player, rewriting) for player in range(players)]


def _alphabet(program: Program, player: int, rewriting: Rewriting) -> Alphabet:
    places = min(PLACES, max(1, most_notes(program)))
    notes: list[set[LabelNote]] = [set() for _ in range(places)]
    counts: set[int] = set()
    squares = range(program.sites) if program.sites**2 <= MOST_NOTES else (ANYWHERE,)
    for turn in program.turns:
        if turn.player == player:
            for place in range(places):
                for start in squares if place == 0 else (ANYWHERE,):
                    run = LabelAnalysis(rewriting, place, start, only=place + 1 < places)
                    run.begin(turn.move)
                    notes[place] |= run.found
                    counts |= run.counts if place + 1 == places else set()
    return Alphabet(tuple(map(frozenset, notes)), frozenset(counts))
