"""Per-thread memory of native code, and Python wrappers of the C functions."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

from lasker.backends.c.cross_checking import Mismatch, paranoid
from lasker.kernel.errors import DeclarationError, LaskerError, LimitError
from lasker.kernel.limits import Limits

WORK_FACTOR = 20  # factor of the reference's work limit for native code
EVERY_MOVE = -1  # not an option of chance
NO_RULE = -1  # no rule ends the game
DIFFERENT = 7  # error code: bitboards and walk count differently
Answer = TypeVar("Answer")
Forms = Collection[bytes]  # of positions, as `Layout.form` writes them
MOVES = 256  # initial capacity of move lists
TEXT = 64  # bytes of the longest text of a move
SIGNED = TEXT + 2  # the same with a sign and a line end


class Memory:
    """The memory of native code for one thread."""

    def __init__(self, ffi: Any, code: Any, packed: int, limits: Limits) -> None:
        self._ffi, self._code, self._packed, self._limits = ffi, code, packed, limits
        allocate = ffi.new_allocator(should_clear_after_alloc=False)  # most of it is never used
        size = limits.memory + int(code.lasker_memory_needed())
        self._memory = allocate("char[]", size)
        self._at = ffi.new("uint64_t[]", code.lasker_size() // 8 + 1)
        code.lasker_open(self._at, self._memory, size, limits.work * WORK_FACTOR)

    @property
    def at(self) -> Any:
        """The machine's address."""
        return self._at

    def stop(self, stop: bool) -> None:
        """Set or clear the stop flag."""
        self._code.lasker_stop(self._at, stop)

    def error(self, problem: int) -> LaskerError:
        """The exception of a native error code."""
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
                told = f"more than {limits.work * WORK_FACTOR} parts of moves are tried for one answer"
                return LimitError(f"{told}, and that is the limit", remedy=limits.remedy("work"))


class CountingMemory(Memory):
    """The memory of a library that only counts on bitboards."""

    def count(self, packed: bytes, depth: int) -> int | None:
        """Perft on bitboards; None if the position needs the walk."""
        total = self._ffi.new("uint64_t *")
        return int(total[0]) if self._code.lasker_count(self._at, packed, depth, total) else None


