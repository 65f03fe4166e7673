"""The clauses of a game (definitions, ends, states) as syntax trees that can be changed and printed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.model import CHANCE
from lasker.model.game import Game
from lasker.syntax import tree as t
from lasker.syntax.unparse import unparse

NOWHERE = (0, 0)  # the place of a node without source text
Path = tuple[tuple[str, int | None], ...]  # from a tree to a node: fields, and indices in tuples
ATOMS = (t.Word, t.Symbol, t.Cursor, t.Constant, t.Group, t.Asked)


@dataclass(frozen=True)
class Clause:
    """One rule of a game: the text before its tree, the tree, and the text after it."""

    kind: str  # definition, end or state
    name: str
    head: str
    body: t.Node
    tail: str = ""

    @property
    def text(self) -> str:
        """The rule as a line of a rules file."""
        return self.head + unparse(self.body) + self.tail

    def changed(self, path: Path, node: t.Node) -> Clause:
        """The same rule with another node at a path."""
        return replace(self, body=_put(self.body, path, node))


def clauses(game: Game) -> list[Clause]:
    """The rules of a game that a text extending it can replace one by one."""
    declared = game.rules.declared
    found = []
    for name, each in game.rules.definitions.items():
        parameters = f"({', '.join(each.parameters)})" if each.parameters else ""
        found.append(Clause("definition", name, f"{name}{parameters} = ", each.body))
    for end in declared.ends.values():
        if end.test is not None and end.scope is None:
            found.append(Clause("end", end.reason, f'end "{end.reason}" {end.result}: ', end.test))
    for state in declared.states.values():
        if state.player != CHANCE:
            tests = "".join(f"{to} if {unparse(test)}, " for test, to in state.next if test is not None)
            head, tail = f"state {state.name} of {state.player}: ", f" then {tests}{state.next[-1][1]}"
            found.append(Clause("state", state.name, head, state.moves[0][1], tail))
    return found


def nodes(tree: object, path: Path = ()) -> Iterator[tuple[Path, t.Node]]:
    """Every node of a tree with its path, in preorder.

    >>> from lasker.kernel.source import Source
    >>> from lasker.syntax.parse import parse_lines
    >>> [line] = parse_lines(Source("step(u) | nil"))
    >>> [unparse(node) for _, node in nodes(line.sides[0])]
    ['step(u) | nil', 'step(u)', 'step', '(u)', 'u', 'nil']
    """
    if not is_dataclass(tree):
        return
    yield path, tree  # type: ignore[misc]  # only trees are passed in
    for field in fields(tree):
        value = getattr(tree, field.name)
        if field.name != "at" and isinstance(value, tuple):
            for number, item in enumerate(value):
                yield from nodes(item, (*path, (field.name, number)))
        else:
            yield from nodes(value, (*path, (field.name, None)))


def bracketed(node: t.Node) -> t.Node:
    """The node in brackets, so that it is valid in any context; atoms are unchanged."""
    return node if isinstance(node, ATOMS) else t.Group((node,), NOWHERE)


def _put(tree: Any, path: Path, node: t.Node) -> Any:
    if not path:
        return node
    (field, number), *rest = path
    value = getattr(tree, field)
    if number is None:
        return replace(tree, **{field: _put(value, tuple(rest), node)})
    inner = _put(value[number], tuple(rest), node)
    return replace(tree, **{field: (*value[:number], inner, *value[number + 1 :])})
