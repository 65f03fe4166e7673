"""The board in a terminal, driven by keys, clicks and typed moves; and its opponents."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from lasker.commands import games
from lasker.match.clock import Limit
from lasker.play.game import load
from lasker.table import Table
from lasker.table.adviser import Question
from lasker.tui.app import EngineMessage, PlayApp
from lasker.tui.cells import Cells
from lasker.tui.panels import Clocks, held, rounds

Script = Callable[[PlayApp, Pilot[Any]], Awaitable[None]]


def driven(app: PlayApp, script: Script, size: tuple[int, int] = (90, 30)) -> PlayApp:
    """The app after a script has run on it."""

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(app, pilot)

    asyncio.run(run())
    return app


def said(app: PlayApp, part: str = "status") -> str:
    return str(app.query_one(f"#{part}", Static).visual)


async def typed(app: PlayApp, pilot: Pilot[Any], line: str) -> None:
    await pilot.press("slash")
    app.query_one("#line", Input).value = line
    await pilot.press("enter")
    await pilot.pause()


def test_two_people_play_to_the_end() -> None:
    async def script(app: PlayApp, pilot: Pilot[Any]) -> None:
        await pilot.press("enter")  # a1, where the cursor begins
        assert app.table.played == ["a1"]
        await pilot.press("enter")
        assert "a1" in said(app)  # why not
        assert app.table.played == ["a1"]
        left, top = app.board.cells.corners[4]
        await pilot.click("#board", offset=(left + 1, top + 1))
        assert app.table.played == ["a1", "b2"]
        await pilot.press("up", "enter")
        assert app.table.played[-1] == "b3"  # the cursor follows the click
        await pilot.press("u", "f")
        assert len(app.table.played) == 2
        assert app.board.flipped
        for line in ("a2", "c3", "a3"):
            await typed(app, pilot, line)
        assert said(app) == "over: three in a line"
        assert said(app, "moves") == "1. a1 b2\n2. a2 c3\n3. a3"
        await typed(app, pilot, "b1")
        assert "the game is over" in said(app)
        assert "<svg" in app.export_screenshot()
        await pilot.press("escape", "n")
        assert app.table.played == []
        await pilot.press("r")
        assert said(app) == "x resigns"

    driven(PlayApp(Table(load("tictactoe").start())), script)


def test_choices_of_squares_that_several_moves_share() -> None:
    async def script(app: PlayApp, pilot: Pilot[Any]) -> None:
        for square in ("a7", "a8"):
            app.board.post_message(app.board.Chosen(app.table.position.game.model.space.site(square)))
            await pilot.pause()
        choices = app.query_one("#choices", OptionList)
        assert choices.option_count == 4
        await pilot.press("enter")
        assert app.table.played[0].startswith("a7a8")

    start = load("chess").position("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    driven(PlayApp(Table(start)), script)


def test_nothing_is_shown_once_the_screen_is_gone() -> None:
    async def script(app: PlayApp, pilot: Pilot[Any]) -> None:
        assert said(app).startswith("x to move")

    app = driven(PlayApp(Table(load("tictactoe").start())), script)
    question = app._question = Question(app.table.position, 2, 1.0)
    app._tick()
    app.on_engine_message(EngineMessage(question, None, done=True, error="too late"))
    assert app._question is question


def test_the_opponent_answers_judges_and_hints() -> None:
    async def until(pilot: Pilot[Any], there: Callable[[], bool]) -> None:
        for _ in range(1200):
            if there():
                return
            await pilot.pause(0.05)
        pytest.fail("nothing came")

    async def script(app: PlayApp, pilot: Pilot[Any]) -> None:
        await pilot.press("enter")
        await until(pilot, lambda: len(app.table.played) == 2)
        await until(pilot, lambda: "depth" in said(app, "opinion"))
        await pilot.press("h")
        await until(pilot, lambda: said(app).startswith("hint"))
        assert app.board.targets
        await pilot.press("u")
        assert app.table.played == []

    start = load("tictactoe").start()
    driven(PlayApp(Table(start, side="x"), level=2, seconds=0.3), script)


@pytest.mark.parametrize("name", ["tictactoe", "glinski", "qubic", "nine_mens_morris", "chinese_checkers"])
@pytest.mark.parametrize("flipped", [False, True])
def test_every_square_has_its_own_cell(name: str, flipped: bool) -> None:
    space = load(name).model.space
    for height in (1, 2, 3):
        cells = Cells.of(space, height, flipped)
        assert len(set(cells.corners)) == len(space.sites)
        assert min(min(corner) for corner in cells.corners) == 0
        if space.compass.name == "square":
            assert [cells.at(*corner) for corner in cells.corners] == list(range(len(space.sites)))


def test_the_cursor_reaches_every_square() -> None:
    cells = Cells.of(load("glinski").model.space, 2)
    reached, front = {0}, [0]
    while front:
        site = front.pop()
        for way in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if (other := cells.neighbour(site, *way)) not in reached:
                reached.add(other)
                front.append(other)
    assert len(reached) == 91


def test_hands_rounds_and_clocks() -> None:
    house = load("crazyhouse").position("rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[PPp] w KQkq - 0 3")
    assert held(house, "white") == "♙×2"
    assert held(house, "black") == "♟"
    record = [("chance", "die=3"), ("a", "x"), ("b", "y"), ("b", "z"), ("a", "w")]
    assert rounds(("a", "b"), record) == ["1. die=3 x y z", "2. w"]
    assert Clocks(("a", "b"), Limit(base=0.0)).out_of_time is None  # no clock runs
    clocks = Clocks(("a", "b"), Limit(base=0.0))
    clocks.run("a")
    assert clocks.out_of_time == "a"
    assert clocks.told("a") == "0:00"


def test_without_textual_the_prompt_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert games._has_board()
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not games._has_board()
    assert "pip install 'lasker[tui]'" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdout.isatty", lambda: False, raising=False)
    assert not games._has_board()
