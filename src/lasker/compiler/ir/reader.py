"""Parser of the textual IR: the inverse of `ir.text.show`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lasker.compiler.ir.ops import (
    Adjudication,
    Adjust,
    Alias,
    Apply,
    Block,
    Body,
    Carry,
    Choose,
    ChooseDirection,
    Compare,
    CounterSpec,
    Each,
    End,
    Fork,
    Go,
    Most,
    NoteEnd,
    Op,
    Program,
    Require,
    Select,
    SquareTable,
    Star,
    Turn,
)
from lasker.compiler.ir.text import FLAGS
from lasker.kernel.errors import ParseError
from lasker.model.forbidden_repetition import Repetition

Words = list[str]
CALL = re.compile(r"(\w+)\(([^)]*)\)")


def read(text: str) -> Program:
    """Parses a program."""
    reader = ProgramReader([each for each in text.splitlines() if each.strip()])
    return reader.program()


def bits(text: str) -> int:
    """Parses a bit set that is written as numbers and ranges.

    >>> bin(bits("0,2,4-6"))
    '0b1110101'
    """
    if text == "none":
        return 0
    found = 0
    for run in text.split(","):
        low, _, high = run.partition("-")
        found |= (1 << (int(high or low) + 1)) - (1 << int(low))
    return found


class ProgramReader:
    """A recursive-descent parser over the lines of a text."""

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.at = lines, 0

    def program(self) -> Program:
        """The whole program."""
        lists = ("turned", "counters", "adjudications", "turns", "tables")
        head: dict[str, Any] = {name: [] for name in lists} | {"blocks": {}}
        while self.at < len(self.lines):
            word, *rest = self.lines[self.at].split()
            if word == "block":
                block = self.block()
                head["blocks"][block.name] = block
                continue
            self.at += 1
            if word == "program":
                head |= _numbers(rest)
            elif word == "contents":
                head["contents"] = tuple(rest)
            elif word == "turned":
                head["turned"].append(tuple(map(int, rest)))
            elif word == "counter":
                head["counters"].append(_counter(rest))
            elif word == "forbids":
                head["forbids"] = _repetition(rest)
            elif word == "adjudication":
                head["adjudications"].append(_adjudication(rest))
            elif word == "turn":
                head["turns"].append(_turn(rest))
            elif word == "residuals":
                head["residuals"] = tuple(rest)
            elif word == "table":
                head["tables"].append(_table(" ".join(rest)))
            else:
                raise ParseError(f"no line of a program begins with {word}")
        found: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in head.items()
        }
        return Program(**found)

    def block(self) -> Block:
        """A block and its body."""
        found = re.fullmatch(
            r"block (\w+)\(([^)]*)\)( keeps((?: (?!arrives)\w+)*))?( arrives)?", self.lines[self.at].strip()
        )
        if not found:
            raise ParseError(f"this is no block: {self.lines[self.at]}")
        self.at += 1
        keeps = tuple(found[4].split()) if found[3] else None
        return Block(found[1], tuple(found[2].split()), self.body(2), keeps, bool(found[5]))

    def body(self, indent: int) -> Body:
        """The operations at one depth of indentation."""
        return tuple(self._ops(indent))

    def _ops(self, indent: int) -> Iterator[Op]:
        while self.at < len(self.lines) and _depth(self.lines[self.at]) == indent:
            words = self.lines[self.at].split()
            self.at += 1
            if words == ["fork"]:
                yield Fork(tuple(self._options(indent + 2)))
            elif words[:2] == ["select", "by"]:
                yield Select(words[2], self.body(indent + 2))  # type: ignore[arg-type]  # `check` verifies that
            else:
                yield op(words)

    def _options(self, indent: int) -> Iterator[Body]:
        while self.at < len(self.lines) and self.lines[self.at] == " " * indent + "way":
            self.at += 1
            yield self.body(indent + 2)


def op(words: Words) -> Op:
    """The operation of one line, except forks and selections."""
    text = " ".join(words)
    call = CALL.search(text)
    name, cursors = (call[1], tuple(call[2].split())) if call else ("", ())
    match words:
        case ["apply", *_]:
            return _lay(text)
        case ["choose", cursor, "in", contents, "on", sites, *noted]:
            return Choose(cursor, bits(contents), bits(sites), bool(noted))
        case ["alias", cursor, "with", *others, "in", contents, "on", sites]:
            return Alias(cursor, tuple(others), bits(contents), bits(sites))
        case ["direction", cursor, "of", number]:
            return ChooseDirection(cursor, int(number))
        case ["note", "end", cursor]:
            return NoteEnd(cursor)
        case ["require", word, *_]:
            return Require(name, cursors, word != "not")
        case ["adjust", slot, sign, amount]:
            return Adjust(int(slot), sign == "+=", int(amount))
        case ["compare", slot, relation, *slotted, other]:
            return Compare(int(slot), relation, int(other), bool(slotted))
        case ["star", *_, bounds]:
            low, _, high = bounds.partition("..")
            return Star(name, cursors, int(low), int(high) if high else None)
        case ["each", cursor, *others, "in", contents, "on", sites, "do", _] | [
            "each", cursor, *others, "in", contents, "on", sites, "do", _, _
        ]:  # fmt: skip
            return Each(cursor, tuple(others[1:]), bits(contents), bits(sites), name, cursors)
        case ["most", slot, *_]:
            return Most(int(slot), name, cursors)
        case ["go", *_]:
            return Go(name, cursors)
    raise ParseError(f"this is no operation: {text}")


def _lay(text: str) -> Apply:
    head, _, tail = text.partition(" :")
    _, tables, *more = head.split()
    named = dict(zip(more[::2], more[1::2], strict=True))
    parts = [part.split() for part in tail.split(";") if part.strip()]
    return Apply(
        tuple(map(int, tables.split(","))),
        named.get("at"),
        tuple((int(p[0][1:]), bits(p[2])) for p in parts if p[1] == "in"),
        tuple((int(p[0][1:]), p[2]) for p in parts if p[1] == "under"),
        tuple((int(p[0][1:]), tuple(map(int, p[2].split(",")))) for p in parts if p[1] == "="),
        tuple(
            Carry(int(p[0][1:]), None if p[2] == "#" else p[2], int(p[4]), int(p[6]))
            for p in parts
            if p[1] == "from"
        ),
        tuple((p[0], int(p[2][1:])) for p in parts if p[1] == "to"),
        named.get("by"),
    )


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _numbers(words: Words) -> dict[str, Any]:
    found: dict[str, Any] = {flag: flag in words for flag in FLAGS} | {"settle": None}
    words = [word for word in words if word not in FLAGS]
    for name, value in zip(words[::2], words[1::2], strict=True):
        found[name] = value if name == "settle" else int(value)
    return found


def _counter(words: Words) -> CounterSpec:
    name, bounds, _, start, *flags = words
    low, _, high = bounds.partition("..")
    return CounterSpec(name, int(low), int(high), int(start), "unkeyed" not in flags, "scratch" in flags)


def _repetition(words: Words) -> Repetition:
    times, *states = (word for word in words if word != "null-turns")
    return Repetition(int(times), tuple(map(int, states)), "null-turns" in words)


def _adjudication(words: Words) -> Adjudication:
    _, repeated, *flags = words
    manner = next((flag for flag in flags if flag != "giving"), "")
    return Adjudication(int(repeated), "giving" in flags, manner)


def _turn(words: Words) -> Turn:
    name, _, player, _, move, *rest = words
    lists = ("then", "ends", "verdicts", "adjudications", "odds", "questions")
    parts: dict[str, Words] = {word: [] for word in lists}
    listed = parts["then"]
    for word in rest:
        if word in parts:
            listed = parts[word]
        else:
            listed.append(word)
    following = [word.rpartition(":") for word in parts["then"]]
    odds = [word.rpartition(":") for word in parts["odds"]]
    return Turn(
        name,
        int(player),
        move,
        tuple((test or None, int(to)) for test, _, to in following),
        tuple(map(_end, parts["ends"])),
        tuple(map(_end, parts["verdicts"])),
        tuple(parts["adjudications"]),
        tuple((int(weight), block) for block, _, weight in odds),
        tuple(parts["questions"]),
    )


def _end(word: str) -> End:
    return End(word.removesuffix("?"), word.endswith("?"))


def _table(text: str) -> SquareTable:
    rows = [row.strip() for row in text.split("|")]
    return SquareTable(tuple(None if row == "none" else tuple(map(int, row.split())) for row in rows))
