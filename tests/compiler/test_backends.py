"""Every game of the library, whatever is found there, compiled and played against the reference."""

from __future__ import annotations

import pytest
from lockstep import difference, start, wrong_counts

from lasker import backends
from lasker.ir.interpret import Interpreter
from lasker.ir.lower import lower
from lasker.ir.machine import Machine
from lasker.ir.pipeline import compiled
from lasker.ir.reader import read
from lasker.ir.text import show
from lasker.play.game import load
from lasker.play.library import sources

GAMES = sorted(sources())


@pytest.mark.parametrize("name", GAMES)
def test_the_interpreter_agrees_with_the_reference(name: str) -> None:
    program = lower(load(name).model)
    judge = backends.open_engine("reference", load(name).model)
    assert difference(Machine(program, Interpreter(program)), judge, start(name), seed=1, plies=1) is None


@pytest.mark.parametrize("name", GAMES)
def test_generated_python_agrees_with_the_reference(name: str) -> None:
    model = load(name).model
    engine, judge = (backends.open_engine(each, model) for each in ("python", "reference"))
    assert difference(engine, judge, start(name), seed=2, plies=2) is None


@pytest.mark.parametrize("name", GAMES)
def test_programs_are_read_back(name: str) -> None:
    program = compiled(load(name).model).program
    assert read(show(program)) == program


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_native_code_agrees_with_the_reference(name: str) -> None:
    model = load(name).model
    engine, judge = (backends.open_engine(each, model) for each in ("c", "reference"))
    assert wrong_counts(name, engine, most=10**7) == []
    for seed in range(3):
        assert difference(engine, judge, start(name), seed, plies=30) is None
