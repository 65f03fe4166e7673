"""Games in YAML: pieces as displacement sets and guards, lowered to the algebra (seed 004)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from lasker.kernel.errors import LaskerError, ParseError
from lasker.kernel.source import Source

if TYPE_CHECKING:
    from lasker.frontends._graph.lower import Lowered

FACT = re.compile(r"^(game|also|about)[ \t]*:[ \t]*(\S.*)$", re.MULTILINE)


def facts(text: str) -> Iterator[tuple[str, str]]:
    """The facts of a text, keyword by keyword, read without reading the rest.

    >>> list(facts("game: Ludus\\nalso: [a, 'b c']"))
    [('game', 'Ludus'), ('also', 'a'), ('also', 'b c')]
    """
    for keyword, rest in FACT.findall(text):
        several = keyword == "also" and rest.startswith("[")
        for item in rest.strip("[] ").split(",") if several else [rest]:
            yield keyword, item.strip().strip("'\"")


def rules(source: Source) -> Source:
    """The same game as a rules text."""
    return _lowered(source).source


def translated(error: LaskerError, source: Source) -> LaskerError:
    """An error in the rules text, pointing at the line of the YAML that it comes from."""
    return _lowered(source).translated(error)


@lru_cache(maxsize=16)
def _lowered(source: Source) -> Lowered:
    try:
        from lasker.frontends._graph.design import read
        from lasker.frontends._graph.lower import lower
    except ImportError as error:
        raise ParseError(
            f"games in YAML need one more package, {error.name}", remedy="pip install 'lasker[yaml]'"
        ) from None
    return lower(read(source))
