"""Positions on native code: packed nodes and lazy move lists, equal to the reference's, once compiled.

Positions are packed bytes; squares, labels and texts are computed on access. The texts of labels are
memoised, since a game has finitely many.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, overload
from warnings import warn
from weakref import WeakKeyDictionary

from lasker.algebra.meaning import Chosen, Configuration
from lasker.backends import position
from lasker.kernel.errors import IllegalMove, LaskerError, NativeError, NotationError
from lasker.kernel.values import lazy
from lasker.model.game import Ending, Game
from lasker.model.position import Node, Outcome, Step
from lasker.notation.coordinates import move_text, move_texts
from lasker.notation.san_reader import AmbiguousMove, parse_san
from lasker.play.move import Move

if TYPE_CHECKING:
    from lasker.backends.c import Native

PATIENCE = 0.5  # seconds of the reference's time from which native code is compiled
FEW = 200  # playouts up to which compiling move lists does not pay
SWITCH = "LASKER_BACKEND"  # set to `reference` to keep positions on the reference evaluator


class NativeGame:
    """A compiled game, with memoised texts, labels and outcomes."""

    def __init__(self, game: Game, engine: Native) -> None:
        self.game, self.engine = game, engine
        self.moves_of, self.lead, self.label_size = engine.moves_of, engine.lead, engine.label
        self.states = list(game.states.values())
        self.texts: dict[bytes, str] = {}
        self._labels: dict[bytes, tuple[Chosen, ...]] = {}
        self._plies: dict[tuple[str, str], int] = {}
        self._outcomes: dict[tuple[int, int], Outcome] = {}
        self._numbers = {id(rule): number for number, rule in enumerate(game.adjudications)}
        counters = list(game.rules.vocabulary.counters.values())
        self._board = 4 + 4 * len(counters)
        self._keyed = [4 + 4 * slot for slot, counter in enumerate(counters) if counter.keyed]
        self._all_keyed = len(self._keyed) == len(counters)

    def pack(self, node: Node) -> bytes:
        """A position in the engine's packed format."""
        return node.packed if isinstance(node, PackedNode) else self.engine.pack(position(node))

    def packed(self, node: Node) -> PackedNode:
        """The position as a packed node."""
        found = PackedNode(self, self.pack(node), node.ply)
        found.configuration = node.configuration
        return found

    def key(self, packed: bytes) -> bytes:
        """The repetition key of a packed position: everything but the counters that are not keyed."""
        if self._all_keyed:
            return packed
        counters = b"".join([packed[at : at + 4] for at in self._keyed])
        return packed[:4] + counters + packed[self._board :]

    def counters(self, packed: bytes) -> tuple[int, ...]:
        """The counters of a packed position."""
        return tuple(memoryview(packed)[4 : self._board].cast("i"))

    def outcome(self, packed: bytes, state: int) -> Outcome | None:
        """The outcome of a packed position, if a rule ends the game there."""
        rule = self.engine.verdict_of(packed)
        if rule < 0:
            return None
        if (state, rule) not in self._outcomes:
            there = Node(self.game, Configuration(()), self.states[state])
            ending = self.game.endings[rule]
            self._outcomes[state, rule] = Outcome(there.payoffs(ending.result), ending.reason)
        return self._outcomes[state, rule]

    def meets(self, packed: bytes, rule: Ending) -> bool | None:
        """Does the test of an adjudication hold? None if the rule is not an adjudication."""
        number = self._numbers.get(id(rule))
        return None if number is None else self.engine.adjudged_of(packed, number)

    def label(self, packed_label: bytes) -> tuple[Chosen, ...]:
        """The model's label of packed bytes, interned."""
        if packed_label not in self._labels:
            (notes,) = self.engine.notes(packed_label)
            self._labels[packed_label] = tuple(Chosen(*note) for note in notes)
        return self._labels[packed_label]

    def plies(self, before: str, after: str) -> int:
        """The number of plies of a move from one state to another."""
        if (before, after) not in self._plies:
            self._plies[before, after] = self.game.plies_between(before, after)
        return self._plies[before, after]

    def spelling(self, packed: bytes, state: str) -> list[bytes]:
        """The texts that the hash of a position is computed from: turn, pieces, counters."""
        spelled, board = self._spellings, memoryview(packed)[self._board :].cast("H")
        pieces = [spelled[site][content] for site, content in enumerate(board) if content]
        keyed = [int.from_bytes(packed[at : at + 4], sys.byteorder, signed=True) for at in self._keyed]
        return [state.encode(), *pieces, *(str(value).encode() for value in keyed)]

    @lazy
    def _spellings(self) -> tuple[tuple[bytes, ...], ...]:
        """The text of every content on every square for the hash."""
        vocabulary, space = self.game.rules.vocabulary, self.game.space
        shown = [vocabulary.show(content) for content in range(vocabulary.size)]
        names = [space.label(site) for site in range(len(space.sites))]
        return tuple(tuple(f"{name}={text}".encode() for text in shown) for name in names)


