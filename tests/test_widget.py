"""The board in a notebook: what the browser is told, and what it may say."""

from __future__ import annotations

from typing import Any

import pytest

from lasker.play.game import Position, load
from lasker.widget import BoardWidget


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is sent to the browser besides the position."""
    sent: list[Any] = []
    monkeypatch.setattr(BoardWidget, "send", lambda _, content, buffers=None: sent.append(content))
    return sent


def says(widget: BoardWidget, content: object) -> None:
    """A message of the browser, as the widget's framework delivers it."""
    widget._handle_custom_msg(content, [])


def test_moves_made_on_the_board(told: list[Any]) -> None:
    """A legal move changes the position and the view, and leaves the scene as it is."""
    widget = BoardWidget("chess")
    scene = widget.scene
    says(widget, {"kind": "move", "text": "e2e4"})
    assert widget.position.fen.startswith("rnbqkbnr/pppppppp/8/8/4P3/8")
    assert widget.view["last"] == ["e2", "e4"]
    assert widget.view["status"] == "black to move"
    assert {move["text"] for move in widget.view["moves"]} >= {"e7e5", "g8f6"}
    assert widget.scene is scene
    says(widget, {"kind": "back"})
    assert widget.position == load("chess").start()
    assert told == []


@pytest.mark.parametrize("content", [{"kind": "move", "text": "e2e5"}, {"kind": "move", "text": ""}])
def test_illegal_moves_are_told(told: list[Any], content: dict[str, str]) -> None:
    """The position stays, and the fault is told."""
    widget = BoardWidget("chess")
    says(widget, content)
    assert widget.position == load("chess").start()
    (answer,) = told
    assert answer["kind"] == "error"
    assert "error" in answer["text"]


@pytest.mark.parametrize("content", [None, 7, [], {}, {"kind": "move"}, {"kind": "move", "text": 3}])
def test_other_messages_do_nothing(told: list[Any], content: object) -> None:
    """Whatever the browser says, nothing breaks."""
    widget = BoardWidget("tictactoe")
    says(widget, content)
    assert len(widget.position.moves) == 9
    assert told == []


def test_an_opponent_is_a_function() -> None:
    """The position that `moved` returns is shown next."""

    def first(position: Position) -> Position | None:
        return None if position.outcome else position.play(str(position.moves[0]))

    widget = BoardWidget(load("tictactoe"), first)
    widget.play("b2")
    assert (widget.position.turn, len(widget.position.moves)) == ("x", 7)


def test_the_end_is_told() -> None:
    """A game that is over takes no moves."""
    widget = BoardWidget(load("tictactoe").position("XX1/OO1/3 x 3"))
    widget.play("c3")
    assert widget.view["moves"] == []
    assert "to move" not in widget.view["status"]


def test_flip() -> None:
    """The other side's view is another scene."""
    widget = BoardWidget("chess")
    says(widget, {"kind": "flip"})
    assert widget.scene["flipped"]
