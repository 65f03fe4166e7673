"""The prompt: which lines ask, what is proved, the laws, and sessions that are saved."""

from __future__ import annotations

from pathlib import Path

import pytest

import lasker
from lasker.algebra.laws import FRAGMENT_LAWS, MOVE_LAWS
from lasker.kernel.errors import FileError, SortError
from lasker.prompt import Prompt, question
from test_latex_pictures import compiled


@pytest.fixture
def talk() -> Prompt:
    return Prompt(lasker.rules("counter n 0..9", variables=True))


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("M* = nil | M+", ("M*", "=", "nil | M+")),
        ("nil M = M", ("nil M", "=", "M")),
        ("x == y", ("x", "==", "y")),
        ("M [N] <= M", ("M [N]", "<=", "M")),
        ("[n <= 2] [n = 1] = [n = 1]", ("[n <= 2] [n = 1]", "=", "[n = 1]")),
        ("n := 3 = n += 3", ("n := 3", "=", "n += 3")),
        ("x = ♙;♟", None),
        ("f(m) = m♙ -> m.", None),
        ("go_on(a, b) = a b", None),
        ("♙ -> .", None),
        ("[n <= 2] M", None),
        ("n -= 1", None),
    ],
)
def test_which_lines_ask(line: str, asked: tuple[str, str, str] | None) -> None:
    assert question(line) == asked


def test_a_question_is_answered_and_proved(talk: Prompt) -> None:
    with pytest.raises(SortError, match="nothing has been asked"):
        talk.answer(":proof")
    assert talk.answer("M* = nil | M+").startswith("proved equal")
    assert "nil | M+" in talk.answer(":proof")
    assert "the right simplified" in talk.answer(":proof")
    assert talk.answer("M <= M N").startswith("not included")
    assert "one of both leads to" in talk.answer(":proof")
    talk.answer("x = ♙;♟")
    assert talk.answer("x == ♙;♟").startswith("proved equal")


def test_laws_are_listed(talk: Prompt) -> None:
    assert len(talk.answer(":laws").splitlines()) == len(MOVE_LAWS) + len(FRAGMENT_LAWS)
    assert all("star of" in line for line in talk.answer(":laws star of").splitlines())
    with pytest.raises(SortError):
        talk.answer(":laws of motion")


def test_results_stay_until_others_come(talk: Prompt) -> None:
    talk.answer(":board .♖.")
    talk.answer("%♖: step(r)")
    talk.answer("♙;♟")
    assert talk.answer(":take 1").startswith("..♖")


def test_a_session_is_saved(talk: Prompt, tmp_path: Path) -> None:
    lines = ["x = ♙;♟", "xx", "M N = N M", ":proof", "M [N] <= M", ":proof", ":board .♖.", "%♖: step(r)"]
    for line in lines:
        talk.answer(line)
    for name in ("s.txt", "s.tex", "s.html", "s.rules"):
        assert name in talk.answer(f":save {tmp_path / name}")
    assert (tmp_path / "s.rules").read_text() == "x = ♙;♟\n"
    assert "it fails in a model of" in (tmp_path / "s.txt").read_text()
    assert (tmp_path / "s.html").read_text().count("<svg") == 3
    compiled([(tmp_path / "s.tex").read_text()], tmp_path)
    for name in ("s.doc", ""):
        with pytest.raises(FileError):
            talk.answer(f":save {name}")


def test_the_moves_of_a_refuted_law_are_told(talk: Prompt) -> None:
    told = talk.answer("M N = N M")
    assert "with M = . -> 0\nwith N = . -> ♙" in told
