"""Exercises of the equality prover: write the move of a piece of the library, and see where yours differs."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lasker import calculator
from lasker.drawing.boards.board import Board
from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.drawing.verdict_page import boards
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.movement.diagram import diagram
from lasker.movement.piece_context import piece_called
from lasker.play import library
from lasker.syntax.betza import read, ways
from lasker.web.methods import Params, method
from lasker.web.params import text

PIECE = re.compile(r"^piece\s+(\w+)\s+'?(\w)'?\s+'?\w'?\s*=\s*([A-Z]{1,3})\s*(?:--|$)", re.MULTILINE)
WORD = "♘"  # the piece of all answers
MOST = 12
BUDGET = 20_000  # boards that are tried
LONGEST = 500


@dataclass(frozen=True)
class Exercise:
    """A piece of the library, in Betza notation."""

    piece: str
    betza: str

    @property
    def solution(self) -> str:
        """The move of the piece as a term.

        >>> Exercise("camel", "C").solution
        '%♘: all8(take(uuur, free))'
        """
        found = re.sub(r"\bt\b", "free", " | ".join(ways(read(self.betza))))
        return f"%{WORD}: {found}"

    @property
    def model(self) -> Game:
        """A game of this piece alone: those of the library have many other moves, which take long to list."""
        rules = f"board 9x9\npiece {self.piece} {WORD} ♞ 'N' 'n'\nmove = {self.solution}\nview = flipped\n"
        return library.modelled(Source(f"lasker 1\nplayers white black\n{rules}", f"{self.piece}.rules"))


@cache
def exercises() -> dict[str, Exercise]:
    """Pieces of the library that leap, ride or do both, each way of moving once, by their names."""
    found: dict[str, Exercise] = {}
    known = set()
    for source in library.sources().values():
        for piece, _, betza in PIECE.findall(source.text):
            if betza not in known and piece not in found and _provable(betza):
                known.add(betza)
                found[piece] = Exercise(piece, betza)
    return dict(sorted(found.items(), key=lambda item: (len(item[1].betza), item[0]))[:MOST])


def _provable(betza: str) -> bool:
    try:
        calculator.parse(Exercise("", betza).solution)
    except LaskerError:
        return False
    return True


@method("exercises")
def listed(params: Params) -> dict[str, Any]:
    """The exercises: their names.

    >>> "camel" in [each["id"] for each in listed({})["exercises"]]
    True
    """
    return {"exercises": [{"id": name, "title": name} for name in exercises()]}


@method("exercise")
def exercise(params: Params) -> dict[str, str]:
    """The exercise of an `id`: the task, a hint, and a diagram of the piece.

    >>> exercise({"id": "camel"})["task"].partition(" as a term")[2]
    ', for the piece ♘: it leaps (1,3).'
    >>> exercise({"id": "camel"})["svg"].count('class="way both"')
    8
    """
    each = _called(params)
    model = each.model
    told = read(each.betza).words().replace("; ", " and ")
    return {
        "id": each.piece,
        "title": each.piece,
        "task": f"Write the move of the {each.piece} as a term, for the piece {WORD}: it {told}.",
        "hint": f"%{WORD}: all8(leap(uur)) is the knight; %{WORD}: all4(ride(u, free)) is the rook",
        "svg": diagram_svg(diagram(model, piece_called(model, each.piece))),
    }


def _called(params: Params) -> Exercise:
    name = text(params.get("id"), "id")
    if name not in exercises():
        raise NameProblem(f"no exercise is called {name}", remedy=f"there are {', '.join(exercises())}")
    return exercises()[name]


@method("exercise.check", seconds=30.0)
def check(params: Params) -> dict[str, Any]:
    """Is the `answer` to the exercise `id` right? If not, `board` shows where it differs.

    >>> check({"id": "camel", "answer": "%♘: all8(leap(uuur))"})["equal"]
    True
    >>> found = check({"id": "camel", "answer": "%♘: all8(leap(uur))"})
    >>> found["equal"], "♘" in found["board"]
    (False, True)
    """
    each, answer = _called(params), text(params.get("answer"), "answer", LONGEST)
    name = each.piece
    verdict = calculator.equal(answer, each.solution, budget=BUDGET)
    words = {
        True: f"Right: this is the {name}. {'; '.join(verdict.reasons)}.",
        False: f"This is not the {name}: here is a board on which yours differs.",
        None: f"Undecided: {'; '.join(verdict.reasons)}.",
    }[verdict.equal]
    if (found := verdict.witness) is None:
        return {"equal": verdict.equal, "words": words, "board": None, "svg": None}
    start = Board(found.arena, found.start)
    sides = (("yours leads to", found.left), (f"the {name} leads to", found.right))
    shown = [str(start)] + [_side(said, [str(each) for each in boards(found, ends)]) for said, ends in sides]
    return {
        "equal": verdict.equal,
        "words": words,
        "board": "\n\n".join(shown),
        "svg": start.svg(size=200),
    }


def _side(said: str, drawn: list[str]) -> str:
    return f"{said}:\n" + "\n\n".join(drawn) if drawn else f"{said} nothing"
