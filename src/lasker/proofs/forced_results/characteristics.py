"""Characteristics of a position within some plies (Kulyukin 2022, equations (99) to (110)), for any game.

What is computed are facts, each the least number of plies, or the bound up to which there is nothing: when
a line first wins, draws or loses, whether the game can last, when a player can force a win, a win or a
draw, and when the others together can force his loss. The notions of the paper follow from these facts, in
each reading: see `readings`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from fractions import Fraction
from functools import partial
from random import Random
from typing import TypeVar

from lasker.engine.native_classification import Category, OutOfBudget
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, NameProblem, did_you_mean
from lasker.kernel.immutable import lazy
from lasker.play.game import Position
from lasker.proofs.forced_results.readings import MEANINGS, Fact, Facts, Reading, notions, reading_named
from lasker.proofs.forced_results.solvers import HISTORY_PRICE, Searcher, after, ended, searcher
from lasker.proofs.forced_results.strategies import Goal, Strategist

FORCED_BUDGET = 20_000_000  # positions for each question about what can be forced, unless a budget is given
BUDGET = 20_000_000  # and for each other question
EXPECTED = 4_000_000  # positions from which on lines are not looked for deeper and deeper
AT_ONCE = 1_000_000  # positions for lines of all the plies, then, unless a budget is given
PROBES = 16  # random lines that estimate how many there are
SORTS = (Category.LOSS, Category.DRAW, Category.WIN)
Progress = Callable[[str], None]
Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Characteristics:
    """The characteristics of a position for a player within some plies; notions are None where the budget
    did not suffice.

    >>> from lasker.play.game import load
    >>> found = classify(load("tictactoe").position("XX1/OO1/3 x 5"), within=1)
    >>> found.notions["absolutely winnable"], found.notions["drawable"], found.line(Category.WIN)
    (True, False, ('c3',))
    """

    position: Position
    player: int
    within: int
    reading: Reading
    claims: bool
    facts: Facts
    visited: int
    searcher: Searcher = field(repr=False, compare=False)

    @property
    def notions(self) -> dict[str, bool | None]:
        """The notions of the paper in the reading, by name, and the forced ones beside them."""
        return notions(self.facts, self.within, self.reading, self.position.before is not None)

    @property
    def undecided(self) -> tuple[str, ...]:
        """The notions that the budget did not suffice for."""
        return tuple(name for name, holds in self.notions.items() if holds is None)

    @lazy
    def estimate(self) -> int:
        """About so many lines of all the plies there are."""
        return estimated_lines(self.position, self.within)

    @property
    def value(self) -> str:
        """What the position is worth with best play within the plies: win, draw or loss; open if none of them
        can be forced, undecided if the budget did not suffice."""
        facts, bound = self.facts, self.within
        if facts.forced_win.within(bound):
            return "win"
        if facts.forced_loss.within(bound):
            return "loss"
        if facts.forced_draw.within(bound):
            return "draw"
        asked = (facts.forced_win, facts.forced_loss, facts.forced_draw)
        return "undecided" if any(fact.within(bound) is None for fact in asked) else "open"

    @property
    def by_chance(self) -> bool:
        """Does chance move in this game?"""
        return any(state.by_chance for state in self.position.game.model.states.values())

    @property
    def probability(self) -> Fraction | None:
        """The greatest probability of a win within the plies; None if that takes too long."""
        return probability(self.position, self.player, Category.WIN, self.within, self.claims)

    def strategist(self) -> Strategist | None:
        """The solver that knows the strategy of the value: for the win, for the draw, or of the others
        against the player."""
        facts, count = self.facts, len(self.position.game.players)
        found = {"win": facts.forced_win, "draw": facts.forced_draw, "loss": facts.forced_loss}.get(
            self.value
        )
        if found is None or found.plies is None:
            return None
        wanted = {
            "win": Category.WIN,
            "draw": Category.WIN | Category.DRAW,
            "loss": Category.LOSS,
        }[self.value]
        others = frozenset(range(count)) - {self.player}
        together = others if self.value == "loss" else frozenset({self.player})
        return Strategist(self.searcher, Goal(self.player, wanted, found.plies, together, self.claims), count)

    def _repr_html_(self) -> str:
        # Imported late: only notebooks need it.
        from lasker.drawing.documents.page import Paragraph, Picture, Pictures, Rows, html

        told = {True: "yes", False: "no", None: "undecided"}
        player = self.position.game.players[self.player]
        rows = tuple((name, told[holds], MEANINGS[name]) for name, holds in self.notions.items())
        return html(
            [
                Paragraph(f"{self.value} for {player} within {self.within} plies", strong=True),
                Pictures((Picture(self.position.svg(), "", 160.0),)),
                Rows("", rows, ("sentence",) * 3),
            ]
        )

    def _fact(self, wanted: Category) -> Fact:
        """What is known of lines that end in a category."""
        won, drawn, lost = self.facts.won, self.facts.drawn, self.facts.lost
        return {Category.WIN: won, Category.DRAW: drawn, Category.LOSS: lost}[wanted]

    def is_shortest(self, wanted: Category) -> bool:
        """Is the `line` that ends in a category known to be a shortest one?"""
        return self._fact(wanted).is_least

    def line(self, wanted: Category) -> tuple[str, ...]:
        """The moves of a line that ends in a category, a shortest one if it is known; none if there is
        none."""
        fact = self._fact(wanted)
        if fact.plies is None:
            return ()
        position, moves = self.position, []
        for left in range(fact.plies, 0, -1):
            text, position = next(
                (text, then)
                for text, then in after(position)
                if self.searcher.reaches(then, self.player, wanted, left - 1)
            )
            moves.append(text)
            if ended(position, self.player, self.claims):
                break
        return tuple(moves)


def classify(
    position: Position,
    within: int,
    player: str | None = None,
    reading: str = "repaired",
    budget: int | None = None,
    claims: bool = False,
    tell: Progress | None = None,
) -> Characteristics:
    """The characteristics of a position within so many plies for a player, who is to move unless one is
    named.

    `budget` is the number of positions that may be visited for each question. If claims are made, what a
    player may claim ends the game. `tell` hears which question is being answered.

    >>> from lasker.play.game import load
    >>> classify(load("chess").position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), within=1).value
    'win'
    """
    if within < 1:
        raise DeclarationError("a number of plies is at least 1")
    if ended(position, 0, claims):
        raise DeclarationError("the game is over here", remedy="classify a position before its end")
    number = _player(position, player)
    search = searcher(position.game.model, claims)
    return _Inquiry(search.placed(position), number, within, search, budget, tell).characteristics(
        reading_named(reading), claims
    )


class _Inquiry:
    """The questions about one position, one after the other; one that is interrupted ends them all."""

    def __init__(
        self,
        position: Position,
        player: int,
        within: int,
        search: Searcher,
        budget: int | None,
        tell: Progress | None,
    ) -> None:
        self.position, self.player, self.within, self.search = position, player, within, search
        self.budget, self.tell, self.stopped, self.visited = budget, tell, False, 0
        self.others = [other for other in range(len(position.game.players)) if other != player]

    def characteristics(self, reading: Reading, claims: bool) -> Characteristics:
        place, me, search = self.position, self.player, self.search

        def forced(wanted: Category, together: list[int]) -> Callable[[int], bool]:
            return lambda plies: search.forces(place, me, wanted, plies, together)

        win = self._least("forced win", forced(Category.WIN, [me]), self.budget or FORCED_BUDGET)
        loss = self._least("forced loss", forced(Category.LOSS, self.others), self.budget or FORCED_BUDGET)
        draw = Fact(win.plies, 0)
        if not win.plies:
            draw = self._least("forced draw", forced(Category.WIN | Category.DRAW, [me]))
        first = self._first_ends()
        facts = Facts(
            won=first[Category.WIN],
            drawn=first[Category.DRAW],
            lost=first[Category.LOSS],
            lasts=self._whether("a line that does not end", lambda: search.lasts(place, self.within)),
            goes_on=any(not ended(then, me, claims) for _, then in after(place)),
            forced_win=win,
            forced_draw=draw,
            forced_loss=loss,
        )
        search.visited, search.budget = 0, 1 << 40  # lines and strategies are found whatever they cost
        return Characteristics(place, me, self.within, reading, claims, facts, self.visited, search)

    def _least(self, name: str, ask: Callable[[int], bool], budget: int | None = None) -> Fact:
        """The least number of plies for which the answer is yes."""
        for plies in range(1, self.within + 1):
            found = self._whether(f"{name} within {plies} plies", partial(ask, plies), budget)
            if found is not False:
                return Fact(plies if found else None, plies - 1)
            if self.search.exhausted:
                break
        return Fact(None, self.within)

    def _first_ends(self) -> dict[Category, Fact]:
        """By category what is known about the least number of plies of a line that ends so: looked for
        deeper and deeper, and where that would cost too much, within all the plies at once."""
        found: dict[Category, Fact] = {}
        left, none, cost = Category.LOSS | Category.DRAW | Category.WIN, 0, 1
        for plies in range(1, self.within + 1):
            ends = self._reached(left, plies)
            if ends is None:
                break
            found |= {each: Fact(plies, plies - 1) for each in SORTS if each & ends}
            left, none = left & ~ends, plies
            if not left or self.search.exhausted:
                none = self.within
                break
            before, cost = cost, max(1, self.search.visited)
            if self._is_hopeless(cost, before, self.within - plies):
                break
        return {each: found.get(each) or self._at_once(each, none) for each in SORTS}

    def _reached(self, wanted: Category, plies: int, budget: int | None = None) -> Category | None:
        ask = partial(self.search.reaches, self.position, self.player, wanted, plies)
        return self._whether(f"lines that end within {plies} plies", ask, budget)

    def _at_once(self, wanted: Category, none: int) -> Fact:
        """What is known of a category in which no line within so many plies ends; where a budget is given,
        also how many plies the shortest has."""
        if none == self.within:
            return Fact(None, none)
        ends = self._reached(wanted, self.within, self.budget or AT_ONCE)
        if not ends:
            return Fact(None, none if ends is None else self.within)
        for plies in range(none + 1, self.within if self.budget else 0):
            if (sooner := self._reached(wanted, plies)) is None:
                break
            if sooner:
                return Fact(plies, none)
            none = plies
        return Fact(self.within, none)

    def _is_hopeless(self, cost: int, before: int, plies: int) -> bool:
        """Would the next plies cost more than the budget, if each costs as many times more as the last?"""
        return cost * (cost / before) ** min(2, plies) > EXPECTED

    def _whether(self, name: str, ask: Callable[[], Answer], budget: int | None = None) -> Answer | None:
        if self.stopped:
            return None
        if self.tell:
            self.tell(name)
        self.search.visited, self.search.budget = 0, budget or self.budget or BUDGET
        try:
            return ask()
        except OutOfBudget:
            return None
        except KeyboardInterrupt:
            self.stopped = True
            return None
        finally:
            self.visited += self.search.visited


def _player(position: Position, name: str | None) -> int:
    players = position.game.players
    if name is None:
        if position.node.state.by_chance:
            raise DeclarationError("chance is to move here", remedy=f"name a player: {', '.join(players)}")
        return position.node.state.player
    if name not in players:
        raise NameProblem(
            f"no player is called {name!r}",
            remedy=did_you_mean(name, players, f"players: {', '.join(players)}"),
        )
    return players.index(name)


def estimated_lines(position: Position, plies: int, seed: int = 0) -> int:
    """About how many lines of so many plies there are (Knuth 1975): the mean, over random lines, of the
    product of their numbers of moves.

    >>> from lasker.play.game import load
    >>> estimated_lines(load("tictactoe").start(), 3)
    504
    """
    random, total = Random(seed), Fraction()
    for _ in range(PROBES):
        product, here = 1, position
        for _ in range(plies):
            moves = here.moves
            if not moves:
                break
            product *= len(moves)
            here = Position(moves[random.randrange(len(moves))].step.after, here.game, here)
        total += product
    return round(total / PROBES)


def probability(
    position: Position, player: int, wanted: Category, plies: int, claims: bool = False, most: int = BUDGET
) -> Fraction | None:
    """The greatest probability with which a player can bring it about within so many plies that the game
    ends in a wanted category, if the others do what they can against it; None if more positions would have
    to be visited.

    >>> from lasker.play.game import load
    >>> probability(load("tictactoe").position("XX1/OO1/3 x 5"), 0, Category.WIN, 1)
    Fraction(1, 1)
    """
    known: dict[object, Fraction] = {}

    def best(here: Position, left: int) -> Fraction:
        done = ended(here, player, claims)
        if done or not left:
            return Fraction(bool(done & wanted))
        key = (here.node.state.name, *here.node.configuration[:3], left)
        if key not in known:
            if len(known) * HISTORY_PRICE >= most:
                raise OutOfBudget(f"no answer after {len(known)} positions")
            known[key] = _mixed(here, player, [best(then, left - 1) for _, then in after(here)])
        return known[key]

    try:
        return best(position, plies)
    except OutOfBudget:
        return None


def _mixed(here: Position, player: int, values: list[Fraction]) -> Fraction:
    if here.node.state.by_chance:
        odds: Iterator[Fraction] = (move.probability for move in here.moves)
        return sum((odd * value for odd, value in zip(odds, values, strict=True)), Fraction())
    return max(values) if here.node.state.player == player else min(values)
