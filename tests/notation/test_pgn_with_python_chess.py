"""PGN that Lasker and python-chess exchange: Chess960 with its castling, and null moves."""

from __future__ import annotations

import io
import re
from random import Random
from typing import Any

import pytest

from lasker.notation.pgn import read_text, write_game
from lasker.play.game import Position, load
from lasker.play.record import game_of, record_of, replay

peer: Any = pytest.importorskip("chess")
peer_pgn: Any = pytest.importorskip("chess.pgn")
# White castles at once; in the first two the rook stays, in the next two the king does.
SET_UPS = (
    ("3RK3", "Q", "O-O-O"),
    ("4KR2", "K", "O-O"),
    ("6KR", "K", "O-O"),
    ("R1K5", "Q", "O-O-O"),
    ("5KR1", "K", "O-O"),
    ("1RK5", "Q", "O-O-O"),
    ("RK6", "Q", "O-O-O"),
)


def fen(row: str, rights: str) -> str:
    return f"4k3/3p4/8/8/8/8/7P/{row} w {rights} - 0 1"


def their_text(start: str, moves: list[str]) -> str:
    """A game of Chess960 as python-chess writes it."""
    game = peer_pgn.Game()
    game.setup(peer.Board(start, chess960=True))
    game.headers["Variant"] = "Chess960"
    node = game
    for move in moves:
        node = node.add_main_variation(node.board().parse_san(move))
    return str(game)


def theirs(text: str) -> Any:
    """The end of a game that python-chess reads; it must find no fault in it."""
    game = peer_pgn.read_game(io.StringIO(text))
    assert game.errors == []
    return game.end().board()


def ours(text: str) -> Position:
    """The end of a game that Lasker reads; it must find no fault in it."""
    (record,) = read_text(text)
    done = replay(game_of(record), record)
    assert done.legal, done.problems
    return done.positions[-1]


def same(position: Position, board: Any) -> None:
    """Is it the same board with the same player to move, and the same moves?"""
    assert position.fen.split()[:2] == board.fen().split()[:2]
    assert sorted(position.san(move) for move in position.moves) == sorted(map(board.san, board.legal_moves))


@pytest.mark.parametrize(("row", "rights", "castling"), SET_UPS)
def test_castling_is_exchanged_both_ways(row: str, rights: str, castling: str) -> None:
    start, moves = fen(row, rights), [castling, "d5", "h3"]
    text = their_text(start, moves)
    same(ours(text), theirs(text))
    position = load("chess960").position(start)
    for move in moves:
        position = position.play(move)
    written = write_game(record_of(position))
    assert castling in written
    same(position, theirs(written))
    assert ours(written) == position


def exchange(seeds: range, plies: int) -> None:
    """Random games from random set-ups, written by one and read by the other."""
    for seed in seeds:
        chance = Random(seed)
        start = peer.Board.from_chess960_pos(chance.randrange(960))
        thin = re.sub("[nbqNBQ]", "1", start.board_fen())  # so that castling comes soon
        rows = "/".join(re.sub("1+", lambda run: str(len(run[0])), row) for row in thin.split("/"))
        board = peer.Board(f"{rows} w KQkq - 0 1", chess960=True)
        begun, moves = board.fen(), []
        for _ in range(plies):
            legal = sorted(board.legal_moves, key=str)
            if not legal:
                break
            castling = [move for move in legal if board.is_castling(move)]
            move = chance.choice(castling or legal)
            moves.append(board.san(move))
            board.push(move)
        text = their_text(begun, moves)
        position = ours(text)
        same(position, board)
        same(position, theirs(write_game(record_of(position))))


def test_random_games_are_exchanged() -> None:
    exchange(range(1), 5)


@pytest.mark.soak
def test_many_random_games_are_exchanged() -> None:
    exchange(range(1, 120), 60)


@pytest.mark.parametrize(
    ("line", "nothing"),
    [("1. e4 {} 2. d4 d5", "--"), ("1. {} e5 2. Nf3", "Z0"), ("1. e4 d5 2. {} dxe4 3. {} e3", "--")],
)
def test_the_main_line_may_pass_a_turn(line: str, nothing: str) -> None:
    text = line.replace("{}", nothing) + " *"
    (record,) = read_text(text)
    done = replay(load("chess"), record)
    assert done.problems == ()
    assert len(done.notes) == line.count("{}")
    assert all("passes a turn" in note for note in done.notes)
    assert len(done.positions) == len(record.main.plies) + 1
    same(done.positions[-1], theirs(text))
    assert [ply.san for ply in record.main.plies].count("--") == line.count("{}")
    again = write_game(record_of(done.positions[-1]))
    same(done.positions[-1], theirs(again))
    same(replay(load("chess"), read_text(again)[0], variations=False).positions[-1], theirs(text))


def test_a_pass_is_no_note_where_the_rules_allow_it() -> None:
    (record,) = read_text('[Variant "Go on nine lines"]\n\n1. e5 -- 2. c3 *')
    done = replay(load("go9"), record)
    assert done.problems == ()
    assert not any("passes a turn" in note for note in done.notes)


def test_nothing_follows_the_end_of_a_game() -> None:
    (record,) = read_text("1. f3 e5 2. g4 Qh4# 3. -- Qe1 *")
    done = replay(load("chess"), record)
    assert len(done.problems) == 1
    assert len(done.positions) == 5
