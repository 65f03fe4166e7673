"""How a piece moves: its paths from every square. Every description of a piece is read from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import islice

from lasker.algebra.contents import Life, PieceType
from lasker.algebra.meaning import Configuration
from lasker.model.game import Game
from lasker.movement.arrival import Arrival
from lasker.movement.piece_context import PieceEnvironment
from lasker.movement.samples import Samples
from lasker.movement.symbolic_paths import MovePath, SymbolicGame, outlined_game, symbolic_game

TRIED = 12  # squares tried before a piece is believed to need others on the board
Board = Mapping[int, int]  # contents by site; others are empty
Destinations = dict[int, frozenset[Arrival]]  # the destinations of a piece, and how it arrives there


class Movement(PieceEnvironment):
    """The movement of one piece of a game.

    >>> from lasker.play.library import model
    >>> from lasker.movement.piece_context import piece_called
    >>> game = model("chess")
    >>> knight = Movement(game, piece_called(game, "knight"))
    >>> sorted(game.space.label(path.to) for path in knight.paths(game.space.site("a1")))
    ['b3', 'b3', 'c2', 'c2']
    """

    def __init__(self, game: Game, piece: PieceType) -> None:
        super().__init__(game, piece)
        self._known: dict[tuple[int, int], tuple[MovePath, ...]] = {}
        self._needed: dict[tuple[int, int], list[tuple[MovePath, frozenset[int]]]] = {}
        self._alone: dict[tuple[int, int], Destinations] = {}
        self._about = cache(lambda content: self._symbolic_game().about(self.movers, content))

    @cached_property
    def inexact(self) -> str:
        """Why the paths are those of an outline, or sampled, and may be incomplete; empty if they are exact.

        >>> from lasker.play.library import model
        >>> from lasker.movement.piece_context import piece_called
        >>> game = model("international_draughts")
        >>> Movement(game, piece_called(game, "man")).inexact
        '`most` has no paths that could be listed'
        """
        return symbolic_game(self.game).problem(self.movers)

    @cached_property
    def sampled(self) -> bool:
        """Are the paths found by samples, because even an outline of the moves has too many?"""
        return bool(self.inexact and outlined_game(self.game).problem(self.movers))

    def _symbolic_game(self) -> SymbolicGame:
        return outlined_game(self.game) if self.inexact else symbolic_game(self.game)

    def paths(self, site: int, content: int | None = None) -> tuple[MovePath, ...]:
        """The paths of the piece from a square; with the marks of `content`, if that is given."""
        found = self._paths(site, self.content if content is None else content)
        return found if self.needs_company else tuple(path for path in found if path.sure)

    def _paths(self, site: int, content: int) -> tuple[MovePath, ...]:
        if (site, content) not in self._known:
            found = self._samples.moves(site, content) if self.sampled else self._symbolic(site, content)
            self._known[site, content] = tuple(dict.fromkeys(found))
        return self._known[site, content]

    def _symbolic(self, site: int, content: int) -> Iterator[MovePath]:
        game, kind = self._symbolic_game(), self.vocabulary.symbol(content)
        others = sorted((self.friend, *self.enemies), key=lambda each: self.vocabulary.symbol(each) == kind)
        for path, offset in self._about(content):
            if site >= offset and path.bases >> (site - offset) & 1:
                yield from game.moves(path, site - offset, site, [content, *others], self.settings)

    def plain_paths(self, site: int, unsure: bool = False) -> Iterator[MovePath]:
        """The paths that are possible while no piece has a mark; also those that other tests may forbid."""
        glyphs = (piece.glyph for piece in self.vocabulary.pieces)
        plain = 1 | sum(1 << self.vocabulary.content(glyph) for glyph in glyphs)
        for path in self._paths(site, self.content) if unsure else self.paths(site):
            if all(held & plain for _, held in path.needs):
                yield path._replace(needs=tuple((at, held & plain) for at, held in path.needs))

    @cached_property
    def _samples(self) -> Samples:
        return Samples(self)

    @cached_property
    def needs_company(self) -> bool:
        """Does some test forbid every path while no other piece is there? Then tests are taken to succeed."""
        some = (paths for site in self.by_middle if (paths := self._paths(site, self.content)))
        return not any(path.sure for paths in islice(some, TRIED) for path in paths)

    def destinations(
        self, site: int, others: Board | None = None, content: int | None = None
    ) -> Destinations:
        """The destinations of the piece on `site` when only `others` stand on the board.

        >>> from lasker.play.library import model
        >>> from lasker.movement.piece_context import piece_called
        >>> game = model("chess")
        >>> rook, a1 = Movement(game, piece_called(game, "rook")), game.space.site("a1")
        >>> len(rook.destinations(a1)), len(rook.destinations(a1, {game.space.site("a3"): rook.friend}))
        (14, 8)
        """
        content = self.content if content is None else content
        if others:
            return self._destinations(site, others, content)
        if (site, content) not in self._alone:
            self._alone[site, content] = self._destinations(site, {}, content)
        return self._alone[site, content]

    def _destinations(self, site: int, others: Board, content: int) -> Destinations:
        found: dict[int, set[Arrival]] = {}
        for to, how in self._found(site, others, content):
            found.setdefault(to, set()).add(how)
        return {to: frozenset(how) for to, how in sorted(found.items())}

    def _found(self, site: int, board: Board, content: int) -> Iterable[tuple[int, Arrival]]:
        if self.sampled:
            return self._samples.found(site, content, board)
        if (site, content) not in self._needed:
            self._needed[site, content] = [
                (way, frozenset(way.occupied)) for way in self.paths(site, content)
            ]
        return (
            (way.to, way.arrival)
            for way, occupied in self._needed[site, content]
            if occupied <= board.keys() and all(it >> board.get(at, 0) & 1 for at, it in way.needs)
        )

    def legal(self, site: int, board: tuple[int, ...]) -> Iterator[tuple[int, Arrival]]:
        """Where the piece on a square goes on a whole board, all tests of its symbolic paths evaluated."""
        for path, offset in self._about(board[site]):
            if site >= offset and path.bases >> (site - offset) & 1:
                single = path._replace(bases=1 << (site - offset))
                yield from self._symbolic_game().results(single, site, board, self.settings)

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """The marks that such a piece may have between moves: at the start, or where it arrives."""
        symbol = self.vocabulary.symbol
        arrived = (
            path.arrival.content for site in self.homes or self.by_middle[:1] for path in self.paths(site)
        )
        contents = {it for it in (*arrived, *self.opening.values()) if symbol(it) == symbol(self.content)}
        return tuple(
            mark.name
            for mark in self.vocabulary.marks.values()
            if mark.life is not Life.END
            and any(content & self.vocabulary.mark_bit(mark.name) for content in contents)
        )

    @cached_property
    def compared(self) -> tuple[int, ...]:
        """The squares that are compared: all, or one for every set of regions if samples are slow."""
        if not (self.sampled and self._samples.slow):
            return self.standing
        found: dict[frozenset[tuple[str, int | None]], int] = {}
        for site in sorted(self.standing, key=self.by_middle.index):
            inside = frozenset(name for name, region in self.space.regions.items() if site in region)
            found.setdefault(inside, site)
        return tuple(sorted(found.values()))

    def squares(self, site: int) -> list[int]:
        """The squares whose contents matter to the paths from a square."""
        return sorted({at for path in self.paths(site) for at, _ in path.needs})

    @cached_property
    def reached_in_one_move(self) -> frozenset[int]:
        """The squares that such a piece can reach from any other in one move."""
        return frozenset(to for site in self.compared for to in self.destinations(site))

    @cached_property
    def reachable(self) -> frozenset[int]:
        """The squares that it can reach from the initial squares of its side; all, if there are none."""
        owner = self.piece.owner
        todo = [
            site
            for site, content in self.opening.items()
            if self.vocabulary.pieces[self.vocabulary.symbol(content) - 1].owner == owner
        ]
        if not todo or len(self.compared) < len(self.standing):
            return frozenset(self.sites)
        found = set(todo)
        while todo:
            fresh = self.destinations(todo.pop()).keys() - found
            found |= fresh
            todo += fresh
        return frozenset(found)

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
            if counter.owner == self.piece.owner is not None and counter.start < 1 <= counter.high:
                yield (*begin[:slot], 1, *begin[slot + 1 :])


@lru_cache(maxsize=16)
def movement_of(game: Game, piece: PieceType) -> Movement:
    """The movement of a piece; its paths are found once, whatever is described.

    >>> from lasker.play.library import model
    >>> from lasker.movement.piece_context import piece_called
    >>> game = model("chess")
    >>> movement_of(game, piece_called(game, "k")) is movement_of(game, piece_called(game, "k"))
    True
    """
    return Movement(game, piece)
