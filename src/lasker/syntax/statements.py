"""Cutting a text that does not parse into its statements, so that each can be read by itself.

A text that parses never comes here. A cut is made where a line ends a statement, as the grammar has it; and
also inside brackets or behind an operator, where a line clearly begins a statement of its own: the one before
was not closed, or not finished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.kernel.dataclass import dataclass

# Keywords whose line goes on with a text in double quotes.
TEXTS = (
    "picture", "game", "also", "tags", "about", "source", "start", "fen", "extends", "pass", "forbid",
    "moves", "names", "letters", "weights", "template", "end", "adjudicate", "invalid", "called",
)  # fmt: skip
KEYWORDS = (
    *TEXTS, "lasker", "players", "piece", "mark", "counter", "board", "region", "link", "turn", "because",
    "state", "perft", "without",
)  # fmt: skip
LETTER = "A-Za-z_À-ÖØ-öø-ɏͰ-Ͽ"
WORD = rf"[{LETTER}][0-9{LETTER}]*"

_KEYWORD = rf"(?:{'|'.join(KEYWORDS)})[ \t]+(?!(?:in|is|not|of)\b)[\"'0-9{LETTER}]"
_DEFINED = rf"{WORD}[ \t]*(?:\([^()\n]*\))?[ \t]*=(?!=)"
BEGINS = re.compile(rf"{_KEYWORD}|{_DEFINED}")  # what clearly begins a statement
FOREIGN = re.compile(r"#|//|/\*|;|%|\*|<!--|REM\b")  # what begins a comment in other languages
PROSE = re.compile(rf"[ \t]*[{LETTER}][\w',-]*[.:,]?[ \t]+[{LETTER}][^=|+]*")
_PART = re.compile(
    r"""(?P<blank>[ \t\f\r\u00A0]+)|(?P<comment>--[^\n]*)|(?P<text>"[^"\n]*"|'[^'\n]+')|(?P<line>\n)"""
    r"""|(?P<open>!?[ \t]*\[|[({])|(?P<close>[\])}])"""
    r"""|(?P<hang>->|→|//|[+|;\\,=:]|\b(?:then|else)\b)|(?P<word>\w+)|(?P<other>.)""",
    re.DOTALL,
)
_ONWARD = re.compile(r'"|\||\+|->|→|//|;|\\|=|:|then\b|else\b')


@dataclass(frozen=True)
class Statement:
    """A stretch of a text that should be one statement; `open` lists the brackets that it leaves open."""

    start: int
    end: int
    open: tuple[int, ...] = ()
    cut_short: bool = False  # was it ended by what begins the next one, and by nothing of its own?


def statements(text: str) -> Iterator[Statement]:
    """The statements of a text, each with what it leaves open.

    >>> [text[s.start : s.end] for text in ["x = (u\\ny = r"] for s in statements(text)]
    ['x = (u', 'y = r']
    """
    start: int | None = None
    end, hanging, seen = 0, False, 0
    stack: list[int] = []
    for part in _PART.finditer(text):
        kind = part.lastgroup
        if kind == "line":
            if start is None or part.start() < seen:  # an empty line of those that were looked at together
                continue
            seen = _next_line(text, part.start())
            if seen == len(text):
                break
            cut = _cut(text, start, seen, bool(stack), hanging)
            if cut is not None:
                yield Statement(start, end, tuple(stack), cut)
                start, stack, hanging = None, [], False
        elif kind in {"blank", "comment"}:
            continue
        else:
            start = part.start() if start is None else start
            end, hanging = part.end(), kind == "hang"
            if kind == "open":
                stack.append(part.end() - 1)
            elif kind == "close" and stack:
                stack.pop()
    if start is not None:
        yield Statement(start, end, tuple(stack))


def _next_line(text: str, at: int) -> int:
    """Where the next line begins that has more than a comment on it."""
    found = _BLANK_LINES.match(text, at)
    return found.end() if found else len(text)


_BLANK_LINES = re.compile(r"(?:\n[\t\f\r \u00A0]*(?:--[^\n]*)?)+")


def _cut(text: str, start: int, line: int, inside: bool, hanging: bool) -> bool | None:
    """Does a statement end before this line? None if not, true if only the line itself says so."""
    begins = BEGINS.match(text, line) is not None
    if inside or hanging:
        return True if begins and _column(text, line) <= _column(text, start) else None
    comment = FOREIGN.match(text, line)
    if _ONWARD.match(text, line) and not (comment and PROSE.match(text, comment.end())):
        return None
    return False


def _column(text: str, at: int) -> int:
    return at - (text.rfind("\n", 0, at) + 1)
