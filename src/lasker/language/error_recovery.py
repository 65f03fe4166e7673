"""The game that can be read of a text under editing: without the statements that are wrong."""

from __future__ import annotations

from functools import lru_cache

from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.language.diagnostics import LIMITS
from lasker.language.scan import parts
from lasker.language.texts import in_rules
from lasker.model.game import Game
from lasker.play import library

ROUNDS = 6  # what is left out may be missed by other statements


@lru_cache(maxsize=4)
def readable(source: Source) -> Game | None:
    """The game of a text, or of those of its statements that can be read; None if that is no game.

    >>> game = readable(Source('extends "chess"\\nlasker 1\\nroyal = (nil\\nboard 9x9', "mine.rules"))
    >>> len(game.space.sites)
    81
    """
    if len(source.text) > LIMITS.characters:
        return None
    text = source.text
    for _ in range(ROUNDS):
        tried = Source(text, source.name)
        try:
            game = library.modelled(tried)
            game.check()
        except LaskerError as error:
            shorter = _without(tried, error) if in_rules(source) else text
            if shorter == text:
                return None
            text = shorter
        else:
            return game
    return None


def _without(source: Source, error: LaskerError) -> str:
    """The text without the statements in which an error has its places; what stays keeps its place."""
    text = source.text
    spans = [each.span for each in error.problems if each.span and each.span.source.text == text]
    for part in parts(text):
        if any(part.start <= span.start <= part.end for span in spans):
            gone = "".join(
                character if character == "\n" else " " for character in text[part.start : part.end]
            )
            text = text[: part.start] + gone + text[part.end :]
    return text
