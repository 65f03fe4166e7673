"""The tree of every rule in a sample of the library, written as text, is read as the same tree."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from lasker.fuzzing.mutation.clauses import Clause, clauses
from lasker.kernel.source import Source
from lasker.play import library
from lasker.syntax.parse import parse_lines
from lasker.syntax.tree import Statement
from library_sample import SAMPLED


def shape(node: object) -> object:
    """A tree without its places."""
    if isinstance(node, tuple):
        return tuple(map(shape, node))
    if not is_dataclass(node):
        return node
    return type(node).__name__, *(shape(getattr(node, f.name)) for f in fields(node) if f.name != "at")


def read(clause: Clause) -> object:
    """The body of a rule, written and read."""
    [line] = parse_lines(Source("name = " + clause.text.removeprefix(clause.head).removesuffix(clause.tail)))
    assert isinstance(line, Statement)
    return shape(line.sides[1])


@pytest.mark.parametrize("name", SAMPLED)
def test_rules_that_are_written_are_read_as_they_were(name: str) -> None:
    found = clauses(library.model(name))
    assert found
    assert [clause.name for clause in found if read(clause) != shape(clause.body)] == []
