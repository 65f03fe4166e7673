"""Games in files of Zillions of Games: `FILE.zrf`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lasker.frontends._outline.common import Front
from lasker.frontends._zrf.read import outline_of

if TYPE_CHECKING:
    from lasker.kernel.source import Source
    from lasker.model.game import Game

JOINS = False  # macros of other files are not read
COMMENT = ";"  # and the rest of its line are no part of a text

_front = Front(outline_of)
facts, rules, lines, lost = _front.facts, _front.rules, _front.lines, _front.lost
translated, examine, remarks = _front.translated, _front.examine, _front.remarks


def converted(game: Game, source: Source) -> tuple[str, list[str]]:
    """A game as a file of Zillions, and what is lost; such a file stays as it is."""
    if source.name.endswith(".zrf"):
        return source.text, []
    from lasker.frontends._outline.of_game import outline_of_game
    from lasker.frontends._zrf.write import zrf_text

    outline, unlike = outline_of_game(game, "a game of Zillions")
    text, lost = zrf_text(outline)
    return text, unlike + lost
