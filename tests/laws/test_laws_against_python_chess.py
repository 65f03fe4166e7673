"""The FIDE Laws against python-chess: the same moves, positions, checks, ends and claims."""

from __future__ import annotations

from random import Random

import chess
import pytest

from lasker.formulations.laws import fide
from lasker.formulations.laws.fide import article_3, article_5, article_9
from lasker.formulations.laws.position import LawsPosition
from lasker.formulations.laws.small import some_position

SAMPLE, SOAK = 1_500, 100_000  # positions of random games, now and when there is time
LENGTH = 200  # plies of a random game at most


def compare(position: LawsPosition, board: chess.Board) -> None:
    """Moves, check, mate, stalemate and material of one position."""
    where = board.fen()
    ours = fide.legal_moves(position)
    assert ours == tuple(sorted(move.uci() for move in board.legal_moves)), where
    check = article_3.in_check(position.pieces, position.side)
    assert check == board.is_check(), where
    assert (check and not ours, not check and not ours) == (board.is_checkmate(), board.is_stalemate()), where
    assert article_5.dead_position(position) == board.is_insufficient_material(), where


def compare_games(count: int, random: Random) -> None:
    """So many positions of random games, and that each move leads to the same one."""
    seen = 0
    while seen < count:
        board, position = chess.Board(), fide.INITIAL
        for _ in range(LENGTH):
            compare(position, board)
            seen += 1
            moves = [move.uci() for move in board.legal_moves]
            if not moves or seen == count:
                break
            move = random.choice(moves)
            board.push_uci(move)
            position = position.followed_by(move, article_3.carried_out(position, move))
            assert fide.write(article_9.settled(position)) == board.fen(), move


def test_random_games() -> None:
    compare_games(SAMPLE, Random(1))


@pytest.mark.soak
def test_many_random_games() -> None:
    compare_games(SOAK, Random(2))


ARMIES = (
    "KkQ", "KkP", "KkRb", "KPkp", "KRRk", "KRRkrr", "KPPkp", "KQPkrp", "KBPkbp", "KNNkbp", "KPPPkppp",
)  # fmt: skip


def compare_set_ups(count: int, random: Random) -> int:
    """Random set-ups of a few pieces, where pins, double checks and en passant are frequent."""
    compared = 0
    for number in range(count):
        position = some_position(ARMIES[number % len(ARMIES)], random)
        board = chess.Board(fide.write(position))
        assert fide.covers(position) == (not board.status() & chess.STATUS_OPPOSITE_CHECK), board.fen()
        # python-chess also looks back: whether the last move can have given these checks.
        if fide.covers(position) and board.is_valid():
            compare(position, board)
            compared += 1
    return compared


def test_random_set_ups() -> None:
    assert compare_set_ups(1_500, Random(3)) > 700


@pytest.mark.soak
def test_many_random_set_ups() -> None:
    assert compare_set_ups(50_000, Random(4)) > 20_000


@pytest.mark.parametrize("seed", range(4))
def test_claims_and_automatic_draws(seed: int) -> None:
    random = Random(seed)
    fen = ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "k7/8/8/8/8/8/8/K6R w - - 40 60")[seed % 2]
    board, game = chess.Board(fen), [fide.read(fen)]
    ends: set[str] = set()
    for _ in range(150):
        position, earlier = game[-1], game[:-1]
        repeated = article_9.threefold_repetition(position, earlier)
        assert repeated == board.is_repetition(3)
        assert article_9.fivefold_repetition(position, earlier) == board.is_fivefold_repetition()
        claims = fide.claims(position, earlier)
        assert ("fifty moves" in claims) == (board.halfmove_clock >= 100)
        assert ("threefold repetition" in claims) == repeated
        assert article_9.seventy_five_moves(position) == (board.halfmove_clock >= 150)
        ends |= {*claims}
        # A move by which something may be claimed: python-chess looks at all of them.
        intended = {
            claim for move in fide.legal_moves(position) for claim in fide.claims(position, earlier, move)
        }
        assert ("threefold repetition" in intended or repeated) == board.can_claim_threefold_repetition()
        # Kings step back and forth more often than not, so that positions come again.
        quiet = [move for move in fide.legal_moves(position) if move[2:4] not in position.pieces]
        if not quiet:
            break
        move = random.choice([move for move in quiet if move[0] in "de"] or quiet[:3])
        board.push_uci(move)
        game.append(fide.play(position, move))
    assert "threefold repetition" in ends
