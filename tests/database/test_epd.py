"""EPD: lines are read and written as they are, for any game, and suites of them are tested."""

from __future__ import annotations

import json
from pathlib import Path

import chess
import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as some

import lasker
from lasker.cli import main
from lasker.database.suites import Suite
from lasker.notation.epd import read, read_line

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
LINES = [
    f'{KIWIPETE} bm Bxa6 e5d7; am O-O; id "a; b"; acd 12; ce +31; c0 "x"; c9 "y"; pv Bxa6 bxc3;',
    f"{KIWIPETE} D1 48; D2 2039;",
    "4k3/8/8/8/8/8/8/4K2R w K - 3 9 Own_Code 1 2; noop;",
]


@pytest.mark.parametrize("text", LINES)
def test_a_line_is_written_as_it_was(text: str) -> None:
    line = read_line(text)
    assert str(line) == text
    assert str(read_line(str(line))) == text


def test_operations_are_those_of_python_chess() -> None:
    board, found = chess.Board.from_epd(LINES[0])
    line = read_line(LINES[0])
    assert line.position == board.epd()
    assert line.get("id") == [found["id"]]
    assert [board.parse_san(move) for move in line.get("am")] == found["am"]
    assert {each.opcode for each in line.operations} == set(found)


@pytest.mark.parametrize(
    ("game", "text", "position"),
    [
        ("tictactoe", "3/1X1/3 o 1 bm a1;", "3/1X1/3 o 1"),
        ("tictactoe", "3/1X1/3 o bm a1;", "3/1X1/3 o"),
        ("three_check", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1 mine 7;", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2Pb 1 bm P*5e;", "4k4/9/9/9/9/9/9/9/4K4 b 2Pb 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Qn] w - - ;D1 71", "4k3/8/8/8/8/8/8/4K3[Qn] w - -"),
    ],
)
def test_the_position_is_what_the_game_reads(game: str, text: str, position: str) -> None:
    assert read_line(text, lasker.load(game).model).position == position


WRONG = [
    ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1;\n4k3/8/8/8/8/8/8/4K2x w - - bm Kd1;", "2:20", "'x' is no piece"),
    ('4k3/8/8/8/8/8/8/4K3 w - - id "open;', "1:30", "a quotation mark is not closed"),
    ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd1; 7x 3;", "1:35", "'7x' is no opcode"),
    ("\n ; bm e4;", "2:1", "begins with a position"),
    ("4k3/8/8/8/8/8/8/4K3 w - - D1 many;", "1:27", "D1 needs a number"),
    ("4k3/8/8/8/8/8/8/4K3 w - - c0 " + "x" * 30_000 + ";", "1:1", "more than 20000 characters"),
]


@pytest.mark.parametrize(("text", "place", "why"), WRONG)
def test_what_is_wrong_is_told_with_line_and_column(text: str, place: str, why: str) -> None:
    with pytest.raises(lasker.NotationError, match=why) as caught:
        list(Suite(lasker.load("chess"), text, "a.epd").findings(1))
    assert caught.value.span is not None
    assert caught.value.span.where == f"a.epd:{place}"


@given(some.text(alphabet='kK8/ w-";Dbm1#0 ', max_size=60))
def test_any_operations_are_read_or_refused_with_a_place(text: str) -> None:
    try:
        lines = list(read(f"4k3/8/8/8/8/8/8/4K3 w - - ;{text}"))
    except lasker.NotationError as error:
        assert error.span is not None  # noqa: PT017
    else:
        again = list(read("\n".join(map(str, lines))))
        assert [str(line) for line in again] == [str(line) for line in lines]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def test_a_suite_is_tested_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "suite.epd"
    file.write_text(f"# counts\n{KIWIPETE} ;D1 48 ;D2 2039\n{KIWIPETE} bm Bxa6; am Ke3; D9 99999999999999;\n")
    found = run("check", "chess", "--epd", str(file), "--seconds", "60")
    assert found.exit_code == 1, found.output
    assert f"false: {file}:3:75: am: Ke3 is no legal move here" in found.output
    assert found.output.endswith("2 positions; 3 true, 1 false, 1 undecided\n")
    facts = json.loads(run("check", "chess", "--epd", str(file), "--json").output)
    assert [fact["answer"] for fact in facts].count("true") == 3
    file.write_text(f"{KIWIPETE} D1 48;\n")
    assert run("check", "chess", "--epd", str(file)).exit_code == 0


def test_a_wrong_count_is_found() -> None:
    suite = Suite(lasker.load("tictactoe"), "3/3/3 x 1 D1 9; D2 71;")
    assert [found.answer for found in suite.findings(10)] == ["true", "false"]
