"""Is every word known? Asked of functions, whose sorts nobody knows before they are called."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from lasker.algebra.fragments import Cell
from lasker.algebra.moves import NIL
from lasker.kernel.errors import NameProblem
from lasker.kernel.source import Source
from lasker.syntax import tree as t
from lasker.syntax.context import Context
from lasker.syntax.squares import Squares


class Spelling(Squares):
    """Looks up every word of a body in which some names, the parameters, may mean anything."""

    def __init__(self, rules: Context, parameters: frozenset[str], source: Source) -> None:
        super().__init__(rules, dict.fromkeys(parameters, NIL), source)
        self.parameters = parameters

    def check(self, node: object) -> None:
        """Refuse the first word, counter, region, mark or sign that nothing declares."""
        try:
            self._look_up(node)
        except NameProblem as error:
            raise error.at(self._span(node.at) if isinstance(node, t.Node) else None) from None
        match node:
            case t.AnyOf(name, choices, body):
                self.check(choices)
                Spelling(self.rules, self.parameters | {name}, self.source).check(body)
            case t.Row(items) if all(isinstance(item, t.Word) for item in items):
                phrase = " ".join(item.text for item in items if isinstance(item, t.Word))
                if self._find(phrase) is None:  # a region's name may have several words
                    self.check(items)
            case tuple():
                for part in node:
                    self.check(part)
            case _ if is_dataclass(node):
                for field in fields(node):
                    self.check(getattr(node, field.name))

    def _look_up(self, node: object) -> None:
        match node:
            case t.Word(text):
                self._lookup(text)
            case t.Symbol(text):
                self._symbol(text)
            case t.Update(counter, owner, _, amount):
                for name, whose in ((counter, owner), *_named(amount)):
                    if name not in self.parameters:
                        self._counter(name, whose)
            case t.Repeated(_, low, high):
                for name, whose in (*_named(low), *_named(high)):
                    if name not in self.parameters:
                        self._counter(name, whose)
            case t.MostOf(counter, owner) | t.Owned(counter, owner):
                if counter not in self.parameters:
                    self._counter(counter, owner)
            case t.Inside(_, region, owner):
                if region not in self.parameters:
                    self._region(region, owner)
            case t.Marked(_, mark, has) if mark not in self.parameters:
                self._marked(self._cell(Cell(self.vocabulary.squares)), mark, has)


def _named(count: t.Count | None) -> list[tuple[str, str | None]]:
    return [count] if isinstance(count, tuple) else []
