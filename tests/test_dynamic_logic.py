"""The tableau of propositional dynamic logic against brute force: relations on few positions.

Terms are made up of unknown moves, tests, choice, sequence and repetition. What the tableau proves holds in
all relations on two positions and in random ones on more; what it refutes is refuted by the model that it
gives, evaluated here by the definition of each operator.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from random import Random
from typing import cast

import pytest

import lasker
from lasker.algebra.contents import CHESSMEN
from lasker.algebra.decision import counting_moves, dynamic_logic
from lasker.algebra.decision.atoms import atoms, split
from lasker.algebra.decision.counter_models import extracted
from lasker.algebra.decision.derivatives import TooLargeError
from lasker.algebra.decision.equality import equal_moves
from lasker.algebra.decision.world import World
from lasker.algebra.moves import (
    FAIL,
    NIL,
    Choice,
    Fail,
    Move,
    Nil,
    Repeat,
    Sequence,
    Test,
    Variable,
    choice,
    sequence,
)
from lasker.space.board_kinds import KINDS

Relation = frozenset[tuple[int, int]]
NAMES = ("M", "N")
PAIRS = 30  # of random terms in one test


def random_term(random: Random, depth: int) -> Move:
    """A term of the decidable fragment."""
    if depth == 0 or random.random() < 0.15:
        atoms: list[Move] = [Variable("M"), Variable("N"), Variable("M"), Variable("N"), NIL, FAIL]
        return random.choice(atoms)
    match random.randrange(7):
        case 0 | 1:
            return sequence([random_term(random, depth - 1) for _ in range(2)])
        case 2 | 3:
            return choice([random_term(random, depth - 1) for _ in range(2)])
        case 4:
            low, high = random.choice([(0, None), (1, None), (0, 1), (2, 2), (0, None)])
            return Repeat(random_term(random, depth - 1), low, high)
        case 5:
            return Test(random_term(random, depth - 1), True)
        case _:
            return Test(random_term(random, depth - 1), False)


def related(move: Move, size: int, arrows: Mapping[str, Relation]) -> Relation:
    """The relation that a term denotes, by the definition of each operator."""
    same = frozenset((at, at) for at in range(size))

    def then(one: Relation, two: Relation) -> Relation:
        return frozenset((a, c) for a, b in one for d, c in two if b == d)

    match move:
        case Nil():
            return same
        case Fail():
            return frozenset()
        case Variable(name):
            return arrows.get(name, frozenset())
        case Sequence(parts):
            found = same
            for part in parts:
                found = then(found, related(part, size, arrows))
            return found
        case Choice(options):
            return frozenset().union(*(related(option, size, arrows) for option in options))
        case Repeat(body, low, high):
            once, reached, found = related(body, size, arrows), same, frozenset[tuple[int, int]]()
            for rounds in range(low + size * size + 1 if high is None else high + 1):
                found |= reached if rounds >= low else frozenset()
                reached = then(reached, once)
            return found
        case Test(body, wanted):
            possible = {a for a, _ in related(body, size, arrows)}
            return frozenset((a, a) for a in range(size) if (a in possible) is wanted)
    raise AssertionError(move)


@cache
def small_models() -> list[tuple[int, dict[str, Relation]]]:
    """Every pair of relations on one and on two positions, and some on three and four."""
    found = []
    for size in (1, 2):
        pairs = list(product(range(size), repeat=2))
        relations = [
            frozenset((a, b) for at, (a, b) in enumerate(pairs) if chosen >> at & 1)
            for chosen in range(1 << len(pairs))
        ]
        found += [(size, dict(zip(NAMES, two, strict=True))) for two in product(relations, repeat=2)]
    random = Random(7)
    for _ in range(60):
        size = random.choice((3, 4))
        pairs = list(product(range(size), repeat=2))
        chosen = {name: frozenset((a, b) for a, b in pairs if random.random() < 0.3) for name in NAMES}
        found.append((size, chosen))
    return found


def pairs_of_terms(seed: int, number: int) -> list[tuple[Move, Move]]:
    """Random pairs; every other one differs in one part alone, so that many are equal."""
    random = Random(seed)
    found = []
    for at in range(number):
        left = random_term(random, 3)
        if at % 2:
            right = random_term(random, 3)
        else:
            right = random.choice(
                [
                    sequence([Test(left, True), left]),
                    choice([left, sequence([left, Test(random_term(random, 1), False)])]),
                    Repeat(Repeat(left, 0, None), 1, 1),
                    sequence(
                        [left, choice([Test(random_term(random, 2), wanted) for wanted in (True, False)])]
                    ),
                ]
            )
        found.append((left, right))
    return found


def undecided(seed: int, number: int) -> int:
    """How many of some random pairs are too large; the others are decided as brute force says."""
    found = 0
    for left, right in pairs_of_terms(seed, number):
        try:
            tableau = dynamic_logic.refutation(left, right)
        except TooLargeError:
            found += 1
            continue
        if tableau.is_satisfiable:
            model = extracted(tableau)
            one, two = (related(term, model.size, model.arrows) for term in (left, right))
            assert any(a == 0 for a, _ in one - two), (left, right, model)
        else:
            for size, arrows in small_models():
                assert related(left, size, arrows) <= related(right, size, arrows), (left, right, arrows)
    return found


@pytest.mark.parametrize("seed", range(10))
def test_what_is_proved_holds_and_what_is_not_has_a_model(seed: int) -> None:
    assert undecided(seed, PAIRS) <= 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100))
def test_no_wrong_verdict_and_few_undecided(seed: int) -> None:
    assert undecided(1000 + seed, 1000) < 20


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("[M{2}]", "[M [M]]"),
        ("[M? N]", "[N] | [M N]"),
        ("[M+]", "[M]"),
        ("[M* N]", "[N] | [M [M* N]]"),
        ("[N] ![M* [N] M ![N]]", "[N] ![M* [N] M ![N]] ![M* ![N]]"),  # Segerberg's induction
        ("(M | N)*", "M* (N M*)*"),
        ("[M] M", "M"),
        ("M [N] ![N]", "fail"),
    ],
)
def test_tests_over_repetition_are_proved(left: str, right: str) -> None:
    assert lasker.equal(left, right).equal is True


@pytest.mark.parametrize(
    ("left", "right", "squares"),
    [
        ("M N", "N M", 1),
        ("[M N]", "[M]", 1),
        ("(M N)*", "M* N*", 1),
        ("M{3}", "M{2}", 1),
        ("M M", "M{2,3}", 1),
    ],
)
def test_false_laws_have_small_models(left: str, right: str, squares: int) -> None:
    verdict = lasker.equal(left, right)
    assert verdict.equal is False
    assert verdict.witness is not None
    assert len(verdict.witness.arena.space.sites) == squares
    assert verdict.witness.left != verdict.witness.right


@pytest.mark.parametrize("square", ["♙", "(. | ♟)", "(♙ | ♟): %y ♟"])
def test_false_laws_at_a_cursor_have_models(square: str) -> None:
    assert (
        lasker.equal(f"%{square}: (M N)* (M // N)*", f"%{square}: (M N | (M // N))*", budget=0).equal is False
    )


WORDS = """
counter n 0..9
step(m) = % + m. -> . + m%
take(m,t) = % + m t -> . + m%
slide(m,t) = step(m)* take(m,t)
"""


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("%♖: slide(u, . | ♟ | ♞)", "(%♖: slide(u, . | ♟)) | (%♖: slide(u, ♞))", True),
        ("%♖: slide(u, . | ♟ | ♞)", "(%♖: slide(u, .)) | (%♖: slide(u, ♞))", False),
        ("%(♖ | ♕): M", "(%♖: M) | (%♕: M)", True),
        ("(. | ♙ -> ♟)*", "((. -> ♟) | (♙ -> ♟))*", True),
        ("each %♙: [♟]", "nil", True),
        ("each %♙: M", "each %♙: [M] M", True),
    ],
)
def test_sets_are_split(left: str, right: str, equal: bool) -> None:
    assert lasker.equal(left, right, lasker.rules(WORDS)).equal is equal


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("[n >= 2] [n >= 1]", "[n >= 2]", True),
        ("[n >= 10]", "fail", True),
        ("[n >= 9]", "fail", False),
        ("n += 1 n += 1", "n += 2", True),
        ("[n >= 2] M [n >= 1] [n >= 2]", "[n >= 2] [n >= 1] M [n >= 2]", True),
        ("(n += 1)*", "(n += 1 | n += 2)*", True),
        ("n := 3 [n >= 4]", "fail", True),
        ("most n M", "M", False),
        ("[n >= 3] M [n >= 3]", "M [n >= 3]", False),
        ("%♖: M N", "(%♖: M) (%♖: N)", False),
        ("M n := 1 | n := 1 M n := 1", "n := 1 M n := 1", False),
        ("M? n := 1", "n := 1 M? n := 1", False),
    ],
)
def test_counters_are_compared_on_every_value(left: str, right: str, equal: bool) -> None:
    assert lasker.equal(left, right, lasker.rules(WORDS)).equal is equal


def test_every_value_of_a_counter_is_tried() -> None:
    words = lasker.rules(WORDS)
    for value in range(10):
        asked = cast(Move, lasker.parse(f"[n >= {value}] [n <= {value}]", words).value)
        found = counting_moves.difference(asked, FAIL, words.vocabulary)
        assert found == (value,)


@pytest.mark.parametrize(
    "text",
    [
        "(♙ | ♖ -> .) | (♖ -> ♟)",
        "%(♖ | ♕): %(♕ | ♙): (. -> ♟)",
        "[♖ | ♕] (♕ | . -> ♖)*",
        "(♙ | ♖ -> ♖) | (♖^m -> .)",
    ],
)
def test_split_moves_do_the_same(text: str) -> None:
    words = lasker.rules("mark m lasting")
    move = cast(Move, lasker.parse(text, words).value)
    apart = split(move, atoms([move]))
    assert apart != move
    for row in product(".♙♖♕♟", repeat=2):
        board = lasker.board("".join(row), words)
        assert board.arena.results(move, board.configuration) == board.arena.results(
            apart, board.configuration
        )


def wrong_or_undecided(seed: int, number: int) -> int:
    """How many random pairs the prover leaves undecided; its other verdicts are those of brute force."""
    world = World(KINDS["square"], CHESSMEN, None, 400)
    found = 0
    for left, right in pairs_of_terms(seed, number):
        verdict = equal_moves(left, right, world)
        if verdict.equal is None:
            found += 1
        elif verdict.equal:
            for size, arrows in small_models():
                assert related(left, size, arrows) == related(right, size, arrows), (left, right, arrows)
        else:
            assert verdict.witness is not None
            assert verdict.witness.left != verdict.witness.right
    return found


def test_the_prover_says_what_brute_force_says() -> None:
    assert wrong_or_undecided(77, 2 * PAIRS) == 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_the_prover_says_what_brute_force_says_at_length(seed: int) -> None:
    assert wrong_or_undecided(2000 + seed, 1000) < 20
