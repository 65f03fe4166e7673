"""Sheets of exercises: as many as asked, of a subject and a difficulty, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

from lasker.algebra.contents import CHESSMEN
from lasker.drawing.documents import page
from lasker.drawing.documents.latex_document import document
from lasker.drawing.documents.page import Block, Paragraph
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError, NameProblem
from lasker.sheets.exercise import Exercise, Maker

LETTERS = {piece.glyph: piece.letter for piece in CHESSMEN.pieces}
TITLES = {  # of the modules that have the exercises of a subject
    "algebra": "The algebra of moves",
    "numbers": "Positions as numbers",
    "sets": "Boards and moves as sets",
    "graphs": "Movement graphs",
}
MOST_EXERCISES = 200
TRIES = 400  # for each exercise, until there is a new one that is good


def kinds_of(subject: str) -> dict[str, Maker]:
    """The kinds of exercises of a subject, by name.

    >>> "trace" in kinds_of("numbers")
    True
    """
    kinds: dict[str, Maker] = import_module(f"lasker.sheets.{subject}").KINDS
    return kinds


@dataclass(frozen=True)
class Sheet:
    """Exercises with their solutions.

    >>> sheet = make("numbers", 2, seed=1)
    >>> len(sheet.exercises), sheet == make("numbers", 2, seed=1), sheet == make("numbers", 2, seed=2)
    (2, True, False)
    """

    subject: str
    seed: int
    difficulty: int
    exercises: tuple[Exercise, ...]

    @property
    def title(self) -> str:
        """The heading of the sheet."""
        return f"{TITLES[self.subject]}: sheet {self.seed}"

    def text(self, solutions: bool = True) -> str:
        """The sheet as text, the solutions at the end."""
        return f"{self.title}\n\n{page.text(self._blocks(solutions))}\n"

    def latex(self, solutions: bool = True) -> str:
        """The sheet as a LaTeX document, the solutions on pages of their own."""
        asked = page.latex(self._numbered("Exercise"), LETTERS)
        if solutions:
            asked += "\n\\newpage\n" + page.latex(self._numbered("Solution"), LETTERS)
        return document(asked, self.title)

    def html(self, solutions: bool = True) -> str:
        """The sheet as a page of HTML, each solution folded under its exercise."""
        parts = []
        for number, each in enumerate(self.exercises, 1):
            parts.append(f"<h2>Exercise {number}</h2>\n{page.html(each.question)}")
            if solutions:
                answer = page.html(each.solution)
                parts.append(f"<details><summary>Solution</summary>\n{answer}\n</details>")
        return page.html_page(self.title, "\n".join(parts))

    def data(self, solutions: bool = True) -> dict[str, Any]:
        """The sheet as JSON-compatible data; the facts of an exercise contain its answer."""
        rows = [
            {"kind": each.kind, "question": page.text(each.question)}
            | ({"solution": page.text(each.solution), "facts": dict(each.facts)} if solutions else {})
            for each in self.exercises
        ]
        about = {"subject": self.subject, "seed": self.seed, "difficulty": self.difficulty}
        return {**about, "exercises": rows}

    def _blocks(self, solutions: bool) -> Iterator[Block]:
        yield from self._numbered("Exercise")
        if solutions:
            yield from self._numbered("Solution")

    def _numbered(self, what: str) -> Iterator[Block]:
        for number, each in enumerate(self.exercises, 1):
            yield Paragraph(f"{what} {number}", strong=True)
            yield from each.question if what == "Exercise" else each.solution


def make(subject: str, count: int = 8, seed: int = 0, difficulty: int = 2) -> Sheet:
    """A sheet of different exercises; their kinds take turns.

    >>> [exercise.kind for exercise in make("algebra", 3, difficulty=1).exercises]
    ['results', 'law', 'simplify']
    """
    if subject not in TITLES:
        raise NameProblem(f"there is no sheet about {subject}", remedy=f"there are {', '.join(TITLES)}")
    if not 1 <= count <= MOST_EXERCISES or difficulty not in (1, 2, 3):
        raise LimitError(
            f"a sheet has 1 to {MOST_EXERCISES} exercises, and a difficulty of 1, 2 or 3",
            remedy="make several sheets, with different seeds",
        )
    kinds = kinds_of(subject)
    random = Random(f"{subject} {seed} {difficulty}")
    found: dict[str, Exercise] = {}
    for at in range(count):
        makers = list(kinds.values())
        first = at % len(makers)
        exercise = _new([*makers[first:], *makers[:first]], random, difficulty, found)
        found[str(exercise.facts)] = exercise
    return Sheet(subject, seed, difficulty, tuple(found.values()))


def _new(makers: list[Maker], random: Random, difficulty: int, found: dict[str, Exercise]) -> Exercise:
    """An exercise that is not there yet, of the first kind that still has one."""
    for maker in makers:
        for _ in range(TRIES):
            exercise = maker(random, difficulty)
            if exercise is not None and str(exercise.facts) not in found:
                return exercise
    raise LimitError(
        f"no more than {len(found)} different exercises were found",
        remedy="ask for fewer, or for harder ones",
    )
