"""Lowering: a design as a readable rules text of the algebra, the place in the YAML behind every line."""

from __future__ import annotations

import re
from collections.abc import Callable

from lasker.frontends._graph import terms as t
from lasker.frontends._graph.conditions import Conditions
from lasker.frontends._graph.design import Design
from lasker.frontends._graph.facts import Facts
from lasker.frontends._graph.lowered import Lowered
from lasker.frontends._graph.parts import Move, Piece
from lasker.frontends._graph.regions import Regions
from lasker.frontends._graph.schema import Chance
from lasker.frontends._graph.start import fen_fields, start_of
from lasker.frontends._graph.steps import Steps
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Span
from lasker.model import CHANCE
from lasker.syntax.natives import prelude_source
from lasker.syntax.rules import Rules

RESULTS = ("won", "lost", "drawn")
DEFINED = re.compile(r"(\w+)(?:\([\w, ]*\))? = ")
COUNT = 10_000


class Lowering:
    """Turns a design into lines."""

    def __init__(self, design: Design) -> None:
        self.design, self.spec = design, design.spec
        self.out = Lowered(design.source)
        self.conditions = Conditions(design, Regions(design))
        self.steps = Steps(design, self.conditions)

    def text(self) -> Lowered:
        """The whole text: what is declared depends on what the rules need, so those are written first."""
        rules = self._part(self._rules)
        ends = self._part(self._ends)
        self._check_words(rules)
        self._check_steps()
        self._head()
        self._declarations()
        self.out.append(rules)
        self.out.append(ends)
        for check in self.spec.perft:
            place = f' "{check.fen}"' if check.fen else ""
            self.out.add(f"perft {check.depth} {check.count}{place}", self.design.span("perft"))
        return self.out

    def _check_words(self, rules: Lowered) -> None:
        """Names that are words of the rules text must not be words that it defines, or those under it."""
        compass = self.design.ground.compass
        defined = {found[1] for line in rules.lines if (found := DEFINED.match(line))}
        words = defined | set(Rules(prelude_source(compass.name), compass=compass).definitions)
        places: list[tuple[str, tuple[str, str | int], set[str]]] = [
            (name, ("players", number), defined | {CHANCE}) for number, name in enumerate(self.spec.players)
        ]
        places += [(name, ("regions", name), words) for name in self.spec.regions]
        places += [(name, ("counters", name), words) for name in self.spec.counters]
        for name, path, taken in places:
            if name in taken:
                raise DeclarationError(
                    f"{name} is a word of the language",
                    span=self.design.span(*path),
                    remedy=f"call it my_{name}",
                )

    def _check_steps(self) -> None:
        """Every displacement must be possible somewhere on the board."""
        idle = Facts(self.design).idle()
        if idle is not None:
            piece, move = idle
            raise DeclarationError(
                f"the {piece.name} can never go by {list(move.vector)}: its guards contradict where it leads",
                span=move.span,
                remedy="a guard means: where it applies, its condition holds; write A implies B",
            )

    def _part(self, write: Callable[[], None]) -> Lowered:
        """What a method writes, kept apart."""
        kept, self.out = self.out, Lowered(self.design.source)
        write()
        part, self.out = self.out, kept
        return part

    # --- declarations ---------------------------------------------------------------------------

    def _head(self) -> None:
        spec, span = self.spec, self.design.span
        names = ", ".join(piece.name for piece in self.design.pieces)
        self.out.add("lasker 1")
        self.out.add(f'game   "{spec.game or names}"', span("game"))
        if spec.also:
            self.out.add("also   " + " ".join(f'"{alias}"' for alias in spec.also), span("also"))
        self.out.add(f'about  "{spec.about or "Pieces written as displacements and guards."}"', span("about"))
        self.out.add(f'source "{spec.source or "A specification in YAML."}"', span("source"))
        self.out.add(f'start  "{start_of(self.design)}"', span("start"))
        self.out.add(f'fen    "{fen_fields(self.design, self.conditions.needs)}"', span("fen"))
        if spec.passes:
            self.out.add('pass   "a move may leave everything as it was"', span("passes"))
        self.out.add()

    def _declarations(self) -> None:
        spec, span, needs = self.spec, self.design.span, self.conditions.needs
        self.out.add(f"players {' '.join(spec.players)}", span("players"))
        self.out.add(f"board   {' '.join(self.design.ground.words)}", span("board"))
        for piece in self.design.pieces:
            letters = " ".join(f"'{letter}'" for letter in piece.letters)
            self.out.add(f"piece   {piece.name} {' '.join((*piece.glyphs, letters))}", piece.span)
        weights = [f'"{weight}"' for piece in self.design.pieces for weight in self.design.weights(piece)]
        if weights:
            self.out.add(f"weights {' '.join(weights)}", self.design.pieces[0].span)
        for mark, life in spec.marks.items():
            self.out.add(f"mark    {mark} {life}", span("marks", mark))
        if "target" in needs:
            self.out.add("mark    target until end            -- a square that somebody may attack")
        for name, counter in spec.counters.items():
            start = "" if counter.start is None else f" from {counter.start}"
            flags = " each" * counter.each + " unkeyed" * (not counter.keyed)
            self.out.add(
                f"counter {name} {counter.low}..{counter.high}{start}{flags}", span("counters", name)
            )
        if spec.phases:
            self.out.add(
                f"counter phase 0..{len(spec.phases) - 1}    -- {', '.join(spec.phases)}", span("phases")
            )
        if "ply" in needs:
            self.out.add(f"counter ply 0..{COUNT}")
        if spec.turn in {"on capture", "on quiet move"}:
            self.out.add("counter captured 0..1 until end unkeyed", span("turn"))
        for scratch in ("tally", "other_tally"):
            if scratch in needs:
                self.out.add(f"counter {scratch} 0..{len(self.design.ground.space.sites)} until end unkeyed")
        for line, place in self.conditions.regions.lines():
            self.out.add(line, place)
        self.out.add()

    # --- moves ----------------------------------------------------------------------------------

    def _rules(self) -> None:
        before, after, names = self.steps.everywhere()
        self.conditions.before_all, self.conditions.after_all = before, after
        parts: list[str] = []
        strikes: list[str] = []

        def pieces() -> None:
            for piece in self.design.pieces:
                self._piece(piece, names, parts, strikes)

        bodies = self._part(pieces)  # they say which tests need a name, and those come first
        for text, (name, named) in self.steps.tests.items():
            self.out.add(f"{name} = {text}", named.span)
        self._reasons()
        self.out.append(bodies)
        if not parts:
            raise DeclarationError(
                "no piece of this game can move",
                span=self.design.pieces[0].span,
                remedy="give one a displacement",
            )
        self.out.add("-- What a player attacks, and what he may do.")
        self.out.add(f"strikes(t) = {_choice(strikes or ['fail'])}")
        for word in ("check", "struck"):
            if meaning := getattr(self.conditions, word):
                self.out.add(f"{word} = {meaning}")
        phases = self._phases()
        tail = [
            *after,
            *(["next_phase"] if phases else []),
            *(["try(ply += 1)"] if "ply" in self.conditions.needs else []),
        ]
        self.out.add(f"move = {' '.join([*before, _choice(parts), *tail])}")
        self.out.add(f"view = {self.design.ground.view}", self.design.span("view"))
        self._states()
        self._settle()
        self.out.add()

    def _piece(self, piece: Piece, names: set[str], parts: list[str], strikes: list[str]) -> None:
        sign = self.conditions.signs(piece.name)[0]
        name = piece.name.lower()
        plain = [move for move in piece.moves if move.name is None]
        self.out.add(f"-- {piece.name}", piece.span)
        if piece.promotion:
            into = " | ".join(
                self.conditions.signs(self.design.kind(kind) or kind)[0] for kind in piece.promotion.into
            )
            how = f"(% in {piece.promotion.region} -> {into})"
            self.out.add(
                f"{name}_promotes = {f'{how} | nil' if piece.promotion.optional else f'try{how}'}", piece.span
            )
        hits = self.steps.alternatives(piece, piece.moves, "target", names)
        if hits:
            self.out.add(f"{name}_takes(t) = {_choice(self.steps.written(hits, 't'))}", piece.span)
            strikes.append(f"(%{sign}: {name}_takes(t))")
        found = self._ways(piece, plain, names)
        if found:
            self.out.add(f"{name}_moves = %{sign}: {_choice(found)}", piece.span)
            parts.append(f"{name}_moves")
        for step in dict.fromkeys(move.name for move in piece.moves if move.name is not None):
            moves = [move for move in piece.moves if move.name == step]
            named = self._ways(piece, moves, names)
            self.out.add(f"{step}_step = %{sign}: {_choice(named or ['fail'])}", moves[0].span)
            parts.append(f"{step}_step")
            found += named
        if piece.moves and not found:
            raise DeclarationError(
                f"the {piece.name} can never move: its guards contradict each other or its vectors",
                span=piece.span,
                remedy="a guard means: where it applies, its condition holds; write A implies B",
            )

    def _ways(self, piece: Piece, moves: list[Move], names: set[str]) -> list[str]:
        """What a piece may do by some of its moves, each alternative a line."""
        quiet = self.steps.alternatives(piece, moves, "empty", names)
        takes = self.steps.alternatives(piece, moves, "enemy", names)
        return [*self.steps.written(quiet, "."), *self.steps.written(takes, "enemy")]

    def _reasons(self) -> None:
        for name, named in self.steps.tests.values():
            reason = self.spec.reasons.get(named.name) or f"{named.name}: {' '.join(named.text.split())}"
            self.out.add(f'because {name} "{reason.replace(chr(34), chr(39))}"', named.span)
        if self.steps.tests:
            self.out.add()

    def _phases(self) -> bool:
        order = list(self.spec.phases)
        ways = []
        for name, nexts in self.spec.phases.items():
            for other, text in nexts.items():
                span = self.design.span("phases", name, other)
                if other not in order:
                    raise DeclarationError(
                        f"no phase is called {other}", span=span, remedy=f"phases: {', '.join(order)}"
                    )
                test = self._tested(text, span)
                ways.append(f"([phase = {order.index(name)}] {test} phase := {order.index(other)})")
        if ways:
            self.out.add(f"next_phase = {' // '.join([*ways, 'nil'])}", self.design.span("phases"))
        return bool(ways)

    def _tested(self, text: str, span: Span) -> str:
        try:
            return self.conditions.test(self.design.condition(text, span), {})
        except LaskerError as error:
            raise error.at(span) from None

    def _states(self) -> None:
        """The turn automaton, where it is not simply one after the other."""
        spec, players, span = self.spec, self.spec.players, self.design.span("turn")
        if spec.sequence is not None and spec.turn != "on last of sequence":
            raise DeclarationError(
                "a sequence needs a turn that passes at its end",
                span=self.design.span("sequence"),
                remedy="add turn: on last of sequence",
            )
        if spec.chance is not None:
            self._dice(spec.chance)
            return
        if spec.turn == "strict":
            return
        if spec.turn == "never":
            self.out.add(f"state {players[0]} of {players[0]}: move then {players[0]}", span)
            return
        for number, player in enumerate(players):
            move = "move" if number == 0 else "view move" if number == 1 else f"view^{number} move"
            other = players[(number + 1) % len(players)]
            if spec.turn == "on last of sequence":
                count = spec.sequence or 2
                for turn in range(1, count + 1):
                    state = player if turn == 1 else f"{player}_{turn}"
                    after = other if turn == count else f"{player}_{turn + 1}"
                    self.out.add(f"state {state} of {player}: {move} then {after}", span)
                continue
            first, second = (other, player) if spec.turn == "on capture" else (player, other)
            self.out.add(f"state {player} of {player}: {move} then {first} if [captured = 1], {second}", span)

    def _dice(self, chance: Chance) -> None:
        """Before each turn a die is cast."""
        span, players = self.design.span("chance"), self.spec.players
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
        casts = ", ".join(f"{weight}: {chance.counter} := {face}" for face, weight in chance.faces.items())
        for number, player in enumerate(players):
            move = "move" if number == 0 else "view move" if number == 1 else f"view^{number} move"
            following = players[(number + 1) % len(players)]
            self.out.add(f"state rolls_{player} of chance: {casts} then {player}", span)
            self.out.add(f"state {player} of {player}: {move} then rolls_{following}", span)

    def _settle(self) -> None:
        parts = []
        for number, rule in enumerate(self.spec.forget):
            span = self.design.span("forget", number)
            kind = self.design.kind(rule.piece)
            if kind is None or rule.mark not in self.spec.marks:
                raise DeclarationError(
                    f"there is no {rule.mark} {rule.piece}",
                    span=span,
                    remedy="name a mark and a piece of this game",
                )
            sign = self.conditions.content(t.Phrase("own", (kind,), (rule.mark,)))
            test = self.conditions.opposite(self._tested(rule.unless, span))
            parts.append(f"(each %{sign}: {test} (% -> %^-{rule.mark}))")
        if parts:
            self.out.add(f"tidy_up = {' '.join(parts)}", self.design.span("forget"))
            views = [
                f"(view^{k} tidy_up)" if k > 1 else "(view tidy_up)" for k in range(1, len(self.spec.players))
            ]
            self.out.add(f"settle = {' '.join(['tidy_up', *views])}", self.design.span("forget"))

    # --- ends -----------------------------------------------------------------------------------

    def _ends(self) -> None:
        ends, span = self.spec.ends, self.design.span
        if not ends and not self.design.alone and not self.spec.adjudications:
            raise DeclarationError(
                "this game has no end", span=span("game" if ends is None else "ends"),
                remedy="say what ends it, for example  ends: {no move is left: {lost: not can(move)}}",
            )  # fmt: skip
        if ends is None:
            self.out.add('end "no move is left" lost: ![move]')
        for kind, rules in (("end", ends or {}), ("adjudicate", self.spec.adjudications)):
            for reason, rule in rules.items():
                place = span("ends" if kind == "end" else "adjudications", reason)
                said = [result for result in RESULTS if getattr(rule, result) is not None]
                manner = " claimed" * rule.claimed + " agreed" * rule.agreed
                if len(said) != 1 or (kind == "end" and manner) or (rule.claimed and rule.agreed):
                    raise DeclarationError(
                        f"{reason!r} says {len(said)} results",
                        span=place,
                        remedy="say one of won, lost, drawn; an adjudication may be claimed, or agreed",
                    )
                guard = self.design.condition(getattr(rule, said[0]), place, adjudging=kind == "adjudicate")
                if isinstance(guard, t.Repeated):
                    test = f"repeated {guard.times}"
                else:
                    test = self._tested(getattr(rule, said[0]), place)
                if test == "fail":
                    raise DeclarationError(
                        f"{reason!r} can never come about", span=place,
                        remedy="look at its numbers: counts go from 0 to the number of squares",
                    )  # fmt: skip
                self.out.add(f'{kind} "{reason}" {said[0]}{manner}: {test}', place)
        for reason, text in self.spec.invalid.items():
            self.out.add(
                f'invalid "{reason}": {self._tested(text, span("invalid", reason))}', span("invalid", reason)
            )


def _choice(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else "( " + "\n  | ".join(parts) + " )"


def lower(design: Design) -> Lowered:
    """The rules text of a design."""
    return Lowering(design).text()
