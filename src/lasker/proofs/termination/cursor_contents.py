"""An abstract domain for terms: the symbols that may stand under each cursor, as bit sets by cursor."""

from __future__ import annotations

CursorContents = tuple[tuple[str, int], ...]


def canonical(under: dict[str, int]) -> CursorContents:
    """The canonical form of a map from cursors to sets of symbols."""
    return tuple(sorted(under.items()))


def join(a: CursorContents, b: CursorContents) -> CursorContents:
    """The join: what may stand there if one or the other holds; a cursor missing in one is unconstrained."""
    left, right = dict(a), dict(b)
    return canonical({name: left[name] | right[name] for name in left.keys() & right.keys()})
