"""Table of contents at the top of a generated C file."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A chapter is a piece of the text that begins with a comment; its title is the beginning of that comment.
SENTENCE = re.compile(r"\n?/\* ([A-Z].+?)(?:\.(?:\s|$)|[:;]\s|\n)")


def with_contents(pieces: Iterable[str]) -> str:
    r"""A text with a list of its chapters and their line numbers after its first piece.

    >>> pieces = ["/* Numbers */\n", "int a;", "/* Tables: a few. */", "/* The end. */\nint b;\n"]
    >>> print(with_contents(pieces))
    /* Numbers */
    <BLANKLINE>
    /*      6  Tables
     *      7  The end */
    int a;
    /* Tables: a few. */
    /* The end. */
    int b;
    <BLANKLINE>
    """
    head, *text = pieces
    chapters = {at: found[1] for at, piece in enumerate(text) if (found := SENTENCE.match(piece))}
    line = head.count("\n") + 2 + len(chapters)
    listed = []
    for at, piece in enumerate(text):
        opens = piece.startswith("\n")
        if at in chapters:
            listed.append(f"{line + opens:>7}  {chapters[at]}")
        line += piece.count("\n") + 1
    contents = ["/*" + "\n *".join(listed) + " */"] if listed else []
    return "\n".join([head, *contents, *text])
