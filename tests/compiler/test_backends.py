"""Every game of the library, whatever is found there, compiled and played against the reference."""

from __future__ import annotations

import pytest
from lockstep import difference, start

from lasker import backends
from lasker.compiler.ir.check import violations
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.lower import lower
from lasker.compiler.ir.machine import Machine
from lasker.compiler.ir.passes.drop_idle_ends import drop_idle_ends
from lasker.compiler.ir.reader import read
from lasker.compiler.ir.text import show
from lasker.compiler.pipeline import compiled
from lasker.play.game import load
from library_sample import SAMPLED


@pytest.mark.parametrize("name", SAMPLED)
def test_the_interpreter_agrees_with_the_reference(name: str) -> None:
    program = drop_idle_ends(lower(load(name).model))
    judge = backends.open_engine("reference", load(name).model)
    assert difference(Machine(program, Interpreter(program)), judge, start(name), seed=1, plies=1) is None


@pytest.mark.parametrize("name", SAMPLED)
def test_generated_python_agrees_with_the_reference(name: str) -> None:
    model = load(name).model
    engine, judge = (backends.open_engine(each, model) for each in ("python", "reference"))
    assert difference(engine, judge, start(name), seed=2, plies=1) is None


@pytest.mark.parametrize("name", SAMPLED)
def test_programs_are_sound_at_every_stage_and_read_back(name: str) -> None:
    made = compiled(load(name).model, frozenset(("classes",)))
    assert read(show(made.program)) == made.program
    assert {stage: violations(program) for stage, program in made.stages.items() if violations(program)} == {}
