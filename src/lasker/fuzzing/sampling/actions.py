"""Random things to do in a turn besides going and taking: drops, flips, chains, pushes, explosions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple


class Deed(NamedTuple):
    """A kind of move: what it is called, what it declares, and how it is written.

    In the text $A and $B are kinds of pieces, $n a step, $m a step or leap.
    """

    kind: str
    weight: int
    text: str
    needs: tuple[str, ...] = ()  # marks, counters and pieces that it speaks of
    defines: str = ""  # a line with a definition that it uses


DEEDS = (
    Deed("placements", 4, "%.: put($A)"),
    Deed("placements", 2, "%. in home: ![every($n, @ + $n enemy)] put($A)"),
    Deed("placements", 2, "%.: [every($n, @ + $n friend)] put($A)"),
    Deed("gravity", 2, "%.: [@ + $back(# | piece)] put($A)"),
    Deed("drops", 4, "%.: hand -= 1 put($A)", ("hand",)),
    Deed("drops", 2, "hand -= 1 (%. not in middle: put($A | $B))", ("hand",)),
    Deed(
        "flips",
        3,
        "%.: [every($n, line($n))] put($A) around($n, line($n))",
        (),
        "line(m) = %@: (@ + m C $A -> m $A + m@)+ [@ + m $A]\n",
    ),
    Deed("flips", 2, "%.: put($A) around($n, @ + $n enemy -> $n $A)"),
    Deed(
        "enclosing",
        2,
        "%.: put($A) (each %(C $A): ![breathes] put(.))",
        (),
        "breathes = [every($n, walk($n, C $A))* [every($n, @ + $n.)]]\n",
    ),
    Deed("jumps", 3, "%$A: every($n, jump($n, enemy))"),
    Deed("chains", 3, "%$A: every($n, jump($n, enemy))+ ![every($n, jump($n, enemy))]"),
    Deed("chains", 2, "%friend: (every($n, jump($n, enemy)) taken += 1){1,2}", ("taken",)),
    Deed("majority", 2, "most chain (%friend: (every($n, jump($n, enemy)) chain += 1)+)", ("chain",)),
    Deed(
        "scratch",
        2,
        "%$A: (every($n, % + $n enemy^-seen -> $n same^seen)) (each %square^seen: put(.))",
        ("seen",),
    ),
    Deed("clones", 2, "%$A: every($n, % + $n. -> $n%) around($n, @ + $n enemy -> $n $A)"),
    Deed("clones", 1, "%$A: every($m, % + $m. -> $A + $m%)"),
    Deed("shots", 2, "%$A: every($m, % + $m enemy -> $m.)"),
    Deed("shots", 2, "%$A: every($n, step($n)) (%@: every($n, walk($n, .)) put(rock))", ("rock",)),
    Deed("pushes", 2, "%$A: every($n, any t in piece: % + $n t + $n $n. -> . + $n% + $n $n t)"),
    Deed("swaps", 2, "%x $A: %y friend: every($n, %x + $n%y -> %y + $n%x)"),
    Deed("explosions", 2, "%$A: every($n, ride($n, enemy)) around($n, @ + $n piece -> $n.) put(.)"),
    Deed("changes", 2, "%$A: (% -> $B) quiet += 1", ("quiet",)),
    Deed("changes", 1, "%$A^-tired: (% -> same^tired)", ("tired",)),
    Deed(
        "first moves",
        4,
        "%$A^fresh: (% + $ahead. + $ahead $ahead. -> . + $ahead $ahead%^hasty)",
        ("fresh", "hasty"),
    ),
    Deed(
        "captures in passing",
        3,
        "%friend: (% + $aside enemy^hasty + $aside $ahead. -> . + $aside. + $aside $ahead%)",
        ("hasty",),
    ),
    Deed(
        "castling",
        2,
        "%$A^fresh: safe (% + $aside. + $aside $aside $B^fresh -> . + $aside% + $aside $aside $B)",
        ("fresh",),
    ),
    Deed("counters alone", 1, "quiet += 1", ("quiet",)),
)


def deeds(random: Random, least: int) -> Iterator[Deed]:
    """A few deeds, at least so many, no text of them twice.

    >>> [deed.kind for deed in deeds(Random(4), 1)]
    ['flips']
    """
    left = list(DEEDS)
    for _ in range(max(least, random.choice((0, 0, 1, 1, 2, 3)))):
        [found] = random.choices(left, [deed.weight for deed in left])
        left.remove(found)
        yield found
