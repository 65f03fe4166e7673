"""How late the opponent answers while thirty games of the library are opened that nobody has compiled.

python -m benchmarks.opening [GAME …] [--seconds 1] [--opened 30] [--stay 1] [--compiled]

A server is started with an empty store. One person plays a game against the opponent; another opens games
one after the other, as the page does: position, board, a judgement of the position, and stays for a moment.
An answer is late by what it takes beyond the seconds that the opponent may think; games that are refused
are counted. With `--compiled` the first game is compiled before; otherwise its first moves come from the
tiers that are ready.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import tempfile
import time
from collections.abc import AsyncIterator
from typing import Any

from benchmarks.page import Client, head_of, request_of, server

THIRTY = 30
THOUGHT = 0.3  # seconds of a person between two moves
COMPILING = 60.0  # seconds at most, before the measurement begins


class Visitor(Client):
    """A connection for each question that is answered by events."""

    async def events(self, method: str, **params: Any) -> AsyncIterator[dict[str, Any]]:
        """The messages of a long method; leaving early breaks it off."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(request_of(self.port, method, params, "close"))
            _, headers = await head_of(reader)
            chunked = b"chunked" in headers.get(b"transfer-encoding", b"")
            while line := await reader.readline():
                if chunked and not line.startswith(b"{"):
                    continue  # the length of a chunk
                yield json.loads(line)
        finally:
            writer.close()


async def answer(visitor: Visitor, game: str, moves: list[str], seconds: float) -> tuple[str | None, float]:
    """The opponent's move, and by how many seconds it is late."""
    began = time.perf_counter()
    async for told in visitor.events("think", game=game, moves=moves, seconds=seconds, level=10):
        if "result" in told:
            late = time.perf_counter() - began - seconds
            return (told["result"] or {}).get("move"), max(0.0, late)
        if "error" in told:
            raise RuntimeError(json.dumps(told["error"]))
    return None, time.perf_counter() - began - seconds


async def against_the_opponent(
    port: int, game: str, seconds: float, ended: asyncio.Event, seed: int = 1
) -> list[float]:
    """Play against the opponent until the others have ended; by how much every answer was late."""
    visitor, chance, moves, late = Visitor(port), random.Random(seed), list[str](), list[float]()
    while not ended.is_set():
        seen = await visitor.ask("position", game=game, moves=moves, svg=False)
        if not seen["moves"]:
            moves = []
            continue
        moves.append(chance.choice(seen["moves"])["text"])
        seen = await visitor.ask("position", game=game, moves=moves, svg=False)
        if not seen["moves"]:
            moves = []
            continue
        move, seconds_late = await answer(visitor, game, moves, seconds)
        late.append(seconds_late)
        moves = [*moves, move] if move else []
        await asyncio.sleep(THOUGHT)
    return late


async def open_games(port: int, games: list[str], stay: float) -> tuple[list[float], list[str]]:
    """Open games one after the other; seconds until each was there, and those that were refused."""
    visitor, seconds, refused = Visitor(port), list[float](), list[str]()
    for game in games:
        began = time.perf_counter()
        try:
            await visitor.ask("position", game=game, svg=False)
            await visitor.ask("scene", game=game)
            seconds.append(time.perf_counter() - began)
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(_judged(visitor, game), stay)
        except RuntimeError as problem:
            refused.append(f"{game}: {problem}")
    return seconds, refused


async def _judged(visitor: Visitor, game: str) -> None:
    async for told in visitor.events("judge", game=game, seconds=1.5):
        if "error" in told:
            raise RuntimeError(told["error"]["message"])


async def measured(
    port: int, said: argparse.Namespace, game: str
) -> tuple[list[float], list[float], list[str]]:
    """By how much answers are late while somebody opens games, and how that goes."""
    visitor = Visitor(port)
    if said.compiled:
        until = time.perf_counter() + COMPILING
        while time.perf_counter() < until:
            waits = [told async for told in visitor.events("think", game=game, seconds=1, level=10)]
            if not any("waits" in told.get("event", {}) for told in waits):
                break
    listed = [each["name"] for each in await visitor.ask("games") if each["name"] != game]
    opened = random.Random(said.seed).sample(listed, said.opened)
    ended = asyncio.Event()
    playing = asyncio.create_task(against_the_opponent(port, game, said.seconds, ended))
    seconds, refused = await open_games(port, opened, said.stay)
    ended.set()
    return await playing, seconds, refused


def main() -> None:
    """Measure, and print a line for each game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=["chess"])
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--opened", type=int, default=THIRTY)
    parser.add_argument("--stay", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--compiled", action="store_true")
    said = parser.parse_args()
    print(f"{'':<20} answers  late: median  largest | opened: median  largest  refused   load")
    for game in said.games:
        with tempfile.TemporaryDirectory() as store, server({"LASKER_CACHE": store}) as (port, _):
            late, opened, refused = asyncio.run(measured(port, said, game))
        print(
            f"{game:<20} {len(late):7} {statistics.median(late):13.2f} {max(late):8.2f} |"
            f" {statistics.median(opened):14.2f} {max(opened):8.2f} {len(refused):8}"
            f" {os.getloadavg()[0]:6.1f}",
            flush=True,
        )
        for problem in refused:
            print(f"    {problem}")


if __name__ == "__main__":
    main()
