"""Python interface to the native search: weights, transposition table, threads, results, playouts."""

from __future__ import annotations

import mmap
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from lasker.algebra.moves import NIL, Test
from lasker.algebra.moves import Sequence as SequenceTerm
from lasker.backends.c import Machine, Native
from lasker.backends.c.naming import library_name
from lasker.compiler.emit.c.evaluation_terms import terms
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.model.game import Ending, Game
from lasker.runtime import library_store
from lasker.space.space import LatticeSpace, Space

STACK_BYTES = 1 << 26  # bytes for the search stack of a thread
TREE_BYTES = 1 << 26  # bytes for the nodes of the tree search
BORDERS = 8  # adjacent squares considered of each square
SLOT = 16  # bytes of an entry of the transposition table
MOST = 1 << 62  # nodes: no limit
LOST, WON = -30_000, 30_000  # scores
MATE_SCORE = 29_000  # scores beyond it are mate scores: their distance to WON or LOST is the number of plies
EVERYTHING, ATTACKS = 1, 2  # mate search: by any moves, or by checks alone


@dataclass(frozen=True)
class Weights:
    """The parameters of the evaluation, from the first player's point of view.

    Each weight of a piece or counter is four numbers: early value, late value, material value for captures,
    and contribution to the game phase."""

    kinds: tuple[tuple[tuple[int, int, int, int], ...], ...]  # by kind and site
    counters: tuple[tuple[int, int, int, int], ...]
    full: int  # the total phase at the start
    passes: bool = False  # is null-move pruning safe?
    forced: bool = False  # are captures forced?
    terms: tuple[tuple[int, int], ...] = ()  # positional terms, early and late
    holds: int = 0  # territory: an empty square adjacent to one player's pieces alone
    goals: tuple[frozenset[int], ...] = ()  # by kind the sites where a single piece wins
    aims: tuple[frozenset[int], ...] = ()  # and those one step from there


@dataclass(frozen=True)
class SearchResult:
    """A search result: the move's index in the move list, its score, and the principal variation."""

    move: int
    score: int
    nodes: int
    deepest: int
    line: tuple[ProgramPosition, ...]
    solved: bool  # does the score rest on ends of the game alone, without any evaluation or pruning?


@dataclass(frozen=True)
class Playout:
    """A random playout: the first player's payoff in thousandths, the number of positions with captures and
    with captures only, the total number of moves generated, and each position's evaluation for the first
    player."""

    payoff: int
    captures: int
    forced: int
    moves: int
    evaluations: tuple[int, ...]


