"""The domain of an equality question: all boards of one kind, or the declared board."""

from __future__ import annotations

from lasker.algebra.contents import Vocabulary
from lasker.kernel.dataclass import dataclass
from lasker.space.board_kinds import BoardKind, Periods, periods_of
from lasker.space.compass import Compass
from lasker.space.space import Space


@dataclass(frozen=True)
class World:
    """All boards of a kind, or the declared board; their vocabulary; the budget of the search."""

    kind: BoardKind
    vocabulary: Vocabulary
    space: Space | None = None
    budget: int = 20_000

    @property
    def compass(self) -> Compass:
        """The compass of these boards."""
        return self.kind.compass

    def periods(self, reach: tuple[int, ...]) -> list[Periods] | None:
        """The lattices that represent these boards for moves of a given reach; None if there are none."""
        if self.space is None:
            return self.kind.periods(reach) if self.compass.origin else None
        declared = periods_of(self.space)
        return None if declared is None else [declared]
