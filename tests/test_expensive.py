"""Parameters that only `make soak` runs: they exist, and no planted fault needs them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from expensive import LATER, MANY, put_games_last, split

HERE = Path(__file__).parent


def test_every_test_that_is_named_exists() -> None:
    for test in LATER:
        file, _, function = test.partition("::")
        assert f"def {function}(" in (HERE.parent / file).read_text("utf-8"), test


def test_planted_faults_are_caught_by_tests_that_run_every_time() -> None:
    for file in sorted((HERE / "faults").glob("*.toml")):
        for fault in tomllib.loads(file.read_text("utf-8")).get("fault", ()):
            for named in fault["tests"]:
                test, parameter = split(named)
                assert parameter not in LATER.get(test, ()), f"{file.name}: {fault['name']}"


def item(nodeid: str, **given: str) -> Any:
    """A test as pytest collects it, as far as it is looked at."""
    return SimpleNamespace(nodeid=nodeid, callspec=SimpleNamespace(params=given))


def test_tests_of_all_games_come_last_game_by_game() -> None:
    games = [f"game {number:03}" for number in range(MANY)]
    items = [item(f"{test}[{game}]", name=game) for test in ("a", "b") for game in games]
    items[1:1] = [item("c[game 001]", name="game 001"), SimpleNamespace(nodeid="d")]
    put_games_last(items)
    found = [each.nodeid for each in items]
    assert found[:4] == ["c[game 001]", "d", "a[game 000]", "b[game 000]"]
    assert found[-2:] == [f"a[{games[-1]}]", f"b[{games[-1]}]"]