class SearchThread:
    """The memory of one search thread: a machine, its search stack and history tables."""

    def __init__(self, native: NativeSearch) -> None:
        ffi, code = native.c_functions
        self.machine = Machine(ffi, code, native.size, native.game.rules.limits)
        self._stack = ffi.new_allocator(should_clear_after_alloc=False)("char[]", STACK_BYTES)
        self.at = ffi.new("uint64_t[]", code.lasker_search_size() // 8 + 1)
        self._halt = ffi.cast("int32_t *", self.at)
        code.lasker_search_open(self.at, self.machine.at, self._stack, STACK_BYTES)

    @property
    def halted(self) -> bool:
        """Is the stop flag set?"""
        return bool(self._halt[0])

    def halt(self, stopping: bool = True) -> None:
        """Set or clear the stop flag."""
        self._halt[0] = int(stopping)


class NativeSearch(Native):
    """A compiled game with its search: one thread, or several that share the transposition table."""

    def __init__(self, game: Game, megabytes: int = 16, threads: int = 1, walking: bool = False) -> None:
        super().__init__(game, frozenset(), played=True, walking=walking)
        self._slots = 1 << (max(1, megabytes << 20) // SLOT).bit_length() - 1
        self._allocate = self._ffi.new_allocator(should_clear_after_alloc=False)
        self._tree_memory, self._tree = None, None
        try:
            self._threads = [SearchThread(self) for _ in range(threads)]
            self.forget()
        except (MemoryError, OSError):
            raise LimitError(
                f"there is no memory for {threads} threads and a table of {megabytes} MB",
                remedy="give fewer threads, or a smaller table",
            ) from None
        self._main = self._threads[0].at
        self._result = self._ffi.new("uint64_t[8]")
        self.nodes = 0
        self.terms = terms(len(game.rules.vocabulary.pieces) + 1, len(game.players))
        self.has_checks = checkmate_ending(game) >= 0  # does an ending depend on check?
        self._adjacent = [
            near for sites in adjacent_sites(game.space) for near in (*sites, *[-1] * BORDERS)[:BORDERS]
        ]
        self._set_payoffs(game)

    @property
    def c_functions(self) -> tuple[Any, Any]:
        """The cffi interface and library."""
        return self._ffi, self._code

    def _set_payoffs(self, game: Game) -> None:
        """Pass the payoffs of endings and adjudications, and the number of the checkmate ending."""
        payoffs = [payoff(end, len(game.players)) for end in game.endings]
        rulings = [
            -1 if rule.repeated or rule.manner == "agreed" else payoff(rule, len(game.players))
            for rule in game.adjudications
        ]
        again = [
            payoff(rule, len(game.players)) if rule.repeated and has_condition(rule) else -1
            for rule in game.adjudications
        ]
        arrays = ([*numbers, 0] for numbers in (payoffs, rulings, again))
        facts = [*arrays, checkmate_ending(game), stalemate_not_lost(game)]
        for thread in self._threads:
            self._code.lasker_search_set_payoffs(thread.at, *facts)

    def set_weights(self, weights: Weights) -> None:
        """Set the evaluation's weights and clear the transposition table."""
        flat = [n for kind in weights.kinds for weight in kind for n in weight]
        flat += [n for weight in weights.counters for n in weight]
        terms = [n for pair in weights.terms for n in pair]
        terms += [0] * (2 * self.terms - len(terms))
        arrays = [self._ffi.new("int16_t[]", list(map(bounded, numbers))) for numbers in (flat, terms)]
        none, sites = (frozenset[int](),) * len(weights.kinds), range(len(weights.kinds[0]))
        flags = [
            [int(site in one) for one in (each or none) for site in sites]
            for each in (weights.goals, weights.aims)
        ]
        for thread in self._threads:
            self._code.lasker_search_set_weights(
                thread.at, *arrays, weights.full, weights.passes, weights.forced
            )
            self._code.lasker_search_set_territory(thread.at, weights.holds, self._adjacent)
            self._code.lasker_search_set_goals(thread.at, *flags)
        self.forget()

    def forget(self) -> None:
        """Replace the shared transposition table by an empty one; its pages are allocated on first write, so
        a large table costs nothing here."""
        self._table = self._ffi.from_buffer("char[]", mmap.mmap(-1, self._slots * SLOT))
        for thread in self._threads:
            self._code.lasker_search_clear_table(thread.at, self._table, self._slots)

    def times(self, position: ProgramPosition) -> tuple[int, ...]:
        """The count of each positional term; empty where the game has no bitboards."""
        out = self._ffi.new("int16_t[]", self.terms)
        known = self._code.lasker_search_terms(self._main, self.pack(position), out)
        return tuple(self._ffi.unpack(out, self.terms)) if known else ()

    def begin(self, position: ProgramPosition, past: Iterable[ProgramPosition] = ()) -> int:
        """Set the root position and the positions before it, latest first; returns its number of moves."""
        here, before = self.pack(position), [self.pack(earlier) for earlier in past]
        for thread in self._threads:
            found = self._code.lasker_search_set_root(thread.at, here)
            if found < 0:
                raise thread.machine.error(-found)
            for earlier in before:
                self._code.lasker_search_add_past(thread.at, earlier)
        return int(found)

    def search(
        self,
        allowed: Sequence[bool],
        depth: int,
        window: tuple[int, int] = (LOST, WON),
        nodes: int = MOST,
        first: int = -1,
        mate_by: int = 0,
    ) -> SearchResult | None:
        """Search the allowed root moves to a depth, `first` before the others, or run a mate search (`sure`);
        None if it was stopped before the first result."""
        flags = self._ffi.new("uint8_t[]", [*map(int, allowed), 0])
        with self._helpers_running(flags, first, depth, window, mate_by):
            best = self._code.lasker_search(self._main, flags, first, depth, *window, nodes, mate_by)
        length = self._code.lasker_search_result(self._main, self._result)
        self.nodes, score, deepest = (signed(self._result[i]) for i in range(3))
        solved = bool(self._result[5])
        for helper in self._threads[1:]:
            self._code.lasker_search_result(helper.at, self._result)
            self.nodes += signed(self._result[0])
        if best < 0:
            return None
        return SearchResult(
            best, score, self.nodes, deepest, tuple(map(self._position, range(length))), solved
        )

    @contextmanager
    def _helpers_running(
        self, flags: Any, first: int, depth: int, window: tuple[int, int], mate_by: int
    ) -> Iterator[None]:
        """Lazy SMP: helper threads search the same root, every second one a ply deeper, sharing the table."""
        helpers, search = self._threads[1:], self._code.lasker_search
        threads = [
            threading.Thread(
                target=search,
                args=(helper.at, flags, first, depth + number % 2, *window, MOST, mate_by),
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
        self._code.lasker_search_line(self._main, ply, out)
        return self.unpack(self._ffi.buffer(out)[:])

    def open_tree(self, seed: int) -> None:
        """Start a Monte Carlo tree search at the root position."""
        if self._tree is None:
            self._tree_memory = self._allocate("char[]", TREE_BYTES)
            self._tree = self._ffi.new("uint64_t[]", self._code.lasker_tree_size() // 8 + 1)
        self._code.lasker_tree_open(self._main, self._tree, self._tree_memory, TREE_BYTES, seed)

    def grow_tree(self, allowed: Sequence[bool], games: int) -> int:
        """Run more playouts; returns the index of the best move so far."""
        flags = self._ffi.new("uint8_t[]", [*map(int, allowed), 0])
        return int(self._code.lasker_tree_grow(self._main, self._tree, flags, games))

    def tree_child(self, move: int) -> tuple[int, int, int]:
        """Of a root move: visits, mean payoff of the mover in thousandths, and whether it is proved (1 won, 2
        lost)."""
        out = self._ffi.new("int64_t[3]")
        self._code.lasker_tree_child(self._tree, move, out)
        return int(out[0]), int(out[1]), int(out[2])

    def sample_playout(self, seed: int, most: int) -> Playout | None:
        """A random playout of at most so many plies from the root position."""
        out = self._ffi.new("int32_t[]", most + 5)
        length = self._code.lasker_search_playout(self._main, seed, most, out)
        if length < 0:
            return None
        return Playout(out[0], out[1], out[2], out[3], tuple(self._ffi.unpack(out, length + 5)[4:]))

    def halt(self) -> None:
        """Stop a search that another thread is running."""
        self._threads[0].halt()

    def go_on(self) -> None:
        """Clear the stop flag."""
        self._threads[0].halt(False)

    @property
    def halted(self) -> bool:
        """Is the main thread's stop flag set?"""
        return self._threads[0].halted

    @property
    def static_evaluation(self) -> int:
        """The static evaluation of the root position for the player to move."""
        self._code.lasker_search_result(self._main, self._result)
        return signed(self._result[4])

    @property
    def bitboards(self) -> bool:
        """Does the search run on bitboards here?"""
        self._code.lasker_search_result(self._main, self._result)
        return bool(self._result[3])


def is_stored(game: Game) -> bool:
    """Is the compiled search of a game in the store?"""
    return library_store.holds(library_name(game, frozenset({"played"})))


def payoff(ending: Ending, players: int) -> int:
    """The payoff of an ending for the player to move, in thousandths."""
    shares = {"won": Fraction(1), "lost": Fraction(0), "drawn": Fraction(1, players)}
    share = ending.result if isinstance(ending.result, Fraction) else shares[ending.result]
    return round(1000 * share)


def has_condition(rule: Ending) -> bool:
    """Does a repetition rule have a condition of its own?"""
    return any(test != NIL for test in rule.tests.values())


def checkmate_ending(game: Game) -> int:
    """The number of the ending lost without legal moves under a further condition (check), or -1."""
    return next((number for number, others in _no_move_losses(game) if others), -1)


def stalemate_not_lost(game: Game) -> bool:
    """Is having no legal move a loss only under that further condition?"""
    return [bool(others) for _, others in _no_move_losses(game)] == [True]


def _no_move_losses(game: Game) -> Iterator[tuple[int, int]]:
    """The endings lost by a player without legal moves: number, and how many further conditions."""
    first = next((state for state in game.states.values() if not state.by_chance), None)
    for number, end in enumerate(game.endings):
        term = end.tests[first.name] if first else NIL
        parts = term.parts if isinstance(term, SequenceTerm) else (term,)
        if end.result == "lost" and end.alike and first and Test(first.move, False) in parts:
            yield number, len(parts) - 1


def adjacent_sites(space: Space) -> list[list[int]]:
    """The sites one step from each site; none on boards that are not lattices."""
    if not isinstance(space, LatticeSpace):
        return [[] for _ in space.sites]
    steps = [step.shift for step in space.compass.directions.values()]
    ends = [[space.reach((site, 0), step) for step in steps] for site in range(len(space.sites))]
    return [sorted({end[0] for end in each if end is not None}) for each in ends]


def bounded(number: int) -> int:
    """A weight clamped to 16 bits."""
    return max(-32_000, min(32_000, number))


def signed(number: int) -> int:
    """A 64-bit word as a signed integer.

    >>> signed(2**64 - 3)
    -3
    """
    return int(number) - ((int(number) >> 63) << 64)
