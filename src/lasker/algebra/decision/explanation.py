"""Proofs of equality written so that they can be checked by hand: chains of terms with the law of each step,
pairs of derivatives, tables of normal forms and of counters, and the states of a tableau with what eliminates
them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.decision.dynamic_logic import Formula, Proposition, Tableau
from lasker.algebra.decision.guards import PRESENT, Present, Spot
from lasker.algebra.decision.normal_forms import End
from lasker.algebra.decision.proof import (
    Commuted,
    Derivatives,
    Exhaustion,
    NormalForms,
    Parts,
    Proof,
    Same,
    Simplified,
    Split,
    Step,
    Tableaux,
    Values,
    Ways,
)
from lasker.algebra.laws import chain
from lasker.algebra.moves import Move
from lasker.kernel.dataclass import dataclass
from lasker.space.movement import Offset

MOST_ROWS = 60  # of a section; the rest is counted
FORMULAS = "state"  # the kind of cells that show formulas of a tableau

Show = Callable[[Move], str]


@dataclass(frozen=True)
class Section:
    """A heading, and rows of cells. `columns` says of each cell whether it is a term, a sentence, or the
    formulas of a state."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    columns: tuple[str, ...]


def sections(proof: Proof, vocabulary: Vocabulary, show: Show) -> list[Section]:
    """The steps of a proof as tables.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.algebra.moves import NIL, sequence
    >>> from lasker.algebra.decision.prover import prove
    >>> from lasker.algebra.decision.world import World
    >>> from lasker.space.board_kinds import KINDS
    >>> found = prove(sequence([NIL, NIL]), NIL, World(KINDS["square"], CHESSMEN))
    >>> sections(found, CHESSMEN, str)[0].rows
    (('Sequence(parts=(Nil(), Nil()))', ''), ('Nil()', 'nil then M is M'))
    """
    return [_cut(section) for step in proof.steps for section in _sections(step, vocabulary, show)]


def _cut(section: Section) -> Section:
    more = len(section.rows) - MOST_ROWS
    if more <= 0:
        return section
    return Section(f"{section.heading} (and {more} more)", section.rows[:MOST_ROWS], section.columns)


def _sections(step: Step, vocabulary: Vocabulary, show: Show) -> Iterator[Section]:
    match step:
        case Simplified(side, before):
            rows = ((show(before), ""), *((show(after), law) for law, after in chain(before)))
            yield Section(f"the {side} simplified, and the law of each step", rows, ("term", "sentence"))
        case Same(term):
            yield Section("both are now the same term", ((show(term),),), ("term",))
        case NormalForms():
            yield from _normal_forms(step, vocabulary)
        case Values(names, table):
            written = tuple(
                (str(values), " ".join(map(str, sorted(ends))) or "nothing") for values, ends in table
            )
            heading = f"values of {', '.join(names)}, and what both sides lead to"
            yield Section(heading, written, ("sentence", "sentence"))
        case Derivatives(()):
            said = "both are the same term once repetitions are written out"
            yield Section("derivatives", ((said,),), ("sentence",))
        case Derivatives(pairs):
            yield Section(
                "pairs of derivatives: they stop under the same tests and lead to each other by every letter",
                tuple((_union(a, show), _union(b, show)) for a, b in pairs),
                ("term", "term"),
            )
        case Tableaux(left, right):
            yield _tableau(left, "left", show)
            yield _tableau(right, "right", show)
        case Parts(proofs):
            for proof in proofs:
                rows = ((show(proof.left), show(proof.right)),)
                yield Section("equal if these parts are", rows, ("term", "term"))
                yield from sections(proof, vocabulary, show)
        case Split(atoms, left, right):
            yield Section("atoms", tuple((vocabulary.spell(atom),) for atom in atoms), ("term",))
            halves = tuple((show(whole), show(apart)) for whole, apart in (left, right))
            yield Section("split into atoms", halves, ("term", "term"))
        case Commuted(left, right, proofs):
            orders = tuple((show(before), show(after)) for before, after in (left, right))
            yield Section("parts that commute put into one order", orders, ("term", "term"))
            for proof in proofs:
                yield Section("because", ((show(proof.left), show(proof.right)),), ("term", "term"))
                yield from sections(proof, vocabulary, show)
        case Exhaustion(boards):
            tried = f"{boards} settings were tried, and both sides have the same results on each"
            yield Section("every setting of the declared board", ((tried,),), ("sentence",))
        case Ways():
            for side, effects in (("left", step.left), ("right", step.right)):
                heading = f"effects of the {side} on the declared board: if these hold, those are written"
                yield Section(heading, effects, ("sentence", "sentence"))


