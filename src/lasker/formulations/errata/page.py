"""docs/errata.md: what the five texts print, what we read instead, and the smallest example that we found."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from lasker.formulations.errata.erratum import Erratum, Finding
from lasker.formulations.errata.ladder import MOST_MEN, PER_RUNG
from lasker.formulations.errata.numbers_on_boards import RARE, SLOW
from lasker.formulations.errata.register import SLIPS, TEXTS, Text, errata

HEAD = f"""\
# Errata of the five texts

<!-- Written by `lasker crosscheck --errata docs/errata.md`; change the words where it finds them. -->

Lasker runs five descriptions of chess, and running a text means reading every line of it more strictly
than any reader does. This page lists what we stumbled over. All five were a pleasure to work with, and
none of the slips below touches the idea of its text: most have a repair of a few signs, and with the
repairs the formulations agree with the Laws of Chess, position by position
([how this is checked](crosscheck.md)). We thank the authors, and will gladly be corrected in turn.

For each item: what is printed, what we read instead, and, where both can be run, the smallest example
found on which they differ. The search is given the two readings and nothing else. It looks at few men
before many, draws up to {PER_RUNG:,} positions of so many men by chance (always the same ones; {SLOW} where
a formulation is slow, {RARE:,} where most positions are quickly seen to be beside the point), and makes the
first failure least by steps that keep it failing: White to move, a man fewer, less to remember, a lesser
man, a square nearer to a1. With more than {MOST_MEN} men it gives up.
Where every candidate was looked at in order, the item says so. Where no example is shown, the item
concerns names, figures, omissions, or what cannot be run; it is listed all the same, since whoever
implements the text will meet it.
"""


def page(heard: Callable[[Erratum], None] = lambda erratum: None) -> str:
    """The whole page; `heard` is told of each erratum when it has been searched for."""
    parts = [HEAD]
    for text in TEXTS:
        parts.append(heading(text))
        for erratum in errata(text.seed):
            parts.append(section(erratum, erratum.search() if erratum.search else None))
            heard(erratum)
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
    """What a search has found.

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
    """The slips of the pen in seed 000.

    >>> slips().count("\\n")
    8
    """
    rows = (f"| {_cell(w.where)}: {_cell(w.printed)} | {_cell(w.repaired)} |" for w in SLIPS)
    return _table("Slips of the pen, which change nothing:", rows)


def _table(title: str, rows: Iterable[str]) -> str:
    return f"{title}\n\n| as printed | as we read it |\n|---|---|\n" + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")
