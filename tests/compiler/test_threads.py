"""Two threads do as much as two processes, for native code lets the interpreter go."""

from __future__ import annotations

import threading
from statistics import median

import pytest
from benchmarks.native import threads_and_processes

from lasker import backends
from lasker.play.game import load
from lasker.runtime.threads import Call

ROUNDS, NEARLY = 5, 0.8


def test_the_interpreter_goes_on_while_native_code_works() -> None:
    """A count that nobody stops would take days: it is begun in one thread, and stopped by another."""
    game = load("tictactoe").compile()
    engine = backends.open_engine("c", load("breakthrough").model)
    start = backends.position(load("breakthrough").start().node)
    call = Call()

    def count() -> None:
        with call.here():
            engine.perft(start, 12)

    worker = threading.Thread(target=count, daemon=True)
    worker.start()
    position = game.start()
    for text in ("a1", "b1", "a2", "b2", "a3"):
        position = position.play(text)
    assert position.outcome is not None
    assert worker.is_alive()
    call.stop()
    worker.join()
    assert engine.perft(start, 2) == 484


@pytest.mark.soak
def test_two_threads_do_as_much_as_two_processes() -> None:
    found = [threads_and_processes() for _ in range(ROUNDS)]
    assert median(processes / threads for threads, processes in found) > NEARLY
