"""Semantics of the bit program of a game: the successors of a position, by each of its sinks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lasker.algebra.contents import members
from lasker.compiler.bits.game import BitProgram
from lasker.compiler.bits.language import CFunction
from lasker.compiler.bits.layout import Layout
from lasker.compiler.bits.meaning.evaluator import Evaluator
from lasker.compiler.bits.meaning.frames import copied
from lasker.compiler.bits.meaning.runtime import Board, Options, put_position, runtime
from lasker.compiler.bits.passes import simplified
from lasker.compiler.bits.sinks.listing.functions import ListingFunctions as Listing
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.kinds.residuals import with_residuals
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Machine, ProgramPosition
from lasker.compiler.ir.ops import Program

Place = tuple[int, tuple[tuple[str, Any], ...]]  # a turn, and the fields of a board


class BitMeaning:
    """The bit programs of a game, evaluated: counting, listing and playing."""

    def __init__(self, program: Program, classes: Classes, without: frozenset[str] = frozenset()) -> None:
        self.program, self.classes = program, classes
        self.counting = BitProgram(program, classes, without)
        self.listings = list(self._listings())
        listed = (item for _, items in self.listings for item in items)
        finish = map(self.counting.settling.finish, range(len(program.turns)))
        self.counter = self._evaluator(self.counting, [*listed, *finish])
        self.played: BitProgram | None = BitProgram(program, classes, without, played=True)
        try:
            self.player = self._evaluator(self.played, ())
        except NotClassified:
            self.played = None

    def _listings(self) -> Iterator[tuple[Listing, list[CFunction]]]:
        """The functions that list moves, of those turns whose moves can be listed."""
        program, settling = self.counting, self.counting.settling
        for number, turn in enumerate(self.classes.turns):
            options = Listing(program.common, program.names[number], turn.moves, settling.absent[number], ())
            try:
                yield options, [each for each in options.text(turn.ends) if isinstance(each, CFunction)]
            except NotClassified:
                yield options, []

    def _evaluator(self, made: BitProgram, more: Iterable[CFunction]) -> Evaluator:
        items = [*simplified([*more]), *made.text()]
        functions = [item for item in items if isinstance(item, CFunction)]
        layout, sites = made.common.layout, self.program.sites
        meant = runtime(64 * -(-sites // 64))
        meant["symbol_at"] = lambda board, at: _symbol_at(layout, board, at)
        keyed = [at for s, at in made.common.counts.place.items() if self.program.counters[s].keyed]
        meant["unchanged"] = lambda after, before: (
            _position_key(layout, keyed, after) == _position_key(layout, keyed, before)
        )
        residuals = self.classes.residuals
        walk = with_residuals(self.program, residuals)
        machine = Machine(walk, Interpreter(walk))

        def walk_into(ground: object, board: Board, number: int, turn: int, reached: Board) -> None:
            here = self.position(made, turn, board)
            for each in machine.moves(here, residuals[number].block.name):
                put_position(reached, self.board(made, each.after), each.after.turn)

        def walk_holds(ground: object, board: Board, number: int) -> bool:
            return machine.can(residuals[number].block.name, self.position(made, 0, board))

        meant |= {"walk_into": walk_into, "walk_holds": walk_holds}
        return Evaluator(functions, sites, meant)

    # --- positions --------------------------------------------------------------------------------------

    def board(self, made: BitProgram, position: ProgramPosition) -> Board:
        """A position as sets of squares."""
        layout, board = made.common.layout, dict.fromkeys(made.common.layout.fields(), 0)
        for site, content in enumerate(position.board):
            symbol, marks = divmod(content, layout.variants)
            if symbol:
                board[layout.kinds[symbol]] |= 1 << site
                for mark in layout.kept():
                    if marks & layout.asked[symbol] & 1 << mark:
                        board[layout.marks[mark]] |= 1 << site
        return {**board, "counter": [position.counters[slot] for slot in made.common.counts.place]}

    def position(self, made: BitProgram, turn: int, board: Board) -> ProgramPosition:
        """A board converted back to a position, where all marks and counters are stored."""
        layout, contents = made.common.layout, [0] * self.program.sites
        for symbol in range(1, len(layout.kinds)):
            for site in members(board[layout.kinds[symbol]]):
                marks = sum(1 << m for m in layout.kept() if board[layout.marks[m]] >> site & 1)
                contents[site] = symbol * layout.variants + marks
        return ProgramPosition(turn, tuple(contents), tuple(board["counter"]))

    def place(self, position: ProgramPosition) -> Place:
        """The part of a position that counting bit programs store."""
        return place(position.turn, self.board(self.counting, position))

    def applies(self, position: ProgramPosition) -> bool:
        """Are bit programs valid for a position and its successors?"""
        counts, counters = self.counting.common.counts, self.program.counters
        room = all(position.counters[s] + 2 * most <= counters[s].high for s, most in counts.rises().items())
        board = self.board(self.counting, position)
        return room and self.counter.call("sound", None, board, position.turn)

    def fallen(self, position: ProgramPosition) -> ProgramPosition:
        """A position without the marks that are always removed before its turn begins."""
        absent, marks = self.counting.settling.absent[position.turn], self.program.marks
        board = tuple(content & ~absent[content >> marks] for content in position.board)
        return position._replace(board=board)

    # --- successors -------------------------------------------------------------------------------------

    def counted(self, position: ProgramPosition) -> int:
        """The number of moves."""
        name = self.program.turns[position.turn].name
        return int(self.counter.call(f"{name}__leaves", None, self.board(self.counting, position)))

    def made(self, position: ProgramPosition) -> list[Place]:
        """The positions after moves that are followed by others."""
        found: list[Place] = []
        name, evaluator = self.program.turns[position.turn].name, self.counter
        told = {
            f"{turn.name}__leaves": _board_collector(found, number)
            for number, turn in enumerate(self.program.turns)
        }
        meant = evaluator.runtime
        evaluator.runtime = {**meant, **told}
        evaluator.call(f"{name}__sequences", None, self.board(self.counting, position), 2)
        evaluator.runtime = meant
        return found

    def listed(self, position: ProgramPosition) -> list[Place] | None:
        """The positions after moves that are listed and made one by one; None if they cannot be listed."""
        listing, functions = self.listings[position.turn]
        if not functions:
            return None
        before, options, found = self.board(self.counting, position), Options(), list[Place]()
        self.counter.call(f"{listing.name}__list", None, before, options)
        for choice in options.choices:
            after, counter = copied(before), list(position.counters)
            self.counter.call(f"{listing.name}__make", None, before, choice, after, counter)
            found.append(self._finished(self.counter, listing.name, before, after))
        for end in options.fields.get("ends", {"made": []})["made"]:
            found.append(self._finished(self.counter, listing.name, before, copied(end["after"])))
        return found

    def seen(self, position: ProgramPosition) -> list[Place] | None:
        """The positions that are listed for an opponent; None if they cannot be listed."""
        if self.played is None:
            return None
        name, found = self.program.turns[position.turn].name, list[Board]()

        def listed(who: object, after: Board, turn: int, *step: int) -> bool:
            found.append(copied(after))
            return True

        def settled(who: object, after: Board, turn: int) -> bool:
            there.append(place(turn, self._compared(copied(after))))
            return True

        there = list[Place]()
        self.player.runtime |= {"listed": listed, "stepped": listed, "listed_settled": settled}
        before = self.board(self.played, position)
        self.player.call(f"{name}__list", None, None, before, True)
        return there + [self._finished(self.player, name, before, each) for each in found]

    def _finished(self, evaluator: Evaluator, name: str, before: Board, after: Board) -> Place:
        turn = evaluator.call(f"{name}__finish", None, before, after)
        return place(turn, after if evaluator is self.counter else self._compared(after))

    def _compared(self, played: Board) -> Board:
        """A board for an opponent, which stores all counters, reduced to those of a counting board."""
        kept = [played["counter"][slot] for slot in self.counting.common.counts.place]
        return {**played, "counter": kept}


def place(turn: int, board: Board) -> Place:
    """A turn and a board, comparable with others."""
    counters = {"counter": tuple(board["counter"])}
    return turn, tuple(sorted({**board, **counters}.items()))


def _board_collector(found: list[Place], turn: int) -> Any:
    def collect(ground: object, board: Board) -> int:
        found.append(place(turn, copied(board)))
        return 1

    return collect


def _symbol_at(layout: Layout, board: Board, at: int) -> int:
    kinds = range(1, len(layout.kinds))
    return next((symbol for symbol in kinds if board[layout.kinds[symbol]] & at), 0)


def _position_key(layout: Layout, keyed: list[int], board: Board) -> object:
    """The key that distinguishes positions."""
    return [board[field] for field in layout.fields()], [board["counter"][at] for at in keyed]
