"""Squares and sets of contents: what symbols, marks, `in` and `is` say of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lasker.algebra.fragments import Cell, Fragment, Pattern, fragment, glued, pattern, square
from lasker.kernel.errors import NameProblem, SortError, did_you_mean
from lasker.space.movement import Movement
from lasker.syntax import tree as t
from lasker.syntax.name_lookup import NameLookup
from lasker.syntax.values import Value


class Squares(NameLookup):
    """Fragments of one square, and how more is said of them."""

    def value(self, node: t.Node) -> Value:
        """The value of a node: decided in `elaborate`, where all shapes are known."""
        raise TypeError("only an Elaborator knows all shapes")

    def fragments(self, node: t.Node) -> Pattern:
        """The value of a node that must be a fragment or a pattern."""
        value = self.value(node)
        if not isinstance(value, Pattern):
            raise self._wanted("fragment", value, node.at)
        return value

    def _symbol(self, text: str) -> Pattern:
        if text == "#":
            return self._cell(Cell(self.vocabulary.void))
        if not self.vocabulary.knows(text) and text in self.vocabulary.absent:
            return self._cell(Cell(0))  # a piece that this variant does without: nothing is one
        if not self.vocabulary.knows(text):
            raise NameProblem(
                f"no piece is written {text}",
                remedy=f"the pieces are {' '.join(self.vocabulary.glyphs[1:]) or 'none'}; "
                "declare others: piece NAME GLYPH …",
                word=text,
            )
        return Pattern((square(self.vocabulary.named(text), self.compass.origin),))

    def _cell(self, cell: Cell) -> Pattern:
        return Pattern((Fragment(((self.compass.origin, cell),)),))

    def _one_cell(self, value: Pattern) -> Cell:
        if len(value.options) != 1:
            raise SortError("one square is meant here, and this is a choice of fragments")
        offset, cell = value.options[0].only()
        if offset != self.compass.origin or not cell.plain or cell.contents & self.vocabulary.void:
            raise SortError("a set of contents is meant here, such as ♖ | ♕ or enemy")
        return cell

    def _set(self, node: t.Node) -> int:
        cell = self._one_cell(self.fragments(node))
        if cell.regions:
            raise SortError("a set of contents is meant here, without `in`", span=self._span(node.at))
        return cell.contents

    def _each_cell(self, value: Pattern, change: Callable[[Cell], Cell]) -> Pattern:
        options = []
        for option in value.options:
            offset, cell = option.only()
            options.append(fragment({offset: change(cell)}))
        return pattern(options)

    def _marked(self, value: Pattern, mark: str, has: bool) -> Pattern:
        if mark not in self.vocabulary.marks:
            known = ", ".join(self.vocabulary.marks) or "none"
            raise NameProblem(
                f"no mark is called {mark}",
                remedy=did_you_mean(
                    mark, self.vocabulary.marks, f"declared marks: {known}; declare one: mark {mark} lasting"
                ),
                word=mark,
            )
        bit = self.vocabulary.mark_bit(mark)
        allowed = self.vocabulary.marked(bit, 0) if has else self.vocabulary.marked(0, bit)

        def change(cell: Cell) -> Cell:
            if cell.piece or cell.bare:
                gains = (cell.gains | bit) if has else cell.gains & ~bit
                loses = cell.loses & ~bit if has else cell.loses | bit
                return replace(cell, contents=cell.contents & allowed, gains=gains, loses=loses)
            return replace(cell, contents=cell.contents & allowed)

        return self._each_cell(value, change)

    def _along(self, what: str) -> Movement:
        """The step from one square to the next in a `row` or a `column`."""
        direction = self.compass.row if what == "row" else self.compass.column
        if direction is None:
            raise SortError(
                f"squares of a {self.compass.name} board do not form a {what} by themselves",
                remedy="glue them with + and name the direction",
            )
        return self.compass.directions[direction]

    def _lined_up(self, values: list[Pattern], step: Movement) -> tuple[Pattern, Movement]:
        """Single fragments glued at once, each a step beyond the one before; and the way to what follows."""
        walk, squares = self.compass.identity, []
        for value in values:
            squares.append(value.options[0].moved(walk, self.vocabulary))
            walk = step * walk
        return Pattern((glued(squares),)), walk
