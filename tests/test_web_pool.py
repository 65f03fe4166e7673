"""Worker processes: limits of time and memory, workers that die, cancellation, caches, turns of clients."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

import pytest

from lasker.play.library import sources
from lasker.web.methods import methods
from lasker.web.worker_pool import Pool, Workers

LONG = 60.0  # seconds until a test gives up
Run = Callable[[Coroutine[Any, Any, Any]], Any]
THINK = {"game": "breakthrough", "level": 10}


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[Run, Pool]]:
    """A pool, and what runs coroutines beside it."""
    with asyncio.Runner() as runner:
        pool = Pool()

        async def start() -> None:
            pool.start()

        runner.run(start())
        yield (lambda work: runner.run(asyncio.wait_for(work, LONG))), pool
        runner.run(pool.close())


async def asked(
    pool: Pool, name: str, params: dict[str, Any], client: str = "me", **changed: Any
) -> tuple[str, Any]:
    """The last message of a call."""
    method = replace(methods()[name], **changed)
    async with aclosing(pool.answers(method, params, {}, client)) as stream:
        last = [message async for message in stream][-1]
    return last[0], json.loads(last[1])


async def until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.02)


def processes(workers: Workers) -> set[int]:
    return {worker.process.pid for worker in workers.workers if worker.process is not None}


def test_jobs_about_a_game_go_to_the_worker_that_knows_it(running: tuple[Run, Pool]) -> None:
    run, pool = running
    quick = pool.lanes["quick"]
    for game in ("tictactoe", "othello"):
        before = {worker: worker.done for worker in quick.workers}
        for _ in range(3):
            assert run(asked(pool, "position", {"game": game}))[0] == "result"
        assert sorted(worker.done - before.get(worker, 0) for worker in quick.workers)[-1] == 3


def test_a_job_that_takes_too_long_is_ended_and_others_go_on(running: tuple[Run, Pool]) -> None:
    run, pool = running

    async def both() -> tuple[Any, Any]:
        slow = asyncio.create_task(asked(pool, "think", {**THINK, "seconds": 30}, seconds=1.0))
        quick = await asked(pool, "position", {"game": "tictactoe"})
        return await slow, quick

    (kind, told), (other, _) = run(both())
    assert (kind, told["kind"], told["message"]) == ("error", "LimitError", "this took more than 1 seconds")
    assert other == "result"
    assert pool.lanes["think"].killed["time"] == 1
    assert run(asked(pool, "think", {"game": "tictactoe", "seconds": 0.1}))[0] == "result"


def test_a_job_whose_worker_is_killed_is_done_again(running: tuple[Run, Pool]) -> None:
    run, pool = running
    quick = pool.lanes["quick"]

    async def killed() -> tuple[str, Any]:
        call = asyncio.create_task(asked(pool, "position", {"game": "shogi"}))
        await until(lambda: any(worker.job for worker in quick.workers))
        for worker in quick.workers:
            if worker.job and worker.process:
                os.kill(worker.process.pid, signal.SIGKILL)
        return await call

    kind, told = run(killed())
    assert kind == "result"
    assert "<svg" in told["svg"]
    assert quick.killed["lost"] == 1


def test_idle_workers_that_are_killed_are_replaced(running: tuple[Run, Pool]) -> None:
    run, pool = running
    quick = pool.lanes["quick"]
    before = processes(quick)
    for process in before:
        os.kill(process, signal.SIGKILL)
    assert run(asked(pool, "position", {"game": "tictactoe"}))[0] == "result"
    run(until(lambda: not before & processes(quick) and len(quick.workers) >= quick.lane.usual))


def test_a_worker_with_too_much_memory_is_replaced(running: tuple[Run, Pool]) -> None:
    run, pool = running
    long = pool.lanes["think"]

    async def exceed() -> tuple[str, Any]:
        call = asyncio.create_task(asked(pool, "think", {**THINK, "seconds": 30}))
        await until(lambda: any(worker.job for worker in long.workers))
        long._memory = 1
        await until(lambda: "memory" in long.killed)
        long._memory = 1 << 30
        return await call

    kind, told = run(exceed())
    assert (kind, told["message"]) == ("error", "this took too much memory")
    assert run(asked(pool, "think", {"game": "tictactoe", "seconds": 0.1}))[0] == "result"


def test_a_worker_that_has_reserved_much_is_replaced_between_jobs(
    running: tuple[Run, Pool], monkeypatch: pytest.MonkeyPatch
) -> None:
    run, pool = running
    quick = pool.lanes["quick"]
    monkeypatch.setattr("lasker.web.worker_pool.ADDRESSES", 0)
    for _ in range(2):
        assert run(asked(pool, "position", {"game": "tictactoe", "svg": False}))[0] == "result"
    run(asyncio.wait_for(until(lambda: quick.killed.get("full", 0) >= 2), LONG / 6))


def test_a_search_that_nobody_wants_is_stopped_without_a_kill(running: tuple[Run, Pool]) -> None:
    run, pool = running
    long = pool.lanes["think"]
    killed = dict(long.killed)

    async def leave() -> None:
        async with aclosing(pool.answers(methods()["think"], {**THINK, "seconds": 30}, {}, "me")) as stream:
            await anext(stream)
        await until(lambda: all(worker.job is None for worker in long.workers))

    run(leave())
    assert long.killed == killed


def test_clients_take_turns(running: tuple[Run, Pool]) -> None:
    """One client asks twenty times; another asks once after it, and is not the last."""
    run, pool = running
    ended: list[str] = []

    async def ask(client: str) -> None:
        kind, _ = await asked(pool, "think", {"game": "tictactoe", "seconds": 0.3, "level": 10}, client)
        assert kind == "result"
        ended.append(client)

    async def crowd() -> None:
        many = [asyncio.create_task(ask("greedy")) for _ in range(20)]
        await asyncio.gather(*many, ask("modest"))  # they ask in this order, before any is answered

    run(crowd())
    assert ended.index("modest") <= 10


def test_who_asks_too_often_is_refused(running: tuple[Run, Pool], monkeypatch: pytest.MonkeyPatch) -> None:
    run, pool = running
    monkeypatch.setattr("lasker.web.worker_pool.MOST_WAITING_OF_ONE", 3)

    async def flood() -> list[tuple[str, Any]]:
        return list(
            await asyncio.gather(*(asked(pool, "position", {"game": "tictactoe"}) for _ in range(40)))
        )

    told = run(flood())
    assert {facts["kind"] for kind, facts in told if kind == "error"} == {"Busy"}
    assert any(kind == "result" for kind, _ in told)


def test_slow_games_leave_a_worker_for_the_others(running: tuple[Run, Pool]) -> None:
    """Games that no worker knows never have all the workers there may be."""
    run, pool = running
    quick = pool.lanes["quick"]
    names = ["xiangqi", "atomic", "glinski", "janggi", "makruk", "alice", "omega", "capablanca"]

    async def crowd() -> int:
        opening = [asyncio.create_task(asked(pool, "position", {"game": game})) for game in names]
        most = 0
        while not all(each.done() for each in opening):
            most = max(most, sum(worker.job is not None for worker in quick.workers))
            await asyncio.sleep(0.002)
        assert {(await each)[0] for each in opening} == {"result"}
        return most

    assert 0 < run(crowd()) <= quick.lane.most - quick.lane.spare


async def _late(pool: Pool, game: str, opened: list[str], stay: float) -> list[float]:
    """By how much the opponent's answers are late while games are opened and judged one after the other."""

    async def open_all() -> None:
        for each in opened:
            await asked(pool, "position", {"game": each, "svg": False})
            with suppress(TimeoutError):
                await asyncio.wait_for(asked(pool, "judge", {"game": each, "seconds": 1.5}), stay)

    async def move() -> float:
        began = time.perf_counter()
        kind, told = await asked(pool, "think", {"game": game, "seconds": 1, "level": 10})
        assert kind == "result", told
        return time.perf_counter() - began - 1

    opening = asyncio.create_task(open_all())
    late = [await move()]
    while not opening.done():
        late.append(await move())
    return late


