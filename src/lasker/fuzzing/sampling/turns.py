"""Random turn orders, `settle` terms and ends of games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple


class Part(NamedTuple):
    """A kind of rule: its name, its weight, its text, and the names that it uses."""

    kind: str
    weight: int
    text: str
    needs: tuple[str, ...] = ()


# One line for each player: $me, the next one $you, and $mine before the moves of the first player.
TURNS = (
    Part("single plies", 60, ""),
    Part(
        "several plies a turn",
        12,
        "state $me of $me: ${mine}move then ${me}_again\nstate ${me}_again of $me: ${mine}move then $you",
    ),
    Part(
        "turns that go on",
        8,
        "state $me of $me: ${mine}move then $me if ${mine}[quiet = 1], $you",
        ("quiet",),
    ),
    Part(
        "turns that go on",
        8,
        "state $me of $me: ${mine}move then ${me}_again if ${mine}[C $A], $you\n"
        "state ${me}_again of $me: ${mine}going then $you if ${mine}![C $A], $you",
    ),
    Part(
        "phases",
        8,
        "state $me of $me: ${mine}(%.: hand -= 1 put($A)) // ${mine}move then $you",
        ("hand",),
    ),
    Part(
        "chance",
        8,
        "state rolls_$me of chance: 2: die := 1, die := 2, 3: die := 1 (%. in middle: put($A)) then $me\n"
        "state $me of $me: ${mine}[die = 1] move die := 0 | ${mine}[die = 2] going die := 0 then rolls_$you",
        ("die",),
    ),
)
SETTLINGS = (
    Part(
        "lost rights",
        4,
        "(each %$A^fresh: ![$B^fresh] put($A)) $view(each %$A^fresh: ![$B^fresh] put($A))",
        ("fresh",),
    ),
    Part("lost rights", 2, "each %$A^hasty: ![every($n, @ + $n enemy)] put($A)", ("hasty",)),
    Part("smothering", 2, "each %piece: ![every($n, @ + $n.)] put(.)"),
    Part("counters set back", 2, "[quiet >= 2] quiet := 0 // nil", ("quiet",)),
)
ENDS = (
    Part("no move", 8, "![move]"),
    Part("nobody left", 3, "![friend]"),
    Part("lines", 3, "[every($n, C $A + $n C $A + $n $n C $A)]"),
    Part("goals", 3, "[enemy in home]"),
    Part("goals", 1, "[$A in far]"),
    Part("counted ends", 2, "[taken >= 2]", ("taken",)),
    Part("counted ends", 2, "[quiet >= 2]", ("quiet",)),
    Part("counted ends", 2, "(each %friend: chain += 1) [chain > 3]", ("chain",)),
)


def turns(random: Random) -> Part:
    """The turn order: usually one ply each."""
    return weighted_choice(random, TURNS)


def settle_term(random: Random) -> Part | None:
    """The `settle` term after each move, if there is one."""
    return weighted_choice(random, SETTLINGS) if random.random() < 0.25 else None


def ends(random: Random) -> Iterator[Part]:
    """The ends of the game: none, one or a few rules."""
    found = {weighted_choice(random, ENDS) for _ in range(random.choice((0, 1, 1, 2, 2, 3)))}
    yield from sorted(found)


def weighted_choice(random: Random, parts: Sequence[Part]) -> Part:
    """A random part, by weight."""
    return random.choices(parts, [part.weight for part in parts])[0]
