"""Native code: the program as C, compiled once, kept on disk, loaded with cffi."""

from __future__ import annotations

import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeVar

from lasker.backends._c_text import c_parts, c_text
from lasker.ir.machine import Note, Position, Successor
from lasker.ir.pipeline import compiled
from lasker.kernel.errors import DeclarationError, LaskerError, LimitError, NativeError
from lasker.model.game import Game
from lasker.runtime import compiler, store
from lasker.runtime.playouts import MOST_PLIES, Playout, Tally
from lasker.runtime.threads import shared

DOORS = """
uint64_t lasker_size(void);
void lasker_open(void *m, char *memory, uint64_t bytes);
void lasker_stop(void *m, int32_t stop);
int32_t lasker_perft(void *m, const char *from, int32_t depth, char *table, uint64_t bytes, uint64_t *halves);
uint64_t lasker_label(void);
void lasker_answer(void *m, char *labels, char *afters, int64_t room);
int32_t lasker_quick(void);
int64_t lasker_list(void *m, const char *from, int32_t among, int32_t lead);
int64_t lasker_actions(uint32_t *labels);
int64_t lasker_legal(void *m, const char *from, int64_t positions, uint8_t *legal);
int64_t lasker_step(void *m, const char *from, int64_t positions, const int64_t *action, char *to);
void lasker_ended(void *m, const char *from, int64_t positions, int32_t *rule);
int32_t lasker_verdict(void *m, const char *from);
int32_t lasker_adjudged(void *m, const char *from, int32_t rule);
int64_t lasker_playouts(void *m, const char *from, uint64_t seed, uint64_t first, int64_t games, int32_t most,
                        uint64_t *tally, int32_t *length, int32_t *told, int64_t room, int64_t *tellings);
"""
MEMORY = 1 << 28  # bytes for configurations, most of them never touched
PROBLEMS: dict[int, LaskerError] = {
    1: LimitError(f"the configurations of one move do not fit into {MEMORY >> 20} MiB"),
    2: DeclarationError("`settle` should lead to one position, and leads to another number of them"),
    3: DeclarationError("nothing follows a state of the game here"),
    4: LimitError("a move chooses more squares than a label can tell"),
    5: LimitError("the count has more than 128 bits"),
}
COUNT, NOTE = struct.Struct("=h"), struct.Struct("=4h")  # a label tells how many notes it has, and then them
EVERY_MOVE = -1  # not an option of chance
MOVES = 256  # moves that there is room for at first
LONG = 4  # plies from which a count may be long enough for somebody to interrupt it
Answer = TypeVar("Answer")


