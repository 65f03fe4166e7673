"""From the loose tree to terms: every word is looked up, every sort is decided, every function is applied."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Several
from dataclasses import replace
from typing import Any

from lasker.algebra.contents import members
from lasker.algebra.fragments import Cell, Fragment, Pattern
from lasker.algebra.moves import (
    FAIL,
    NIL,
    Adjust,
    Bind,
    Choice,
    Compare,
    CounterName,
    Each,
    Fail,
    Most,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    Variable,
    choice,
    identity_rewrite,
    measure,
    prefer,
    rewrites,
    sequence,
)
from lasker.kernel import cancel
from lasker.kernel.errors import GlueError, LaskerError, SortError
from lasker.syntax import tree as t
from lasker.syntax.rows import Rows, core, with_core
from lasker.syntax.values import CounterRef, Function, Value, is_move, sort

Measured = (Sequence, Choice, Repeat, Bind, Each, Test, Most)
Moves = (*Measured, Nil, Fail, Rewrite, Adjust, Compare, Variable)


class Elaborator(Rows):
    """Evaluates trees in the words of some rules, with local names on top."""

    def value(self, node: t.Node) -> Value:
        """The value of a node; any error inside learns where it happened."""
        meter = self.rules.meter
        cancel.check()
        meter.depth += 1
        meter.steps = meter.steps + 1 if meter.depth > 1 else 0
        try:
            self.limits.check("depth", meter.depth)
            self.limits.check("steps", meter.steps)
            value = self._value(node)
            if isinstance(value, Measured):
                depth, size = measure(value)
                self.limits.check("depth", depth)
                self.limits.check("terms", size)
            return value
        except LaskerError as error:
            raise error.at(self._span(node.at)) from None
        finally:
            meter.depth -= 1

    def move(self, node: t.Node) -> Move:
        """The value of a node that must be a move."""
        value = self.value(node)
        if not is_move(value):
            raise self._wanted("move", value, node.at)
        return value

    def _value(self, node: t.Node) -> Value:
        match node:
            case t.Word() | t.Repeated() | t.Power() | t.Row():
                return self._fold(self._entries(node))
            case t.Symbol(text):
                return self._symbol(text)
            case t.Digits(text):
                return self._digits(text)
            case t.Owned(counter, owner):
                return CounterRef(self._counter(counter, owner))
            case t.Given(value):
                return value  # type: ignore[no-any-return]
            case t.Cursor(called, carries):
                name = self._cursor_name(called)
                cell = (
                    Cell(self.vocabulary.squares, piece=name)
                    if carries
                    else Cell(self.vocabulary.squares, here=frozenset({name}), bare=True)
                )
                return self._cell(cell)
            case t.Constant("same"):
                return self._cell(Cell(self.vocabulary.squares, bare=True))
            case t.Constant(name):
                return NIL if name == "nil" else FAIL
            case t.Update(counter, owner, operator, amount):
                changed, sign = self._counter(counter, owner), -1 if operator == "-=" else 1
                return self._by_counters(
                    lambda number: Adjust(changed, operator != ":=", sign * number),
                    (amount,),
                    self._fits(changed),
                )
            case t.Group(items):
                if len(items) != 1:
                    raise SortError("a list in brackets belongs behind the name of a function")
                return self.value(items[0])
            case t.Asked():
                return self._asked(node)
            case t.Marked(_, mark) if self._named_number(mark) is not None:
                return self._fold(self._entries(node))
            case t.Marked(_, mark) if mark in self.scope and mark not in self.vocabulary.marks:
                raise SortError(f"{mark} is a {sort(self.scope[mark])} here, and a power is a number")
            case t.Marked(base, mark, has):
                return self._marked(self.fragments(base), mark, has)
            case t.Inside(base, region, owner, wanted):
                question = (*self._region(region, owner), wanted)
                return self._each_cell(
                    self.fragments(base), lambda cell: replace(cell, regions=cell.regions | {question})
                )
            case t.Narrowed(base, contents, wanted):
                allowed = self._set(contents)
                if not wanted:
                    allowed = self.vocabulary.squares & ~allowed
                return self._each_cell(self.fragments(base), lambda cell: _narrowed(cell, allowed))
            case t.Joined(operator, items):
                return self._joined(operator, items)
            case t.Arrow(sides):
                if len(sides) != 2:
                    raise SortError(
                        "an arrow has two sides", remedy="bracket each arrow: (f -> g) | (g -> h)"
                    )
                first, left = self._leading(sides[0])
                before, after = self._side(left), self._side(sides[1])
                self._same_cursors(before)
                self._same_cursors(after)
                self.limits.check("patterns", len(before.options) * len(after.options))
                return sequence([*first, rewrites(before, after, self.vocabulary)])
            case t.Bound(head, body):
                return self._bound(head, body)
            case t.AnyOf(name, choices, body):
                return self._any_of(name, choices, body)
            case t.IfElse(condition, yes, no):
                test = self._condition(condition)
                can, cannot = (
                    (test, Test(test.body, not test.wanted))
                    if isinstance(test, Test)
                    else (Test(test, True), Test(test, False))
                )
                return choice([sequence([can, self.move(yes)]), sequence([cannot, self.move(no)])])
            case t.EachOf():
                remedy = "each %x and a set, a colon, and what is done there: each %x ♙: put(.)"
                raise SortError("`each` lacks its colon", remedy=remedy)
            case _:
                raise SortError("this cannot stand alone here")

    def _asked(self, node: t.Asked) -> Move:
        if node.relation is None:
            test = self._condition(node.body)
            return Test(test, node.wanted)
        if node.other is None:
            raise SortError("a comparison needs two sides")
        compared = Compare(self._counted(node.body), node.relation, self._number(node.other))
        return compared if node.wanted else Test(compared, False)

    def _condition(self, node: t.Node) -> Move:
        value = self.value(node)
        if isinstance(value, Pattern):
            self._same_cursors(value)
            return identity_rewrite(value, self.vocabulary)
        if not is_move(value):
            raise self._wanted("move or a fragment to test", value, node.at)
        return value

    def _same_cursors(self, value: Pattern) -> None:
        if len({option.cursors for option in value.options}) > 1:
            raise SortError(
                "one alternative speaks of a cursor and another does not",
                remedy="bracket the set: % is (♖ | ♕)",
            )

    def _counted(self, node: t.Node) -> CounterName:
        match node:
            case t.Word(text):
                return self._counter(text, None)
            case t.Owned(counter, owner):
                return self._counter(counter, owner)
        raise SortError(
            "only counters can be compared",
            span=self._span(node.at),
            remedy="write [n >= 2] with a declared counter",
        )

    def _fits(self, counter: CounterName) -> Callable[[Several[int]], bool]:
        """May a counter be set to a number, or changed by it?"""
        bounds = self.vocabulary.counters[counter]
        reach = max(abs(bounds.low), abs(bounds.high), bounds.high - bounds.low)
        return lambda numbers: abs(numbers[0]) <= reach

    def _number(self, node: t.Node) -> int | CounterName:
        if isinstance(node, t.Word) and (number := self._named_number(node.text)) is not None:
            return number
        return int(node.text) if isinstance(node, t.Digits) else self._counted(node)

    def _bound(self, head: t.Row, body: t.Node) -> Value:
        places = [i for i, item in enumerate(head.items) if _binds(core(item))]
        if not places:
            raise SortError(
                "a colon follows a binder",
                span=self._span(head.at),
                remedy="choose a square first: %♖: M, or %x ♖: M",
            )
        at = places[-1]
        cursor = core(head.items[at])
        assert isinstance(cursor, t.Cursor)
        name, cell = self._chosen(cursor, head.items[at], head.items[at + 1 :])
        self._refuse_swallowed(body)
        front = head.items[:at]
        kind: type[Bind | Each] = Bind
        if front and isinstance(front[-1], t.EachOf):
            front, kind = front[:-1], Each
        inner = kind(name, cell, self.move(body))
        return self._fold(self._calls(front), inner) if front else inner

    def _refuse_swallowed(self, body: t.Node) -> None:
        """A binder reaches as far right as it can; a second one after `|` was surely not meant inside it."""
        if isinstance(body, t.Arrow):
            self._refuse_swallowed(body.sides[-1])
        elif (
            isinstance(body, t.Joined)
            and body.operator in {"|", "//"}
            and isinstance(body.items[-1], t.Bound)
        ):
            raise SortError(
                "this binder stands inside the one before it",
                span=self._span(body.items[-1].at),
                remedy="bracket both binders: (%♖: …) | (%♗: …)",
            )

    def _chosen(self, cursor: t.Cursor, item: t.Node, rest: Several[t.Node]) -> tuple[str, Cell]:
        """What a binder binds: the cursor's name and the squares it may stand on."""
        name = self._cursor_name(cursor.name)
        if rest:
            value = self._fold(self._calls(rest))
        elif item is not cursor:  # %x in region, or %enemy in region
            found = self._find(name) if name != "%" else None
            if isinstance(found, Pattern):
                name, item = "%", with_core(item, t.Given(found, cursor.at))
            value = replace_cursor(self.fragments(item))
        else:
            found = self._find(name) if name != "%" else None
            if not isinstance(found, Pattern):
                raise SortError(
                    "this binder does not say which squares may be chosen",
                    span=self._span(cursor.at),
                    remedy=f"write %{name.strip('%')} ♖: or %{name.strip('%')} square:",
                )
            name, value = "%", found
        if not isinstance(value, Pattern):
            raise self._wanted("set of contents", value, cursor.at)
        if len(value.options) == 1 and value.options[0].cursors:
            offset, cell = value.options[0].only()
            if offset == self.compass.origin and cell.here and not (cell.piece or cell.gains or cell.loses):
                return name, cell  # %x @: the cursor x starts where % stands
        return name, self._one_cell(value)

    def _any_of(self, name: str, choices: t.Node, body: t.Node) -> Move:
        if isinstance(choices, t.Group) and len(choices.items) > 1:
            values: list[Value] = [self._argument(item) for item in choices.items]
        else:
            whole = self._one_cell(self.fragments(choices)).contents
            glyphs = dict.fromkeys(self.vocabulary.glyph(c) for c in members(whole & self.vocabulary.squares))
            values = [self._cell(Cell(whole & self.vocabulary.named(glyph))) for glyph in glyphs]
        found, contradiction = list[Move](), None
        for value in values:
            try:
                found.append(Elaborator(self.rules, {**self.scope, name: value}, self.source).move(body))
            except GlueError as error:  # two squares on top of each other: no way to do it so
                contradiction = contradiction or error
        if contradiction is not None and not found:
            raise contradiction
        return choice(found)

    def _joined(self, operator: str, items: Several[t.Node]) -> Value:
        if operator == "\\":
            sets = [self._set(item) for item in items]
            for other in sets[1:]:
                sets[0] &= ~other
            return self._cell(Cell(sets[0]))
        values: list[Any] = [self.value(item) for item in items]
        sorts = [sort(value) for value in values]
        if operator == "//" or (operator == "|" and set(sorts) == {"move"}):
            for value, kind, item in zip(values, sorts, items, strict=True):
                if kind != "move":
                    raise self._wanted("move", value, item.at)
            if operator == "|":
                return choice(values)
            first, *others = values
            for other in others:
                first = prefer(first, other)
            return first  # type: ignore[no-any-return]
        for value, kind, item in zip(values, sorts, items, strict=True):
            if kind != "fragment":
                raise self._misjoined(operator, value, item, sorts)
        if operator != "|" and all(len(value.options) == 1 for value in values):
            step = self._along("column") if operator == ";" else self.compass.identity
            return self._lined_up(values, step)[0]
        result: Pattern = values[-1]
        for value in reversed(values[:-1]):
            if operator != "|":
                self.limits.check("patterns", len(value.options) * len(result.options))
            result = (
                value | result
                if operator == "|"
                else value + result
                if operator == "+"
                else value + result.moved(self._along("column"), self.vocabulary)
            )
            self.limits.check("patterns", len(result.options))
        return result

    def _misjoined(self, operator: str, value: Any, item: t.Node, sorts: list[str]) -> SortError:
        error = self._wanted("fragment", value, item.at)
        if isinstance(value, Function):
            return error
        if operator == "+" and sort(value) == "move":
            error.remedy = "+ glues fragments; to repeat a move write (M)+ with a blank after the plus"
        elif operator == "|" and "move" in sorts:
            error = SortError(
                "a choice is between moves or between fragments, not both",
                span=self._span(item.at),
                remedy="test for a fragment with [ ]",
            )
        return error

    def _leading(self, node: t.Node) -> tuple[list[Move], t.Node]:
        """The moves in front of a left side, as in `[% in home] % + u. -> . + u%`, and the side itself."""
        if isinstance(node, t.Joined) and node.operator in "+;":
            moves, first = self._leading(node.items[0])
            return moves, replace(node, items=(first, *node.items[1:])) if moves else node
        if isinstance(node, t.Row):
            entries = self._calls(node.items)
            moves = []
            while len(entries) > 1 and isinstance(entries[0][0], Moves):
                moves.append(entries.pop(0)[0])
            if moves:
                return moves, t.Given(self._fold(entries), node.at)
        return [], node

    def _side(self, node: t.Node) -> Pattern:
        value = self.value(node)
        if sort(value) == "move":
            raise SortError(
                "a move cannot be a side of an arrow",
                span=self._span(node.at),
                remedy="moves follow each other without an arrow: M N",
            )
        if not isinstance(value, Pattern):
            raise self._wanted("fragment", value, node.at)
        return value


def _narrowed(cell: Cell, allowed: int) -> Cell:
    """A cell that says more of its content; what it names is then no longer bare."""
    if cell.piece:
        return replace(cell, contents=cell.contents & allowed)
    return replace(cell, contents=cell.contents & allowed, bare=False, gains=0, loses=0)


def _binds(node: t.Node) -> bool:
    return isinstance(node, t.Cursor) and node.carries


def replace_cursor(value: Pattern) -> Pattern:
    """`%x in home` in a binder: any square there, the cursor being what is chosen."""
    return Pattern(
        tuple(
            Fragment(
                tuple((offset, Cell(cell.contents, regions=cell.regions)) for offset, cell in option.cells)
            )
            for option in value.options
        )
    )


def variable(letter: str) -> Move:
    """The move variable that an undeclared capital stands for in a law."""
    return Variable(letter)
