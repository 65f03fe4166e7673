"""What other programs call a game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from lasker.play import library
from lasker.play.game import Game

CHOSEN = "-"  # for a program that needs not be told which game it plays
APART = re.compile(r"[\W_]+")


def known_as(game: Game, offered: Iterable[str], wanted: str | None) -> str | None:
    """Which of some names means a game: the one that is wanted, or any of the names that the game has.

    >>> from lasker.play.game import load
    >>> known_as(load("king_of_the_hill"), ["standard", "kingofthehill"], None)
    'kingofthehill'
    """
    names = {key(name) for name in ([wanted] if wanted else names_of(game))}
    return next((name for name in offered if key(name) in names), None)


def names_of(game: Game) -> set[str]:
    """Every name of a game: that of its file, of the library, its title and what it is also called."""
    return {game.name, library.canonical(game.name), Path(game.name).stem, game.title, *game.model.aliases}


def key(name: str) -> str:
    """A name without what does not matter: large letters, blanks, dashes.

    >>> key("King of the Hill")
    'kingofthehill'
    """
    return APART.sub("", name).casefold() or name