class PackedNode(Node):
    """A node in packed form, unpacked lazily."""

    def __init__(self, native: NativeGame, packed: bytes, ply: int) -> None:
        self.game, self.native, self.packed, self.ply = native.game, native, packed, ply
        self.turn_number = int.from_bytes(packed[:4], sys.byteorder)
        self.state = native.states[self.turn_number]

    def __getattr__(self, name: str) -> Any:  # called only for attributes that are not set
        if name != "configuration":
            raise AttributeError(name)
        _, board, counters = self.native.engine.unpack(self.packed)
        self.configuration = Configuration(board, (), counters)
        return self.configuration

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PackedNode) and other.native is self.native:
            return self.packed == other.packed and self.number == other.number
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.hash, self.number, self.native.counters(self.packed)))

    def repeats(self, other: Node) -> bool:
        """Do both positions have the same repetition key?"""
        if isinstance(other, PackedNode) and other.native is self.native:
            return self.packed_key == other.packed_key
        return super().repeats(other)

    @lazy
    def packed_key(self) -> bytes:
        """The repetition key in packed form, for fast comparison with the history."""
        return self.native.key(self.packed)

    @lazy
    def hash(self) -> int:
        """The 64-bit hash of the key, the same on every machine and every backend."""
        text = b"\n".join(self.native.spelling(self.packed, self.state.name))
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")

    def meets(self, ending: Ending) -> bool:
        """Does the test of an ending hold here? Where chance moves none does."""
        known = self.native.meets(self.packed, ending)
        return super().meets(ending) if known is None else known

    @lazy
    def outcome(self) -> Outcome | None:
        """The outcome, if a rule of the game ends it here."""
        return self.native.outcome(self.packed, self.turn_number)

    @lazy
    def steps(self) -> tuple[Step, ...]:
        """Every legal move, ordered by its label; none when the game is over."""
        if self.state.by_chance:
            return super().steps
        return Moves(self.native, self).steps()


class Listed(tuple[Move, ...]):
    """The legal moves of a position as a tuple; `in` also accepts text.

    >>> from lasker.play.game import load
    >>> moves = load("chess").start().moves
    >>> "e2e4" in moves, "Nf3" in moves, moves[0] in moves, "e2e5" in moves
    (True, True, True, False)
    """

    node: Node

    def __new__(cls, node: Node, moves: Iterable[Move]) -> Listed:
        """The moves, with the node they belong to."""
        found = super().__new__(cls, moves)
        found.node = node
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self.node, tuple(self))

    def __contains__(self, move: object) -> bool:
        return is_legal(self.node, self, move)


def is_legal(node: Node, moves: Sequence[Move], move: object) -> bool:
    """Is a move legal here, given as a Move or as text in coordinates or algebraic notation?"""
    if not isinstance(move, str):
        return any(each is move or each == move for each in moves)
    if any(each.text == move for each in moves):
        return True
    try:
        parse_san(node, move, tuple(each.step for each in moves))
    except AmbiguousMove:
        return True  # several legal moves match
    except (IllegalMove, NotationError):
        return False
    return True


