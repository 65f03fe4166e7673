"""The words and functions of guards: what a name may mean, and what each function takes and gives."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import Any

from lark import Token, Tree

from lasker.frontends._graph import terms as t
from lasker.kernel.errors import LaskerError, NameProblem, ParseError, SortError
from lasker.kernel.source import Span

MOST_DEPTH = 40
MOST_NUMBER = 10**6
RELATIONS = {"==": "=", "=": "=", "!=": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
KINDS = ("capture", "castling", "en_passant", "promotion")
SQUARES = {"from": "from", "u": "from", "p": "from", "piece": "from", "to": "to", "v": "to"}
AXES = {"u_x": 0, "u_y": 1, "v_x": 0, "v_y": 1}  # coordinates as the paper writes them
STANDS = ("empty", "outside", "square")
OWNERS = {"own": "own", "friend": "own", "friendly": "own", "enemy": "enemy", "any": "any"}
OCCUPANCY = {"empty": t.Phrase("empty"), "friendly": t.Phrase("own"), "enemy": t.Phrase("enemy")}
FUNCTIONS = (
    "after", "attacked", "is_in_check", "path_clear", "rank", "file", "coordinate", "abs", "can", "enemy_can",
    "occ", "empty", "friend", "enemy", "occupied", "count", "every", "some", "repeated", "color", "turn",
)  # fmt: skip
FACTS = ("in_check", "enemy_in_check", "pinned", "safe", "true", "false", *KINDS)


@dataclass(frozen=True)
class Words:
    """The words that a guard may use: what the specification declares, and whether it speaks of a move."""

    pieces: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    sizes: tuple[int, ...] = (8, 8)
    moving: bool = True
    adjudging: bool = False
    bound: tuple[str, ...] = field(default=())


class Functions:
    """What every part of a guard needs: its type, its place in the text, and the functions by name."""

    def __init__(self, words: Words, span: Span, base: int | None) -> None:
        self.words, self.span, self.base, self.depth = words, span, base, 0

    def _at(self, tree: Any) -> Span:
        start = getattr(getattr(tree, "meta", tree), "start_pos", None)
        end = getattr(getattr(tree, "meta", tree), "end_pos", None)
        if self.base is None or start is None or end is None:
            return self.span
        return Span(self.span.source, self.base + start, self.base + end)

    def wrong(self, kind: type[LaskerError], message: str, tree: Any, remedy: str) -> LaskerError:
        """An error at the place of a part."""
        return kind(message, span=self._at(tree), remedy=remedy)

    def _unknown(self, what: str, name: str, known: tuple[str, ...], tree: Any) -> LaskerError:
        close = difflib.get_close_matches(name, known, n=1)
        advice = f"did you mean {close[0]}?" if close else f"known here: {', '.join(known) or 'none'}"
        return self.wrong(NameProblem, f"no {what} is called {name}", tree, advice)

    def value(self, tree: Any) -> Any:
        """A guard, a number, or a square."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise self.wrong(ParseError, "this is nested too deeply", tree, "split it into several guards")
        try:
            return getattr(self, f"_{tree.data}")(tree, *tree.children)
        finally:
            self.depth -= 1

    def guard(self, tree: Any) -> t.Guard:
        """A part that must be true or false."""
        found = self.value(tree)
        if not isinstance(found, t.Guard):
            raise self.wrong(
                SortError, f"a condition is needed here, and this is a {sort(found)}", tree,
                "compare it: rank(to) = 8, or ask what stands there: to is empty",
            )  # fmt: skip
        return found

    def amount(self, tree: Any) -> t.Amount:
        """A part that must be a number."""
        found = self.value(tree)
        if not isinstance(found, t.Amount):
            raise self.wrong(
                SortError, f"a number is needed here, and this is a {sort(found)}", tree,
                "numbers are 3, rank(to), file(from), dx, count(enemy), or a counter",
            )  # fmt: skip
        return found

    def square(self, tree: Any) -> t.Square:
        """A part that must be a square."""
        found = self.value(tree)
        if not isinstance(found, t.Square):
            raise self.wrong(
                SortError, f"a square is needed here, and this is a {sort(found)}", tree,
                "squares are from, to, and from + (1, 0)",
            )  # fmt: skip
        return found

    def _moving(self, word: str, tree: Any) -> None:
        if not self.words.moving:
            raise self.wrong(
                SortError, f"{word} speaks of a move, and this condition is about a position", tree,
                "use count, in_check, can(move), counters",
            )  # fmt: skip

    def _call(self, tree: Any, name: Token, *arguments: Any) -> Any:
        given = [each for each in arguments if each is not None]
        word = str(name).lower()
        method = getattr(self, f"_do_{word}", None)
        if method is None:
            raise self._unknown("function", str(name), FUNCTIONS, name)
        return method(tree, given)

    def _arguments(self, tree: Any, given: list[Any], count: int) -> list[Any]:
        if len(given) != count:
            raise self.wrong(
                SortError, f"{tree.children[0]} takes {count} argument{'s' * (count != 1)}, not {len(given)}",
                tree, "look at the number of commas",
            )  # fmt: skip
        return given

    def _do_after(self, tree: Any, given: list[Any]) -> t.Guard:
        self._moving("after", tree)
        return t.After(self.guard(*self._arguments(tree, given, 1)))

    def _do_is_in_check(self, tree: Any, given: list[Any]) -> t.Guard:
        """The paper's is_in_check(b), and is_in_check(b', color(p)) for the board after the move."""
        later = bool(given) and head(given[0]) == "b'"
        return t.After(t.InCheck()) if later else t.InCheck()

    def _do_attacked(self, tree: Any, given: list[Any]) -> t.Guard:
        return t.Attacked(self.square(*self._arguments(tree, given, 1)))

    def _do_path_clear(self, tree: Any, given: list[Any]) -> t.Guard:
        start, end = map(self.square, self._arguments(tree, given, 2))
        return t.path_clear(t.Path(start, end))

    def _do_rank(self, tree: Any, given: list[Any]) -> t.Amount:
        return self._axis(tree, self.square(*self._arguments(tree, given, 1)), 1)

    def _do_file(self, tree: Any, given: list[Any]) -> t.Amount:
        return self._axis(tree, self.square(*self._arguments(tree, given, 1)), 0)

    def _do_coordinate(self, tree: Any, given: list[Any]) -> t.Amount:
        square, axis = self._arguments(tree, given, 2)
        number = self.value(axis)
        return self._axis(tree, self.square(square), number.value - 1 if isinstance(number, t.Number) else -1)

    def _axis(self, tree: Any, square: t.Square, axis: int) -> t.Amount:
        if not 0 <= axis < len(self.words.sizes):
            raise self.wrong(
                SortError, f"this board has {len(self.words.sizes)} dimensions", tree, "coordinate(from, 1)"
            )
        return t.Coordinate(square, axis)

    def _do_abs(self, tree: Any, given: list[Any]) -> t.Amount:
        inner = self.amount(*self._arguments(tree, given, 1))
        if isinstance(inner, t.Number):
            return t.Number(abs(inner.value))
        if not isinstance(inner, t.Component):
            raise self.wrong(SortError, "abs is for dx and dy", tree, "abs(dx) = 2")
        return t.Component(inner.axis, absolute=True)

    def _do_can(self, tree: Any, given: list[Any], enemy: bool = False) -> t.Guard:
        (step,) = self._arguments(tree, given, 1)
        name = head(step) or ""
        if name not in {"move", *self.words.steps}:
            raise self._unknown("move", name, ("move", *self.words.steps), step)
        if self.words.moving and name == "move":
            raise self.wrong(
                SortError, "a guard cannot ask whether any move is possible: that would ask the guard again",
                tree, "ask for attacked(…), in_check, or a step that has a name",
            )  # fmt: skip
        return t.Can(name, enemy)

    def _do_enemy_can(self, tree: Any, given: list[Any]) -> t.Guard:
        return self._do_can(tree, given, enemy=True)

    def _do_empty(self, tree: Any, given: list[Any]) -> t.Guard:
        return self._stands(tree, given, t.Phrase("empty"))

    def _do_occupied(self, tree: Any, given: list[Any]) -> t.Guard:
        return self._stands(tree, given, t.Phrase("any"))

    def _do_friend(self, tree: Any, given: list[Any]) -> t.Guard:
        return self._stands(tree, given, t.Phrase("own"))

    def _do_enemy(self, tree: Any, given: list[Any]) -> t.Guard:
        return self._stands(tree, given, t.Phrase("enemy"))

    def _stands(self, tree: Any, given: list[Any], phrase: t.Phrase) -> t.Guard:
        return t.Holds(self.square(*self._arguments(tree, given, 1)), phrase)

    def _do_repeated(self, tree: Any, given: list[Any]) -> t.Guard:
        number = self.value(*self._arguments(tree, given, 1))
        if not self.words.adjudging or not isinstance(number, t.Number) or number.value < 1:
            raise self.wrong(
                SortError, "repeated(n) stands alone in an adjudication", tree, "drawn: repeated(3)"
            )
        return t.Repeated(number.value)


def head(tree: Any) -> str | None:
    """The name that a part consists of or begins with."""
    if isinstance(tree, Tree) and tree.data in {"word", "call"}:
        return str(tree.children[0]).lower() if tree.data == "call" else str(tree.children[0])
    return None


def sort(value: Any) -> str:
    if isinstance(value, t.Guard):
        return "condition"
    return "square" if isinstance(value, t.Square) else "number" if isinstance(value, t.Amount) else "offset"
