"""Trees put together by programs: words, calls, rows, choices, tests, rewrites, in brackets where needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from lasker.syntax import tree as t

NOWHERE = (0, 0)
NIL, FAIL, SAME = (t.Constant(name, NOWHERE) for name in ("nil", "fail", "same"))
EACH = t.EachOf(NOWHERE)
PIECE, HERE = t.Cursor("%", True, NOWHERE), t.Cursor("%", False, NOWHERE)  # % and @
ATOMS = (t.Word, t.Symbol, t.Cursor, t.Constant, t.Group, t.Asked, t.Power, t.Update, t.Marked)
LOOSE = (t.Joined, t.Arrow, t.Bound, t.AnyOf, t.IfElse)  # what takes in everything that follows


def bracketed(node: t.Node) -> t.Node:
    """The node in brackets, unless it needs none."""
    return node if isinstance(node, ATOMS) else t.Group((node,), NOWHERE)


def row(*items: t.Node) -> t.Node:
    """Things side by side; what would not keep together stands in brackets. Nothing is `nil`.

    >>> from lasker.syntax.unparse import unparse
    >>> unparse(row(asked(called("safe")), called("step", called("u")), either([called("a"), NIL])))
    '[safe] step(u) (a | nil)'
    """
    if len(items) < 2:
        return items[0] if items else NIL
    parts = (item.items if is_call(item) else (bracketed(item),) for item in items)  # type: ignore[union-attr]
    return t.Row(tuple(part for each in parts for part in each), NOWHERE)


def is_call(node: t.Node) -> bool:
    """Is it a word with its arguments, perhaps repeated?"""
    match node:
        case t.Row((t.Word(), t.Group() | t.Repeated(t.Group()))):
            return True
    return False


def called(name: str, *arguments: t.Node) -> t.Node:
    """A word, with arguments if there are any."""
    found = t.Word(name, NOWHERE)
    return t.Row((found, t.Group(arguments, NOWHERE)), NOWHERE) if arguments else found


def sign(text: str) -> t.Node:
    """What stands on a square, by its sign."""
    return t.Symbol(text, NOWHERE)


def either(items: Sequence[t.Node], operator: str = "|") -> t.Node:
    """A choice, or things joined by another operator."""
    if len(items) == 1:
        return items[0]
    return t.Joined(operator, tuple(bracketed(i) if isinstance(i, LOOSE) else i for i in items), NOWHERE)


def rewrite(before: Sequence[t.Node], after: Sequence[t.Node]) -> t.Node:
    """Squares glued together become others, in brackets.

    >>> from lasker.syntax.unparse import unparse
    >>> unparse(rewrite([HERE, row(called("u"), sign("♟"))], [row(called("u"), sign("."))]))
    '(@ + u♟ -> u.)'
    """
    return t.Group((t.Arrow((either(before, "+"), either(after, "+")), NOWHERE),), NOWHERE)


def marked(cell: t.Node, mark: str, has: bool = True) -> t.Node:
    """What bears a mark, or does not."""
    return t.Marked(cell, mark, has, NOWHERE)


def inside(cell: t.Node, region: str, owner: str | None = None) -> t.Node:
    """What stands in a region."""
    return t.Inside(cell, region, owner, True, NOWHERE)


def update(counter: str, sign: str, amount: int, owner: str | None = None) -> t.Node:
    """A counter is set, or counts on."""
    return t.Update(counter, owner, sign, amount, NOWHERE)


def seen(number: int, *term: t.Node, view: str = "view") -> t.Node:
    """A term as a player sees it, so many turns away; the first as it is.

    >>> from lasker.syntax.unparse import unparse
    >>> unparse(seen(2, called("strikes", sign("♔"))))
    'view^2 strikes(♔)'
    """
    if number == 0:
        return row(*term)
    word = called(view)
    return row(word if number == 1 else t.Power(word, number, NOWHERE), *term)


def bound(head: Sequence[t.Node], body: t.Node) -> t.Node:
    """A square of some kind is chosen, and something happens there."""
    return t.Bound(t.Row(tuple(head), NOWHERE), body, NOWHERE)


def asked(node: t.Node, wanted: bool = True) -> t.Node:
    """A test."""
    return t.Asked(node, None, None, wanted, NOWHERE)


def compared(left: t.Node, relation: str, right: t.Node) -> t.Node:
    """A test that compares two numbers."""
    return t.Asked(left, relation, right, True, NOWHERE)


def number(value: int) -> t.Node:
    """A number that something is compared with."""
    return t.Digits(str(value), NOWHERE)


def rebuilt(tree: Any, change: Callable[[Any], Any]) -> Any:
    """A tree with every node in it changed by a function, the inner ones first.

    >>> from lasker.kernel.source import Source
    >>> from lasker.syntax.parse import parse_lines
    >>> from lasker.syntax.unparse import unparse
    >>> [line] = parse_lines(Source("%♙: step(u) | ♙ -> ♕"))
    >>> unparse(rebuilt(line, lambda n: replace(n, text="♘") if n == t.Symbol("♙", n.at) else n).sides[0])
    '%♘: step(u) | ♘ -> ♕'
    """
    if isinstance(tree, tuple):
        return tuple(rebuilt(item, change) for item in tree)
    if not is_dataclass(tree) or isinstance(tree, type):
        return tree
    inner = {each.name: rebuilt(getattr(tree, each.name), change) for each in fields(tree)}
    same = all(inner[each.name] is getattr(tree, each.name) for each in fields(tree))
    return change(tree if same else replace(tree, **inner))
