"""Methods about a position: what a board shows of it, why a click leads nowhere, the game as PGN."""

from __future__ import annotations

from datetime import date
from typing import Any

from lasker.drawing.boards.scene import scene
from lasker.drawing.pieces.figure_assignment import tiles_named
from lasker.kernel.errors import NotationError
from lasker.notation.pgn import write_game
from lasker.play.record import record_of, result_of
from lasker.table.clicks import why_not
from lasker.table.placement import placement
from lasker.web.methods import Params, method
from lasker.web.params import GameParams
from lasker.web.replay import described, played


@method("position")
def position(params: Params) -> dict[str, Any]:
    """The position after `moves`: FEN, player to move, legal moves, record, claims, outcome, and an image
    unless `svg` is false.

    >>> position({"game": "tictactoe", "moves": ["b2"], "svg": False})["turn"]
    'o'
    """
    return described(
        played(GameParams.of(params)),
        flipped=bool(params.get("flipped")),
        svg=params.get("svg") is not False,
    )


@method("scene")
def board(params: Params) -> dict[str, Any]:
    """The scene in which the position is shown: `flipped`, with `coordinates`, with `tiles` as named;
    layers of a board lie in fewer rows where it may be `wide`.

    >>> board({"game": "tictactoe"})["kind"]
    'square'
    """
    asked = GameParams.of(params)
    found = played(asked).position
    used = [site for site, symbol in enumerate(placement(found)["board"]) if symbol]
    return scene(
        found.game.model,
        flipped=bool(params.get("flipped")),
        coordinates=params.get("coordinates") is not False,
        tiles=tiles_named(asked.text("tiles") or "kanji"),
        used=used,
        wide=bool(params.get("wide")),
    )


@method("why")
def why(params: Params) -> dict[str, str]:
    """Why no legal move begins with clicks on these `squares`, or why a move `text` is not legal.

    >>> why({"game": "tictactoe", "moves": ["b2"], "squares": ["b2"]})
    {'why': "the stone on b2 is x's, and it is o's turn"}
    >>> why({"game": "tictactoe", "moves": ["b2"], "text": "b2"})
    {'why': "the stone on b2 is x's, and it is o's turn"}
    """
    asked = GameParams.of(params)
    if (text := asked.text("text")) is not None:
        return {"why": played(asked).position.why_illegal(text) or "this is legal"}
    spots = asked.texts("squares")
    if not spots:
        raise NotationError("say which squares were clicked")
    return {"why": why_not(played(asked).position, spots)}


@method("record")
def record(params: Params) -> dict[str, str]:
    """The game as PGN, with the players' `names`, and the outcome that was `claimed`.

    >>> print(record({"game": "tictactoe", "moves": ["b2"]})["pgn"].strip().splitlines()[-1])
    1. b2 *
    """
    asked = GameParams.of(params)
    last = played(asked).position
    names = dict(zip(("White", "Black"), asked.texts("names"), strict=False))
    tags = {"Event": "Casual game", "Site": "Lasker", "Date": f"{date.today():%Y.%m.%d}", **names}
    claimed = asked.text("claimed")
    for claim in last.claims:
        if claim.reason == claimed:
            tags |= {"Result": result_of(claim), "Termination": claim.reason}
    return {"pgn": write_game(record_of(last, tags))}
