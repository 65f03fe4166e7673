"""Records of servers: the tag Variant names the game, as lichess, pychess and chess.com spell it."""

from __future__ import annotations

import random
from pathlib import Path

import chess
import chess.pgn
import chess.variant
import pytest
from click.testing import CliRunner, Result

import lasker
from lasker import pgn
from lasker.cli import main
from lasker.kernel.errors import NameProblem
from lasker.play.pgn_tags import named

SPELLINGS = {  # as the three servers write them
    "Standard": "chess", "Chess960": "chess960", "From Position": "chess", "Three-check": "three_check",
    "Crazyhouse": "crazyhouse", "Crazyhouse 960": "crazyhouse", "Atomic 960": "atomic",
    "King of the Hill": "king_of_the_hill", "Racing Kings": "racing_kings", "Antichess": "antichess",
    "Horde": "horde", "kingofthehill": "king_of_the_hill", "racingkings": "racing_kings",
    "3check": "three_check",
    "3-Check": "three_check", "seirawan": "seirawan", "minishogi": "minishogi", "Kyotoshogi": "kyotoshogi",
    "capahouse960": "capahouse", "Duck Chess": "duck_chess",
}  # fmt: skip


@pytest.mark.parametrize(("variant", "game"), SPELLINGS.items())
def test_a_tag_names_a_game(variant: str, game: str) -> None:
    assert named(variant) == game


def played(board: chess.Board, variant: str, seed: int, plies: int = 24) -> str:
    """A random game as PGN with tags as lichess writes them; castling is preferred, so that there is some."""
    dice, root = random.Random(seed), board.copy()
    while board.legal_moves and len(board.move_stack) < plies and not board.is_variant_end():
        moves = sorted(board.legal_moves, key=str)
        castling = [move for move in moves if board.is_castling(move)]
        board.push(dice.choice(castling or moves))
    game = chess.pgn.Game.from_board(board)
    tags = f'[Variant "{variant}"]\n[SetUp "1"]\n[FEN "{root.fen()}"]\n\n'
    return tags + game.accept(chess.pgn.StringExporter(headers=False))


BOARDS: list[tuple[str, type[chess.Board]]] = [
    ("Chess960", chess.Board),
    ("Crazyhouse 960", chess.variant.CrazyhouseBoard),
    ("Atomic", chess.variant.AtomicBoard),
    ("Three-check", chess.variant.ThreeCheckBoard),
    ("Antichess", chess.variant.AntichessBoard),
    ("Racing Kings", chess.variant.RacingKingsBoard),
]


@pytest.mark.parametrize(("variant", "kind"), BOARDS)
def test_a_record_is_replayed_by_the_rules_that_it_names(variant: str, kind: type[chess.Board]) -> None:
    board = kind(chess960="960" in variant)
    if "960" in variant:
        board.set_chess960_pos(417)  # keeps no hands, which are empty at the start
    [record] = pgn.read_text(played(board, variant, 5))
    done = pgn.replay(pgn.game_of(record), record)
    assert done.legal, done.problems
    assert not any("replayed as" in note for note in done.notes)
    last = done.positions[-1].fen.split()[0].replace("[]", "")
    assert sorted(last) == sorted(board.fen().split()[0].replace("[]", ""))
    assert len(done.positions) == len(board.move_stack) + 1


def run(*words: str, typed: str = "quit\n") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


RECORD = '[Event "?"]\n[Variant "{}"]\n{}\n1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 *\n'


def test_a_record_opened_by_its_tag_alone(tmp_path: Path) -> None:
    file = tmp_path / "a.pgn"
    file.write_text(RECORD.format("King of the Hill", "") + "\n" + RECORD.format("Three-check", ""), "utf-8")
    first = run("play", "--load", str(file), typed="undo\nmoves\n")
    assert first.exit_code == 0, first.output
    assert "black to move" in first.output
    assert run("play", "--load", str(file), "--number", "2", typed="quit\n").exit_code == 0
    assert "has no game 3" in run("play", "--load", str(file), "--number", "3").output
    other = run("play", "atomic", "--load", str(file))
    assert (other.exit_code, "is of King of the Hill, not of atomic" in other.output) == (2, True)


def test_a_saved_game_names_its_game_too(tmp_path: Path) -> None:
    file = tmp_path / "saved.txt"
    file.write_text("game tictactoe\nstart 3/3/3 x 1\nb2\na9\n", "utf-8")
    assert f"{file}:4: " in run("play", "--load", str(file)).output
    file.write_text("game tictactoe\nstart 3/3/3 x 1\nb2\n", "utf-8")
    assert "o to move" in run("play", "--load", str(file)).output
    assert run("play").exit_code == 2


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (RECORD.format("Kings of the Hil", ""), "did you mean King of the hill?"),
        (RECORD.format("Zzzzzz", ""), "no game of the library is called Zzzzzz"),
        (RECORD.format("FFA", '[RuleVariants "EnPassant"]'), "a board of fourteen files"),
        ('[Event "?"]\n\n1. e4 e4 *\n', ":3:7: game 1, 1... e4: "),
    ],
)
def test_what_cannot_be_opened_is_told(tmp_path: Path, record: str, told: str) -> None:
    file = tmp_path / "b.pgn"
    file.write_text(record, "utf-8")
    found = run("play", "--load", str(file))
    assert (found.exit_code, told.casefold() in found.output.casefold()) == (2, True), found.output
    [validated] = [line for line in run("pgn", "validate", str(file)).output.splitlines() if "game 1" in line]
    assert validated


def test_a_tag_that_names_nothing_means_the_game_that_is_given() -> None:
    record = pgn.Record({"Variant": "From Position"})
    assert pgn.game_of(record, "atomic") == lasker.load("atomic")
    with pytest.raises(NameProblem, match="the record names no game"):
        pgn.game_of(pgn.Record({}))


def test_positions_of_seirawan_chess_may_have_gating_rights() -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1"
    seirawan = lasker.load("seirawan")
    assert seirawan.position(start).to_fen() == seirawan.start().to_fen()
    fewer = seirawan.position(start.replace("KQBCDFGkqbcdfg", "QDcg"))
    assert " a1+d1+e1+c8+g8 " in fewer.to_fen()
