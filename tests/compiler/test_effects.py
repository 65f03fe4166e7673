"""Rewrites that may be possible, `each` over what was written, and moves that labels tell apart."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest
from custodian_games import CAUGHT, CAUGHT_GAMES
from levels import Levels, compared, wrong_bits, wrong_paths
from small_games import BLAST, BOTH, CHESS, CROWD, FUSE, HEAD, game

from lasker import backends
from lasker.backends.c.counting import Counting
from lasker.compiler.bits.game import BitProgram
from lasker.compiler.bits.language import CFunction
from lasker.compiler.groups.effects import effects_of, single_of
from lasker.compiler.groups.merging.merge_effects import padded
from lasker.compiler.groups.merging.merge_lengths import merge_lengths
from lasker.compiler.groups.moves import Drop, Flat, Moves, Query, Rule, RuleKey, Screens, Terms
from lasker.compiler.groups.path import Case, Conditional, NotClassified, Path, Question, Value
from lasker.compiler.groups.side_conditions.disjointness import rule_traces, targets_determine_moves
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor, paths
from lasker.compiler.ir.ops import Apply, Choose, Fork, Require
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.compiler.pipeline import compiled
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.syntax.read import read_game

LABELS = 'moves "by label"\n'
FUSED = "lit = (@ -> @^fuse) try(@^fuse + u enemy + uu man -> u.) (@ -> @^-fuse)\n"
EFFECTS = (
    *CAUGHT_GAMES,
    "captures blow up",
    "captures that blow up come first",
    "captures blow up by label",
    "one's own king must live",
    "kings that touch are safe",
    "several royal pieces blow up",
    "neighbours turn over",
    "fresh neighbours turn over",
    "what was changed is looked at again",
    "two labels are two moves",
)


def model(text: str) -> Game:
    return read_game(Source(HEAD + text + BOTH))


@cache
def levels_of(name: str) -> Levels:
    """A small game at every level."""
    played = game(name)
    return Levels(played.model, backends.position(played.start().node))


def counted(counting: Counting, packed: bytes) -> int | None:
    return counting.use(lambda machine: machine.count(packed, 2))


def test_an_effect_asks_for_what_it_does() -> None:
    program = compiled(game("captures blow up").model).tree
    forks = [op for block in program.blocks.values() for op in every(block.body) if isinstance(op, Fork)]
    found = [fork for fork in forks if single_of(program, fork) is not None]
    assert len({fork.options for fork in found}) == 8
    (lay,), (asked,) = found[0].options
    assert isinstance(lay, Apply)
    assert isinstance(asked, Require)
    ((column, _),) = lay.checks
    assert lay.anchor is not None
    for other in (
        replace(lay, checks=((column, 1),)),
        replace(lay, anchor="elsewhere"),
        replace(lay, tables=(lay.tables[0] + 1,)),
        replace(lay, writes=((column, (0, 1)),)),
        replace(lay, walks=((lay.anchor, column),)),
    ):
        assert single_of(program, Fork(((other,), (asked,)))) is None
    assert single_of(program, Fork(((lay,), (replace(asked, wanted=True),)))) is None


@pytest.mark.parametrize(
    ("tried", "why"),
    [
        ("try(TAKE)", ""),
        ("try((TAKE) | (@ + u enemy + uu rook -> u.) | (@ + u king -> u rook))", ""),
        ("try((TAKE) | (@ + u C man -> u rook))", "two results"),
        ("try(@ + u enemy + uu man -> u(man | rook))", "two results"),
        ("((TAKE) | ![@ + u enemy + uu rook])", "another test"),
        ("((TAKE) | ![(TAKE) | [@ + d man]])", "a test of more"),
        ("((TAKE) | (@ + d enemy + dd man -> d.) | ![TAKE])", "of less"),
        ("try(@ + u enemy + uu man -> u. + king)", "on the square of the cursor"),
        ("try(@ + u enemy + uu man -> u. + r@)", "the cursor goes on"),
        ("try((TAKE) quiet += 1)", "counts"),
        ("(((TAKE) quiet += 1) | ![TAKE])", "counts, and asks for what it does alone"),
        ("try((TAKE) ![strikes])", "asks"),
        ("try((TAKE) try(@ + r man + rr man -> r.))", "an effect in an effect"),
        ("try(@ + u enemy + uu man -> u man^fuse)", "leaves a mark that ends with the move"),
    ],
)
def test_an_effect_has_one_result_and_asks_for_what_it_does(tried: str, why: str) -> None:
    tried = tried.replace("TAKE", "@ + u enemy + uu man -> u.")
    text = CROWD + CAUGHT + FUSE.splitlines()[0] + f"\nmove = %rook: slides {tried}\n"
    program = compiled(model(text)).tree
    forks = [op for op in program.blocks["white"].body if isinstance(op, Fork)]
    begin = program.blocks["white"].body[0]
    assert isinstance(begin, Choose)
    walk = SymbolicExecutor(program, effects=True)
    found = [effects_of(program, fork, ((begin.cursor, 0),), walk.body, walk.anything) for fork in forks]
    assert [each for each in found if each] == [] if why else any(found), why


def test_an_effect_that_looks_at_a_fuse_is_none() -> None:
    made = compiled(model(CROWD + CAUGHT + "mark fuse until end\n" + FUSED + "move = %rook: slides lit\n"))
    assert made.why == "something is asked while a mark is there that ends with the move"


def test_what_is_asked_between_two_effects_sees_the_first() -> None:
    program = compiled(game("who is caught between is taken").model).tree
    first, second = ((Case(((at, 0b100),), ((at, 0),)),) for at in (1, 2))
    asked = Question("strikes", True, ((0, Value(None, 0, 4)),), effects=(first,))
    later = ((0, Value(None, 0, 4)), (3, Value(None, 0, 6)))
    path = Path(writes=later, effects=(first, second), questions=(asked,))
    found = {
        tuple(site for site, _ in part.writes): tuple(site for site, _ in part.questions[0].writes)
        for part in SymbolicExecutor(program).unfolded(path)
    }
    assert found == {(0, 3, 1, 2): (0, 1), (0, 3, 1): (0, 1), (0, 3, 2): (0,), (0, 3): (0,)}


def test_without_effects_every_path_is_split() -> None:
    made = compiled(game("captures blow up").model)
    body = made.tree.blocks["white"].body
    together, split = paths(made.tree, body), paths(made.tree, body, effects=False)
    assert any(isinstance(value, Conditional) for path in together for _, value in path.writes)
    assert not any(isinstance(value, Conditional) for path in split for _, value in path.writes)
    assert len(split) > 10 * len(together)


@pytest.mark.parametrize(
    "moves",
    [
        "fuses = @ + u man -> @^fuse + u man^fuse\n"
        "burns = put(.) try(@ + u piece -> u.) try(@ + d piece -> d.)\n"
        "move = (%man: fuses) (each %friend^fuse: burns)\n",
        "move = (%man: (@ -> @^fuse)) (each %friend^fuse: [C rook] put(.))\n",
    ],
    ids=["of two squares", "that may fail"],
)
def test_each_is_listed_where_it_is_sure(moves: str) -> None:
    program = compiled(model(CHESS + BLAST + FUSE + moves)).tree
    with pytest.raises(NotClassified, match="`each` has no paths"):
        paths(program, program.blocks["white"].body)


def test_a_royal_piece_that_may_go_is_not_gone() -> None:
    writes = ((0, Value(None, 0, 2)), (1, Conditional(0b100, 0)))
    rule = Rule((1, 0b1100), writes, Terms(), (), ((0, 1),))
    assert rule.adds_royal(0b1100)
    assert list(rule.written()) == [(1, Value(None, 0, 2)), (0b100, Value(None, 0, 0))]
    assert list(rule.compared()) == [1, 0b1100, 0b100]


def test_a_royal_piece_may_come_about() -> None:
    crowned = (Case(((1, 0b100),), ((1, 3),)),)
    terms, value = Terms(effects=((0b1, (crowned,)),)), Value(0, -1, 0)
    for move in (Flat(2, 1, Screens(), value, terms, ((2, 0, 0),)), Drop(1, terms, (((), 1),))):
        assert move.adds_royal(0b1000)
        assert not move.adds_royal(0b10000)
        assert move.squares() & 0b10
        assert (0b100, Value(None, 0, 3)) in move.written()


@pytest.mark.parametrize(
    ("targets", "taken", "becomes", "told"),
    [
        (0b1, 0b100, 0, True),
        (0b101, 0b100, 0, True),
        (0b101, 0b100, 1, False),  # another move may make there what goes to a goal
        (0b1, 0b100, 1, True),
        (0b1, 0b10, 0, False),  # another move may take what goes from here
    ],
)
def test_goals_tell_moves_whatever_comes_about(targets: int, taken: int, becomes: int, told: bool) -> None:
    effects = ((Case(((1, taken),), ((1, becomes),)),),)
    flat = Flat(0b10, targets, Screens(), Value(0, -1, 0), Terms(effects=((1, effects),)), ((1, 0, 0),))
    assert targets_determine_moves(Moves((flat,)), 0) is told


def test_rows_at_the_edge_name_their_last_square_again() -> None:
    effect, gone, asked = (
        Conditional(0b100, 0),
        (0, Value(None, 0, 0)),
        Query("safe", True, ((1, Conditional(4, 0)),)),
    )
    edge: RuleKey = (2, 7), (gone, (1, effect)), Terms(), (asked,)
    wide = ((1, effect), (2, effect))
    middle: RuleKey = (2, 7, 7), (gone, *wide), Terms(), (asked._replace(writes=wide),)
    other: RuleKey = (2, 7, 5), (gone, *wide), Terms(), (asked._replace(writes=wide),)
    found = padded({edge: {(0, 1)}, middle: {(5, 4, 6)}, other: {(5, 8, 9)}})
    assert found == {middle: {(0, 1, 1), (5, 4, 6)}, other: {(5, 8, 9)}}


def test_rows_that_look_at_fewer_squares_name_their_last_one_again() -> None:
    def ride(length: int, held: int = 1) -> RuleKey:
        """A piece that changes places with one so many squares away, and changes the square behind."""
        to = length + 1
        writes = ((0, Value(to, 1, 0)), (to, Value(0, 1, 0)), (to + 1, Conditional(4, 0)))
        asked = Query("safe", True, writes, to), Query("calm", True)
        return (2, *(held,) * length, 4, 7), writes, Terms(note=(0, to, 1, 2)), asked

    writes = ((0, Value(1, 1, 0)), (1, Value(0, 1, 0)), (2, Conditional(4, 0)))
    asked = Query("safe", True, writes, 1), Query("calm", True)
    found = merge_lengths(
        {
            ride(0): {(9, 8, 7)},
            ride(1): {(9, 10, 11, 12)},
            ride(2): {(0, 1, 2, 3, 4)},
            ride(1, 3): {(5, 6, 7, 8)},
        }
    )
    long: RuleKey = (2, 4, 7, 1, 1), writes, Terms(note=(0, 1, 1, 2)), asked
    assert found == {
        ride(0): {(9, 8, 7)},
        long: {(9, 11, 12, 10, 10), (0, 3, 4, 1, 2)},
        ride(1, 3): {(5, 6, 7, 8)},
    }


def test_rules_that_look_at_other_things_stay_apart() -> None:
    gone, changed = (0, Value(None, 0, 0)), Conditional(4, 0)
    sure: dict[RuleKey, set[tuple[int, ...]]] = {
        ((2, 1), (gone,), Terms(), ()): {(1, 2)},
        ((2, 1, 1), (gone,), Terms(), ()): {(1, 2, 3)},
    }
    assert merge_lengths(sure) == sure  # without an effect they are patterns
    mixed: dict[RuleKey, set[tuple[int, ...]]] = {
        ((2, 7, 1), (gone, (1, changed)), Terms(), ()): {(1, 2, 3)},
        ((2, 7, 1, 3), (gone, (1, changed)), Terms(), ()): {(1, 2, 3, 4)},
    }
    assert merge_lengths(mixed) == mixed
    told: dict[RuleKey, set[tuple[int, ...]]] = {
        ((2, 7, 1), (gone, (1, changed)), Terms(note=(0, 2, 0, 0)), ()): {(1, 2, 3)},
        ((2, 7, 1, 1), (gone, (1, changed)), Terms(note=(0, 2, 0, 0)), ()): {(1, 2, 3, 4)},
    }
    assert merge_lengths(told) == told


def test_castling_that_asks_more_than_an_attack_is_a_pattern() -> None:
    made = compiled(game("castling where kings that touch are safe").model)
    assert made.classes is not None
    bits = BitProgram(made.tree, made.classes)
    written = [each.name for each in bits.text() if isinstance(each, CFunction)]
    assert [name for name in written if name.startswith("rule_") and name.endswith("_allowed")] == []
    assert sorted(name for name in written if name.endswith("_refused")) == [
        f"step_{number}_refused" for number in range(4)
    ]


def test_a_square_that_may_stay_as_it_is_tells_no_moves_apart() -> None:
    writes = ((0, Value(None, 0, 0)), (1, Conditional(0b100, 1)))
    (trace,) = rule_traces(Rule((0b10, 0b101), writes, Terms(), (), ((7, 8),)), 0)
    assert trace.sure == {7}
    assert trace.after(8, 0b101) == {0, 1}
    assert trace.after(8, 0b1) == {0}


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("up = % + u. -> . + u%\nmove = %man: up go(r) | up go(l)\n", "labels that are not known"),
        ("move = (%friend: way(. | piece)) quiet += 1\n", "looks the same afterwards"),
    ],
)
def test_unproved_labels_leave_the_walk(moves: str, why: str) -> None:
    assert why in (compiled(model(LABELS + CROWD + moves)).why or "")


def test_what_a_move_cannot_change_is_asked_before_it() -> None:
    made = compiled(game("kings that touch are safe").model)
    assert made.classes is not None
    for turn in made.classes.turns:
        guarded = {len(flat.terms.guards) for flat in turn.moves.flats if not flat.terms.asks}
        assert guarded == {2, 3}
        assert {flat.terms.question is not None for flat in turn.moves.flats} == {True, False}
    closed = compiled(game("kings that touch are safe").model, frozenset({"split_tests"})).classes
    assert closed is not None
    assert all(flat.terms.asks for turn in closed.turns for flat in turn.moves.flats)


@pytest.mark.parametrize("name", CAUGHT_GAMES)
def test_levels_where_something_comes_about(name: str) -> None:
    levels = levels_of(name)
    assert levels.why == ""
    assert compared(levels, name, 40, 60) > 200


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("catching must give no check", "4/1k2/Rm2/R2K"),
        ("catching must be safe", "1K1k/4/Mr2/R3"),
    ],
)
def test_bit_programs_ask_after_something_has_come_about(name: str, board: str) -> None:
    """A rook goes to the right and takes the piece above: it uncovers itself, or saves its king."""
    played = game(name)
    position = backends.position(played.position(f"{board} w 0 0+0 2+2 1").node)
    levels = Levels(played.model, position)
    assert levels.bits is not None
    assert levels.bits.applies(position)
    assert wrong_bits(levels, position) is None


def test_paths_look_again_at_a_square_that_an_effect_has_emptied() -> None:
    """A rook goes to the right and takes the man above; the square is empty now, so the man behind turns."""
    played = game("who is caught is looked at again")
    here = played.position("1M2/1m2/R3/1K1k w 0 0+0 2+2 1")
    position = backends.position(here.node)
    levels = Levels(played.model, position)
    assert wrong_paths(levels, position) is None
    assert any(here.play(move).fen.startswith("1R2/4/1R2/1K1k ") for move in here.moves)


@pytest.mark.parametrize("name", EFFECTS)
def test_bitboards_count_what_the_program_does(name: str) -> None:
    levels, counting, told = levels_of(name), Counting(game(name).model, frozenset()), 0
    for position in islice(levels.boards(name), 15):
        found = counted(counting, counting.pack(position))
        if found is not None:  # else the walk is asked
            told += found
            assert found == levels.machine.perft(position, 2), position
    assert told > 40
