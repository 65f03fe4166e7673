"""Tests of the algebra read back as conditions: counts, regions, check, whether a move is left.

What can be said is what specifications become, and what people write most: a piece stands or does not stand
somewhere, the player is in check, there is no move; and all of these joined by `and`, `or`, `not`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lasker.algebra.contents import members
from lasker.algebra.fragments import Cell
from lasker.algebra.moves import Choice, Compare, Fail, Move, Nil, Rewrite, Sequence, Test
from lasker.frontends._yaml.guards import terms as t
from lasker.model.game import Game


def worded(name: str) -> str:
    """A name of the algebra as a name in YAML.

    >>> worded("far rank")
    'far_rank'
    """
    return "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in name)


class Inexpressible(Exception):  # it is an answer, not an error
    """A test that the language of conditions has no words for, and which part of it."""


@dataclass
class ConditionReader:
    """Reads the tests of one game, and notes the regions and counters that the conditions need."""

    game: Game
    regions: dict[str, Any] = field(default_factory=dict)  # as YAML says them

    def __post_init__(self) -> None:
        game = self.game
        self.vocabulary, self.players = game.rules.vocabulary, range(len(game.players))
        self.move = next(iter(game.states.values())).move
        check = game.checking
        self.check: Move | None = check if isinstance(check, Test) and check.wanted else None

    def guard(self, move: Move) -> t.Guard:
        """The condition that a test is, seen by the first player."""
        match move:
            case Nil():
                return t.TRUE
            case Fail():
                return t.FALSE
            case _ if move == self.check:
                return t.InCheck()
            case Test(body, wanted) if body == self.move:
                return t.Can("move") if wanted else t.Not(t.Can("move"))
            case Test(body, wanted) if self.check is not None and self._enemy_check(body):
                return t.InCheck(enemy=True) if wanted else t.Not(t.InCheck(enemy=True))
            case Test(Test() | Sequence() | Choice() | Nil() | Fail() as body, wanted):
                inner = self.guard(body)
                return inner if wanted else t.negation(inner)
            case Test(Rewrite(before), wanted) if len(before.cells) == 1:
                return self._stands(before.cells[0][1], wanted)
            case Sequence(parts):
                return t.both([self.guard(part) for part in parts])
            case Choice(options):
                return t.either([self.guard(option) for option in options])
            case Compare((name, None), relation, int(value)):
                raise Inexpressible(f"it compares the counter {name} {relation} {value}")
        raise Inexpressible("it asks about several squares at once")

    def _enemy_check(self, body: Move) -> bool:
        return isinstance(self.check, Test) and self.game.seen(self.check, 1) == Test(body, True)

    def _stands(self, cell: Cell, wanted: bool) -> t.Guard:
        """Something stands somewhere, perhaps in a region, or does not."""
        if cell.piece or cell.here or len(cell.regions) > 1:
            raise Inexpressible("it asks about a cursor, or about several regions")
        phrase = self.phrase(cell.contents)
        region, owner = None, None
        for name, whose, inside in cell.regions:
            region, owner = self._region(name, inside), "enemy" if whose == 1 else None
        return t.Compare(t.Count(phrase, region, owner), ">" if wanted else "=", t.Number(0))

    def _region(self, name: str, wanted: bool) -> str:
        """The name of a region in YAML, noted with its squares."""
        space, word = self.game.space, worded(name) if wanted else f"not_{worded(name)}"
        whole = frozenset(range(len(space.sites)))
        owned = {}
        for number, player in (*enumerate(self.game.players), (None, None)):
            if (sites := space.regions.get((name, number))) is not None:
                owned[player] = ", ".join(map(space.label, sorted(sites if wanted else whole - sites)))
        self.regions[word] = owned.get(None, owned)
        return word

    def phrase(self, contents: int) -> t.Phrase:
        """What may stand on a square, as owner and kinds."""
        words = self.vocabulary
        symbols = {words.symbol(content) for content in members(contents & words.squares)}
        whole = sum(1 << c for c in members(words.squares) if words.symbol(c) in symbols)
        if contents != whole:
            raise Inexpressible("it asks for marks")
        if symbols == {0}:
            return t.Phrase("empty")
        pieces = [words.pieces[symbol - 1] for symbol in sorted(symbols) if symbol]
        owners = {"own": {0}, "enemy": set(self.players) - {0}, "any": {None, *self.players}}
        for owner, who in owners.items():
            kinds = tuple(dict.fromkeys(piece.name for piece in pieces))
            alike = {p for p in words.pieces if p.name in kinds and (p.owner in who or p.owner is None)}
            if 0 not in symbols and alike == set(pieces):
                every = {p.name for p in words.pieces if p.owner in who}
                return t.Phrase(owner, () if set(kinds) == every else tuple(map(worded, kinds)))
        raise Inexpressible("it asks for pieces of several owners at once")
