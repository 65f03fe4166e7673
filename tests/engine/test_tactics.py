"""Positions with known answers: mates in one to five, and moves that win something."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from lasker.engine.opponent import Budget, Opponent
from lasker.engine.opponent_pool import native_of
from lasker.engine.root_search import Line
from lasker.engines import Engine
from lasker.play.game import Game, load

# Composed or well known; the line that is found is played out by python-chess.
MATES = (
    ("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1", 1, "h5f7"),
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8"),
    ("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1, "d8h4"),
    ("7k/8/6K1/8/8/8/8/1Q6 w - - 0 1", 1, "b1b8"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
    ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, "f3f7"),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ("6nr/5Ppk/8/6K1/8/8/8/8 w - - 0 1", 1, "f7f8n"),  # a knight mates, a queen does not
    ("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", 2, "c7c8r"),  # a queen would be stalemate
    ("k7/8/8/2K5/8/8/8/1Q6 w - - 0 1", 2, None),  # b1b6 would be stalemate
    ("5Q1N/7k/8/5Pp1/8/7K/8/8 w - g6 0 1", 1, "f5g6"),  # in passing
    ("8/8/4Q3/N7/8/5k2/6R1/4K2R w K - 0 1", 1, "e1g1"),  # by castling
    ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 2, "d2h6"),
    ("r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 1", 3, "c4b5"),
    ("1r3r1k/5Bpp/8/8/P2qQ3/5R2/1b4PP/5K2 w - - 0 1", 3, "e4h7"),
    ("r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1", 4, "h6g7"),  # two rooks are given
    ("8/8/8/8/8/7p/4NK1p/7k w - - 0 1", 1, "e2g3"),
)  # fmt: skip
WINS = (  # the capture or the fork that wins something
    ("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", "e3d5"),
    ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "d5c7"),
    ("4k3/8/8/8/1b6/8/3Q4/4K3 w - - 0 1", "d2b4"),
    ("3r2k1/5ppp/8/8/8/8/5PPP/3RR1K1 w - - 0 1", "d1d8"),
)


DATA = Path(__file__).parents[1] / "data"
NODES = 500_000  # less than a second


def suite(name: str) -> list[list[str]]:
    """Answers and positions, as told in a file."""
    lines = (DATA / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def think(fen: str, budget: Budget, game: str = "chess") -> Line:
    loaded = load(game)
    [line] = native_of(loaded.model).think(loaded.position(fen), budget)
    return line


@pytest.mark.parametrize(("fen", "moves", "first"), MATES)
def test_mates(fen: str, moves: int, first: str | None) -> None:
    line = think(fen, Budget(depth=2 * moves + 3))
    assert line.mate == moves
    assert first is None or line.moves[0] == first
    board = chess.Board(fen)
    for text in line.moves:
        board.push_uci(text)
    assert board.is_checkmate()
    assert len(line.moves) == 2 * moves - 1


@pytest.mark.parametrize(("fen", "first"), WINS)
def test_winning_captures(fen: str, first: str) -> None:
    assert think(fen, Budget(depth=5)).moves[0] == first


def mate_in(board: chess.Board, moves: int) -> bool:
    """Is there a mate within so many moves? Everything is tried."""
    for move in board.legal_moves:
        board.push(move)
        answers = list(board.legal_moves)
        won = board.is_checkmate() or (moves > 1 and bool(answers))
        for answer in answers if won else ():
            board.push(answer)
            won = won and mate_in(board, moves - 1)
            board.pop()
            if not won:
                break
        board.pop()
        if won:
            return True
    return False


def solved(moves: int, fen: str) -> bool:
    """Is a mate found in just so many moves, and told to its end?"""
    native_of(load("chess").model).native.forget()
    line, board = think(fen, Budget(nodes=NODES)), chess.Board(fen)
    for text in line.moves:
        board.push_uci(text)
    return line.mate == moves and len(line.moves) == 2 * moves - 1 and board.is_checkmate()


@pytest.mark.parametrize(("moves", "fen"), suite("mates.tsv")[::13])
def test_mates_from_games(moves: str, fen: str) -> None:
    assert solved(int(moves), fen)
    assert moves != "2" or (mate_in(chess.Board(fen), 2) and not mate_in(chess.Board(fen), 1))


@pytest.mark.soak
def test_at_most_four_mates_of_the_suite_are_missed() -> None:
    missed = [(moves, fen) for moves, fen in suite("mates.tsv") if not solved(int(moves), fen)]
    assert all(moves == "5" for moves, _ in missed)
    assert len(missed) <= 4


@pytest.mark.parametrize(("first", "fen"), suite("tactics.tsv")[::16])
def test_the_only_winning_move_is_found(first: str, fen: str) -> None:
    assert think(fen, Budget(nodes=NODES)).moves[0] == first


@pytest.mark.soak
def test_no_tactics_are_missed() -> None:
    missed = [fen for first, fen in suite("tactics.tsv") if think(fen, Budget(nodes=NODES)).moves[0] != first]
    assert not missed


SAVED = "4Q3/6pk/8/8/8/8/rq6/7K w - - 0 1"  # by checks without end, and by nothing else
PERPETUAL = """lasker 1
extends "chess"
game "Chess without perpetual check"
adjudicate "perpetual check" lost: repeated 3 giving check
adjudicate "perpetual check by the enemy" won: repeated 3 under check
"""


@pytest.fixture
def strict(tmp_path: Path) -> Game:
    """Chess in which checks without end lose."""
    file = tmp_path / "strict.rules"
    file.write_text(PERPETUAL, encoding="utf-8")
    return load(str(file))


def test_perpetual_check_draws_only_where_the_rules_allow_it(strict: Game) -> None:
    budget = Budget(depth=8, nodes=500_000)
    for game, saved in ((load("chess"), True), (strict, False)):
        [line] = Opponent(game).think(game.position(SAVED), budget)
        assert (line.score == 0) is saved
        assert saved or line.score < -500


def test_earlier_checks_count_towards_perpetual_check(strict: Game) -> None:
    position = strict.position(SAVED)
    for move in ("e8h5", "h7g8", "h5e8", "g8h7"):
        position = position.play(move)
    [line] = Opponent(strict).think(position, Budget(depth=2), only=("e8h5",))
    assert line.score < -500


def test_a_step_that_wins_is_seen_at_the_end_of_a_line() -> None:
    """Whoever takes the rook lets the king step on the hill; one move keeps it away."""
    game = load("king_of_the_hill")
    position = game.position("8/8/4k3/8/8/8/6K1/R6r w - - 0 1")
    [line] = Opponent(game).think(position, Budget(depth=1))
    assert line.moves[0] == "a1a5"
    [lost] = Opponent(game).think(position, Budget(depth=1), only=("g2h1",))
    assert lost.mate == -1


def test_where_every_move_takes_a_search_ends() -> None:
    """On the board of ataxx nearly every move takes something, so that captures alone are without end."""
    with Engine("ataxx") as engine:
        *_, line = engine.analyse(engine.game.start(), depth=1, nodes=400_000)
    assert line.bound == "exact"
    assert line.nodes < 100_000
