"""The errata of seed 002, arithmetic and boards: E-K1 to E-K14 and E-K38, each in both readings."""

from __future__ import annotations

import pytest
from readings_002 import items, machine, value

from lasker.formulations.arithmetic.boards import encode
from lasker.formulations.arithmetic.definitions import library
from lasker.formulations.arithmetic.numbers import Number, as_sequence, exact, pair, sequence
from lasker.formulations.arithmetic.sizes import bits, size
from lasker.kernel.errors import LimitError, NameProblem, SortError


def short(fen: str, *changes: tuple[int, Number]) -> Number:
    """A board of 64 cells, with some cells changed."""
    cells = list(as_sequence(encode(fen, full=False)[0]).items)
    for place, piece in changes:
        cells[place - 1] = piece
    return sequence(cells)


KINGS = "7k/8/8/8/8/8/8/K7 w - -"


def test_E_K1_subtraction_stops_at_nothing() -> None:
    assert value("5 ∸ 2") == 3
    assert value("2 ∸ 5") == 0
    assert value("2 ≥ 0 ∧ ¬(∃t ≤ 9){5 + t = 2}") == 1  # the printed case x ≥ 0 applies, and has no value


def test_E_K2_zeros_are_lost() -> None:
    assert value("rap(0, [1, 2]) = [1, 2]") == 1
    assert value("[0, 3] ⊗l [1] = [1, 3]") == 1
    assert value("[2, 3] ⊗l [1] = [1, 2, 3]") == 1
    assert all(0 not in as_sequence(value(name)).items for name in ("fig1", "b0", "ζcp", "L"))


def test_E_K3_nothing_is_not_zero() -> None:
    z = sequence([encode("7k/7p/8/8/8/8/7P/K7 w - -")[0]])
    asked = "winnable(z, 1, 1) + drawable(z, 1)"
    assert value(asked, "E-K3", z=z) == 2
    assert value(asked, z=z) == 0


def test_E_K4_four_parts_come_out_of_order() -> None:
    left, right = "⊗l(x ∈ [[1], [2], [3], [4]]){x}", "⊗r(x ∈ [[1], [2], [3], [4]]){x}"
    assert (items(left, "E-K4"), items(left)) == ([4, 3, 1, 2], [4, 3, 2, 1])
    assert (items(right, "E-K4"), items(right)) == ([1, 2, 4, 3], [1, 2, 3, 4])


def test_E_K5_one_part_is_wrapped() -> None:
    assert value("⊗r(x ∈ [[3]]){x} = [[3]]", "E-K5") == 1
    assert value("⊗r(x ∈ [[3]]){x} = [3]") == 1
    assert value("H(0) = [[E0]]", "E-K5") == value("H(0) = [E0]") == 1


def test_E_K6_a_step_beyond_the_end_leaves_the_beginning() -> None:
    by_the_text = "{ ggn(5, 7, k) if k ≤ 7 ∸ 5; 0 otherwise }"  # "0 for k > 2"
    for k in (1, 2):
        assert value(f"ggn(5, 7, k) = {by_the_text}", k=k) == 1
    for k in (3, 4, 9):
        assert value(by_the_text, k=k) == 0
        assert value("ggn(5, 7, k) = [5]", "printed", k=k) == value("ggn(5, 7, k) = [5]", k=k) == 1


def test_E_K7_subsequences_begin_at_the_beginning() -> None:
    assert value("ssq([1, 2, 3, 4, 5], 4, 5) = [0, 0, 0, 4, 5]", "E-K7") == 1
    assert value("ssq([1, 2, 3, 4, 5], 4, 5) = [4, 5]") == 1


def test_E_K8_every_name_is_one_function() -> None:
    names = {d.name for d in library()}
    assert {
        "ggnx",
        "gnx",
        "cnt",
        "wp50",
        "bp50",
        "fvg",
        "awg",
        "bkc",
        "wkc",
        "cnt50",
        "cnts50",
        "quiet",
        "dr50",
    } <= names
    for other in ("gnnx", "count", "wpn50", "bpn50", "avg", "bck", "wck"):  # which the paper has too
        assert other not in names
        with pytest.raises(NameProblem, match="no function is called"):
            value(f"{other}(0)", "printed")
    with pytest.raises(SortError, match="ggn takes 3 arguments, and was given 2"):
        value("ggn(17, 48)", "printed")
    assert value("Lt(ggn(17, 48, 1))", "printed") == 32
    printed = [d.name for d in library() if not d.errata]
    assert len(printed) == len(set(printed))


