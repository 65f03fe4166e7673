"""Semantics of a classified game: its tests, and the successors of a position."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import assert_never

from lasker.algebra.contents import members
from lasker.compiler.groups.game import (
    Attack,
    Census,
    Classes,
    CountStep,
    CountWay,
    Fill,
    PieceCounter,
    SettleStep,
    SquareTest,
)
from lasker.compiler.groups.meaning.boards import (
    CACHE_SIZE,
    Board,
    Counters,
    Places,
    Result,
    counters_after,
    squares,
    written,
)
from lasker.compiler.groups.meaning.groups import Groups
from lasker.compiler.groups.meaning.safety import attacked, several_royals, struck
from lasker.compiler.groups.moves import Move, Moves, Shared
from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.compiler.ir.ops import Adjust, Compare, Program


class GroupMeaning:
    """A classified game that can be played.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> made = compiled(model("tictactoe"))
    >>> meaning = GroupMeaning(made.tree, made.classes)
    >>> len(meaning.successors(ProgramPosition(0, (0, 1, 2, 0, 1, 2, 0, 0, 0), ())))
    5
    """

    def __init__(self, program: Program, classes: Classes) -> None:
        self.program, self.classes = program, classes
        self.asked: list[tuple[str, Board]] = []  # every evaluated test and its board
        self.holds = lru_cache(CACHE_SIZE)(self._holds)
        self.results = lru_cache(4)(self._results)  # of a position that several things are asked about
        self.groups = Groups(program, classes, self.ask)

    def ask(self, block: str, board: Board, counters: Counters, at: Places) -> bool:
        """Does a test hold? Records the evaluation."""
        self.asked.append((block, board))
        return self.holds(block, board, counters, at)

    def applies(self, position: ProgramPosition) -> bool:
        """Are the classes valid for a position? It must be settled, and masks assume at most one royal piece
        of each kind; else the walk is used."""
        if any(not self.classes.alphabet >> content & 1 for content in position.board):
            return False
        return not any(several_royals(royals, position.board) for royals in self._masked_royals)

    @cached_property
    def _masked_royals(self) -> set[int]:
        """The royal pieces whose safety some move decides by masks."""
        found = [turn.moves for turn in self.classes.turns]
        found += [test for test in self.classes.tests.values() if isinstance(test, Moves)]
        blocks = {terms.question for moves in found for terms in moves.terms()} - {None}
        attacks = (self.classes.tests[block] for block in blocks if block is not None)
        return {attack.royals for attack in attacks if isinstance(attack, Attack)}

    def successors(self, position: ProgramPosition) -> list[Successor]:
        """Every move, group by group; a move that two groups make would be listed twice."""
        turn = self.classes.turns[position.turn]
        if any(self.holds(end, position.board, position.counters) for end in turn.ends):
            return []
        found: list[Successor] = []
        shared = dict[tuple[Move | None, ProgramPosition], Successor]()
        walked = bool(turn.moves.residuals)  # then all positions are compared with each other
        for move, result in self.results(position):
            each = Successor(result.label, self.after(position.turn, result))
            if not isinstance(move, Shared) and not walked:
                found.append(each)
            elif self.program.passes or self._key(each.after) != self._key(position):
                key = None if walked else move, each.after
                shared[key] = min(shared.get(key, each), each)
        return found + list(shared.values())

    def _key(self, position: ProgramPosition) -> object:
        pairs = zip(self.program.counters, position.counters, strict=True)
        return position.board, tuple(value for counter, value in pairs if counter.keyed)

    def _results(self, position: ProgramPosition) -> list[tuple[Move, Result]]:
        """The results of the moves of each group, before marks are removed and the position is settled."""
        return [
            (move, result)
            for move in self.classes.turns[position.turn].moves.every()
            for result in self.groups.results(move, position.board, position.counters)
        ]

    def _holds(self, block: str, board: Board, counters: Counters, at: Places = ()) -> bool:
        test = self.classes.tests[block]
        match test:
            case Attack():
                return attacked(test, board)
            case Moves():
                return any(True for move in test.every() for _ in self.groups.results(move, board, counters))
            case Fill():
                return _filled(test, board)
            case Census():
                return self._census(test, board, counters)
            case SquareTest():
                return self._placed(test, board, counters, *at)
            case _:
                assert_never(test)

    def _census(self, census: Census, board: Board, counters: Counters) -> bool:
        if not all(self.holds(block, board, counters) == wanted for block, wanted in census.asks):
            return False
        return self._tallied(census.steps, board, counters) is not None

    def _placed(self, test: SquareTest, board: Board, counters: Counters, at: int) -> bool:
        rows = ((rule, row) for rule in test.rules for row in self.groups.fitting(rule, board, counters))
        return struck(test.strikes, board, at) or any(row[0] == at for _, row in rows)

    def after(self, turn: int, result: Result) -> ProgramPosition:
        """The position after a move: next turn, scratch marks removed, settled."""
        program, board = self.program, result.board
        following = next(
            to
            for test, to in self.classes.turns[turn].next
            if test is None or self.holds(test, board, result.counters)
        )
        board = tuple(content & ~program.ended for content in board)
        player = program.turns[following].player
        if player != program.turns[turn].player:
            board = tuple(program.turned[player][content] for content in board)
        pairs = zip(program.counters, result.counters, strict=True)
        counters = tuple(counter.start if counter.scratch else value for counter, value in pairs)
        for tidy in self.classes.settle:
            board = self._tidied(tidy, board, counters)
        for step in self.classes.counting:
            counters = self._counted(step, board, counters)
        return ProgramPosition(following, board, counters)

    def _counted(self, step: CountStep, board: Board, counters: Counters) -> Counters:
        """The counters after a step that changes them; the only way that is possible."""
        (found,) = {self._counted_by(way, board, counters) for way in step.ways} - {None}
        assert found is not None
        return found

    def _counted_by(self, way: CountWay, board: Board, counters: Counters) -> Counters | None:
        if not all(self.holds(block, board, counters) == wanted for block, wanted in way.questions):
            return None
        return self._tallied(way.steps, board, counters)

    def _tallied(
        self, steps: Iterable[Adjust | Compare | PieceCounter], board: Board, counters: Counters
    ) -> Counters | None:
        """The counters after counts of pieces and other operations; None if one of these is impossible."""
        for step in steps:
            if isinstance(step, PieceCounter):
                for _ in members(squares(board, step.contents) & step.sites):  # up to its bound
                    more = counters_after(self.program, (Adjust(step.slot, True, 1),), counters)
                    counters = more or counters
            else:
                after = counters_after(self.program, (step,), counters)
                if after is None:
                    return None
                counters = after
        return counters

    def _tidied(self, tidy: SettleStep, board: Board, counters: Counters) -> Board:
        for site in members(squares(board, tidy.holds) & tidy.sites):
            if all(self.holds(block, board, counters) == wanted for block, wanted in tidy.questions):
                value = tidy.value if tidy.value.site is None else tidy.value._replace(site=site)
                board = written(board, ((site, value),))
        return board


def _filled(fill: Fill, board: Board) -> bool:
    now, before = squares(board, fill.contents) & fill.sites, 0
    while now != before:
        before = now
        for step in fill.steps:
            held = squares(board, step.contents)
            for by, origins in step.ways:
                for site in members(before & origins):
                    now |= held & 1 << site + by
    return bool(now & fill.goals)
