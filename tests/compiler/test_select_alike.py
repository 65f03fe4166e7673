"""Ways of a fork that differ only in contents and counters: one way, and it means what they meant."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from test_passes import program

from lasker import backends
from lasker.backends._differential_tests import observe, perturbed
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Machine
from lasker.compiler.ir.ops import Adjust, Apply, Select
from lasker.compiler.ir.passes import select_alike
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.compiler.ir.text import show
from lasker.compiler.pipeline import compiled
from lasker.play.game import load

CASES = {
    "contents that squares must hold and receive, also in forks inside": (
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0 ; #0 = 1 ; here_0 to #1
      fork
        way
          apply 1 at here_0 : #1 in 1
        way
          apply 2 at here_0 : #1 in 0
    way
      apply 0 at here_0 : #1 in 1 ; #0 = 0 ; here_0 to #1
      fork
        way
          apply 1 at here_0 : #1 in 1
        way
          apply 2 at here_0 : #1 in 1
  note end here_0
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  direction kind_0 of 2
  select by kind_0
    apply 0 at here_0 : #1 in 0 ; #0 = 1 ; here_0 to #1
    apply 0 at here_0 : #1 in 1 ; #0 = 0 ; here_0 to #1
  fork
    way
      apply 1 at here_0 : #1 in 1
    way
      select by kind_0
        apply 2 at here_0 : #1 in 0
        apply 2 at here_0 : #1 in 1
  note end here_0
""",
    ),
    "a selection inside a selection has another direction": (
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0
      fork
        way
          apply 1 at here_0 : #1 = 0
        way
          apply 1 at here_0 : #1 = 1
    way
      apply 0 at here_0 : #1 in 1
      fork
        way
          apply 1 at here_0 : #1 = 0
        way
          apply 1 at here_0 : #1 = 1
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  direction kind_1 of 2
  select by kind_1
    apply 0 at here_0 : #1 in 0
    apply 0 at here_0 : #1 in 1
  direction kind_0 of 2
  select by kind_0
    apply 1 at here_0 : #1 = 0
    apply 1 at here_0 : #1 = 1
""",
    ),
    "a direction is chosen right before it selects, on every way to what it selects": (
        """
block go() arrives
  choose here_0 in 1 on 0-2
  fork
    way
      apply 0 at here_0 : #1 in 0
      fork
        way
          apply 1 at here_0 : #1 in 0
          note end here_0
        way
          apply 2 at here_0 : #1 = 1
      apply 2 at here_0 : #1 = 0
    way
      apply 0 at here_0 : #1 in 0
      fork
        way
          apply 1 at here_0 : #1 in 1
          note end here_0
        way
          apply 2 at here_0 : #1 = 1
      apply 2 at here_0 : #1 = 1
""",
        """
block go() arrives
  choose here_0 in 1 on 0-2
  apply 0 at here_0 : #1 in 0
  fork
    way
      direction kind_0 of 2
      select by kind_0
        apply 1 at here_0 : #1 in 0
        apply 1 at here_0 : #1 in 1
      note end here_0
    way
      apply 2 at here_0 : #1 = 1
      direction kind_0 of 2
  select by kind_0
    apply 2 at here_0 : #1 = 0
    apply 2 at here_0 : #1 = 1
""",
    ),
}
APART = {
    "other tables": ("apply 0 at here_0 : #1 in 0", "apply 1 at here_0 : #1 in 0"),
    "other columns": ("apply 0 at here_0 : #1 in 0", "apply 0 at here_0 : #0 in 0"),
    "anywhere": ("apply 0 : #1 in 0", "apply 0 : #1 in 1"),
    "several contents are written": ("apply 0 at here_0 : #1 = 0,1", "apply 0 at here_0 : #1 = 1"),
    "other operations": ("note end here_0", "require test()"),
}
GAMES = ("dice_men", "doughnut", "lasca", "minishogi", "rim")


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Whatever can be selected is, and libraries that were made otherwise are not found."""
    monkeypatch.setattr(select_alike, "WORTH", 1)
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path))


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("case", CASES)
def test_before_and_after(case: str) -> None:
    before, after = map(program, CASES[case])
    assert show(select_alike.select_alike(before)) == show(after)


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("case", APART)
def test_what_differs_in_more_stays_apart(case: str) -> None:
    ways = "".join(f"    way\n      {way}\n" for way in APART[case])
    before = program(f"block go() arrives\n  choose here_0 in 1 on 0-2\n  fork\n{ways}")
    assert select_alike.select_alike(before) == before


def test_what_is_in_a_selection_is_seen() -> None:
    made = program(CASES["a selection inside a selection has another direction"][1])
    asked = [op.checks or op.writes for op in every(made.blocks["go"].body) if isinstance(op, Apply)]
    assert asked == [((1, 0b1),), ((1, 0b10),), ((1, (0,)),), ((1, (1,)),)]


def test_short_ways_stay_as_they_are() -> None:
    before = program(CASES["a selection inside a selection has another direction"][0])
    assert select_alike.select_alike(before) == before


@pytest.mark.usefixtures("always")
@pytest.mark.parametrize("name", GAMES)
def test_every_level_agrees_with_the_reference(name: str) -> None:
    game, random = load(name).model, Random(name)
    made = compiled(game).program
    selections = [
        op.options[0] for block in made.blocks.values() for op in every(block.body) if isinstance(op, Select)
    ]
    assert any(isinstance(option, Apply) for option in selections)
    assert any(isinstance(option, Adjust) for option in selections) == (name == "minishogi")
    without = frozenset({"classes"})  # the walk
    engines: list[Any] = [backends.open_engine(each, game, without) for each in ("python", "c")]
    engines.append(Machine(made, Interpreter(made)))
    judge, node = backends.open_engine("reference", game), load(name).start().node
    for number in range(8):
        position = backends.position(node if number % 2 else perturbed(game, node, random))
        wanted = observe(judge, game, position)
        for engine in engines:
            assert observe(engine, game, position) == wanted
        node = random.choice(node.steps).after if node.steps else load(name).start().node
