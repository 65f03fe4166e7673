"""What the evaluator of bit programs works on: the variables of blocks, addresses, and copies of boards."""

from __future__ import annotations

from typing import Any

from lasker.compiler.bits.language import ConstantTable
from lasker.kernel.dataclass import dataclass


class Frame:
    """The variables of a block; those of the enclosing blocks are visible too."""

    __slots__ = ("around", "values")

    def __init__(self, around: Frame | None = None) -> None:
        self.around, self.values = around, dict[str, Any]()

    def of(self, name: str) -> Frame | None:
        """The block that declares a variable."""
        frame: Frame | None = self
        while frame is not None and name not in frame.values:
            frame = frame.around
        return frame


@dataclass
class Variable:
    """The address of a variable."""

    frame: Frame
    name: str

    @property
    def value(self) -> Any:
        """Its value."""
        return self.frame.values[self.name]

    @value.setter
    def value(self, value: Any) -> None:
        self.frame.values[self.name] = value


@dataclass(frozen=True)
class RowOf:
    """The address of a row of a table."""

    table: ConstantTable
    number: int

    def __add__(self, more: int) -> RowOf:
        return RowOf(self.table, self.number + more)

    def __sub__(self, table: ConstantTable) -> int:
        return self.number


def copied(board: dict[str, Any]) -> dict[str, Any]:
    """A board of its own; the counters are the only field that is changed in place.

    >>> board = {"men": 3, "counter": [0]}
    >>> copied(board)["counter"].append(1)
    >>> board
    {'men': 3, 'counter': [0]}
    """
    return {name: held.copy() if isinstance(held, list) else held for name, held in board.items()}
