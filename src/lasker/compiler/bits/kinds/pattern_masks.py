"""Patterns: rules on fixed squares, as sets of squares that must hold something and sets that change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.bits.royal_safety.probes import Probes, Step
from lasker.compiler.bits.scope import Absent
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import Rule
from lasker.compiler.groups.path import Conditional, Writes
from lasker.kernel.dataclass import dataclass

# "holds" a set of contents; a kind is "toggled" or "taken"; a mark is "lost" or "gained"
Key = tuple[str, int]
Question = tuple[str, bool]  # a test, and its required answer
Asked = tuple[tuple[Question, dict[Key, list[int]]], ...]  # evaluated on the board in between


@dataclass(frozen=True)
class Laid:
    """A pattern laid on one row of squares: where its pieces stand, and sets by purpose."""

    first: int
    partner: int
    attack: str | None
    at: tuple[int, int]
    sets: dict[Key, int]
    probes: tuple[Step, ...]
    asked: tuple[tuple[Question, dict[Key, int]], ...]  # tests in between, on the board with these changes


@dataclass(frozen=True)
class Shape:
    """The common properties of the patterns of one table: what is searched first, and which sets their rows
    have."""

    first: int
    partner: int  # contents of a second piece, or 0
    attack: str | None
    sets: tuple[Key, ...]
    questions: tuple[Question, ...] = ()  # tests of rows that are evaluated on boards,
    changes: tuple[Key, ...] = ()  # and the sets that change there

    def of(self, kind: str) -> list[int]:
        """The contents, symbols or marks that the sets of one kind are about."""
        return [what for each, what in self.sets if each == kind]


@dataclass(frozen=True)
class PatternPlacement:
    """One way to lay a pattern: two squares, and sets in the order of the shape; its tests as the number of a
    question with sets."""

    first: int
    partner: int
    sets: tuple[int, ...]
    probes: tuple[Step, ...]
    asked: tuple[tuple[int, tuple[int, ...]], ...] = ()


class PatternSorting:
    """Classifies rules as patterns."""

    def __init__(self, classes: Classes, layout: Layout, sites: int) -> None:
        self.layout, self.sites = layout, sites
        self.probes = Probes(classes, sites)
        self.wanted = True  # without patterns every rule is carried out square by square
        # By identity; rules are kept alive so that an identity is never reused.
        self._known: dict[tuple[int, Absent, bool], tuple[Rule, list[Laid] | None]] = {}

    def sorted_out(
        self, rules: tuple[Rule, ...], absent: Absent, makes: bool
    ) -> tuple[dict[Shape, list[PatternPlacement]], tuple[Rule, ...]]:
        """The patterns among some rules, which are to be made or only found, and the rules that are none."""
        found: dict[tuple[int, int, str | None, bool], list[Laid]] = defaultdict(list)
        left = []
        for rule in rules:
            key = (id(rule), absent, makes)
            if key not in self._known:
                self._known[key] = rule, self._laid(rule, absent, makes) if self.wanted else None
            _, laid = self._known[key]
            if laid is None:
                left.append(rule)
            else:
                for each in laid:
                    found[each.first, each.partner, each.attack, bool(each.asked)].append(each)
        return dict(_table(*key[:3], laid) for key, laid in found.items()), tuple(left)

    def _laid(self, rule: Rule, absent: Absent, makes: bool) -> list[Laid] | None:
        """A rule as a pattern, laid on each of its rows; None if it has no such form."""
        layout = self.layout
        pieces = [column for column, held in enumerate(rule.holds) if not held & EMPTY]
        pieces.sort(key=lambda column: layout.plain(rule.holds[column]))  # marked ones are rarer
        effect = self._effect(rule, rule.writes, absent) if makes else defaultdict[Key, list[int]](list)
        probes = self.probes.probes(rule) if len({query.block for query in rule.questions}) <= 1 else None
        asked = () if probes is not None else self._asked(rule, absent)
        if not rule.holds or effect is None or asked is None:
            return None
        first = pieces[0] if pieces else 0
        partner = pieces[1] if len(pieces) > 1 else None
        for column, held in enumerate(rule.holds):
            if column not in (first, partner):
                effect["holds", layout.normal(held, absent)].append(column)
        attack = rule.questions[0].block if rule.questions and not asked else None
        home, hostile = self.probes.home(rule), self.probes.hostile(rule)
        starts = layout.normal(rule.holds[first], absent)
        meets = 0 if partner is None else layout.normal(rule.holds[partner], absent)
        found = []
        for row in rule.rows:
            steps = [
                (self.sites if royal is None else row[royal], _set(row, emptied), _set(row, filled))
                for royal, emptied, filled in probes or ()
            ]
            at = None if home is None else row[home]
            unattacked, left = (
                self.probes.split_decided(attack, at, _set(row, hostile), steps) if attack else (0, steps)
            )
            found.append(
                Laid(
                    starts,
                    meets,
                    attack,
                    (row[first], row[0 if partner is None else partner]),
                    {key: _set(row, columns) for key, columns in effect.items()}
                    | {("unattacked", 0): unattacked, ("label", 0): _label(rule, row) if makes else 0},
                    tuple(left),
                    tuple(
                        (question, {key: _set(row, columns) for key, columns in changes.items()})
                        for question, changes in asked
                    ),
                )
            )
        return found

    def _asked(self, rule: Rule, absent: Absent) -> Asked | None:
        """The tests of a rule, on boards that are made; None if one of them depends on the board."""
        found: list[tuple[Question, dict[Key, list[int]]]] = []
        for block, wanted, writes, place in rule.questions:
            changes = self._effect(rule, writes, absent)
            if changes is None or place is not None:
                return None
            found.append(((block, wanted), changes))
        return tuple(found)

    def _effect(self, rule: Rule, writes: Writes, absent: Absent) -> dict[Key, list[int]] | None:
        """The changes that some writes of a rule make; None if they depend on the board."""
        layout, effect = self.layout, defaultdict[Key, list[int]](list)
        for column, value in writes:
            if isinstance(value, Conditional):
                return None
            held = rule.holds[column]
            old = layout.symbols(held)
            came = held if value.site is None else rule.holds[value.site]
            new = {value.adds >> layout.program.marks} if value.site is None else set(layout.symbols(came))
            if len(new) != 1:
                return None
            (becomes,) = new
            for symbol in old if len(old) > 1 else ():
                if symbol:
                    effect["taken", symbol].append(column)
            if len(old) > 1 or old[0] != becomes:
                for symbol in (*(old if len(old) == 1 else ()), becomes):
                    if symbol:
                        effect["toggled", symbol].append(column)
            for mark in range(layout.program.marks):
                bears = layout.bears(came, mark, absent) if value.site is not None else frozenset((False,))
                gains = bool(value.adds >> mark & 1)
                if becomes and layout.asked[becomes] >> mark & 1:
                    kept = not gains and bool(value.keeps >> mark & 1) and True in bears
                    if kept and False in bears:
                        return None
                    if gains or kept:
                        effect["gained", mark].append(column)
                if True in layout.bears(held, mark, absent):
                    effect["lost", mark].append(column)
        return effect


KINDS_OF_SETS = ("holds", "unattacked", "label", "toggled", "taken", "lost", "gained")


def _table(
    first: int, partner: int, attack: str | None, laid: list[Laid]
) -> tuple[Shape, list[PatternPlacement]]:
    """Patterns that begin alike, in one table: a set that one of them does not need is empty."""
    sets = _sorted(key for each in laid for key, sites in each.sets.items() if sites)
    asked = [each for one in laid for each in one.asked]
    questions = tuple(dict.fromkeys(question for question, _ in asked))
    changes = _sorted(key for _, sets in asked for key, sites in sets.items() if sites)
    rows = [
        PatternPlacement(
            *each.at,
            tuple(each.sets.get(key, 0) for key in sets),
            each.probes,
            tuple(
                (questions.index(question), tuple(made.get(key, 0) for key in changes))
                for question, made in each.asked
            ),
        )
        for each in laid
    ]
    return Shape(first, partner, attack, sets, questions, changes), rows


def _sorted(keys: Iterable[Key]) -> tuple[Key, ...]:
    return tuple(sorted(set(keys), key=lambda key: (KINDS_OF_SETS.index(key[0]), key[1])))


def _label(rule: Rule, row: tuple[int, ...]) -> int:
    """The squares of a rule's label as one number; it is not 0, so that 0 means no label."""
    return 0 if rule.terms.note is None else 1 << 32 | row[rule.terms.note[1]] << 16 | row[rule.terms.note[0]]


def _set(row: tuple[int, ...], columns: list[int]) -> int:
    found = 0
    for column in columns:
        found |= 1 << row[column]
    return found
