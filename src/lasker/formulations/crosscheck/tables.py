"""The result of a comparison as text tables: formulations, shared code, agreements and differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from lasker.formulations.crosscheck.compare import Disagreement, Report
from lasker.formulations.crosscheck.formulation import QUESTIONS, Formulation
from lasker.formulations.crosscheck.sharing import code_of, package_of, shared


def relations(
    formulations: Sequence[Formulation],
) -> Iterator[tuple[Formulation, Formulation, frozenset[str]]]:
    """All pairs of formulations, with the modules that they share.

    >>> from lasker.formulations.crosscheck.registry import FORMULATIONS
    >>> [(one.name, other.name, len(common)) for one, other, common in relations(FORMULATIONS[:2])]
    [('prose', 'sets', 0)]
    """
    for one, other in combinations(formulations, 2):
        yield one, other, shared(one, other)


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of words as aligned columns.

    >>> print(columns([["a", "1"], ["bcd", "23"]]))
    a    1
    bcd  23
    """
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )


def asked(report: Report, formulations: Sequence[Formulation]) -> str:
    """The formulations, the number of positions that each was asked about, and the time for an answer.

    >>> from lasker.formulations.crosscheck.registry import FORMULATIONS
    >>> print(asked(Report(), FORMULATIONS[:1]))
    formulation  seed  states             positions  ms each
    prose        003   the Laws of Chess  0          -
    """
    rows = [["formulation", "seed", "states", "positions", "ms each"]]
    for formulation in formulations:
        number = report.asked[formulation.name]
        each = f"{1000 * report.time_per_position(formulation.name):.1f}" if number else "-"
        rows.append([formulation.name, formulation.seed, formulation.rules, str(number), each])
    return columns(rows)


def sharing(formulations: Sequence[Formulation]) -> str:
    """The number and packages of shared modules for each pair of formulations; the kernel is not counted.

    >>> from lasker.formulations.crosscheck.registry import FORMULATIONS
    >>> print(sharing(FORMULATIONS[:2]))
    two formulations        modules in common  in the packages
    prose             sets  none               independent
    """
    rows = [["two formulations", "", "modules in common", "in the packages"]]
    for one, other, common in relations(formulations):
        packages = sorted({package_of(name) for name in common})
        least = min(len(code_of(one)), len(code_of(other)))
        counted = f"{len(common)} of {least}" if common else "none"
        rows.append([one.name, other.name, counted, " ".join(packages) or "independent"])
    return columns(rows)


def agreement(report: Report) -> str:
    """The number of equal answers of independent formulations, by question.

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
