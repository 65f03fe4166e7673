"""Random movements of a piece to a square that holds `t`: leaps, rides, lame leaps, hoppers and more."""

from __future__ import annotations

from random import Random
from string import Template

from lasker.fuzzing.sampling.boards import DirectionWords

# Kind, weight and text of a movement: $n and $k are steps, $m is a step or a leap, $a a square on the path
# to $b.
MOVEMENTS = (
    ("leaps", 6, "take($m, t)"),
    ("rides", 6, "ride($m, t)"),
    ("short rides", 2, "step($m){0,2} take($m, t)"),
    ("lame leaps", 4, "(% + $a. + $b t -> . + $b%)"),
    ("leaps over a piece", 2, "(% + $a piece + $b t -> . + $b%)"),
    ("hoppers", 3, "vault($n, t)"),
    ("cannons", 2, "shoot($n, t)"),
    ("bent rides", 2, "step($n) ride($k, t)"),
    ("roaming", 1, "every($n, step($n)){0,2} take($n, t)"),
    ("guards", 2, "[@ + $n piece] take($m, t)"),
    ("guards", 2, "![@ + $n friend] ride($m, t)"),
    ("guards", 1, "(ride($m, t) // take($n, t))"),
    ("conditions", 1, "if @ + $n enemy then take($n, t) else take($m, t)"),
    ("regions", 2, "[% in middle] take($m, t)"),
    ("regions", 2, "ride($m, t) [% not in middle]"),
    ("counters", 1, "[quiet >= 1] take($m, t)"),
    ("pieces that have not moved", 1, "[% is square^fresh] ride($m, t)"),
    ("tired pieces", 1, "[% is square^-tired] take($m, t)"),
)


def movement(random: Random, words: DirectionWords) -> tuple[str, str]:
    """A movement with the name of its kind; `%` is the piece and `t` the contents of its destination.

    >>> from lasker.fuzzing.sampling.boards import SQUARE
    >>> movement(Random(5), SQUARE)
    ('bent rides', 'both(step(ur) ride(ur, t))')
    """
    [(kind, _, text)] = random.choices(MOVEMENTS, [weight for _, weight, _ in MOVEMENTS])
    step, leap = random.choice(words.steps), random.choice((*words.steps, *words.leaps))
    gate, goal = random.choice(words.lame)
    signs = {"n": step, "k": random.choice(words.steps), "m": leap, "a": gate, "b": goal}
    written = Template(text).substitute(signs)
    turned = random.random()
    if turned < 0.6:
        about = goal if "$b" in text else leap if "$m" in text else step
        return kind, f"every({about}, {written})"
    return kind, f"both({written})" if turned < 0.85 and words.mirrored else f"({written})"
