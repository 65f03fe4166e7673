"""Printer of bit programs as C."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.compiler.bits.language import (
    Assign,
    Block,
    CFunction,
    Comment,
    ConstantTable,
    Continue,
    Declared,
    Do,
    Each,
    If,
    Let,
    Number,
    Numbers,
    Return,
    Scoped,
    Stmt,
    Switch,
    While,
    names,
)
from lasker.compiler.groups import NotClassified

INDENT, WIDTH = "    ", 100
MOST_TEXT = 8_000_000  # characters: a compiler reads a million of tables in a second


def function(made: CFunction) -> Iterator[str]:
    """A function, with a comment before it; unused parameters are marked as such.

    >>> from lasker.compiler.bits.language import Name
    >>> body = (Let("n", Number(0), "int"), Each("f", Name("s"), (Assign(Name("n"), "+=", Number(1)),)))
    >>> print(*function(CFunction("static int", "number", (("bits", "s"), ("int", "by")),
    ...                          (*body, Return(Name("n"))))), sep="\\n")
    static int number(bits s, int by) {
        (void)by;
        int n = 0;
        for (bits f = s; any(f); f = rest(f)) n++;
        return n;
    }
    <BLANKLINE>
    """
    if made.note:
        yield f"/* {made.note} */"
    yield f"{made.signature} {{"
    used = names(made.body)
    unused = [name for _, name in made.parameters if name not in used]
    if unused:
        yield f"{INDENT}{', '.join(f'(void){name}' for name in unused)};"
    yield from block(made.body, INDENT)
    yield "}\n"


def block(body: Iterable[Stmt], indent: str) -> Iterator[str]:
    """Statements one after the other."""
    for each in body:
        yield from statement(each, indent)


def statement(stmt: Stmt, indent: str) -> Iterator[str]:
    """A statement on as many lines as needed."""
    match stmt:
        case If(condition, then, otherwise, note):
            *before, last = _headed(f"if ({condition})", then, indent, note)
            yield from before
            if otherwise:  # after the brace, if there is one
                braced = last.strip() == "}"
                yield from () if braced else (last,)
                yield from _headed("} else" if braced else "else", otherwise, indent)
            else:
                yield last
        case Each(name, squares, body):
            yield from _headed(
                f"for (bits {name} = {squares}; any({name}); {name} = rest({name}))", body, indent
            )
        case Numbers(name, begin, end, body):
            yield from _headed(f"for (int {name} = {begin}; {name} < {end}; {name}++)", body, indent)
        case While(condition, body):
            yield from _headed(f"while ({condition})", body, indent)
        case Scoped(body):
            yield f"{indent}{{"
            yield from block(body, indent + INDENT)
            yield f"{indent}}}"
        case Switch(value, cases):
            yield f"{indent}switch ({value}) {{"
            for number, body in cases:
                yield f"{indent}case {number}: {{"
                yield from block(body, indent + INDENT)
                yield f"{indent}{INDENT}break;"
                yield f"{indent}}}"
            yield f"{indent}}}"
        case _:
            yield f"{indent}{_simple(stmt)}"


def _simple(stmt: Stmt) -> str:
    match stmt:
        case Let(name, value, kind):
            stem, star, array = kind.partition("[")
            space = "" if stem.endswith("*") else " "
            return f"{stem}{space}{name}{star}{array}{'' if value is None else f' = {value}'};"
        case Assign(target, "+=", Number(1)):
            return f"{target}++;"
        case Assign(target, sign, value):
            return f"{target} {sign} {value};"
        case Do(called):
            return f"{called};"
        case Return(None):
            return "return;"
        case Return(value):
            return f"return {value};"
        case Continue():
            return "continue;"
        case Comment(text):
            return f"/* {text} */"
        case _:
            raise TypeError(f"no such statement: {stmt!r}")


def _headed(head: str, body: Block, indent: str, note: str = "") -> Iterator[str]:
    """A block after its head: on the same line, if it is one short statement."""
    if len(body) == 1 and not note and isinstance(body[0], Assign | Do | Return | Continue):
        simple = _simple(body[0])
        short = len(indent) + len(head) + len(simple) < WIDTH
        yield from [f"{indent}{head} {simple}"] if short else [f"{indent}{head}", f"{indent}{INDENT}{simple}"]
    else:
        yield f"{indent}{head} {{{f' /* {note} */' if note else ''}"
        yield from block(body, indent + INDENT)
        yield f"{indent}}}"


def table(made: ConstantTable) -> str:
    """A constant array."""
    listed = made.text or f"{{{', '.join(map(str, made.values))}}}"
    stem, _, rest = made.type.partition("[")
    return f"static const {stem} {made.name}[]{f'[{rest}' if rest else ''} = {listed};"


Item = str | ConstantTable | CFunction | Declared  # a line of plain C, or a node of the language


def lines(items: Iterable[Item]) -> Iterator[str]:
    """Items as text."""
    for item in items:
        match item:
            case CFunction():
                yield from function(item)
            case Declared(made):
                yield f"{made.signature};"
            case ConstantTable():
                yield table(item)
            case _:
                yield item


def require_size(characters: int) -> None:
    """NotClassified for a program that no compiler would be done with within seconds.

    >>> require_size(MOST_TEXT + 1)
    Traceback (most recent call last):
    ...
    lasker.compiler.groups.NotClassified: code on bitboards would have more than 8000000 characters
    """
    if characters > MOST_TEXT:
        raise NotClassified(f"code on bitboards would have more than {MOST_TEXT} characters")
