"""The native engine: a compiled game behind the interface of all backends."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Any

from lasker.backends.c.cross_checking import Mismatch
from lasker.backends.c.library import LONG, Library, without_bitboards
from lasker.backends.c.machine import EVERY_MOVE, Machine
from lasker.backends.c.naming import BATCHES, LISTING, PLAYED, WALKING, library_name
from lasker.compiler.ir.machine import Note, ProgramPosition, Successor
from lasker.model.game import Game
from lasker.runtime import library_store
from lasker.runtime.c_compiler import RefusedCode
from lasker.runtime.packed import notes
from lasker.runtime.playouts import MOST_PLIES, Playout, PlayoutTally

KINDS = "uint16_t[]", "uint32_t[]", "char[]"  # of the tables of notation


def lists_are_stored(game: Game) -> bool:
    """Is the library with bitboard move lists in the store?"""
    return library_store.holds(library_name(game, frozenset({LISTING})))


class Native(Library[Machine]):
    """A compiled game."""

    kind = Machine

    def __init__(
        self,
        game: Game,
        without: frozenset[str],
        played: bool = False,
        listing: bool = False,
        walking: bool = False,
        batches: bool = False,
    ) -> None:
        kinds = {PLAYED: played, LISTING: listing, WALKING: walking, BATCHES: batches}
        switches = frozenset(kind for kind, wanted in kinds.items() if wanted)
        try:
            super().__init__(game, without, switches)
        except RefusedCode as refused:
            without = without_bitboards(refused, without | {"classes"} if walking else without)
            super().__init__(game, without, switches)
        self._held: list[Any] = []  # what pointers in native memory point to
        self._listing, self._plays_out, self.walking = listing or batches, bool(switches), walking
        self._batches = batches
        self.counts = not played  # on bitboards, if any: libraries with search have no bitboard counting
        self.label: int = self._code.lasker_label()  # bytes
        self.lead = (
            0 if self._code.lasker_lists_on_bitboards() else 1
        )  # are successors computed together with labels?
        self._rules = len(game.endings) + len(game.adjudications)
        self._kinds = len(game.states) * (self._rules + 1)

    @cached_property
    def listing(self) -> Native:
        """The game with bitboard move lists, which take longer to compile; compiled on first use."""
        return self if self._listing else Native(self.game, self.without, listing=True)

    @cached_property
    def batches(self) -> Native:
        """The game with steps of many positions at once; compiled on first use."""
        return self if self._batches else Native(self.game, self.without, batches=True)

    def notes(self, labels: bytes) -> list[tuple[Note, ...]]:
        """Labels as tuples of notes."""
        return notes(labels, self.label)

    def moves_of(self, packed: bytes, lead: int) -> tuple[bytes, bytes | None]:
        """The labels of the moves of a packed position and, with `lead`, their packed successors."""
        machine = self.taken()  # like `use`, with less overhead
        try:
            return machine.moves(packed, EVERY_MOVE, lead)
        except Mismatch as mismatch:
            raise self.rejected(mismatch) from None
        finally:
            self._idle.append(machine)

    def notation(self, numbers: Any, offsets: Any, texts: bytes) -> Any:
        """Tables of texts for native code, which live as long as what is returned."""
        held = [
            self._ffi.from_buffer(kind, each)
            for kind, each in zip(KINDS, (numbers, offsets, texts), strict=True)
        ]
        found = self._ffi.new("Notation *", held)
        self._held.append(held)
        return found

    def verdict_of(self, packed: bytes) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        return self.use(lambda machine: machine.verdict(packed))

    def adjudged_of(self, packed: bytes, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""
        return self.use(lambda machine: machine.adjudged(packed, number))

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move, ordered by label."""
        return self._listed(position, EVERY_MOVE)

    def chances(self, position: ProgramPosition) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """The possible options of chance here, each with its weight and results."""
        odds = list(self.game.states.values())[position.turn].odds
        found = ((weight, self._listed(position, option)) for option, (weight, _) in enumerate(odds))
        return tuple((weight, results) for weight, results in found if results)

    def _listed(self, position: ProgramPosition, among: int) -> tuple[Successor, ...]:
        packed = self.pack(position)
        labels, afters = self.use(lambda machine: machine.moves(packed, among))
        assert afters is not None
        places = map(self.unpack, self.packing.apart(afters))
        return tuple(map(Successor, self.notes(labels), places))

    def verdict(self, position: ProgramPosition) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        return self.verdict_of(self.pack(position))

    def adjudged(self, position: ProgramPosition, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""
        return self.adjudged_of(self.pack(position), number)

    def playout(self, position: ProgramPosition, seed: int, number: int, most: int = MOST_PLIES) -> Playout:
        """One random playout, determined by its seed and number."""
        if not self._plays_out:
            return self.listing.playout(position, seed, number, most)
        packed = self.pack(position)
        kind, drawn, plies = self.use(
            lambda machine: machine.playout(packed, seed, number, most, self._kinds)
        )
        turn, rule = divmod(kind, self._rules + 1)
        return Playout(tuple(drawn), plies, turn, rule - 1)

    def tally(
        self, position: ProgramPosition, seed: int, numbers: range, most: int = MOST_PLIES
    ) -> PlayoutTally:
        """The tally of random playouts; interruptible."""
        if not self._plays_out:
            return self.listing.tally(position, seed, numbers, most)
        packed = self.pack(position)
        counts, lengths = self.use_interruptibly(
            lambda machine: machine.playouts(packed, seed, numbers, most, self._kinds)
        )
        kinds_of_end = (divmod(kind, self._rules + 1) for kind in range(self._kinds))
        found = {
            (turn, rule - 1): count for (turn, rule), count in zip(kinds_of_end, counts, strict=True) if count
        }
        return PlayoutTally(Counter(found), lengths)

    def perft(self, position: ProgramPosition, depth: int, table: int = 0) -> int:
        """Perft; `table` is the size of a transposition table in bytes."""
        packed = self.pack(position)
        if depth < LONG:
            return self.use(lambda machine: machine.perft(packed, depth))
        return self.use_interruptibly(lambda machine: machine.perft(packed, depth, table))

    @property
    def ffi(self) -> Any:
        """The interface to C, which makes arrays and pointers."""
        return self._ffi

    @property
    def code(self) -> Any:
        """The functions of the library."""
        return self._code

    def batch_sizes(self, players: int) -> dict[str, int]:
        """The bytes of an element of a batch and of a packed position, the numbers that tell what its moves
        change, the same for what the moves of a history changed at first, and the number of players."""
        edits, trail = (16, 0) if self._code.lasker_lists_on_bitboards() else (1032, 512)
        element = int(self._code.lasker_element())
        return {"element": element, "packed": self.size, "edits": edits, "trail": trail, "players": players}
