"""CECP: a game from XBoard's side, what nobody should say, and commands at bad moments."""

from __future__ import annotations

import random

import pytest

from lasker.protocols.xboard import Xboard


def said(talk: Xboard, capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """What is answered to some lines, the answer to the last waited for."""
    for line in lines:
        talk.answer(line)
    talk.desk.halt_when_done()
    return capsys.readouterr().out.splitlines()


def test_a_talk(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("breakthrough", "1")
    told = said(talk, capsys, "xboard", "protover 2")
    assert told[-1] == "feature done=1"
    assert "breakthrough" in told[-2]
    assert said(talk, capsys, "variant tictactoe") == ["setup (XO) 3x3+0_fairy 3/3/3 x 1"]
    told = said(talk, capsys, "new", "variant tictactoe", "st 0.2", "usermove b2")
    assert told[-1].startswith("move ")
    assert said(talk, capsys, "ping 7") == ["pong 7"]
    assert said(talk, capsys, "usermove b2")[0].startswith("Illegal move: usermove b2")
    said(talk, capsys, "remove", "force", "usermove a1")
    assert str(talk.desk.position.fen) == "3/3/X2 o 1"
    told = said(talk, capsys, "setboard XX1/OO1/3 x 3", "post", "go")
    assert told[-2:] == ["move c3", "1-0 {three in a line}"]
    assert any(line.split()[1] == "100001" for line in told[:-2])


def test_what_is_being_thought_about_can_be_called_off(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Xboard("tictactoe")
    assert said(talk, capsys, "st 60", "go", "force") == []
    assert said(talk, capsys, "go", "?")[-1].startswith("move ")
    talk.answer("go")
    assert talk.run(["quit"]) == 0


def test_malformed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    chance, talk = random.Random(5), Xboard("tictactoe")
    words = [
        "usermove",
        "setboard",
        "level",
        "st",
        "sd",
        "time",
        "undo",
        "remove",
        "ping",
        "x",
        "-1",
        "1e99",
        "♙",
    ]
    words += ["force", "", "b2", "\x00", "0", "40 5:x 0", "nan", "memory", "variant", "go?"]
    for _ in range(1000):
        talk.answer(" ".join(chance.choices(words, k=chance.randrange(5))))
    told = said(talk, capsys, "new", "st 0.2", "force", "setboard XX1/OO1/3 o 3", "go")
    assert told[-2] == "move c2"
