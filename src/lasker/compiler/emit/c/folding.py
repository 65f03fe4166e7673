"""Long lines of C on several lines, so that generated code can be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

WIDTH = 105
SIGNS = tuple(f" {sign} " for sign in ("|", "&", "&&", "||", "?", ":"))


def page(lines: Iterable[str]) -> Iterator[str]:
    """Lines one after the other, those folded that are too long."""
    return (folded(line) if len(line) > WIDTH else line for line in lines)


def folded(line: str) -> str:
    """A long line on several lines: broken after a comma, or before a sign that joins two things.

    >>> print(folded("    const bits white = " + " | ".join(["b->white"] * 11) + ";"))
        const bits white = b->white | b->white | b->white | b->white | b->white | b->white | b->white
            | b->white | b->white | b->white | b->white;
    >>> print(folded("static const int SQUARES[] = {" + ", ".join(str(n * n) for n in range(30)) + "};"))
    static const int SQUARES[] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256,
        289, 324, 361, 400, 441, 484, 529, 576, 625, 676, 729, 784, 841};
    """
    if line.startswith(("#", "/*")) or "\n" in line:  # what must stand alone, or was written by hand
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    found, at, room = [], 0, WIDTH
    while len(line) - at > room:
        window = line[at : at + room]
        cut = window.rfind("}, ") + 2  # rather between rows than in them
        if cut < room // 2:
            cut = max(window.rfind(", ") + 1, *map(window.rfind, SIGNS))
        if cut <= len(indent):
            break
        found.append(window[:cut])
        at, room = at + cut + 1, WIDTH - len(indent)
    return f"\n{indent}".join([*found, line[at:]])
