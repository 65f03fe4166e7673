"""Merging rules with an effect that differ only in the number of squares that they read.

A rider whose capture causes an explosion is one rule for each number of squares that it passes. Reading a
square twice is reading it once, so rows that read fewer squares repeat their last one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from lasker.compiler.groups.moves import RuleKey
from lasker.compiler.groups.path import Conditional, Value, Writes

Row = tuple[int, ...]
Core = tuple[RuleKey, int]  # a rule without its read-only squares, and their required contents


def merge_lengths(rules: dict[RuleKey, set[Row]]) -> dict[RuleKey, set[Row]]:
    """Rules with their rows; those that differ only in the number of read-only squares are merged.

    Read-only columns come last in the result.
    """
    alike: dict[Core, list[tuple[RuleKey, list[int]]]] = defaultdict(list)
    for key in rules:
        looked = _read_only_columns(key)
        if looked and len({key[0][column] for column in looked}) == 1:
            alike[_without(key, looked), key[0][looked[0]]].append((key, looked))
    found = dict(rules)
    for (core, held), keys in alike.items():
        if len(keys) > 1:
            most = max(len(looked) for _, looked in keys)
            rows = {_longer(row, looked, most) for key, looked in keys for row in found.pop(key)}
            holds, *others = core
            longest: RuleKey = ((*holds, *(held,) * most), *others)  # type: ignore[assignment]  # as it was
            found[longest] = rows | found.get(longest, set())
    return found


def _longer(row: Row, looked: list[int], most: int) -> Row:
    named = [site for column, site in enumerate(row) if column not in looked]
    seen = [row[column] for column in looked]
    return (*named, *seen, *seen[-1:] * (most - len(seen)))


def _read_only_columns(key: RuleKey) -> list[int]:
    """The columns of a rule with an effect that are only read and used for nothing else."""
    holds, writes, terms, questions = key
    if not any(isinstance(value, Conditional) for _, value in writes):
        return []
    named = {0, *(terms.note[:2] if terms.note else ())}
    named |= {query.at for query in questions if query.at is not None}
    for done in (writes, *(query.writes for query in questions)):
        named |= {column for column, _ in done}
        named |= {value.site for _, value in done if isinstance(value, Value) and value.site is not None}
    return [column for column in range(len(holds)) if column not in named]


def _without(key: RuleKey, looked: list[int]) -> RuleKey:
    """A rule without some columns, the others renumbered."""
    holds, writes, terms, questions = key
    left = [column for column in range(len(holds)) if column not in looked]
    place = {column: number for number, column in enumerate(left)}

    def moved(done: Writes) -> Writes:
        return tuple(
            (
                place[column],
                value
                if isinstance(value, Conditional) or value.site is None
                else value._replace(site=place[value.site]),
            )
            for column, value in done
        )

    if terms.note is not None:
        begin, end, becomes, was = terms.note
        terms = replace(terms, note=(place[begin], place[end], becomes, was))
    asked = tuple(
        query._replace(writes=moved(query.writes), at=None if query.at is None else place[query.at])
        for query in questions
    )
    return tuple(holds[column] for column in left), moved(writes), terms, asked
