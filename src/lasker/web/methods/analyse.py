"""Methods that look ahead: several lines of the engine, perft with divide, characteristics."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from lasker import backends
from lasker.engine.native_classification import Category
from lasker.kernel import cancel
from lasker.kernel.errors import LimitError
from lasker.play.backend_choice import PerftWork, choose
from lasker.proofs.forced_results.characteristics import classify
from lasker.proofs.forced_results.readings import MEANINGS
from lasker.runtime import parallel_perft
from lasker.table.adviser import MOST_SECONDS, Opinion, Question, written
from lasker.web.jobs import streamed
from lasker.web.methods import Params, method
from lasker.web.methods.think import COMPILING, READING
from lasker.web.params import GameParams
from lasker.web.replay import played

SHOWN = 12  # moves of a line
MOST_PLIES = 12  # of perft
MOST_LINES = 10**300  # that the page can show
BUDGET = 200_000  # positions that a question about characteristics may visit
ANSWERS = {True: "yes", False: "no", None: "undecided"}
WANTED = (("win", Category.WIN), ("draw", Category.DRAW), ("loss", Category.LOSS))


@method("analyse", kind="long", seconds=MOST_SECONDS + COMPILING)
def analyse(params: Params) -> Generator[dict[str, Any], None, dict[str, Any]]:
    """The best `lines`, 1 to 5, deepening for `seconds`; scores are the first player's.

    >>> events = analyse({"game": "tictactoe", "start": "XX1/OO1/3 x 3", "lines": 2, "seconds": 1})
    >>> [event["lines"][0]["sans"][0] for event in events if "lines" in event][-1]
    'c3'
    """
    asked = GameParams.of(params)
    seconds, count = asked.number("seconds", 1.0), asked.whole("lines", 1)

    def search(tell: Callable[[Any], None]) -> dict[str, Any]:
        position = played(asked).position
        question = Question(position, seconds=seconds, lines=count, shown=SHOWN)
        if (token := cancel.current()) is not None:
            token.then(question.drop)
        first = position.turn == position.game.players[0]
        best: dict[int, dict[str, Any]] = {}
        last = ""

        def state() -> dict[str, Any]:
            lines = sorted(best.values(), key=lambda line: line["rank"])
            return {"lines": lines, "depth": max((line["depth"] for line in lines), default=0)}

        def hear(opinion: Opinion) -> None:
            best[opinion.rank] = line_facts(opinion, first)
            tell(state() | ({"waits": question.doing} if question.doing else {}))

        def wait(what: str) -> None:
            nonlocal last
            if what != last:
                last = what
                tell({"waits": what})

        found = question.answer(hear, wait)
        if found is not None and not best:  # nothing was told before the time was over
            hear(found)
        return state()

    return streamed(search, READING)


def line_facts(opinion: Opinion, first: bool) -> dict[str, Any]:
    """A line of the engine from the first player's point of view.

    >>> line_facts(Opinion("black", "e7e5", ("e5",), 30, None, 5, 99, moves=("e7e5",)), False)["score"]
    -30
    """
    sign = 1 if first else -1
    return {
        "rank": opinion.rank,
        "moves": list(opinion.moves),
        "sans": list(opinion.line),
        "score": sign * opinion.score,
        "mate": None if opinion.mate is None else sign * opinion.mate,
        "depth": opinion.depth,
        "nodes": opinion.nodes,
        "chance": round(opinion.chance if first else 1 - opinion.chance, 4),
    }


@method("perft", kind="long", seconds=600.0)
def perft(params: Params) -> Generator[dict[str, Any], None, dict[str, Any]]:
    """The number of sequences of `depth` moves below each move, one event each.

    >>> stream = perft({"game": "tictactoe", "depth": 2})
    >>> events = list(stream)
    >>> events[0]["move"], events[-1]["total"]
    ({'text': 'a1', 'san': 'a1', 'count': 8}, 72)
    """
    asked = GameParams.of(params)
    depth = asked.whole("depth", 1)
    if not 1 <= depth <= MOST_PLIES:
        raise LimitError(f"perft to depth {depth}", remedy=f"count to a depth from 1 to {MOST_PLIES}")
    position = played(asked).position
    moves = list(position.moves) if position.outcome is None else []
    engine = choose(position.game.model, PerftWork(depth), lambda error, instead: None)
    total = 0
    for done, move in enumerate(moves, 1):
        cancel.check()
        count = parallel_perft.perft(engine, backends.position(position.play(move).node), depth - 1)
        total += count
        found = {"text": str(move), "san": position.san(move), "count": count}
        yield {"move": found, "total": total, "done": done, "all": len(moves)}
    return {"total": total, "done": len(moves), "all": len(moves)}


@method("characteristics", kind="long", seconds=120.0)
def characteristics(params: Params) -> dict[str, Any]:
    """What is possible and what can be forced `within` some plies, for the player to move. A line is
    `shortest` where it is known that none is shorter.

    >>> found = characteristics({"game": "tictactoe", "start": "XX1/OO1/3 x 5", "within": 1})
    >>> found["value"], found["lines"][0]["sans"], found["lines"][0]["shortest"]
    ('win', ['c3'], True)
    """
    asked = GameParams.of(params)
    position = played(asked).position
    within = asked.whole("within", 1)
    if not 1 <= within <= 40:
        raise LimitError(f"{within} plies", remedy="look 1 to 40 plies ahead")
    found = classify(position, within, budget=BUDGET)
    lines = [(name, found.line(wanted), found.is_shortest(wanted)) for name, wanted in WANTED]
    return {
        "player": position.game.players[found.player],
        "within": within,
        "value": found.value,
        "notions": [
            {"name": name, "meaning": MEANINGS[name], "answer": ANSWERS[holds]}
            for name, holds in found.notions.items()
        ],
        "lines": [
            {"name": name, "moves": list(moves), "sans": written(position, moves), "shortest": shortest}
            for name, moves, shortest in lines
            if moves
        ],
        "visited": found.visited,
        "estimate": found.estimate if found.estimate < MOST_LINES else None,
    }
