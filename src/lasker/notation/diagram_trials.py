"""Trials: a piece is put on a board, the game's own moves are run, and one sees where it has gone.

Nothing here asks what a piece is called or how its rule is written. Whatever the rules need before a piece
may move at all (a king of its own, an empty hand) is found by trying, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from lasker.algebra.contents import Piece
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation import fen
from lasker.notation.svg_ground import ground
from lasker.space.space import LatticeSpace

MOST_WORK = 2900  # terms evaluated in one trial, before fewer trials are made
FAR = 4  # squares far from the middle where company may wait
TRIED = 12  # squares on which a piece is tried before others are given up as company
Board = Mapping[int, int]  # contents by site; what is not mentioned is empty


class Arrival(NamedTuple):
    """How a piece arrived: what it is now, and which squares lost what stood there."""

    symbol: int
    lost: frozenset[int]


Goings = dict[int, frozenset[Arrival]]  # where a piece may go, and how it arrives there


def piece_called(game: Game, text: str) -> Piece:
    """The piece of that glyph or letter, or the first player's of that name.

    >>> from lasker.play.library import model
    >>> piece_called(model("chess"), "knight").glyph, piece_called(model("chess"), "n").glyph
    ('♘', '♞')
    """
    pieces = game.rules.vocabulary.pieces
    for piece in pieces:
        if text in (piece.glyph, piece.letter):
            return piece
    wanted = text.replace("_", " ").casefold()
    for piece in pieces:
        if piece.name.replace("_", " ").casefold() == wanted:
            return piece
    names = dict.fromkeys(piece.name for piece in pieces)
    raise NameProblem(f"{game.title} has no piece {text}", remedy=f"its pieces are {', '.join(names)}")


def kinds(game: Game) -> tuple[Piece, ...]:
    """One piece of every kind: the first player's, or whoever has it first."""
    found: dict[str, Piece] = {}
    for piece in game.rules.vocabulary.pieces:
        found.setdefault(piece.name, piece)
    return tuple(found.values())


class Diligent(Arena):
    """An arena that counts the terms it evaluates: the same number on every machine."""

    work = 0

    def runs(self, move: Move, start: Configuration) -> Iterator[Configuration]:
        """Every configuration that `move` can lead to, and one more term evaluated."""
        self.work += 1
        return super().runs(move, start)