def test_moves_of_the_opponent_wait_for_nothing_else(running: tuple[Run, Pool]) -> None:
    """Analyses fill the lane of long work, and say so; a move of the opponent comes at once."""
    run, pool = running
    long = pool.lanes["long"]

    async def crowd() -> tuple[int, list[Any]]:
        analyses = [
            pool.answers(methods()["analyse"], {"game": "breakthrough", "seconds": 30}, {}, f"{each}")
            for each in range(5)
        ]
        told = [json.loads((await anext(each))[1]) for each in analyses]
        assert (await asked(pool, "think", {"game": "tictactoe", "seconds": 0.2}))[0] == "result"
        going_on = long.waiting + sum(worker.job is not None for worker in long.workers)
        for each in analyses:
            await each.aclose()
        return going_on, told

    going_on, told = run(crowd())
    assert going_on == 5  # none had to end first
    assert told[-1] == {"waits": "other questions come first"}


@pytest.mark.soak
def test_thirty_games_that_are_opened_do_not_starve_the_opponent() -> None:
    """`python -m benchmarks.opening` measures it at a server whose store is empty."""
    names = sorted(sources())

    async def measured() -> list[float]:
        pool = Pool()
        pool.start()
        try:
            return await _late(pool, "chess", names[:: len(names) // 30][:30], 1.0)
        finally:
            await pool.close()

    late = asyncio.run(measured())
    assert max(late) < 1.5
    assert sorted(late)[len(late) // 2] < 0.5
