"""Small words for the tests of the seeds: pictures as drawn, boards on one line, laws with their letters."""

from __future__ import annotations

from textwrap import dedent

import lasker
from lasker.calculator import cells, facts
from lasker.syntax.rules import Rules

Squares = dict[tuple[int, int], str]

WORDS = lasker.rules(variables=True)

# The board that the seed begins and ends with: kings on d, queens on e (E-B1).
START = """
♜♞♝♚♛♝♞♜
♟♟♟♟♟♟♟♟
........
........
........
........
♙♙♙♙♙♙♙♙
♖♘♗♔♕♗♘♖
""".strip()


def drawn(picture: str) -> str:
    """A picture as it stands in a text: without its margin and the empty lines around it."""
    return "\n".join(line.rstrip() for line in dedent(picture).strip("\n").splitlines())


def beside(columns: dict[int, str]) -> str:
    """Pictures side by side, each beginning in its column, all standing on one line."""
    height = max(picture.count("\n") for picture in columns.values()) + 1
    lines = [""] * height
    for column, picture in columns.items():
        rows = picture.splitlines()
        for at, row in enumerate(rows, start=height - len(rows)):
            lines[at] = (lines[at].ljust(column) + row).rstrip()
    return "\n".join(lines)


def squares(formula: str, using: Rules | None = None) -> Squares:
    """A fragment as the map it is: offsets to contents."""
    found: Squares = {}
    for cell in cells(lasker.parse(formula, using)):
        x, y = cell["at"]
        found[x, y] = "|".join(cell["contents"])
    return found


def at(x: int, y: int) -> str:
    """The movement that slides by x and y."""
    return f"r^{x} u^{y}"


def ends(move: str, board: str, using: Rules | None = None, space: str | None = None) -> set[str]:
    """What a move leads to, each board on one line, rows from the top."""
    found = [str(end).replace("\n", "/") for end in lasker.evaluate(move, board, using, space)]
    assert len(set(found)) == len(found), "each result comes once"
    return set(found)


def holds(left: str, right: str, **letters: str) -> bool | None:
    """Does an equation hold, the letters in it being defined as said? Capitals left over mean any move."""
    given = "".join(f"{letter} = {value}\n" for letter, value in letters.items())
    return lasker.equal(lasker.parse(given + left, WORDS), lasker.parse(given + right, WORDS), WORDS).equal


def answers(text: str) -> list[str]:
    """What `lasker check` says of the equations in a text: true, false or undecided."""
    words = lasker.rules(dedent(text), variables=True)
    words.check()
    return [fact["answer"] for fact in facts(words)[1:]]
