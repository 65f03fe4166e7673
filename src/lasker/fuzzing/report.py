"""The result of comparing backends: answers that agree, answers refused by a limit, and differences."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

REFERENCE = "reference"


@dataclass
class Report:
    """The answers of some engines about positions of a game; a position counts once for every engine.

    >>> report = Report("a game", Counter(c=0, python=0))
    >>> report.agree("c")
    >>> report.refuse("python", "more than 5 configurations")
    >>> report.agreed, report.skipped, report.problems
    (1, 1, ['a game on python: nothing was compared, 1 answer refused: more than 5 configurations'])
    """

    game: str
    answers: Counter[str]  # agreeing answers by engine
    refusals: Counter[tuple[str, str]] = field(default_factory=Counter)  # by engine and limit
    differences: list[str] = field(default_factory=list)
    positions: int = 0

    def agree(self, engine: str) -> None:
        """Count an answer that agrees with the reference."""
        self.answers[engine] += 1

    def refuse(self, engine: str, reason: str) -> None:
        """Count an answer that could not be compared, because a limit refused it."""
        self.refusals[engine, reason] += 1

    @property
    def agreed(self) -> int:
        """The number of agreeing answers."""
        return self.answers.total()

    @property
    def skipped(self) -> int:
        """The number of refused answers, of the engines and of the reference."""
        return self.refusals.total()

    @property
    def problems(self) -> list[str]:
        """The differences; and the engines without any comparison, since that proves nothing."""
        silent = [engine for engine, number in self.answers.items() if not number]
        return self.differences or [f"{self.game} on {engine}: {self._silence(engine)}" for engine in silent]

    def _silence(self, engine: str) -> str:
        counted = {
            reason: number
            for (refusing, reason), number in self.refusals.items()
            if refusing in (engine, REFERENCE)
        }
        number = sum(counted.values())
        refusals_text = (
            f", {number} answer{'s' * (number != 1)} refused: {'; '.join(counted)}" if number else ""
        )
        return f"nothing was compared{refusals_text}"
