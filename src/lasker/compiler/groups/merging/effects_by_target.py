"""Effects around the target squares of moves, collected by target while paths are grouped into classes."""

from __future__ import annotations

from collections import defaultdict

from lasker.compiler.groups.moves import Around
from lasker.compiler.groups.path import Effects, Path, shifted, translated_effects


class EffectsByTarget:
    """Effects by target square, for moves with a common key; where two of them have different effects around
    one target, a number distinguishes them.

    >>> from lasker.compiler.groups.path import Case
    >>> taken = (Case(((8, 4), (9, 2)), ((8, 0),)),)
    >>> found = EffectsByTarget()
    >>> found.noted("man", Path(0b11, effects=(taken,)), 7), found.noted("man", Path(0b100), 7)
    (0, 0)
    >>> found.noted("man", Path(0b10), 7)
    1
    >>> found.around("man", 0)
    ((384, ((Case(needs=((1, 4), (2, 2)), writes=((1, 0),)),),)),)
    """

    def __init__(self) -> None:
        self._found: dict[object, list[dict[Effects, int]]] = defaultdict(list)

    def noted(self, key: object, path: Path, goal: int) -> int:
        """The number of the group, among moves of a key, that admits a path with its effects."""
        goals, effects = shifted(path.bases, -goal), translated_effects(path.effects, -goal)
        for number, around in enumerate(self._found[key]):
            if not any(goals & sites for other, sites in around.items() if other != effects):
                around[effects] = around.get(effects, 0) | goals
                return number
        self._found[key].append({effects: goals})
        return len(self._found[key]) - 1

    def around(self, key: object, number: int) -> Around:
        """The effects of one group of moves, by target."""
        found = self._found[key][number]
        return tuple(sorted((sites, effects) for effects, sites in found.items() if effects))
