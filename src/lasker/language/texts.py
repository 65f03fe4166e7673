"""A text in an editor as a source, and the texts that it extends."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from lasker import frontends
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play import library

FORMATS = tuple(suffix.lstrip(".") for suffix in frontends.suffixes())
UNNAMED = "text"


def format_of(name: str) -> str:
    """The format of a file, by its suffix; rules where that says nothing.

    >>> format_of("mine.ini"), format_of("mine.yml"), format_of("mine")
    ('ini', 'yaml', 'rules')
    """
    suffix = Path(name).suffix.lower().lstrip(".")
    return {"yml": "yaml"}.get(suffix, suffix if suffix in FORMATS else frontends.NATIVE)


def source_of(text: str, format: str = frontends.NATIVE, name: str = "") -> Source:
    """A text as a source whose name tells its format.

    >>> source_of("", "yaml", "mine").name, source_of("", "rules", "mine.rules").name
    ('mine.yaml', 'mine.rules')
    """
    name = name or UNNAMED
    return Source(text, name if name.endswith(f".{format}") else f"{name}.{format}")


GAMES = {  # what a text in a format that others use, too, has if it is a game
    "yaml": re.compile(r"^(lasker|game|piece|pieces|extends)[ \t]*:", re.MULTILINE),
    "ini": re.compile(r"^\[[^\]\n]+:[^\]\n]+\]|^(maxRank|maxFile|startFen|customPiece\d+)\b", re.MULTILINE),
}


def is_game(source: Source) -> bool:
    """Does a text seem to be a game? Not every YAML file is one.

    >>> is_game(Source("services: {}", "compose.yaml")), is_game(Source("game: Ludus", "ludus.yaml"))
    (False, True)
    """
    known = GAMES.get(format_of(source.name))
    return known is None or known.search(source.text) is not None


def in_rules(source: Source) -> bool:
    """Is a text written in the algebra itself?"""
    return str(frontends.of(source).__name__).endswith(f".{frontends.NATIVE}")


def parents(source: Source) -> tuple[Source, ...]:
    """The texts that a text extends, the nearest first; those that are found, where one is missing.

    >>> [each.name for each in parents(Source('extends "three_check"', "mine.rules"))]
    ['three_check.rules', 'chess.rules']
    """
    found: list[Source] = []
    with suppress(LaskerError, OSError):
        while names := _extended(found[-1] if found else source):
            parent = library.find(names[0])
            if parent in (source, *found) or len(found) > library.MOST_BASES:
                break
            found.append(parent)
    return tuple(found)


@lru_cache(maxsize=256)
def _extended(source: Source) -> list[str]:
    return [text for keyword, text in frontends.of(source).facts(source.text) if keyword == "extends"]


@lru_cache(maxsize=1)
def games() -> dict[str, str]:
    """The names of the library's games, each with its title and what is said about it."""

    def told(name: str) -> str:
        about = " ".join(library.facts(name, "about"))
        return f"{library.title(name)}: {about}" if about else library.title(name)

    return {name: told(name) for name in library.sources()}


def path_of(source: Source) -> Path | None:
    """The file of a text: of one of the library, or of one that was read."""
    if not re.match(r"\w+\.\w+$", source.name):
        return Path(source.name) if Path(source.name).is_file() else None
    return library.path(source.name.partition(".")[0])
