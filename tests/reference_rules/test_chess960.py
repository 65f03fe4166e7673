"""Chess960: castling from anywhere, and known counts."""

from __future__ import annotations

import pytest
from positions import game

chess960 = game("chess960")

# Counts of python-chess (data file tricky.perft).
COUNTS = [
    ("r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq -", [23]),
    ("r1k2r1q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K2R1Q w KQkq -", [28]),
    ("8/8/8/4B2b/6nN/8/5P2/2R1K2k w Q -", [34]),
    ("2r5/8/8/8/8/8/6PP/k2KR3 w K -", [17]),
    ("4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ -", [19]),
    # Chess is one of the 960.
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", [20]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264]),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -", [6, 264]),
]


@pytest.mark.parametrize(("fen", "counts"), COUNTS)
def test_counts(fen: str, counts: list[int]) -> None:
    position, player = chess960.fen(fen)
    assert [chess960.perft("white", position, depth + 1, player) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("fen", ["4k3/8/8/8/4p3/8/3P4/4K3 w - -", "4k3/8/8/3pP3/8/8/8/4K3 w - d6"])
def test_en_passant_as_in_chess(fen: str) -> None:
    for depth in (1, 2):
        counts = {rules.perft("white", rules.fen(fen)[0], depth) for rules in (chess960, game("chess"))}
        assert len(counts) == 1


def test_three_moves_deep() -> None:
    position, player = chess960.fen("2r5/8/8/8/8/8/6PP/k2KR3 w K -")
    assert chess960.perft("white", position, 3, player) == 3931


def expected(rank: str, rights: str) -> set[str]:
    """What castling makes of a first rank such as "R..K..R.", by the letter of the rule."""
    king = rank.index("K")
    found = set()
    for right, home, rook_home in (("Q", 2, 3), ("K", 6, 5)):
        rooks = [i for i, piece in enumerate(rank) if piece == "R" and (i > king) == (right == "K")]
        if right not in rights or not rooks:
            continue
        rook = max(rooks) if right == "K" else min(rooks)
        passed = {
            *range(min(king, home), max(king, home) + 1),
            *range(min(rook, rook_home), max(rook, rook_home) + 1),
        }
        if all(rank[i] == "." for i in passed - {king, rook}):
            then = ["." if i in (king, rook) else piece for i, piece in enumerate(rank)]
            then[home], then[rook_home] = "K", "R"
            found.add("".join(then))
    return found


RANKS = [
    "R...K..R",
    "RK.....R",
    ".RK....R",
    "R.....KR",
    ".....RKR",
    "RKR.....",
    "..R.KR..",
    "R...KB.R",
    "RN..K..R",
    "...RK.R.",
    "R....K.R",
    "R.....K.",
    "..RKR...",
    ".RK.R...",
    "RKN....R",
    "R.K..N.R",
    "..RK..NR",
    "....RKR.",
]


@pytest.mark.parametrize("rank", RANKS)
def test_every_arrangement(rank: str) -> None:
    rights = ("Q" if "R" in rank[: rank.index("K")] else "") + ("K" if "R" in rank[rank.index("K") :] else "")
    fen = "".join(piece if piece != "." else "1" for piece in rank)
    position, _ = chess960.fen(f"8/8/8/8/8/8/8/{fen} w {rights} -")
    drawn = {chess960.draw(end).split("\n")[-1] for end in chess960.after("castling safe", position)}
    letters = {"♔": "K", "♖": "R", "♘": "N", "♗": "B", ".": "."}
    assert {"".join(letters[glyph] for glyph in line) for line in drawn} == expected(rank, rights)


@pytest.mark.parametrize(
    ("fen", "possible"),
    [
        ("4k3/8/8/8/8/8/8/1K3R2 w K -", True),
        ("3rk3/8/8/8/8/8/8/1K3R2 w K -", False),  # the king would pass d1
        ("3rk3/8/8/8/8/8/8/R3K3 w Q -", False),
        ("1r2k3/8/8/8/8/8/8/R3K3 w Q -", True),  # only the rook passes b1
        ("1r2k3/8/8/8/8/8/8/1K3R2 w K -", False),  # he is in check
        ("4k1r1/8/8/8/8/8/8/1K3R2 w K -", False),  # and would be on g1
        ("4k2r/8/8/8/8/8/8/1K5R w K -", True),  # a rook may be attacked
        ("4k3/8/8/8/8/8/8/qRK5 w Q -", False),  # the rook goes, and uncovers the king
    ],
)
def test_the_king_stays_out_of_danger(fen: str, possible: bool) -> None:
    position, _ = chess960.fen(fen)
    assert chess960.can("castling safe", position) is possible


def test_castling_without_a_step_of_the_king_still_uses_it_up() -> None:
    position, _ = chess960.fen("4k3/8/8/8/8/8/8/R1K4R w KQ -")
    [end] = [end for end in chess960.after("castling", position) if chess960.at(end, "a1") == "."]
    assert chess960.pieces(end) == {"c1": "♔", "d1": "♖", "e8": "♚", "h1": "♖^unmoved"}
    rook_away = chess960.place({"c1": chess960.at(end, "c1"), "h1": "♖^unmoved", "e8": "♚"})
    assert not chess960.can("castling", rook_away)
    assert chess960.can("castling", chess960.place({"c1": "♔^unmoved", "h1": "♖^unmoved", "e8": "♚"}))
