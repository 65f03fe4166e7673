"""Counter-models: a false law of unknown moves is refuted by relations on a few positions.

A model of the tableau is a graph: positions, and for every unknown move its edges. It is embedded in a board
of few squares: every position is an assignment of contents to them, and an edge is the rewrite from one
assignment to another, so that the reference evaluator confirms the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from lasker.algebra.dynamic_logic import Diamond, State, Tableau, refutation
from lasker.algebra.fragments import Cell, fragment
from lasker.algebra.kleene import TooLargeError
from lasker.algebra.meaning import Arena
from lasker.algebra.moves import Choice, Fail, Move, Nil, Repeat, Sequence, Test, Variable, choice, rewrite
from lasker.algebra.relational_models import Model, candidates, differs, shrunk
from lasker.algebra.search import Counterexample, compare
from lasker.algebra.subterms import parts, substitute, variables
from lasker.algebra.world import World
from lasker.kernel.errors import LaskerError
from lasker.space.movement import Offset

MOST_POSITIONS = 12


def is_law(move: Move) -> bool:
    """Does the move consist of unknown moves, tests, choice, sequence and repetition only?"""
    return all(
        isinstance(part, Variable | Nil | Fail | Sequence | Choice | Repeat | Test) for part in parts(move)
    )


def refute(left: Move, right: Move, world: World) -> tuple[Model, Counterexample] | None:
    """A model in which a law fails, and moves for its variables and a board on which it fails like there;
    None if none is found."""
    if not (is_law(left) and is_law(right)):
        return None
    for model in _models(left, right):
        if differs(left, right, model) is not None:
            least = shrunk(left, right, model)
            witness = _laid(left, right, least, world)
            if witness is not None:
                return least, witness
    return None


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


def _distance(tableau: Tableau, diamond: Diamond, state: State) -> tuple[int, int]:
    """How soon a diamond is fulfilled from a state, and the cost of the state."""
    return tableau.rank[state, diamond], _cost(tableau, state)


def _cost(tableau: Tableau, state: State) -> int:
    ranks = (tableau.rank.get((state, diamond), 0) for diamond, _ in state.steps)
    return sum(ranks) + sum(isinstance(formula, Diamond) for formula, _ in state.formulas)


def _laid(left: Move, right: Move, model: Model, world: World) -> Counterexample | None:
    """The model on the shortest row of squares with enough assignments, or on the declared board."""
    if model.size > MOST_POSITIONS or not world.compass.origin:
        return None
    contents = [world.vocabulary.content(glyph) for glyph in world.vocabulary.glyphs]
    width = 1
    while len(contents) ** width < model.size:
        width += 1
    step = next(iter(world.compass.directions.values())).shift
    try:
        space = world.space or world.kind.board(tuple(along * at for along in step) for at in range(width))
        others = len(space.sites) - width
        fillings = [
            dict(zip(space.sites, (*filling, *contents[:1] * others), strict=True))
            for filling in product(contents, repeat=width)
        ]
        instance = {
            name: choice(
                _rewrite(fillings[a], fillings[b], world) for a, b in sorted(model.arrows.get(name, ()))
            )
            for name in sorted(variables(left) | variables(right))
        }
        arena = Arena(space, world.vocabulary)
        start = arena.start(fillings[0][site] for site in space.sites)
        return compare(substitute(left, instance), substitute(right, instance), arena, start, instance)
    except LaskerError:
        return None


def _rewrite(before: dict[Offset, int], after: dict[Offset, int], world: World) -> Move:
    """The rewrite from one assignment of contents to another."""

    def cells(filling: dict[Offset, int]) -> dict[Offset, Cell]:
        return {at: Cell(1 << content) for at, content in filling.items()}

    return rewrite(fragment(cells(before)), fragment(cells(after)), world.vocabulary)
