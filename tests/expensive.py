"""Which parameters of expensive tests run in `make test`, and in which order tests run.

`data/expensive.toml` names, by test, parameters that only `make soak` runs: they cost much, and others of the
same test run every time, among them all that a planted fault of `faults/` names. A new parameter runs every
time until it is named there. Tests that run on every game of the library come last, game by game, so that one
process reads a game once for all of them.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest

LATER: dict[str, list[str]] = tomllib.loads(
    (Path(__file__).parent / "data" / "expensive.toml").read_text("utf-8")
)
MANY = 100  # games of a test from which on it counts as one of all games


def mark_expensive(items: list[pytest.Item]) -> None:
    """Mark the parameters that only `make soak` runs."""
    for item in items:
        test, parameter = split(item.nodeid)
        if parameter in LATER.get(test, ()):
            item.add_marker("soak")


def split(nodeid: str) -> tuple[str, str]:
    """The name of a test and its parameter.

    >>> split("tests/test_it.py::test_moves[a [b]]")
    ('tests/test_it.py::test_moves', 'a [b]')
    """
    test, _, parameter = nodeid.partition("[")
    return test, parameter.removesuffix("]")


def put_games_last(items: list[pytest.Item]) -> None:
    """Put the tests of all games last, those of one game together."""
    games = Counter(split(item.nodeid)[0] for item in items if game_of(item))
    items.sort(key=lambda item: game_of(item) if games[split(item.nodeid)[0]] >= MANY else "")


def game_of(item: pytest.Item) -> str:
    """The game that a test is given by the parameter `name`, or an empty text."""
    callspec = getattr(item, "callspec", None)
    given = callspec.params.get("name") if callspec is not None else None
    return given if isinstance(given, str) else ""
