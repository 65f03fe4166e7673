"""Many threads and tasks ask at once: nothing crashes, and everybody hears what would be heard alone."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from lasker import backends
from lasker.engine.native_search import NativeSearch
from lasker.engine.opponent_pool import MAX_CONCURRENT, Pool
from lasker.play.game import load
from lasker.runtime.threads import Call, shared

HAMMER = """
import asyncio, sys, threading
import lasker

QUESTIONS = [("tictactoe", "3/1X1/3 o 1"), ("breakthrough", ""), ("breakthrough", "8/8/1P4p1/8/8/8/8/8 w 9")]

def asked(number):
    name, fen = QUESTIONS[number % len(QUESTIONS)]
    game = lasker.load(name)
    position = game.position(fen) if fen else game.start()
    line = lasker.opponent(position, nodes=1500, level=10 if number % 2 else 4, seed=number % 2)
    texts = [str(move) for move in position.moves]
    below = [position.play(move).outcome for move in position.moves]
    random = position.playouts(20, seed=number % 3)
    return line.moves, line.score, line.nodes, texts, below, position.perft(4), random

def hammer(numbers, answers):
    for number in numbers:
        answers.append((number, asked(number)))

crowd = []  # first, while nothing is compiled or even loaded
threads = [threading.Thread(target=hammer, args=(range(at, at + 6), crowd)) for at in range(8)]
for thread in threads:
    thread.start()
hammer(range(6), crowd)  # the thread that hears interrupts
for thread in threads:
    thread.join()

async def tasks():
    return await asyncio.gather(*(asyncio.to_thread(asked, number) for number in range(12)))

crowd += enumerate(asyncio.run(tasks()))
alone = {number: asked(number) for number in range(14)}
wrong = [number for number, answer in crowd if answer != alone[number]]
print(len(crowd), wrong)
start = lasker.load("breakthrough").start()
threading.Thread(target=lasker.opponent, args=(start, 60.0), daemon=True).start()
sys.exit(bool(wrong))  # while something is being thought about
"""


def test_many_threads_and_tasks_ask_the_opponent() -> None:
    environment = {**os.environ, "LASKER_BACKEND": ""}
    done = subprocess.run(
        [sys.executable, "-c", HAMMER], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.returncode, done.stdout) == (0, "66 []\n"), done.stderr


def test_an_opponent_is_asked_by_one_at_a_time() -> None:
    pool = Pool(load("tictactoe").model)
    with pool.opponent() as one, pool.opponent() as other:
        assert one is not other
    with pool.opponent() as third, pool.opponent() as fourth:  # both are there already
        assert {id(third), id(fourth)} == {id(one), id(other)}
    assert MAX_CONCURRENT > 1


def test_cancelling_one_count_leaves_the_others_running() -> None:
    """A count in the main thread runs in a thread of its own, which is stopped when it is done."""
    engine = backends.open_engine("c", load("breakthrough").model)
    start = backends.position(load("breakthrough").start().node)
    alone, found = engine.perft(start, 5), list[int]()
    worker = threading.Thread(target=lambda: found.extend(engine.perft(start, 5) for _ in range(3)))
    worker.start()
    while worker.is_alive():
        assert engine.perft(start, 4) == 256036
    assert found == [alone] * 3


def test_a_call_that_was_stopped_stops_what_begins_later() -> None:
    class Noted:
        def __init__(self) -> None:
            self.told: list[bool] = []

        def stop(self, stop: bool) -> None:
            self.told.append(stop)

    call, machine, other = Call(), Noted(), Noted()
    with call.running(machine):
        call.stop()
        assert machine.told == [False, True]
        assert other.told == []
    assert machine.told[-1] is False  # the next one may use it
    with call.running(other):
        assert other.told == [True]
    assert sorted(shared(range(9), lambda number: number + 1, threads=3)) == list(range(1, 10))


def test_a_large_table_and_many_threads_are_ready_at_once() -> None:
    """Nobody writes to a table before something is known: its pages are given when they are written."""

    def pages() -> int:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1])

    game = load("tictactoe").model
    before = pages()
    native = NativeSearch(game, megabytes=512, threads=16)
    native.forget()
    assert (pages() - before) * os.sysconf("SC_PAGESIZE") < 256 << 20
    assert native.begin(backends.position(load("tictactoe").start().node)) == 9