class Moves(Sequence[Move]):
    """The legal moves of a position, ordered by label; texts and successors are computed on access."""

    __slots__ = ("_afters", "_labels", "_move_cache", "_native", "_node", "_packed", "_size", "_text_cache")

    def __init__(self, native: NativeGame, node: Node) -> None:
        self._native, self._node, self._packed = native, node, native.pack(node)
        self._labels, self._afters = native.moves_of(self._packed, native.lead)
        self._size = len(self._labels) // native.label_size
        self._text_cache: list[str] | None = None
        self._move_cache: list[Move] | None = None

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self._node, tuple(self))

    def __contains__(self, move: object) -> bool:
        return is_legal(self._node, self._all(), move)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, at: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(at, slice):
            return tuple(self._all()[at])
        try:
            return self._all()[at]
        except IndexError:
            raise IndexError(f"there are {self._size} moves") from None

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def _all(self) -> list[Move]:
        if self._move_cache is None:
            self._move_cache = [Move(text, self, at) for at, text in enumerate(self._texts())]
        return self._move_cache

    def _texts(self) -> list[str]:
        if self._text_cache is None:
            known, labels, size = self._native.texts, self._labels, self._native.label_size
            labels_apart = [labels[at : at + size] for at in range(0, len(labels), size)]
            try:
                texts = [known[label] for label in labels_apart]
            except KeyError:
                for label in labels_apart:
                    known[label] = move_text(self._node, self._native.label(label))
                texts = [known[label] for label in labels_apart]
            self._text_cache = (
                texts if len(set(texts)) == len(texts) else move_texts(self._node, self.steps())
            )
        return self._text_cache

    def holds(self, move: Move) -> bool:
        """Is it one of these move objects?"""
        return self._move_cache is not None and any(move is each for each in self._move_cache)

    def find(self, text: str) -> Move | None:
        """The move with a text, if there is one."""
        texts = self._texts()
        return self[texts.index(text)] if text in texts else None

    @property
    def node(self) -> Node:
        """The node whose moves these are."""
        return self._node

    def step(self, at: int) -> Step:
        """The model's step of a move, by its number."""
        node, native, size = self._node, self._native, self._native.engine.size
        if self._afters is None:
            _, self._afters = native.moves_of(self._packed, 1)
            assert self._afters is not None
        after = PackedNode(native, self._afters[at * size : (at + 1) * size], 0)
        after.ply = node.ply + native.plies(node.state.name, after.state.name)
        size = native.label_size
        return Step(native.label(self._labels[at * size : (at + 1) * size]), after)

    def steps(self) -> tuple[Step, ...]:
        """The model's steps of all moves."""
        return tuple([self.step(at) for at in range(self._size)])


def warn_rejected(error: NativeError, instead: str) -> None:
    """Warn about the substitute if native code failed verification; missing native code needs no warning."""
    from lasker.runtime.records import (
        RejectedLibrary,
    )  # imported late: loaded already if there is such an error

    if isinstance(error, RejectedLibrary):
        warn(f"{error.message}; {instead}", RuntimeWarning, stacklevel=3)


class Readiness:
    """The compilation state of a game: positions start on the reference evaluator; once that has used enough
    time, native code is compiled in a background thread. One thread compiles, others wait for it."""

    def __init__(self, game: Game) -> None:
        self.native: NativeGame | None = None
        self.thread: threading.Thread | None = None
        self._game, self._spent = game, 0.0
        self._walk: Native | None = None
        self._walked = 0.0  # playouts run by walking code
        self.reset()

    def reset(self) -> None:
        """Reset locks and the started flag: initially, and in a forked child, which has no other thread."""
        self.lock = threading.RLock()
        self.opening = threading.Lock(), threading.Lock()  # of opponents, full and walking code
        self._started = os.environ.get(SWITCH, "") == "reference"

    def spent(self, seconds: float) -> None:
        """Add time used by the reference; above PATIENCE start compiling in the background."""
        self._spent += seconds
        if self._spent > PATIENCE and not self._started:
            self._started = True
            self.thread = threading.Thread(target=self._open, daemon=True)
            self.thread.start()

    def _open(self) -> None:
        try:
            with self.lock:
                if self.native is None:
                    self.compile()
        except NativeError as error:
            warn_rejected(error, "the reference goes on")
        except LaskerError:  # the reference stays in use
            pass

    def compile(self) -> NativeGame:
        """Native code, compiled now if necessary; raises an error if it is unavailable."""
        with self.lock:
            if self.native is None or self.native.engine.walking:
                from lasker.backends.c import (
                    Native,
                )  # imported late: the code generator is slow to import

                self.native = NativeGame(self._game, Native(self._game, frozenset(), listing=True))
            return self.native

    def playing(self, games: float) -> Native:
        """Native code for playouts: move lists on bitboards, or for few games walking code, which plays the
        same games and is compiled in a fraction of the time."""
        with self.lock:
            self._walked += games
            if self.native is not None and self.native.engine.walking and self._walked <= FEW:
                return self.native.engine
            if self.native is None and self._walked <= FEW:
                from lasker.backends.c import Native, lists_are_stored

                if self._walk is None and not lists_are_stored(self._game):
                    self._walk = Native(self._game, frozenset(), walking=True)
                if self._walk is not None:
                    return self._walk
            return self.compile().engine.listing


_known: WeakKeyDictionary[Game, Readiness] = WeakKeyDictionary()


def readiness(game: Game) -> Readiness:
    """The shared compilation state of a game."""
    return _known.get(game) or _known.setdefault(game, Readiness(game))


def _renew() -> None:
    for each in list(_known.values()):
        each.reset()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
