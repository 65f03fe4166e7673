"""The web server over real HTTP: positions, refusals, malformed requests, and no
access beyond the library."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from lasker.kernel.errors import LimitError
from lasker.notation.pgn import read_text
from lasker.play.game import load
from lasker.play.record import replay
from lasker.web import replay as replay_of_web
from lasker.web import static
from lasker.web.calls import STATUS
from lasker.web.jobs import error_facts
from lasker.web.methods import analyse

JSON = {"Content-Type": "application/json"}


def post(address: str, path: str, body: bytes) -> urllib.request.Request:
    return urllib.request.Request(address + path, data=body, headers=JSON)


def ask(address: str, path: str, body: object = None) -> tuple[int, Any]:
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        request = urllib.request.Request(address + path, data=data, headers=JSON if data is not None else {})
        with urllib.request.urlopen(request) as reply:
            status, text = reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            status, text = error.code, error.read().decode()
    return status, json.loads(text) if text[:1] in "[{" else text


def test_the_page_and_the_list(address: str) -> None:
    status, page = ask(address, "/")
    assert status == 200
    assert "<title>Lasker</title>" in page
    for file in re.findall(r'"(/bundle/[^"]+)"', page):
        assert ask(address, file)[0] == 200
    for file in (
        "/server.py",
        "/bundle/no.js",
        "/bundle/..%2Fserver.py",
        "/bundle/..%2F..%2Fweb%2Fbundle%2Findex.html",
    ):
        assert ask(address, file)[0] == 404
    status, games = ask(address, "/api/games")
    assert {"name": "tictactoe", "title": "Tic-tac-toe"} in games


def test_an_unbuilt_page_says_how_to_build_it(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(static, "BUNDLE", tmp_path)
    status, page = ask(address, "/")
    assert (status, "make page" in page) == (200, True)
    assert ask(address, "/bundle/index.html")[0] == 404


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
    assert "not a legal move" in seen["error"]["message"]


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
        b'{"game": "../../etc/passwd"}',
        b'{"game": "tictactoe", "start": "9/9/9 z"}',
        b'{"game": "tictactoe", "moves": [1]}',
        b'{"game": "tictactoe", "moves": ["a1", "\\ud800"]}',
        b'{"game": "\\ud800"}',
        b'{"game": {"a": []}}',
        b"[" * 100_000,
        b'{"game": "tictactoe", "moves": [' + b'"a1",' * 2500 + b'"a1"]}',
    ],
    ids=lambda body: repr(body[:30]),
)
def test_hostile_requests_are_refused(address: str, body: bytes) -> None:
    status, seen = ask(address, "/api/position", body)
    assert status == 400
    assert "error" in seen


@pytest.mark.parametrize(
    "more",
    [
        {"level": 0},
        {"level": 11},
        {"level": 2.5},
        {"level": "5"},
        {"level": True},
        {"level": 10**30},
        {"seconds": 0},
        {"seconds": -1},
        {"seconds": 1e9},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": []},
        {"moves": ["a1", "a1"]},
    ],
    ids=str,
)
def test_hostile_questions_are_refused(address: str, more: dict[str, object]) -> None:
    status, seen = ask(address, "/api/think", {"game": "tictactoe", **more})
    assert status == 400
    assert seen["error"]["report"].startswith("error: ")


def test_the_opponent_is_asked(address: str) -> None:
    asked = {"game": "tictactoe", "start": "XX1/OO1/3 x 3", "level": 10, "seconds": 30}
    with urllib.request.urlopen(post(address, "/api/think", json.dumps(asked).encode())) as reply:
        lines = [json.loads(line) for line in reply]
    last = lines[-1]["result"]
    assert (last["move"], last["told"], last["player"]) == ("c3", "wins in 1", "x")
    over = {"game": "tictactoe", "start": "XXX/OO1/3 o 4"}
    assert ask(address, "/api/think", over)[1] == {"result": None}


def test_thinking_keeps_nobody_waiting_and_ends_with_its_reader(address: str) -> None:
    body = json.dumps({"game": "breakthrough", "level": 10, "seconds": 30}).encode()
    slow = urllib.request.urlopen(post(address, "/api/think", body))
    slow.readline()
    assert ask(address, "/api/position", {"game": "tictactoe"})[0] == 200
    slow.close()
    asked = post(address, "/api/think", body.replace(b'"seconds": 30', b'"seconds": 0.2'))
    with urllib.request.urlopen(asked) as reply:
        assert json.loads(reply.readlines()[-1])["result"]


@pytest.mark.parametrize(
    ("squares", "why"),
    [
        (["e2", "e5"], "the pawn on e2 cannot move so"),
        (["a8"], "the rook on a8 is black's, and it is white's turn"),
        (["a1"], "the rook on a1 cannot move now"),
        (["e4"], "nothing can be done on e4 now"),
    ],
)
def test_a_click_that_leads_nowhere_is_explained(address: str, squares: list[str], why: str) -> None:
    assert ask(address, "/api/why", {"game": "chess", "squares": squares}) == (200, {"why": why})


@pytest.mark.parametrize("squares", [[], ["z9"], ["a1", "b"], 3, ["@"], [""]], ids=str)
def test_clicks_beside_the_board_do_no_harm(address: str, squares: object) -> None:
    status, seen = ask(address, "/api/why", {"game": "tictactoe", "squares": squares})
    assert status in (200, 400)
    assert seen.get("why") or seen.get("error")


def test_the_record_reads_back(address: str) -> None:
    moves = ["a1", "b1", "a2", "b2", "a3"]
    status, seen = ask(address, "/api/record", {"game": "tictactoe", "moves": moves, "names": ["Ann", "Bob"]})
    assert status == 200
    [record] = read_text(seen["pgn"])
    assert (record.tags["White"], record.tags["Black"], record.result) == ("Ann", "Bob", "1-0")
    assert replay(load("tictactoe"), record).positions[-1].fen == "X2/XO1/XO1 o 3"


def test_a_piece_in_hand_is_clicked_first(address: str) -> None:
    start = "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"
    _, seen = ask(address, "/api/position", {"game": "crazyhouse", "start": start})
    [drop] = [move for move in seen["moves"] if move["text"] == "P@e4"]
    assert drop["squares"] == ["@P", "e4"]
    assert 'data-held="P" data-owner="white"' in seen["svg"]


def test_other_sites_are_refused(address: str) -> None:
    request = urllib.request.Request(address + "/api/games", headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    with refused.value as reply:
        assert reply.code == 400


def test_only_the_library_is_served(address: str) -> None:
    status, _ = ask(address, "/api/rules/tictactoe")
    assert status == 200
    for name in ("../pyproject.toml", "%2Fetc%2Fpasswd", "README.md"):
        status, _ = ask(address, f"/api/rules/{name}")
        assert status in {400, 404}


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


def test_a_replay_that_goes_on_is_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no mistake of whoever asks: 429, as of every server that is busy."""
    monkeypatch.setattr(replay_of_web, "PATIENCE", -1.0)
    with pytest.raises(LimitError) as caught:
        replay_of_web.replayed(load("tictactoe"), None, ("a3", "a2"))
    assert STATUS[error_facts(caught.value)["kind"]] == STATUS["Busy"]


@pytest.mark.parametrize(("budget", "plies", "shortest"), [(50, 7, False), (analyse.BUDGET, 5, True)])
def test_a_line_is_called_shortest_where_that_is_known(
    monkeypatch: pytest.MonkeyPatch, budget: int, plies: int, shortest: bool
) -> None:
    monkeypatch.setattr(analyse, "BUDGET", budget)
    won = analyse.characteristics({"game": "tictactoe", "within": 9})["lines"][0]
    assert (won["name"], len(won["moves"]), won["shortest"]) == ("win", plies, shortest)
