"""Building the tree: what each rule of the grammar becomes, and how operators are grouped.

Long because every rule of the grammar has its method.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from lasker.kernel.errors import LaskerError
from lasker.kernel.limits import LARGEST, whole
from lasker.syntax import tree as t

LINES = ("file", "rank", "layer", "shade")  # words that go before the name of a line of squares
COUNTED = {"by": "INT", "of": "WORD"}  # words of regions, and what follows them
JOINTS = {"without": "join", "in": "join", "beside": "neighbours", "around": "neighbours", "board": "board"}
MOST_COUNTED = 10**40  # what a line of perft may say
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


class Build(Transformer[Token, Any]):
    """Turns Lark's reductions straight into the tree."""

    def start(self, children: list[Any]) -> tuple[t.Line, ...]:
        return tuple(child for child in children if child is not None)

    def statement(self, children: list[Any]) -> t.Statement:
        return t.Statement(tuple(children[::2]), _at(children))

    def local(self, children: list[Any]) -> t.Statement:
        return t.Statement(tuple(children[1::2]), _at(children), True)

    def players(self, children: list[Token]) -> t.Declaration:
        return t.Declaration("players", tuple(map(str, children[1:])), _at(children))

    def piece(self, children: list[Any]) -> t.Declaration:
        *signs, low, high, betza = children[1:]
        name = " ".join(str(token) for token in signs if token.type == "WORD")
        glyphs = tuple(token.rstrip("\ufe0e\ufe0f") for token in signs if token.type == "GLYPH")
        letters = tuple(token.strip("'") for token in signs if token.type == "QUOTED")
        at = _at([children[0], *signs, *([] if high is None else [high])])
        if high is not None:
            counted = (_integer(low), _integer(high))
            return t.Declaration("piece", (name, glyphs, letters, betza and str(betza), counted), at)
        if betza is None:
            return t.Declaration("piece", (name, glyphs, letters), at)
        text, (_, end) = str(betza[1:].lstrip()), _at([betza])
        return t.Declaration("piece", (name, glyphs, letters, text), at, {"=": (end - len(text), end)})

    def without_pieces(self, children: list[Token]) -> t.Declaration:
        _, piece, *words = children
        runs = [list[str]()]
        for word in words:
            runs = [*runs, []] if word.type == "COMMA" else [*runs[:-1], [*runs[-1], str(word)]]
        names = tuple(" ".join(run) for run in runs)
        return t.Declaration("without", (str(piece), names), _at(children), _places(*words))

    def without_rules(self, children: list[Token]) -> t.Declaration:
        _, kind, *texts = children
        return t.Declaration("without", (str(kind), tuple(map(_text, texts))), _at(children))

    def mark(self, children: list[Any]) -> t.Declaration:
        return t.Declaration("mark", (str(children[1]), children[2]), _at(children))

    def counter(self, children: list[Any]) -> t.Declaration:
        _, name, bounds, *words = children
        return t.Declaration("counter", (str(name), *bounds, " ".join(words)), _at(children))

    def board(self, children: list[Any]) -> t.Declaration:
        return t.Declaration("board", tuple(map(str, children[1])), _at(children))

    def region_of(self, children: list[Any]) -> t.Declaration:
        _, *words, of, owner, _, areas = children
        name = " ".join(map(str, words))
        return t.Declaration("region", (name, None if of is None else str(owner), areas), _at(children))

    def link(self, children: list[Any]) -> t.Declaration:
        _, start, *steps = children
        ways = zip(steps[::3], steps[1::3], steps[2::3], strict=True)
        found = tuple((str(there), _owner(back), end) for there, back, end in ways)
        return t.Declaration("link", (start, found), _at(children))

    def turn(self, children: list[Token]) -> t.Declaration:
        _, name, *words = map(str, children)
        return t.Declaration("turn", (name, tuple(zip(words[::2], words[1::2], strict=True))), _at(children))

    def version(self, children: list[Token]) -> t.Declaration:
        return t.Declaration("version", (_integer(children[1]),), _at(children))

    def perft(self, children: list[Any]) -> t.Declaration:
        _, depth, count, position = children
        place = None if position is None else _text(position)
        return t.Declaration("perft", (_integer(depth), _integer(count, MOST_COUNTED), place), _at(children))

    def fact(self, children: list[Token]) -> t.Declaration:
        return t.Declaration("fact", (str(children[0]), tuple(map(_text, children[1:]))), _at(children))

    def end(self, children: list[Any]) -> t.Declaration:
        _, reason, result, scope, test = children
        parts = (_text(reason), *_result(result), test)
        return t.Declaration("end", (*parts, *_scope(scope)), _at(children), _places(result, *(scope or ())))

    def invalid(self, children: list[Any]) -> t.Declaration:
        _, reason, scope, test = children
        parts = (_text(reason), test, *_scope(scope))
        return t.Declaration("invalid", parts, _at(children), _places(*(scope or ())))

    def called(self, children: list[Any]) -> t.Declaration:
        _, name, short, scope, move = children
        parts = (_text(name), None if short is None else _text(short), move, *_scope(scope))
        return t.Declaration("called", parts, _at(children), _places(*(scope or ())))

    def because(self, children: list[Token]) -> t.Declaration:
        return t.Declaration("because", (str(children[1]), _text(children[2])), _at(children))

    def adjudicate(self, children: list[Any]) -> t.Declaration:
        _, reason, result, manner, scope, when = children
        parts = (_text(reason), *_result(result), _owner(manner), when, *_scope(scope))
        return t.Declaration("adjudicate", parts, _at(children), _places(result, *(scope or ())))

    def scope(self, children: list[Token | None]) -> list[Token]:
        return [child for child in children if child is not None]

    def share(self, children: list[Token]) -> tuple[int, int]:
        return _integer(children[0]), _integer(children[1])

    def repeated(self, children: list[Any]) -> t.Recurring:
        _, times, manner, test = children
        return t.Recurring(_integer(times), test, manner == "giving")

    def options(self, children: list[t.Node]) -> tuple[t.Node, ...]:
        return tuple(children)

    def state(self, children: list[Any]) -> t.Declaration:
        _, name, _, player, move, *nexts = children
        *tested, last = nexts
        pairs = [(test, str(then)) for then, test in zip(tested[::2], tested[1::2], strict=True)]
        places = _places(player, *tested[::2], last)
        parts = (str(name), str(player), move, (*pairs, (None, str(last))))
        return t.Declaration("state", parts, _at(children), places)

    def life(self, words: list[Token]) -> str:
        return " ".join(words)

    def range(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(children)

    def shape(self, words: list[Token]) -> list[Token]:
        return words

    def holes(self, children: list[Token]) -> str:
        return "..".join(map(_name, children))

    def name(self, children: list[Token]) -> str:
        return _name(children[0])

    def number(self, children: list[Token]) -> int:
        return _integer(children[0])

    def negative(self, children: list[Token]) -> int:
        return -_integer(children[0])

    def stretch(self, children: list[Token]) -> t.Area:
        return t.Area(("stretch", _name(children[0]), _name(children[1])), _at(children))

    def from_end(self, children: list[Any]) -> t.Area:
        return t.Area(("from end", f"-{_integer(children[0])}"), _at(children))

    def place(self, children: list[Token]) -> Token:
        return children[0]

    def areas(self, parts: list[Any]) -> tuple[t.Area, ...]:
        """Squares and lines: `rank 8` is a line, while `b2 b4` are two squares; and words between them."""
        found: list[t.Area] = []
        word: Token | None = None  # the word just before, if something must or may follow it
        for part in parts:
            token = part if isinstance(part, Token) else None
            if word is not None and _follows(part, word):
                name = part.what[1] if token is None else _integer(token) if word == "by" else _name(token)
                what = (str(word), name) if word in COUNTED else ("line", str(word), name)
                found[-1] = t.Area(what, (found[-1].at[0], _at([part])[1]))
                word = None
                continue
            plain = token is not None and token.type == "WORD"
            word = token if plain and token in {*LINES, *COUNTED} else None
            if token is None:
                found.append(part)
            elif plain and token in JOINTS:
                found.append(t.Area((JOINTS[token], str(token)), _at([token])))
            elif token.type != "COMMA":
                found.append(t.Area(("stretch", _name(token), None), _at([token])))
        return tuple(found)

    def point(self, children: list[Any]) -> t.Area:
        return t.Area(("point", tuple(children[1:-1])), _at(children))

    def operator(self, children: list[Token]) -> Token:
        return children[0].update(value="->") if children[0] == "→" else children[0]

    def joined(self, children: list[Any]) -> t.Node:
        return _grouped(children)

    def row(self, children: list[Any]) -> t.Node:
        items = children[0].items if isinstance(children[0], t.Row) else children[:1]
        return t.Row((*items, *children[1:]), _at(children))

    def bound(self, children: list[Any]) -> t.Bound:
        head, body = children
        return t.Bound(head if isinstance(head, t.Row) else t.Row((head,), head.at), body, _at(children))

    def anyof(self, children: list[Any]) -> t.AnyOf:
        name, _, choices, body = children
        return t.AnyOf(str(name), choices, body, _at(children))

    def ifelse(self, children: list[Any]) -> t.IfElse:
        condition, yes, no = children
        return t.IfElse(condition, yes, no, _at(children))

    def star(self, children: list[Any]) -> t.Repeated:
        return t.Repeated(children[0], 0, None, _at(children))

    def plus(self, children: list[Any]) -> t.Repeated:
        return t.Repeated(children[0], 1, None, _at(children))

    def maybe(self, children: list[Any]) -> t.Repeated:
        return t.Repeated(children[0], 0, 1, _at(children))

    def times(self, children: list[Any]) -> t.Repeated:
        body, low, high = children[0], children[1], children[2] or children[1]
        return t.Repeated(body, _count(low), _count(high), _at([body, *low, *high]))

    def times_up(self, children: list[Any]) -> t.Repeated:
        return t.Repeated(children[0], _count(children[1]), None, _at([children[0], *children[1]]))

    def count(self, children: list[Token | None]) -> list[Token]:
        return [child for child in children if child is not None]

    amount = count

    def superscript(self, children: list[Any]) -> t.Power:
        return t.Power(children[0], _integer(children[1]), _at(children))

    def power(self, children: list[Any]) -> t.Power:
        return t.Power(children[0], _integer(children[1]), _at(children))

    def inverse_power(self, children: list[Any]) -> t.Power:
        return t.Power(children[0], -_integer(children[1]), _at(children))

    def marked(self, children: list[Any]) -> t.Marked:
        return t.Marked(children[0], str(children[1]), True, _at(children))

    def unmarked(self, children: list[Any]) -> t.Marked:
        return t.Marked(children[0], str(children[1]), False, _at(children))

    def inside(self, children: list[Any]) -> t.Inside:
        region, owner = children[-1]
        return t.Inside(children[0], region, owner, True, _at(children[:1]))

    def outside(self, children: list[Any]) -> t.Inside:
        region, owner = children[-1]
        return t.Inside(children[0], region, owner, False, _at(children[:1]))

    def narrowed(self, children: list[Any]) -> t.Narrowed:
        return t.Narrowed(children[0], children[1], True, _at(children))

    def excluded(self, children: list[Any]) -> t.Narrowed:
        return t.Narrowed(children[0], children[1], False, _at(children))

    def word(self, children: list[Token]) -> t.Word:
        return t.Word(str(children[0]), _at(children))

    def glyph(self, children: list[Token]) -> t.Symbol:
        return t.Symbol(children[0].rstrip("\ufe0e\ufe0f"), _at(children))

    def quoted(self, children: list[Token]) -> t.Symbol:
        return t.Symbol(children[0].strip("'"), _at(children))

    def dot(self, children: list[Token]) -> t.Symbol:
        return t.Symbol(".", _at(children))

    def hash(self, children: list[Token]) -> t.Symbol:
        return t.Symbol("#", _at(children))

    def digits(self, children: list[Token]) -> t.Digits:
        _integer(children[0])
        return t.Digits(str(children[0]), _at(children))

    def cursor(self, children: list[Token]) -> t.Cursor:
        return t.Cursor(children[0][1:] or "%", True, _at(children))

    def at(self, children: list[Token]) -> t.Cursor:
        return t.Cursor(children[0][1:] or "%", False, _at(children))

    def nothing(self, children: list[Token]) -> t.Constant:
        return t.Constant("nil", _at(children))

    def failure(self, children: list[Token]) -> t.Constant:
        return t.Constant("fail", _at(children))

    def same(self, children: list[Token]) -> t.Constant:
        return t.Constant("same", _at(children))

    def most(self, children: list[Token]) -> t.MostOf:
        return t.MostOf(str(children[1]), _owner(children[3]), _at(children))

    def each(self, children: list[Token]) -> t.EachOf:
        return t.EachOf(_at(children))

    def owned(self, children: list[Token]) -> t.Owned:
        return t.Owned(str(children[0]), str(children[2]), _at(children))

    def region(self, children: list[Any]) -> tuple[str, str | None]:
        return " ".join(children[:-2]), _owner(children[-1])

    def update(self, children: list[Any]) -> t.Update:
        name, _, owner, operator, amount = children
        number = amount if isinstance(amount, int) else _count(amount)
        return t.Update(str(name), _owner(owner), str(operator), number, _at(children))

    def relation(self, children: list[Token]) -> str:
        return {"≠": "!=", "≤": "<=", "≥": ">="}.get(children[0], str(children[0]))

    def group(self, children: list[Any]) -> t.Group:
        return t.Group(tuple(children[1:-1]), _at(children))

    def test(self, children: list[Any]) -> t.Asked:
        return _asked(children, True)

    def nottest(self, children: list[Any]) -> t.Asked:
        return _asked(children, False)


def _at(children: list[Any]) -> t.Range:
    """From the first to the last thing in `children` that knows its place."""
    for first in children:
        if isinstance(first, Token):
            start = first.start_pos or 0
            break
        if hasattr(first, "at"):
            start = first.at[0]
            break
    else:
        return (0, 0)
    for last in reversed(children):
        if isinstance(last, Token):
            return (start, last.end_pos or 0)
        if hasattr(last, "at"):
            return (start, last.at[1])
    return (start, start)


LOOSEST_FIRST = ("->", "//", "|", "+", ";", "\\")


def _grouped(items: list[Any]) -> t.Node:
    """Operands and operators in turn, grouped at the loosest operator among them."""
    if len(items) == 1:
        return items[0]  # type: ignore[no-any-return]
    operators = set(map(str, items[1::2]))
    loosest = next(operator for operator in LOOSEST_FIRST if operator in operators)
    operands: list[Any] = [[]]
    for position, item in enumerate(items):
        if position % 2 and item == loosest:
            operands.append([])
        else:
            operands[-1].append(item)
    nodes = tuple(map(_grouped, operands))
    if loosest == "->":
        return t.Arrow(nodes, _at(items))
    return t.Joined(loosest, nodes, _at(items))


def _follows(part: Any, word: Token) -> bool:
    """May it stand behind `rank`, `by` or `of`? A name, a number, or a number from the end of the board."""
    if word in COUNTED:
        return isinstance(part, Token) and part.type == COUNTED[word]
    if not isinstance(part, Token):
        return bool(part.what[0] == "from end")
    return part.type != "COMMA" and (part.type == "QUOTED" or part not in {*COUNTED, *JOINTS})


def _name(token: Token) -> str:
    return str(token).strip("'")


def _text(token: Token) -> str:
    return str(token)[1:-1]


def _result(result: Token | tuple[int, int]) -> tuple[str | tuple[int, int]]:
    return (result if isinstance(result, tuple) else str(result),)


def _scope(tokens: list[Token] | None) -> tuple[t.Scope, ...]:
    """Whom a rule concerns and where it is asked, if a line says so."""
    if tokens is None:
        return ()
    concerned = tokens[0] == "for"
    states = tuple(map(str, tokens[3 if concerned else 1 :]))
    return (t.Scope(str(tokens[1]) if concerned else None, states),)


def _places(*names: Token | tuple[int, int]) -> dict[str, t.Range]:
    """Where some names stand."""
    tokens = [name for name in names if isinstance(name, Token)]
    return {str(token): (token.start_pos or 0, token.end_pos or 0) for token in tokens}


def _owner(word: Token | None) -> str | None:
    return None if word is None else str(word)


def _count(tokens: list[Token]) -> t.Count:
    """A number, or its name and owner."""
    first = tokens[0]
    return _integer(first) if first.type == "INT" else (str(first), _owner(tokens[2] if tokens[1:] else None))


def _asked(children: list[Any], wanted: bool) -> t.Asked:
    _, body, relation, other, _ = children
    return t.Asked(body, relation, other, wanted, _at(children))


class Misplaced(Exception):
    """An error that knows the token which is wrong, in a text that only the parser knows."""

    def __init__(self, token: Token, error: LaskerError) -> None:
        super().__init__()
        self.token, self.error = token, error


def _integer(token: Token, most: int = LARGEST) -> int:
    """A number as written, or else it is refused."""
    try:
        return whole(token.translate(SUPERSCRIPTS), most)
    except LaskerError as error:
        raise Misplaced(token, error) from None
