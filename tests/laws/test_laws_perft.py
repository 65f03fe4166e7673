"""The FIDE Laws count as everyone does: the start position and others known to catch mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lasker.formulations.laws import fide
from lasker.formulations.laws.fide.article_3 import carried_out
from lasker.formulations.laws.position import LawsPosition
from lasker.kernel.errors import NotationError

DATA = Path(__file__).resolve().parent.parent / "data" / "perft.tsv"
QUICK = 50_000  # counts up to here are checked in every run
SOAK = 5_000_000
START = fide.write(fide.INITIAL)


def perft(position: LawsPosition, depth: int) -> int:
    """The number of sequences of so many legal moves."""
    moves = fide.legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(position.followed_by(move, carried_out(position, move)), depth - 1) for move in moves)


def counts() -> Iterator[tuple[str, int, int]]:
    """The known counts for chess: the position, the depth, the number."""
    for line in DATA.read_text("utf-8").splitlines():
        variant, fen, depth, nodes, *_ = line.split("\t")
        if variant == "chess":
            yield fen, int(depth), int(nodes)


def castles_as_in_chess960(fen: str) -> bool:
    """Rights that belong to kings and rooks elsewhere than Article 2 puts them."""
    try:
        fide.read(fen)
    except NotationError as error:
        return "needs the" in str(error)
    return False


ORTHODOX = [known for known in counts() if not castles_as_in_chess960(known[0])]
SHUFFLED = [known for known in counts() if castles_as_in_chess960(known[0])]


@pytest.mark.parametrize(("depth", "nodes"), [(1, 20), (2, 400), (3, 8902)])
def test_the_start(depth: int, nodes: int) -> None:
    assert perft(fide.INITIAL, depth) == nodes


@pytest.mark.parametrize(
    ("name", "fen", "counted"),
    [
        ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", (48, 2039)),
        ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", (14, 191, 2812)),
        ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", (6, 264, 9467)),
        ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", (44, 1486)),
    ],
)
def test_positions_that_catch_mistakes(name: str, fen: str, counted: tuple[int, ...]) -> None:
    assert tuple(perft(fide.read(fen), depth + 1) for depth in range(len(counted))) == counted, name


@pytest.mark.parametrize(("fen", "depth", "nodes"), [known for known in ORTHODOX if known[2] <= QUICK])
def test_known_counts(fen: str, depth: int, nodes: int) -> None:
    assert perft(fide.read(fen), depth) == nodes


@pytest.mark.soak
@pytest.mark.parametrize(
    ("fen", "depth", "nodes"),
    [
        (START, 4, 197_281),
        (START, 5, 4_865_609),
        *(known for known in ORTHODOX if QUICK < known[2] <= SOAK and known[0] != START),
    ],
)
def test_larger_counts(fen: str, depth: int, nodes: int) -> None:
    assert perft(fide.read(fen), depth) == nodes


def test_only_the_rights_of_chess960_are_refused() -> None:
    assert len(ORTHODOX) > len(SHUFFLED) > 0
    for fen, _, _ in SHUFFLED:
        board, side, _, *rest = fen.split()
        assert fide.read(" ".join((board, side, "-", *rest))).castling == ""
