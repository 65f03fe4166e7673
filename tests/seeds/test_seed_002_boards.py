"""Seed 002, equations (32) to (55): boards, pieces, lines, what a piece can reach."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readings_002 import items, machine, value

from lasker.formulations.arithmetic.boards import LETTERS, decode, encode, letter, place, square
from lasker.formulations.arithmetic.numbers import as_sequence, exact, left, pair, right
from lasker.formulations.arithmetic.sizes import bits, size
from lasker.formulations.arithmetic.syntax import write_digits
from lasker.kernel.errors import LaskerError, LimitError, NotationError

DIAGONAL = {
    1: [10, 19, 28, 37, 46, 55, 64],
    10: [1, 3, 17, 19, 28, 37, 46, 55, 64],
    19: [1, 10, 5, 12, 26, 33, 28, 37, 46, 55, 64],
    28: [1, 10, 19, 7, 14, 21, 35, 42, 49, 37, 46, 55, 64],
    37: [1, 10, 19, 28, 16, 23, 30, 44, 51, 58, 46, 55, 64],
    46: [1, 10, 19, 28, 37, 32, 39, 53, 60, 55, 64],
    55: [1, 10, 19, 28, 37, 46, 48, 62, 64],
    64: [1, 10, 19, 28, 37, 46, 55],
}


@pytest.mark.parametrize(
    ("board", "digits", "start", "digest"),
    [
        ("fig1", 922, "34313404482663676054", "d9f61c7ec5ab849b"),
        ("fig3", 948, "24022384047577399766", "34ee028983a32ed7"),
    ],
)
def test_K32_boards_are_the_numbers_of_the_paper(board: str, digits: int, start: str, digest: str) -> None:
    text = write_digits(exact(value(board)))
    assert len(text) == digits
    assert text.startswith(start)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_K32_positions() -> None:
    assert items("ζps") == list(range(1, 65))
    assert bits(value("ζps")) == 15334
    assert [value(f"(fig1)_{k}") for k in (1, 2, 63, 64, 0, 65)] == [26, 27, 16, 17, 0, 0]
    assert value("(∀i ∈ ggn(17, 48, 1)){(fig1)_i = 1} ∧ cnt(1, fig1) = 32") == 1
    assert value("(psn(14, fig1))_1 = 61 ∧ (psn(30, fig1))_1 = 5") == 1
    assert bits(value("fig1")) == 3062


def test_K32_the_four_moves_of_figure_3() -> None:
    for piece, start, end in ((6, 53, 37), (16, 63, 46), (22, 13, 29), (32, 7, 22)):
        assert [value(f"({b})_{k}") for b in ("fig1", "fig3") for k in (start, end)] == [piece, 1, 1, piece]


def test_K33_metamorphic_pieces() -> None:
    assert [len(items(name)) for name in ("ζμw", "ζμb")] == [248, 248]
    assert items("ζμw")[0] == pair(pair(2, 1), 37)
    assert items("ζμw")[-1] == pair(pair(9, 8), 47)
    assert items("ζμb")[0] == pair(pair(18, 57), 53)
    assert items("ζμb")[-1] == pair(pair(25, 64), 67)
    sevens = [43234556422756761599, 47846242441184149503, 50152085450397843455, 54763771468825231359]
    assert [pair(pair(2, 7), kind) for kind in (37, 41, 43, 47)] == sevens
    queen = pair(pair(19, 59), 53)
    assert (left(queen), right(queen), bits(queen)) == (62390271, 53, 62390278)
    assert exact(pair(25, 64)) == 4328521727
    assert len(set(items("ζcp"))) == 528


# Table 1: where each pawn may be transformed.
TABLE_1 = {2: range(1, 8), **dict.fromkeys(range(3, 9), range(1, 9)), 9: range(2, 9)}
TABLE_1 |= {18: range(57, 64), **dict.fromkeys(range(19, 25), range(57, 65)), 25: range(58, 65)}
TABLES = {
    "S1": ("ζμw", range(2, 10), (37, 41, 43, 47), (0, 1)),
    "S2": ("ζμb", range(18, 26), (53, 59, 61, 67), (0, 1)),
    "S3": ("ζlcwb", range(2, 10), (43,), (0,)),
    "S4": ("ζdcwb", range(2, 10), (43,), (1,)),
    "S5": ("ζlcbb", range(18, 26), (61,), (0,)),
    "S6": ("ζdcbb", range(18, 26), (61,), (1,)),
}


@pytest.mark.parametrize("table", TABLES)
def test_K33_S1_to_S6_the_tables_of_the_supplement(table: str) -> None:
    """Made again from Table 1: pawn, place and kind, the bishops by the colour of the place."""
    name, pawns, kinds, colours = TABLES[table]
    assert items(name) == [
        pair(pair(pawn, place), kind)
        for pawn in pawns
        for place in TABLE_1[pawn]
        if ((place - 1) // 8 + (place - 1) % 8) % 2 in colours
        for kind in kinds
    ]
    assert len(items(name)) == (248 if table in ("S1", "S2") else 31)
    assert all(items("mp(j)", j=pawn) == list(TABLE_1[pawn]) for pawn in pawns)


def test_K34_K35_piece_lists() -> None:
    assert [len(items(name)) for name in ("ζwp", "ζbp", "ζcp")] == [264, 264, 528]
    assert value("(∀j ∈ ζwp){wp(j) ∧ ¬bp(j) ∧ vlp(j)} ∧ (∀j ∈ ζbp){bp(j) ∧ ¬wp(j)}") == 1
    assert value("vlp(0) + vlp(1) + vlp(34) + vlp(⟨⟨2, 8⟩, 37⟩)") == 0


def test_K36_to_K40_kinds_of_metamorphic_pieces() -> None:
    assert [len(items(name)) for name in ("ζμlcb", "ζμdcb")] == [62, 62]
    counted = {
        name: value(f"Lt(map(j ∈ ζcp){{{name}(j)}})")
        for name in ("wkμ", "bkμ", "wlbμ", "blbμ", "wdbμ", "bdbμ", "knμ", "bhμ")
    }
    assert counted == {
        "wkμ": 62, "bkμ": 62, "wlbμ": 31, "blbμ": 31, "wdbμ": 31, "bdbμ": 31, "knμ": 124, "bhμ": 124,
    }  # fmt: skip


def test_K41_K42_colours_of_positions() -> None:
    light, dark = items("ζlps"), items("ζdps")
    assert light == [k for k in range(1, 65) if ((k - 1) // 8 + (k - 1) % 8) % 2 == 0]
    assert dark == [k for k in range(1, 65) if k not in light]


@pytest.mark.parametrize("reading", [(), ("printed",)])
def test_K43_the_boards_of_the_figures_are_valid(reading: tuple[str, ...]) -> None:
    board = value("fig3")
    assert value("vld(fig1) ∧ vld(b)", *reading, b=board) == 1


def test_K44_K45_K46_lines() -> None:
    assert value("dgs(62) = [[48, 55, 62], [17, 26, 35, 44, 53, 62]]") == 1
    assert value("dgs(1) = [[1, 10, 19, 28, 37, 46, 55, 64]]") == 1
    assert value("rws(62) = ggn(57, 64, 1) ∧ rws(7) = ggn(1, 8, 1)") == 1
    assert value("cls(62) = [6, 14, 22, 30, 38, 46, 54, 62] ∧ cls(7) = ggn(7, 63, 8)") == 1


def test_K47_K48_K49_common_lines() -> None:
    assert value("dg(62, 48) = [48, 55, 62] ∧ dg(62, 61) = 0") == 1
    assert value("rw(62, 57) = ggn(57, 64, 1) ∧ rw(62, 1) = 0") == 1
    assert value("cl(62, 6) = ggn(6, 62, 8) ∧ cl(62, 61) = 0") == 1


def test_K50_opposite_colours() -> None:
    assert value("oc(2, 18) ∧ oc(30, 14) ∧ ¬oc(2, 3) ∧ ¬oc(18, 33) ∧ ¬oc(1, 2) ∧ oc(2, ⟨⟨18, 57⟩, 53⟩)") == 1


@pytest.mark.parametrize("k", DIAGONAL)
def test_K51_what_bishop_15_could_reach(k: int) -> None:
    assert items("r(asc(k, r(asc(15, L))))", k=k) == DIAGONAL[k]
    assert items("rp(15, k, fig1)", k=k) == DIAGONAL[k]


def test_K51_bishops_share_their_tables() -> None:
    assert value("asc(15, L) ≠ asc(28, L) ∧ r(asc(15, L)) = r(asc(28, L)) = Lof(15)") == 1
    assert value("r(asc(12, L)) = r(asc(31, L)) = r(asc(⟨⟨3, 2⟩, 43⟩, L)) ∧ Lt(L) = 528") == 1


def test_K52_knights() -> None:
    assert items("rp(16, 63, fig1)") == [53, 46, 48]
    assert items("rp(16, 46, fig3)") == [61, 52, 36, 29, 31, 40, 56, 63]
    assert value("rp(1, 63, fig1) + rp(16, 63, 5)") == 0


def test_K53_K54_current_positions() -> None:
    assert value("cpsn(16, fig3) = kj(16, fig3) = 46 ∧ kj(30, fig1) = 5 ∧ kj(99, fig1) = 0") == 1
    assert value("(∀j ∈ ggn(2, 33, 1)){(fig3)_kj(j, fig3) = j}") == 1


def test_K54_lemma_1_bishop_15() -> None:
    assert value("arp15(48, 62, fig3)") == 0
    assert value("(∀k ∈ [17, 26, 35, 44, 53]){arp15(k, 62, fig3)}") == 1
    assert items("arps15(fig3)") == [17, 26, 35, 44, 53]


def test_K55_what_a_piece_reaches() -> None:
    assert items("arps(15, 62, fig1)") == []
    assert items("arps(16, 63, fig1)") == [46, 48]
    assert items("arps(15, 62, fig3)") == [17, 26, 35, 44, 53]
    assert items("arps(16, 46, fig3)") == [36, 29, 31, 40, 63]  # the paper sorts them: E-K14


def test_K10_sizes_are_told() -> None:
    boards = pair(value("fig1"), value("fig3"))
    assert size(boards) == "about 10^921 bits"
    with pytest.raises(LimitError, match="about 10\\^921 bits, and the limit is"):
        exact(boards)
    assert size(value("E0")).startswith("about 2^")


FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "QQQQQQQk/Q7/8/8/8/8/8/K7 b - -",
    "7k/8/8/8/8/8/8/KBBBBB1B w - -",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
    "r3k2r/8/8/8/8/8/8/R3K2R b Qk -",
    "1r2k2r/8/8/8/8/8/8/RR2K3 w Qk -",
]


@pytest.mark.parametrize("fen", FENS)
def test_boards_survive_being_numbers(fen: str) -> None:
    board, player = encode(fen)
    assert decode(board, player) == fen
    assert value("vld(b)", b=board) == 1
    short, _ = encode(fen, full=False)
    assert len(as_sequence(short).items) == 64
    assert decode(short, player).split()[:2] == fen.split()[:2]
    assert value("vld(b)", b=short) == 1


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from("....RNBQrnbq"), min_size=62, max_size=62),
    st.integers(0, 62),
    st.integers(0, 63),
)
def test_any_board_survives_or_is_refused(cells: list[str], first: int, second: int) -> None:
    marks = [*cells[:first], "K", *cells[first:]]
    marks.insert(second, "k")
    rows = "/".join("".join(marks[i : i + 8]) for i in range(0, 64, 8))
    for count in range(8, 0, -1):
        rows = rows.replace("." * count, str(count))
    try:
        board, player = encode(f"{rows} w - -")
    except NotationError:
        assert max(transformed(marks, "RNQB"), transformed(marks, "rnqb")) > 8
        return
    assert max(transformed(marks, "RNQB"), transformed(marks, "rnqb")) <= 8
    assert decode(board, player) == f"{rows} w - -"


def transformed(marks: list[str], kinds: str) -> int:
    """How many pieces there are beyond the first set; of bishops there is one on each colour."""
    rook, knight, queen, bishop = list(kinds)
    extra = sum(max(0, marks.count(kind) - own) for kind, own in ((rook, 2), (knight, 2), (queen, 1)))
    colours = [(i // 8 + i % 8) % 2 for i, mark in enumerate(marks) if mark == bishop]
    return extra + sum(max(0, colours.count(colour) - 1) for colour in (0, 1))


BAD = """
x
8/8/8/8/8/8/8/8 w - -
kK6/8/8/8/8/8/8 w - -
kK7/8/8/8/8/8/8/8 w - -
kK6/8/8/8/8/8/8/8 z - -
kK6/8/8/8/8/8/8/8 w K -
kK6/8/8/8/8/8/8/8 w X -
kK6/8/8/8/8/8/8/8 w - e4
kK6/8/8/8/8/8/8/8 w - e3
kK6/8/8/P7/8/P7/PP6/P7 w - -
kK6/8/8/8/8/8/P7/8/P7 w - -
kK6/8/8/8/8/8/8/x7 w - -
QQQQQQQQ/QQ6/8/8/8/8/8/Kk6 w - -
""".splitlines()


@pytest.mark.parametrize("fen", BAD)
def test_what_is_no_position_is_refused(fen: str) -> None:
    with pytest.raises(LaskerError):
        encode(fen)


@pytest.mark.parametrize("number", [0, 1, 540, 2**61 - 1, 10**900 + 7, 2**64 * 3**64])
def test_what_is_no_board_is_told_at_once(number: int) -> None:
    with pytest.raises(NotationError, match="not a board"):
        decode(number)


def test_pieces_and_squares_have_names() -> None:
    assert len(LETTERS) == 32
    assert all(place(square(k)) == k for k in range(1, 65))
    assert "".join(letter(j) for j in range(2, 34)) == "PPPPPPPPRNBQKBNRpppppppprnbqkbnr"
    assert [letter(pair(pair(19, 59), kind)) for kind in (53, 59, 61, 67)] == ["q", "r", "b", "n"]
    assert letter(pair(pair(2, 8), 37)) == ""
    assert machine()("vlp", pair(pair(2, 8), 37)) == 0
