"""Positions on native code: the same answers as the reference, in microseconds, once a game is compiled.

Positions are packed numbers here, and what people read of them is made when it is read: squares, labels,
texts. Texts of labels are remembered, for a game has only so many.
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
from lasker.model.position import Label, Node, Outcome, Step
from lasker.notation.coordinates import move_text, move_texts
from lasker.notation.san_reader import AmbiguousMove, parse_san
from lasker.play.move import Move

if TYPE_CHECKING:
    from lasker.backends.c import Native

PATIENCE = 0.5  # seconds of the reference's time from which native code is worth its making
FEW = 200  # random games up to which lists of moves are not worth their compiling
SWITCH = "LASKER_BACKEND"  # `reference` if positions are to stay with the reference


class NativeGame:
    """A game in machine code, and what is remembered of it."""

    def __init__(self, game: Game, engine: Native) -> None:
        self.game, self.engine = game, engine
        self.moves_of, self.lead, self.label_size = engine.moves_of, engine.lead, engine.label
        self.states = list(game.states.values())
        self.texts: dict[bytes, str] = {}
        self.actions: dict[Label, int] | None = None  # every label there can be, once somebody has asked
        self._labels: dict[bytes, tuple[Chosen, ...]] = {}
        self._plies: dict[tuple[str, str], int] = {}
        self._outcomes: dict[tuple[int, int], Outcome] = {}
        self._numbers = {id(rule): number for number, rule in enumerate(game.adjudications)}
        counters = list(game.rules.vocabulary.counters.values())
        self._board = 4 + 4 * len(counters)
        self._keyed = [4 + 4 * slot for slot, counter in enumerate(counters) if counter.keyed]
        self._all_keyed = len(self._keyed) == len(counters)

    def pack(self, node: Node) -> bytes:
        """A position as the engine takes it."""
        return node.packed if isinstance(node, PackedNode) else self.engine.pack(position(node))

    def packed(self, node: Node) -> PackedNode:
        """The same position, packed once for all that will be asked."""
        found = PackedNode(self, self.pack(node), node.ply)
        found.configuration = node.configuration
        return found

    def key(self, packed: bytes) -> bytes:
        """What makes a position a repetition: everything but the counters that are not keyed."""
        if self._all_keyed:
            return packed
        counters = b"".join([packed[at : at + 4] for at in self._keyed])
        return packed[:4] + counters + packed[self._board :]

    def counters(self, packed: bytes) -> tuple[int, ...]:
        """The counters of a packed position."""
        return tuple(memoryview(packed)[4 : self._board].cast("i"))

    def outcome(self, packed: bytes, state: int) -> Outcome | None:
        """How the game has ended, if a rule of the game ends it here."""
        rule = self.engine.verdict_of(packed)
        if rule < 0:
            return None
        if (state, rule) not in self._outcomes:
            there = Node(self.game, Configuration(()), self.states[state])
            ending = self.game.endings[rule]
            self._outcomes[state, rule] = Outcome(there.payoffs(ending.result), ending.reason)
        return self._outcomes[state, rule]

    def meets(self, packed: bytes, rule: Ending) -> bool | None:
        """Does the test of an adjudication hold? None if it is none."""
        number = self._numbers.get(id(rule))
        return None if number is None else self.engine.adjudged_of(packed, number)

    def label(self, told: bytes) -> tuple[Chosen, ...]:
        """A label as the model knows it; the same label is the same object."""
        if told not in self._labels:
            (notes,) = self.engine.notes(told)
            self._labels[told] = tuple(Chosen(*note) for note in notes)
        return self._labels[told]

    def plies(self, before: str, after: str) -> int:
        """How many plies a move counts for that leads from one state to another."""
        if (before, after) not in self._plies:
            self._plies[before, after] = self.game.plies_between(before, after)
        return self._plies[before, after]

    def spelling(self, packed: bytes, state: str) -> list[bytes]:
        """What the hash of a position is made of: its turn, its pieces, its counters."""
        spelled, board = self._spelled, memoryview(packed)[self._board :].cast("H")
        pieces = [spelled[site][content] for site, content in enumerate(board) if content]
        keyed = [int.from_bytes(packed[at : at + 4], sys.byteorder, signed=True) for at in self._keyed]
        return [state.encode(), *pieces, *(str(value).encode() for value in keyed)]

    @lazy
    def _spelled(self) -> tuple[tuple[bytes, ...], ...]:
        """For every square and every content: how the hash spells it."""
        vocabulary, space = self.game.rules.vocabulary, self.game.space
        shown = [vocabulary.show(content) for content in range(vocabulary.size)]
        names = [space.label(site) for site in range(len(space.sites))]
        return tuple(tuple(f"{name}={text}".encode() for text in shown) for name in names)


class PackedNode(Node):
    """A position whose squares are unpacked when somebody looks at them."""

    def __init__(self, quick: NativeGame, packed: bytes, ply: int) -> None:
        self.game, self.quick, self.packed, self.ply = quick.game, quick, packed, ply
        self.turn_number = int.from_bytes(packed[:4], sys.byteorder)
        self.state = quick.states[self.turn_number]

    def __getattr__(self, name: str) -> Any:  # only asked for what is not there yet
        if name != "configuration":
            raise AttributeError(name)
        _, board, counters = self.quick.engine.unpack(self.packed)
        self.configuration = Configuration(board, (), counters)
        return self.configuration

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PackedNode) and other.quick is self.quick:
            return self.packed == other.packed and self.number == other.number
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.hash, self.number, self.quick.counters(self.packed)))

    def repeats(self, other: Node) -> bool:
        """Is this the same position for the rules about repetition?"""
        if isinstance(other, PackedNode) and other.quick is self.quick:
            return self.packed_key == other.packed_key
        return super().repeats(other)

    @lazy
    def packed_key(self) -> bytes:
        """The key, packed: it is compared with the whole past again and again."""
        return self.quick.key(self.packed)

    @lazy
    def hash(self) -> int:
        """The 64-bit hash of the key, the same on every machine and every backend."""
        text = b"\n".join(self.quick.spelling(self.packed, self.state.name))
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")

    def meets(self, ending: Ending) -> bool:
        """Does the test of an ending hold here? Where chance moves none does."""
        known = self.quick.meets(self.packed, ending)
        return super().meets(ending) if known is None else known

    @lazy
    def outcome(self) -> Outcome | None:
        """How the game has ended, if a rule of the game ends it here."""
        return self.quick.outcome(self.packed, self.turn_number)

    @lazy
    def steps(self) -> tuple[Step, ...]:
        """Every legal move, ordered by its label; none when the game is over."""
        if self.state.by_chance:
            return super().steps
        return Moves(self.quick, self).steps()


class Listed(tuple[Move, ...]):
    """The legal moves of a position, all told.

    >>> from lasker.play.game import load
    >>> moves = load("chess").start().moves
    >>> "e2e4" in moves, "Nf3" in moves, moves[0] in moves, "e2e5" in moves
    (True, True, True, False)
    """

    node: Node

    def __new__(cls, node: Node, moves: Iterable[Move]) -> Listed:
        """The moves of a position."""
        found = super().__new__(cls, moves)
        found.node = node
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self.node, tuple(self))

    def __contains__(self, move: object) -> bool:
        return meant(self.node, self, move)


def meant(node: Node, moves: Sequence[Move], move: object) -> bool:
    """Is a move legal here, told as such or by a text in coordinates or algebraic notation?"""
    if not isinstance(move, str):
        return any(each is move or each == move for each in moves)
    if any(each.text == move for each in moves):
        return True
    try:
        parse_san(node, move, tuple(each.step for each in moves))
    except AmbiguousMove:
        return True  # more than one is meant
    except (IllegalMove, NotationError):
        return False
    return True


class Moves(Sequence[Move]):
    """The legal moves of a position, in the order of their labels; what they are is told when it is asked."""

    __slots__ = ("_afters", "_labels", "_made", "_node", "_packed", "_quick", "_size", "_told")

    def __init__(self, quick: NativeGame, node: Node) -> None:
        self._quick, self._node, self._packed = quick, node, quick.pack(node)
        self._labels, self._afters = quick.moves_of(self._packed, quick.lead)
        self._size = len(self._labels) // quick.label_size
        self._told: list[str] | None = None
        self._made: list[Move] | None = None

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
        return meant(self._node, self._all(), move)

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
        if self._made is None:
            self._made = [Move(text, self, at) for at, text in enumerate(self._texts())]
        return self._made

    def _texts(self) -> list[str]:
        if self._told is None:
            known, labels, size = self._quick.texts, self._labels, self._quick.label_size
            apart = [labels[at : at + size] for at in range(0, len(labels), size)]
            try:
                texts = [known[label] for label in apart]
            except KeyError:
                for label in apart:
                    known[label] = move_text(self._node, self._quick.label(label))
                texts = [known[label] for label in apart]
            self._told = texts if len(set(texts)) == len(texts) else move_texts(self._node, self.steps())
        return self._told

    def holds(self, move: Move) -> bool:
        """Is it one of these very moves?"""
        return self._made is not None and any(move is each for each in self._made)

    def find(self, text: str) -> Move | None:
        """The move with a text, if there is one."""
        texts = self._texts()
        return self[texts.index(text)] if text in texts else None

    def step(self, at: int) -> Step:
        """A move as the model knows it."""
        node, quick, size = self._node, self._quick, self._quick.engine.size
        if self._afters is None:
            _, self._afters = quick.moves_of(self._packed, 1)
            assert self._afters is not None
        after = PackedNode(quick, self._afters[at * size : (at + 1) * size], 0)
        after.ply = node.ply + quick.plies(node.state.name, after.state.name)
        size = quick.label_size
        return Step(quick.label(self._labels[at * size : (at + 1) * size]), after)

    def steps(self) -> tuple[Step, ...]:
        """All of them."""
        return tuple([self.step(at) for at in range(self._size)])


def tell_refused(error: NativeError, instead: str) -> None:
    """Say what is used instead, if native code was made and found wrong; that there is none is no news."""
    from lasker.runtime.records import Distrusted  # where there is such an error it has been read

    if isinstance(error, Distrusted):
        warn(f"{error.message}; {instead}", RuntimeWarning, stacklevel=3)


class Readiness:
    """Whether a game has been compiled: at first positions ask the reference, and when that takes long
    native code is made beside it. Only one thread at a time makes it; the others wait for what it made."""

    def __init__(self, game: Game) -> None:
        self.quick: NativeGame | None = None
        self.thread: threading.Thread | None = None
        self._game, self._spent = game, 0.0
        self._walk: Native | None = None
        self._walked = 0.0  # random games that the walk has played
        self.renew()

    def renew(self) -> None:
        """Nobody is at work: at first, and in a process that was forked from one where somebody was."""
        self.lock = threading.RLock()
        self.opening = threading.Lock(), threading.Lock()  # of opponents, the whole and the walk: each once
        self._begun = os.environ.get(SWITCH, "") == "reference"

    def spent(self, seconds: float) -> None:
        """The reference has worked so long; if that is too long, native code is looked for."""
        self._spent += seconds
        if self._spent > PATIENCE and not self._begun:
            self._begun = True
            self.thread = threading.Thread(target=self._open, daemon=True)
            self.thread.start()

    def _open(self) -> None:
        try:
            with self.lock:
                if self.quick is None:
                    self.compile()
        except NativeError as error:
            tell_refused(error, "the reference goes on")
        except LaskerError:  # then too
            pass

    def compile(self) -> NativeGame:
        """Native code, now; an error if it cannot be had."""
        with self.lock:
            if self.quick is None or self.quick.engine.walking:
                from lasker.backends.c import (
                    Native,
                )  # reading the generator takes time that reading a game need not

                self.quick = NativeGame(self._game, Native(self._game, frozenset(), listing=True))
            return self.quick

    def playing(self, games: float) -> Native:
        """Native code for random games: lists of moves on bitboards, or for a few games the walk, which plays
        the same ones and is compiled in a fraction of the time."""
        with self.lock:
            self._walked += games
            if self.quick is not None and self.quick.engine.walking and self._walked <= FEW:
                return self.quick.engine
            if self.quick is None and self._walked <= FEW:
                from lasker.backends.c import Native, lists_are_stored

                if self._walk is None and not lists_are_stored(self._game):
                    self._walk = Native(self._game, frozenset(), walking=True)
                if self._walk is not None:
                    return self._walk
            return self.compile().engine.listing


_known: WeakKeyDictionary[Game, Readiness] = WeakKeyDictionary()


def readiness(game: Game) -> Readiness:
    """What is known of a game, the same for everybody who has it."""
    return _known.get(game) or _known.setdefault(game, Readiness(game))


def _renew() -> None:
    for each in list(_known.values()):
        each.renew()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
