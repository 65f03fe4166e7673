"""The operators of the language on values that are known, for Python's operators on terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lasker.kernel.source import Source
from lasker.syntax import tree as t
from lasker.syntax.elaborate import Elaborator
from lasker.syntax.rules import Rules
from lasker.syntax.values import Value

Items = tuple[t.Node, ...]
# How an operation is written, and its tree.
OPERATIONS: dict[str, tuple[str, Callable[[Items, t.Range], t.Node]]] = {
    "choice": ("({}) | ({})", lambda items, at: t.Joined("|", items, at)),
    "sum": ("({}) + ({})", lambda items, at: t.Joined("+", items, at)),
    "sequence": ("({}) ({})", lambda items, at: t.Row(items, at)),
    "negation": ("![{}]", lambda items, at: t.Asked(items[0], None, None, False, at)),
    "test": ("[{}]", lambda items, at: t.Asked(items[0], None, None, True, at)),
    "star": ("({})*", lambda items, at: t.Repeated(items[0], 0, None, at)),
}


def operate(rules: Rules, operation: str, operands: Sequence[tuple[Value, str]]) -> Value:
    """The value of an operation on values, each with its text, which errors quote.

    >>> rules = Rules("")
    >>> operate(rules, "choice", [(rules.evaluate("nil"), "nil"), (rules.evaluate("fail"), "fail")])
    Choice(options=(Nil(), Fail()))
    """
    template, tree = OPERATIONS[operation]
    text, items, before = "", list[t.Node](), template.split("{}")
    for (value, shown), part in zip(operands, before, strict=False):
        start = len(text) + len(part)
        text += part + shown
        items.append(t.Given(value, (start, len(text))))
    text += before[-1]
    return Elaborator(rules, None, Source(text, "<term>")).value(tree(tuple(items), (0, len(text))))
