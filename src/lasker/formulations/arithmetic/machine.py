"""Terms run: each compiled to Python from its formers, over the realizers, with shared subterms memoised."""

from __future__ import annotations

import itertools
import keyword
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any

from lasker.formulations.arithmetic.calculus import Composition, Projection, Term
from lasker.formulations.arithmetic.compiling import Compiler
from lasker.formulations.arithmetic.memory import Memory
from lasker.formulations.arithmetic.numbers import Number, Sequence, as_sequence, item, sequence
from lasker.formulations.arithmetic.reading import Reading, printed, repaired
from lasker.formulations.arithmetic.realizers import REALIZERS, Realizer, catr
from lasker.formulations.arithmetic.syntax import Bound, Call, Expression, Numeral, Word, parse
from lasker.formulations.arithmetic.writing import LOCAL
from lasker.kernel.errors import LimitError

EVALUATIONS = 20_000_000  # steps of loops and calls of named functions that one question may cost
AT_ONCE = 1000  # rounds of a loop that are counted before they are run
LONG = 64  # a sequence of so many members is worth an index


class Machine:
    """An evaluator for one reading.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> machine = Machine(printed())
    >>> machine("set", 18, 1, 3), machine.evaluate("rap(5, set(27, 1, 2))")
    (72, 337500)
    >>> print(machine.source("asc"))
    def asc(a1, a2):
        return nth(a2, asx(a1, a2))
    """

    def __init__(self, reading: Reading, budget: int = EVALUATIONS) -> None:
        self.reading = reading
        self.budget = budget
        self.realized = _realized()
        self.spent = 0
        self._functions: dict[Term, str] = {}
        self._sources: dict[str, str] = {}
        self._constants: dict[str, str] = {}  # by what they are
        self._memory = Memory(self.spend)
        self._scope: dict[str, Any] = {
            "upto": self._up_to, "members": self._members, "matching": self._matching,
            "places": lambda y: as_sequence(y).places, "cells": _cells,
            "seq": lambda *items: sequence(items), "joined": catr, "build": sequence,
        }  # fmt: skip

    def __call__(self, name: str, *arguments: Number) -> Number:
        """The value of a named function."""
        return self._run(self.reading.term(name), arguments)

    def evaluate(self, text: str, **variables: Number) -> Number:
        """The value of an expression; numbers in it may be larger than numerals are."""
        expression = _lifted(parse(text), variables)
        return self._run(self.reading.elaborate(expression, tuple(variables)), tuple(variables.values()))

    def source(self, name: str) -> str:
        """The Python that a named function became, without its memory."""
        return self._sources[self._function(self.reading.term(name))]

    def forget(self) -> None:
        """Empty the memories, except of constants."""
        self._memory.forget()

    def spend(self, steps: int) -> None:
        """Count steps, and end where there are too many."""
        self.spent += steps
        if self.spent > self.budget:
            raise LimitError(f"no answer after {self.budget} evaluations", remedy="ask for something smaller")

    def _run(self, term: Term, arguments: tuple[Number, ...]) -> Number:
        self.spent = 0
        function: Callable[..., Number] = self._scope[self._function(term)]
        return function(*arguments)

    def _up_to(self, end: Number) -> Iterable[int]:
        if isinstance(end, int) and end <= AT_ONCE:
            self.spend(end)
            return range(end)
        return self._counted(end)

    def _counted(self, end: Number) -> Iterator[int]:
        for count in itertools.count():
            if isinstance(end, int) and count >= end:
                return
            self.spend(1)
            yield count

    def _members(self, y: Number, count: Number) -> Iterable[Number]:
        items = as_sequence(y).items
        if count == len(items):
            self.spend(len(items))
            return items
        return (items[index] if index < len(items) else 0 for index in self._up_to(count))

    def _matching(
        self, y: Number, count: Number, key: Callable[[Number], Number], value: Number
    ) -> Iterable[Number]:
        """The members for which a key has a value, from an index, or all of them where they are few."""
        whole = as_sequence(y)
        if len(whole.items) < LONG or count != len(whole.items):
            return self._members(y, count)
        found = whole.grouped(key).get(value, ())
        self.spend(len(found) + 1)
        return found

    def _function(self, term: Term) -> str:
        """The name of the Python function that a term became."""
        if term not in self._functions:
            definition = self.reading.names.get(term)
            name = definition.name if definition else f"f{len(self._functions)}"
            while name in self._scope or keyword.iskeyword(name) or LOCAL.fullmatch(name):
                name += "_"
            self._functions[term] = name
            if term in self.realized:
                self._sources[name] = f"# {name} has a realizer"
                self._scope[name] = self.realized[term]
            else:
                self._compile(term, name)
        return self._functions[term]

    def _compile(self, term: Term, name: str) -> None:
        compiler = Compiler(self.reading, self.realized, self._function, self._is_part, self._constant)
        try:
            self._sources[name] = compiler.text(term, name)
            exec(self._sources[name], self._scope)
        except (SyntaxError, MemoryError, RecursionError):
            raise LimitError("this is nested too deeply", remedy="ask for its parts one by one") from None
        if term in self.reading.names and not self._is_part(term):
            self._scope[name] = self._memory.remembering(self._scope[name], term.arity)

    def _constant(self, text: str) -> str:
        """A call of no arguments, whose value is found once."""
        name = f"constant{len(self._constants)}"
        known = self._constants.setdefault(text, name)
        if known == name:
            exec(f"def {name}(): return {text}", self._scope)
            self._scope[name] = self._memory.remembering(self._scope[name], 0)
        return f"{known}()"

    def _is_part(self, term: Term) -> bool:
        """Whether a function is written out where it is called: in one place only, or next to nothing."""
        definition = self.reading.names.get(term)
        if definition is None or term in self.realized or not isinstance(term, Composition) or not term.arity:
            return False
        looped = isinstance(definition.body, Bound)
        return (self.reading.calls[definition.name] == 1 and not looped) or self._is_chain(term)

    def _is_chain(self, term: Term) -> bool:
        """Whether a term is its argument under realizers of one argument each, such as l(l(x))."""
        while isinstance(term, Composition) and term.outer in self.realized and len(term.inner) == 1:
            [term] = term.inner
        return isinstance(term, Projection) or term in self.realized


def _cells(z: Number) -> Callable[[Number], Number]:
    """The accessor of a number that is accessed often."""
    if not isinstance(z, Sequence):
        return partial(item, z)
    items = (0, *z.items)
    return lambda place: items[place] if isinstance(place, int) and place < len(items) else 0


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
