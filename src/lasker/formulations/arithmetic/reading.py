"""A reading of the paper: the errata that are repaired, and the term that each name then denotes.

Variables are eliminated: an expression in n variables becomes a term of n arguments, a variable a projection,
a call a composition. An operator that binds a variable becomes a recursion, and its form is recorded.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, cached_property

from lasker.formulations.arithmetic.calculus import (
    Composition,
    Projection,
    RecursiveTerm,
    composition,
    projection,
    recursion,
    successor,
    zero,
)
from lasker.formulations.arithmetic.definitions import Definition, library
from lasker.formulations.arithmetic.syntax import Bound, Call, Expression, Numeral, Word
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, LimitError, NameProblem, SortError

MOST_NUMERAL = 1000  # a numeral n is n successors of zero
Context = tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The origin of a recursion: a bounded operator over a body, or a list of given length."""

    operator: str
    body: RecursiveTerm | None = None


class Reading:
    """The definitions with some errata repaired; names are resolved on demand.

    >>> reading = printed()
    >>> reading.definition("set").equation, reading.term("set").arity
    ('(11)', 3)
    """

    def __init__(
        self, repairs: Iterable[str] = (), definitions: tuple[Definition, ...] | None = None
    ) -> None:
        self.repairs = frozenset(repairs)
        self.definitions: dict[str, Definition] = {}
        for definition in library() if definitions is None else definitions:
            if self.repairs.issuperset(definition.errata):
                self.definitions[definition.name] = definition
        self.names: dict[RecursiveTerm, Definition] = {}
        self.forms: dict[RecursiveTerm, Form] = {}
        self._terms: dict[str, RecursiveTerm] = {}
        self._open: list[str] = []

    def definition(self, name: str) -> Definition:
        """The definition of a name in this reading; Greek letters may be spelt out."""
        if (found := self.definitions.get(name) or self.definitions.get(_greek(name))) is None:
            raise NameProblem(
                f"no function is called {name!r}", remedy="`lasker number show` lists all that are"
            )
        return found

    def term(self, name: str) -> RecursiveTerm:
        """The term that a name denotes."""
        definition = self.definition(name)
        name = definition.name
        if name not in self._terms:
            if name in self._open:
                raise DeclarationError(f"{name} is defined by itself: {' → '.join([*self._open, name])}")
            self._open.append(name)
            try:
                term = self._define(definition)
            finally:
                self._open.pop()
            self._terms[name] = term
            self._enter(term, definition)
        return self._terms[name]

    @cached_property
    def calls(self) -> Counter[str]:
        """The number of occurrences of each name in other definitions."""
        return Counter(
            name
            for definition in self.definitions.values()
            for expression in (definition.body, definition.step)
            if expression is not None
            for name in _called(expression)
            if name != definition.name
        )

    def _enter(self, term: RecursiveTerm, definition: Definition) -> None:
        """Record the first name that the text has for a term; projections keep their own."""
        if isinstance(term, Projection) or (isinstance(term, Composition) and not term.inner):
            return
        order = list(self.definitions)
        known = self.names.get(term)
        if known is None or order.index(definition.name) < order.index(known.name):
            self.names[term] = definition

    def resolve(self) -> None:
        """Resolve all names."""
        for name in self.definitions:
            self.term(name)

    def _define(self, definition: Definition) -> RecursiveTerm:
        if definition.name == "s":
            return successor()
        if definition.step is None:
            return self.elaborate(definition.body, definition.parameters)
        *rest, variable = definition.parameters
        itself = Call(definition.name, tuple(map(Word, definition.parameters)))
        step = _replaced(definition.step, itself, Word("⟲"))
        return recursion(
            self.elaborate(definition.body, tuple(rest)), self.elaborate(step, (variable, "⟲", *rest))
        )

    def elaborate(self, expression: Expression, context: Context) -> RecursiveTerm:
        """The term of an expression, as a function of the variables of a context."""
        match expression:
            case Numeral(value=value):
                return self._constant(value, len(context))
            case Word(name=name) if name in context:
                inmost = len(context) - context[::-1].index(name)  # an inner variable shadows an outer one
                return projection(inmost, len(context))
            case Word(name=name):
                return self._applied(name, (), context)
            case Call(name="[]", arguments=arguments):
                return self._sequence(arguments, context)
            case Call(name=name, arguments=arguments):
                return self._applied(name, arguments, context)
            case Bound():
                return self._bound(expression, context)

    def _constant(self, value: int, arity: int) -> RecursiveTerm:
        if value > MOST_NUMERAL:
            raise LimitError(f"the numeral {value}, and the limit is {MOST_NUMERAL} successors of zero")
        term = zero()
        for _ in range(value):
            term = composition(successor(), (term,), 0)
        self.forms[term] = Form(str(value))
        return composition(term, (), arity)

    def _applied(self, name: str, arguments: tuple[Expression, ...], context: Context) -> RecursiveTerm:
        function = self.term(name)
        if function.arity != len(arguments):
            shown = f"{function.arity} argument{'s' * (function.arity != 1)}"
            raise SortError(f"{name} takes {shown}, and was given {len(arguments)}")
        return composition(function, tuple(self.elaborate(a, context) for a in arguments), len(context))

    def _sequence(self, items: tuple[Expression, ...], context: Context) -> RecursiveTerm:
        """[a₁, …, aₙ] = π(1)^a₁ · … · π(n)^aₙ: equation (8)."""
        places = tuple(f"a{index}" for index in range(1, len(items) + 1))
        product: Expression = Numeral(1)
        for index, place in enumerate(places, 1):
            power = Call("pow", (Call("π", (Numeral(index),)), Word(place)))
            product = power if index == 1 else Call("mul", (product, power))
        function = self.elaborate(product, places)
        if items:
            self.forms[function] = Form("[]")
        return composition(function, tuple(self.elaborate(item, context) for item in items), len(context))

    def _bound(self, bound: Bound, context: Context) -> RecursiveTerm:
        """An operator that binds a variable, as a recursion over its range; ∈ runs
        over the places of a sequence."""
        if bound.operator in ("⊗l", "⊗r"):
            parts = Bound("list", bound.variable, bound.relation, bound.range, bound.body)
            return self.elaborate(Call("catsl" if bound.operator == "⊗l" else "catsr", (parts,)), context)
        if bound.relation == "≤":
            return self._up_to(bound, context)
        count = len(context)
        body = self.elaborate(bound.body, (*context, bound.variable))
        # The recursion runs over (x̄, y, m), with y the sequence and m the number of places passed.
        arity = count + 3
        t, y = projection(1, arity), projection(arity, arity)
        place = t if bound.operator in "∀∃" else composition(successor(), (t,), arity)
        element = composition(self.term("nth"), (y, place), arity)
        value = composition(body, (*_arguments(3, count, arity), element), arity)
        base, step = self._operator(bound.operator, value, element, arity, in_sequence=True)
        loop = recursion(self._constant(base, count + 1), step)
        self.forms[loop] = Form(bound.operator + "∈", body)
        sequence = self.elaborate(bound.range, context)
        length = composition(self.term("Lt"), (sequence,), count)
        if bound.operator in "∀∃":
            length = composition(successor(), (length,), count)
        return composition(loop, (*_arguments(1, count, count), sequence, length), count)

    def _up_to(self, bound: Bound, context: Context) -> RecursiveTerm:
        count = len(context)
        body = self.elaborate(bound.body, (*context, bound.variable))
        arity = count + 2
        t = projection(1, arity)
        value = composition(body, (*_arguments(3, count, arity), t), arity)
        base, step = self._operator(bound.operator, value, t, arity, in_sequence=False)
        loop = recursion(self._constant(base, count), step)
        self.forms[loop] = Form(bound.operator + "≤", body)
        limit = self.elaborate(bound.range, context)
        past = composition(successor(), (limit,), count)
        result = composition(loop, (*_arguments(1, count, count), past), count)
        return composition(self.term("clip"), (result, limit), count) if bound.operator == "min" else result

    def _operator(
        self, operator: str, value: RecursiveTerm, element: RecursiveTerm, arity: int, in_sequence: bool
    ) -> tuple[int, RecursiveTerm]:
        """The initial value of an operator's recursion, and its step from t, the 1st
        argument, and the value, the 2nd."""
        t, so_far = projection(1, arity), projection(2, arity)

        def call(name: str, *arguments: RecursiveTerm) -> RecursiveTerm:
            return composition(self.term(name), arguments, arity)

        zeroth = call("lt", t, self._constant(1, arity))
        match operator:
            case "∀":  # (14): t < 1 ∨ P((y)_t)
                return 1, call("and", so_far, call("or", zeroth, value) if in_sequence else value)
            case "∃":  # (14): t > 0 ∧ P((y)_t)
                later = call("gt", t, self._constant(0, arity))
                return 0, call("or", so_far, call("and", later, value) if in_sequence else value)
            case "min" if not in_sequence:  # t if P holds at t and not before
                following = composition(successor(), (t,), arity)
                return 0, call("if", call("eq", so_far, t), call("if", value, t, following), so_far)
            case "map" if in_sequence:  # F6: [(y)_i] ⊗l z if P((y)_i)
                single = call("pow", call("π", self._constant(1, arity)), element)
                return 1, call("if", value, call("catl", single, so_far), so_far)
            case "cat" if in_sequence:
                return 1, call("catr", so_far, value)
            case "list" if in_sequence:
                return 1, call("mul", so_far, call("pow", call("π", call("s", t)), value))
            case _:
                raise SortError(f"{operator} does not run over such a range")


