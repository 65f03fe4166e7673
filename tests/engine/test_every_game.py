"""The opponent in all kinds of games: it plays legal moves to the end, and wins against random ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from lasker import backends
from lasker.engine.levels import opponent_of, play
from lasker.engine.opponent import Budget, Opponent
from lasker.play import library
from lasker.play.game import Game, Position, load

# Two players and three, chance, forced captures, none, goals, pieces that move and pieces that are put.
FEW = ("tictactoe", "breakthrough", "einstein", "english_draughts", "connect_four", "chinese_checkers_3")


Player = Callable[[Position], str]


def at_random(chance: Random) -> Player:
    """Any legal move."""
    return lambda position: str(chance.choice(position.moves))


def played(position: Position, seats: list[Player], chance: Random) -> Position:
    """The last position of a game, or the one after so many plies that it is drawn."""
    players = dict(zip(position.game.players, seats, strict=True))
    for _ in range(400):
        while (after := position.roll(chance)) is not position:
            position = after
        if position.outcome is not None or position.claims or not position.moves:
            break
        position = position.play(players[position.turn](position))
    return position


def payoff(position: Position, player: int) -> float:
    """What a player got; half where nothing was decided."""
    outcome = position.outcome or next(iter(position.claims), None)
    return 0.5 if outcome is None else float(outcome.payoffs[player])


def answers(nodes: int, position: Position) -> str:
    """The opponent's move, which is among the legal ones."""
    found = play(opponent_of(position.game.model), position, Budget(nodes=nodes))
    assert found
    assert found[0].moves[0] in {str(move) for move in position.moves}
    return found[0].moves[0]


@pytest.mark.parametrize("name", FEW)
def test_some_plies_are_legal(name: str) -> None:
    position, chance = load(name).start(), Random(3)
    for _ in range(5):
        while (after := position.roll(chance)) is not position:
            position = after
        if position.outcome is not None or not position.moves:
            break
        position = position.play(answers(12, position))


@pytest.mark.parametrize("name", ["breakthrough", "tictactoe"])
@pytest.mark.parametrize("side", [0, 1])
def test_the_engine_beats_random_moves(name: str, side: int) -> None:
    game, chance = load(name), Random(5)
    seats = [at_random(chance), at_random(chance)]
    seats[side] = lambda position: answers(400, position)
    end = played(game.start(), seats, chance)
    assert payoff(end, side) >= 0.5
    assert name == "tictactoe" or payoff(end, side) == 1


def watched(player: Player) -> tuple[Player, list[Position]]:
    """The same player, and the positions that he was asked about."""
    met: list[Position] = []

    def move(position: Position) -> str:
        met.append(position)
        return player(position)

    return move, met


SECONDS = 0.1  # for a move of the opponent in all games
PAIRS = 2


@cache
def opponent(name: str) -> Opponent:
    return Opponent(load(name))


def at_once(name: str, position: Position) -> str:
    """The opponent's move after a short time."""
    thinker = opponent(name)
    thinker.ready()
    return thinker.think(position, Budget(seconds=SECONDS))[0].moves[0]


def without_edges(game: Game) -> bool:
    """Can one go on in every direction from every square?"""
    space = game.model.space
    ways = [direction.shift for direction in space.compass.directions.values()]
    return all(space.reach((site, 0), way) is not None for site in range(len(space.sites)) for way in ways)


def bare(position: Position, player: int) -> bool:
    """Has a player one piece left at most? On a board without edges a king alone may be out of reach."""
    pieces = position.game.model.rules.vocabulary.pieces
    marks = position.game.model.rules.vocabulary.size // (len(pieces) + 1)
    board = backends.position(position.node).board
    return sum(bool(each) and pieces[each // marks - 1].owner == player for each in board) <= 1


PLIES, POSITIONS = 9, 20_000  # that are looked at to see whether random moves could have been the best ones


def most(start: Position, player: str) -> float:
    """What a player can be sure of at most: random moves may happen to be perfect, and then nobody wins
    tic-tac-toe. Where there is too much to look at, a win."""
    side = start.game.players.index(player)
    known: dict[tuple[object, int], float] = {}

    def best(position: Position, plies: int) -> float:
        key = position.node.key, plies
        if key not in known:
            over = position.outcome is not None or not position.moves
            known[key] = payoff(position, side) if over else 1.0
            if not over and plies and len(known) < POSITIONS:
                choose = max if position.turn == player else min
                known[key] = choose(best(position.play(move), plies - 1) for move in position.moves)
        return known[key]

    found = best(start, PLIES)
    return found if len(known) < POSITIONS else 1.0


@pytest.mark.parametrize(
    ("fen", "told"), [("3/3/3 x 1", 0.5), ("XX1/OO1/3 x 1", 1.0), ("X1X/1O1/O1X o 1", 0.0)]
)
def test_the_best_payoff_is_computed_by_exhaustion(fen: str, told: float) -> None:
    position = load("tictactoe").position(fen)
    assert most(position, position.turn) == told


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(library.sources()))
def test_every_game_against_random_moves(name: str) -> None:
    game = load(name)
    if not game.model.start or len(game.players) != 2:
        pytest.skip("not a game for two from a start")
    chances = any(state.by_chance for state in game.model.states.values())
    points = []
    for seed in range(2 * PAIRS):
        chance, side = Random(seed), seed % 2
        seats = [at_random(chance), at_random(chance)]
        seats[side], met = watched(lambda position: at_once(name, position))
        end = played(opponent(name).game.start(), seats, chance)
        elusive = without_edges(game) and end.outcome is None and not end.claims and bare(end, 1 - side)
        got = payoff(end, side)
        perfect = not chances and got < 1 and got >= most(met[0], game.players[side])
        points.append(1.0 if elusive or perfect else got)
    if chances:  # a bad cast may lose a game
        assert sum(points) > len(points) / 2
    else:
        assert points == [1] * len(points)
