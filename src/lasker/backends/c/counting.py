"""Counting before all else: where bitboards count, they alone are compiled, and the rest when it is asked."""

from __future__ import annotations

from functools import cached_property

from lasker.backends.c.library import LONG, Library, without_bitboards
from lasker.backends.c.machine import Abacus
from lasker.backends.c.naming import COUNTING, library_name
from lasker.backends.c.native import Native
from lasker.backends.c.paranoia import paranoid
from lasker.compiler.groups import NotClassified
from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.model.game import Game
from lasker.runtime import store
from lasker.runtime.compiler import RefusedCode
from lasker.runtime.playouts import MOST_PLIES, Playout, Tally
from lasker.runtime.records import Distrusted

SWITCHES = frozenset({COUNTING})


class Counting(Library[Abacus]):
    """A game counted on bitboards, or NotClassified. What they do not answer is asked of the walk."""

    kind = Abacus

    def __init__(self, game: Game, without: frozenset[str]) -> None:
        super().__init__(game, without, SWITCHES)

    @cached_property
    def walk(self) -> Native:
        """The walk through the rules, compiled when it is first wanted."""
        return Native(self.game, self.without, walking=True)

    @cached_property
    def whole(self) -> Native:
        """Both together, so that counts can be remembered."""
        return Native(self.game, self.without)

    @cached_property
    def listing(self) -> Native:
        """The game with its moves listed on bitboards, which random games need."""
        return Native(self.game, self.without, listing=True)

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """How many sequences of so many moves there are; `table` bytes serve to remember counts."""
        if table:
            return self.whole.perft(position, depth, table)
        packed, ask = self.pack(position), self.use if depth < LONG else self.at_length
        found = ask(lambda machine: machine.count(packed, depth))
        return self.walk.perft(position, depth) if found is None else found

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move, ordered by label."""
        return self.walk.successors(position)

    def chances(self, position: ProgramPosition) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """What chance may do here: each option that is possible, its weight and what it may lead to."""
        return self.walk.chances(position)

    def verdict(self, position: ProgramPosition) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        return self.walk.verdict(position)

    def adjudged(self, position: ProgramPosition, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""
        return self.walk.adjudged(position, number)

    def playout(self, position: ProgramPosition, seed: int, number: int, most: int = MOST_PLIES) -> Playout:
        """One random game, determined by its seed and its number."""
        return self.listing.playout(position, seed, number, most)

    def tally(self, position: ProgramPosition, seed: int, numbers: range, most: int = MOST_PLIES) -> Tally:
        """How random games ended; they can be interrupted."""
        return self.listing.tally(position, seed, numbers, most)


def stored(game: Game, without: frozenset[str] = frozenset()) -> bool:
    """Has what counts been compiled before?"""
    return any(store.holds(library_name(game, without | kind)) for kind in (frozenset(), SWITCHES))


def open_engine(game: Game, without: frozenset[str] = frozenset()) -> Native | Counting:
    """The game in machine code, compiled now if that has not been done before."""
    if not paranoid() and not store.holds(library_name(game, without)):  # what only counts cannot doubt
        try:
            return Counting(game, without)
        except Distrusted as wrong:
            without = without_bitboards(wrong, without)
        except (NotClassified, RefusedCode):  # then the walk counts
            pass
    return Native(game, without)
