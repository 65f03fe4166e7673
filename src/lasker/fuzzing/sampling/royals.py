"""Random royal pieces: which pieces must not be attacked, conditions on the opponent's, and promotions, which
may also make a piece royal or end that."""

from __future__ import annotations

from random import Random

from lasker.fuzzing.sampling.turns import SampledRule, weighted_choice

# The pieces that must not be attacked; `lord` is a kind of piece for that purpose.
ROYALS = (
    SampledRule("royal safety", 10, "C lord"),
    SampledRule("several royal kinds", 4, "C (lord | $A)"),
    SampledRule("royal by marks", 1, "C lord^-hasty"),
    SampledRule("royal by marks", 1, "C lord^fresh"),
    SampledRule("royal by marks", 1, "C lord^-tired"),
)
# Conditions on attacks against the opponent, after a move.
OTHERS = (
    SampledRule("", 8, "nil"),
    SampledRule("no checks", 1, "![strikes]"),
    SampledRule("checks counted", 1, "(if [strikes] then taken += 1 else nil)"),
)
ARRIVALS = (
    SampledRule("", 6, "nil"),
    SampledRule("promotion", 2, "try(% is $A in far -> $B)"),
    SampledRule("promotion", 2, "(% is $A in far -> $B)?"),
    SampledRule("promotion", 2, "try(% is $A in far -> friend)"),
    SampledRule("promotion", 2, "(% is $A in far -> $B | $A) // nil"),
    SampledRule("promotion", 2, "(% is $A -> $B)?"),
    SampledRule("traces", 1, "(% -> same^hasty)"),
    SampledRule("traces", 1, "(% -> same^tired)"),
    SampledRule("traces", 1, "try(% is $A -> same^tired)"),
)


def royal(random: Random) -> SampledRule:
    """The royal pieces."""
    return weighted_choice(random, ROYALS)


def opponent_condition(random: Random) -> SampledRule:
    """A condition on attacks against the opponent."""
    return weighted_choice(random, OTHERS)


def arrival(random: Random) -> SampledRule:
    """What a piece becomes on arrival; usually nothing else.

    >>> arrival(Random(2)).text
    'try(% is $A -> same^tired)'
    """
    return weighted_choice(random, ARRIVALS)
