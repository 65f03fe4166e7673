"""Verdicts with their proofs and counterexamples, written as text, LaTeX and JSON-compatible data."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import indent
from typing import Any

from lasker.algebra.decision.explanation import Section
from lasker.algebra.decision.verdict import Verdict
from lasker.calculator import Term, equal, parse, rules
from lasker.drawing.boards.board import Board
from lasker.drawing.documents import page
from lasker.drawing.verdict_page import blocks, boards, explained
from lasker.kernel.errors import SortError
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.values import is_move

MARGIN = "    "


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
    return explained(equal(left, right, words, space=space), Printer(words))


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
            "left": [str(board) for board in boards(witness, witness.left)],
            "right": [str(board) for board in boards(witness, witness.right)],
        }
    if with_proof:
        found["proof"] = [
            {"heading": section.heading, "rows": section.rows}
            for section in explained(verdict, Printer(words))
        ]
    return found


def text(left: str, right: str, verdict: Verdict, words: Rules, with_proof: bool = False) -> str:
    """A verdict as text, with its counterexample, and with its proof if that is asked for.

    >>> print(text("M", "M | M", equal("M", "M | M"), rules()))
    proved equal: law: M or M is M
    """
    if verdict.equal is False and verdict.witness is None:
        sides = [f"the {side}:\n\n{indent(parse(term, words, variables=True).picture(), MARGIN)}"
                 for side, term in (("left", left), ("right", right))]  # fmt: skip
        return "\n\n".join([page.text(blocks(verdict, Printer(words))), *sides])
    return page.text(blocks(verdict, Printer(words), with_proof))


def latex(left: str, right: str, verdict: Verdict, words: Rules, with_proof: bool = False) -> str:
    """A verdict as a LaTeX document: the question, the answer, the counterexample on drawn boards, and the
    proof if that is asked for.

    >>> "proved equal" in latex("M", "M | M", equal("M", "M | M"), rules())
    True
    """
    from lasker.drawing.documents.latex_document import document

    sign = r"\subseteq" if verdict.of_inclusion else "="
    one, two = (f"${parse(side, words, variables=True).latex()}$" for side in (left, right))
    answer = page.latex(blocks(verdict, Printer(words), with_proof), letters(words))
    return document(f"{one} ${sign}$ {two}\n\n{answer}")


def letters(words: Rules) -> dict[str, str]:
    """The letters of the pieces by their glyphs, which LaTeX writes instead.

    >>> letters(rules())["♖"]
    'R'
    """
    return {piece.glyph: piece.letter for piece in words.vocabulary.pieces}


def write_automata(path: Path, terms: Mapping[str, str], words: Rules) -> None:
    """Draw the automata of moves, each with its title: SVG, LaTeX for .tex, Graphviz for .dot."""
    from lasker.algebra.decision.automaton import automaton
    from lasker.drawing.diagrams.automaton_drawing import automaton_dot, automaton_svg
    from lasker.drawing.documents.picture_files import check_suffix, write_picture
    from lasker.kernel.files import write_text

    check_suffix(path)
    show = Printer(words).show
    found = {}
    for title, text in terms.items():
        term = parse(text, words, variables=True)
        if not is_move(term.value):
            raise SortError(f"only a move has an automaton, and this is a {term.sort}")
        found[f"{title}: {term}"] = automaton(term.value)
    if path.suffix == ".dot":
        write_text(path, "\n".join(automaton_dot(each, show, title) for title, each in found.items()) + "\n")
        return
    write_picture(path, *(automaton_svg(each, show, title) for title, each in found.items()))
