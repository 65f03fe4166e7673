"""The evaluator of terms: compiled to Python on demand, with realizers and memoised calls."""

from __future__ import annotations

import itertools
import keyword
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache, partial
from types import CodeType
from typing import Any

from lasker.formulations.arithmetic.calculus import Composition, Projection, RecursiveTerm
from lasker.formulations.arithmetic.compiling import Compiler
from lasker.formulations.arithmetic.memoisation import MemoCache
from lasker.formulations.arithmetic.numbers import Number, Sequence, as_sequence, item, sequence
from lasker.formulations.arithmetic.python_source import LOCAL
from lasker.formulations.arithmetic.reading import Reading, printed, repaired
from lasker.formulations.arithmetic.realizers import REALIZERS, Realizer, catr
from lasker.formulations.arithmetic.syntax import Bound, Call, Expression, Numeral, Word, parse
from lasker.kernel.errors import LimitError

EVALUATIONS = 20_000_000  # loop steps and calls of named functions that one question may cost
AT_ONCE = 1000  # loop rounds that are counted together in advance
LONG = 64  # sequences of at least this length are indexed


class Machine:
    """An evaluator for one reading of the paper.

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
        self._functions: dict[RecursiveTerm, str] = {}
        self._sources: dict[str, str] = {}
        self._constants: dict[str, str] = {}  # by their text
        self._cache = MemoCache(self.spend)
        self._scope: dict[str, Any] = {
            "upto": self._up_to, "members": self._members, "matching": self._matching,
            "places": lambda y: as_sequence(y).places, "cells": _cells,
            "seq": lambda *items: sequence(items), "joined": catr, "build": sequence,
        }  # fmt: skip

    def __call__(self, name: str, *arguments: Number) -> Number:
        """The value of a named function."""
        return self._run(self.reading.term(name), arguments)

    def evaluate(self, text: str, **variables: Number) -> Number:
        """The value of an expression; its numbers need not be numerals of the calculus."""
        expression = _lifted(parse(text), variables)
        return self._run(self.reading.elaborate(expression, tuple(variables)), tuple(variables.values()))

    def source(self, name: str) -> str:
        """The Python source of a named function, without memoisation."""
        return self._sources[self._function(self.reading.term(name))]

    def clear(self) -> None:
        """Clear the caches, except of constants."""
        self._cache.clear()

    def spend(self, steps: int) -> None:
        """Count steps, and raise if the budget is exceeded."""
        self.spent += steps
        if self.spent > self.budget:
            raise LimitError(f"no answer after {self.budget} evaluations", remedy="ask for something smaller")

    def _run(self, term: RecursiveTerm, arguments: tuple[Number, ...]) -> Number:
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
        """The members for which a key has a value, by an index, or all members if they are few."""
        whole = as_sequence(y)
        if len(whole.items) < LONG or count != len(whole.items):
            return self._members(y, count)
        found = whole.grouped(key).get(value, ())
        self.spend(len(found) + 1)
        return found

    def _function(self, term: RecursiveTerm) -> str:
        """The name of the Python function compiled from a term."""
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

    def _compile(self, term: RecursiveTerm, name: str) -> None:
        compiler = Compiler(self.reading, self.realized, self._function, self._is_part, self._constant)
        try:
            self._sources[name] = compiler.text(term, name)
            exec(_code(self._sources[name]), self._scope)
        except (SyntaxError, MemoryError, RecursionError):
            raise LimitError("this is nested too deeply", remedy="ask for its parts one by one") from None
        if term in self.reading.names and not self._is_part(term):
            self._scope[name] = self._cache.memoised(self._scope[name], term.arity)

    def _constant(self, text: str) -> str:
        """A call without arguments, evaluated once."""
        name = f"constant{len(self._constants)}"
        known = self._constants.setdefault(text, name)
        if known == name:
            exec(_code(f"def {name}(): return {text}"), self._scope)
            self._scope[name] = self._cache.memoised(self._scope[name], 0)
        return f"{known}()"

    def _is_part(self, term: RecursiveTerm) -> bool:
        """Whether a function is inlined: it is called in one place only, or is trivial."""
        definition = self.reading.names.get(term)
        if definition is None or term in self.realized or not isinstance(term, Composition) or not term.arity:
            return False
        looped = isinstance(definition.body, Bound)
        return (self.reading.calls[definition.name] == 1 and not looped) or self._is_chain(term)

    def _is_chain(self, term: RecursiveTerm) -> bool:
        """Whether a term is its argument under unary realizers, such as l(l(x))."""
        while isinstance(term, Composition) and term.outer in self.realized and len(term.inner) == 1:
            [term] = term.inner
        return isinstance(term, Projection) or term in self.realized


def _cells(z: Number) -> Callable[[Number], Number]:
    """The accessor of a sequence that is accessed often."""
    if not isinstance(z, Sequence):
        return partial(item, z)
    items = (0, *z.items)
    return lambda place: items[place] if isinstance(place, int) and place < len(items) else 0


@lru_cache(maxsize=4096)
def _code(source: str) -> CodeType:
    """The byte code of a function; machines of one reading, or of similar ones, have the most in common."""
    return compile(source, "<string>", "exec")


@cache
def _realized() -> dict[RecursiveTerm, Realizer]:
    """The terms with realizers: those denoted by the labels in the printed or the repaired reading."""
    return {
        reading.term(definition.name): REALIZERS[definition.label]
        for reading in (printed(), repaired())
        for definition in reading.definitions.values()
        if definition.label in REALIZERS
    }


def _lifted(expression: Expression, variables: dict[str, Number]) -> Expression:
    """The expression with its numbers replaced by variables: they need not be numerals of the calculus."""
    match expression:
        case Numeral(value=value):
            name = f"№{value if value < 10**6 else len(variables) + 10**6}"  # no text can contain this name
            variables[name] = value
            return Word(name)
        case Call(name=name, arguments=arguments):
            return Call(name, tuple(_lifted(a, variables) for a in arguments))
        case Bound(operator=operator, variable=variable, relation=relation, range=extent, body=body):
            extent, body = _lifted(extent, variables), _lifted(body, variables)
            return Bound(operator, variable, relation, extent, body)
        case _:
            return expression
