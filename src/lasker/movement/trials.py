"""Trials: put a piece on a board, evaluate the game's own moves, and observe where the piece goes.

Nothing here depends on the name of a piece or on how its rules are written. Pieces that the rules require
before another may move at all (its king, an empty hand) are found by trials, too.
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
from lasker.movement.environment import PieceEnvironment

MOST_WORK = 2900  # terms evaluated in one trial, above which fewer trials are made
FAR = 4  # squares far from the centre where a required piece may stand
TRIED = 12  # squares tried with a piece before other required pieces are given up
Board = Mapping[int, int]  # contents by site; others are empty


class Arrival(NamedTuple):
    """How a piece arrived: its symbol, the squares from which other pieces have vanished, those on which they
    were moved or changed, and whether it captured without moving."""

    symbol: int
    lost: frozenset[int] = frozenset()
    shifted: frozenset[int] = frozenset()
    stays: bool = False


Destinations = dict[int, frozenset[Arrival]]  # the destinations of a piece, and how it arrives there


class Trials(PieceEnvironment):
    """The experiments with one piece of a game.

    >>> from lasker.play.library import model
    >>> from lasker.movement.environment import piece_called
    >>> game = model("chess")
    >>> trials = Trials(game, piece_called(game, "knight"))
    >>> sorted(map(game.space.label, trials.destinations(game.space.site("a1"))))
    ['b3', 'c2']
    """

    def __init__(self, game: Game, piece: Piece) -> None:
        super().__init__(game, piece)
        self._known: dict[tuple[int, int, tuple[tuple[int, int], ...]], Destinations] = {}
        self._freedom: dict[int, list[tuple[int, Board]]] = {}
        self._seen: set[int] = set()  # contents of pieces on arrival

    def destinations(
        self, site: int, others: Board | None = None, content: int | None = None
    ) -> Destinations:
        """The destinations of the piece on `site` when only `others` stand on the board."""
        content = self.content if content is None else content
        key = (site, content, tuple(sorted((others or {}).items())))
        if key not in self._known:
            found: dict[int, set[Arrival]] = {}
            board = {site: content, **(others or {})}
            self._run({**self._required(site, board), **board}, site, found)
            self._known[key] = {to: frozenset(how) for to, how in sorted(found.items())}
        return self._known[key]

    def _required(self, site: int, board: Board) -> Board:
        """The required pieces with which the piece on this square has most moves, far from other pieces."""
        if len(self.required_pieces) == 1:
            return self.required_pieces[0]
        if site not in self._freedom:
            self._freedom[site] = []
            for company in self.required_pieces:
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
        """The destination of the piece of a square: by its cursor, or else by comparing the boards."""
        for chosen in end.trace:
            if chosen.start == site != chosen.end:
                yield chosen.end
                return
        symbol, owner = self.vocabulary.symbol, self.piece.owner
        if symbol(end.board[site]) == symbol(start[site]):
            if any(chosen.start == site for chosen in end.trace):  # it stays, and captures without moving
                yield from (each for each in self.sites if start[each] and not symbol(end.board[each]))
            return
        fresh = [each for each in self.sites if each != site and self._is_fresh(each, start, end, owner)]
        emptied = [each for each in self.sites if start[each] and not symbol(end.board[each])]
        if not fresh and any(chosen.start == site for chosen in end.trace):  # it vanished, too
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
            return Arrival(symbol(now[to]))  # another piece moved as well, and may have captured
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
        """The marks that such a piece may have between moves: at the start, or away
        from its initial square."""
        for site in self.homes or self.by_middle[:1]:
            self.destinations(site)
        wanted, symbol = self.vocabulary.symbol(self.content), self.vocabulary.symbol
        contents = {it for it in (*self._seen, *self.opening.values()) if symbol(it) == wanted}
        return tuple(
            mark.name
            for mark in self.vocabulary.marks.values()
            if mark.life is not Life.END
            and any(content & self.vocabulary.mark_bit(mark.name) for content in contents)
        )

    @cached_property
    def required_pieces(self) -> tuple[Board, ...]:
        """The pieces required before the piece may move: none, or one other piece at
        one of several squares."""
        self.__dict__["required_pieces"] = ({},)  # a preliminary value for the trials below
        if any(self.destinations(site) for site in self.by_middle):
            return ({},)
        ends = self.by_middle[-FAR:]
        for other in self.vocabulary.pieces:
            if other == self.piece or self.piece.owner not in (None, other.owner):
                continue
            content = self.vocabulary.content(other.glyph)
            kind = self.vocabulary.symbol(content)
            homes = [site for site, it in self.opening.items() if self.vocabulary.symbol(it) == kind]
            first = [*homes, *ends][0]
            if any(
                self.destinations(site, {first: content}) for site in self.by_middle[:TRIED] if site != first
            ):
                self._known.clear()
                return tuple({place: content} for place in dict.fromkeys([first, *ends]))
        return ({},)

    @cached_property
    def slow(self) -> bool:
        """Is a single trial so slow that not all of them should be made?"""
        arena = Arena(self.space, self.vocabulary, self.game.rules.limits)
        middle = min(self.standing, key=self.by_middle.index)
        board = {**self._required(middle, {middle: 0}), middle: self.content}
        start = arena.start(board.get(site, 0) for site in self.sites)
        with arena.meter.question():
            for move in self.moves:
                for _ in arena.runs(move, start):
                    pass
        return arena.meter.work * len(self.required_pieces) > MOST_WORK

    @cached_property
    def trial_squares(self) -> tuple[int, ...]:
        """The squares from which the piece is tried: all, or one for every set of
        regions if trials are slow."""
        if not self.slow:
            return self.standing
        found: dict[frozenset[tuple[str, int | None]], int] = {}
        for site in sorted(self.standing, key=self.by_middle.index):
            inside = frozenset(name for name, region in self.space.regions.items() if site in region)
            found.setdefault(inside, site)
        return tuple(sorted(found.values()))

    def blocker_squares(self, site: int) -> tuple[int, ...]:
        """The squares for other pieces in trials: all, or those near and in reach if trials are slow."""
        if not self.slow:
            return self.places
        near = (
            self.space.reach((site, 0), direction.shift)
            for direction in self.space.compass.directions.values()
        )
        return tuple(sorted({*self.destinations(site), *(place[0] for place in near if place)} - {site}))

    @cached_property
    def reached_in_one_move(self) -> frozenset[int]:
        """The squares that such a piece can reach from any other in one move."""
        return frozenset(to for site in self.trial_squares for to in self.destinations(site))

    @cached_property
    def reachable(self) -> frozenset[int]:
        """The squares that it can reach from the initial squares of its side; all, if there are none."""
        owner = self.piece.owner
        todo = [
            site
            for site, content in self.opening.items()
            if self.vocabulary.pieces[self.vocabulary.symbol(content) - 1].owner == owner
        ]
        if not todo or self.slow:
            return frozenset(self.sites)
        found = set(todo)
        while todo:
            fresh = self.destinations(todo.pop()).keys() - found
            found |= fresh
            todo += fresh
        return frozenset(found)

    def has_move(self) -> bool:
        """Has the piece any move when an enemy or a friend stands beside it?"""
        beside = [self.friend, *self.enemies[:1]]
        middle = min(self.standing, key=self.by_middle.index)
        return any(
            self.destinations(middle, {at: c})
            for at in self.blocker_squares(middle)
            if at != middle
            for c in beside
        )

    def placed(self, board: Board | None = None) -> frozenset[int]:
        """The squares on which such a piece may be dropped."""
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
                        chosen = {c.end for c in end.trace} & fresh  # pieces that are flipped are not drops
                        found |= chosen or fresh
        return frozenset(found)

    def _hands(self) -> Iterator[tuple[int, ...]]:
        """The start values of the counters, and the same with one piece in hand of each kind in turn."""
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
