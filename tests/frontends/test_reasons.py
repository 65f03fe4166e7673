"""The reasons that a generated validator gives are true: each kind of reason is checked by python-chess."""

# ruff: noqa: E501  # a table, one line a reason

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import chess
import pytest

from lasker.frontends.yaml import validator
from lasker.play.library import find

Check = Callable[[chess.Board, int, int, "re.Match[str]"], bool]


def kind(board: chess.Board, square: str) -> str:
    """What stands on a square, in words."""
    found = board.piece_type_at(chess.parse_square(square))
    return chess.piece_name(found) if found else ""


def displaced(board: chess.Board, start: int, end: int) -> bool:
    """Could this piece ever go so, whatever stands elsewhere?"""
    piece = board.piece_at(start)
    assert piece is not None
    ahead = 8 if piece.color else -8
    if piece.piece_type == chess.PAWN:
        home = chess.square_rank(start) == (1 if piece.color else 6)
        return end in chess.SquareSet(chess.BB_PAWN_ATTACKS[piece.color][start]) or end - start in (
            (ahead, 2 * ahead) if home else (ahead,)
        )
    castles = piece.piece_type == chess.KING and start in (chess.E1, chess.E8) and abs(end - start) == 2
    empty = chess.Board(None)
    empty.set_piece_at(start, piece)
    return castles or end in empty.attacks(start)


def forbidden(board: chess.Board, start: int, end: int, found: re.Match[str]) -> bool:
    """Does what a guard says fail here? Those of castling may only forbid castling."""
    what, castles = kind(board, chess.square_name(start)), abs(end - start) == 2
    if found[1] == "home":
        return what == "pawn" and chess.square_rank(start) != (1 if board.turn else 6)
    if found[1] == "way":
        return what == "pawn" and board.piece_at((start + end) // 2) is not None
    if found[1] == "check" and not (what == "king" and castles):
        moves = [chess.Move(start, end), chess.Move(start, end, chess.QUEEN)]
        return any(board.is_pseudo_legal(move) and not board.is_legal(move) for move in moves)
    return what == "king" and castles


def friend(board: chess.Board, end: int) -> bool:
    """Is this square taken by the player to move?"""
    return board.color_at(end) is board.turn


CHECKS: list[tuple[str, Check]] = [
    (r"(\w\d) is empty", lambda b, s, e, m: b.piece_at(chess.parse_square(m[1])) is None),
    (r"the (\w+) on (\w\d) is (white|black)'s.*", lambda b, s, e, m: kind(b, m[2]) == m[1]
        and b.color_at(s) is (m[3] == "white") and b.turn is not b.color_at(s)),
    (r"the (\w+) on (\w\d) stands in the way", lambda b, s, e, m: kind(b, m[2]) == m[1]
        and chess.parse_square(m[2]) in chess.SquareSet.between(s, e)),
    (r"\w\d is taken by a friend", lambda b, s, e, m: friend(b, e) and displaced(b, s, e)),
    (r"\w\d is not empty, and the (\w+) takes nothing there", lambda b, s, e, m: b.piece_at(e) is not None
        and not friend(b, e) and displaced(b, s, e) and (e not in b.attacks(s))),
    (r"\w\d is empty, and the pawn goes there only to take", lambda b, s, e, m: b.piece_at(e) is None
        and e in b.attacks(s)),
    (r"what the pawn would take is not on (\w\d): enemy pawn marked jumped", lambda b, s, e, m: b.ep_square != e
        and chess.parse_square(m[1]) == chess.square(chess.square_file(e), chess.square_rank(s))),
    (r"what the king would carry is not on (\w\d): .*", lambda b, s, e, m: not b.has_castling_rights(b.turn)
        or not (b.castling_rights & chess.BB_SQUARES[chess.parse_square(m[1])])),
    (r"the guard (\w+) forbids it: .*", forbidden),
    (r"no displacement of the (\w+) leads from .*", lambda b, s, e, m: kind(b, chess.square_name(s)) == m[1]
        and not displaced(b, s, e)),
    (r"from \w\d to \w\d one may move so: (.*)", lambda b, s, e, m: {chess.Move.from_uci(t) for t in m[1].split(", ")}
        == {move for move in b.legal_moves if (move.from_square, move.to_square) == (s, e)}),
]  # fmt: skip
HARD = [
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",  # the square is given, but taking would uncover the rook
    "8/8/8/2pP4/8/8/8/K6k w - c6 0 1",
    "8/2P5/8/8/8/8/8/k6K w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1",
    "4k3/8/8/8/1b5r/8/3P4/R3K2R w KQ - 0 1",
    "rn2k2r/8/8/8/8/8/5r2/RN2K2R w KQkq - 0 1",
]
ASKED = {  # so that every kind of reason is met
    HARD[0]: [(chess.B5, chess.C6)],
    HARD[2]: [(chess.C7, chess.C8)],
    HARD[3]: [(chess.E1, chess.G1)],
    "8/8/8/8/4p3/4P3/8/K6k w - - 0 1": [(chess.E3, chess.E4)],
}
HARD += [fen for fen in ASKED if fen not in HARD]


@pytest.fixture(scope="module")
def engine() -> dict[str, Any]:
    """The validator of the game that is chess."""
    found: dict[str, Any] = {"__name__": "validator"}
    exec(compile(validator(find("graph_chess")), "validator", "exec"), found)
    return found


def positions(chance: Random, games: int) -> list[chess.Board]:
    """Positions of random games, and some that are hard."""
    found = [chess.Board(fen) for fen in HARD]
    for _ in range(games):
        board = chess.Board()
        for _ in range(chance.randrange(80)):
            if board.is_game_over(claim_draw=True):
                break
            board.push(chance.choice(list(board.legal_moves)))
        else:
            found.append(board)
    return found


def compared(engine: dict[str, Any], games: int, asked: int) -> Counter[str]:
    """How often each kind of reason was given; every one of them was true."""
    chance, met = Random(4), Counter[str]()
    for board in positions(chance, games):
        fen = board.fen(en_passant="fen")
        pairs = [(s, e) for s in chess.SQUARES for e in chess.SQUARES if s != e and board.piece_at(s)]
        near = [(s, e) for s, e in pairs if friend(board, s) and displaced(board, s, e)]
        chosen = chance.sample(near, min(asked * (5 if fen in HARD else 1), len(near)))
        for start, end in [*chosen, *chance.sample(pairs, 4), (chess.D4, chess.E5), *ASKED.get(fen, [])]:
            move = chess.square_name(start) + chess.square_name(end)
            said = engine["why_illegal"](fen, move)
            assert (said is None) == (chess.Move.from_uci(move) in board.legal_moves), (fen, move, said)
            for reason in (said or "").split("; ") if said else []:
                number, found = next(
                    (n, m) for n, (text, _) in enumerate(CHECKS) if (m := re.fullmatch(text, reason))
                )
                assert CHECKS[number][1](board, start, end, found), (fen, move, reason)
                met[CHECKS[number][0]] += 1
    return met


def test_every_reason_for_a_refusal_is_true(engine: dict[str, Any]) -> None:
    met = compared(engine, 3, 5)
    assert {text for text, _ in CHECKS} == set(met)


def test_a_capture_in_passing_that_uncovers_the_king(engine: dict[str, Any]) -> None:
    """The pawn can go so; its king is what forbids it."""
    assert engine["why_illegal"](HARD[0], "b5c6") == "the guard check forbids it: not after(in_check)"


@pytest.mark.soak
def test_many_reasons_for_refusals_are_true(engine: dict[str, Any]) -> None:
    compared(engine, 300, 40)
