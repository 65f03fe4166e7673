"""Values of calls are kept while a text is read: the meaning and the limits stay what they were."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits
from lasker.play import library
from lasker.syntax.context import Meter
from lasker.syntax.read import read_game
from lasker.syntax.rules import Rules

DOUBLED = """f(m, t) = take(m, t) | ride(m, t)
g(t) = f(u, t) | f(r, t) | f(u, t)
all = g(.) | g(♟) | g(.) | f(u, .)"""


@contextmanager
def forgetting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No value of a call is known inside."""
    with monkeypatch.context() as patched:
        patched.setattr(Meter, "known", lambda self, key: None)
        yield


@pytest.mark.parametrize("name", ["xiangqi", "glinski"])
def test_games_mean_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = library.as_rules(library.find(name))
    kept = read_game(*texts)
    with forgetting(monkeypatch):
        fresh = read_game(*texts)
        assert kept.states == fresh.states
        assert kept.endings == fresh.endings


def test_calls_with_other_arguments_have_other_values() -> None:
    rules = Rules("f(m, t) = take(m, t)")
    assert rules.evaluate("f(u, .)") != rules.evaluate("f(u, ♟)")
    assert rules.evaluate("f(u, .) | f(r, .)") == rules.evaluate("take(u, .) | take(r, .)")


def test_steps_of_kept_values_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text is refused within the same limit, whether its calls are known or not."""

    def refused(steps: int) -> bool:
        rules = Rules(DOUBLED)
        rules.limits = Limits(steps=steps)  # of what is elaborated; a parser with other limits takes long
        try:
            rules.find("all")
        except LimitError:
            return True
        return False

    def least() -> int:
        return bisect_left(range(5_000), True, key=lambda steps: not refused(steps))

    kept = least()
    with forgetting(monkeypatch):
        assert least() == kept
    assert 0 < kept < 5_000
