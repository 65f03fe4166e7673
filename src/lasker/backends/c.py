"""Native code: the program as C, compiled once, kept on disk, loaded with cffi."""

from __future__ import annotations

from typing import Any

from lasker.backends._c_text import c_text
from lasker.ir.machine import Position, Successor
from lasker.ir.pipeline import compiled
from lasker.kernel.errors import DeclarationError, LimitError, NativeError
from lasker.model.game import Game
from lasker.runtime import compiler, store

DOORS = """
uint64_t lasker_size(void);
void lasker_open(void *m, char *memory, uint64_t bytes);
void lasker_set(void *m, int32_t turn, const uint16_t *board, const int32_t *counters);
int32_t lasker_perft(void *m, int32_t depth, uint64_t *halves);
int64_t lasker_moves(void *m, int32_t *out, int64_t room);
"""
MEMORY = 1 << 28  # bytes for configurations, most of them never touched
PROBLEMS = {
    1: LimitError(f"the configurations of one move do not fit into {MEMORY >> 20} MiB"),
    2: DeclarationError("`settle` should lead to one position, and leads to another number of them"),
    3: DeclarationError("nothing follows a state of the game here"),
    4: LimitError("a move chooses more squares than a label can tell"),
}


class Native:
    """A game in machine code."""

    def __init__(self, game: Game, without: frozenset[str]) -> None:
        self.sites, self.counters = len(game.space.sites), len(game.rules.vocabulary.counters)
        found = compiler.find()
        name = store.key(game.text_hash, without, found)
        path = store.library(name, lambda: c_text(compiled(game, without)), found)
        self._ffi: Any = _cffi().FFI()
        self._ffi.cdef(DOORS)
        self._code = self._ffi.dlopen(str(path))
        roomy = self._ffi.new_allocator(should_clear_after_alloc=False)
        self._memory = roomy("char[]", MEMORY)
        self._machine = self._ffi.new("uint64_t[]", self._code.lasker_size() // 8 + 1)
        self._code.lasker_open(self._machine, self._memory, MEMORY)
        self._room = self._ffi.new("int32_t[]", 1 << 14)

    def successors(self, position: Position) -> tuple[Successor, ...]:
        """Every legal move, ordered by label."""
        self._set(position)
        size = self._code.lasker_moves(self._machine, self._room, len(self._room))
        if size > len(self._room):
            self._room = self._ffi.new("int32_t[]", size)
            size = self._code.lasker_moves(self._machine, self._room, size)
        if size < 0:
            raise PROBLEMS[-size]
        return tuple(sorted(self._told(self._ffi.unpack(self._room, size))))

    def perft(self, position: Position, depth: int) -> int:
        """How many sequences of so many moves there are."""
        self._set(position)
        halves = self._ffi.new("uint64_t[2]")
        problem = self._code.lasker_perft(self._machine, depth, halves)
        if problem:
            raise PROBLEMS[problem]
        return int(halves[0]) + (int(halves[1]) << 64)

    def _set(self, position: Position) -> None:
        counters = position.counters or (0,)
        self._code.lasker_set(
            self._machine,
            position.turn,
            self._ffi.new("uint16_t[]", position.board),
            self._ffi.new("int32_t[]", counters),
        )

    def _told(self, numbers: list[int]) -> list[Successor]:
        found, at = [], 0
        while at < len(numbers):
            turn, notes = numbers[at : at + 2]
            at += 2
            label = tuple(tuple(numbers[i : i + 4]) for i in range(at, at + 4 * notes, 4))
            at += 4 * notes
            board = tuple(numbers[at : at + self.sites])
            counters = tuple(numbers[at + self.sites : at + self.sites + self.counters])
            at += self.sites + self.counters
            found.append(Successor(label, Position(turn, board, counters)))  # type: ignore[arg-type]
        return found


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
