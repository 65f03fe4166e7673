"""Standard algebraic notation: each move has a unique text that is read as that move;
compared with python-chess."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from lasker.kernel.errors import IllegalMove, LaskerError, NotationError
from lasker.kernel.source import Source
from lasker.model.position import Node
from lasker.notation.coordinates import move_texts
from lasker.notation.fen import fen
from lasker.notation.san import plain_texts, san, sign
from lasker.notation.san_reader import AmbiguousMove, parse_san
from lasker.play.game import load
from lasker.syntax.read import read_game

# Castling, en passant, promotions, mates, pins, and ambiguous knights and queens.
POSITIONS = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "1n1qk3/P1P5/8/8/8/8/8/4K3 w - - 0 1",
    "7k/8/8/1Q1Q4/8/1Q6/8/K7 w - - 0 1",
    "k7/8/8/N3N3/8/N7/8/K2N4 w - - 0 1",
    "4k3/8/8/8/1b6/2N5/8/2N1K3 w - - 0 1",
    "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
]


def chess_node(text: str) -> Node:
    return fen.read(load("chess").model, text)


def walk(node: Node, plies: int, seed: int) -> list[Node]:
    """Positions of a random game."""
    chance, found = random.Random(seed), []
    for _ in range(plies):
        found.append(node)
        if not node.steps:
            break
        node = chance.choice(node.steps).after
    return found


def signed(node: Node) -> list[str]:
    """All moves with the signs of check and mate."""
    texts = plain_texts(node, node.steps)
    return [text + sign(step.after) for text, step in zip(texts, node.steps, strict=True)]


def returns(node: Node) -> None:
    """The texts of all moves are different, and each is read as its own move."""
    texts = plain_texts(node, node.steps)
    assert len(set(texts)) == len(texts)
    for step, text in zip(node.steps, texts, strict=True):
        assert parse_san(node, text) is step, text


@pytest.mark.parametrize("text", POSITIONS)
def test_every_move_of_a_position_returns(text: str) -> None:
    node = chess_node(text)
    returns(node)
    step = node.steps[-1]
    assert parse_san(node, san(node, step)) is step


@cache
def wandered() -> list[Node]:
    """Every tenth position of a random game."""
    return walk(chess_node(load("chess").model.start), 31, seed=1)[::10]


def test_every_move_of_a_random_game_returns() -> None:
    for node in wandered():
        returns(node)


def test_python_chess_agrees_on_a_random_game() -> None:
    chess: Any = pytest.importorskip("chess")
    for node in wandered():
        board = chess.Board(fen.write(node))
        peer = [board.san(chess.Move.from_uci(move)) for move in move_texts(node, node.steps)]
        assert signed(node) == peer


@pytest.mark.soak
def test_python_chess_agrees_on_long_random_games() -> None:
    chess: Any = pytest.importorskip("chess")
    for seed in range(5):
        for node in walk(chess_node(load("chess").model.start), 150, seed=seed):
            board = chess.Board(fen.write(node))
            peer = [board.san(chess.Move.from_uci(move)) for move in move_texts(node, node.steps)]
            assert signed(node) == peer


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("tictactoe", 9),
        ("three_check", 3),
        ("crazyhouse", 3),
        ("glinski", 3),
        ("connect_four", 12),
        ("qubic", 4),
    ],
)
def test_no_game_is_special(name: str, plies: int) -> None:
    try:
        model = load(name).model
    except LaskerError:
        pytest.skip(f"the library has no {name}")
    for node in walk(fen.read(model, model.start), plies, seed=3):
        returns(node)


@pytest.mark.parametrize("text", POSITIONS)
def test_python_chess_writes_the_same(text: str) -> None:
    chess: Any = pytest.importorskip("chess")
    node, board = chess_node(text), chess.Board(text)
    assert len(node.steps) == board.legal_moves.count()
    written = [
        plain + sign(s.after) for s, plain in zip(node.steps, plain_texts(node, node.steps), strict=True)
    ]
    peer = [board.san(chess.Move.from_uci(move)) for move in move_texts(node, node.steps)]
    assert written == peer


@pytest.mark.parametrize(
    ("name", "variant", "text"),
    [
        ("crazyhouse", "crazyhouse", "r1b1k2r/ppp2ppp/2n5/3pp3/8/2N2N2/PP1PBPPP/R1BQK2R[QPn] w KQkq - 0 1"),
        ("chess960", "", "rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1"),
        ("chess960", "", "5rk1/8/8/8/8/8/8/R4KR1 w GA - 0 1"),
    ],
)
def test_python_chess_writes_the_same_in_variants(name: str, variant: str, text: str) -> None:
    chess: Any = pytest.importorskip("chess")
    variants: Any = pytest.importorskip("chess.variant")
    try:
        node = fen.read(load(name).model, text)
    except LaskerError as error:
        pytest.skip(f"{name}: {error}")
    board = variants.find_variant(variant)(text) if variant else chess.Board(text, chess960=True)
    written = [
        plain + sign(s.after) for s, plain in zip(node.steps, plain_texts(node, node.steps), strict=True)
    ]
    assert written == [board.san(chess.Move.from_uci(move)) for move in move_texts(node, node.steps)]


@pytest.mark.parametrize(
    ("position", "text", "move"),
    [
        (0, "0-0", "e1g1"),
        (0, "o-o-o", "e1c1"),
        (0, "O-O+!?", "e1g1"),
        (0, "OO", "e1g1"),
        (0, "e1g1", "e1g1"),
        (0, "Ke1-c1", "e1c1"),
        (0, "Kg1", "e1g1"),
        (0, "Nd7", "e5d7"),
        (0, "Ne5xd7", "e5d7"),
        (0, "N5xd7", "e5d7"),
        (0, "♘xd7", "e5d7"),
        (0, "e5:d7", "e5d7"),
        (0, "dxe6!!", "d5e6"),
        (0, "de6", "d5e6"),
        (0, "Pd5xe6", "d5e6"),
        (0, "d5-d6 $14", "d5d6"),
        (2, "exd3 e.p.", "e4d3"),
        (2, "exd3ep", "e4d3"),
        (2, "ed3", "e4d3"),
        (3, "a8=Q", "a7a8q"),
        (3, "a8Q", "a7a8q"),
        (3, "a8=N", "a7a8n"),
        (3, "a8(R)", "a7a8r"),
        (3, "axb8/B", "a7b8b"),
        (3, "ab8=q", "a7b8q"),
        (3, "cxd8Q#", "c7d8q"),
        (7, "Ra8#", "a1a8"),
        (7, "Ra8", "a1a8"),
        (7, "Ra8++", "a1a8"),
    ],
)
def test_what_people_write_is_understood(position: int, text: str, move: str) -> None:
    node = chess_node(POSITIONS[position])
    assert parse_san(node, text).label == node.steps[move_texts(node, node.steps).index(move)].label


@pytest.mark.parametrize(
    ("position", "text", "error", "words"),
    [
        (0, "", NotationError, "no move"),
        (0, "hello", NotationError, "a piece and a square"),
        (0, "Zf3", NotationError, "no piece is called Z"),
        (0, "Ng9", NotationError, "no square g9"),
        (0, "e8=X", NotationError, "no piece is called X"),
        (0, "Nb8", IllegalMove, "no knight can go to b8"),
        (0, "axb3", IllegalMove, "no pawn can go from a to b3"),
        (0, "--", IllegalMove, "somebody has to move"),
        (8, "O-O", IllegalMove, "castle"),
        (3, "a8", IllegalMove, "a8=Q a8=R a8=B a8=N"),
        (3, "a8=K", IllegalMove, "become a king"),
        (4, "Qc4", AmbiguousMove, "means 3 moves"),
        (5, "Nc4", AmbiguousMove, "means 3 moves"),
    ],
)
def test_what_cannot_be_played_says_why(
    position: int, text: str, error: type[LaskerError], words: str
) -> None:
    with pytest.raises(error) as caught:
        parse_san(chess_node(POSITIONS[position]), text)
    assert type(caught.value) is error
    assert words in caught.value.message


def test_a_pinned_piece_needs_no_telling_apart() -> None:
    node = chess_node(POSITIONS[6])  # the knight on c3 may not move, so the one on c1 is the only one for e2
    assert "Ne2" in plain_texts(node, node.steps)


def test_mate_and_stalemate() -> None:
    node = chess_node("7k/8/5KQ1/8/8/8/8/8 w - - 0 1")
    texts = {
        san(node, step) for step in node.steps if node.game.space.label(step.label[0].end) in ("g7", "f7")
    }
    assert {"Qg7#", "Qf7"} <= texts


DROPS = """lasker 1
game "Drops"
players first second
board 3x2
piece stone ● ○ 'S' 's'
piece flag ⚑ ⚐ 'F' 'f'
start "3/3 f 1"
move = %.: (put(●) | put(⚑))
end "full" lost: ![move]
"""


def test_drops_are_written_with_their_piece() -> None:
    model = read_game(Source(DROPS))
    node = fen.read(model, model.start)
    assert "F@b2" in plain_texts(node, node.steps)
    returns(node)


def test_a_position_plays_and_writes_both_notations() -> None:
    position = load("chess").start()
    for text in ("e4", "e7e5", "Nf3", "Nc6", "Bb5"):
        position = position.play(text)
    assert position.last is not None
    assert position.last.text == "f1b5"
    assert position.before is not None
    assert position.before.san(position.last) == "Bb5"
    assert position.san("a7a6") == position.san("a6") == "a6"
    assert position.why_illegal("a6") is None
    with pytest.raises(IllegalMove, match="no bishop can go to a6"):
        position.play("Ba6")
