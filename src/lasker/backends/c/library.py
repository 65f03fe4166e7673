"""A compiled library, and the memory in which each thread works with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Generic, TypeVar
from warnings import warn

from lasker.backends.c.api import c_interface
from lasker.backends.c.machine import Memory
from lasker.backends.c.naming import library_name
from lasker.backends.c.packed import Packing
from lasker.backends.c.paranoia import Doubted
from lasker.model.game import Game
from lasker.runtime import compiler, store
from lasker.runtime.compiler import RefusedCode
from lasker.runtime.records import Distrusted, Record
from lasker.runtime.threads import current, shared

TRIED = True  # are libraries tried before they are used?
LONG = 4  # plies from which a count may be long enough for somebody to interrupt it
Answer = TypeVar("Answer")
Kind = TypeVar("Kind", bound=Memory)


class Library(Generic[Kind]):
    """A library of a game: from the store, or made now; its kinds say what it is for."""

    kind: type[Kind]  # the memory in which it works

    def __init__(self, game: Game, without: frozenset[str], kinds: frozenset[str]) -> None:
        self.game, self.without = game, without
        self.purpose = " ".join(sorted(kinds)) or "whole"

        def parts() -> Iterator[str]:
            from lasker.backends.c import making  # the generator, which a library in the store does not need

            yield from making.texts(game, without, kinds)

        def trial(library: Path) -> Record:
            from lasker.backends.c import making

            return making.trial(game, without, self.purpose, library)

        name = library_name(game, without | kinds)
        self._ffi = c_interface()
        self._code = store.library(name, parts, compiler.find(), self._ffi.dlopen, trial if TRIED else None)
        self.packing = Packing(game)
        self.pack, self.unpack, self.size = self.packing.pack, self.packing.unpack, self.packing.size
        self._idle: list[Kind] = []

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
            raise self.distrusted(doubt) from None
        finally:
            self._idle.append(machine)

    def at_length(self, work: Callable[[Kind], Answer]) -> Answer:
        """Do something long, in another thread if this is the one that hears when it is interrupted."""
        if threading.current_thread() is not threading.main_thread():
            return self.use(work)
        (answer,) = shared([work], self.use, 1)
        return answer

    def distrusted(self, doubt: Doubted) -> Distrusted:
        """The error that says where two ways to answer differ."""
        from lasker.backends.c.trial import doubted  # seldom needed

        return doubted(self.game, doubt)


def without_bitboards(refused: RefusedCode, without: frozenset[str]) -> frozenset[str]:
    """Which passes to leave out now that a library was refused: then the walk takes over, and that is told.
    Where the walk is refused itself there are none."""
    if "classes" in without or (isinstance(refused, Distrusted) and refused.record.walk_is_wrong):
        raise refused
    warn(f"{refused.message}; the walk takes over, which is slower", RuntimeWarning, stacklevel=3)
    return without | {"classes"}