class Machine(Memory):
    """The memory of a full library: move lists, perft, playouts, endings."""

    def __init__(self, ffi: Any, code: Any, packed: int, limits: Limits) -> None:
        super().__init__(ffi, code, packed, limits)
        self._table = ffi.new("char[]", 0)
        self._list, self._find = code.lasker_list, code.lasker_find
        # Of a packed position, the rule that ends the game, from 1, or 0; from bit 16 on, the adjudications
        # whose tests hold; minus the problem there was. The C function itself, as it is often asked.
        self.ends = partial(code.lasker_ends, self._at)
        self._one = ffi.new("char[]", packed)  # a packed position that is answered
        self._text, self._sign = ffi.new("char[]", TEXT), ffi.new("int32_t[3]")
        self._answer, self._null = ffi.buffer(self._one), ffi.NULL
        self.label: int = code.lasker_label()
        self._allocate(MOVES)
        self._paranoid = paranoid()
        code.lasker_compare(self._at, self._paranoid)

    def moves(self, packed: bytes, among: int = EVERY_MOVE, lead: int = 1) -> tuple[bytes, bytes | None]:
        """The concatenated labels of all moves and, with `lead`, their packed successors."""
        if self._paranoid:
            return self._cross_checked(packed, "moves", lambda: self._moves(packed, among, lead))
        return self._moves(packed, among, lead)

    def _moves(self, packed: bytes, among: int, lead: int) -> tuple[bytes, bytes | None]:
        size: int = self._list(self._at, packed, among, lead)
        if size < 0:
            raise self.error(-size)
        if size > self._capacity:
            self._allocate(size)
            return self._moves(packed, among, lead)
        return self._labels[: size * self.label], self._afters[: size * self._packed] if lead else None

    def _cross_checked(self, packed: bytes, what: str, ask: Callable[[], Answer]) -> Answer:
        """An answer on bitboards, compared with that of the walk; raises Mismatch if they differ."""
        found = ask()
        self._code.lasker_walk(self._at, True)
        try:
            wanted = ask()
        finally:
            self._code.lasker_walk(self._at, False)
        if found != wanted:
            raise Mismatch(packed, f"{what} on bitboards are others than by the walk")
        return found

    def _allocate(self, capacity: int) -> None:
        """Allocate the output buffers of native code."""
        self._buffers = (
            self._ffi.new("char[]", capacity * self.label),
            self._ffi.new("char[]", capacity * self._packed),
        )
        self._labels, self._afters = map(self._ffi.buffer, self._buffers)
        self._capacity = capacity
        self._code.lasker_answer(self._at, *self._buffers, capacity)

    def after(self, packed: bytes, number: int) -> bytes | None:
        """The packed position after one move; None if there is no such move, or too many."""
        failed: int = self._code.lasker_after(self._at, packed, number, self._one)
        return None if failed else self._answer[:]

    def find(self, notation: Any, packed: bytes, text: bytes, gone: Forms = ()) -> tuple[int, bytes] | None:
        """The number of the move with a text, and the position after it; None if Python must tell. No move
        leads to a position that is `gone`."""
        bare, null = len(text.rstrip(b"+#")), self._null  # signs are not compared
        arguments = packed, text, len(text), bare, self._one, 0, self._text, null
        number: int = self._find(self._at, notation, self._gone(gone), *arguments)
        return None if number < 0 else (number, self._answer[:])

    def find_and_write(
        self, notation: Any, packed: bytes, text: bytes, check: int, gone: Forms = ()
    ) -> tuple[int, bytes, tuple[str, int, int] | None] | None:
        """The same, and what `san` says of the move."""
        bare, sign = len(text.rstrip(b"+#")), self._sign
        arguments = packed, text, len(text), bare, self._one, check, self._text, sign
        number: int = self._find(self._at, notation, self._gone(gone), *arguments)
        if number < 0:
            return None
        size = sign[2]
        san = None if size < 0 else (self._ffi.unpack(self._text, size).decode(), sign[0], sign[1])
        return number, self._answer[:], san

    def san(
        self, notation: Any, packed: bytes, number: int, check: int, gone: Forms = ()
    ) -> tuple[str, int, int] | None:
        """A move in algebraic notation without signs; then the rule that ends the game after it, from 1, and
        whether that is check. None if Python must tell."""
        arguments = packed, number, check, self._text, self._sign
        size: int = self._code.lasker_san(self._at, notation, self._gone(gone), *arguments)
        if size < 0:
            return None
        return self._ffi.unpack(self._text, size).decode(), self._sign[0], self._sign[1]

    def _gone(self, forms: Forms) -> Any:
        """Positions to which no move may lead, for native code."""
        if not forms:
            return self._null
        joined = self._ffi.from_buffer(b"".join(forms))
        self._forms = self._ffi.new("Gone *", [joined, len(joined) // len(forms), len(forms)]), joined
        return self._forms[0]

    def read_line(
        self, notation: Any, packed: bytes, texts: bytes, count: int, check: int, decides: bytes
    ) -> tuple[list[int], bytes, str]:
        """The moves of a game, each text with a zero after it, as far as `find` can read them: their numbers,
        the positions after them, and a line for each with its text, which is empty if Python must tell."""
        ffi, written = self._ffi, self._ffi.new("int64_t *")
        numbers, text = ffi.new("int64_t[]", count), ffi.new("char[]", count * SIGNED)
        afters = ffi.new("char[]", count * self._packed)
        done: int = self._code.lasker_read_line(
            self._at, notation, packed, texts, count, check, decides, numbers, afters, text, written
        )
        lines = ffi.unpack(text, written[0]).decode()
        return ffi.unpack(numbers, done) if done else [], ffi.buffer(afters, done * self._packed)[:], lines

    def write_line(
        self, notation: Any, positions: bytes, numbers: list[int], check: int, decides: bytes
    ) -> str:
        """The moves of a game in algebraic notation, a line for each, by the position before it and its
        number; the line is empty if Python must tell."""
        count, ffi = len(numbers), self._ffi
        text = ffi.new("char[]", count * SIGNED)
        given = ffi.new("int64_t[]", numbers)
        size = self._code.lasker_write_line(self._at, notation, positions, given, count, check, decides, text)
        return str(ffi.unpack(text, size).decode()) if size else ""

    def asked(self, packed: bytes, first: int, end: int) -> int:
        """The first of some questions whose answer is yes, or -1."""
        found: int = self._code.lasker_asked(self._at, packed, first, end)
        if found < NO_RULE:
            raise self.error(NO_RULE - found)
        return found

    def settled(self, packed: bytes) -> bytes:
        """A position as it is set up, settled."""
        problem: int = self._code.lasker_settle(self._at, packed, self._one)
        if problem:
            raise self.error(-problem)
        return bytes(self._answer)

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
        """Perft; `table` is the size of a transposition table in bytes."""
        if table != len(self._table):
            self._table = self._ffi.new("char[]", table)
        halves = self._ffi.new("uint64_t[2]")
        problem = self._code.lasker_perft(self._at, packed, depth, self._table, table, halves)
        if problem == DIFFERENT:
            where = self._ffi.new("char[]", self._packed)
            self._code.lasker_compare_difference(self._at, where, halves)
            told = f"{halves[0]} sequences on bitboards, and {halves[1]} by the walk"
            raise Mismatch(bytes(self._ffi.buffer(where)), told)
        if problem:
            raise self.error(problem)
        return int(halves[0]) + (int(halves[1]) << 64)

    def playouts(
        self, packed: bytes, seed: int, numbers: range, most: int, kinds: int
    ) -> tuple[list[int], list[int]]:
        """Counts of playouts by kind of end, and the length of each."""
        if self._paranoid:
            return self._cross_checked(
                packed, "games", lambda: self._playouts(packed, seed, numbers, most, kinds)
            )
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
        """The kind of end of one playout, its draws and its length."""
        if self._paranoid:
            return self._cross_checked(
                packed, "games", lambda: self._playout(packed, seed, number, most, kinds)
            )
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
