"""Building libraries: C text by kind, and verification; imported only where a library is not stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from lasker.backends.c.library_verification import verify
from lasker.backends.c.naming import BATCHES, COUNTING, LISTING, PLAYED, WALKING, library_name
from lasker.compiler.emit.c.text import c_parts, c_text, counting_parts, walking_text
from lasker.compiler.pipeline import compiled
from lasker.model.game import Game
from lasker.runtime import c_compiler, library_store
from lasker.runtime.records import Record

# Several libraries of a game are often built in succession from one program.
program = lru_cache(maxsize=1)(compiled)


def texts(game: Game, without: frozenset[str], kinds: frozenset[str]) -> Iterable[str]:
    """The C texts of a library of some kinds; NotClassified if it must count on bitboards alone and cannot.

    >>> from lasker.play.library import model
    >>> [len(list(texts(model("tictactoe"), frozenset(), frozenset(kinds)))) for kinds in ([], [WALKING])]
    [2, 1]
    """
    made, played = program(game, without), PLAYED in kinds
    if COUNTING in kinds:
        return counting_parts(made)
    if WALKING in kinds:
        return [walking_text(made, played)]
    if kinds & {PLAYED, LISTING, BATCHES}:
        return [c_text(made, played, batches=BATCHES in kinds)]
    return c_parts(made)


def trial(game: Game, without: frozenset[str], kind: str, library: Path) -> Record:
    """Verify a library; one that only counts is compared with the walk of another library."""
    if kind != COUNTING:
        return verify(game, kind, c_compiler.find(), library)
    walk_library = library.with_name("walk.so")
    walk_library.write_bytes(_walk_of(game, without))
    return verify(game, kind, c_compiler.find(), library, walk_library)


def _walk_of(game: Game, without: frozenset[str]) -> bytes:
    """The library of walking code that a counting library is compared with."""

    def parts() -> Iterator[str]:
        yield from texts(game, without, frozenset({WALKING}))

    def try_it(library: Path) -> Record:
        return trial(game, without, WALKING, library)

    name = library_name(game, without | {WALKING})
    return library_store.library(name, parts, c_compiler.find(), lambda path: Path(path).read_bytes(), try_it)
