"""One position that is being thought about, and the lines that were found in it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from lasker import backends
from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.native_search import ATTACKS, EVERYTHING, FAR, LOST, WON, Found, NativeSearch
from lasker.play.game import Position

LONGEST = 24  # moves of a line that are told
WINDOW, WIDER = (
    30,
    6,
)  # how far from the last score the next is looked for first, and how many times farther then
SETTLED = 3  # plies from which on the last score is a good guess
SURPLUS = 150_000  # nodes that may go into a sooner win, beside as many as there were before
PART = 1 / 48  # what part of the nodes goes into looking for a sure win,
LARGER_PART = {ATTACKS: 1 / 8, EVERYTHING: 1 / 2}  # and when far ahead: attacks alone are few
AHEAD = 500  # a score that is far ahead
REMEMBERED = 4000  # positions of the past


@dataclass(frozen=True)
class Line:
    """A move and what is expected after it.

    The score is for the player to move, in points, about a hundred for the least piece; `plies` is not None
    if the game is decided, in so many plies, won where the score is positive.

    >>> Line(("a1a8",), 29_997, 3, 4, 4, 100, 0.1).mate
    2
    """

    moves: tuple[str, ...]
    score: int
    plies: int | None
    depth: int
    deepest: int
    nodes: int
    seconds: float
    rank: int = 1

    @property
    def mate(self) -> int | None:
        """In how many moves of his own the player to move wins; negative if he loses."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.score > 0 else -(self.plies // 2)


Tell = Callable[[Line], None]


@dataclass
class Ladder:
    """How far it has been looked for a sure win, and what that took."""

    by: int
    plies: int = 1
    spent: int = 0  # nodes
    least: int = 64  # nodes with which it is worth while to go on


class RootSearch:
    """One position that is being thought about."""

    def __init__(self, native: NativeSearch, position: Position, only: Collection[str]) -> None:
        self.native, self.position, self.began = native, position, time.monotonic()
        past = [backends.position(each.node) for each in position.past()][1:REMEMBERED]
        here = backends.position(position.node)
        self.texts = [str(move) for move in position.moves]
        if native.begin(here, past) != len(self.texts):  # the past forbids some
            texts = {backends.position(move.step.after): str(move) for move in position.moves}
            self.texts = [texts.get(each.after, "") for each in native.successors(here)]
        self.allowed = [bool(text) and (not only or text in only) for text in self.texts]
        self.nodes = 0
        self._ladders = [Ladder(ATTACKS), Ladder(EVERYTHING)] if native.dangerous else [Ladder(EVERYTHING)]
        self._reached: dict[tuple[str, ...], Position] = {(): position}
        self._named: dict[tuple[tuple[str, ...], ProgramPosition], str] = {}

    @property
    def seconds(self) -> float:
        """How long this has been thought about."""
        return time.monotonic() - self.began

    def search(
        self, depth: int, lines: int, before: list[Line], nodes: int, tell: Tell | None
    ) -> Iterator[Line]:
        """The best lines at a depth; fewer if it is stopped."""
        free = list(self.allowed)
        for rank in range(1, min(lines, sum(free)) + 1):
            known = next((line for line in before if line.rank == rank), None)
            found = self._looked(free, depth, known, nodes)
            if found is None or (self.native.halted and rank > 1):
                return
            free[found.move] = False
            line = self._line(found, depth, rank)
            if tell is not None:
                tell(line)
            yield line
            if self.native.halted:
                return

    def _looked(self, free: list[bool], depth: int, known: Line | None, nodes: int) -> Found | None:
        """One search, first in a window around the score that is expected."""
        first = self.texts.index(known.moves[0]) if known else -1
        if known is None or depth <= SETTLED or known.plies is not None:
            return self._counted(self.native.search(free, depth, (LOST, WON), nodes - self.nodes, first))
        low, high, best = known.score - WINDOW, known.score + WINDOW, None
        while True:
            found = self._counted(self.native.search(free, depth, (low, high), nodes - self.nodes, first))
            if found is None or found.score <= low:  # a first move that turned out worse is no answer
                if found is None or self.native.halted or low <= LOST:
                    return best
                low = known.score - WIDER * (known.score - low)
            elif found.score < high or self.native.halted or high >= WON:
                return found
            else:
                best, first = found, found.move
                high = known.score + WIDER * (high - known.score)
            low, high = (low if low > -FAR else LOST), (high if high < FAR else WON)

    def sooner(self, won: Line, nodes: int) -> Line:
        """A line that wins sooner than one that is known, if there is one; lines that the search left out may
        be shorter."""
        most = min(nodes, SURPLUS + 2 * self.nodes)
        for plies in range(self._ladders[-1].plies, won.plies or 0, 2):
            if self.native.halted or self.nodes >= most:
                break
            if (found := self.won(plies, most - self.nodes, EVERYTHING)) is not None:
                return replace(found, depth=won.depth, rank=won.rank)
        return won

    def won(self, plies: int, nodes: int, by: int) -> Line | None:
        """A sure win within so many plies, by any moves or by attacks alone; None if there is none, or if it
        was not found within so many nodes."""
        window = WON - plies - 1, WON
        found = self._counted(self.native.search(self.allowed, plies, window, max(1, nodes), sure=by))
        if found is None or found.score <= window[0] or not found.line:
            return None
        return self._line(found, plies, 1)

    def won_in_passing(self, score: int, nodes: int) -> Line | None:
        """A sure win that is found in a part of the nodes that have been looked at so far."""
        for ladder in self._ladders:
            part = PART if score < AHEAD else LARGER_PART[ladder.by]
            while not self.native.halted and ladder.plies < LONGEST:
                most = min(int(self.nodes * part) - ladder.spent, nodes - self.nodes)
                if most < ladder.least:
                    break
                line = self.won(ladder.plies, most, ladder.by)
                ladder.spent += self.native.nodes
                if line is not None:
                    return line
                if self.native.nodes >= most:
                    ladder.least = 2 * most
                    break
                ladder.plies += 2
        return None

    def _counted(self, found: Found | None) -> Found | None:
        self.nodes += self.native.nodes
        return found

    def _line(self, found: Found, depth: int, rank: int) -> Line:
        text = self.texts[found.move]
        moves = self._moves(found.line[:LONGEST])
        return Line(
            moves if moves[:1] == (text,) else (text,),
            found.score,
            WON - abs(found.score) if abs(found.score) > FAR else None,
            depth,
            max(found.deepest, depth),
            self.nodes,
            self.seconds,
            rank,
        )

    def _moves(self, stands: tuple[ProgramPosition, ...]) -> tuple[str, ...]:
        """The moves that lead through some positions, as texts; lines begin alike, so it is noted what was
        found."""
        path: tuple[str, ...] = ()
        for stand in stands:
            if (path, stand) not in self._named:
                position = self._reached[path]
                moves = (move for move in position.moves if backends.position(move.step.after) == stand)
                found = next(moves, None)
                if found is None:  # marks that nobody asks about are not kept while thinking
                    break
                self._named[path, stand] = str(found)
                self._reached[*path, str(found)] = position.play(found)
            path = (*path, self._named[path, stand])
        return path

    def any_line(self) -> Line:
        """A legal move, where nothing was found in time."""
        move = self.texts[self.allowed.index(True)]
        return Line((move,), 0, None, 0, 0, self.nodes, self.seconds)
