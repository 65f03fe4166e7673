"""Batches of positions as NumPy arrays: legal-action masks, steps, payoffs.

An action is a number: the rank of a move's label among all labels that the game can ever have, so that it
means the same in every position. NumPy is needed only here: pip install 'lasker[arrays]'.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lasker.algebra.meaning import Chosen
from lasker.kernel.errors import IllegalMove, NativeError
from lasker.model.game import NOBODY
from lasker.model.position import Label
from lasker.play.game import Game, Position
from lasker.play.move import Move
from lasker.play.native import NativeGame, PackedNode

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray


class Batch:
    """Positions of one game, evaluated and stepped together.

    >>> from lasker.play.game import load
    >>> batch = Batch.starts(load("tictactoe"), 1000)
    >>> batch.legal.shape, int(batch.legal.sum())
    ((1000, 18), 9000)
    >>> corner, middle = batch.action("a1"), batch.action("b2")
    >>> after = batch.step([corner] * 500 + [middle] * 500)
    >>> int(after.legal.sum()), int(after.players[0]), bool(after.over.any())
    (8000, 1, False)
    >>> after[999].fen
    '3/1X1/3 o 1'
    """

    def __init__(
        self, game: Game, packed: NDArray[numpy.uint8], plies: NDArray[numpy.int32] | None = None
    ) -> None:
        self.game, self.packed = game, packed
        self._native: NativeGame = game.readiness.compile()
        self.plies = _numpy().zeros(len(packed), "int32") if plies is None else plies

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Batch:
        """A batch of positions of one game."""
        np = _numpy()
        if not positions:
            raise IllegalMove("a batch needs at least one position")
        native = positions[0].game.readiness.compile()
        rows = b"".join(native.pack(position.node) for position in positions)
        packed = np.frombuffer(rows, np.uint8).reshape(len(positions), -1).copy()
        return cls(
            positions[0].game, packed, np.array([position.node.ply for position in positions], "int32")
        )

    @classmethod
    def starts(cls, game: Game, size: int) -> Batch:
        """A batch of copies of the start position."""
        one = cls.of([game.start()])
        return cls(game, _numpy().repeat(one.packed, size, axis=0), _numpy().repeat(one.plies, size))

    def __reduce__(self) -> tuple[object, ...]:
        return Batch, (self.game, self.packed, self.plies)

    def __len__(self) -> int:
        return len(self.packed)

    def __getitem__(self, at: int) -> Position:
        """One of the positions, without its history."""
        node = PackedNode(self._native, self.packed[at].tobytes(), int(self.plies[at]))
        return Position(node, self.game)

    @property
    def legal(self) -> NDArray[numpy.bool_]:
        """The legal-action mask: a row for each position, all False where the game is over."""
        np = _numpy()
        found = np.zeros((len(self), len(labels(self._native))), np.uint8)
        failed_at = self._native.engine.listing.legal(self.packed, found)
        if failed_at < len(self):
            raise NativeError(f"position {failed_at} has moves that have no number")
        marks: NDArray[numpy.bool_] = found.view(np.bool_)
        return marks

    def step(self, chosen: Iterable[int]) -> Batch:
        """The positions after one legal action each."""
        np = _numpy()
        numbers = np.ascontiguousarray(list(chosen) if not hasattr(chosen, "shape") else chosen, np.int64)
        if numbers.shape != (len(self),):
            raise IllegalMove(f"{len(self)} actions are needed, and {numbers.size} are given")
        after = np.empty_like(self.packed)
        failed_at = self._native.engine.listing.step(self.packed, numbers, after)
        if failed_at < len(self):
            raise IllegalMove(f"action {numbers[failed_at]} is not legal in position {failed_at}")
        return Batch(
            self.game, after, self.plies + self._between[self._turns, Batch(self.game, after)._turns]
        )

    @property
    def _turns(self) -> NDArray[numpy.int32]:
        """The state number of each position."""
        found: NDArray[numpy.int32] = self.packed[:, :4].copy().view("int32")[:, 0]
        return found

    @property
    def _between(self) -> NDArray[numpy.int32]:
        """The number of plies of a move, by the states before and after it."""
        names = [state.name for state in self._native.states]
        found: NDArray[numpy.int32] = _numpy().array(
            [[self._native.plies(before, after) for after in names] for before in names], "int32"
        )
        return found

    @property
    def rules(self) -> NDArray[numpy.int32]:
        """The number of the rule that ended the game at each position, or -1. Adjudications need the history,
        so they do not apply here."""
        found: NDArray[numpy.int32] = _numpy().empty(len(self), "int32")
        self._native.engine.listing.ended(self.packed, found)
        return found

    @property
    def over(self) -> NDArray[numpy.bool_]:
        """Has a rule ended the game, for each position?"""
        return self.rules >= 0

    @property
    def payoffs(self) -> NDArray[numpy.float64]:
        """The payoffs of each player at each position; NaN where the game is not over."""
        np = _numpy()
        found: NDArray[numpy.float64] = np.full((len(self), len(self.game.players)), np.nan)
        for at, rule in enumerate(self.rules):
            if rule >= 0:
                there = PackedNode(self._native, self.packed[at].tobytes(), 0)
                found[at] = [float(each) for each in there.payoffs(self.game.model.endings[rule].result)]
        return found

    @property
    def players(self) -> NDArray[numpy.int32]:
        """The number of the player to move at each position, or -1 for chance."""
        players = [NOBODY if state.by_chance else state.player for state in self._native.states]
        found: NDArray[numpy.int32] = _numpy().array(players, "int32")[_turns(self.packed)]
        return found

    @property
    def boards(self) -> NDArray[numpy.uint16]:
        """The content of each square at each position, as a number."""
        sites = len(self.game.model.space.sites)
        return self.packed[:, -2 * sites :].copy().view(_numpy().uint16)

    def action(self, move: Move | str, at: int = 0) -> int:
        """The action number of a legal move at one of the positions."""
        return labels(self._native)[self[at].read(move).step.label]

    def move(self, action: int, at: int = 0) -> Move:
        """The legal move of an action number at one of the positions."""
        numbers = labels(self._native)
        for move in self[at].moves:
            if numbers[move.step.label] == action:
                return move
        raise IllegalMove(f"action {action} is not legal in position {at}")


def _turns(packed: NDArray[numpy.uint8]) -> NDArray[numpy.int32]:
    """The state number of each position."""
    found: NDArray[numpy.int32] = packed[:, :4].copy().view("int32")[:, 0]
    return found


def labels(native: NativeGame) -> dict[Label, int]:
    """The action number of every label that moves of a game can have."""
    if native.actions is None:
        native.actions = {
            (Chosen(*each),): number for number, each in enumerate(native.engine.listing.actions())
        }
    if not native.actions:
        raise NativeError(
            f"the moves of {native.game.title} are not numbered: their labels are more than two squares",
            remedy="play its positions one by one",
        )
    return native.actions


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise NativeError("arrays need NumPy", remedy="pip install 'lasker[arrays]'") from None
    return numpy
