"""The engine for perft: only bitboard counting code is compiled first, everything else on demand."""

from __future__ import annotations

from functools import cached_property

from lasker.backends.c.cross_checking import paranoid
from lasker.backends.c.library import LONG, Library, without_bitboards
from lasker.backends.c.machine import CountingMemory
from lasker.backends.c.naming import COUNTING, library_name
from lasker.backends.c.native import Native
from lasker.compiler.groups import NotClassified
from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.model.game import Game
from lasker.runtime import library_store
from lasker.runtime.c_compiler import RefusedCode
from lasker.runtime.playouts import MOST_PLIES, Playout, PlayoutTally
from lasker.runtime.records import RejectedLibrary

SWITCHES = frozenset({COUNTING})


class Counting(Library[CountingMemory]):
    """Perft on bitboards, or NotClassified; all other queries go to walking code."""

    kind = CountingMemory

    def __init__(self, game: Game, without: frozenset[str]) -> None:
        super().__init__(game, without, SWITCHES)

    @cached_property
    def walk(self) -> Native:
        """Walking code, compiled on first use."""
        return Native(self.game, self.without, walking=True)

    @cached_property
    def whole(self) -> Native:
        """Bitboards and walk in one library, for perft with a transposition table."""
        return Native(self.game, self.without)

    @cached_property
    def listing(self) -> Native:
        """The library with bitboard move lists, for playouts."""
        return Native(self.game, self.without, listing=True)

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """Perft; `table` is the size of a transposition table in bytes."""
        if table:
            return self.whole.perft(position, depth, table)
        packed, ask = self.pack(position), self.use if depth < LONG else self.use_interruptibly
        found = ask(lambda machine: machine.count(packed, depth))
        return self.walk.perft(position, depth) if found is None else found

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move, ordered by label."""
        return self.walk.successors(position)

    def chances(self, position: ProgramPosition) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """The possible options of chance here, each with its weight and results."""
        return self.walk.chances(position)

    def verdict(self, position: ProgramPosition) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        return self.walk.verdict(position)

    def adjudged(self, position: ProgramPosition, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""
        return self.walk.adjudged(position, number)

    def playout(self, position: ProgramPosition, seed: int, number: int, most: int = MOST_PLIES) -> Playout:
        """One random playout, determined by its seed and number."""
        return self.listing.playout(position, seed, number, most)

    def tally(
        self, position: ProgramPosition, seed: int, numbers: range, most: int = MOST_PLIES
    ) -> PlayoutTally:
        """The tally of random playouts; interruptible."""
        return self.listing.tally(position, seed, numbers, most)


def stored(game: Game, without: frozenset[str] = frozenset()) -> bool:
    """Is a library for perft in the store?"""
    return any(library_store.holds(library_name(game, without | kind)) for kind in (frozenset(), SWITCHES))


def open_engine(game: Game, without: frozenset[str] = frozenset()) -> Native | Counting:
    """The game in machine code, compiled now if that has not been done before."""
    name = library_name(game, without)
    if not paranoid() and not library_store.holds(name):  # what only counts cannot doubt
        try:
            return Counting(game, without)
        except RejectedLibrary as wrong:
            without = without_bitboards(wrong, without)
        except (NotClassified, RefusedCode):  # then the walk counts
            pass
    return Native(game, without)
