"""The check of a ranking: numbers of a position, the first of which that a move changes gets smaller.

A ranking has phases, sets of states that play leaves for good; every phase has ranks of its own.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Any

from lasker.algebra.contents import Life
from lasker.algebra.moves import NIL, Choice, Compare, Move, Nil, Sequence, Test, choice
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.proofs.checker.checker_results import BUDGET, ClaimRefused
from lasker.proofs.checker.invariants import PossibleContents
from lasker.proofs.checker.rank_changes import Change, Rank, Ranking, sums

BOARDS = 20  # of a few squares, that take as long as a position of a game


def bound(
    game: Game, start: Node, phases: list[tuple[frozenset[str], list[Rank]]], budget: int = BUDGET
) -> int:
    """A bound on the plies from a start, if all moves lower the ranks of their phase; else an error.

    The budget is in positions, as elsewhere: moves are followed on more boards, which are small.
    """
    after = {name: {then for _, then in state.next} for name, state in game.states.items()}
    beyond = _beyond(after)
    phase_of = {name: at for at, (names, _) in enumerate(phases) for name in names}
    for name, others in beyond.items():
        for other in others:
            if name in beyond[other] and (name not in phase_of or phase_of[name] != phase_of.get(other)):
                raise ClaimRefused(f"play comes back from {other} to {name}, and no phase has both")
    possible = PossibleContents(game, start.configuration.board)
    total = len(after.keys() - phase_of.keys())  # each of the others is passed once at most
    for names, ranks in phases:
        ranking = Ranking(game, ranks, possible, BOARDS * budget)
        settling = ranking.changes(game.settle)
        still = (0.0,) * len(ranks)
        found: set[Change] = set()
        idle = set()
        passes = {name: _passes(game, game.states[name].move) for name in names}
        for name in names:
            working = _without(game.states[name].move, passes[name])
            changes = sums(ranking.changes(working), settling)
            found |= changes
            if any(change > still for change in changes):
                raise ClaimRefused(f"a move in {name} may raise the ranks: {max(changes)}")
            if still in changes:
                idle.add(name)
        passing = {name for name in names if passes[name]} if game.passes else set()
        if comes_back(after, idle) or (
            comes_back(after, idle | passing) and (idle or not _ends_when_all_pass(game, passes))
        ):
            where = ", ".join(sorted(idle | passing))
            raise ClaimRefused(f"moves may leave the ranks as they are, again and again, in {where}")
        steady = {at for at in range(len(ranks)) if all(change[at] <= 0 for change in found)}
        begun = start.configuration if start.state.name in names else None
        total += ranking.span(steady, begun, names) * (1 + len(idle | passing)) - 1
    return total


def _passes(game: Game, move: Move) -> list[Move]:
    """The options of a move that only test, where they leave the position as it is."""
    marks = game.vocabulary.marks.values()
    if game.settle != NIL or any(mark.life is Life.TURN for mark in marks):
        return []
    options = move.options if isinstance(move, Choice) else (move,)
    return [
        option for option in options if all(isinstance(part, Nil | Test | Compare) for part in _parts(option))
    ]


def _without(move: Move, some: list[Move]) -> Move:
    options = move.options if isinstance(move, Choice) else (move,)
    return choice([option for option in options if option not in some])


def _parts(move: Move) -> tuple[Move, ...]:
    return move.parts if isinstance(move, Sequence) else (move,)


def _ends_when_all_pass(game: Game, passes: dict[str, list[Move]]) -> bool:
    """Is the game over when all have passed on one board, since what passing asks for holds there?"""
    if not all(passes.values()) or any(len(game.states[name].next) > 1 for name in passes):
        return False
    asked = [set.intersection(*(set(_parts(option)) for option in options)) for options in passes.values()]
    holds = set().union(*asked)
    return any(
        not ending.repeated and name in ending.tests and set(_parts(ending.tests[name])) <= holds
        for ending in game.endings
        for name in passes
    )


def comes_back(after: dict[str, set[str]], names: Set[str]) -> bool:
    """Can play stay in some states for ever?"""
    beyond = _beyond({name: after[name] & names for name in names})
    return any(name in beyond[name] for name in names)


def _beyond(after: dict[str, set[str]]) -> dict[str, set[str]]:
    """The states that can be reached from each, in one ply or more."""
    found = {name: set(some) for name, some in after.items()}
    for middle in found:
        for some in found.values():
            if middle in some:
                some |= found[middle]
    return found


def read(game: Game, evidence: dict[str, Any]) -> list[tuple[frozenset[str], list[Rank]]]:
    """The phases of a ranking as they are written; else an error."""
    phases = evidence.get("phases")
    if not isinstance(phases, list) or not all(isinstance(each, dict) for each in phases):
        raise ClaimRefused("`phases` must be a list")
    found: list[tuple[frozenset[str], list[Rank]]] = []
    seen: set[str] = set()
    for phase in phases:
        names, ranks = phase.get("states"), phase.get("ranks")
        if not isinstance(names, list) or not isinstance(ranks, list) or not names or not ranks:
            raise ClaimRefused("a phase has `states` and `ranks`")
        if any(not isinstance(name, str) or name not in game.states or name in seen for name in names):
            raise ClaimRefused("a state is none of the game's, or is named twice")
        if len({*names}) < len(names):
            raise ClaimRefused("a state is named twice")
        seen |= {*names}
        found.append((frozenset(names), [_rank(game, each) for each in ranks]))
    return found


def _rank(game: Game, told: object) -> Rank:
    vocabulary, size = game.vocabulary, len(game.space.sites)
    if not isinstance(told, dict) or set(told) not in ({"weights"}, {"counter", "factor"}):
        raise ClaimRefused("a rank has `weights`, or `counter` and `factor`")
    if "counter" in told:
        starts = tuple(each.start for each in vocabulary.counters.values())
        names = dict(zip(vocabulary.counters_by_name(starts), vocabulary.counters, strict=True))
        if (
            not isinstance(told["counter"], str)
            or told["counter"] not in names
            or told["factor"] not in (1, -1)
        ):
            raise ClaimRefused("a rank by a counter names one, and its factor is 1 or -1")
        if type(told["factor"]) is not int:
            raise ClaimRefused("a factor is 1 or -1")
        return Rank(counter=names[told["counter"]], factor=told["factor"])
    weights = told["weights"]
    if not isinstance(weights, dict) or not weights or not set(weights) <= set(vocabulary.glyphs):
        raise ClaimRefused("weights are given to pieces, or to the empty square `.`")
    rows = []
    for glyph in vocabulary.glyphs:
        row = weights.get(glyph, 0)
        row = [row] * size if type(row) is int else row
        if not isinstance(row, list) or len(row) != size or any(type(each) is not int for each in row):
            raise ClaimRefused(f"the weights of {glyph} are a number, or one for each of {size} squares")
        rows.append(tuple(row))
    return Rank(tuple(rows))
