"""Shared by all transformers: from changed declarations to a game whose start is valid."""

from __future__ import annotations

from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.notation.fen import fen
from lasker.play.game import Game
from lasker.syntax import tree as t
from lasker.syntax.compose import NOWHERE
from lasker.syntax.declarations import Declarations, declarations

FORGOTTEN = ("also", "template")  # facts that are true of the game that is changed, and not of the variant


def told(game: Game) -> Declarations:
    """The declarations of a game, without what holds for that game alone: its other names, and its counts."""
    found = declarations(game.model.rules)
    gone = [key for key in found.lines if key[0] == "perft" or key in [("fact", name) for name in FORGOTTEN]]
    return found.without(*gone)


def variant(game: Game, changed: Declarations, change: str, title: str | None) -> Game:
    """The game of some declarations, with a title of its own; its start must be a position of it."""
    called = title or f"{game.title}, {change}"
    found = changed.having(t.Declaration("fact", ("game", (called.replace('"', "'"),)), NOWHERE))
    model = found.game(f"{called}.rules", game.model.limits)
    if model.start:
        try:
            faults = fen.read(model, model.start).faults
        except LaskerError as error:
            raise DeclarationError(
                f"the start of {game.title} is no position after this change: {error.message}",
                remedy="say how the variant starts: start=…",
            ) from None
        if faults:
            raise DeclarationError(
                f"the start of {game.title} is no position after this change: {'; '.join(faults)}",
                remedy="say how the variant starts: start=…",
            )
    return Game(model, called)


def starting(found: Declarations, start: str | None) -> Declarations:
    """The declarations with another start, if one is given."""
    return found if start is None else found.having(t.Declaration("fact", ("start", (start,)), NOWHERE))


def flat(game: Game) -> Game:
    """The same game as one text that extends nothing.

    >>> import lasker
    >>> same = flat(lasker.load("three_check"))
    >>> same == lasker.load("three_check"), "extends" in same.text
    (True, False)
    """
    return Game(declarations(game.model.rules).game(f"{game.title}.rules", game.model.limits), game.name)
