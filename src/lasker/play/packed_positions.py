"""Positions as bytes: turn, counters and squares in the packed format of native code, also without such
code."""

from __future__ import annotations

import sys
from functools import cached_property

from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import NIL
from lasker.backends import position
from lasker.model.forbidden_repetition import ANY
from lasker.model.game import Ending, Game
from lasker.model.position import Node, Outcome
from lasker.notation.fen import fen
from lasker.notation.fen.field_tables import fast_fen
from lasker.runtime.packed import Packing

TURN, COUNT = 4, 4  # bytes of the turn, and of a counter
ENDINGS = 16  # bits of the rule that ends the game in an answer; the others are adjudications
RULE = (1 << ENDINGS) - 1  # the part of an answer that is the rule which ends the game


class Layout:
    """How the positions of a game are packed, and what can be read from the bytes alone.

    >>> from lasker.play.game import load
    >>> start = load("tictactoe").start()
    >>> layout = Layout(start.game.model)
    >>> packed = layout.pack(start.node)
    >>> len(packed), layout.turn(packed), layout.node(packed, 0).turn
    (22, 0, 'x')
    """

    def __init__(self, game: Game) -> None:
        self.game, self.packing = game, Packing(game)
        self.states = list(game.states.values())
        self.has_chance = any(state.by_chance for state in self.states)
        counters = list(game.rules.vocabulary.counters.values())
        self.board_at = TURN + COUNT * len(counters)  # where the squares begin
        self._keyed = [TURN + COUNT * slot for slot, counter in enumerate(counters) if counter.keyed]
        self._all_keyed = len(self._keyed) == len(counters)
        self._form = 0 if game.repetition.by_state else TURN  # where the form of a key begins
        self._counters, self._squares = slice(TURN, self.board_at), slice(self.board_at, None)
        automatic = self.adjudications[""]
        single = sum(1 << number for number, rule in automatic if not rule.repeated)
        # The bits of what native code says about ends that end the game whatever came before: a rule, or an
        # automatic adjudication that asks about one position.
        self.ending_bits = RULE | single << ENDINGS
        # The least number of occurrences that an automatic adjudication asks for; 0 if none does.
        self.least = min((rule.repeated for _, rule in automatic if rule.repeated), default=0)
        self._outcomes: dict[tuple[int, int], Outcome] = {}
        self._plies: dict[tuple[str, str], int] = {}
        self._between: dict[bytes, int] = {}

    def form(self, packed: bytes) -> bytes:
        """A position as it is looked up among those to which no move may lead: see `Repetition.form`."""
        return self.key(packed)[self._form :]

    def joined(self, state: int, key: bytes) -> bytes:
        """That form of the position with a state, or with any, and a key without the turn."""
        return key if state == ANY else state.to_bytes(TURN, sys.byteorder) + key

    def pack(self, node: Node) -> bytes:
        """A position as bytes."""
        return self.packing.pack(position(node))

    def node(self, packed: bytes, ply: int) -> Node:
        """The node of a packed position, for the reference evaluator."""
        turn, board, counters = self.packing.unpack(packed)
        return Node(self.game, Configuration(board, (), counters), self.states[turn], ply)

    def read(self, text: str) -> tuple[bytes, int] | None:
        """A usual FEN as a packed position that is not settled, and its number of plies; else None."""
        quick = fast_fen(self.game)
        found = None if quick is None else quick.read(text)
        if found is None:
            return None
        return self.packing.put_together(found.turn, found.board, found.counters), found.ply

    def write(self, packed: bytes, ply: int) -> str:
        """The FEN of a packed position."""
        quick = fast_fen(self.game)
        written = None if quick is None else quick.write(*self.packing.unpack(packed), ply)
        return fen.write(self.node(packed, ply)) if written is None else written

    def turn(self, packed: bytes) -> int:
        """The number of the state of a packed position."""
        return int.from_bytes(packed[:TURN], sys.byteorder)

    def plies(self, before: str, after: str) -> int:
        """The number of plies of a move from one state to another."""
        if (before, after) not in self._plies:
            self._plies[before, after] = self.game.plies_between(before, after)
        return self._plies[before, after]

    def plies_between(self, before: bytes, after: bytes) -> int:
        """The number of plies of a move from one packed position to another."""
        turns = before[:TURN] + after[:TURN]
        if turns not in self._between:
            names = (self.states[self.turn(packed)].name for packed in (before, after))
            self._between[turns] = self.plies(*names)
        return self._between[turns]

    def key(self, packed: bytes) -> bytes:
        """The repetition key of a packed position: everything but the counters that are not keyed."""
        if self._all_keyed:
            return packed
        counters = b"".join([packed[at : at + COUNT] for at in self._keyed])
        return packed[:TURN] + counters + packed[self.board_at :]

    def board(self, packed: bytes) -> memoryview[int]:
        """The contents of the squares of a packed position."""
        view = memoryview(packed)[self.board_at :]
        return view.cast("H") if self.packing.content == "H" else view.cast("I")

    def counters(self, packed: bytes) -> tuple[int, ...]:
        """The counters of a packed position."""
        return tuple(memoryview(packed)[TURN : self.board_at].cast("i"))

    @cached_property
    def adjudications(self) -> dict[str, list[tuple[int, Ending]]]:
        """The adjudications with their numbers, by manner."""
        found: dict[str, list[tuple[int, Ending]]] = {"": [], "claimed": [], "agreed": []}
        for number, rule in enumerate(self.game.adjudications):
            found.setdefault(rule.manner, []).append((number, rule))
        return found

    def tested(self, rule: Ending) -> bool:
        """Does an adjudication after repetitions ask anything of the positions between them?"""
        return any(test != NIL for test in rule.tests.values()) or len(rule.tests) < len(self.states)

    def hash(self, packed: bytes) -> int:
        """A hash of counters and squares for dictionaries: the same for games whose rules mean the same."""
        table = self._rank_table
        if table is None:
            return hash((packed[self._counters], *map(self._ranks.__getitem__, self.board(packed))))
        return hash(packed[self._counters] + packed[self._squares].translate(table))

    @cached_property
    def _ranks(self) -> tuple[int, ...]:
        """The numbers of contents in the order of their spellings, since texts that mean the same may number
        pieces and marks differently."""
        vocabulary = self.game.rules.vocabulary
        shown = [vocabulary.show(content) for content in range(1, vocabulary.size)]
        ranks = {text: rank for rank, text in enumerate(sorted(shown), start=1)}
        return 0, *(ranks[text] for text in shown)

    @cached_property
    def _rank_table(self) -> bytes | None:
        """The same as a table of bytes; None where contents do not fit into a byte."""
        return bytes(self._ranks).ljust(256, b"\0") if len(self._ranks) <= 256 else None

    def outcome(self, turn: int, number: int, rule: Ending) -> Outcome:
        """The outcome by a rule for the player to move; `number` tells the rules of a game apart."""
        found = self._outcomes.get((turn, number))
        if found is None:
            there = Node(self.game, Configuration(()), self.states[turn])
            found = self._outcomes[turn, number] = Outcome(there.payoffs(rule.result), rule.reason)
        return found
