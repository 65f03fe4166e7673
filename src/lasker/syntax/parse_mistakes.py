"""Common mistakes in statements that do not parse, or that define nothing: each has its own message.

Each function of MISTAKES knows one mistake; the first that recognises its own in a statement reports it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, LaskerError, ParseError
from lasker.kernel.source import Source, Span
from lasker.syntax.statements import FOREIGN, KEYWORDS, PROSE, TEXTS, WORD, Statement
from lasker.syntax.tree import Node

CURLY = re.compile("[“”„‟«»‘’‚‛`´]")
DOUBLE = set("“”„‟«»")
QUOTED = re.compile(r"""--[^\n]*|"[^"\n]*"|'[^'\n]+'""")
OTHER_WORDS = {  # what other languages, and other people, call the same things
    "title": "game", "name": "game", "variant": "game", "alias": "also", "description": "about",
    "inherits": "extends", "include": "extends", "import": "extends", "based": "extends", "using": "extends",
    "player": "players", "pieces": "piece", "marks": "mark", "counters": "counter", "regions": "region",
    "zone": "region", "setup": "start", "begin": "start", "startfen": "start", "ends": "end",
    "draw": "adjudicate", "reason": "because", "version": "lasker", "var": "counter", "int": "counter",
}  # fmt: skip
SCOPE = rf"(?:\s+for[ \t]+{WORD})?(?:\s+in[ \t]+{WORD}(?:,?[ \t]+{WORD})*)?"
RESULT = r"(?:won|lost|drawn|[0-9]+[ \t]*/[ \t]*[0-9]+)"
COLON = {  # what stands before the colon of a statement, and how it is written
    "end": (rf'end[ \t]+"[^"\n]*"\s*{RESULT}{SCOPE}', 'end "…" lost: test'),
    "adjudicate": (
        rf'adjudicate[ \t]+"[^"\n]*"\s*{RESULT}(?:[ \t]+(?:claimed|agreed)\b)?{SCOPE}',
        'adjudicate "…" drawn: test',
    ),
    "invalid": (rf'invalid[ \t]+"[^"\n]*"{SCOPE}', 'invalid "…": test'),
    "called": (rf'called[ \t]+"[^"\n]*"(?:\s+"[^"\n]*")?{SCOPE}', 'called "…": move'),
    "state": (rf"state[ \t]+{WORD}[ \t]+of[ \t]+{WORD}", "state NAME of PLAYER: move then NEXT"),
    "turn": (rf"turn[ \t]+{WORD}", "turn R: e -> n, n -> w"),
}


@dataclass(frozen=True)
class Failed:
    """A statement that does not parse, and where the parser stopped; None if it parses but says nothing."""

    source: Source
    statement: Statement
    stopped: int | None

    @property
    def text(self) -> str:
        """The statement as it is written."""
        return self.source.text[self.statement.start : self.statement.end]

    @property
    def bare(self) -> str:
        """The same with every letter of quoted texts and comments blanked."""
        return QUOTED.sub(lambda found: " " * len(found.group()), self.text)

    @property
    def words(self) -> set[str]:
        """Its words and its signs."""
        return set(re.findall(r"\w+|[^\w\s]", self.text))

    @property
    def first(self) -> str:
        """Its first word."""
        found = re.match(r"\w+", self.text)
        return found.group() if found else ""

    @property
    def keyword(self) -> str | None:
        """The keyword that it begins with, or that was surely meant."""
        if not re.match(rf"{WORD}[ \t]+(?!(?:in|is|not|of)\b)[^\s=|+:;*?^-]", self.text):
            return None
        if self.first in KEYWORDS:
            return self.first
        word = self.first.lower()
        close = difflib.get_close_matches(word, KEYWORDS, n=1, cutoff=0.75)
        return OTHER_WORDS.get(word) or (close[0] if close else None)

    def span(self, start: int, end: int) -> Span:
        """A stretch of the statement as a place in the text."""
        begin = self.statement.start
        return Span(self.source, begin + start, begin + max(end, start + 1))

    def has_stopped(self, at: int) -> bool:
        """Is the parser's complaint about this place of the statement, or about one behind it?"""
        return self.stopped is None or self.stopped >= self.statement.start + at


def mistake_of(failed: Failed) -> ParseError | None:
    """The mistake that was made in a statement, if it is one that people are known to make."""
    return next((error for error in (find(failed) for find in MISTAKES) if error is not None), None)


