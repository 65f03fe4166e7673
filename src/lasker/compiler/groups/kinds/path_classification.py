"""The shape of a path: a flat class, a drop, or a rule; and attacks that masks can decide."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import comb

from lasker.algebra.contents import members
from lasker.compiler.groups.game import Attack, Strike, Test
from lasker.compiler.groups.merging.effects_by_target import EffectsByTarget
from lasker.compiler.groups.merging.merge_effects import padded
from lasker.compiler.groups.merging.merge_lengths import merge_lengths
from lasker.compiler.groups.moves import (
    Asked,
    Conditions,
    Drop,
    Entry,
    Flat,
    Moves,
    Query,
    Rule,
    RuleKey,
    Screens,
    Terms,
    image,
)
from lasker.compiler.groups.path import (
    Conditional,
    Path,
    Question,
    SquaresFrom,
    SymbolicContent,
    Value,
    Writes,
    at_bases,
    union,
)

EMPTY = 1  # the only content of an empty square: marks on empty squares are excluded
GONE = Value(None, 0, 0)
Between = tuple[list[int], list[int], int]  # squares between, those with screens, what these hold
PathShape = tuple[int, int, tuple[int, ...]]  # bases; offset of the target, offsets of the squares between
FlatKey = tuple[int, int, Screens, Value, Terms]


class Shapes:
    """Paths by shape. `test` returns the classification of a block, `asked` the name of a test."""

    def __init__(
        self,
        alphabet: int,
        marks: int,
        test: Callable[[str], Test],
        asked: Callable[[Question], str],
        without: frozenset[str],
        by_label: bool = False,
    ) -> None:
        self.marks, self.test, self.asked, self.without = marks, test, asked, without
        self.by_label = by_label
        self.pieces = alphabet & ~EMPTY
        self.unmasked: frozenset[int] = frozenset()  # royal pieces whose number may exceed one
        self._spread: dict[frozenset[PathShape], tuple[Entry, ...]] = {}

    def moves(self, found: Iterable[Path], apart: Callable[[int], list[int]] | None = None) -> Moves:
        """Paths as moves; `apart` splits sets of movers first, if given."""
        free_ways: dict[tuple[FlatKey, int], set[PathShape]] = defaultdict(set)
        effects = EffectsByTarget()
        hops: dict[FlatKey, dict[Entry, dict[int, tuple[Path, int]]]] = defaultdict(lambda: defaultdict(dict))
        drops: dict[tuple[tuple[int, Terms], int], dict[Conditions, int]] = defaultdict(
            lambda: defaultdict(int)
        )
        rules: dict[RuleKey, set[tuple[int, ...]]] = defaultdict(set)
        for path in (part for whole in found for part in self._split_by_royalty(whole)):
            flat, drop = self._flat(path), self._drop(path)
            if flat is not None:
                (movers, targets, over, value, terms), target, (passed, screened, _) = flat
                if not over.number:
                    for kind in apart(movers) if apart else [movers]:
                        way = (path.bases, target, tuple(sorted(passed)))
                        key = kind, targets, over, value, terms
                        free_ways[key, effects.noted(key, path, target)].add(way)
                    continue
                free, hopped = SquaresFrom(passed), SquaresFrom(screened)
                ways = [(base, free.at(base), hopped.at(base)) for base in members(path.bases)]
                for kind in apart(movers) if apart else [movers]:
                    entries = hops[kind, targets, over, value, terms]
                    for base, between, taken in ways:
                        entries[base, base + target, between][taken] = path, base
            elif drop is not None:
                content, terms, conditions, site = drop
                placed = [(what, SquaresFrom(where)) for what, where in conditions]
                there = drops[(content, terms), effects.noted((content, terms), path, site)]
                for base in members(path.bases):
                    held = tuple(sorted((what, where.at(base)) for what, where in placed))
                    there[held] |= 1 << site + base
            else:
                assert not path.effects, "only classes and drops have effects around their goals"
                for part in self._split_by_label(path):
                    shape, row = self.rule(part)
                    rules[shape].update(at_bases(row, part.bases))
        flats = [
            Flat(*key[:-1], replace(key[-1], effects=effects.around(key, number)), self._entries(ways))
            for (key, number), ways in free_ways.items()
        ]
        for key, entries in hops.items():
            screens = key[2]
            twice = Counter(entry[:2] for entry in entries) if screens.held != self.pieces else {}
            whole = [e for e, ways in entries.items() if _all_occupancies(e, screens.number, ways)]
            whole = [entry for entry in whole if twice.get(entry[:2], 1) == 1]
            if whole:
                flats.append(Flat(*key, tuple(sorted(whole))))
            for entry in entries.keys() - set(whole):
                for path, base in entries[entry].values():
                    shape, row = self.rule(path)
                    rules[shape].add(tuple(site + base for site in row))
        return Moves(
            tuple(flats),
            tuple(
                Drop(key[0], replace(key[1], effects=effects.around(key, number)), tuple(where.items()))
                for (key, number), where in drops.items()
            ),
            tuple(Rule(*shape, tuple(sorted(rows))) for shape, rows in merge_lengths(padded(rules)).items()),
        )

    def carries(self, path: Path) -> bool:
        """Is a path a class or a drop that can carry effects around its target? The effects must not change
        its own squares, and no test may precede a deferred effect."""
        flat, drop = self._flat(path), self._drop(path)
        if flat is not None:
            (movers, _, over, value, _), target, _ = flat
            if over.number or path.origin is None:
                return False
            own = {path.origin: EMPTY, target: image(movers, value)}
        elif drop is not None:
            own = {drop[3]: 1 << drop[0]}
        else:
            return False
        cases = (case for effect in path.effects for case in effect)
        return not any(
            own.keys() & dict(case.writes).keys()
            and all(own.get(site, -1) & held for site, held in case.needs)
            for case in cases
        )

    def _split_by_label(self, path: Path) -> Iterator[Path]:
        """The path split by the kinds of pieces that its label names, where labels matter."""
        if not self.by_label and not any(isinstance(value, Conditional) for _, value in path.writes):
            yield path
            return
        values = (value for note in path.notes for value in (note.was, note.value) if value)
        sites = list(dict.fromkeys(value.site for value in values if value.site is not None))
        known, found = dict(path.known), [path.known]
        for site in sites:
            kinds = defaultdict[int, int](int)
            for content in members(known.get(site, 0)):
                kinds[content >> self.marks] |= 1 << content
            found = [
                tuple((dict(each) | {site: kind}).items()) for each in found for kind in kinds.values()
            ] or found
        yield from (path._replace(known=each) for each in found)

    def _split_by_royalty(self, path: Path) -> Iterator[Path]:
        """The path split by royal and other movers or captured pieces, which masks treat differently."""
        known, ends = dict(path.known), {site for site, _ in path.writes}
        tests = [
            self.test(question.block)
            for question in path.questions
            if not question.first and not question.cursors
        ]
        attacks = [test for test in tests if isinstance(test, Attack)]
        origin, goals = path.origin, ends - {path.origin}
        if (
            origin is None
            or len(goals) != 1
            or not known.keys() >= ends | {origin}
            or any(isinstance(value, Conditional) for _, value in path.writes)
            or path.effects
            or "pin_masks" in self.without
        ):
            yield path
            return
        (target,) = goals
        for movers in _split_contents(known[origin], union(each.royals for each in attacks)):
            foretold = union(each.royals for each in attacks if not each.strikers & movers)
            for taken in _split_contents(known[target], foretold):
                yield path._replace(known=tuple((known | {origin: movers, target: taken}).items()))

    def _between(self, known: dict[int, int], ends: tuple[int, ...]) -> Between | None:
        """The squares between the ends, and the screens among them, which hold the same; None if there are
        other conditions."""
        between, screens, alike = list[int](), list[int](), 0
        for site, held in known.items():
            if site not in ends:
                between.append(site)
                if held != EMPTY:
                    if held & ~self.pieces or alike not in (0, held) or "screens" in self.without:
                        return None
                    screens.append(site)
                    alike = held
        return between, screens, alike

    def _flat(self, path: Path) -> tuple[FlatKey, int, Between] | None:
        """The class of a flat path, its target, and the squares between with the screens among them."""
        known, writes, origin = dict(path.known), dict(path.writes), path.origin
        if origin is None or len(writes) != 2 or writes.get(origin) != GONE:
            return None
        (target,) = set(writes) - {origin}
        value = writes[target]
        if isinstance(value, Conditional):
            return None
        if value.site not in (origin, None) or target not in known or known.get(origin, EMPTY) & EMPTY:
            return None
        if value == GONE:
            return None
        between = self._between(known, (origin, target))
        terms = self._terms(path, known[origin], image(known[origin], value), known[target])
        if between is None or terms is None:
            return None
        over = Screens(len(between[1]), between[2])
        return (known[origin], known[target], over, value, terms), target, between

    def _drop(self, path: Path) -> tuple[int, Terms, list[tuple[int, list[int]]], int] | None:
        """The content, terms, conditions and square of a drop."""
        if len(path.writes) != 1 or "drops" in self.without:
            return None
        known, ((site, value),) = dict(path.known), path.writes
        if (
            isinstance(value, Conditional)
            or value.site is not None
            or value == GONE
            or known.get(site) != EMPTY
        ):
            return None
        terms = self._terms(path, 0, 1 << value.adds, EMPTY)
        if terms is None:
            return None
        held: dict[int, list[int]] = defaultdict(list)
        for other, contents in known.items():
            if other != site:
                held[contents].append(other)
        return value.adds, terms, list(held.items()), site

    def _terms(self, path: Path, movers: int, becomes: int, taken: int) -> Terms | None:
        """The terms of a path whose tests all come before its first write or after its last."""
        guards: list[Asked] = []
        asks: list[Asked] = []
        foretold = None
        for question in path.questions:
            asked = (question.block, question.wanted)
            if question.cursors:
                return None
            self.test(question.block)
            if question.first:
                guards.append(asked)
            elif set(question.writes) != set(path.writes) or question.effects != path.effects:
                return None
            elif (
                foretold is None
                and not path.effects
                and not question.wanted
                and self._masks_decide(question.block, movers, becomes, taken)
            ):
                foretold = question.block
            else:
                asks.append(asked)
        return Terms(path.counters, tuple(guards), foretold, tuple(asks), path.branch, _has_odd_label(path))

    def _masks_decide(self, block: str, movers: int, becomes: int, taken: int) -> bool:
        """Can masks decide the attack? The mover must not be or become an attacker, nor become royal unless
        it is royal; it must be entirely royal or not at all; and it must not capture the attacked piece."""
        attack = self.test(block)
        if not isinstance(attack, Attack) or (movers | becomes) & attack.strikers or taken & attack.royals:
            return False
        if "pin_masks" in self.without or attack.royals in self.unmasked:
            return False
        royal = movers & attack.royals
        if royal:
            return royal == movers and becomes & attack.royals == becomes
        return not becomes & attack.royals

    def rule(self, path: Path, first: int | None = None) -> tuple[RuleKey, tuple[int, ...]]:
        """The key and the squares of a path that is neither flat nor a drop; the square that a test is about
        is a column even if unconstrained, and `first` is the first column."""
        known, anything = dict(path.known), self.pieces | EMPTY
        if first is not None:
            known = {first: known.get(first, anything)} | known
        for question in path.questions:
            known |= {site: known.get(site, anything) for site in question.cursors[:1]}
        sites = list(known)
        column = {site: number for number, site in enumerate(sites)}

        def placed(writes: Writes) -> Writes:
            return tuple((column[site], in_columns(value)) for site, value in writes)

        def in_columns(value: SymbolicContent) -> SymbolicContent:
            if isinstance(value, Conditional) or value.site is None:
                return value
            return value._replace(site=column[value.site])

        questions = tuple(
            Query(
                self.asked(q),
                q.wanted,
                placed(q.writes),
                column[q.cursors[0]] if q.cursors else None,
            )
            for q in path.questions
        )
        terms = Terms(path.counters, branch=path.branch, note=self._note(path, column))
        return (tuple(known.values()), placed(path.writes), terms, questions), tuple(sites)

    def _note(self, path: Path, column: dict[int, int]) -> tuple[int, int, int, int] | None:
        """The label of a rule, if it is one note about squares that the rule names."""
        known = dict(path.known)
        if len(path.notes) != 1 or not {path.notes[0].start, path.notes[0].end} <= known.keys():
            return None
        ((start, held, end, value),) = path.notes
        if value is None or not {held.site, value.site} <= {None, *known}:
            return None
        was, left = (
            {content >> self.marks for content in members(image(_source(each, known), each))}
            for each in (held, value)
        )
        if len(was) != 1 or len(left) != 1:
            return None
        (before,), (after,) = was, left
        return column[start], column[end], -1 if after == before else after, before

    def attack(self, found: list[Path]) -> Attack | None:
        """The attack, if every path is an attacker, a royal piece, and squares between, empty or not."""
        royals: set[int] = set()
        free_ways: dict[int, set[PathShape]] = defaultdict(set)
        hops: dict[tuple[int, int], dict[Entry, set[int]]] = defaultdict(lambda: defaultdict(set))
        for path in found:
            known, origin = dict(path.known), path.origin
            if path.questions or origin is None or known.get(origin, EMPTY) & EMPTY:
                return None
            aims = [s for s in known if s != origin and known[s] not in (EMPTY, self.pieces)]
            between = self._between(known, (origin, *aims)) if len(aims) == 1 else None
            if between is None:
                return None
            royals.add(known[aims[0]])
            if not between[1]:
                way = (path.bases, aims[0], tuple(sorted(between[0])))
                free_ways[known[origin]].add(way)
                continue
            entries = hops[known[origin], len(between[1])]
            free, screened = map(SquaresFrom, between[:2])
            for base in members(path.bases):
                entries[base, base + aims[0], free.at(base)].add(screened.at(base))
        if len(royals) != 1:
            return None
        for (_, count), entries in hops.items():
            if not all(_all_occupancies(entry, count, screened) for entry, screened in entries.items()):
                return None
        alike: dict[tuple[int, tuple[Entry, ...]], int] = defaultdict(int)  # attackers with the same entries
        for strikers, rides in free_ways.items():
            alike[0, self._entries(rides)] |= strikers
        for (strikers, count), entries in hops.items():
            alike[count, tuple(sorted(entries))] |= strikers
        return Attack(royals.pop(), tuple(Strike(all_strikers, *way) for way, all_strikers in alike.items()))

    def _entries(self, ways: set[PathShape]) -> tuple[Entry, ...]:
        """Entries over empty squares from all their bases; memoized for pieces that move alike."""
        key = frozenset(ways)
        if key not in self._spread:
            found: set[Entry] = set()
            for bases, target, between in key:
                passed = SquaresFrom(between)
                found |= {(base, base + target, passed.at(base)) for base in members(bases)}
            self._spread[key] = tuple(sorted(found))
        return self._spread[key]


def _source(value: Value, known: dict[int, int]) -> int:
    """The contents that a value is derived from."""
    return EMPTY if value.site is None else known[value.site]


def _has_odd_label(path: Path) -> bool:
    """Does the label differ from (start square, target square, promotion)?"""
    if len(path.notes) != 1:
        return True
    ((start, was, end, value),) = path.notes
    gone = [site for site, there in path.writes if there == GONE]
    come = [each for each in path.writes if each[1] != GONE]
    first = (gone[0] if gone else end), Value(start, -1, 0)
    return (start, was) != first or come != [(end, value)]


def _split_contents(contents: int, some: int) -> Iterator[int]:
    """Contents split by membership in a set, without empty parts."""
    return filter(None, (contents & some, contents & ~some))


def _all_occupancies(entry: Entry, screens: int, found: Iterable[int]) -> bool:
    """Are these all subsets of the squares between with this number of screens?"""
    return len(set(found)) == comb(entry[2].bit_count(), screens)
