"""Betza notation of a piece, inferred from its moves on test boards, however its rules are written.

Every leap and every ride is a candidate. The game's own moves are evaluated on many boards, and candidates
that they contradict are dropped. Of the others a small set is selected that explains all observations (a
greedy set cover), and each selected candidate is tested further. If no set explains them, the piece is not a
compound of leaps and rides, and the result is None.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from lasker.algebra.contents import Piece
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.movement.betza_boards import Boards, Trial
from lasker.movement.betza_candidates import Candidate, Point, written
from lasker.movement.trials import Trials
from lasker.space.space import LatticeSpace
from lasker.syntax.betza import Betza


@dataclass(frozen=True)
class BetzaMovement:
    """The movement of a piece in Betza notation. If not `exact`, the rules forbid
    parts of it on some squares."""

    betza: Betza
    candidates: tuple[Candidate, ...]
    exact: bool = True
    royal: bool = False  # does it avoid attacked squares?
    becomes: frozenset[str] = frozenset()  # the names of the pieces it may promote to


@lru_cache(maxsize=1024)
def betza_movement(game: Game, piece: Piece) -> BetzaMovement | None:
    """The movement of a piece, seen by its owner; None if it is not a compound of leaps and rides.

    >>> from lasker.movement.environment import piece_called
    >>> from lasker.play.library import model
    >>> chess = model("chess")
    >>> [str(betza_movement(chess, piece_called(chess, letter)).betza) for letter in "QNPp"]
    ['Q', 'N', 'fmWfcFifmnD', 'fmWfcFifmnD']
    """
    space = game.space
    flat = isinstance(space, LatticeSpace) and space.compass.name == "square" and not space.gluings
    if not flat or piece.owner not in (0, 1) or len(game.players) != 2:
        return None
    try:
        boards = Boards(Trials(game, piece))
    except LimitError:
        return None
    pieces = game.rules.vocabulary.pieces
    twin = next((each for each in pieces if each.name == piece.name), piece)
    found = _found(boards, betza_movement(game, twin) if twin != piece else None)
    return found and replace(found, becomes=frozenset(pieces[kind - 1].name for kind in boards.becomes()))


def _found(boards: Boards, hint: BetzaMovement | None) -> BetzaMovement | None:
    """The movement, from many candidates or else from few; the opponent's piece of
    the same kind is a hint."""
    everywhere, seen = boards.standing, list[Trial]()
    for number in range(len(boards.friends) + 1):
        crowded = number < len(boards.friends)
        boards.friend = boards.friends[number if crowded else 0]
        seen = list((boards.crowded if crowded else boards.sparse)(everywhere))
        if any(trial.strange for trial in seen):
            return None
        if hint and hint.exact and fits(list(hint.candidates), seen, boards.standing):
            return hint
        if found := explanation(boards, seen, everywhere):
            return BetzaMovement(
                written(found), tuple(found), True, not crowded and avoids_attack(boards, found)
            )
    freest = {boards.freest()}
    found = explanation(boards, list(boards.sparse(freest)), freest)
    if found and explain(found, seen):
        return BetzaMovement(written(found), tuple(found), False, avoids_attack(boards, found))
    return None


def fits(chosen: list[Candidate], trials: list[Trial], ground: set[Point]) -> bool:
    """Do the candidates predict exactly the moves that were observed?"""
    return explain(chosen, trials) and all(
        _predicted(candidate, trials, 0, ground) is not None for candidate in chosen
    )


def avoids_attack(boards: Boards, chosen: list[Candidate]) -> bool:
    """Does a piece decline a capture that it could make, when there are more enemies?

    If it needs a king on the board to move at all, the reason may be the king's safety.
    """
    if any(boards.trials.required_pieces):
        return False
    takes = [candidate for candidate in chosen if candidate.mode == "c" and not candidate.first]
    crowd = list(boards.crowded({boards.freest()}))
    return any(_predicted(candidate, crowd, 0, boards.standing) is None for candidate in takes)


Fact = tuple[int, str, Point]  # number of the trial, m or c, destination


def explanation(boards: Boards, trials: list[Trial], starts: set[Point]) -> list[Candidate] | None:
    """A small set of candidates that predicts exactly the observed moves; None if there is none.

    The selected candidates are tested further, in every direction, until nothing new is observed.
    """
    facts = {
        candidate: found
        for candidate in boards.candidates
        if (found := _predicted(candidate, trials, 0, boards.standing)) is not None
    }
    done, tested = _done(trials, 0), set[Candidate]()
    while True:
        chosen = _set_cover(done, facts)
        if chosen is None:
            return None
        fresh = [
            image
            for candidate in chosen
            for image in candidate.images()
            if image in facts and image not in tested
        ]
        if not fresh:
            return chosen
        before = len(trials)
        for candidate in dict.fromkeys(fresh):
            tested.add(candidate)
            trials.extend(boards.harder(candidate, starts))
        done |= _done(trials, before)
        for candidate in list(facts):
            more = _predicted(candidate, trials, before, boards.standing)
            if more is None:
                del facts[candidate]
            else:
                facts[candidate] |= more


def _done(trials: list[Trial], since: int) -> set[Fact]:
    """The moves observed in all trials from a number on."""
    return {
        (number, mode, to)
        for number in range(since, len(trials))
        for mode in "mc"
        for to in trials[number].of(mode) or ()
    }


def _set_cover(done: set[Fact], facts: dict[Candidate, set[Fact]]) -> list[Candidate] | None:
    """Candidates that together predict all observations: greedily those that predict
    most, then replaced by simpler ones."""
    chosen, left = list[Candidate](), set(done)
    while left:
        best = max(
            facts, key=lambda candidate: (len(facts[candidate] & left), -len(facts[candidate])), default=None
        )
        if best is None or not facts[best] & left:
            return None
        chosen.append(best)
        left -= facts[best]
    for candidate in sorted(chosen, key=list(facts).index, reverse=True):
        chosen.remove(candidate)
        needed = done.difference(*(facts[other] for other in chosen))
        if needed:
            chosen.append(next(other for other, predicted in facts.items() if needed <= predicted))
    return chosen


def _predicted(candidate: Candidate, trials: list[Trial], since: int, ground: set[Point]) -> set[Fact] | None:
    """The predictions of a candidate; None if one of them was not observed, though
    the piece may stand there."""
    found: set[Fact] = set()
    for number in range(since, len(trials)):
        trial = trials[number]
        done = trial.of(candidate.mode)
        if done is None or (candidate.first and not trial.at_home):
            continue
        for to in candidate.destinations(trial.start, trial.board):
            if to in done:
                found.add((number, candidate.mode, to))
            elif to in ground:
                return None
    return found


def explain(chosen: list[Candidate], trials: Iterable[Trial]) -> bool:
    """Is every observed move predicted?"""
    for trial in trials:
        for mode in "mc":
            predicted = {
                to
                for candidate in chosen
                if candidate.mode == mode and (trial.at_home or not candidate.first)
                for to in candidate.destinations(trial.start, trial.board)
            }
            if trial.strange or not (trial.of(mode) or set()) <= predicted:
                return False
    return True
