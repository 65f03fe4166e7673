"""Moves and tests that have no paths are walked inside of nodes on bitboards, and no others; where most of
the work would be walked, the whole game is."""

from __future__ import annotations

from contextlib import nullcontext
from functools import cache
from itertools import islice

import pytest
from levels import Levels
from small_games import CROWD, GAMES, HEAD, game

from lasker import backends
from lasker.backends.c.native import Native
from lasker.compiler.bits import position_sets as sets
from lasker.compiler.emit.c.text import fast
from lasker.compiler.explain import explain
from lasker.compiler.groups.classification import Classification
from lasker.compiler.groups.kinds import residuals
from lasker.compiler.groups.kinds.residuals import SPARE, WHOLE, Splitting
from lasker.compiler.groups.path import NotClassified, Path
from lasker.compiler.groups.path_budget import WorkBudget
from lasker.compiler.ir.machine import ProgramPosition
from lasker.compiler.ir.ops import Body, Choose, Fork, NoteEnd
from lasker.compiler.pipeline import Compiled, compiled
from lasker.fuzzing.sample import sample
from lasker.kernel.source import Source
from lasker.play.library import model
from lasker.syntax.read import read_game

WALKED = (
    "men before a rook vanish",
    "men may vanish before any move",
    "rooks take as many as they can",
    "all men become kings",
    "kings and men change places all at once",
    "who is stared at moves again",
)
ASKED = "men strike as rooks do, together"


@cache
def levels_of(name: str) -> Levels:
    played = game(name)
    return Levels(played.model, backends.position(played.start().node))


@cache
def counted(name: str, position: ProgramPosition, depth: int) -> int:
    """How many sequences of moves the program has."""
    return levels_of(name).machine.perft(position, depth)


@cache
def made(name: str) -> Compiled:
    """A small game, whatever the walk costs there."""
    return compiled(game(name).model)


@pytest.mark.parametrize("name", [*WALKED, ASKED])
@pytest.mark.parametrize("table", [0, 1 << 16])
def test_native_counts_are_those_of_the_program(name: str, table: int) -> None:
    assert fast(made(name))[0], "nothing is on bitboards"
    levels, native = levels_of(name), Native(game(name).model, frozenset())
    for position in islice(levels.boards(name), 25):
        depth = 4 if table and position == levels.start else 2
        assert native.perft(position, depth, table) == counted(name, position, depth), position


@pytest.mark.parametrize("name", WALKED)
def test_only_what_has_no_paths_is_walked(name: str) -> None:
    classes = levels_of(name).classes
    assert classes is not None
    for turn in classes.turns:
        (residual,) = turn.moves.residuals
        assert "has no paths" in residual.why
        assert len(turn.moves.every()) > 1


def test_a_test_may_be_walked_beside_moves_that_are_not() -> None:
    classes = levels_of(ASKED).classes
    assert classes is not None
    assert not any(turn.moves.residuals for turn in classes.turns)
    assert len(classes.residuals) == 2


def test_where_a_set_is_full_the_walk_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_REACHED", 3)
    name = WALKED[0]
    levels = levels_of(name)
    native = Native(game(name).model, frozenset({"equal_offsets"}))  # a library of its own
    for position in islice(levels.boards(name), 10):
        assert native.perft(position, 2) == levels.machine.perft(position, 2), position


def test_lists_and_random_games_where_a_test_is_walked() -> None:
    levels, model = levels_of(ASKED), game(ASKED).model
    native, slow = Native(model, frozenset(), listing=True), Native(model, frozenset({"classes"}))
    assert native.lead == 0, "moves are listed by the walk"
    for position in islice(levels.boards(ASKED), 15):
        wanted = levels.machine.successors(position)
        assert [(each.label, each.after) for each in native.successors(position)] == list(wanted), position
    assert native.tally(levels.start, 1, range(40), 30) == slow.tally(levels.start, 1, range(40), 30)


def test_explain_says_what_is_walked_and_why() -> None:
    told = [each for each in explain(made(WALKED[0]), "") if each.path == "walk, square by square"]
    assert [each.rule for each in told] == ["white: other moves", "black: other moves"]
    assert all("`each` has no paths that could be listed" in each.why for each in told)


@pytest.mark.parametrize("name", ["international_draughts", "three_ages", "nine_mens_morris"])
def test_where_most_is_walked_all_of_it_is(name: str) -> None:
    found = compiled(model(name))
    assert found.classes is None
    assert found.why


def test_a_game_without_a_start_is_walked() -> None:
    text = HEAD + "\n".join(line for line in GAMES[WALKED[0]].splitlines() if not line.startswith("start"))
    found = compiled(read_game(Source(text + "\n")))
    assert found.classes is None
    assert "`each` has no paths" in found.why


def test_without_the_switch_one_rule_is_enough() -> None:
    found = compiled(game(WALKED[0]).model, frozenset({"residuals"}))
    assert found.classes is None


