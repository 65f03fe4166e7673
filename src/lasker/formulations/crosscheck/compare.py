"""Comparison of the formulations' answers, position by position."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import NamedTuple

from lasker.formulations.crosscheck.formulation import MOVES, QUESTIONS, Answers, Formulation, Line
from lasker.formulations.crosscheck.sharing import independent

OVERSAMPLING = 5  # factor for slow formulations where a fast one does not know the moves
MOST_DISAGREEMENTS = 20  # the comparison stops after so many


class Disagreement(NamedTuple):
    """A position, a question, and two formulations with different answers.

    >>> Disagreement("a FEN", "check", (("one", True), ("other", False))).only
    (('one', 'True'), ('other', 'False'))
    """

    fen: str
    question: str
    answers: tuple[tuple[str, Hashable], tuple[str, Hashable]]

    @property
    def only(self) -> tuple[tuple[str, str], ...]:
        """The two answers without their common part, as text."""
        (one, a), (other, b) = self.answers
        if isinstance(a, frozenset) and isinstance(b, frozenset):
            return (one, " ".join(sorted(a - b)) or "-"), (other, " ".join(sorted(b - a)) or "-")
        return (one, str(a)), (other, str(b))


class Pair(NamedTuple):
    """Two formulations by name.

    >>> Pair("prose", "sets").other
    'sets'
    """

    one: str
    other: str


@dataclass
class Report:
    """The results of a comparison so far.

    >>> Report().agreements
    0
    """

    positions: int = 0
    asked: Counter[str] = field(default_factory=Counter)  # positions by formulation
    seconds: dict[str, float] = field(default_factory=dict)  # by formulation, spent on answers
    agreed: Counter[tuple[Pair, str]] = field(default_factory=Counter)  # of independent formulations only
    disagreements: list[Disagreement] = field(default_factory=list)

    @property
    def agreements(self) -> int:
        """The number of equal answers of independent formulations."""
        return self.agreed.total()

    def time_per_position(self, name: str) -> float:
        """The mean time of a formulation for one position, in seconds."""
        return self.seconds.get(name, 0.0) / max(1, self.asked[name])


def compare_lines(
    lines: Iterable[Line],
    formulations: Sequence[Formulation],
    seed: int = 0,
    until: Callable[[Report], bool] = lambda report: False,
) -> Report:
    """Ask all formulations about all lines; slow ones about a sample that depends only on the seed.

    There is one draw for each line, so that a slow formulation is asked where a slower one is.

    >>> from lasker.formulations.crosscheck.registry import FORMULATIONS
    >>> prose, sets, *_ = FORMULATIONS
    >>> report = compare_lines([("k7/8/8/8/8/8/8/K6R w - - 0 1",)], (prose, sets))
    >>> report.agreements, report.disagreements
    (6, [])
    """
    report, random = Report(), Random(seed)
    strangers = {Pair(a.name, b.name) for a, b in combinations(formulations, 2) if independent(a, b)}
    rules = {formulation.name: formulation.rules for formulation in formulations}
    for line in lines:
        answers: dict[str, Answers] = {}
        drawn = random.random()
        for formulation in formulations:
            heard = [
                answers[w.name] for w in formulations if w.name in answers and w.rules == formulation.rules
            ]
            wanted = OVERSAMPLING if any(MOVES not in each for each in heard) else 1
            if drawn * formulation.one_in < wanted:
                started = time.perf_counter()
                answers[formulation.name] = formulation.ask(line)
                report.seconds[formulation.name] = (
                    report.seconds.get(formulation.name, 0.0) + time.perf_counter() - started
                )
                report.asked[formulation.name] += 1
        report.positions += 1
        for pair in (Pair(*names) for names in combinations(answers, 2)):
            if rules[pair.one] == rules[pair.other]:
                _compare_pair(report, line[-1], pair, answers, pair in strangers)
        if len(report.disagreements) >= MOST_DISAGREEMENTS or until(report):
            break
    return report


def _compare_pair(report: Report, fen: str, pair: Pair, answers: dict[str, Answers], counts: bool) -> None:
    """Compare two formulations where both answer; a difference always counts,
    agreement only if they are independent."""
    one, other = answers[pair.one], answers[pair.other]
    for question in QUESTIONS:
        if question in one and question in other:
            if one[question] != other[question]:
                both = (pair.one, one[question]), (pair.other, other[question])
                report.disagreements.append(Disagreement(fen, question, both))
            elif counts:
                report.agreed[pair, question] += 1
