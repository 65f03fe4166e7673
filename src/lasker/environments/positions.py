"""The positions of a batch, as values that users hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from lasker.environments.elements import Elements
from lasker.play.game import Position


class Positions(Sequence[Position]):
    """The positions of a batch, made when they are asked for."""

    def __init__(self, elements: Elements) -> None:
        self._elements = elements

    def __len__(self) -> int:
        return self._elements.rows.size

    @overload
    def __getitem__(self, at: int) -> Position: ...
    @overload
    def __getitem__(self, at: slice) -> list[Position]: ...
    def __getitem__(self, at: int | slice) -> Position | list[Position]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(f"there are {len(self)} elements")
        return self._elements.position(at % len(self))
