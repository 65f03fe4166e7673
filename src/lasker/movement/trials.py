"""Trials: a piece is put on a board, the game's own moves are run, and one sees where it has gone.

Nothing here asks what a piece is called or how its rule is written. Whatever the rules need before a piece
may move at all (a king of its own, an empty hand) is found by trying, too.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from lasker.algebra.contents import Life, Piece
from lasker.algebra.meaning import Arena, Configuration
from lasker.model.game import Game
from lasker.movement.environment import Setting

MOST_WORK = 2900  # terms evaluated in one trial, before fewer trials are made
FAR = 4  # squares far from the middle where company may wait
TRIED = 12  # squares on which a piece is tried before others are given up as company
Board = Mapping[int, int]  # contents by site; what is not mentioned is empty


class Arrival(NamedTuple):
    """How a piece arrived: what it is now, from which squares pieces have vanished, on which others they were
    moved or changed, and whether it has only acted from afar."""

    symbol: int
    lost: frozenset[int] = frozenset()
    shifted: frozenset[int] = frozenset()
    stays: bool = False


Goings = dict[int, frozenset[Arrival]]  # where a piece may go, and how it arrives there


class Trials(Setting):
    """Everything that can be tried with one piece of a game.

    >>> from lasker.play.library import model
    >>> from lasker.movement.environment import piece_called
    >>> game = model("chess")
    >>> trials = Trials(game, piece_called(game, "knight"))
    >>> sorted(map(game.space.label, trials.goes(game.space.site("a1"))))
    ['b3', 'c2']
    """

    def __init__(self, game: Game, piece: Piece) -> None:
        super().__init__(game, piece)
        self._known: dict[tuple[int, int, tuple[tuple[int, int], ...]], Goings] = {}
        self._freedom: dict[int, list[tuple[int, Board]]] = {}
        self._seen: set[int] = set()  # contents in which pieces arrived

    def goes(self, site: int, others: Board | None = None, content: int | None = None) -> Goings:
        """Where the piece on `site` may go when only `others` stand on the board beside it."""
        content = self.content if content is None else content
        key = (site, content, tuple(sorted((others or {}).items())))
        if key not in self._known:
            found: dict[int, set[Arrival]] = {}
            board = {site: content, **(others or {})}
            self._run({**self._company(site, board), **board}, site, found)
            self._known[key] = {to: frozenset(how) for to, how in sorted(found.items())}
        return self._known[key]

    def _company(self, site: int, board: Board) -> Board:
        """The company that leaves a piece on this square most freedom, far from whatever else is there."""
        if len(self.companies) == 1:
            return self.companies[0]
        if site not in self._freedom:
            self._freedom[site] = []
            for company in self.companies:
                goings: dict[int, set[Arrival]] = {}
                if site not in company:
                    self._run({**company, site: self.content}, site, goings)
                self._freedom[site].append((len(goings), company))

        def order(option: tuple[int, Board]) -> tuple[bool, int, float]:
            places = [(self.points[a], self.points[b]) for a in option[1] for b in board]
            return not option[1].keys() & board.keys(), option[0], min(math.dist(a, b) for a, b in places)

        return max(self._freedom[site], key=order)[1]

    def _run(self, board: Board, site: int, found: dict[int, set[Arrival]]) -> None:
        start = tuple(board.get(each, 0) for each in self.sites)
        for counters in self.settings:
            for move in self.moves:
                configuration = Configuration(start, (), counters)
                for end in self.game.arena.answers(move, configuration):
                    for to in self._gone(site, start, end):
                        self._seen.add(end.board[to])
                        found.setdefault(to, set()).add(self._arrival(site, to, board, end))

    def _gone(self, site: int, start: tuple[int, ...], end: Configuration) -> Iterator[int]:
        """Where the piece of a square went: as its cursor tells, else as the board does."""
        for chosen in end.trace:
            if chosen.start == site != chosen.end:
                yield chosen.end
                return
        symbol, owner = self.vocabulary.symbol, self.piece.owner
        if symbol(end.board[site]) == symbol(start[site]):
            if any(chosen.start == site for chosen in end.trace):  # it stays, and takes from afar
                yield from (each for each in self.sites if start[each] and not symbol(end.board[each]))
            return
        fresh = [each for each in self.sites if each != site and self._is_fresh(each, start, end, owner)]
        emptied = [each for each in self.sites if start[each] and not symbol(end.board[each])]
        if not fresh and any(chosen.start == site for chosen in end.trace):  # it is gone with what it took
            fresh = [each for each in emptied if each != site]
        yield from fresh

    def _is_fresh(self, each: int, start: tuple[int, ...], end: Configuration, owner: int | None) -> bool:
        now = self.vocabulary.symbol(end.board[each])
        changed = now and now != self.vocabulary.symbol(start[each])
        return bool(changed) and self.vocabulary.pieces[now - 1].owner == owner

    def _arrival(self, site: int, to: int, board: Board, end: Configuration) -> Arrival:
        symbol, now = self.vocabulary.symbol, end.board
        away = (c.start for c in end.trace if site != c.start != c.end)
        if any(symbol(now[each]) != symbol(board.get(each, 0)) for each in away):
            return Arrival(symbol(now[to]))  # somebody else moved, too, and may have taken
        changed = {each for each, it in board.items() if each != site and symbol(now[each]) != symbol(it)}
        kinds, left = Counter(map(symbol, board.values())), Counter(map(symbol, now))
        lost = frozenset(
            each
            for each in changed
            if (each == to or not symbol(now[each]))
            and left[symbol(board[each])] < kinds[symbol(board[each])]
        )
        stays = symbol(now[site]) == symbol(board[site]) and not symbol(now[to])
        return Arrival(symbol(now[to]), lost, frozenset(changed) - lost, stays)

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """The marks that such a piece may bear between moves: at the start, or gone from there."""
        for site in self.homes or self.by_middle[:1]:
            self.goes(site)
        wanted, symbol = self.vocabulary.symbol(self.content), self.vocabulary.symbol
        contents = {it for it in (*self._seen, *self.opening.values()) if symbol(it) == wanted}
        return tuple(
            mark.name
            for mark in self.vocabulary.marks.values()
            if mark.life is not Life.END
            and any(content & self.vocabulary.mark_bit(mark.name) for content in contents)
        )

    @cached_property
    def companies(self) -> tuple[Board, ...]:
        """Who must be there before the piece may move: nobody, or one other piece at one of some places."""
        self.__dict__["companies"] = ({},)  # what is known so far, so that one may try
        if any(self.goes(site) for site in self.by_middle):
            return ({},)
        ends = self.by_middle[-FAR:]
        for other in self.vocabulary.pieces:
            if other == self.piece or self.piece.owner not in (None, other.owner):
                continue
            content = self.vocabulary.content(other.glyph)
            kind = self.vocabulary.symbol(content)
            homes = [site for site, it in self.opening.items() if self.vocabulary.symbol(it) == kind]
            first = [*homes, *ends][0]
            if any(self.goes(site, {first: content}) for site in self.by_middle[:TRIED] if site != first):
                self._known.clear()
                return tuple({place: content} for place in dict.fromkeys([first, *ends]))
        return ({},)

    @cached_property
    def heavy(self) -> bool:
        """Is a single trial so much work that one should not try everything?"""
        arena = Arena(self.space, self.vocabulary, self.game.rules.limits)
        middle = min(self.standing, key=self.by_middle.index)
        board = {**self._company(middle, {middle: 0}), middle: self.content}
        start = arena.start(board.get(site, 0) for site in self.sites)
        with arena.meter.question():
            for move in self.moves:
                for _ in arena.runs(move, start):
                    pass
        return arena.meter.work * len(self.companies) > MOST_WORK

    @cached_property
    def watched(self) -> tuple[int, ...]:
        """The squares from which the piece is tried: all, or one for every set of regions if that is dear."""
        if not self.heavy:
            return self.standing
        found: dict[frozenset[tuple[str, int | None]], int] = {}
        for site in sorted(self.standing, key=self.by_middle.index):
            inside = frozenset(name for name, region in self.space.regions.items() if site in region)
            found.setdefault(inside, site)
        return tuple(sorted(found.values()))

    def around(self, site: int) -> tuple[int, ...]:
        """Where others are put to see what they change: everywhere, or near and in reach if that is dear."""
        if not self.heavy:
            return self.places
        near = (
            self.space.reach((site, 0), direction.shift)
            for direction in self.space.compass.directions.values()
        )
        return tuple(sorted({*self.goes(site), *(place[0] for place in near if place)} - {site}))

    @cached_property
    def entered(self) -> frozenset[int]:
        """The squares that such a piece can come to from any other."""
        return frozenset(to for site in self.watched for to in self.goes(site))

    @cached_property
    def wandered(self) -> frozenset[int]:
        """The squares that it can come to from where its side begins; all, where nothing begins."""
        owner = self.piece.owner
        todo = [
            site
            for site, content in self.opening.items()
            if self.vocabulary.pieces[self.vocabulary.symbol(content) - 1].owner == owner
        ]
        if not todo or self.heavy:
            return frozenset(self.sites)
        found = set(todo)
        while todo:
            fresh = self.goes(todo.pop()).keys() - found
            found |= fresh
            todo += fresh
        return frozenset(found)

    def ever(self) -> bool:
        """Does the piece go anywhere when an enemy or a fellow stands beside it?"""
        beside = [self.fellow, *self.enemies[:1]]
        middle = min(self.standing, key=self.by_middle.index)
        return any(self.goes(middle, {at: c}) for at in self.around(middle) if at != middle for c in beside)

    def placed(self, board: Board | None = None) -> frozenset[int]:
        """The squares on which such a piece may appear from outside the board."""
        start = tuple((board or {}).get(each, 0) for each in self.sites)
        wanted = self.vocabulary.symbol(self.content)
        found: set[int] = set()
        for counters in self._hands():
            for move in self.moves:
                for end in self.game.arena.answers(move, Configuration(start, (), counters)):
                    there = {s for s in self.sites if self.vocabulary.symbol(end.board[s]) == wanted}
                    before = {s for s in self.sites if self.vocabulary.symbol(start[s]) == wanted}
                    fresh = there - before
                    if before <= there:
                        chosen = {c.end for c in end.trace} & fresh  # stones that turn are not put there
                        found |= chosen or fresh
        return frozenset(found)

    def _hands(self) -> Iterator[tuple[int, ...]]:
        """The counters as they begin, and with one piece in hand of each kind in turn."""
        counters = list(self.vocabulary.counters.values())
        begin = tuple(counter.start for counter in counters)
        yield begin
        for slot, counter in enumerate(counters):
            if (
                counter.owner is not None
                and counter.owner == self.piece.owner
                and counter.start < 1 <= counter.high
            ):
                yield (*begin[:slot], 1, *begin[slot + 1 :])