def _curly_quote(failed: Failed) -> ParseError | None:
    found = CURLY.search(failed.bare)
    if found is None:
        return None
    straight = '"…"' if found.group() in DOUBLE else "'K'"
    kind = (
        "texts in straight double quotes" if found.group() in DOUBLE else "letters in straight single quotes"
    )
    if failed.keyword in TEXTS:
        kind, straight = "the text in straight double quotes", f'{failed.keyword} "…"'
    return ParseError(
        f"{found.group()} is no straight quote",
        span=failed.span(found.start(), found.end()),
        remedy=f"put {kind}: {straight}",
    )


def _foreign_comment(failed: Failed) -> ParseError | None:
    for found in re.finditer(rf"(?m)(?:^|(?<=[ \t]))(?:{FOREIGN.pattern})", failed.bare):
        sign, rest = found.group(), failed.text[found.end() :].split("\n")[0]
        own_line = not failed.bare[: found.start()].split("\n")[-1].strip()
        certain = sign in {"/*", "<!--"} or (sign == "#" and (failed.stopped is None or own_line))
        if (certain or PROSE.match(rest)) and failed.has_stopped(found.start()):
            return ParseError(
                f"{sign} begins no comment here",
                span=failed.span(found.start(), found.end()),
                remedy="comments begin with --",
            )
    return None


def _unclosed_quote(failed: Failed) -> ParseError | None:
    found = re.search("[\"']", failed.bare)
    if found is None:
        return None
    if found.group() == '"':
        remedy = 'end the text with another " on the same line; a text of several lines has quotes on each'
    else:
        remedy = "a letter stands between two quotes: 'K'"
    return ParseError("this quote is not closed", span=failed.span(found.start(), found.end()), remedy=remedy)


def _misspelt_keyword(failed: Failed) -> ParseError | None:
    if failed.keyword is None or failed.keyword == failed.first:
        return None
    return ParseError(
        f"no statement begins with {failed.first}",
        span=failed.span(0, len(failed.first)),
        remedy=f"did you mean {failed.keyword}?",
    )


def _missing_quotes(failed: Failed) -> ParseError | None:
    if failed.keyword not in TEXTS or failed.keyword != failed.first:
        return None
    if re.match(rf"{failed.first}\s*\"", failed.text):
        return None
    found = re.match(rf"{failed.first}[ \t]+((?:(?!--)[^\"\n])+)", failed.text)
    written = found.group(1).strip() if found else ""
    if found is None or not written:
        return None
    text = failed.text[found.start(1) :].split("\n")[0].strip().strip("'")
    shown = (
        '"…"' if failed.keyword in {"end", "adjudicate", "invalid", "called"} or '"' in text else f'"{text}"'
    )
    return ParseError(
        f"what follows {failed.keyword} is not in double quotes",
        span=failed.span(found.start(1), found.start(1) + len(written)),
        remedy=f"put it in straight double quotes: {failed.keyword} {shown}",
    )


def _missing_colon(failed: Failed) -> ParseError | None:
    before, example = COLON.get(failed.first, (None, ""))
    if before is None or failed.keyword is None:
        return None
    found = re.match(rf"{before}(?!\w)\s*", failed.text)
    if found is not None and failed.text[found.end() : found.end() + 1] != ":":
        at = min(found.end(), len(failed.text) - 1)
        return ParseError(
            "a colon is missing", span=failed.span(at, at + 1), remedy=f"write the colon: {example}"
        )
    found = re.match(rf'{failed.first}[ \t]+"[^"\n]*"\s*', failed.text)
    if found is None or failed.first not in {"end", "adjudicate"}:
        return None
    word = re.match(rf"{WORD}|.", failed.text[found.end() :])
    if word is not None and not re.match(RESULT, failed.text[found.end() :]):
        return ParseError(
            f"this does not say what the {failed.first} means for the player to move",
            span=failed.span(found.end(), found.end() + word.end()),
            remedy=f"say won, lost, drawn or a share like 1/4: {example}",
        )
    return None


