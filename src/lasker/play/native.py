"""Positions on native code: packed nodes, equal to the reference's, and what is told of packed positions.

Squares, labels and texts are computed on access. The texts of labels are memoised, since a game has finitely
many.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from lasker.algebra.meaning import Chosen, Configuration
from lasker.kernel.errors import LaskerError
from lasker.kernel.immutable import lazy
from lasker.model.game import Ending, Game
from lasker.model.position import Node, Outcome, Step
from lasker.notation.native_names import notation_table
from lasker.play.packed_positions import TURN, Layout

if TYPE_CHECKING:
    from lasker.backends.c import Native

TOLD = 46  # adjudications that fit into an answer about ends


class NativeGame(Layout):
    """A compiled game, with memoised texts and labels."""

    def __init__(self, game: Game, engine: Native) -> None:
        super().__init__(game)
        self.engine, self.size = engine, engine.size
        self.moves_of, self.lead, self.label_size = engine.moves_of, engine.lead, engine.label
        self._taken, self._put_back = engine.taken, engine.put_back
        self.texts: dict[bytes, str] = {}
        self._labels: dict[bytes, tuple[Chosen, ...]] = {}
        self._numbers = {id(rule): number for number, rule in enumerate(game.adjudications)}
        self.lists_all = not game.forbids_repetition
        self._silent = len(game.adjudications) > TOLD  # about ends, as not all fit into an answer
        table = notation_table(game)
        self._notation = table and engine.notation(table.numbers, table.offsets, table.texts)
        self._faults = len(game.faults)
        self.check = -1 if game.checking is None else self._faults

    def pack(self, node: Node) -> bytes:
        """A position in the engine's packed format."""
        return node.packed if isinstance(node, PackedNode) else super().pack(node)

    def packed(self, node: Node) -> PackedNode:
        """The position as a packed node."""
        found = PackedNode(self, self.pack(node), node.ply)
        found.configuration = node.configuration
        return found

    def node(self, packed: bytes, ply: int) -> PackedNode:
        """The node of a packed position."""
        return PackedNode(self, packed, ply)

    def after(self, packed: bytes, number: int) -> bytes:
        """The packed position after one move, by its number."""
        machine = self._taken()
        try:
            found = machine.after(packed, number)
        finally:
            self._put_back(machine)
        if found is None:
            _, afters = self.moves_of(packed, 1)
            assert afters is not None
            found = afters[number * self.size : (number + 1) * self.size]
        return found

    def find(self, packed: bytes, text: str, gone: Collection[bytes] = ()) -> tuple[int, bytes] | None:
        """The number of the move with a text, in coordinates or algebraic notation without signs, and the
        position after it; None if the text must be read in another way. No move leads to a position that is
        `gone`, in the form of `form`."""
        if self._notation is None:
            return None
        machine = self._taken()
        try:
            return machine.find(self._notation, packed, text.encode("utf-8", "replace"), gone)
        finally:
            self._put_back(machine)

    def san(self, packed: bytes, number: int, gone: Collection[bytes] = ()) -> str | None:
        """A move in algebraic notation; None if it must be written in another way."""
        if self._notation is None:
            return None
        machine = self._taken()
        try:
            found = machine.san(self._notation, packed, number, self.check, gone)
        finally:
            self._put_back(machine)
        return None if found is None else self._signed(*found)

    def find_and_write(
        self, packed: bytes, text: str, gone: Collection[bytes] = ()
    ) -> tuple[int, bytes, str | None] | None:
        """As `find`, and the move in algebraic notation, if native code can write it."""
        if self._notation is None:
            return None
        machine, encoded = self._taken(), text.encode("utf-8", "replace")
        try:
            found = machine.find_and_write(self._notation, packed, encoded, self.check, gone)
        finally:
            self._put_back(machine)
        if found is None:
            return None
        number, after, san = found
        return number, after, None if san is None else self._signed(*san)

    def read_line(self, packed: bytes, texts: Sequence[str]) -> Iterator[tuple[int, bytes, str]]:
        """What `find_and_write` says of moves that follow each other, as far as it knows; the text of a move
        that must be written in another way is empty."""
        joined = "\0".join([*texts, ""]).encode("utf-8", "replace")
        if self._notation is None or joined.count(b"\0") != len(texts):
            return
        machine = self._taken()
        try:
            numbers, afters, lines = machine.read_line(
                self._notation, packed, joined, len(texts), self.check, self._deciding
            )
        finally:
            self._put_back(machine)
        size = self.size
        for number, at, san in zip(numbers, range(0, len(afters), size), lines.split("\n"), strict=False):
            yield number, afters[at : at + size], san

    def write_line(self, positions: Sequence[bytes], numbers: list[int]) -> list[str]:
        """Moves in algebraic notation, by the position before each and its number, which is negative where it
        is not known; empty texts for those that must be written in another way."""
        if self._notation is None:
            return [""] * len(numbers)
        machine, joined = self._taken(), b"".join(positions)
        try:
            lines = machine.write_line(self._notation, joined, numbers, self.check, self._deciding)
        finally:
            self._put_back(machine)
        return lines.split("\n")[:-1]

    def _signed(self, text: str, rule: int, check: int) -> str:
        if rule and self._decides[rule - 1]:
            return text + "#"
        return text + "+" if check else text

    @lazy
    def _decides(self) -> list[bool]:
        """By rule that ends the game: does somebody win by it?"""
        return [len(set(self.outcome(0, n, rule).payoffs)) > 1 for n, rule in enumerate(self.game.endings)]

    @lazy
    def _deciding(self) -> bytes:
        """The same for native code."""
        return bytes([*self._decides, 0])

    def ends(self, packed: bytes) -> int | None:
        """The rule that ends the game, from 1, or 0; from bit 16 on, the adjudications whose tests hold. None
        if it must be found in another way."""
        if self._silent or (self.has_chance and self.states[self.turn(packed)].by_chance):
            return None
        machine = self._taken()
        try:
            found: int = machine.ends(packed)
        finally:
            self._put_back(machine)
        if found < 0:
            raise machine.error(-found)
        return found

    def in_check(self, packed: bytes) -> bool:
        """Is the player to move in check, by the definition of the rules?"""
        return self.engine.use(lambda machine: machine.asked(packed, self.check, self.check + 1)) >= 0

    def faults(self, packed: bytes) -> tuple[str, ...]:
        """Why this is no position of the game, item by item."""
        found: list[str] = []
        first = 0
        while (first := self.engine.use(lambda machine: machine.asked(packed, first, self._faults))) >= 0:  # noqa: B023
            found.append(self.game.faults[first].reason)
            first += 1
        return tuple(found)

    def set_up(self, packed: bytes) -> bytes | None:
        """A position as it is set up, settled; None if it is no position of the game."""
        machine = self._taken()
        try:
            found = machine.settled(packed)
            return found if machine.asked(found, 0, self._faults) < 0 else None
        except LaskerError:  # the reference says what is wrong
            return None
        finally:
            self._put_back(machine)

    def outcome_of(self, packed: bytes) -> Outcome | None:
        """The outcome of a packed position, if a rule ends the game there."""
        rule = self.engine.verdict_of(packed)
        return None if rule < 0 else self.outcome(self.turn(packed), rule, self.game.endings[rule])

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

    def step(self, node: Node, packed_label: bytes, after: bytes) -> Step:
        """The model's step of a move from a node."""
        before = self.pack(node)
        there = PackedNode(self, after, node.ply + self.plies_between(before, after))
        return Step(self.label(packed_label), there)

    def steps(self, node: Node) -> tuple[Step, ...]:
        """The model's steps of all moves from a node."""
        labels, afters = self.moves_of(self.pack(node), 1)
        assert afters is not None
        size, label = self.size, self.label_size
        return tuple(
            self.step(node, labels[at * label : (at + 1) * label], afters[at * size : (at + 1) * size])
            for at in range(len(labels) // label)
        )

    def spelling(self, packed: bytes, state: str) -> list[bytes]:
        """The texts that the hash of a position is computed from: turn, pieces, counters."""
        spelled, board = self._spellings, self.board(packed)
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
        self.turn_number = int.from_bytes(packed[:TURN], sys.byteorder)
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

    @lazy
    def faults(self) -> tuple[str, ...]:
        """Why this is no position of the game, item by item."""
        return self.native.faults(self.packed)

    def meets(self, ending: Ending) -> bool:
        """Does the test of an ending hold here? Where chance moves none does."""
        known = self.native.meets(self.packed, ending)
        return super().meets(ending) if known is None else known

    @lazy
    def outcome(self) -> Outcome | None:
        """The outcome, if a rule of the game ends it here."""
        return self.native.outcome_of(self.packed)

    @lazy
    def steps(self) -> tuple[Step, ...]:
        """Every legal move, ordered by its label; none when the game is over."""
        if self.state.by_chance:
            return super().steps
        return self.native.steps(self)
