"""Equality of moves and patterns: proved, refuted by a counterexample, or undecided up to a stated size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

from lasker.algebra.contents import members
from lasker.algebra.decision import counter_models
from lasker.algebra.decision.counterexample_search import (
    Counterexample,
    Searched,
    compare,
    exhaust,
    search,
    smaller,
)
from lasker.algebra.decision.declared_boards.comparison import BoardComparison
from lasker.algebra.decision.declared_boards.symbolic_board import SymbolicBoard
from lasker.algebra.decision.guards import PRESENT, Count, Guard, NotCoveredError, Present, minus
from lasker.algebra.decision.proof import Exhaustion, Proof, Ways
from lasker.algebra.decision.prover import MOST_CHOSEN, Compared, prove
from lasker.algebra.decision.verdict import Verdict
from lasker.algebra.decision.world import World
from lasker.algebra.fragments import Cell, Fragment, Pattern, fragment
from lasker.algebra.meaning import Arena
from lasker.algebra.moves import (
    FAIL,
    NIL,
    Adjust,
    Bind,
    Compare,
    Each,
    Most,
    Move,
    Variable,
    children,
    choice,
    rewrite,
    sequence,
)
from lasker.algebra.subterms import parts, substitute, variables
from lasker.kernel.errors import LaskerError
from lasker.space.board_kinds import Periods
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace, Space

MOST_WAYS = 2_000  # through a move on a declared board
MOST_SPLITS = 5_000  # cases of a question about a declared board
MOST_CASES = 40  # differences of normal forms that are laid on boards
FIRST_BOARDS = 60  # tried before a proof is searched for
BOARDS_FOR_EACH = (60, 2000)  # instances of the variables of a law, in a first and a second round


def equal_patterns(left: Pattern, right: Pattern, world: World) -> Verdict:
    """Do two patterns consist of the same fragments? Decided by normal forms."""
    if left == right:
        return Verdict(True, ("the same normal form",))
    a, b = _boxes(left), _boxes(right)
    same = a.keys() == b.keys() and all(
        not minus(a[k], b[k], world.vocabulary) and not minus(b[k], a[k], world.vocabulary) for k in a
    )
    return Verdict(True, ("the same fragments",)) if same else Verdict(False, ("different normal forms",))


def _boxes(pattern: Pattern) -> dict[object, list[Guard]]:
    """The fragments of a pattern by their squares and cursors, each as a product of sets of contents."""
    found: dict[object, list[Guard]] = {}
    for option in pattern.options:
        key = tuple((offset, replace(cell, contents=0)) for offset, cell in option.cells)
        found.setdefault(key, []).append({offset: cell.contents for offset, cell in option.cells})
    return found


def equal_moves(left: Move, right: Move, world: World) -> Verdict:
    """Do two moves denote the same relation on all boards of the world?"""
    unknown = bool(variables(left) | variables(right))
    if not unknown and left != right:
        searched = search(left, right, replace(world, budget=FIRST_BOARDS))
        if searched.witness is not None:
            return _different(searched.boards, searched.witness)
    proof = prove(left, right, world)
    if proof is not None:
        return _equal(proof)
    if unknown:
        refuted = counter_models.refute(left, right, world)
        if refuted is not None:
            model, laid = refuted
            size = f"{model.size} position{'s' * (model.size != 1)}"
            return Verdict(False, (f"it fails in a model of {size}, laid on a board",), laid)
        return _instances(left, right, world)
    witness: Counterexample | None = None
    if world.space is not None:
        settings = exhaust(left, right, world)
        if settings is not None and settings.witness is None:
            return _equal(Proof(left, right, (Exhaustion(settings.boards),)))
        if settings is not None and settings.witness is not None:
            return _different(settings.boards, settings.witness)
        compared = _on_declared_board(left, right, world, world.space)
        if isinstance(compared, Ways):
            return _equal(Proof(left, right, (compared,)))
        witness = compared
    searched = search(left, right, world, known=witness)
    if searched.witness is not None:
        return _different(searched.boards, searched.witness)
    witness = _case_counterexample(left, right, world)
    if witness is not None:
        return Verdict(False, ("their normal forms differ",), witness)
    return Verdict(None, (_how_far(searched),))


def _on_declared_board(left: Move, right: Move, world: World, space: Space) -> Ways | Counterexample | None:
    """All ways through both moves on a declared board, if they have the same effects, or else a
    counterexample; None if there are too many ways for the budget."""
    try:
        board = SymbolicBoard(space, world.vocabulary, MOST_WAYS)
        compared = BoardComparison(board, left, right)
        found = compared.contradiction("=", MOST_SPLITS)
    except LaskerError:
        return None
    if found is None:
        return Ways(compared.table(0), compared.table(1))
    return compare(left, right, board.arena, compared.beginning(found))


def _equal(proof: Proof) -> Verdict:
    return Verdict(True, proof.reasons, proof=proof)


def _different(boards: int, witness: Counterexample) -> Verdict:
    return Verdict(False, (f"a board tells them apart, found after {boards} tries",), witness)


def _how_far(searched: Searched) -> str:
    shapes = ", ".join(searched.complete[-3:])
    upto = f"every board up to {shapes}" if shapes else "no shape completely"
    return f"no proof found, and no difference on {searched.boards} boards ({upto})"


def _case_counterexample(left: Move, right: Move, world: World) -> Counterexample | None:
    """A board described by a difference of normal forms, if it belongs to the world and the reference
    evaluator confirms the difference."""
    try:
        for periods, guard in islice(Compared(left, right, world, MOST_CHOSEN).differences(), MOST_CASES):
            for space, contents in _settings(periods, guard, world):
                arena = Arena(space, world.vocabulary)
                start = arena.start(contents)
                values = (
                    value if Count(name) not in guard else counter.low + next(members(guard[Count(name)]))
                    for (name, counter), value in zip(
                        world.vocabulary.counters.items(), start.counters, strict=True
                    )
                )
                witness = compare(left, right, arena, start._replace(counters=tuple(values)))
                if witness is not None:
                    return smaller(left, right, witness, world)
    except (NotCoveredError, LaskerError):
        pass
    return None


def _settings(periods: Periods, guard: Guard, world: World) -> Iterator[tuple[Space, list[int]]]:
    """Boards of the world that satisfy a guard, with their contents; other squares are empty."""
    squares = {at: mask for at, mask in guard.items() if isinstance(at, tuple)}
    present = [at.content for at, mask in guard.items() if isinstance(at, Present) and mask == PRESENT]
    if world.space is None:
        space, contents = _setting(periods, squares, present, world)
        yield space, [contents[site] for site in space.sites]
        return
    every, void = world.vocabulary.squares, world.vocabulary.void
    for place in world.space.places:
        board = [world.vocabulary.content(".")] * len(world.space.sites)
        for at, mask in squares.items():
            there = world.space.reach(place, at)
            if there is None and mask & void:
                continue
            if there is None or not mask & every:
                break
            board[there[0]] = next(members(mask & every))
        else:
            yield world.space, board


def _setting(
    periods: Periods, guard: dict[Offset, int], present: list[int], world: World
) -> tuple[LatticeSpace, dict[Offset, int]]:
    """A board of the world's kind that satisfies a guard, with some contents far from its squares; its other
    squares are empty. A glued axis has the length of its period, or, where it counts as open, a length
    greater than the extent of the guard."""
    if present or not guard:
        far = 2 + 2 * max((abs(x) for at in guard for x in at), default=0)
        rest = (0,) * (len(world.compass.origin) - 1)
        more = [1 << content for content in present] or [world.vocabulary.squares]
        guard = {**guard, **{(far * (1 + number), *rest): mask for number, mask in enumerate(more)}}
    contents = {at: next(members(mask & world.vocabulary.squares), None) for at, mask in guard.items()}
    missing = {at for at, mask in guard.items() if mask & world.vocabulary.void or contents[at] is None}
    board = {at: content for at, content in contents.items() if at not in missing and content is not None}
    if world.kind.glued:
        ranges = []
        for axis, period in enumerate(periods):
            along = [0, *(at[axis] for at in guard)]
            margin = max(along) - min(along) + 1 if axis in world.kind.glued else 0
            ranges.append(range(min(along), max(along) + margin + 1) if period is None else range(period))
        empty = world.vocabulary.content(".")
        board = {at: board.get(at, empty) for at in product(*ranges) if at not in missing}
    return world.kind.board(board), board


def _instances(left: Move, right: Move, world: World) -> Verdict:
    """Substitute small moves for the variables: a law that fails for one instance is refuted."""
    names = sorted(variables(left) | variables(right))
    tried = 0
    samples = [_samples(left, right, name, world) for name in names]
    numbers = sorted(product(*(range(len(each)) for each in samples)), key=sum)  # the first of all variables
    for boards, chosen in product(BOARDS_FOR_EACH, numbers):
        values = (each[number] for each, number in zip(samples, chosen, strict=True))
        instance = dict(zip(names, values, strict=True))
        a, b = (substitute(side, instance, world.vocabulary) for side in (left, right))
        searched = search(a, b, replace(world, budget=boards), instance)
        tried += searched.boards
        if searched.witness is not None:
            return Verdict(False, (f"it fails for some moves, found after {tried} tries",), searched.witness)
        if tried > world.budget:
            break
    return Verdict(
        None,
        (f"no proof found, and no difference on {tried} boards with small moves for {', '.join(names)}",),
    )


def _samples(left: Move, right: Move, name: str, world: World) -> list[Move]:
    """Small moves for a variable that distinguish most terms: steps of the cursors that are bound wherever it
    occurs, counting, comparing, appearing, vanishing, moving, failing, doing nothing."""
    vocabulary, origin = world.vocabulary, world.compass.origin
    empty = Cell(vocabulary.named("."))
    pieces = [Cell(vocabulary.named(glyph)) for glyph in vocabulary.glyphs[1:3]]
    step = next(iter(world.compass.directions.values())).shift

    def rule(before: dict[Offset, Cell], after: dict[Offset, Cell]) -> Move:
        return rewrite(fragment(before), fragment(after), vocabulary)

    first: list[Move] = []
    compared: list[Move] = []
    around = [cursors for term in (left, right) for cursors in _bound_around(term, name, frozenset())]
    for cursor in sorted(frozenset[str].intersection(*around)):
        it = Cell(vocabulary.squares, piece=cursor)
        first.append(rule({origin: it, step: empty}, {origin: empty, step: it}))
    found = (part for term in (left, right) for part in parts(term))
    counters = {part.counter: None for part in found if isinstance(part, Adjust | Compare | Most)}
    for counter in counters:
        low, high = vocabulary.counters[counter].low, vocabulary.counters[counter].high
        up, full = Adjust(counter, True, 1), Adjust(counter, False, high)
        first += [up, choice([NIL, up]), full]
        compared += [Compare(counter, "=", low), Compare(counter, "=", high)]
    moves: list[Move] = []
    for piece in pieces:
        moves += [
            rule({origin: empty}, {origin: piece}),
            rule({origin: piece}, {origin: empty}),
            rule({origin: piece, step: empty}, {origin: empty, step: piece}),
        ]
    if len(pieces) == 2:
        moves.append(rule({origin: pieces[0]}, {origin: pieces[1]}))
        moves.append(choice([moves[0], moves[3]]))
    compared += [sequence([test, *moves[:1]]) for test in compared]
    return [*first, *compared, NIL, *moves, FAIL]


def _bound_around(move: Move, name: str, bound: frozenset[str]) -> Iterator[frozenset[str]]:
    """The cursors that are bound at each occurrence of a variable."""
    if isinstance(move, Variable) and move.name == name:
        yield bound
    if isinstance(move, Bind | Each):
        bound |= {move.cursor}
    for child in children(move):
        yield from _bound_around(child, name, bound)


__all__ = ["Fragment", "Verdict", "World", "equal_moves", "equal_patterns", "prove"]
