"""Random actions other than moving a piece: drops, flips, chains, pushes, explosions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple


class Action(NamedTuple):
    """A kind of move: its name, its weight, its text and its requirements.

    In the text $A and $B are kinds of pieces, $n is a step, $m a step or a leap.
    """

    kind: str
    weight: int
    text: str
    needs: tuple[str, ...] = ()  # marks, counters and pieces that it uses
    defines: str = ""  # a definition that it uses


ACTIONS = (
    Action("placements", 4, "%.: put($A)"),
    Action("placements", 2, "%. in home: ![every($n, @ + $n enemy)] put($A)"),
    Action("placements", 2, "%.: [every($n, @ + $n friend)] put($A)"),
    Action("gravity", 2, "%.: [@ + $back(# | piece)] put($A)"),
    Action("drops", 4, "%.: hand -= 1 put($A)", ("hand",)),
    Action("drops", 2, "hand -= 1 (%. not in middle: put($A | $B))", ("hand",)),
    Action(
        "flips",
        3,
        "%.: [every($n, line($n))] put($A) around($n, line($n))",
        (),
        "line(m) = %@: (@ + m C $A -> m $A + m@)+ [@ + m $A]\n",
    ),
    Action("flips", 2, "%.: put($A) around($n, @ + $n enemy -> $n $A)"),
    Action(
        "enclosing",
        2,
        "%.: put($A) (each %(C $A): ![breathes] put(.))",
        (),
        "breathes = [every($n, walk($n, C $A))* [every($n, @ + $n.)]]\n",
    ),
    Action("jumps", 3, "%$A: every($n, jump($n, enemy))"),
    Action("chains", 3, "%$A: every($n, jump($n, enemy))+ ![every($n, jump($n, enemy))]"),
    Action("chains", 2, "%friend: (every($n, jump($n, enemy)) taken += 1){1,2}", ("taken",)),
    Action("majority", 2, "most chain (%friend: (every($n, jump($n, enemy)) chain += 1)+)", ("chain",)),
    Action(
        "scratch",
        2,
        "%$A: (every($n, % + $n enemy^-seen -> $n same^seen)) (each %square^seen: put(.))",
        ("seen",),
    ),
    Action("clones", 2, "%$A: every($n, % + $n. -> $n%) around($n, @ + $n enemy -> $n $A)"),
    Action("clones", 1, "%$A: every($m, % + $m. -> $A + $m%)"),
    Action("shots", 2, "%$A: every($m, % + $m enemy -> $m.)"),
    Action("shots", 2, "%$A: every($n, step($n)) (%@: every($n, walk($n, .)) put(rock))", ("rock",)),
    Action("pushes", 2, "%$A: every($n, any t in piece: % + $n t + $n $n. -> . + $n% + $n $n t)"),
    Action("swaps", 2, "%x $A: %y friend: every($n, %x + $n%y -> %y + $n%x)"),
    Action("explosions", 2, "%$A: every($n, ride($n, enemy)) around($n, @ + $n piece -> $n.) put(.)"),
    Action("changes", 2, "%$A: (% -> $B) quiet += 1", ("quiet",)),
    Action("changes", 1, "%$A^-tired: (% -> same^tired)", ("tired",)),
    Action(
        "first moves",
        4,
        "%$A^fresh: (% + $ahead. + $ahead $ahead. -> . + $ahead $ahead%^hasty)",
        ("fresh", "hasty"),
    ),
    Action(
        "captures in passing",
        3,
        "%friend: (% + $aside enemy^hasty + $aside $ahead. -> . + $aside. + $aside $ahead%)",
        ("hasty",),
    ),
    Action(
        "castling",
        2,
        "%$A^fresh: safe (% + $aside. + $aside $aside $B^fresh -> . + $aside% + $aside $aside $B)",
        ("fresh",),
    ),
    Action("counters alone", 1, "quiet += 1", ("quiet",)),
)


def actions(random: Random, least: int) -> Iterator[Action]:
    """At least `least` random actions, with different texts.

    >>> [action.kind for action in actions(Random(4), 1)]
    ['flips']
    """
    left = list(ACTIONS)
    for _ in range(max(least, random.choice((0, 0, 1, 1, 2, 3)))):
        [found] = random.choices(left, [action.weight for action in left])
        left.remove(found)
        yield found