def test_E_K9_there_are_eight_white_pawns() -> None:
    assert value("Lt(map(j ∈ ζcp){wpawn(j)})", "E-K9") == 7
    assert value("Lt(map(j ∈ ζcp){wpawn(j)})") == 8
    # A pawn becomes a knight, not a king: the fourth number of a promoted piece is that of knights.
    assert value("(∃j ∈ ζμw){r(j) = 47} ∧ (∀j ∈ ζμw ⊗r ζμb){kind(j) ≠ 7}") == 1
    assert value("(∀j ∈ ζμw){r(j) ≠ 47 ∨ kind(j) = 3}") == 1


def test_E_K10_what_cannot_be_built_is_kept_as_it_is() -> None:
    boards = pair(value("fig1"), value("fig3"))
    assert size(boards) == "about 10^921 bits"
    assert bits(pair(pair(18, 57), 53)) == 30146566
    assert exact(pair(25, 64)) == 4328521727
    with pytest.raises(LimitError):
        exact(boards)


@pytest.mark.parametrize(
    "changes",
    [
        [(49, 2), (10, pair(pair(2, 7), 37))],
        [(10, pair(pair(2, 7), 37)), (12, pair(pair(2, 6), 37))],
        [(10, 99)],
    ],
    ids=["a pawn and what it became", "two pieces of one pawn", "a number that is no piece"],
)
def test_E_K11_boards_that_cannot_be(changes: list[tuple[int, Number]]) -> None:
    b = short(KINGS, *changes)
    assert value("vld(b)", "E-K11", b=b) == 1
    assert value("vld(b)", b=b) == 0


def test_E_K11_a_valid_board_need_not_be_a_position() -> None:
    """Kings side by side, or both in check, are valid in either reading; who is to move decides."""
    touching, both = short("8/8/8/8/8/8/8/Kk6 w - -"), short("R6k/8/8/8/8/8/8/K6r w - -")
    for b in (touching, both):
        assert value("vld(b)", "E-K11", b=b) == value("vld(b)", b=b) == 1
        assert value("position(b, 1) + position(b, 2)", b=b) == 0
    assert value("position(b, 2)", b=short("R6k/8/8/8/8/8/8/K7 b - -")) == 1


def test_E_K11_what_the_text_says_about_figures() -> None:
    """Thirty-two empty cells are not the starting board; 7 is no dark position; king 14 is the white one."""
    assert value("cnt(1, fig3) = 32 ∧ fig3 ≠ fig1") == 1
    figure_5 = sequence([0, 2, 0, 4, 0, 6, 7, 8])
    assert value("7 ∈ y ∧ 7 ∉ ζdps ∧ 7 ∈ ζlps", y=figure_5) == 1
    assert value("(psn(14, fig1))_1 = 61 ∧ wp(14) ∧ (psn(30, fig1))_1 = 5 ∧ bp(30)") == 1


def test_E_K12_light_bishops_are_bishops() -> None:
    b = short(KINGS, (1, pair(pair(2, 1), 43)))
    assert value("bhμ((b)_1)", "E-K12", b=b) == value("dp2(b)", "E-K12", b=b) == 0
    assert value("bhμ((b)_1)", b=b) == value("dp2(b)", b=b) == 1


def test_E_K13_lines_are_found() -> None:
    assert [value(f"{name}(62)", "E-K13") for name in ("dgs", "rws", "cls")] == [0, 0, 0]
    assert [value(f"Lt({name}(62))") for name in ("dgs", "rws", "cls")] == [2, 8, 8]
    assert value("Lt(c(1)) = 57 ∧ cnt(0, c(1)) = 0", "E-K13") == 1
    assert items("c(1)") == list(range(1, 58, 8))
    assert value("F9(2) = ggn(9, 16, 1) ∧ F9(2) ≠ cx(9, 8)") == 1  # the paper writes ∏ π(j)^j for it


def test_E_K14_reaching_is_asked_of_a_position() -> None:
    b = value("fig3")
    assert items("arps(16, 46, b)", "E-K14", b=b) == []
    assert items("arps(16, 46, b)", b=b) == [36, 29, 31, 40, 63]
    assert sorted(items("arps(16, 46, b)", b=b), key=int) == [29, 31, 36, 40, 63]  # type: ignore[arg-type]


def test_E_K38_only_what_stands_between_is_in_the_way() -> None:
    b, _ = encode("7k/8/p7/8/8/8/6P1/K4B2 w - -")  # g2 and a6 are not in the way to e2
    assert value("arp15(53, 62, b)", "E-K38", b=b) == 0
    assert value("arp15(53, 62, b) ∧ arp15(17, 62, b) ∧ ¬arp15(48, 62, b)", b=b) == 1


def test_every_repair_changes_something() -> None:
    """No definition is repaired that would be the same without: each differs as a term."""
    for definition in library():
        if definition.errata:
            repaired, other = machine().reading, machine(definition.errata[-1]).reading
            if repaired.definitions[definition.name] is definition:
                assert other.definitions[definition.name] is not definition
                assert other.term(definition.name) is not repaired.term(definition.name), definition.label
