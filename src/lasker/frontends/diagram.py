"""Games in the lines of an Interactive Diagram, as pages of chessvariants.com have them: `FILE.diagram`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lasker.frontends._diagram.read import outline_of
from lasker.frontends._outline.common import Front

if TYPE_CHECKING:
    from lasker.kernel.source import Source
    from lasker.model.game import Game

JOINS = False  # a diagram is based on nothing
COMMENT = "//"  # and the rest of its line are no part of a text

_front = Front(outline_of)
facts, rules, lines, lost = _front.facts, _front.rules, _front.lines, _front.lost
translated, examine, remarks = _front.translated, _front.examine, _front.remarks


def converted(game: Game, source: Source) -> tuple[str, list[str]]:
    """A game as the lines of a diagram, and what is lost; a diagram stays as it is."""
    if source.name.endswith(".diagram"):
        return source.text, []
    from lasker.frontends._diagram.write import diagram_text
    from lasker.frontends._outline.of_game import outline_of_game

    outline, unlike = outline_of_game(game, "an Interactive Diagram")
    text, lost = diagram_text(outline)
    return text, unlike + lost
