"""The primes in order, computed on demand up to a stated number, and factorisation over them."""

from __future__ import annotations

from functools import cache, lru_cache
from math import isqrt, log2

from lasker.kernel.errors import LimitError

MOST_PRIMES = 200_000  # the last of them is 2 750 159; the 197 281 games of four plies are one sequence
MOST_WORK = 1_000_000_000  # bits inspected without finding a factor: about a second

_primes: list[int] = [2, 3, 5, 7, 11, 13]


def _sieve(end: int) -> list[int]:
    marks = bytearray([1]) * end
    marks[:2] = b"\0\0"
    for n in range(2, isqrt(end - 1) + 1):
        if marks[n]:
            marks[n * n :: n] = bytes(len(range(n * n, end, n)))
    return [n for n, mark in enumerate(marks) if mark]


def prime(index: int) -> int:
    """The prime with an index, counted from 1.

    >>> [prime(i) for i in range(1, 6)], prime(MOST_PRIMES)
    ([2, 3, 5, 7, 11], 2750159)
    """
    if index > len(_primes):
        primes(index)
    return _primes[index - 1]


def primes(count: int) -> list[int]:
    """The first primes.

    >>> primes(4)
    [2, 3, 5, 7]
    """
    if count > MOST_PRIMES:
        raise LimitError(f"prime number {count} is wanted, and the limit is prime number {MOST_PRIMES}")
    while len(_primes) < count:
        _primes[:] = _sieve(4 * _primes[-1])
    return _primes[:count]


def valuation(number: int, base: int) -> int:
    """The exponent of `base` in a positive number.

    >>> valuation(540, 3)
    3
    """
    powers = [base]
    while number % powers[-1] == 0:
        powers.append(powers[-1] ** 2)
    count = 0
    for exponent in range(len(powers) - 2, -1, -1):
        if number % powers[exponent] == 0:
            number //= powers[exponent]
            count += 1 << exponent
    return count


def exponents(number: int) -> tuple[int, ...]:
    """The exponents of the primes in a positive number, up to the last prime that divides it.

    >>> exponents(540), exponents(1)
    ((2, 3, 1), ())
    """
    found, whole = _taken_apart(number)
    if not whole:
        raise LimitError(
            f"a number of {number.bit_length()} bits has a prime factor beyond the first {len(found)}",
            remedy="read as a sequence it would be longer than any that Lasker takes apart",
        )
    return found


@lru_cache(maxsize=4096)
def _taken_apart(number: int) -> tuple[tuple[int, ...], bool]:
    """The exponents that were found, and whether the factorisation is complete."""
    found: list[int] = []
    rest, work = number, 0
    while rest > 1 and len(found) < MOST_PRIMES and work < MOST_WORK:
        base = prime(len(found) + 1)
        count = valuation(rest, base) if rest % base == 0 else 0
        rest //= base**count
        work += 0 if count else rest.bit_length()
        found.append(count)
    return tuple(found), rest <= 1


@cache
def logarithm(index: int) -> float:
    """The binary logarithm of a prime."""
    return log2(prime(index))


@cache
def totient(number: int) -> int:
    """Euler's φ of a number whose prime factors are small."""
    if number == 2**61 - 1:
        return number - 1  # a prime, for which trial division would be slow
    result, rest, base = number, number, 2
    while rest > 1:
        if base * base > rest:
            base = rest
        if rest % base == 0:
            result -= result // base
            while rest % base == 0:
                rest //= base
        base += 1
    return result
