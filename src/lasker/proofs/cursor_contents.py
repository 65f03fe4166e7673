"""Which symbols may stand under each cursor while a term is looked at, as bit sets by cursor."""

from __future__ import annotations

Sights = tuple[tuple[str, int], ...]


def sights_of(sights: dict[str, int]) -> Sights:
    """Sights in their one form."""
    return tuple(sorted(sights.items()))


def either(a: Sights, b: Sights) -> Sights:
    """What may be seen if one or the other holds; a cursor that only one knows is anywhere."""
    left, right = dict(a), dict(b)
    return sights_of({name: left[name] | right[name] for name in left.keys() & right.keys()})
