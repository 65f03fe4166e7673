"""Resolved specifications: every name has been looked up, and they are ready to be lowered or generated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial

from lasker.algebra.contents import MOST_MARKS
from lasker.frontends._yaml.guards import reader
from lasker.frontends._yaml.guards.functions import GuardWords
from lasker.frontends._yaml.guards.terms import Guard, Offset, Phrase
from lasker.frontends._yaml.specification import schema
from lasker.frontends._yaml.specification.board import BoardGeometry
from lasker.frontends._yaml.specification.document import Document, PlacedValue
from lasker.frontends._yaml.specification.document import read as documents
from lasker.frontends._yaml.specification.extend import extended
from lasker.frontends._yaml.specification.pieces import Carried, Effect, Named, SpecifiedMove, SpecifiedPiece
from lasker.frontends._yaml.specification.symbols import symbols_of
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem, did_you_mean
from lasker.kernel.limits import whole
from lasker.kernel.package_data import files
from lasker.kernel.source import Source, Span
from lasker.model.weights import Weight, denominator

Place = Callable[..., Span]  # from the names that lead to a part, to where it stands
EFFECT = re.compile(r"([A-Za-z_]\w*)\s*(\+=|-=|:=|=)\s*(-?[0-9]+|weight)(?:\s+of\s+(own|enemy))?")
TAKEN = {
    "in", "is", "not", "of", "if", "then", "else", "nil", "fail", "same", "most", "each", "any", "move",
    "view", "settle", "super", "friend", "enemy", "piece", "square", "every", "around", "phase", "ply",
    "captured", "struck",
    "target", "tally", "t", "m", "x", "C", "from", "to", "u", "v", "p", "and", "or", "implies",
}  # fmt: skip


@dataclass
class Resolved:
    """A whole game: the specification, its board, its pieces, and where everything stands."""

    source: Source
    spec: schema.GameSpec
    document: Document
    written: list[tuple[schema.PieceSpec, Document]]  # the pieces
    board: BoardGeometry = field(init=False)

    def __post_init__(self) -> None:
        self.span = self.document.span  # where something of the game itself stands
        try:
            self.board = BoardGeometry(self.spec.board, self.spec.view, len(self.spec.players))
        except LaskerError as error:
            raise error.at(self.span("board")) from None
        self._check_names()

    @property
    def alone(self) -> bool:
        """Is this no whole game, but pieces to try out?"""
        return self.spec.game is None and self.spec.ends is None

    def _check_names(self) -> None:
        letters = set(self.board.compass.directions) | set(self.board.compass.turns)
        seen: set[str] = set()
        groups: dict[str, Iterable[str]] = {
            "regions": self.spec.regions,
            "marks": self.spec.marks,
            "counters": self.spec.counters,
        }
        for kind, names in groups.items():
            for name in names:
                if name in TAKEN or set(name) <= letters | {"0", "1"} or name in self.spec.players:
                    raise DeclarationError(
                        f"{name} is a word of the board or of the language",
                        span=self.span(kind, name),
                        remedy=f"call it my_{name}",
                    )
                if name in seen:
                    raise DeclarationError(
                        f"{name} is declared twice", span=self.span(kind, name), remedy="rename one"
                    )
                seen.add(name)
        if len(self.spec.marks) >= MOST_MARKS:
            raise DeclarationError(
                f"{len(self.spec.marks)} marks, and at most {MOST_MARKS - 1} can be told apart",
                span=self.span("marks"),
                remedy="use counters, or pieces of other kinds",
            )
        kinds: set[str] = set()
        for spec, document in self.written:
            for number, step in enumerate(spec.displacement):
                if step.name == "move":
                    raise DeclarationError(
                        "can(move) asks for any move, so no step has this name",
                        span=document.span("displacement", number),
                        remedy="call it my_move",
                    )
            if spec.piece.lower() in kinds:
                raise DeclarationError(
                    f"there are two pieces called {spec.piece}",
                    span=document.span("piece"),
                    remedy="join their displacements, or rename one",
                )
            kinds.add(spec.piece.lower())

    # --- words ----------------------------------------------------------------------------------

    @cached_property
    def words(self) -> GuardWords:
        """The words that a guard of this specification may use."""
        steps = (step.name for spec, _ in self.written for step in spec.displacement)
        return GuardWords(
            pieces=tuple(spec.piece for spec, _ in self.written),
            marks=tuple(self.spec.marks),
            regions=tuple(self.spec.regions),
            counters=tuple(self.spec.counters),
            phases=tuple(self.spec.phases),
            steps=tuple(name for name in steps if name),
            sizes=self.board.sizes,
        )

    def condition(self, text: str, span: Span, adjudging: bool = False) -> Guard:
        """A condition about a position."""
        return reader.read(text, replace(self.words, moving=False, adjudging=adjudging), span)

    def known(self, what: str, name: str, among: Iterable[str], span: Span) -> None:
        """Refuse a name that none of those has which are declared."""
        if name not in (names := list(among)):
            declared = f"{what}s: {', '.join(names)}" if names else f"declare it: there is no {what} yet"
            raise NameProblem(
                f"no {what} is called {name}", span=span, remedy=did_you_mean(name, names, declared)
            )

    def kind(self, name: str, span: Span) -> str:
        """The piece of a name, capitals aside."""
        kind = self.words.kind(name)
        self.known("piece", kind or name, self.words.pieces, span)
        return kind or name

    def phrase(self, text: str, span: Span) -> Phrase:
        """What may stand on a square."""
        found = reader.read(f"from is {text}", self.words, span)
        phrase = getattr(found, "phrase", None)
        if not isinstance(phrase, Phrase):
            raise DeclarationError(f"{text!r} says no piece", span=span, remedy="for example: unmoved rook")
        return phrase

    # --- pieces ---------------------------------------------------------------------------------

    @cached_property
    def common(self) -> tuple[Named, ...]:
        """The guards of every piece: those of the libraries that the game uses, then its own."""
        used = [self._library(name, self.span("use", number)) for number, name in enumerate(self.spec.use)]
        groups = [*used, self._guards(self.spec.guards, self.span)]
        return tuple({named.name: named for group in groups for named in group}.values())

    def _library(self, name: str, span: Span) -> list[Named]:
        folder = files("lasker.frontends._yaml.specification").joinpath("library")
        known = sorted(item.name.removesuffix(".yaml") for item in folder.iterdir())
        self.known("library of guards", name, known, span)
        source = Source(folder.joinpath(f"{name}.yaml").read_text("utf-8"), f"{name}.yaml")
        (document,) = documents(source)
        return self._guards(schema.checked(document, schema.GameSpec).guards, document.span)

    def _guards(self, rules: Mapping[str, str] | None, span: Place) -> list[Named]:
        """The guards of a part of the specification, by its places."""
        return [self._named(name, rule, span("guards", name)) for name, rule in (rules or {}).items()]

    def _named(self, name: str, rule: str, span: Span) -> Named:
        return Named(name, reader.read(rule, self.words, span), rule, span)

    @cached_property
    def pieces(self) -> tuple[SpecifiedPiece, ...]:
        """The pieces in their order."""
        taken: set[str] = set()
        return tuple(self._piece(spec, document.span, taken) for spec, document in self.written)

    def _piece(self, spec: schema.PieceSpec, span: Place, taken: set[str]) -> SpecifiedPiece:
        try:
            specs = [each for each, _ in self.written]
            glyphs, letters = symbols_of(spec, specs, len(self.spec.players), taken)
        except LaskerError as error:
            said = "symbols" if spec.symbols else "letters" if spec.letters else "piece"
            raise error.at(span(said)) from None
        own = tuple(self._guards(spec.guards, span))
        moves = [
            move
            for number, step in enumerate(spec.displacement)
            for move in self._moves(spec, step, partial(span, "displacement", number))
        ]
        if spec.displacement and not moves:
            raise DeclarationError(f"the {spec.piece} can never move", span=span("displacement"))
        if spec.promotion:
            for name in spec.promotion.into:
                self.kind(name, span("promotion"))
            self.known("region", spec.promotion.region, self.spec.regions, span("promotion"))
        effects = {
            str(when): self._effects(texts, span("effects", when)) for when, texts in spec.effects.items()
        }
        return SpecifiedPiece(
            spec.piece, glyphs, letters, spec.royal, tuple(moves), own, spec.promotion, effects, span("piece")
        )

    def weights(self, piece: SpecifiedPiece) -> list[Weight]:
        """The weights of the displacements of a piece, 1 by default; empty if none has a weight."""
        if all(move.weight is None for move in piece.moves):
            return []
        return [
            Weight(
                piece.name, move.vector, None if move.slide is True else int(move.slide or 1),
                Fraction(1) if move.weight is None else move.weight,
            )
            for move in piece.moves
        ]  # fmt: skip

    def _moves(self, spec: schema.PieceSpec, step: schema.Step, span: Place) -> list[SpecifiedMove]:
        where = span()
        vectors = [*([step.vector] if step.vector is not None else []), *step.vectors]
        if not vectors:
            raise DeclarationError("this says no vector", span=where, remedy="add vector: [1, 2]")
        found: dict[Offset, None] = {}
        for vector in vectors:
            self._check_vector(vector, where)
            found |= dict.fromkeys(self.board.images(tuple(vector), step.symmetric or spec.symmetric))
        own = self._guards(step.guards, span)
        if step.phase:
            own.append(self._named("phase", f"phase = {step.phase}", span("phase")))
        for mark in step.marks:
            self.known("mark", mark, self.spec.marks, where)
        takes = (
            None
            if step.takes is None
            else (self._offset(step.takes.at, where), self.phrase(step.takes.piece, where))
        )
        carries = tuple(
            Carried(self.phrase(c.piece, where), self._offset(c.from_, where), self._offset(c.to, where))
            for c in step.carries
        )
        slide = spec.slide if step.slide is None else step.slide
        leaves = None if step.leaves is None else self.kind(step.leaves, where)
        return [
            SpecifiedMove(
                vector, slide, step.only, step.name, tuple(own), takes, carries, tuple(step.marks),
                self._effects(step.effects, where), leaves, step.weight, where,
            )
            for vector in found
        ]  # fmt: skip

    def _offset(self, vector: list[int], span: Span) -> Offset:
        if len(vector) != self.board.dimension:
            raise DeclarationError(
                f"an offset has {self.board.dimension} numbers on this board, and this has {len(vector)}",
                span=span,
            )
        return tuple(vector)

    def _check_vector(self, vector: list[int], span: Span) -> None:
        offset = self._offset(vector, span)
        if not any(offset):
            raise DeclarationError("a vector of zeros leads nowhere", span=span, remedy="leave it out")
        if not self.board.fits(offset):
            raise DeclarationError(
                f"the vector {list(vector)} never fits on this board", span=span,
                remedy=f"the board measures {' by '.join(map(str, self.board.sizes))}",
            )  # fmt: skip

    def _effects(self, texts: list[str], span: Span) -> tuple[Effect, ...]:
        found = []
        for each in texts:
            match = EFFECT.fullmatch(each.strip())
            if match is None:
                raise DeclarationError(
                    f"{each!r} is no effect", span=span, remedy="write COUNTER := 0 or COUNTER += 1"
                )
            name, sign, number, owner = match.groups()
            self.known("counter", name, self.spec.counters, span)
            weighted = number == "weight"
            try:
                amount = (-1 if sign == "-=" else 1) * (1 if weighted else whole(number))
            except LaskerError as error:
                raise error.at(span) from None
            found.append(Effect(name, sign in {"+=", "-="}, amount, owner, weighted))
        return tuple(found)

    def happening(self, piece: SpecifiedPiece, move: SpecifiedMove, capture: bool) -> list[Effect]:
        """The effects of a step on the counters: for each counter, those of the most specific declaration."""
        kind = "capture" if capture else "move"
        chosen: dict[tuple[str, str | None], Effect] = {}
        for group in (
            self.effects("any"), self.effects(kind), piece.effects.get("any", ()),
            piece.effects.get(kind, ()), move.effects,
        ):  # fmt: skip
            for effect in group:
                amount = self._weighed(effect, move) if effect.weighted else effect.amount
                chosen[effect.counter, effect.owner] = replace(effect, amount=amount, weighted=False)
        return list(chosen.values())

    def _weighed(self, effect: Effect, move: SpecifiedMove) -> int:
        """The amount of an effect that says `weight`: counters hold whole numbers, so it must be one."""
        weight = 1 if move.weight is None else move.weight
        if weight.denominator != 1:
            weights = [each.weight or Fraction(1) for piece in self.pieces for each in piece.moves]
            raise DeclarationError(
                f"the weight {weight} is paid with {effect.counter}, which counts whole numbers",
                span=move.span,
                remedy=f"let every weight, and every number about {effect.counter},"
                f" be {denominator(weights)} times as large",
            )  # fmt: skip
        return effect.amount * int(weight)

    def effects(self, when: str) -> tuple[Effect, ...]:
        """What every move does to the counters: `any`, a quiet `move`, or a `capture`."""
        said = {str(key): texts for key, texts in self.spec.effects.items()}
        return self._effects(said.get(when, []), self.span("effects", when))


def read(source: Source, under: tuple[Source, ...] = ()) -> Resolved:
    """The specification of a YAML text, on top of those under it: one game at most, and pieces.

    >>> resolved = read(Source("piece: Wazir\\ndisplacement: [[1, 0], [-1, 0], [0, 1], [0, -1]]"))
    >>> [move.vector for move in resolved.pieces[0].moves]
    [(1, 0), (-1, 0), (0, 1), (0, -1)]
    """
    game, alone = _documents(source)
    for base in reversed(under):
        below, more = _documents(base)
        if below is None or game is None or more:
            raise DeclarationError(
                f"{base.name} is no game in one document", span=Span(source, 0, 1), remedy="extend a game"
            )
        game = extended(below, game)
    game = game or Document(PlacedValue({}, Span(source, 0, 1)))
    spec = schema.checked(game, schema.GameSpec)
    pieces = [(each, game.inside("pieces", number)) for number, each in enumerate(spec.pieces)]
    pieces += [(schema.checked(document, schema.PieceSpec), document) for document in alone]
    if not pieces:
        raise DeclarationError(
            "there is no piece here",
            span=Span(source, 0, 1),
            remedy="begin with `piece: NAME`",
        )
    return Resolved(source, spec, game, pieces)


def _documents(source: Source) -> tuple[Document | None, list[Document]]:
    """The game of a text, if there is one, and the pieces that stand beside it."""
    games: list[Document] = []
    alone: list[Document] = []
    for document in documents(source):
        (alone if isinstance(document.data, dict) and "piece" in document.data else games).append(document)
    for document in games:
        schema.mapping(document)
    if len(games) > 1:
        raise DeclarationError(
            "a file describes one game", span=games[1].span(), remedy="put the other into its own file"
        )
    return games[0] if games else None, alone