def _normal_forms(step: NormalForms, vocabulary: Vocabulary) -> Iterator[Section]:
    others = len(step.lattices) - 1
    where = f", on the first of {1 + others} lattices that are equal like this" if others else ""
    if step.places > 1:
        where = f", with the chosen squares on {step.places} places that represent all"
    for side, table in (("left", step.left), ("right", step.right)):
        rows = []
        for effect, guards in table.items():
            written = ", ".join(
                _held(at, 1 << content, vocabulary) for at, content in effect if not isinstance(at, End)
            )
            ends = [f"the cursor at {_place(at.at)}" for at, _ in effect if isinstance(at, End)]
            for guard in guards:
                squares = sorted(item for item in guard.items() if isinstance(item[0], tuple))
                counts = [item for item in guard.items() if not isinstance(item[0], tuple)]
                needed = ", ".join(_held(at, mask, vocabulary) for at, mask in (*squares, *counts))
                rows.append((needed, ", ".join(filter(None, [written, *ends])) or "nothing changes"))
        heading = f"the normal form of the {side}: if these squares hold, those are written{where}"
        yield Section(heading, tuple(rows), ("sentence", "sentence"))


def _held(at: Spot, mask: int, vocabulary: Vocabulary) -> str:
    """What a square, or a counter, holds, or what is on other squares."""
    if isinstance(at, tuple):
        return f"{_place(at)}: {vocabulary.spell(mask)}"
    if isinstance(at, Present):
        return f"{'some' if mask == PRESENT else 'no'} {vocabulary.spell(1 << at.content)} elsewhere"
    bounds, (name, owner) = vocabulary.counters[at.name], at.name
    values = " | ".join(str(bounds.low + bit) for bit in members(mask))
    return f"{name if owner is None else f'{name} of {vocabulary.players[owner]}'}: {values}"


def _place(at: Offset) -> str:
    return f"({', '.join(map(str, at))})"


def _union(terms: frozenset[Move], show: Show) -> str:
    return " | ".join(sorted(map(show, terms))) or "fail"


def _tableau(tableau: Tableau, side: str, show: Show) -> Section:
    rows = [
        (
            _shown(each.state.formulas, tableau, show),
            f"never fulfilled: {_formula(each.diamond, tableau, show)}",
        )
        for each in tableau.eliminated
    ]
    start = _shown(tableau.start, tableau, show)
    heading = f"the {side} has no result of its own: {start} has no model. Its states, and what fails there"
    if not rows:
        return Section(heading, (("every way to fulfil it contradicts itself",),), ("sentence",))
    return Section(heading, tuple(rows), (FORMULAS, FORMULAS))


def _shown(formulas: frozenset[tuple[Formula, bool]], tableau: Tableau, show: Show) -> str:
    texts = (("" if holds else "¬") + _formula(formula, tableau, show) for formula, holds in formulas)
    return " ∧ ".join(sorted(texts)) or "true"


def _formula(formula: Formula, tableau: Tableau, show: Show) -> str:
    if isinstance(formula, Proposition):
        return formula.name if isinstance(formula.name, str) else show(formula.name)
    goal = "" if formula.goal is None else _formula(formula.goal, tableau, show)
    return f"⟨{show(tableau.spelled(formula.program))}⟩{goal}"
