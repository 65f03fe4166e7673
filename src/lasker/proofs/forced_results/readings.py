"""The notions of Kulyukin 2022, (99) to (110), from facts about a position: as printed, as repaired, or
between.

A reading is named as `lasker number eval --reading` names it. Only the errata of these equations matter
here; what a move, a mate or a draw is, the rules of the game say.
"""

from __future__ import annotations

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NameProblem

Truth = bool | None  # None: not known
Reading = frozenset[str]  # the errata that are repaired

ERRATA = {
    "E-K3": "a list that is empty is 1, and emptiness was tested with 0",
    "E-K25": "no sequence of boards is a game",
    "E-K27": "the list of all games is a list of lists, in which no game is found",
    "E-K30": "games lost by the player count as unfinished",
    "E-K31": "absolutely winnable and favourable ask for every move instead of one",
    "E-K32": "lists of continuations are 0 for an even number of plies",
    "E-K33": "absolutely losable looks at other epochs, and tests with 0",
}
REPAIRED: Reading = frozenset(ERRATA)
PRINTED: Reading = frozenset()

# What each notion says, with its equation.
MEANINGS = {
    "winnable": "(103) some line ends in a win",
    "drawable": "(104) some line ends in a draw",
    "losable": "some line ends in a loss",
    "unfinishable": "(105) some line of all the plies does not end",
    "absolutely winnable": "(107) the player wins whatever the others do",
    "favourable": "(108) the player wins or draws whatever the others do",
    "absolute hang": "(109) no line ends",
    "hopeless": "(110) absolutely losable: every line ends in a loss",
    "forced win": "minimax: the player can force a win",
    "forced draw": "minimax: the player can force the game to end in a win or a draw",
    "forced loss": "minimax: the others can force the loss of the player",
}


@dataclass(frozen=True)
class Fact:
    """Something happens within `plies` plies, or is not known to; and does not within `none` plies."""

    plies: int | None
    none: int

    @property
    def is_least(self) -> bool:
        """Is the number of plies known to be the least?"""
        return self.plies == self.none + 1

    def within(self, bound: int) -> bool | None:
        """Does it happen within so many plies? None if that was not found out.

        >>> Fact(3, 2).within(5), Fact(3, 2).within(2), Fact(None, 4).within(5)
        (True, False, None)
        """
        if self.plies is not None and self.plies <= bound:
            return True
        return False if bound <= self.none else None


@dataclass(frozen=True)
class Facts:
    """What is known about a position for a player; a forced win is a forced draw."""

    won: Fact  # some line wins
    drawn: Fact
    lost: Fact
    lasts: bool | None  # some line of all the plies does not end
    goes_on: bool  # some move does not end the game
    forced_win: Fact
    forced_draw: Fact  # a win or a draw can be forced
    forced_loss: Fact  # the others can force it


def reading_named(name: str) -> Reading:
    """The reading of a name.

    >>> sorted(REPAIRED - reading_named("repaired-K31-K32")), reading_named("printed") == PRINTED
    (['E-K31', 'E-K32'], True)
    """
    kind, *without = name.split("-")
    errata = {f"E-{item}" for item in without}
    if kind == "printed" and not errata:
        return PRINTED
    if kind != "repaired" or errata - REPAIRED:
        among = ", ".join(each.removeprefix("E-") for each in ERRATA)
        raise NameProblem(
            f"no reading is called {name!r}",
            remedy=f"say printed, repaired, or repaired-K31; errata of these equations are {among}",
        )
    return REPAIRED - errata


def notions(facts: Facts, n: int, reading: Reading, has_past: bool) -> dict[str, Truth]:
    """The notions in a reading, by name; the forced ones and `losable` are the same in all."""
    found = _Notions(facts, n, reading, has_past)
    return {
        "winnable": found.listed(facts.won),
        "drawable": found.listed(facts.drawn),
        "losable": facts.lost.within(n),
        "unfinishable": found.unfinishable(),
        "absolutely winnable": found.absolutely_winnable(),
        "favourable": found.favourable(),
        "absolute hang": found.absolute_hang(),
        "hopeless": found.hopeless(),
        "forced win": facts.forced_win.within(n),
        "forced draw": facts.forced_draw.within(n),
        "forced loss": facts.forced_loss.within(n),
    }


