"""The method `think`: the engine's analysis of a position, as events while it searches."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from lasker.engine.levels import FULL
from lasker.kernel import cancel
from lasker.table.adviser import MOST_SECONDS, Opinion, Question
from lasker.web.jobs import streamed
from lasker.web.methods import Params, method
from lasker.web.params import GameParams
from lasker.web.replay import played

COMPILING = 120.0  # seconds that may pass before and after a search, while the game is compiled
READING = "the rules are being read"


@method("think", kind="think", seconds=MOST_SECONDS + COMPILING)
def think(params: Params) -> Generator[dict[str, Any], None, dict[str, Any] | None]:
    """Search for `seconds` on a `level`; the result is null if there is no move.

    Events are opinions, which may have `waits`, a sentence about what is being compiled, or `waits` alone.

    >>> from lasker.web.jobs import messages
    >>> asked = {"game": "tictactoe", "start": "XX1/OO1/3 x 3", "seconds": 1}
    >>> *_, (kind, result) = messages("think", asked, {}, cancel.CancelToken())
    >>> kind, b'"told": "wins in 1"' in result
    ('result', True)
    """
    asked = GameParams.of(params)
    level, seconds = asked.whole("level", FULL), asked.number("seconds", 1.0)

    def search(tell: Callable[[Any], None]) -> dict[str, Any] | None:
        question = Question(played(asked).position, level, seconds)
        if (token := cancel.current()) is not None:
            token.then(question.drop)
        said = ""

        def on_opinion(opinion: Opinion) -> None:
            doing = question.doing
            tell({**opinion_facts(opinion), **({"waits": doing} if doing else {})})

        def on_wait(what: str) -> None:
            nonlocal said
            if what != said:
                said = what
                tell({"waits": what})

        best = question.answer(on_opinion, on_wait)
        return None if best is None else opinion_facts(best)

    return streamed(search, READING)


@method("judge", kind="long", seconds=MOST_SECONDS + COMPILING)
def judge(params: Params) -> Generator[dict[str, Any], None, dict[str, Any] | None]:
    """As `think`, for who does not wait for a move: it comes after the moves of opponents.

    >>> found = list(judge({"game": "tictactoe", "start": "XX1/OO1/3 x 3", "seconds": 1}))
    >>> [each["told"] for each in found if "told" in each][-1]
    'wins in 1'
    """
    stream: Generator[dict[str, Any], None, dict[str, Any] | None] = think(params)
    return stream


def opinion_facts(opinion: Opinion) -> dict[str, Any]:
    """An opinion as JSON-compatible data."""
    return {**vars(opinion), "chance": round(opinion.chance, 4), "told": opinion.score_text}
