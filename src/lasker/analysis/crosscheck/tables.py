"""The result of a comparison as text: who was heard, who shares code with whom, and who agreed how often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from lasker.analysis.crosscheck.compare import Disagreement, Report
from lasker.analysis.crosscheck.sharing import code_of, room, shared
from lasker.analysis.crosscheck.witness import QUESTIONS, Witness


def relations(panel: Sequence[Witness]) -> Iterator[tuple[Witness, Witness, frozenset[str]]]:
    """Every two witnesses, and the modules that they share.

    >>> from lasker.analysis.crosscheck.panel import PANEL
    >>> [(one.name, other.name, len(common)) for one, other, common in relations(PANEL[:2])]
    [('prose', 'sets', 0)]
    """
    for one, other in combinations(panel, 2):
        yield one, other, shared(one, other)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of words, one column under the other.

    >>> print(columns([["a", "1"], ["bcd", "23"]]))
    a    1
    bcd  23
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def witnesses(report: Report, panel: Sequence[Witness]) -> str:
    """Who was heard, about how many positions, and how long an answer takes.

    >>> from lasker.analysis.crosscheck.panel import PANEL
    >>> print(witnesses(Report(), PANEL[:1]))
    witness  seed  states             positions  ms each
    prose    003   the Laws of Chess  0          -
    """
    rows = [["witness", "seed", "states", "positions", "ms each"]]
    for witness in panel:
        asked = report.asked[witness.name]
        each = f"{1000 * report.time_per_position(witness.name):.1f}" if asked else "-"
        rows.append([witness.name, witness.seed, witness.rules, str(asked), each])
    return columns(rows)


def sharing(panel: Sequence[Witness]) -> str:
    """How many modules a witness has in common with each other one, and where; the kernel is not counted.

    >>> from lasker.analysis.crosscheck.panel import PANEL
    >>> print(sharing(PANEL[:2]))
    two witnesses        modules in common  in the rooms
    prose          sets  none               independent
    """
    rows = [["two witnesses", "", "modules in common", "in the rooms"]]
    for one, other, common in relations(panel):
        rooms = sorted({room(name) for name in common})
        least = min(len(code_of(one)), len(code_of(other)))
        counted = f"{len(common)} of {least}" if common else "none"
        rows.append([one.name, other.name, counted, " ".join(rooms) or "independent"])
    return columns(rows)


def agreement(report: Report) -> str:
    """How often independent witnesses gave the same answer, by question.

    >>> agreement(Report())
    ''
    """
    pairs = list(dict.fromkeys(pair for pair, _ in report.agreed))
    if not pairs:
        return ""
    rows = [["equal answers to", *(f"{pair.one}/{pair.other}" for pair in pairs)]]
    for question in QUESTIONS:
        rows.append([question, *(str(report.agreed[pair, question] or "-") for pair in pairs)])
    return columns(rows)


def disagreement(found: Disagreement) -> str:
    """A position with its board, and the two answers.

    >>> answers = ("a", frozenset({"e1e2", "e1d1"})), ("b", frozenset({"e1d1"}))
    >>> print(disagreement(Disagreement("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "legal moves", answers)))
    4k3/8/8/8/8/8/8/4K3 w - - 0 1
    . . . . k . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . K . . .
    legal moves: only a says e1e2; only b says -
    """
    (one, a), (other, b) = found.only
    return f"{found.fen}\n{board(found.fen)}\n{found.question}: only {one} says {a}; only {other} says {b}"


def board(fen: str) -> str:
    """The board of a FEN, a letter a square.

    >>> print(board("k1/1K w"))
    k .
    . K
    """
    rows = fen.split()[0].split("/")
    return "\n".join(
        " ".join("".join("." * int(sign) if sign.isdigit() else sign for sign in row)) for row in rows
    )
