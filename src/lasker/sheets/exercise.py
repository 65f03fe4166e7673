"""An exercise: a question, its solution, and the facts from which both were written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from lasker.drawing.documents.page import Block
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Exercise:
    """A question and its solution, as blocks of a page; `facts` are JSON-compatible, the question first.

    >>> from lasker.drawing.documents.page import Paragraph
    >>> Exercise("sum", (Paragraph("1 + 1?"),), (Paragraph("2"),), {"asked": "1 + 1", "answer": 2}).kind
    'sum'
    """

    kind: str
    question: tuple[Block, ...]
    solution: tuple[Block, ...]
    facts: Mapping[str, Any]


Maker = Callable[[Random, int], Exercise | None]
"""Makes an exercise of a difficulty from 1 to 3; None if what came up makes no good one."""