class Trials:
    """Everything that can be tried with one piece of a game.

    >>> from lasker.play.library import model
    >>> game = model("chess")
    >>> trials = Trials(game, piece_called(game, "knight"))
    >>> sorted(map(game.space.label, trials.goes(game.space.site("a1"))))
    ['b3', 'c2']
    """

    def __init__(self, game: Game, piece: Piece) -> None:
        self.game, self.piece = game, piece
        self.vocabulary, self.space = game.rules.vocabulary, game.space
        self.content = self.vocabulary.content(piece.glyph)
        self.sites = range(len(self.space.sites))
        self._known: dict[tuple[int, int, tuple[tuple[int, int], ...]], Goings] = {}
        self._freedom: dict[int, tuple[Board, ...]] = {}

    def goes(self, site: int, others: Board | None = None, content: int | None = None) -> Goings:
        """Where the piece on `site` may go when only `others` stand on the board beside it."""
        content = self.content if content is None else content
        key = (site, content, tuple(sorted((others or {}).items())))
        if key not in self._known:
            found: dict[int, set[Arrival]] = {}
            board = {site: content, **(others or {})}
            company = next(filter(lambda each: not each.keys() & board.keys(), self._company(site)), {})
            self._run({**company, **board}, site, found)
            self._known[key] = {to: frozenset(how) for to, how in sorted(found.items())}
        return self._known[key]

    def _company(self, site: int) -> tuple[Board, ...]:
        """The companies for a piece on this square, first the one that leaves it most freedom."""
        if len(self.companies) == 1:
            return self.companies
        if site not in self._freedom:
            found: list[tuple[int, float, int]] = []
            for number, company in enumerate(self.companies):
                goings: dict[int, set[Arrival]] = {}
                if site not in company:
                    self._run({**company, site: self.content}, site, goings)
                apart = min(math.dist(self.points[site], self.points[each]) for each in company)
                found.append((-len(goings), -apart, number))
            self._freedom[site] = tuple(self.companies[number] for _, _, number in sorted(found))
        return self._freedom[site]

    def _run(self, board: Board, site: int, found: dict[int, set[Arrival]]) -> None:
        start = tuple(board.get(each, 0) for each in self.sites)
        for counters in self.settings:
            for move in self.moves:
                configuration = Configuration(start, (), counters)
                for end in self.game.arena.runs(move, configuration):
                    for to in self._gone(site, start, end):
                        found.setdefault(to, set()).add(self._arrival(to, start, end.board))

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
        for each in self.sites:
            now = symbol(end.board[each])
            fresh = each != site and now and now != symbol(start[each])
            if fresh and self.vocabulary.pieces[now - 1].owner == owner:
                yield each

    def _arrival(self, to: int, start: tuple[int, ...], end: tuple[int, ...]) -> Arrival:
        symbol = self.vocabulary.symbol
        lost = {site for site in self.sites if start[site] and symbol(end[site]) != symbol(start[site])}
        return Arrival(symbol(end[to]), frozenset(lost))

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """What the owner of the piece may do in any of his turns; anybody moves what is nobody's."""
        owners = range(len(self.game.players)) if self.piece.owner is None else (self.piece.owner,)
        return tuple({state.move: None for state in self.game.states.values() if state.player in owners})

    @cached_property
    def settings(self) -> tuple[tuple[int, ...], ...]:
        """The counters as they are at the start, all at their lowest, for hands may have to be empty, and as
        chance may leave them."""
        counters = self.vocabulary.counters.values()
        found = dict.fromkeys([tuple(c.start for c in counters), tuple(c.low for c in counters)])
        empty = (0,) * len(self.sites)
        casts = [move for state in self.game.states.values() for _, move in state.odds]
        for begin in list(found):
            for cast in casts:
                ends = self.game.arena.runs(cast, Configuration(empty, (), begin))
                found |= dict.fromkeys(end.counters for end in ends)
        return tuple(found)

    @cached_property
    def opening(self) -> dict[int, int]:
        """What stands where when a game begins; nothing, if the game does not say."""
        try:
            board = fen.read(self.game, self.game.start).configuration.board if self.game.start else ()
        except LaskerError:
            return {}
        return {site: content for site, content in enumerate(board) if self.vocabulary.symbol(content)}

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The squares on which such pieces begin."""
        wanted = self.vocabulary.symbol(self.content)
        return tuple(s for s, content in self.opening.items() if self.vocabulary.symbol(content) == wanted)

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
    def points(self) -> list[tuple[float, ...]]:
        """Where the squares lie: by their coordinates, or as a graph is drawn."""
        if isinstance(self.space, LatticeSpace):
            return [tuple(map(float, site)) for site in self.space.sites]
        return list(ground(self.space).centres)

    @cached_property
    def by_middle(self) -> list[int]:
        """The squares in the order of their distance from the middle of the board."""
        middle = [(min(axis) + max(axis)) / 2 for axis in zip(*self.points, strict=True)]
        off = [math.dist(point, middle) for point in self.points]
        return sorted(self.sites, key=lambda site: (round(off[site], 6), site))

    @cached_property
    def enemies(self) -> tuple[int, ...]:
        """A content for every kind of enemy, those first of which most are there when a game begins."""
        own = self.piece.owner
        return tuple(self._common(piece for piece in self._owned() if piece.owner != own))

    @cached_property
    def fellow(self) -> int:
        """The commonest piece of the same side, which is put in the way."""
        own = self.piece.owner
        return next(
            self._common(piece for piece in self._owned() if own in (None, piece.owner)), self.content
        )

    def _owned(self) -> Iterator[Piece]:
        return (piece for piece in self.vocabulary.pieces if piece.owner is not None)

    def _common(self, pieces: Iterable[Piece]) -> Iterator[int]:
        glyphs = [self.vocabulary.glyph(content) for content in self.opening.values()]
        ordered = sorted(pieces, key=lambda piece: -glyphs.count(piece.glyph))
        return (self.vocabulary.content(piece.glyph) for piece in ordered)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """The squares on which such a piece may stand: where the rules find no more faults than elsewhere."""
        return self._standing(self.content, self.piece.owner)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The squares on which a piece of any kind may stand."""
        found = set(self.standing)
        for piece in self.vocabulary.pieces:
            if len(found) < len(self.sites):
                found |= set(self._standing(self.vocabulary.content(piece.glyph), piece.owner))
        return tuple(sorted(found))

    def _standing(self, content: int, owner: int | None) -> tuple[int, ...]:
        states = list(self.game.states.values())
        state = next((each for each in states if each.player == owner), states[0])
        faults = {}
        for site in self.sites:
            board = [content if each == site else 0 for each in self.sites]
            faults[site] = len(Node(self.game, self.game.arena.start(board), state).faults)
        least = min(faults.values())
        return tuple(site for site, number in faults.items() if number == least)

    @cached_property
    def heavy(self) -> bool:
        """Is a single trial so much work that one should not try everything?"""
        arena = Diligent(self.space, self.vocabulary, self.game.rules.limits)
        middle = min(self.standing, key=self.by_middle.index)
        board = [self.content if each == middle else 0 for each in self.sites]
        for move in self.moves:
            for _ in arena.runs(move, arena.start(board)):
                pass
        return arena.work > MOST_WORK

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
                for end in self.game.arena.runs(move, Configuration(start, (), counters)):
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
