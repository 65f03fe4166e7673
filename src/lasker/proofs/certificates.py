"""Certificates: claims with what proves them, as data that `certificate_checker` checks without any of this.

A line proves what is possible; a strategy what can be forced, or, if it is one of the others, what cannot; a
count of all lines what is impossible; a play that comes back that a game is infinite; numbers that every move
lowers, or a rule about repetition, that it is finite.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Any

from lasker.engine.native_classification import Category
from lasker.kernel.errors import LaskerError, LimitError
from lasker.model.meaning_hash import meaning_hash
from lasker.play.game import Game, Position
from lasker.proofs.checker import rankings
from lasker.proofs.checker.certificate_checker import Checker
from lasker.proofs.checker.checker_results import VERSION
from lasker.proofs.forced_results.characteristics import Characteristics
from lasker.proofs.forced_results.solvers import after, ended, past_matters
from lasker.proofs.forced_results.strategies import Goal, Strategist
from lasker.proofs.termination.finiteness import Answer
from lasker.proofs.termination.potentials import Potential, Potentials
from lasker.proofs.termination.returning_play import ReturningPlay

MOST_COUNTED = 20_000  # positions for a count of all lines
MOST_ENTRIES = 20_000  # positions of a strategy
NAMES = {Category.GOES_ON: "unfinished", Category.LOSS: "lost", Category.DRAW: "drawn", Category.WIN: "won"}
LINES = {"winnable": Category.WIN, "drawable": Category.DRAW, "losable": Category.LOSS}


def certificate(game: Game, start: Position, claims: list[dict[str, Any]]) -> dict[str, Any]:
    """A certificate about a position of a game, as data."""
    past = list(start.past())[::-1]
    moves = [str(each.last) for each in past[1:]]
    return {
        "certificate": VERSION,
        "game": {"name": game.name, "meaning": meaning_hash(game.model)},
        "position": {"fen": past[0].fen, "moves": moves},
        "claims": claims,
    }


def of_characteristics(found: Characteristics) -> dict[str, Any]:
    """What proves the characteristics of a position, as repaired. Claims that were not decided, or whose
    proof would be too large, are left out, and named under `unproved`.

    >>> from lasker.play.game import load
    >>> from lasker.proofs.forced_results.characteristics import classify
    >>> from lasker.proofs.checker.certificate_checker import Checker
    >>> written = of_characteristics(classify(load("tictactoe").position("XX1/OO1/3 x 5"), within=1))
    >>> next(each["evidence"] for each in written["claims"] if each["says"] == "winnable")
    {'kind': 'line', 'moves': ['c3']}
    >>> all(each.proved for each in Checker(written).checked())
    True
    """
    writer = _Writer(found)
    claims, unproved = [], []
    for says in (
        *LINES,
        "unfinishable",
        "absolute hang",
        "hopeless",
        "forced win",
        "forced draw",
        "forced loss",
    ):
        evidence = writer.evidence(says)
        holds = writer.truth(says)
        if evidence is None or holds is None:
            unproved.append(says)
            continue
        player = found.position.game.players[found.player]
        about = {"says": says, "holds": holds, "player": player, "within": found.within}
        claims.append({**about, "claims": found.claims, "evidence": evidence})
    whole = certificate(found.position.game, found.position, claims)
    return {**whole, "unproved": unproved} if unproved else whole


def of_cycle(game: Game, play: ReturningPlay) -> dict[str, Any]:
    """That a game is infinite, since moves come back to where they began."""
    claim = {"says": "finite", "holds": False, "evidence": {"kind": "cycle", "moves": [*play.line]}}
    start = game.start()
    for text in play.before:
        start = start.play(text)
    return certificate(game, start, [claim])


def of_finiteness(game: Game, answer: Answer) -> dict[str, Any] | None:
    """That a game is finite, or that it is not: what proves it, if the checker follows it.

    >>> from lasker.play.game import load
    >>> from lasker.proofs.termination.finiteness import finite
    >>> from lasker.proofs.checker.certificate_checker import Checker
    >>> game = load("connect_four")
    >>> written = of_finiteness(game, finite(game))
    >>> written["claims"][0]["evidence"]["phases"], written["claims"][0]["evidence"]["plies"]
    ([{'states': ['red', 'yellow'], 'ranks': [{'weights': {'.': 1}}]}], 42)
    >>> [each.proved for each in Checker(written).checked()]
    [True]
    """
    if answer.play is not None:
        return of_cycle(game, answer.play)
    if not answer.finite:
        return None
    return _of_ranking(game, answer) or _of_repetition(game)


def _of_ranking(game: Game, answer: Answer) -> dict[str, Any] | None:
    """The potentials as numbers that every move lowers, if there are some that the checker can follow."""
    if not answer.potentials:
        return None
    potentials = Potentials(game.model)
    phases = [
        {"states": sorted(names), "ranks": [_rank(each, potentials) for each in chosen]}
        for names, chosen in answer.potentials
    ]
    evidence: dict[str, Any] = {"kind": "ranking", "phases": phases}
    try:
        start = game.start().node
        evidence["plies"] = rankings.bound(game.model, start, rankings.read(game.model, evidence))
    except LaskerError:
        return None
    return _of_finite(game, evidence)


def _of_repetition(game: Game) -> dict[str, Any] | None:
    """A rule that ends the game at a repetition, if there is one, and the number of positions."""
    model = game.model
    words = model.vocabulary
    values = prod(each.high - each.low + 1 for each in words.counters.values())
    boards = words.size ** len(model.space.sites)
    times = [r.repeated for r in model.adjudications if r.repeated and not r.manner]
    times += [model.repetition.times] if model.repetition.times else []
    positions = boards * values * len(model.states)
    written = _of_finite(game, {"kind": "repetition", "times": min(times, default=0), "positions": positions})
    return written if all(each.proved for each in Checker(written, model).checked()) else None


def _of_finite(game: Game, evidence: dict[str, Any]) -> dict[str, Any]:
    return certificate(game, game.start(), [{"says": "finite", "holds": True, "evidence": evidence}])


def _rank(potential: Potential, potentials: Potentials) -> dict[str, Any]:
    """A potential as a number that gets smaller."""
    if potential.counter is None:
        rows = {
            glyph: [
                1 if potential.axis is None else potentials.to_go(potential, symbol, site)
                for site in range(len(potentials.space.sites))
            ]
            for symbol, glyph in enumerate(potentials.words.glyphs)
            if potential.symbols >> symbol & 1
        }
        return {"weights": {glyph: row[0] if len({*row}) == 1 else row for glyph, row in rows.items()}}
    words = potentials.words
    starts = tuple(each.start for each in words.counters.values())
    names = dict(zip(words.counters, words.counters_by_name(starts), strict=True))
    return {"counter": names[potential.counter], "factor": -1 if potential.upward else 1}


class _Writer:
    """The evidence for each claim about one position."""

    def __init__(self, found: Characteristics) -> None:
        self.found = found
        self._counts: list[dict[str, int]] | None = None
        self._counted = False

    def truth(self, says: str) -> bool | None:
        """The answer as repaired."""
        facts, n = self.found.facts, self.found.within
        ends = [fact.within(n) for fact in (facts.won, facts.drawn, facts.lost)]
        truths = {
            "winnable": ends[0],
            "drawable": ends[1],
            "losable": ends[2],
            "unfinishable": facts.lasts,
            "forced win": facts.forced_win.within(n),
            "forced draw": facts.forced_draw.within(n),
            "forced loss": facts.forced_loss.within(n),
        }
        if says in truths:
            return truths[says]
        against = ends if says == "absolute hang" else [*ends[:2], facts.lasts]
        return False if True in against else None if None in against else True

    def evidence(self, says: str) -> dict[str, Any] | None:
        """What proves a claim, or None."""
        holds = self.truth(says)
        if holds is None:
            return None
        if says in LINES and holds:
            return {"kind": "line", "moves": list(self.found.line(LINES[says]))}
        if says == "unfinishable" and holds:
            return {"kind": "line", "moves": self._lasting()}
        if says.startswith("forced"):
            return self._strategy(says, holds)
        if not holds and (line := self._line_against(says)):
            return {"kind": "line", "moves": line}
        counts = self._count()
        return None if counts is None else {"kind": "count", "plies": counts}

    def _line_against(self, says: str) -> list[str]:
        """A line that ends, against an absolute hang; one that is not lost, against hopelessness."""
        sorts = {"absolute hang": LINES.values(), "hopeless": (Category.WIN, Category.DRAW)}.get(says, ())
        for wanted in sorts:
            if line := self.found.line(wanted):
                return list(line)
        return self._lasting() if says == "hopeless" else []

    def _lasting(self) -> list[str]:
        position, moves = self.found.position, []
        for left in range(self.found.within, 0, -1):
            text, position = next(
                (t, p) for t, p in after(position) if self.found.searcher.lasts(p, left - 1)
            )
            moves.append(text)
        return moves

    def _strategy(self, says: str, holds: bool) -> dict[str, Any] | None:
        found, count = self.found, len(self.found.position.game.players)
        wanted = {
            "forced win": Category.WIN,
            "forced draw": Category.WIN | Category.DRAW,
            "forced loss": Category.LOSS,
        }[says]
        mine = frozenset({found.player})
        together = frozenset(range(count)) - mine if says == "forced loss" else mine
        goal = Goal(found.player, wanted, found.within, together, found.claims)
        strategist = Strategist(found.searcher, goal if holds else goal.opposite(count), count)
        try:
            return {"kind": "strategy", "moves": strategist.table(found.position, MOST_ENTRIES)}
        except LimitError:
            return None

    def _count(self) -> list[dict[str, int]] | None:
        if not self._counted:
            self._counted = True
            try:
                self._counts = count_ends(
                    self.found.position, self.found.player, self.found.within, self.found.claims
                )
            except LimitError:
                self._counts = None
        return self._counts


def count_ends(position: Position, player: int, plies: int, claims: bool = False) -> list[dict[str, int]]:
    """By ply, how many lines end there in which result for a player, and how many do not end.

    >>> from lasker.play.game import load
    >>> count_ends(load("tictactoe").position("XX1/OO1/3 x 5"), 0, 2)
    [{'won': 1, 'unfinished': 4}, {'lost': 3, 'unfinished': 13}]
    """
    known: dict[object, list[Counter[str]]] = {}

    def counted(here: Position, left: int) -> list[Counter[str]]:
        key: object = (left, here.node.state.name, *here.node.configuration[:3])
        if past_matters(here, left, claims):
            key = (key, tuple(each.node.key for each in here.past()))
        if key not in known:
            if len(known) > MOST_COUNTED:
                raise LimitError(f"more than {MOST_COUNTED} positions would have to be counted")
            found = [Counter[str]() for _ in range(left)]
            for _, then in after(here):
                end = ended(then, player, claims)
                found[0][NAMES[end]] += 1
                if not end and left > 1:
                    for mine, more in zip(found[1:], counted(then, left - 1), strict=True):
                        mine.update(more)
            known[key] = found
        return known[key]

    return [
        {name: tally[name] for name in ("won", "drawn", "lost", "unfinished") if tally[name]}
        for tally in counted(position, plies)
    ]
