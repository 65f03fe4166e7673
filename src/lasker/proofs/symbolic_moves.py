"""Every way to move in a game, followed on a board of unknown contents: what must hold, what is done.

Unknown is what may stand on each square in play. Marks that fall when their bearer moves stand only where
they stood at the start, as long as no way writes one: that is assumed at first, and checked on the ways
found. From these follows what each square may hold at all, and with that the ways can be followed again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from lasker.algebra.contents import members
from lasker.compiler.groups.moves import image
from lasker.compiler.groups.path import (
    NotClassified,
    Path,
    Question,
    SymbolicContent,
    Value,
    from_each_base,
    unconditional,
)
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor
from lasker.compiler.ir.lower import Lowering
from lasker.compiler.ir.ops import Adjust, Ask, Compare, Each, Most
from lasker.compiler.ir.passes.drop_unreached import every, reached_from
from lasker.model.game import Game
from lasker.notation.fen import fen

Box = frozenset[tuple[int, int]]  # squares, and what each must have held at the start
Counters = tuple[Adjust | Compare, ...]
FEW = 8  # conditions of a test that are written out where it is asked


class Condition(NamedTuple):
    """When a way is open: what the squares hold, how tests that are left are answered, what is counted."""

    box: Box
    questions: frozenset[Question]
    counters: Counters = ()


class Effect(NamedTuple):
    """What a way does: to the squares, and to the counters."""

    writes: frozenset[tuple[int, Value]]
    counters: Counters


class SymbolicMove(NamedTuple):
    """One way to move: who goes from where, when, and what happens."""

    symbol: int
    origin: int | None
    condition: Condition
    effect: Effect


class SymbolicMoves(SymbolicExecutor):
    """The ways of one game, block by block."""

    def __init__(self, game: Game, squares: list[int] | None = None) -> None:
        self.game = game
        self._squares = squares
        lowering = Lowering(game)
        state = next(iter(game.states))
        self.tests = {  # what is not part of a program, in a block of its own each
            (kind, rule.reason): lowering.block(f"{kind}_{number}", rule.tests[state], {})
            for kind, rules in (("adjudication", game.adjudications), ("set-up", game.faults))
            for number, rule in enumerate(rules)
            if state in rule.tests and not rule.repeated
        }
        super().__init__(lowering.program())
        self.asked: dict[frozenset[Condition], str] = {}  # the tests that were left, each by one name
        self._counting: dict[str, bool] = {}
        self._found: dict[str, list[SymbolicMove]] = {}
        self._conditions: dict[str, frozenset[Condition]] = {}
        self._equal: dict[frozenset[Condition], frozenset[Condition]] = {}  # large sets are compared once

    @cached_property
    def _start(self) -> tuple[int, ...]:
        return fen.read(self.game, self.game.start).configuration.board

    @cached_property
    def _first(self) -> list[int]:
        if self._squares is not None:
            return self._squares
        stays = sum(1 << c for c in members(self.anything) if not c & self.marks & self.program.moved)
        return [(stays | 1 << content) & self.anything for content in self._start]

    def first(self, site: int) -> int:
        """What a square may hold before anything is known of it."""
        return self._first[site]

    def left(self, op: Ask, path: Path) -> Iterator[Path]:
        """A test that is left is a question, unless nothing on any board would answer it with yes."""
        places = dict(path.cursors)
        stands = tuple(places[name] for name in op.cursors)
        counted = path.counters if self._depends_on_counters(op.block) else ()
        asked = Question(op.block, op.wanted, path.writes, counted, stands)
        if not op.cursors:
            asked = self._plainly(asked)
            conditions = self.conditions(asked.block)
            asked = asked._replace(block=self.asked.setdefault(conditions, asked.block))
            if not path.writes and not conditions:
                if not asked.wanted:
                    yield path
                return
        yield path._replace(questions=(*path.questions, asked))

    def _depends_on_counters(self, block: str) -> bool:
        """May what was counted before a test change its answer?"""
        if block not in self._counting:
            blocks = reached_from(self.program, [block])
            ops = [op for name in blocks for op in every(self.program.blocks[name].body)]
            self._counting[block] = any(
                isinstance(op, Compare | Most) or (isinstance(op, Adjust) and op.relative) for op in ops
            )
        return self._counting[block]

    def _plainly(self, asked: Question) -> Question:
        """A test that only asks for another test is that test."""
        conditions = self.conditions(asked.block)
        if len(conditions) == 1 and (inner := _bare_test(min(conditions))) is not None:
            return asked._replace(block=inner.block, wanted=inner.wanted is asked.wanted)
        return asked

    # --- what is found ------------------------------------------------------------------------------

    def ways(self, block: str) -> list[SymbolicMove]:
        """Every way through a block, one for each kind of piece that goes it."""
        if self.program.frames > 1:
            raise NotClassified("the board turns the compass over")
        if block not in self._found:
            self._found[block] = [
                way
                for found in self.body(self.program.blocks[block].body, Path())
                for path in from_each_base(found)
                for way in self._split(path)
            ]
        return self._found[block]

    def conditions(self, block: str) -> frozenset[Condition]:
        """When a block can be done at all."""
        if block not in self._conditions:
            cursors = self.program.blocks[block].cursors
            if cursors:
                raise NotClassified(f"{block} asks about a cursor")
            found = {way.condition for way in self.ways(block)}
            opened = frozenset(each for one in found for each in self._opened(one))
            self._conditions[block] = self._equal.setdefault(opened, opened)
        return self._conditions[block]

    def _opened(self, condition: Condition) -> Iterator[Condition]:
        """A condition without tests that only stand for a few others."""
        for asked in condition.questions:
            plain = asked.wanted and not asked.writes and not asked.cursors
            inside = self.conditions(asked.block) if plain else ()
            if inside and (len(inside) <= FEW or _bare_test(condition) is not None):
                rest = condition.questions - {asked}
                for box, questions, counters in inside:
                    merged = [Path(known=tuple(condition.box))]
                    for site, held in box:
                        merged = [each for path in merged for each in self.restrict(path, site, held)]
                    for path in merged:
                        both = (*condition.counters, *counters)
                        yield from self._opened(Condition(frozenset(path.known), rest | questions, both))
                return
        yield condition

    def answers(self, question: Question, box: Box) -> set[Box]:
        """The boards among those of a box on which a test can be done, as boxes."""
        block = self.program.blocks[question.block]
        cursors = tuple(zip(block.cursors, question.cursors, strict=True))
        path = Path(known=tuple(box), writes=question.writes, cursors=cursors)
        found: set[Box] = set()
        for end in self.body(block.body, path):
            if any(isinstance(each, Compare) for each in end.counters):
                raise NotClassified(f"{question.block} compares counters")
            boxes = {frozenset(known.items()) for _, known in self._kinds(end)}
            for more in end.questions:
                if not more.wanted:
                    raise NotClassified(f"{question.block} asks what must not be")
                boxes = set().union(*(self.answers(more, each) for each in boxes))
            found |= boxes
        return found

    @cached_property
    def squares(self) -> list[int] | None:
        """What each square may hold in play: at the start, or written there, some marks perhaps lost."""
        moves = [way for turn in self.program.turns for way in self.ways(turn.move)]
        writes = {
            (site, value, self.first(site) if value.site is None else self._held(way, value.site))
            for way in (*moves, *(way for ways in self.tidied() for way in ways))
            for site, value in way.effect.writes
        }
        if any(value.adds & self.marks & self.program.moved for _, value, _ in writes):
            return None  # a mark that falls by moving is written, against what was assumed
        found = [self._fading(1 << content) for content in self._start]
        growing = True
        while growing:
            growing = False
            for site, value, held in writes:
                source = held if value.site is None else held & found[value.site]
                after = self._fading(image(source, value)) if source else 0
                growing = growing or bool(after & ~found[site])
                found[site] |= after
        return found

    def _held(self, way: SymbolicMove, site: int) -> int:
        return dict(way.condition.box).get(site, self.first(site))

    def _fading(self, contents: int) -> int:
        """Contents, and what they are when they have lost marks."""
        found = contents
        for bit in (1 << number for number in range(self.program.marks)):
            found |= sum({1 << (content & ~bit) for content in members(found) if content & bit})
        return found

    def tidied(self) -> list[list[SymbolicMove]]:
        """What is done after every move, square by square, in its order."""
        if self.program.settle is None:
            return []
        found = []
        for op in self.program.blocks[self.program.settle].body:
            if not isinstance(op, Each) or op.others or op.cursors:
                raise NotClassified("`settle` does more than change single squares")
            block, ways = self.program.blocks[op.block], list[SymbolicMove]()
            for site in members(op.sites):
                start = Path(origin=site, cursors=((block.cursors[0], site),))
                for path in self.restrict(start, site, op.contents):
                    ways += [way for end in self.body(block.body, path) for way in self._split(end)]
            found.append(ways)
        return found

    # --- how it is written ----------------------------------------------------------------------------

    def _kinds(self, path: Path) -> Iterator[tuple[int, dict[int, int]]]:
        """What is known of the squares, for each kind of piece that goes a way."""
        known = dict(path.known)
        if path.origin is None:
            yield 0, known
            return
        held = known.get(path.origin, self.first(path.origin))
        for symbol in sorted({content >> self.program.marks for content in members(held)}):
            variants = (1 << (1 << self.program.marks)) - 1 << (symbol << self.program.marks)
            yield symbol, {**known, path.origin: held & variants}

    def _split(self, path: Path) -> Iterator[SymbolicMove]:
        for symbol, known in self._kinds(path):
            yield self._way(symbol, path.origin, path, known)

    def _way(self, symbol: int, origin: int | None, path: Path, known: dict[int, int]) -> SymbolicMove:
        box = frozenset((site, held) for site, held in known.items() if held != self.first(site))
        questions = frozenset(
            q._replace(writes=tuple(sorted(self._plain(q.writes, known)))) for q in path.questions
        )
        writes = frozenset(self._settled(self._plain(path.writes, known)))
        limits = any(isinstance(each, Compare) or each.relative for each in path.counters)
        condition = Condition(box, questions, path.counters if limits else ())
        return SymbolicMove(symbol, origin, condition, Effect(writes, path.counters))

    def _plain(
        self, writes: Iterable[tuple[int, SymbolicContent]], known: dict[int, int]
    ) -> Iterator[tuple[int, Value]]:
        """What is written, as a content wherever only one is possible."""
        for site, value in ((site, unconditional(value)) for site, value in writes):
            held = 0 if value.site is None else known.get(value.site, self.first(value.site))
            after = image(held, value) if held else 0
            if after and not after & (after - 1):
                value = Value(None, 0, after.bit_length() - 1)
            yield site, value

    def _settled(self, writes: Iterable[tuple[int, Value]]) -> Iterator[tuple[int, Value]]:
        """What is written and stays: scratch marks are gone at the end of a move."""
        ended = self.program.ended
        for site, value in writes:
            adds = value.adds & ~ended
            if value.site != site or value.keeps | ended != -1 or adds:
                yield (
                    site,
                    Value(value.site, value.keeps if value.site is None else value.keeps | ended, adds),
                )


def _bare_test(condition: Condition) -> Question | None:
    """The one test that a condition is, if it is nothing else."""
    if condition.box or condition.counters or len(condition.questions) != 1:
        return None
    (inner,) = condition.questions
    return None if inner.writes or inner.cursors else inner
