"""Rules files: games written in the algebra itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.game import Game

if TYPE_CHECKING:
    from lasker.syntax.tree import Line

JOINS = False  # what a text extends stays a text of its own
COMMENT = "--"  # and the rest of its line are no part of a text
FACT = re.compile(r'^(game|also|tags|about|extends|template)[ \t]+(".*)$', re.MULTILINE)


def facts(text: str) -> Iterator[tuple[str, str]]:
    """The facts of a text, keyword by keyword, read without reading the rules.

    >>> list(facts('lasker 1\\ngame "Ludus"\\nalso "a" "b"'))
    [('game', 'Ludus'), ('also', 'a'), ('also', 'b')]
    """
    for keyword, texts in FACT.findall(text):
        for found in re.findall(r'"([^"]*)"', texts):
            yield keyword, found


def rules(source: Source, under: tuple[Source, ...] = ()) -> Source:
    """The text itself: nothing needs to be said another way."""
    return source


def lines(source: Source, under: tuple[Source, ...] = ()) -> tuple[Line, ...] | None:
    """None: the text is parsed."""
    return None


def examine(game: Game, source: Source, under: tuple[Source, ...] = ()) -> None:
    """Nothing: what is wrong with a rules text shows when it is read, and the rest when it is played."""


def remarks(source: Source, under: tuple[Source, ...] = ()) -> list[dict[str, str]]:
    """Nothing that its equations and counts do not say."""
    return []


def translated(error: LaskerError, source: Source, under: tuple[Source, ...] = ()) -> LaskerError:
    """The error as it is: it points into the text already."""
    return error
