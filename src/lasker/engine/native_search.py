"""The native search of a game, asked from Python: where it stands, what it found, when it must stop."""

from __future__ import annotations

import mmap
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from lasker.algebra.moves import NIL, Test
from lasker.algebra.moves import Sequence as Sequence_
from lasker.backends.c import Machine, Native
from lasker.backends.c.naming import library_name
from lasker.compiler.emit.c.evaluation_terms import terms
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.errors import LimitError
from lasker.model.game import Ending, Game
from lasker.runtime import store
from lasker.space.space import LatticeSpace, Space

ROOM = 1 << 26  # bytes for positions that are being searched
EARTH = 1 << 26  # bytes for a tree of random games
BORDERS = 8  # squares that a square is known to border on
SLOT = 16  # bytes of an entry of the table
MOST = 1 << 62  # nodes; no search gets there
LOST, WON = -30_000, 30_000  # scores
FAR = 29_000  # scores beyond it say in how many plies the game is decided
EVERYTHING, ATTACKS = 1, 2  # how a sure win is looked for: by any moves, or by nothing but attacks


@dataclass(frozen=True)
class Weights:
    """What pieces and counters are worth to the first player, as the search adds them up.

    Each weight is four numbers: early in a game, late, wherever it stands, and how much it makes a game an
    early one."""

    kinds: tuple[tuple[tuple[int, int, int, int], ...], ...]  # by kind and site
    counters: tuple[tuple[int, int, int, int], ...]
    full: int  # how much there is to be weighed at the start
    passes: bool = False  # may a search suppose that to pass is no better than to move?
    forced: bool = False  # may rules force captures?
    terms: tuple[tuple[int, int], ...] = ()  # what one of each term is worth, early and late
    holds: int = 0  # what an empty square is worth to whom alone it borders on
    goals: tuple[frozenset[int], ...] = ()  # by kind the sites where a single piece wins,
    aims: tuple[frozenset[int], ...] = ()  # and those one step from there


@dataclass(frozen=True)
class Found:
    """What one search found: the move by its place in the list, its score, and the line that it expects."""

    move: int
    score: int
    nodes: int
    deepest: int
    line: tuple[ProgramPosition, ...]


@dataclass(frozen=True)
class Playout:
    """A random game: the payoff of the first player in thousandths, how often something could be taken and
    how often it had to be, how many moves there were to choose from in all, and every position's judgement
    for the first player."""

    payoff: int
    takes: int
    forced: int
    moves: int
    judgements: tuple[int, ...]


