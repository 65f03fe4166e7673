"""Theorem 1 as a property: any finite Δ and any finite set of guards survive the way to text and back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_specs import GUARDS

from lasker.algebra.meaning import RELATIONS
from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.guards.functions import GuardWords
from lasker.frontends._yaml.guards.printer import spelled
from lasker.frontends._yaml.guards.reader import read as read_guard
from lasker.frontends._yaml.specification.resolved import read
from lasker.frontends._yaml.writing.pairs import Displacement, Pair, phi, specification, specified
from lasker.frontends._yaml.writing.pieces_of_game import Displacements
from lasker.kernel.source import Source
from lasker.play.game import load
from lasker.play.library import find

WORDS = GuardWords(
    pieces=("A", "B"), marks=("kept",), regions=("far",), counters=("score",), phases=("early",)
)
HEADER = (
    "marks: {kept: lasting}\nregions: {far: rank 8}\ncounters: {score: {high: 3}}\nphases: {early: {}}\n---\n"
)

offsets = st.tuples(st.integers(-3, 3), st.integers(-3, 3))
squares = st.builds(t.Square, st.sampled_from(["from", "to"]), offsets)
phrases = st.one_of(
    st.sampled_from([t.Phrase("empty"), t.Phrase("outside"), t.Phrase("square")]),
    st.builds(
        t.Phrase,
        st.sampled_from(["own", "enemy", "any"]),
        st.sampled_from([(), ("A",), ("A", "B")]),
        st.sampled_from([(), ("kept",)]),
    ),
)
amounts: Any = st.one_of(
    st.builds(t.Number, st.integers(0, 99)),
    st.builds(t.Count, phrases),
    st.builds(t.Count, phrases, st.just("far"), st.sampled_from([None, "own", "enemy"])),
    st.builds(t.Coordinate, squares, st.integers(0, 1)),
    st.builds(t.Component, st.integers(0, 1), st.booleans()),
    st.sampled_from([t.CountedTerm("score"), t.CountedTerm("ply"), t.CountedTerm("move_number")]),
)
leaves: Any = st.one_of(
    st.builds(t.Compare, amounts, st.sampled_from(sorted(RELATIONS)), amounts),
    st.builds(t.Within, squares, st.just("far"), st.sampled_from([None, "own", "enemy"])),
    st.builds(t.Holds, squares, phrases),
    st.builds(t.Attacked, squares),
    st.builds(t.StepKind, st.sampled_from(["capture", "castling", "en_passant", "promotion"])),
    st.sampled_from([t.InCheck(), t.InCheck(True)]),
    st.builds(lambda a, b: t.path_clear(t.Path(a, b)), squares, squares),
)
guards: Any = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(t.negation, inner),
        st.builds(t.After, inner),
        st.lists(inner, min_size=2, max_size=3).map(t.both),
        st.lists(inner, min_size=2, max_size=3).map(t.either),
        st.builds(lambda every, path, body: t.Quantified(every, "s", path, body), st.booleans(),
                  st.lists(squares, min_size=1, max_size=2).map(tuple), inner),
    ),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(guards)
def test_guards_are_read_as_they_are_spelled(guard: t.Guard) -> None:
    assert read_guard(spelled(guard), WORDS) == guard


@pytest.mark.parametrize("text", [guard.replace("STEP", "(1, 0)") for guard in GUARDS])
def test_texts_survive_being_read_and_spelled(text: str) -> None:
    words = GuardWords(**{**WORDS.__dict__, "regions": ("corner",)})
    guard = read_guard(text, words)
    assert read_guard(spelled(guard), words) == guard


named_guards = st.dictionaries(st.sampled_from(["one", "two", "three"]), guards, max_size=2).map(
    lambda found: frozenset(found.items())
)
displacements = st.builds(
    Displacement,
    st.tuples(st.integers(-7, 7), st.integers(-7, 7)).filter(any),
    st.one_of(st.booleans(), st.integers(2, 9)),
    st.sampled_from([None, "move", "capture"]),
    named_guards,
)


@settings(max_examples=60, deadline=None)
@given(st.frozensets(displacements, max_size=6), named_guards)
def test_H14_theorem_1_phi_is_onto(
    delta: frozenset[Displacement], conditions: frozenset[tuple[str, t.Guard]]
) -> None:
    pair = Pair(delta, conditions)
    text = HEADER + specification("A", pair) + "---\npiece: B\ndisplacement: []\n"
    assert phi(read(Source(text, "spec.yaml")))["A"] == pair


def test_displacements_are_written_in_one_order_whatever_that_of_the_sets() -> None:
    """The order of a set of guards differs from process to process."""
    ways = [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
    blocked = [
        frozenset((f"g{n}", t.Holds(t.Square("from", (n, n)), t.Phrase("empty"))) for n in (1, abs(x) + 2))
        for x, _ in ways
    ]
    pair = Pair(
        frozenset(Displacement(way, False, None, each) for way, each in zip(ways, blocked, strict=True))
    )
    said = specified("A", pair)["displacement"]
    assert [step["vector"] for step in said] == sorted(map(list, ways), key=lambda way: (abs(way[0]), way))


def test_displacements_of_breakthrough_are_read_from_its_rules() -> None:
    """The way back from the algebra finds the displacements that the specification says."""
    reader, said = (
        Displacements(load("breakthrough").model),
        {((0, 1), "move"), ((1, 1), None), ((-1, 1), None)},
    )
    pawn = reader.piece(reader.vocabulary.pieces[0])
    assert {(each.vector, each.only) for each in pawn.pair.delta} == said


def test_a_lame_leap_needs_the_square_that_blocks_it() -> None:
    reader = Displacements(load("xiangqi").model)
    horse = next(piece for piece in reader.vocabulary.pieces if piece.name == "horse")
    found = {
        (each.vector, spelled(guard)) for each in reader.piece(horse).pair.delta for _, guard in each.guards
    }
    assert len(found) == 8
    assert ((1, 2), "from + (0, 1) is empty") in found


@pytest.mark.soak
def test_displacements_of_chess_are_those_of_its_specification() -> None:
    graphs = phi(read(find("graph_chess")))
    reader = Displacements(load("chess").model)
    for piece in reader.vocabulary.pieces:
        if piece.owner == 0:
            found = {(e.vector, e.slide, e.only) for e in reader.piece(piece).pair.delta}
            plain = {(e.vector, e.slide, e.only) for e in graphs[piece.name].delta if not e.guards}
            marched = {((0, 2), False, "move")} if piece.name == "pawn" else set()
            passing = {((1, 1), False, None), ((-1, 1), False, None)} if piece.name == "pawn" else set()
            assert found == (plain | marched) - passing
