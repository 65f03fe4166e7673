"""The example of a learning agent learns, and the programs of the page about learning run."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from examples.self_play import RULES, Agent, at_random, learning_curve, score, trained

import lasker

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "learning.md"
PROGRAMS = re.findall(
    r"^## (.+?)$.*?^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
)
NEEDED = {
    "PettingZoo": "pettingzoo",
    "Gymnasium": "gymnasium",
    "OpenSpiel": "pyspiel",
    "Pure functions": "numpy",
}


@pytest.fixture(autouse=True)
def _as_users_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LASKER_BACKEND", raising=False)


def test_an_agent_learns_the_game_of_a_page() -> None:
    game = lasker.load(RULES)
    told: list[str] = []
    _, points = trained(game, rounds=7, games=64, seed=1, trials=80, tell=told.append)
    assert points[0][1] < 66
    assert points[-1][1] > 76
    assert len(told) == len(points) == 8
    assert learning_curve(game.title, points).startswith("<svg")


def test_players_that_are_alike_have_half_of_the_points() -> None:
    game = lasker.load("tictactoe")
    assert abs(score(game, at_random, at_random, 1000) - 0.5) < 0.06


def test_preferences_of_what_won_are_raised() -> None:
    agent = Agent.new(lasker.load("tictactoe"))
    batch = lasker.Batch(agent.game)
    planes = batch.observe().reshape(1, -1)
    before = agent.network(planes)
    for _ in range(20):
        agent.network.learn(planes, batch.legal, np.array([4]), np.array([1.0], "float32"), rate=0.01)
    after = agent.network(planes)
    assert int(after[1].argmax()) == 4
    assert after[2][0] > before[2][0]


@pytest.mark.parametrize(("heading", "program"), PROGRAMS, ids=[heading for heading, _ in PROGRAMS])
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")
def test_programs_of_the_page_run(heading: str, program: str, capsys: pytest.CaptureFixture[str]) -> None:
    needed = NEEDED[heading]
    pytest.importorskip(needed, reason=f"NOT TESTED for want of {needed}: pip install '.[peers]'")
    exec(compile(program, heading, "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out


def test_every_adapter_has_a_program() -> None:
    assert [heading for heading, _ in PROGRAMS] == list(NEEDED)
