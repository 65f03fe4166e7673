"""Random royal pieces: who must not be attacked, and whether the other side may be. And what becomes
of a piece where it arrives, which may be that it is royal now, or no longer."""

from __future__ import annotations

from random import Random

from lasker.fuzzing.sampling.turns import Part, one

# Who can be struck; `lord` is the kind of piece that is there for it.
ROYALS = (
    Part("royal safety", 10, "C lord"),
    Part("several royal kinds", 4, "C (lord | $A)"),
    Part("royal by marks", 1, "C lord^-hasty"),
    Part("royal by marks", 1, "C lord^fresh"),
    Part("royal by marks", 1, "C lord^-tired"),
)
# What must hold of the other side, after a move.
OTHERS = (
    Part("", 8, "nil"),
    Part("no checks", 1, "![strikes]"),
    Part("checks counted", 1, "(if [strikes] then taken += 1 else nil)"),
)
ARRIVALS = (
    Part("", 6, "nil"),
    Part("promotion", 2, "try(% is $A in far -> $B)"),
    Part("promotion", 2, "(% is $A in far -> $B)?"),
    Part("promotion", 2, "try(% is $A in far -> friend)"),
    Part("promotion", 2, "(% is $A in far -> $B | $A) // nil"),
    Part("promotion", 2, "(% is $A -> $B)?"),
    Part("traces", 1, "(% -> same^hasty)"),
    Part("traces", 1, "(% -> same^tired)"),
    Part("traces", 1, "try(% is $A -> same^tired)"),
)


def royal(random: Random) -> Part:
    """Who can be struck."""
    return one(random, ROYALS)


def other_side(random: Random) -> Part:
    """What must hold of the other side."""
    return one(random, OTHERS)


def arrival(random: Random) -> Part:
    """What becomes of a piece where it arrives; as a rule nothing.

    >>> arrival(Random(2)).text
    'try(% is $A -> same^tired)'
    """
    return one(random, ARRIVALS)
