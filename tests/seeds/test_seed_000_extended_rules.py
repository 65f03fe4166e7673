"""Seed 000 in its second version: castling, en passant, promotion and draws over histories."""

from __future__ import annotations

from random import Random

import chess
import pytest

from lasker.formulations.foundations import START, extended_rules, histories, read, repaired
from lasker.formulations.foundations.extended_rules import History

COUNTS = [  # https://www.chessprogramming.org/Perft_Results
    (START, 2, 400),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 1, 48),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2, 264),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2, 191),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 2, 496),
]


def perft(h: History, depth: int) -> int:
    """How many histories are so much longer."""
    return 1 if depth == 0 else sum(perft(longer, depth - 1) for longer in extended_rules.continuations(h))


@pytest.mark.parametrize(("fen", "depth", "count"), COUNTS)
def test_the_second_version_counts_as_chess_does(fen: str, depth: int, count: int) -> None:
    assert perft(histories.history(fen), depth) == count


@pytest.mark.soak
def test_the_second_version_counts_kiwipete() -> None:
    assert perft(histories.history(COUNTS[1][0]), 3) == 97862


def played(seed: int, plies: int) -> tuple[chess.Board, History]:
    """A random game that likes castling, pawns and going back, on both boards, from the start."""
    random, board = Random(seed), chess.Board()
    h: History = (read(START),)
    for _ in range(plies):
        moves = list(board.legal_moves)
        assert set(histories.texts(h)) == {move.uci() for move in moves}, board.fen()
        if not moves:
            break
        liked = [m for m in moves if board.is_castling(m) or board.is_en_passant(m) or m.promotion]
        move = random.choice(liked or moves)
        h = (*h, extended_rules.successor(h, histories.texts(h)[move.uci()]))
        board.push(move)
    return board, h


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_from_the_start_without_any_fen(seed: int) -> None:
    board, h = played(seed, 24)
    assert extended_rules.quiet_plies(h) == board.halfmove_clock
    assert extended_rules.is_checkmate(h) == board.is_checkmate()


def line(moves: str) -> History:
    """The history of a game from the start."""
    h: History = (read(START),)
    for text in moves.split():
        h = (*h, extended_rules.successor(h, histories.texts(h)[text]))
    return h


def test_a_king_that_came_back_does_not_castle() -> None:
    quiet = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 "
    assert "e1g1" in histories.texts(line(quiet))
    assert "e1g1" not in histories.texts(line(quiet + "e1f1 e8f8 f1e1 f8e8"))


def test_a_rook_that_came_back_does_not_castle() -> None:
    quiet = "g1f3 g8f6 g2g3 g7g6 f1g2 f8g7 "
    assert "e1g1" not in histories.texts(line(quiet + "h1f1 h8f8 f1h1 f8h8"))


def test_a_pawn_is_taken_in_passing_at_once_or_never() -> None:
    assert "e5d6" in histories.texts(line("e2e4 a7a6 e4e5 d7d5"))
    assert "e5d6" not in histories.texts(line("e2e4 a7a6 e4e5 d7d5 h2h3 h7h6"))
    assert "e5d6" not in histories.texts(line("e2e4 d7d6 e4e5 a7a6 h2h3 d6d5"))


def test_a_repetition_counts_rights() -> None:
    """The kings step out and back: with the board of the start, but without its rights."""
    around = "e1e2 e8e7 e2e1 e7e8 "
    h = line("e2e4 e7e5 " + 2 * around)
    assert sum(state == h[-1] for state in h) == 3
    assert extended_rules.occurrences(h) == 2
    assert extended_rules.occurrences(line("e2e4 e7e5 " + 3 * around)) == 3
    assert extended_rules.may_claim(line("e2e4 e7e5 " + 3 * around)) == {"threefold repetition"}


def test_it_is_over_after_the_fifth_time_and_after_75_moves() -> None:
    around = "g1f3 g8f6 f3g1 f6g8 "
    assert not extended_rules.is_over(line(3 * around))
    assert extended_rules.is_over(line(4 * around))
    fen = "k7/8/8/8/8/8/8/K6R w - - 149 100"
    assert not extended_rules.is_over(histories.quiet_history(fen)[-150:][::149])
    assert extended_rules.quiet_plies(histories.quiet_history(fen)) == 149


def test_the_first_version_is_as_it_was() -> None:
    state = read("4k3/P7/8/8/8/8/8/4K2R w K - 0 1")
    assert {(4, 0), (6, 0)} not in [{a[0], b[0]} for a, b in repaired.legal_moves(state)]
    assert len(extended_rules.legal_choices((state,))) == len(repaired.legal_moves(state)) + 3 + 1
