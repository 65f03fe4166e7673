"""The web workbench over real HTTP: positions, refusals, hostile requests, and nothing but the library."""

from __future__ import annotations

import json
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from lasker.commands.serve import free_port
from lasker.web.server import application


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = uvicorn.Server(
        uvicorn.Config(application(), host="127.0.0.1", port=0, log_level="error", ws="none")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(5)


def ask(address: str, path: str, body: object = None) -> tuple[int, Any]:
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, data=data)) as reply:
            status, text = reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            status, text = error.code, error.read().decode()
    return status, json.loads(text) if text[:1] in "[{" else text


def test_the_page_and_the_list(address: str) -> None:
    status, page = ask(address, "/")
    assert status == 200
    assert "<title>Lasker</title>" in page
    status, games = ask(address, "/api/games")
    assert {"name": "tictactoe", "title": "Tic-tac-toe"} in games


def test_a_game_is_played(address: str) -> None:
    moves: list[str] = []
    while True:
        status, seen = ask(address, "/api/position", {"game": "tictactoe", "moves": moves})
        assert status == 200
        assert "<svg" in seen["svg"]
        if not seen["moves"]:
            break
        assert all(len(move["squares"]) == 1 for move in seen["moves"])
        moves.append(seen["moves"][0]["text"])
    assert seen["outcome"]["reason"] == "three in a line"


def test_an_illegal_move_is_explained(address: str) -> None:
    status, seen = ask(address, "/api/position", {"game": "tictactoe", "moves": ["a1", "a1"]})
    assert status == 400
    assert "not a legal move" in seen["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'{"game": 1}',
        b'{"game": "tictactoe", "moves": 3}',
        b"\xff\xfe",
        b"x" * 300_000,
        b'{"game": "../../etc/passwd"}',
        b'{"game": "tictactoe", "start": "9/9/9 z"}',
    ],
    ids=lambda body: repr(body[:30]),
)
def test_hostile_requests_are_refused(address: str, body: bytes) -> None:
    status, seen = ask(address, "/api/position", body)
    assert status == 400
    assert "error" in seen


def test_only_the_library_is_served(address: str) -> None:
    status, _ = ask(address, "/api/rules/tictactoe")
    assert status == 200
    for name in ("../pyproject.toml", "%2Fetc%2Fpasswd", "README.md"):
        status, _ = ask(address, f"/api/rules/{name}")
        assert status in {400, 404}


def test_a_busy_port_is_left_alone() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        busy = taken.getsockname()[1]
        assert free_port(busy) != busy


def test_the_rule_page_shows_how_pieces_move(address: str) -> None:
    status, figures = ask(address, "/api/moves/nine_mens_morris")
    assert status == 200
    assert figures.count("<figure>") == 1
    assert "only moves there" in figures
    status, page = ask(address, "/rules/nine_mens_morris")
    assert status == 200
    assert page.count("<svg") == 2
    assert "Rules" in page
    for path in ("/api/moves/nothing", "/rules/nothing", "/rules/../../pyproject.toml"):
        assert ask(address, path)[0] in (400, 404)