class SearchThread:
    """The memory of one thread that thinks: a machine, positions that are being searched, what it learns."""

    def __init__(self, native: NativeSearch) -> None:
        ffi, code = native.c_functions
        self.machine = Machine(ffi, code, native.size, native.game.rules.limits)
        self._thoughts = ffi.new_allocator(should_clear_after_alloc=False)("char[]", ROOM)
        self.at = ffi.new("uint64_t[]", code.lasker_search_size() // 8 + 1)
        self._halt = ffi.cast("int32_t *", self.at)
        code.lasker_search_open(self.at, self.machine.at, self._thoughts, ROOM)

    @property
    def halted(self) -> bool:
        """Has it been stopped?"""
        return bool(self._halt[0])

    def halt(self, stopping: bool = True) -> None:
        """Stop what it does, or let it go on."""
        self._halt[0] = int(stopping)


class NativeSearch(Native):
    """A game in machine code that thinks about its positions, with one thread or several that share what
    they know."""

    def __init__(self, game: Game, megabytes: int = 16, threads: int = 1, walking: bool = False) -> None:
        super().__init__(game, frozenset(), played=True, walking=walking)
        self._slots = 1 << (max(1, megabytes << 20) // SLOT).bit_length() - 1
        self._roomy = self._ffi.new_allocator(should_clear_after_alloc=False)
        self._earth, self._tree = None, None
        try:
            self._threads = [SearchThread(self) for _ in range(threads)]
            self.forget()
        except (MemoryError, OSError):
            raise LimitError(
                f"there is no memory for {threads} threads and a table of {megabytes} MB",
                remedy="give fewer threads, or a smaller table",
            ) from None
        self._thinker = self._threads[0].at
        self._numbers = self._ffi.new("uint64_t[8]")
        self.nodes = 0
        self.terms = terms(len(game.rules.vocabulary.pieces) + 1, len(game.players))
        self.dangerous = attack(game) >= 0  # do the rules speak of attacks?
        self._near = [near for sites in bordering(game.space) for near in (*sites, *[-1] * BORDERS)[:BORDERS]]
        self._judge(game)

    @property
    def c_functions(self) -> tuple[Any, Any]:
        """How native code is called."""
        return self._ffi, self._code

    def _judge(self, game: Game) -> None:
        """Say what ends and adjudications give, and which end asks whether the player to move is attacked."""
        payoffs = [payoff(end, len(game.players)) for end in game.endings]
        rulings = [
            -1 if rule.repeated or rule.manner == "agreed" else payoff(rule, len(game.players))
            for rule in game.adjudications
        ]
        again = [
            payoff(rule, len(game.players)) if rule.repeated and asks(rule) else -1
            for rule in game.adjudications
        ]
        told = ([*numbers, 0] for numbers in (payoffs, rulings, again))
        facts = [*told, attack(game), stale(game)]
        for thinker in self._threads:
            self._code.lasker_search_set_payoffs(thinker.at, *facts)

    def weigh(self, weights: Weights) -> None:
        """Say what pieces are worth; what was known before is forgotten."""
        flat = [n for kind in weights.kinds for weight in kind for n in weight]
        flat += [n for weight in weights.counters for n in weight]
        terms = [n for pair in weights.terms for n in pair]
        terms += [0] * (2 * self.terms - len(terms))
        told = [self._ffi.new("int16_t[]", list(map(bounded, numbers))) for numbers in (flat, terms)]
        none, sites = (frozenset[int](),) * len(weights.kinds), range(len(weights.kinds[0]))
        ways = [
            [int(site in one) for one in (each or none) for site in sites]
            for each in (weights.goals, weights.aims)
        ]
        for thinker in self._threads:
            self._code.lasker_search_set_weights(
                thinker.at, *told, weights.full, weights.passes, weights.forced
            )
            self._code.lasker_search_set_territory(thinker.at, weights.holds, self._near)
            self._code.lasker_search_set_goals(thinker.at, *ways)
        self.forget()

    def forget(self) -> None:
        """Nothing is known any more of what was found. The table that all threads share is a new one: the
        system gives its pages when they are first written, so that a large one is there at once."""
        self._table = self._ffi.from_buffer("char[]", mmap.mmap(-1, self._slots * SLOT))
        for thinker in self._threads:
            self._code.lasker_search_clear_table(thinker.at, self._table, self._slots)

    def times(self, position: ProgramPosition) -> tuple[int, ...]:
        """How often each term is there in a position; nothing where no look can be taken."""
        out = self._ffi.new("int16_t[]", self.terms)
        known = self._code.lasker_search_terms(self._thinker, self.pack(position), out)
        return tuple(self._ffi.unpack(out, self.terms)) if known else ()

    def begin(self, position: ProgramPosition, past: Iterable[ProgramPosition] = ()) -> int:
        """Think about a position, which other positions led to; the answer is how many moves it has."""
        here, before = self.pack(position), [self.pack(earlier) for earlier in past]
        for thinker in self._threads:
            found = self._code.lasker_search_set_root(thinker.at, here)
            if found < 0:
                raise thinker.machine.error(-found)
            for earlier in before:
                self._code.lasker_search_add_past(thinker.at, earlier)
        return int(found)

    def search(
        self,
        allowed: Sequence[bool],
        depth: int,
        window: tuple[int, int] = (LOST, WON),
        nodes: int = MOST,
        first: int = -1,
        sure: int = 0,
    ) -> Found | None:
        """Search the moves that are allowed to a depth, one of them first, or look for a sure win; None if it
        was stopped before anything was known."""
        flags = self._ffi.new("uint8_t[]", [*map(int, allowed), 0])
        with self._helped(flags, first, depth, window, sure):
            best = self._code.lasker_search(self._thinker, flags, first, depth, *window, nodes, sure)
        length = self._code.lasker_search_result(self._thinker, self._numbers)
        self.nodes, score, deepest = (signed(self._numbers[i]) for i in range(3))
        for helper in self._threads[1:]:
            self._code.lasker_search_result(helper.at, self._numbers)
            self.nodes += signed(self._numbers[0])
        if best < 0:
            return None
        return Found(best, score, self.nodes, deepest, tuple(map(self._position, range(length))))

    @contextmanager
    def _helped(
        self, flags: Any, first: int, depth: int, window: tuple[int, int], sure: int
    ) -> Iterator[None]:
        """Let the other threads search the same, some of them deeper: what they find out is in the table."""
        helpers, search = self._threads[1:], self._code.lasker_search
        threads = [
            threading.Thread(
                target=search,
                args=(helper.at, flags, first, depth + number % 2, *window, MOST, sure),
                daemon=True,
            )
            for number, helper in enumerate(helpers)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            for helper in helpers:
                helper.halt()
            for thread in threads:
                thread.join()
            for helper in helpers:
                helper.halt(False)

    def _position(self, ply: int) -> ProgramPosition:
        out = self._ffi.new("char[]", self.size)
        self._code.lasker_search_line(self._thinker, ply, out)
        return self.unpack(self._ffi.buffer(out)[:])

    def plant(self, seed: int) -> None:
        """Begin a tree of random games from the position that is thought about."""
        if self._tree is None:
            self._earth = self._roomy("char[]", EARTH)
            self._tree = self._ffi.new("uint64_t[]", self._code.lasker_tree_size() // 8 + 1)
        self._code.lasker_tree_open(self._thinker, self._tree, self._earth, EARTH, seed)

    def grow(self, allowed: Sequence[bool], games: int) -> int:
        """Play random games more; the answer is the most promising move by its place in the list."""
        flags = self._ffi.new("uint8_t[]", [*map(int, allowed), 0])
        return int(self._code.lasker_tree_grow(self._thinker, self._tree, flags, games))

    def leaf(self, move: int) -> tuple[int, int, int]:
        """Of a move: how many games began with it, what its mover got in thousandths, what is sure: 1 that it
        wins, 2 that it loses."""
        out = self._ffi.new("int64_t[3]")
        self._code.lasker_tree_child(self._tree, move, out)
        return int(out[0]), int(out[1]), int(out[2])

    def wander(self, seed: int, most: int) -> Playout | None:
        """A random game of at most so many plies from the position that is thought about."""
        out = self._ffi.new("int32_t[]", most + 5)
        length = self._code.lasker_search_playout(self._thinker, seed, most, out)
        if length < 0:
            return None
        return Playout(out[0], out[1], out[2], out[3], tuple(self._ffi.unpack(out, length + 5)[4:]))

    def halt(self) -> None:
        """Stop a search that another thread is running."""
        self._threads[0].halt()

    def go_on(self) -> None:
        """Forget that it was stopped."""
        self._threads[0].halt(False)

    @property
    def halted(self) -> bool:
        """Has the search been stopped?"""
        return self._threads[0].halted

    @property
    def judgement(self) -> int:
        """What the position that is thought about is worth to the player to move, before any search."""
        self._code.lasker_search_result(self._thinker, self._numbers)
        return signed(self._numbers[4])

    @property
    def quick(self) -> bool:
        """Does the search run on bitboards here?"""
        self._code.lasker_search_result(self._thinker, self._numbers)
        return bool(self._numbers[3])


def is_stored(game: Game) -> bool:
    """Has the native search of a game been compiled before?"""
    return store.holds(library_name(game, frozenset({"played"})))


def payoff(ending: Ending, players: int) -> int:
    """What an ending gives to the player to move, in thousandths."""
    shares = {"won": Fraction(1), "lost": Fraction(0), "drawn": Fraction(1, players)}
    share = ending.result if isinstance(ending.result, Fraction) else shares[ending.result]
    return round(1000 * share)


def asks(rule: Ending) -> bool:
    """Does a rule ask for more than that a position came again?"""
    return any(test != NIL for test in rule.tests.values())


def attack(game: Game) -> int:
    """The number of the end that is a loss for who cannot move and is attacked, or -1."""
    return next((number for number, others in _stuck(game) if others), -1)


def stale(game: Game) -> bool:
    """Is an attack the only way in which somebody has lost who cannot move?"""
    return [bool(others) for _, others in _stuck(game)] == [True]


def _stuck(game: Game) -> Iterator[tuple[int, int]]:
    """The ends that are a loss for who cannot move: their numbers, and how much else they ask."""
    first = next((state for state in game.states.values() if not state.by_chance), None)
    for number, end in enumerate(game.endings):
        term = end.tests[first.name] if first else NIL
        parts = term.parts if isinstance(term, Sequence_) else (term,)
        if end.result == "lost" and first and Test(first.move, False) in parts:
            yield number, len(parts) - 1


def bordering(space: Space) -> list[list[int]]:
    """By site the sites one step away; none where steps have no offsets."""
    if not isinstance(space, LatticeSpace):
        return [[] for _ in space.sites]
    steps = [step.shift for step in space.compass.directions.values()]
    ends = [[space.reach((site, 0), step) for step in steps] for site in range(len(space.sites))]
    return [sorted({end[0] for end in each if end is not None}) for each in ends]


def bounded(number: int) -> int:
    """A weight as far as 16 bits hold it."""
    return max(-32_000, min(32_000, number))


def signed(number: int) -> int:
    """A number of 64 bits with its sign.

    >>> signed(2**64 - 3)
    -3
    """
    return int(number) - ((int(number) >> 63) << 64)
