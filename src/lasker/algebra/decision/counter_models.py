"""Counter-models: a false law of unknown moves is refuted by relations on a few positions.

A model of the tableau is a graph: positions, and for every unknown move its edges. It is embedded in a board
of few squares: every position is an assignment of contents to them, and an edge is the rewrite from one
assignment to another, so that the reference evaluator confirms the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice, product

from lasker.algebra.decision.counterexample_search import Counterexample, compare
from lasker.algebra.decision.derivatives import TooLargeError
from lasker.algebra.decision.dynamic_logic import Diamond, ExpandedNode, Tableau, refutation
from lasker.algebra.decision.relational_models import Model, candidates, differs, shrunk
from lasker.algebra.decision.world import World
from lasker.algebra.fragments import Cell, fragment
from lasker.algebra.images import moved
from lasker.algebra.meaning import Arena
from lasker.algebra.moves import (
    Bind,
    Choice,
    Fail,
    Move,
    Nil,
    Repeat,
    Sequence,
    Test,
    Variable,
    choice,
    rebuild,
    rewrite,
)
from lasker.algebra.subterms import parts, substitute, variables
from lasker.kernel.errors import LaskerError
from lasker.space.movement import Offset
from lasker.space.space import Space

MOST_POSITIONS = 12


def is_law(move: Move) -> bool:
    """Does the move consist of unknown moves, tests, choice, sequence and repetition only?"""
    return all(
        isinstance(part, Variable | Nil | Fail | Sequence | Choice | Repeat | Test) for part in parts(move)
    )


def refute(left: Move, right: Move, world: World) -> tuple[Model, Counterexample] | None:
    """A model in which a law fails, and moves for its variables and a board on which it fails like there;
    None if none is found. Of two equal binders the bodies may be such laws."""
    letters: dict[str, Variable] = {}
    one, two, chosen = left, right, world.vocabulary.squares
    while isinstance(one, Bind) and isinstance(two, Bind) and one.cell == two.cell:
        chosen &= one.cell.contents
        one, two = one.body, two.body
    if not (is_law(one) and is_law(two)):
        return None
    one, two = _named_apart(one, letters), _named_apart(two, letters)
    for model in _models(one, two):
        if differs(one, two, model) is not None:
            least = shrunk(one, two, model)
            witness = _laid(left, right, least, letters, world, chosen)
            if witness is not None:
                return least, witness
    return None


def _named_apart(move: Move, letters: dict[str, Variable]) -> Move:
    """The move with a letter of its own for every variable under a movement, entered in `letters`."""
    if not isinstance(move, Variable):
        return rebuild(move, lambda part: _named_apart(part, letters))
    name = move.name if move.movement is None else f"{move.movement} {move.name}"
    letters[name] = move
    return Variable(name)


def _models(left: Move, right: Move) -> Iterator[Model]:
    yield from candidates(sorted(variables(left) | variables(right)))
    try:
        for tableau in (refutation(left, right), refutation(right, left)):
            if tableau.is_satisfiable:
                yield extracted(tableau)
    except TooLargeError:
        return


def extracted(tableau: Tableau) -> Model:
    """The model of a tableau in which every diamond takes a shortest path to its goal."""
    start = min(tableau.states[tableau.start], key=lambda state: _cost(tableau, state))
    numbers = {start: 0}
    arrows: dict[str, set[tuple[int, int]]] = {}
    todo = [start]
    for state in todo:  # the list grows
        for _, letter, rest, after in state.successors():
            fulfilling = [each for each in tableau.states[after] if (each, rest) in tableau.rank]
            there = min(fulfilling, key=partial(_distance, tableau, rest))
            if there not in numbers:
                numbers[there] = len(numbers)
                todo.append(there)
            assert isinstance(letter, Variable)
            arrows.setdefault(letter.name, set()).add((numbers[state], numbers[there]))
    return Model(len(numbers), {name: frozenset(found) for name, found in arrows.items()})


def _distance(tableau: Tableau, diamond: Diamond, state: ExpandedNode) -> tuple[int, int]:
    """How soon a diamond is fulfilled from a state, and the cost of the state."""
    return tableau.rank[state, diamond], _cost(tableau, state)


def _cost(tableau: Tableau, state: ExpandedNode) -> int:
    ranks = (tableau.rank.get((state, diamond), 0) for diamond, _ in state.steps)
    return sum(ranks) + sum(isinstance(formula, Diamond) for formula, _ in state.formulas)


def _laid(
    left: Move, right: Move, model: Model, letters: dict[str, Variable], world: World, chosen: int
) -> Counterexample | None:
    """The model on the shortest row of squares with enough assignments, or on the declared board; its first
    position has chosen contents.

    Where movements act on unknown moves, a marked square beside the row makes the board unlike its images:
    the rewrite of an edge of `R M` is then, turned back, an option of M that M itself cannot use.
    """
    if model.size > MOST_POSITIONS or not world.compass.origin:
        return None
    turned = any(letter.movement is not None for letter in letters.values())
    marker, *contents = [world.vocabulary.content(glyph) for glyph in reversed(world.vocabulary.glyphs)]
    contents = contents[::-1] if turned else [*contents[::-1], marker]
    contents.sort(key=lambda content: not chosen >> content & 1)
    width = 3 if turned else 1
    while len(contents) ** width < model.size:
        width += 1
    steps = [each.shift for each in world.compass.directions.values()]
    try:
        row = [tuple(along * at for along in steps[0]) for at in range(width)]
        beside = [next(each for each in steps if each not in (row[1], _back(row[1])))] if turned else []
        space = world.space or world.kind.board([*row, *beside])
        row, beside = _placed(row, beside, space)
        empty = dict.fromkeys(space.sites, contents[0])
        marked = dict.fromkeys(beside, marker)
        fillings = [
            {**empty, **dict(zip(row, filling, strict=True)), **marked}
            for filling in islice(product(contents, repeat=width), model.size)
        ]
        instance = {
            name: choice(
                _turned_back(_rewrite(fillings[a], fillings[b], world), letter, world)
                for key, letter in letters.items()
                if letter.name == name
                for a, b in sorted(model.arrows.get(key, ()))
            )
            for name in sorted(variables(left) | variables(right))
        }
        arena = Arena(space, world.vocabulary)
        start = arena.start(fillings[0][site] for site in space.sites)
        one, two = (substitute(side, instance, world.vocabulary) for side in (left, right))
        return compare(one, two, arena, start, instance)
    except (LaskerError, StopIteration, KeyError):  # no room for it on this board
        return None


def _back(step: Offset) -> Offset:
    return tuple(-along for along in step)


def _placed(row: list[Offset], beside: list[Offset], space: Space) -> tuple[list[Offset], list[Offset]]:
    """The squares of a row and beside it on a board, which may begin elsewhere."""
    if all(site in space.index for site in (*row, *beside)):
        return row, beside
    if beside:
        raise KeyError
    return list(space.sites[: len(row)]), []


def _turned_back(move: Move, letter: Variable, world: World) -> Move:
    if letter.movement is None:
        return move
    return moved(move, letter.movement.inverse(), world.vocabulary)


def _rewrite(before: dict[Offset, int], after: dict[Offset, int], world: World) -> Move:
    """The rewrite from one assignment of contents to another."""

    def cells(filling: dict[Offset, int]) -> dict[Offset, Cell]:
        return {at: Cell(1 << content) for at, content in filling.items()}

    return rewrite(fragment(cells(before)), fragment(cells(after)), world.vocabulary)
