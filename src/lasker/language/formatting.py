"""Formatting a rules text: blanks at line ends, blanks around operators, equal signs below each other.

What is written stays as it is, comments too: only blanks change, and only if the text then has the same
meaning, which is checked. A text that does not parse is left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.language.diagnostics import LIMITS
from lasker.language.scan import Statement, Token, parts, scan
from lasker.syntax.parse import parse_lines

SPACED = ("->", "→", "//", "|")  # operators with blanks around them
REPETITION = re.compile(r"\{\d+(,)\d*\}")
MOST_BLANK = 1  # empty lines one after the other
LONGEST = 16  # characters of a name that others are aligned with
TAB = 8
UNNAMED = "text.yaml"


def formatted(text: str) -> str:
    """A rules text with its blanks in order; the text itself where it does not parse.

    >>> print(formatted("x= u|d{1,2}   \\n\\n\\n\\nlonger=r -- right\\n  |l"), end="")
    x = u | d{1,2}
    <BLANKLINE>
    longer = r -- right
        | l
    """
    source = Source(text)
    if len(text) > LIMITS.characters:
        return text
    try:
        before = parse_lines(source, LIMITS)
        found = _aligned(_spaced(text.replace("\r\n", "\n")))
        found = _without_blanks(found)
        after = parse_lines(Source(found), LIMITS)
    except LaskerError:
        return text
    same = _signs(text) == _signs(found) and _bare(before) == _bare(after)
    return found if same else text


def trimmed(text: str, format: str) -> str:
    """A text in another language without blanks at line ends, if it then says the same.

    >>> trimmed("board: 8x8  \\n\\n\\n", "yaml")
    'board: 8x8\\n'
    """
    found = "".join(f"{line.rstrip()}\n" for line in text.splitlines()).strip("\n") + "\n"
    if format == "yaml":
        from lasker.frontends.yaml import plain  # imported late: a package that few texts need

        try:
            same = plain(Source(text, UNNAMED)) == plain(Source(found, UNNAMED))
        except LaskerError:
            return text
        return found if same else text
    return found if text.strip() else text


def _signs(text: str) -> list[str]:
    """The tokens and comments of a text, without the blanks between them."""
    return [token.text.rstrip() for token in scan(text)]


def _bare(node: Any) -> Any:
    """A tree without its places."""
    if isinstance(node, tuple | list):
        return [_bare(each) for each in node]
    if is_dataclass(node):
        values = [getattr(node, each.name) for each in fields(node) if each.name not in {"at", "places"}]
        return [type(node).__name__, *map(_bare, values)]
    return node


def _spaced(text: str) -> str:
    """Blanks around the operators that can have them, and behind commas but those of a repetition."""
    pieces, last = [], 0
    repeated = {found.start(1) for found in REPETITION.finditer(text)}
    tokens = [token for part in parts(text) if part.keyword != "piece" for token in part.tokens]
    for token in tokens:
        before, after = text[token.start - 1 : token.start], text[token.end : token.end + 1]
        pieces.append(text[last : token.start])
        last = token.end
        if token.text in SPACED:
            pieces += [" " * (not before.isspace() and token.start > 0), token.text]
            pieces.append(" " * (bool(after) and not after.isspace()))
        elif token.text == ",":
            pieces += [",", " " * (bool(after) and not after.isspace() and token.start not in repeated)]
        else:
            pieces.append(token.text)
    return "".join([*pieces, text[last:]])


def _without_blanks(text: str) -> str:
    lines = [re.sub(r"^[ \t]+", _untabbed, line.rstrip(" \t\r\f")) for line in text.split("\n")]
    found: list[str] = []
    for line in lines:
        if line or not found or any(found[-MOST_BLANK:]):
            found.append(line)
    while found and not found[-1]:
        found.pop()
    while found and not found[0]:
        found.pop(0)
    return "\n".join(found) + "\n" if found else ""


def _untabbed(blanks: re.Match[str]) -> str:
    return blanks.group().expandtabs(TAB)


def _aligned(text: str) -> str:
    """The equal signs of definitions that stand below each other in one column, with their bodies."""
    for block in reversed(_blocks(text)):
        heads = [_head(text, part) for part in block]
        column = _column(text, block, heads)
        for part, head in reversed(list(zip(block, heads, strict=True))):
            text = _moved(text, part, head, max(column, len(head) + 1))
    return text


def _blocks(text: str) -> list[list[Statement]]:
    """Definitions that begin in the first column, without an empty line or a line of comment between them."""
    found: list[list[Statement]] = []
    last = -1
    for part in parts(text):
        start = text.rfind("\n", 0, part.start) + 1
        if part.keyword or start != part.start or _equal(part) is None:
            last = -1
            continue
        if last < 0 or re.search(r"\n[ \t]*(\n|--)", text[last : part.start]):
            found.append([])
        found[-1].append(part)
        last = part.end
    return found


def _equal(part: Statement) -> Token | None:
    """The equal sign of a definition in its first line."""
    first = part.tokens[0]
    if first.kind != "word":
        return None
    found = next((token for token in part.tokens if token.text == "="), None)
    depth = 0
    for token in part.tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        if token is found:
            return token if depth == 0 else None
    return None


def _head(text: str, part: Statement) -> str:
    equal = _equal(part)
    assert equal is not None
    return text[part.start : equal.start].rstrip()


def _column(text: str, block: Sequence[Statement], heads: Sequence[str]) -> int:
    """The column of the equal signs: the one that most of them have, if it suits; else the nearest."""
    now = Counter(_now(text, part) for part, head in zip(block, heads, strict=True))
    column, times = now.most_common(1)[0]
    if times * 2 > len(block) or len(block) == 1:
        return column if len(block) > 1 or column <= LONGEST + 1 else 0
    return max((len(head) + 1 for head in heads if len(head) <= LONGEST), default=0)


def _now(text: str, part: Statement) -> int:
    equal = _equal(part)
    assert equal is not None
    return equal.start - part.start


def _moved(text: str, part: Statement, head: str, column: int) -> str:
    """A definition with its equal sign in a column; the lines after its first move as far as its body."""
    equal = _equal(part)
    assert equal is not None
    body = text[equal.end : part.end]
    rest = body.lstrip(" \t")
    gap = body[: len(body) - len(rest)] or " "
    by = column - (equal.start - part.start) + len(gap) - (len(body) - len(rest))
    lines = rest.split("\n")
    shifted = [lines[0], *(_shifted(line, by) for line in lines[1:])]
    new = head + " " * (column - len(head)) + "=" + gap.replace("\t", " ") + "\n".join(shifted)
    return text[: part.start] + new + text[part.end :]


def _shifted(line: str, by: int) -> str:
    plain = line.lstrip(" \t")
    indent = len(line[: len(line) - len(plain)].expandtabs(TAB))
    return " " * max(indent + by, 1) + plain if plain else ""
