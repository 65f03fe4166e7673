"""How the libraries of a game are called in the store, and what kinds there are."""

from __future__ import annotations

from lasker.model.game import Game
from lasker.runtime import compiler, store

WALKING = "walking"  # a library that is nothing but the walk
LISTING = "listing"  # one that lists moves on bitboards
PLAYED = "played"  # one that thinks
COUNTING = "counting"  # one that does nothing but count on bitboards


def library_name(game: Game, switches: frozenset[str]) -> str:
    """How the library of a game is called: by its kinds, and the passes that are left out."""
    return store.key(game.text_hash, switches, compiler.find())
