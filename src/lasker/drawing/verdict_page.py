"""Pages about verdicts: the answer, its counterexample on drawn boards, and its proof."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from lasker.algebra.decision.counterexample_search import Counterexample
from lasker.algebra.decision.explanation import Section, sections
from lasker.algebra.decision.verdict import Verdict
from lasker.algebra.meaning import Configuration
from lasker.drawing.boards.board import Board
from lasker.drawing.documents.page import Block, Paragraph, Picture, Pictures, Rows, html
from lasker.syntax.printer import Printer

SMALL = 60.0  # the width of a board among others, in big points


def explained(verdict: Verdict, printer: Printer) -> list[Section]:
    """The proof that a verdict carries, as sections.

    >>> from lasker.calculator import equal, rules
    >>> [section.heading for section in explained(equal("M", "M"), Printer(rules()))]
    ['both are now the same term']
    """
    return [] if verdict.proof is None else sections(verdict.proof, printer.vocabulary, printer.show)


def boards(witness: Counterexample, ends: Iterable[Configuration]) -> list[Board]:
    """Results on a counterexample as boards, in a fixed order."""
    return [Board(witness.arena, end) for end in sorted(ends)]


def blocks(verdict: Verdict, printer: Printer, with_proof: bool = False) -> list[Block]:
    """The answer of a verdict, its counterexample, and its proof if that is asked for.

    >>> from lasker.calculator import equal, rules
    >>> blocks(equal("M", "M | M"), Printer(rules()))
    [Paragraph(text='proved equal: law: M or M is M', strong=False)]
    """
    found: list[Block] = [Paragraph(f"{verdict.answer}: {'; '.join(verdict.reasons)}")]
    if with_proof:
        found += [Rows(each.heading, each.rows, each.columns) for each in explained(verdict, printer)]
    if verdict.witness is not None:
        witness, show = verdict.witness, printer.show
        found += [Paragraph(f"with `{name} = {show(move)}`") for name, move in witness.instance]
        found += [Paragraph("on the board"), Pictures((board_picture(Board(witness.arena, witness.start)),))]
        sides = "one of both leads to" if verdict.of_inclusion else "the left leads to"
        for says, ends in ((sides, witness.left), ("the right leads to", witness.right)):
            drawn = tuple(map(board_picture, boards(witness, ends)))
            found += [Paragraph(says), Pictures(drawn)] if drawn else [Paragraph(f"{says} nothing")]
    return found


def board_picture(board: Board, **options: Any) -> Picture:
    """A board among text: as wide as suits the number of its squares.

    >>> from lasker.calculator import board
    >>> board_picture(board("♖.")).text
    '♖.'
    """
    width = SMALL * max(1.0, math.sqrt(len(board.arena.space.sites)) / 2)
    return Picture(board.svg(coordinates=False, **options), str(board), min(4 * SMALL, width))


def verdict_html(verdict: Verdict, printer: Printer) -> str:
    """A verdict with its counterexample and its proof as HTML, for notebooks.

    >>> from lasker.calculator import equal, rules
    >>> print(verdict_html(equal("M", "M"), Printer(rules())).splitlines()[0])
    <p>proved equal: they are the same term</p>
    """
    return html(blocks(verdict, printer, with_proof=True))
