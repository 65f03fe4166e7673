"""How long a click takes, when many games are open at once.

python -m benchmarks.page [GAME …] [--open 1,50,200] [--every 5] [--seconds 20] [--thinking 1] [--opening]

A server is started in a process of its own. Every player has a connection, one of the games, and makes a
random move every few seconds; a move is one request, as the page sends it. `--thinking` players let the
opponent search all the time, `--opening` opens thirty other games one after the other meanwhile. Printed are
milliseconds by the clock, median and 95th percentile, of clicks and of the first event of a search, and the
processor's milliseconds that the server and its workers need for a click.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

THIRTY = 30  # games that are opened one after the other
BUSY = 429
COMMAND = "import sys; from lasker.cli import main; sys.exit(main())"


class Client:
    """A connection, and requests one after the other."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def ask(self, method: str, **params: Any) -> Any:
        """The result of a method."""
        reader = await self._send(method, params)
        try:
            status, headers = await head_of(reader)
        except IndexError:  # the server has closed a connection that was silent for long
            del self._reader
            reader = await self._send(method, params)
            status, headers = await head_of(reader)
        content = await reader.readexactly(int(headers[b"content-length"]))
        found = json.loads(content)
        if status == BUSY:  # as the page does
            await asyncio.sleep(1)
            return await self.ask(method, **params)
        if status != 200:
            raise RuntimeError(found["error"]["report"])
        return found

    async def first_event(self, method: str, **params: Any) -> float:
        """Seconds until the first event of a long method, which is then heard to its end."""
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(request_of(self.port, method, params, "close"))
        await head_of(reader)
        await reader.readline()
        seconds = time.perf_counter() - began
        while await reader.read(65536):
            pass
        writer.close()
        return seconds

    async def _send(self, method: str, params: Any) -> asyncio.StreamReader:
        if not hasattr(self, "_reader"):
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer.write(request_of(self.port, method, params, "keep-alive"))
        return self._reader


def request_of(port: int, method: str, params: Any, connection: str) -> bytes:
    body = json.dumps(params).encode()
    head = (
        f"POST /api/{method} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: {connection}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


async def head_of(reader: asyncio.StreamReader) -> tuple[int, dict[bytes, bytes]]:
    status = int((await reader.readline()).split()[1])
    headers = {}
    while line := (await reader.readline()).strip():
        name, _, value = line.partition(b":")
        headers[name.lower()] = value.strip()
    return status, headers


class Player(Client):
    """One person: a game, and the moves that were played."""

    def __init__(self, port: int, game: str, seed: int, svg: bool) -> None:
        super().__init__(port)
        self.game, self.random, self.svg = game, random.Random(seed), svg
        self.moves: list[str] = []
        self.seen: dict[str, Any] = {}

    async def position(self) -> None:
        """Ask for the position after the moves."""
        self.seen = await self.ask("position", game=self.game, moves=self.moves, svg=self.svg)

    async def click(self) -> float:
        """Play a move; how many seconds pass until the page can show it."""
        if self.seen["moves"]:
            self.moves.append(self.random.choice(self.seen["moves"])["text"])
        elif self.seen["roll"]:
            self.moves.append(self.seen["roll"])
        else:
            self.moves = []
        began = time.perf_counter()
        await self.position()
        return time.perf_counter() - began

    async def play(self, every: float, until: float) -> list[float]:
        """Click now and then; the seconds of all clicks."""
        seconds: list[float] = []
        while True:
            await asyncio.sleep(self.random.expovariate(1 / every))
            if time.perf_counter() > until:
                return seconds
            seconds.append(await self.click())


async def measured(port: int, said: argparse.Namespace, players: int) -> tuple[list[float], list[float]]:
    """The seconds of clicks and of first events."""
    table = [Player(port, said.games[seed % len(said.games)], seed, said.svg) for seed in range(players)]
    for player in table:
        await player.position()
        for _ in range(said.warm):
            await player.click()
    until = time.perf_counter() + said.seconds
    events: list[float] = []

    async def think(seed: int) -> None:
        client, game = Client(port), said.games[seed % len(said.games)]
        while time.perf_counter() < until:
            events.append(await client.first_event("think", game=game, seconds=1, level=10))

    async def open_others() -> None:
        client = Client(port)
        listed = [game["name"] for game in await client.ask("games")]
        for game in listed[:: max(1, len(listed) // THIRTY)][:THIRTY]:
            with suppress(RuntimeError):  # one that takes too long is refused, and may be opened again
                await client.ask("position", game=game)

    beside = [asyncio.create_task(think(seed)) for seed in range(said.thinking)]
    beside += [asyncio.create_task(open_others())] if said.opening else []
    clicks = await asyncio.gather(*(player.play(said.every, until) for player in table))
    await asyncio.gather(*beside)
    return [each for some in clicks for each in some], events


def processor(process: int) -> float:
    """The seconds of the processor that a process and its children have used."""
    tasks = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    own = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(processor, map(int, tasks)))


@contextmanager
def server(environment: Mapping[str, str] | None = None) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port, and its process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", COMMAND, "serve", "--no-open", "--data", folder]
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
        )
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline().split(b"127.0.0.1:")[1].split(b"/")[0]), process.pid
        finally:
            process.terminate()
            process.wait()


def _shown(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return f"{'-':>8} {'-':>8}"
    return f"{1000 * statistics.median(seconds):8.1f} {1000 * statistics.quantiles(seconds, n=20)[-1]:8.1f}"


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*", default=["chess"])
    parser.add_argument("--open", default="1,50,200")
    parser.add_argument("--every", type=float, default=5.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--warm", type=int, default=1)
    parser.add_argument("--thinking", type=int, default=0)
    parser.add_argument("--opening", action="store_true")
    parser.add_argument("--svg", action="store_true", help="with pictures, as the small page asks for them")
    said = parser.parse_args()
    with server() as (port, process):
        print("   open  clicks   median     95 %  thinking     95 %  processor")
        for players in map(int, said.open.split(",")):
            before = processor(process)
            clicks, events = asyncio.run(measured(port, said, players))
            each = 1000 * (processor(process) - before) / (len(clicks) + players * (said.warm + 1))
            row = f"{players:7} {len(clicks):7} {_shown(clicks)} {_shown(events):>18} {each:10.1f}"
            print(row, flush=True)


if __name__ == "__main__":
    main()
