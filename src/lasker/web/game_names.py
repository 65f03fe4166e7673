"""Games by the names that clients use: those of the library, and texts of clients as `text:HASH`.

A text is known in this process while a request that names it is answered. It may extend games of the library,
and read no file.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from lasker.kernel.errors import NameProblem, NotationError
from lasker.kernel.files import no_files
from lasker.kernel.source import Source
from lasker.play import library

if TYPE_CHECKING:
    from lasker.play.game import Game

FORMATS = ("rules", "yaml", "ini")
LONGEST = 200_000  # characters of the text of a game
PREFIX = "text:"
NAME = re.compile(r"(text:[0-9a-f]{32})(?::(.{1,100}))?")  # and a game in a text of several

Text = tuple[str, str]  # format and text

_known: dict[str, Text] = {}
_file: str | None = None  # a file that is served in addition to the library


def name_of(format: str, text: str) -> str:
    """The name of a text: `text:` and a hash.

    >>> name_of("rules", "lasker 1")
    'text:6a7007adc3fb137d6edaa41eefa00c32'
    """
    if format not in FORMATS:
        raise NotationError(f"no format {format!r}", remedy=f"there are {', '.join(FORMATS)}")
    return PREFIX + hashlib.sha256(f"{format}\n{text}".encode()).hexdigest()[:32]


def serve_file(file: str | None) -> None:
    """Serve the game of a file too, which may read the files beside it."""
    global _file
    _file = file


@contextmanager
def knowing(texts: Mapping[str, Text]) -> Iterator[None]:
    """These texts can be named inside."""
    _known.update(texts)
    try:
        yield
    finally:
        for name in texts:
            _known.pop(name, None)


def source_of(name: str) -> Source:
    """The source of a game that a client names.

    >>> source_of("tictactoe").name
    'tictactoe.rules'
    """
    found = NAME.fullmatch(name)
    if found is not None and found[1] in _known:
        format, text = _known[found[1]]
        file = f"{found[1][len(PREFIX) :][:8]}.{format}"
        return Source(text, f"{file}:{found[2]}" if found[2] else file)
    if name != _file and library.canonical(name) not in library.sources():
        remedy = "open its text again" if found else "choose one from the list"
        raise NameProblem(f"no game is called {name}", remedy=remedy)
    return library.find(name)


def game_of(name: str) -> Game:
    """The game that a client names.

    >>> text = 'lasker 1\\ngame "Mine"\\nextends "tictactoe"'
    >>> with knowing({name_of("rules", text): ("rules", text)}):
    ...     game_of(name_of("rules", text)).title
    'Mine'
    """
    source = source_of(name)
    return _read(source, name) if name == _file else _confined(source, name)


@lru_cache(maxsize=256)
def _confined(source: Source, name: str) -> Game:
    with no_files("the text of a game that was sent"):
        return _read(source, name)


def _read(source: Source, name: str) -> Game:
    from lasker.play.game import Game  # imported late: workers read games, the server does not

    return Game(library.model_of(source), name)
