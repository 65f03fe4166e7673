"""Cancellation: compilers are killed, threads end and slots are freed when a result is no longer wanted."""

from __future__ import annotations

import os
import signal
import stat
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from eventually import LONG, eventually
from lasker.engine import background as making
from lasker.engine import opponent_pool as opponents
from lasker.engine import tiered_compilation
from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, CancelToken
from lasker.kernel.errors import LimitError
from lasker.play import library
from lasker.play.game import load
from lasker.runtime import c_compiler
from lasker.runtime.c_compiler import Compiler
from lasker.table import opponent_queue
from lasker.table.adviser import Question

SLOW = """#!/bin/sh
sleep 600 &
echo $! >> {log}
wait
"""


def forget_opponents() -> None:
    """Start without any opponent that other tests have created."""
    for each in (opponents.opponent_of, opponents.native_of):
        each.cache_clear()


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture
def compilers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], list[int]]]:
    """A compiler that never ends, as a program that starts another; and the processes it has started."""
    log, program = tmp_path / "log", tmp_path / "slow"
    log.touch()
    program.write_text(SLOW.format(log=log))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(c_compiler, "find", lambda: Compiler((str(program),), "slow"))
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path / "cache"))

    def started() -> list[int]:
        return [int(line) for line in log.read_text().split()]

    yield started
    for each in list(making._begun):
        each.abandon()
    for process in filter(alive, started()):
        os.kill(process, signal.SIGKILL)


def test_a_cancelled_compiler_is_killed_with_what_it_has_started(
    compilers: Callable[[], list[int]], tmp_path: Path
) -> None:
    token, ended = CancelToken(), list[BaseException]()

    def work() -> None:
        try:
            with cancel.under(token):
                c_compiler.find().build(["int a;", "int b;"], tmp_path)
        except BaseException as error:
            ended.append(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    eventually(lambda: len(compilers()) == 2)
    token.cancel()
    thread.join(LONG)
    assert [type(error) for error in ended] == [Cancelled]
    eventually(lambda: not any(map(alive, compilers())))


def test_the_last_caller_to_leave_ends_the_compiler(compilers: Callable[[], list[int]]) -> None:
    """Two clients wait for one game: the compiler continues for the second when the first has left."""
    position = load("breakthrough").start()
    forget_opponents()
    questions = [Question(position, seconds=30) for _ in range(2)]
    heard: list[str] = []
    threads = [threading.Thread(target=q.answer, args=(None, heard.append), daemon=True) for q in questions]
    for thread in threads:
        thread.start()
        eventually(lambda: bool(compilers()))  # the first has its turn
    eventually(lambda: len(opponent_queue._queues[position.game.model]) == 2)
    eventually(lambda: "Breakthrough is being compiled" in heard)
    begun = compilers()
    questions[0].drop()
    threads[0].join(LONG)
    assert not threads[0].is_alive()
    time.sleep(2 * opponent_queue.SOON)
    assert all(map(alive, begun))
    questions[1].drop()
    threads[1].join(LONG)
    assert not threads[1].is_alive()
    eventually(lambda: not any(map(alive, compilers())) and not making._busy)
    assert compilers() == begun


def test_the_compiler_continues_for_a_later_caller(compilers: Callable[[], list[int]]) -> None:
    """Playing a move cancels one request and starts another."""
    position = load("breakthrough").start()
    forget_opponents()
    question = Question(position, seconds=30)
    thread = threading.Thread(target=question.answer, daemon=True)
    thread.start()
    eventually(lambda: bool(compilers()))
    begun = compilers()
    question.drop()
    thread.join(LONG)
    assert Question(position.play("a2a3"), seconds=0.1).answer() is not None
    time.sleep(2 * opponent_queue.SOON)
    assert all(map(alive, begun))
    opponents.opponent_of(position.game.model).close()
    eventually(lambda: not any(map(alive, begun)) and not making._busy)


def test_an_error_reaches_everybody_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, asked = threading.Event(), list[str]()

    def fails(*wanted: object, walking: bool) -> None:
        begun.wait(LONG)
        raise LimitError("no memory")

    monkeypatch.setattr(tiered_compilation, "Opponent", fails)
    monkeypatch.setattr(opponents, "is_stored", lambda model: False)
    forget_opponents()
    position = load("tictactoe").start()

    def ask() -> None:
        try:
            Question(position, seconds=30).answer()
        except LimitError as error:
            asked.append(error.message)

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    begun.set()
    for thread in threads:
        thread.join(LONG)
    forget_opponents()
    assert asked == ["no memory"] * 3


def test_questions_about_one_game_take_turns_in_order() -> None:
    model, order, heard = library.model("tictactoe"), list[int](), list[str]()
    tokens, entered = [CancelToken() for _ in range(4)], threading.Event()

    def ask(number: int) -> None:
        try:
            with opponent_queue.turn(model, tokens[number], heard.append):
                order.append(number)
                if number == 0:
                    entered.wait(LONG)
        except Cancelled:
            order.append(-number)

    threads = []
    for number in range(4):
        threads.append(threading.Thread(target=ask, args=(number,), daemon=True))
        threads[-1].start()
        eventually(lambda wanted=number + 1: len(opponent_queue._queues.get(model, [])) == wanted)  # type: ignore[misc]
    eventually(lambda: order == [0])
    tokens[2].cancel()  # while the first one still thinks
    threads[2].join(LONG)
    entered.set()
    for thread in threads:
        thread.join(LONG)
    assert order == [0, -2, 1, 3]
    assert "3 other questions about Tic-tac-toe come first" in heard
    assert model not in opponent_queue._queues


def until_cancelled(pause: float) -> None:
    while True:
        time.sleep(pause)
        cancel.check()


@pytest.mark.parametrize("busy", [1, 4])
def test_who_waits_for_the_processor_has_more_time(busy: int) -> None:
    """Sleeping stands for other programs: it takes time, and none of the processor's."""
    began = time.monotonic()
    with cancel.within(0.1, busy), pytest.raises(Cancelled):
        until_cancelled(0.002)
    assert time.monotonic() - began >= 0.1 * busy


def test_who_has_the_processor_has_its_time_and_no_more() -> None:
    began = time.process_time()
    with pytest.raises(cancel.OutOfTime), cancel.within(0.1, 1_000):
        until_cancelled(0)
    assert time.process_time() - began >= 0.1


def test_a_cancellation_from_outside_is_not_taken_for_the_end_of_the_time() -> None:
    asked = cancel.CancelToken()
    asked.cancel()
    with pytest.raises(Cancelled) as caught, cancel.under(asked), cancel.within(600):
        until_cancelled(0)
    assert caught.type is Cancelled
