"""The kinds of libraries, and their names in the store."""

from __future__ import annotations

from lasker.model.game import Game
from lasker.runtime import c_compiler, library_store

WALKING = "walking"  # walking code only
LISTING = "listing"  # move lists on bitboards
BATCHES = "batches"  # move lists on bitboards, and steps of many positions at once
PLAYED = "played"  # with search
COUNTING = "counting"  # perft on bitboards only


def library_name(game: Game, switches: frozenset[str]) -> str:
    """The name of a game's library, determined by its kinds and skipped passes."""
    return library_store.key(game.text_hash, switches, c_compiler.find())
