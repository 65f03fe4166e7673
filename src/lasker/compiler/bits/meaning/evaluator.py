"""The evaluator of bit programs over Python's integers, statement by statement.

A set is an integer with a bit for each square, a board a dictionary of its fields, a row a pair of a table
and a number. The functions of the hand-written runtime are in `runtime.py`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from functools import reduce
from typing import Any

from lasker.compiler.bits.language import (
    Assign,
    Between,
    Block,
    Call,
    Chained,
    Comment,
    Compared,
    Continue,
    Do,
    Each,
    Either,
    Expr,
    Field,
    Function,
    If,
    Index,
    Let,
    Literal,
    Name,
    Number,
    Numbers,
    Pointer,
    Reached,
    Return,
    Row,
    Scoped,
    Squares,
    Stmt,
    Switch,
    Table,
    Unary,
    While,
)

ASSIGNED: dict[str, Callable[[Any, Any], Any]] = {
    "|=": operator.or_,
    "&=": operator.and_,
    "^=": operator.xor,
    "+=": operator.add,
}
COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "-": operator.sub,
    "*": operator.mul,
}
JOINED: dict[str, Callable[[Any, Any], Any]] = {
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "+": operator.add,
}
NEXT = object()  # continue with the next round of a loop
Reader = Callable[["Frame"], Any]  # how a value is found in a frame


class Frame:
    """The variables of a block; those of the enclosing blocks are visible too."""

    def __init__(self, around: Frame | None = None) -> None:
        self.around, self.values = around, dict[str, Any]()

    def of(self, name: str) -> Frame | None:
        """The block that declares a variable."""
        frame: Frame | None = self
        while frame is not None and name not in frame.values:
            frame = frame.around
        return frame


@dataclass
class Variable:
    """The address of a variable."""

    frame: Frame
    name: str

    @property
    def value(self) -> Any:
        """Its value."""
        return self.frame.values[self.name]

    @value.setter
    def value(self, value: Any) -> None:
        self.frame.values[self.name] = value


@dataclass(frozen=True)
class RowOf:
    """The address of a row of a table."""

    table: Table
    number: int

    def __add__(self, more: int) -> RowOf:
        return RowOf(self.table, self.number + more)

    def __sub__(self, table: Table) -> int:
        return self.number


class Evaluator:
    """Evaluates the functions of a program; `runtime` defines or replaces functions of the C runtime.

    >>> from lasker.compiler.bits.language import any_of, first
    >>> squares = Name("squares")
    >>> body = (If(any_of(squares), (Return(first(squares)),)), Return(Number(-1)))
    >>> made = Function("static int", "lowest_square", (("bits", "squares"),), body)
    >>> evaluator = Evaluator([made], 64, {"any": bool, "first": lambda s: (s & -s).bit_length() - 1})
    >>> evaluator.call("lowest_square", 0b101000), evaluator.call("lowest_square", 0)
    (3, -1)
    """

    def __init__(
        self, functions: Iterable[Function], sites: int, runtime: dict[str, Callable[..., Any]]
    ) -> None:
        self.functions = {each.name: each for each in functions}
        self.runtime = runtime
        self._readers: dict[int, tuple[Expr, Reader]] = {}
        self.full = (1 << 64 * -(-sites // 64)) - 1
        self.constants = {
            "NONE": 0,
            "ALL": (1 << sites) - 1,
            "SITES": sites,
            "true": True,
            "false": False,
        }

    def call(self, name: str, *arguments: Any) -> Any:
        """The result of a function call."""
        if name in self.runtime:
            return self.runtime[name](*arguments)
        made = self.functions[name]
        frame = Frame()
        frame.values |= {name: given for (_, name), given in zip(made.parameters, arguments, strict=True)}
        answer = self._run(made.body, frame)
        return None if answer is None else answer[0]

    # --- statements: None goes on, NEXT is the next round of a loop, a tuple holds the answer ---------------

    def _run(self, body: Block, frame: Frame) -> Any:
        for stmt in body:
            done = self._do(stmt, frame)
            if done is not None:
                return done
        return None

    def _do(self, stmt: Stmt, frame: Frame) -> Any:
        match stmt:
            case Assign(target, sign, value):
                self._assign(target, sign, self._value(value, frame), frame)
            case Let(name, value, kind):
                made = self._new(kind) if value is None else self._value(value, frame)
                frame.values[name] = deepcopy(made) if kind.endswith("Board") else made
            case If(condition, then, otherwise):
                return self._run(then if self._value(condition, frame) else otherwise, Frame(frame))
            case Do(call):
                self._value(call, frame)
            case Each(name, squares, body):
                return self._each(name, self._value(squares, frame), body, frame)
            case Numbers():
                return self._numbers(stmt, frame)
            case While(condition, body):
                while self._value(condition, frame):
                    done = self._run(body, Frame(frame))
                    if done is not None and done is not NEXT:
                        return done
            case Switch(value, cases):
                return self._run(dict(cases).get(self._value(value, frame), ()), Frame(frame))
            case Scoped(body):
                return self._run(body, Frame(frame))
            case Return(value):
                return (None if value is None else self._value(value, frame),)
            case Continue():
                return NEXT
            case Comment():
                pass
            case _:
                raise TypeError(f"no such statement: {stmt!r}")
        return None

    def _each(self, name: str, left: int, body: Block, frame: Frame) -> Any:
        while left:
            inner = Frame(frame)
            inner.values[name] = left
            done = self._run(body, inner)
            if done is not None and done is not NEXT:
                return done
            left &= left - 1
        return None

    def _numbers(self, loop: Numbers, frame: Frame) -> Any:
        number = self._value(loop.begin, frame)
        while number < self._value(loop.end, frame):
            inner = Frame(frame)
            inner.values[loop.name] = number
            done = self._run(loop.body, inner)
            if done is not None and done is not NEXT:
                return done
            number += 1
        return None

    def _new(self, kind: str) -> Any:
        """The initial value of a variable without one."""
        return {} if kind.endswith("]") else self.runtime[f"new {kind}"]()

    def _assign(self, target: Expr, sign: str, value: Any, frame: Frame) -> None:
        if sign != "=":
            value = ASSIGNED[sign](self._value(target, frame), value)
        match target:
            case Name(name):
                found = frame.of(name)
                assert found is not None, name
                found.values[name] = value
            case Field(of, name):
                self._value(of, frame)[name] = value
            case Index(array, at):
                self._value(array, frame)[self._value(at, frame)] = value
            case Unary("*", of):
                self._value(of, frame).update(value)
            case Call(function, _):
                self.runtime[f"{function} ="](value)
            case _:
                raise TypeError(f"nothing can be assigned to {target}")

    # --- values -----------------------------------------------------------------------------------------

    def _value(self, expr: Expr, frame: Frame) -> Any:
        return self._reader(expr)(frame)

    def _reader(self, expr: Expr) -> Reader:
        """The expression compiled to a function of the frame; memoized."""
        known = self._readers.get(id(expr))
        if known is None:
            known = self._readers[id(expr)] = (
                expr,
                self._read(expr),
            )  # kept alive, so that its id is not reused
        return known[1]

    def _read(self, expr: Expr) -> Reader:
        match expr:
            case Table():
                return lambda frame: expr
            case Name(name):
                return self._variable(name)
            case Chained(sign, parts):
                return self._chained(sign, [self._reader(part) for part in parts])
            case Field(of, name):
                holder, field = self._reader(of), self._field
                return lambda frame: field(holder(frame), name)
            case Call(function, arguments):
                given, call = [self._reader(each) for each in arguments], self.call
                return lambda frame: call(function, *[each(frame) for each in given])
            case Squares(sites):
                return lambda frame: sites
            case Number(value):
                return lambda frame: value
            case Unary("&", part):
                return lambda frame: self._address(part, frame)
            case Unary(sign, part):
                return self._unary(sign, self._reader(part))
            case Either(condition, yes, no):
                asked, one, other = self._reader(condition), self._reader(yes), self._reader(no)
                return lambda frame: one(frame) if asked(frame) else other(frame)
            case Reached(reach, site, occupied):
                origin = self._reader(site)
                there = self._reader(occupied) if occupied is not None else lambda frame: None
                return lambda frame: reach.found(origin(frame), there(frame))
            case Between(reach, site, other_site):
                origin, target = self._reader(site), self._reader(other_site)
                return lambda frame: reach.between(origin(frame), target(frame))
            case Index(array, at):
                held, number = self._reader(array), self._reader(at)
                return lambda frame: _members(held(frame))[number(frame)]
            case Compared(left, sign, right):
                first, second, compare = self._reader(left), self._reader(right), COMPARED[sign]
                return lambda frame: compare(first(frame), second(frame))
            case Row(table, at):
                number = self._reader(at)
                return lambda frame: RowOf(table, number(frame))
            case Literal(parts):
                every = [self._reader(part) for part in parts]
                return lambda frame: tuple([each(frame) for each in every])
            case _:
                raise TypeError(f"no such value: {expr!r}")

    def _variable(self, name: str) -> Reader:
        constant = self.constants.get(name, name)

        def value(frame: Frame) -> Any:
            here: Frame | None = frame
            while here is not None:
                if name in here.values:
                    return here.values[name]
                here = here.around
            return constant

        return value

    def _chained(self, sign: str, parts: list[Reader]) -> Reader:
        if sign == "&&":
            return lambda frame: all(part(frame) for part in parts)
        if sign == "||":
            return lambda frame: any(part(frame) for part in parts)
        join = JOINED[sign]
        if len(parts) == 2:
            one, other = parts
            return lambda frame: join(one(frame), other(frame))
        return lambda frame: reduce(join, [part(frame) for part in parts])

    def _unary(self, sign: str, part: Reader) -> Reader:
        if sign == "~":
            full = self.full
            return lambda frame: full ^ part(frame)
        if sign == "!":
            return lambda frame: not part(frame)
        if sign == "*":
            return part
        raise TypeError(f"no such operator: {sign}")

    def _field(self, of: Any, name: str) -> Any:
        return of.table.values[of.number].get(name, 0) if isinstance(of, RowOf) else of[name]

    def _address(self, part: Expr, frame: Frame) -> Any:
        """A board, or a list of ends, is its own address; the address of a number is its variable."""
        value = self._value(part, frame)
        if isinstance(value, int) and isinstance(part, Name) and not isinstance(part, Pointer):
            found = frame.of(part.name)
            assert found is not None
            return Variable(found, part.name)
        return value


def _members(held: Any) -> Any:
    return held.values if isinstance(held, Table) else held
