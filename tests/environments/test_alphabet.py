"""The notes of labels: found in few steps, and alike whether starts are told or not."""

from __future__ import annotations

import pytest

from lasker.compiler.ir import alphabet
from lasker.compiler.ir.alphabet import ANYWHERE, LabelNote, alphabets
from lasker.compiler.ir.alphabet.rewriting import Rewriting
from lasker.compiler.ir.ops import Apply, Program
from lasker.compiler.pipeline import compiled
from lasker.play.library import model

HANDS = "minishogi"  # a capture of each kind counts another hand
LONGEST_CHAIN = "oware"  # every seed that is sown makes another symbol of a house


def program(name: str) -> Program:
    return compiled(model(name)).stages["lower"]


def test_symbols_that_go_on_growing_are_any_symbol(monkeypatch: pytest.MonkeyPatch) -> None:
    analysed, really = [], Rewriting._laid

    def counted(self: Rewriting, op: Apply, *given: object) -> object:
        analysed.append(op)
        return really(self, op, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Rewriting, "_laid", counted)
    found = alphabets(program(LONGEST_CHAIN), 2)
    assert [len(each.notes[0]) for each in found] == [6, 6]
    assert len(analysed) < 20_000


@pytest.mark.parametrize("name", ["breakthrough", "amazons"])
def test_where_pairs_are_too_many_no_start_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = alphabets(program(name), 2)
    monkeypatch.setattr(alphabet, "MOST_NOTES", 10)
    for told, other in zip(usual, alphabets(program(name), 2), strict=True):
        assert other.counts == told.counts
        assert other.notes[1:] == told.notes[1:]
        assert other.notes[0] == {LabelNote(ANYWHERE, note.end, note.symbol) for note in told.notes[0]}
        assert len(other.notes[0]) < len(told.notes[0])


def test_options_that_differ_in_one_square_are_analysed_together(monkeypatch: pytest.MonkeyPatch) -> None:
    analysed, really = [], Rewriting._laid

    def counted(self: Rewriting, op: Apply, *given: object) -> object:
        analysed.append(op)
        return really(self, op, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Rewriting, "_laid", counted)
    together, few = alphabets(program(HANDS), 2), len(analysed)
    analysed.clear()
    monkeypatch.setattr(alphabet, "relaxed", lambda program: program)
    assert alphabets(program(HANDS), 2) == together
    assert 2 * few < len(analysed)
