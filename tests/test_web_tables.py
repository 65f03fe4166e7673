"""Games by a link: seats, spectators, clocks, offers, rematches, and a server that is killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from eventually import eventually
from lasker.kernel.errors import IllegalMove, LaskerError
from lasker.web import shared_table_state, shared_tables
from test_web_socket import call, opened

RULES: dict[str, Any] = {
    "title": "Nim",
    "players": ["a", "b"],
    "fen": "",
    "turn": "a",
    "record": [],
    "outcome": None,
    "claims": [],
    "agreements": [],
}


def after(*moves: str) -> dict[str, Any]:
    """The game after moves, which players make by turns."""
    record = [{"text": move, "name": move, "player": "ab"[at % 2]} for at, move in enumerate(moves)]
    return {**RULES, "record": record, "turn": "ab"[len(moves) % 2]}


def test_clocks_run_from_the_first_move_and_get_their_increments() -> None:
    state = shared_table_state.new_state("t", "nim", None, RULES, {"initial": 60, "increment": 2}, 100.0)
    assert shared_table_state.remaining(state, 1000.0) is None
    shared_table_state.made(state, "a", after("1"), 1000.0)
    assert shared_table_state.remaining(state, 1010.0) == 50
    shared_table_state.made(state, "b", after("1", "2"), 1010.0)
    assert state["clock"]["left"] == {"a": 62.0, "b": 52.0}
    assert not shared_table_state.expire(state, 1071.0)
    assert shared_table_state.expire(state, 1072.1)
    assert state["outcome"] == {"reason": "a has run out of time", "payoffs": {"a": "0", "b": "1"}}


def test_the_time_of_a_server_that_is_away_is_nobodys() -> None:
    state = shared_table_state.new_state("t", "nim", None, RULES, {"initial": 60, "increment": 0}, 0.0)
    shared_table_state.made(state, "a", after("1"), 10.0)
    shared_table_state.resume(state, 5000.0)
    assert shared_table_state.remaining(state, 5001.0) == 59


def test_a_move_after_the_time_ends_the_game_before_the_timer_does(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(shared_tables, "time", SimpleNamespace(time=lambda: now))

    async def stored(*asked: object) -> None:
        pass

    async def rules(asked: Mapping[str, Any]) -> dict[str, Any]:
        return after(*asked["moves"], *([asked["move"]] if "move" in asked else []))

    async def played() -> None:
        nonlocal now
        store: Any = SimpleNamespace(put_table=None)
        tables = shared_tables.SharedTables(store, stored, rules)
        made = await tables.new({"game": "nim", "clock": {"initial": 60, "increment": 5}})
        seats = [(await tables.sit({"table": made["table"]}))["seat"] for _ in "ab"]
        told = await tables.move({"table": made["table"], "seat": seats[0], "move": "1"})
        now += 61
        with pytest.raises(IllegalMove, match="b has run out of time"):
            await tables.move({"table": made["table"], "seat": seats[1], "move": "2"})
        after_it = await tables.get({"table": made["table"]})
        assert after_it["outcome"]["payoffs"] == {"a": "1", "b": "0"}
        assert after_it["version"] == told["version"] + 1  # it was kept, and told to those who watch

    asyncio.run(played())


@pytest.mark.parametrize("clock", [(0, 0), (-1, 0), (60, -1), (1e9, 0), (float("nan"), 0)])
def test_clocks_that_do_not_exist(clock: tuple[float, float]) -> None:
    with pytest.raises(LaskerError):
        shared_table_state.new_state(
            "t", "nim", None, RULES, {"initial": clock[0], "increment": clock[1]}, 0.0
        )


def test_two_play_and_a_third_watches(address: str) -> None:
    with opened(address) as one, opened(address) as two, opened(address) as third:
        made = call(one, 1, "table.new", game="tictactoe", clock={"initial": 60, "increment": 1})["result"]
        token = made["table"]
        assert len(token) >= 20
        third.send(json.dumps({"id": 9, "method": "table.watch", "params": {"table": token}}))
        x = call(one, 2, "table.sit", table=token, name="Ann")["result"]
        o = call(two, 1, "table.sit", table=token, name="Bob")["result"]
        assert (x["player"], o["player"]) == ("x", "o")
        assert "taken" in call(third, 1, "table.sit", table=token)["error"]["message"]
        turns = [(one, x), (two, o)]
        for ply, move in enumerate(["a1", "b1", "a2", "b2"]):
            socket, seat = turns[ply % 2]
            other, wrong = turns[1 - ply % 2]
            assert "error" in call(other, 50 + ply, "table.move", table=token, seat=wrong["seat"], move=move)
            told = call(socket, 70 + ply, "table.move", table=token, seat=seat["seat"], move=move, ply=ply)
            assert told["result"]["version"] == 4 + ply
        assert "error" in call(third, 2, "table.move", table=token, seat="x", move="a3")
        assert "error" in call(one, 3, "table.move", table=token, seat=x["seat"], move="a1")  # it is taken
        assert (
            "meanwhile"
            in call(one, 4, "table.move", table=token, seat=x["seat"], move="a3", ply=2)["error"]["message"]
        )
        call(one, 5, "table.takeback", table=token, seat=x["seat"])
        taken = call(two, 5, "table.takeback", table=token, seat=o["seat"])["result"]
        assert [ply["text"] for ply in taken["record"]] == ["a1", "b1"]
        call(one, 6, "table.draw", table=token, seat=x["seat"])
        call(two, 6, "table.takeback", table=token, seat=o["seat"])
        offers = call(one, 6, "table.withdraw", table=token, seat=x["seat"])["result"]["offers"]
        assert offers == {"draw": [], "takeback": ["o"], "rematch": []}
        call(one, 6, "table.draw", table=token, seat=x["seat"])
        offers = call(two, 6, "table.decline", table=token, seat=o["seat"])["result"]["offers"]
        assert offers == {"draw": [], "takeback": ["o"], "rematch": []}
        for number, move in ((7, "a2"), (8, "b2"), (9, "a3")):
            socket, seat = turns[(number + 1) % 2]
            last = call(socket, number, "table.move", table=token, seat=seat["seat"], move=move)["result"]
        assert last["outcome"]["reason"] == "three in a line"
        while True:
            seen = json.loads(third.recv(timeout=60))
            assert seen["id"] == 9
            assert not set(seen["event"]) & {"seat", "secrets"}
            if seen["event"]["outcome"]:
                break
        call(one, 10, "table.rematch", table=token, seat=x["seat"])
        again = call(two, 10, "table.rematch", table=token, seat=o["seat"])["result"]["next"]
        fresh = call(one, 11, "table.get", table=again, seat=x["seat"])["result"]
        assert (fresh["you"], fresh["record"], fresh["seats"]["o"]["name"]) == ("o", [], "Ann")
        resigned = call(one, 12, "table.resign", table=again, seat=x["seat"])["result"]
        assert resigned["outcome"]["payoffs"] == {"x": "1", "o": "0"}


def test_a_clock_that_runs_out_ends_the_game(address: str) -> None:
    with opened(address) as socket:
        clock = {"initial": 0.3, "increment": 0}
        token = call(socket, 1, "table.new", game="tictactoe", clock=clock)["result"]["table"]
        seat = call(socket, 2, "table.sit", table=token)["result"]["seat"]
        call(socket, 3, "table.move", table=token, seat=seat, move="a1")
        socket.send(json.dumps({"id": 4, "method": "table.watch", "params": {"table": token}}))
        while (told := json.loads(socket.recv(timeout=60)))["event"]["outcome"] is None:
            pass
        assert told["event"]["outcome"]["reason"] == "o has run out of time"


@pytest.mark.parametrize(
    "params",
    [
        {"game": "nothing"},
        {"game": 3},
        {"game": "tictactoe", "clock": 5},
        {"game": "tictactoe", "clock": {"initial": "x"}},
        {"game": "tictactoe", "clock": {"initial": 10, "increment": float("inf")}},
        {"game": "tictactoe", "start": "nonsense"},
    ],
    ids=str,
)
def test_tables_that_cannot_be(address: str, params: dict[str, Any]) -> None:
    with opened(address) as socket:
        assert "error" in call(socket, 1, "table.new", **params)
        assert "error" in call(socket, 2, "table.get", table="nothing")
        assert "error" in call(socket, 3, "table.watch", table="nothing")


@contextmanager
def killed_server(folder: Path) -> Iterator[str]:
    """A server in a process of its own, which is killed at the end."""
    command = [sys.executable, "-m", "lasker.cli", "serve", "--no-open", "--data", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().split()[3].rstrip("/")
        finally:
            os.kill(process.pid, signal.SIGKILL)


def runs(process: int) -> bool:
    """Does a process run? One that has ended may wait until it is asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    mine = 'lasker 1\ngame "Mine"\nextends "tictactoe"'
    with killed_server(tmp_path) as address, opened(address) as socket:
        game = call(socket, 1, "open", text=mine)["result"]["game"]
        token = call(socket, 2, "table.new", game=game)["result"]["table"]
        seat = call(socket, 3, "table.sit", table=token)["result"]["seat"]
        call(socket, 4, "table.move", table=token, seat=seat, move="b2")
        study = call(socket, 5, "documents.put", kind="study", title="S", body=[1])["result"]["id"]
        health = json.load(urllib.request.urlopen(address + "/health"))
        workers = [each["process"] for lane in health["lanes"].values() for each in lane["workers"]]
    with killed_server(tmp_path) as address, opened(address) as socket:
        state = call(socket, 1, "table.get", table=token, seat=seat)["result"]
        assert ([ply["text"] for ply in state["record"]], state["you"]) == (["b2"], "x")
        assert call(socket, 2, "documents.get", id=study)["result"]["body"] == [1]
        assert call(socket, 3, "position", game=game)["result"]["turn"] == "x"
    eventually(lambda: not any(map(runs, workers)))
