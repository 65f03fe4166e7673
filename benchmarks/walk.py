"""How fast the walk is: leaves counted, and plies of random games, in a second of processor time.

    python -m benchmarks.walk                   every game of the tables
    python -m benchmarks.walk chess 4 go9 2     counts of some games, each to a depth
    python -m benchmarks.walk go9 0             random games, where the depth is 0

What is too small for the clock is repeated until a round takes long enough.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

from lasker import backends, load

TABLE = (
    ("chess", 4), ("graph_chess", 3), ("cylinder_chess", 3), ("atomic", 3), ("duck_chess", 2),
    ("marseillais", 2), ("dots_and_boxes", 3), ("nine_mens_morris", 3), ("go9", 2), ("lasca", 4),
    ("chinese_checkers", 2), ("international_draughts", 4), ("einstein", 3),
    ("chess", 0), ("international_draughts", 0), ("nine_mens_morris", 0), ("go9", 0), ("lasca", 0),
    ("chinese_checkers", 0), ("dots_and_boxes", 0),
)  # fmt: skip
ROUND = 0.3  # seconds of the processor that a round takes at least
GAMES = 16  # random games that are played at once, so that starting a thread for them hardly counts
MOST_PLIES = 200


def per_second(work: Callable[[int], int]) -> float:
    """How much is done in a second; `work` gets the number of a round, and answers how much it did."""
    work(0)
    done, rounds, begun = 0, 1, time.process_time()
    while (taken := time.process_time() - begun) < ROUND:
        done += work(rounds)
        rounds += 1
    return done / taken


def walked(name: str, depth: int) -> Callable[[int], int]:
    """A round of counting or of playing with the walk alone."""
    game = load(name)
    engine = backends.open_engine("c", game.model, frozenset({"classes"}))
    start = backends.position(game.start().node)
    if depth:
        return lambda number: engine.perft(start, depth)
    return lambda number: sum(
        engine.tally(start, 1, range(GAMES * number, GAMES * (number + 1)), MOST_PLIES).lengths
    )


def measured(arguments: list[str]) -> Iterator[tuple[str, int, float]]:
    """The rows of the table: a game, a depth, leaves or plies a second."""
    pairs = list(zip(arguments[::2], map(int, arguments[1::2]), strict=True))
    for name, depth in pairs or TABLE:
        yield name, depth, per_second(walked(name, depth))


if __name__ == "__main__":
    for name, depth, speed in measured(sys.argv[1:]):
        what = f"depth {depth}, million leaves" if depth else "million plies of random games"
        print(f"{name:24} {speed / 1e6:10.4f}  {what}", flush=True)
