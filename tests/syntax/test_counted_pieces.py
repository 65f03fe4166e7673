"""Squares that hold a number of pieces: read, changed, printed, drawn, and the same on every backend."""

from __future__ import annotations

import pytest
from test_words import lockstep, made, refused

import lasker
from counted_men import MEN, RULES
from lasker.kernel.errors import LaskerError
from lasker.notation.fen import fen
from lasker.notation.fen.field_tables import fast_fen


def results(move: str, board: str) -> list[str]:
    """The boards that a move leads to."""
    rules = lasker.rules(MEN)
    return sorted(
        " ".join(str(end).splitlines()[0].split()) for end in lasker.evaluate(move, f"= {board}", rules)
    )


@pytest.mark.parametrize(
    ("move", "board", "ends"),
    [
        ("%men: add(men, 2)", "'M(3)' . 'M(4)' . .", ["M5 . M4 . ."]),
        ("%.: add(men, 1)", "'M' 'm' 'R' 'M' .", ["M1 m1 R M1 M1"]),
        ("%men: remove(men, 2)", "'M(3)' 'M(2)' 'M' 'm(4)' .", ["M1 M2 M1 m4 .", "M3 . M1 m4 ."]),
        ("%(C men): C remove(men, 1)", "'M' 'm(3)' 'm' . .", ["M1 m2 m1 . .", "M1 m3 . . ."]),
        ("%men{2,3}: put(.)", "'M' 'M(2)' 'M(3)' 'M(4)' .", ["M1 . M3 M4 .", "M1 M2 . M4 ."]),
        ("%men{4,}: put(men{1})", "'M' 'M(3)' 'M(4)' 'M(5)' .", ["M1 M3 M1 M5 .", "M1 M3 M4 M1 ."]),
        ("%men{0}: put(rock)", "'M' 'M' 'M' 'm' .", ["M1 M1 M1 m1 R"]),
        ("any n in (1, 3): %men{n}: put(.)", "'M' 'M(2)' 'M(3)' . .", [". M2 M3 . .", "M1 M2 . . ."]),
    ],
)
def test_what_a_square_holds_is_counted(move: str, board: str, ends: list[str]) -> None:
    assert results(move, board) == ends


def test_lifted_men_are_counted_and_a_counter_can_be_added() -> None:
    assert results("%men{3}: lift(men, hand) go(r) add(men, hand)", "'M(3)' 'M(2)' . . .") == [". M5 . . ."]
    assert results("%men{3}: lift(men, hand) go(r) add(men, hand)", "'M(3)' 'M(3)' 'R' . .") == []


def test_fen_writes_numbers_and_reads_them_again() -> None:
    game = made(MEN + RULES)
    line = "M(3)1Rm(2)m w 0+0 1"
    assert (
        game.start().fen
        == game.position(line).fen
        == game.position(line.replace("m w", "m(1) w")).fen
        == line
    )
    quick_one = fast_fen(game.model)
    assert quick_one is not None
    setup = quick_one.read(line)
    assert setup is not None
    assert tuple(setup.board) == game.start().node.configuration.board
    quick = quick_one.write(0, tuple(game.start().node.configuration.board), (0, 0, 0), 0)
    assert quick == line
    for wrong in ("M(6)4 w", "M(0)4 w", "R(2)4 w", "M()4 w", "M(2 w"):
        assert quick_one.read(f"{wrong} 0+0 1") is None
        with pytest.raises(LaskerError):
            fen.read(game.model, wrong)


def test_every_backend_counts_alike_and_the_printed_rules_mean_the_same() -> None:
    game = made(MEN + RULES)
    assert [move.text for move in game.start().moves] == ["a1b1", "a1b1(1)"]
    alone = game.position("M(2)1Rm(2)m w")
    assert [(move.text, move.san) for move in alone.moves] == [("a1b1", "b1")]
    lockstep(game, 12)


def test_numbers_are_drawn() -> None:
    start = made(MEN + RULES).start()
    assert str(start).splitlines()[0].split() == ["M3", ".", "R", "m2", "m1"]
    assert ">3</text>" in start.svg()
    assert ">2</text>" in start.svg()


def test_sets_of_numbers_are_printed_as_they_are_written() -> None:
    rules = lasker.rules(MEN)
    for text in ("men{2}", "men{2,4}", "men{3,}", "C men{2}", "men{1} | C men{1} | ."):
        printed = str(lasker.parse(text, rules))
        assert lasker.parse(printed, rules) == lasker.parse(text, rules)
        assert "(" not in printed
    assert str(lasker.parse("men{2,4}", rules)) == "men{2,4}"


def test_mistakes_about_numbers() -> None:
    refused(MEN + RULES, "x = men{hand}\n", "a counter is none")
    refused(MEN + RULES, "x = add(rock, 1)\n", "counted pieces: men")
    refused(MEN + RULES, "x = lift(men, 2)\n", "a counter is needed")
    refused(MEN + RULES, "x = %men: add(men, rock)\n", "a number or a counter")
    for line in ("piece heap 'H' 'h' 2..5\n", "piece heap 'H' 'h' 1..1\n", "piece heap 'H' 'h' 1..4 = K\n"):
        refused(MEN + RULES, line, "counted from 1 on")
    refused(MEN + RULES, "piece heap 'H' 'h' 1..600\n", "and that is the limit")
