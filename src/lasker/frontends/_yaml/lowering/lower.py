"""Lowering: a resolved specification as declarations and definitions, each with its place."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from typing import Any

from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.lowering.conditions import Conditions, opposite
from lasker.frontends._yaml.lowering.initial_position import fen_fields, start_of
from lasker.frontends._yaml.lowering.properties import Properties
from lasker.frontends._yaml.lowering.regions import Regions
from lasker.frontends._yaml.lowering.steps import EMPTY, Steps, T
from lasker.frontends._yaml.lowering.turns import states
from lasker.frontends._yaml.specification.pieces import SpecifiedMove, SpecifiedPiece
from lasker.frontends._yaml.specification.resolved import Resolved
from lasker.frontends._yaml.specification.schema import Chance, Ending
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, LaskerError, LimitError
from lasker.kernel.limits import DEFAULT
from lasker.kernel.source import Source, Span
from lasker.model import CHANCE, LANGUAGE_VERSION
from lasker.syntax import compose as c
from lasker.syntax import tree
from lasker.syntax.builtin_names import prelude_source
from lasker.syntax.declarations import defined, name_of, weighed
from lasker.syntax.rules import Rules
from lasker.syntax.rules_writer import written

RESULTS = ("won", "lost", "drawn")
COUNT = 10_000
Placed = tuple[tree.Line, Span | None]  # a line, and the place in the YAML that it comes from


@dataclass(frozen=True)
class Lowered:
    """The lines of a game, and what stands behind each of them in the YAML."""

    origin: Source
    source: Source  # the lines as a text
    lines: tuple[tree.Line, ...]  # with their places in that text
    spans: tuple[Span | None, ...]

    def translated(self, error: LaskerError) -> LaskerError:
        """An error in the lines as an error in the YAML."""
        if error.message.endswith("is defined by itself"):
            error.message = "this guard asks whether a move is possible that asks for the guard again"
            error.remedy = "ask for attacked(…), in_check, or a step that has a name and no such guard"
        if isinstance(error, LimitError):
            error.message = f"written out, these rules are too long: {error.message}"
            error.remedy = "let a guard ask about fewer squares, or the piece slide less far, as in slide: 3"
        if error.span is not None and error.span.source.name == self.source.name:
            number = bisect([line.at[0] for line in self.lines], error.span.start) - 1
            error.span = self.spans[number] or Span(self.origin, 0, 1)
        return error


class Lowering:
    """Turns a resolved specification into lines."""

    def __init__(self, resolved: Resolved) -> None:
        self.resolved, self.spec = resolved, resolved.spec
        self.conditions = Conditions(resolved, Regions(resolved))
        self.steps = Steps(resolved, self.conditions)

    def text(self) -> Lowered:
        """All lines: what is declared depends on what the rules need, so those are made first."""
        rules = list(self._rules())
        ends = list(self._ends())
        self._check_words(rules)
        self._check_steps()
        placed = (*self._facts(), *self._declarations(), *rules, *ends, *self._perfts())
        origin = self.resolved.source
        source, lines = written((line for line, _ in placed), f"{origin.name} (as rules)")
        lowered = Lowered(origin, source, lines, tuple(span for _, span in placed))
        try:
            DEFAULT.check("characters", len(source.text))
        except LaskerError as error:
            raise lowered.translated(error) from None
        return lowered

    def _check_words(self, rules: Iterable[Placed]) -> None:
        """Names that are words of the rules must not be words that are defined there, or under them."""
        compass = self.resolved.board.compass
        defined = {name_of(line) for line, _ in rules if isinstance(line, tree.Statement)}
        words = defined | set(Rules(prelude_source(compass.name), compass=compass).definitions)
        places: list[tuple[str, tuple[str, str | int], set[str | None]]] = [
            (name, ("players", number), defined | {CHANCE}) for number, name in enumerate(self.spec.players)
        ]
        places += [(name, ("regions", name), words) for name in self.spec.regions]
        places += [(name, ("counters", name), words) for name in self.spec.counters]
        for name, path, taken in places:
            if name in taken:
                raise DeclarationError(
                    f"{name} is a word of the language",
                    span=self.resolved.span(*path),
                    remedy=f"call it my_{name}",
                )

    def _check_steps(self) -> None:
        """Every displacement must be possible somewhere on the board."""
        idle = Properties(self.resolved).idle()
        if idle is not None:
            piece, move = idle
            raise DeclarationError(
                f"the {piece.name} can never go by {list(move.vector)}: its guards contradict where it leads",
                span=move.span,
                remedy="a guard means: where it applies, its condition holds; write A implies B",
            )

    # --- declarations ---------------------------------------------------------------------------

    def _facts(self) -> Iterator[Placed]:
        spec, resolved = self.spec, self.resolved
        names = ", ".join(piece.name for piece in resolved.pieces)
        weights = tuple(str(weight) for piece in resolved.pieces for weight in resolved.weights(piece))
        texts: dict[str, str | tuple[str, ...]] = {
            "game": spec.game or names,
            "also": tuple(spec.also),
            "tags": tuple(spec.tags),
            "about": spec.about or "Pieces written as displacements and guards.",
            "source": spec.source or "A specification in YAML.",
            "start": start_of(resolved),
            "fen": fen_fields(resolved, self.conditions.needs),
            "pass": "a move may leave everything as it was" if spec.passes else (),
            "weights": weights,
        }
        yield _line("version", LANGUAGE_VERSION)
        for name, text in texts.items():
            span = (
                resolved.pieces[0].span
                if name == "weights"
                else resolved.span({"pass": "passes"}.get(name, name))
            )
            if text:
                yield _line("fact", name, (text,) if isinstance(text, str) else text, span=span)

    def _declarations(self) -> Iterator[Placed]:
        spec, span, needs = self.spec, self.resolved.span, self.conditions.needs
        yield _line("players", *spec.players, span=span("players"))
        yield _line("board", *self.resolved.board.words, span=span("board"))
        for piece in self.resolved.pieces:
            yield _line("piece", piece.name, piece.glyphs, piece.letters, span=piece.span)
        for mark, life in spec.marks.items():
            yield _line("mark", mark, life, span=span("marks", mark))
        if "target" in needs:
            yield _line("mark", "target", "until end")  # a square that somebody may attack
        for name, counter in spec.counters.items():
            flags = " ".join(["each"] * counter.each + ["unkeyed"] * (not counter.keyed))
            bounds = counter.low, counter.high, counter.start
            yield _line("counter", name, *bounds, flags, span=span("counters", name))
        if spec.phases:
            yield _line("counter", "phase", 0, len(spec.phases) - 1, None, "", span=span("phases"))
        if "ply" in needs:
            yield _line("counter", "ply", 0, COUNT, None, "")
        if spec.turn in {"on capture", "on quiet move"}:
            yield _line("counter", "captured", 0, 1, None, "until end unkeyed", span=span("turn"))
        for scratch in ("tally", "other_tally"):
            if scratch in needs:
                sites = len(self.resolved.board.space.sites)
                yield _line("counter", scratch, 0, sites, None, "until end unkeyed")
        yield from self.conditions.regions.lines()

    def _perfts(self) -> Iterator[Placed]:
        for check in self.spec.perft:
            yield _line("perft", check.depth, check.count, check.fen, span=self.resolved.span("perft"))

    # --- moves ----------------------------------------------------------------------------------

    def _rules(self) -> Iterator[Placed]:
        before, after, names = self.steps.everywhere()
        self.conditions.before_all, self.conditions.after_all = before, after
        parts: list[tree.Node] = []
        strikes: list[tree.Node] = []
        bodies = [
            line for piece in self.resolved.pieces for line in self._piece(piece, names, parts, strikes)
        ]
        for test, (name, named) in self.steps.tests.items():  # by now all are known that need a name
            yield defined(name, test), named.span
        for name, named in self.steps.tests.values():
            reason = self.spec.reasons.get(named.name) or f"{named.name}: {' '.join(named.text.split())}"
            yield _line("because", name, reason.replace('"', "'"), span=named.span)
        yield from bodies
        if not parts:
            raise DeclarationError(
                "no piece of this game can move",
                span=self.resolved.pieces[0].span,
                remedy="give one a displacement",
            )
        yield defined("strikes", c.either(strikes or [c.FAIL]), ("t",)), None
        for word in ("check", "struck"):
            if meaning := getattr(self.conditions, word):
                yield defined(word, meaning), None
        phases = list(self._phases())
        tail = [*after, *([c.called("next_phase")] if phases else [])]
        if "ply" in self.conditions.needs:
            tail.append(c.called("try", c.update("ply", "+=", 1)))
        yield from phases
        yield defined("move", c.row(*before, c.either(parts), *tail)), None
        yield defined("view", self.resolved.board.view), self.resolved.span("view")
        yield from self._states()
        yield from self._settle()

    def _piece(
        self, piece: SpecifiedPiece, names: set[str], parts: list[tree.Node], strikes: list[tree.Node]
    ) -> Iterator[Placed]:
        """The definitions of a piece; what it may do, and what it attacks, is added to two lists."""
        name, head = piece.name.lower(), [c.PIECE, self.conditions.signs(piece.name)[0]]
        if piece.promotion:
            kinds = [self.resolved.words.kind(kind) or kind for kind in piece.promotion.into]
            into = c.either([self.conditions.signs(kind)[0] for kind in kinds])
            how = c.rewrite([c.inside(c.PIECE, piece.promotion.region)], [into])
            body = c.either([how, c.NIL]) if piece.promotion.optional else c.row(c.called("try"), how)
            yield defined(f"{name}_promotes", body), piece.span
        hits = self.steps.alternatives(piece, piece.moves, "target", names)
        if hits:
            yield defined(f"{name}_takes", c.either(self.steps.joined(hits, T)), ("t",)), piece.span
            strikes.append(c.bound(head, c.called(f"{name}_takes", T)))
        plain = [move for move in piece.moves if move.name is None]
        found = self._ways(piece, plain, names)
        if found:
            yield defined(f"{name}_moves", c.bound(head, c.either(found))), piece.span
            parts.append(c.called(f"{name}_moves"))
        for step in dict.fromkeys(move.name for move in piece.moves if move.name is not None):
            moves = [move for move in piece.moves if move.name == step]
            named = self._ways(piece, moves, names)
            yield defined(f"{step}_step", c.bound(head, c.either(named or [c.FAIL]))), moves[0].span
            parts.append(c.called(f"{step}_step"))
            found += named
        if piece.moves and not found:
            raise DeclarationError(
                f"the {piece.name} can never move: its guards contradict each other or its vectors",
                span=piece.span,
                remedy="a guard means: where it applies, its condition holds; write A implies B",
            )

    def _ways(self, piece: SpecifiedPiece, moves: list[SpecifiedMove], names: set[str]) -> list[tree.Node]:
        """What a piece may do by some of its moves."""
        quiet = self.steps.alternatives(piece, moves, "empty", names)
        takes = self.steps.alternatives(piece, moves, "enemy", names)
        return [*self.steps.joined(quiet, EMPTY), *self.steps.joined(takes, c.called("enemy"))]

    def _phases(self) -> Iterator[Placed]:
        order, ways = list(self.spec.phases), list[tree.Node]()
        for name, nexts in self.spec.phases.items():
            for other, text in nexts.items():
                span = self.resolved.span("phases", name, other)
                self.resolved.known("phase", other, order, span)
                now = c.compared(c.called("phase"), "=", c.number(order.index(name)))
                then = c.update("phase", ":=", order.index(other))
                ways.append(c.bracketed(c.row(now, *self._tests(text, span), then)))
        if ways:
            yield defined("next_phase", c.either([*ways, c.NIL], "//")), self.resolved.span("phases")

    def _tests(self, text: str, span: Span) -> tuple[tree.Node, ...]:
        try:
            return self.conditions.test(self.resolved.condition(text, span), {})
        except LaskerError as error:
            raise error.at(span) from None

    def _states(self) -> Iterator[Placed]:
        """The turn automaton, where it is not simply one after the other."""
        spec, span = self.spec, self.resolved.span("chance" if self.spec.chance else "turn")
        if spec.sequence is not None and spec.turn != "on last of sequence":
            raise DeclarationError(
                "a sequence needs a turn that passes at its end",
                span=self.resolved.span("sequence"),
                remedy="add turn: on last of sequence",
            )
        casts = self._casts(spec.chance, span) if spec.chance else ()
        captured = c.compared(c.called("captured"), "=", c.number(1))
        for state in states(spec) if spec.chance or spec.turn != "strict" else ():
            moves = casts if state.casts else (c.seen(state.player, c.called("move")),)
            owner = CHANCE if state.casts else spec.players[state.player]
            taken = () if state.capture == state.quiet else ((captured, state.capture),)
            yield _line("state", state.name, owner, moves, (*taken, (None, state.quiet)), span=span)

    def _casts(self, chance: Chance, span: Span) -> tuple[Any, ...]:
        """The faces of the die that is cast before each turn, with their weights."""
        counter = self.spec.counters.get(chance.counter)
        if counter is None or counter.each or self.spec.turn != "strict":
            raise DeclarationError(
                f"a die is shown by a counter of nobody, and turns are strict: {chance.counter}", span=span,
                remedy=f"counters: {{{chance.counter}: {{high: {max(chance.faces)}}}}}",
            )  # fmt: skip
        if not all(counter.low <= face <= counter.high for face in chance.faces):
            raise DeclarationError(
                f"{chance.counter} goes from {counter.low} to {counter.high}, and the die shows more",
                span=span,
                remedy=f"let high be {max(chance.faces)}",
            )
        return tuple(
            weighed(weight, c.update(chance.counter, ":=", face)) for face, weight in chance.faces.items()
        )

    def _settle(self) -> Iterator[Placed]:
        parts = []
        for number, rule in enumerate(self.spec.forget):
            span = self.resolved.span("forget", number)
            kind = self.resolved.kind(rule.piece, span)
            self.resolved.known("mark", rule.mark, self.spec.marks, span)
            marked_one = self.conditions.content(t.Phrase("own", (kind,), (rule.mark,)))
            tests = opposite(self._tests(rule.unless, span))
            gone = c.rewrite([c.PIECE], [c.marked(c.PIECE, rule.mark, False)])
            parts.append(c.bracketed(c.bound([c.EACH, c.PIECE, marked_one], c.row(*tests, gone))))
        if parts:
            span = self.resolved.span("forget")
            yield defined("tidy_up", c.row(*parts)), span
            tidied = [c.seen(k, c.called("tidy_up")) for k in range(len(self.spec.players))]
            yield defined("settle", c.row(*tidied)), span

    # --- ends -----------------------------------------------------------------------------------

    def _ends(self) -> Iterator[Placed]:
        ends, span = self.spec.ends, self.resolved.span
        if not ends and not self.resolved.alone and not self.spec.adjudications:
            raise DeclarationError(
                "this game has no end", span=span("game" if ends is None else "ends"),
                remedy="say what ends it, for example  ends: {no move is left: {lost: not can(move)}}",
            )  # fmt: skip
        if ends is None:
            yield _line("end", "no move is left", "lost", c.asked(c.called("move"), False))
        for reason, rule in (ends or {}).items():
            yield self._end(reason, rule, span("ends", reason), adjudging=False)
        for reason, rule in self.spec.adjudications.items():
            yield self._end(reason, rule, span("adjudications", reason), adjudging=True)
        for reason, text in self.spec.invalid.items():
            place = span("invalid", reason)
            yield _line("invalid", reason, c.row(*self._tests(text, place)), span=place)

    def _end(self, reason: str, rule: Ending, place: Span, adjudging: bool) -> Placed:
        said = [result for result in RESULTS if getattr(rule, result) is not None]
        manner = "claimed" if rule.claimed else "agreed" if rule.agreed else None
        if len(said) != 1 or (manner and not adjudging) or (rule.claimed and rule.agreed):
            raise DeclarationError(
                f"{reason!r} says {len(said)} results",
                span=place,
                remedy="say one of won, lost, drawn; an adjudication may be claimed, or agreed",
            )
        text = getattr(rule, said[0])
        guard = self.resolved.condition(text, place, adjudging=adjudging)
        when: tree.Node | tree.Recurring
        if isinstance(guard, t.Repeated):
            when = tree.Recurring(guard.times, None, False)
        else:
            when = c.row(*self._tests(text, place))
        if when == c.FAIL:
            raise DeclarationError(
                f"{reason!r} can never come about", span=place,
                remedy="look at its numbers: counts go from 0 to the number of squares",
            )  # fmt: skip
        if adjudging:
            return _line("adjudicate", reason, said[0], manner, when, span=place)
        return _line("end", reason, said[0], when, span=place)


def _line(keyword: str, *parts: Any, span: Span | None = None) -> Placed:
    return tree.Declaration(keyword, parts, c.NOWHERE), span


def lower(resolved: Resolved) -> Lowered:
    """The lines of a resolved specification."""
    return Lowering(resolved).text()
