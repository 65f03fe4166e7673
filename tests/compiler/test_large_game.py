"""Sixty kinds of pieces on 256 squares: compiled in a few seconds, and right."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from large_game import armies, large_game, screens_game

from lasker import backends
from lasker.compiler.bits import printer
from lasker.compiler.bits.game import BitProgram
from lasker.compiler.emit.c.text import c_parts, counting_parts, fast, written
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.machine import ProgramPosition
from lasker.compiler.pipeline import compiled
from lasker.engine.native_search import NativeSearch

SECONDS = 10  # of processor time, ours and the compiler's
MOST_SECONDS = 20  # the same for any game


def spent() -> float:
    """The processor time so far, of this process and of those it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in both)


def test_a_game_of_eight_kinds_agrees_with_the_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path))
    game = large_game(8, 6)
    start = armies(game, 8)
    engine, judge = (backends.open_engine(each, game) for each in ("c", "reference"))
    assert engine.successors(start) == judge.successors(start)
    assert engine.perft(start, 2) == judge.perft(start, 2)


@pytest.mark.soak
def test_sixty_kinds_on_256_squares(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path))
    began = spent()
    game = large_game(60, 16)
    start = armies(game, 60)
    engine = backends.open_engine("c", game)
    assert engine.perft(start, 2) > 0
    assert spent() - began < SECONDS
    assert fast(compiled(game))[1] == ""
    found = engine.successors(start)
    assert found == backends.open_engine("reference", game).successors(start)
    assert engine.perft(start, 1) == len(found)
    assert engine.perft(start, 2) == sum(engine.perft(each.after, 1) for each in found)


@pytest.mark.soak
def test_tens_of_thousands_of_rules_are_walked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their code on bitboards would have 58 million characters."""
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path))
    began = spent()
    game = screens_game(12, 12)
    pieces = armies(game, 12).board
    start = ProgramPosition(0, tuple(pieces[5 * site % len(pieces)] for site in range(len(pieces))), ())
    engine = NativeSearch(game)
    found = engine.successors(start)
    assert found
    assert spent() - began < MOST_SECONDS
    assert "more than" in written(compiled(game), played=True)[2]
    assert found == backends.open_engine("reference", game).successors(start)


def test_code_that_is_too_large_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    game = large_game(3, 5)
    monkeypatch.setattr(printer, "MOST_TEXT", 2_000)
    assert written(compiled(game))[2] == "code on bitboards would have more than 2000 characters"


def test_code_that_is_too_large_is_generated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A count asks for a library that only counts, and then for one with the walk."""
    made = compiled(large_game(3, 5))
    asked, text = list[BitProgram](), BitProgram.text

    def counted(program: BitProgram) -> Iterator[printer.Item]:
        asked.append(program)
        return text(program)

    monkeypatch.setattr(printer, "MOST_TEXT", 2_000)
    monkeypatch.setattr(BitProgram, "text", counted)
    with pytest.raises(NotClassified):
        counting_parts(made)
    assert len(list(c_parts(made))) == 2
    assert len(asked) == 1
