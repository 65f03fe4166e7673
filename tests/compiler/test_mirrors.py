"""What a player can do is what the other can do, seen in a mirror; where it is not, none is found."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lasker.compiler.emit.c.text import fast
from lasker.compiler.groups import classification
from lasker.compiler.groups.moves import Moves
from lasker.compiler.groups.path import Path, Question, from_each_base
from lasker.compiler.groups.side_conditions.disjointness import prove_disjoint
from lasker.compiler.groups.side_conditions.symmetries import Symmetry, find_symmetry
from lasker.compiler.groups.symbolic_execution import paths
from lasker.compiler.ir.ops import Adjust, Apply, Body, Choose, Fork, Op, Program
from lasker.compiler.pipeline import compiled
from lasker.play.library import model

GAMES = ("breakthrough", "xiangqi", "minishogi", "rim")
KEPT = ("chess", "crazyhouse", "shogi", "antichess")  # longer to follow


def _plain(path: Path) -> tuple[object, ...]:
    """A path with everything that has no order in one order."""
    asked = frozenset((q.block, q.wanted, frozenset(q.writes), q.counters) for q in path.questions)
    return path.origin, frozenset(path.known), frozenset(path.writes), path.counters, asked, path.notes


def _found(name: str) -> tuple[Program, str, str, Symmetry]:
    program = compiled(model(name)).tree
    one, other = (turn.move for turn in program.turns[:2])
    found = find_symmetry(program, one, other)
    assert found is not None
    return program, one, other, found


@pytest.mark.parametrize("name", [*GAMES, *(pytest.param(name, marks=pytest.mark.soak) for name in KEPT)])
def test_paths_in_the_mirror_are_the_paths_of_the_other_player(name: str) -> None:
    program, one, other, found = _found(name)
    images = [image for path in paths(program, program.blocks[one].body) for image in found.image(path)]
    seen = [_plain(each) for image in images for each in from_each_base(image)]
    walked = [
        _plain(each) for path in paths(program, program.blocks[other].body) for each in from_each_base(path)
    ]
    assert len(seen) == len(walked) > 0
    assert set(seen) == set(walked)


def test_what_is_proved_of_moves_holds_in_the_mirror(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof is tried once for both players; where it fails, moves of both may coincide."""
    tried: list[Moves] = []

    def tries(moves: Moves, *given: Any) -> None:
        tried.append(moves)
        prove_disjoint(moves, *given)

    monkeypatch.setattr(classification, "prove_disjoint", tries)
    for name, coincide in (("breakthrough", False), ("jungle", True)):
        one, other = classification.classify(compiled(model(name)).tree).turns
        assert len(one.moves.shared) == len(other.moves.shared)
        assert bool(one.moves.shared) is coincide
        assert len(tried) == 1
        tried.clear()


def test_turns_of_two_moves_are_listed_once() -> None:
    """Each player moves twice, so that the first turn is an image of another, too."""
    made = compiled(model("connect6"))
    assert len(made.program.turns) > 2
    assert fast(made)[1] == ""


def test_squares_that_are_as_far_from_their_bases_may_be_so_no_more_in_the_mirror() -> None:
    rows = (2, 3, 0, 1)  # of a board of two by two
    path = Path(bases=0b101, origin=0, known=((1, 1),), questions=(Question("test", True, ()),))
    flipped = Symmetry(rows, (0,), {}, {"test": "other"}, 0)
    assert flipped.image(path) == [path._replace(questions=(Question("other", True, ()),))]
    turned = Symmetry((1, 0, 2, 3), (0,), {}, {"test": "other"}, 0)
    assert [image.known for image in turned.image(path)] == [((-1, 1),), ((1, 1),)]


def _changed(body: Body, at: type, **other: Any) -> Body:
    """A body in which the first operation of a kind is another one."""
    done: list[Op] = []
    for op in body:
        if isinstance(op, at):
            return (*done, replace(op, **other), *body[len(done) + 1 :])
        if isinstance(op, Fork):
            ways = [_changed(way, at, **other) for way in op.options]
            for number, (way, before) in enumerate(zip(ways, op.options, strict=True)):
                if way != before:
                    options = (*op.options[:number], way, *op.options[number + 1 :])
                    return (*done, Fork(options), *body[len(done) + 1 :])
        done.append(op)
    return body


@pytest.mark.parametrize(
    ("kind", "other"),
    [
        (Choose, {"sites": 1}),
        (Choose, {"contents": 1}),
        (Choose, {"noted": False}),
        (Apply, {"tables": (0,)}),
        (Apply, {"checks": ()}),
        (Apply, {"writes": ()}),
        (Apply, {"carries": ()}),
        (Apply, {"walks": ()}),
        (Adjust, {"amount": 7}),
        (Fork, {"options": ()}),
    ],
)
def test_a_difference_is_noticed(kind: type, other: dict[str, object]) -> None:
    program, one, move, _ = _found("xiangqi")
    block = program.blocks[move]
    body = _changed(block.body, kind, **other)
    assert body != block.body
    different = replace(program, blocks=program.blocks | {move: replace(block, body=body)})
    assert find_symmetry(different, one, move) is None


def test_a_counter_with_other_bounds_is_noticed() -> None:
    program, one, other, found = _found("crazyhouse")
    slot = next(slot for slot, image in found.slots.items() if slot != image)
    counters = list(program.counters)
    counters[slot] = replace(counters[slot], high=counters[slot].high + 1)
    assert find_symmetry(replace(program, counters=tuple(counters)), one, other) is None
