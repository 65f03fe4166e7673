"""How long a move on the page takes, when many people play at once.

python -m benchmarks.page [GAME] [--players 1,50,200] [--moves 5]

A server is started in a process of its own. Every player has a connection and plays random moves, all of
them at the same time; each move is one request, as the page sends it. The first moves warm the game up and
do not count. What is printed are seconds by the clock, the median and the 95th percentile, and the seconds
of the processor that the server needs for a move.
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
import time
from pathlib import Path
from typing import Any

from lasker.commands.serve import free_port

WARM = 60  # moves that do not count


class Player:
    """One person at the page: a connection, and the moves that were played."""

    def __init__(self, port: int, game: str, seed: int) -> None:
        self.port, self.game, self.random = port, game, random.Random(seed)
        self.moves: list[str] = []
        self.seen: dict[str, Any] = {}

    async def connect(self) -> None:
        """Open the page."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.seen = await self.position()

    async def position(self) -> dict[str, Any]:
        """Ask for the position after the moves."""
        body = json.dumps({"game": self.game, "moves": self.moves}).encode()
        head = (
            f"POST /api/position HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        status = await self.reader.readline()
        length = 0
        while (line := await self.reader.readline()).strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        found: dict[str, Any] = json.loads(await self.reader.readexactly(length))
        if b" 200 " not in status:
            raise RuntimeError(found["error"])
        return found

    async def move(self) -> float:
        """Play a move; how long it took until the page could show it."""
        if not self.seen["moves"]:
            self.moves = []
        else:
            self.moves.append(self.random.choice(self.seen["moves"])["text"])
        began = time.perf_counter()
        self.seen = await self.position()
        return time.perf_counter() - began


async def measured(port: int, game: str, players: int, moves: int) -> list[float]:
    """The seconds of every move that was played."""
    table = [Player(port, game, seed) for seed in range(players)]
    for player in table:
        await player.connect()
    seconds: list[float] = []
    for _ in range(moves):
        seconds += await asyncio.gather(*(player.move() for player in table))
    for player in table:
        player.writer.close()
    return seconds


def processor(process: int) -> float:
    """The seconds of the processor that a process has used: the same however busy the machine is."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="chess")
    parser.add_argument("--players", default="1,50,200")
    parser.add_argument("--moves", type=int, default=5)
    said = parser.parse_args()
    port = free_port(8765)
    serve = "import sys; from lasker.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", serve, "serve", said.game, "--no-open", "--port", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert server.stdout is not None
        server.stdout.readline()
        time.sleep(2)
        asyncio.run(measured(port, said.game, 2, WARM // 2))
        print("players   median      95 %  processor")
        for players in map(int, said.players.split(",")):
            before = processor(server.pid)
            seconds = asyncio.run(measured(port, said.game, players, said.moves))
            each = (processor(server.pid) - before) / (players * (said.moves + 1))  # and one to connect
            high = statistics.quantiles(seconds, n=20)[-1]
            print(f"{players:7} {statistics.median(seconds):8.3f} {high:9.3f} {each:10.4f}", flush=True)
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
