"""The whole game tree of a small game as one Gödel number, and its value by arithmetic.

As in the paper, an epoch is a pair ⟨moves, player⟩ and the history the sequence of epochs. A move is
⟨payoff, ⟨label, ⟨before, after⟩⟩⟩: the payoff of the first player if the game is over there (counted from 1,
else 0), the label, and the two positions. The paper nests to the left, which makes towers higher by two and
residues hard to distinguish. The value of the game is the value of a term.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import lcm

from lasker.formulations.arithmetic.definitions import Definition, library, read
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Number, pair, sequence
from lasker.formulations.arithmetic.reading import Reading, all_errata
from lasker.formulations.godel.encoding import Numbering
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError, SortError
from lasker.play.game import Game, Position

MOST_POSITIONS = 10_000
EVALUATIONS = 20_000_000

# h is a history, s the player of each state, v a payoff. `worlds` are the positions t epochs from the end in
# which the first player gets at least v. One pass over the moves of an epoch decides all positions before
# them: where player 1 moves, some move must be good; where another player moves, none may be bad.
DEFINITIONS = """
(·) made(h, i) = l((h)_i)
(·) paid(m) = l(m)
(·) source(m) = l(r(r(m)))
(·) target(m) = r(r(r(m)))
(·) mover(p, s) = (s)_nth(p, 1)
(·) befores(y) = list(m ∈ y){source(m)}
(·) into(y, w) = map(m ∈ y){target(m) ∈ w}
(·) past(y, w) = map(m ∈ y){target(m) ∉ w}
(·) held(p, y, w, s) ≡ { p ∈ befores(into(y, w)) if mover(p, s) = 1; p ∉ befores(past(y, w)) otherwise }
(·) good(m, v, y, w, s) ≡ paid(m) ≥ v ∨ paid(m) = 0 ∧ held(target(m), y, w, s)
(·) goods(h, i, v, w, s) = map(m ∈ made(h, i)){good(m, v, made(h, s(i)), w, s)}
(·) worlds(h, s, v, 0) = []
    worlds(h, s, v, t + 1) = list(m ∈ goods(h, Lt(h) ∸ t, v, worlds(h, s, v, t), s)){target(m)}
(·) begin(h) = target((made(h, 1))_1)
(·) secured(h, s, v) ≡ begin(h) ∈ worlds(h, s, v, Lt(h))
(·) valued(h, s, k) = k ∸ min(u ≤ k){secured(h, s, k ∸ u)}
"""


@cache
def definitions() -> tuple[Definition, ...]:
    """The additional definitions, as terms of the same calculus."""
    return tuple(read(DEFINITIONS, "histories"))


@cache
def reading() -> Reading:
    """The repaired paper with the functions that solve a history."""
    return Reading(all_errata(), (*library(), *definitions()))


@dataclass(frozen=True)
class History:
    """The whole history of a game as a number, with the data needed to read it."""

    number: Number
    players: Number  # of each state, counted from 1
    highest: int  # the payoff of a win of the first player; a loss is 1
    sizes: tuple[int, ...]  # the number of moves of each epoch
    positions: int


def history(start: Position, most: int = MOST_POSITIONS) -> History:
    """All plays from a position of a game for one or two players without chance.

    >>> from lasker.play.game import load
    >>> history(load("tictactoe").position("XOX/OXO/3 x 1")).sizes
    (1, 3, 2, 2)
    >>> history(load("connect_four").start(), most=100)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.LimitError: more than 100 positions, and the limit is 100
    """
    game = start.game
    if len(game.players) > 2 or any(state.by_chance for state in game.model.states.values()):
        raise SortError(f"{game.title} is not a game of at most two players without chance")
    if game.model.forbids_repetition or game.model.adjudications:
        raise SortError(f"the past matters in {game.title}, and the history forgets it")
    numbers, epochs = Numbering(game), []
    units = _units(game)
    known: dict[tuple[object, ...], Number] = {}

    def numbered(position: Position) -> Number:
        key = (position.node.key, position.node.configuration.counters, position.node.ply)
        if key not in known:
            known[key] = numbers.position(position)
            if len(known) > most:
                raise LimitError(f"more than {most} positions, and the limit is {most}")
        return known[key]

    now = {numbered(start): start}
    moves: list[Number] = [pair(_worth(start, units), pair(0, pair(0, numbered(start))))]
    while moves:
        players = {position.node.state.player for position in now.values()}
        epochs.append((moves, players.pop() + 1 if len(players) == 1 else 0))
        moves = []
        after: dict[Number, Position] = {}
        for before, position in now.items():
            for label, reached in _continued(numbers, position):
                number = numbered(reached)
                after.setdefault(number, reached)
                moves.append(pair(_worth(reached, units), pair(label, pair(before, number))))
        now = after
    return History(
        number=sequence(pair(sequence(moves), player) for moves, player in epochs),
        players=sequence(state.player + 1 for state in game.model.states.values()),
        highest=units + 1,
        sizes=tuple(len(moves) for moves, _ in epochs),
        positions=len(known),
    )


def _continued(numbers: Numbering, position: Position) -> Iterator[tuple[Number, Position]]:
    if position.outcome is None and not position.moves:
        raise SortError(f"{numbers.play.title} can stop without a result: {position.fen}")
    for move in position.moves:
        yield numbers.move(position, move), Position(move.step.after, numbers.play)


def _units(game: Game) -> int:
    """The common denominator of all payoffs, so that they are integers."""
    count = len(game.players)
    results = [ending.result for ending in game.model.endings]
    return lcm(count, *(result.denominator for result in results if not isinstance(result, str)))


def _worth(position: Position, units: int) -> int:
    """The payoff of the first player where the game is over, counted from 1; else 0."""
    return 0 if position.outcome is None else 1 + int(units * position.outcome.payoffs[0])


def solve(past: History, budget: int = EVALUATIONS) -> int:
    """What the first player can secure, from 1, a loss, to `highest`, a win: the value of the term `valued`.

    >>> from lasker.play.game import load
    >>> solve(history(load("tictactoe").position("XOX/1O1/3 x 1")))  # of 3: a draw
    2
    """
    machine = Machine(reading(), budget)
    value = machine("valued", past.number, past.players, past.highest)
    assert isinstance(value, int)
    return value
