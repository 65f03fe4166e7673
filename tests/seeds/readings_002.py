"""Readings of seed 002 for the tests: one machine each, kept, so that what it remembers is shared."""

from __future__ import annotations

from functools import cache

from lasker.formulations.arithmetic.boards import encode
from lasker.formulations.arithmetic.definitions import library, read
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Number, as_sequence
from lasker.formulations.arithmetic.reading import Reading, all_but, printed


@cache
def machine(*unrepaired: str) -> Machine:
    """The machine for the reading that repairs all but some errata; "printed" repairs none."""
    return Machine(printed() if unrepaired == ("printed",) else all_but(*unrepaired))


def value(text: str, *unrepaired: str, **variables: Number) -> Number:
    """What an expression is worth in a reading."""
    return machine(*unrepaired).evaluate(text, **variables)


def items(text: str, *unrepaired: str, **variables: Number) -> list[Number]:
    """The same, as a list."""
    return list(as_sequence(value(text, *unrepaired, **variables)).items)


@cache
def beginning_at(fen: str, *unrepaired: str) -> Machine:
    """A machine whose history begins at another board, so that all games of an epoch are few."""
    reading = machine(*unrepaired).reading
    b, x = encode(fen)
    assert x == 1, "player 1 begins"
    cells = ", ".join(map(str, as_sequence(b).items))
    [other] = read(f"(·) b0 = [{cells}]", "another beginning")
    return Machine(Reading(reading.repairs, (*library(), other)))
