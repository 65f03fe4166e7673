"""The method `statistics`: self-play with progress, then what it tells about a game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

from lasker.kernel import cancel
from lasker.kernel.errors import LimitError
from lasker.stats.plots import pictures
from lasker.stats.selfplay import Strength
from lasker.stats.study import Study, study
from lasker.web.game_names import game_of
from lasker.web.jobs import streamed
from lasker.web.methods import Params, method
from lasker.web.methods.think import READING
from lasker.web.params import GameParams

MOST_GAMES = 2000
MOST_CHARTS = 14


@method("statistics", kind="long", seconds=600.0)
def statistics(params: Params) -> Generator[dict[str, Any], None, dict[str, Any]]:
    """Play `games` at a `strength`; events tell how many are done, the last one has the figures.

    >>> events = list(statistics({"game": "tictactoe", "games": 20}))
    >>> {"done": 20, "games": 20} in events, events[-1]["sentence"][:7]
    (True, 'x wins ')
    """
    asked = GameParams.of(params)
    count, strength = asked.whole("games", 100), Strength.read(asked.text("strength") or "random")
    if not 1 <= count <= MOST_GAMES:
        raise LimitError(f"{count} games", remedy=f"play 1 to {MOST_GAMES}")

    def work(tell: Callable[[Any], None]) -> dict[str, Any]:
        game = game_of(asked.game)
        tell({"waits": f"{game.title} is being compiled"})

        def heard(done: int) -> None:
            cancel.check()
            tell({"done": done, "games": count})

        found = figures(study(game, strength, games=count, tell=heard))
        tell(found)
        return found

    return streamed(work, READING)


def figures(found: Study) -> dict[str, Any]:
    """A study of a game as the page shows it."""
    drawn = [{"title": name, "svg": svg} for name, svg in pictures(found)][:MOST_CHARTS]
    return {
        "sentence": sentence(found.results(), len(found.logs), sum(found.draws.values())),
        "notes": found.notes,
        "charts": drawn,
        "values": [
            {"name": value.name, "derived": value.derived, "worth": value.worth} for value in found.values
        ],
        "reasons": list(found.reasons.items()),
    }


def sentence(results: Mapping[str, Mapping[str, float]], games: int, drawn: int) -> str:
    """The balance of a game in a sentence.

    >>> even = {"won": 40, "share": 0.5, "low": 0.4, "high": 0.6}
    >>> sentence({"white": even, "black": even}, 100, 20)
    'white wins 40 %, black 40 %, and 20 % are drawn: no side has an advantage that 100 games show.'
    >>> sentence({"white": {**even, "won": 60, "low": 0.55}, "black": {**even, "won": 40}}, 100, 0)
    'white wins 60 %, black 40 %, and 0 % are drawn: white has an advantage.'
    """
    (first, *others) = results.items()
    shares = [f"{first[0]} wins {100 * first[1]['won'] / games:.0f} %"]
    shares += [f"{player} {100 * got['won'] / games:.0f} %" for player, got in others]
    better = [player for player, got in results.items() if got["low"] > 1 / len(results)]
    verdict = f"{better[0]} has" if better else "no side has"
    verdict += " an advantage" if better else f" an advantage that {games} games show"
    if len(results) == 1:
        return f"{first[0]} wins {100 * first[1]['won'] / games:.0f} % of {games} games."
    return f"{', '.join(shares)}, and {100 * drawn / games:.0f} % are drawn: {verdict}."
