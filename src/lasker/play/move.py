"""Move: the text of a legal move and, lazily, its squares, captures and successor."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, Unpack

from lasker.model.position import Node, Step
from lasker.notation.coordinates import move_texts
from lasker.notation.san import san
from lasker.play.pieces import Piece, captures_between, piece_of

if TYPE_CHECKING:
    from lasker.drawing.boards.board_svg import BoardOptions

ONE = Fraction(1)


class MoveList(Protocol):
    """The legal moves of a node, whose texts and steps may be computed on access."""

    @property
    def node(self) -> Node:
        """The node whose moves these are."""

    def text(self, at: int) -> str:
        """The text of a number, in coordinates."""

    def san(self, at: int) -> str:
        """The text of a number, in algebraic notation."""

    def step(self, at: int) -> Step:
        """The step of a number."""


class Steps:
    """The legal moves of a node whose steps are known."""

    __slots__ = ("_steps", "_texts", "node")

    def __init__(self, node: Node, steps: tuple[Step, ...]) -> None:
        self.node, self._steps, self._texts = node, steps, move_texts(node, steps)

    def __len__(self) -> int:
        return len(self._steps)

    def text(self, at: int) -> str:
        """The text of a number, in coordinates."""
        return self._texts[at]

    def san(self, at: int) -> str:
        """The text of a number, in algebraic notation."""
        return san(self.node, self._steps[at], self._steps)

    def step(self, at: int) -> Step:
        """The step of a number."""
        return self._steps[at]


class SingleStep:
    """One legal move of a node; the others are computed if they are asked for."""

    __slots__ = ("_step", "_text", "node")

    def __init__(self, node: Node, text: str, step: Step) -> None:
        self.node, self._text, self._step = node, text, step

    def text(self, _: int) -> str:
        """The text, whatever the number."""
        return self._text

    def san(self, _: int) -> str:
        """The text in algebraic notation."""
        return san(self.node, self._step)

    def step(self, _: int) -> Step:
        """The step, whatever the number."""
        return self._step


class Move:
    """A legal move: `str(move)` is its text, and `position.play(move)` the position it leads to.

    >>> from lasker.play.game import load
    >>> position = load("chess").start()
    >>> position.moves[0], position.play(position.moves[0]).turn
    (Move('b1a3'), 'black')
    >>> here = load("chess").position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    >>> move = here.read("exd5")
    >>> move.origin, move.target, move.piece.name, move.captures["d5"].player, move.san
    ('e4', 'd5', 'pawn', 'black', 'exd5')
    """

    __slots__ = ("_among", "_at")

    def __init__(self, among: MoveList, at: int = 0) -> None:
        self._among, self._at = among, at

    @property
    def text(self) -> str:
        """The move in coordinates, disambiguated among the moves of its position."""
        return self._among.text(self._at)

    @property
    def step(self) -> Step:
        """The model's step: its label, and the node after it."""
        return self._among.step(self._at)

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.text, self._among.node, self.step)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return False
        if self._among is other._among:
            return self._at == other._at
        return self.text == other.text and self.step == other.step

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def probability(self) -> Fraction:
        """The probability of a chance move; 1 for a player's move."""
        return self.step.probability if self._among.node.state.by_chance else ONE

    @property
    def origin(self) -> str | None:
        """The square that the piece comes from; None where a piece is dropped or none moves. A move of
        several parts (`e2e4,e4d3`) has the origin and the target of the first."""
        label, node = self.step.label, self._among.node
        if not label or not node.game.rules.vocabulary.symbol(node.configuration.board[label[0].start]):
            return None
        return node.game.space.label(label[0].start)

    @property
    def target(self) -> str | None:
        """The square that the piece goes to; None for a move without squares, as a pass."""
        label = self.step.label
        return self._among.node.game.space.label(label[0].end) if label else None

    @property
    def piece(self) -> Piece | None:
        """The piece that moves or is dropped; None where no piece does."""
        label, node = self.step.label, self._among.node
        if not label:
            return None
        there = piece_of(node.game, node.configuration.board[label[0].start])
        return there or piece_of(node.game, self.step.after.configuration.board[label[0].end])

    @property
    def captures(self) -> dict[str, Piece]:
        """The pieces that leave the board or become others, by square; not the piece that moves, and not
        pieces that are only displaced."""
        node, step = self._among.node, self.step
        return captures_between(
            node.game,
            node.configuration.board,
            step.after.configuration.board,
            step.label,
        )

    @property
    def san(self) -> str:
        """The move in standard algebraic notation: `Nf3`, `exd6`, `O-O`, `Qxf7#`."""
        return self._among.san(self._at)

    def svg(self, **options: Unpack[BoardOptions]) -> str:
        """The move as a picture: arrows on the position before it, and the squares of what it takes."""
        from lasker.play.pictures import step_svg  # imported late: seldom needed

        return step_svg(self._among.node, self.step, list(self.captures), **options)

    def _repr_svg_(self) -> str:
        return self.svg()


def restored(text: str, node: Node, step: Step) -> Move:
    """A move from its pickled form."""
    return Move(SingleStep(node, text, step))
