"""Chess and its relatives against python-chess: the same moves, and the same positions after them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from multiprocessing import get_context
from random import Random

import chess
import chess.variant
import pytest

from lasker.notation.coordinates import move_texts
from lasker.play.game import load

LENGTH = 120  # plies of a random game at most
SAMPLE = 3  # positions of each game in the normal run: the reference evaluator takes its time
SOAK = 100_000  # positions in all when there is time


class WithoutCheck(chess.Board):
    """Chess in which kings are taken."""

    def _attacked_for_king(self, path: chess.Bitboard, occupied: chess.Bitboard) -> bool:
        return False

    def is_legal(self, move: chess.Move) -> bool:
        return self.is_pseudo_legal(move)

    def is_check(self) -> bool:
        return False

    def is_variant_end(self) -> bool:
        return not all(self.kings & side for side in self.occupied_co)

    def is_variant_loss(self) -> bool:
        return not self.kings & self.occupied_co[self.turn]

    def generate_legal_moves(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        if not self.is_variant_end():
            yield from self.generate_pseudo_legal_moves(from_mask, to_mask)


def _chess960(random: Random) -> chess.Board:
    return chess.Board.from_chess960_pos(random.randrange(960))


STARTS: dict[str, Callable[[Random], chess.Board]] = {
    "chess": lambda random: chess.Board(),
    "chess960": _chess960,
    "king_capture": lambda random: WithoutCheck(),
    "3check": lambda random: chess.variant.ThreeCheckBoard(),
    "antichess": lambda random: chess.variant.AntichessBoard(),
    "atomic": lambda random: chess.variant.AtomicBoard(),
    "crazyhouse": lambda random: chess.variant.CrazyhouseBoard(),
    "giveaway": lambda random: chess.variant.GiveawayBoard(),
    "horde": lambda random: chess.variant.HordeBoard(),
    "kingofthehill": lambda random: chess.variant.KingOfTheHillBoard(),
    "racingkings": lambda random: chess.variant.RacingKingsBoard(),
}


PAYOFFS = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (Fraction(1, 2), Fraction(1, 2))}


def their_texts(board: chess.Board) -> dict[str, chess.Move]:
    """The legal moves by their texts. Of those that lead to one position only the first: two pieces that blow
    each other up, or whatever a pawn becomes before it explodes, are one move to us."""
    explosive = isinstance(board, chess.variant.AtomicBoard)
    found: dict[str, tuple[str, chess.Move]] = {}
    for move in sorted(board.legal_moves, key=lambda move: (move.from_square, move.to_square)):
        text = board.uci(move)[: 4 if explosive and board.is_capture(move) else None]
        board.push(move)
        found.setdefault(board.epd(), (text, move))
        board.pop()
    return dict(found.values())


def facts(fen: str) -> list[str]:
    """What a FEN says: board, hands in any order, turn, rights, and what has been counted."""
    board, *rest = fen.split()
    return [board.partition("[")[0], "".join(sorted(board.partition("[")[2])), *rest]


def random_board(name: str, random: Random) -> chess.Board:
    """A position from a random game, the game not over before its last move."""
    board = STARTS[name](random)
    for _ in range(random.randrange(LENGTH)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    return board


def compare(name: str, seed: int) -> None:
    """One position: the same moves, or the same result; and after one of the moves the same position."""
    random = Random(f"{name} {seed}")
    board = random_board(name, random)
    where = f"{name}: {board.fen()}"
    node = load(name).position(board.fen()).node
    ours = dict(zip(move_texts(node, node.steps), node.steps, strict=True))
    theirs = their_texts(board)
    assert sorted(ours) == sorted(theirs), where
    if not theirs:
        assert node.outcome is not None, where
        assert node.outcome.payoffs == PAYOFFS[board.result()], where
    else:
        text = random.choice(sorted(theirs))
        board.push(theirs[text])
        after = load(name).position(board.fen())
        if board.legal_moves:
            assert after.node == ours[text].after, f"{where} {text}"
            assert facts(after.fen) == facts(board.fen()), f"{where} {text}"


@pytest.mark.parametrize("seed", range(SAMPLE))
@pytest.mark.parametrize("name", STARTS)
def test_moves_agree(name: str, seed: int) -> None:
    compare(name, seed)


def _compared(task: tuple[str, int]) -> str | None:
    try:
        compare(*task)
    except Exception as error:  # one bad position must not hide the others
        return f"{task}: {error}"
    return None


@pytest.mark.soak
def test_moves_agree_in_many_positions(capsys: pytest.CaptureFixture[str]) -> None:
    names = list(STARTS)
    tasks = [(names[i % len(names)], SAMPLE + i // len(names)) for i in range(SOAK)]
    found: list[str] = []
    with get_context("spawn").Pool(os.cpu_count()) as pool:
        for done, fault in enumerate(pool.imap_unordered(_compared, tasks, chunksize=4), start=1):
            found += [fault] if fault else []
            if done % 50 == 0:
                with capsys.disabled():
                    print(f"\r{done} of {SOAK} positions, {len(found)} differ", end="", flush=True)
    assert not found, "\n".join(found[:20])
