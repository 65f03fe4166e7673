"""Generator of docs/reference/errata.md: the printed texts, our readings, and the smallest examples found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from lasker.formulations.errata.erratum import SEVERITIES, Erratum, Finding
from lasker.formulations.errata.evidence import METHODS, WITHIN, code
from lasker.formulations.errata.numbers_on_boards import RARE, SLOW
from lasker.formulations.errata.register import SLIPS, TEXTS, Text, errata
from lasker.formulations.errata.smallest_failure import MOST_MEN, PER_SIZE

WIDTH = 100  # of code that stands in a line of text

HEAD = f"""\
# Errata of the five texts

<!-- Written by `lasker crosscheck --errata docs/reference/errata.md`; do not edit it by hand. -->

Lasker runs five descriptions of chess, and running a text means reading every line of it more strictly
than any reader does. This page lists the errors that we found. All five were a pleasure to work with, and
none of the errors below affects the idea of its text: most are repaired by a few symbols, and with the
repairs the formulations agree with the Laws of Chess, position by position
([how this is checked](../explanation/crosscheck.md)). We thank the authors, and
welcome corrections.

For each item: the printed wording, our reading, and, where both can be run, the code of both and an example
on which they differ. In the third text each item is as printed alone, with all others repaired; its code is
that of [the definitions](../explanation/texts/kulyukin-2022.md). Names of functions are those below
`lasker.formulations`.

A random search is given only the two readings. It tries positions by increasing number of pieces, up to
{PER_SIZE:,} random positions for each number from a fixed seed ({SLOW} where a formulation is slow, {RARE:,}
where most positions can be excluded quickly), and then shrinks the first counterexample found: White to move,
fewer pieces, fewer rights, lesser pieces, squares nearer to a1. It stops at {MOST_MEN} pieces.
"""


def page(on_searched: Callable[[Erratum], None] = lambda erratum: None) -> str:
    """The whole page; `on_searched` is called with each erratum after its search."""
    parts = [HEAD, contents()]
    for text in TEXTS:
        parts.append(heading(text))
        for erratum in errata(text.seed):
            parts.append(
                section(erratum, *(search() for search in (erratum.search, *erratum.also) if search))
            )
            on_searched(erratum)
        if text.seed == "000":
            parts.append(slips())
    return "\n".join(parts)


def contents() -> str:
    """The severities, and how many items of each the texts have, with links to them.

    >>> "| [ProofWiki](#proofwiki-definitionchess) | 7 | 4 | 1 | 2 |" in contents()
    True
    """
    kinds = "".join(f"- **{name}**: {meaning}.\n" for name, meaning in SEVERITIES.items())
    rows = []
    for text in TEXTS:
        found = [erratum.severity for erratum in errata(text.seed)]
        counts = " | ".join(str(found.count(name)) for name in SEVERITIES)
        rows.append(f"| [{text.called}](#{_anchor(title(text))}) | {len(found)} | {counts} |\n")
    head = f"| text | items | {' | '.join(SEVERITIES)} |\n|---|---|{'---|' * len(SEVERITIES)}\n"
    ways = "".join(f"- **{name}**: {meaning}.\n" for name, meaning in METHODS.items())
    return f"Severities:\n\n{kinds}\nHow it was found:\n\n{ways}\n{head}{''.join(rows)}"


def title(text: Text) -> str:
    """The heading of a text.

    >>> title(TEXTS[3])
    'ProofWiki: Definition:Chess'
    """
    return f"{text.called}: {text.title}"


def _anchor(words: str) -> str:
    return re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def heading(text: Text) -> str:
    """The lines above the errata of a text: whose it is, and its items.

    >>> heading(TEXTS[3]).splitlines()[0]
    '## ProofWiki: Definition:Chess'
    """
    found = errata(text.seed)
    run = sum(1 for erratum in found if erratum.search)
    listed = "\n".join(
        f"| [{each.id}](#{each.id.lower()}) | {each.severity} | {each.method} | {_cell(each.where)} |"
        for each in found
    )
    return f"""\
## {title(text)}

By {text.author}: {text.about} ([about this text](../explanation/texts/{text.page}.md)).
{len(found)} items, {run} of them shown by an example.

| item | severity | found by | where |
|---|---|---|---|
{listed}
"""


def section(erratum: Erratum, *findings: Finding | None) -> str:
    """One erratum: the two readings side by side, their code, and the examples.

    >>> print(section(Erratum("E-X1", "here", "x | y", "z")))
    ### E-X1
    <BLANKLINE>
    Severity: slip. Found by: reading.
    <BLANKLINE>
    | here, as printed | as we read it |
    |---|---|
    | x \\| y | z |
    <BLANKLINE>
    """
    within = f", {WITHIN[erratum.id]}" if erratum.id in WITHIN else ""
    return f"""\
### {erratum.id}

Severity: {erratum.severity}. Found by: {erratum.method}{within}.

| {_cell(erratum.where)}, as printed | as we read it |
|---|---|
| {_cell(erratum.printed)} | {_cell(erratum.repaired)} |
{_code(erratum)}{"".join(map(example, filter(None, findings)))}"""


def _code(erratum: Erratum) -> str:
    """The code of both readings, if both are run."""
    found = code(erratum.id) if erratum.search else None
    if found is None:
        return ""
    if "\n" not in found.printed + found.repaired and len(found.printed + found.repaired) < WIDTH:
        return f"\nComputed as printed by `{found.printed}`, as repaired by `{found.repaired}`.\n"
    return (
        f"\nComputed as printed by\n\n{_block(found.printed)}\nand as repaired by\n\n{_block(found.repaired)}"
    )


def _block(text: str) -> str:
    return "".join(f"    {line}".rstrip() + "\n" for line in text.splitlines())


def example(finding: Finding) -> str:
    """What a search has found.

    >>> print(example(Finding("k/R/K b", "k\\nR\\nK", "stalemate", "yes", "no", "3 states")))
    <BLANKLINE>
        k
        R
        K
    <BLANKLINE>
    `k/R/K b`: stalemate. As printed: yes; as repaired: no.
    Looked at: 3 states.
    <BLANKLINE>
    """
    diagram = "" if finding.diagram == finding.example else _block(finding.diagram)
    return f"""{chr(10) + diagram if diagram else ""}
`{finding.example}`: {finding.question}. As printed: {finding.printed}; as repaired: {finding.repaired}.
Looked at: {finding.effort}.
"""


def slips() -> str:
    """The editorial slips in the first text.

    >>> slips().count("\\n")
    8
    """
    rows = (f"| {_cell(w.where)}: {_cell(w.printed)} | {_cell(w.repaired)} |" for w in SLIPS)
    return _table("Slips of the pen, which change nothing:", rows)


def _table(title: str, rows: Iterable[str]) -> str:
    return f"{title}\n\n| as printed | as we read it |\n|---|---|\n" + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")
