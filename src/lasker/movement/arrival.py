"""What a move did with one piece: where it arrived, what vanished, what else was moved or changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from lasker.algebra.contents import Vocabulary


class Arrival(NamedTuple):
    """How a piece arrived: its content, the squares from which other pieces have vanished, those on which
    they were moved or changed, whether it captured without moving, and whether the move was simple: the
    square that it left is empty, and nothing but the squares it left and arrived on has changed."""

    content: int
    lost: frozenset[int] = frozenset()
    shifted: frozenset[int] = frozenset()
    stays: bool = False
    simple: bool = True

    def moved(self, by: int) -> Arrival:
        """The same arrival, so many squares further on."""
        if not (self.lost or self.shifted):
            return self
        lost, shifted = (frozenset([at + by for at in sites]) for sites in (self.lost, self.shifted))
        return Arrival(self.content, lost, shifted, self.stays, self.simple)


def arrivals(
    vocabulary: Vocabulary,
    site: int,
    start: Sequence[int],
    end: Sequence[int],
    trace: Iterable[Sequence[int]],
) -> Iterator[tuple[int, Arrival]]:
    """Where the piece on a square went by a move from one board to another, and how.

    The trace tells where each cursor began and ended. A piece without a cursor is found by comparing boards.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> rook, pawn = CHESSMEN.content("♖"), CHESSMEN.content("♟")
    >>> [(to, how)] = arrivals(CHESSMEN, 0, (rook, 0, pawn), (0, 0, rook), [(0, 2)])
    >>> to, how.content == rook, sorted(how.lost)
    (2, True, [2])
    """
    symbol = vocabulary.symbol
    trace = [(each[0], each[1]) for each in trace]
    if targets := [to for began, to in trace if began == site != to][:1]:
        pass
    elif symbol(end[site]) == symbol(start[site]):
        if any(began == site for began, _ in trace):  # it stays, and captures without moving
            targets = _emptied(vocabulary, start, end)
    else:
        owner = vocabulary.pieces[symbol(start[site]) - 1].owner
        targets = [
            each
            for each, now in enumerate(map(symbol, end))
            if each != site
            and now not in (0, symbol(start[each]))
            and vocabulary.pieces[now - 1].owner == owner
        ]
        if not targets and any(began == site for began, _ in trace):  # it vanished, too
            targets = [each for each in _emptied(vocabulary, start, end) if each != site]
    others = [
        began for began, to in trace if site != began != to and symbol(end[began]) != symbol(start[began])
    ]
    if symbol(end[site]) == symbol(start[site]):  # where it stays and puts another piece, it does not arrive
        targets = [to for to in targets if symbol(end[to]) in (0, symbol(start[site]), symbol(start[to]))]
    for to in targets:  # where another piece moved as well, that may have captured
        yield to, Arrival(end[to], simple=False) if others else _arrival(vocabulary, site, to, start, end)


def _emptied(vocabulary: Vocabulary, start: Sequence[int], end: Sequence[int]) -> list[int]:
    return [each for each, was in enumerate(start) if was and not vocabulary.symbol(end[each])]


def _arrival(vocabulary: Vocabulary, site: int, to: int, start: Sequence[int], end: Sequence[int]) -> Arrival:
    touched = [
        at for at, (was, now) in enumerate(zip(start, end, strict=True)) if was != now or at in (site, to)
    ]
    before = {at: vocabulary.symbol(start[at]) for at in touched}
    after = {at: vocabulary.symbol(end[at]) for at in touched}
    changed = {each for each, was in before.items() if was and each != site and after[each] != was}
    kinds, left = Counter(before.values()), Counter(after.values())
    lost = {
        each
        for each in changed
        if (each == to or not after[each]) and left[before[each]] < kinds[before[each]]
    }
    stays = after[site] == before[site] and not after[to]
    differing = {each for each in touched if before[each] != after[each]}
    simple = not after[site] and bool(after[to]) and differing <= {site, to}
    return Arrival(end[to], frozenset(lost), frozenset(changed - lost), stays, simple)
