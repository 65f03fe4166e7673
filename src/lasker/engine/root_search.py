"""The search at the root: aspiration windows, multi-PV, mate search, principal variations."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from html import escape
from typing import Literal

from lasker import backends
from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.native_search import ATTACKS, EVERYTHING, LOST, MATE_SCORE, WON, NativeSearch, SearchResult
from lasker.kernel.dataclass import dataclass
from lasker.play.game import Position

MAX_LINE = 24  # moves of a principal variation that are reported
WINDOW, WIDER = (
    30,
    6,
)  # half the aspiration window around the last score, and the factor by which it widens
SETTLED = 3  # depth above which aspiration windows are used
SURPLUS = 150_000  # nodes spent on a shorter win, in addition to as many as were searched before
PART = 1 / 48  # the part of the nodes spent on mate search,
LARGER_PART = {ATTACKS: 1 / 8, EVERYTHING: 1 / 2}  # and when far ahead; checks alone are few
AHEAD = 500  # the score from which a player counts as far ahead
REMEMBERED = 4000  # earlier positions of the game passed to the search for repetition


Bound = Literal["exact", "lower"]


@dataclass(frozen=True)
class Line:
    """A principal variation with its score and search statistics.

    The score is for the player to move, in points, about a hundred for the least piece. `plies` is the
    number of plies to the end of a decided game (won where the score is positive), otherwise None.

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
    bound: Bound = "exact"  # lower where the search was stopped before all moves were looked at

    @property
    def mate(self) -> int | None:
        """Mate distance in moves of the player to move; negative if that player loses."""
        if self.plies is None:
            return None
        return (self.plies + 1) // 2 if self.score > 0 else -(self.plies // 2)

    def _repr_html_(self) -> str:
        said = f"{self.score / 100:+.2f}" if self.mate is None else f"mate in {self.mate}"
        moves = escape(" ".join(self.moves))
        return f"<p><strong>{said}</strong> at depth {self.depth}: <code>{moves}</code></p>"


OnLine = Callable[[Line], None]


@dataclass
class MateSearch:
    """Progress of an iteratively deepened mate search."""

    by: int
    plies: int = 1
    spent: int = 0  # nodes
    least: int = 64  # nodes that must be available to continue