def no(truth: Truth) -> Truth:
    """Three-valued negation.

    >>> no(True), no(None)
    (False, None)
    """
    return None if truth is None else not truth


def both(*truths: Truth) -> Truth:
    """Three-valued conjunction.

    >>> both(True, None), both(None, False), both()
    (None, False, True)
    """
    return False if False in truths else None if None in truths else True


class _Notions:
    """The equations, one method each. Continuations are counted in plies from the position; the position
    itself is one of its continuations as printed, if it has a past (then it is a game of two boards at
    least)."""

    def __init__(self, facts: Facts, n: int, reading: Reading, has_past: bool) -> None:
        self.facts, self.n, self.has_past = facts, n, has_past
        self.repairs, self.odd = reading.__contains__, n % 2 == 1
        self.finds_games = self.repairs("E-K25") and self.repairs("E-K27")
        self.last_odd = n if self.odd else n - 1  # the greatest element of g1, counted from t
        self.last_even = n - 1 if self.odd else n  # and of g2, 0 if there is none

    def listed(self, fact: Fact) -> Truth:
        """(103), (104): is the list of continuations not empty?"""
        if not self.repairs("E-K32"):
            if not self.odd:
                return False
            if not self.finds_games:
                return not self.repairs("E-K3")  # an empty list, which is 1
        return True if not self.repairs("E-K3") else fact.within(self.n)

    def unfinishable(self) -> Truth:
        """(105): as printed of up to n plies, as repaired of exactly n."""
        if not self.repairs("E-K32"):
            if not self.odd:
                return False
            if not self.finds_games:
                return not self.repairs("E-K3")
            lost = False if self.repairs("E-K30") else self.facts.lost.within(self.n)
            some = True if self.facts.goes_on or self.has_past else lost
        else:
            some = self.facts.lasts
            if not some and not self.repairs("E-K30"):
                some = None if self.facts.lasts is None else self._lost_at_last()
        return True if not self.repairs("E-K3") else some

    def _lost_at_last(self) -> Truth:
        """Is a game lost after exactly n plies? Known only if it is the first loss, or there is none."""
        first = self.facts.lost
        if first.plies == self.n:
            return True
        return False if first.within(self.n) is False else None

    def _all_unfinished(self, bound: int, mine: bool) -> Truth:
        """Is every continuation of at most so many plies unfinished for the player, or for his opponent?"""
        facts = self.facts
        if bound < 1 or not self.finds_games:
            return True
        asked = [facts.drawn, facts.won if mine else facts.lost]
        if self.repairs("E-K30"):
            asked.append(facts.lost if mine else facts.won)
        return both(*(no(fact.within(bound)) for fact in asked))

    def _all_decided(self, *against: Fact) -> Truth:
        """Is every continuation up to the last odd ply decided, and none against the player?"""
        if not self.finds_games:
            return True
        if self.facts.goes_on or self.has_past:
            return False
        return both(*(no(fact.within(self.last_odd)) for fact in against))

    def absolutely_winnable(self) -> Truth:
        """(107)."""
        if self.repairs("E-K31"):
            return self.facts.forced_win.within(self.n)
        ends = self._all_decided(self.facts.drawn, self.facts.lost)
        return both(ends, self._all_unfinished(self.last_even, mine=False))

    def favourable(self) -> Truth:
        """(108)."""
        if self.repairs("E-K31"):
            return self.facts.forced_draw.within(self.n)
        return both(self._all_decided(self.facts.lost), self._all_unfinished(self.last_even, mine=False))

    def absolute_hang(self) -> Truth:
        """(109)."""
        if self.repairs("E-K31"):
            facts = [self.facts.won, self.facts.drawn]
            if self.repairs("E-K30"):
                facts.append(self.facts.lost)
            return both(*(no(fact.within(self.n)) for fact in facts))
        return both(
            self._all_unfinished(self.last_odd, mine=True), self._all_unfinished(self.last_even, mine=False)
        )

    def hopeless(self) -> Truth:
        """(110)."""
        if self.repairs("E-K3") and self.repairs("E-K33"):
            return both(
                no(self.listed(self.facts.won)), no(self.listed(self.facts.drawn)), no(self.unfinishable())
            )
        return not self.odd and not self.repairs("E-K32")  # a list is never 0
