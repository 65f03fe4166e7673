"""Designs: specifications in which every name has been looked up, ready to be lowered or generated."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from typing import Any

from lasker.algebra.contents import MOST_MARKS
from lasker.frontends._graph import guards, schema, text
from lasker.frontends._graph.extend import extended
from lasker.frontends._graph.functions import Words
from lasker.frontends._graph.ground import Ground
from lasker.frontends._graph.parts import Carried, Effect, Move, Named, Piece
from lasker.frontends._graph.signs import signs
from lasker.frontends._graph.terms import Guard, Offset, Phrase
from lasker.frontends._graph.text import Document, Path
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem
from lasker.kernel.limits import whole
from lasker.kernel.source import Source, Span
from lasker.model.weights import Weight, denominator

EFFECT = re.compile(r"([A-Za-z_]\w*)\s*(\+=|-=|:=|=)\s*(-?[0-9]+|weight)(?:\s+of\s+(own|enemy))?")
TAKEN = {
    "in", "is", "not", "of", "if", "then", "else", "nil", "fail", "same", "most", "each", "any", "move",
    "view", "settle", "super", "friend", "enemy", "piece", "square", "every", "around", "phase", "ply",
    "captured", "struck",
    "target", "tally", "t", "m", "x", "C", "from", "to", "u", "v", "p", "and", "or", "implies",
}  # fmt: skip


@dataclass
class Design:
    """A whole game: the specification, its ground, its pieces, and where everything stands."""

    source: Source
    spec: schema.GameSpec
    document: Document | None
    piece_documents: list[tuple[schema.PieceSpec, Document, Path]]
    ground: Ground = field(init=False)

    def __post_init__(self) -> None:
        try:
            self.ground = Ground(self.spec.board, self.spec.view, len(self.spec.players))
        except LaskerError as error:
            raise error.at(self.span("board")) from None
        self._check_names()

    def span(self, *path: str | int) -> Span:
        """Where something of the game itself stands."""
        return self.document.span(path) if self.document else Span(self.source, 0, 1)

    @property
    def alone(self) -> bool:
        """Is this no whole game, but pieces to try out?"""
        return self.spec.game is None and self.spec.ends is None

    def _check_names(self) -> None:
        letters = set(self.ground.compass.directions) | set(self.ground.compass.turns)
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
        for spec, document, path in self.piece_documents:
            for number, step in enumerate(spec.displacement):
                if step.name == "move":
                    raise DeclarationError(
                        "can(move) asks for any move, so no step has this name",
                        span=document.span((*path, "displacement", number)),
                        remedy="call it my_move",
                    )
            if spec.piece.lower() in kinds:
                raise DeclarationError(
                    f"there are two pieces called {spec.piece}",
                    span=document.span((*path, "piece")),
                    remedy="join their displacements, or rename one",
                )
            kinds.add(spec.piece.lower())

    # --- words ----------------------------------------------------------------------------------

    def words(self, moving: bool = True, adjudging: bool = False) -> Words:
        """The words that a guard of this design may use."""
        steps = (step.name for spec, _, _ in self.piece_documents for step in spec.displacement)
        return Words(
            pieces=tuple(spec.piece for spec, _, _ in self.piece_documents),
            marks=tuple(self.spec.marks),
            regions=tuple(self.spec.regions),
            counters=tuple(self.spec.counters),
            phases=tuple(self.spec.phases),
            steps=tuple(name for name in steps if name),
            sizes=self.ground.sizes,
            moving=moving,
            adjudging=adjudging,
        )

    def condition(self, text: str, span: Span, adjudging: bool = False) -> Guard:
        """A condition about a position."""
        return guards.read(text, self.words(moving=False, adjudging=adjudging), span)

    def phrase(self, text: str, span: Span) -> Phrase:
        """What may stand on a square."""
        found = guards.read(f"from is {text}", self.words(), span)
        phrase = getattr(found, "phrase", None)
        if not isinstance(phrase, Phrase):
            raise DeclarationError(f"{text!r} says no piece", span=span, remedy="for example: unmoved rook")
        return phrase

    # --- pieces ---------------------------------------------------------------------------------

    @cached_property
    def common(self) -> tuple[Named, ...]:
        """The guards of every piece: those of the libraries that the game uses, then its own."""
        found: dict[str, Named] = {}
        for number, library in enumerate(self.spec.use):
            for named in self._library(library, self.span("use", number)):
                found[named.name] = named
        for name, rule in self.spec.guards.items():
            found[name] = self._named(name, rule, self.span("guards", name))
        return tuple(found.values())

    def _library(self, name: str, span: Span) -> list[Named]:
        folder = files("lasker.frontends._graph").joinpath("library")
        known = sorted(item.name.removesuffix(".yaml") for item in folder.iterdir())
        if name not in known:
            raise NameProblem(
                f"no library of guards is called {name}", span=span, remedy=f"there is {', '.join(known)}"
            )
        source = Source(folder.joinpath(f"{name}.yaml").read_text("utf-8"), f"{name}.yaml")
        (document,) = text.read(source)
        spec, _ = schema.checked(document)
        return [
            self._named(each, rule, document.span(("guards", each))) for each, rule in spec.guards.items()
        ]

    def _named(self, name: str, rule: str, span: Span) -> Named:
        return Named(name, guards.read(rule, self.words(), span), rule, span)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces in their order."""
        taken: set[str] = set()
        return tuple(self._piece(*each, taken) for each in self.piece_documents)

    def _piece(self, spec: schema.PieceSpec, document: Document, path: Path, taken: set[str]) -> Piece:
        def span(*inner: str | int) -> Span:
            return document.span((*path, *inner))

        specs = [each for each, _, _ in self.piece_documents]
        try:
            glyphs, letters = signs(spec, specs, len(self.spec.players), taken)
        except LaskerError as error:
            raise error.at(
                span("symbols" if spec.symbols else "letters" if spec.letters else "piece")
            ) from None
        own = tuple(
            self._named(name, rule, span("guards", name)) for name, rule in (spec.guards or {}).items()
        )
        moves = [
            move
            for number, step in enumerate(spec.displacement)
            for move in self._moves(spec, step, span, number)
        ]
        if spec.displacement and not moves:
            raise DeclarationError(f"the {spec.piece} can never move", span=span("displacement"))
        for name in spec.promotion.into if spec.promotion else ():
            if self.kind(name) is None:
                raise NameProblem(f"no piece is called {name}", span=span("promotion"))
        if spec.promotion and spec.promotion.region not in self.spec.regions:
            raise NameProblem(
                f"no region is called {spec.promotion.region}", span=span("promotion"),
                remedy=f"regions: {', '.join(self.spec.regions) or 'none; declare one under `regions`'}",
            )  # fmt: skip
        effects = {
            str(when): self._effects(texts, span("effects", when)) for when, texts in spec.effects.items()
        }
        return Piece(
            spec.piece, glyphs, letters, spec.royal, tuple(moves), own, spec.promotion, effects, span("piece")
        )

    def weights(self, piece: Piece) -> list[Weight]:
        """What the displacements of a piece weigh, each one where nothing is said; none where nothing is."""
        if all(move.weight is None for move in piece.moves):
            return []
        return [
            Weight(
                piece.name, move.vector, None if move.slide is True else int(move.slide or 1),
                Fraction(1) if move.weight is None else move.weight,
            )
            for move in piece.moves
        ]  # fmt: skip

    def kind(self, name: str) -> str | None:
        """The piece of that name, capitals aside."""
        names = (spec.piece for spec, _, _ in self.piece_documents)
        return next((each for each in names if each.lower() == name.lower()), None)

    def _moves(self, spec: schema.PieceSpec, step: schema.Step, span: Any, number: int) -> list[Move]:
        where = span("displacement", number)
        vectors = [*([step.vector] if step.vector is not None else []), *step.vectors]
        if not vectors:
            raise DeclarationError("this says no vector", span=where, remedy="add vector: [1, 2]")
        found: dict[Offset, None] = {}
        for vector in vectors:
            self._check_vector(vector, where)
            found |= dict.fromkeys(self.ground.images(tuple(vector), step.symmetric or spec.symmetric))
        own = tuple(
            self._named(name, rule, span("displacement", number, "guards", name))
            for name, rule in step.guards.items()
        )
        if step.phase:
            own = (*own, self._named("phase", f"phase = {step.phase}", span("displacement", number, "phase")))
        for mark in step.marks:
            if mark not in self.spec.marks:
                raise NameProblem(f"no mark is called {mark}", span=where, remedy="declare it under `marks`")
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
        leaves = None if step.leaves is None else self.kind(step.leaves)
        if step.leaves is not None and leaves is None:
            raise NameProblem(f"no piece is called {step.leaves}", span=where, remedy="declare it as a piece")
        return [
            Move(
                vector, slide, step.only, step.name, own, takes, carries, tuple(step.marks),
                self._effects(step.effects, where), leaves, step.weight, where,
            )
            for vector in found
        ]  # fmt: skip

    def _offset(self, vector: list[int], span: Span) -> Offset:
        if len(vector) != self.ground.dimension:
            raise DeclarationError(
                f"an offset has {self.ground.dimension} numbers on this board, and this has {len(vector)}",
                span=span,
            )
        return tuple(vector)

    def _check_vector(self, vector: list[int], span: Span) -> None:
        offset = self._offset(vector, span)
        if not any(offset):
            raise DeclarationError("a vector of zeros leads nowhere", span=span, remedy="leave it out")
        if not self.ground.fits(offset):
            raise DeclarationError(
                f"the vector {list(vector)} never fits on this board", span=span,
                remedy=f"the board measures {' by '.join(map(str, self.ground.sizes))}",
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
            if name not in self.spec.counters:
                raise NameProblem(
                    f"no counter is called {name}", span=span,
                    remedy=f"counters: {', '.join(self.spec.counters) or 'none, see `counters`'}",
                )  # fmt: skip
            weighted = number == "weight"
            try:
                amount = (-1 if sign == "-=" else 1) * (1 if weighted else whole(number))
            except LaskerError as error:
                raise error.at(span) from None
            found.append(Effect(name, sign in {"+=", "-="}, amount, owner, weighted))
        return tuple(found)

    def happening(self, piece: Piece, move: Move, capture: bool) -> list[Effect]:
        """What a step does to the counters: for each, what is said most exactly."""
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

    def _weighed(self, effect: Effect, move: Move) -> int:
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


def read(source: Source, under: tuple[Source, ...] = ()) -> Design:
    """The design that a YAML text describes, on top of those under it: one game at most, and pieces.

    >>> design = read(Source("piece: Wazir\\ndisplacement: [[1, 0], [-1, 0], [0, 1], [0, -1]]"))
    >>> [move.vector for move in design.pieces[0].moves]
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
    spec = schema.GameSpec() if game is None else schema.checked(game)[0]
    pieces: list[tuple[schema.PieceSpec, Document, Path]] = []
    if game is not None:
        pieces += [(each, game, ("pieces", number)) for number, each in enumerate(spec.pieces)]
    pieces += [(schema.checked(document)[1][0], document, ()) for document in alone]
    if not pieces:
        raise DeclarationError(
            "there is no piece here",
            span=Span(source, 0, 1),
            remedy="begin with `piece: NAME`",
        )
    return Design(source, spec, game, pieces)


def _documents(source: Source) -> tuple[Document | None, list[Document]]:
    """The game of a text, if there is one, and the pieces that stand beside it."""
    games: list[Document] = []
    alone: list[Document] = []
    for document in text.read(source):
        (alone if isinstance(document.data, dict) and "piece" in document.data else games).append(document)
    for document in games:
        schema.mapping(document)
    if len(games) > 1:
        raise DeclarationError(
            "a file describes one game", span=games[1].span(()), remedy="put the other into its own file"
        )
    return games[0] if games else None, alone
