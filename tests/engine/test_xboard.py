"""CECP: a game from XBoard's side, what nobody should say, and commands at bad moments."""

from __future__ import annotations

import random
import re

import pytest
from protocol_process import malformed

from eventually import eventually
from lasker.play.game import load
from lasker.protocols.xboard.edit import Edit
from lasker.protocols.xboard.moves import choice, highlight, read, written
from lasker.protocols.xboard.protocol import IGNORED, Xboard

COMPILED = re.compile("# .* (is|are) (being )?compiled.*")


def said(talk: Xboard, capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """What is answered to some lines, the answer to the last waited for; not what is told of compilation."""
    for line in lines:
        talk.answer(line)
    talk.session.wait()
    return answers(capsys)


def answers(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line for line in capsys.readouterr().out.splitlines() if not COMPILED.fullmatch(line)]


def test_a_session_of_the_xboard_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("breakthrough", "1")
    told = said(talk, capsys, "xboard", "protover 2")
    assert told[-1] == "feature done=1"
    assert "breakthrough" in told[-2]
    assert said(talk, capsys, "variant tictactoe") == ["setup (.X.....O....) 3x3+0_fairy 3/3/3 w - - 0 1"]
    told = said(talk, capsys, "new", "variant tictactoe", "st 0.2", "usermove X@b2")
    assert told[-1].startswith("move O@")
    assert said(talk, capsys, "ping 7") == ["pong 7"]
    assert said(talk, capsys, "usermove b2") == ["Illegal move: b2"]
    said(talk, capsys, "remove", "force", "usermove a1")
    assert str(talk.session.position.fen) == "3/3/X2 o 1"
    told = said(talk, capsys, "st 10", "setboard XX1/OO1/3 x 3", "post", "go")
    assert told[-2:] == ["move X@c3", "1-0 {three in a line}"]
    assert any(line.split()[1] == "100001" for line in told[:-2])


def test_what_is_being_thought_about_can_be_called_off(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    assert said(talk, capsys, "st 60", "go", "force") == []
    assert said(talk, capsys, "go", "?")[-1].startswith("move ")
    talk.answer("go")
    assert talk.run(["quit"]) == 0


def test_a_ping_is_answered_after_the_move(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    told = said(talk, capsys, "st 60", "go", "ping 3", "?", "ping 4")
    assert told[0].startswith("move ")
    assert told[1:] == ["pong 3", "pong 4"]
    assert said(talk, capsys, "go", "ping 5", "force") == ["pong 5"]


def test_hints_pauses_and_taking_back(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    assert said(talk, capsys, "force", "setboard XX1/OO1/3 x 3", "hint") == ["Hint: X@c3"]
    assert said(talk, capsys, "undo") == ["Error (there is nothing to take back): undo"]
    assert said(talk, capsys, "st 0.1", "pause", "go") == []
    assert said(talk, capsys, "resume")[0] == "move X@c3"
    assert said(talk, capsys, "undo", "playother", "usermove X@c1")[0] == "move O@c2"


def test_analysis(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    talk.answer("setboard XX1/OO1/3 x 3")
    talk.answer("analyze")
    talk.answer("usermove X@c1")
    talk.answer("undo")
    told = list[str]()

    def sees_the_win() -> bool:
        told.extend(answers(capsys))
        return any(line.endswith("c3") for line in told)

    eventually(sees_the_win)
    told += said(talk, capsys, "exit")
    assert not any(line.startswith("move") for line in told)


def test_clocks(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    assert said(talk, capsys, "level 40 0:30 1", "time 500", "otim 500", "sd 3", "memory 2") == []
    assert (talk.seat.clock.left, talk.seat.clock.each, talk.seat.period) == (5.0, 1.0, 40)
    assert said(talk, capsys, "level 40") == ["Error (it is: level MOVES BASE INCREMENT): level 40"]
    assert said(talk, capsys, "go")[0].startswith("move ")
    assert said(talk, capsys, "option Level=3") == []
    assert talk.session.level == 3


def test_games_for_more_than_two_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    told = said(talk, capsys, "variant chinese_checkers_3")
    assert told[0].startswith("tellusererror chinese_checkers_3 is for 3 players")
    assert "dice" in said(talk, capsys, "variant dice_men")[0]
    assert talk.session.name == "tictactoe"


def test_a_position_is_set_up_piece_by_piece(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    assert said(talk, capsys, "force", "edit", "#", "Xa1", "c", "Ob2", ".") == []
    assert talk.session.position.fen == "3/1O1/X2 x 1"
    edit = Edit(load("chess").start())
    for line in ("#", "Ke1", "Rh1", "Pa2", "c", "Kd8", "Ra8"):
        edit.line(line)
    assert edit.fen() == "r2k4/8/8/8/8/8/P7/4K2R w K - 0 1"


@pytest.mark.parametrize(
    ("name", "fen", "ours", "theirs"),
    [
        ("xiangqi", None, "b1c3", "b0c2"),
        ("chess", None, "e2e4", "e2e4"),
        ("chess960", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "O-O"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "N@e4", "N@e4"),
        ("duck_chess", None, "e2e4,e4e3", "e2e4,e4e3"),
        ("go9", None, "pass", "@@@@"),
        ("tictactoe", None, "b2", "X@b2"),
        ("shogi", None, "c3c4", "c3c4"),
    ],
)
def test_moves_as_xboard_writes_them(name: str, fen: str | None, ours: str, theirs: str) -> None:
    game = load(name)
    position = game.position(fen) if fen else game.start()
    assert written(position, ours) == theirs
    assert position.play(read(position, theirs)) == position.play(ours)


def test_what_may_be_done_with_a_piece() -> None:
    position = load("chess").position("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1")
    assert highlight(position, "e7") == "3M4/8/8/8/8/8/8/8"
    assert sorted(choice(position, "e7", "d8")) == sorted("QRBN")
    assert choice(position, "e1", "e2") == ""
    assert highlight(load("xiangqi").start(), "b2") == "1R7/9/9/1Y7/1Y7/1Y7/1Y7/Y1YYYYY2/1Y7/9"


def answers_of(lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance, talk = random.Random(5), Xboard("tictactoe")
    words = [
        *talk.words,
        *IGNORED.split(),
        "b2",
        "X@b2",
        "1-0",
        "5:x",
        "40",
        "3/3/3",
        "tictactoe",
        "Level=3",
        "#",
        "c",
    ]
    for _ in range(lines):
        line = malformed(chance, words)
        talk.answer("st 0.01" if line.split()[:1] in (["level"], ["st"], ["time"]) else line)
    talk.answer(".")
    capsys.readouterr()
    told = said(
        talk,
        capsys,
        "exit",
        "new",
        "resume",
        "st 0.2",
        "option Level=10",
        "force",
        "setboard XX1/OO1/3 o 3",
        "go",
    )
    assert "move O@c2" in told


def test_malformed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    answers_of(1000, capsys)


@pytest.mark.soak
def test_ten_thousand_malformed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    answers_of(10_000, capsys)
