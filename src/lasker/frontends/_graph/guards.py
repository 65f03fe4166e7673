"""Guards read: text of the small language of conditions becomes typed terms, or a mistake with its place."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from lasker.frontends._graph import terms as t
from lasker.frontends._graph.functions import (
    AXES,
    FACTS,
    FUNCTIONS,
    KINDS,
    MOST_NUMBER,
    OCCUPANCY,
    OWNERS,
    RELATIONS,
    SQUARES,
    STANDS,
    Functions,
    Words,
    head,
    sort,
)  # fmt: skip
from lasker.kernel.errors import LimitError, ParseError, SortError
from lasker.kernel.grammars import parser
from lasker.kernel.limits import whole
from lasker.kernel.source import Source, Span

MOST_WEIGHT = 20_000


@cache
def _parser() -> Lark:
    return parser("lasker.frontends._graph", "guards.lark", propagate_positions=True, maybe_placeholders=True)


def read(text: str, words: Words, span: Span | None = None) -> t.Guard:
    """The guard that a text says; `span` is where the text stands, so that errors can point into it.

    >>> read("capture implies not in_check", Words())
    Some(parts=(Not(body=Kind(name='capture')), Not(body=InCheck(enemy=False))))
    """
    span = span or Span(Source(text, "<guard>"), 0, len(text))
    exact = span.source.text.find(text, span.start, span.end + 2)
    base = exact if exact >= 0 else None
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
    guard = Reader(words, span, base).guard(tree)
    if t.weight(guard) > MOST_WEIGHT:
        raise LimitError(
            f"more than {MOST_WEIGHT} questions, when every quantifier is written out",
            span=span,
            remedy="name fewer squares, or do not put one `every` or `some` into another",
        )
    return guard


class Reader(Functions):
    """Gives every part of a tree its type."""

    # --- joining --------------------------------------------------------------------------------

    def _implies(self, tree: Any, left: Any, right: Any) -> t.Guard:
        return t.either([t.negation(self.guard(left)), self.guard(right)])

    def _any_of(self, tree: Any, *parts: Any) -> t.Guard:
        return t.either([self.guard(part) for part in parts])

    def _all_of(self, tree: Any, *parts: Any) -> t.Guard:
        return t.both([self.guard(part) for part in parts])

    def _negated(self, tree: Any, body: Any) -> t.Guard:
        return t.negation(self.guard(body))

    # --- asking ---------------------------------------------------------------------------------

    def _compared(self, tree: Any, left: Any, sign: Token, right: Any) -> t.Guard:
        relation = RELATIONS.get(sign, str(sign))
        special = self._special(left, relation, right) or self._special(right, relation, left)
        if special is not None:
            return special
        return t.Compare(self.amount(left), relation, self.amount(right))

    def _special(self, left: Any, relation: str, right: Any) -> t.Guard | None:
        """Comparisons of what is no number: colour and turn, occupancy, phases, letters of files."""
        name, other = head(left), head(right)
        equal = relation == "="
        if name in {"color", "colour", "turn"} and other in {"color", "colour", "turn"}:
            return t.Truth(equal)  # a piece is moved by its owner
        if name in {"p", "piece"} and other is not None and (kind := self.kind(other)) is not None:
            holds = t.Holds(self.square(left), t.Phrase("own", (kind,)))
            return holds if equal else t.negation(holds)
        if name == "occ" and other is not None:
            stands = OCCUPANCY.get(other.lower())
            if stands is None:
                raise self._unknown("occupancy", other, ("Empty", "Friendly", "Enemy"), right)
            holds = t.Holds(self.square(left.children[1]), stands)
            return holds if equal else t.negation(holds)
        if name == "phase" and other is not None:
            if other not in self.words.phases:
                raise self._unknown("phase", other, self.words.phases, right)
            return t.Compare(t.Tally("phase"), relation, t.Number(self.words.phases.index(other)))
        if name == "file" and other is not None and len(other) == 1 and other.isalpha() and other.islower():
            return t.Compare(self.amount(left), relation, t.Number(ord(other) - 96))
        return None

    def _within(self, tree: Any, square: Any, region: Any) -> t.Guard:
        return t.Within(self.square(square), *self._region_of(region))

    def _without(self, tree: Any, square: Any, region: Any) -> t.Guard:
        return t.negation(self._within(tree, square, region))

    def _region_of(self, region: Any) -> tuple[str, str | None]:
        name, owner = region.children
        if str(name) not in self.words.regions:
            raise self._unknown("region", str(name), self.words.regions, name)
        if owner is not None and str(owner) not in OWNERS:
            raise self._unknown("owner", str(owner), ("own", "enemy"), owner)
        return str(name), None if owner is None else OWNERS[str(owner)]

    def _holds(self, tree: Any, square: Any, phrase: Any) -> t.Guard:
        return t.Holds(self.square(square), self.phrase(phrase))

    def _lacks(self, tree: Any, square: Any, phrase: Any) -> t.Guard:
        return t.negation(self._holds(tree, square, phrase))

    def phrase(self, tree: Any) -> t.Phrase:
        """`enemy`, `unmoved rook`, `any bishop`, `empty`: owner, marks, kind, in this order."""
        names = [str(word) for word in tree.children]
        owner: str | None = None
        marks: list[str] = []
        kinds: list[str] = []
        for name, word in zip(names, tree.children, strict=True):
            if name in self.words.marks:
                marks.append(name)
            elif name in OWNERS and owner is None and not kinds:
                owner = OWNERS[name]
            elif name in STANDS and not kinds and owner is None:
                owner = name
            elif name in {"piece", "occupied"} and not kinds:
                owner = owner or "any"
            elif (kind := self.kind(name)) is not None:
                kinds.append(kind)
            else:
                known = (*self.words.pieces, *self.words.marks, *OWNERS, *STANDS, "piece")
                raise self._unknown("piece or mark", name, known, word)
        return t.Phrase(owner or "own", tuple(kinds), tuple(marks))

    def kind(self, name: str) -> str | None:
        """The piece of that name, capitals aside."""
        return next((piece for piece in self.words.pieces if piece.lower() == name.lower()), None)

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
        if len(parts) != len(self.words.sizes) or not all(isinstance(n, t.Number) for n in numbers):
            raise self.wrong(
                SortError, f"an offset has {len(self.words.sizes)} whole numbers here", tree,
                "for example from + (1, 0)",
            )  # fmt: skip
        return tuple(number.value for number in numbers)

    def _added(self, tree: Any, left: Any, sign: Token, right: Any) -> Any:
        first, second = self.value(left), self.value(right)
        way = 1 if sign == "+" else -1
        if isinstance(first, t.Square) and isinstance(second, tuple):
            moved = tuple(a + way * b for a, b in zip(first.offset, second, strict=True))
            return t.Square(first.base, moved)
        if isinstance(first, t.Number) and isinstance(second, t.Number):
            return t.Number(first.value + way * second.value)
        raise self.wrong(
            SortError, f"a {sort(first)} and a {sort(second)} are not added", tree,
            "add offsets to squares, as in from + (1, 0), and numbers to numbers",
        )  # fmt: skip

    def _count(self, tree: Any, phrase: Any, region: Any = None) -> t.Count:
        return t.Count(self.phrase(phrase), *(self._region_of(region) if region is not None else ()))

    def _quantified(self, tree: Any, sign: Token, name: Token, squares: Any, body: Any) -> t.Guard:
        if squares.data == "path":
            found: Any = t.Path(self.square(squares.children[0]), self.square(squares.children[1]))
        else:
            found = tuple(self.square(each) for each in squares.children)
        words = self.words
        self.words = Words(**{**words.__dict__, "bound": (*words.bound, str(name))})
        try:
            return t.Quantified(sign in {"every", "∀"}, str(name), found, self.guard(body))
        finally:
            self.words = words

    def _word(self, tree: Any, name: Token) -> Any:
        word = str(name)
        zero = (0,) * len(self.words.sizes)
        if word in self.words.bound:
            return t.Square(word, zero)
        if word in SQUARES or word in {*KINDS, *AXES, "dx", "dy", "dz", "pinned", "safe"}:
            self._moving(word, tree)
        axes = {"dx": 0, "dy": 1, "dz": 2}
        if word in axes and axes[word] < len(zero):
            return t.Component(axes[word])
        if word in AXES:
            return t.Coordinate(t.Square(SQUARES[word[0]], zero), AXES[word])
        sizes = {"files": 0, "ranks": 1, "last_rank": 1, "last_file": 0}
        if word in sizes and sizes[word] < len(zero):
            return t.Number(self.words.sizes[sizes[word]])
        found: Any = {
            **{each: t.Square(base, zero) for each, base in SQUARES.items()},
            **{each: t.Kind(each) for each in KINDS},
            "true": t.TRUE,
            "false": t.FALSE,
            "in_check": t.InCheck(),
            "enemy_in_check": t.InCheck(enemy=True),
            "safe": t.After(t.Not(t.InCheck())),
            "pinned": t.both([t.Not(t.InCheck()), t.After(t.InCheck())]),
            "ply": t.Tally("ply"),
            "move_number": t.Tally("move_number"),
            **({"phase": t.Tally("phase")} if self.words.phases else {}),
            **{counter: t.Tally(counter) for counter in self.words.counters},
        }.get(word)
        if found is None:
            known = (*SQUARES, *FACTS, *FUNCTIONS, *self.words.counters, "ply", "move_number", "dx", "dy")
            raise self._unknown("fact, square, number or counter", word, known, tree)
        return found