def _arguments(first: int, count: int, arity: int) -> tuple[RecursiveTerm, ...]:
    return tuple(projection(index, arity) for index in range(first, first + count))


_SPELLED = {"zeta": "ζ", "mu": "μ", "pi": "π", "rho": "ρ", "kappa": "κ", "Gamma": "Γ"}


def _greek(name: str) -> str:
    words = re.sub("|".join(_SPELLED), lambda found: _SPELLED[found[0]], name)
    return words.replace("_", "")


def _replaced(expression: Expression, old: Expression, new: Expression) -> Expression:
    if expression == old:
        return new
    match expression:
        case Call(name=name, arguments=arguments):
            return Call(name, tuple(_replaced(a, old, new) for a in arguments))
        case Bound(operator=operator, variable=variable, relation=relation, range=extent, body=body):
            return Bound(operator, variable, relation, _replaced(extent, old, new), _replaced(body, old, new))
        case _:
            return expression


def _called(expression: Expression) -> Iterator[str]:
    match expression:
        case Word(name=name):
            yield name
        case Call(name=name, arguments=arguments):
            yield name
            for argument in arguments:
                yield from _called(argument)
        case Bound(range=extent, body=body):
            yield from _called(extent)
            yield from _called(body)


def all_errata() -> frozenset[str]:
    """Every erratum that some definition repairs."""
    return frozenset(erratum for definition in library() for erratum in definition.errata)


@cache
def printed() -> Reading:
    """The paper as printed."""
    return Reading()


@cache
def repaired() -> Reading:
    """The paper with every erratum repaired."""
    return Reading(all_errata())


@cache
def all_but(*errata: str) -> Reading:
    """The paper with every erratum repaired but these: the effect of each of them alone."""
    return Reading(all_errata() - set(errata))


def reading_called(name: str) -> Reading:
    """The reading of a name: printed, repaired, or repaired but for some errata.

    >>> reading_called("printed") is printed(), "E-K15" in reading_called("repaired-K15").repairs
    (True, False)
    """
    kind, *without = name.split("-")
    errata = [f"E-{item}" for item in without]
    unknown = [item for item in errata if item not in all_errata()]
    if kind not in ("printed", "repaired") or unknown or (kind == "printed" and errata):
        raise NameProblem(f"no reading is called {name!r}", remedy="say printed, repaired, or repaired-K15")
    return printed() if kind == "printed" else all_but(*errata)
