"""The parser of expressions in the language of the definitions."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedEOF, UnexpectedInput, VisitError

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError, ParseError
from lasker.kernel.grammars import parser
from lasker.kernel.source import Source, Span

MOST_DIGITS = 100_000  # of a number that is read
MOST_CHARACTERS = 2 * MOST_DIGITS


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number in digits."""

    value: int


@dataclass(frozen=True, slots=True)
class Word:
    """A variable, or a constant that a definition names."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """A named function and its arguments; operators are functions too."""

    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """An operator that binds a variable: its range is a bound (≤) or a sequence (∈)."""

    operator: str
    variable: str
    relation: str
    range: Expression
    body: Expression


Expression: TypeAlias = Numeral | Word | Call | Bound

# The functions denoted by operator signs.
OPERATORS = {
    "=": "eq", "≠": "ne", "<": "lt", ">": "gt", "≤": "le", "≥": "ge", "∈": "in", "∉": "notin",
    "|": "divides", "∤": "ndivides",
}  # fmt: skip


_BRACKETS = {"(": ")", "[": "]", "{": "}", "⟨": "⟩", "⌊": "⌋"}
_REMEDIES = {
    "-": "numbers are natural: none is negative, and ∸ takes away as much as there is",
    ".": "numbers are natural: 0, 1, 2 and so on, without fractions",
}


class _Builder(Transformer[Token, Expression]):
    """From Lark's parse trees to expressions; each method has the name of its grammar rule."""

    def number(self, parts: list[Token]) -> Expression:
        return Numeral(parse_digits(str(parts[0])))

    def name(self, parts: list[Token]) -> Expression:
        return Word(str(parts[0]))

    def call(self, parts: list[Token | Expression | None]) -> Expression:
        name, *arguments = parts
        return Call(str(name), tuple(a for a in arguments if a is not None))  # type: ignore[misc]

    def accessor(self, parts: list[Expression]) -> Expression:
        return Call("nth", tuple(parts))

    def pair(self, parts: list[Expression]) -> Expression:
        return Call("pair", tuple(parts))

    def sequence(self, parts: list[Expression | None]) -> Expression:
        return Call("[]", tuple(part for part in parts if part is not None))

    def quotient(self, parts: list[Expression]) -> Expression:
        return Call("quo", tuple(parts))

    def plus(self, parts: list[Expression]) -> Expression:
        return Call("add", tuple(parts))

    def minus(self, parts: list[Expression]) -> Expression:
        return Call("sub", tuple(parts))

    def times(self, parts: list[Expression]) -> Expression:
        return Call("mul", tuple(parts))

    def raised(self, parts: list[Expression]) -> Expression:
        return Call("pow", tuple(parts))

    def concatenated_left(self, parts: list[Expression]) -> Expression:
        return Call("catl", tuple(parts))

    def concatenated_right(self, parts: list[Expression]) -> Expression:
        return Call("catr", tuple(parts))

    def negation(self, parts: list[Expression]) -> Expression:
        return Call("not", tuple(parts))

    def both(self, parts: list[Expression]) -> Expression:
        return _chain("and", parts)

    def either(self, parts: list[Expression]) -> Expression:
        return _chain("or", parts)

    def compared(self, parts: list[Expression | Token]) -> Expression:
        """A chain a ≤ b ≤ c abbreviates a ≤ b ∧ b ≤ c."""
        links = [
            Call(OPERATORS[str(parts[i])], (parts[i - 1], parts[i + 1]))  # type: ignore[arg-type]
            for i in range(1, len(parts), 2)
        ]
        return _chain("and", list(links))

    def bound(self, parts: list[Token | Expression]) -> Expression:
        operator, variable, relation, extent, body = parts
        assert not isinstance(extent, Token)
        assert not isinstance(body, Token)
        return Bound(str(operator), str(variable), str(relation), extent, body)

    def case(self, parts: list[Expression]) -> tuple[Expression, ...]:
        return tuple(parts)

    def cases(self, parts: list[tuple[Expression, Expression] | Expression]) -> Expression:
        *clauses, result = parts
        for clause in reversed(clauses):
            value, condition = clause  # type: ignore[misc]
            result = Call("if", (condition, value, result))  # type: ignore[arg-type]
        return result  # type: ignore[return-value]

    def start(self, parts: list[Expression]) -> Expression:
        return parts[0]


def _chain(name: str, parts: list[Expression]) -> Expression:
    result = parts[-1]
    for part in reversed(parts[:-1]):
        result = Call(name, (part, result))
    return result


def _open_bracket(text: str) -> int | None:
    """The place of the last bracket that is not closed."""
    places: list[int] = []
    for at, sign in enumerate(text):
        if sign in _BRACKETS:
            places.append(at)
        elif places and sign == _BRACKETS[text[places[-1]]]:
            places.pop()
    return places[-1] if places else None


@cache
def _parser() -> Lark:
    return parser("lasker.formulations.arithmetic", "language.lark")


def parse(text: str, name: str = "expression") -> Expression:
    """The expression that a text denotes.

    >>> parse("⟨x, 3⟩")
    Call(name='pair', arguments=(Word(name='x'), Numeral(value=3)))
    """
    if len(text) > MOST_CHARACTERS:
        raise LimitError(f"an expression of {len(text)} characters, and the limit is {MOST_CHARACTERS}")
    try:
        return _Builder().transform(_parser().parse(text))
    except UnexpectedInput as error:
        ended = (
            isinstance(error, UnexpectedEOF) or getattr(getattr(error, "token", None), "type", "") == "$END"
        )
        if ended and (still_open := _open_bracket(text)) is not None:
            span = Span(Source(text, name), still_open, still_open + 1)
            bracket = text[still_open]
            raise ParseError(
                f"the bracket {bracket} is open at the end",
                span=span,
                remedy=f"close it with {_BRACKETS[bracket]}",
            ) from None
        place = len(text) if ended else int(getattr(error, "pos_in_stream", 0))
        found = repr(text[place]) if place < len(text) else "the end"
        span = Span(Source(text, name), min(place, len(text)), min(place + 1, len(text)))
        remedy = _REMEDIES.get(text[place : place + 1], "for example: set(18, 1, 3) or [2, 3] ⊗l [1]")
        raise ParseError(f"{found} cannot stand here", span=span, remedy=remedy) from None
    except VisitError as error:
        raise error.orig_exc from None


def parse_digits(digits: str) -> int:
    """The integer denoted by a string of digits; Python's own conversion stops at 4300 digits.

    >>> parse_digits("7" * 5000) % 10**6
    777777
    """
    if len(digits) > MOST_DIGITS:
        raise LimitError(
            f"a number of {len(digits)} digits, and the limit is {MOST_DIGITS}",
            remedy="write it as what it is made of, such as [2, 3, 5] or ⟨2, 3⟩",
        )
    if len(digits) <= 4000:
        return int(digits)
    half = len(digits) // 2
    return parse_digits(digits[:-half]) * int(10**half) + parse_digits(digits[-half:])


def write_digits(number: int) -> str:
    """An integer in digits, of any length.

    >>> write_digits(7 * 10**5000) == "7" + "0" * 5000
    True
    """
    if number.bit_length() < 13_000:
        return str(number)
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return write_digits(high) + write_digits(low).zfill(half)
