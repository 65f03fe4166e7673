"""PGN for Python: games as files record them, read, replayed by the rules and written.

>>> from lasker import load, pgn
>>> [record] = pgn.read_text('[Event "casual"]\\n\\n1. f3 e5 2. g4 Qh4# 0-1')
>>> record.tags["Event"], record.result
('casual', '0-1')
>>> final = pgn.replay(load("chess"), record).positions[-1]
>>> final.outcome.reason
'checkmate'
>>> print(pgn.write(pgn.record_of(final)).splitlines()[-2])
1. f3 e5 2. g4 Qh4# 0-1
"""

from __future__ import annotations

from lasker.database.index import Headers, Index, headers, index, read
from lasker.notation.pgn.reader import read_games, read_text
from lasker.notation.pgn.tree import Line, Ply, Problem, Record
from lasker.notation.pgn.writer import write_game as write
from lasker.play.record import Replayed, game_of, record_of, replay

__all__ = [
    "Headers",
    "Index",
    "Line",
    "Ply",
    "Problem",
    "Record",
    "Replayed",
    "game_of",
    "headers",
    "index",
    "read",
    "read_games",
    "read_text",
    "record_of",
    "replay",
    "write",
]
