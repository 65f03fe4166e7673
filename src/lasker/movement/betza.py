"""How a piece of a game goes, in Betza notation, found by trials, however its rules are written.

Every leap and ride is a guess. The game's own moves are tried on many boards; what they contradict is
dropped. Of what is left, as little is kept as explains all that was seen, and each guess that is kept is put
to harder tests. If nothing is enough, the piece is no compound of leaps and rides, and nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from lasker.algebra.contents import Piece
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.movement.betza_boards import Boards, Trial
from lasker.movement.betza_candidates import Guess, Point, written
from lasker.movement.trials import Trials
from lasker.space.space import LatticeSpace
from lasker.syntax.betza import Betza


@dataclass(frozen=True)
class Going:
    """How a piece goes. If it is not `exact`, the rules forbid some of it on some squares."""

    betza: Betza
    guesses: tuple[Guess, ...]
    exact: bool = True
    royal: bool = False  # does it shun squares where it could be taken?
    becomes: frozenset[str] = frozenset()  # the names of the pieces that it may be promoted to


@lru_cache(maxsize=1024)
def going(game: Game, piece: Piece) -> Going | None:
    """How a piece goes, ahead being where its player looks; None if it is no compound of leaps and rides.

    >>> from lasker.movement.environment import piece_called
    >>> from lasker.play.library import model
    >>> chess = model("chess")
    >>> [str(going(chess, piece_called(chess, letter)).betza) for letter in "QNPp"]
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
    found = _found(boards, going(game, twin) if twin != piece else None)
    return found and replace(found, becomes=frozenset(pieces[kind - 1].name for kind in boards.becomes()))


def _found(boards: Boards, hint: Going | None) -> Going | None:
    """How a piece goes, among many others, or if that fails among few; the other player's piece is a hint."""
    everywhere, seen = boards.standing, list[Trial]()
    for number in range(len(boards.fellows) + 1):
        crowded = number < len(boards.fellows)
        boards.fellow = boards.fellows[number if crowded else 0]
        seen = list((boards.crowded if crowded else boards.sparse)(everywhere))
        if any(trial.strange for trial in seen):
            return None
        if hint and hint.exact and fits(list(hint.guesses), seen, boards.standing):
            return hint
        if found := explained(boards, seen, everywhere):
            return Going(written(found), tuple(found), True, not crowded and shuns(boards, found))
    freest = {boards.freest()}
    found = explained(boards, list(boards.sparse(freest)), freest)
    if found and covers(found, seen):
        return Going(written(found), tuple(found), False, shuns(boards, found))
    return None


def fits(chosen: list[Guess], trials: list[Trial], ground: set[Point]) -> bool:
    """Is everything done that is foretold, and foretold that is done?"""
    return covers(chosen, trials) and all(_foretold(guess, trials, 0, ground) is not None for guess in chosen)


def shuns(boards: Boards, chosen: list[Guess]) -> bool:
    """Does a piece leave something untaken that it could take, when there are more enemies?

    Who needs a king beside him to move at all may do so for the king's sake.
    """
    if any(boards.trials.companies):
        return False
    takes = [guess for guess in chosen if guess.mode == "c" and not guess.first]
    crowd = list(boards.crowded({boards.freest()}))
    return any(_foretold(guess, crowd, 0, boards.standing) is None for guess in takes)


Fact = tuple[int, str, Point]  # the number of a trial, m or c, and where the piece went


def explained(boards: Boards, trials: list[Trial], starts: set[Point]) -> list[Guess] | None:
    """A few guesses that say what was done in all trials, and nothing that was not; None if there are none.

    What is chosen is put to harder tests in every direction, until they tell nothing new.
    """
    facts = {
        guess: found
        for guess in boards.guesses
        if (found := _foretold(guess, trials, 0, boards.standing)) is not None
    }
    done, tested = _done(trials, 0), set[Guess]()
    while True:
        chosen = _fewest(done, facts)
        if chosen is None:
            return None
        fresh = [
            image for guess in chosen for image in guess.images() if image in facts and image not in tested
        ]
        if not fresh:
            return chosen
        before = len(trials)
        for guess in dict.fromkeys(fresh):
            tested.add(guess)
            trials.extend(boards.harder(guess, starts))
        done |= _done(trials, before)
        for guess in list(facts):
            more = _foretold(guess, trials, before, boards.standing)
            if more is None:
                del facts[guess]
            else:
                facts[guess] |= more


def _done(trials: list[Trial], since: int) -> set[Fact]:
    """What was done in all trials from a number on."""
    return {
        (number, mode, to)
        for number in range(since, len(trials))
        for mode in "mc"
        for to in trials[number].of(mode) or ()
    }


def _fewest(done: set[Fact], facts: dict[Guess, set[Fact]]) -> list[Guess] | None:
    """Guesses that together foretell all that was done: each time the one that tells most, then simpler ones
    in their places."""
    chosen, left = list[Guess](), set(done)
    while left:
        best = max(facts, key=lambda guess: (len(facts[guess] & left), -len(facts[guess])), default=None)
        if best is None or not facts[best] & left:
            return None
        chosen.append(best)
        left -= facts[best]
    for guess in sorted(chosen, key=list(facts).index, reverse=True):
        chosen.remove(guess)
        needed = done.difference(*(facts[other] for other in chosen))
        if needed:
            chosen.append(next(other for other, told in facts.items() if needed <= told))
    return chosen


def _foretold(guess: Guess, trials: list[Trial], since: int, ground: set[Point]) -> set[Fact] | None:
    """What a guess foretells; None if something of it was not done, though such a piece could stand there."""
    found: set[Fact] = set()
    for number in range(since, len(trials)):
        trial = trials[number]
        done = trial.of(guess.mode)
        if done is None or (guess.first and not trial.at_home):
            continue
        for to in guess.goes(trial.start, trial.board):
            if to in done:
                found.add((number, guess.mode, to))
            elif to in ground:
                return None
    return found


def covers(chosen: list[Guess], trials: Iterable[Trial]) -> bool:
    """Is everything that was done foretold?"""
    for trial in trials:
        for mode in "mc":
            told = {
                to
                for guess in chosen
                if guess.mode == mode and (trial.at_home or not guess.first)
                for to in guess.goes(trial.start, trial.board)
            }
            if trial.strange or not (trial.of(mode) or set()) <= told:
                return False
    return True
