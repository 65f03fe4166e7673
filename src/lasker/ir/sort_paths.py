"""Sorting the paths of a game into classes, with the proofs that allow it.

Where a proof fails the game is not flat: the reason is told, and the general walk stays.
"""

from __future__ import annotations

from collections import defaultdict

from lasker.algebra.contents import members
from lasker.ir.classes import (
    Attack,
    Classes,
    Counters,
    Entry,
    Flat,
    Rule,
    Some,
    Strike,
    Tidy,
    Turn,
    image,
)
from lasker.ir.ops import Each, Program
from lasker.ir.paths import NotFlat, Path, Question, Value, Walk, paths, settled_contents
from lasker.ir.tell_apart import tell_apart

MOST_SITES = 64
Writes = tuple[tuple[int, Value], ...]
FlatKey = tuple[int, int, Value, Counters, str | None]
RuleKey = tuple[tuple[int, ...], Writes, Counters, tuple[tuple[str, bool, Writes], ...]]


def classify(program: Program) -> Classes:
    """The classes of a game, or NotFlat with the reason."""
    return Sorting(program).classes()


class Sorting:
    """A game while its paths are sorted."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.variants = 1 << program.marks
        self.empty = 1  # the one content of an empty square: marks on empty squares are ruled out below
        self.alphabet = settled_contents(program)
        self.tests: dict[str, Attack | Some] = {}

    def classes(self) -> Classes:
        """Everything, with all side conditions checked."""
        program = self.program
        if program.sites > MOST_SITES or program.frames > 1:
            raise NotFlat(f"the board has more than {MOST_SITES} squares")
        if program.by_label or program.passes:
            raise NotFlat("moves are told apart by more than where they lead")
        if any(turn.by_chance for turn in program.turns):
            raise NotFlat("chance moves")
        if any(len(turn.next) > 1 for turn in program.turns):
            raise NotFlat("the turn order depends on the board")
        turns = tuple(self._turn(number) for number in range(len(program.turns)))
        settle = tuple(self._tidy(op) for op in self._settle())
        return Classes(self.alphabet, turns, self.tests, settle)

    def _turn(self, number: int) -> Turn:
        """The classes of a turn as the rules group them, or kind by kind where those would overlap."""
        turn = self.program.turns[number]
        simple = map(self._simple, paths(self.program, turn.move))
        found = _weakest([self._undoubted(path) for path in simple if path is not None])
        ends = tuple(end.block for end in turn.ends)
        for block in ends:
            self.test(block)
        try:
            return self._grouped(found, turn.next[0][1], ends, False)
        except NotFlat:
            return self._grouped(found, turn.next[0][1], ends, True)

    def _grouped(self, found: list[Path], following: int, ends: tuple[str, ...], by_kind: bool) -> Turn:
        flats: dict[FlatKey, list[Entry]] = defaultdict(list)
        rules: dict[RuleKey, list[tuple[int, ...]]] = defaultdict(list)
        for path in found:
            flat = self._flat(path)
            if flat is None:
                shape, row = self._rule(path)
                rules[shape].append(row)
                continue
            (movers, targets, value, counters, question), entry = flat
            for kind in self._kinds(movers) if by_kind else [movers]:
                flats[kind, targets, value, counters, question].append(entry)
        made = Turn(
            tuple(Flat(*key, tuple(sorted(set(entries)))) for key, entries in flats.items()),
            tuple(Rule(*shape, tuple(sorted(set(rows)))) for shape, rows in rules.items()),
            following,
            ends,
        )
        tell_apart(made, self.program.marks)
        return made

    def _kinds(self, contents: int) -> list[int]:
        """A set of contents, taken apart by symbols."""
        whole = (1 << self.variants) - 1
        shifts = range(0, len(self.program.contents), self.variants)
        return [contents & whole << shift for shift in shifts if contents & whole << shift]

    def _simple(self, path: Path) -> Path | None:
        """The path on boards of the alphabet; None if there it cannot be gone."""
        known = {site: held & self.alphabet for site, held in path.known}
        if not all(known.values()):
            return None
        return Path(
            path.origin,
            tuple(known.items()),
            self._changes(dict(path.writes), known),
            path.cursors,
            path.counters,
            tuple(q._replace(writes=self._changes(dict(q.writes), known)) for q in path.questions),
        )

    def _undoubted(self, path: Path) -> Path:
        """The path without questions that its own conditions answer."""
        known = dict(path.known)

        def answered(question: Question) -> bool:
            test = self.test(question.block)
            return (
                question.wanted
                and not question.writes
                and isinstance(test, Some)
                and any(
                    len(rule.holds) == 1
                    and not rule.questions
                    and any(site in known and not known[site] & ~rule.holds[0] for (site,) in rule.rows)
                    for rule in test.rules
                )
            )

        return path._replace(questions=tuple(q for q in path.questions if not answered(q)))

    def _changes(self, writes: dict[int, Value], known: dict[int, int]) -> tuple[tuple[int, Value], ...]:
        """Writes that change something; marks are written on pieces only, never on empty squares."""
        found = []
        for site, value in writes.items():
            if value.site is None:
                if known.get(site) == 1 << value.adds:
                    continue
                if not self.alphabet >> value.adds & 1:
                    raise NotFlat("a mark is written on an empty square")
            elif value.adds and known.get(value.site, self.empty) & self.empty:
                raise NotFlat("a mark may be written on an empty square")
            found.append((site, value))
        return tuple(found)

    def _flat(self, path: Path) -> tuple[FlatKey, Entry] | None:
        """The class and the entry of a path that is flat."""
        known, writes, origin = dict(path.known), dict(path.writes), path.origin
        if origin is None or len(writes) != 2 or writes.get(origin) != Value(None, 0, 0):
            return None
        (target,) = set(writes) - {origin}
        value = writes[target]
        others = [site for site in known if site not in (origin, target)]
        if value.site not in (origin, None) or target not in known or origin not in known:
            return None
        if any(known[site] != self.empty for site in others) or known[origin] & self.empty:
            return None
        question = None
        if path.questions:
            (first, *more) = path.questions
            if more or first.wanted or dict(first.writes) != writes:
                return None
            question = first.block
            if not self._sound(question, known[origin], value):
                return None
        placed = value if value.site is None else value._replace(site=0)
        key = (known[origin], known[target], placed, path.counters, question)
        return key, (origin, target, sum(1 << site for site in others))

    def _sound(self, block: str, movers: int, value: Value) -> bool:
        """May the attack be foretold by masks? The mover must not become a striker, nor a royal piece unless
        it is one; and it must be wholly royal or not at all."""
        attack = self.test(block)
        if not isinstance(attack, Attack):
            return False
        becomes = image(movers, value)
        strikers = 0
        for strike in attack.strikes:
            strikers |= strike.strikers
        royal = movers & attack.royals
        return not becomes & strikers and (
            (royal == movers and becomes & attack.royals == becomes)
            or (not royal and not becomes & attack.royals)
        )

    def _rule(self, path: Path) -> tuple[RuleKey, tuple[int, ...]]:
        """The shape and the squares of a path that is not flat."""
        known = dict(path.known)
        sites = list(known)
        for site, _ in path.writes:
            if site not in known:
                raise NotFlat("a path writes on a square that it has not looked at")
        column = {site: number for number, site in enumerate(sites)}

        def placed(writes: tuple[tuple[int, Value], ...]) -> tuple[tuple[int, Value], ...]:
            return tuple(
                (column[site], value if value.site is None else value._replace(site=column[value.site]))
                for site, value in writes
            )

        for question in path.questions:
            self.test(question.block)
        questions = tuple((q.block, q.wanted, placed(q.writes)) for q in path.questions)
        shape = (tuple(known.values()), placed(path.writes), path.counters, questions)
        return shape, tuple(sites)

    def test(self, block: str) -> Attack | Some:
        """The kind of a test, sorted once."""
        if block not in self.tests:
            found = [self._simple(path) for path in paths(self.program, block)]
            ways = [path for path in found if path is not None]
            if any(path.counters for path in ways):
                raise NotFlat(f"{block} asks a counter")
            self.tests[block] = self._attack(ways) or self._some(ways)
        return self.tests[block]

    def _attack(self, ways: list[Path]) -> Attack | None:
        """An attack, if every way is a striker, a royal piece, and empty squares between them."""
        royals: set[int] = set()
        strikes: dict[int, set[Entry]] = defaultdict(set)
        for path in ways:
            known = dict(path.known)
            others = [site for site in known if site != path.origin and known[site] != self.empty]
            if path.questions or path.origin is None or len(others) != 1 or known[path.origin] & self.empty:
                return None
            royals.add(known[others[0]])
            between = sum(1 << site for site in known if site not in (path.origin, others[0]))
            strikes[known[path.origin]].add((path.origin, others[0], between))
        if len(royals) != 1:
            return None
        return Attack(royals.pop(), tuple(Strike(s, tuple(sorted(e))) for s, e in strikes.items()))

    def _some(self, ways: list[Path]) -> Some:
        rules: dict[RuleKey, list[tuple[int, ...]]] = defaultdict(list)
        for path in ways:
            shape, row = self._rule(path)
            rules[shape].append(row)
        return Some(tuple(Rule(*shape, tuple(sorted(set(rows)))) for shape, rows in rules.items()))

    def _settle(self) -> list[Each]:
        if self.program.settle is None:
            return []
        body = self.program.blocks[self.program.settle].body
        found = [op for op in body if isinstance(op, Each) and not op.others and not op.cursors]
        if len(found) != len(body):
            raise NotFlat("`settle` does more than change single squares")
        return found

    def _tidy(self, op: Each) -> Tidy:
        """A single `each` of `settle`, if all it does at a square is to change that square."""
        block, walk = self.program.blocks[op.block], Walk(self.program)
        seen = set()
        for site in members(op.sites):
            start = walk.restrict(Path(site, cursors=((block.cursors[0], site),)), site, op.contents)
            ends = [] if start is None else list(walk.body(block.body, start))
            for path in filter(None, map(self._simple, ends)):
                writes = dict(path.writes)
                value = writes.get(site)
                if len(ends) > 1 or set(writes) - {site} or value is None or path.counters:
                    raise NotFlat("`settle` does more than change single squares")
                if set(dict(path.known)) - {site} or any(q.writes for q in path.questions):
                    raise NotFlat("`settle` looks at more than a square before it asks")
                for question in path.questions:
                    self.test(question.block)
                asked = tuple((q.block, q.wanted) for q in path.questions)
                placed = value if value.site is None else value._replace(site=0)
                seen.add((dict(path.known)[site], placed, asked))
        if len(seen) != 1:
            raise NotFlat("`settle` does different things on different squares")
        holds, value, asked = seen.pop()
        symbols = {c >> self.program.marks for c in members(holds | image(holds, value))}
        if len(symbols) != 1:
            raise NotFlat("`settle` changes pieces, not only marks")
        return Tidy(holds, op.sites, value, asked)


def _weakest(found: list[Path]) -> list[Path]:
    """Of paths that differ only in their questions, those that ask least: what asks more adds nothing."""
    alike: dict[object, list[Path]] = defaultdict(list)
    for path in found:
        rivals = alike[path.origin, frozenset(path.known), frozenset(path.writes), path.counters]
        asked = set(path.questions)
        if not any(set(rival.questions) <= asked for rival in rivals):
            rivals[:] = [rival for rival in rivals if not asked <= set(rival.questions)] + [path]
    return [path for rivals in alike.values() for path in rivals]
