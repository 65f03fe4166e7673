"""Generation of Python source for one function with at most one loop, with common subexpressions in
variables.

Expressions are hash-consed. An expression used twice or in every round gets a variable, filled on first use,
so that nothing is computed that the plain text would not compute.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field

from lasker.kernel.dataclass import dataclass

LIGHT = 8  # an expression of at most so many calls and names may be repeated
DEEPEST = 40  # nesting of expressions; Python parses at most 200 nested brackets
LOCAL = re.compile(r"[ac]\d+|[thky]|found")  # local names of generated functions


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """An expression: a pattern with places for subexpressions."""

    pattern: str
    parts: tuple[Code, ...]
    called: bool  # does it contain a call?
    inside: bool  # does it vary in the loop?
    closed: bool  # is it independent of the arguments?
    weight: int
    depth: int

    def plain(self) -> str:
        """The text without variables for subexpressions."""
        return self.pattern.format(*(part.plain() for part in self.parts))


@dataclass
class FunctionSource:
    """A function under construction.

    >>> page = FunctionSource()
    >>> x, k = page.name("a1"), page.name("k", inside=True)
    >>> page.loop("for k in {}:", page.call("members", x))
    >>> page.line("if {} == {}: return k", page.call("f", x), page.call("g", k), inside=True)
    >>> page.line("return 0")
    >>> print(page.text("found(a1)"))
    def found(a1):
        c1 = None
        for k in members(a1):
            if (c1 if c1 is not None else (c1 := f(a1))) == g(k): return k
        return 0
    """

    _shared: dict[tuple[str, tuple[Code, ...]], Code] = field(default_factory=dict)
    _lines: list[tuple[str, tuple[Code, ...], bool]] = field(default_factory=list)
    _head: int | None = None

    def name(self, name: str, inside: bool = False) -> Code:
        """A variable or a number."""
        return self._share(name, (), False, inside, closed=name.isdigit())

    def call(self, function: str | Code, *arguments: Code) -> Code:
        """A call of a function, which may itself be an expression."""
        places = f"({', '.join(['{}'] * len(arguments))})"
        if isinstance(function, Code):
            return self._share("{}" + places, (function, *arguments), True)
        return self._share(function + places, arguments, True)

    def joined(self, pattern: str, *parts: Code) -> Code:
        """Subexpressions joined by a Python operator."""
        return self._share(pattern, parts, False)

    def like(self, code: Code, parts: tuple[Code, ...]) -> Code:
        """The same pattern with other subexpressions."""
        return self._share(code.pattern, parts, code.called)

    def _share(
        self, pattern: str, parts: tuple[Code, ...], called: bool, inside: bool = False, closed: bool = True
    ) -> Code:
        if (pattern, parts) not in self._shared:
            inside = inside or any(part.inside for part in parts)
            closed = closed and all(part.closed for part in parts)
            weight = 1 + sum(part.weight for part in parts)
            depth = 1 + max((part.depth for part in parts), default=0)
            self._shared[pattern, parts] = Code(pattern, parts, called, inside, closed, weight, depth)
        return self._shared[pattern, parts]

    def line(self, pattern: str, *parts: Code, inside: bool = False) -> None:
        """Append a line; those with `inside` belong to the loop."""
        self._lines.append((pattern, parts, inside))

    def loop(self, pattern: str, *parts: Code) -> None:
        """The head of the loop."""
        self._head = len(self._lines)
        self.line(pattern, *parts)

    def text(self, head: str, constant: Callable[[str], str] = str) -> str:
        """The whole function; `constant` names expressions that are independent of the arguments."""
        variables = {part: f"c{number}" for number, part in enumerate(self._cached_parts(), 1)}

        def written(part: Code) -> str:
            if part.closed and part.called and part.parts:
                text = constant(part.plain())
            else:
                text = part.pattern.format(*map(written, part.parts))
            if (own := variables.get(part)) is not None:
                return f"({own} if {own} is not None else ({own} := {text}))"
            return text

        lines = [f"def {head}:", *_empty(variables, inside=False)]
        for number, (pattern, parts, inside) in enumerate(self._lines):
            lines.append(" " * (8 if inside else 4) + pattern.format(*map(written, parts)))
            if number == self._head:
                lines += _empty(variables, inside=True)
        return "\n".join(lines)

    def _cached_parts(self) -> Iterator[Code]:
        """The expressions that get variables."""
        uses: Counter[Code] = Counter()
        constant: set[Code] = set()  # loop invariants used in the loop
        stack: list[tuple[Code, bool]] = [
            (part, inside) for _, parts, inside in self._lines for part in parts
        ]
        while stack:
            part, inside = stack.pop()
            uses[part] += 1
            if inside and not part.inside:
                constant.add(part)
            if uses[part] == 1 and not part.closed:
                stack.extend((inner, part.inside) for inner in part.parts)
        for part, count in uses.items():
            if part.called and (count > 1 or part in constant) and (count == 1 or part.weight <= LIGHT):
                yield part


def _empty(variables: dict[Code, str], inside: bool) -> list[str]:
    names = [name for part, name in variables.items() if part.inside == inside]
    return [" " * (8 if inside else 4) + " = ".join([*names, "None"])] if names else []
