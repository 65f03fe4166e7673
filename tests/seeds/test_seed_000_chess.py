"""Seed 000 against the Laws of Chess as python-chess knows them; its little FEN reader against bad lines."""

from __future__ import annotations

from itertools import islice
from random import Random

import chess
import pytest
from grids import random_positions, states
from hypothesis import given
from hypothesis import strategies as st

from lasker.formulations.foundations import OMITTED, covers, move_texts, read, repaired, uncovered, write
from lasker.formulations.foundations.sets import State
from lasker.kernel.errors import NotationError

SAMPLE = 300  # positions in the normal run
SOAK = 20_000  # positions when there is time


def agree(board: chess.Board) -> bool:
    """Whether a position is covered; if so, everything that both sides know about it is compared."""
    fen = board.fen()
    if not covers(fen):
        return False
    s = read(fen)
    assert move_texts(s) == {move.uci() for move in board.legal_moves}, fen
    assert write(s).split()[:2] == fen.split()[:2]
    assert repaired.in_check(s.grid, s.colour) == board.is_check(), fen
    assert repaired.is_checkmate(s) == board.is_checkmate(), fen
    assert repaired.is_stalemate(s) == board.is_stalemate(), fen
    after = set()
    for move in board.legal_moves:
        board.push(move)
        after.add(" ".join(board.fen().split()[:2]))
        board.pop()
    assert {" ".join(write(state).split()[:2]) for state in repaired.adjacent(s)} == after, fen
    return True


def test_random_positions() -> None:
    covered = sum(map(agree, islice(random_positions(Random(0)), SAMPLE)))
    assert covered > 0.8 * SAMPLE  # the comparison is about most positions, not about a few


@pytest.mark.soak
def test_many_random_positions() -> None:
    assert sum(map(agree, islice(random_positions(Random()), SOAK))) > 0.8 * SOAK


def test_only_the_omitted_rules_are_missing() -> None:
    seen: set[str] = set()
    for board in islice(random_positions(Random(2)), SAMPLE):
        reasons = uncovered(board.fen())
        assert reasons <= OMITTED, board.fen()  # a legal position has no other reasons
        special = {move for move in board.legal_moves if rule(board, move)}
        assert {rule(board, move) for move in special} <= reasons
        seen |= reasons
        # A promotion is there without its choice; castling and en passant are not there at all.
        ordinary = {move.uci()[:4] for move in board.legal_moves if rule(board, move) in ("", "promotion")}
        assert move_texts(read(board.fen())) == ordinary, board.fen()
    assert seen == OMITTED


def rule(board: chess.Board, move: chess.Move) -> str:
    """The omitted rule by which a move is made, or none."""
    return (
        "promotion" if move.promotion
        else "castling" if board.is_castling(move)
        else "en passant" if board.is_en_passant(move)
        else ""
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fen", "reasons"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", {"castling"}),
        ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", set()),  # a knight between
        ("4k3/8/8/8/8/8/8/4K2R b K - 0 1", set()),  # the other side's right
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", set()),  # a right without a rook
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", {"castling"}),
        ("r3k3/8/8/8/8/8/4R3/4K3 b q - 0 1", set()),  # not out of check
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", {"en passant"}),
        ("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1", set()),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", {"promotion"}),
        ("r3k3/P7/8/8/8/8/8/4K3 w - - 0 1", set()),  # blocked
        ("4k3/8/8/8/8/8/p7/4K3 w - - 0 1", set()),  # not its turn
        ("4k3/8/8/8/8/8/p7/4K3 b - - 0 1", {"promotion"}),
        ("k2/3/2K w - - 0 1", {"another board"}),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", {"a pawn on the first or last rank"}),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", {"a king that could be captured"}),
    ],
)
def test_reasons(fen: str, reasons: set[str]) -> None:
    assert uncovered(fen) == reasons


@given(states() | states(size=(3, 5), most_men=9) | states(size=(12, 2), most_men=9))
def test_reading_undoes_writing(s: State) -> None:
    assert read(write(s)) == s


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "2 to 6 fields"),
        ("8/8/8/8/8/8/8/8", "2 to 6 fields"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 x", "2 to 6 fields"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "no colour"),
        ("k7/8/8/8/8/8/8/K7 w X - 0 1", "castling"),
        ("k7/8/8/8/8/8/8/K7 w qK - 0 1", "castling"),
        ("k7/8/8/8/8/8/8/K7 w - z9x 0 1", "no square"),
        ("k7/8/8/8/8/8/8/K7 w - i3 0 1", "not on this board"),
        ("k7/8/8/8/8/8/8/K7 w - - -1 1", "number of moves"),
        ("k7/8/8/8/8/8/8/K7 w - - 0 99999999", "number of moves"),
        ("k7/8/8/8/8/8/8/8 w - - 0 1", "no grid"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "no grid"),
        ("k7/8/8/8/8/8/8/K8 w - - 0 1", "8 and 9 files"),
        ("k7/8/8/8/8/8/8/K6x w - - 0 1", "'x' is no man"),
        ("k7/8/8/8/8/8/8/K٧ w - - 0 1", "'٧' is no man"),
        ("k999999999999999/K7 w - - 0 1", "empty squares"),
        ("k26/K26 w", "27 files"),
        ("k/K" + 30 * "/1" + " w", "32 ranks"),
        ("/ w", "0 files"),
        ("k" * 5000, "5000 characters"),
    ],
)
def test_bad_lines_are_refused_with_advice(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message) as refused:
        read(line)
    assert "help:" in refused.value.report()


@given(st.text(alphabet="KQRBNPkqrbnp12345678/ w-b0é\n", max_size=90) | st.text(max_size=60))
def test_any_line_is_read_or_refused(line: str) -> None:
    try:
        s = read(line)
    except NotationError:
        return
    assert repaired.is_state(s)
