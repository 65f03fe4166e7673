"""The laws that chains of terms may name, each as an equation, and the check of one step by matching.

A step replaces one occurrence of the left side by the same instance of the right. Sequences are flat, and the
order of the options of a choice does not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from lasker.algebra import moves
from lasker.algebra.moves import Choice, Move, Sequence, Variable, children, choice, rebuild, sequence
from lasker.syntax.rules import Rules
from lasker.syntax.values import is_move

LAWS = {
    "nil then M is M": "nil M = M",
    "M then nil is M": "M nil = M",
    "fail or M is M": "fail | M = M",
    "M or M is M": "M | M = M",
    "fail then M is fail": "fail M = fail",
    "M then fail is fail": "M fail = fail",
    "nil or M+ is M*": "nil | M+ = M*",
    "nil or M* is M*": "nil | M* = M*",
    "nil or M is M?": "nil | M = M?",
    "M* or M is M*": "M* | M = M*",
    "M+ or M is M+": "M+ | M = M+",
    "M M* is M+": "M M* = M+",
    "M* M is M+": "M* M = M+",
    "M* M* is M*": "M* M* = M*",
    "star of star": "(M*)* = M*",
    "star of plus": "(M+)* = M*",
    "star of maybe": "(M?)* = M*",
    "plus of star": "(M*)+ = M*",
    "plus of plus": "(M+)+ = M+",
    "plus of maybe": "(M?)+ = M*",
    "maybe of star": "(M*)? = M*",
    "maybe of plus": "(M+)? = M*",
    "maybe of maybe": "(M?)? = M?",
    "nil repeated": "nil* = nil",
    "fail repeated": "fail* = nil",
    "M{0} is nil": "M{0} = nil",
    "M{1} is M": "M{1} = M",
    "what can be done is done": "[M] M = M",
    "what cannot be done fails": "![M] M = fail",
    "a test of a test": "[[M]] = [M]",
    "a test of a negative test": "[![M]] = ![M]",
    "a negative test of a test": "![[M]] = ![M]",
    "a double negation": "![![M]] = [M]",
    "a test repeated": "[M] [M] = [M]",
    "a negative test repeated": "![M] ![M] = ![M]",
    "a test any number of times": "[M]* = nil",
    "a negative test any number of times": "![M]* = nil",
    "a test once or more": "[M]+ = [M]",
    "a negative test once or more": "![M]+ = ![M]",
    "maybe a test": "[M]? = nil",
    "maybe a negative test": "![M]? = nil",
    "a test contradicted": "[M] ![M] = fail",
    "the excluded middle": "[M] | ![M] = nil",
    "nil can be done": "[nil] = nil",
    "nil cannot be impossible": "![nil] = fail",
    "fail cannot be done": "[fail] = fail",
    "fail is impossible": "![fail] = nil",
}
Binding = dict[str, Move]


@cache
def sides(law: str) -> tuple[Move, Move]:
    """Both sides of a law; its letter is a variable.

    >>> sides("nil then M is M")[1]
    Variable(name='M', movement=None)
    """
    words = Rules(variables=True)
    left, right = (words.evaluate(text.strip(), variables=True) for text in LAWS[law].split("="))
    assert is_move(left)
    assert is_move(right)
    return left, right


def follows(before: Move, after: Move, law: str) -> bool:
    """Is the second term the first with one occurrence of the left side of a law replaced?"""
    left, right = sides(law)
    wanted = key(after)
    return any(key(each) == wanted for each in _rewritten(before, left, right))


def same(one: Move, two: Move) -> bool:
    """Are two terms the same, but for the order of options?"""
    return key(one) == key(two)


def key(move: Move) -> object:
    """A value that is equal for terms that differ only in the order of options."""
    if isinstance(move, Choice):
        return "choice", frozenset(map(key, move.options))
    if below := children(move):
        bare = move if isinstance(move, Sequence) else rebuild(move, lambda _: moves.NIL)
        head = "sequence" if isinstance(move, Sequence) else bare
        return head, tuple(map(key, below))
    return move


def _rewritten(move: Move, left: Move, right: Move) -> Iterator[Move]:
    """The term with one occurrence replaced, in every possible way."""
    if isinstance(left, Sequence) and isinstance(move, Sequence):
        size = len(left.parts)
        for at in range(len(move.parts) - size + 1):
            binding = _all_matched(left.parts, move.parts[at : at + size], {})
            if binding is not None:
                new = _instance(right, binding)
                yield sequence([*move.parts[:at], new, *move.parts[at + size :]])
    elif isinstance(left, Choice) and isinstance(move, Choice):
        one, two = left.options
        for i, first in enumerate(move.options):
            for j, second in enumerate(move.options):
                if i != j and (binding := _all_matched((one, two), (first, second), {})) is not None:
                    rest = [option for k, option in enumerate(move.options) if k not in (i, j)]
                    yield choice([_instance(right, binding), *rest])
    elif (binding := _matched(left, move, {})) is not None:
        yield _instance(right, binding)
    below = children(move)
    for at, part in enumerate(below):
        for new in _rewritten(part, left, right):
            parts = iter((*below[:at], new, *below[at + 1 :]))
            yield rebuild(move, lambda _, parts=parts: next(parts))  # type: ignore[misc]


def _all_matched(patterns: tuple[Move, ...], terms: tuple[Move, ...], binding: Binding) -> Binding | None:
    found: Binding | None = binding
    for pattern, term in zip(patterns, terms, strict=True):
        found = None if found is None else _matched(pattern, term, found)
    return found


def _matched(pattern: Move, term: Move, binding: Binding) -> Binding | None:
    if isinstance(pattern, Variable):
        known = binding.setdefault(pattern.name, term)
        return binding if key(known) == key(term) else None
    below, above = children(pattern), children(term)
    if type(pattern) is not type(term) or len(below) != len(above):
        return None
    if not isinstance(pattern, Sequence | Choice) and _bare(pattern) != _bare(term):
        return None
    return _all_matched(below, above, binding)


def _bare(move: Move) -> Move:
    return rebuild(move, lambda _: moves.NIL)


def _instance(term: Move, binding: Binding) -> Move:
    if isinstance(term, Variable):
        return binding[term.name]
    return rebuild(term, lambda part: _instance(part, binding))
