"""Guards read: text of the small language of conditions becomes typed terms, or a mistake with its place."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from lasker.frontends._yaml.guards import functions as f
from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.guards.functions import GuardWords, sort
from lasker.frontends._yaml.guards.paper_notation import plain
from lasker.kernel.errors import LaskerError, LimitError, NameProblem, ParseError, SortError, did_you_mean
from lasker.kernel.grammars import parser
from lasker.kernel.limits import whole
from lasker.kernel.source import Source, Span

MOST_WEIGHT = 20_000
MOST_DEPTH = 40
MOST_NUMBER = 10**6


@cache
def _parser() -> Lark:
    return parser(
        "lasker.frontends._yaml.guards", "guards.lark", propagate_positions=True, maybe_placeholders=True
    )


def read(text: str, words: GuardWords, span: Span | None = None) -> t.Guard:
    """The guard that a text says; `span` is where the text stands, so that errors can point into it.

    >>> read("capture implies not in_check", GuardWords())
    Some(parts=(Not(body=StepKind(name='capture')), Not(body=InCheck(enemy=False))))
    """
    span = span or Span(Source(text, "<guard>"), 0, len(text))
    exact = span.source.text.find(text, span.start, span.end + 2)
    base = exact if exact >= 0 else None
    if (said := plain(text, words.pieces)) != text:
        text, base = said, None
    try:
        tree = _parser().parse(text)
    except UnexpectedInput as error:
        at = min(getattr(error, "pos_in_stream", None) or 0, max(0, len(text) - 1))
        if getattr(getattr(error, "token", None), "type", "") == "$END":
            at = max(0, len(text) - 1)
        raise ParseError(
            f"{text[at : at + 12]!r} does not fit here" if text.strip() else "an empty guard",
            span=span if base is None else Span(span.source, base + at, base + at + 1),
            remedy="a guard joins conditions with and, or, not, implies; for example: "
            "rank(from) = 2 and path_clear(from, to)",
        ) from None
    guard = GuardReader(words, span, base).guard(tree)
    if t.weight(guard) > MOST_WEIGHT:
        raise LimitError(
            f"more than {MOST_WEIGHT} questions, when every quantifier is written out",
            span=span,
            remedy="name fewer squares, or do not put one `every` or `some` into another",
        )
    return guard


class GuardReader:
    """Gives every part of a tree its sort: a method for each rule of the grammar, and for some functions."""

    def __init__(self, words: GuardWords, span: Span, base: int | None) -> None:
        self.words, self.span, self.base, self.depth = words, span, base, 0
        self.zero = (0,) * len(words.sizes)

    def _place(self, tree: Any) -> Span:
        """Where a part stands, or the whole guard where the part is not known."""
        start, end = (getattr(getattr(tree, "meta", tree), name, None) for name in ("start_pos", "end_pos"))
        if self.base is None or start is None or end is None:
            return self.span
        return Span(self.span.source, self.base + start, self.base + end)

    def wrong(self, kind: type[LaskerError], message: str, tree: Any, remedy: str) -> LaskerError:
        """An error at the place of a part."""
        return kind(message, span=self._place(tree), remedy=remedy)

    def _unknown(self, what: str, name: str, known: tuple[str, ...], tree: Any) -> LaskerError:
        advice = did_you_mean(name, known, f"known here: {', '.join(known) or 'none'}")
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

    def typed(self, what: str, tree: Any) -> Any:
        """A part that must be of some sort."""
        found = self.value(tree)
        kind, remedy = f.SORTS[what]
        if not isinstance(found, kind):
            message = f"a {what} is needed here, and this is a {sort(found)}"
            raise self.wrong(SortError, message, tree, remedy)
        return found

    def guard(self, tree: Any) -> t.Guard:
        """A part that must be true or false."""
        return self.typed("condition", tree)  # type: ignore[no-any-return]

    def square(self, tree: Any) -> t.Square:
        """A part that must be a square."""
        return self.typed("square", tree)  # type: ignore[no-any-return]

    def _check_moving(self, word: str, tree: Any) -> None:
        if word in f.OF_A_MOVE and word not in self.words.bound and not self.words.moving:
            raise self.wrong(
                SortError, f"{word} speaks of a move, and this condition is about a position", tree,
                "use count, in_check, can(move), counters",
            )  # fmt: skip

    # --- joining --------------------------------------------------------------------------------

    def _implies(self, tree: Any, left: Any, right: Any) -> t.Guard:
        return t.either([t.negation(self.guard(left)), self.guard(right)])

    def _any_of(self, tree: Any, *parts: Any) -> t.Guard:
        return t.either([self.guard(part) for part in parts])

    def _all_of(self, tree: Any, *parts: Any) -> t.Guard:
        return t.both([self.guard(part) for part in parts])

    def _negated(self, tree: Any, body: Any) -> t.Guard:
        return t.negation(self.guard(body))

    def _quantified(self, tree: Any, sign: Token, name: Token, squares: Any, body: Any) -> t.Guard:
        found: Any = tuple(map(self.square, squares.children))
        words, self.words = self.words, replace(self.words, bound=(*self.words.bound, str(name)))
        try:
            over = t.Path(*found) if squares.data == "path" else found
            return t.Quantified(sign in {"every", "∀"}, str(name), over, self.guard(body))
        finally:
            self.words = words

    # --- asking ---------------------------------------------------------------------------------

    def _compared(self, tree: Any, left: Any, sign: Token, right: Any) -> t.Guard:
        relation = f.RELATIONS.get(sign, str(sign))
        special = self._special(left, relation, right) or self._special(right, relation, left)
        if special is not None:
            return special
        return t.Compare(self.typed("number", left), relation, self.typed("number", right))

    def _special(self, left: Any, relation: str, right: Any) -> t.Guard | None:
        """Comparisons of what is no number: colour and turn, occupancy, phases, letters of files."""
        name, other = _head(left), _head(right)
        holds: t.Guard | None = None
        if other is None:
            return None
        if name in {"color", "colour", "turn"} and other in {"color", "colour", "turn"}:
            return t.Truth(relation == "=")  # a piece is moved by its owner
        if name in {"p", "piece"} and (kind := self.words.kind(other)) is not None:
            holds = t.Holds(self.square(left), t.Phrase("own", (kind,)))
        elif name == "occ":
            stands = f.OCCUPANCY.get(other.lower())
            if stands is None:
                raise self._unknown("occupancy", other, ("Empty", "Friendly", "Enemy"), right)
            holds = t.Holds(self.square(left.children[1]), stands)
        elif name == "phase":
            if other not in self.words.phases:
                raise self._unknown("phase", other, self.words.phases, right)
            return t.Compare(t.CountedTerm("phase"), relation, t.Number(self.words.phases.index(other)))
        elif name == "file" and len(other) == 1 and other.isalpha() and other.islower():
            return t.Compare(self.typed("number", left), relation, t.Number(ord(other) - 96))
        return holds if holds is None or relation == "=" else t.negation(holds)

    def _within(self, tree: Any, square: Any, region: Any) -> t.Guard:
        return t.Within(self.square(square), *self._region_of(region))

    def _without(self, tree: Any, square: Any, region: Any) -> t.Guard:
        return t.negation(self._within(tree, square, region))

    def _region_of(self, region: Any) -> tuple[str, str | None]:
        name, owner = region.children
        if str(name) not in self.words.regions:
            raise self._unknown("region", str(name), self.words.regions, name)
        if owner is not None and str(owner) not in f.OWNERS:
            raise self._unknown("owner", str(owner), ("own", "enemy"), owner)
        return str(name), None if owner is None else f.OWNERS[str(owner)]

    def _holds(self, tree: Any, square: Any, phrase: Any) -> t.Guard:
        return t.Holds(self.square(square), self.phrase(phrase))

    def _lacks(self, tree: Any, square: Any, phrase: Any) -> t.Guard:
        return t.negation(self._holds(tree, square, phrase))

    def phrase(self, tree: Any) -> t.Phrase:
        """`enemy`, `unmoved rook`, `any bishop`, `empty`: owner, marks, kind, in this order."""
        owner: str | None = None
        marks: list[str] = []
        kinds: list[str] = []
        for word in tree.children:
            name = str(word)
            if name in self.words.marks:
                marks.append(name)
            elif name in {*f.OWNERS, *f.STANDS} and owner is None and not kinds:
                owner = f.OWNERS.get(name, name)
            elif name in {"piece", "occupied"} and not kinds:
                owner = owner or "any"
            elif (kind := self.words.kind(name)) is not None:
                kinds.append(kind)
            else:
                known = (*self.words.pieces, *self.words.marks, *f.OWNERS, *f.STANDS, "piece")
                raise self._unknown("piece or mark", name, known, word)
        return t.Phrase(owner or "own", tuple(kinds), tuple(marks))

    # --- numbers and squares --------------------------------------------------------------------

    def _number(self, tree: Any, digits: Token) -> t.Number:
        try:
            return t.Number(whole(digits, MOST_NUMBER))
        except LimitError as error:
            raise self.wrong(ParseError, error.message, tree, f"at most {MOST_NUMBER}") from None

    def _signed(self, tree: Any, sign: Token, digits: Token) -> t.Number:
        value = self._number(tree, digits).value
        return t.Number(-value if sign == "-" else value)

    def _vector(self, tree: Any, *parts: Any) -> t.Offset:
        numbers = [self.value(part) for part in parts]
        if len(parts) != len(self.zero) or not all(isinstance(n, t.Number) for n in numbers):
            raise self.wrong(
                SortError, f"an offset has {len(self.zero)} whole numbers here", tree,
                "for example from + (1, 0)",
            )  # fmt: skip
        return tuple(number.value for number in numbers)

    def _added(self, tree: Any, left: Any, sign: Token, right: Any) -> Any:
        first, second = self.value(left), self.value(right)
        way = 1 if sign == "+" else -1
        if isinstance(first, t.Square) and isinstance(second, tuple):
            return t.Square(first.base, t.plus(first.offset, tuple(way * x for x in second)))
        if isinstance(first, t.Number) and isinstance(second, t.Number):
            return t.Number(first.value + way * second.value)
        raise self.wrong(
            SortError, f"a {sort(first)} and a {sort(second)} are not added", tree,
            "add offsets to squares, as in from + (1, 0), and numbers to numbers",
        )  # fmt: skip

    def _count(self, tree: Any, phrase: Any, region: Any = None) -> t.Count:
        return t.Count(self.phrase(phrase), *(self._region_of(region) if region is not None else ()))

    def _word(self, tree: Any, name: Token) -> Any:
        word, meanings = str(name), self.words.meanings()
        self._check_moving(word, tree)
        if word not in meanings:
            raise self._unknown("fact, square, number or counter", word, (*meanings, *f.FUNCTIONS), tree)
        return meanings[word]

    # --- functions ------------------------------------------------------------------------------

    def _call(self, tree: Any, name: Token, *arguments: Any) -> Any:
        given, word = [each for each in arguments if each is not None], str(name).lower()
        if word in {"can", "enemy_can"}:
            return self._can(tree, given, enemy=word == "enemy_can")
        if word == "is_in_check":  # the paper's is_in_check(b), and is_in_check(b', color(p)) after the move
            return t.After(t.InCheck()) if given and _head(given[0]) == "b'" else t.InCheck()
        if word not in f.CALLS:
            raise self._unknown("function", str(name), f.FUNCTIONS, name)
        self._check_moving(word, tree)
        sorts, function = f.CALLS[word]
        typed = list(map(self.typed, sorts, self._arguments(tree, given, len(sorts))))
        try:
            return function(self.words, *typed)
        except SortError as error:
            raise error.at(self._place(tree)) from None

    def _arguments(self, tree: Any, given: list[Any], count: int) -> list[Any]:
        if len(given) != count:
            raise self.wrong(
                SortError, f"{tree.children[0]} takes {count} argument{'s' * (count != 1)}, not {len(given)}",
                tree, "look at the number of commas",
            )  # fmt: skip
        return given

    def _can(self, tree: Any, given: list[Any], enemy: bool) -> t.Guard:
        (step,) = self._arguments(tree, given, 1)
        name = _head(step) or ""
        if name not in {"move", *self.words.steps}:
            raise self._unknown("move", name, ("move", *self.words.steps), step)
        if self.words.moving and name == "move":
            raise self.wrong(
                SortError, "a guard cannot ask whether any move is possible: that would ask the guard again",
                tree, "ask for attacked(…), in_check, or a step that has a name",
            )  # fmt: skip
        return t.Can(name, enemy)


def _head(tree: Any) -> str | None:
    """The name that a part consists of or begins with."""
    if isinstance(tree, Tree) and tree.data in {"word", "call"}:
        return str(tree.children[0]).lower() if tree.data == "call" else str(tree.children[0])
    return None
