"""Every clause of the rules of chess and its variants, in a position where it decides: against python-chess.

Random games seldom come where one clause alone makes the difference. For each position here the same moves,
and after each of them the same board, rights and result.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import chess
import pytest
from test_against_python_chess import VARIANTS, facts, judged, their_result, their_text

from lasker.play.game import Position, load

CASTLING = [
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",  # rights are lost with king, rook, and rook taken
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1",
    "1r2k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",  # b1 is attacked, and only the rook crosses it
    "3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1",  # d1
    "2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",  # c1
    "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1",  # f1
    "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1",  # g1
    "4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1",  # out of check
    "4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1",  # somebody in between
    "4k3/8/8/8/8/8/8/R1B1KB1R w KQ - 0 1",
    "4k3/8/8/8/8/8/8/R2QK2r w Q - 0 1",
    "r3k2r/8/8/8/8/8/p6p/4K3 b kq - 0 1",
]
PAWNS = [
    "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",  # one step and two
    "4k3/pppppppp/8/8/8/8/8/4K3 b - - 0 1",
    "4k3/8/8/8/2p5/1p1p4/PPPPP3/4K3 w - - 0 1",  # blocked at the first step, or the second
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",  # not in passing: the pawn has long been there
    "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
    "4k3/8/8/3PpP2/8/8/8/4K3 w - e6 0 1",  # two may take in passing
    "4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 1",
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",  # the rank would be open
    "7k/8/8/2bpP3/8/4K3/8/8 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",  # the only pawn that gives check
    "3rk3/8/8/3pP3/8/8/8/3K4 w - d6 0 1",
    "1n1k4/P7/8/8/8/8/5p1p/3K2N1 w - - 0 1",  # promotions, with and without capture
    "1n1k4/P7/8/8/8/8/5p1p/3K2N1 b - - 0 1",
    "4k3/8/8/2ppp3/3P4/8/8/4K3 w - - 0 1",
]
CHECKS = [
    "4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1",  # pinned
    "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1",
    "4k3/8/8/8/8/3n4/4r3/4K3 w - - 0 1",  # twice in check
    "4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 1",
    "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1",  # a pawn gives check, and does not protect backwards
    "4k3/3P4/8/8/8/8/8/4K3 b - - 0 1",
    "8/8/8/3k4/8/3K4/8/8 w - - 0 1",  # kings keep their distance
    "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",  # mates and stalemates
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    "3qk3/8/8/8/8/8/8/4K2Q w - - 0 1",
]
COUNTED = [
    "4k3/8/8/8/8/8/4P3/R3K2r w Q - 99 80",
    "4k3/8/8/8/8/8/4P3/4K2R w K - 149 90",
]
CHESS = [*CASTLING, *PAWNS, *CHECKS, *COUNTED]
CLAUSES = [("chess", fen) for fen in CHESS] + [
    ("chess960", "4k3/8/8/8/8/8/8/R5K1 w Q - 0 1"),  # a long walk for the king
    ("chess960", "4k3/8/8/8/8/8/8/RN4K1 w Q - 0 1"),  # somebody is in the way of the rook
    ("chess960", "4k3/8/8/8/8/8/8/R2N2K1 w Q - 0 1"),  # and of the king
    ("chess960", "3rk3/8/8/8/8/8/8/R5K1 w Q - 0 1"),  # d1, e1, c1 and g1 are attacked, b1
    ("chess960", "4r2k/8/8/8/8/8/8/R5K1 w Q - 0 1"),
    ("chess960", "2r4k/8/8/8/8/8/8/R5K1 w Q - 0 1"),
    ("chess960", "6rk/8/8/8/8/8/8/R5K1 w Q - 0 1"),
    ("chess960", "1r5k/8/8/8/8/8/8/R5K1 w Q - 0 1"),
    ("chess960", "rk6/8/8/8/8/8/8/1K3R2 b q - 0 1"),  # the rook leaps over the king
    ("chess960", "4k3/8/8/8/8/8/8/q1RK4 w Q - 0 1"),  # the rook had covered the king
    ("chess960", "1k6/8/8/8/8/8/8/2R1K1R1 w KQ - 0 1"),
    ("chess960", "4k3/8/8/8/8/8/8/4K1RR w K - 0 1"),  # the outermost rook, or one that its file names
    ("chess960", "4k3/8/8/8/8/8/8/4K1RR w G - 0 1"),
    ("chess960", "rr2k3/8/8/8/8/8/8/4K3 b q - 0 1"),
    ("chess960", "rr2k3/8/8/8/8/8/8/4K3 b b - 0 1"),
    ("3check", "4k3/8/8/8/8/8/8/R3K2Q w Q - 1+1 0 1"),  # the last check wins
    ("3check", "4k3/8/8/8/8/8/8/R3K2Q b - - 1+1 0 1"),
    ("3check", "4k3/8/8/3q4/8/8/8/R3K2R b KQ - 3+1 0 1"),
    ("3check", "4k3/8/8/8/8/4N3/8/4R1K1 w - - 2+3 0 1"),  # a check from behind counts once
    ("kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1"),
    ("kingofthehill", "8/8/4k3/8/8/2K5/8/8 b - - 0 1"),
    ("kingofthehill", "8/8/2k5/8/8/5K2/8/3r4 w - - 0 1"),
    ("racingkings", "8/1k1K4/8/8/8/8/8/8 w - - 0 1"),  # who arrives second with the answer draws
    ("racingkings", "8/1k1K4/8/8/8/8/8/8 b - - 0 1"),
    ("racingkings", "2K5/8/k7/8/8/8/8/8 b - - 0 1"),
    ("racingkings", "2K5/k7/8/8/8/8/8/1R6 b - - 0 1"),
    ("racingkings", "8/8/8/8/8/1k4K1/8/r1n2N1R w - - 0 1"),  # nobody gives check
    ("atomic", "4k3/3p4/8/8/8/8/3R4/3QK3 w - - 0 1"),  # the blast takes the king
    ("atomic", "8/8/8/3kK3/8/8/3r4/3R4 w - - 0 1"),  # kings that touch
    ("atomic", "4k3/8/8/3p4/4P3/3p4/2N1P3/4K3 w - - 0 1"),  # pawns survive a blast
    ("atomic", "4k3/8/8/3pPN2/8/8/8/4K3 w - d6 0 1"),  # in passing
    ("atomic", "rn2k3/P7/8/8/8/8/8/4K3 w q - 0 1"),
    ("atomic", "4k3/8/8/8/8/8/3r4/R3K2R w KQ - 0 1"),  # the king takes nothing
    ("atomic", "r3k2r/1n4n1/8/8/8/8/1R4R1/4K3 w kq - 0 1"),  # a right goes up with its rook
    ("antichess", "4k3/8/8/8/8/1p6/P6p/4K3 w - - 0 1"),  # who can take must
    ("antichess", "8/P7/8/8/8/8/7p/8 w - - 0 1"),  # a king as a promotion
    ("antichess", "8/8/8/8/8/p7/P7/8 w - - 0 1"),  # who cannot move wins
    ("antichess", "8/8/8/3pP3/8/8/8/8 w - d6 0 1"),
    ("giveaway", "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1"),
    ("horde", "4k3/8/8/8/8/8/3p4/PPP5 w - - 0 1"),  # two steps from the first rank
    ("horde", "4k3/8/8/8/1p6/8/P7/8 w - - 0 1"),
    ("horde", "4k3/8/8/8/8/8/3r4/3P4 b - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PNn] w - - 0 1"),  # drops; no pawn on the first or last rank
    ("crazyhouse", "4k3/8/8/8/4r3/8/8/4K3[QRB] w - - 0 1"),  # a drop may answer a check
    ("crazyhouse", "1n2k3/P7/8/3pP3/8/8/8/4K3[] w - d6 0 1"),  # what is taken comes into the hand
    ("crazyhouse", "4k3/8/2b5/1Q~1r4/8/3N~4/8/4K3[] b - - 0 1"),  # … a pawn if it was one
]


def board_of(name: str, fen: str) -> chess.Board:
    return chess.Board(fen, chess960=True) if name == "chess960" else VARIANTS[name](fen)


def differences(name: str, position: Position, board: chess.Board) -> list[str]:
    """What is otherwise about a position, but its moves."""
    found = []
    if facts(position.fen) != facts(board.fen()):
        found.append(f"our FEN {position.fen}, theirs {board.fen()}")
    if judged(position, name) != their_result(board, name):
        found.append(f"our result {judged(position, name)}, theirs {their_result(board, name)}")
    return found


@pytest.mark.parametrize(("name", "fen"), CLAUSES)
def test_every_move_and_what_comes_of_it(name: str, fen: str) -> None:
    board, position = board_of(name, fen), load(name).position(fen)
    assert differences(name, position, board) == []
    ours = {str(move): move for move in position.moves}
    theirs = {their_text(name, board, move): move for move in board.legal_moves}
    assert ours.keys() == theirs.keys()
    for text, move in theirs.items():
        board.push(move)
        assert differences(name, position.play(text), board) == [], text
        board.pop()


MINORS = {
    "N": "b3 b4",
    "n": "g6 g5",
    "dark": "c1 e3",
    "light": "d1 f1",
    "dark, black": "f8 h6",
    "light, black": "c8 e6",
}
ARMIES = [army for size in range(4) for army in combinations_with_replacement(MINORS, size)]


def armed(army: tuple[str, ...]) -> str | None:
    """A position with kings and these minor pieces; None if there is no room for them."""
    board = chess.Board(None)
    board.set_piece_at(chess.A1, chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.H8, chess.Piece.from_symbol("k"))
    for kind in set(army):
        squares = MINORS[kind].split()
        if army.count(kind) > len(squares):
            return None
        symbol = kind if len(kind) == 1 else "b" if "black" in kind else "B"
        for square in squares[: army.count(kind)]:
            board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(symbol))
    return board.fen()


@pytest.mark.parametrize("army", [army for army in ARMIES if armed(army)], ids=" + ".join)
def test_positions_in_which_nobody_can_mate(army: tuple[str, ...]) -> None:
    fen = armed(army)
    assert fen is not None
    outcome = load("chess").position(fen).outcome
    dead = outcome is not None and outcome.reason == "insufficient material"
    assert dead is chess.Board(fen).is_insufficient_material()
    assert outcome is None or dead


@pytest.mark.parametrize(
    ("fen", "jump", "mark", "moves"),
    [
        # The pawn that could take in passing is pinned along the rank, on the file, on a diagonal.
        ("8/8/8/8/1k3p1R/8/4P3/4K3 w - - 0 1", "e2e4", "-", "b4b5 e1d1 b5b4 d1e1"),
        ("5k2/8/8/8/5p2/8/4P3/4KR2 w - - 0 1", "e2e4", "-", "f8e8 e1d1 e8f8 d1e1"),
        ("8/8/5k2/8/3p4/2B5/4P3/4K3 w - - 0 1", "e2e4", "-", "f6f7 e1d1 f7f6 d1e1"),
        ("7k/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4", "e3", "h8g8 e1d1 g8h8 d1e1"),
        ("4k3/4p3/8/1K3P1r/8/8/8/8 b - - 0 1", "e7e5", "-", "b5b4 e8d8 b4b5 d8e8"),
        ("7K/8/8/8/5p2/8/2P5/4k3 w - - 0 1", "c2c4", "-", "e1d1 h8g8 d1e1 g8h8"),
    ],
)
def test_a_jump_that_cannot_be_answered_is_no_other_position(
    fen: str, jump: str, mark: str, moves: str
) -> None:
    position = load("chess").position(fen).play(jump)
    assert position.fen.split()[3] == mark
    board = chess.Board(fen)
    board.push_uci(jump)
    for move in moves.split():
        position = position.play(move)
        board.push_uci(move)
    assert position.repetitions == (2 if mark == "-" else 1)
    assert board.is_repetition(2) is (mark == "-")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("e1e2 e8e7 e2e1 e7e8", "a1b1 a8b8 b1a1 b8a8"),  # kings that have moved, and then their rooks
        ("a1b1 a8b8 b1a1 b8a8 h1g1 h8g8 g1h1 g8h8", "e1e2 e8e7 e2e1 e7e8"),  # rooks, and then their kings
    ],
)
def test_a_right_that_can_never_be_used_is_no_other_position(before: str, after: str) -> None:
    position = load("chess").position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    for move in before.split():
        position = position.play(move)
    earlier = position
    for move in after.split():
        position = position.play(move)
    assert position.key == earlier.key
    assert position.repetitions == 2
