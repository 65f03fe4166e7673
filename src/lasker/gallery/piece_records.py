"""How a piece moves, as data that can be kept: computing a diagram takes seconds, drawing it does not."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from lasker.algebra.contents import PieceType
from lasker.kernel.errors import LaskerError
from lasker.model.game import Game
from lasker.movement.betza import betza_movement
from lasker.movement.description import MoveDescription
from lasker.movement.diagram import Diagram, diagram
from lasker.movement.piece_context import MOST_SITES, kinds
from lasker.runtime.result_cache import compute_or_load, hash_of
from lasker.runtime.sources import reader

SHORT = 16  # digits of a key in the name of a file
Record = dict[str, Any]  # words, Betza notation, and what the diagram shows


def piece_records(game: Game) -> list[Record]:
    """A record for each kind of piece; none if the board is too large for diagrams.

    >>> from lasker.play.library import model
    >>> [record] = piece_records(model("breakthrough"))
    >>> record["piece"], record["betza"]
    ('pawn', 'fmWfF')
    """
    if len(game.space.sites) > MOST_SITES:
        return []
    return [piece_record(game, piece) for piece in kinds(game)]


def cached_records(game: Game) -> list[Record]:
    """The records of a game, computed once on a machine."""
    key = hash_of(["pieces", reader(), game.text_hash])
    work = partial(_encoded, game)
    found: list[Record] = json.loads(compute_or_load(f"pieces-{key[:SHORT]}", key, work))
    return found


def _encoded(game: Game) -> bytes:
    return json.dumps(piece_records(game)).encode()


def piece_record(game: Game, piece: PieceType) -> Record:
    """What is known about a piece; without a diagram where its moves are too many to be listed."""
    found: Record = {"piece": piece.name, "betza": game.vocabulary.notations.get(piece.name, ""), "words": []}
    try:
        if not found["betza"] and (written := betza_movement(game, piece)) is not None:
            found["betza"] = str(written.betza)
        drawn = diagram(game, piece)
    except LaskerError as error:
        return found | {"words": [f"its moves are not shown: {error}"]}
    moves = [_kept(move) for move in drawn.moves]
    placed = sorted(drawn.placed) if drawn.site is None else []
    return found | {"words": drawn.words(signs=False), "site": drawn.site, "moves": moves, "placed": placed}


def _kept(move: MoveDescription) -> list[Any]:
    """A move as a list, without the empty values at its end."""
    blockers = sorted(move.blockers) if move.kind == "lame" else []
    flags = move.moves + 2 * move.takes + 4 * move.conditional
    found: list[Any] = [move.to, move.kind, flags, list(move.via), sorted(move.over), blockers]
    while found[-1] == []:
        found.pop()
    return found


def restored(game: Game, record: Record) -> Diagram | None:
    """The diagram of a record, as far as its picture needs it.

    >>> from lasker.movement.diagram import diagram
    >>> from lasker.movement.piece_context import piece_called
    >>> from lasker.drawing.diagrams.diagram_svg import diagram_svg
    >>> from lasker.play.library import model
    >>> game = model("tictactoe")
    >>> piece = piece_called(game, "stone")
    >>> kept = restored(game, piece_record(game, piece))
    >>> kept is not None and kept.placed == diagram(game, piece).placed
    True
    """
    piece = next((piece for piece in kinds(game) if piece.name == record["piece"]), None)
    if piece is None or "moves" not in record:
        return None
    moves = []
    for to, kind, flags, *more in record["moves"]:
        via, over, blockers = (*more, [], [], [])[:3]
        moves.append(
            MoveDescription(
                to,
                kind,
                bool(flags & 1),
                bool(flags & 2),
                frozenset(blockers),
                frozenset(over),
                tuple(via),
                conditional=bool(flags & 4),
            )
        )
    placed = frozenset(record["placed"])
    return Diagram(game, piece, record["site"], tuple(moves), (), (), placed, "", frozenset())
