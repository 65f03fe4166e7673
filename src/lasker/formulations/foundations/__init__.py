"""Chess as sets and functions, definition by definition (Guan 2022, seed 000).

sets          Definitions 1 to 7: colours, types, positions, pieces, tiles, grids, states
ranges        Definition 8 made constructive
grids         Definitions 3 to 9 and Theorem 1, as the errata repair them
definitions   Definitions 10 to 15, likewise; together they are the reading `repaired`
errata        the same as printed: one difference at a time in `ERRATA`, all together in `printed`
fixpoint      the states from which no game can end
second        a second version, over histories: castling, en passant, promotion, repetition, fifty moves
histories     histories of the second version as FEN lines
search        the smallest state on which two readings disagree
fen           states as text; coverage: on which positions of chess the definitions are complete

Nothing here is shared with the rest of Lasker.

>>> from lasker.formulations.foundations import covers, move_texts, printed, read, repaired, write
>>> s = read("k7/8/1K6/8/8/8/8/7R w - - 0 1")
>>> "h1h8" in move_texts(s), covers(write(s))
(True, True)
>>> [write(after) for after in repaired.adjacent(s) if repaired.is_checkmate(after)]
['k6R/8/1K6/8/8/8/8/8 b - - 0 1']
"""

from lasker.formulations.foundations.coverage import OMITTED, covers, uncovered
from lasker.formulations.foundations.definitions import Definitions, repaired
from lasker.formulations.foundations.errata import ERRATA, printed
from lasker.formulations.foundations.fen import START, move_texts, picture, read, square, write
from lasker.formulations.foundations.sets import State

__all__ = [
    "ERRATA",
    "OMITTED",
    "START",
    "Definitions",
    "State",
    "covers",
    "move_texts",
    "picture",
    "printed",
    "read",
    "repaired",
    "square",
    "uncovered",
    "write",
]
