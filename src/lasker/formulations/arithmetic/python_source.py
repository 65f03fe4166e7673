"""Python text for one function with at most one loop: what is used twice or in every round is kept.

Parts are shared, as terms are. A part that is kept has a variable of its own, filled when the part is first
needed: nothing is computed that the text as it stands would not compute.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

LIGHT = 8  # a part of at most so many calls and names may be written more than once
DEEPEST = 40  # nesting of parts; Python reads at most 200 brackets in one another
LOCAL = re.compile(r"[ac]\d+|[thky]|found")  # the names that functions use for themselves


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """A part of the text: a pattern with places for other parts."""

    pattern: str
    parts: tuple[Code, ...]
    called: bool  # whether it costs a call
    inside: bool  # whether it is something else in every round of the loop
    closed: bool  # whether it is the same for all arguments
    weight: int
    depth: int

    def plain(self) -> str:
        """The text, with nothing kept."""
        return self.pattern.format(*(part.plain() for part in self.parts))


@dataclass
class Page:
    """A function on its way to Python.

    >>> page = Page()
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
        """A function, which may have been computed, of some arguments."""
        places = f"({', '.join(['{}'] * len(arguments))})"
        if isinstance(function, Code):
            return self._share("{}" + places, (function, *arguments), True)
        return self._share(function + places, arguments, True)

    def joined(self, pattern: str, *parts: Code) -> Code:
        """Parts under one of Python's own operators."""
        return self._share(pattern, parts, False)

    def like(self, code: Code, parts: tuple[Code, ...]) -> Code:
        """The same with other parts."""
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
        """The next line; those inside stand in the loop."""
        self._lines.append((pattern, parts, inside))

    def loop(self, pattern: str, *parts: Code) -> None:
        """The head of the loop."""
        self._head = len(self._lines)
        self.line(pattern, *parts)

    def text(self, head: str, constant: Callable[[str], str] = str) -> str:
        """The whole function, given a name for what is the same for all arguments."""
        kept = {part: f"c{number}" for number, part in enumerate(self._kept(), 1)}

        def written(part: Code) -> str:
            if part.closed and part.called and part.parts:
                text = constant(part.plain())
            else:
                text = part.pattern.format(*map(written, part.parts))
            if (own := kept.get(part)) is not None:
                return f"({own} if {own} is not None else ({own} := {text}))"
            return text

        lines = [f"def {head}:", *_empty(kept, inside=False)]
        for number, (pattern, parts, inside) in enumerate(self._lines):
            lines.append(" " * (8 if inside else 4) + pattern.format(*map(written, parts)))
            if number == self._head:
                lines += _empty(kept, inside=True)
        return "\n".join(lines)

    def _kept(self) -> Iterator[Code]:
        """The parts that have a variable of their own."""
        uses: Counter[Code] = Counter()
        constant: set[Code] = set()  # the same in every round, and used in the loop
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


def _empty(kept: dict[Code, str], inside: bool) -> list[str]:
    names = [name for part, name in kept.items() if part.inside == inside]
    return [" " * (8 if inside else 4) + " = ".join([*names, "None"])] if names else []
