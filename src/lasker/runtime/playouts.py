"""Random playouts, reproducible on every backend: uniformly random moves, every claim made.

C and Python share a small pseudo-random generator, with one draw a ply: a number below the number of legal
moves, which are ordered by label. A chance move takes two draws, the first by the weights of its options, the
second among the option's results. So a game is determined by its seed and number, and recorded by its draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, Protocol

from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.kernel import cancel
from lasker.model.game import Game

WORD = (1 << 64) - 1
MOST_PLIES = 10_000  # length at which a game is cut off
Draw = Callable[[int], int]


class Plays(Protocol):
    """The interface of a backend that playouts need."""

    def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
        """Every legal move, ordered by label; none when the game is over."""

    def verdict(self, position: ProgramPosition) -> int:
        """The number of the first rule of the game that ends it here, or -1."""

    def adjudged(self, position: ProgramPosition, number: int) -> bool:
        """Does the test of an adjudication hold here?"""

    def chances(self, position: ProgramPosition) -> tuple[tuple[int, tuple[Successor, ...]], ...]:
        """The options of chance here: weights and results."""


class Playout(NamedTuple):
    """A random playout: its draws, its length, the turn at its end, and the number of the rule that ended it.

    Endings are numbered first, then adjudications; -1 is a game that was cut off.
    """

    draws: tuple[int, ...]
    plies: int
    turn: int
    rule: int


class PlayoutTally(NamedTuple):
    """Results of many playouts: counts by final turn and rule, and the length of each game."""

    ended: Counter[tuple[int, int]]
    lengths: list[int]


def mix64(number: int) -> int:
    """The finalizer of SplitMix64: mixes the bits of a 64-bit number.

    >>> mix64(0), mix64(1)
    (0, 6238072747940578789)
    """
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & WORD
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & WORD
    return number ^ number >> 31


def draws(seed: int, number: int) -> Draw:
    """The pseudo-random generator of one game: a function that draws a uniform number below a bound.

    >>> draw = draws(seed=1, number=0)
    >>> [draw(6) for _ in range(8)]
    [1, 0, 1, 3, 4, 3, 1, 2]
    """
    state = mix64((mix64(seed & WORD) + number * 0xD1342543DE82EF95) & WORD)

    def draw(below: int) -> int:
        nonlocal state
        while True:
            state = (state + 0x9E3779B97F4A7C15) & WORD
            product = mix64(state) * below
            if product & WORD >= (1 << 64) % below:  # rejection keeps the distribution uniform
                return product >> 64

    return draw


def replay_draws(recorded: tuple[int, ...]) -> Draw:
    """A generator that repeats recorded draws."""
    left = iter(recorded)
    return lambda below: next(left)


def playout(
    game: Game, engine: Plays, position: ProgramPosition, draw: Draw, most: int = MOST_PLIES
) -> Playout:
    """One playout from a position, cut off at `most` plies.

    >>> from lasker.backends import open_engine, position
    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> engine, start = open_engine("reference", game.model), position(game.start().node)
    >>> playout(game.model, engine, start, draws(seed=1, number=0))
    Playout(draws=(2, 0, 2, 3, 3, 2, 0), plies=7, turn=1, rule=0)
    """
    past, drawn = [position], list[int]()

    def recording(below: int) -> int:
        drawn.append(draw(below))
        return drawn[-1]

    rule = ended(game, engine, past)
    while rule is None and len(past) <= most:
        cancel.check()
        after = _random_move(game, engine, past, recording)
        if after is None:
            break
        past.append(after)
        rule = ended(game, engine, past)
    return Playout(tuple(drawn), len(past) - 1, past[-1].turn, -1 if rule is None else rule)


def _random_move(
    game: Game, engine: Plays, past: list[ProgramPosition], draw: Draw
) -> ProgramPosition | None:
    """The position after a move drawn at random, or None if there is none."""
    position = past[-1]
    if list(game.states.values())[position.turn].by_chance:
        options = engine.chances(position)
        if not options:
            return None
        lot = draw(sum(weight for weight, _ in options))
        for weight, results in options:
            if lot < weight:
                return results[draw(len(results))].after
            lot -= weight
    moves = [each.after for each in engine.successors(position)]
    if game.forbids_repetition:
        rule, players = game.repetition, [state.player for state in game.states.values()]
        gone = rule.gone([(each.turn, _key(game, each)) for each in past], players)
        moves = [after for after in moves if rule.form(after.turn, _key(game, after)) not in gone]
    return moves[draw(len(moves))] if moves else None


def ended(game: Game, engine: Plays, past: list[ProgramPosition]) -> int | None:
    """The number of the rule that ends a game with this history; claims are made as soon as possible."""
    verdict = engine.verdict(past[-1])
    if verdict >= 0:
        return verdict
    for manner in ("", "claimed"):
        for number, rule in enumerate(game.adjudications):
            if rule.manner == manner and _applies(game, engine, past, number):
                return len(game.endings) + number
    return None


def _applies(game: Game, engine: Plays, past: list[ProgramPosition], number: int) -> bool:
    rule, states = game.adjudications[number], list(game.states.values())
    if not rule.repeated:
        return engine.adjudged(past[-1], number)
    now = past[-1]
    places = (at for at, each in enumerate(past) if each.turn == now.turn and each.board == now.board)
    alike = [at for at in places if _key(game, past[at]) == _key(game, now)]
    if len(alike) < rule.repeated:
        return False
    player = states[now.turn].player
    since = (each for each in past[alike[0] :] if (states[each.turn].player == player) is not rule.giving)
    return all(engine.adjudged(each, number) for each in since)


def _key(game: Game, position: ProgramPosition) -> tuple[object, ...]:
    counters = zip(game.rules.vocabulary.counters.values(), position.counters, strict=True)
    return position.board, tuple(value for counter, value in counters if counter.keyed)


def tally(
    game: Game, engine: Plays, position: ProgramPosition, seed: int, numbers: range, most: int = MOST_PLIES
) -> PlayoutTally:
    """The tally of the playouts of one seed with some numbers."""
    played = [playout(game, engine, position, draws(seed, number), most) for number in numbers]
    return PlayoutTally(Counter((each.turn, each.rule) for each in played), [each.plies for each in played])
