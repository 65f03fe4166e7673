"""A compiled library of a game, with a pool of native memory for threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar
from warnings import warn

from lasker.backends.c.cross_checking import Mismatch
from lasker.backends.c.library_declarations import c_interface
from lasker.backends.c.machine import Memory
from lasker.backends.c.naming import library_name
from lasker.model.game import Game
from lasker.runtime import c_compiler, library_store
from lasker.runtime.c_compiler import RefusedCode
from lasker.runtime.packed import Packing
from lasker.runtime.records import Record, RejectedLibrary
from lasker.runtime.threads import current, shared

VERIFIED = True  # verify libraries before use?
LONG = 4  # perft depth from which a count must be interruptible
Answer = TypeVar("Answer")
Kind = TypeVar("Kind", bound=Memory)


class Library(Generic[Kind]):
    """A library of a game, from the store or compiled now; its kinds name its purposes."""

    kind: type[Kind]  # the class of its memory

    def __init__(self, game: Game, without: frozenset[str], kinds: frozenset[str]) -> None:
        self.game, self.without = game, without
        self.purpose = " ".join(sorted(kinds)) or "whole"

        def parts() -> Iterator[str]:
            from lasker.backends.c import build  # imported late: a stored library needs no code generator

            yield from build.texts(game, without, kinds)

        def trial(library: Path) -> Record:
            from lasker.backends.c import build

            return build.trial(game, without, self.purpose, library)

        name = library_name(game, without | kinds)
        self._ffi = c_interface()
        self._code = library_store.library(
            name, parts, c_compiler.find(), self._ffi.dlopen, trial if VERIFIED else None
        )
        self.packing = Packing(game)
        self.pack, self.unpack, self.size = self.packing.pack, self.packing.unpack, self.packing.size
        self._idle: list[Kind] = []

    def taken(self) -> Kind:
        """A machine that no other thread is using, to be put back with `put_back`."""
        try:
            return self._idle.pop()
        except IndexError:
            return self.kind(self._ffi, self._code, self.size, self.game.rules.limits)

    @property
    def put_back(self) -> Callable[[Kind], None]:
        """The function that takes a machine back."""
        return self._idle.append

    def use(self, work: Callable[[Kind], Answer]) -> Answer:
        """Call a function with a machine that no other thread is using."""
        machine, call = self.taken(), current()
        try:
            if call is None:
                return work(machine)
            with call.running(machine):
                return work(machine)
        except Mismatch as mismatch:
            raise self.rejected(mismatch) from None
        finally:
            self._idle.append(machine)

    def use_interruptibly(self, work: Callable[[Kind], Answer]) -> Answer:
        """Run long work, in another thread if this is the main thread, which receives KeyboardInterrupt."""
        if threading.current_thread() is not threading.main_thread():
            return self.use(work)
        (answer,) = shared([work], self.use, 1)
        return answer

    def rejected(self, mismatch: Mismatch) -> RejectedLibrary:
        """The error for a mismatch of bitboards and walk."""
        from lasker.backends.c.library_verification import rejection  # seldom needed

        return rejection(self.game, mismatch)


def without_bitboards(refused: RefusedCode, without: frozenset[str]) -> frozenset[str]:
    """The passes to skip after a library was refused, so that the walk replaces bitboards, with a warning.
    Raises the refusal again if the walk itself is wrong."""
    if "classes" in without or (isinstance(refused, RejectedLibrary) and refused.record.walk_is_wrong):
        raise refused
    warn(f"{refused.message}; the walk takes over, which is slower", RuntimeWarning, stacklevel=3)
    return without | {"classes"}
