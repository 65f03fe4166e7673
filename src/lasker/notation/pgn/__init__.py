"""Portable Game Notation: reading and writing recorded games, without knowledge of their rules.

`tree` has the data types, `lexer` and `reader` read, `writer` writes. Legality of the moves is checked by
`lasker.play.record`, which knows the rules.
"""

from __future__ import annotations

from lasker.notation.pgn.reader import read_file, read_games, read_text
from lasker.notation.pgn.tree import RESULTS, ROSTER, Line, Ply, Problem, Record
from lasker.notation.pgn.writer import write_game, write_games

__all__ = [
    "RESULTS",
    "ROSTER",
    "Line",
    "Ply",
    "Problem",
    "Record",
    "read_file",
    "read_games",
    "read_text",
    "write_game",
    "write_games",
]
