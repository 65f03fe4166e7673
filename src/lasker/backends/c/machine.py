"""The memory in which native code works, and the C functions of a library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from lasker.backends.c.paranoia import Doubted, paranoid
from lasker.kernel.errors import DeclarationError, LaskerError, LimitError
from lasker.kernel.limits import Limits

SWIFT = 20  # times as many parts of moves as the reference may try are tried by native code
EVERY_MOVE = -1  # not an option of chance
NO_RULE = -1  # ends the game
DIFFERENT = 7  # the problem that bitboards count otherwise than the walk
Answer = TypeVar("Answer")
MOVES = 256  # moves that there is room for at first


class Memory:
    """The memory in which native code works: one for each thread."""

    def __init__(self, ffi: Any, code: Any, packed: int, limits: Limits) -> None:
        self._ffi, self._code, self._packed, self._limits = ffi, code, packed, limits
        roomy = ffi.new_allocator(should_clear_after_alloc=False)  # most of it is never touched
        size = limits.memory + int(code.lasker_memory_needed())
        self._memory = roomy("char[]", size)
        self._at = ffi.new("uint64_t[]", code.lasker_size() // 8 + 1)
        code.lasker_open(self._at, self._memory, size, limits.work * SWIFT)

    @property
    def at(self) -> Any:
        """Where the machine is, for native code."""
        return self._at

    def stop(self, stop: bool) -> None:
        """Let the machine stop whatever it does, or not."""
        self._code.lasker_stop(self._at, stop)

    def error(self, problem: int) -> LaskerError:
        """The problem that native code had."""
        limits = self._limits
        match problem:
            case 1:
                told = f"the configurations of one move take more than {limits.memory >> 20} MiB of memory"
                return LimitError(f"{told}, and that is the limit", remedy=limits.remedy("memory"))
            case 2:
                return DeclarationError(
                    "`settle` should lead to one position, and leads to another number of them"
                )
            case 3:
                return DeclarationError("nothing follows a state of the game here")
            case 4:
                return LimitError(
                    "a move chooses more squares than a label can tell",
                    remedy="let one move choose fewer squares one after the other, or use --backend python",
                )
            case 5:
                return LimitError("the count has more than 128 bits", remedy="count fewer plies")
            case _:
                told = f"more than {limits.work * SWIFT} parts of moves are tried for one answer"
                return LimitError(f"{told}, and that is the limit", remedy=limits.remedy("work"))


class Abacus(Memory):
    """Memory in which positions are counted on bitboards, and nothing else is done."""

    def count(self, packed: bytes, depth: int) -> int | None:
        """How many sequences of so many moves there are, if bitboards can tell."""
        total = self._ffi.new("uint64_t *")
        return int(total[0]) if self._code.lasker_count(self._at, packed, depth, total) else None


class Machine(Memory):
    """Memory in which a game is played, by all that native code can do."""

    def __init__(self, ffi: Any, code: Any, packed: int, limits: Limits) -> None:
        super().__init__(ffi, code, packed, limits)
        self._table = ffi.new("char[]", 0)
        self._list = code.lasker_list
        self.label: int = code.lasker_label()
        self._make_room(MOVES)
        self._doubts = paranoid()
        code.lasker_compare(self._at, self._doubts)

    def moves(self, packed: bytes, among: int = EVERY_MOVE, lead: int = 1) -> tuple[bytes, bytes | None]:
        """The labels of all moves one after the other, and where they `lead`, packed, if that is wanted."""
        if self._doubts:
            return self._both(packed, "moves", lambda: self._moves(packed, among, lead))
        return self._moves(packed, among, lead)

    def _moves(self, packed: bytes, among: int, lead: int) -> tuple[bytes, bytes | None]:
        size: int = self._list(self._at, packed, among, lead)
        if size < 0:
            raise self.error(-size)
        if size > self._room:
            self._make_room(size)
            return self._moves(packed, among, lead)
        return self._labels[: size * self.label], self._afters[: size * self._packed] if lead else None

    def _both(self, packed: bytes, what: str, ask: Callable[[], Answer]) -> Answer:
        """An answer on bitboards, and the same by the walk; an error if it is another one."""
        found = ask()
        self._code.lasker_walk(self._at, True)
        try:
            wanted = ask()
        finally:
            self._code.lasker_walk(self._at, False)
        if found != wanted:
            raise Doubted(packed, f"{what} on bitboards are others than by the walk")
        return found

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
        for rule in rules:
            if rule < NO_RULE:
                raise self.error(NO_RULE - int(rule))

    def _array(self, kind: str, array: Any) -> Any:
        return self._ffi.from_buffer(kind, array)

    def verdict(self, packed: bytes) -> int:
        """The number of the first rule of the game that ends it here, or -1."""
        rule = int(self._code.lasker_verdict(self._at, packed))
        if rule < NO_RULE:
            raise self.error(NO_RULE - rule)
        return rule

    def adjudged(self, packed: bytes, number: int) -> bool:
        """Does the test of an adjudication hold here?"""
        holds = int(self._code.lasker_adjudicated(self._at, packed, number))
        if holds < 0:
            raise self.error(-holds)
        return bool(holds)

    def perft(self, packed: bytes, depth: int, table: int = 0) -> int:
        """How many sequences of so many moves there are; `table` bytes serve to remember counts."""
        if table != len(self._table):
            self._table = self._ffi.new("char[]", table)
        halves = self._ffi.new("uint64_t[2]")
        problem = self._code.lasker_perft(self._at, packed, depth, self._table, table, halves)
        if problem == DIFFERENT:
            where = self._ffi.new("char[]", self._packed)
            self._code.lasker_compare_difference(self._at, where, halves)
            told = f"{halves[0]} sequences on bitboards, and {halves[1]} by the walk"
            raise Doubted(bytes(self._ffi.buffer(where)), told)
        if problem:
            raise self.error(problem)
        return int(halves[0]) + (int(halves[1]) << 64)

    def playouts(
        self, packed: bytes, seed: int, numbers: range, most: int, kinds: int
    ) -> tuple[list[int], list[int]]:
        """How often games ended in each of some kinds of ways, and how long each was."""
        if self._doubts:
            return self._both(packed, "games", lambda: self._playouts(packed, seed, numbers, most, kinds))
        return self._playouts(packed, seed, numbers, most, kinds)

    def _playouts(
        self, packed: bytes, seed: int, numbers: range, most: int, kinds: int
    ) -> tuple[list[int], list[int]]:
        tally, length = self._ffi.new("uint64_t[]", kinds), self._ffi.new("int32_t[]", len(numbers))
        null = self._ffi.NULL
        played = self._code.lasker_playouts(
            self._at, packed, seed, numbers.start, len(numbers), most, tally, length, null, 0, null
        )
        if played < 0:
            raise self.error(-played)
        return list(tally), self._ffi.unpack(length, played)

    def playout(
        self, packed: bytes, seed: int, number: int, most: int, kinds: int
    ) -> tuple[int, list[int], int]:
        """The kind of the end of one game, its draws, and how many plies it had."""
        if self._doubts:
            return self._both(packed, "games", lambda: self._playout(packed, seed, number, most, kinds))
        return self._playout(packed, seed, number, most, kinds)

    def _playout(
        self, packed: bytes, seed: int, number: int, most: int, kinds: int
    ) -> tuple[int, list[int], int]:
        tally, length = self._ffi.new("uint64_t[]", kinds), self._ffi.new("int32_t[1]")
        told, tellings = self._ffi.new("int32_t[]", 2 * most + 2), self._ffi.new("int64_t *")
        played = self._code.lasker_playouts(
            self._at, packed, seed, number, 1, most, tally, length, told, len(told), tellings
        )
        if played < 0:
            raise self.error(-played)
        return list(tally).index(1), self._ffi.unpack(told, tellings[0]), int(length[0])
