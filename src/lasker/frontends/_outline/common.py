"""What front-ends have in common whose files are read as games in outline."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from lasker.frontends._outline.outline import Outline
from lasker.frontends._outline.rules_text import RulesText
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source, Span

if TYPE_CHECKING:
    from lasker.model.game import Game
    from lasker.syntax.tree import Line

AS_RULES = " (as rules)"  # behind the name of a file: the text that it means


class Front:
    """The functions of a front-end, given how an outline is read from a text."""

    def __init__(self, read: Callable[[Source], Outline]) -> None:
        self._read = read
        self._translated = lru_cache(maxsize=64)(self._made)

    def _made(self, source: Source) -> tuple[str, Outline]:
        outline = self._read(source)
        return RulesText(outline, Span(source, 0, 0)).text(), outline

    def facts(self, text: str) -> Iterator[tuple[str, str]]:
        """Nothing: titles are told by the rules that a text becomes."""
        return iter(())

    def rules(self, source: Source, under: tuple[Source, ...] = ()) -> Source:
        """The same game as a rules text."""
        return Source(self._translated(source)[0], source.name + AS_RULES)

    def lines(self, source: Source, under: tuple[Source, ...] = ()) -> tuple[Line, ...] | None:
        """None: the text is parsed."""
        return None

    def translated(self, error: LaskerError, source: Source, under: tuple[Source, ...] = ()) -> LaskerError:
        """An error in the rules text, pointing at the beginning of the file."""
        if error.span is not None and error.span.source.name.endswith(AS_RULES):
            error.span = Span(source, 0, 0)
        return error

    def examine(self, game: Game, source: Source, under: tuple[Source, ...] = ()) -> None:
        """Look at what would else be found out when the game is played: ends, and the first position."""
        from lasker.notation.fen.fen import read

        _ = game.states, game.settle, game.endings, game.adjudications, game.faults, game.reasons
        try:
            read(game, game.start)
        except LaskerError as error:
            error.span = Span(source, 0, 0)
            raise

    def remarks(self, source: Source, under: tuple[Source, ...] = ()) -> list[dict[str, str]]:
        """What is lost, each with its line and the reason."""
        return [
            {"answer": "note", "what": f"{loss.place.where}: {loss.what} is lost", "how": loss.reason}
            for loss in self._translated(source)[1].lost
        ]

    def lost(self, source: Source) -> list[str]:
        """What the rules text does not say, as lines for people."""
        return [str(loss) for loss in self._translated(source)[1].lost]
