"""A compiled library, and the memory in which each thread works with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar
from warnings import warn

from lasker.backends.c.machine import Memory
from lasker.backends.c.packed import Packing
from lasker.backends.c.paranoia import Doubted
from lasker.backends.c.trial import doubted, tried
from lasker.ir.pipeline import Compiled, compiled
from lasker.kernel.errors import NativeError
from lasker.model.game import Game
from lasker.runtime import compiler, store
from lasker.runtime.compiler import RefusedCode
from lasker.runtime.records import Distrusted, Record
from lasker.runtime.threads import current, shared

TRIED = True  # are libraries tried before they are used?
WALKING = "walking"  # a library that is nothing but the walk
LONG = 4  # plies from which a count may be long enough for somebody to interrupt it
Answer = TypeVar("Answer")
Kind = TypeVar("Kind", bound=Memory)
Texts = Callable[[Compiled], Iterable[str]]
# The libraries of a game are often made one after the other, of one program.
program = lru_cache(maxsize=1)(compiled)


class Library(Generic[Kind]):
    """A library of a game: from the store, or made now of the C `texts` of its program."""

    declared: str  # what can be called, in C
    kind: type[Kind]  # the memory in which it works
    purpose: str  # what the library is for, in a word

    def __init__(self, game: Game, without: frozenset[str], name: str, texts: Texts) -> None:
        self.game, self.without = game, without

        def parts() -> Iterator[str]:
            yield from texts(program(game, without))
            _ = self._ffi  # the doors are read while the compiler works

        trial = self._trial if TRIED else None
        self._code = store.library(name, parts, compiler.find(), lambda path: self._ffi.dlopen(path), trial)
        self.packing = Packing(game)
        self.pack, self.unpack, self.size = self.packing.pack, self.packing.unpack, self.packing.size
        self._idle: list[Kind] = []

    @cached_property
    def _ffi(self) -> Any:
        try:
            import cffi  # type: ignore[import-untyped]
        except ImportError:
            raise NativeError(
                "native code is loaded with cffi, which is not installed",
                remedy="pip install 'lasker[native]'; --backend python needs nothing",
            ) from None
        ffi = cffi.FFI()
        ffi.cdef(self.declared)
        return ffi

    def use(self, work: Callable[[Kind], Answer]) -> Answer:
        """Do something with a machine that no other thread is using."""
        try:
            machine = self._idle.pop()
        except IndexError:
            machine = self.kind(self._ffi, self._code, self.size, self.game.rules.limits)
        call = current()
        try:
            if call is None:
                return work(machine)
            with call.running(machine):
                return work(machine)
        except Doubted as doubt:
            raise doubted(self.game, doubt) from None
        finally:
            self._idle.append(machine)

    def at_length(self, work: Callable[[Kind], Answer]) -> Answer:
        """Do something long, in another thread if this is the one that hears when it is interrupted."""
        if threading.current_thread() is not threading.main_thread():
            return self.use(work)
        (answer,) = shared([work], self.use, 1)
        return answer

    def _trial(self, library: Path) -> Record:
        """What comes of trying the library before it is used."""
        return tried(self.game, self.purpose, compiler.find(), library)


def without_bitboards(refused: RefusedCode, without: frozenset[str]) -> frozenset[str]:
    """Which passes to leave out now that a library was refused: then the walk takes over, and that is told.
    Where the walk is refused itself there are none."""
    if "classes" in without or (isinstance(refused, Distrusted) and refused.record.walk_is_wrong):
        raise refused
    warn(f"{refused.message}; the walk takes over, which is slower", RuntimeWarning, stacklevel=3)
    return without | {"classes"}


def walk_of(game: Game, without: frozenset[str]) -> bytes:
    """The library that is nothing but the walk, for one that only counts to be compared with."""

    def texts() -> list[str]:
        from lasker.backends.c.text import walking_text  # not where a library is stored

        return [walking_text(program(game, without))]

    def trial(library: Path) -> Record:
        return tried(game, WALKING, compiler.find(), library)

    name = library_name(game, without | {WALKING})
    return store.library(name, texts, compiler.find(), lambda path: Path(path).read_bytes(), trial)


def library_name(game: Game, switches: frozenset[str]) -> str:
    """How the library of a game is called in the store."""
    return store.key(game.text_hash, switches, compiler.find())
