"""The generator: a specification as one stand-alone Python file that lists, decides and explains moves."""

from __future__ import annotations

import re
from typing import Any

from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.lowering.initial_position import fen_fields, start_of
from lasker.frontends._yaml.lowering.lower import COUNT, Lowering
from lasker.frontends._yaml.lowering.regions import Regions
from lasker.frontends._yaml.lowering.steps import RECURSIVE
from lasker.frontends._yaml.lowering.turns import states
from lasker.frontends._yaml.specification.pieces import Named, SpecifiedMove, SpecifiedPiece
from lasker.frontends._yaml.specification.resolved import Resolved
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.package_data import files
from lasker.notation.fen.fen import board_rows
from lasker.syntax.read import read_game

WIDTH = 90
HEADER = '''"""{game}: which moves are legal, and why others are not.

Written by `lasker generate` from {source}; it needs Python 3.11 and nothing else.

    python {file} [FEN [MOVE]]       lists the legal moves, or says what is wrong with one

Long because it is complete in itself: tables, engine, reader of FEN, guards and steps.
"""

# fmt: off
# ruff: noqa
'''


class Generator:
    """Writes the tables and the guards of one resolved specification around the engine."""

    def __init__(self, resolved: Resolved) -> None:
        self.resolved, self.spec, self.board = resolved, resolved.spec, resolved.board
        self.regions = Regions(resolved)
        lowering = Lowering(resolved)
        lowered = lowering.text()
        try:
            read_game(
                lowered.source, lines={lowered.source: lowered.lines}
            )  # what is no game cannot be generated, and says why
        except LaskerError as error:
            raise lowered.translated(error) from None
        self.needs = lowering.conditions.needs
        self.functions: dict[tuple[str, str], tuple[str, t.Guard]] = {}  # name and text: function, term

    def text(self, file: str = "validator.py") -> str:
        """The whole file."""
        template = files("lasker.frontends._validator").joinpath("validator.py").read_text("utf-8")
        _, _, rest = template.partition("# === tables ===\n")
        tables, _, rest = rest.partition("# === engine ===\n")
        engine, _, main = rest.partition("# === guards ===\n")
        for each in self.resolved.common:
            if each.guard != t.TRUE:
                self._function(each)
        after = self._steps() + self._conditions()
        header = HEADER.format(game=self.spec.game or "Moves", source=self.resolved.source.name, file=file)
        header = header.replace("\\", "/")  # a docstring is no place for escapes
        return "\n".join(
            [header, self._tables(tables), engine.strip("\n"), "", *self._guards(), *after, main]
        )

    # --- tables ---------------------------------------------------------------------------------

    def _tables(self, template: str) -> str:
        """The tables of the template with the values of this specification; types and remarks stay."""
        space, spec = self.board.space, self.spec
        places = [tuple(x - low for x, low in zip(s, space.low, strict=True)) for s in space.sites]
        rows = tuple(
            tuple("" if site is None else space.label(site) for site in row) for row in board_rows(space)
        )
        rows_of = {
            name: tuple(frozenset(map(space.label, own)) for own in self.regions.declared(name))
            for name in spec.regions
        }
        tables: dict[str, Any] = {
            "GAME": spec.game or ", ".join(piece.name for piece in self.resolved.pieces),
            "PLAYERS": tuple(spec.players),
            "STATES": self._states(),
            "START": start_of(self.resolved),
            "FIELDS": tuple(fen_fields(self.resolved, self.needs).split()),
            "SQUARES": {space.label(i): place for i, place in enumerate(places)},
            "ROWS": rows,
            "WRAPS": tuple((each.axis, each.length, each.twist) for each in space.gluings),
            "TURN": self.board.turn,
            "LETTERS": {
                letter: (piece.name, None if piece.neutral and len(spec.players) > 1 else owner)
                for piece in self.resolved.pieces
                for owner, letter in enumerate(piece.letters)
            },
            "ROYAL": tuple(piece.name for piece in self.resolved.pieces if piece.royal),
            "MARKS": dict(spec.marks),
            "COUNTERS": self._counters(),
            "REGIONS": {name: tuple(map(_Set, sites)) for name, sites in rows_of.items()},
            "PROMOTIONS": {
                piece.name: (
                    piece.promotion.region,
                    tuple(self.resolved.words.kind(kind) for kind in piece.promotion.into),
                    piece.promotion.optional,
                )
                for piece in self.resolved.pieces
                if piece.promotion
            },
            "CHANCE": (spec.chance.counter, dict(spec.chance.faces)) if spec.chance else None,
            "PASSES": spec.passes,
        }
        return re.sub(
            r"^(\w+)(: .+?) = [^#\n]+?( +#.*)?$",
            lambda found: f"{found[1]}{found[2]} = {_table(tables[found[1]])}{found[3] or ''}",
            template,
            flags=re.MULTILINE,
        )

    def _counters(self) -> dict[str, tuple[int, int, int, bool, bool]]:
        found = {
            name: (each.low, each.high, each.low if each.start is None else each.start, each.each, each.keyed)
            for name, each in self.spec.counters.items()
        }
        if self.spec.phases:
            found["phase"] = (0, len(self.spec.phases) - 1, 0, False, True)
        if "ply" in self.needs:
            found["ply"] = (0, COUNT, 0, False, True)
        return found

    def _states(self) -> dict[str, tuple[int, str, str]]:
        """The states by their letters in FEN: whose turn it is, what follows, what follows a capture."""
        order, letters = states(self.spec), dict[str, str]()
        for state in order:
            prefixes = (state.name[:n] for n in range(1, len(state.name) + 1))
            letters[state.name] = next(each for each in prefixes if each not in letters.values())
        given = next((f.split(":")[1:] for f in (self.spec.fen or "").split() if f.startswith("side:")), None)
        if given:
            letters = dict(zip(letters, given, strict=True))
        return {
            letters[state.name]: (state.player, letters[state.quiet], letters[state.capture])
            for state in order
        }

    # --- steps ----------------------------------------------------------------------------------

    def _steps(self) -> list[str]:
        """The steps of every piece, those that differ only in their vector together."""
        lines = ["", "STEPS = {"]
        for piece in self.resolved.pieces:
            groups: dict[tuple[str, ...], list[str]] = {}
            for move in piece.moves:
                groups.setdefault(self._rest(piece, move), []).append(str(move.vector))
            lines.append(f"    {piece.name!r}: [")
            for rest, vectors in groups.items():
                call = _packed([*vectors, *rest])
                lines += ["        *steps(", *(f"            {line}" for line in call), "        ),"]
            lines.append("    ],")
        return [*lines, "}"]

    def _rest(self, piece: SpecifiedPiece, move: SpecifiedMove) -> tuple[str, ...]:
        """What a step says besides its vector, as arguments of the call."""
        longest = 1 if move.slide is False else self.board.farthest(move.vector)
        longest = longest if isinstance(move.slide, bool) else min(longest, move.slide)
        guards = [self._function(each) for each in (*move.guards, *piece.guards) if each.guard != t.TRUE]
        said = {
            "longest": longest if longest != 1 else None,
            "only": move.only,
            "name": move.name,
            "takes": None if move.takes is None else (move.takes[0], _phrase(move.takes[1])),
            "carries": [(_phrase(each.phrase), each.start, each.end) for each in move.carries] or None,
            "leaves": self._left(move),
            "marks": move.marks or None,
            "quiet": self._effects(piece, move, "move") or None,
            "loud": self._effects(piece, move, "capture") or None,
        }
        listed = [f"guards=[{', '.join(guards)}]"] if guards else []
        listed += [f"{name}={value!r}" for name, value in said.items() if value is not None]
        return tuple(listed)

    def _left(self, move: SpecifiedMove) -> tuple[str, int | None] | None:
        """What a step leaves behind: its kind and owner, the mover where that is not nobody."""
        if move.leaves is None:
            return None
        piece = next(each for each in self.resolved.pieces if each.name == move.leaves)
        return move.leaves, None if piece.neutral and len(self.spec.players) > 1 else 0

    def _effects(
        self, piece: SpecifiedPiece, move: SpecifiedMove, kind: str
    ) -> list[tuple[str, str, int, str | None]]:
        effects = self.resolved.happening(piece, move, kind == "capture")
        return [(e.counter, "+=" if e.relative else ":=", e.amount, e.owner) for e in effects]

    def _function(self, named: Named) -> str:
        key = (named.name, named.text)
        if key not in self.functions:
            number = 1 + sum(1 for name, _ in self.functions if name == named.name)
            self.functions[key] = (f"guard_{named.name}" + ("" if number == 1 else f"_{number}"), named.guard)
        return self.functions[key][0]

    def _guards(self) -> list[str]:
        """Every guard as a function, then the lists of those for all steps and of those that look ahead."""
        lines = []
        for (_, text), (name, guard) in self.functions.items():
            said = " ".join(text.split())
            lines += [
                "",
                f"def {name}(m: Move) -> bool:",
                f'    """{said}"""',
                f"    return bool({python(guard)})",
                "",
            ]
        looking = [
            name
            for name, guard in self.functions.values()
            if any(isinstance(part, RECURSIVE) for part in t.inside(guard))
        ]
        common = [self._function(each) for each in self.resolved.common if each.guard != t.TRUE]
        return [*lines, "", f"GUARDS = [{', '.join(common)}]", f"LOOKING = [{', '.join(looking)}]"]

    def _conditions(self) -> list[str]:
        """Phases, ends, and rights to forget."""

        def asked(text: str, *path: str | int) -> str:
            span, judging = self.resolved.span(*path), path[0] == "adjudications"
            return f"lambda m: {python(self.resolved.condition(text, span, adjudging=judging))}"

        order, spec = list(self.spec.phases), self.spec
        phases = [
            f"    ({order.index(name)}, {order.index(other)}, {asked(text, 'phases', name)}),"
            for name, nexts in spec.phases.items()
            for other, text in nexts.items()
        ]
        ends = [
            f"    ({reason!r}, {asked(text, 'ends', reason)}),"
            for reason, rule in (spec.ends or {}).items()
            for text in (rule.won, rule.lost, rule.drawn)
            if text is not None
        ]
        if spec.ends is None:
            ends = ["    ('no move is left', lambda m: not m.can('move', False)),"]
        adjudications = [
            f"    ({reason!r}, {rule.claimed}, {asked(text, 'adjudications', reason)}),"
            for reason, rule in spec.adjudications.items()
            for text in (rule.won, rule.lost, rule.drawn)
            if text is not None and not rule.agreed
        ]
        kind = self.resolved.words.kind
        forget = [
            f"    ({rule.mark!r}, {kind(rule.piece)!r}, {asked(rule.unless, 'forget', number)}),"
            for number, rule in enumerate(spec.forget)
        ]
        tables = {"PHASES": phases, "ENDS": ends, "ADJUDICATIONS": adjudications, "FORGET": forget}
        return [line for name, rows in tables.items() for line in (f"{name} = [", *rows, "]")] + [""]


