"""A board as data for programs that draw it themselves: cells, decoration, pictures of pieces, hands.

A scene is what does not change while a game is played: it is sent once for a game and a view of it. What
stands where is a small list of numbers, the symbols of the pieces on the cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lasker.drawing.boards.board_svg import men, pictures
from lasker.drawing.boards.empty_board import Ground, ground
from lasker.drawing.boards.hands import shown_counters
from lasker.drawing.boards.points import pile
from lasker.drawing.pieces.figure_assignment import Tiles
from lasker.drawing.pieces.player_colours import colours
from lasker.drawing.style import UNIT
from lasker.model.game import Game
from lasker.notation.fen.fields import held_pieces
from lasker.space.plane import Point, cropped
from lasker.space.space import Space

REACH = 0.45  # radius of the area of a graph's point that can be clicked


def scene(
    game: Game,
    *,
    flipped: bool = False,
    coordinates: bool = True,
    tiles: Tiles = "kanji",
    used: Iterable[int] = (),
    wide: bool = False,
) -> dict[str, Any]:
    """The scene of a game's board, as JSON-compatible data; lengths are in hundredths of a square.

    Of a board with many layers, the empty ones above the `used` cells are left out: `key` tells such scenes
    apart, and `scene_key` says which one a position needs. On a `wide` screen layers lie in fewer rows.

    >>> from lasker.play.library import model
    >>> found = scene(model("tictactoe"))
    >>> found["key"], found["kind"], found["cells"][4]["name"], found["pieces"][1]["name"]
    (9, 'square', 'b2', 'x stone')
    """
    space, vocabulary = game.space, game.rules.vocabulary
    shown = cropped(space, used)
    empty = ground(space, shown, vocabulary, flipped=flipped, coordinates=coordinates, wide=wide)
    left, top, right, bottom = empty.drawn.box()
    held = held_pieces(game)
    art = pictures(vocabulary, flipped, tiles)
    hues = colours(vocabulary.players)
    return {
        "key": len(shown.sites),
        "kind": empty.drawn.kind,
        "box": [_length(left), _length(top), _length(right - left), _length(bottom - top)],
        "flipped": flipped,
        "chequered": empty.chequered,
        "pieceWidth": _length(empty.drawn.piece_width),
        "cells": [_cell(space, empty, site) for site in range(len(shown.sites))],
        "below": "".join([*empty.below(), *_dots(empty)]),
        "over": "".join([*empty.over, *empty.seams(), *empty.signs()]),
        "pieces": [
            None,
            *(
                {
                    "name": piece.name
                    if piece.owner is None
                    else f"{vocabulary.players[piece.owner]} {piece.name}",
                    "kind": piece.name,
                    "letter": piece.letter,
                    "owner": piece.owner,
                    "art": picture,
                    **({"count": piece.count, "man": man} if piece.count and empty.drawn.tall > 1 else {}),
                }
                for piece, picture, man in zip(vocabulary.pieces, art, men(vocabulary), strict=True)
            ),
        ],
        "players": [
            {
                "name": player,
                "fill": hue.fill,
                "edge": hue.edge,
                "hand": [symbol for symbol, (_, owner) in held.items() if owner == number],
                "counters": [each.name for each in shown_counters(game) if each.owner == number],
            }
            for number, (player, hue) in enumerate(zip(vocabulary.players, hues, strict=True))
        ],
    }


def scene_key(game: Game, used: Iterable[int]) -> int:
    """The key of the scene in which these cells are shown.

    >>> from lasker.play.library import model
    >>> scene_key(model("chess"), [])
    64
    """
    return len(cropped(game.space, used).sites)


def _length(length: float) -> float:
    return round(length * UNIT, 2)


def _point(point: Point) -> list[float]:
    return [_length(point[0]), _length(point[1])]


def _cell(space: Space, empty: Ground, site: int) -> dict[str, Any]:
    """A cell: its name, its middle, its shade (None on plain boards), and its corners or its radius; where
    men lie in piles, where the first one lies and how far below it the next one does."""
    drawn = empty.drawn
    area: dict[str, Any]
    if drawn.kind == "node":
        area = {"radius": _length(REACH)}
    else:
        area = {"corners": [_point(corner) for corner in drawn.outline(site)]}
    if drawn.tall > 1:
        first, step = pile(drawn, site)
        area |= {"first": _point(first), "step": _length(step)}
    shade = drawn.shades[site] if empty.chequered else None
    return {"name": space.label(site), "at": _point(drawn.centres[site]), "shade": shade, **area}


def _dots(empty: Ground) -> list[str]:
    sites = range(len(empty.drawn.centres)) if empty.drawn.kind == "node" else ()
    return [empty.dot(site) for site in sites]
