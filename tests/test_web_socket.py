"""Calls over a WebSocket: answers with the ids of their calls, events, cancellation, texts, documents."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect

MINE = 'lasker 1\ngame "Mine"\nextends "tictactoe"'


def opened(address: str, **more: Any) -> ClientConnection:
    socket: ClientConnection = connect(address.replace("http", "ws") + "/api/socket", max_size=None, **more)
    return socket


def call(socket: ClientConnection, id: int, method: str, /, **params: Any) -> dict[str, Any]:
    """The last message of a call."""
    socket.send(json.dumps({"id": id, "method": method, "params": params}))
    while True:
        told: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if told["id"] == id and "event" not in told:
            return told


def test_calls_and_their_errors(address: str) -> None:
    with opened(address) as socket:
        assert call(socket, 1, "position", game="tictactoe", moves=["b2"])["result"]["turn"] == "o"
        told = call(socket, 2, "position", game="tictactoe", moves=["b2", "b2"])["error"]
        assert "not a legal move" in told["message"]
        assert call(socket, 3, "nothing")["error"]["message"] == "no method is called nothing"
        for malformed in ("", "[]", "{", '{"id": {}}', '{"id": 1}', '{"id": 1, "method": 3}', b"\xff"):
            socket.send(malformed)
            assert "error" in json.loads(socket.recv(timeout=60))
        assert "result" in call(socket, 4, "games")


def test_a_search_is_cancelled(address: str) -> None:
    with opened(address) as socket:
        asked = {"game": "tictactoe", "seconds": 30, "level": 10}
        socket.send(json.dumps({"id": "a", "method": "think", "params": {**asked, "game": "breakthrough"}}))
        assert json.loads(socket.recv(timeout=60))["id"] == "a"
        socket.send('{"id": "a", "cancel": true}')
        assert call(socket, 2, "think", game="tictactoe", start="XX1/OO1/3 x 3")["result"]["move"] == "c3"


def test_a_text_is_a_game(address: str) -> None:
    with opened(address) as socket:
        made = call(socket, 1, "open", text=MINE, format="rules")["result"]
        assert (made["title"], made["diagnostics"], made["format"]) == ("Mine", [], "rules")
        assert call(socket, 2, "position", game=made["game"], moves=["b2"])["result"]["turn"] == "o"
        wrong = call(socket, 3, "open", text=MINE + "\nnonsense here", format="rules")["result"]
        assert wrong["diagnostics"][0]["place"]["line"] == 4
        assert "error" in call(socket, 4, "position", game=wrong["game"])
        assert "error" in call(socket, 5, "position", game="text:" + "0" * 32)
        assert "error" in call(socket, 6, "open", text=MINE, format="exe")


@pytest.mark.parametrize("line", ['extends "/etc/secret.rules"', 'extends "secret.rules"'])
def test_a_text_reads_no_files(address: str, line: str) -> None:
    with opened(address) as socket:
        [told] = call(socket, 1, "open", text=f"lasker 1\n{line}", format="rules")["result"]["diagnostics"]
        assert "may not read files" in told["message"]


def test_documents(address: str) -> None:
    with opened(address) as socket:
        made = call(socket, 1, "documents.put", kind="study", title="Endings", body={"a": [1]})["result"]
        assert call(socket, 2, "documents.get", id=made["id"])["result"]["body"] == {"a": [1]}
        assert made["id"] in [each["id"] for each in call(socket, 3, "documents.list")["result"]]
        assert call(socket, 4, "documents.list", kind="game")["result"] == []
        assert call(socket, 5, "documents.delete", id=made["id"])["result"] == {"deleted": True}
        assert "error" in call(socket, 6, "documents.get", id=made["id"])
        assert "error" in call(socket, 7, "documents.put", kind="virus", title="x")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_sockets_of_other_sites_are_refused(address: str, origin: str) -> None:
    with pytest.raises(InvalidStatus):
        opened(address, additional_headers={"Origin": origin})