class _Set(frozenset[str]):
    """A set that is always written in the same order."""

    def __repr__(self) -> str:
        return f"frozenset({sorted(self)})"


def _table(value: Any) -> str:
    """A value as Python; long ones are wrapped between their items."""
    if len(text := repr(value)) <= WIDTH or not isinstance(value, dict | list | tuple):
        return text
    items = [f"{k!r}: {v!r}" for k, v in value.items()] if isinstance(value, dict) else list(map(repr, value))
    return "\n    ".join([text[0], *_packed(items)]) + f"\n{text[-1]}"


def _packed(items: list[str]) -> list[str]:
    """Items with commas between them, as many on a line as fit."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) > WIDTH:
            lines.append("")
        lines[-1] += f" {item}," if lines[-1] else f"{item},"
    return lines


def _phrase(phrase: t.Phrase) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return phrase.owner, phrase.kinds, phrase.marks


def python(guard: t.Guard) -> str:
    """A guard as a Python expression about a move `m`.

    >>> python(t.both([t.StepKind("capture"), t.Not(t.InCheck())]))
    'm.capture and not m.in_check(False)'
    """
    match guard:
        case t.Truth(value):
            return str(value)
        case t.Not(body):
            return f"not {_tight(body)}"
        case t.All(parts):
            return " and ".join(map(_tight, parts))
        case t.Some(parts):
            return " or ".join(map(_tight, parts))
        case t.After(body):
            return f"m.afterwards(lambda m: {python(body)})"
        case t.Compare(left, relation, right):
            return f"compare({_amount(left)}, {relation!r}, {_amount(right)})"
        case t.Within(square, region, owner):
            return f"m.within({_square(square)}, {region!r}, {owner!r})"
        case t.Holds(square, phrase):
            return f"m.holds({_square(square)}, {_phrase(phrase)})"
        case t.Attacked(square):
            return f"m.attacked({_square(square)})"
        case t.InCheck(enemy):
            return f"m.in_check({enemy})"
        case t.Can(name, enemy):
            return f"m.can({name!r}, {enemy})"
        case t.StepKind(name):
            return f"m.{name}"
        case t.Repeated(times):
            return f"m.repeated({times})"
        case t.Quantified(every, name, t.Path(start, end), body):
            over = f"m.between({_square(start)}, {_square(end)})"
            return f"{'all' if every else 'any'}({python(body)} for {name}_ in {over})"
        case t.Quantified(every, name, squares, body):
            over = ", ".join(_square(square) for square in squares)  # type: ignore[union-attr]
            return f"{'all' if every else 'any'}({python(body)} for {name}_ in [{over}])"
    raise DeclarationError(f"{type(guard).__name__.lower()} cannot be asked by a validator")


def _tight(guard: t.Guard) -> str:
    text = python(guard)
    return f"({text})" if isinstance(guard, t.All | t.Some) else text


def _square(square: t.Square) -> str:
    base = {"from": "m.zero", "to": "m.to"}.get(square.base, f"{square.base}_")
    return base if not any(square.offset) else f"plus({base}, {square.offset})"


def _amount(amount: t.Amount) -> str:
    match amount:
        case t.Number(value):
            return str(value)
        case t.Count(phrase, region, owner):
            return f"m.count({_phrase(phrase)}, {region!r}, {owner!r})"
        case t.CountedTerm(name):
            return f"m.counter({name!r}, None)"
        case t.Coordinate(square, axis):
            return f"m.coordinate({_square(square)}, {axis})"
        case t.Component(axis, absolute):
            return f"m.component({axis}, {absolute})"
