"""Compilation of terms to Python: bounded operators become loops, connectives Python operators.

A loop of a bounded operator stops as soon as the answer is known; `and`, `or` and `if` evaluate only what
they need. A function that is called in one place is inlined. Membership in a list filtered by a test is the
test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator

from lasker.formulations.arithmetic.calculus import (
    Composition,
    Projection,
    Recursion,
    RecursiveTerm,
    Successor,
)
from lasker.formulations.arithmetic.python_source import DEEPEST, LIGHT, Code, FunctionSource
from lasker.formulations.arithmetic.reading import Reading

_CONNECTIVES = {"and": "({} and {})", "or": "({} or {})", "not": "(not {})", "sg": "(not not {})"}
_EQUAL = "({} == {})"
_COMPARISONS = {"eq": _EQUAL, "ne": "({} != {})"}
_CHOICE = "({} if {} else {})"
_MEMBERSHIP = {"in": "({} in {})", "notin": "({} not in {})"}


class Compiler:
    """The compiler of one term, given the names of the functions that it calls and which of them are inlined.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> reading = printed()
    >>> add = reading.term("add")
    >>> name = lambda term: reading.names[term].name
    >>> print(Compiler(reading, (), name, lambda term: False, str).text(add, "add"))
    def add(a1, a2):
        h = a1
        for t in upto(a2):
            h = s(h)
        return h
    """

    def __init__(
        self,
        reading: Reading,
        realized: Container[RecursiveTerm],
        function: Callable[[RecursiveTerm], str],
        is_part: Callable[[RecursiveTerm], bool],
        constant: Callable[[str], str],
    ) -> None:
        self.reading = reading
        self.realized = realized
        self.function = function
        self.is_part = is_part
        self.constant = constant
        self._source = FunctionSource()

    def text(self, term: RecursiveTerm, name: str) -> str:
        """The whole function; a `Compiler` compiles one."""
        page = self._source
        names = [page.name(f"a{index}") for index in range(1, term.arity + 1)]
        form = self.reading.forms.get(term)
        if form is not None and form.operator[-1:] in "≤∈" and form.body is not None:
            self._loop(form.operator, form.body, names)
        elif isinstance(term, Recursion):
            *rest, last = names
            t, so_far = page.name("t", inside=True), page.name("h", inside=True)
            page.line("h = {}", self._value(term.base, rest))
            step = self._value(term.step, [t, so_far, *rest])
            page.loop("for t in upto({}):", last)
            page.line("h = {}", step, inside=True)
            page.line("return h")
        else:
            composed = isinstance(term, Composition) and not self._is_numeral(term)
            page.line("return {}", self._composed(term, names) if composed else self._value(term, names))
        return page.text(f"{name}({', '.join(code.pattern for code in names)})", self.constant)

    def _loop(self, operator: str, body: RecursiveTerm, names: list[Code]) -> None:
        """A bounded operator as a loop over its range; the last name is its bound."""
        page, found = self._source, operator[:-1]
        if operator.endswith("≤"):
            *rest, end = names
            test = self._truth(body, [*rest, page.name("t", inside=True)])
            page.loop("for t in upto({}):", end)
            results = {"∀": ("if not {}: return 0", "1"), "∃": ("if {}: return 1", "0")}
            line, otherwise = results.get(found, ("if {}: return t", end.pattern))
            page.line(line, test, inside=True)
            page.line(f"return {otherwise}")
            return
        *rest, y, end = names
        k = page.name("k", inside=True)
        inside = [*rest, k]
        if found in "∀∃":  # place 0 is skipped
            test = self._truth(body, inside)
            self._over(y, page.joined("{} - 1", end), test if found == "∃" else None)
            page.line("if {}: return 1" if found == "∃" else "if not {}: return 0", test, inside=True)
            page.line("return 0" if found == "∃" else "return 1")
        elif found == "cat":
            page.line("h = 1")
            self._over(y, end)
            page.line("h = joined(h, {})", self._value(body, inside), inside=True)
            page.line("return h")
        else:
            page.line("found = []")
            if found == "map":
                test = self._truth(body, inside)
                self._over(y, end, test)
                page.line("if k != 0 and {}: found.append(k)", test, inside=True)
            else:
                self._over(y, end)
                page.line("found.append({})", self._value(body, inside), inside=True)
            page.line("return build(found)")

    def _over(self, y: Code, count: Code, test: Code | None = None) -> None:
        """The head of a loop over a sequence, or only over the members that can pass a test f(k) = x ∧ …"""
        first = test
        while first is not None and first.pattern == _CONNECTIVES["and"]:
            first = first.parts[0]
        if first is not None and first.pattern == _EQUAL:
            for key, wanted in (first.parts, first.parts[::-1]):
                if key.called and {leaf.pattern for leaf in _leaves(key)} == {"k"} and not wanted.inside:
                    function = self._source.name(self.constant(f"lambda k: {key.plain()}"))
                    self._source.loop("for k in matching({}, {}, {}, {}):", y, count, function, wanted)
                    return
        self._source.loop("for k in members({}, {}):", y, count)

    def _value(self, term: RecursiveTerm, names: list[Code]) -> Code:
        """The Python expression for the value of a term applied to these arguments."""
        if isinstance(term, Projection):
            return names[term.index - 1]
        if isinstance(term, Composition) and term not in self.reading.names and not self._is_numeral(term):
            return self._composed(term, names)
        return self._call(term, names)

    def _truth(self, term: RecursiveTerm, names: list[Code]) -> Code:
        """The Python expression for whether a term is not 0; connectives are lazy."""
        if isinstance(term, Composition) and (term not in self.reading.names or self._is_inner(term, names)):
            if (test := self._tested(term, names)) is not None:
                return test
            if isinstance(term.outer, Composition):
                inner = [self._value(part, names) for part in term.inner]
                test = self._tested(term.outer, inner) if self._is_inner(term.outer, inner) else None
                if test is not None:
                    return test
        return self._value(term, names)

    def _composed(self, term: RecursiveTerm, names: list[Code]) -> Code:
        assert isinstance(term, Composition)
        if (test := self._tested(term, names)) is not None:
            return self._source.joined("(1 if {} else 0)", test)
        if self._named(term.outer) == "if":
            condition, value, other = term.inner
            chosen = self._value(value, names), self._truth(condition, names), self._value(other, names)
            return self._source.joined(_CHOICE, *chosen)
        return self._call(term.outer, [self._value(part, names) for part in term.inner])

    def _tested(self, term: Composition, names: list[Code]) -> Code | None:
        """A connective or a comparison as a Python operator."""
        name = self._named(term.outer)
        if pattern := _CONNECTIVES.get(name):
            return self._source.joined(pattern, *(self._truth(part, names) for part in term.inner))
        if pattern := _COMPARISONS.get(name):
            return self._source.joined(pattern, *(self._value(part, names) for part in term.inner))
        if pattern := _MEMBERSHIP.get(name):
            x = self._value(term.inner[0], names)
            test = self._kept_by(x, term.inner[1], names)
            if test is not None:
                return test if name == "in" else self._source.joined(_CONNECTIVES["not"], test)
            return self._source.joined(
                pattern, x, self._source.call("places", self._value(term.inner[1], names))
            )
        return None

    def _kept_by(self, x: Code, term: RecursiveTerm, names: list[Code]) -> Code | None:
        """x ∈ y ∧ P(x), where the term is the list of those in y that satisfy P; the list is not built."""
        page = self._source
        while isinstance(term, Composition) and term not in self.realized:
            names, term = [self._value(part, names) for part in term.inner], term.outer
        if not isinstance(term, Recursion) or x.weight > LIGHT:
            return None
        t, so_far = page.name("t", inside=True), page.name("h", inside=True)
        *rest, count = names
        if self._value(term.base, rest).pattern != "1" or count.pattern != "Lt({})":
            return None
        [y] = count.parts
        step = self._value(term.step, [t, so_far, *rest])
        element = self._nth(y, page.joined("({} + 1)", t))
        longer = page.call(self.function(self.reading.term("catl")), page.call("seq", element), so_far)
        if step.pattern != _CHOICE or {step.parts[0], step.parts[2]} != {longer, so_far}:
            return None
        test = _replaced(page, step.parts[1], element, x)
        if _mentions(test, {t, so_far}):
            return None
        if step.parts[2] is longer:
            test = page.joined(_CONNECTIVES["not"], test)
        found = page.joined(_MEMBERSHIP["in"], x, page.call("places", y))
        return page.joined(_CONNECTIVES["and"], found, page.joined(_CONNECTIVES["and"], x, test))

    def _call(self, function: RecursiveTerm, arguments: list[Code]) -> Code:
        form = self.reading.forms.get(function)
        if form is not None and form.operator.isdigit():
            return self._source.name(form.operator)
        if form is not None and form.operator == "[]":
            return self._source.call("seq", *arguments)
        if isinstance(function, Successor) and arguments[0].pattern == "t":
            return self._source.joined("({} + 1)", *arguments)
        if self._is_inner(function, arguments):
            return self._composed(function, arguments)
        if self._named(function) == "nth":
            return self._nth(*arguments)
        return self._source.call(self.function(function), *arguments)

    def _nth(self, y: Code, place: Code) -> Code:
        """An element of a sequence; the accessor is computed once if a loop uses it again."""
        if place.inside and not y.inside:
            return self._source.call(self._source.call("cells", y), place)
        return self._source.call(self.function(self.reading.term("nth")), y, place)

    def _is_inner(self, function: RecursiveTerm, arguments: list[Code]) -> bool:
        """Whether a function is inlined at a call; expensive arguments must not be duplicated."""
        return (
            isinstance(function, Composition)
            and self.is_part(function)
            and all(code.depth <= DEEPEST for code in arguments)
            and all(
                code.weight <= LIGHT or self._uses(function.inner)[place] < 2
                for place, code in enumerate(arguments, 1)
            )
        )

    def _uses(self, parts: tuple[RecursiveTerm, ...]) -> Counter[int]:
        """The number of occurrences of each argument in some parts; a named function
        uses each of its own once."""
        counted: Counter[int] = Counter()
        for part in parts:
            if isinstance(part, Projection):
                counted[part.index] += 1
            elif isinstance(part, Composition) and part not in self.reading.names:
                counted += self._uses(part.inner)
            else:
                counted.update(range(1, part.arity + 1))
        return counted

    def _is_numeral(self, term: RecursiveTerm) -> bool:
        form = self.reading.forms.get(term)
        return form is not None and form.operator.isdigit()

    def _named(self, term: RecursiveTerm) -> str:
        """The name of a function with a realizer, which is also used where Python has an operator for it."""
        return self.reading.names[term].name if term in self.realized and term in self.reading.names else ""


def _leaves(code: Code) -> Iterator[Code]:
    for part in code.parts:
        yield from _leaves(part) if part.parts else (part,)


def _mentions(code: Code, names: set[Code]) -> bool:
    return code in names or any(_mentions(part, names) for part in code.parts)


def _replaced(page: FunctionSource, code: Code, old: Code, new: Code) -> Code:
    if code is old or not code.parts:
        return new if code is old else code
    return page.like(code, tuple(_replaced(page, part, old, new) for part in code.parts))
