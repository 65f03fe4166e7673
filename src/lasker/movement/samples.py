"""Paths of a piece found by samples, for rules whose symbolic paths cannot be listed: the reference evaluator
on boards with the piece alone, with one other piece, and with many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from random import Random

from lasker.algebra.meaning import Arena
from lasker.movement.arrival import Arrival
from lasker.movement.piece_context import PieceEnvironment
from lasker.movement.symbolic_paths import MovePath
from lasker.notation.explain import LenientArena

MOST_WORK = 2900  # terms evaluated on one board, above which fewer boards are tried
BOARDS, FEW_BOARDS = 24, 6  # crowded boards
MOST_PIECES = 12  # on such a board
TRIED = 12  # squares tried before a piece is believed to need another one on the board
Found = frozenset[tuple[int, Arrival]]


class Samples:
    """The samples of one piece.

    >>> from lasker.play.library import model
    >>> from lasker.movement.piece_context import piece_called
    >>> game = model("chinese_checkers")
    >>> samples = Samples(PieceEnvironment(game, piece_called(game, "peg")))
    >>> sum(len(path.needs) == 1 for path in samples.moves(60, samples.about.content)) > 6
    True
    """

    def __init__(self, about: PieceEnvironment) -> None:
        self.about = about
        self._arena = LenientArena(about.game, notes=False)  # tests with a reason are not about the movement
        self._known: dict[tuple[int, frozenset[tuple[int, int]]], Found] = {}

    def moves(self, site: int, content: int) -> Iterator[MovePath]:
        """The paths from a square: of the piece alone, with what blocks it; and those that others enable."""
        about, alone = self.about, self.found(site, content, {})
        needs: dict[tuple[int, Arrival], list[tuple[int, int]]] = {each: [] for each in alone}
        found, reached = list[MovePath](), {to for to, _ in alone}
        for at in self._squares(site, reached):
            foes = about.enemies if at in reached else about.enemies[:1]
            tried = [(other, self.found(site, content, {at: other})) for other in (about.friend, *foes)]
            for each in alone:
                if any(each not in there for _, there in tried):
                    free = {self._alike(other, at in reached) for other, there in tried if each in there}
                    needs[each].append((at, 1 | sum(free)))
            for other, there in tried:
                alike = self._alike(other, at in reached)
                found += [MovePath(to, ((at, alike),), how) for to, how in there - alone]
        found += [MovePath(to, tuple(needs[to, how]), how) for to, how in alone]
        yield from found
        known = {(path.to, path.arrival.lost) for path in found}
        for board in self._crowded(site):
            for to, how in self.found(site, content, board):
                if how.lost and (to, how.lost) not in known:
                    known.add((to, how.lost))
                    stood = {**self.company, **board}
                    yield MovePath(to, tuple((at, 1 << stood[at]) for at in sorted(how.lost)), how)

    def _alike(self, content: int, exactly: bool) -> int:
        """The contents for which one was tried, as bits: of its kind, or of its owner."""
        vocabulary = self.about.vocabulary
        kind = vocabulary.pieces[vocabulary.symbol(content) - 1]
        return sum(
            1 << vocabulary.content(each.glyph)
            for each in vocabulary.pieces
            if each == kind or (each.owner == kind.owner and not (exactly and content != self.about.friend))
        )

    def found(self, site: int, content: int, others: Mapping[int, int]) -> Found:
        """Where the piece goes on one board, and how."""
        board = {**self.company, **others, site: content}
        key = site, frozenset(board.items())
        if key not in self._known:
            self._known[key] = frozenset(self.about.goes(site, board, self._arena))
        return self._known[key]

    @cached_property
    def company(self) -> dict[int, int]:
        """A piece far from the centre without which this one may not move at all; or nothing."""
        about, far = self.about, self.about.by_middle[-1]
        self.__dict__["company"] = {}  # for the samples below
        if any(self.found(site, about.content, {}) for site in about.by_middle):
            return {}
        near = [site for site in about.by_middle[:TRIED] if site != far]
        for other in about.vocabulary.pieces:
            content = about.vocabulary.content(other.glyph)
            friendly = other != about.piece and about.piece.owner in (None, other.owner)
            if friendly and any(self.found(site, about.content, {far: content}) for site in near):
                return {far: content}
        return {}

    @cached_property
    def slow(self) -> bool:
        """Does one board take so long that few should be tried?"""
        about = self.about
        arena = Arena(about.space, about.vocabulary, about.game.rules.limits)
        board = {**self.company, min(about.standing, key=about.by_middle.index): about.content}
        start = arena.start(board.get(site, 0) for site in about.sites)
        with arena.meter.question():
            for move in about.moves:
                for _ in arena.runs(move, start):
                    pass
        return arena.meter.work > MOST_WORK

    def _squares(self, site: int, reached: set[int]) -> list[int]:
        """The squares on which another piece is tried: those near and in reach."""
        space = self.about.space
        near = (space.reach((site, 0), way.shift) for way in space.compass.directions.values())
        return sorted({*reached, *(place[0] for place in near if place)} - {site})

    def _crowded(self, site: int) -> Iterator[dict[int, int]]:
        about, chance = self.about, Random(len(self.about.sites))
        contents = [about.vocabulary.content(piece.glyph) for piece in about.vocabulary.pieces]
        places = [each for each in about.places if each != site]
        for _ in range(FEW_BOARDS if self.slow else BOARDS):
            crowd = chance.sample(places, min(len(places), chance.randint(2, MOST_PIECES)))
            yield {each: chance.choice(contents) for each in crowd}
