"""Merging rules that differ only in the number of squares of their effect.

At the edge of the board an explosion has fewer squares than in the middle. Changing a square twice is
changing it once, so shorter rows repeat their last square, and all rows belong to one rule.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from lasker.compiler.groups.moves import Query, RuleKey, Terms
from lasker.compiler.groups.path import Conditional, Value, Writes

Row = tuple[int, ...]


class Core(NamedTuple):
    """What rules must have in common: everything but the number of trailing squares, which all have the same
    requirement and the same effect."""

    holds: tuple[int, ...]
    last: int
    effect: Conditional
    writes: tuple[tuple[int, Value], ...]
    terms: Terms
    questions: tuple[tuple[Query, bool], ...]  # each test, and whether the effect precedes it

    def padded(self, columns: int) -> RuleKey:
        """The rule with this number of columns."""
        optional = tuple((column, self.effect) for column in range(len(self.holds), columns))
        asked = (
            query._replace(writes=(*query.writes, *optional)) if late else query
            for query, late in self.questions
        )
        holds = (*self.holds, *(self.last for _ in optional))
        return holds, (*self.writes, *optional), self.terms, tuple(asked)


def padded(rules: dict[RuleKey, set[Row]]) -> dict[RuleKey, set[Row]]:
    """Rules with their rows; those that differ only in the number of squares of their effect are merged."""
    alike, found = defaultdict[Core, list[RuleKey]](list), defaultdict[RuleKey, set[Row]](set)
    for key, rows in rules.items():
        core = _core(key)
        if core is None:
            found[key] |= rows
        else:
            alike[core].append(key)
    for core, keys in alike.items():
        columns = max(len(holds) for holds, *_ in keys)
        found[core.padded(columns)] |= {
            (*row, *row[-1:] * (columns - len(row))) for key in keys for row in rules[key]
        }
    return found


def _core(key: RuleKey) -> Core | None:
    """The common part of a rule; None if its effect is not confined to its last squares."""
    holds, writes, terms, questions = key
    optional, effects, sure = _parted(writes)
    first = min(optional, default=0)
    if len(effects) != 1 or optional != set(range(first, len(holds))) or len(set(holds[first:])) != 1:
        return None
    named = {value.site for _, value in sure} | {query.at for query in questions}
    asked = list[tuple[Query, bool]]()
    for query in questions:
        late, their_effects, before = _parted(query.writes)
        if late and (late, their_effects) != (optional, effects):
            return None
        named |= {value.site for _, value in before}
        asked.append((query._replace(writes=before), bool(late)))
    named |= set(terms.note[:2]) if terms.note else set()
    if any(column is not None and column >= first for column in named):
        return None
    return Core(holds[:first], holds[-1], effects.pop(), sure, terms, tuple(asked))


def _parted(writes: Writes) -> tuple[set[int], set[Conditional], tuple[tuple[int, Value], ...]]:
    """The columns that change conditionally, how, and the certain writes."""
    optional = {column: value for column, value in writes if isinstance(value, Conditional)}
    sure = tuple((column, value) for column, value in writes if not isinstance(value, Conditional))
    return set(optional), set(optional.values()), sure
