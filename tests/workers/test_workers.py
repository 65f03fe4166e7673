"""Workers: results in order, errors that travel, workers that are killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from jobs import Squares, Unopened

from lasker.kernel.errors import EngineError, LaskerError, LimitError
from lasker.workers import Function, Workers, inline, open_workers

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs signals of POSIX")


@pytest.fixture
def log(tmp_path: Path) -> str:
    return str(tmp_path / "log")


@pytest.fixture(params=["inline", "processes"])
def workers(request: pytest.FixtureRequest) -> Workers:
    return inline() if request.param == "inline" else open_workers(2)


def test_results_are_in_the_order_of_jobs(workers: Workers, log: str) -> None:
    slow = Squares(log, slow=0, seconds=0.3)
    assert list(workers.map(slow, range(20))) == [n * n for n in range(20)]
    assert dict(workers.completed(slow, range(20))) == {n: n * n for n in range(20)}


def test_jobs_are_taken_a_few_at_a_time(workers: Workers, log: str) -> None:
    taken = []

    def source() -> Iterator[int]:
        for number in range(10**9):
            taken.append(number)
            yield number

    found = workers.map(Squares(log), source())
    assert [next(found) for _ in range(3)] == [0, 1, 4]
    assert len(taken) <= 3 + 4 * workers.count
    found.close()  # type: ignore[attr-defined]


def test_what_a_job_raises_is_raised_here(workers: Workers, log: str) -> None:
    with pytest.raises(LaskerError, match="7 is refused") as caught:
        list(workers.map(Squares(log, refused=7), range(100)))
    assert caught.value.remedy == "give another number"
    with pytest.raises(LaskerError, match="no such game"):
        list(workers.map(Unopened(), range(3)))
    with pytest.raises(ValueError, match="invalid literal"):
        list(workers.map(Function(int), ["1", "x"]))


def test_a_killed_worker_loses_nothing_and_counts_nothing_twice(log: str) -> None:
    fatal = frozenset({0, 3, 9})
    assert list(open_workers(2).map(Squares(log, fatal=fatal), range(12))) == [n * n for n in range(12)]
    attempts = Counter(map(int, Path(log).read_text().split()))
    assert attempts == Counter(range(12)) + Counter(fatal)


def test_a_job_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(EngineError, match="4 workers have died at the same job: status 3"):
        list(open_workers(2).map(Function(os._exit), [3]))


def test_workers_end_with_their_results(log: str) -> None:
    began, before = time.monotonic(), threading.active_count()
    found = open_workers(2).map(Squares(log, slow=1, seconds=60), range(10))
    assert next(found) == 0
    found.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 20
    assert threading.active_count() == before


def test_a_program_without_a_guard_can_use_processes(tmp_path: Path) -> None:
    """New interpreters do not run the program again, so that it needs no `if __name__ == "__main__"`."""
    program = tmp_path / "program.py"
    program.write_text(
        "from lasker.workers import Function, open_workers\n"
        "print(list(open_workers(2).map(Function(abs), [-1, -2])))\n"
    )
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("[1, 2]\n", "")


@pytest.mark.parametrize("count", [0, -1, 5000])
def test_numbers_of_workers(count: int) -> None:
    with pytest.raises(LimitError, match="the limit is 4096"):
        open_workers(count)