class RootSearch:
    """The search of one root position."""

    def __init__(self, native: NativeSearch, position: Position, only: Collection[str]) -> None:
        self.native, self.position, self.began = native, position, time.monotonic()
        past = [backends.position(each.node) for each in position.past()][1:REMEMBERED]
        here = backends.position(position.node)
        self.texts = [str(move) for move in position.moves]
        if native.begin(here, past) != len(self.texts):  # the history forbids some moves
            texts = {backends.position(move.step.after): str(move) for move in position.moves}
            self.texts = [texts.get(each.after, "") for each in native.successors(here)]
        self.allowed = [bool(text) and (not only or text in only) for text in self.texts]
        self.nodes = 0
        self.solved = False  # were the last lines found without any guess?
        self._mate_searches = (
            [MateSearch(ATTACKS), MateSearch(EVERYTHING)] if native.has_checks else [MateSearch(EVERYTHING)]
        )
        self._reached: dict[tuple[str, ...], Position] = {(): position}
        self._named: dict[tuple[tuple[str, ...], ProgramPosition], str] = {}

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.began

    def search(
        self, depth: int, lines: int, before: list[Line], nodes: int, tell: OnLine | None
    ) -> Iterator[Line]:
        """The best lines at a depth (multi-PV); fewer if the search is stopped."""
        free, solved, self.solved = list(self.allowed), True, False
        for rank in range(1, min(lines, sum(free)) + 1):
            known = next((line for line in before if line.rank == rank), None)
            found = self._aspiration_search(free, depth, known, nodes)
            if found is None or (self.native.halted and rank > 1):
                return
            free[found.move], solved = False, solved and found.solved
            line = replace(self._line(found, depth, rank), bound="lower" if self.native.halted else "exact")
            if tell is not None:
                tell(line)
            yield line
            if self.native.halted:
                return
        self.solved = solved

    def _aspiration_search(
        self, free: list[bool], depth: int, known: Line | None, nodes: int
    ) -> SearchResult | None:
        """Search with an aspiration window around the last score, widened on fail low and fail high."""
        first = self.texts.index(known.moves[0]) if known else -1
        if known is None or depth <= SETTLED or known.plies is not None:
            return self._counted(self.native.search(free, depth, (LOST, WON), nodes - self.nodes, first))
        low, high, best = known.score - WINDOW, known.score + WINDOW, None
        while True:
            found = self._counted(self.native.search(free, depth, (low, high), nodes - self.nodes, first))
            if found is None or found.score <= low:  # fail low
                if found is None or self.native.halted or low <= LOST:
                    return best
                low = known.score - WIDER * (known.score - low)
            elif found.score < high or self.native.halted or high >= WON:
                return found
            else:
                best, first = found, found.move
                high = known.score + WIDER * (high - known.score)
            low, high = (low if low > -MATE_SCORE else LOST), (high if high < MATE_SCORE else WON)

    def shorter_win(self, won: Line, nodes: int) -> Line:
        """A shorter win than a known one, if there is one: pruning in the main search may miss it."""
        most = min(nodes, SURPLUS + 2 * self.nodes)
        for plies in range(self._mate_searches[-1].plies, won.plies or 0, 2):
            if self.native.halted or self.nodes >= most:
                break
            if (found := self.won(plies, most - self.nodes, EVERYTHING)) is not None:
                return replace(found, depth=won.depth, rank=won.rank)
        return won

    def won(self, plies: int, nodes: int, by: int) -> Line | None:
        """A forced win within so many plies, by any moves or by checks alone; None if there is none or the
        node limit is reached."""
        window = WON - plies - 1, WON
        found = self._counted(self.native.search(self.allowed, plies, window, max(1, nodes), mate_by=by))
        if found is None or found.score <= window[0] or not found.line:
            return None
        return self._line(found, plies, 1)

    def mate_search(self, score: int, nodes: int) -> Line | None:
        """A forced win found by mate search in a fraction of the nodes searched so far."""
        for mate_search in self._mate_searches:
            part = PART if score < AHEAD else LARGER_PART[mate_search.by]
            while not self.native.halted and mate_search.plies < MAX_LINE:
                most = min(int(self.nodes * part) - mate_search.spent, nodes - self.nodes)
                if most < mate_search.least:
                    break
                line = self.won(mate_search.plies, most, mate_search.by)
                mate_search.spent += self.native.nodes
                if line is not None:
                    return line
                if self.native.nodes >= most:
                    mate_search.least = 2 * most
                    break
                mate_search.plies += 2
        return None

    def _counted(self, found: SearchResult | None) -> SearchResult | None:
        self.nodes += self.native.nodes
        return found

    def _line(self, found: SearchResult, depth: int, rank: int) -> Line:
        text = self.texts[found.move]
        moves = self._moves(found.line[:MAX_LINE])
        return Line(
            moves if moves[:1] == (text,) else (text,),
            found.score,
            WON - abs(found.score) if abs(found.score) > MATE_SCORE else None,
            depth,
            max(found.deepest, depth),
            self.nodes,
            self.seconds,
            rank,
        )

    def _moves(self, positions: tuple[ProgramPosition, ...]) -> tuple[str, ...]:
        """The moves that lead through successive positions, as text; memoised, since lines share prefixes."""
        path: tuple[str, ...] = ()
        for target in positions:
            if (path, target) not in self._named:
                position = self._reached[path]
                moves = (move for move in position.moves if backends.position(move.step.after) == target)
                found = next(moves, None)
                if found is None:  # the search drops marks that no rule reads
                    break
                self._named[path, target] = str(found)
                self._reached[*path, str(found)] = position.play(found)
            path = (*path, self._named[path, target])
        return path

    def any_line(self) -> Line:
        """Any legal move, for when the search found nothing in time."""
        move = self.texts[self.allowed.index(True)]
        return Line((move,), 0, None, 0, 0, self.nodes, self.seconds)
