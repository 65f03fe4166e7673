"""Seed 002, equations (1) to (31): every worked value, by its number, in both readings."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from readings_002 import machine, value

from lasker.formulations.arithmetic.calculus import (
    Composition,
    Projection,
    Recursion,
    Successor,
    Zero,
    composition,
    projection,
    recursion,
    subterms,
    successor,
    zero,
)
from lasker.formulations.arithmetic.definitions import Definition, library, read
from lasker.formulations.arithmetic.literal import Literal
from lasker.formulations.arithmetic.machine import Machine, _realized
from lasker.formulations.arithmetic.numbers import (
    Number,
    as_sequence,
    exact,
    item,
    left,
    pair,
    right,
    sequence,
)
from lasker.formulations.arithmetic.reading import Reading, printed, repaired
from lasker.formulations.arithmetic.realizers import REALIZERS, catl, length, put
from lasker.formulations.arithmetic.sizes import compare
from lasker.formulations.arithmetic.syntax import Call, Word
from lasker.kernel.errors import LimitError

WORKED = [
    # id, expression, value
    ("K4_successor", "s(6)", 7),
    ("K4_zero", "n(6)", 0),
    ("K4_quotients", "[⌊7 / 2⌋, ⌊2 / 5⌋, ⌊8 / 5⌋, ⌊8 / 0⌋] = [3, 0, 1]", 1),
    ("K4_bounded_minimum", "min(t ≤ 10){t · t > 10}", 4),
    ("K4_bounded_minimum_without_witness", "min(t ≤ 3){t > 5}", 0),
    ("K5_pairing", "⟨2, 3⟩", 27),
    ("K5_gamma", "[gammax(27), gammay(27)] = [2, 3]", 1),
    ("K6_left", "l(27)", 2),
    ("K6_right", "r(27)", 3),
    ("K7_primes", "[π(0), π(1), π(2), π(3), π(4), π(5)] = [0, 2, 3, 5, 7, 11]", 1),
    ("K8_product", "[3, 101, 7891, 1, 43] = 2 ^ 3 · 3 ^ 101 · 5 ^ 7891 · 7 ^ 1 · 11 ^ 43", 1),
    ("K8_empty", "[]", 1),
    ("K9_accessor", "[([1, 7, 13])_1, ([1, 7, 13])_2, ([1, 7, 13])_3] = [1, 7, 13]", 1),
    ("K9_beyond", "([1, 7, 13])_4 + ([1, 7, 13])_0", 0),
    ("K10_length", "Lt(540)", 3),
    ("K10_of_nothing", "Lt([]) + Lt(0)", 0),
    ("K11_set", "set(18, 1, 3)", 72),
    ("K11_again", "set(72, 2, 4)", 648),
    ("K11_number", "[2, 3, 5, 8, 13]", 67168090852890380796712500),
    ("K11_large", "set(67168090852890380796712500, 5, 21)", 14398076794131917643247179978712500),
    ("K11_beyond", "set(18, 3, 1)", 0),
    ("K12_count", "[cnt(1, 30870), cnt(2, 30870), cnt(3, 30870), 1 + cnt(10, 30870)] = [2, 1, 1, 1]", 1),
    ("K12_trace", "cntx(1, 30870, 0) = 0 ∧ cntx(1, 30870, 1) = cntx(1, 30870, 2) = 1", 1),
    ("K12_trace_end", "cntx(1, 30870, 3) = cntx(1, 30870, 4) = 2", 1),
    ("K13_member", "1 ∈ 30870 ∧ 2 ∈ 30870 ∧ 3 ∈ 30870 ∧ 10 ∉ 30870", 1),
    ("K14_inner_variables_hide_outer_ones", "(∃k ∈ [1, 2]){k = 2 ∧ (∀k ∈ [5, 6]){k > 4}}", 1),
    ("K14_all_below_5", "(∀k ∈ [1, 2, 3, 4]){k < 5}", 1),
    ("K14_one_below_2", "(∃k ∈ [1, 2, 3, 4]){k < 2}", 1),
    ("K14_not_all_below_3", "(∀k ∈ [1, 2, 3, 4]){k < 3}", 0),
    ("K14_none_below_1", "(∃k ∈ [1, 2, 3, 4]){k < 1}", 0),
    ("K15_append_to_nothing", "rap(1, 0) = rap(1, 1) = 2", 1),
    ("K15_append", "rap(1, 2)", 6),
    ("K15_append_8", "rap(8, 337500)", 1945620337500),
    ("K15_append_5", "rap(5, set(27, 1, 2)) = rap(5, 108) = 337500", 1),
    ("K16_neutral", "0 ⊗l 12 = 1 ⊗l 12 = 12", 1),
    ("K16_left", "2 ⊗l 4", 12),
    ("K16_three", "[2, 3] ⊗l [1] = [1, 2, 3]", 1),
    ("K16_five", "2025000 ⊗l 18", 870037764750),
    ("K17_many", "catsl([[3, 4, 5], [1, 2], [10, 11]])", 2398810352874712857400320),
    ("K19_right", "[1] ⊗r [2] = [1, 2] ∧ [2, 3] ⊗r [1] = [2, 3, 1]", 1),
    ("K19_five", "[3, 4, 5] ⊗r [1, 2] = [3, 4, 5, 1, 2]", 1),
    ("K20_many", "catsr([[3, 4, 5], [1, 2], [10, 11]]) = [3, 4, 5, 1, 2, 10, 11]", 1),
    ("K21_by_index", "⊗r(x ∈ [[3, 4, 5], [1, 2], [10, 11]]){x} = [3, 4, 5, 1, 2, 10, 11]", 1),
    ("K21_by_index_left", "⊗l(x ∈ [[3, 4, 5], [1, 2], [10, 11]]){x} = [10, 11, 1, 2, 3, 4, 5]", 1),
    ("K22_range", "ggn(5, 7, 1) = [5, 6, 7] ∧ ggn(5, 7, 2) = [5, 7]", 1),
    ("K22_single", "ggn(9, 9, 4) = [9]", 1),
    ("K23_from_the_start", "ssq([1, 2, 3, 4, 5], 1, 3) = [1, 2, 3]", 1),
    ("K24_removal", "rm(1, [2, 3, 1]) = [2, 3] ∧ rm(2, [5, 1, 2, 3, 2]) = [5, 1, 3]", 1),
    ("K25_no_doubles", "rmd([5, 3, 5]) = [5, 3]", 1),
    ("K26_primes_among", "map(x ∈ [5, 6, 7]){prime(x)} = mapprime([5, 6, 7]) = [5, 7]", 1),
    ("K26_above_5", "map(x ∈ [5, 6, 7]){x > 5} = [6, 7]", 1),
    ("K27_prime", "prime(2) ∧ prime(97) ∧ ¬prime(0) ∧ ¬prime(1) ∧ ¬prime(91)", 1),
    ("K28_not_prime", "rmpprime([3, 5, 6, 7]) = [6]", 1),
    ("K28_below_5", "map(x ∈ [3, 5, 6, 7]){¬(x ≥ 5)} = [3]", 1),
    ("K29_places", "psn(1, [1, 3, 1]) = [1, 3]", 1),
    ("K29_invariant", "(∀t ∈ psn(2, [2, 7, 2, 1, 2])){([2, 7, 2, 1, 2])_t = 2}", 1),
    ("K30_pairs", "⟨10, 100⟩ = 205823 ∧ ⟨20, 200⟩ = 420478975 ∧ ⟨30, 300⟩ = 645318836223", 1),
    ("K30_place", "asx(30, [⟨10, 100⟩, ⟨20, 200⟩, ⟨30, 300⟩])", 3),
    ("K31_pair", "asc(20, [⟨10, 100⟩, ⟨20, 200⟩, ⟨30, 300⟩])", 420478975),
    ("K31_nothing", "asc(13, [⟨10, 100⟩, ⟨20, 200⟩, ⟨30, 300⟩])", 0),
]  # fmt: skip


@pytest.mark.parametrize("reading", ["printed", "repaired"])
@pytest.mark.parametrize(("text", "expected"), [row[1:] for row in WORKED], ids=[row[0] for row in WORKED])
def test_worked_values(text: str, expected: int, reading: str) -> None:
    assert value(text, *(["printed"] if reading == "printed" else [])) == expected


def test_K1_K2_K3_composition_and_recursion() -> None:
    """The formers themselves: h(x) = f(g₁(x), g₂(x)); h(t + 1) = φ(t, h(t)); and the same with parameters."""
    run, add, s = Literal(), printed().term("add"), successor()
    twice = composition(add, (projection(1, 1), projection(1, 1)), 1)  # x + x
    assert [run(composition(s, (twice,), 1), x) for x in range(5)] == [1, 3, 5, 7, 9]
    gauss = recursion(
        zero(), composition(add, (projection(1, 2), projection(2, 2)), 2)
    )  # h(t + 1) = t + h(t)
    assert [run(gauss, t) for t in range(6)] == [0, 0, 1, 3, 6, 10]
    step = composition(add, (projection(2, 3), projection(3, 3)), 3)
    times = recursion(composition(zero(), (), 1), step)  # h(x, t + 1) = h(x, t) + x
    assert [run(times, 7, t) for t in range(4)] == [0, 7, 14, 21]
    assert times is printed().term("mul")


def test_K12_the_count_goes_as_the_paper_traces_it() -> None:
    assert [machine()("cntx", 1, 30870, t) for t in range(5)] == [0, 1, 1, 2, 2]


EARLY = [d for d in library() if d.chapter[0] in "12"]
BUDGET = 8000  # steps of the literal recursion, for each of the arguments
# What cannot be known within that budget: not one argument below 4 lets the literal recursion end.
NEVER = {"gn", "F1", "F2", "F2 E-K5", "catsl", "catsr", "ggnx", "ggn", "F4", "F5", "F7"}


def literal(reading: Reading, name: str, arguments: tuple[int, ...], budget: int = BUDGET) -> int | None:
    try:
        return Literal(budget)(reading.term(name), *arguments)
    except LimitError:
        return None


@pytest.mark.parametrize("definition", EARLY, ids=lambda d: d.label)
def test_realizers_compute_what_the_literal_recursion_computes(definition: Definition) -> None:
    reading = repaired() if definition.errata else printed()
    machine_ = machine() if definition.errata else machine("printed")
    arguments = sorted(product(range(4), repeat=reading.term(definition.name).arity), key=sum)[:25]
    ended = 0
    for arguments_ in arguments:
        result = literal(reading, definition.name, arguments_)
        if result is not None:
            ended += 1
            assert machine_(definition.name, *arguments_) == result, arguments_
    assert ended or definition.label in NEVER


@pytest.mark.parametrize("arguments", [(6, 0, 0), (6, 0, 1), (6, 0, 2), (6, 1, 0), (2, 0, 3)])
def test_E_K7_stretches_of_sequences_from_places_that_they_do_not_have(arguments: tuple[int, ...]) -> None:
    for reading, machine_ in ((printed(), machine("printed")), (repaired(), machine())):
        result = literal(reading, "ssqx", arguments, 1_000_000)
        assert result is None or machine_("ssqx", *arguments) == result
    assert literal(printed(), "ssqx", (6, 0, 0), 1_000_000) == 1


@pytest.mark.soak
@pytest.mark.parametrize("definition", EARLY, ids=lambda d: d.label)
def test_realizers_and_recursion_far_out(definition: Definition) -> None:
    reading = repaired() if definition.errata else printed()
    machine_ = machine() if definition.errata else machine("printed")
    arguments = sorted(product(range(7), repeat=reading.term(definition.name).arity), key=sum)[:100]
    for arguments_ in arguments:
        result = literal(reading, definition.name, arguments_, 1_000_000)
        assert result is None or machine_(definition.name, *arguments_) == result, arguments_


def test_how_tiny_the_literal_recursion_is() -> None:
    """The lesson: with a hundred thousand steps one gets to ⟨2, 3⟩, and not to the length of 2."""
    counted = {}
    for name, *arguments in [("add", 3, 4), ("pair", 2, 3), ("quo", 7, 2), ("l", 3), ("π", 3)]:
        run = Literal(100_000)
        run(printed().term(str(name)), *(int(a) for a in arguments))
        counted[name] = run.steps
    assert counted["add"] < counted["pair"] < counted["quo"] < counted["l"] < counted["π"] < 100_000
    for name, argument in (("Lt", 2), ("l", 12), ("π", 4)):
        with pytest.raises(LimitError, match="has not ended after 100000 steps"):
            Literal(100_000)(printed().term(name), argument)


def test_terms_are_made_of_the_five_formers() -> None:
    for reading in (printed(), repaired()):
        for name in reading.definitions:
            kinds = {type(part) for part in subterms(reading.term(name))}
            assert kinds <= {Zero, Successor, Projection, Composition, Recursion}, name


def test_only_equations_up_to_31_have_realizers() -> None:
    early = {d.label for d in EARLY}
    assert set(REALIZERS) <= early
    assert all(d.number is None or d.number <= 31 for d in EARLY)
    for reading in (printed(), repaired()):
        late = [d for d in reading.definitions.values() if d.chapter[0] not in "12"]
        assert len(late) > 150
        for definition in late:
            if reading.term(definition.name) in _realized():  # mvi is another name for r
                assert isinstance(definition.body, Call)
                assert definition.body.arguments == tuple(map(Word, definition.parameters))
                assert definition.body.name in REALIZERS
            assert definition.number is None or definition.number >= 32


def test_a_later_function_runs_by_its_definition_and_by_nothing_else() -> None:
    """Change any text from (32) on, and the value changes with it: there is no other body."""
    texts = {
        "vld": ("(43) vld(b) ≡ b = 5", 1),
        "mp": ("(·) mp(j) = j + 2", 7),
        "kind": ("(·) kind(j) = 9", 9),
        "bkc": ("(56) bkc(b) ≡ b = 5", 1),
        "box": ("(69) box(b, j, k) = b + j + k", 15),
        "E": ("(79) E(0) = 2\n    E(t + 1) = 3 · E(t)", 486),
        "value": ("(·) value(b, x) = b · x", 25),
    }
    for name, (text, expected) in texts.items():
        [changed] = read(text, "made up")
        reading = Reading(repaired().repairs, (*library(), changed))
        assert Machine(reading)(name, *[5] * len(changed.parameters)) == expected


def test_definitions_name_every_equation() -> None:
    numbered = {d.number for d in library() if d.number}
    formers_and_statements = {1, 2, 3, 4, 14, 18, 21, 71}
    assert numbered | formers_and_statements == set(range(1, 111))


# Properties, beyond what the literal recursion reaches.

small = st.integers(0, 300)
wide = st.one_of(st.integers(0, 10**6), st.integers(0, 2**200))
lists = st.lists(st.integers(1, 80), max_size=12)


@given(wide)
def test_K5_pairing_is_onto(z: int) -> None:
    assert exact(pair(left(z), right(z))) == z


@given(small, wide)
def test_K5_pairing_is_one_to_one(x: int, y: int) -> None:
    z = pair(x, y)
    assert (left(z), right(z)) == (x, y)
    assert (left(exact(z)), right(exact(z))) == (x, y)


@given(lists, lists)
def test_K16_concatenation_is_that_of_lists(xs: list[int], ys: list[int]) -> None:
    assert catl(sequence(xs), sequence(ys)) == sequence(ys + xs)
    assert exact(catl(exact(sequence(xs)), exact(sequence(ys)))) == exact(sequence(ys + xs))


@given(lists, lists, lists)
def test_K18_K21_concatenation_is_associative(xs: list[int], ys: list[int], zs: list[int]) -> None:
    x, y, z = map(sequence, (xs, ys, zs))
    assert catl(catl(x, y), z) == catl(x, catl(y, z))


@given(lists, st.data())
def test_structures_and_integers_agree(xs: list[int], data: st.DataObject) -> None:
    ys = data.draw(lists)
    place = data.draw(st.integers(0, 14))
    x, y = sequence(xs), sequence(ys)
    m, n = exact(x), exact(y)
    assert hash(x) == hash(m)
    assert x == m
    assert (x == y) == (m == n) == (xs == ys)
    assert compare(x, y) == (m > n) - (m < n)
    assert item(x, place) == item(m, place) == ([0, *xs] + [0] * 20)[place]
    assert length(x) == length(m) == len(xs)
    assert put(x, place, 9) == put(m, place, 9)
    assert left(x) == left(m)
    assert right(x) == right(m)
    p, q = pair(x, y) if m < 2000 else pair(place, y), pair(place, x)
    assert compare(p, q) == (exact(p) > exact(q)) - (exact(p) < exact(q)) if m < 2000 else True
    assert [item(q, i) for i in range(4)] == [item(exact(q), i) for i in range(4)]


ARITY = {d.label: len(d.parameters) for d in EARLY}
COUNTED = {"fact", "π", "prime"}  # which are given small numbers: they count to them
ARITHMETIC = {d.label for d in EARLY if d.chapter[0] == "1"} - {"Lt"}
sequences = st.one_of(st.integers(0, 90), lists.map(sequence))
mixed = st.one_of(sequences, st.builds(pair, st.integers(100, 300), st.integers(0, 2**150)))


def answer(label: str, arguments: tuple[Number, ...]) -> Number | None:
    try:
        return REALIZERS[label](*arguments)
    except LimitError:
        return None


@pytest.mark.parametrize("label", sorted(REALIZERS))
@settings(max_examples=25)
@given(data=st.data())
def test_every_operation_agrees_on_structures_and_integers(label: str, data: st.DataObject) -> None:
    """Pairs and sequences as what they are made of, and as the integers that they are."""
    numbers = st.integers(0, 300) if label in COUNTED else mixed if label in ARITHMETIC else sequences
    structures = data.draw(st.tuples(*[numbers] * ARITY[label]))
    integers = tuple(exact(z) for z in structures)
    one, other = answer(label, structures), answer(label, integers)
    assert one is None or other is None or one == other
    if one is not None and other is not None:
        assert hash(one) == hash(other)
        assert compare(one, other) == 0


def test_most_operations_answer_about_structures() -> None:
    """Nothing is built to find out about a board, a pair of boards or a game, except to add and multiply."""
    b, c = value("fig1"), value("fig3")
    boards, z = pair(b, c), sequence([b, c, b])
    assert (left(boards), right(boards)) == (b, c)
    assert (item(z, 2), length(z), put(z, 2, b)) == (c, 3, sequence([b, b, b]))
    asked = {
        "cnt": (b, z), "in": (c, z), "notin": (c, z), "rap": (c, z), "catl": (z, z), "catr": (z, z),
        "rm": (c, z), "psn": (b, z), "rmd": (z,), "rev": (z,), "eq": (z, z), "ne": (boards, z),
        "le": (b, boards), "lt": (b, z), "asx": (b, sequence([boards])), "cntx": (b, z, 3),
        "ssqx": (z, 2, 2), "ssqx E-K7": (z, 2, 2), "F2 E-K5": (sequence([z, z]),), "sub": (z, z),
        "pow": (2, boards), "if": (z, b, c), "clip": (b, boards),
    }  # fmt: skip
    assert all(answer(label, arguments) is not None for label, arguments in asked.items())


nested = st.recursive(
    st.integers(0, 2**140),
    lambda inner: st.one_of(
        st.builds(pair, inner, inner), st.lists(inner, min_size=1, max_size=4).map(sequence)
    ),
    max_leaves=6,
)


@settings(max_examples=150)
@given(nested, nested)
def test_order_is_total_where_it_answers(a: Number, b: Number) -> None:
    try:
        order = compare(a, b)
    except LimitError:
        return
    assert order == -compare(b, a)
    assert (order == 0) == (a == b)
    assert compare(pair(1, a), a) == 1
    assert compare(sequence([1, a]), sequence([1, b])) == order


@settings(max_examples=150)
@given(nested, nested)
def test_pairs_of_anything_come_apart(a: Number, b: Number) -> None:
    z = pair(a, b)
    assert (left(z), right(z)) == (a, b)
    assert as_sequence(sequence([3, a, 1])).items == (3, a, 1)


def test_no_astronomical_integer_is_built() -> None:
    huge = pair(10**30, 1)
    with pytest.raises(LimitError):
        exact(huge)
    for text in (
        "x + 1", "x · x", "fact(x)", "π(x)", "fact(999999)", "99999999999 ^ 99999999999 + 1", "π(999999999)",
        "ggn(1, 999999999, 1)", "Lt(2305843009213693951)",
    ):  # fmt: skip
        with pytest.raises(LimitError):
            value(text, x=huge)
    assert value("2 ^ x = [x]", x=huge) == 1
    assert value("x ∸ x", x=huge) == 0
    assert value("x · 1 + 0 = x", x=huge) == 1
    assert value("6 ^ 999999999999 = [999999999999, 999999999999]") == 1
