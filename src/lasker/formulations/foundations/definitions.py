"""Definitions 7 and 10 to 15, in their order, read as repaired; `errata` reads them as printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from lasker.formulations.foundations.grids import Grids
from lasker.formulations.foundations.sets import C, Move, State, men, switch

MOST_OCCURRENCES = 5  # of one state in a game: FIDE 9.6.1
MOST_QUIET_PLIES = 150  # 75 moves of each side without a capture or a move of a pawn: FIDE 9.6.2


class Definitions(Grids):
    """One reading of the text: each definition is a method, and an erratum overrides one of them.

    >>> from lasker.formulations.foundations import read, repaired
    >>> start = read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1")
    >>> len(repaired.moves(start)), len(repaired.legal_moves(start))
    (20, 20)
    """

    def is_state(self, s: State) -> bool:
        """Definition 7: s = (g, c) with g in G and c in C.

        >>> from lasker.formulations.foundations import START, read
        >>> Definitions().is_state(read(START))
        True
        """
        return self.is_grid(s.grid) and s.colour in C

    def moves(self, s: State) -> frozenset[Move]:
        """Definition 10, M_s: (t1, t2) with t1 != t2, a piece of colour c on t1, and t2 in its range.

        >>> from lasker.formulations.foundations import read
        >>> len(Definitions().moves(read("k2/3/2K w")))
        3
        """
        g, c = s
        return frozenset((t1, t2) for t1 in self.of_colour(g, c) for t2 in self.reach(g, t1) if t1 != t2)

    def successors(self, s: State, m: Move) -> frozenset[State]:
        """Definition 11: other tiles stay, t1 gets a null piece, t2 the piece of t1, and c' = s(c).

        "The" successor is a set with one element, or with none if g' is no grid: a king is not captured.

        >>> from lasker.formulations.foundations import read, write
        >>> s = read("k7/8/8/8/8/8/8/6RK w - - 0 1")
        >>> m = (((6, 0), ("white", "R")), ((6, 7), (None, "null")))
        >>> [write(after) for after in Definitions().successors(s, m)]
        ['k5R1/8/8/8/8/8/8/7K b - - 0 1']
        """
        (k1, piece), (k2, _) = m
        kept = s.grid - {*m}
        grids = (kept | {(k1, null), (k2, piece)} for null in self.nulls)
        return frozenset(State(g, switch(s.colour)) for g in grids if self.fits(g))

    def is_legal(self, s: State, m: Move) -> bool:
        """Definition 12: the king of colour c on s' is not in check.

        >>> from lasker.formulations.foundations import read
        >>> s = read("k2/3/2K w")
        >>> sorted(Definitions().is_legal(s, m) for m in Definitions().moves(s))
        [False, True, True]
        """
        after = self.successors(s, m)
        return bool(after) and not any(self.in_check(g, s.colour) for g, _ in after)

    def legal_moves(self, s: State) -> frozenset[Move]:
        """Definition 12: the set of legal moves, a subset of M_s.

        >>> from lasker.formulations.foundations import read
        >>> len(Definitions().legal_moves(read("k2/3/2K w")))
        2
        """
        return _legal_moves(self, s)

    def adjacent(self, s: State) -> frozenset[State]:
        """Definitions 11 and 12: the states that s is adjacent to by a legal move.

        >>> from lasker.formulations.foundations import read, write
        >>> sorted(map(write, Definitions().adjacent(read("k2/3/2K w"))))
        ['k2/2K/3 b - - 0 1', 'k2/3/1K1 b - - 0 1']
        """
        return frozenset().union(*(self.successors(s, m) for m in self.legal_moves(s)))

    def is_checkmate(self, s: State) -> bool:
        """Definition 13: (1) the king of colour c is in check, (2) the set of legal moves is empty.

        >>> from lasker.formulations.foundations import read
        >>> Definitions().is_checkmate(read("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1"))
        True
        """
        return self.in_check(s.grid, s.colour) and not self.legal_moves(s)

    def is_stalemate(self, s: State) -> bool:
        """Definition 14(1): the set of legal moves is empty, and the king is not in check (E-A6).

        Clause (2) quantifies over all games: see `fixpoint.dead`.

        >>> from lasker.formulations.foundations import read
        >>> Definitions().is_stalemate(read("k7/2K5/1Q6/8/8/8/8/8 b - - 0 1"))
        True
        """
        return not self.in_check(s.grid, s.colour) and not self.legal_moves(s)

    def is_over(self, history: Sequence[State]) -> bool:
        """Definition 15(2): the final state is a checkmate or a stalemate, or play got nowhere (E-A7).

        It did when a state has occurred five times, or after 75 moves of each side without a capture or a
        move of a pawn.

        >>> from lasker.formulations.foundations import read
        >>> s = read("k2/3/2K w")
        >>> Definitions().is_over([s]), Definitions().is_over([s] * 5)
        (False, True)
        """
        s = history[-1]
        return (
            self.is_checkmate(s)
            or self.is_stalemate(s)
            or Counter(history)[s] >= MOST_OCCURRENCES
            or _quiet(history[-MOST_QUIET_PLIES - 1 :])
        )

    def is_game(self, history: Sequence[State], start: State) -> bool:
        """Definition 15 if it ends: (1) s_1 = start, (2) it is over, (3) s_i is adjacent to s_i+1.

        (3) holds for 1 <= i <= n-1 ("s_n-1" is a slip of the pen, E-A1); nothing is played after the end.

        >>> from lasker.formulations.foundations import read
        >>> start = read("k7/8/1K6/8/8/8/8/7R w - - 0 1")
        >>> mate = read("k6R/8/1K6/8/8/8/8/8 b - - 0 1")
        >>> Definitions().is_game([start, mate], start), Definitions().is_game([start], start)
        (True, False)
        """
        return (
            bool(history)
            and history[0] == start
            and all(after in self.adjacent(before) for before, after in pairwise(history))
            and self.is_over(history)
            and not any(self.is_over(history[:i]) for i in range(1, len(history)))
        )

    def count_openings(self, start: State, plies: int) -> int:
        """How many sequences of one or more legal moves from `start` Definition 15(3) allows.

        >>> from lasker.formulations.foundations import START, read
        >>> Definitions().count_openings(read(START), 1)
        20
        """
        ways: Counter[State] = Counter({start: 1})
        for _ in range(plies - 1):
            after: Counter[State] = Counter()
            for s, count in ways.items():
                after.update(dict.fromkeys(self.adjacent(s), count))
            ways = after
        return sum(count * len(self.adjacent(s)) for s, count in ways.items())


@lru_cache(maxsize=1024)  # checkmate, stalemate and adjacency all ask for it
def _legal_moves(reading: Definitions, s: State) -> frozenset[Move]:
    return frozenset(m for m in reading.moves(s) if reading.is_legal(s, m))


def _quiet(window: Sequence[State]) -> bool:
    """Whether so many plies passed without a capture or a move of a pawn."""
    kept = {
        (len(men(g)), frozenset(tile for tile in g if tile[1][1] == "P")) for g, _ in window
    }  # a man fewer is a capture, another set of pawns a pawn move
    return len(window) > MOST_QUIET_PLIES and len(kept) == 1


repaired = Definitions()
"""The text as the errata repair it."""
