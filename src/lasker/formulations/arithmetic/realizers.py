"""Realizers: efficient Python functions for equations (1) to (31), on integers and structures.

Each computes the same function as its term. Tests compare the two where literal evaluation is within a
budget, and test algebraic laws beyond. A realizer has the label of the definition that it realizes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from lasker.formulations.arithmetic import primes
from lasker.formulations.arithmetic.numbers import (
    MOST_BITS,
    Number,
    Pair,
    Sequence,
    as_sequence,
    exact,
    item,
    left,
    pair,
    right,
    sequence,
    tower,
)
from lasker.formulations.arithmetic.sizes import compare
from lasker.kernel.errors import LimitError

Realizer = Callable[..., Number]
R = TypeVar("R", bound=Realizer)
REALIZERS: dict[str, Realizer] = {
    "pair": pair, "l": left, "r": right, "gammax": left, "gammay": right, "nth": item,
    "gn": lambda a, b: sequence((a, b)),
    "not": lambda x: int(x == 0), "sg": lambda x: int(x != 0), "and": lambda x, y: int(x != 0 and y != 0),
    "or": lambda x, y: int(x != 0 or y != 0), "choose": lambda x, y, c: y if c == 0 else x,
    "if": lambda c, x, y: y if c == 0 else x,
}  # fmt: skip


def _realizes(*labels: str) -> Callable[[R], R]:
    def enter(realizer: R) -> R:
        for label in labels:
            REALIZERS[label] = realizer
        return realizer

    return enter


@_realizes("s")
def succ(x: Number) -> Number:
    """x + 1."""
    return (x if isinstance(x, int) else exact(x)) + 1


@_realizes("add")
def add(x: Number, y: Number) -> Number:
    """x + y; adding 0 leaves a structure as it is."""
    if isinstance(x, int) and isinstance(y, int):
        return x + y
    if x == 0 or y == 0:
        return y if x == 0 else x
    return exact(x) + exact(y)


@_realizes("mul")
def mul(x: Number, y: Number) -> Number:
    """x · y; sequences are multiplied by adding their exponents."""
    if x == 0 or y == 0:
        return 0
    if x == 1 or y == 1:
        return y if x == 1 else x
    if isinstance(x, int) and isinstance(y, int):
        if (bits := x.bit_length() + y.bit_length()) > MOST_BITS:
            raise LimitError(f"a product of {bits} bits, and the limit is {MOST_BITS}")
        return x * y
    if isinstance(x, Sequence) or isinstance(y, Sequence):
        xs, ys = list(as_sequence(x).items), list(as_sequence(y).items)
        xs += [0] * (len(ys) - len(xs))
        ys += [0] * (len(xs) - len(ys))
        return sequence(add(a, b) for a, b in zip(xs, ys, strict=True))
    return mul(exact(x), exact(y))


@_realizes("pow")
def power(x: Number, y: Number) -> Number:
    """x ^ y; a power of a prime, however large, is a sequence with one entry."""
    if y == 0 or x == 1:
        return 1
    if x == 0 or y == 1:
        return x
    if isinstance(x, int) and isinstance(y, int) and x.bit_length() * y <= MOST_BITS:
        return int(x**y)
    return sequence(mul(a, y) for a in as_sequence(x).items)


@_realizes("pred")
def pred(x: Number) -> Number:
    """x ∸ 1."""
    return sub(x, 1)


@_realizes("sub")
def sub(x: Number, y: Number) -> Number:
    """x ∸ y: 0 where y is greater."""
    if isinstance(x, int) and isinstance(y, int):
        return max(0, x - y)
    if y == 0:
        return x
    return 0 if compare(x, y) <= 0 else exact(x) - exact(y)


@_realizes("fact")
def fact(x: Number) -> Number:
    """x!"""
    product: Number = 1
    for n in range(2, _count(x) + 1):
        product = mul(product, n)
    return product


@_realizes("le")
def le(x: Number, y: Number) -> int:
    """x ≤ y."""
    return int(x <= y if isinstance(x, int) and isinstance(y, int) else compare(x, y) <= 0)


@_realizes("lt")
def lt(x: Number, y: Number) -> int:
    """x < y."""
    return int(x < y if isinstance(x, int) and isinstance(y, int) else compare(x, y) < 0)


@_realizes("ge")
def ge(x: Number, y: Number) -> int:
    """x ≥ y."""
    return le(y, x)


@_realizes("gt")
def gt(x: Number, y: Number) -> int:
    """x > y."""
    return lt(y, x)


@_realizes("eq")
def eq(x: Number, y: Number) -> int:
    """x = y."""
    return int(x == y)


@_realizes("ne")
def ne(x: Number, y: Number) -> int:
    """x ≠ y."""
    return int(x != y)


@_realizes("clip")
def clip(x: Number, z: Number) -> Number:
    """x where it is at most z, else 0."""
    return x if le(x, z) else 0


@_realizes("quo")
def quo(x: Number, y: Number) -> Number:
    """⌊x / y⌋, and 0 where y is 0; a sequence is divided by subtracting exponents."""
    if y == 0:
        return 0
    if isinstance(x, int) and isinstance(y, int):
        return x // y
    if isinstance(x, Sequence) or isinstance(y, Sequence):
        xs, ys = as_sequence(x).items, as_sequence(y).items
        if len(ys) <= len(xs) and all(compare(a, b) >= 0 for a, b in zip(xs, ys, strict=False)):
            return sequence((*(sub(a, b) for a, b in zip(xs, ys, strict=False)), *xs[len(ys) :]))
    return 0 if compare(x, y) < 0 else exact(x) // exact(y)


@_realizes("divides")
def divides(x: Number, y: Number) -> int:
    """x | y; 0 divides 0 alone."""
    if y == 0:
        return 1
    if x == 0 or (isinstance(y, int) and not isinstance(x, int)):
        return 0
    if isinstance(x, int):
        return int((y if isinstance(y, int) else exact(y)) % x == 0)
    return int(exact(y) % exact(x) == 0)


@_realizes("ndivides")
def ndivides(x: Number, y: Number) -> int:
    """x ∤ y."""
    return 1 - divides(x, y)


@_realizes("prime")
def is_prime(x: Number) -> int:
    """Whether x is a prime number."""
    n = _count(x)
    if n < 2:
        return 0
    for index in range(1, primes.MOST_PRIMES + 1):
        p = primes.prime(index)
        if p * p > n:
            return 1
        if n % p == 0:
            return int(n == p)
    raise LimitError(f"{n} has no prime factor up to {p}, and the search ends there")


@_realizes("π")
def nth_prime(index: Number) -> Number:
    """The i-th prime, and 0 for i = 0."""
    return primes.prime(_count(index)) if index != 0 else 0


@_realizes("Lt")
def length(z: Number) -> Number:
    """The place of the last prime in z."""
    return len(as_sequence(z).items)


@_realizes("set")
def put(b: Number, i: Number, v: Number) -> Number:
    """b with v at place i, or 0 where b has no such place."""
    items = as_sequence(b).items
    if not isinstance(i, int) or not 1 <= i <= len(items):
        return 0
    return sequence((*items[: i - 1], v, *items[i:]))


@_realizes("cnt")
def cnt(x: Number, y: Number) -> Number:
    """How often x occurs in y."""
    return len(as_sequence(y).places.get(x, ()))


@_realizes("cntx")
def cntx(x: Number, y: Number, t: Number) -> Number:
    """How often x occurs among the first t places of y; beyond the end of y there are zeros."""
    items = as_sequence(y).items
    return items[: _count(t)].count(x) + (max(0, _count(t) - len(items)) if x == 0 else 0)


@_realizes("in")
def member(x: Number, y: Number) -> int:
    """x ∈ y."""
    return int(x in as_sequence(y).places)


@_realizes("notin")
def not_member(x: Number, y: Number) -> int:
    """x ∉ y."""
    return 1 - member(x, y)


@_realizes("rap")
def rap(x: Number, y: Number) -> Number:
    """y with x appended; a 0 is lost, and 0 is as empty as []."""
    return sequence((*as_sequence(y).items, x))


@_realizes("catl")
def catl(x: Number, y: Number) -> Number:
    """x ⊗l y: the elements of y, then the nonzero elements of x; y if x is empty."""
    xs = [a for a in as_sequence(x).items if a != 0]
    return sequence((*as_sequence(y).items, *xs)) if xs else y


@_realizes("catr")
def catr(x: Number, y: Number) -> Number:
    """x ⊗r y = y ⊗l x."""
    return catl(y, x)


@_realizes("rev")
def rev(x: Number) -> Number:
    """The elements of x in reverse order."""
    return sequence(reversed(as_sequence(x).items))


def _joined(parts: list[Number]) -> Number:
    """x₁ ⊗l (x₂ ⊗l (… ⊗l xₖ)) in one pass."""
    result: Number = parts[-1]
    tail: list[Number] = [a for part in reversed(parts[:-1]) for a in as_sequence(part).items if a != 0]
    return sequence((*as_sequence(result).items, *tail)) if tail else result


@_realizes("F2 E-K5")
def cats(x: Number) -> Number:
    """All sequences in x concatenated, the last one first."""
    items = as_sequence(x).items
    return _joined(list(items)) if items else 0


@_realizes("ggn")
def ggn(lower: Number, upper: Number, step: Number) -> Number:
    """[lower, lower + step, …] up to upper."""
    l, u, k = _count(lower), _count(upper), _count(step)
    if not (k > 0 and l <= u):
        return 0
    if (u - l) // k > primes.MOST_PRIMES:
        raise LimitError(f"a sequence of {(u - l) // k + 1} numbers, and the limit is {primes.MOST_PRIMES}")
    return sequence(range(l, u + 1, k)) if l else sequence(range(k, u + 1, k))


@_realizes("ssqx")
def ssqx(z: Number, i: Number, t: Number) -> Number:
    """The elements at the t places of z from i on, at their places."""
    first, items = _count(i), as_sequence(z).items
    behind = max(0, first + _count(t) - 1)  # there is no place 0
    return sequence(a if place >= first else 0 for place, a in enumerate(items[:behind], 1))


@_realizes("ssqx E-K7")
def window(z: Number, i: Number, t: Number) -> Number:
    """The elements at the t places of z from i on, moved to the beginning."""
    first, items = _count(i), (0, *as_sequence(z).items)
    return sequence(items[first : first + _count(t)])


@_realizes("rm")
def rm(x: Number, y: Number) -> Number:
    """y without x; zeros are lost."""
    return sequence(a for a in as_sequence(y).items if a not in (x, 0))


@_realizes("rmd")
def rmd(y: Number) -> Number:
    """y without duplicates, in the order of first occurrence."""
    items = as_sequence(y).items
    pairs = [a for a in items if isinstance(a, Pair)]
    if len(pairs) < len(items) or len({a.shape for a in pairs}) != 1:
        return sequence(a for a in dict.fromkeys(items) if a != 0)
    first: dict[tuple[Number, ...], Number] = {}  # powers of two have few different residues and hashes
    for a in pairs:
        first.setdefault(tuple(a.leaves()), a)
    return sequence(first.values())


@_realizes("psn")
def psn(x: Number, y: Number) -> Number:
    """The places of x in y."""
    return sequence(as_sequence(y).places.get(x, ()))


@_realizes("asx")
def asx(x: Number, y: Number) -> Number:
    """The place of the first pair in y whose left part is x, or 0."""
    if isinstance(y, int) and lt(y.bit_length().bit_length(), x):
        return 0  # such a pair is at least 2^x − 1, more than y has bits, and no exponent in y
    return as_sequence(y).keyed(x)


def _count(x: Number) -> int:
    """A number used as a loop bound."""
    if isinstance(x, int):
        return x
    raise LimitError(f"a number of about {tower(x).logarithm()} bits is too large to be counted to")
