"""The command line: results on stdout, errors on stderr, exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import lasker
from lasker.cli import MODULES, main
from lasker.kernel.errors import NativeError
from lasker.runtime import c_compiler


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


def test_every_command_has_help() -> None:
    listed = run("--help").stdout
    for name in MODULES:
        assert f"  {name} " in listed
        assert run(name, "--help").exit_code == 0


def test_version() -> None:
    assert run("--version").stdout == f"lasker {lasker.__version__}\n"


def test_eval_draws_fragments_and_applies_moves() -> None:
    assert run("eval", ". + r.").stdout == "+-+-+\n| | |\n@-+-+\n"
    moved = run("eval", "♙ + u. -> . + u♙", "--board", "..../♙.♙.")
    assert moved.exit_code == 0
    assert moved.stdout.endswith("2 results\n")
    stuck = run("eval", "♙ + u. -> . + u♙", "--board", "♟/♙")
    assert (stuck.exit_code, stuck.stdout) == (1, "0 results\n")


def test_eval_in_json_and_latex() -> None:
    answer = json.loads(run("eval", "r♟ + u.", "--json").stdout)
    assert answer["sort"] == "fragment"
    assert {"at": [1, 0], "contents": ["♟"]} in answer["cells"]
    results = json.loads(run("eval", "♖ -> .", "--board", "♖♖", "--json").stdout)
    assert results["count"] == 2
    assert results["results"][0]["squares"] in ({"a1": "♖", "b1": "."}, {"a1": ".", "b1": "♖"})
    assert run("eval", "(% + u. -> . + u%)+", "--latex").stdout.strip() == r"(\%+u\cdot \to \cdot +u\%)^{+}"


def test_eval_on_other_boards(tmp_path: Path) -> None:
    hexes = run("eval", "%♖: every(r, step(r))", "--space", "hex", "--board", " . .\n. ♖ .\n . .")
    assert hexes.stdout.endswith("6 results\n")
    cube = run(
        "eval",
        "%♖: every(u, step(u))",
        "--space",
        "cube",
        "--board",
        "...\n...\n...//...\n.♖.\n...//...\n...\n...",
    )
    assert cube.stdout.endswith("6 results\n")
    rules = tmp_path / "mine.rules"
    rules.write_text("lasker 1\npiece stone ● ○\nboard 2x2\nflip = ● -> ○\n", "utf-8")
    assert run("eval", "flip", "--rules", str(rules), "--board", "●./..").stdout.startswith("○.\n..\n")


@pytest.mark.parametrize(
    ("left", "right", "status", "words"),
    [
        ("R(r♟ + rd.)", "lu♟ + u.", 0, "proved equal"),
        ("M*", "nil | M+", 0, "law: nil or M+ is M*"),
        ("%♖: step(u){2}", "%♖: % + u. + uu. -> . + uu%", 0, "normal form"),
        ("(A|B)*", "(A* B*)*", 0, "derivatives"),
        ("M N", "N M", 1, "different"),
        ("(♔ + u. -> . + u♔)(♔ + r. -> . + r♔)", "♔ + ur. -> . + ur♔", 1, "on the board"),
        ("%♖: step(u)*", "%♖: step(u){0,14}", 3, "undecided"),
        ("ur", "♖", 2, "cannot be equal"),
    ],
)
def test_equal(left: str, right: str, status: int, words: str) -> None:
    answer = run("equal", left, right)
    assert answer.exit_code == status
    assert words in answer.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("eval", "(♖"), "this ( is not closed"),
        (("eval", "♙ + ♟"), "glued on top"),
        (("eval", "quux"), "not a declared name"),
        (("eval", "♖", "--board", "x"), "no piece is drawn"),
        (("eval", "♖", "--rules", "/nowhere/at/all.rules"), "nowhere"),
        (("eval", "♖", "--space", "donut"), "no kind of board"),
        (("perft", "nosuch", "1"), "no game is called"),
        (("moves", "chess", "--fen", "8/8 w"), "rows"),
        (("check", "nosuch.rules"), "nosuch"),
    ],
)
def test_bad_input_is_told_and_never_a_traceback(words: tuple[str, ...], told: str) -> None:
    answer = run(*words)
    assert answer.exit_code == 2
    assert told in answer.stderr
    assert "Traceback" not in answer.output


def test_games_show_moves_perft() -> None:
    assert any(line.startswith("  tictactoe ") for line in run("games").stdout.splitlines())
    assert "x to move, 9 legal moves" in run("show", "tictactoe").stdout
    assert run("moves", "noughts and crosses").stdout.split()[:3] == ["a1", "b1", "c1"]
    divided = run("perft", "tictactoe", "2", "--divide").stdout.splitlines()
    assert divided[-1] == "72"
    assert divided[0] == "a1: 8"
    assert run("moves", "chess", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").exit_code == 1
    assert "chess.rules:" in run("show", "three_check", "--rules").stdout


def test_check_counts_and_tests_equations(tmp_path: Path) -> None:
    assert run("check", "tictactoe", "--seconds", "1").exit_code == 0
    file = tmp_path / "claims.rules"
    file.write_text("lasker 1\nur = ru\nM* = nil | M+ = (M*)*\n", "utf-8")
    answer = run("check", str(file))
    assert answer.exit_code == 0
    assert answer.stdout.count("true: ") == 3
    file.write_text("lasker 1\nu♖ = d♖\n", "utf-8")
    answer = run("check", str(file))
    assert answer.exit_code == 1
    assert "false: " in answer.stdout


def test_new_makes_a_file_and_overwrites_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "my_game", "--from", "tictactoe").exit_code == 0
    assert run("perft", "my_game.rules", "1").stdout == "9\n"
    assert run("new", "my_game", "--from", "tictactoe").exit_code == 2


def test_play_saves_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    first = run("play", "tictactoe", typed=f"b2\na1\nb2\nundo\nsave {file}\nquit\n")
    assert first.exit_code == 0
    assert "not a legal move" in first.stdout
    again = run("play", "tictactoe", "--load", str(file), typed="moves\n")
    assert "o to move" in again.stdout
    assert len(again.stdout.splitlines()[-1].split()) == 8


def test_the_prompt_reads_lines_where_nobody_types() -> None:
    talk = run("prompt", typed=":board ♖.\n%♖: step(r)\n:take 1\nx = ♙\nM N == N M\n:nonsense\n(\n:undo\n")
    assert talk.exit_code == 0
    for words in ("1 result", ".♖", "x is a fragment", "different", "no command", "not closed"):
        assert words in talk.stdout


def test_the_public_names() -> None:
    assert lasker.__all__ == sorted(lasker.__all__)
    for name in lasker.__all__:
        assert getattr(lasker, name).__doc__
    assert set(lasker.__all__) <= set(dir(lasker))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("f(x) = stepp(x)", "3:8"),
        ("f(n) = n += 1 [k > 2]", "3:16"),
        ("f(p) = [% in p] [% in far rang]", "3:18"),
        ("f(x) = ♖^asleep", "3:8"),
        ("f(x) = (any y in x: y -> z)", "3:26"),
        ("f(x) = super(x)", "3:8"),
        ("ur = ruq", "3:6"),
        ("nil M = step(u, r)", "3:9"),
        ('end "x" lost: [stepp]', "3:16"),
        ('adjudicate "x" drawn: stepp', "3:23"),
        ('invalid "x": stepp', "3:14"),
        ("settle = stepp", "3:10"),
    ],
)
def test_check_finds_mistakes_in_what_nothing_uses(line: str, place: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    rest = 'board 2x2\nmove = %♖: step(u)\nstart "R1/2 w 1"\ngame "Mine"\n'
    file.write_text(f"lasker 1\nregion far rank = rank 2\n{line}\n{rest}", "utf-8")
    answer = run("check", str(file))
    assert answer.exit_code == 2
    assert f"mine.rules:{place}: error:" in answer.stderr


def test_check_takes_functions_and_equations_that_are_right(tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(
        "lasker 1\nboard 2x2\nregion far rank = rank 2\ncounter n 0..2\n"
        "f(g, m, c) = g(far rank) step(mm) c += 1 [c > n] (any y in ♖: y -> m♖)\nM N = M N\n",
        "utf-8",
    )
    assert run("check", str(file)).exit_code == 0


def test_check_reads_the_start(tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    file.write_text('lasker 1\ngame "Mine"\nboard 2x2\nmove = %♖: step(u)\nstart "R2/2 w 1"\n', "utf-8")
    answer = run("check", str(file))
    assert answer.exit_code == 2
    assert "mine.rules:5:7: error: row 2 is longer than 2 squares" in answer.stderr
    drawn = 'start "R."\n      "..."\n      ".. w 1"\n'
    file.write_text('lasker 1\ngame "Mine"\nboard 2x3\nmove = %♖: step(u)\n' + drawn, "utf-8")
    assert "mine.rules:6:7: error: row 2 is longer than 2 squares" in run("check", str(file)).stderr


def test_deep_counts_are_compiled_where_that_can_be_done() -> None:
    assert run("perft", "tictactoe", "5").stdout == "15120\n"
    there = run("perft", "tictactoe", "4", "--backend", "reference")
    assert there.stdout == "3024\n"


def test_without_a_compiler_generated_python_counts_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.rules"  # a game that is not compiled yet
    mine.write_text(lasker.load("tictactoe").text, "utf-8")

    def none() -> None:
        raise NativeError("there is no C compiler here")

    monkeypatch.setattr(c_compiler, "find", none)
    told = run("perft", str(mine), "4")
    assert told.stdout == "3024\n"
    assert told.stderr == "there is no C compiler here; generated Python counts\n"
    assert run("perft", "tictactoe", "2", "--backend", "c").exit_code == 2
