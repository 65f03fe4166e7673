"""Derivations: a named function traced down to the initial functions, with its size and depth."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.formulations.arithmetic.calculus import (
    Composition,
    Projection,
    Recursion,
    RecursiveTerm,
    Successor,
    depth,
    distinct,
    size,
)
from lasker.formulations.arithmetic.definitions import Definition
from lasker.formulations.arithmetic.numbers import Number, Pair, Sequence
from lasker.formulations.arithmetic.reading import Reading
from lasker.formulations.arithmetic.syntax import write_digits
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class DerivationLine:
    """One function of a derivation, and the functions that it directly uses."""

    definition: Definition
    term: RecursiveTerm
    uses: tuple[str, ...]


def derivation(reading: Reading, name: str) -> list[DerivationLine]:
    """The functions that a named one is built from, in topological order, itself last.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> [line.definition.name for line in derivation(printed(), "pow")]
    ['s', 'add', 'mul', 'pow']
    """
    reading.resolve()
    lines: dict[str, DerivationLine] = {}

    def visit(definition: Definition) -> None:
        if definition.name not in lines:
            term = reading.term(definition.name)
            used = [found for found in _named_inside(reading, term) if found.name != definition.name]
            for found in used:
                visit(found)
            lines[definition.name] = DerivationLine(definition, term, tuple(found.name for found in used))

    visit(reading.definition(name))
    return list(lines.values())


def _named_inside(reading: Reading, term: RecursiveTerm) -> Iterator[Definition]:
    """The named functions directly inside a term: those not inside another one."""
    seen: set[RecursiveTerm] = set()
    stack = list(reversed(term.parts))
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if (definition := reading.names.get(part)) is not None:
            yield definition
        else:
            stack.extend(reversed(part.parts))


def written(reading: Reading, term: RecursiveTerm) -> str:
    """A term in its formers: C composes, R recurs, uⁿᵢ projects; named functions by their names.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> print(written(printed(), printed().term("mul")))
    R(0; C(add; u³₂, u³₃))
    """
    return _written(reading, term, top=True)


def _written(reading: Reading, term: RecursiveTerm, top: bool = False) -> str:
    if not top and (definition := reading.names.get(term)) is not None:
        return definition.name
    form = reading.forms.get(term)
    if form is not None and form.operator.isdigit():
        return form.operator
    match term:
        case Successor():
            return "s"
        case Projection(arity=arity, index=index):
            return f"u{str(arity).translate(_UP)}{str(index).translate(_DOWN)}"
        case Composition(outer=outer, inner=()):
            return _written(reading, outer)
        case Composition(outer=outer, inner=inner):
            return f"C({_written(reading, outer)}; {', '.join(_written(reading, part) for part in inner)})"
        case Recursion(base=base, step=step):
            return f"R({_written(reading, base)}; {_written(reading, step)})"
        case _:
            return "0"


_UP = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DOWN = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def figures(term: RecursiveTerm) -> str:
    """The size of a term, in words."""
    full = size(term)
    amount = str(full) if full < 10**7 else f"about {full:.1e}"
    return f"{amount} formers when written out, {distinct(term)} of them different, nested {depth(term)} deep"


def text(reading: Reading, name: str) -> str:
    """The derivation as text: the definitions of the paper with their terms.

    >>> from lasker.formulations.arithmetic.reading import printed
    >>> print(text(printed(), "add"))
    add, equation (·): 5 formers when written out, 5 of them different, nested 3 deep
    <BLANKLINE>
    (·) s(x) = s(x)
        s
    (·) add(x, 0) = x
        add(x, t + 1) = s(add(x, t))
        R(u¹₁; C(s; u³₂))
    """
    lines = derivation(reading, name)
    last = lines[-1]
    parts = [f"{last.definition.name}, equation {last.definition.equation}: {figures(last.term)}", ""]
    for line in lines:
        parts += [line.definition.text, f"    {written(reading, line.term)}"]
    return "\n".join(parts)


def number(z: Number, most: int = 4000) -> str:
    """A number by its structure; a text longer than `most` characters is cut off.

    >>> from lasker.formulations.arithmetic.numbers import pair, sequence
    >>> number(pair(sequence([300, 2]), 5)), number(sequence(range(1, 50)), 20)
    ('⟨[300, 2], 5⟩', '[1, 2, 3, 4, 5, 6, 7 …')
    """
    pieces: list[str] = []
    length = 0
    for piece in _pieces(z):
        pieces.append(piece)
        length += len(piece)
        if length >= most:
            return "".join(pieces)[:most].rstrip(", ") + " …"
    return "".join(pieces)


def _pieces(z: Number) -> Iterator[str]:
    match z:
        case Pair(left=left, right=right):
            yield "⟨"
            yield from _pieces(left)
            yield ", "
            yield from _pieces(right)
            yield "⟩"
        case Sequence(items=items):
            yield "["
            for index, item in enumerate(items):
                yield ", " if index else ""
                yield from _pieces(item)
            yield "]"
        case _:
            assert isinstance(z, int)
            yield write_digits(z)
