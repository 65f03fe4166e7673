"""Normal forms of moves around a few squares, by symbolic execution: a decision procedure for their equality.

A move that chooses one square and then acts around it, without unbounded repetition, has finitely many
paths. Symbolic execution on unknown squares yields cases: a *guard* (the contents each square may have
at first, or that it does not exist) and an *effect* (what each square becomes). The squares of a board
are independent, since any set of sites is a board; so two such moves are equal exactly when for every
effect their guards allow the same boards. Counters are guarded and written like squares.

On a cylinder or a torus, offsets are taken modulo its *periods*; then one effect may look the same from
several of its squares, and the guard is translated to each of them. Where a move chooses several squares on
an open board, the cases of all their *placements* are compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from lasker.algebra.contents import Vocabulary
from lasker.algebra.decision.guards import Cover, Guard, NotCoveredError, Spot, free
from lasker.algebra.decision.placements import Anchors
from lasker.algebra.decision.symbolic_execution import MOST_STEPS, Case, Paths, choices, plus
from lasker.algebra.fragments import order
from lasker.algebra.moves import Choice, Move
from lasker.kernel.dataclass import dataclass
from lasker.space.board_kinds import Periods
from lasker.space.movement import Offset

MOST_ROWS = 20_000


@dataclass(frozen=True)
class End:
    """The final place of a cursor, as a part of an effect."""

    at: Offset


Change = tuple[Spot | End, int]  # what a square or a counter becomes
Effect = tuple[Change, ...]
Written = tuple[tuple[Spot, int], ...]  # an effect without ends
Relation = dict[Effect, list[Guard]]


def relation(
    move: Move,
    vocabulary: Vocabulary,
    periods: Periods,
    places: Iterable[Anchors],
    steps: list[int] | None = None,
) -> Relation:
    """The normal form of a move: for every effect, the guards under which it happens. The squares that it
    chooses are tried on all these places; `steps` holds how many steps are left for that."""
    steps = [MOST_STEPS] if steps is None else steps
    cases: dict[Effect, dict[frozenset[tuple[Spot, int]], Guard]] = {}
    total = 0
    for option in move.options if isinstance(move, Choice) else (move,):
        number = choices(option)
        for anchors in dict.fromkeys(each[:number] for each in places):
            paths = Paths(vocabulary, periods, anchors, steps)
            for case in paths.run(option, Case({}, {}, {})):
                for guard, effect in _sharpened(case, vocabulary):
                    for anchored_guard, anchored_effect in _anchored(guard, effect, periods):
                        guards = cases.setdefault(anchored_effect, {})
                        guards.setdefault(frozenset(anchored_guard.items()), anchored_guard)
                    total += 1
                    if total > MOST_ROWS:
                        raise NotCoveredError
    return {effect: list(guards.values()) for effect, guards in cases.items()}


def difference(left: Relation, right: Relation, vocabulary: Vocabulary, periods: Periods) -> Guard | None:
    """A guard under which the left move has an effect that the right lacks, or None if there is none."""
    return next(differences(left, right, vocabulary, periods), None)


def differences(left: Relation, right: Relation, vocabulary: Vocabulary, periods: Periods) -> Iterator[Guard]:
    """Guards under which the left move has an effect that the right lacks. If no square changes, the right
    move may have looked anywhere, and a board is needed to tell whether it is a difference."""
    for effect, guards in left.items():
        others = right.get(effect, [])
        if not _squares(effect):
            others = _everywhere(others, guards, periods)
        cover = Cover(others, vocabulary)
        for guard in guards:
            rest = cover.uncovered(guard)
            if rest is not None:
                yield rest


def _everywhere(guards: list[Guard], others: list[Guard], periods: Periods) -> list[Guard]:
    """The guards on all places where they name a square that the others name, unless that is too many."""
    named = sorted({at for guard in others for at in _squares(guard.items())})
    if len(named) * sum(map(len, guards)) > MOST_ROWS:
        return guards
    found = {}
    for guard in guards:
        for at, there in product(_squares(guard.items()), named):
            by = tuple(b - a for a, b in zip(at, there, strict=True))
            moved = {_translated(each, by, periods): mask for each, mask in guard.items()}
            found[frozenset(moved.items())] = moved
    return [*guards, *found.values()]


def pinned(move: Move, cursor: str, vocabulary: Vocabulary, periods: Periods) -> Relation:
    """The normal form of a move around a bound cursor; its final place is part of the effect."""
    paths = Paths(vocabulary, periods, ())
    cases: Relation = {}
    if choices(move):
        raise NotCoveredError
    for case in paths.run(move, Case({paths.origin: vocabulary.squares}, {}, {cursor: paths.origin})):
        for guard, effect in _sharpened(case, vocabulary):
            cases.setdefault((*effect, (End(case.cursors[cursor]), 0)), []).append(guard)
    return cases


def _anchored(guard: Guard, effect: Written, periods: Periods) -> Iterator[tuple[Guard, Written]]:
    """The case translated so that a changed square (or a guarded one, if nothing changes) is the
    origin: the translations under which the effect is least."""
    squares = _squares(effect) or sorted(_squares(guard.items()), key=order)[:1]
    seen = [tuple(-x for x in at) for at in squares] or [(0,) * len(periods)]
    views = {back: _seen(effect, back, periods) for back in seen}
    least = min(map(_sorting, views.values()))
    for back, view in views.items():
        if _sorting(view) == least:
            yield {_translated(at, back, periods): mask for at, mask in guard.items()}, view


def _squares(some: Iterable[Change]) -> list[Offset]:
    return [at for at, _ in some if isinstance(at, tuple)]


def _translated(at: Spot, by: Offset, periods: Periods) -> Spot:
    return plus(at, by, periods) if isinstance(at, tuple) else at


def _seen(effect: Written, back: Offset, periods: Periods) -> Written:
    return tuple(sorted(((_translated(at, back, periods), c) for at, c in effect), key=_in_order))


def _in_order(item: Change) -> tuple[object, ...]:
    """Squares in the order of a text, then counters."""
    at, content = item
    return (0, order(at), content) if isinstance(at, tuple) else (1, repr(at), content)


def _sorting(effect: Iterable[Change]) -> list[tuple[object, ...]]:
    return [*map(_in_order, effect)]


def _sharpened(case: Case, vocabulary: Vocabulary) -> Iterator[tuple[Guard, Written]]:
    """Split a case until every write changes its square for certain; drop the writes that change nothing."""
    todo = [(dict(case.guard), dict(case.store))]
    while todo:
        guard, store = todo.pop()
        for at, content in store.items():
            everything = vocabulary.squares if isinstance(at, tuple) else free(at, vocabulary)
            mask, same = guard.get(at, everything), 1 << content
            if mask & same:
                todo.append(({**guard, at: same}, {k: v for k, v in store.items() if k != at}))
                if mask & ~same:
                    todo.append(({**guard, at: mask & ~same}, store))
                break
        else:
            yield guard, tuple(sorted(store.items(), key=_in_order))
