"""Games in files of Ludii: `FILE.lud`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lasker.frontends._lud.read import outline_of
from lasker.frontends._outline.common import Front

if TYPE_CHECKING:
    from lasker.kernel.source import Source
    from lasker.model.game import Game

JOINS = False  # a file of Ludii is based on nothing
COMMENT = "//"  # and the rest of its line are no part of a text

_front = Front(outline_of)
facts, rules, lines, lost = _front.facts, _front.rules, _front.lines, _front.lost
translated, examine, remarks = _front.translated, _front.examine, _front.remarks


def converted(game: Game, source: Source) -> tuple[str, list[str]]:
    """A game as a file of Ludii, and what is lost; such a file stays as it is."""
    if source.name.endswith(".lud"):
        return source.text, []
    from lasker.frontends._lud.write import lud_text
    from lasker.frontends._outline.of_game import outline_of_game

    outline, unlike = outline_of_game(game, "a game of Ludii")
    text, lost = lud_text(outline)
    return text, unlike + lost
