"""The textual IR: printer of programs, for the command line and for tests of passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.algebra.contents import members
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Block,
    Body,
    Choose,
    ChooseDirection,
    Compare,
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

FLAGS = ("passes", "by_label")


def show(program: Program, tables: bool = True) -> str:
    """A program as text, line by line; `read` is the inverse."""
    return "\n".join((*_head(program), *(_tables(program) if tables else ()), *_blocks(program))) + "\n"


def show_block(block: Block) -> str:
    """One block as text."""
    return "\n".join(_block(block)) + "\n"


def span(bits: int) -> str:
    """A bit set as numbers and ranges.

    >>> span(0b1110101), span(0)
    ('0,2,4-6', 'none')
    """
    runs: list[list[int]] = []
    for number in members(bits):
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ",".join("-".join(map(str, run)) for run in runs) or "none"


def _head(program: Program) -> Iterator[str]:
    flags = [word for word in FLAGS if getattr(program, word)]
    settle = ["settle", program.settle] if program.settle else []
    numbers = {name: getattr(program, name) for name in ("sites", "frames", "marks", "moved", "ended")}
    yield " ".join(["program", *(f"{name} {value}" for name, value in numbers.items()), *flags, *settle])
    yield " ".join(["contents", *program.contents])
    for row in program.turned:
        yield " ".join(["turned", *map(str, row)])
    for c in program.counters:
        flags = [word for word, on in (("unkeyed", not c.keyed), ("scratch", c.scratch)) if on]
        yield " ".join(["counter", c.name, f"{c.low}..{c.high}", "from", str(c.start), *flags])
    if any(program.forbids):
        times, states, null_turns = program.forbids
        yield " ".join(["forbids", str(times), *map(str, states), *["null-turns"] * null_turns])
    for rule in program.adjudications:
        flags = [word for word in ("giving" * rule.giving, rule.manner) if word]
        yield " ".join(["adjudication", "repeated", str(rule.repeated), *flags])
    for turn in program.turns:
        yield _turn(turn)
    if program.residuals:
        yield " ".join(["residuals", *program.residuals])


def _turn(turn: Turn) -> str:
    following = [str(to) if test is None else f"{test}:{to}" for test, to in turn.next]
    words = ["turn", turn.name, "player", str(turn.player), "move", turn.move, "then", *following]
    words += ["ends", *map(_end, turn.ends), "verdicts", *map(_end, turn.verdicts)]
    odds = [f"{block}:{weight}" for weight, block in turn.odds]
    questions = ["questions", *turn.questions] if turn.questions else []
    return " ".join([*words, "adjudications", *turn.adjudications, "odds", *odds, *questions])


def _end(end: End) -> str:
    return end.block + ("?" if end.idle else "")


def _tables(program: Program) -> Iterator[str]:
    return (f"table {_rows(table)}" for table in program.tables)


def _rows(table: SquareTable) -> str:
    return " | ".join("none" if row is None else " ".join(map(str, row)) for row in table.rows)


def _blocks(program: Program) -> Iterator[str]:
    return (line for block in program.blocks.values() for line in _block(block))


def _block(block: Block) -> Iterator[str]:
    keeps = "" if block.keeps is None else " keeps" + "".join(f" {name}" for name in block.keeps)
    yield f"block {_call(block.name, block.cursors)}{keeps}{' arrives' if block.arrives else ''}"
    yield from _lines(block.body, "  ")


def _lines(body: Body, indent: str) -> Iterator[str]:
    for op in body:
        yield indent + line(op)
        if isinstance(op, Fork):
            for option in op.options:
                yield indent + "  way"
                yield from _lines(option, indent + "    ")
        elif isinstance(op, Select):
            yield from _lines(op.options, indent + "  ")


def _call(name: str, cursors: Iterable[str]) -> str:
    return f"{name}({' '.join(cursors)})"


def line(op: Op) -> str:
    """An operation as one line, without the options of a fork or a `select`."""
    match op:
        case Apply():
            return _lay(op)
        case Choose(cursor, contents, sites, noted):
            return f"choose {cursor} in {span(contents)} on {span(sites)}" + (" noted" if noted else "")
        case Alias(cursor, others, contents, sites):
            return f"alias {cursor} with {' '.join(others)} in {span(contents)} on {span(sites)}"
        case NoteEnd(cursor):
            return f"note end {cursor}"
        case Fork():
            return "fork"
        case ChooseDirection(cursor, count):
            return f"direction {cursor} of {count}"
        case Require(block, cursors, wanted):
            return f"require {'' if wanted else 'not '}{_call(block, cursors)}"
        case Adjust(slot, relative, amount):
            return f"adjust {slot} {'+=' if relative else ':='} {amount}"
        case Select(way):
            return f"select by {way}"
        case Compare(slot, relation, other, other_is_slot):
            return f"compare {slot} {relation} {'slot ' if other_is_slot else ''}{other}"
        case Star(block, cursors, low, high):
            return f"star {_call(block, cursors)} {low}..{'' if high is None else high}"
        case Each():
            standing = f" with {' '.join(op.others)}" if op.others else ""
            place = f"{op.cursor}{standing} in {span(op.contents)} on {span(op.sites)}"
            return f"each {place} do {_call(op.block, op.cursors)}"
        case Most(slot, block, cursors):
            return f"most {slot} {_call(block, cursors)}"
        case Go(block, cursors):
            return f"go {_call(block, cursors)}"


def _lay(op: Apply) -> str:
    parts = [f"#{column} in {span(contents)}" for column, contents in op.checks]
    parts += [f"#{column} under {cursor}" for column, cursor in op.standing]
    parts += [f"#{column} = {','.join(map(str, contents))}" for column, contents in op.writes]
    parts += [
        f"#{carry.column} from {carry.source or '#'} gains {carry.gains} loses {carry.loses}"
        for carry in op.carries
    ]
    parts += [f"{cursor} to #{column}" for cursor, column in op.walks]
    at = "" if op.anchor is None else f" at {op.anchor}"
    way = "" if op.direction is None else f" by {op.direction}"
    return f"apply {','.join(map(str, op.tables))}{at}{way} : " + " ; ".join(parts)
