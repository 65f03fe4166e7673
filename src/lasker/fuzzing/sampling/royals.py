"""Random royal pieces: which pieces must not be attacked, conditions on the opponent's, and promotions, which
may also make a piece royal or end that."""

from __future__ import annotations

from random import Random

from lasker.fuzzing.sampling.turns import Part, weighted_choice

# The pieces that must not be attacked; `lord` is a kind of piece for that purpose.
ROYALS = (
    Part("royal safety", 10, "C lord"),
    Part("several royal kinds", 4, "C (lord | $A)"),
    Part("royal by marks", 1, "C lord^-hasty"),
    Part("royal by marks", 1, "C lord^fresh"),
    Part("royal by marks", 1, "C lord^-tired"),
)
# Conditions on attacks against the opponent, after a move.
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
    """The royal pieces."""
    return weighted_choice(random, ROYALS)


def opponent_condition(random: Random) -> Part:
    """A condition on attacks against the opponent."""
    return weighted_choice(random, OTHERS)


def arrival(random: Random) -> Part:
    """What a piece becomes on arrival; usually nothing else.

    >>> arrival(Random(2)).text
    'try(% is $A -> same^tired)'
    """
    return weighted_choice(random, ARRIVALS)
