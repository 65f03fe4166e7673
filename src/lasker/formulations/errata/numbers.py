"""Errata of seed 002, equations (1) to (46): one erratum as printed, the others
repaired, on numbers and sequences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, product

from lasker.formulations.arithmetic.numbers import Number, as_sequence
from lasker.formulations.errata import numbers_on_boards
from lasker.formulations.errata.erratum import Finding, Search, ordinal
from lasker.formulations.errata.readings import machine
from lasker.kernel.errors import LaskerError

LONGEST = 5  # greatest length of a sequence
GREATEST = 2  # greatest number in it


def sequences(least: int = 1) -> Iterator[list[int]]:
    """Short sequences of small numbers.

    >>> [each for _, each in zip(range(5), sequences())]
    [[], [1], [2], [1, 1], [1, 2]]
    """
    for length in range(LONGEST + 1):
        yield from (list(each) for each in product(range(least, GREATEST + 1), repeat=length))


def parts() -> Iterator[str]:
    """ssq of sequences, between all pairs of places.

    >>> next(parts())
    'ssq([1], 1, 1)'
    """
    for each in sequences():
        for i, j in product(range(1, len(each) + 1), repeat=2):
            if i <= j:
                yield f"ssq({each}, {i}, {j})"


def rows_of_singletons() -> Iterator[str]:
    """⊗ over [1], [2], …, for several lengths.

    >>> list(rows_of_singletons())[1]
    'catsl([[1], [2]])'
    """
    for length in range(1, LONGEST + 1):
        yield f"catsl([{', '.join(f'[{i}]' for i in range(1, length + 1))}])"


def pieces() -> Iterator[str]:
    """Every piece: the initial ones, then the promoted pawns.

    >>> sum(1 for _ in pieces())
    544
    """
    yield from map(str, range(2, 34))
    for pawn, place, kind in chain(
        product(range(2, 10), range(1, 9), (37, 41, 43, 47)),
        product(range(18, 26), range(57, 65), (53, 59, 61, 67)),
    ):
        yield f"⟨⟨{pawn}, {place}⟩, {kind}⟩"


def boards() -> Iterator[str]:
    """vld of the smallest boards: two kings, and one or two other pieces.

    >>> len(next(boards()).split(", "))
    64
    """
    empty = [1] * 64
    for i, j in product(pieces(), repeat=2):
        cells = [*map(str, empty)]
        cells[0], cells[2], cells[20], cells[26] = "14", "30", i, j
        yield f"vld([{', '.join(cells)}])"


def tried(id: str, texts: Iterable[str]) -> Finding | None:
    """The first expression whose value as printed differs from its value as repaired.

    >>> tried("E-K3", (f"some({y})" for y in range(9)))[:2]
    ('some(1)', 'some(1)')
    """
    for count, text in enumerate(texts, 1):
        values = machine(id).evaluate(text), machine().evaluate(text)
        if values[0] != values[1]:
            effort = f"expressions in the order of their size, the {ordinal(count)}"
            short = re.sub(r"(, 1){3,}", ", …", text)
            return Finding(short, short, "value", shown(values[0]), shown(values[1]), effort)
    return None


def shown(number: Number) -> str:
    """A number in digits, with the sequence that it encodes, if any.

    >>> shown(7), shown(18)
    ('7 = [0, 0, 0, 1]', '18 = [1, 2]')
    """
    if isinstance(number, int) and number < 2:
        return str(number)
    try:
        items = as_sequence(number).items
    except LaskerError:
        return (
            f"a number of {number.bit_length()} bits" if isinstance(number, int) else "a number beyond that"
        )
    listed = f"[{', '.join(shown_item(each) for each in items)}]"
    return f"{number} = {listed}" if isinstance(number, int) and number < 10**12 else listed


def shown_item(number: Number) -> str:
    """A number inside a sequence.

    >>> shown_item(7)
    '7'
    """
    return str(number) if isinstance(number, int) and number < 10**12 else shown(number)


# --- claims of the text outside its definitions -------------------------------------------------------------


def monus() -> Finding | None:
    """E-K1: the condition as printed lets x − y leave the numbers.

    >>> monus().example
    '0 ∸ 1'
    """
    for count, (x, y) in enumerate(((s - y, y) for s in range(9) for y in range(s + 1)), 1):
        as_printed, value = x - y, machine().evaluate(f"{x} ∸ {y}")
        if as_printed != value:
            text = f"{x} ∸ {y}"
            return Finding(
                text, text, "value", str(as_printed), str(value), f"the {ordinal(count)} pair by x + y"
            )
    return None


def lost_zeros() -> Finding | None:
    """E-K2: the first two sequences whose concatenation is not what the text means by it.

    >>> lost_zeros().example
    '[] ⊗r [0, 1]'
    """
    for count, (x, y) in enumerate(product(sequences(0), repeat=2), 1):
        found = as_sequence(machine().evaluate(f"{x} ⊗r {y}")).items if x or y else ()
        if 0 not in y[-1:] and 0 not in x[-1:] and list(found) != x + y:
            text = f"{x} ⊗r {y}"
            value = f"[{', '.join(map(str, found))}]"
            return Finding(text, text, "value", str(x + y), value, f"the {ordinal(count)} pair of sequences")
    return None


def steps_too_wide() -> Finding | None:
    """E-K6: the first k > 2 for which ggn(5, 7, k) is not 0, as the text says.

    >>> steps_too_wide().repaired
    '32 = [5]'
    """
    for k in range(3, 9):
        value = machine().evaluate(f"ggn(5, 7, {k})")
        if value != 0:
            text = f"ggn(5, 7, {k})"
            return Finding(text, text, "value", "0", shown(value), f"k = 3, 4, …, the {ordinal(k - 2)}")
    return None


SEARCHES: dict[str, Search] = {
    "E-K1": monus,
    "E-K2": lost_zeros,
    "E-K3": lambda: tried("E-K3", (f"some({y})" for y in range(9))),
    "E-K4": lambda: tried("E-K4", rows_of_singletons()),
    "E-K5": lambda: tried("E-K5", rows_of_singletons()),
    "E-K6": steps_too_wide,
    "E-K7": lambda: tried("E-K7", parts()),
    "E-K9": lambda: tried("E-K9", (f"wpawn({j})" for j in range(35))),
    "E-K11": lambda: tried("E-K11", boards()),
    "E-K12": lambda: tried("E-K12", (f"bhμ({j})" for j in pieces())),
    "E-K13": lambda: tried("E-K13", (f"{f}({k})" for k in range(1, 65) for f in ("dgs", "rws", "cls"))),
    **numbers_on_boards.SEARCHES,
}
