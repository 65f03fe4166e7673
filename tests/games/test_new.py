"""`lasker new`: files that can be played at once, on boards of other sizes, with pieces of one's own."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.builder.draft import Draft, Newcomer
from lasker.cli import main
from lasker.kernel.errors import LaskerError
from lasker.play.game import Game, load
from lasker.play.library import model, sources, template


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def drawn(board: str, *pieces: str) -> Game:
    width, height = map(int, board.split("x"))
    return Draft("Mine", template(), (width, height), [Newcomer.read(piece) for piece in pieces]).game()


def test_a_file_with_a_board_and_pieces(folder: Path) -> None:
    words = ("--board", "10x8", "--piece", "A=BN archbishop", "--piece", "C=RN chancellor")
    assert run("new", "my_game", *words).exit_code == 0
    text = (folder / "my_game.rules").read_text("utf-8")
    assert 'game   "My game"' in text
    assert '"RNABQKBCNR w KQkq - 0 1"' in text
    assert "[% is archbishop] (all4(ride(ur, t)) | all8(take(uur, t)))" in text
    assert run("check", "my_game.rules", "--seconds", "1").exit_code == 0
    assert run("perft", "my_game.rules", "1").stdout == "28\n"
    assert "b1d2" not in run("moves", "my_game.rules").stdout.split()
    assert "c1d3" in run("moves", "my_game.rules").stdout.split()


@pytest.mark.parametrize("name", ["tictactoe", "minishogi", "glinski", "nine_mens_morris", "crazyhouse"])
def test_a_file_from_any_game_plays_as_that_game(name: str, folder: Path) -> None:
    assert run("new", "mine", "--from", name).exit_code == 0
    ours, theirs = load("mine.rules").start(), load(name).start()
    assert (ours.fen, [str(move) for move in ours.moves]) == (
        theirs.fen,
        [str(move) for move in theirs.moves],
    )


def test_no_file_is_lost(folder: Path) -> None:
    (folder / "mine.rules").write_text("precious", "utf-8")
    assert run("new", "mine").exit_code == 2
    assert (folder / "mine.rules").read_text("utf-8") == "precious"
    assert run("new", "mine", "--force").exit_code == 0
    assert load("mine.rules").perft(1) == 20


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess",), "cannot be the name of a new game"),
        (("standard",), "cannot be the name of a new game"),
        (("",), "cannot be the name of a new game"),
        (("a*b",), "cannot be the name of a new game"),
        (("nowhere/mine",), "No such file or directory"),
        (("mine", "--from", "ches"), "did you mean chess"),
        (("mine", "--board", "10"), "'10' is no board"),
        (("mine", "--board", "0x8"), "is no board"),
        (("mine", "--board", "999x8"), "is no board"),
        (("mine", "--board", "8x8x8"), "is no board"),
        (("mine", "--board", "4x8"), "5 pieces do not fit on a rank of 4"),
        (("mine", "--board", "5x6", "--piece", "A=BN a1"), "6 pieces do not fit on a rank of 5"),
        (
            ("mine", "--board", "10x8", "--piece", "A=BN a1", "--piece", "C=RN c1", "--piece", "Z=QN z1"),
            "11 pieces do not fit on a rank of 10",
        ),
        (("mine", "--from", "tictactoe", "--board", "4x4"), "made for its own board"),
        (("mine", "--from", "tictactoe", "--piece", "A=BN"), "does not say in one place"),
        (("mine", "--from", "cylinder", "--piece", "A=iN hopper"), "finds no place in the start"),
        (("mine", "--piece", "BN"), "this is no piece"),
        (("mine", "--piece", "A=BX archbishop"), "<piece>:1:4: error: X is not a letter"),
        (("mine", "--piece", "A=wR hunter"), "<piece>:1:3: error: w is not supported"),
        (("mine", "--piece", "N=NN rider"), "N is the letter of another piece"),
        (("mine", "--piece", "A=N a1", "--piece", "a=N a2"), "A is the letter of another piece"),
        (("mine", "--piece", "A=BN king"), "king cannot be the name"),
        (("mine", "--piece", "A=BN step"), "step cannot be the name"),
        (("mine", "--piece", "A=BN not"), "not cannot be the name"),
    ],
)
def test_mistakes_are_told_and_nothing_is_written(
    words: tuple[str, ...], complaint: str, folder: Path
) -> None:
    answer = run("new", *words)
    assert answer.exit_code == 2
    assert complaint in answer.stderr
    assert not list(folder.iterdir())


def test_one_game_calls_itself_the_template_of_each_kind_of_board() -> None:
    templates = [name for name, source in sources().items() if "\ntemplate " in source.text]
    assert [template(model(name).space.compass.name) for name in templates] == templates


@settings(max_examples=6, deadline=None)
@given(st.integers(4, 14), st.integers(4, 14), st.integers(0, 3))
def test_every_board_can_be_played_or_is_refused(width: int, height: int, newcomers: int) -> None:
    pieces = ["A=BN archbishop", "C=RN chancellor", "M=imN2mcW mann"][:newcomers]
    try:
        game = drawn(f"{width}x{height}", *pieces)
    except LaskerError:
        assert width < 8 + newcomers
        return
    start = game.start()
    rows = str(start).splitlines()
    assert (len(rows), {len(row) for row in rows}) == (height, {width})
    assert len(start.moves) > 2
    assert start.play(str(start.moves[0])).moves


def test_pawns_and_kings_follow_the_board() -> None:
    tall = drawn("8x12")
    assert {"a2a3", "a2a4"} <= {str(move) for move in tall.start().moves}
    pawn = tall.position("4k3/P7/8/8/8/8/8/8/8/8/8/4K3 w - - 0 1")
    assert "a11a12q" in {str(move) for move in pawn.moves}
    low = drawn("6x6")
    assert not any(str(move) == "a2a4" for move in low.start().moves)
    wide = drawn("12x8").position("6k5/12/12/12/12/12/12/R5K4R w KQ - 0 1")
    assert {"g1c1", "g1k1"} <= {str(move) for move in wide.moves}


# --- a second opinion: Fairy-Stockfish, told the same rules in its own words ------------------------------

BOARDS = {
    "10x8": ("A=BN archbishop", "C=RN chancellor"),
    "6x6": (),
    "5x7": (),
    "10x10": ("A=BN archbishop",),
    "7x9": ("G=gQ grasshopper",),
    "9x8": ("Z=nNWfmF2 zany",),
    "12x10": ("A=NN rider", "C=W3cF crab"),
}


def told_to_stockfish(pyffish: Any, board: str) -> str:
    width, height = map(int, board.split("x"))
    game, pieces = drawn(board, *BOARDS[board]), [Newcomer.read(piece) for piece in BOARDS[board]]
    start = game.start().fen
    king = start.split("/")[-1].split()[0]
    letters = "".join(piece.letter.lower() for piece in pieces)
    file = "abcdefghijkl"[len("".join("." * int(c) if c.isdigit() else c for c in king.split("K")[0]))]
    name = f"board{board}"
    lines = [
        f"[{name}:chess]",
        f"maxFile = {width}",
        f"maxRank = {height}",
        f"startFen = {start}",
        *(f"customPiece{i} = {piece.letter.lower()}:{piece.goes}" for i, piece in enumerate(pieces, 1)),
        f"promotionPieceTypes = qrbn{letters}",
        f"promotionRegionWhite = *{height}",
        "promotionRegionBlack = *1",
        f"doubleStep = {'true' if height >= 8 else 'false'}",
        "doubleStepRegionWhite = *2",
        f"doubleStepRegionBlack = *{height - 1}",
        "castlingQueensideFile = c",
        f"castlingKingsideFile = {'abcdefghijkl'[width - 2]}",
        f"castlingKingFile = {file}",
    ]
    pyffish.load_variant_config("\n".join(lines) + "\n")
    return name


def play_and_compare(board: str, seed: int, plies: int) -> int:
    pyffish: Any = pytest.importorskip("pyffish")  # GPL: run beside Lasker here, and never part of it
    name = told_to_stockfish(pyffish, board)
    position = drawn(board, *BOARDS[board]).start()
    random, start, moves = Random(seed), position.fen, list[str]()
    for _ in range(plies):
        wanted = set(pyffish.legal_moves(name, start, moves))
        if position.outcome is not None and position.node.outcome is None:
            break
        assert {str(move) for move in position.moves} == wanted, (position.fen, moves)
        if not wanted:
            break
        moves.append(random.choice(sorted(wanted)))
        position = position.play(moves[-1])
    return len(moves)


@pytest.mark.parametrize("board", sorted(BOARDS))
def test_stockfish_agrees(board: str) -> None:
    assert play_and_compare(board, seed=1, plies=5) > 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("board", sorted(BOARDS))
def test_stockfish_agrees_in_long_games(board: str, seed: int) -> None:
    play_and_compare(board, seed, plies=120)
