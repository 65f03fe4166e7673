"""Chess and its relatives against python-chess: the same moves, names, positions, repetitions and ends."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import chess
import chess.variant
import pytest

from lasker.play.game import Position, load

LENGTH = 120  # plies before the comparison begins, at most
TOGETHER = 10  # positions compared in one game
SAMPLE = 3  # positions of each game in the normal run: the reference evaluator takes its time
SOAK = 100_000  # positions of all games when there is time, in parts that pytest-xdist may share out
PART = 250
# LASKER_SHARD=2/8 does the second of eight shares, on the second of eight machines.
SHARE, SHARES = map(int, os.environ.get("LASKER_SHARD", "1/1").split("/"))


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


VARIANTS: dict[str, type[chess.Board]] = {
    "chess": chess.Board,
    "king_capture": WithoutCheck,
    "3check": chess.variant.ThreeCheckBoard,
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "giveaway": chess.variant.GiveawayBoard,
    "horde": chess.variant.HordeBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "racingkings": chess.variant.RacingKingsBoard,
}


def usual(variant: type[chess.Board]) -> Callable[[Random], chess.Board]:
    return lambda random: variant()


def shuffled(variant: type[chess.Board]) -> Callable[[Random], chess.Board]:
    """The same game with the pieces of the first rank in another order, as in Chess960."""

    def start(random: Random) -> chess.Board:
        board = variant(chess960=True)
        board.set_chess960_pos(random.randrange(960))
        return board

    return start


STARTS = {name: usual(variant) for name, variant in VARIANTS.items()}
STARTS["chess960"] = shuffled(chess.Board)
for name in ("chess", "3check", "atomic", "crazyhouse", "giveaway", "kingofthehill"):
    STARTS[f"{name} shuffled"] = shuffled(VARIANTS[name])
ORTHODOX = ("chess", "chess960", "chess shuffled")  # of these python-chess also knows when no mate is left
Payoffs = tuple[Fraction, ...]
HALF = Fraction(1, 2)
PAYOFFS: dict[str, Payoffs] = {
    "1-0": (Fraction(1), Fraction(0)),
    "0-1": (Fraction(0), Fraction(1)),
    "1/2-1/2": (HALF, HALF),
}


def facts(fen: str) -> list[str]:
    """What a FEN says: board, hands in any order, turn, rights, and what has been counted. Where pieces are
    dropped, only a pawn sets our clock back, as on servers; python-chess sets it back for none."""
    board, *rest = fen.split()
    board, hands, held = board.partition("[")
    return [board, "".join(sorted(held)), *rest[: 3 if hands else None]]


def random_board(name: str, random: Random) -> chess.Board:
    """A position from a random game, its past forgotten."""
    board = STARTS[name](random)
    for _ in range(random.randrange(LENGTH)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    board.clear_stack()
    return board


def next_move(board: chess.Board, random: Random) -> chess.Move:
    """Any legal move; now and then the one that takes the last move back, so that positions are repeated."""
    moves = sorted(board.legal_moves, key=str)
    last = board.move_stack[-2] if len(board.move_stack) > 1 else None
    back = [move for move in moves if last and move == chess.Move(last.to_square, last.from_square)]
    return random.choice(back if back and random.random() < 0.7 else moves)


def their_text(name: str, board: chess.Board, move: chess.Move) -> str:
    """A move in coordinates; the king takes his rook only in Chess960, or where he does not stand at home."""
    return board.uci(move, chess960=name == "chess960")


def differences(name: str, position: Position, board: chess.Board, random: Random) -> Iterator[str]:
    """What the two programs say otherwise of a position."""
    theirs = {their_text(name, board, move): move for move in board.legal_moves}
    ours = {str(move): move for move in position.moves}
    if ours.keys() != theirs.keys():
        yield f"only ours: {sorted(ours.keys() - theirs.keys())}"
        yield f"only theirs: {sorted(theirs.keys() - ours.keys())}"
        return
    if facts(position.fen) != facts(board.fen()):
        yield f"our FEN {position.fen}"
    for text in random.sample(sorted(theirs), min(3, len(theirs))):
        if (said := position.san(ours[text])) != board.san(theirs[text]):
            yield f"{text} is {said} to us, {board.san(theirs[text])} to them"
        elif position.read(board.san(theirs[text])) is not ours[text]:
            yield f"{said} is read as {position.read(said)}"
    if position.repetitions != max(n for n in range(1, 9) if board.is_repetition(n)):
        yield f"repeated {position.repetitions} times"
    if judged(position, name) != their_result(board, name):
        yield f"our result is {judged(position, name)}, theirs {their_result(board, name)}"


def judged(position: Position, name: str) -> Payoffs | None:
    """Our result; in variants, where servers draw differently, only by the rules that end a game."""
    outcome = position.outcome if name in ORTHODOX else position.node.outcome
    return None if outcome is None else outcome.payoffs


def their_result(board: chess.Board, name: str) -> Payoffs | None:
    if name in ORTHODOX or not any(board.legal_moves):
        return PAYOFFS.get(board.result())
    return None


def compare(name: str, seed: int, plies: int) -> Iterator[str]:
    """Differences in some positions of a game, up to the first."""
    random = Random(f"{name} {seed}")
    board = random_board(name, random)
    position = load(name.removesuffix(" shuffled")).position(board.fen())
    for _ in range(plies):
        found = [
            f"{name} {seed} {board.fen()}: {said}" for said in differences(name, position, board, random)
        ]
        yield from found
        if found or not any(board.legal_moves):
            return
        move = next_move(board, random)
        position = position.play(their_text(name, board, move))
        board.push(move)


@pytest.mark.parametrize("name", STARTS)
def test_a_few_positions(name: str) -> None:
    found = [said for seed in range(SAMPLE) for said in compare(name, seed, 1)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", ORTHODOX)
def test_a_game(name: str) -> None:
    found = list(compare(name, SAMPLE, TOGETHER))
    assert not found, "\n".join(found)


def parts() -> list[tuple[str, int]]:
    """The parts of this share: a game, and the number of the part."""
    everything = [(name, part) for part in range(SOAK // PART // len(STARTS) + 1) for name in STARTS]
    return everything[SHARE - 1 :: SHARES]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "part"), parts())
def test_many_positions(name: str, part: int) -> None:
    games = PART // TOGETHER
    seeds = range(SAMPLE + 1 + part * games, SAMPLE + 1 + (part + 1) * games)
    found = [said for seed in seeds for said in compare(name, seed, TOGETHER)]
    assert not found, "\n".join(found)
