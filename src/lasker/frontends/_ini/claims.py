"""Adjudications in a variants file that is written: after n moves, by repetition, and those it cannot say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from lasker.algebra.moves import FAIL, Compare
from lasker.model.game import Ending, Game

CLAIMED = "claimed"


def with_claims(game: Game, text: str, built: Callable[[str], Game]) -> tuple[str, list[str]]:
    """A variants file that says the game but for its adjudications, with the options that come nearest to
    them, and what remains: adjudications that only one of the two has. `built` makes a game of a file."""
    found = min(((*_told(game, built(each)), each) for each in _guesses(game, text)), key=_remaining)
    missing, added, best = found
    lost = [f"ends: {', '.join(missing)}"] if missing else []
    return best, lost + ([f"ends: it adds {', '.join(added)}"] if added else [])


def _remaining(found: tuple[list[str], list[str], str]) -> int:
    return len(found[0]) + len(found[1])


def _guesses(game: Game, text: str) -> Iterator[str]:
    """The file as it is, and with numbers of moves and repetitions that the game asks for, or with none."""
    claims = [each for each in game.adjudications if each.manner == CLAIMED]
    limits = {
        test.other // 2
        for each in claims
        for test in each.tests.values()
        if isinstance(test, Compare) and test.relation == ">=" and isinstance(test.other, int)
    }
    times = {each.repeated for each in claims if each.repeated}
    moves, folds = (
        ["", *(f"{option} = {number}\n" for number in [*sorted(numbers), 0])]
        for option, numbers in (("nMoveRule", limits), ("nFoldRule", times))
    )
    yield from (text + "".join(lines) for lines in product(moves, folds))


def _told(game: Game, other: Game) -> tuple[list[str], list[str]]:
    """The adjudications that only the one game has, and those that only the other has."""
    ours, theirs = (
        [each for each in one.adjudications if any(test != FAIL for test in each.tests.values())]
        for one in (game, other)
    )
    return _unmatched(ours, theirs), _unmatched(theirs, ours)


def _unmatched(some: list[Ending], others: list[Ending]) -> list[str]:
    return [each.reason for each in some if not any(_alike(each, other) for other in others)]


def _alike(one: Ending, other: Ending) -> bool:
    """Do two adjudications say the same? What they ask of boards may number other pieces: then the reasons
    that they give have to do."""
    kinds = [(each.manner, each.repeated, each.result, each.giving) for each in (one, other)]
    tests = [[*each.tests.values()] for each in (one, other)]
    return kinds[0] == kinds[1] and (tests[0] == tests[1] or one.reason == other.reason)