def _brackets(failed: Failed) -> ParseError | None:
    pairs, stack = {")": "(", "]": "[", "}": "{"}, list[int]()
    for found in re.finditer(r"[(){}\[\]]", failed.bare):
        sign = found.group()
        if sign in "([{":
            stack.append(found.start())
            continue
        if stack and failed.text[stack[-1]] != pairs[sign] and failed.has_stopped(stack[-1]):
            opened = failed.span(stack[-1], stack[-1] + 1)
            return ParseError(
                f"{sign} does not close the {failed.text[stack[-1]]} of "
                f"line {opened.line}, column {opened.column}",
                span=failed.span(found.start(), found.end()),
                remedy="close the innermost bracket first",
            )
        if stack:
            stack.pop()
    if stack and failed.has_stopped(stack[-1]):
        sign = failed.text[stack[-1]]
        closing = {opened: closed for closed, opened in pairs.items()}[sign]
        return ParseError(
            f"this {sign} is not closed",
            span=failed.span(stack[-1], stack[-1] + 1),
            remedy=f"put a {closing} where it should end",
        )
    return None


def _binder_without_colon(failed: Failed) -> ParseError | None:
    """`any t in (♕ | ♘) put(t)` and `each x in ♙ put(.)`: there is no colon, or no `%`."""
    what = r"(?:\([^()]*\)|'[^'\n]+'|\w+|[^\s\w(:])"
    for found in re.finditer(rf"\b(any|each)[ \t]+(\w+)[ \t]+in[ \t]+{what}[ \t]*", failed.text):
        if failed.bare[found.start()].isspace():
            continue
        word, name = found.groups()
        if word == "each":
            return ParseError(
                "`each` chooses squares, and a cursor stands on them",
                span=failed.span(found.start(2), found.end(2)),
                remedy=f"write each %{name} and the set, then a colon: each %{name} ♙: put(.)",
            )
        if failed.text[found.end() : found.end() + 1] not in {":", ""} and failed.stopped is not None:
            at = found.end()
            if failed.statement.start + at == failed.stopped:
                return ParseError(
                    "a colon is missing before this",
                    span=failed.span(at, at + 1),
                    remedy=f"write the colon: {found.group().strip()}: …",
                )
    return None


def _size_of_board(failed: Failed) -> ParseError | None:
    found = re.match(r"board(?:[ \t]+[^\W\d]\w*)*[ \t]+(\d+[ \t]*[*,×xX][ \t]*\d+)", failed.text)
    if found is None or not failed.has_stopped(found.start(1)):
        return None
    size = "x".join(re.findall(r"\d+", found.group(1)))
    return ParseError(
        "the size of a board is one word",
        span=failed.span(found.start(1), found.end(1)),
        remedy=f"write {size}",
    )


def _sign_of_a_piece(failed: Failed) -> ParseError | None:
    """`piece car → 'A'`: the arrow means something else."""
    if failed.stopped is None or failed.first != "piece":
        return None
    at = failed.stopped - failed.statement.start
    sign = failed.text[at : at + 1]
    if re.fullmatch(rf"piece(?:[ \t]+(?:{WORD}|[^\s\w'=]))+[ \t]+", failed.text[:at]) and not sign.isspace():
        return ParseError(
            f"{sign} has a meaning of its own, and is the sign of no piece",
            span=failed.span(at, at + 1),
            remedy="take another sign, or letters alone: piece car 'A' 'a'",
        )
    return None


def _name_of_a_state(failed: Failed) -> ParseError | None:
    found = re.match(rf"state[ \t]+({WORD}(?:[ \t]+(?!of\b){WORD})+)[ \t]+of\b", failed.text)
    if found is None:
        return None
    return ParseError(
        "the name of a state is one word",
        span=failed.span(found.start(1), found.end(1)),
        remedy=f"write {'_'.join(found.group(1).split())}",
    )


MISTAKES: tuple[Callable[[Failed], ParseError | None], ...] = (
    _curly_quote,
    _foreign_comment,
    _unclosed_quote,
    _misspelt_keyword,
    _missing_quotes,
    _missing_colon,
    _brackets,
    _binder_without_colon,
    _size_of_board,
    _sign_of_a_piece,
    _name_of_a_state,
)


def useless_statement(node: Node, source: Source) -> LaskerError:
    """What is wrong with an expression that stands alone on its line."""
    return mistake_of(Failed(source, Statement(*node.at), None)) or DeclarationError(
        "this line defines nothing",
        span=Span(source, *node.at),
        remedy="name it: name = …; or let the line begin with an operator to continue the line above",
    )
