"""How much every run of a move changes some ranks, which are numbers of a position.

A rank is a sum of weights of the pieces on their squares, or a counter. Moves are run by the reference
evaluator, around every square of the board, on settings of which only what they read is known. Tests that
look elsewhere are taken to succeed: then there are more moves, and more changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import replace
from itertools import product
from math import inf

from lasker.algebra.contents import members
from lasker.algebra.fragments import Cell
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    CounterName,
    Each,
    Most,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    sequence,
)
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.proofs.checker.binder_parts import apart, carries, narrowed, untested, written_out
from lasker.proofs.checker.checker_results import ClaimRefused
from lasker.proofs.checker.invariants import PossibleContents, highest
from lasker.proofs.equations.local_moves import NotLocalError, check_local, pieces
from lasker.proofs.equations.settings import indistinguishable
from lasker.space.movement import Offset
from lasker.space.space import Place, Space

Change = tuple[float, ...]  # of each rank, at most
MOST_CHANGES = 200  # that are kept apart
MOST_AROUND = 60  # boards on which a move is followed as a whole around one square that holds one thing
MIDDLE = 1_000_000  # where counters begin that may go on for ever
Known = dict[int, int]  # contents of the squares that were read


class UnknownSite(Exception):
    """The evaluator walks to a square whose content is not known."""

    def __init__(self, site: int) -> None:
        super().__init__()
        self.site = site


class KnownPart(Space):
    """The squares of a board that are known; a walk to another one raises `UnknownSite`."""

    def __init__(self, whole: Space, known: Iterable[int]) -> None:
        self.whole, self.numbers = whole, sorted(known)
        super().__init__(whole.compass, [whole.sites[site] for site in self.numbers])
        self.frames = whole.frames
        self.places_of = {site: at for at, site in enumerate(self.numbers)}
        for (name, owner), sites in whole.regions.items():
            self.add_region(name, (self.places_of[site] for site in sites if site in self.places_of), owner)

    def _walk(self, place: Place, offset: Offset) -> Place | None:
        there = self.whole.reach((self.numbers[place[0]], place[1]), offset)
        if there is None:
            return None
        if there[0] not in self.places_of:
            raise UnknownSite(there[0])
        return self.places_of[there[0]], there[1]


@dataclass(frozen=True)
class Rank:
    """A number of a position: weights of symbols on squares, or a counter with a factor."""

    weights: tuple[tuple[int, ...], ...] = ()  # by symbol, by site
    counter: CounterName | None = None
    factor: int = 0


class Ranking:
    """Ranks of a game, and how its moves change them."""

    def __init__(self, game: Game, ranks: list[Rank], possible: PossibleContents, budget: int) -> None:
        self.game, self.ranks, self.possible, self.left = game, ranks, possible, budget
        self.stop = 0  # what must be left of the budget when a move has been followed around a square
        self._arenas: dict[tuple[int, ...], tuple[KnownPart, Arena]] = {}
        vocabulary = self.vocabulary = copy(game.vocabulary)
        vocabulary.counters = {
            name: replace(each, low=-2 * MIDDLE, high=2 * MIDDLE, start=MIDDLE, scratch=False)
            for name, each in game.vocabulary.counters.items()
        }

    def span(self, steady: set[int], start: Configuration | None, states: frozenset[str]) -> int:
        """How many values the ranks can have one after the other while play stays in some states, if the
        steady ones are never raised, and begin as at the start where it is known."""
        falls, values = 0, 1
        for at, rank in enumerate(self.ranks):
            low, high = self._bounds(rank, states)
            if at not in steady:
                values *= high - low + 1
            else:
                first = high if start is None else min(high, self._value(rank, start))
                falls += max(0, first - low)
        return (falls + 1) * values

    def _bounds(self, rank: Rank, states: frozenset[str]) -> tuple[int, int]:
        """The least and the greatest value of a rank where the game is not over, or over at once."""
        if rank.counter is None:
            by_site = list(zip(*rank.weights, strict=True))
            return sum(map(min, by_site)), sum(map(max, by_site))
        low = self.game.vocabulary.counters[rank.counter].low
        ends = (rank.factor * low, rank.factor * highest(self.game, rank.counter, states))
        return min(ends), max(ends)

    def _value(self, rank: Rank, at: Configuration) -> int:
        if rank.counter is not None:
            return rank.factor * at.counters[self.game.arena.slots[rank.counter]]
        symbol = self.vocabulary.symbol
        return sum(rank.weights[symbol(content)][site] for site, content in enumerate(at.board))

    def changes(self, move: Move) -> set[Change]:
        """Every run of a move changes the ranks by at most one of these."""
        still = (0.0,) * len(self.ranks)
        match move:
            case _ if not self.possible.made(move):
                return set()
            case Nil() | Test() | Compare():
                return {still}
            case Adjust():
                return {tuple(self._adjusted(rank, move) for rank in self.ranks)}
            case Choice(options):
                return _greatest(change for option in options for change in self.changes(option))
            case Sequence(parts):
                found = {still}
                for part in parts:
                    found = sums(found, self.changes(part))
                return found
            case Repeat(body, low, _):
                once = self.changes(body)
                found = _any_number(once, still)
                return sums(once, found) if low else found
            case Each(cursor, cell, body):
                return _any_number(self.changes(Bind(cursor, cell, body)), still)
            case Most(_, body):
                return self.changes(body)
            case Bind() | Rewrite():
                return self._around_squares(move)
            case _:
                raise ClaimRefused("an unknown move changes anything")

    def _adjusted(self, rank: Rank, move: Adjust) -> float:
        if rank.counter != move.counter:
            return 0
        if move.relative:
            return rank.factor * move.amount
        return self._set(rank, move.amount)

    def _set(self, rank: Rank, value: int) -> float:
        """The greatest rise of a counter's rank if it is set to a value, from any other."""
        assert rank.counter is not None
        bounds = self.game.vocabulary.counters[rank.counter]
        return max(rank.factor * (value - old) for old in (bounds.low, bounds.high))

    def _around_squares(self, move: Move) -> set[Change]:
        """A binder, or a rule without a cursor: run around every square, in parts if that takes too long."""
        if isinstance(move, Rewrite):
            return self._run(move)
        assert isinstance(move, Bind)
        try:
            found: set[Change] = set()
            for option in written_out(move.body):
                inner, outer = apart(option, move.cursor)
                here = self._run(replace(move, body=inner))
                found |= sums(here, self.changes(outer))
            return _greatest(found)
        except (LimitError, ClaimRefused):
            if self.left < 0 or len(self.game.space.frames) > 1:
                raise
        return self._in_parts(move)

    def _in_parts(self, move: Bind) -> set[Change]:
        """The parts of a binder's body one by one: the later ones around any square with the same piece;
        or whatever it holds, if the earlier ones may leave the piece behind."""
        match move.body:
            case Choice(options):
                return _greatest(c for option in options for c in self.changes(replace(move, body=option)))
            case Sequence((Nil() | Test() | Compare() as asked, *after)):
                return self.changes(replace(move, cell=narrowed(move, asked), body=sequence(after)))
            case Sequence(parts):
                first, rest = parts[: len(parts) // 2], parts[len(parts) // 2 :]
                found = self.changes(replace(move, body=sequence(first)))
                later = replace(move, cell=self._cell_after(move, sequence(first)), body=sequence(rest))
                return sums(found, self.changes(later))
            case Repeat(body, low, _):
                once = self.changes(replace(move, cell=self._cell_after(move, body), body=body))
                found = _any_number(once, (0.0,) * len(self.ranks))
                return sums(once, found) if low else found
            case Most(_, body):
                return self.changes(replace(move, body=body))
            case Nil() | Test() | Compare():
                return {(0.0,) * len(self.ranks)}
            case Bind(_, cell, body) as inner:
                loose = replace(cell, here=frozenset(), bare=False)
                return self.changes(replace(inner, cell=loose, body=untested(body, move.cursor)))
            case Rewrite():
                return self._run(move, self.left)
            case _:
                raise ClaimRefused("a part of a move cannot be followed around its square")

    def _cell_after(self, move: Bind, done: Move) -> Cell:
        """What the square of a cursor may hold after a part of a move."""
        if not carries(done, move.cursor):
            return Cell(self.vocabulary.squares)
        symbol, every = self.vocabulary.symbol, [*members(self.vocabulary.squares)]
        kept = {symbol(content) for content in every if move.cell.contents >> content & 1}
        return Cell(sum(1 << content for content in every if symbol(content) in kept))

    def _run(self, move: Move, most: int = MOST_AROUND) -> set[Change]:
        try:
            arounds = pieces(move, self.vocabulary, on_board=True)
            for each in arounds:
                check_local(each.body, frozenset({each.cursor}), on_board=True, counters=(Adjust,))
        except NotLocalError as error:
            raise ClaimRefused(f"a move cannot be followed around its square: {error}") from None
        kinds = indistinguishable([move], self.vocabulary, self._by_weights())
        contents = [self._first_of_each(kinds, there) for there in self.possible.by_site]
        found: set[Change] = set()
        for around, site in product(arounds, range(len(self.game.space.sites))):
            region = around.regions
            if any((site in self.game.space.regions[n, o]) is not inside for n, o, inside in region):
                continue
            self._arenas.clear()
            for content in contents[site]:
                if around.contents >> content & 1:
                    self.stop = max(0, self.left - most)
                    found |= set(self._ends(around.cursor, around.body, site, {site: content}, contents))
        return _greatest(found)

    @staticmethod
    def _first_of_each(kinds: list[tuple[int, ...]], there: int) -> list[int]:
        """Of every kind of contents one that a square can have, if it can have any."""
        found = (next((each for each in kind if there >> each & 1), None) for kind in kinds)
        return [content for content in found if content is not None]

    def _by_weights(self) -> Iterable[int]:
        """The sets of contents that have the same weights everywhere."""
        by_weights: dict[object, int] = {}
        for content in members(self.vocabulary.squares):
            key = tuple(r.weights[self.vocabulary.symbol(content)] for r in self.ranks if r.counter is None)
            by_weights[key] = by_weights.get(key, 0) | 1 << content
        return by_weights.values()

    def _ends(
        self, cursor: str, body: Move, site: int, known: Known, contents: list[list[int]]
    ) -> Iterator[Change]:
        self.left -= 1
        if self.left < self.stop:
            raise LimitError("more boards would have to be tried than the budget allows")
        part, arena = self._arena(tuple(sorted(known)))
        board = tuple(known[number] for number in part.numbers)
        start = arena.start(board)._replace(cursors=((cursor, (part.places_of[site], 0)),))
        try:
            ends = list(arena.answers(body, start))
        except UnknownSite as unknown:
            for content in contents[unknown.site]:
                yield from self._ends(cursor, body, site, {**known, unknown.site: content}, contents)
            return
        for end in ends:
            yield tuple(self._change(rank, start, end, part, arena) for rank in self.ranks)

    def _arena(self, sites: tuple[int, ...]) -> tuple[KnownPart, Arena]:
        """The evaluator on some squares, kept while the moves of one square are followed."""
        if sites not in self._arenas:
            part = KnownPart(self.game.space, sites)
            self._arenas[sites] = part, Arena(part, self.vocabulary)
        return self._arenas[sites]

    def _change(
        self, rank: Rank, start: Configuration, end: Configuration, part: KnownPart, arena: Arena
    ) -> float:
        if rank.counter is not None:
            value = end.counters[arena.slots[rank.counter]]
            moved = value - MIDDLE
            return rank.factor * moved if abs(moved) < MIDDLE // 2 else self._set(rank, value)
        symbol = self.vocabulary.symbol
        return sum(
            rank.weights[symbol(new)][site] - rank.weights[symbol(old)][site]
            for site, old, new in zip(part.numbers, start.board, end.board, strict=True)
        )


def sums(some: set[Change], others: set[Change]) -> set[Change]:
    return _greatest(tuple(a + b for a, b in zip(x, y, strict=True)) for x in some for y in others)


def _any_number(once: set[Change], still: Change) -> set[Change]:
    """Any number of such changes: what rises rises without end."""
    if not once:
        return {still}
    joined = tuple(inf if max(entries) > 0 else 0.0 for entries in zip(*once, strict=True))
    return {joined}


def _greatest(changes: Iterable[Change]) -> set[Change]:
    """Changes that no other one exceeds in every rank."""
    found: list[Change] = []
    for change in sorted(set(changes), reverse=True):
        if not any(all(x >= y for x, y in zip(other, change, strict=True)) for other in found):
            found.append(change)
    if len(found) > MOST_CHANGES:  # then their common upper bound
        return {tuple(map(max, zip(*found, strict=True)))}
    return set(found)
