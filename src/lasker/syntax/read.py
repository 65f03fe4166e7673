"""Games by their texts: the one that is in use, or else it is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Source, Span
from lasker.model.game import Game
from lasker.model.parts import Parts

if TYPE_CHECKING:
    from lasker.syntax.tree import Line

_known: WeakValueDictionary[tuple[Source, tuple[Source, ...], Limits], Game] = WeakValueDictionary()


def read_game(
    source: Source,
    bases: tuple[Source, ...] = (),
    limits: Limits = DEFAULT,
    lines: Mapping[Source, tuple[Line, ...]] | None = None,
) -> Game:
    """The game that a rules text describes, and the texts that it extends, the farthest first; those of them
    are not parsed whose lines are given as trees.

    >>> game = read_game(Source('''lasker 1
    ... game "Coins"
    ... players first second
    ... board 3x1
    ... piece coin ● ○
    ... move = %.: put(●)
    ... end "full" lost: ![move]
    ... '''))
    >>> game.title, list(game.states)
    ('Coins', ['first', 'second'])
    """
    from lasker.syntax.game_reader import (
        Reading,  # the whole language, which a game that is kept does not need
    )

    return game_of_parts(Reading(source, bases, limits, lines))


def game_of_parts(parts: Parts) -> Game:
    """The game of some parts, which is from now on known by its texts."""
    texts = parts.rules.source, parts.rules.bases, parts.rules.limits
    game = Game(parts, (game_of, texts))
    _known.setdefault(texts, game)
    return game


def game_of(source: Source, bases: tuple[Source, ...], limits: Limits) -> Game:
    """The game that some texts describe: the one that is in use, or a new one."""
    found = _known.get((source, bases, limits))
    return read_game(source, bases, limits) if found is None else found


def row_of_start(game: Game, at: int) -> Span | None:
    """Where in its file the row of the start is written to which a place in its FEN belongs."""
    whole: Span | None = game.rules.declared.places.get(("fact", "start"))
    row = game.start.count("/", 0, at)
    for text in re.finditer(r'"[^"\n]*"', whole.source.text[whole.start : whole.end] if whole else ""):
        row -= text.group().count("/") + 1
        if whole and row < 0:
            return Span(whole.source, whole.start + text.start(), whole.start + text.end())
    return whole
