"""A server among hostile clients: malformed messages, rules that explode, floods. It stays up, and another
client is answered soon."""

from __future__ import annotations

import json
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from eventually import eventually
from lasker.web.methods import methods
from serving import served
from test_hostile_texts import HOSTILE
from test_web import ask
from test_web_fuzz import FIELDS, ODD, VALUES
from test_web_socket import call, opened

SOON = 1.0  # seconds of a click, on a machine that does other things too
NAMES = (*methods(), "table.new", "table.sit", "table.move", "table.get", "documents.put", "documents.get")
LONG_WORK = (
    "think",
    "perft",
    "stats",
    "statistics",
    "diagrams",
    "rule_page",
)  # left out: it would be done
EXPLODING = """lasker 1
game "Exploding"
start "8/8/BBBBBBBB/8/8/WWWWWWWW/8/8 w 1"
players white black
board 8x8
piece man ● ○ 'W' 'B'
move = (%●: every(u, step(u)) | every(ur, step(ur)))+
state white of white: move then black
state black of black: C move then white
end "no move is left" drawn: ![move]
"""  # a turn is any number of steps of any men


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server of its own: some of these clients are refused for a while."""
    with served() as place:
        yield place


@contextmanager
def clicking(address: str) -> Iterator[list[float]]:
    """Another client, who clicks meanwhile; the seconds of all clicks."""
    seconds: list[float] = []
    ended = threading.Event()

    def click() -> None:
        with opened(address) as socket:
            call(socket, 0, "position", game="tictactoe", moves=["b2"])
            number = 0
            while not ended.is_set():
                number += 1
                began = time.perf_counter()
                assert "result" in call(socket, number, "position", game="tictactoe", moves=["b2"])
                seconds.append(time.perf_counter() - began)
                time.sleep(0.02)

    thread = threading.Thread(target=click)
    thread.start()
    try:
        yield seconds
        eventually(lambda: len(seconds) > 3)
    finally:
        ended.set()
        thread.join(60)
    assert not thread.is_alive()
    assert statistics.median(seconds) < SOON


def malformed(chance: Random) -> str | bytes:
    """A message that is no call, or a call that nobody means."""
    match chance.randrange(6):
        case 0:
            return chance.randbytes(chance.randrange(60))
        case 1:
            return chance.choice(["", "{", "[" * 5000, "null", "1e999", '{"id":1,"id":{}}', "\x00", '"' * 99])
        case 2:
            return json.dumps(chance.choice([*VALUES, *ODD[:20]]))
        case 3:
            said: dict[str, Any] = {"id": chance.choice([*VALUES, "x", 7]), "method": chance.choice(VALUES)}
            return json.dumps(said)
        case 4:
            return json.dumps({"id": 3, "method": chance.choice(ODD), "params": chance.choice(VALUES)})
    params = {chance.choice(FIELDS): chance.choice([*VALUES, *ODD]) for _ in range(3)}
    quick = [name for name in NAMES if not name.startswith(LONG_WORK) and name != "games"]
    return json.dumps({"id": 4, "method": chance.choice(quick), "params": params})


def _send_malformed(address: str, number: int) -> None:
    chance = Random(number)
    with clicking(address):
        with opened(address) as socket:
            reader = threading.Thread(target=_drain, args=(socket.recv,), daemon=True)
            reader.start()
            for _ in range(number):
                socket.send(malformed(chance))
            assert socket.ping().wait(60)
        for _ in range(number // 50):
            message = malformed(chance)
            body = message if isinstance(message, bytes) else message.encode("utf-8", "replace")
            status, _ = ask(address, f"/api/{chance.choice(['position', 'open', 'table.new', 'no'])}", body)
            assert status in (200, 400, 413, 429)
    assert ask(address, "/health")[0] == 200


def _drain(receive: Callable[[], object]) -> None:
    with suppress(ConnectionClosed):
        while True:
            receive()


def test_malformed_messages(address: str) -> None:
    _send_malformed(address, 1_000)


@pytest.mark.soak
def test_ten_thousand_malformed_messages(address: str) -> None:
    _send_malformed(address, 10_000)


def _open_all(address: str, texts: list[str]) -> None:
    with clicking(address), opened(address) as socket:
        for number, text in enumerate(texts):
            told = call(socket, number, "open", text=f'lasker 1\ngame "Hostile"\n{text}'[:200_000])
            assert "error" in told or told["result"]["diagnostics"], text[:80]


def test_hostile_rules(address: str) -> None:
    _open_all(address, [HOSTILE[name] for name in list(HOSTILE)[::8]])


@pytest.mark.soak
def test_all_hostile_rules(address: str) -> None:
    _open_all(address, list(HOSTILE.values()))


@pytest.mark.soak
def test_rules_whose_moves_explode(address: str) -> None:
    """Every question about them is answered, if only by a refusal, and the others do not notice."""
    with clicking(address), opened(address) as socket:
        made = call(socket, 1, "open", text=EXPLODING)
        assert made["result"]["title"] == "Exploding"
        for number, method in enumerate(("position", "think", "why"), 2):
            told = call(socket, number, method, game=made["result"]["game"], squares=["a1"], seconds=0.2)
            assert "error" in told or "result" in told


def test_a_flood_of_one_client(address: str) -> None:
    """One socket has many calls at once, of positions and searches; refused or done, each is answered."""
    chance = Random(5)
    with clicking(address), opened(address) as socket:
        for number in range(300):
            method = "think" if number % 10 == 0 else "position"
            game = chance.choice(["othello", "breakthrough", "connect_four", "nothing"])
            params = {"game": game, "seconds": 0.05, "level": 1, "svg": False}
            socket.send(json.dumps({"id": number, "method": method, "params": params}))
        answered: set[int] = set()
        while len(answered) < 300:
            told = json.loads(socket.recv(timeout=120))
            if "event" not in told:
                answered.add(told["id"])
