"""Terms run: each compiled to Python from its formers, over the realizers, with named subterms memoised.

Where a term is a bounded operator it becomes a loop that stops as soon as the answer is known; `and`, `or`
and `if` look only at what they need. Everything else is composition and recursion, as the term says.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from lasker.arithmetic.calculus import Composition, Projection, Recursion, Term
from lasker.arithmetic.numbers import Number, Structure, as_sequence, sequence
from lasker.arithmetic.reading import Reading, printed, repaired
from lasker.arithmetic.realizers import REALIZERS, Realizer, catr
from lasker.arithmetic.syntax import Bound, Call, Expression, Numeral, Word, parse
from lasker.kernel.errors import LimitError

EVALUATIONS = 20_000_000  # steps of loops and calls of named functions that one question may cost
MOST_REMEMBERED = 2_000_000  # evaluations after which the memories are emptied
_CONNECTIVES = {"and": "({} and {})", "or": "({} or {})", "not": "(not {})", "sg": "(not not {})"}
_COMPARISONS = {"eq": "({} == {})", "ne": "({} != {})"}


class Machine:
    """An evaluator for one reading.

    >>> from lasker.arithmetic.reading import printed
    >>> machine = Machine(printed())
    >>> machine("set", 18, 1, 3), machine.evaluate("rap(5, set(27, 1, 2))")
    (72, 337500)
    >>> print(machine.source("asc"))
    def asc(a1, a2):
        return nth(a2, asx(a1, a2))
    """

    def __init__(self, reading: Reading, budget: int = EVALUATIONS, realizers: bool = True) -> None:
        self.reading = reading
        self.budget = budget
        self.realized = _realized() if realizers else {}
        self.spent = 0
        self._functions: dict[Term, str] = {}
        self._sources: dict[str, str] = {}
        self._memos: dict[str, dict[Any, Number]] = {}
        self._scope: dict[str, Any] = {
            "upto": self._up_to, "members": self._members, "seq": lambda *items: sequence(items),
            "joined": catr, "build": sequence,
        }  # fmt: skip

    def __call__(self, name: str, *arguments: Number) -> Number:
        """The value of a named function."""
        self.spent = 0
        function: Callable[..., Number] = self._scope[self._function(self.reading.term(name))]
        return function(*arguments)

    def evaluate(self, text: str, **variables: Number) -> Number:
        """The value of an expression; numbers in it may be larger than numerals are."""
        expression = _lifted(parse(text), variables)
        term = self.reading.elaborate(expression, tuple(variables))
        self.spent = 0
        function: Callable[..., Number] = self._scope[self._function(term)]
        return function(*variables.values())

    def source(self, name: str) -> str:
        """The Python that a named function became, without its memory."""
        return self._sources[self._function(self.reading.term(name))]

    def forget(self) -> None:
        """Empty the memories, except of constants."""
        for memo in self._memos.values():
            if () not in memo:
                memo.clear()

    def _spend(self) -> None:
        self.spent += 1
        if self.spent % MOST_REMEMBERED == 0:
            self.forget()
        if self.spent > self.budget:
            raise LimitError(f"no answer after {self.budget} evaluations", remedy="ask for something smaller")

    def _up_to(self, end: Number) -> Iterator[int]:
        count = 0
        while isinstance(end, Structure) or count < end:
            self._spend()
            yield count
            count += 1

    def _members(self, y: Number, count: Number) -> Iterator[Number]:
        items = as_sequence(y).items
        for index in self._up_to(count):
            yield items[index] if index < len(items) else 0

    def _function(self, term: Term) -> str:
        """The name of the Python function that a term became."""
        if term not in self._functions:
            definition = self.reading.names.get(term)
            name = definition.name if definition else f"f{len(self._functions)}"
            while name in self._scope or keyword.iskeyword(name):
                name += "_"
            self._functions[term] = name
            if term in self.realized:
                self._sources[name] = f"{name} = its realizer"
                self._scope[name] = self.realized[term]
            else:
                self._compile(term, name, memoised=definition is not None)
        return self._functions[term]

    def _compile(self, term: Term, name: str, memoised: bool) -> None:
        names = [f"a{index}" for index in range(1, term.arity + 1)]
        lines = self._body(term, names)
        head = f"def {name}({', '.join(names)}):"
        self._sources[name] = "\n".join([head, *("    " + line for line in lines)])
        scope = self._scope
        try:
            exec(self._sources[name], scope)
        except (SyntaxError, MemoryError, RecursionError):
            raise LimitError("this is nested too deeply", remedy="ask for its parts one by one") from None
        if memoised:
            scope[name] = self._remembering(scope[name], name, term.arity)

    def _remembering(self, function: Callable[..., Number], name: str, arity: int) -> Callable[..., Number]:
        memo: dict[Any, Number] = {}
        self._memos[name] = memo
        spend = self._spend

        def one(argument: Number) -> Number:
            if (value := memo.get(argument)) is None:
                spend()
                value = memo[argument] = function(argument)
            return value

        def many(*arguments: Number) -> Number:
            if (value := memo.get(arguments)) is None:
                spend()
                value = memo[arguments] = function(*arguments)
            return value

        return one if arity == 1 else many

    def _body(self, term: Term, names: list[str]) -> list[str]:
        form = self.reading.forms.get(term)
        if form is not None and form.operator[-1:] in "≤∈" and form.body is not None:
            return self._loop(form.operator, form.body, names)
        if isinstance(term, Recursion):
            *rest, last = names
            step = self._value(term.step, ["t", "h", *rest])
            base = self._value(term.base, rest)
            return [f"h = {base}", f"for t in upto({last}):", f"    h = {step}", "return h"]
        if isinstance(term, Composition):
            return [f"return {self._composed(term, names)}"]
        return [f"return {self._value(term, names)}"]

    def _loop(self, operator: str, body: Term, names: list[str]) -> list[str]:
        """A bounded operator as a loop over its range; the last name is how far it goes."""
        if operator.endswith("≤"):
            *rest, end = names
            test = self._truth(body, [*rest, "t"])
            head = f"for t in upto({end}):"
            match operator[:-1]:
                case "∀":
                    return [head, f"    if not {test}: return 0", "return 1"]
                case "∃":
                    return [head, f"    if {test}: return 1", "return 0"]
                case _:
                    return [head, f"    if {test}: return t", f"return {end}"]
        *rest, y, end = names
        inside = [*rest, "k"]
        match operator[:-1]:
            case "∀":  # the place 0 is passed over
                test = self._truth(body, inside)
                return [f"for k in members({y}, {end} - 1):", f"    if not {test}: return 0", "return 1"]
            case "∃":
                test = self._truth(body, inside)
                return [f"for k in members({y}, {end} - 1):", f"    if {test}: return 1", "return 0"]
            case "map":
                test = self._truth(body, inside)
                return [f"return build([k for k in members({y}, {end}) if k != 0 and {test}])"]
            case "list":
                value = self._value(body, inside)
                return [f"return build([{value} for k in members({y}, {end})])"]
            case _:
                value = self._value(body, inside)
                return ["h = 1", f"for k in members({y}, {end}):", f"    h = joined(h, {value})", "return h"]

    def _value(self, term: Term, names: list[str]) -> str:
        """Python for the value of a term whose arguments have these names."""
        if isinstance(term, Projection):
            return names[term.index - 1]
        if isinstance(term, Composition) and term not in self.reading.names:
            return self._composed(term, names)
        return self._call(term, names)

    def _composed(self, term: Composition, names: list[str]) -> str:
        if (test := self._tested(term, names)) is not None:
            return f"(1 if {test} else 0)"
        definition = self.reading.names.get(term.outer)
        if definition is not None and definition.name == "if":
            condition, value, other = term.inner
            chosen = self._value(value, names), self._truth(condition, names), self._value(other, names)
            return "({} if {} else {})".format(*chosen)
        return self._call(term.outer, [self._value(part, names) for part in term.inner])

    def _call(self, function: Term, arguments: list[str]) -> str:
        form = self.reading.forms.get(function)
        if form is not None and form.operator.isdigit():
            return form.operator
        if form is not None and form.operator == "[]":
            return f"seq({', '.join(arguments)})"
        return f"{self._function(function)}({', '.join(arguments)})"

    def _truth(self, term: Term, names: list[str]) -> str:
        """Python for whether a term is not 0; connectives look only as far as they need."""
        if isinstance(term, Composition) and term not in self.reading.names:
            test = self._tested(term, names)
            return test if test is not None else self._composed(term, names)
        return self._value(term, names)

    def _tested(self, term: Composition, names: list[str]) -> str | None:
        """A connective or a comparison as Python's own."""
        name = definition.name if (definition := self.reading.names.get(term.outer)) else ""
        if pattern := _CONNECTIVES.get(name):
            return pattern.format(*(self._truth(part, names) for part in term.inner))
        if pattern := _COMPARISONS.get(name):
            return pattern.format(*(self._value(part, names) for part in term.inner))
        return None


@cache
def _realized() -> dict[Term, Realizer]:
    """Which terms have realizers: those that the labels stand for when all is printed, or all repaired."""
    return {
        reading.term(definition.name): REALIZERS[definition.label]
        for reading in (printed(), repaired())
        for definition in reading.definitions.values()
        if definition.label in REALIZERS
    }


def _lifted(expression: Expression, variables: dict[str, Number]) -> Expression:
    """The expression with its numbers made variables: they need not be numerals of the calculus."""
    match expression:
        case Numeral(value=value):
            name = f"№{value if value < 10**6 else len(variables) + 10**6}"  # which no text can spell
            variables[name] = value
            return Word(name)
        case Call(name=name, arguments=arguments):
            return Call(name, tuple(_lifted(a, variables) for a in arguments))
        case Bound(operator=operator, variable=variable, relation=relation, range=extent, body=body):
            extent, body = _lifted(extent, variables), _lifted(body, variables)
            return Bound(operator, variable, relation, extent, body)
        case _:
            return expression
