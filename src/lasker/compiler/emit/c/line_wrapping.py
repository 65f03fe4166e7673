"""Line breaking of generated C, for readability."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

WIDTH = 105
SIGNS = tuple(f" {sign} " for sign in ("|", "&", "&&", "||", "?", ":"))


def page(lines: Iterable[str]) -> Iterator[str]:
    """The lines, those folded that are too long."""
    return (folded(line) if len(line) > WIDTH else line for line in lines)


def folded(line: str) -> str:
    """A long line on several lines: broken after a comma, or before a binary operator.

    >>> print(folded("    const bits white = " + " | ".join(["b->white"] * 11) + ";"))
        const bits white = b->white | b->white | b->white | b->white | b->white | b->white | b->white
            | b->white | b->white | b->white | b->white;
    >>> print(folded("static const int SQUARES[] = {" + ", ".join(str(n * n) for n in range(30)) + "};"))
    static const int SQUARES[] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256,
        289, 324, 361, 400, 441, 484, 529, 576, 625, 676, 729, 784, 841};
    """
    if line.startswith(("#", "/*")) or "\n" in line:  # must stay on one line, or is hand-written
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    found, at, room = [], 0, WIDTH
    while len(line) - at > room:
        window = line[at : at + room]
        cut = window.rfind("}, ") + 2  # preferably between rows
        if cut < room // 2:
            cut = max(window.rfind(", ") + 1, *map(window.rfind, SIGNS))
        if cut <= len(indent):
            break
        found.append(window[:cut])
        at, room = at + cut + 1, WIDTH - len(indent)
    return f"\n{indent}".join([*found, line[at:]])
