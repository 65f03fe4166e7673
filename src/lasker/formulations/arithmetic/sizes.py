"""The number of bits and the order of numbers, without computing them exactly."""

from __future__ import annotations

from decimal import Decimal, localcontext

from lasker.formulations.arithmetic.numbers import (
    MOST_BITS,
    WORD,
    Number,
    Pair,
    Sequence,
    at_most_bits,
    exact,
    tower,
)
from lasker.formulations.arithmetic.primes import prime
from lasker.kernel.errors import LimitError


def bits(z: Number) -> int | None:
    """The number of bits, or None where that number itself could not be computed.

    >>> from lasker.formulations.arithmetic.numbers import pair
    >>> bits(pair(pair(19, 59), 53))
    62390278
    """
    if at_most_bits(z, MOST_BITS):
        return exact(z).bit_length()
    if isinstance(z, Pair) and at_most_bits(z.left, MOST_BITS) and at_most_bits(z.right, MOST_BITS):
        return exact(z.left) + (2 * exact(z.right) + 1).bit_length() - (z.right == 0)
    if isinstance(z, Sequence) and all(at_most_bits(a, MOST_BITS // 100) for a in z.items):
        with localcontext() as context:
            longest = max(exact(a).bit_length() for a in z.items)
            context.prec = longest // 3 + 40
            whole = _decimal_log2(z)
            if abs(whole - whole.to_integral_value()) > Decimal(10) ** -20:
                return int(whole) + 1
    return None


def _decimal_log2(z: Sequence) -> Decimal:
    logs = (Decimal(exact(a)) * Decimal(prime(i)).ln() for i, a in enumerate(z.items, 1) if a != 0)
    return sum(logs, Decimal(0)) / Decimal(2).ln()


def size(z: Number) -> str:
    """The size of a number, in words.

    >>> from lasker.formulations.arithmetic.numbers import pair
    >>> size(10**30), size(pair(pair(19, 59), 53))
    ('100 bits', '62390278 bits')
    >>> size(pair(pair(200, 1), 1))
    'about 10^60 bits'
    """
    count = bits(z)
    if count is not None and count < 10**15:
        return f"{count} bit{'s' * (count != 1)}"
    return f"about {tower(z).logarithm()} bits"


def compare(a: Number, b: Number) -> int:
    """−1, 0 or 1 as a is smaller than, equal to, or greater than b.

    >>> from lasker.formulations.arithmetic.numbers import pair, sequence
    >>> compare(sequence([1, 2, 300]), sequence([300, 2, 1])), compare(10**40, pair(10**9, 0))
    (1, -1)
    """
    if isinstance(a, int) and isinstance(b, int):
        return (a > b) - (a < b)
    if a == b:
        return 0
    for plain, sign in ((b, 1), (a, -1)):
        if isinstance(plain, int) and plain.bit_length() < WORD - 8:
            return sign  # a structure is larger than any plain integer
    if at_most_bits(a, MOST_BITS) and at_most_bits(b, MOST_BITS):
        return 1 if exact(a) > exact(b) else -1
    for first, second, sign in ((a, b, 1), (b, a, -1)):
        if _exceeds_by_parts(first, second):
            return sign
    large, small = tower(a), tower(b)
    if large.height != small.height or abs(large.value - small.value) > 1e-9 * large.value:
        return 1 if large > small else -1
    if isinstance(a, Pair) and isinstance(b, Pair) and (closer := _compare_pairs(a, b)):
        return closer
    if isinstance(a, Sequence) and isinstance(b, Sequence) and (closer := _compare_sequences(a, b)):
        return closer
    raise LimitError(f"two numbers of {size(a)} are too close to be told apart without building them")


def _exceeds_by_parts(a: Number, b: Number) -> bool:
    """Whether b is a proper part of a, or no part of a is smaller than the corresponding part of b."""
    if b in _parts(a):
        return True
    if isinstance(a, Pair) and isinstance(b, Pair):
        return compare(a.left, b.left) >= 0 and compare(a.right, b.right) >= 0
    if isinstance(a, Sequence) and isinstance(b, Sequence) and len(a.items) >= len(b.items):
        return all(compare(x, y) >= 0 for x, y in zip(a.items, b.items, strict=False))
    return False


def _parts(z: Number) -> tuple[Number, ...]:
    return (z.left, z.right) if isinstance(z, Pair) else z.items if isinstance(z, Sequence) else ()


def _compare_pairs(a: Pair, b: Pair) -> int:
    """The pair with the larger exponent is larger, unless the odd factors compensate."""
    parts = (a.left, a.right, b.left, b.right)
    if not all(at_most_bits(part, MOST_BITS) for part in parts):
        return 0
    x, y, u, v = map(exact, parts)
    shift = abs(x - u)
    if shift > MOST_BITS:
        return 1 if x > u else -1
    first, second = 2 * y + 1 << max(0, x - u), 2 * v + 1 << max(0, u - x)
    return (first > second) - (first < second)


def _compare_sequences(a: Sequence, b: Sequence) -> int:
    """By logarithms, with as many digits as the exponents have and forty more."""
    if not all(at_most_bits(part, MOST_BITS // 100) for part in (*a.items, *b.items)):
        return 0
    with localcontext() as context:
        context.prec = max(exact(part).bit_length() for part in (*a.items, *b.items)) // 3 + 40
        difference = _decimal_log2(a) - _decimal_log2(b)
        return 0 if abs(difference) < Decimal(10) ** -20 else (1 if difference > 0 else -1)
