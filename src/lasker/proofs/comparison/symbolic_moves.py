"""Symbolic moves of a game: symbolic execution on a board of unknown contents yields conditions and effects.

The unknowns are the contents of each square. Marks that are lost by moving are assumed to stand only where
they stood initially, as long as no path writes one; this is checked on the paths found. From these follow the
contents that each square can have at all, and with them the execution is repeated.
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
from lasker.compiler.ir.ops import Adjust, Compare, Each, Most, Require
from lasker.compiler.ir.passes.drop_unreached import every, reached_from
from lasker.model.game import Game
from lasker.notation.fen import fen

Box = frozenset[tuple[int, int]]  # sites with their possible initial contents: a product of sets
Counters = tuple[Adjust | Compare, ...]
FEW = 8  # a test with at most so many conditions is expanded


class Condition(NamedTuple):
    """A path condition: the contents of squares, the answers of residual tests, operations on counters."""

    box: Box
    questions: frozenset[Question]
    counters: Counters = ()


class Effect(NamedTuple):
    """The effect of a path: on the squares, and on the counters."""

    writes: frozenset[tuple[int, Value]]
    counters: Counters


class SymbolicMove(NamedTuple):
    """One path through a move term, for one kind of piece: origin, condition and effect."""

    symbol: int
    origin: int | None
    condition: Condition
    effect: Effect


class SymbolicMoves(SymbolicExecutor):
    """The symbolic moves of one game, block by block."""

    def __init__(self, game: Game, squares: list[int] | None = None) -> None:
        self.game = game
        self._squares = squares
        lowering = Lowering(game)
        state = next(iter(game.states))
        self.tests = {  # tests that are not part of the program, each in a block of its own
            (kind, rule.reason): lowering.block(f"{kind}_{number}", rule.tests[state], {})
            for kind, rules in (("adjudication", game.adjudications), ("set-up", game.faults))
            for number, rule in enumerate(rules)
            if state in rule.tests and not rule.repeated and rule.alike
        }
        super().__init__(lowering.program())
        self.residual_tests: dict[frozenset[Condition], str] = {}  # residual tests, by their conditions
        self._counting: dict[str, bool] = {}
        self._found: dict[str, list[SymbolicMove]] = {}
        self._conditions: dict[str, frozenset[Condition]] = {}
        self._equal: dict[frozenset[Condition], frozenset[Condition]] = {}  # to compare large sets once

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
        """The possible initial contents of a square."""
        return self._first[site]

    def left(self, op: Require, path: Path) -> Iterator[Path]:
        """A residual test becomes a question, unless no board satisfies it."""
        places = dict(path.cursors)
        stands = tuple(places[name] for name in op.cursors)
        counted = path.counters if self._depends_on_counters(op.block) else ()
        question = Question(op.block, op.wanted, path.writes, counted, stands)
        if not op.cursors:
            question = self._without_wrapper(question)
            conditions = self.conditions(question.block)
            question = question._replace(block=self.residual_tests.setdefault(conditions, question.block))
            if not path.writes and not conditions:
                if not question.wanted:
                    yield path
                return
        yield path._replace(questions=(*path.questions, question))

    def _depends_on_counters(self, block: str) -> bool:
        """May changes of counters before a test affect its answer?"""
        if block not in self._counting:
            blocks = reached_from(self.program, [block])
            ops = [op for name in blocks for op in every(self.program.blocks[name].body)]
            self._counting[block] = any(
                isinstance(op, Compare | Most) or (isinstance(op, Adjust) and op.relative) for op in ops
            )
        return self._counting[block]

    def _without_wrapper(self, question: Question) -> Question:
        """A test that consists of another test is replaced by it."""
        conditions = self.conditions(question.block)
        if len(conditions) == 1 and (inner := _bare_test(min(conditions))) is not None:
            return question._replace(block=inner.block, wanted=inner.wanted is question.wanted)
        return question

    # --- paths --------------------------------------------------------------------------------------

    def moves_of(self, block: str) -> list[SymbolicMove]:
        """Every path through a block, one for each kind of piece."""
        if self.program.frames > 1:
            raise NotClassified("the board turns the compass over")
        if block not in self._found:
            self._found[block] = [
                move
                for found in self.body(self.program.blocks[block].body, Path())
                for path in from_each_base(found)
                for move in self._split(path)
            ]
        return self._found[block]

    def conditions(self, block: str) -> frozenset[Condition]:
        """The conditions under which a block is possible."""
        if block not in self._conditions:
            cursors = self.program.blocks[block].cursors
            if cursors:
                raise NotClassified(f"{block} asks about a cursor")
            found = {move.condition for move in self.moves_of(block)}
            opened = frozenset(each for one in found for each in self._expanded(one))
            self._conditions[block] = self._equal.setdefault(opened, opened)
        return self._conditions[block]

    def _expanded(self, condition: Condition) -> Iterator[Condition]:
        """A condition with its tests expanded, if they have few conditions."""
        for question in condition.questions:
            plain = question.wanted and not question.writes and not question.cursors
            inside = self.conditions(question.block) if plain else ()
            if inside and (len(inside) <= FEW or _bare_test(condition) is not None):
                rest = condition.questions - {question}
                for box, questions, counters in inside:
                    merged = [Path(known=tuple(condition.box))]
                    for site, held in box:
                        merged = [each for path in merged for each in self.restrict(path, site, held)]
                    for path in merged:
                        both = (*condition.counters, *counters)
                        yield from self._expanded(Condition(frozenset(path.known), rest | questions, both))
                return
        yield condition

    def answers(self, question: Question, box: Box) -> set[Box]:
        """The boards of a box on which a test succeeds, as boxes."""
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
        """The contents that each square can have in play: initial or written, some marks perhaps lost."""
        moves = [move for turn in self.program.turns for move in self.moves_of(turn.move)]
        writes = {
            (site, value, self.first(site) if value.site is None else self._held(move, value.site))
            for move in (*moves, *(move for moves in self.settle_moves() for move in moves))
            for site, value in move.effect.writes
        }
        if any(value.adds & self.marks & self.program.moved for _, value, _ in writes):
            return None  # a mark that is lost by moving is written, contrary to the assumption
        found = [self._losing_marks(1 << content) for content in self._start]
        growing = True
        while growing:
            growing = False
            for site, value, held in writes:
                source = held if value.site is None else held & found[value.site]
                after = self._losing_marks(image(source, value)) if source else 0
                growing = growing or bool(after & ~found[site])
                found[site] |= after
        return found

    def _held(self, move: SymbolicMove, site: int) -> int:
        return dict(move.condition.box).get(site, self.first(site))

    def _losing_marks(self, contents: int) -> int:
        """Contents, and what they become by losing marks."""
        found = contents
        for bit in (1 << number for number in range(self.program.marks)):
            found |= sum({1 << (content & ~bit) for content in members(found) if content & bit})
        return found

    def settle_moves(self) -> list[list[SymbolicMove]]:
        """The symbolic moves of the `settle` term, square by square, in order."""
        if self.program.settle is None:
            return []
        found = []
        for op in self.program.blocks[self.program.settle].body:
            if not isinstance(op, Each) or op.others or op.cursors:
                raise NotClassified("`settle` does more than change single squares")
            block, moves = self.program.blocks[op.block], list[SymbolicMove]()
            for site in members(op.sites):
                start = Path(origin=site, cursors=((block.cursors[0], site),))
                for path in self.restrict(start, site, op.contents):
                    moves += [move for end in self.body(block.body, path) for move in self._split(end)]
            found.append(moves)
        return found

    # --- conversion of paths --------------------------------------------------------------------------

    def _kinds(self, path: Path) -> Iterator[tuple[int, dict[int, int]]]:
        """The known contents of the squares, for each kind of piece that the path moves."""
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
            yield self._symbolic_move(symbol, path.origin, path, known)

    def _symbolic_move(
        self, symbol: int, origin: int | None, path: Path, known: dict[int, int]
    ) -> SymbolicMove:
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
        """The writes of a path, as a single content wherever only one is possible."""
        for site, value in ((site, unconditional(value)) for site, value in writes):
            held = 0 if value.site is None else known.get(value.site, self.first(value.site))
            after = image(held, value) if held else 0
            if after and not after & (after - 1):
                value = Value(None, 0, after.bit_length() - 1)
            yield site, value

    def _settled(self, writes: Iterable[tuple[int, Value]]) -> Iterator[tuple[int, Value]]:
        """The writes that remain: scratch marks are removed at the end of a move."""
        ended = self.program.ended
        for site, value in writes:
            adds = value.adds & ~ended
            if value.site != site or value.keeps | ended != -1 or adds:
                yield (
                    site,
                    Value(value.site, value.keeps if value.site is None else value.keeps | ended, adds),
                )


def _bare_test(condition: Condition) -> Question | None:
    """The single test that a condition consists of, if it has nothing else."""
    if condition.box or condition.counters or len(condition.questions) != 1:
        return None
    (inner,) = condition.questions
    return None if inner.writes or inner.cursors else inner
