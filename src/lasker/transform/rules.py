"""Other rules: a definition written anew, a condition for every move, ends added and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from lasker.builder.expressions import Expression, expression, head, quoted, spelled, word
from lasker.kernel.errors import DeclarationError, NameProblem, did_you_mean
from lasker.model import CHANCE
from lasker.play.game import Game
from lasker.syntax import compose
from lasker.syntax import tree as t
from lasker.syntax.compose import NOWHERE, asked, called, row
from lasker.syntax.declarations import Declarations, defined
from lasker.transform.variant import starting, told, variant


def redefine(game: Game, name: str, body: Expression, *, title: str | None = None) -> Game:
    """The game with one definition written anew; `super` is the definition that it replaces.

    >>> import lasker
    >>> knights_only = redefine(lasker.load("chess"), "pawn_moves", "fail")
    >>> knights_only.perft(1)
    4
    """
    found = told(game)
    name_, parameters = head(name)
    if ("definition", name_) not in found:
        raise NameProblem(
            f"{game.title} does not define {name_}",
            remedy=did_you_mean(name_, found.names("definition"), "`lasker show GAME --rules` lists them"),
        )
    line = defined(name_, expression(body, f"<{name_}>"), parameters)
    return variant(game, spelled(found.overriding(line)), f"another {name_}", title)


def require(
    game: Game, test: Expression, *, before: bool = False, reason: str | None = None, title: str | None = None
) -> Game:
    """The game in which a move is legal only if a test holds after it, or before it. The test is written for
    the first player as the one who moves, and is seen by the others likewise; `reason` says why a move is
    refused.

    >>> import lasker
    >>> no_captures = require(lasker.load("chess"), "[quiet > 0] | [♙^jumped]", reason="pieces are not taken")
    >>> no_captures.perft(1), no_captures.start().why_illegal("e2e3")
    (12, 'pieces are not taken')
    """
    return _conditional(game, expression(test, "<test>"), True, before, reason, title)


def forbid(
    game: Game, test: Expression, *, before: bool = False, reason: str | None = None, title: str | None = None
) -> Game:
    """The game in which a move is illegal if a test holds after it, or before it.

    >>> import lasker
    >>> timid = forbid(lasker.load("chess"), "strikes(♚)", reason="nobody gives check")
    >>> position = timid.position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    >>> position.why_illegal("a1a8")
    'nobody gives check: e8 by the rook on a8'
    """
    return _conditional(game, expression(test, "<test>"), False, before, reason, title)


def add_end(
    game: Game, reason: str, result: str | Fraction, test: Expression, *, title: str | None = None
) -> Game:
    """The game with one more end, which is asked before the others; the result is that of the player to move.

    >>> import lasker
    >>> hill = add_end(lasker.load("chess"), "the queen is lost", "lost", "![♕]")
    >>> hill.position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").outcome.reason
    'the queen is lost'
    """
    share = (result.numerator, result.denominator) if isinstance(result, Fraction) else word(result, "result")
    line = t.Declaration("end", (quoted(reason), share, expression(test, f"<end {reason}>")), NOWHERE)
    found = told(game)
    rest = found.without(*(key for key in found.lines if key[0] == "end"))
    others = [found[key] for key in found.lines if key[0] == "end" and key != ("end", reason)]
    return variant(game, spelled(rest.having(line, *others)), reason, title)


def remove_end(game: Game, reason: str, *, title: str | None = None) -> Game:
    """The game without one of its ends or adjudications.

    >>> import lasker
    >>> endless = remove_end(lasker.load("chess"), "stalemate")
    >>> endless.position("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1").outcome is None
    True
    """
    found = told(game)
    keys = [key for key in found.lines if key in {("end", reason), ("adjudicate", reason)}]
    if not keys:
        known = [*found.names("end"), *found.names("adjudicate")]
        raise NameProblem(
            f"no end of {game.title} is called {reason!r}",
            remedy=did_you_mean(reason, known, f"ends: {', '.join(known) or 'none'}"),
        )
    return variant(game, found.without(*keys), f"without {reason}", title)


def start_from(game: Game, start: str, *, title: str | None = None) -> Game:
    """The game from another first position, as a line of FEN.

    >>> import lasker
    >>> start_from(lasker.load("chess"), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1").perft(1)
    16
    """
    return variant(game, starting(told(game), start), "another start", title)


def _conditional(
    game: Game, test: t.Node, wanted: bool, before: bool, reason: str | None, title: str | None
) -> Game:
    """The game whose moves are all tested."""
    found = told(game)
    name, number = "condition", 2
    taken = set().union(*map(t.words, found.lines.values()))
    while name in taken:
        name, number = f"condition_{number}", number + 1
    found = found.having(defined(name, asked(test, wanted)))
    if reason is not None:
        found = found.having(t.Declaration("because", (name, quoted(reason)), NOWHERE))
    movers = Movers(game, found)
    for root, player in movers.roots.items():
        body = tested(called("super"), seen(called(name), player, found), before)
        found = found.overriding(defined(root, body))
    for state, player in movers.others.items():
        line = found["state", state]
        assert isinstance(line, t.Declaration)
        called_, who, (move,), nexts = line.parts
        moves = (tested(move, seen(called(name), player, found), before),)
        found = found.having(t.Declaration("state", (called_, who, moves, nexts), NOWHERE))
    change = ("only " if wanted else "never ") + (reason or "under a condition")
    return variant(game, spelled(found), change, title)


def tested(move: t.Node, test: t.Node, before: bool) -> t.Node:
    """A move with a test before or behind it."""
    return row(test, move) if before else row(move, test)


def seen(node: t.Node, player: int, found: Declarations) -> t.Node:
    """A term of the first player as another player sees it."""
    view = "view" if ("definition", "view") in found else "C"
    return compose.seen(player, t.Group((node,), NOWHERE), view=view) if player else node


def _references(tree: Any) -> Iterator[str]:
    """The words in a tree that may name definitions; names of players and regions are none of them."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from _references(part)
    elif isinstance(tree, t.Word):
        yield tree.text
    elif is_dataclass(tree):
        if isinstance(tree, t.Cursor):
            yield tree.name
        for each in fields(tree):
            yield from _references(getattr(tree, each.name))


class Movers:
    """The definitions by which players move: those of which all others are made, each with the player whose
    board it sees; and the states whose moves are not made of definitions."""

    def __init__(self, game: Game, found: Declarations) -> None:
        self.found, self.players = found, game.players
        self.roots: dict[str, int] = {}
        self.others: dict[str, int] = {}
        states = [found["state", name] for name in found.names("state")]
        turns = [(s.parts[0], s.parts[1], s.parts[2][0]) for s in states if isinstance(s, t.Declaration)]
        if not states:
            turns = [(name, name, called(name if self._defines(name) else "move")) for name in self.players]
        used: dict[str, int] = {}
        for state, player, move in turns:
            if player == CHANCE:
                continue
            number = self.players.index(player)
            words = self._words(move)
            for each in words:
                bare = isinstance(move, t.Word) and (each == player or bool(states))
                used[each] = min(used.get(each, number), number if bare else 0)
            if not words and move != t.Constant("fail", getattr(move, "at", NOWHERE)):
                self.others[state] = number
        for name, number in used.items():
            if not any(other != name and other in self._below(name) for other in used):
                self.roots[name] = number
        if not self.roots and not self.others:
            raise DeclarationError(f"nothing says how the players of {game.title} move")

    def _defines(self, name: str) -> bool:
        return ("definition", name) in self.found

    def _words(self, move: t.Node) -> list[str]:
        """The definitions that a move of a state begins with, seen or not: `move`, `view move`, `a | b`."""
        match move:
            case t.Word(text):
                return [text] if self._defines(text) and not self._is_view(move) else []
            case t.Row(items):
                rest = [item for item in items if not self._is_view(item)]
                whole = len(rest) == 1 or (rest and isinstance(rest[0], t.Word))
                return self._words(rest[0]) if whole else []
            case t.Group((inner,)):
                return self._words(inner)
            case t.Joined("|", items):
                found = [self._words(item) for item in items]
                return [name for names in found for name in names] if all(found) else []
        return []

    def _is_view(self, node: t.Node) -> bool:
        """Is it a movement, such as `view`, `C²` or a word of the prelude?"""
        body = node.body if isinstance(node, t.Power) else node
        return isinstance(body, t.Word) and (body.text == "view" or not self._defines(body.text))

    def _below(self, name: str) -> set[str]:
        """Every definition that one is made of, with itself."""
        found, waiting = {name}, [name]
        while waiting:
            fresh = set(_references(self.found["definition", waiting.pop()]))
            for each in fresh - found:
                if self._defines(each):
                    found.add(each)
                    waiting.append(each)
        return found
