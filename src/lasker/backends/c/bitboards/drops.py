"""Drops on bitboards: where a piece may be put, all squares at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator

from lasker.backends.c.bitboards.words import EMPTY, Words
from lasker.ir.classes.moves import Conditions, Drop

FEW = 3  # places under different conditions up to which each has a line of its own


class Places:
    """The text that finds the squares of drops; what must hold elsewhere is looked up in small tables."""

    def __init__(
        self, alphabet: int, words: Words, squares: Callable[[int], str], tables: dict[str, str]
    ) -> None:
        self.alphabet, self.words, self.squares, self.tables = alphabet, words, squares, tables

    def lines(self, drop: Drop, allowed: str, indent: str) -> Iterator[str]:
        """The squares of a drop, as `goals`."""
        alike: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = defaultdict(list)
        for conditions, sites in merged(drop):
            alike[tuple(c for c, _ in conditions)].append((tuple(m for _, m in conditions), sites))
        always = sum(sites for _, sites in alike.pop((), []))
        yield f"{indent}bits goals = {self.words.these(always)};"
        for contents, places in alike.items():
            if len(places) <= FEW:
                for masks, sites in places:
                    hit = self._broken(contents, [self.words.these(mask) for mask in masks])
                    yield f"{indent}if (!any({hit})) goals |= {self.words.these(sites)};"
            elif (patterns := _patterns(places)) is not None:
                for apart, sites in patterns:
                    held = [
                        f"shifted({self.squares(each)}, {by})"
                        for each, by in zip(contents, apart, strict=True)
                    ]
                    yield f"{indent}goals |= {self.words.these(sites)} & {' & '.join(held)};"
            else:
                columns = [
                    self._table(column) for column in zip(*(masks for masks, _ in places), strict=True)
                ]
                hit = self._broken(contents, [f"{column}[i]" for column in columns])
                to = self._table(tuple(sites for _, sites in places))
                yield f"{indent}for (int i = 0; i < {len(places)}; i++)"
                yield f"{indent}    goals |= any({hit}) ? NONE : {to}[i];"
        yield f"{indent}goals &= empty{allowed};"

    def _broken(self, contents: tuple[int, ...], masks: list[str]) -> str:
        """The condition that some square holds what it must not."""
        found = []
        for held, mask in zip(contents, masks, strict=True):
            others = self.alphabet & ~held
            if others.bit_count() <= held.bit_count():
                found.append(f"({mask} & {self.squares(others)})")
            else:
                found.append(f"({mask} & ~{self.squares(held)})")
        return f"({' | '.join(found)})" if len(found) > 1 else found[0]

    def _table(self, values: tuple[int, ...]) -> str:
        return self.tables.setdefault(self.words.table(values), f"PLACES_{len(self.tables)}")


def _patterns(places: list[tuple[tuple[int, ...], int]]) -> list[tuple[tuple[int, ...], int]] | None:
    """How far single squares lie before the places that depend on them, and these; None if there are many."""
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for masks, sites in places:
        if any(each.bit_count() != 1 for each in (*masks, sites)):
            return None
        found[tuple(sites.bit_length() - mask.bit_length() for mask in masks)] |= sites
    return list(found.items()) if len(found) <= FEW else None


def merged(drop: Drop) -> list[tuple[Conditions, int]]:
    """The entries of a drop; as its square is empty, it may be counted among those that may be empty."""
    found: dict[Conditions, int] = defaultdict(int)
    for conditions, sites in drop.entries:
        site = 0
        while sites >> site:
            here = sites & 1 << site
            if here:
                wider = tuple((held, mask | (here if held & EMPTY else 0)) for held, mask in conditions)
                found[wider] |= here
            site += 1
    return list(found.items())


def alike(drops: tuple[Drop, ...]) -> list[list[Drop]]:
    """Drops that differ in nothing but the piece and its counters; those that ask stay apart."""
    found: dict[object, list[Drop]] = defaultdict(list)
    for drop in drops:
        key = (drop.terms.question, drop.entries, drop.content if drop.terms.asks else None)
        found[key].append(drop)
    return list(found.values())
