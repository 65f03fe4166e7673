"""Processor time of every command on a task that takes none, warm: what it costs before it works.

The times are of whole commands, the interpreter's own start included. `lasker serve` is stopped when its page
answers; servers of protocols are told at once to stop.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from statistics import median
from urllib.request import urlopen

ROUNDS = 3
GOAL = 0.25  # seconds of the processor
PORT = 8765
LONGEST = 60.0  # seconds that the server may take to answer
TASKS = {  # by the command: its arguments, and what it reads
    "--help": ("", ""),
    "bench": ("tictactoe --peer none --rounds 1 --seconds 0.001 --no-playouts --depth 1", ""),
    "check": ("tictactoe", ""),
    "classify": ("tictactoe --within 1", ""),
    "compile": ("tictactoe --show python", ""),
    "convert": ("graph_chess --to rules", ""),
    "crosscheck": ("--games 0", ""),
    "doctor": ("", ""),
    "draw": ("tictactoe board.svg", ""),
    "equal": ("M* 'nil | M+'", ""),
    "eval": ("♖..", ""),
    "gallery": ("pages tictactoe", ""),
    "games": ("", ""),
    "generate": ("graph_chess", ""),
    "graph": ("graph_chess knight", ""),
    "lsp": ("", "initialize shutdown exit"),
    "match": ("random random --game tictactoe --games 1", ""),
    "moves": ("tictactoe", ""),
    "new": ("tall --force", ""),
    "number": ("eval 'add(1,2)'", ""),
    "perft": ("tictactoe 1", ""),
    "pgn": ("count games.pgn", ""),
    "play": ("tictactoe --plain", "quit\n"),
    "playouts": ("tictactoe --games 1", ""),
    "prove": ("tictactoe perft 1 --coq count.v", ""),
    "sample": ("1", ""),
    "schema": ("", ""),
    "serve": ("tictactoe --no-open --port {port}", ""),
    "sheet": ("algebra --count 1 --difficulty 1", ""),
    "show": ("tictactoe", ""),
    "stats": ("--explain", ""),
    "ucci": ("xiangqi", "quit\n"),
    "uci": ("chess", "quit\n"),
    "usi": ("shogi", "quit\n"),
    "verify": ("law.json", ""),
    "xboard": ("chess", "quit\n"),
}
COMMAND = [sys.executable, "-m", "lasker"]
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}  # byte code is there, as for everybody


def messages(methods: str) -> bytes:
    """Requests of the Language Server Protocol, as a client writes them."""
    written = b""
    for number, method in enumerate(methods.split()):
        asked: dict[str, object] = {"jsonrpc": "2.0", "method": method} | (
            {} if method == "exit" else {"id": number}
        )
        if method == "initialize":
            asked["params"] = {"processId": None, "rootUri": None, "capabilities": {}}
        body = json.dumps(asked).encode()
        written += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    return written


def spent(name: str) -> float:
    """Seconds of the processor that a command took, its processes included."""
    arguments, text = TASKS[name]
    words = [*COMMAND, name, *shlex.split(arguments.format(port=PORT))]
    given = messages(text) if name == "lsp" else text.encode()
    # What `doctor` works on is every library of the store: here, none.
    environment = ENVIRONMENT | ({"LASKER_CACHE": "empty"} if name == "doctor" else {})
    before = os.times()
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, env=environment
    ) as run:
        if name == "serve":
            answered()
            run.terminate()
        run.communicate(given)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def answered() -> None:
    """Wait until the page answers."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{PORT}/") as page:
            page.read()
            return
        time.sleep(0.02)


def main(names: Iterable[str]) -> None:
    """Run every command, or those named, and print the slowest first."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("games.pgn").write_text("1. e4 e5 *\n", "utf-8")
        law = [*COMMAND, "equal", "M*", "nil | M+", "--certificate", "law.json"]
        subprocess.run(law, check=True, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
        times = {}
        for name in names:
            spent(name)  # the first time, games are read and libraries compiled
            times[name] = median(spent(name) for _ in range(ROUNDS))
    for name, seconds in sorted(times.items(), key=lambda each: -each[1]):
        arguments = TASKS[name][0]
        print(f"{seconds:5.2f} s  {'' if seconds <= GOAL else '*':1} lasker {name} {arguments}")
    print(f"* more than {GOAL} s")


if __name__ == "__main__":
    main(sys.argv[1:] or TASKS)
