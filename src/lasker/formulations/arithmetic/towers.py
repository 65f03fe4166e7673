"""Power towers of twos with a float on top: approximate sizes of numbers too large to write down."""

from __future__ import annotations

from math import log2, log10
from typing import NamedTuple

_HIGH = 1000.0  # 2.0 ** 1000 still fits a float


class Tower(NamedTuple):
    """2^2^…^value with `height` twos; the value is above 1000 wherever the height is not 0."""

    height: int
    value: float

    def raised(self) -> Tower:
        """Two to the power of this."""
        if self.height == 0 and self.value <= _HIGH:
            return Tower(0, 2.0**self.value)
        return Tower(self.height + 1, self.value)

    def logarithm(self) -> Tower:
        """The binary logarithm of this."""
        if self.height:
            return lowered(self.height - 1, self.value)
        return Tower(0, log2(self.value) if self.value > 1 else 0.0)

    def times(self, factor: float) -> Tower:
        """A multiple; from height 2 on the factor is lost in rounding.

        >>> Tower(1, 2000.0).times(4), Tower(2, 2000.0).times(4)
        (Tower(height=1, value=2002.0), Tower(height=2, value=2000.0))
        """
        if self.height == 0:
            large = self.value > 2.0**900
            return lowered(1, log2(self.value) + log2(factor)) if large else Tower(0, self.value * factor)
        return Tower(1, self.value + log2(factor)) if self.height == 1 else self

    def __str__(self) -> str:
        """As a power of ten if possible, of two above.

        >>> print(Tower(0, 1e60), Tower(1, 5000.0), Tower(2, 5000.0))
        10^60 10^1505 2^(10^1505)
        """
        text = f"10^{int((log10(self.value) if self.height == 0 else self.value * log10(2)) + 1e-9)}"
        for _ in range(self.height - 1):
            text = f"2^{text}" if text.startswith("2") else f"2^({text})"
        return text


def lowered(height: int, value: float) -> Tower:
    """The canonical tower of a height and value."""
    while height and value <= _HIGH:
        height, value = height - 1, 2.0**value
    return Tower(height, value)


def total(towers: list[Tower]) -> Tower:
    """The sum of towers; only those of the greatest height count.

    >>> total([Tower(0, 3.0), Tower(0, 4.0)]), total([Tower(1, 2000.0), Tower(1, 2000.0)])
    (Tower(height=0, value=7.0), Tower(height=1, value=2001.0))
    """
    if not towers:
        return Tower(0, 0.0)
    height, value = max(towers)
    if height == 0:
        whole = sum(other.value for other in towers)
        return Tower(0, whole) if whole < 2.0**_HIGH else Tower(1, log2(whole))
    if height == 1:
        shares = (2.0 ** max(other.value - value, -_HIGH) for other in towers if other.height == 1)
        return Tower(1, value + log2(sum(shares)))
    return Tower(height, value)


def of_integer(z: int) -> Tower:
    """The tower of an integer.

    >>> of_integer(1000), of_integer(2**5000)
    (Tower(height=0, value=1000.0), Tower(height=1, value=5000.0))
    """
    shift = max(0, z.bit_length() - 900)
    return Tower(0, float(z)) if not shift else lowered(1, log2(z >> shift) + shift)
