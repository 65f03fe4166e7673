"""Requests from other sites are refused before anything is computed; those of the page and of local programs
are answered. Sent over plain sockets, because HTTP clients correct what they send."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import pytest

from lasker.web.request_filter import MOST_BYTES
from serving import served

Headers = list[tuple[str, str]]
ASKED = b'{"game": "tictactoe"}'
POSTS = ("/api/position", "/api/why", "/api/record", "/api/think")
GETS = ("/api/games", "/api/rules/tictactoe", "/api/moves/tictactoe", "/rules/tictactoe")
FILES = ("/",)


@pytest.fixture(scope="module")
def named() -> Iterator[str]:
    """A server that is also called board.example at any port, and games.example at port 8443."""
    names = ("board.example", "games.example:8443")
    with served(names) as place:
        yield place


def said(address: str, method: str, path: str, headers: Headers, body: bytes = b"") -> tuple[int, Any]:
    """The status and the body of the answer to exactly these bytes."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    with socket.create_connection((host, int(port)), timeout=300) as connection:
        connection.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1") + body)
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head, _, rest = answer.partition(b"\r\n\r\n")
    text = rest.decode("utf-8", "replace")
    is_json = b"content-type: application/json" in head.lower()
    return int(head.split()[1]), json.loads(text) if is_json else text


def sent(address: str, **changed: str | None) -> Headers:
    """A request of the page, with some headers changed, added or (None) removed."""
    here = address.removeprefix("http://")
    page: dict[str, str | None] = {
        "Host": here,
        "Origin": address,
        "Referer": f"{address}/",
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/json",
    }
    page |= {name.replace("_", "-"): value for name, value in changed.items()}
    return [(name, value) for name, value in page.items() if value is not None]


@pytest.mark.parametrize("path", [*POSTS, *GETS, *FILES])
def test_the_page_and_programs_are_answered(address: str, path: str) -> None:
    method, body = ("POST", ASKED) if path in POSTS else ("GET", b"")
    wanted = 400 if path == "/api/why" else 200  # no squares were clicked
    program = sent(address, Origin=None, Referer=None, Sec_Fetch_Site=None)
    for headers in (sent(address), program, sent(address, Sec_Fetch_Site="none", Referer=None)):
        status, answer = said(address, method, path, headers, body)
        assert (status, path) == (wanted, path)
        assert wanted == 200 or "which squares" in answer["error"]["message"]


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://localhost:1"},
    {"Origin": "file://"},
    {"Origin": "http://[::1"},
    {"Origin": ""},
    {"Origin": "https://127.0.0.1.evil.example"},
    {"Referer": "https://evil.example/page", "Origin": None},
    {"Sec_Fetch_Site": "cross-site", "Origin": None, "Referer": None},
    {"Sec_Fetch_Site": "same-site", "Origin": None, "Referer": None},
    {"Sec_Fetch_Site": "CROSS-SITE"},
]


@pytest.mark.parametrize("changed", FOREIGN, ids=str)
@pytest.mark.parametrize("path", ["/api/think", "/api/position", "/api/moves/chess", "/rules/chess"])
def test_requests_from_other_sites_are_refused_before_any_work(
    address: str, changed: dict[str, str | None], path: str
) -> None:
    method, body = ("POST", ASKED) if path in POSTS else ("GET", b"")
    status, answer = said(address, method, path, sent(address, **changed), body)
    assert status == 403
    assert answer["error"]["report"].startswith("error: this was sent by another site")


def test_a_link_to_the_page_is_followed(address: str) -> None:
    """A link from a search engine or a mail leads to the page; it costs nothing."""
    there = sent(address, Origin=None, Referer="https://mail.example/", Sec_Fetch_Site="cross-site")
    assert said(address, "GET", "/", there)[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost",
        "localhost:{port}:{port}",
        "localhost:{port}.evil.example",
        "localhost:{port}@evil.example",
        "localhost.evil.example:{port}",
        "[::1]",
        "[::2]:{port}",
        "board.example",
        "",
        "*",
    ],
)
@pytest.mark.parametrize("path", ["/", "/api/games"])
def test_a_foreign_name_is_refused(address: str, host: str, path: str) -> None:
    """A name that resolves to this machine for a moment (DNS rebinding)."""
    host = host.format(port=address.rpartition(":")[2])
    headers = sent(address, Host=host, Origin=f"http://{host}", Referer=None)
    status, answer = said(address, "GET", path, headers)
    assert status == 400
    assert "this server is not called" in answer["error"]["report"]


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LocalHost:{port}", "[::1]:{port}"])
def test_names_of_this_machine(address: str, host: str) -> None:
    host = host.format(port=address.rpartition(":")[2])
    headers = sent(address, Host=host, Origin=f"http://{host}", Referer=f"http://{host}/")
    assert said(address, "POST", "/api/position", headers, ASKED)[0] == 200


