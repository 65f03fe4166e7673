"""Moves that may be the same, and tests about squares: in C as in the interpreter, on bitboards and not by
the walk; and `--explain` says which moves share a set of positions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from levels import Levels
from small_games import game

from lasker import backends
from lasker.backends.c.counting import Counting
from lasker.backends.c.native import Native
from lasker.compiler.bits import position_sets as sets
from lasker.compiler.emit.c.text import fast
from lasker.compiler.explain import explain
from lasker.compiler.groups import path_budget
from lasker.compiler.groups.game import SquareTest
from lasker.compiler.groups.kinds.path_classification import GONE
from lasker.compiler.groups.moves import EMPTY, Drop, Flat, Moves, Query, Rule, Screens, Terms
from lasker.compiler.groups.path import Branch, NotClassified, Value
from lasker.compiler.groups.side_conditions.coinciding_moves import merge_coinciding
from lasker.compiler.groups.side_conditions.disjointness import (
    Trace,
    TraceIndex,
    prove_disjoint,
    traces_coincide,
)
from lasker.compiler.groups.symbolic_execution import paths
from lasker.compiler.ir.ops import Adjust, Compare
from lasker.compiler.ir.reader import read
from lasker.compiler.pipeline import compiled

SHARED = (
    "friends may be taken",
    "kings and rooks change places",
    "relays beside other moves",
    ALL_SHARED := "relays like other moves",
    "riders come back",
    "pieces are pushed and turned round",
    "riders go round",
    "kings may hurry, and nobody asks",
    "kings may go as men do",
)
UNTOLD = ("relays beside other moves", ALL_SHARED)  # whose rules have no simple labels
PLACED = (
    "castling over squares that nobody reaches",
    "pieces go where a friend of theirs can see them",
    "what is pinned guards nothing",
)


def levels_of(name: str) -> Levels:
    played = game(name)
    return Levels(played.model, backends.position(played.start().node))


def counted(counting: Counting, packed: bytes) -> int | None:
    return counting.use(lambda machine: machine.count(packed, 2))


@pytest.mark.parametrize("name", [*SHARED, *PLACED])
def test_bitboards_count_what_the_program_does(name: str) -> None:
    levels = levels_of(name)
    counting, told = Counting(game(name).model, frozenset()), 0
    for position in islice(levels.boards(name), 30):
        found = counted(counting, counting.pack(position))
        if found is not None:  # else there are several kings, and the walk is asked
            told += 1
            assert found == levels.machine.perft(position, 2), position
    assert told > 10


@pytest.mark.parametrize("name", [name for name in SHARED if name != ALL_SHARED])
def test_only_what_may_be_the_same_shares_a_set(name: str) -> None:
    classes = levels_of(name).classes
    assert classes is not None
    for turn in classes.turns:
        assert turn.moves.shared
        assert len(turn.moves.every()) > len(turn.moves.shared)


@pytest.mark.parametrize("name", PLACED)
def test_tests_about_squares_are_tables(name: str) -> None:
    classes = levels_of(name).classes
    assert classes is not None
    assert any(isinstance(test, SquareTest) for test in classes.tests.values())
    assert not any(turn.moves.shared for turn in classes.turns)


def test_denials_of_different_squares_tell_nothing_apart() -> None:
    """One rule wants of its first square what the other does not want of its last one."""
    query = Query("near", True, (), 0)
    one = Rule((2, 1), ((0, GONE),), Terms(), (query,), ((0, 1),))
    other = replace(one, questions=(query._replace(wanted=False, at=1),))
    shared = merge_coinciding(Moves(rules=(one, other)), 0).shared
    assert [each.moves for each in shared] == [(one, other)]
    apart = replace(one, questions=(query._replace(wanted=False),))
    assert merge_coinciding(Moves(rules=(one, apart)), 0) == Moves(rules=(one, apart))


def test_opposite_answers_on_the_same_board_tell_rules_apart() -> None:
    """Two rules make the same board; on it one wants what the other denies."""
    one = Rule((2, 1), ((0, GONE),), Terms(asks=(("near", True),)), (), ((0, 1),))
    apart = replace(one, terms=Terms(asks=(("near", False),)))
    assert merge_coinciding(Moves(rules=(one, apart)), 0) == Moves(rules=(one, apart))
    marked = ((0, Value(None, 0, 1)),)  # the same symbol, with a mark
    elsewhere = replace(apart, writes=marked, holds=(16, 1)), replace(one, holds=(16, 1))
    shared = merge_coinciding(Moves(rules=elsewhere), 1).shared
    assert [each.moves for each in shared] == [elsewhere]
    early = replace(one, terms=Terms(), questions=(Query("near", False, (), None),))  # asked before the move
    assert merge_coinciding(Moves(rules=(one, early)), 0).shared


def test_opposite_answers_on_the_same_board_tell_classes_apart() -> None:
    """As with rules; a class that leaves a mark makes another board."""
    kept = Value(0, ~0, 0)
    one = Flat(16, EMPTY, Screens(), kept, Terms(asks=(("near", True),)), ((0, 1, 0),))
    apart = replace(one, terms=Terms(asks=(("near", False),)))
    assert not merge_coinciding(Moves(flats=(one, apart)), 1).shared
    elsewhere = one, replace(apart, value=Value(0, ~0, 1))
    assert [each.moves for each in merge_coinciding(Moves(flats=elsewhere), 1).shared] == [elsewhere]


def test_different_values_of_a_counter_tell_moves_apart() -> None:
    """Of drops and classes; what a move compares after it has changed the counter tells nothing."""
    two, three, more = Compare(0, "=", 2), Compare(0, "=", 3), Adjust(0, True, 1)
    for one in (
        Drop(16, Terms(counters=(two,)), (((), 7),)),
        Flat(16, EMPTY, Screens(), Value(0, ~0, 0), Terms(counters=(two,)), ((0, 1, 0),)),
        Rule((2, 1), ((0, GONE),), Terms(counters=(two,)), (), ((0, 1),)),
    ):
        kept = Branch("near", (three, more), (Compare(0, ">", 2),))
        for apart in (Terms(counters=(three, more)), Terms(branch=kept)):
            assert not _merged(one, replace(one, terms=apart)).shared
        early, loose = Terms(counters=(more, three)), Terms(branch=kept._replace(no=(more,)))
        for near in (early, loose, Terms(counters=(Compare(0, "!=", 2),))):
            other = replace(one, terms=near)
            assert [set(each.moves) for each in _merged(one, other).shared] == [{one, other}]


def _merged(*found: Drop | Flat | Rule) -> Moves:
    """Moves, those that may coincide together."""
    return merge_coinciding(
        Moves(
            tuple(each for each in found if isinstance(each, Flat)),
            tuple(each for each in found if isinstance(each, Drop)),
            tuple(each for each in found if isinstance(each, Rule)),
        ),
        0,
    )


def test_paths_that_may_coincide_are_compared() -> None:
    """Against all pairs, on random paths over three squares; each changes one of them."""
    random, found, index = Random(0), list[Trace](), TraceIndex()
    for _ in range(300):
        sites = random.sample(range(3), random.randint(1, 3))
        left = {site: frozenset(random.sample(range(3), random.choice((1, 1, 2)))) for site in sites}
        sure = frozenset(random.sample(sites, random.randint(1, len(sites))))
        found.append(Trace(dict.fromkeys(sites, 15), left, sure, ()))
    met = 0
    for number, trace in enumerate(found):
        near = {other for other, _ in index.may_meet(trace)}
        same = {other for other in range(number) if traces_coincide(trace, found[other])}
        assert same <= near
        met += len(same)
        index.add(number, trace)
    assert met > 1000


def test_without_work_left_moves_are_assumed_to_coincide(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = Rule((1, 16), ((0, Value(None, 0, 4)),), Terms(), (), ((0, 1), (1, 2)))
    twin = replace(apart, holds=(1, 32))
    assert not merge_coinciding(Moves(rules=(apart, twin)), 0).shared
    monkeypatch.setattr(path_budget, "MOST_COMPARED", 0)
    assert [each.moves for each in merge_coinciding(Moves(rules=(apart, twin)), 0).shared] == [(apart, twin)]
    with pytest.raises(NotClassified, match="pairs of paths"):
        prove_disjoint(Moves(rules=(apart, twin)), 0)


def test_where_a_set_is_full_the_walk_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_REACHED", 3)
    name = "relays beside other moves"
    levels = levels_of(name)
    counting = Counting(game(name).model, frozenset({"equal_offsets"}))  # a library of its own
    packed = counting.pack(levels.start)
    assert counting.use(lambda machine: machine.count(packed, 1)) is None
    assert counting.perft(levels.start, 2) == levels.machine.perft(levels.start, 2)


def listed_alike(name: str, native: Native) -> int:
    """Compare lists of moves with those of the program; the number of positions with several moves."""
    levels, told = levels_of(name), 0
    for position in islice(levels.boards(name), 30):
        assert levels.classes is not None
        if levels.groups.applies(position):
            wanted = [(each.label, each.after) for each in levels.machine.successors(position)]
            assert [(each.label, each.after) for each in native.successors(position)] == wanted, position
            told += len(wanted) > 1
    return told


@pytest.mark.parametrize("name", [name for name in SHARED if name not in UNTOLD])
def test_bitboards_list_what_the_program_does(name: str) -> None:
    native = Native(game(name).model, frozenset(), listing=True)
    assert native.lead == 0, "moves are listed by the walk"
    assert listed_alike(name, native) > 10


@pytest.mark.parametrize("name", UNTOLD)
def test_what_has_no_simple_label_is_listed_by_the_walk(name: str) -> None:
    assert Native(game(name).model, frozenset(), listing=True).lead == 1


def test_where_a_set_is_full_the_walk_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_REACHED", 1)
    name = "friends may be taken"
    native = Native(game(name).model, frozenset({"equal_offsets"}), listing=True)  # a library of its own
    assert native.lead == 0
    assert listed_alike(name, native) > 10


DENIALS = """
program sites 1 frames 1 marks 0 moved 0 ended 0
contents empty coin
turned 0 1
turn only player 0 move put then 0
table 0
block put()
  require not full()
  require free()
block full()
  require not free()
block free()
  apply 0 : #0 in 0
"""


def test_a_test_that_denies_another_wants_the_opposite() -> None:
    program = read(DENIALS)
    (path,) = paths(program, program.blocks["put"].body)
    assert [(asked.block, asked.wanted) for asked in path.questions] == [("free", True), ("free", True)]


def test_what_shares_a_set_is_told() -> None:
    made = compiled(game("kings and rooks change places").model)
    told = [reason for reason in explain(made, "") if reason.path == "set of positions"]
    assert [(each.rule, each.why.partition(";")[0]) for each in told] == [
        ("white: white_king with white_rook, white_rook with white_king", "96 entries"),
        ("black: black_king with black_rook, black_rook with black_king", "96 entries"),
    ]


@pytest.mark.parametrize(
    ("name", "part", "why"),
    [
        (SHARED[1], "coinciding_moves", "two rules may make the same move"),
        (PLACED[0], "square_tables", "asks about a cursor"),
    ],
)
def test_either_can_be_switched_off(name: str, part: str, why: str) -> None:
    assert why in fast(compiled(game(name).model, frozenset({part, "residuals"})))[1]
