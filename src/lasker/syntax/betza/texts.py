"""Squares around a piece as text: movements, steps, tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lasker.syntax.betza.directions import Offset

HERE = (0, 0)


def movement(offset: Offset) -> str:
    """An offset as a movement.

    >>> movement((1, 2))
    'uur'
    """
    x, y = offset
    return ("u" if y > 0 else "d") * abs(y) + ("r" if x > 0 else "l") * abs(x)


def step_by(leap: Offset) -> str:
    """One step onto an empty square.

    >>> step_by((0, 1))
    'step(u)'
    """
    return f"step({movement(leap)})"


def test_of(squares: Mapping[Offset, str]) -> str:
    """A test of squares around the piece; its own counts as empty.

    >>> test_of({(0, 0): ".", (0, 1): ".", (0, 2): "piece"})
    '[% + u. + uu piece] '
    """
    others = [(movement(at), held) for at, held in squares.items() if at != HERE]
    told = "".join(f" + {there}{' ' * (held != '.')}{held}" for there, held in others)
    return f"[%{told}] " if told else ""


def test_of_any(alternatives: Sequence[Mapping[Offset, str]]) -> str:
    """A test that squares are as one of several alternatives says.

    >>> test_of_any([{(0, 1): "."}, {(0, 1): "piece", (0, 2): "."}])
    '[% + u. | % + u piece + uu.] '
    """
    tests = [test_of(squares).strip("[] ") for squares in alternatives]
    return f"[{' | '.join(dict.fromkeys(tests))}] " if all(tests) else ""


def between_of(offset: Offset) -> list[Offset]:
    """The squares that a lame leap passes: as far along its longer side as it can, and then aslant.

    >>> between_of((1, 2)), between_of((3, 3))
    ([(0, 1)], [(1, 1), (2, 2)])
    """
    x, y = offset
    steps = max(abs(x), abs(y))
    straight = steps - min(abs(x), abs(y)) if 0 not in offset else 0
    here, passed = (0, 0), []
    for number in range(1, steps):
        aslant = number > straight
        here = (
            here[0] + _sign(x) * (aslant or abs(x) > abs(y)),
            here[1] + _sign(y) * (aslant or abs(y) > abs(x)),
        )
        passed.append(here)
    return passed


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
