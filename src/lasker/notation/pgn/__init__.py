"""Portable game notation: recorded games in and out, without knowing their rules.

The tree lives in `pgn_tree`, reading in `pgn_lexer` and `pgn_reader`, writing in `pgn_writer`; this is their
one door. Whether the moves are legal is for `lasker.play.record` to say, which knows the rules.
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