class Native:
    """A game in machine code."""

    def __init__(
        self, game: Game, without: frozenset[str], played: bool = False, listing: bool = False
    ) -> None:
        kind = frozenset({"played"} if played else {"listing"} if listing else ())
        found, name = compiler.find(), library_name(game, without | kind)

        def texts() -> Iterable[str]:
            made = compiled(game, without)
            return [c_text(made, played)] if played or listing else c_parts(made)

        path = store.library(name, texts, found)
        self.game, self._without, self._listing = game, without, listing
        self._plays_out = played or listing
        self.form = struct.Struct(f"=i{len(game.rules.vocabulary.counters)}i{len(game.space.sites)}H")
        self.size = self.form.size
        self._ffi: Any = _cffi().FFI()
        self._ffi.cdef(DOORS)
        self._code = self._ffi.dlopen(str(path))
        self.label: int = self._code.lasker_label()  # bytes
        self.lead = 0 if self._code.lasker_quick() else 1  # must it be told at once where moves lead?
        self._idle: list[Machine] = []
        self._machines: list[Machine] = []
        self._stopping = False
        self._rules = len(game.endings) + len(game.adjudications)
        self._kinds = len(game.states) * (self._rules + 1)

    @cached_property
    def listing(self) -> Native:
        """The same with moves listed on bitboards, which takes longer to compile; made when it is wanted."""
        return self if self._listing else Native(self.game, self._without, listing=True)

    def use(self, work: Callable[[Machine], Answer]) -> Answer:
        """Do something with a machine that no other thread is using."""
        try:
            machine = self._idle.pop()
        except IndexError:
            machine = Machine(self._ffi, self._code, self.size)
            self._machines.append(machine)
            machine.stop(self._stopping)
        try:
            return work(machine)
        finally:
            self._idle.append(machine)

    def stop(self, stopping: bool) -> None:
        """Let all threads stop that work with this engine, as soon as they can; or let them work again."""
        self._stopping = stopping
        if not self._listing and "listing" in self.__dict__:
            self.listing.stop(stopping)
        for machine in self._machines:
            machine.stop(stopping)

    def pack(self, position: Position) -> bytes:
        """A position as machines take it."""
        return self.form.pack(position.turn, *position.counters, *position.board)

    def unpack(self, packed: bytes) -> Position:
        """A position as a machine tells it."""
        turn, *numbers = self.form.unpack(packed)
        counters = len(self.game.rules.vocabulary.counters)
        return Position(turn, tuple(numbers[counters:]), tuple(numbers[:counters]))

    def notes(self, labels: bytes) -> list[tuple[Note, ...]]:
        """Labels as tuples of notes."""
        sizes = ((at, COUNT.unpack_from(labels, at)[0]) for at in range(0, len(labels), self.label))
        return [tuple(NOTE.unpack_from(labels, at + 2 + 8 * i) for i in range(size)) for at, size in sizes]

    def moves_of(self, packed: bytes, lead: int) -> tuple[bytes, bytes | None]:
        """The labels of the moves of a packed position, and where they `lead`, packed."""
        try:  # like `use`, with less ado
            machine = self._idle.pop()
        except IndexError:
            return self.use(lambda machine: machine.moves(packed, EVERY_MOVE, lead))
        try:
            return machine.moves(packed, EVERY_MOVE, lead)
        finally:
            self._idle.append(machine)

    def verdict_of(self, packed: bytes) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        return self.use(lambda machine: machine.verdict(packed))

    def adjudged_of(self, packed: bytes, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""
        return self.use(lambda machine: machine.adjudged(packed, number))

    def successors(self, position: Position) -> tuple[Successor, ...]:
        """Every legal move, ordered by label."""
        return self._listed(position, EVERY_MOVE)

    def chances(self, position: Position) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """What chance may do here: each option that is possible, its weight and what it may lead to."""
        odds = list(self.game.states.values())[position.turn].odds
        found = ((weight, self._listed(position, option)) for option, (weight, _) in enumerate(odds))
        return tuple((weight, results) for weight, results in found if results)

    def _listed(self, position: Position, among: int) -> tuple[Successor, ...]:
        packed, size = self.pack(position), self.size
        labels, afters = self.use(lambda machine: machine.moves(packed, among))
        assert afters is not None
        places = (self.unpack(afters[at : at + size]) for at in range(0, len(afters), size))
        return tuple(map(Successor, self.notes(labels), places))

    def verdict(self, position: Position) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        return self.verdict_of(self.pack(position))

    def adjudged(self, position: Position, number: int) -> bool:
        """Does the test of an adjudication hold here? Where chance moves none does."""
        return self.adjudged_of(self.pack(position), number)

    def playout(self, position: Position, seed: int, number: int, most: int = MOST_PLIES) -> Playout:
        """One random game, determined by its seed and its number."""
        if not self._plays_out:
            return self.listing.playout(position, seed, number, most)
        packed = self.pack(position)
        kind, told, plies = self.use(lambda machine: machine.playout(packed, seed, number, most, self._kinds))
        turn, rule = divmod(kind, self._rules + 1)
        return Playout(tuple(told), plies, turn, rule - 1)

    def tally(self, position: Position, seed: int, numbers: range, most: int = MOST_PLIES) -> Tally:
        """How random games ended; they can be interrupted."""
        if not self._plays_out:
            return self.listing.tally(position, seed, numbers, most)
        packed = self.pack(position)
        counts, lengths = self.at_length(
            lambda machine: machine.playouts(packed, seed, numbers, most, self._kinds)
        )
        ways = (divmod(kind, self._rules + 1) for kind in range(self._kinds))
        found = {(turn, rule - 1): count for (turn, rule), count in zip(ways, counts, strict=True) if count}
        return Tally(Counter(found), lengths)

    def perft(self, position: Position, depth: int, table: int = 0) -> int:
        """How many sequences of so many moves there are; `table` bytes serve to remember counts."""
        packed = self.pack(position)
        if depth < LONG:
            return self.use(lambda machine: machine.perft(packed, depth))
        return self.at_length(lambda machine: machine.perft(packed, depth, table))

    def actions(self) -> list[tuple[int, int, int, int]]:
        """Every label that moves can have, in their order; none if moves have other labels."""
        size = self._code.lasker_actions(self._ffi.NULL)
        numbers = self._ffi.new("uint32_t[]", size + 1)
        self._code.lasker_actions(numbers)
        found = self._ffi.unpack(numbers, size)
        return [(each >> 24, each >> 16 & 255, (each >> 8 & 255) - 1, each & 255) for each in found]

    def legal(self, packed: Any, marks: Any) -> int:
        """Mark the legal actions of many positions, in arrays; how many positions could be told."""
        return self.use(lambda machine: machine.legal(packed, marks))

    def step(self, packed: Any, numbers: Any, after: Any) -> int:
        """Do an action in each of many positions, in arrays; how many were legal before one was not."""
        return self.use(lambda machine: machine.step(packed, numbers, after))

    def ended(self, packed: Any, rules: Any) -> None:
        """The rules that end the game in many positions, in arrays."""
        self.use(lambda machine: machine.ended(packed, rules))

    def at_length(self, work: Callable[[Machine], Answer]) -> Answer:
        """Do something long, in another thread if this is the one that hears when it is interrupted."""
        if threading.current_thread() is not threading.main_thread():
            return self.use(work)
        (answer,) = shared([work], self.use, 1, self.stop)
        return answer


class Machine:
    """The memory in which native code works: one for each thread."""

    def __init__(self, ffi: Any, code: Any, packed: int) -> None:
        self._ffi, self._code = ffi, code
        roomy = ffi.new_allocator(should_clear_after_alloc=False)
        self._memory = roomy("char[]", MEMORY)
        self._at = ffi.new("uint64_t[]", code.lasker_size() // 8 + 1)
        self._table = ffi.new("char[]", 0)
        self._list = code.lasker_list
        self.label: int = code.lasker_label()
        self._packed = packed
        code.lasker_open(self._at, self._memory, MEMORY)
        self._make_room(MOVES)

    @property
    def at(self) -> Any:
        """Where the machine is, for native code."""
        return self._at

    def stop(self, stop: bool) -> None:
        """Let the machine stop whatever it does, or not."""
        self._code.lasker_stop(self._at, stop)

    def moves(self, packed: bytes, among: int = EVERY_MOVE, lead: int = 1) -> tuple[bytes, bytes | None]:
        """The labels of all moves one after the other, and where they `lead`, packed, if that is wanted."""
        size: int = self._list(self._at, packed, among, lead)
        if size < 0:
            raise PROBLEMS[-size]
        if size > self._room:
            self._make_room(size)
            return self.moves(packed, among, lead)
        return self._labels[: size * self.label], self._afters[: size * self._packed] if lead else None

    def _make_room(self, room: int) -> None:
        """Room for the answers of native code, as buffers that Python can read."""
        self._kept = self._ffi.new("char[]", room * self.label), self._ffi.new("char[]", room * self._packed)
        self._labels, self._afters = map(self._ffi.buffer, self._kept)
        self._room = room
        self._code.lasker_answer(self._at, *self._kept, room)

    def legal(self, packed: Any, marks: Any) -> int:
        """Mark the legal actions of many positions."""
        given = self._array("char[]", packed), len(packed), self._array("uint8_t[]", marks)
        return int(self._code.lasker_legal(self._at, *given))

    def step(self, packed: Any, numbers: Any, after: Any) -> int:
        """Do an action in each of many positions."""
        given = self._array("char[]", packed), len(packed), self._array("int64_t[]", numbers)
        return int(self._code.lasker_step(self._at, *given, self._array("char[]", after)))

    def ended(self, packed: Any, rules: Any) -> None:
        """The rules that end the game in many positions."""
        self._code.lasker_ended(
            self._at, self._array("char[]", packed), len(packed), self._array("int32_t[]", rules)
        )

    def _array(self, kind: str, array: Any) -> Any:
        return self._ffi.from_buffer(kind, array)

    def verdict(self, packed: bytes) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        return int(self._code.lasker_verdict(self._at, packed))

    def adjudged(self, packed: bytes, number: int) -> bool:
        """Does the test of an adjudication hold here?"""
        return bool(self._code.lasker_adjudged(self._at, packed, number))

    def perft(self, packed: bytes, depth: int, table: int = 0) -> int:
        """How many sequences of so many moves there are; `table` bytes serve to remember counts."""
        if table != len(self._table):
            self._table = self._ffi.new("char[]", table)
        halves = self._ffi.new("uint64_t[2]")
        problem = self._code.lasker_perft(self._at, packed, depth, self._table, table, halves)
        if problem:
            raise PROBLEMS[problem]
        return int(halves[0]) + (int(halves[1]) << 64)

    def playouts(
        self, packed: bytes, seed: int, numbers: range, most: int, kinds: int
    ) -> tuple[list[int], list[int]]:
        """How often games ended in each of some kinds of ways, and how long each was."""
        tally, length = self._ffi.new("uint64_t[]", kinds), self._ffi.new("int32_t[]", len(numbers))
        null = self._ffi.NULL
        played = self._code.lasker_playouts(
            self._at, packed, seed, numbers.start, len(numbers), most, tally, length, null, 0, null
        )
        if played < 0:
            raise PROBLEMS[-played]
        return list(tally), self._ffi.unpack(length, played)

    def playout(
        self, packed: bytes, seed: int, number: int, most: int, kinds: int
    ) -> tuple[int, list[int], int]:
        """The kind of the end of one game, its draws, and how many plies it had."""
        tally, length = self._ffi.new("uint64_t[]", kinds), self._ffi.new("int32_t[1]")
        told, tellings = self._ffi.new("int32_t[]", 2 * most + 2), self._ffi.new("int64_t *")
        played = self._code.lasker_playouts(
            self._at, packed, seed, number, 1, most, tally, length, told, len(told), tellings
        )
        if played < 0:
            raise PROBLEMS[-played]
        return list(tally).index(1), self._ffi.unpack(told, tellings[0]), int(length[0])


def library_name(game: Game, switches: frozenset[str]) -> str:
    """How the library of a game is called in the store."""
    return store.key(game.text_hash, switches, compiler.find())


def stored(game: Game, without: frozenset[str] = frozenset()) -> bool:
    """Has the game been compiled before?"""
    return store.holds(library_name(game, without))


def open_engine(game: Game, without: frozenset[str] = frozenset()) -> Native:
    """The game in machine code, compiled now if that has not been done before."""
    return Native(game, without)


def _cffi() -> Any:
    try:
        import cffi  # type: ignore[import-untyped]
    except ImportError:
        raise NativeError(
            "native code is loaded with cffi, which is not installed",
            remedy="pip install 'lasker[native]'; --backend python needs nothing",
        ) from None
    return cffi
