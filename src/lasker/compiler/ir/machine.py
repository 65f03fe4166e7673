"""Playing a program: the successors of a position, for any runner of blocks.

The interpreter and the generated Python share this; the C runtime implements the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lasker.kernel.errors import DeclarationError
from lasker.kernel.limits import Meter

if TYPE_CHECKING:
    from lasker.compiler.ir.ops import Program
    from lasker.model.position import Node

Note = tuple[int, int, int, int]  # start, end, symbol if changed or -1, symbol at the start


class Configuration(NamedTuple):
    """The state of execution: contents by site, counters by slot, cursors, and notes for the label.

    `open` lists the notes whose cursor has not been left yet, by their index in `notes`.
    """

    board: tuple[int, ...]
    counters: tuple[int, ...] = ()
    cursors: tuple[int, ...] = ()
    notes: tuple[Note, ...] = ()
    open: tuple[int, ...] = ()


class ProgramPosition(NamedTuple):
    """A settled configuration, and the turn of the program."""

    turn: int
    board: tuple[int, ...]
    counters: tuple[int, ...]


def position(node: Node) -> ProgramPosition:
    """A position of the model, in the form that backends take."""
    turn = list(node.game.states).index(node.state.name)
    return ProgramPosition(turn, node.configuration.board, node.configuration.counters)


class Successor(NamedTuple):
    """A move: the least notes that lead to the position, and the position."""

    label: tuple[Note, ...]
    after: ProgramPosition


class Runner(Protocol):
    """A runner of blocks: enumerates the results of a block, metered."""

    meter: Meter

    def runs(self, block: str, start: Configuration) -> Iterator[Configuration]:
        """Every configuration at the end of a block; one may be produced more than once."""


class Machine:
    """A program with a runner.

    >>> from lasker.compiler.ir.interpret import Interpreter
    >>> from lasker.compiler.ir.reader import read
    >>> program = read('''
    ... program sites 2 frames 1 marks 0 moved 0 ended 0
    ... contents empty first_coin second_coin
    ... turned 0 1 2
    ... turned 0 1 2
    ... turn first player 0 move put then 1 ends full
    ... turn second player 1 move put then 0 ends full
    ... table 0 | 1
    ... block put()
    ...   choose here_0 in 0 on 0-1 noted
    ...   apply 0 at here_0 : #0 = 1
    ...   note end here_0
    ... block full()
    ...   require not test()
    ... block test()
    ...   apply 0 : #0 in 0
    ... ''')
    >>> machine = Machine(program, Interpreter(program))
    >>> [each.label for each in machine.successors(ProgramPosition(0, (0, 0), ()))]
    [((0, 0, 1, 0),), ((1, 1, 1, 0),)]
    >>> machine.perft(ProgramPosition(0, (0, 0), ()), 2)
    2
    """

    def __init__(self, program: Program, runner: Runner) -> None:
        self.program, self.runner = program, runner

    def over(self, position: ProgramPosition) -> bool:
        """Does a rule of the game end it here?"""
        return any(self.can(end.block, position) for end in self.program.turns[position.turn].ends)

    def verdict(self, position: ProgramPosition) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        turn = self.program.turns[position.turn]
        for number, end in enumerate(turn.verdicts):
            if not (end.idle and self.can(turn.move, position)) and self.can(end.block, position):
                return number
        return -1

    def adjudged(self, position: ProgramPosition, number: int) -> bool:
        """Does the test of an adjudication hold here? None does where chance moves."""
        tests = self.program.turns[position.turn].adjudications
        return bool(tests) and self.can(tests[number], position)

    def chances(self, position: ProgramPosition) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """The chance node: each possible option with its weight and its results."""
        odds = self.program.turns[position.turn].odds
        found = ((weight, self.moves(position, block)) for weight, block in odds)
        return tuple((weight, results) for weight, results in found if results)

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move, ordered by label; none when the game is over."""
        turn = self.program.turns[position.turn]
        return () if self.over(position) else self.moves(position, turn.move)

    def moves(self, position: ProgramPosition, block: str) -> tuple[Successor, ...]:
        """Every move that a block makes, ordered by label."""
        found: dict[object, Successor] = {}
        by_chance = self.program.turns[position.turn].by_chance
        passes, by_label = self.program.passes or by_chance, self.program.by_label and not by_chance
        start, meter = Configuration(position.board, position.counters), self.runner.meter
        with meter.question(), meter.holding() as held:
            for end in self.runner.runs(block, start):
                meter.spend()
                after = self.after(end, position.turn)
                if not passes and self._key(after) == self._key(position):
                    continue
                key = (after, end.notes if by_label else ())
                known = found.get(key)
                if known is None:
                    held.add()
                if known is None or end.notes < known.label:
                    found[key] = Successor(end.notes, after)
        return tuple(sorted(found.values()))

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """The number of move sequences of this length."""
        if depth == 0:
            return 1
        following = self.successors(position)
        return len(following) if depth == 1 else sum(self.perft(s.after, depth - 1) for s in following)

    def can(self, block: str, position: ProgramPosition) -> bool:
        """Has a block any result?"""
        start = Configuration(position.board, position.counters)
        with self.runner.meter.question():
            return next(self.runner.runs(block, start), None) is not None

    def _key(self, position: ProgramPosition) -> object:
        pairs = zip(self.program.counters, position.counters, strict=True)
        return position.board, tuple(value for counter, value in pairs if counter.keyed)

    def after(self, end: Configuration, turn: int) -> ProgramPosition:
        """The position after a move: next turn, scratch counters reset and scratch marks removed, settled."""
        program = self.program
        here = ProgramPosition(turn, end.board, end.counters)
        after = next(
            (to for test, to in program.turns[turn].next if test is None or self.can(test, here)), None
        )
        if after is None:
            raise DeclarationError(f"nothing follows the state {program.turns[turn].name} here")
        board = tuple(content & ~program.ended for content in end.board)
        player = program.turns[after].player
        if player >= 0 and player != program.turns[turn].player:
            board = tuple(program.turned[player][content] for content in board)
        counters = tuple(
            counter.start if counter.scratch else value
            for counter, value in zip(program.counters, end.counters, strict=True)
        )
        if program.settle is None:
            return ProgramPosition(after, board, counters)
        start, meter = Configuration(board, counters), self.runner.meter
        with meter.question(), meter.holding() as held:
            settled = held.gather(run[:2] for run in self.runner.runs(program.settle, start))
        if len(settled) != 1:
            raise DeclarationError(f"`settle` should lead to one position, and leads to {len(settled)}")
        return ProgramPosition(after, *settled.pop())
