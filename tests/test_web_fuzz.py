"""Fuzzing of the web server: malformed bodies and paths on every route and kind of board are refused."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from lasker.play import library
from lasker.play.game import load
from lasker.web.server import application

HOSTS = [(b"host", b"127.0.0.1")]
POSTED = ("/api/position", "/api/why", "/api/record", "/api/think")
READ = ("/api/rules/", "/api/moves/", "/rules/", "/")
QUICK = ("tictactoe", "nine_mens_morris", "minishogi", "connect_four", "einstein")  # a graph, a hand, chance
BOARDS = (
    *QUICK,
    "raumschach",
    "glinski",
    "chinese_checkers_3",
    "cylinder_chess",
    "tesseract",
    "shogi",
    "atomic",
)
ODD = (
    "",
    " ",
    "\0",
    "a1",
    "b2",
    "Ab1a3",
    "Z9",
    "@",
    "@P",
    "@@@@",
    "P@",
    "-",
    "--",
    "O-O",
    "(0,0)",
    "(0,1,2)",
    "(9999999999999999999999,0)",
    "²",
    "٣",
    "e²",
    "A₁",
    "\u202e",
    "😀",
    "ß",
    "İ",
    "%00",
    "../../etc/passwd",
    "1" * 400,
    "[" * 300,
    "x" * 1999,
    "x" * 2001,
    "\ud800",
    "pass",
    "Kxe1+",
    "e8=Q#",
    "a1a1",
    "1-0",
    "3/1X1/O2 x 2",
    "3/3/3 x 99999999999999999999",
    "////////",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "[Pp]",
    "9" * 30 + "/8",
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    3.5,
    1e308,
    -1e308,
    10**400,
    [],
    {},
    [[]],
    [None],
    {"a": {}},
    [1, "a1"],
)
FIELDS = ("game", "start", "moves", "squares", "flipped", "names", "claimed", "level", "seconds", "extra")


Exchange = Callable[..., tuple[int, bytes]]


async def _exchange(
    app: Starlette, method: str, path: str, body: bytes, headers: list[tuple[bytes, bytes]]
) -> tuple[int, bytes]:
    sent: list[Message] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if waiting:
            return waiting.pop()
        await asyncio.Event().wait()  # it stays until it is answered
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": quote(path, errors="replace").encode(),
        "query_string": b"",
        "headers": [*HOSTS, *headers],
        "server": None,
        "client": ("127.0.0.1", 1),
        "scheme": "http",
        "root_path": "",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
    }
    await app(scope, receive, send)
    status = next(message["status"] for message in sent if message["type"] == "http.response.start")
    return status, b"".join(message.get("body", b"") for message in sent)


@pytest.fixture(scope="module")
def exchange() -> Iterator[Exchange]:
    """The answer to a request without a network; exceptions of the server are raised."""
    app = application()
    with asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())

        def exchange(
            method: str, path: str, body: bytes = b"", kind: bytes = b"application/json"
        ) -> tuple[int, bytes]:
            headers = [(b"content-type", kind)] if method == "POST" else []
            return runner.run(_exchange(app, method, path, body, headers))

        yield exchange
        runner.run(lifespan.__aexit__(None, None, None))


def hostile(chance: Random, game: str) -> Any:
    """A body that the page would not send, about an existing game."""
    body: dict[str, Any] = {"game": game, "moves": [], "squares": ["a1"]}
    if chance.random() < 0.3:
        position, moves = load(game).start(), []
        for _ in range(chance.randrange(3)):
            if position.moves:
                moves.append(str(chance.choice(position.moves)))
                position = position.play(moves[-1])
        body["moves"] = moves
    for _ in range(chance.randrange(1, 4)):
        field = chance.choice(FIELDS[1:] if chance.random() < 0.9 else FIELDS)
        value: Any = chance.choice(VALUES) if chance.random() < 0.4 else chance.choice(ODD)
        if field in ("moves", "squares", "names") and chance.random() < 0.8:
            value = [chance.choice(ODD) for _ in range(chance.randrange(4))]
        body[field] = value
    if chance.random() < 0.1:
        return chance.choice([body, *VALUES])
    return body


def check(exchange: Exchange, path: str, body: bytes) -> None:
    """The request is answered, or refused with a sentence."""
    status, answer = exchange("POST", path, body)
    assert status in (200, 400, 413, 429), (path, body, status, answer[:300])
    if path != "/api/think" or status != 200:
        told = json.loads(answer)
        assert status == 200 or "error: " in told["error"]["report"], (path, body, told)


def bodies(seed: int, count: int, games: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    chance = Random(seed)
    for _ in range(count):
        path = chance.choice(POSTED)
        body = hostile(chance, chance.choice(games))
        if path == "/api/think" and isinstance(body, dict):
            body["level"] = chance.choice([0, 11, -1, 3.5, None, "x", 10**400])  # so that no search starts
        yield path, json.dumps(body).encode()


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Nothing is logged by the opponent, whose failures are answers here."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_hostile_bodies(exchange: Exchange) -> None:
    for path, body in bodies(1, 80, QUICK):
        check(exchange, path, body)


@pytest.mark.parametrize("game", ["raumschach", "glinski"])
def test_hostile_clicks_on_boxes_and_hexagons(exchange: Exchange, game: str) -> None:
    for spots in ODD:
        check(exchange, "/api/why", json.dumps({"game": game, "squares": [spots]}).encode())


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_hostile_bodies(exchange: Exchange, seed: int) -> None:
    for path, body in bodies(seed, 600, BOARDS):
        check(exchange, path, body)


NO_QUESTIONS = (
    b"",
    b"{",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"game":"tictactoe"' + b" " * 90_000,
    b"NaN",
    b'{"game":NaN}',
    b'{"game": "tictactoe", "game": {}}',
    b'{"game": "tictactoe", "level": NaN, "squares": ["a1"]}',
    b'{"game": "tictactoe", "level": Infinity, "squares": ["\\ud800"]}',
    b"1" * 5_000,
)
PATHS = (
    *("", "/", "..", "../..", "%2e%2e/x", "//x", "~", "/etc/passwd", "C:\\x", "games/tictactoe.rules"),
    *("tictactoe/..", "tictactoe\0", "tictactoe.rules", "TICTACTOE", " tictactoe", "tictactoe?", "{name}"),
    *("\ud7ff", "é", "x" * 5_000),
)


@pytest.mark.parametrize("path", POSTED)
@pytest.mark.parametrize("body", NO_QUESTIONS)
def test_bodies_that_are_no_questions(exchange: Exchange, path: str, body: bytes) -> None:
    check(exchange, path, body)


@pytest.mark.parametrize("route", READ)
def test_hostile_paths(exchange: Exchange, route: str) -> None:
    for path in PATHS:
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "BREW"):
            status, answer = exchange(method, route + path)
            assert status in (200, 400, 404, 405, 415), (method, route + path, status, answer[:200])
            if status == 200:
                assert route + path in ("/", "//") or path.casefold() in library.names(), (route, path)


@pytest.mark.soak
@pytest.mark.parametrize("route", ["/api/rules/", "/api/moves/", "/rules/"])
def test_every_game_is_shown(exchange: Exchange, route: str) -> None:
    for name in library.names():
        assert exchange("GET", route + name)[0] == 200
