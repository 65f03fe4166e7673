"""Lists of legal moves: on native code as bytes, of which moves, texts and successors are made on access."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from lasker.kernel.errors import IllegalMove, NotationError
from lasker.model.position import Node, Step
from lasker.notation.coordinates import may_be_called, move_text, move_texts
from lasker.notation.san import san
from lasker.notation.san_reader import AmbiguousMove, parse_san
from lasker.play.move import Move
from lasker.play.native import NativeGame

_new = object.__new__


class Listed(tuple[Move, ...]):
    """The legal moves of a position as a tuple; `in` and `index` also accept text.

    >>> from lasker.play.game import load
    >>> moves = load("chess").start().moves
    >>> "e2e4" in moves, "Nf3" in moves, moves[0] in moves, "e2e5" in moves, moves.index("Nf3")
    (True, True, True, False, 2)
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

    def index(self, move: object, *bounds: Any) -> int:
        """The number of a move, or of its text."""
        return super().index(_meant(self.node, self, move), *bounds)


def _meant(node: Node, moves: Sequence[Move], move: object) -> Any:
    """The move that a text means; what is no text, as it is. ValueError if it means none of these moves."""
    if not isinstance(move, str):
        return move
    steps = tuple(each.step for each in moves)
    try:
        texts = [each.text for each in moves]
        return moves[texts.index(move) if move in texts else steps.index(parse_san(node, move, steps))]
    except (IllegalMove, NotationError):
        raise ValueError(f"{move} is not among these moves") from None


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
    """The legal moves of a position, ordered by label, without those to positions that are `gone`."""

    __slots__ = ("_afters", "_labels", "_list", "_native", "_numbers", "_played", "_ply", "_texts", "packed")

    def __init__(self, native: NativeGame, packed: bytes, ply: int, gone: set[bytes] | None = None) -> None:
        self._native, self.packed, self._ply = native, packed, ply
        self._labels, self._afters = native.moves_of(packed, 1 if gone else native.lead)
        self._list: list[Move] | None = None
        self._texts: list[str] | None = None
        self._numbers: list[int] | None = None  # of the moves among those that native code lists, if fewer
        self._played = False
        if gone:
            self._leave_out(gone)

    def _leave_out(self, gone: set[bytes]) -> None:
        native, afters, size, label = self._native, self._afters, self._native.size, self._native.label_size
        assert afters is not None
        apart = [afters[at : at + size] for at in range(0, len(afters), size)]
        form = native.form
        if gone.isdisjoint([form(after) for after in apart]):
            return
        self._numbers = [at for at, after in enumerate(apart) if form(after) not in gone]
        self._afters = b"".join([apart[at] for at in self._numbers])
        self._labels = b"".join([self._labels[at * label : (at + 1) * label] for at in self._numbers])

    def number(self, at: int) -> int:
        """The number of a move among those that native code lists."""
        return at if self._numbers is None else self._numbers[at]

    def numbered(self, number: int) -> Move:
        """The move with that number."""
        return self[number if self._numbers is None else self._numbers.index(number)]

    def __len__(self) -> int:
        return len(self._labels) // self._native.label_size

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves | tuple) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return Listed, (self.node, tuple(self))

    def __contains__(self, move: object) -> bool:
        return is_legal(self.node, self._all(), move)

    def index(self, move: object, *bounds: Any) -> int:
        """The number of a move, or of its text."""
        return self._all().index(_meant(self.node, self._all(), move), *bounds)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, at: int | slice) -> Move | tuple[Move, ...]:
        if isinstance(at, slice):
            return tuple(self._all()[at])
        size = len(self)
        if not -size <= at < size:
            raise IndexError(f"there are {size} moves")
        return Move(self, at % size) if self._list is None else self._list[at]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._all())

    def _all(self) -> list[Move]:
        if self._list is None:
            self._list = found = []
            for at in range(len(self)):  # faster than calling the class
                move = _new(Move)
                move._among, move._at = self, at
                found.append(move)
        return self._list

    def text(self, at: int) -> str:
        """The text of a number, in coordinates."""
        return (self._texts or self.texts())[at]

    def texts(self) -> list[str]:
        """The texts of all moves, in coordinates."""
        game = self._native.game
        if self._texts is None and game.callings and may_be_called(game, self.node.state):
            self._texts = move_texts(self.node, self.steps())
        if self._texts is None:
            known, labels, size = self._native.texts, self._labels, self._native.label_size
            apart = [labels[at : at + size] for at in range(0, len(labels), size)]
            try:
                texts = [known[label] for label in apart]
            except KeyError:
                for label in apart:
                    known[label] = move_text(self.node, self._native.label(label))
                texts = [known[label] for label in apart]
            self._texts = texts if len(set(texts)) == len(texts) else move_texts(self.node, self.steps())
        return self._texts

    def san(self, at: int) -> str:
        """The text of a number, in algebraic notation."""
        found = self._native.san(self.packed, at) if self._numbers is None else None
        if found is None:
            steps = self.steps()
            return san(self.node, steps[at], steps)
        return found

    def find(self, text: str) -> Move | None:
        """The move with a text in coordinates, if there is one."""
        texts = self.texts()
        return self[texts.index(text)] if text in texts else None

    @property
    def node(self) -> Node:
        """The node whose moves these are."""
        return self._native.node(self.packed, self._ply)

    def after(self, at: int) -> bytes:
        """The packed position after a move. The first is made alone, and then all others together."""
        size = self._native.size
        if self._afters is None:
            if not self._played:
                self._played = True
                return self._native.after(self.packed, at)
            _, self._afters = self._native.moves_of(self.packed, 1)
            assert self._afters is not None
        return self._afters[at * size : (at + 1) * size]

    def step(self, at: int) -> Step:
        """The model's step of a move, by its number."""
        size = self._native.label_size
        return self._native.step(self.node, self._labels[at * size : (at + 1) * size], self.after(at))

    def steps(self) -> tuple[Step, ...]:
        """The model's steps of all moves."""
        self._played = True
        return tuple([self.step(at) for at in range(len(self))])
