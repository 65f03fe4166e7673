"""Natural numbers of any size: plain integers if small, symbolic pairs and prime-power sequences if large.

A pair of two chess boards has about 10^921 bits. It is represented by its parts, from which residues, size
and order are computed. `exact` computes the integer, within a limit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from math import prod
from typing import TypeAlias

from lasker.formulations.arithmetic.primes import (
    MOST_PRIMES,
    exponents,
    logarithm,
    prime,
    primes,
    totient,
    valuation,
)
from lasker.formulations.arithmetic.towers import Tower, of_integer, total
from lasker.kernel.errors import LimitError

MOST_BITS = 400_000  # of an integer that `exact` computes, about 120 000 digits
WORD = 128  # a number of at most so many bits is always a plain integer
MODULUS = 2**61 - 1  # the modulus of Python's hash of integers, which equal structures must share


class Structure:
    """A number represented by its parts; `int | Structure` is a number."""

    __slots__ = ("_exact", "_hash", "_residues")
    _exact: int | None
    _hash: int
    _residues: dict[int, int]

    def residue(self, modulus: int) -> int:
        """The number modulo a small modulus."""
        if modulus not in self._residues:
            self._residues[modulus] = self._residue(modulus)
        return self._residues[modulus]

    def tower(self) -> Tower:
        """The approximate size of the number."""
        raise NotImplementedError

    def _residue(self, modulus: int) -> int:
        raise NotImplementedError

    def _build(self) -> int:
        raise NotImplementedError

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            self._hash = self.residue(MODULUS)
            return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, int):
            if self._exact is not None:
                return self._exact == other
            if other.bit_length() < WORD - 8:
                return False  # a structure is larger than any plain integer
        if not isinstance(other, int | Structure) or hash(self) != hash(other):
            return False
        return self._same(other)

    def _same(self, other: Number) -> bool:
        raise NotImplementedError


Number: TypeAlias = int | Structure


class Pair(Structure):
    """⟨left, right⟩ = 2^left · (2 · right + 1) − 1."""

    __slots__ = ("left", "right")

    def __init__(self, left: Number, right: Number) -> None:
        self.left, self.right = left, right
        self._exact, self._residues = None, {}

    def leaves(self) -> Iterator[Number]:
        """The leaves of the tree of nested pairs."""
        for part in (self.left, self.right):
            if isinstance(part, Pair):
                yield from part.leaves()
            else:
                yield part

    @property
    def shape(self) -> Hashable:
        """The tree without its leaves: pairs of one shape are equal if their leaves are."""
        return tuple(part.shape if isinstance(part, Pair) else None for part in (self.left, self.right))

    def __repr__(self) -> str:
        return f"<{self.left}, {self.right}>"

    def _residue(self, modulus: int) -> int:
        return (_power_residue(2, self.left, modulus) * (2 * _mod(self.right, modulus) + 1) - 1) % modulus

    def tower(self) -> Tower:
        """2 to the power of left + log₂(2 · right + 1)."""
        odd = of_integer(2 * self.right + 1) if isinstance(self.right, int) else self.right.tower().times(2)
        return total([tower(self.left), odd.logarithm()]).raised()

    def _build(self) -> int:
        return (2 * exact(self.right) + 1 << exact(self.left)) - 1

    def _same(self, other: Number) -> bool:
        if isinstance(other, Pair):
            if self.left == other.left and self.right == other.right:
                self.left, self.right = other.left, other.right  # share the parts
                return True
            return False
        return _same_value(self, other)


class Sequence(Structure):
    """[a₁, …, aₙ] = 2^a₁ · 3^a₂ · 5^a₃ · …, with aₙ not 0."""

    __slots__ = ("_groups", "_keys", "_places", "items")

    def __init__(self, items: tuple[Number, ...]) -> None:
        self.items = items
        self._exact, self._residues = None, {}
        self._keys: dict[Number, int] | None = None
        self._places: dict[Number, list[int]] | None = None
        self._groups: dict[Callable[[Number], Number], dict[Number, list[Number]]] = {}

    def __repr__(self) -> str:
        return f"[{', '.join(map(str, self.items))}]"

    def _residue(self, modulus: int) -> int:
        result = 1
        for base, item in zip(primes(len(self.items)), self.items, strict=True):
            if isinstance(item, int):  # the usual case, inlined
                result = result * _small_power_residue(base, item, modulus) % modulus
            else:
                result = result * _power_residue(base, item, modulus) % modulus
        return result % modulus

    def tower(self) -> Tower:
        """2 to the power of Σ aᵢ · log₂ pᵢ."""
        powers = [tower(part).times(logarithm(i)) for i, part in enumerate(self.items, 1) if part != 0]
        return total(powers).raised()

    def _build(self) -> int:
        return prod(prime(index) ** exact(item) for index, item in enumerate(self.items, 1))

    def _same(self, other: Number) -> bool:
        if isinstance(other, Sequence):
            if self.items == other.items:
                self.items = other.items  # share the parts
                return True
            return False
        return _same_value(self, other)

    @property
    def places(self) -> dict[Number, list[int]]:
        """The places of each item in the sequence, counted from 1."""
        if self._places is None:
            self._places = {}
            for place, found in enumerate(self.items, 1):
                self._places.setdefault(found, []).append(place)
        return self._places

    def grouped(self, key: Callable[[Number], Number]) -> dict[Number, list[Number]]:
        """The items by their values under a key."""
        if key not in self._groups:
            groups: dict[Number, list[Number]] = {}
            for found in self.items:
                groups.setdefault(key(found), []).append(found)
            self._groups[key] = groups
        return self._groups[key]

    def keyed(self, key: Number) -> int:
        """The place of the first pair with this left part, or 0."""
        if self._keys is None:
            self._keys = {}
            for place, found in enumerate(self.items, 1):
                self._keys.setdefault(left(found), place)
        return self._keys.get(key, 0)


def pair(x: Number, y: Number) -> Number:
    """The number ⟨x, y⟩: equation (5).

    >>> pair(2, 3), pair(pair(2, 7), 37)
    (27, 43234556422756761599)
    >>> pair(pair(18, 57), 53)
    <30146559, 53>
    """
    if isinstance(x, int) and isinstance(y, int) and x + y.bit_length() < WORD:
        return (2 * y + 1 << x) - 1
    return Pair(x, y)


def left(z: Number) -> Number:
    """l(z): the x of z = ⟨x, y⟩."""
    if isinstance(z, Pair):
        return z.left
    if isinstance(z, Sequence):
        if z.items[0] != 0:
            return 0  # z is even
        if (low := z.residue(1 << WORD) + 1) < 1 << WORD:
            return (low & -low).bit_length() - 1
        z = exact(z)
    assert isinstance(z, int)
    return (z + 1 & -z - 1).bit_length() - 1


def right(z: Number) -> Number:
    """r(z): the y of z = ⟨x, y⟩."""
    if isinstance(z, Pair):
        return z.right
    if isinstance(z, Sequence):
        first, *rest = z.items
        if isinstance(first, int) and first > 0:
            return sequence((first - 1, *rest))
        z = exact(z)
    assert isinstance(z, int)
    return (z + 1) // (z + 1 & -z - 1) >> 1


def sequence(items: Iterable[Number]) -> Number:
    """The number [a₁, …, aₙ]: equation (8). Zeros at the end are lost.

    >>> sequence([2, 3, 1, 0]), sequence([])
    (540, 1)
    >>> sequence([3, 101, 7891, 1, 43])
    [3, 101, 7891, 1, 43]
    """
    parts = list(items)
    while parts and parts[-1] == 0:
        parts.pop()
    if len(parts) > MOST_PRIMES:
        raise LimitError(f"a sequence of {len(parts)} numbers, and the limit is {MOST_PRIMES}")
    bits = 0.0
    for index, part in enumerate(parts, 1):
        if not isinstance(part, int) or part >= WORD:
            return Sequence(tuple(parts))
        bits += part * logarithm(index)
        if bits >= WORD:
            return Sequence(tuple(parts))
    result = 1
    for index, part in enumerate(parts, 1):
        result *= prime(index) ** exact(part)
    return result


@lru_cache(maxsize=1 << 16)
def _as_sequence(z: int) -> Sequence:
    found = Sequence(exponents(z))
    found._exact = z
    return found


def as_sequence(z: Number) -> Sequence:
    """The number seen as a sequence; 0 and 1 have no items.

    >>> as_sequence(540)
    [2, 3, 1]
    """
    if isinstance(z, Sequence):
        return z
    if isinstance(z, int):
        return _as_sequence(max(z, 1))
    return _as_sequence(exact(z))


def item(z: Number, index: Number) -> Number:
    """(z)ᵢ: the exponent of the i-th prime in z, 0 when i or z is 0: equation (9)."""
    if isinstance(z, Sequence):
        return z.items[index - 1] if isinstance(index, int) and 0 < index <= len(z.items) else 0
    if isinstance(z, int):
        # The i-th prime is greater than i.
        return _exponent(z, index) if isinstance(index, int) and 0 < index <= z else 0
    if not isinstance(index, int):
        raise LimitError("the place is a number too large to be counted to")
    if index == 0:
        return 0
    base = prime(index)
    power = base ** (WORD // base.bit_length() + 1)
    if rest := z.residue(power):
        return valuation(rest, base)
    return valuation(exact(z), base)


@lru_cache(maxsize=1 << 16)
def _exponent(z: int, index: int) -> int:
    return valuation(z, prime(index))


def tower(z: Number) -> Tower:
    """The approximate size of a number as a tower of twos.

    >>> tower(1000), tower(pair(10**6, 0))
    (Tower(height=0, value=1000.0), Tower(height=1, value=1000000.0))
    """
    return of_integer(z) if isinstance(z, int) else z.tower()


def at_most_bits(z: Number, bits: int) -> bool:
    """Whether a number has at most about so many bits, and so can be computed."""
    return z.bit_length() <= bits if isinstance(z, int) else z.tower().logarithm() <= (0, float(bits))


def exact(z: Number, bits: int = MOST_BITS) -> int:
    """The integer itself.

    >>> exact(sequence([1] * 20))
    557940830126698960967415390
    >>> exact(pair(pair(18, 57), 53))
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: a number of about 10^7 bits, and the limit is 400000
    """
    if isinstance(z, int):
        return z
    if z._exact is None:
        if not at_most_bits(z, bits):
            raise LimitError(
                f"a number of about {z.tower().logarithm()} bits, and the limit is {bits}",
                remedy="it is kept as what it is made of; ask for its parts",
            )
        z._exact = z._build()
    return z._exact


def _mod(z: Number, modulus: int) -> int:
    return z % modulus if isinstance(z, int) else z.residue(modulus)


@lru_cache(maxsize=1 << 16)
def _small_power_residue(base: int, exponent: int, modulus: int) -> int:
    return pow(base, exponent, modulus)


def _power_residue(base: int, exponent: Number, modulus: int) -> int:
    if isinstance(exponent, int):
        return _small_power_residue(base, exponent, modulus)
    # Euler's theorem, in the form for every base: the exponent is larger than the modulus has bits.
    order = totient(modulus)
    return pow(base, exponent.residue(order) + order, modulus)


def _same_value(a: Structure, b: Number) -> bool:
    """Whether two numbers of different forms and equal residues are equal."""
    if not at_most_bits(a, MOST_BITS) or not at_most_bits(b, MOST_BITS):
        if at_most_bits(a, MOST_BITS) or at_most_bits(b, MOST_BITS):
            return False
        return left(a) == left(b) and right(a) == right(b)
    return exact(a) == exact(b)