@pytest.mark.parametrize("seed", [10, 26, 36])
def test_where_directions_turn_over_everything_is_walked(seed: int) -> None:
    found = compiled(sample(seed).model)
    assert found.classes is None
    assert found.why == "the board turns the compass over"


# --- what is tried ------------------------------------------------------------------------------------------

GOOD, BAD, LATE = Choose("here", 1, 1), Choose("here", 2, 1), NoteEnd("here")


def listed(body: Body) -> list[Path]:
    """One path for each way; none has any that names what is bad."""
    if BAD in body or any(isinstance(op, Fork) and any(BAD in way for way in op.options) for op in body):
        raise NotClassified("bad")
    return [Path(bases=len(body))]


def test_only_ways_that_fail_are_left() -> None:
    splitting = Splitting(listed, WorkBudget())
    body: Body = (GOOD, Fork(((LATE,), (BAD,), (GOOD, LATE))), LATE)
    found, left, why = splitting.split(body)
    assert [path.bases for path in found] == [3, 4]
    assert left == ((GOOD, BAD, LATE),)
    assert why == "bad"


def test_what_fails_in_all_ways_stays_as_it_stands() -> None:
    body: Body = (BAD, Fork(((LATE,), (GOOD,))))
    assert Splitting(listed, WorkBudget()).split(body) == ([], (body,), "bad")


def test_not_much_is_tried_in_vain() -> None:
    work, tried = WorkBudget(), list[Body]()

    def costly(body: Body) -> list[Path]:
        tried.append(body)
        work.add(SPARE)
        raise NotClassified("bad")

    inner = Fork(((LATE,), (GOOD,)))
    body: Body = (Fork(((GOOD, inner), (LATE, inner), (BAD, inner))),)
    assert Splitting(costly, work).split(body) == ([], (body,), "bad")
    assert len(tried) <= 4, "every way, and none of them opened"
    assert work.done <= 4 * SPARE


@pytest.mark.parametrize(("black", "listed"), [("flipped move", True), ("%king: step(d)", False)])
def test_a_turn_leaves_steps_for_those_that_are_no_image_of_it(
    monkeypatch: pytest.MonkeyPatch, black: str, listed: bool
) -> None:
    """Steps for both turns, of which the first takes almost all: enough where the second is its image."""
    text = f"{HEAD}{CROWD}move = %friend: way(free)\nwhite = move\nblack = {black}\n"
    program = compiled(read_game(Source(text))).tree
    enough = Classification(program, frozenset())
    enough.classes()
    monkeypatch.setattr(residuals, "WHOLE", enough.work.done + 1)
    monkeypatch.setattr(residuals, "LEAST", 1)
    monkeypatch.setattr(residuals, "SPARE", 0)
    with nullcontext() if listed else pytest.raises(NotClassified, match="too many steps"):
        Classification(program, frozenset()).classes()


def test_what_has_no_paths_is_refused_before_repetitions_are_followed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(residuals, "SPARE", 0)
    rides, feast = "(%rook: straight(.))", "(most hand (%man: take(u, enemy) hand += 1))"

    def steps(move: str) -> int:
        text = f"{HEAD}{CROWD}move = {move}\nwhite = move\nblack = flipped move\n"
        found = Classification(compiled(read_game(Source(text))).tree, frozenset())
        with pytest.raises(NotClassified, match="most"):
            found.classes()
        return found.work.done

    assert steps(f"{rides} | {feast}") == steps(f"{feast} | {rides}")


def test_a_part_may_not_take_longer_than_what_is_left() -> None:
    work = WorkBudget()

    def endless(body: Body) -> list[Path]:
        if len(body) == 1:
            raise NotClassified("bad")
        while True:
            work.add(100)

    assert Splitting(endless, work).split((Fork(((GOOD, LATE), (LATE, LATE))),))[0] == []
    assert work.done <= 2 * SPARE + 1_000


def test_there_is_a_bound_on_a_whole_game() -> None:
    work = WorkBudget()

    def endless(body: Body) -> list[Path]:
        while True:
            work.add(1_000)

    splitting, body = Splitting(endless, work), (GOOD,)
    for _ in range(5):
        assert splitting.split(body)[:2] == ([], (body,))
    assert work.done <= WHOLE + 10_000


def test_a_game_is_refused_before_more_work_is_wasted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(residuals, "WHOLE", 300)  # too few steps for chess
    monkeypatch.setattr(residuals, "SPARE", 10)
    tree = compiled(model("chess")).tree
    made = Classification(tree, frozenset())
    with pytest.raises(NotClassified, match="too many steps"):
        made.classes()
    white, black = (turn.move for turn in tree.turns)
    assert made.listed[white], "part of it could be listed"
    assert black not in made.listed, "it is the image of what could not be listed"
