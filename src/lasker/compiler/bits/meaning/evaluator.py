"""The evaluator of bit programs over Python's integers: every statement becomes a function of the variables.

A set is an integer with a bit for each square, a board a dictionary of its fields, a row a pair of a table
and a number. The functions of the hand-written runtime are in `runtime.py`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Any

from lasker.compiler.bits.language import (
    Assign,
    Between,
    Block,
    Call,
    CFunction,
    Chained,
    Comment,
    Compared,
    ConstantTable,
    Continue,
    Do,
    Each,
    Either,
    Expr,
    Field,
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
    Scoped,
    Squares,
    Stmt,
    Switch,
    TableRow,
    Unary,
    While,
)
from lasker.compiler.bits.meaning.frames import Frame, RowOf, Variable, copied

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
Reader = Callable[[Frame], Any]  # how a value is found in a frame, or a statement executed


class Evaluator:
    """Evaluates the functions of a program; `runtime` defines or replaces functions of the C runtime.

    >>> from lasker.compiler.bits.language import any_of, first
    >>> squares = Name("squares")
    >>> body = (If(any_of(squares), (Return(first(squares)),)), Return(Number(-1)))
    >>> made = CFunction("static int", "lowest_square", (("bits", "squares"),), body)
    >>> evaluator = Evaluator([made], 64, {"any": bool, "first": lambda s: (s & -s).bit_length() - 1})
    >>> evaluator.call("lowest_square", 0b101000), evaluator.call("lowest_square", 0)
    (3, -1)
    """

    def __init__(
        self, functions: Iterable[CFunction], sites: int, runtime: dict[str, Callable[..., Any]]
    ) -> None:
        self.functions = {each.name: each for each in functions}
        self.runtime = runtime
        self._bodies: dict[str, tuple[list[str], Reader]] = {}
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
        known = self._bodies.get(name)
        if known is None:
            made = self.functions[name]
            known = self._bodies[name] = [each for _, each in made.parameters], self._sequence(made.body)
        parameters, body = known
        frame = Frame()
        frame.values |= zip(parameters, arguments, strict=True)
        answer = body(frame)
        return None if answer is None else answer[0]

    # --- statements: None goes on, NEXT is the next round of a loop, a tuple holds the answer ---------------

    def _block(self, body: Block) -> Reader:
        """Statements compiled to a function of the frame around them."""
        run = self._sequence(body)
        if any(isinstance(stmt, Let) for stmt in body):
            return lambda frame: run(Frame(frame))
        return run  # it declares nothing

    def _sequence(self, body: Block) -> Reader:
        """The same for statements whose own frame is given."""
        steps = [self._do(stmt) for stmt in body if not isinstance(stmt, Comment)]

        def run(frame: Frame) -> Any:
            for step in steps:
                done = step(frame)
                if done is not None:
                    return done
            return None

        return run if len(steps) != 1 else steps[0]

    def _do(self, stmt: Stmt) -> Reader:
        match stmt:
            case Assign(target, sign, value):
                return self._assign(target, sign, self._reader(value))
            case Let(name, value, kind):
                return self._let(name, value, kind)
            case If(condition, then, otherwise):
                asked, yes, no = self._reader(condition), self._block(then), self._block(otherwise)
                return lambda frame: yes(frame) if asked(frame) else no(frame)
            case Do(call):
                made = self._reader(call)

                def do(frame: Frame) -> None:
                    made(frame)

                return do
            case Each(name, squares, body):
                return self._each(name, self._reader(squares), self._sequence(body))
            case Numbers(name, begin, end, body):
                first, last = self._reader(begin), self._reader(end)
                return self._numbers(name, first, last, self._sequence(body))
            case While(condition, body):
                return self._while(self._reader(condition), self._block(body))
            case Switch(value, cases):
                number, blocks = self._reader(value), {case: self._block(body) for case, body in cases}
                none = self._block(())
                return lambda frame: blocks.get(number(frame), none)(frame)
            case Scoped(body):
                return self._block(body)
            case Return(value):
                answer = self._reader(value) if value is not None else lambda frame: None
                return lambda frame: (answer(frame),)
            case Continue():
                return lambda frame: NEXT
            case _:
                raise TypeError(f"no such statement: {stmt!r}")

    def _let(self, name: str, value: Expr | None, kind: str) -> Reader:
        made = (lambda frame: self._new(kind)) if value is None else self._reader(value)
        is_board = kind.endswith("Board")

        def let(frame: Frame) -> None:
            held = made(frame)
            frame.values[name] = copied(held) if is_board else held

        return let

    def _each(self, name: str, squares: Reader, body: Reader) -> Reader:
        def each(frame: Frame) -> Any:
            left = squares(frame)
            while left:
                inner = Frame(frame)
                inner.values[name] = left
                done = body(inner)
                if done is not None and done is not NEXT:
                    return done
                left &= left - 1
            return None

        return each

    def _numbers(self, name: str, begin: Reader, end: Reader, body: Reader) -> Reader:
        def numbers(frame: Frame) -> Any:
            number = begin(frame)
            while number < end(frame):
                inner = Frame(frame)
                inner.values[name] = number
                done = body(inner)
                if done is not None and done is not NEXT:
                    return done
                number += 1
            return None

        return numbers

    def _while(self, condition: Reader, body: Reader) -> Reader:
        def repeat(frame: Frame) -> Any:
            while condition(frame):
                done = body(frame)
                if done is not None and done is not NEXT:
                    return done
            return None

        return repeat

    def _new(self, kind: str) -> Any:
        """The initial value of a variable without one."""
        return {} if kind.endswith("]") else self.runtime[f"new {kind}"]()

    def _assign(self, target: Expr, sign: str, value: Reader) -> Reader:
        put = self._put(target)
        if sign == "=":
            return lambda frame: put(frame, value(frame))
        old, join = self._reader(target), ASSIGNED[sign]
        return lambda frame: put(frame, join(old(frame), value(frame)))

    def _put(self, target: Expr) -> Callable[[Frame, Any], None]:
        """How a value is assigned to a target."""
        match target:
            case Name(name):

                def put(frame: Frame, value: Any) -> None:
                    found = frame.of(name)
                    assert found is not None, name
                    found.values[name] = value

            case Field(of, name):
                holder = self._reader(of)

                def put(frame: Frame, value: Any) -> None:
                    holder(frame)[name] = value

            case Index(array, at):
                held, number = self._reader(array), self._reader(at)

                def put(frame: Frame, value: Any) -> None:
                    held(frame)[number(frame)] = value

            case Unary("*", of):
                holder = self._reader(of)

                def put(frame: Frame, value: Any) -> None:
                    holder(frame).update(value)

            case Call(function, _):

                def put(frame: Frame, value: Any) -> None:
                    self.runtime[f"{function} ="](value)

            case _:
                raise TypeError(f"nothing can be assigned to {target}")
        return put

    # --- values -----------------------------------------------------------------------------------------

    def _reader(self, expr: Expr) -> Reader:
        """An expression compiled to a function of the frame."""
        match expr:
            case ConstantTable():
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
                return self._address(part)
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
            case TableRow(table, at):
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

    def _address(self, part: Expr) -> Reader:
        """A board, or a list of ends, is its own address; the address of a number is its variable."""
        held = self._reader(part)
        if not isinstance(part, Name) or isinstance(part, Pointer):
            return held
        name = part.name

        def address(frame: Frame) -> Any:
            value = held(frame)
            if not isinstance(value, int):
                return value
            found = frame.of(name)
            assert found is not None
            return Variable(found, name)

        return address


def _members(held: Any) -> Any:
    return held.values if isinstance(held, ConstantTable) else held
