"""Proofs of equality that can be checked by hand: chains of terms with the law of each step, pairs of
derivatives, tables of normal forms and of counters, and the states of a tableau with what eliminates them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lasker.algebra import counters, dynamic_logic, kleene, normal
from lasker.algebra.atoms import atoms
from lasker.algebra.dynamic_logic import Formula, Proposition, Tableau
from lasker.algebra.equality import lattices, normal_difference, prove, split_apart
from lasker.algebra.laws import chain
from lasker.algebra.moves import Bind, Each, Most, Move, Repeat, Test
from lasker.algebra.world import World
from lasker.kernel.errors import LaskerError

MOST_ROWS = 60  # of a section; the rest is counted

Show = Callable[[Move], str]


@dataclass(frozen=True)
class Section:
    """A heading, and rows of cells."""

    heading: str
    rows: tuple[tuple[str, ...], ...]


def explanation(left: Move, right: Move, world: World, show: Show) -> list[Section]:
    """The proof that two moves are equal, or nothing if none is found.

    >>> from lasker.algebra.moves import FAIL, NIL, Variable, sequence
    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.space.kinds import KINDS
    >>> found = explanation(sequence([NIL, NIL]), NIL, World(KINDS["square"], CHESSMEN), str)
    >>> found[0].rows
    (('Sequence(parts=(Nil(), Nil()))', ''), ('Nil()', 'nil then M is M'))
    """
    if prove(left, right, world) is not None:
        return [_cut(section) for section in _sections(left, right, world, show)]
    apart = split_apart(left, right)
    if apart is None or prove(*apart, world) is None:
        return []
    spelled = tuple((world.vocabulary.spell(atom),) for atom in atoms((left, right)))
    terms = tuple((show(whole), show(part)) for whole, part in zip((left, right), apart, strict=True))
    found = (Section("atoms", spelled), Section("split into atoms", terms))
    return [_cut(each) for each in (*found, *_sections(*apart, world, show))]


def _cut(section: Section) -> Section:
    more = len(section.rows) - MOST_ROWS
    return (
        section if more <= 0 else Section(section.heading, (*section.rows[:MOST_ROWS], (f"and {more} more",)))
    )


def _sections(left: Move, right: Move, world: World, show: Show) -> Iterator[Section]:
    ends = []
    for side, move in (("left", left), ("right", right)):
        steps = chain(move)
        ends.append(steps[-1][1] if steps else move)
        if steps:
            rows = ((show(move), ""), *((show(after), law) for law, after in steps))
            yield Section(f"the {side} simplified, and the law of each step", rows)
    a, b = ends
    if a == b:
        yield Section("both are now the same term", ((show(a),),))
        return
    for method in (_normal_form, _values, _derivatives, _tableau, _parts):
        found = list(method(a, b, world, show))
        if found:
            yield from found
            return


def _normal_form(left: Move, right: Move, world: World, show: Show) -> Iterator[Section]:
    spell = world.vocabulary.spell
    try:
        if normal_difference(left, right, world) is not None:
            return
        first, *others = lattices(left, right, world)
    except normal.NotCoveredError:
        return
    one, two = (normal.relation(move, world.vocabulary, first) for move in (left, right))
    where = f", on the first of {1 + len(others)} lattices that are equal like this" if others else ""
    for side, table in (("left", one), ("right", two)):
        rows = []
        for effect, guards in table.items():
            written = ", ".join(f"{at}: {spell(1 << content)}" for at, content in effect) or "nothing changes"
            for guard in guards:
                needed = ", ".join(f"{at}: {spell(mask)}" for at, mask in sorted(guard.items()))
                rows.append((needed, written))
        heading = f"the normal form of the {side}: if these squares hold, those are written{where}"
        yield Section(heading, tuple(rows))


def _values(left: Move, right: Move, world: World, show: Show) -> Iterator[Section]:
    if counters.settings((left, right), world.vocabulary) is None:
        return
    try:
        table = list(counters.results(left, right, world.vocabulary))
    except LaskerError:  # beyond a limit of the evaluator
        return
    if all(one == two for _, one, two in table):
        rows = ((str(values), " ".join(map(str, sorted(ends))) or "nothing") for values, ends, _ in table)
        names = ", ".join(name for name, _ in world.vocabulary.counters)
        yield Section(f"values of {names}, and what both sides lead to", tuple(rows))


def _derivatives(left: Move, right: Move, world: World, show: Show) -> Iterator[Section]:
    try:
        pairs = kleene.bisimulation(left, right)
    except kleene.TooLargeError:
        return
    if pairs is not None:

        def shown(terms: frozenset[Move]) -> str:
            return " | ".join(sorted(map(show, terms))) or "fail"

        yield Section(
            "pairs of derivatives, which stop under the same tests and lead to each other by every letter",
            tuple((shown(a), shown(b)) for a, b in pairs),
        )


def _tableau(left: Move, right: Move, world: World, show: Show) -> Iterator[Section]:
    consistent = counters.consistency(world.vocabulary)
    try:
        tableaux = [dynamic_logic.refutation(*pair, consistent) for pair in ((left, right), (right, left))]
    except kleene.TooLargeError:
        return
    if any(tableau.is_satisfiable for tableau in tableaux):
        return
    for tableau, side in zip(tableaux, ("left", "right"), strict=True):
        rows = [
            (
                _shown(each.state.formulas, tableau, show),
                f"never fulfilled: {_formula(each.diamond, tableau, show)}",
            )
            for each in tableau.eliminated
        ]
        start = _shown(tableau.start, tableau, show)
        yield Section(
            f"the {side} has no result of its own: {start} has no model. Its states, and what fails there",
            tuple(rows) or (("every way to fulfil it contradicts itself",),),
        )


def _shown(formulas: frozenset[tuple[Formula, bool]], tableau: Tableau, show: Show) -> str:
    texts = (("" if holds else "¬") + _formula(formula, tableau, show) for formula, holds in formulas)
    return " ∧ ".join(sorted(texts)) or "true"


def _formula(formula: Formula, tableau: Tableau, show: Show) -> str:
    if isinstance(formula, Proposition):
        return formula.name if isinstance(formula.name, str) else show(formula.name)
    goal = "" if formula.goal is None else _formula(formula.goal, tableau, show)
    return f"⟨{show(tableau.spelled(formula.program))}⟩{goal}"


def _parts(left: Move, right: Move, world: World, show: Show) -> Iterator[Section]:
    match left, right:
        case (
            (Bind(_, _, a), Bind(_, _, b))
            | (Each(_, _, a), Each(_, _, b))
            | (Repeat(a), Repeat(b))
            | (Test(a), Test(b))
            | (Most(_, a), Most(_, b))
        ):
            yield Section("equal if these parts are", ((show(a), show(b)),))
            yield from _sections(a, b, world, show)
        case _:
            yield Section("equal part by part", ((show(left), show(right)),))
