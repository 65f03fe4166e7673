"""How a piece goes, as a line of its own in the definition of `way`, on boards without Betza notation.

way(t) = [% is not ('A' | ♕)] super(t)
       | [% is 'A'] (every(u, ride(u, t)))
       | [% is ♕] (both(take(u ur, t)))
"""

from __future__ import annotations

import re
from itertools import accumulate

from lasker.design.edited_text import Page
from lasker.design.opened_text import Opened
from lasker.kernel.errors import DeclarationError
from lasker.syntax import tree as t
from lasker.syntax.betza.layer import TARGET, WAY

KEY = ("definition", WAY)
INDENT = "\n          | "


def term_for(game: Opened, sign: str) -> str:
    """The term that the text itself gives a piece; none if other texts say how it goes, or in words.

    >>> from lasker.design.opened_text import opened
    >>> text = 'lasker 1\\nextends "glinski"\\nway(t) = [% is not ♕] super(t)\\n | [% is ♕] (take(u, t))\\n'
    >>> term_for(opened(text), "♕")
    'take(u, t)'
    """
    found = _own(game.read, sign) if game.read and not game.of_squares else None
    return found[1] if found else ""


def put_term(game: Opened, page: Page, sign: str, term: str) -> None:
    """Write how a piece goes, in place of what this text or others say; no term leaves it to them."""
    if KEY not in page and not game.inherited(WAY):
        raise DeclarationError(
            f"these rules have no definition {WAY}({TARGET}) that says how pieces go",
            remedy="change the text: the moves of its pieces are written in other words",
        )
    if not term:
        remove_term(page, sign)
        return
    if KEY not in page:
        said = f"{WAY}({TARGET})    = [% is not {sign}] super({TARGET})"
        page.put(KEY, f"{said}{INDENT}[% is {sign}] ({term})")
        return
    if parameter := re.match(rf"{WAY}\s*\(\s*(\w+)\s*\)", page.written(KEY)):
        term = re.sub(rf"\b{TARGET}\b", parameter[1], term)
    if own := _own(page, sign):
        page.replace(*own[0], f"({term})")
        return
    (first, *others), end = _alternatives(page), page.span(KEY)[1]
    excluded = _excluded(page, first)
    if excluded and not any(sign in page.source.text[slice(*each)] for each in others):
        page.replace(*excluded[0], f"({' | '.join([*excluded[1], sign])})")
    else:
        page.replace(first[0], first[0], f"[% is not {sign}] (")
        page.replace(end, end, ")")
    page.replace(end, end, f"{INDENT}[% is {sign}] ({term})")


def remove_term(page: Page, sign: str) -> None:
    """Take the line of a piece away, and with the last one the definition that adds to another."""
    if (own := _own(page, sign)) is None:
        return
    text, parts = page.source.text, _alternatives(page)
    number = next(number for number, (_, stop) in enumerate(parts) if stop == own[0][1])
    excluded = _excluded(page, parts[0])
    rest = text[excluded[0][1] + 1 : parts[0][1]].strip() if excluded else ""
    if len(parts) == 2 and rest.startswith("super("):
        page.remove(KEY)
        return
    if number:
        page.replace(parts[number - 1][1], own[0][1], "")
    else:
        page.replace(*own[0], "fail")
    if excluded and sign in excluded[1]:
        left = [each for each in excluded[1] if each != sign]
        if left:
            page.replace(*excluded[0], f"({' | '.join(left)})" if left[1:] else left[0])
        else:
            page.replace(*parts[0], _unwrapped(rest))


def _alternatives(page: Page) -> list[t.Range]:
    """Where the alternatives of the definition stand."""
    line = page.lines[KEY]
    assert isinstance(line, t.Statement)
    body = line.sides[1]
    return (
        [part.at for part in body.items] if isinstance(body, t.Joined) and body.operator == "|" else [body.at]
    )


def _own(page: Page, sign: str) -> tuple[t.Range, str] | None:
    """Where the term of a piece alone stands, and the term."""
    for start, stop in _alternatives(page) if KEY in page else ():
        if told := re.match(rf"\[%\s+is\s+{re.escape(sign)}\]\s*", page.source.text[start:stop]):
            begin = start + told.end()
            return (begin, stop), _unwrapped(page.source.text[begin:stop])
    return None


def _unwrapped(text: str) -> str:
    """A text without the brackets around all of it."""
    depths = list(accumulate((letter == "(") - (letter == ")") for letter in text))
    return text[1:-1] if text[:1] == "(" and depths.index(0) == len(text) - 1 else text


def _excluded(page: Page, at: t.Range) -> tuple[t.Range, list[str]] | None:
    """The pieces of which an alternative does not speak, and where they stand."""
    told = re.match(
        r"\[%\s+is\s+not\s+(\((?P<some>[^()]*)\)|(?P<one>[^\]\s(]+))\]", page.source.text[slice(*at)]
    )
    if told is None:
        return None
    return (at[0] + told.start(1), at[0] + told.end(1)), re.split(
        r"\s*\|\s*", (told["some"] or told["one"]).strip()
    )
