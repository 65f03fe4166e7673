"""What a rule of the game says stands for itself: it chooses every square that it speaks of.

A definition may use a cursor that a binder around it chooses. A turn, an end or `settle` has no binder around
it, so a cursor that is left free there has no square; the rule is refused where it mentions the cursor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from lasker.algebra.fragments import Pattern
from lasker.algebra.moves import Move, Test, identity_rewrite, unbound_cursor
from lasker.algebra.pruning import pruned
from lasker.algebra.subterms import free_cursors
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source, Span
from lasker.syntax import tree as t
from lasker.syntax.elaborate import Elaborator
from lasker.syntax.rules import Rules
from lasker.syntax.values import is_move, sort


def condition(rules: Rules, node: t.Node, source: Source) -> Move:
    """The move or test that a declaration of the game writes; a pattern is looked for.

    >>> from lasker.syntax.parse import parse_lines
    >>> rules = Rules(Source("board 3x1\\npiece coin ● ○\\nfull = ![%.: % -> ●]\\nodd = [% + r ●]"))
    >>> [line] = parse_lines(text := Source("full odd"))
    >>> condition(rules, line.sides[0], text)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.SortError: % is used but no square was chosen for it
    """
    value = possible(rules, rules.value(node, source))
    if isinstance(value, Pattern):
        value = possible(rules, Test(identity_rewrite(value, rules.vocabulary), True))
    if not is_move(value):
        raise DeclarationError(
            f"a move or a test is needed, and this is a {sort(value)}", span=Span(source, *node.at)
        )
    return closed(rules, value, node, source)


def possible(rules: Rules, value: Any) -> Any:
    """A value; a move without what only pieces could do that a variant does without."""
    return pruned(value) if rules.vocabulary.absent and is_move(value) else value


def closed(rules: Rules, move: Move, node: t.Node, source: Source) -> Move:
    """The move that a tree of some rules means, if it leaves no cursor free."""
    cursor = min(free_cursors(move), default=None)
    if cursor is None:
        return move
    uses = list(_uses(rules, node, source, cursor))
    own = [use for use in uses if use.source == rules.source]
    raise unbound_cursor(cursor).at((own or uses)[0])


def _uses(rules: Rules, node: t.Node, source: Source, cursor: str) -> Iterator[Span]:
    """Where a tree leaves a cursor free: the smallest part that does, and inside the definition it names."""
    inner = next((part for part in _parts(node) if _leaves_free(rules, part, source, cursor)), None)
    if inner is not None:
        yield from _uses(rules, inner, source, cursor)
        return
    yield Span(source, *node.at)
    definition = rules.definitions.get(node.text) if isinstance(node, t.Word) else None
    if definition is not None and not definition.parameters:
        yield from _uses(rules, definition.body, definition.source, cursor)


def _parts(node: t.Node) -> Iterator[t.Node]:
    for field in fields(node):
        value: Any = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if is_dataclass(part):
                yield part  # type: ignore[misc]  # what a tree is made of


def _leaves_free(rules: Rules, node: t.Node, source: Source, cursor: str) -> bool:
    """Does a part of a rule use a cursor without binding it? What means nothing by itself does not."""
    try:
        value = Elaborator(rules, None, source).value(node)
    except LaskerError:
        return False
    if isinstance(value, Pattern):
        return any(cursor in option.cursors for option in value.options)
    return is_move(value) and cursor in free_cursors(value)
