"""The fast path in two texts that are compiled side by side: one half of the turns in each, tables in one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

TABLE = re.compile(r"static const (\w+ \w+\[\]) = ")


def halves(lines: Iterable[str], turns: Sequence[str]) -> tuple[list[str], list[str]]:
    """Two texts out of one. What both need is in both, and tables are told to the second.

    >>> text = ["static const int TWO[] = {2};", "static uint64_t white__leaves(int n);",
    ...         "static uint64_t white__leaves(int n) {", "    return TWO[n];", "}",
    ...         "static uint64_t black__leaves(int n) {", "    return white__leaves(n);", "}"]
    >>> one, other = halves(text, ["white", "black"])
    >>> print(*one, sep="\\n")
    INSIDE const int TWO[] = {2};
    INSIDE uint64_t white__leaves(int n);
    INSIDE uint64_t white__leaves(int n);
    INSIDE uint64_t black__leaves(int n);
    INSIDE uint64_t white__leaves(int n) {
        return TWO[n];
    }
    >>> print(other[0], *other[4:], sep="\\n")
    extern INSIDE const int TWO[];
    INSIDE uint64_t black__leaves(int n) {
        return white__leaves(n);
    }
    """
    head = re.compile(rf"static (uint64_t ({'|'.join(turns)})__(?:leaves|sequences|then)\(.*\))( \{{|;)")
    common: list[str] = []
    of_turns: dict[str, list[str]] = {turn: [] for turn in turns}
    inside: list[str] | None = None
    for line in lines:
        found = head.fullmatch(line)
        if found is not None:
            common.append(f"INSIDE {found[1]};")
            if found[3] != ";":
                inside = of_turns[found[2]]
                inside.append(f"INSIDE {found[1]} {{")
        elif inside is not None:
            inside.append(line)
            if line.rstrip() == "}":
                inside = None
        else:
            common.append(line)
    middle = (len(turns) + 1) // 2
    first, second = (
        [line for turn in half for line in of_turns[turn]] for half in (turns[:middle], turns[middle:])
    )
    told = [f"extern INSIDE const {table[1]};" if (table := TABLE.match(line)) else line for line in common]
    return [*(TABLE.sub(r"INSIDE const \1 = ", line) for line in common), *first], [*told, *second]
