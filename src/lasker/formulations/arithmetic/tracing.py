"""Traces: the literal evaluation of an expression, each application of a former with its arguments and
value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.formulations.arithmetic.calculus import (
    Composition,
    Projection,
    Recursion,
    RecursiveTerm,
    Successor,
)
from lasker.formulations.arithmetic.latex import name as latex_name
from lasker.formulations.arithmetic.reading import Reading
from lasker.formulations.arithmetic.show import written
from lasker.formulations.arithmetic.syntax import parse, write_digits
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError

STEPS = 20_000  # applications of formers that a trace may have
LONG = 40  # characters of a term that is written out


@dataclass(frozen=True)
class Traced:
    """One application of a former: what was applied to what, its value, and the applications inside it."""

    former: str  # zero, successor, projection, composition, recursion, or numeral
    text: str  # the name of the function, or its term
    arguments: tuple[int, ...]
    value: int
    parts: tuple[Traced, ...]
    steps: int  # applications of formers, this one and those inside

    @property
    def line(self) -> str:
        """The application as an equation.

        >>> Traced("successor", "s", (2,), 3, (), 1).line
        's(2) = 3'
        """
        shown = ", ".join(map(write_digits, self.arguments))
        return f"{self.text}({shown}) = {write_digits(self.value)}" if self.arguments else (
            f"{self.text} = {write_digits(self.value)}" if self.text != str(self.value) else self.text
        )  # fmt: skip


def trace(reading: Reading, expression: str, budget: int = STEPS) -> Traced:
    """The trace of an expression without variables.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> found = trace(printed(), "add(1, 1)")
    >>> found.value, found.steps, [part.line for part in found.parts]
    (2, 12, ['1', '1', 'add(1, 1) = 2'])
    """
    return _Tracer(reading, budget).run(reading.elaborate(parse(expression), ()), ())


class _Tracer:
    def __init__(self, reading: Reading, budget: int) -> None:
        self.reading, self.budget = reading, budget
        self.left = budget

    def run(self, term: RecursiveTerm, arguments: tuple[int, ...]) -> Traced:
        """Apply a term, and record every application."""
        form = self.reading.forms.get(term)
        if form is not None and form.operator.isdigit():  # n times a successor and a composition, and zero
            value = int(form.operator)
            return self._spent(Traced("numeral", form.operator, (), value, (), 2 * value + 1))
        parts: list[Traced] = []

        def inner(part: RecursiveTerm, *given: int) -> int:
            parts.append(self.run(part, given))
            return parts[-1].value

        match term:
            case Successor():
                former, value = "successor", arguments[0] + 1
            case Projection(index=index):
                former, value = "projection", arguments[index - 1]
            case Composition(outer=outer, inner=inside):
                former = "composition"
                value = inner(outer, *[inner(part, *arguments) for part in inside])
            case Recursion(base=base, step=step):
                former = "recursion"
                *rest, count = arguments
                value = inner(base, *rest)
                for t in range(count):
                    value = inner(step, t, value, *rest)
            case _:
                former, value = "zero", 0
        steps = 1 + sum(part.steps for part in parts)
        text = self._text(term)
        if text.isdigit():  # a numeral among arguments that it ignores
            former, arguments, parts = "numeral", (), []
        return self._spent(Traced(former, text, arguments, value, tuple(parts), steps), 1)

    def _spent(self, traced: Traced, steps: int | None = None) -> Traced:
        self.left -= traced.steps if steps is None else steps
        if self.left < 0:
            raise LimitError(
                f"the trace has more than {self.budget} steps",
                remedy="ask for smaller arguments, or allow more: --steps N",
            )
        return traced

    def _text(self, term: RecursiveTerm) -> str:
        definition = self.reading.names.get(term)
        text = definition.name if definition else written(self.reading, term)
        return text if len(text) <= LONG else f"{text[0]}(…)"


def lines(traced: Traced, most_depth: int | None = None) -> Iterator[tuple[int, str, Traced]]:
    """The applications from the outside in: the depth of each, its text, and itself. Below the greatest depth
    the steps are only counted."""
    todo = [(0, traced)]
    while todo:
        depth, each = todo.pop()
        folded = depth == most_depth and each.parts
        yield depth, each.line + (f" ({each.steps} steps)" if folded else ""), each
        if not folded:
            todo += [(depth + 1, part) for part in reversed(each.parts)]


def text(traced: Traced, most_depth: int | None = None) -> str:
    """A trace as indented text, with the number of steps below.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> print(text(trace(printed(), "add(2, 1)")))
    C(add; 2, 1) = 3
      2
      1
      add(2, 1) = 3
        u¹₁(2) = 2
        C(s; u³₂)(0, 2, 2) = 3
          u³₂(0, 2, 2) = 2
          s(2) = 3
    14 steps
    """
    shown = [f"{'  ' * depth}{line}" for depth, line, _ in lines(traced, most_depth)]
    return "\n".join([*shown, f"{traced.steps} step{'s' * (traced.steps != 1)}"])


def latex(traced: Traced, most_depth: int | None = None) -> str:
    r"""A trace in LaTeX, a line for each application.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> print(latex(trace(printed(), "add(2, 0)"), 1).splitlines()[-2])
    \noindent\hspace*{1.5em}$\mathrm{add}(2, 0) = 2$\ {\small (2 steps)}\par
    """
    shown = []
    for depth, _, each in lines(traced, most_depth):
        folded = rf"\ {{\small ({each.steps} steps)}}" if depth == most_depth and each.parts else ""
        shown.append(rf"\noindent\hspace*{{{1.5 * depth:g}em}}${_mathematics(each.line)}${folded}\par")
    return "\n".join([*shown, f"{traced.steps} step{'s' * (traced.steps != 1)}"])


_PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")


def _mathematics(line: str) -> str:
    """An equation of a trace: projections with their two numbers, names upright."""

    def word(found: re.Match[str]) -> str:
        if found["arity"]:
            return f"u^{{{found['arity'].translate(_PLAIN)}}}_{{{found['index'].translate(_PLAIN)}}}"
        return found[0] if found[0].isdigit() else latex_name(found[0])

    shown = re.sub(r"u(?P<arity>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)(?P<index>[₀₁₂₃₄₅₆₇₈₉]+)|\w+", word, line)
    return shown.replace("…", r"\dots ").replace("[]", "[\\,]")


_ROW, _INDENT, _LETTER = 20, 22, 7.4
_COLOURS = {
    "recursion": "#b8452f", "composition": "#3d6fa3", "successor": "#2f7f62", "projection": "#8b8577",
    "zero": "#4a463d", "numeral": "#4a463d",
}  # fmt: skip


def svg(traced: Traced, most_depth: int | None = None) -> str:
    """A trace as a picture: the tree of applications, each former in its colour.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> picture = svg(trace(printed(), "add(2, 3)"))
    >>> picture.count("<circle"), picture.startswith("<svg")
    (14, True)
    """
    rows = list(lines(traced, most_depth))
    wide = 30 + max(_INDENT * depth + _LETTER * len(line) for depth, line, _ in rows)
    high = _ROW * (len(rows) + 1)
    parts, last = [], dict[int, int]()  # the row of the last application at each depth
    for row, (depth, line, each) in enumerate(rows):
        x, y = 14 + _INDENT * depth, _ROW * (row + 0.8)
        if depth:
            above = _ROW * (last[depth - 1] + 0.8)
            parts.append(f'<path d="M{x - _INDENT:g} {above:g}V{y:g}H{x:g}" fill="none" stroke="#b6ad99"/>')
        last[depth] = row
        shown = line.replace("&", "&amp;").replace("<", "&lt;")
        parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{_COLOURS[each.former]}"/>'
            f'<text x="{x + 10:g}" y="{y + 4.5:g}" font-family="monospace" font-size="12" fill="#073642">'
            f"{shown}</text>"
        )
    size = f'viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    paths = [part for part in parts if part.startswith("<path")]
    return "\n".join([head, *paths, *(part for part in parts if not part.startswith("<path")), "</svg>\n"])
