"""A public server: its token, its cookie, its rates; the headers and files of every server; its health."""

from __future__ import annotations

import json
import logging
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from lasker.commands.serve import checked_token, kept_token
from lasker.kernel.errors import LaskerError
from lasker.web import access, logs, static
from serving import served
from test_web_socket import call, opened

TOKEN = "correct-horse-battery-staple"


class Stay(urllib.request.HTTPRedirectHandler):
    """Does not follow."""

    def redirect_request(self, *_: Any) -> None:
        return None


def get(address: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(address + path, headers=headers)
    try:
        with urllib.request.build_opener(Stay).open(request) as reply:
            return reply.status, {name.lower(): value for name, value in reply.headers.items()}, reply.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read()


@pytest.fixture(scope="module")
def public() -> Iterator[str]:
    with served(token=TOKEN) as place:
        yield place


@pytest.mark.parametrize("path", ["/", "/api/games", "/api/rules/chess", f"/?token={TOKEN[1:]}"])
def test_without_the_token_nothing_is_served(public: str, path: str) -> None:
    for headers in ({}, {"Cookie": "lasker=wrong"}, {"Authorization": "Bearer wrong"}):
        status, _, body = get(public, path, **headers)
        assert status == 401
        assert "who have its address" in json.loads(body)["error"]["message"]
    with pytest.raises(InvalidStatus):
        opened(public)


def test_with_the_token_a_browser_gets_a_cookie(public: str) -> None:
    status, headers, _ = get(public, f"/?token={TOKEN}&x=1")
    assert (status, headers["location"]) == (303, "/?x=1")
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    assert get(public, "/api/games", Cookie=cookie.partition(";")[0])[0] == 200
    assert get(public, "/api/games", Authorization=f"Bearer {TOKEN}")[0] == 200
    assert get(public, "/api/games", Authorization=f"Bearer {TOKEN}", Host="board.example")[0] == 200
    with opened(public, additional_headers={"Cookie": cookie.partition(";")[0]}) as socket:
        assert "result" in call(socket, 1, "position", game="tictactoe")
    evil = {"Cookie": cookie.partition(";")[0], "Origin": "https://evil.example"}
    assert get(public, "/api/games", **evil)[0] == 403
    with pytest.raises(InvalidStatus):
        opened(public, additional_headers=evil)


def test_health_tells_strangers_nothing_but_that(public: str, address: str) -> None:
    assert json.loads(get(public, "/health")[2]) == {"ok": True}
    facts = json.loads(get(address, "/health")[2])
    assert {worker["state"] for worker in facts["lanes"]["quick"]["workers"]} <= {"idle", "busy", "starting"}
    assert b"<h1>" in get(address, "/health", Accept="text/html")[2]


def test_who_asks_too_often_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "RATE", 0.001)
    monkeypatch.setattr(access, "BURST", 5)
    with served(token=TOKEN) as place:
        told = [get(place, "/api/rules/tictactoe", Authorization=f"Bearer {TOKEN}")[0] for _ in range(8)]
        assert told == [200] * 5 + [429] * 3
        assert get(place, "/", Authorization=f"Bearer {TOKEN}")[0] == 200


@pytest.mark.parametrize("path", ["/", "/health", "/rules/tictactoe", "/nothing"])
def test_every_answer_has_the_headers(address: str, path: str) -> None:
    _, headers, _ = get(address, path)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


def test_files_are_compressed_and_not_sent_twice(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(static, "BUNDLE", tmp_path)
    for name in ("index.html", "main-ABCD1234.js"):
        (tmp_path / name).write_text("// a line\n" * 200)
    assert get(address, "/")[1]["cache-control"] == "no-cache"
    path = "/bundle/main-ABCD1234.js"
    status, headers, whole = get(address, path)
    assert status == 200
    assert "immutable" in headers["cache-control"]
    status, smaller, part = get(address, path, **{"Accept-Encoding": "gzip"})
    assert (smaller["content-encoding"], len(part) < len(whole)) == ("gzip", True)
    assert get(address, path, **{"If-None-Match": headers["etag"]})[0] == 304
    for path in ("/bundle/..%2fserver.py", "/bundle/nothing.js", "/bundle/%2e%2e", "/server.py"):
        assert get(address, path)[0] == 404


def test_tokens(tmp_path: Path) -> None:
    assert kept_token(tmp_path) == kept_token(tmp_path)
    assert checked_token(kept_token(tmp_path))
    assert (tmp_path / "token").stat().st_mode & 0o77 == 0
    for wrong in ("short", "with space in the middle", "ünïcode-is-not-for-addresses", ""):
        with pytest.raises(LaskerError):
            checked_token(wrong)


def test_calls_are_logged(address: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "lasker.web"), opened(address) as socket:
        call(socket, 1, "position", game="tictactoe")
    [record] = [each for each in caplog.records if each.getMessage() == "call"]
    line = json.loads(logs.JsonLines().format(record))
    assert (line["method"], line["answer"], line["event"]) == ("position", "result", "call")
