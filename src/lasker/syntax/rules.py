"""Rules: everything a text declares and defines, with the words of the prelude underneath."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, cast

from lasker.algebra.contents import CHESSMEN, Vocabulary
from lasker.algebra.fragments import Cell, Fragment, Pattern, pattern, square
from lasker.algebra.moves import NIL, Move, choice, moved, prefer, sequence
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem, SortError
from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Source, Span
from lasker.space.compass import SQUARE, Compass
from lasker.space.space import Owner, Space
from lasker.syntax import tree as t
from lasker.syntax.context import Meter
from lasker.syntax.declare import Declared
from lasker.syntax.elaborate import Elaborator, variable
from lasker.syntax.parse import parse_lines
from lasker.syntax.values import CounterRef, Function, RegionRef, Value, sort


@dataclass(frozen=True)
class Definition:
    """`name = body` or `name(parameters) = body`."""

    name: str
    parameters: tuple[str, ...]
    body: t.Node
    at: t.Range


@dataclass(frozen=True)
class Claim:
    """An equation that defines nothing but says that two things are equal."""

    left: t.Node
    right: t.Node
    at: t.Range


class Rules:
    """The words of a text: definitions, declarations, and what stands under them.

    >>> rules = Rules("x = ♙;.;♟")
    >>> len(rules.evaluate("xxx").options[0].cells)
    9
    """

    def __init__(
        self,
        text: str | Source = "",
        *,
        name: str = "<input>",
        compass: Compass | None = None,
        vocabulary: Vocabulary | None = None,
        space: Space | None = None,
        under: Rules | None = None,
        variables: bool = False,
        limits: Limits = DEFAULT,
    ) -> None:
        self.source = text if isinstance(text, Source) else Source(text, name)
        self.limits, self.variables, self.under = limits, variables, under
        self.definitions: dict[str, Definition] = {}
        self.claims: list[Claim] = []
        self.expressions: list[t.Node] = []
        self._values: dict[str, Value] = {}
        self.meter: Meter = under.meter if under else Meter()
        declared = Declared(limits)
        self._read(declared)
        self.version = declared.version
        self.space: Space | None = space or declared.space() or (under.space if under else None)
        self.compass: Compass = compass or (
            self.space.compass if self.space else under.compass if under else SQUARE
        )
        fresh = bool(declared.players or declared.pieces or declared.marks or declared.counters)
        self.declares = fresh or declared.shape is not None or bool(declared.links or declared.regions)
        self.vocabulary: Vocabulary = vocabulary or (
            declared.vocabulary() if fresh else under.vocabulary if under else CHESSMEN
        )
        for definition in self.definitions.values():
            if definition.name in self._words:
                raise DeclarationError(
                    f"{definition.name} is a word of the board and cannot be redefined",
                    span=Span(self.source, *definition.at),
                )

    def _read(self, declared: Declared) -> None:
        for line in parse_lines(self.source, self.limits):
            span = Span(self.source, *line.at)
            if isinstance(line, t.Declaration):
                try:
                    declared.add(line)
                except LaskerError as error:
                    raise error.at(span) from None
            elif line.right is None:
                self.expressions.append(line.left)
            else:
                definition = _definition(line)
                if definition is None:
                    self.claims.append(Claim(line.left, line.right, line.at))
                elif definition.name in self.definitions:
                    raise DeclarationError(f"{definition.name} is defined twice", span=span)
                else:
                    self.definitions[definition.name] = definition

    # --- looking words up ---------------------------------------------------------------------

    def find(self, name: str) -> Value | None:
        """The value of a word: of this text, of the text under it, of the board, of the prelude."""
        if name in self._values:
            return self._values[name]
        value = self._find(name)
        if value is not None:
            self._values[name] = value
        return value

    def _find(self, name: str) -> Value | None:
        if name in self.definitions:
            definition = self.definitions[name]
            if definition.parameters:
                return Function(name, definition.parameters, definition.body, self)
            with self.elaborating(name):
                return Elaborator(self).value(definition.body)
        if self.under is not None and (found := self.under.find(name)) is not None:
            return found
        if name in self._words:
            return self._words[name]  # type: ignore[no-any-return]
        if not self._is_prelude and (found := self._prelude.find(name)) is not None:
            return found
        if name in self._piece_names:
            return self._piece_names[name]
        if self.variables and len(name) == 1 and name.isupper():
            return variable(name)
        return None

    @contextmanager
    def elaborating(self, name: str) -> Iterator[None]:
        """Note that a definition is being elaborated, so that one which needs itself is found out."""
        key = (id(self), name)
        if key in self.meter.busy:
            raise DeclarationError(
                f"{name} is defined by itself", remedy="repeat with M* instead of recursion"
            )
        self.meter.busy.append(key)
        try:
            yield
        finally:
            self.meter.busy.pop()

    @cached_property
    def _words(self) -> dict[str, Any]:
        """What the board and the pieces themselves name."""
        vocabulary, players = self.vocabulary, len(self.vocabulary.players)
        words: dict[str, Any] = {**self.compass.directions, **self.compass.turns}
        if players > 1:
            cycle = (*range(1, players), 0)
            words["C"] = replace(self.compass.identity, players=cycle)  # type: ignore[type-var]
        for name, contents in self.sets().items():
            words[name] = Pattern((Fragment(((self.compass.origin, Cell(contents)),)),))
        for counter, owner in vocabulary.counters:
            words.setdefault(counter, CounterRef((counter, owner)))
        for region, owner in self.space.regions if self.space else ():
            words.setdefault(region, RegionRef(region, owner))
        words["every"] = Function("every", ("m", "M"), self._every)
        words["around"] = Function("around", ("m", "M"), self._around)
        return words

    @cached_property
    def _piece_names(self) -> dict[str, Pattern]:
        """The names of pieces: `rook` is the first player's rook, or nobody's."""
        origin = self.compass.origin
        return {
            piece.name: Pattern((square(self.vocabulary.named(piece.glyph), origin),))
            for piece in reversed(self.vocabulary.pieces)
            if piece.owner in {0, None}
        }

    def sets(self) -> dict[str, int]:
        """The sets of contents that have a name: any square, any piece, one's own, the others'."""
        vocabulary = self.vocabulary
        everybody = range(len(vocabulary.players))
        return {
            "square": vocabulary.squares,
            "piece": vocabulary.owned(None, *everybody),
            "friend": vocabulary.owned(0),
            "enemy": vocabulary.owned(*everybody[1:]),
        }

    def _turned(self, word: Value, body: Value) -> list[Any]:
        """A body in each direction that a symmetry of the compass turns a word into, each once."""
        if sort(word) != "movement":
            raise SortError("a movement is needed first", remedy="for example every(u, slide(u))")
        if sort(body) not in {"move", "fragment"}:
            raise SortError(f"only moves and fragments can be turned, and this is a {sort(body)}")
        turns = [turn.turn for turn in self.compass.orbit(word)]  # type: ignore[arg-type]
        parts: list[Any] = []
        for turn in turns:
            part: Any = (
                body.moved(turn, self.vocabulary)
                if isinstance(body, Pattern)
                else moved(cast(Move, body), turn, self.vocabulary)
            )
            if part not in parts:
                parts.append(part)
        return parts

    def _every(self, word: Value, body: Value) -> Value:
        """`every(m, M)`: M in any of the directions that m can be turned into."""
        parts = self._turned(word, body)
        return (
            pattern(f for part in parts for f in part.options) if isinstance(body, Pattern) else choice(parts)
        )

    def _around(self, word: Value, body: Value) -> Value:
        """`around(m, M)`: M in all the directions that m can be turned into, wherever it can be done."""
        if sort(body) != "move":
            raise SortError("around(m, M) does a move all around")
        return sequence(prefer(part, NIL) for part in self._turned(word, body))

    @property
    def _is_prelude(self) -> bool:
        return self.source.name.startswith("<prelude")

    @cached_property
    def _prelude(self) -> Rules:
        words = Rules(
            _prelude_source(self.compass.name),
            compass=self.compass,
            vocabulary=self.vocabulary,
            limits=self.limits,
        )
        words.meter = self.meter
        return words

    def region_owner(self, name: str, owner: str | None) -> Owner:
        """Whose region a name means: nobody's if it is neutral, the first player's if it is owned."""
        players, regions = self.vocabulary.players, self.space.regions if self.space else {}
        wanted = players.index(owner) if owner in players else None
        candidates: list[Owner] = [None, 0] if owner is None else [wanted]
        for candidate in candidates:
            if (name, candidate) in regions:
                return candidate
        known = ", ".join(dict.fromkeys(region for region, _ in regions)) or "none"
        raise NameProblem(
            f"no region is called {name}" + (f" of {owner}" if owner else ""),
            remedy=f"declared regions: {known}",
        )

    def names(self) -> list[str]:
        """Every word that can be written here, for completion and for suggestions."""
        found = {*self.definitions, *self._words, *self._piece_names, *self.vocabulary.glyphs}
        found |= set(self.under.names()) if self.under else set()
        found |= set(self._prelude.definitions) if not self._is_prelude else set()
        return sorted(found)

    def suggestion(self, word: str) -> str:
        """What somebody who wrote an unknown word may have meant."""
        close = difflib.get_close_matches(word, self.names(), n=3)
        if close:
            return f"did you mean {' or '.join(close)}?"
        directions = ", ".join(self.compass.directions)
        return f"define it, or use the directions of this board: {directions}"

    # --- evaluating ---------------------------------------------------------------------------

    def evaluate(self, text: str, name: str = "<expression>") -> Value:
        """The value of an expression in the words of these rules; definitions may stand before it."""
        inner = Rules(
            Source(text, name),
            compass=self.compass,
            space=self.space,
            vocabulary=self.vocabulary,
            under=self,
            variables=self.variables,
            limits=self.limits,
        )
        if inner.declares:
            raise DeclarationError(
                "an expression cannot declare boards, pieces, marks or counters",
                remedy="declare them in the rules that the expression is read with",
            )
        return inner.result()

    def result(self) -> Value:
        """The value of the one expression that stands among the definitions of this text."""
        if not self.expressions:
            raise SortError(
                "there is no expression to evaluate", remedy="end with an expression, not a definition"
            )
        if len(self.expressions) > 1:
            raise SortError(
                "only the last expression would be evaluated",
                span=Span(self.source, *self.expressions[0].at),
                remedy="name the others, or join the lines with an operator or brackets",
            )
        return Elaborator(self).value(self.expressions[0])

    def check(self) -> None:
        """Elaborate every definition and expression, so that every mistake in the text is found."""
        for name, definition in self.definitions.items():
            if definition.parameters:
                continue  # a function is checked where it is called
            self.find(name)
        for node in self.expressions:
            raise DeclarationError(
                "this line defines nothing",
                span=Span(self.source, *node.at),
                remedy="name it: name = …; or let the line begin with an operator to continue the line above",
            )


@cache
def _prelude_source(compass: str) -> Source:
    folder = files("lasker.syntax").joinpath("prelude")
    special = {"square": "square", "cube": "square", "hex": "hex", "hexfiles": "hex"}.get(compass)
    parts = ["all", special] if special else ["all"]
    text = "\n".join(folder.joinpath(f"{part}.rules").read_text("utf-8") for part in parts)
    return Source(text, f"<prelude of {compass} boards>")


def _definition(line: t.Statement) -> Definition | None:
    """The definition that a line with `=` is, unless its left side is no name."""
    if line.right is None:
        return None
    match line.left:
        case t.Word(name):
            return Definition(name, (), line.right, line.at)
        case t.Row((t.Word(name), t.Group(items))) if all(isinstance(item, t.Word) for item in items):
            parameters = tuple(item.text for item in items if isinstance(item, t.Word))
            if len(set(parameters)) == len(parameters):
                return Definition(name, parameters, line.right, line.at)
    return None
