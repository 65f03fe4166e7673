"""Rows: things side by side are a product, squares in a row, a sequence of moves, or a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from lasker.algebra.fragments import Cell, Pattern
from lasker.algebra.images import moved
from lasker.algebra.moves import Compare, Most, Move, Repeat, choice, sequence
from lasker.kernel.errors import LaskerError, LimitError, SortError
from lasker.syntax import tree as t
from lasker.syntax.counted_pieces import counted_contents
from lasker.syntax.memo.lookups import looking_up
from lasker.syntax.squares import Squares
from lasker.syntax.values import CursorRef, Function, Number, RegionRef, Value, is_movement, sort

MOST_TIMES = 1000  # M{1001} is refused: nobody means it, and it would hardly end
MOST_POWER = 100_000
NOT_IN_A_ROW = "test for a fragment with [ ], or replace it with ->"
FEW = 4  # fragments of a pattern that are compared
Entry = tuple[Any, t.Range]  # a value in a row, and where it was written
Postfix = t.Repeated | t.Power | t.Marked | t.Inside | t.Narrowed


def _key(value: Value) -> object:
    """What a value is known by while it is kept: itself, or its identity if to compare it takes long."""
    large = isinstance(value, Function | Move) or (isinstance(value, Pattern) and len(value.options) > FEW)
    return id(value) if large else value


def _begins_at_cursor(value: Value) -> bool:
    """Is it a single square where a cursor stands? Then a binder may have been meant."""
    cells = value.options[0].cells if isinstance(value, Pattern) and len(value.options) == 1 else ()
    return len(cells) == 1 and bool(cells[0][1].cursors)


class Rows(Squares):
    """Everything in a row acts on what follows it."""

    def _entries(self, node: t.Node) -> list[Entry]:
        """A node as the things that stand side by side in it, words split into their letters."""
        match node:
            case t.Row(items):
                return self._calls(items)
            case t.Word(text, at):
                try:
                    return [(value, at) for value in self._lookup(text)]
                except LaskerError as error:
                    raise error.at(self._span(at)) from None
            case t.Repeated(body, low, high, at):
                *front, (last, _) = (
                    self._entries(body) if isinstance(body, t.Word) else [(self.value(body), at)]
                )
                return [*front, (self._repeated(last, low, high), at)]
            case t.Marked(body, mark, has, at) if (number := self._named_number(mark)) is not None:
                return self._entries(t.Power(body, number if has else -number, at))
            case t.Power(body, exponent, at):
                *front, (last, _) = (
                    self._entries(body) if isinstance(body, t.Word) else [(self.value(body), at)]
                )
                return [*front, (self._power(last, exponent), at)]
            case t.MostOf(_, _, at):
                return [(node, at)]
            case _:
                return [(self.value(node), node.at)]

    def _calls(self, items: Sequence[t.Node]) -> list[Entry]:
        """The things in a row. A bracket ends what stands before it: a call, or what a movement moves."""
        entries: list[Entry] = []
        for before, item in zip([None, *items], items, strict=False):
            if isinstance(item, t.Symbol) and isinstance(before, t.Word) and _dotted_super(before, item):
                raise SortError(
                    "super has no parts",
                    span=self._span((before.at[0], item.at[1])),
                    remedy="write super, or super(…) for a function: it is what this definition replaces",
                )
            group = core(item)
            if not isinstance(group, t.Group) or not entries:
                entries += self._entries(item)
            elif isinstance(entries[-1][0], Function):  # in f(x)* the star belongs to the value of the call
                function, at = entries.pop()
                value = t.Given(self._call(function, group, at), (at[0], group.at[1]))
                entries += self._entries(with_core(item, value))
            else:
                moved_thing: Any = self.value(item)
                while entries and is_movement(entries[-1][0]) and not is_movement(moved_thing):
                    moved_thing = self._combine(entries.pop()[0], moved_thing)
                entries.append((moved_thing, item.at))
        return entries

    def _fold(self, entries: list[Entry], tail: Value | None = None) -> Value:
        """Everything in a row acts on what follows it: the row is folded from the right."""
        result = tail
        for run in reversed(_runs(self._with_most(entries, tail))):
            value, at = run[0]
            try:
                if len(run) > 1:
                    result = self._together([each for each, _ in run], result)
                elif isinstance(value, t.MostOf):
                    result = self._most(value, result)
                elif result is None:
                    if isinstance(value, Function) and len(entries) > 1:
                        raise self._wanted("value", value, at)
                    result = value
                else:
                    result = self._combine(value, result)
            except LaskerError as error:
                if error.remedy == NOT_IN_A_ROW and _begins_at_cursor(entries[0][0]):
                    error.remedy = f"to choose a square write a colon, %♙: step(u); or {NOT_IN_A_ROW}"
                raise error.at(self._span(at)) from None
        if result is None:
            raise SortError("something is missing here")
        return result

    def _together(self, values: list[Any], result: Any) -> Value:
        """A stretch of moves, or of single fragments: joined at once, as a long row deserves."""
        if sort(values[0]) == "move":
            whole: Value = sequence(values)
        else:
            whole, walk = self._lined_up(values, self._along("row"))
            if isinstance(result, Pattern):
                return whole + result.moved(walk, self.vocabulary)
        return whole if result is None else self._combine(whole, result)

    def _combine(self, left: Any, right: Any) -> Value:
        match sort(left), sort(right):
            case "movement", "movement":
                return left * right  # type: ignore[no-any-return]
            case "movement", "fragment":
                return right.moved(left, self.vocabulary)  # type: ignore[no-any-return]
            case "movement", "move":
                return moved(right, left, self.vocabulary)
            case "fragment", "fragment":
                return left + right.moved(self._along("row"), self.vocabulary)  # type: ignore[no-any-return]
            case "move", "move":
                return sequence([left, right])
            case ("move", "fragment") | ("fragment", "move"):
                raise SortError("a move and a fragment do not follow each other", remedy=NOT_IN_A_ROW)
            case (_, "movement"):
                raise SortError(f"a movement stands in front of what it moves, not behind a {sort(left)}")
            case (kind, other):
                for value in (left, right):
                    if isinstance(value, Function):
                        raise SortError(
                            f"{value.name} is a function and needs its arguments",
                            remedy=f"write {value.name}(…)",
                        )
                raise SortError(f"a {kind} and a {other} do not follow each other")

    def _call(self, function: Function, arguments: t.Group, at: t.Range) -> Value:
        wanted = len(function.parameters)
        if len(arguments.items) != wanted:
            raise SortError(
                f"{function.name} takes {wanted} argument{'s' * (wanted != 1)}, not {len(arguments.items)}",
                span=self._span((at[0], arguments.at[1])),
            )
        values = [self._argument(item) for item in arguments.items]
        if callable(function.body):
            values = values if function.raw else [self._plain(value) for value in values]
            return function.body(*values)  # type: ignore[no-any-return]
        meter = self.rules.meter
        key = (id(function), *map(_key, values))
        if (found := meter.known(key)) is not None:
            self.limits.check("steps", meter.steps)
            return found
        before, text = meter.steps, function.source.name if function.source else ""
        with (
            function.home.elaborating(f"{function.name} of {text}"),
            looking_up(meter.lookups, meter.home) as lookups,
        ):
            scope = {**function.scope, **dict(zip(function.parameters, values, strict=True))}
            value = type(self)(function.home, scope, function.source).value(function.body)
        meter.include(lookups)
        meter.keep(key, function, values, value, before, lookups)
        return value

    def _plain(self, value: Value) -> Value:
        """A value for words of the board, which know nothing of numbers and cursors."""
        if isinstance(value, CursorRef):
            return value.pattern
        return self._digits(str(value.value)) if isinstance(value, Number) else value

    def _argument(self, node: t.Node) -> Value:
        """An argument: any value, a function, or a region whose name has several words."""
        if isinstance(node, t.Digits):
            return Number(int(node.text))
        if isinstance(node, t.Cursor):
            pattern = self.fragments(node)
            return CursorRef(min(pattern.options[0].cursors), pattern)
        if isinstance(node, t.Word):
            found = self._find(node.text)
            if isinstance(found, Function | Number | CursorRef):
                return found
        if isinstance(node, t.Row) and all(isinstance(item, t.Word) for item in node.items):
            named = self._find(" ".join(item.text for item in node.items if isinstance(item, t.Word)))
            if isinstance(named, RegionRef):
                return named
        return self.value(node)

    def _repeated(self, body: Any, low: t.Count, high: t.Count | None) -> Value:
        """A move repeated so often, or as often as counters say when it begins; of a counted piece, so
        many."""
        if isinstance(body, Pattern) and (heap := counted_contents(body, self.compass, self.vocabulary)):
            return self._so_many(heap, low, high)
        return self._by_counters(
            lambda low, high: self._repeat(body, low or 0, high),
            (low, high),
            lambda many: many[0] >= 0 and list(many) == sorted(many),
        )

    def _so_many(self, heap: tuple[int, ...], low: t.Count, high: t.Count | None) -> Pattern:
        numbers = [self._named_number(each[0]) if isinstance(each, tuple) else each for each in (low, high)]
        least, most = numbers
        if least is None or (most is None and high is not None):
            raise SortError(
                "a number is needed here, and a counter is none",
                remedy="ask for each number: any n in (1, 2, 3): [c = n] [% is seeds{n}]",
            )
        contents = 0
        for each in heap[least : None if most is None else most + 1]:
            contents |= each
        return self._cell(Cell(contents))

    def _by_counters(
        self,
        made: Callable[..., Move],
        counts: Sequence[t.Count | None],
        fits: Callable[[Sequence[int]], bool] = lambda many: True,
    ) -> Move:
        """A move with numbers in it. Counters among them are looked at first: it is a choice of moves, one
        for each value that they may have."""
        names = dict.fromkeys(each for each in counts if isinstance(each, tuple))
        values: dict[object, int] = {
            name: n for name in names if (n := self._named_number(name[0])) is not None
        }
        counters = {name: self._counter(*name) for name in names if name not in values}
        ranges = [self.vocabulary.counters[counter] for counter in counters.values()]
        if prod(each.high - each.low + 1 for each in ranges) > MOST_TIMES:
            raise LimitError(
                f"{' and '.join(name for name, _ in counters)} may have more than {MOST_TIMES} values",
                remedy="give the counter closer bounds",
            )
        options = []
        for chosen in product(*(range(each.low, each.high + 1) for each in ranges)):
            known = values | dict(zip(counters, chosen, strict=True))
            numbers = [known.get(each, each) for each in counts]
            if counters and not fits([number for number in numbers if isinstance(number, int)]):
                continue
            asked = [Compare(c, "=", n) for c, n in zip(counters.values(), chosen, strict=True)]
            options.append(sequence([*asked, made(*numbers)]))
        return choice(options)

    def _repeat(self, body: Any, low: int, high: int | None) -> Move:
        if sort(body) == "fragment":
            raise SortError(
                "a fragment cannot be repeated",
                remedy="f + g with a blank before the plus glues; M+ repeats a move",
            )
        if sort(body) != "move":
            raise SortError(
                f"a {sort(body)} cannot be repeated", remedy="a power of a movement is written m^2"
            )
        if max(low, high or 0) > MOST_TIMES:
            raise LimitError(f"a move repeated more than {MOST_TIMES} times", remedy="use M*")
        if high is not None and high < low:
            raise SortError(f"{{{low},{high}}} counts down", remedy=f"write {{{high},{low}}}")
        return Repeat(body, low, high)

    def _power(self, base: Any, exponent: int) -> Value:
        if sort(base) != "movement":
            raise SortError(
                f"a {sort(base)} has no powers",
                remedy="movements do: R^2; a move is repeated with M{2}, a mark is a word: ♖^unmoved",
            )
        if abs(exponent) > MOST_POWER:
            raise LimitError(f"the power {exponent} is too high", remedy=f"at most {MOST_POWER}")
        return base**exponent  # type: ignore[no-any-return]

    def _with_most(self, entries: list[Entry], tail: Value | None) -> list[Entry]:
        """`most n M N` chooses among the results of M alone."""
        done: list[Entry] = []
        for value, at in reversed(entries):
            if isinstance(value, t.MostOf) and done:
                size = next((i + 1 for i, (each, _) in enumerate(done) if not is_movement(each)), len(done))
                body = self._fold(done[:size])
                if sort(body) == "move" or tail is None:
                    done[:size] = [(self._most(value, body), at)]
                    continue
            done.insert(0, (value, at))
        return done

    def _most(self, most: t.MostOf, body: Any) -> Move:
        if body is None or sort(body) != "move":
            raise SortError("`most` chooses among the results of a move", remedy="write: most n (M)")
        return Most(self._counter(most.counter, most.owner), body)


def _runs(entries: list[Entry]) -> list[list[Entry]]:
    """A row cut into stretches of moves, stretches of single fragments, and all else one by one."""
    runs: list[list[Entry]] = []
    kinds: list[str | None] = []
    for entry in entries:
        value = entry[0]
        kind = None
        if isinstance(value, Pattern):
            kind = "fragment" if len(value.options) == 1 else None
        elif not isinstance(value, t.MostOf) and sort(value) == "move":
            kind = "move"
        if runs and kind is not None and kinds[-1] == kind:
            runs[-1].append(entry)
        else:
            runs.append([entry])
            kinds.append(kind)
    return runs


def _dotted_super(word: t.Word, dot: t.Symbol) -> bool:
    return word.text == "super" and dot.text == "." and word.at[1] == dot.at[0]


def core(node: t.Node) -> t.Node:
    """What stands in front of stars, powers, marks, `in` and `is`."""
    while isinstance(node, Postfix):
        node = node.body
    return node


def with_core(node: t.Node, core: t.Node) -> t.Node:
    return replace(node, body=with_core(node.body, core)) if isinstance(node, Postfix) else core
