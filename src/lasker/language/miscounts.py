"""Counts that a text claims and that do not hold: its `perft` lines, as far as a short time allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Span
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen import fen

SECONDS = 1.0  # spent on counting, with every change of a text that counts


def miscounts(read: Callable[[], Game], seconds: float = SECONDS) -> Iterator[tuple[Span | None, str]]:
    """The wrong lines of a game, which is read in this time, too: those of little depth first, each with its
    place and what came out. What is not counted in time is not told.

    >>> from lasker.kernel.source import Source
    >>> from lasker.play.library import model_of
    >>> text = Source('lasker 1\\nextends "tictactoe"\\nperft 2 71\\nperft 1 9\\n', "mine.rules")
    >>> [(place.line, words) for place, words in miscounts(lambda: model_of(text))]
    [(3, 'perft 2 is 72 here, not 71')]
    """
    found: list[tuple[Span | None, str]] = []
    with suppress(cancel.OutOfTime), cancel.within(seconds):
        game = read()
        claims = sorted(enumerate(game.counts), key=lambda pair: (pair[1].depth, pair[1].count))
        for number, claim in claims:
            place = game.rules.declared.places.get(("perft", number))
            try:
                counted = _perft(fen.read(game, claim.position or game.start), claim.depth)
            except LaskerError as error:
                found.append((place, f"perft {claim.depth} cannot be counted: {error.message}"))
            else:
                if counted != claim.count:
                    found.append((place, f"perft {claim.depth} is {counted} here, not {claim.count}"))
    yield from found


def _perft(node: Node, depth: int) -> int:
    """The count, which can be interrupted at each position."""
    cancel.check()
    if depth <= 1:
        return len(node.steps) if depth else 1
    return sum(_perft(step.after, depth - 1) for step in node.steps)
