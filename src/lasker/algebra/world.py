"""What a question of equality is about: every board of one kind, or the one board that is declared."""

from __future__ import annotations

from dataclasses import dataclass

from lasker.algebra.contents import Vocabulary
from lasker.space.compass import Compass
from lasker.space.kinds import Kind, Periods, periods_of
from lasker.space.space import Space


@dataclass(frozen=True)
class World:
    """All boards of a kind, or the declared board if there is one; their contents; the boards to try."""

    kind: Kind
    vocabulary: Vocabulary
    space: Space | None = None
    budget: int = 20_000

    @property
    def compass(self) -> Compass:
        """The compass of all these boards."""
        return self.kind.compass

    def periods(self, reach: tuple[int, ...]) -> list[Periods] | None:
        """The lattices that stand for all these boards, for moves that reach so far; None if none do."""
        if self.space is None:
            return self.kind.periods(reach) if self.compass.origin else None
        declared = periods_of(self.space)
        return None if declared is None else [declared]
