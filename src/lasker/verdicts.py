"""Verdicts with their proofs and counterexamples, written as text, LaTeX and JSON-compatible data."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from textwrap import indent
from typing import Any

from lasker.algebra.equality import Verdict
from lasker.algebra.explanation import Section, sections
from lasker.algebra.meaning import Configuration
from lasker.algebra.search import Counterexample
from lasker.calculator import Board, Term, equal, parse, rules
from lasker.drawing import latex as mathematics
from lasker.drawing.document import document, escaped, table
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules

MARGIN = "    "
SHORT = 60  # letters of a cell that others are aligned with
SMALL = 60.0  # the width of a board among others, in big points


def explain(
    left: str | Term, right: str | Term, using: Rules | None = None, space: str | None = None
) -> list[Section]:
    """The proof that two moves are equal, as sections that can be checked by hand; nothing without a proof.

    >>> for section in explain("nil M*", "M* M*"):
    ...     print(section.heading)
    ...     for row in section.rows:
    ...         print("   ", " by ".join(filter(None, row)))
    the left simplified, and the law of each step
        nil M*
        M* by nil then M is M
    the right simplified, and the law of each step
        M* M*
        M* by M* M* is M*
    both are now the same term
        M*
    """
    words = using or rules(space=space)
    return explained(equal(left, right, words, space=space), words)


def explained(verdict: Verdict, words: Rules) -> list[Section]:
    """The proof that a verdict carries, as sections.

    >>> [section.heading for section in explained(equal("M", "M"), rules())]
    ['both are now the same term']
    """
    return [] if verdict.proof is None else sections(verdict.proof, words.vocabulary, Printer(words).show)


def data(verdict: Verdict, words: Rules, with_proof: bool = False) -> dict[str, Any]:
    """A verdict as JSON-compatible data.

    >>> data(equal("M", "M | M"), rules())
    {'answer': 'proved equal', 'reasons': ['law: M or M is M']}
    """
    found: dict[str, Any] = {"answer": verdict.answer, "reasons": list(verdict.reasons)}
    if verdict.witness is not None:
        witness, show = verdict.witness, Printer(words).show
        found |= {
            "board": str(Board(witness.arena, witness.start)),
            "instance": {name: show(move) for name, move in witness.instance},
            "left": [str(board) for board in _boards(witness, witness.left)],
            "right": [str(board) for board in _boards(witness, witness.right)],
        }
    if with_proof:
        found["proof"] = [
            {"heading": section.heading, "rows": section.rows} for section in explained(verdict, words)
        ]
    return found


def _boards(witness: Counterexample, ends: Iterable[Configuration]) -> list[Board]:
    return [Board(witness.arena, end) for end in sorted(ends)]


def text(left: str, right: str, verdict: Verdict, words: Rules, with_proof: bool = False) -> str:
    """A verdict as text, with its counterexample, and with its proof if that is asked for.

    >>> print(text("M", "M | M", equal("M", "M | M"), rules()))
    proved equal: law: M or M is M
    """
    lines = [f"{verdict.answer}: {'; '.join(verdict.reasons)}"]
    for section in explained(verdict, words) if with_proof else ():
        lines.append(f"\n{section.heading}\n\n{indent(_rows(section.rows), MARGIN)}")
    facts = data(verdict, words)
    if verdict.equal is False and verdict.witness is None:
        for side, term in (("left", left), ("right", right)):
            lines.append(f"\nthe {side}:\n\n{indent(parse(term, words, variables=True).picture(), MARGIN)}")
    for name, move in facts.get("instance", {}).items():
        lines.append(f"with {name} = {move}")
    if verdict.witness is not None:
        lines.append(f"on the board\n\n{indent(facts['board'], MARGIN)}\n")
        sides = "one of both leads" if verdict.of_inclusion else "the left leads"
        lines.append(f"{sides} to {_listed(facts['left'])}")
        lines.append(f"the right leads to {_listed(facts['right'])}")
    return "\n".join(lines)


def _rows(rows: Sequence[Sequence[str]]) -> str:
    """Rows of a proof, the first cells under each other if they are short."""
    width = max((len(row[0]) for row in rows if len(row[0]) <= SHORT), default=0)
    return "\n".join("  ".join((row[0].ljust(width), *row[1:])).rstrip() for row in rows)


def _listed(boards: list[str]) -> str:
    return "\n\n" + "\n\n".join(indent(board, MARGIN) for board in boards) + "\n" if boards else "nothing\n"


def latex(left: str, right: str, verdict: Verdict, words: Rules, with_proof: bool = False) -> str:
    """A verdict as a LaTeX document: the question, the answer, the counterexample on drawn boards, and the
    proof if that is asked for.

    >>> "proved equal" in latex("M", "M | M", equal("M", "M | M"), rules())
    True
    """
    sign = r"\subseteq" if verdict.of_inclusion else "="
    one, two = (f"${parse(side, words, variables=True).latex()}$" for side in (left, right))
    return document(f"{one} ${sign}$ {two}\n\n" + body(verdict, words, with_proof))


def body(verdict: Verdict, words: Rules, with_proof: bool = False) -> str:
    """The answer of a verdict, its counterexample and its proof, as the inside of a LaTeX document."""
    letters = {piece.glyph: piece.letter for piece in words.vocabulary.pieces}
    lines = [rf"\textbf{{{verdict.answer}}}: {escaped('; '.join(verdict.reasons), letters)}"]
    if verdict.witness is not None:
        witness = verdict.witness
        for name, move in witness.instance:
            lines.append(f"with ${name} = {Term(move, words).latex()}$")
        lines.append("on the board\\\\[4pt]\n" + _drawn([Board(witness.arena, witness.start)]))
        sides = "one of both leads to" if verdict.of_inclusion else "the left leads to"
        for says, ends in ((sides, witness.left), ("the right leads to", witness.right)):
            shown = _drawn(_boards(witness, ends))
            lines.append(f"{says} " + (f"\\\\[4pt]\n{shown}" if shown else "nothing"))
    for section in explained(verdict, words) if with_proof else ():
        lines.append(rf"\medskip\textit{{{escaped(section.heading, letters)}}}")
        lines.append(table([_cell(*cell, letters) for cell in zip(row, section.columns, strict=False)]
                           for row in section.rows))  # fmt: skip
    return "\n\n".join(lines)


def _cell(text: str, kind: str, letters: dict[str, str]) -> str:
    return f"${mathematics.latex(text, letters)}$" if kind == "term" else escaped(text, letters)


def _drawn(boards: list[Board]) -> str:
    return "\n\\quad\n".join(board.latex(_width(board), coordinates=False) for board in boards)


def _width(board: Board) -> float:
    """A width that suits the number of squares: boards of a counterexample are small."""
    return min(4 * SMALL, SMALL * max(1.0, math.sqrt(len(board.arena.space.sites)) / 2))
