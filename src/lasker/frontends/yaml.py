"""Games in YAML: pieces as displacement sets and guards, lowered to the algebra (seed 004)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from lasker.kernel.errors import DeclarationError, LaskerError, ParseError
from lasker.kernel.source import Source

if TYPE_CHECKING:
    from lasker.frontends._yaml.lowering.lower import Lowered
    from lasker.frontends._yaml.specification.resolved import Resolved
    from lasker.model.game import Game
    from lasker.syntax.tree import Line

Under = tuple[Source, ...]  # the texts that a text extends, the farthest first, all of them in YAML
JOINS = True  # a text and those it extends become one
COMMENT = "#"  # and the rest of its line are no part of a text
FACT = re.compile(r"^(game|also|tags|about|extends)[ \t]*:[ \t]*(\S.*)$", re.MULTILINE)


def facts(text: str) -> Iterator[tuple[str, str]]:
    """The facts of a text, keyword by keyword, read without reading the rest.

    >>> list(facts("game: Ludus\\nalso: [a, 'b c']"))
    [('game', 'Ludus'), ('also', 'a'), ('also', 'b c')]
    """
    for keyword, rest in FACT.findall(text):
        several = keyword in ("also", "tags") and rest.startswith("[")
        for item in rest.strip("[] ").split(",") if several else [rest]:
            yield keyword, item.strip().strip("'\"")


def rules(source: Source, under: Under = ()) -> Source:
    """The same game as a rules text."""
    return _lowered(source, under).source


def lines(source: Source, under: Under = ()) -> tuple[Line, ...] | None:
    """The lines of that text, with their places in it: nobody has to parse it."""
    return _lowered(source, under).lines


def translated(error: LaskerError, source: Source, under: Under = ()) -> LaskerError:
    """An error in the rules text, pointing at the line of the YAML that it comes from."""
    return _lowered(source, under).translated(error)


def examine(game: Game, source: Source, under: Under = ()) -> None:
    """Look at what would else be found out when the game is played: turns, ends, the first position."""
    from lasker.notation.fen.fen import read

    _ = game.states, game.settle, game.endings, game.adjudications, game.faults, game.reasons
    try:
        faults = read(game, game.start).faults
    except LaskerError as error:
        error.span = _design(source, under).span("start")
        raise
    if faults:
        raise DeclarationError(
            f"the start is no position of the game: {'; '.join(faults)}",
            span=_design(source, under).span("start"),
        )


def remarks(source: Source, under: Under = ()) -> list[dict[str, str]]:
    """What can be proved of a specification: an answer, what is so, and how it was found."""
    with _packages():
        from lasker.frontends._yaml.lowering.properties import Properties
    return list(Properties(_design(source, under)).all())


def validator(source: Source, file: str = "validator.py", under: Under = ()) -> str:
    """A stand-alone Python file that lists, decides and explains the moves of the game."""
    with _packages():
        from lasker.frontends._validator.generate import Generator
    return Generator(_design(source, under)).text(file)


def converted(game: Game, source: Source) -> tuple[str, list[str]]:
    """A game as a specification, and for each thing that is lost, why; YAML stays as it is."""
    if source.name.endswith(".yaml"):
        return source.text, []
    with _packages():
        from lasker.frontends._yaml.writing import convert
    return convert.converted(game)


def json_schema() -> str:
    """The JSON Schema of the language, as a text that ends with a line end."""
    with _packages():
        from lasker.frontends._yaml.specification.schema import published
    return published()


def plain(source: Source) -> list[object]:
    """What the documents of a text say, as plain data.

    >>> plain(Source("board: 8x8", "mine.yaml"))
    [{'board': '8x8'}]
    """
    with _packages():
        from lasker.frontends._yaml.specification.document import read
    return [document.data for document in read(source)]


@lru_cache(maxsize=16)
def _design(source: Source, under: Under) -> Resolved:
    with _packages():
        from lasker.frontends._yaml.specification.resolved import read
    if not source.name.endswith((".yaml", ".yml")):
        raise ParseError(
            f"{source.name} is not written in YAML", remedy="convert it: lasker convert GAME --to yaml"
        )
    return read(source, under)


@lru_cache(maxsize=16)
def _lowered(source: Source, under: Under) -> Lowered:
    with _packages():
        from lasker.frontends._yaml.lowering.lower import lower
    return lower(_design(source, under))


@contextmanager
def _packages() -> Iterator[None]:
    """Say which package is missing, where one is."""
    try:
        yield
    except ImportError as error:
        raise ParseError(
            f"games in YAML need the package {error.name}, which is missing", remedy="pip install lasker"
        ) from None
