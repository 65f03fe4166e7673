"""From text to the loose tree: Lark's LALR parser, with line ends that know when a definition is over."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache

from lark import Lark, TextSlice, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError, LimitError, ParseError, Problems
from lasker.kernel.grammars import parser
from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Source, Span
from lasker.syntax import tree as t
from lasker.syntax.parse_mistakes import Failed, mistake_of
from lasker.syntax.statements import Statement, statements
from lasker.syntax.tree_builder import Build, Misplaced

MOST_KEPT = 16  # trees of extended texts
OPENERS, CLOSERS = {"LPAR", "LSQB", "LBRACE", "NOT"}, {"RPAR", "RSQB", "RBRACE"}


class LineEnds:
    """Keeps a line end only where a statement really ends: outside brackets, and beside no operator."""

    always_accept = ("_NL",)

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Drop the line ends that continue an expression."""
        depth, previous = 0, "_NL"
        for token in stream:
            kind = token.type
            if kind == "_NL":
                if depth > 0 or previous in _HANGING:
                    continue
            elif kind in OPENERS:
                depth += 1
                if depth > self.limits.depth:
                    raise _TooDeep(token)
            elif kind in CLOSERS:
                depth = max(0, depth - 1)
            previous = kind if kind in {"_NL", "POSTPLUS"} else str(token)
            yield token


# After one of these the line is not over yet. (What begins the next line is the grammar's affair.)
_HANGING = {"_NL", "+", "|", ";", "\\", "->", "→", "//", ",", "=", ":", "then", "else"}


class _TooDeep(Exception):
    def __init__(self, token: Token) -> None:
        super().__init__()
        self.token = token


@cache
def _parser(limits: Limits) -> Lark:
    return parser(
        "lasker.syntax",
        "grammar.lark",
        lexer="contextual",
        postlex=LineEnds(limits),
        transformer=Build(),
        maybe_placeholders=True,
    )


def parse_lines(source: Source, limits: Limits = DEFAULT) -> tuple[t.Line, ...]:
    """The statements and declarations of a text, with sorts still unknown.

    >>> [line] = parse_lines(Source("♙ + u. -> . + u♙"))
    >>> type(line.sides[0]).__name__
    'Arrow'
    """
    problems = Problems()
    lines, _ = parse_all(source, problems, limits)
    problems.settle()
    return lines


@lru_cache(maxsize=MOST_KEPT)
def extended_lines(source: Source, limits: Limits) -> tuple[t.Line, ...]:
    """The lines of a text that others extend, which is read again with each of them."""
    return parse_lines(source, limits)


def parse_all(
    source: Source, problems: Problems, limits: Limits = DEFAULT
) -> tuple[tuple[t.Line, ...], tuple[Failed, ...]]:
    """What parses of a text, and what does not: each such statement is a problem of its own."""
    limits.check("characters", len(source.text))
    try:
        return _parsed(source, Statement(0, len(source.text)), limits), ()
    except LaskerError:  # read it again, statement by statement
        lines: list[t.Line] = []
        failed: list[Failed] = []
        waiting = list(statements(source.text))[::-1]
        while waiting:
            cancel.check()
            statement = waiting.pop()
            try:
                lines += _parsed(source, statement, limits)
            except LaskerError as error:
                if statement.cut_short and waiting:  # the cut was a guess
                    longer = Statement(statement.start, waiting[-1].end)
                    with suppress(LaskerError):
                        lines += _parsed(source, longer, limits)
                        waiting.pop()
                        continue
                stopped = error.span.start if error.span else statement.start
                failed.append(Failed(source, statement, stopped))
                problems.add(error if isinstance(error, LimitError) else mistake_of(failed[-1]) or error)
        return tuple(lines), tuple(failed)


def _parsed(source: Source, statement: Statement, limits: Limits) -> tuple[t.Line, ...]:
    collecting = gc.isenabled()
    gc.disable()  # nothing of a growing tree is garbage, and looking for some costs a fifth of the time
    try:
        text = TextSlice(source.text, statement.start, statement.end)
        return _parser(limits).parse(text)  # type: ignore[return-value]  # the transformer's type
    except UnexpectedInput as error:
        raise _explained(error, source, statement) from None
    except Misplaced as error:
        raise error.error.at(Span(source, error.token.start_pos or 0, error.token.end_pos or 0)) from None
    except _TooDeep as error:
        where = Span(source, error.token.start_pos or 0, error.token.end_pos or 0)
        raise LimitError(
            f"brackets nested more than {limits.depth} deep", span=where, remedy="give the inner part a name"
        ) from None
    finally:
        if collecting:
            gc.enable()


def _explained(error: UnexpectedInput, source: Source, statement: Statement) -> ParseError:
    """What a reader needs to hear about a text that does not parse."""
    found: int | None = getattr(error, "pos_in_stream", None)
    start = statement.end if found is None or found < 0 else min(found, statement.end)
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        token = error.token
        shown = "the end of the line" if token.type == "_NL" else repr(str(token))
        span = Span(source, token.start_pos or 0, token.end_pos or 0)
        return ParseError(f"{shown} does not fit here", span=span, remedy=_advice(token, source))
    if isinstance(error, UnexpectedCharacters):
        char = source.text[start : start + 1]
        return ParseError(
            f"{char!r} does not fit here",
            span=Span(source, start, start + 1),
            remedy=_CHARACTER_ADVICE.get(char),
        )
    end = statement.start + len(source.text[statement.start : statement.end].rstrip())
    return ParseError(
        "the text ends too early" if statement.end == len(source.text) else "this ends too early",
        span=Span(source, max(statement.start, end - 1), end),
        remedy="close every bracket and finish the last expression",
    )


_CHARACTER_ADVICE = {
    "&": "moves follow each other without a sign: M N",
    "{": "repetition follows a move directly: M{2}",
    '"': "quote a piece with single quotes: 'R'",
    "'": "a quoted piece ends with a quote: 'R'",
    "~": "the negative test is written ![M]",
    "<": "relations stand in tests: [n < 3]",
    ">": "relations stand in tests: [n > 3]; an arrow is ->",
    "-": "an arrow is ->, a comment --, and there is no minus between fragments",
}


def _advice(token: Token, source: Source) -> str:
    text = str(token)
    if token.type == "_NL":
        return "a definition ends at the end of its line; go on with an operator, or use brackets"
    if text == "=":
        return "one definition a line: name = expression, or name(x, y) = expression"
    if text == "->":
        return "bracket one of the arrows: (f -> g) | (f -> h)"
    if text in {")", "]", "}"}:
        return "nothing here is waiting for a closing bracket, or an operand is missing before it"
    if text == ":":
        return "a binder is written %♖: M, with a cursor and the squares it may stand on before the colon"
    return "check the operand or operator just before it"
