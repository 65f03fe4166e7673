"""Choices that reach farther than they were probably meant to: `any` takes in all later lines of a table.

What stands behind `any t in S:` up to the end of its bracket or definition is its body. An alternative of the
body that does not use the word t gains nothing from standing there: it is under the tests before the `any`,
and behind `//` it is done only where the alternatives with that same t are impossible.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.syntax import tree as t


def stray_alternatives(node: object) -> Iterator[tuple[t.AnyOf, t.Node]]:
    """Each `any` in a tree, with the first alternative of its body that does not use its word.

    >>> from lasker.kernel.source import Source
    >>> from lasker.syntax.parse import parse_lines
    >>> source = Source("[♔] any m in (u, r): step(m) | ride(m, ♟)\\n | [♕] take(u, ♟)")
    >>> [source.text[slice(*part.at)] for _, part in stray_alternatives(parse_lines(source))]
    ['[♕] take(u, ♟)']
    """
    for part in t.parts(node):
        if isinstance(part, t.AnyOf):
            stray = [each for each in _alternatives(part.body) if not _uses(each, part.name)]
            if stray:
                yield part, stray[0]


def _alternatives(node: t.Node) -> Iterator[t.Node]:
    """The alternatives of a choice, or the one thing that is no choice."""
    if isinstance(node, t.Joined) and node.operator in {"|", "//"}:
        for item in node.items:
            yield from _alternatives(item)
    else:
        yield node


def _uses(node: t.Node, name: str) -> bool:
    """Is a word used, perhaps as a letter of a product?"""
    return any(word == name or (len(name) == 1 and name in word) for word in t.words(node))
