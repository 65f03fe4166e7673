"""Values of expressions, kept for other texts in which every word that they look up means the same.

The value of an expression is fixed by its tree, by the directions, pieces, marks, counters and regions that
it may name, and by the words that are looked up while it is elaborated. A text that extends another one, or
differs by an edit from one that was read before, shares most definitions with it: only those that a change
concerns are elaborated again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from threading import Lock
from typing import Any

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Pattern
from lasker.kernel.dataclass import dataclass
from lasker.kernel.limits import Limits
from lasker.space.compass import Compass
from lasker.space.space import Space
from lasker.syntax.builtin_names import builtin_words, piece_names
from lasker.syntax.memo.lookups import Home, Lookups, same_scope
from lasker.syntax.tree import Node
from lasker.syntax.values import Function, Value

MOST_KEPT = 32  # sets of pieces and directions for which values are kept
MOST_NODES = 10_000  # expressions of one of them
MOST_VALUES = 4  # of one expression, whose words mean different things

_kept: OrderedDict[Hashable, KeptValues] = OrderedDict()
_lock = Lock()


@dataclass(frozen=True)
class Kept:
    """The value of an expression, and the words on which it depends; the node keeps its identity alive."""

    node: Node
    scope: Mapping[str, Value]
    lookups: Lookups
    value: Value


class KeptValues:
    """What texts with the same directions, contents and regions share: words, and values of expressions."""

    def __init__(self, words: dict[str, Any], pieces: dict[str, Pattern]) -> None:
        self.words, self.pieces = words, pieces
        self._kept: dict[int, tuple[Kept, ...]] = {}

    def value(self, rules: Home, node: Node, scope: Mapping[str, Value]) -> Value | None:
        """The value of an expression, if one is kept that is right in these rules."""
        for kept in self._kept.get(id(node), ()):
            if same_scope(kept.scope, scope) and kept.lookups.hold_in(rules):
                return kept.value
        return None

    def keep(self, kept: Kept) -> None:
        """Keep a value. A function is none that could be used elsewhere: it looks up words of its own."""
        if not kept.lookups.whole or isinstance(kept.value, Function):
            return
        if len(self._kept) >= MOST_NODES:
            self._kept.clear()
        others = self._kept.get(id(kept.node), ())
        self._kept[id(kept.node)] = (kept, *others[: MOST_VALUES - 1])


def kept_values_of(
    compass: Compass, vocabulary: Vocabulary, space: Space | None, limits: Limits
) -> KeptValues:
    """The values for a text: the same object for all texts with these directions, contents and regions.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.kernel.limits import DEFAULT
    >>> from lasker.space.compass import SQUARE
    >>> values = kept_values_of(SQUARE, CHESSMEN, None, DEFAULT)
    >>> values is kept_values_of(SQUARE, CHESSMEN, None, DEFAULT), sorted(values.pieces)[:2]
    (True, ['bishop', 'king'])
    """
    key = (
        (compass.name, compass.row, compass.column),
        (tuple(compass.directions.items()), tuple(compass.turns.items())),
        (vocabulary.symbols, vocabulary.absent, tuple(space.regions) if space else (), limits),
    )
    with _lock:
        if key not in _kept:
            words = builtin_words(compass, vocabulary, space)
            _kept[key] = KeptValues(words, piece_names(compass, vocabulary))
            while len(_kept) > MOST_KEPT:
                _kept.popitem(last=False)
        _kept.move_to_end(key)
        return _kept[key]
