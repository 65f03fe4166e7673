"""Random turn orders, `settle` terms and ends of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple


class SampledRule(NamedTuple):
    """A kind of rule: its name, its weight, its text, and the names that it uses."""

    kind: str
    weight: int
    text: str
    needs: tuple[str, ...] = ()


# One line for each player: $me, the next one $you, and $mine before the moves of the first player.
TURNS = (
    SampledRule("single plies", 60, ""),
    SampledRule(
        "several plies a turn",
        12,
        "state $me of $me: ${mine}move then ${me}_again\nstate ${me}_again of $me: ${mine}move then $you",
    ),
    SampledRule(
        "turns that go on",
        8,
        "state $me of $me: ${mine}move then $me if ${mine}[quiet = 1], $you",
        ("quiet",),
    ),
    SampledRule(
        "turns that go on",
        8,
        "state $me of $me: ${mine}move then ${me}_again if ${mine}[C $A], $you\n"
        "state ${me}_again of $me: ${mine}going then $you if ${mine}![C $A], $you",
    ),
    SampledRule(
        "phases",
        8,
        "state $me of $me: ${mine}(%.: hand -= 1 put($A)) // ${mine}move then $you",
        ("hand",),
    ),
    SampledRule(
        "chance",
        8,
        "state rolls_$me of chance: 2: die := 1, die := 2, 3: die := 1 (%. in middle: put($A)) then $me\n"
        "state $me of $me: ${mine}[die = 1] move die := 0 | ${mine}[die = 2] going die := 0 then rolls_$you",
        ("die",),
    ),
)
SETTLINGS = (
    SampledRule(
        "lost rights",
        4,
        "(each %$A^fresh: ![$B^fresh] put($A)) $view(each %$A^fresh: ![$B^fresh] put($A))",
        ("fresh",),
    ),
    SampledRule("lost rights", 2, "each %$A^hasty: ![every($n, @ + $n enemy)] put($A)", ("hasty",)),
    SampledRule("smothering", 2, "each %piece: ![every($n, @ + $n.)] put(.)"),
    SampledRule("counters set back", 2, "[quiet >= 2] quiet := 0 // nil", ("quiet",)),
)
ENDS = (
    SampledRule("no move", 8, "![move]"),
    SampledRule("nobody left", 3, "![friend]"),
    SampledRule("lines", 3, "[every($n, C $A + $n C $A + $n $n C $A)]"),
    SampledRule("goals", 3, "[enemy in home]"),
    SampledRule("goals", 1, "[$A in far]"),
    SampledRule("counted ends", 2, "[taken >= 2]", ("taken",)),
    SampledRule("counted ends", 2, "[quiet >= 2]", ("quiet",)),
    SampledRule("counted ends", 2, "(each %friend: chain += 1) [chain > 3]", ("chain",)),
)


def turns(random: Random) -> SampledRule:
    """The turn order: usually one ply each."""
    return weighted_choice(random, TURNS)


def settle_term(random: Random) -> SampledRule | None:
    """The `settle` term after each move, if there is one."""
    return weighted_choice(random, SETTLINGS) if random.random() < 0.25 else None


def ends(random: Random) -> Iterator[SampledRule]:
    """The ends of the game: none, one or a few rules."""
    found = {weighted_choice(random, ENDS) for _ in range(random.choice((0, 1, 1, 2, 2, 3)))}
    yield from sorted(found)


def weighted_choice(random: Random, parts: Sequence[SampledRule]) -> SampledRule:
    """A random part, by weight."""
    return random.choices(parts, [part.weight for part in parts])[0]
