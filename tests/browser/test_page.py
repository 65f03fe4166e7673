"""The page in a real browser: games are played by clicking, as a person would.

It needs chromium, node, and playwright-core beside this file, and fetches what is missing where it may. Set
LASKER_PICTURES to a folder to look at what was seen.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from typing import Any
from urllib.parse import quote

import pytest
from browsing import browse

from lasker.engine.levels import FULL
from lasker.web.jobs import Message, encoded, problem
from lasker.web.methods import Params
from lasker.web.service import Service

Seen = list[dict[str, Any]]
Failing = Callable[[dict[str, Any], int], list[Any]]


def drive(address: str, *steps: tuple[Any, ...]) -> Seen:
    """What a browser saw on the way; no step may fail, and the page may not complain."""
    return list(browse("drive.mjs", address, json.dumps(steps)))


def test_against_the_opponent(address: str) -> None:
    """It answers and judges; a hint, an illegal click explained, a move taken back; a small screen, keys."""
    seen = drive(
        address,
        ("open", "tictactoe"),
        ("click", "b2"),
        ("plies", 2),
        ("waits",),
        ("until", "score", "[+-]|wins|loses"),
        ("see", "status", "line"),
        ("click", "b2"),
        ("until", "error", "."),
        ("see", "error"),
        ("button", "hint"),
        ("there", "#board .shape.hint"),
        ("picture", "hint"),
        ("size", 390, 800),
        ("wide",),
        ("picture", "small"),
        ("button", "undo"),
        ("until", "list", "^$"),
        ("select", "side", "o"),
        ("plies", 1),
        ("see", "fen"),
        ("open", "breakthrough"),
        ("select", "level", "1"),
        ("select", "seconds", "1"),
        ("press", "ArrowUp", "ArrowUp", "Enter", "ArrowUp", "Enter"),
        ("plies", 2),
        ("waits",),
        ("picture", "breakthrough"),
        ("see", "status"),
    )
    after, illegal, narrow, other, keyed = seen
    assert after["status"] == "you (x) to move"
    assert after["line"]
    assert illegal["error"] == "the stone on b2 cannot move now"
    assert narrow["overflow"] <= 0
    assert other["fen"].split()[1] == "o"
    assert keyed == {"plies": 2, "status": "you (white) to move"}


def test_every_way_to_move(address: str) -> None:
    """A whole game to its end and its record, a forced pass, a drop, a promotion, chance, a bad position."""
    two = (("select", "side", ""), ("check", "shown", False))
    house = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3"
    passing = "BWWWWWWB/BWWBBWWB/WBBBWWWB/WBBWWWWB/WWWWWWWB/WWWWWWWB/WWWWWBBB/WBW1BBBB w 30"
    seen = drive(
        address,
        ("open", "tictactoe"),
        *two,
        *(step for n, at in enumerate(("a1", "b1", "a2", "b2"), 1) for step in (("click", at), ("plies", n))),
        ("click", "a3"),
        ("until", "status", "won"),
        ("see", "status"),
        ("download",),
        ("open", "othello"),
        *two,
        ("fill", "fen", passing),
        ("choice", "pass"),
        ("plies", 1),
        ("see", "status"),
        ("picture", "othello"),
        ("open", "crazyhouse"),
        *two,
        ("fill", "fen", house),
        ("there", ".held:not(.none)"),
        ("click", "e4"),
        ("plies", 1),
        ("see", "fen"),
        ("picture", "crazyhouse"),
        ("fill", "fen", "8/P6k/8/8/8/8/8/K7[] w - - 0 1"),
        ("until", "list", "^$"),
        ("click", "a7", "a8"),
        ("choice", "queen"),
        ("plies", 1),
        ("see", "fen"),
        ("fill", "fen", "no such position"),
        ("until", "error", "."),
        ("see", "fen"),
        ("fill", "text", "Kg7"),
        ("plies", 2),
        ("open", "dice_men"),
        ("plies", 1),  # the die is cast by itself
        ("picture", "dice"),
    )
    over, record, passed, dropped, promoted, refused = seen
    assert over["status"] == "x has won: three in a line"
    assert '[Variant "Tic-tac-toe"]' in record["pgn"]
    assert record["pgn"].split()[-1] == "1-0"
    assert passed["status"] == "black to move"
    assert dropped["fen"].startswith("rnb1kbnr/ppp1pppp/8/3q4/4P3/8/PPPP1PPP/RNBQKBNR[p] b")
    assert promoted["fen"].startswith("Q")
    assert refused["fen"] == "no such position"


def test_every_space(address: str) -> None:
    """A move that nobody answers; mate by dragging, which a reload keeps; a drop from the hand, stones,
    hexagons, levels on a phone."""
    two = (("select", "side", ""), ("check", "shown", False))
    mate = (("e2", "e4"), ("e7", "e5"), ("d1", "h5"), ("b8", "c6"), ("f1", "c4"), ("g8", "f6"), ("h5", "f7"))
    shogi = "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/7R1/LNSGKGSNL[Bb] w - - 0 1"
    seen = drive(
        address,
        ("open", "chess"),
        *two,
        ("offline", True),
        ("drag", "e2", "e4"),
        ("until", "error", "does not answer"),
        ("lies", "e2"),
        ("offline", False),
        *(step for n, way in enumerate(mate, 1) for step in (("drag", *way), ("plies", n))),
        ("until", "status", "won"),
        ("there", "#board .tints .check"),
        ("reload",),
        ("plies", 7),
        ("see", "status"),
        ("open", "shogi"),
        *two,
        ("fill", "fen", shogi),
        ("there", ".held:not(.none)"),
        ("drag", "@B", "e5"),
        ("plies", 1),
        ("piece", "e5", "sente bishop"),
        ("picture", "shogi"),
        ("open", "othello"),
        *two,
        ("there", "#board .dot"),
        ("click", "e3"),
        ("plies", 1),
        ("piece", "e4", "black disc"),
        ("open", "glinski"),
        *two,
        ("drag", "f5", "f6"),
        ("plies", 1),
        ("size", 390, 800),
        ("open", "raumschach"),
        *two,
        ("tap", "Ab2", "Ab3"),
        ("plies", 1),
        ("wide",),
        ("picture", "raumschach"),
        ("open", "chess", "?fen=" + quote("8/P6k/8/8/8/8/8/K7 w - - 0 1")),
        ("tap", "a7", "a8"),
        ("choice", "rook"),  # not chosen by the tap that has offered it
        ("piece", "a8", "white rook"),
    )
    kept, narrow = seen
    assert kept["status"] == "white has won: checkmate"
    assert narrow["overflow"] <= 0


def test_counters_beside_the_board(address: str) -> None:
    """Men come from the bar and go off the board: by dragging, by touch and by keys; reserves are placed."""
    two = (("select", "side", ""), ("check", "shown", False))
    on_the_bar = "M(5)3m(3)1m(5)3M(2)1/m(5)3M(3)1M(5)4m(2) w 3 2 1+0 0+0 5"
    at_home = "10m(2)1/7M(2)M(3)M(3)M(2)1 w 4 2 0+0 5+0 5"
    seen = drive(
        address,
        ("open", "backgammon", "?fen=" + quote(on_the_bar)),
        *two,
        ("there", "#board .counter.clickable[role=button][aria-label='white bar: 1']"),
        ("drag", "#bar", "j2"),
        ("there", "#board .piece[data-on=j2]"),  # before the other die is played
        ("click", "k2", "i2"),
        ("plies", 1),
        ("see", "fen"),
        ("open", "backgammon", "?fen=" + quote(at_home)),
        *two,
        ("tap", "i1", "#off", "k1", "#off"),
        ("plies", 1),
        ("see", "fen"),
        ("open", "nine_mens_morris"),
        *two,
        ("drag", "#hand", "d6"),
        ("plies", 1),
        ("there", "#board .piece[data-on=d6]"),
        ("press", *["ArrowUp"] * 8, "Enter", *["ArrowDown"] * 3, "Enter"),
        ("plies", 2),
        ("see", "fen"),
    )
    entered, off, placed = seen
    assert "0+0 0+0" in entered["fen"]
    assert "0+0 7+0" in off["fen"]
    assert placed["fen"].split()[-2] == "8+8"


def test_two_browsers_play_by_a_link(address: str) -> None:
    """The one who invites sits; another browser takes the other seat, a third one watches; a reload stays."""
    seen = drive(
        address,
        ("open", "tictactoe"),
        ("button", "invite"),
        ("there", "#link"),
        ("until", "status", "waiting"),
        ("join",),
        ("on", "[data-sit=o]"),
        ("as", 0),
        ("until", "status", r"you \(x\)"),
        ("click", "b2"),
        ("plies", 1),
        ("join",),
        ("plies", 1),
        ("see", "status"),
        ("on", "[aria-label='First position']"),
        ("there", "#board:not(:has([data-on=b2]))"),
        ("as", 1),
        ("until", "status", r"you \(o\)"),
        ("plies", 1),
        ("piece", "b2", "x stone"),
        ("click", "a1"),
        ("plies", 2),
        ("as", 0),
        ("plies", 2),
        ("button", "draw"),
        ("as", 1),
        ("on", "[data-accept=draw]"),
        ("until", "status", "drawn"),
        ("as", 0),
        ("on", "#flip"),
        ("until", "status", "drawn"),
        ("see", "status"),
    )
    watched, over = seen
    assert watched == {"plies": 1, "status": "o to move"}
    assert over["status"].startswith("drawn")


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Failing:
    """Lets the first so many questions of the opponent that plays fail; those that failed."""

    def fail(facts: dict[str, Any], times: int) -> list[Any]:
        failed: list[Any] = []
        made = Service.answers

        async def answers(
            service: Service, name: str, params: Params, client: str
        ) -> AsyncGenerator[Message, None]:
            if name == "think" and params["level"] < FULL and len(failed) < times:
                failed.append(params)
                yield "error", encoded(facts)
                return
            async for message in made(service, name, params, client):
                yield message

        monkeypatch.setattr(Service, "answers", answers)
        return failed

    return fail


def test_a_busy_server_is_asked_again(address: str, failing: Failing) -> None:
    """The page says what it waits for, and goes on by itself; the side stays as it was chosen."""
    failed = failing(problem("Busy", "8 other questions come first", "wait a moment"), 3)
    seen = drive(
        address,
        ("open", "tictactoe"),
        ("check", "shown", False),
        ("click", "b2"),
        ("until", "waits", "other questions .* asked again in"),
        ("picture", "busy"),
        ("see", "status", "side", "error"),
        ("plies", 2),
        ("waits",),
        ("see", "status", "side", "waits", "error"),
    )
    assert seen[0] == {"plies": 1, "status": "o thinks …", "side": "x", "error": ""}
    assert seen[1] == {"plies": 2, "status": "you (x) to move", "side": "x", "waits": "", "error": ""}
    assert len(failed) == 3


def test_an_opponent_that_fails_is_said_to(address: str, failing: Failing) -> None:
    """What cannot be mended by waiting is said, and what can be done is offered."""
    failing(problem("NativeError", "no C compiler was found", "install one"), 1)
    seen = drive(
        address,
        ("open", "tictactoe"),
        ("check", "shown", False),
        ("fill", "text", "b2"),
        ("until", "status", "cannot move"),
        ("picture", "failed"),
        ("see", "status", "side", "error"),
        ("choice", "ask the opponent again"),
        ("plies", 2),
        ("waits",),
        ("see", "status", "side", "error"),
    )
    assert seen[0]["status"] == "the opponent cannot move for o"
    assert (seen[0]["side"], seen[0]["error"]) == ("x", "no C compiler was found\n→ install one")
    assert seen[1] == {"plies": 2, "status": "you (x) to move", "side": "x", "error": ""}
