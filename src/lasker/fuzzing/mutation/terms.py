"""Random changes of one rule: parts dropped, doubled, exchanged, negated, repeated, marked, counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from lasker.fuzzing.mutation.clauses import NOWHERE, bracketed
from lasker.syntax import tree as t

REPETITIONS = ((0, 1), (0, 2), (1, 2), (2, 2), (0, None), (1, None))
RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
OPERATORS = ("|", "//")


class KnownWords(NamedTuple):
    """The names of a game, from which replacements are drawn."""

    directions: tuple[str, ...]
    contents: tuple[str, ...]  # classes of contents and names of definitions without parameters
    symbols: tuple[str, ...]
    marks: tuple[str, ...]
    counters: tuple[str, ...]
    regions: tuple[tuple[str, str | None], ...]


def changes(node: t.Node, words: KnownWords, random: Random) -> Iterator[t.Node]:
    """One replacement of this node for every kind of change that applies to it.

    >>> from lasker.kernel.source import Source
    >>> from lasker.syntax.parse import parse_lines
    >>> from lasker.syntax.unparse import unparse
    >>> [line] = parse_lines(Source("![step(u)]"))
    >>> words = KnownWords(("u", "r"), (), (), (), (), ())
    >>> [unparse(each) for each in changes(line.sides[0], words, Random(1))][:2]
    ['nil', '[step(u)]']
    """
    for kinds, change in CHANGES:
        if isinstance(node, kinds):
            changed = change(node, words, random)
            if changed is not None and changed != node:
                yield changed


def _drop(node: t.Row | t.Joined, words: KnownWords, random: Random) -> t.Node | None:
    if len(node.items) < 2:
        return None
    at = random.randrange(len(node.items))
    left = (*node.items[:at], *node.items[at + 1 :])
    return left[0] if len(left) == 1 else replace(node, items=_separate(left))


def _double(node: t.Row | t.Joined, words: KnownWords, random: Random) -> t.Node | None:
    item, at = random.choice(node.items), random.randint(0, len(node.items))
    return replace(node, items=_separate((*node.items[:at], item, *node.items[at:])))


def _swap(node: t.Row | t.Joined, words: KnownWords, random: Random) -> t.Node | None:
    items = list(node.items)
    if len(items) < 2:
        return None
    one, other = random.sample(range(len(items)), 2)
    items[one], items[other] = items[other], items[one]
    return replace(node, items=_separate(tuple(items)))


def _separate(items: tuple[t.Node, ...]) -> tuple[t.Node, ...]:
    """Items that may be reordered: those that extend as far as possible to the right get brackets."""
    return tuple(bracketed(i) if isinstance(i, t.Bound | t.AnyOf | t.IfElse) else i for i in items)


def _operator(node: t.Joined, words: KnownWords, random: Random) -> t.Node | None:
    if node.operator not in OPERATORS:
        return None
    return replace(node, operator=OPERATORS[1 - OPERATORS.index(node.operator)])


def _no_test(node: t.Asked, words: KnownWords, random: Random) -> t.Node | None:
    return t.Constant("nil", NOWHERE)


def _negate(node: t.Asked, words: KnownWords, random: Random) -> t.Node | None:
    return replace(node, wanted=not node.wanted)


def _relation(node: t.Asked, words: KnownWords, random: Random) -> t.Node | None:
    return None if node.relation is None else replace(node, relation=random.choice(RELATIONS))


def _bounds(node: t.Repeated, words: KnownWords, random: Random) -> t.Node | None:
    low, high = random.choice(REPETITIONS)
    return replace(node, low=low, high=high)


def _repeat(node: t.Node, words: KnownWords, random: Random) -> t.Node | None:
    low, high = random.choice(REPETITIONS)
    return bracketed(t.Repeated(bracketed(node), low, high, NOWHERE))


def _test(node: t.Node, words: KnownWords, random: Random) -> t.Node | None:
    return t.Asked(node, None, None, random.random() < 0.5, NOWHERE)


def _count(node: t.Node, words: KnownWords, random: Random) -> t.Node | None:
    """The move together with a counter that it raises, lowers, sets or requires."""
    if not words.counters:
        return None
    counter, number = random.choice(words.counters), random.randint(0, 2)
    if random.random() < 0.3:
        relation = random.choice(RELATIONS)
        digits = t.Digits(str(number), NOWHERE)
        beside: t.Node = t.Asked(t.Word(counter, NOWHERE), relation, digits, True, NOWHERE)
    else:
        beside = t.Update(counter, None, random.choice(("+=", "-=", ":=")), number, NOWHERE)
    items = (bracketed(node), beside)
    return t.Group((t.Row(items if random.random() < 0.5 else items[::-1], NOWHERE),), NOWHERE)


def _word(node: t.Word, words: KnownWords, random: Random) -> t.Node | None:
    for known in (words.directions, words.contents):
        if node.text in known or (known is words.directions and {*node.text} <= {*known}):
            return replace(node, text=random.choice(known))
    return None


def _symbol(node: t.Symbol, words: KnownWords, random: Random) -> t.Node | None:
    return replace(node, text=random.choice(words.symbols)) if words.symbols else None


def _either(node: t.Symbol, words: KnownWords, random: Random) -> t.Node | None:
    """This piece or another one: so a piece gets the moves of another, or is captured in its place."""
    if not words.symbols or node.text == "#":
        return None
    other = t.Symbol(random.choice(words.symbols), NOWHERE)
    return t.Group((t.Joined("|", (node, other), NOWHERE),), NOWHERE)


def _mark(node: t.Symbol | t.Cursor, words: KnownWords, random: Random) -> t.Node | None:
    if not words.marks:
        return None
    return t.Marked(node, random.choice(words.marks), random.random() < 0.6, NOWHERE)


def _other_mark(node: t.Marked, words: KnownWords, random: Random) -> t.Node | None:
    return replace(node, mark=random.choice(words.marks), has=random.random() < 0.5)


def _no_mark(node: t.Marked | t.Inside | t.Narrowed, words: KnownWords, random: Random) -> t.Node | None:
    return node.body


def _region(node: t.Inside, words: KnownWords, random: Random) -> t.Node | None:
    region, owner = random.choice(words.regions)
    return replace(node, region=region, owner=owner, wanted=random.random() < 0.5)


def _excluded(node: t.Narrowed, words: KnownWords, random: Random) -> t.Node | None:
    return replace(node, wanted=not node.wanted)


def _amount(node: t.Update, words: KnownWords, random: Random) -> t.Node | None:
    operator = random.choice(("+=", "-=", ":="))
    return replace(node, operator=operator, amount=random.randint(0, 3))


def _every(node: t.Bound, words: KnownWords, random: Random) -> t.Node | None:
    """A binder of one square becomes `each`, or the reverse."""
    items = node.head.items
    each = (t.EachOf(NOWHERE), *items) if not isinstance(items[0], t.EachOf) else items[1:]
    return bracketed(replace(node, head=replace(node.head, items=each)))


def _sides(node: t.Arrow, words: KnownWords, random: Random) -> t.Node | None:
    return replace(node, sides=node.sides[::-1])


def _branches(node: t.IfElse, words: KnownWords, random: Random) -> t.Node | None:
    return replace(node, yes=node.no, no=node.yes)


Change = Callable[..., t.Node | None]
REARRANGED: tuple[Change, ...] = (_drop, _double, _swap)
MOVES = (t.Group, t.Bound, t.Arrow, t.Joined, t.Repeated)
CHANGES: tuple[tuple[tuple[type, ...], Change], ...] = (
    *(((t.Row, t.Joined), change) for change in REARRANGED),
    ((t.Joined,), _operator),
    ((t.Asked,), _no_test),
    ((t.Asked,), _negate),
    ((t.Asked,), _relation),
    ((t.Repeated,), _bounds),
    (MOVES, _repeat),
    (MOVES, _test),
    (MOVES, _count),
    ((t.Word,), _word),
    ((t.Symbol,), _symbol),
    ((t.Symbol,), _either),
    ((t.Symbol, t.Cursor), _mark),
    ((t.Marked,), _other_mark),
    ((t.Marked, t.Inside, t.Narrowed), _no_mark),
    ((t.Inside,), _region),
    ((t.Narrowed,), _excluded),
    ((t.Update,), _amount),
    ((t.Bound,), _every),
    ((t.Arrow,), _sides),
    ((t.IfElse,), _branches),
)
