"""`make bench`: each figure as the median of several rounds, beside the goal it has to reach."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from benchmarks.rules import PSEUDO_LEGAL, START, long_text
from lasker import calculator
from lasker.kernel.source import Source
from lasker.syntax.parse import parse_lines
from lasker.syntax.rules import Rules

ROUNDS = 7


def median(measure: Callable[[], float]) -> float:
    """The median of several rounds: these machines are noisy."""
    return statistics.median(measure() for _ in range(ROUNDS))


def successors_per_second() -> float:
    """How often a second the reference evaluator generates the 20 successors of the start position."""
    rules = Rules(PSEUDO_LEGAL)
    board = calculator.board(START, rules)
    move = rules.evaluate("white")
    if len(board.arena.results(move, board.configuration)) != 20:  # type: ignore[arg-type]
        raise SystemExit("the start position has 20 successors")

    def once() -> float:
        start = time.perf_counter()
        for _ in range(300):
            board.arena.results(move, board.configuration)  # type: ignore[arg-type]
        return 300 / (time.perf_counter() - start)

    return median(once)


def parse_seconds(elaborate: bool) -> float:
    """Seconds to parse 250 kB of rules, and to elaborate them too."""
    text = long_text(250_000)

    def once() -> float:
        start = time.perf_counter()
        if elaborate:
            Rules(text).check()
        else:
            parse_lines(Source(text))
        return time.perf_counter() - start

    return median(once)


def help_seconds() -> float:
    """Seconds until `lasker --help` has answered, the interpreter's start included."""

    def once() -> float:
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "lasker.cli", "--help"], check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start

    return median(once)


def main() -> None:
    """Measure everything and print a table."""
    rows = [
        ("successors of the chess start, a second", successors_per_second(), "at least 1000", "{:,.0f}"),
        ("parsing 250 kB of rules, seconds", parse_seconds(elaborate=False), "under 2", "{:.2f}"),
        ("… and elaborating them, seconds", parse_seconds(elaborate=True), "—", "{:.2f}"),
        ("lasker --help, seconds", help_seconds(), "under 0.3", "{:.2f}"),
    ]
    for name, value, goal, form in rows:
        print(f"{name:<42} {form.format(value):>8}   {goal}")


if __name__ == "__main__":
    main()