def test_two_names_or_none_are_refused(address: str) -> None:
    here = address.removeprefix("http://")
    assert said(address, "GET", "/api/games", [("Host", "evil.example"), ("Host", here)])[0] == 400
    assert said(address, "GET", "/api/games", [])[0] == 400


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("board.example", "http://board.example", 200),
        ("board.example", "https://board.example", 200),
        ("BOARD.example:77", "http://board.example:77", 200),
        ("board.example:77", "http://board.example:78", 403),
        ("games.example:8443", "https://games.example:8443", 200),
        ("games.example", "https://games.example", 400),
        ("other.example", "http://other.example", 400),
    ],
)
def test_names_that_were_given(named: str, host: str, origin: str, status: int) -> None:
    headers = sent(named, Host=host, Origin=origin, Referer=None)
    assert said(named, "POST", "/api/position", headers, ASKED)[0] == status


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "",
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/plain; application/json",
        "application/jsonp",
        "application/json, text/plain",
    ],
)
@pytest.mark.parametrize("path", POSTS)
def test_only_json_is_read(address: str, kind: str | None, path: str) -> None:
    """A form of another site can send the other content types without a preflight request."""
    changed = {"Origin": None, "Referer": None, "Sec_Fetch_Site": None, "Content_Type": kind}
    status, answer = said(address, "POST", path, sent(address, **changed), ASKED)
    assert status == 415
    assert "Content-Type: application/json" in answer["error"]["report"]


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
def test_json_is_read(address: str, kind: str) -> None:
    assert said(address, "POST", "/api/position", sent(address, Content_Type=kind), ASKED)[0] == 200


def test_long_bodies_are_refused(address: str) -> None:
    """Bodies too long by their declared length, before anything is read; or longer than declared."""
    claimed = [*sent(address), ("Content-Length", str(MOST_BYTES + 1))]
    assert said(address, "POST", "/api/position", claimed)[0] == 413
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    chunked = [*sent(address), ("Transfer-Encoding", "chunked")]
    host, _, port = address.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=300) as connection:
        head = ["POST /api/position HTTP/1.1", *(f"{name}: {value}" for name, value in chunked), "", ""]
        connection.sendall("\r\n".join(head).encode())
        for _ in range(MOST_BYTES // 0x10000 + 1):
            connection.sendall(chunk)
        assert connection.recv(65536).split()[1] == b"413"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
@pytest.mark.parametrize("path", ["/", "/api/position", "/api/games", "/nothing/here"])
def test_other_methods_are_refused_in_json(address: str, method: str, path: str) -> None:
    status, answer = said(address, method, path, sent(address), ASKED)
    assert status in (404, 405)
    assert answer["error"]["report"].startswith("error: ")
    foreign = sent(address, Origin="https://evil.example")
    assert said(address, method, path, foreign, ASKED)[0] == 403


@pytest.mark.parametrize("path", ["/nothing", "/nothing/here", "/api", "/api/", "/..%2f..%2fetc"])
def test_what_is_not_there_is_said_in_json(address: str, path: str) -> None:
    status, answer = said(address, "GET", path, sent(address))
    assert status == 404
    assert "there is nothing here" in answer["error"]["report"]


def test_answers_may_not_be_shown_elsewhere(address: str) -> None:
    host, _, port = address.removeprefix("http://").rpartition(":")
    with socket.create_connection((host, int(port)), timeout=300) as connection:
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        head = connection.recv(65536).lower()
    assert b"x-content-type-options: nosniff" in head
    assert b"frame-ancestors 'none'" in head
    assert b"cross-origin-resource-policy: same-origin" in head
    assert b"access-control-allow-origin" not in head
