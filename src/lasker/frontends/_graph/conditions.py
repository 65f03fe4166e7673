"""Conditions as tests of the algebra: each truth value that a guard asks for becomes `[ … ]` or `![ … ]`."""

from __future__ import annotations

from dataclasses import dataclass, field

from lasker.algebra.meaning import RELATIONS
from lasker.frontends._graph import terms as t
from lasker.frontends._graph.design import Design
from lasker.frontends._graph.parts import Effect
from lasker.frontends._graph.regions import Regions
from lasker.kernel.errors import DeclarationError


@dataclass
class Conditions:
    """Writes tests for one design, and remembers the regions, counters and marks that they need."""

    design: Design
    regions: Regions
    needs: set[str] = field(default_factory=set)  # tally, other_tally, target, ply
    before_all: list[str] = field(default_factory=list)  # tests that every move must pass, before it
    after_all: list[str] = field(default_factory=list)  # … and after it

    # --- contents -------------------------------------------------------------------------------

    def content(self, phrase: t.Phrase) -> str:
        """A set of contents, as the first player sees it."""
        plain = {"empty": ".", "outside": "#", "square": "square"}
        if phrase.owner in plain:
            found = [plain[phrase.owner]]
        elif not phrase.kinds:
            found = [{"own": "friend", "enemy": "enemy", "any": "piece"}[phrase.owner]]
        else:
            found = [sign for kind in phrase.kinds for sign in self.signs(kind, phrase.owner)]
        text = found[0] if len(found) == 1 else f"({' | '.join(found)})"
        return text + "".join(f"^{mark}" for mark in phrase.marks)

    def signs(self, kind: str, owner: str = "own") -> list[str]:
        """How the pieces of a kind are written: one's own, the enemies', or all of them."""
        piece = next(each for each in self.design.pieces if each.name == kind)
        signs = list(piece.glyphs) or [f"'{letter}'" for letter in piece.letters]
        return signs if piece.neutral or owner == "any" else signs[:1] if owner == "own" else signs[1:]

    @property
    def royals(self) -> list[list[str]]:
        """The royal pieces, a list of signs for each player."""
        pieces = [piece for piece in self.design.pieces if piece.royal]
        players = range(len(self.design.spec.players))
        return [[self.signs(piece.name, "any")[player] for piece in pieces] for player in players]

    # --- tests ----------------------------------------------------------------------------------

    def test(self, guard: t.Guard, places: dict[str, t.Offset]) -> str:
        """A test; `places` says where `from` and `to` lie, from the cursor."""
        located = self._located(guard, places)
        if located is not None:
            return located
        match guard:
            case t.Truth(value):
                return "nil" if value else "fail"
            case t.Not(body):
                return self.opposite(self.test(body, places))
            case t.All(parts):
                return " ".join(self.test(part, places) for part in parts)
            case t.Some(parts):
                return f"[{' | '.join(self.test(part, places) for part in parts)}]"
            case t.Holds(square, phrase):
                return f"[{self._beside(self._where(square, places), self.content(phrase))}]"
            case t.Compare(left, relation, right):
                return self._compare(left, relation, right)
            case t.Attacked(square):
                return self._attacked(self._where(square, places))
            case t.InCheck(enemy):
                return self.in_check(enemy)
            case t.Can(name, enemy):
                move = (
                    "move"
                    if name == "move"
                    else " ".join([*self.before_all, f"{name}_step", *self.after_all])
                )
                return f"[{self.seen(move)}]" if enemy else f"[{move}]"
        raise DeclarationError(f"{type(guard).__name__.lower()} cannot be asked here")

    def opposite(self, text: str) -> str:
        """The test that holds where this one does not."""
        single = text.startswith("[") and _closes(text) == len(text) - 1
        return f"!{text}" if single else text[1:] if _negative(text) else f"![{text}]"

    def _where(self, square: t.Square, places: dict[str, t.Offset]) -> t.Offset:
        base = places.get(square.base)
        if base is None:
            raise DeclarationError(f"{square.base} is not known here")
        return tuple(a + b for a, b in zip(base, square.offset, strict=True))

    def _beside(self, offset: t.Offset, cell: str) -> str:
        if not any(offset):
            return f"@ + {cell}" if cell != "square" else "@"
        return f"@ + {self.design.ground.at(offset, cell)}"

    def _within(self, offset: t.Offset, region: str) -> str:
        if not any(offset):
            return f"[@ in {region}]"
        return f"[@ + {self.design.ground.at(offset, f'(square in {region})')}]"

    def _region(self, name: str, owner: str | None) -> str:
        if owner != "enemy":
            return name
        players = self.design.spec.players
        if not isinstance(self.design.spec.regions[name], dict) or len(players) != 2:
            raise DeclarationError(f"{name} does not belong to one of two players")
        return f"{name} of {players[1]}"

    # --- numbers --------------------------------------------------------------------------------

    def _compare(self, left: t.Amount, relation: str, right: t.Amount) -> str:
        if isinstance(left, t.Number):
            left, relation, right = right, t.FLIPPED[relation], left
        if isinstance(left, t.Tally) and left.name == "move_number" and isinstance(right, t.Number):
            return self._move_number(relation, right.value)
        if isinstance(left, t.Count) and isinstance(right, t.Number):
            if not 0 <= right.value <= len(self.design.ground.space.sites):
                return "nil" if RELATIONS[relation](0, right.value) else "fail"  # whatever stands there
            if (relation, right.value) in {("=", 0), ("<", 1), ("<=", 0)}:
                return f"![{self._counted(left)}]"
            if (relation, right.value) in {(">", 0), (">=", 1), ("!=", 0)}:
                return f"[{self._counted(left)}]"
            if (relation, right.value) in {(">", 1), (">=", 2), ("<", 2), ("<=", 1)}:
                return f"{'!' * (relation[0] == '<')}[{self._pair(left)}]"
        first, said = self._number(left, "tally")
        second, also = self._number(right, "other_tally")
        before = " ".join(filter(None, (said, also)))
        return f"[{before} [{first} {relation} {second}]]" if before else f"[{first} {relation} {second}]"

    def _move_number(self, relation: str, number: int) -> str:
        """Moves are counted from 1, plies from 0, and a move has a ply of every player."""
        self.needs.add("ply")
        players = len(self.design.spec.players)
        first, last = max(0, (number - 1) * players), number * players - 1
        match relation:
            case "=":
                return f"[ply >= {first}] [ply <= {last}]"
            case "!=":
                return f"![[ply >= {first}] [ply <= {last}]]"
        return f"[ply {relation} {first if relation in {'<', '>='} else last}]"

    def _number(self, amount: t.Amount, scratch: str) -> tuple[str, str]:
        """A number as the algebra compares it, and what must be counted first."""
        match amount:
            case t.Number(value):
                if value < 0:
                    raise DeclarationError("counters are compared with numbers from 0 on")
                return str(value), ""
            case t.Tally("ply"):
                self.needs.add("ply")
                return "ply", ""
            case t.Tally(name, owner):
                return name + self.of(name, owner), ""
            case t.Count():
                self.needs.add(scratch)
                return scratch, f"{scratch} := 0 (each %x {self._counted(amount)}: {scratch} += 1)"
        raise DeclarationError("this number cannot be compared here")

    def of(self, counter: str, owner: str | None) -> str:
        """Whose counter is meant, where that must be said."""
        return f" of {self.design.spec.players[1]}" if owner == "enemy" else ""

    def _pair(self, count: t.Count) -> str:
        """Two different squares that both hold something."""
        counted = self._counted(count)
        return f"%x {counted}: %y {counted}: ![@x + @y]"

    def _counted(self, count: t.Count) -> str:
        content = self.content(count.phrase)
        return content if count.region is None else f"{content} in {self._region(count.region, count.owner)}"

    def _located(self, guard: t.Guard, places: dict[str, t.Offset]) -> str | None:
        """A question about where a square lies, as one region; None if the guard asks anything else."""
        found = self.regions.sites(guard)
        if found is not None:
            square, sites = found
            offset = self._where(square, places)
        elif isinstance(guard, t.Compare) and isinstance(guard.left, t.Coordinate):
            sites, offset = self.regions.apart(guard, places), (0,) * self.design.ground.dimension
        else:
            return None
        if not any(sites):
            return "fail"
        if sites == self.regions.everywhere():
            return "nil" if not any(offset) else f"[{self._beside(offset, 'square')}]"
        return self._within(offset, self.regions.name(guard, sites))

    # --- attacks --------------------------------------------------------------------------------

    def seen(self, term: str) -> str:
        """A term as the other players see it, whoever of them it is."""
        players = len(self.design.spec.players)
        if players < 2:
            return "fail"
        return " | ".join(f"view {term}" if k == 1 else f"view^{k} {term}" for k in range(1, players))

    def in_check(self, enemy: bool = False) -> str:
        """Some royal piece could be taken."""
        if enemy:
            others = [sign for signs in self.royals[1:] for sign in signs]
            return f"[strikes({_set(others)})]" if others else "fail"
        return "[check]" if self.check else "fail"

    @property
    def check(self) -> str:
        """What `check` means: somebody else attacks a royal piece of the player to move; else nothing."""
        players = len(self.design.spec.players)
        if not self.royals[0] or players < 2:
            return ""
        ways = [
            f"view{'' if k == 1 else f'^{k}'} strikes({_set(self.royals[(players - k) % players])})"
            for k in range(1, players)
        ]
        return f"[{' | '.join(ways)}]"

    def _attacked(self, offset: t.Offset) -> str:
        self.needs.add("target")
        here = "(% -> %^target)"
        if any(offset):
            ground = self.design.ground
            here = f"(@ + {ground.at(offset, 'square')} -> {ground.at(offset, 'same^target')})"
        return f"[{here} struck]"

    @property
    def struck(self) -> str:
        """What `struck` means: somebody else attacks the target; said once, for many guards may ask it."""
        return self.seen("strikes(square^target)") if "target" in self.needs else ""

    def effect(self, effect: Effect) -> str:
        """What happens to a counter."""
        name = effect.counter + self.of(effect.counter, effect.owner)
        if not effect.relative:
            return f"{name} := {effect.amount}"
        return f"{name} {'-=' if effect.amount < 0 else '+='} {abs(effect.amount)}"


def _set(signs: list[str]) -> str:
    return signs[0] if len(signs) == 1 else f"({' | '.join(signs)})"


def _closes(text: str) -> int:
    """Where the bracket that opens a text closes."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "[") - (sign == "]")
        if depth == 0:
            return at
    return -1


def _negative(text: str) -> bool:
    return text.startswith("![") and _closes(text[1:]) == len(text) - 2
