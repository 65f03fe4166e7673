"""Generator of docs/errata.md: the printed texts, our readings, and the smallest examples found."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lasker.formulations.errata.erratum import Erratum, Finding
from lasker.formulations.errata.numbers_on_boards import RARE, SLOW
from lasker.formulations.errata.register import SLIPS, TEXTS, Text, errata
from lasker.formulations.errata.smallest_failure import MOST_MEN, PER_SIZE

HEAD = f"""\
# Errata of the five texts

<!-- Written by `lasker crosscheck --errata docs/errata.md`; do not edit it by hand. -->

Lasker runs five descriptions of chess, and running a text means reading every line of it more strictly
than any reader does. This page lists the errors that we found. All five were a pleasure to work with, and
none of the errors below affects the idea of its text: most are repaired by a few symbols, and with the
repairs the formulations agree with the Laws of Chess, position by position
([how this is checked](crosscheck.md)). We thank the authors, and will gladly be corrected in turn.

For each item: the printed wording, our reading, and, where both can be run, the smallest example found on
which they differ. The search is given only the two readings. It tries positions by increasing number of
pieces, up to {PER_SIZE:,} random positions for each number from a fixed seed ({SLOW} where a formulation is
slow, {RARE:,} where most positions can be excluded quickly), and then shrinks the first counterexample found:
White to move, fewer pieces, fewer rights, lesser pieces, squares nearer to a1. It stops at {MOST_MEN} pieces.
Where a search was exhaustive, the item says so. Items without an example concern names, figures, omissions,
or what cannot be run; they are listed for the benefit of other implementers.
"""


def page(on_searched: Callable[[Erratum], None] = lambda erratum: None) -> str:
    """The whole page; `on_searched` is called with each erratum after its search."""
    parts = [HEAD]
    for text in TEXTS:
        parts.append(heading(text))
        for erratum in errata(text.seed):
            parts.append(section(erratum, erratum.search() if erratum.search else None))
            on_searched(erratum)
        if text.seed == "000":
            parts.append(slips())
    return "\n".join(parts)


def heading(text: Text) -> str:
    """The line above the errata of a text.

    >>> heading(TEXTS[3]).splitlines()[0]
    '## Seed 003: Definition:Chess'
    """
    found = errata(text.seed)
    run = sum(1 for erratum in found if erratum.search)
    return f"""\
## Seed {text.seed}: {text.title}

By {text.author}: {text.about}. {len(found)} items, {run} of them shown by an example.
"""


def section(erratum: Erratum, finding: Finding | None) -> str:
    """One erratum: the two readings side by side, and the example.

    >>> print(section(Erratum("E-X1", "here", "x | y", "z"), None))
    ### E-X1
    <BLANKLINE>
    | here, as printed | as we read it |
    |---|---|
    | x \\| y | z |
    <BLANKLINE>
    """
    return f"""\
### {erratum.id}

| {_cell(erratum.where)}, as printed | as we read it |
|---|---|
| {_cell(erratum.printed)} | {_cell(erratum.repaired)} |
{example(finding) if finding else ""}"""


def example(finding: Finding) -> str:
    """The finding of a search.

    >>> print(example(Finding("k/R/K b", "k\\nR\\nK", "stalemate", "yes", "no", "3 states")))
    <BLANKLINE>
        k
        R
        K
    <BLANKLINE>
    `k/R/K b`: stalemate. As printed: yes; as repaired: no.
    Found by search: 3 states.
    <BLANKLINE>
    """
    lines = [] if finding.diagram == finding.example else finding.diagram.splitlines()
    diagram = "".join(f"    {line}".rstrip() + "\n" for line in lines)
    return f"""{chr(10) + diagram if diagram else ""}
`{finding.example}`: {finding.question}. As printed: {finding.printed}; as repaired: {finding.repaired}.
Found by search: {finding.effort}.
"""


def slips() -> str:
    """The editorial slips in seed 000.

    >>> slips().count("\\n")
    8
    """
    rows = (f"| {_cell(w.where)}: {_cell(w.printed)} | {_cell(w.repaired)} |" for w in SLIPS)
    return _table("Slips of the pen, which change nothing:", rows)


def _table(title: str, rows: Iterable[str]) -> str:
    return f"{title}\n\n| as printed | as we read it |\n|---|---|\n" + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")
