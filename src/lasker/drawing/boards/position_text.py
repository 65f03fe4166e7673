"""A position for a terminal: its board with ranks and files around it, and the pieces in hand."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lasker.algebra.meaning import Configuration
from lasker.drawing.boards.text import draw_squares
from lasker.model.game import Game
from lasker.notation.fen.fields import held_pieces
from lasker.space import layout
from lasker.space.space import Space

NAME = re.compile(r"([a-z]+)([0-9]+)")


def position_text(game: Game, configuration: Configuration) -> str:
    """The board with what surrounds it, the first player's hand below and the others' above.

    >>> from lasker.play.game import load
    >>> start = load("minishogi").position("2k2/5/5/5/2K2[PPb] w - - 0 1")
    >>> print(position_text(start.game.model, start.node.configuration))
    gote: b
    5 ..k..
    4 .....
    3 .....
    2 .....
    1 ..K..
      abcde
    sente: P P
    """
    vocabulary = game.rules.vocabulary
    picture = draw_squares(game.space, vocabulary, configuration.board)
    hands = _hands(game, configuration)
    return "\n".join([*hands[:0:-1], with_names(game.space, picture), *hands[:1]])


def _hands(game: Game, configuration: Configuration) -> list[str]:
    """What each player holds; nothing where a game has no pieces in hand."""
    held, slots = held_pieces(game), game.arena.slots
    found: list[str] = []
    for owner, player in enumerate(game.players):
        pieces = [
            game.rules.vocabulary.pieces[number - 1].letter
            for number, key in held.items()
            if key[1] == owner
            for _ in range(configuration.counters[slots[key]])
        ]
        found.append(f"{player}: {' '.join(pieces) or '-'}")
    return found if held else []


def with_names(space: Space, picture: str) -> str:
    """A text picture with a number before each row that is one rank, and a letter below each column that is
    one file; where neither is so, as on boards of several layers, the picture alone.

    >>> from lasker.space.shapes import hexagon, rectangle
    >>> print(with_names(rectangle(3, 2), "...\\n..."))
    2 ...
    1 ...
      abc
    >>> print(with_names(hexagon(2), " . .\\n. . .\\n . ."))
    3  . .
    2 . . .
    1  . .
    """
    if not layout.drawable(space.compass) or space.compass.name == "cube":
        return picture
    spots = [layout.spot(space.compass, site) for site in space.sites]
    names = [NAME.fullmatch(space.label(number)) for number in range(len(spots))]
    top, left = min(line for _, line, _ in spots), min(column for _, _, column in spots)
    ranks = _common(
        (line - top, name[2] if name else "") for (_, line, _), name in zip(spots, names, strict=True)
    )
    files = _common(
        (column - left, name[1] if name else "") for (_, _, column), name in zip(spots, names, strict=True)
    )
    lines = picture.split("\n")
    if len(lines) > 1 and all(ranks.values()) and len(ranks) == len(lines):
        wide = max(map(len, ranks.values()))
        lines = [f"{ranks[number]:>{wide}} {line}" for number, line in enumerate(lines)]
    else:
        wide = -1
    columns = max(files) + 1
    step = (max(map(len, picture.split("\n"))) + 1) // columns if columns > 1 else 1
    if all(files.values()) and max(map(len, files.values())) <= step:
        below = "".join(files.get(column, "").ljust(step) for column in range(columns))
        lines.append(" " * (wide + 1) + below.rstrip())
    return "\n".join(lines)


def _common(pairs: Iterable[tuple[int, str]]) -> dict[int, str]:
    """What all of one line share, for each line; empty where they differ."""
    found: dict[int, str] = {}
    for line, name in pairs:
        found[line] = name if found.get(line, name) == name else ""
    return found
