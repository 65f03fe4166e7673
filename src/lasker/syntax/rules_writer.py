"""Lines of rules written as a text, so that what a program has put together can be read by people, and by the
parser as the same lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from lasker.kernel.source import Source
from lasker.syntax import tree as t
from lasker.syntax.tree_builder import COUNTED, JOINTS, LINES
from lasker.syntax.unparse import name, of, placed

WIDE = 110  # characters, from which on alternatives get lines of their own
Piece = (
    str | t.Node | t.Area | tuple[str, str]
)  # a text, a tree, or a name whose place is asked for and its text


def written(lines: Iterable[t.Line], title: str) -> tuple[Source, tuple[t.Line, ...]]:
    """The text of some lines, and the same lines with the places that they have in this text.

    >>> from lasker.syntax.parse import parse_lines
    >>> lines = parse_lines(Source("region far rank of white=rank 8\\nf(x) = %rook : x"))
    >>> source, again = written(lines, "mine")
    >>> print(source.text, end="")
    region far rank of white = rank 8
    f(x) = %rook: x
    >>> again[0].at, again[0].parts[2][0].at
    ((0, 33), (27, 33))
    """
    texts: list[str] = []
    found: list[t.Line] = []
    at = 0
    for line in lines:
        text, moved = _line(line, at)
        texts.append(text)
        found.append(moved)
        at += len(text) + 1
    return Source("\n".join([*texts, ""]), title), tuple(found)


def _line(line: t.Line, start: int) -> tuple[str, t.Line]:
    pieces = list(_sides(line) if isinstance(line, t.Statement) else _DECLARED[line.keyword](*line.parts))
    texts: list[str] = []
    inside: list[t.Node | t.Area] = []
    places: dict[str, t.Range] = {}
    at = start
    for piece in pieces:
        if isinstance(piece, str):
            text = piece
        elif isinstance(piece, tuple):
            text = piece[1]
            places[piece[0]] = (at, at + len(text))
        elif isinstance(piece, t.Area):
            text = _area(piece.what)
            inside.append(replace(piece, at=(at, at + len(text))))
        else:
            text, inner = _broken(piece, at)
            inside.append(inner)
        texts.append(text)
        at += len(text)
    parts = iter(inside)
    if isinstance(line, t.Statement):
        sides: tuple[Any, ...] = tuple(parts)  # no areas
        return "".join(texts), t.Statement(sides, (start, at), line.local)
    return "".join(texts), t.Declaration(line.keyword, _with(line.parts, parts), (start, at), places)


def _broken(node: t.Node, start: int) -> tuple[str, t.Node]:
    """The text of a tree, a long choice with a line for each alternative."""
    text, moved = placed(node, start)
    if len(text) > WIDE and isinstance(node, t.Bound):
        front, head = placed(node.head, start)
        text, body = _broken(node.body, start + len(front) + 2)
        end = start + len(front) + 2 + len(text)
        return f"{front}: {text}", t.Bound(head, body, (start, end))  # type: ignore[arg-type]  # a row
    if len(text) <= WIDE or not (isinstance(node, t.Joined) and node.operator == "|"):
        return text, moved
    texts: list[str] = []
    items: list[t.Node] = []
    at = start
    for item in node.items:
        front = "\n    | " if texts else ""
        text, inner = placed(item, at + len(front))
        texts.append(front + text)
        items.append(inner)
        at += len(texts[-1])
    return "".join(texts), replace(node, items=tuple(items), at=(start, at))


def _with(value: Any, parts: Iterator[Any]) -> Any:
    """What a declaration holds, with the next parts in place of its trees."""
    if isinstance(value, tuple):
        return tuple(_with(item, parts) for item in value)
    if isinstance(value, t.Recurring):
        return replace(value, test=next(parts)) if value.test is not None else value
    return next(parts) if hasattr(value, "at") else value


def _sides(line: t.Statement) -> Iterator[Piece]:
    yield from ("local ",) if line.local else ()
    for number, side in enumerate(line.sides):
        yield from ((" = ", side) if number else (side,))


def _text(text: str) -> str:
    return f'"{text}"'


def _fact(keyword: str, texts: tuple[str, ...]) -> Iterator[Piece]:
    yield f"{keyword:<6} {' '.join(map(_text, texts))}"


def _piece(
    called: str,
    glyphs: tuple[str, ...],
    letters: tuple[str, ...],
    betza: str | None = None,
    counted: tuple[int, int] | None = None,
) -> Iterator[Piece]:
    yield " ".join([f"piece  {called}", *glyphs, *(f"'{letter}'" for letter in letters)])
    if counted is not None:
        yield f" {counted[0]}..{counted[1]}"
    if betza is not None:
        yield " = "
        yield "=", betza


def _without(kind: str, names: tuple[str, ...]) -> Iterator[Piece]:
    yield f"without {kind} {', '.join(names) if kind == 'piece' else ' '.join(map(_text, names))}"


def _counter(called: str, low: int, high: int, start: int | None, words: str) -> Iterator[Piece]:
    begins = "" if start is None else f" from {start}"
    yield f"counter {called} {low}..{high}{begins}{' ' * bool(words)}{words}"


def _region(called: str, owner: str | None, areas: tuple[t.Area, ...]) -> Iterator[Piece]:
    yield f"region {called}{of(owner)} = "
    for before, area in zip((None, *areas), areas, strict=False):
        if before is not None:
            leads, trails = before.what[0] in {"join", "neighbours"}, area.what[0] in {"join", "by", "of"}
            yield " " if leads or trails else ", "
        yield area


def _area(what: tuple[Any, ...]) -> str:
    match what:
        case ("stretch", start, None):
            return f"'{start}'" if start in {*JOINTS, *COUNTED, *LINES} else name(start)
        case ("by" | "of" as word, value):
            return f"{word} {value}"
        case ("stretch", start, end):
            return f"{name(start)}..{name(end)}"
        case ("line", kind, line):
            return f"{kind} {line if line.startswith('-') else name(line)}"
        case ("point", coordinates):
            return f"({', '.join(map(str, coordinates))})"
    return str(what[1])  # a number from the end, or a word


def _link(start: str, steps: tuple[tuple[str, str | None, str], ...]) -> Iterator[Piece]:
    yield f"link   {name(start)}"
    for there, back, end in steps:
        yield f" {there}{'' if back is None else f'/{back}'} {name(end)}"


def _turn(called: str, pairs: tuple[tuple[str, str], ...]) -> Iterator[Piece]:
    yield f"turn   {called}: {', '.join(f'{a} -> {b}' for a, b in pairs)}"


def _result(result: str | tuple[int, int]) -> Piece:
    return f"{result[0]}/{result[1]}" if isinstance(result, tuple) else (result, result)


def _scope(scope: t.Scope | None) -> Iterator[Piece]:
    """`for PLAYER in STATE, STATE`, and the colon."""
    if scope is not None and scope.player:
        yield from (" for ", (scope.player, scope.player))
    for number, state in enumerate(scope.states if scope is not None else ()):
        yield from (", " if number else " in ", (state, state))
    yield ": "


def _end(
    reason: str, result: str | tuple[int, int], test: t.Node, scope: t.Scope | None = None
) -> Iterator[Piece]:
    yield from (f"end    {_text(reason)} ", _result(result), *_scope(scope), test)


def _adjudicate(
    reason: str,
    result: str | tuple[int, int],
    manner: str | None,
    when: t.Node | t.Recurring,
    scope: t.Scope | None = None,
) -> Iterator[Piece]:
    yield from (f"adjudicate {_text(reason)} ", _result(result), f" {manner}" if manner else "")
    yield from _scope(scope)
    if isinstance(when, t.Recurring):
        yield f"repeated {when.times}"
        if when.test is not None:
            yield from (" giving " if when.giving else " under ", when.test)
    else:
        yield when


def _invalid(reason: str, test: t.Node, scope: t.Scope | None = None) -> Iterator[Piece]:
    yield from (f"invalid {_text(reason)}", *_scope(scope), test)


def _called(name: str, short: str | None, move: t.Node, scope: t.Scope | None = None) -> Iterator[Piece]:
    yield from (f"called {_text(name)}", f" {_text(short)}" if short else "", *_scope(scope), move)


def _state(
    called: str, player: str, moves: tuple[t.Node, ...], nexts: tuple[tuple[t.Node | None, str], ...]
) -> Iterator[Piece]:
    yield from (f"state  {called} of ", (player, player), ": ")
    for number, move in enumerate(moves):
        yield from ((", ", move) if number else (move,))
    for number, (test, then) in enumerate(nexts):
        yield from (", " if number else " then ", (then, then))
        if test is not None:
            yield from (" if ", test)


_DECLARED: Mapping[str, Any] = {
    "version": lambda number: [f"lasker {number}"],
    "players": lambda *names: [f"players {' '.join(names)}"],
    "piece": _piece,
    "without": _without,
    "mark": lambda called, life: [f"mark   {called} {life}"],
    "counter": _counter,
    "board": lambda *words: [f"board  {' '.join(words)}"],
    "region": _region,
    "link": _link,
    "turn": _turn,
    "fact": _fact,
    "end": _end,
    "adjudicate": _adjudicate,
    "invalid": _invalid,
    "called": _called,
    "because": lambda called, reason: [f"because {called} {_text(reason)}"],
    "state": _state,
    "perft": lambda depth, count, fen: [f"perft  {depth} {count}{f' {_text(fen)}' if fen else ''}"],
}
