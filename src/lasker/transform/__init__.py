"""Variants: functions that make a game from a game, and leave the one they are given as it is.

>>> import lasker
>>> from lasker import transform
>>> chess = lasker.load("chess")
>>> round_chess = transform.glue(chess, "cylinder")
>>> round_chess.title, round_chess.perft(2), chess.perft(2)
('Chess, cylinder 8x8', 392, 400)
"""

from __future__ import annotations

from lasker.transform.boards import glue, pierce, widen
from lasker.transform.pieces import add_piece, exchange_piece
from lasker.transform.rules import add_end, forbid, redefine, remove_end, require, start_from
from lasker.transform.variant import flat

__all__ = [
    "add_end",
    "add_piece",
    "exchange_piece",
    "flat",
    "forbid",
    "glue",
    "pierce",
    "redefine",
    "remove_end",
    "require",
    "start_from",
    "widen",
]
