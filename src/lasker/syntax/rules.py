"""Rules: everything a text declares and defines, with the words of the prelude underneath.

Long because a text is one scope, in which definitions, claims and mistakes are looked up together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from lasker.algebra.contents import CHESSMEN, Vocabulary
from lasker.algebra.fragments import Pattern
from lasker.kernel.errors import (
    MOST_REPORTED,
    DeclarationError,
    LaskerError,
    LimitError,
    NameProblem,
    Problems,
    SortError,
    did_you_mean,
)
from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Source, Span
from lasker.space.board_kinds import BoardKind, open_boards
from lasker.space.compass import SQUARE, Compass
from lasker.space.space import Owner, Space
from lasker.syntax import tree as t
from lasker.syntax.betza.layer import layer, refuse_other_boards, surroundings
from lasker.syntax.builtin_names import (
    prelude_lines,
    prelude_source,
    prelude_words,
)
from lasker.syntax.context import Meter, shallow
from lasker.syntax.declaration_reader import Declared
from lasker.syntax.definitions import Claim, Definition, definition_of, unused
from lasker.syntax.elaborate import Elaborator, variable
from lasker.syntax.local_names import hidden, local_names
from lasker.syntax.memo.kept_values import Kept, KeptValues, kept_values_of
from lasker.syntax.memo.lookups import looking_up
from lasker.syntax.parse import extended_lines, parse_all
from lasker.syntax.parse_mistakes import Failed, mistake_of, useless_statement
from lasker.syntax.statements import Statement
from lasker.syntax.unknown_words import Spelling
from lasker.syntax.values import Function, Value

GAME_WORDS = ("move", "view", "settle", "check")  # definitions that a game is made of, if it has them
GROUND = ("extends", "players", "board")  # a text without these cannot be judged


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
        kind: BoardKind | None = None,
        vocabulary: Vocabulary | None = None,
        space: Space | None = None,
        under: Rules | None = None,
        bases: tuple[Source, ...] = (),
        variables: bool = False,
        limits: Limits = DEFAULT,
        problems: Problems | None = None,
        lines: Mapping[Source, tuple[t.Line, ...]] | None = None,
    ) -> None:
        """Read a text with those it extends: they are parsed, unless their `lines` are given as trees."""
        self.source = text if isinstance(text, Source) else Source(text, name)
        self.limits, self.variables, self.under = limits, variables, under
        self.definitions: dict[str, Definition] = {}
        self.claims: list[Claim] = []
        self.expressions: list[t.Node] = []
        self._values: dict[str, Value] = {}
        self._failures: dict[str, LaskerError] = {}
        self._failed: list[Failed] = []  # the statements that do not parse
        self._collects = problems is not None  # does somebody else raise what is found?
        self.problems = Problems() if problems is None else problems
        self.meter: Meter = under.meter if under else Meter()
        self.bases, self._given = bases, lines or {}
        self._local: dict[str, str] = {}  # names that extended texts keep to themselves, and these texts
        self.declared = declared = Declared(limits, self.problems)
        for source in (*bases, self.source):
            declared.begin(source)
            self._read(source, declared)
        declared.finish()
        self.version = declared.version
        self.whole = not any(failed.keyword in GROUND for failed in self._failed)
        found = declared.space() if space is None and self.whole else None
        self.space: Space | None = space or found or (under.space if under else None)
        kind = kind or (under.kind if under else None)
        self.compass: Compass = compass or (
            self.space.compass if self.space else kind.compass if kind else SQUARE
        )
        self.kind: BoardKind = kind if kind and kind.compass == self.compass else open_boards(self.compass)
        if declared.notations:
            with self.problems.gathered(Span(self.source, 0, 0)):
                self._read(self._pieces_in_betza(declared), declared)
        fresh = bool(declared.players or declared.pieces or declared.marks or declared.counters)
        self.declares = fresh or declared.shape is not None or bool(declared.links or declared.regions)
        self.vocabulary: Vocabulary = vocabulary or (
            declared.vocabulary() if fresh else under.vocabulary if under else CHESSMEN
        )
        self.whole = self.whole and not declared.broken
        self._check_counters()
        for definition in list(self.definitions.values()):
            if self._is_claim(definition):
                del self.definitions[definition.name]
                self.claims.append(Claim(definition.left, definition.body, definition.at, definition.source))
                self.claims.sort(key=lambda claim: claim.at)
            elif definition.name in self._words and definition.source != prelude_source(self.compass.name):
                self.problems.add(
                    DeclarationError(
                        f"{definition.name} is {self._what_is(definition.name)} and cannot be redefined",
                        span=Span(definition.source, *definition.left.at),
                        remedy="choose another name",
                    )
                )
        if not self._collects and self.problems:
            if self.version is not None:  # a file: what else is wrong with it is looked for, too
                self.check()
            self.problems.settle()

    def _check_counters(self) -> None:
        """Other words of the prelude need those that it defines, so no counter has the name of one."""
        if self.source == prelude_source(self.compass.name):
            return
        for name in dict.fromkeys(name for name, _ in self.vocabulary.counters):
            place = self.declared.places.get(("counter", name))
            if place is not None and name in prelude_words(self.compass.name):
                self.problems.add(
                    DeclarationError(
                        f"{name} is a word of the prelude, and a counter cannot have its name",
                        span=place,
                        remedy="choose another name",
                    )
                )
                self.whole = False

    def _what_is(self, name: str) -> str:
        """Why a word is taken."""
        if self.space and any(name == region for region, _ in self.space.regions):
            return "a region"
        return (
            "a counter"
            if (name in {counter for counter, _ in self.vocabulary.counters})
            else "a word of the board"
        )

    def _read(self, source: Source, declared: Declared) -> None:
        fresh: set[str] = set()
        lines = self._lines(source)
        with self.problems.gathered(Span(source, 0, 0)):
            local = local_names(lines, source)
            if local and source is not self.source:
                self._local |= dict.fromkeys(local, source.name)
                lines = hidden(lines, source, local)
        for line in lines:
            span = Span(source, *line.at)
            if isinstance(line, t.Declaration):
                try:
                    declared.add(line)
                except LaskerError as error:
                    self.problems.add(error.at(span))
                    self._failed.append(Failed(source, Statement(*line.at), None))
            elif len(line.sides) == 1 and source is self.source:
                self.expressions.append(line.sides[0])
            elif len(line.sides) == 1:
                self.problems.add(useless_statement(line.sides[0], source))
            else:
                definition = definition_of(line, source)
                if definition is None:
                    self.claims += [Claim(a, b, line.at, source) for a, b in pairwise(line.sides)]
                elif definition.name in fresh:
                    first = Span(source, *self.definitions[definition.name].at)
                    self.problems.add(
                        DeclarationError(
                            f"{definition.name} is defined twice: first in line {first.line}",
                            span=span,
                            remedy="rename one, or join them with |",
                        )
                    )
                else:
                    with self.problems.gathered(span):
                        if declared.tally.admit("definition", self.limits.definitions):
                            fresh.add(definition.name)
                            old = self.definitions.get(definition.name)
                            self.definitions[definition.name] = replace(definition, super=old)

    def _pieces_in_betza(self, declared: Declared) -> Source:
        """The text that adds the pieces which are declared with Betza notation."""
        refuse_other_boards(self.compass.name, declared.notations)
        signs = {
            name: glyphs[0] if glyphs != letters else f"'{letters[0]}'"
            for name, (glyphs, letters) in declared.pieces.items()
        }
        game = surroundings(self.space, " ".join(declared.facts.get("fen", ())))
        defined = {*self.definitions, *(name for name, _ in declared.regions)}
        return layer(declared.notations, signs, game, defined, self.source.name)

    def _lines(self, source: Source) -> tuple[t.Line, ...]:
        name = source.name
        if name.startswith("<prelude of ") and source == prelude_source(name.split()[2]):
            return prelude_lines(name.split()[2])
        if source in self._given:
            return self._given[source]
        if source in self.bases:
            with suppress(LaskerError):  # told below
                return extended_lines(source, self.limits)
        lines, failed = parse_all(source, self.problems, self.limits)
        self._failed += failed
        return lines

    def _is_claim(self, definition: Definition) -> bool:
        """`ur = ru` and `step(u) = …` define nothing: their left sides have values already."""
        letters = definition.name
        if definition.source == prelude_source(self.compass.name):
            return False
        product = len(letters) > 1 and all(
            letter in self._words or letter in "01" or self._plain(letter) for letter in letters
        )
        return (product and not definition.parameters and letters not in self._words) or any(
            parameter in self._words for parameter in definition.parameters
        )

    def _plain(self, name: str) -> bool:
        return name in self.definitions and not self.definitions[name].parameters

    # --- looking words up ---------------------------------------------------------------------

    def find(self, name: str) -> Value | None:
        """The value of a word: of this text, of the text under it, of the board, of the prelude."""
        noted = self.meter.lookups[-1] if self.meter.lookups else None
        try:
            value = self._looked_up(name)
        except LaskerError:
            if noted:
                noted.whole = False
            raise
        if noted:
            noted.note(self, name, value)
        return value

    def _looked_up(self, name: str) -> Value | None:
        if name in self._values:
            return self._values[name]
        if name in self._failures:
            raise self._failures[name].with_traceback(None)  # else it grows with every use
        try:
            with shallow(self.meter):
                value = self._find(name)
        except LimitError:  # where it is used, something else may be too much
            raise
        except LaskerError as error:
            self._failures[name] = error
            raise
        if value is not None:
            self._values[name] = value
        return value

    def found(self) -> dict[str, Value]:
        """The words that have been looked up so far, and their values."""
        return dict(self._values)

    def _find(self, name: str) -> Value | None:
        if name in self.definitions:
            return self._defined(self.definitions[name])
        if self.under is not None and (found := self.under.find(name)) is not None:
            return found
        if name in self._words:
            return self._words[name]  # type: ignore[no-any-return]
        if self.prelude is not None and (found := self.prelude.find(name)) is not None:
            return found
        if name in self._piece_names:
            return self._piece_names[name]
        if self.variables and len(name) == 1 and name.isupper():
            return variable(name)
        return None

    def _defined(self, definition: Definition) -> Value:
        """The value of a definition, in which `super` means the definition that it replaces."""
        replaced = definition.super if "super" in t.words(definition.body) else None
        scope = {"super": self._defined(replaced)} if replaced else {}
        if definition.parameters:
            return Function(
                definition.name, definition.parameters, definition.body, self, definition.source, scope
            )
        with self.elaborating(f"{definition.name} of {definition.source.name}"):
            return self.value(definition.body, definition.source, scope)

    def value(self, node: t.Node, source: Source, scope: Mapping[str, Value] | None = None) -> Value:
        """The value of an expression of a text in these words, with local names on top. If another text had
        it elaborated, and all that it looks up means the same here, it is that one."""
        scope = scope or {}
        if self.under is not None or self.variables:
            return Elaborator(self, scope, source).value(node)
        with looking_up(self.meter.lookups, None):
            found = self._shared.value(self, node, scope)
        if found is None:
            with looking_up(self.meter.lookups, self) as lookups:
                found = Elaborator(self, scope, source).value(node)
            self._shared.keep(Kept(node, scope, lookups, found))
        return found

    @contextmanager
    def elaborating(self, name: str) -> Iterator[None]:
        """Note that a definition is being elaborated, so that one which needs itself is found out."""
        key = (id(self), name)
        if key in self.meter.busy:
            raise DeclarationError(
                f"{name.split(' of ')[0]} is defined by itself", remedy="repeat with M* instead of recursion"
            )
        self.meter.busy.append(key)
        try:
            yield
        finally:
            self.meter.busy.pop()

    @cached_property
    def _shared(self) -> KeptValues:
        return kept_values_of(self.compass, self.vocabulary, self.space, self.limits)

    @property
    def _words(self) -> dict[str, Any]:
        return self._shared.words

    @property
    def _piece_names(self) -> dict[str, Pattern]:
        return self._shared.pieces

    @cached_property
    def prelude(self) -> Rules | None:
        """The words that every board of this compass understands; the prelude itself stands on nothing."""
        name = self.compass.name
        if self.source == prelude_source(name):
            return None
        words = Rules(
            prelude_source(name), compass=self.compass, vocabulary=self.vocabulary, limits=self.limits
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
        short = name.removeprefix("C ")
        seen = f"no movement changes a region here: write {short} of {players[1]}"
        suggested = did_you_mean(name, (region for region, _ in regions), f"declared regions: {known}")
        raise NameProblem(
            f"no region is called {name}" + (f" of {owner}" if owner else ""),
            remedy=seen if short != name and (short, 1) in regions else suggested,
            word=name,
        )

    def names(self) -> list[str]:
        """Every word that can be written here, for completion and for suggestions."""
        found = {*self.definitions, *self._words, *self._piece_names, *self.vocabulary.glyphs}
        found |= set(self.under.names()) if self.under else set()
        found |= set(self.prelude.definitions) if self.prelude else set()
        return sorted(found)

    def suggestion(self, word: str) -> str:
        """What somebody who wrote an unknown word may have meant."""
        if len(self.problems.found) > MOST_REPORTED:  # nobody will read it, and it takes long
            return ""
        if word in self._local:
            return f"{word} is local to {self._local[word]}: define it here, or leave out `local` there"
        directions = ", ".join(self.compass.directions)
        return did_you_mean(
            word, self.names(), f"define it, or use the directions of this board: {directions}"
        )

    def reads_like(self, other: Rules) -> bool:
        """Do terms of both speak of the same directions, pieces, marks, counters and board?"""
        return self is other or (
            (self.compass, self.space) == (other.compass, other.space)
            and self.vocabulary.symbols == other.vocabulary.symbols
        )

    # --- evaluating ---------------------------------------------------------------------------

    def evaluate(self, text: str, name: str = "<expression>", variables: bool = False) -> Value:
        """The value of an expression in the words of these rules; definitions may stand before it. With
        `variables`, capitals that nothing defines stand for any move."""
        inner = Rules(
            Source(text, name),
            compass=self.compass,
            space=self.space,
            vocabulary=self.vocabulary,
            under=self,
            variables=self.variables or variables,
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
        with shallow(self.meter):
            return Elaborator(self).value(self.expressions[0])

    def sides(self, claim: Claim) -> tuple[Value, Value]:
        """Both sides of an equation, in which capitals that nothing defines stand for any move."""
        letters = set("".join(t.words((claim.left, claim.right))))
        unknown = [letter for letter in letters if letter.isupper() and self.find(letter) is None]
        scope = {letter: variable(letter) for letter in unknown}
        words = Elaborator(self, scope, claim.source)
        return words.value(claim.left), words.value(claim.right)

    def check(self) -> None:
        """Elaborate every definition and equation, so that every mistake in the text is found."""
        if self.whole:
            unneeded = self.unneeded()
            for definition in self.definitions.values():
                if definition.name not in unneeded and not self._checked(definition):
                    break
            for claim in self.claims:
                try:
                    with shallow(self.meter):
                        self.sides(claim)
                except LaskerError as error:  # perhaps no equation was meant
                    failed = Failed(claim.source, Statement(*claim.at), None)
                    found = mistake_of(failed) if isinstance(error, NameProblem) else None
                    self._failed += [failed] if found else []
                    self.gather(found or error.at(Span(claim.source, *claim.at)))
        for node in self.expressions:
            self.problems.add(useless_statement(node, self.source))
        if not self._collects:
            self.problems.settle()

    def unneeded(self) -> set[str]:
        """The inherited definitions that only replaced ones used."""
        declared = self.declared
        tables = (declared.ends, declared.adjudications, declared.faults, declared.callings)
        ends = [rule for table in tables for rule in table.values()]
        states = [(each.moves, each.next) for each in declared.states.values()]
        sides = [(claim.left, claim.right) for claim in self.claims]
        named = (*self.vocabulary.players, *declared.reasons, *GAME_WORDS)
        asked = t.words((*named, *(end.test for end in ends), *states, *sides))
        return unused(self.definitions, self.source, asked)

    def _checked(self, definition: Definition) -> bool:
        """Elaborate one definition; false if the next ones had better be left alone."""
        try:
            if definition.parameters:  # its sorts are known where it is called, its words here
                known = frozenset(definition.parameters) | ({"super"} if definition.super else set())
                Spelling(self, known, definition.source).check(definition.body)
            else:
                self.find(definition.name)
        except LimitError as error:  # another one may take as long
            self.problems.add(error.at(Span(definition.source, *definition.at)))
            return False
        except LaskerError as error:
            self._blame(definition, error.at(Span(definition.source, *definition.at)))
            self.gather(error)
        return True

    @contextmanager
    def gathered(self, span: Span | None = None) -> Iterator[None]:
        """Gather what is raised inside, and go on."""
        try:
            yield
        except LaskerError as error:
            self.gather(error.at(span))

    def gather(self, error: LaskerError) -> None:
        """Take note of an error, unless it follows from a statement that does not parse."""
        word = getattr(error, "word", "")
        if not word or not (word in self.declared.lost or self.unread(word)):
            self.problems.add(error)

    def unread(self, *words: str) -> bool:
        """Does a statement that could not be read mention one of these words?"""
        return any(word in failed.words for failed in self._failed for word in words)

    def _blame(self, definition: Definition, error: LaskerError) -> None:
        """An error in an extended text is the fault of the name that was replaced, if one was."""
        place = error.span
        if place is None or place.source == self.source or definition.source == self.source:
            return
        for used in self._used(definition):
            old = used.super
            if used.source == self.source and old is not None and "super" not in t.words(used.body):
                before, user = Span(old.source, *old.left.at), Span(definition.source, *definition.left.at)
                error.message = (
                    f"{used.name} replaces that of {before.where}, which {definition.name} needs "
                    f"({user.where}): {error.message}"
                )
                error.span = Span(used.source, *used.left.at)
                error.remedy = f"choose another name, or define {used.name} so that it fits there"
                return

    def _used(self, definition: Definition) -> Iterator[Definition]:
        """The definitions that one needs, the nearest first."""
        seen, waiting = {definition.name}, [definition]
        while waiting:
            for name in sorted(t.words(waiting.pop(0).body) & set(self.definitions) - seen):
                seen.add(name)
                waiting.append(self.definitions[name])
                yield self.definitions[name]
