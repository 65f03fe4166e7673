"""Chess as displacements and guards is chess, move for move: reference counts, and games in lockstep."""

from __future__ import annotations

import os
import random
from functools import cache

import chess
import pytest
from test_reference_counts import BULK, TRICKY, Row

from lasker.backends import Engine, open_engine, position
from lasker.play.game import Game, Position, load

SMALL, LARGE = 60, 60_000
NODES = int(os.environ.get("LASKER_NODES", LARGE))
BACKEND = os.environ.get("LASKER_BACKEND", "c")  # what plays the counts of the long run
CHESS = [row for row in TRICKY if row.game == "chess"]
RANDOM = [row for row in BULK if row.game == "chess"]


@cache
def graphs() -> Game:
    return load("graph_chess")


@cache
def compiled() -> Engine:
    return open_engine(BACKEND, graphs().model)


def said(place: Position) -> object:
    """Everything that people see of a position: its moves, labels, SAN, outcome, claims, FEN, hash."""
    return (
        [(str(move), move.step.label, place.san(move), move.step.after.hash) for move in place.moves],
        place.outcome,
        [claim.reason for claim in place.claims],
        place.fen,
        place.node.hash,
    )


def lockstep(fens: list[str], plies: int, seed: int) -> int:
    """Random play from set-ups, the same in both games; the number of positions compared."""
    chance, met = random.Random(seed), 0
    for fen in fens:
        one, two = load("chess").position(fen), graphs().position(fen)
        for _ in range(plies):
            assert said(one) == said(two), one.fen
            met += 1
            if not one.moves:
                break
            text = str(chance.choice(one.moves))
            one, two = one.play(text), two.play(text)
    return met


def at_home(fen: str) -> bool:
    """Do kings and rooks with the right to castle stand where chess begins, and not as in Chess960?"""
    rows, _, rights = fen.split()[:3]
    first, last = rows.split("/")[-1], rows.split("/")[0]
    full = ["".join("." * int(sign) if sign.isdigit() else sign for sign in row) for row in (first, last)]
    homes = {"K": (0, 7, "R"), "Q": (0, 0, "R"), "k": (1, 7, "r"), "q": (1, 0, "r")}
    return rights == "-" or all(
        right in homes
        and full[homes[right][0]][homes[right][1]] == homes[right][2]
        and full[homes[right][0]][4] == homes[right][2].replace("R", "K").replace("r", "k")
        for right in rights
    )


@pytest.mark.parametrize("row", [row for row in CHESS if row.nodes <= SMALL and at_home(row.fen)], ids=str)
def test_H11_small_counts(row: Row) -> None:
    node = graphs().position(row.fen).node
    assert open_engine("reference", graphs().model).perft(position(node), row.depth) == row.nodes


def test_H11_random_positions_in_lockstep() -> None:
    chosen = [row.fen for row in RANDOM if at_home(row.fen)][::400]
    assert lockstep(chosen, 2, seed=4) >= 10


CASTLING = [
    "4k3/p6p/8/8/8/8/P6P/R3K2R w KQ - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/4K3 b kq - 0 1",
    "4k3/8/8/8/8/P2P4/P2P3P/RN2K1NR w KQ - 0 1",  # b1 is not empty
    "rn2k1nr/p2p3p/p2p4/8/8/8/8/4K3 b kq - 0 1",
    "4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1",  # out of check
    "r3k2r/8/8/8/4R3/8/8/4K3 b kq - 0 1",
    "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1",  # over f1
    "r3k2r/8/3R4/8/8/8/8/4K3 b kq - 0 1",  # over d8
    "4k3/8/8/8/8/8/8/R3K2R w K - 0 1",  # one right of two
    "r3k2r/8/8/8/8/8/8/4K3 b q - 0 1",
    "4k3/8/8/8/8/1r4r1/8/R3K2R w KQ - 0 1",  # b1 may be attacked, g1 may not
]


@pytest.mark.parametrize("fen", CASTLING)
def test_H11_castling(fen: str) -> None:
    assert {str(move) for move in graphs().position(fen).moves} == set(map(str, chess.Board(fen).legal_moves))


@pytest.mark.soak
def test_H11_many_random_positions_in_lockstep() -> None:
    chosen = [row.fen for row in (*CHESS, *RANDOM) if at_home(row.fen)][::10]
    assert lockstep(chosen, 8, seed=5) >= 2000


@pytest.mark.soak
@pytest.mark.parametrize("row", [row for row in (*CHESS, *RANDOM) if row.nodes <= NODES], ids=str)
def test_H11_all_counts(row: Row) -> None:
    """All rows whose set-ups are those of chess; the others begin where Chess960 does."""
    if not at_home(row.fen):
        pytest.skip("a set-up of Chess960")
    assert compiled().perft(position(graphs().position(row.fen).node), row.depth) == row.nodes
