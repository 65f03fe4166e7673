"""Variant names: matching a game's names with those an engine offers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from lasker.play import library
from lasker.play.game import Game

PRESELECTED = "-"  # for an engine whose game need not be selected
SEPARATORS = re.compile(r"[\W_]+")


def offered_name(game: Game, offered: Iterable[str], wanted: str | None) -> str | None:
    """The offered name that denotes a game: the wanted one, or any of the game's names.

    >>> from lasker.play.game import load
    >>> offered_name(load("king_of_the_hill"), ["standard", "kingofthehill"], None)
    'kingofthehill'
    """
    names = {key(name) for name in ([wanted] if wanted else names_of(game))}
    return next((name for name in offered if key(name) in names), None)


def names_of(game: Game) -> set[str]:
    """Every name of a game: of its file, of the library, its title and aliases."""
    return {game.name, library.canonical(game.name), Path(game.name).stem, game.title, *game.model.aliases}


def key(name: str) -> str:
    """A name in lower case without blanks and punctuation, for comparison.

    >>> key("King of the Hill")
    'kingofthehill'
    """
    return SEPARATORS.sub("", name).casefold() or name
