"""Self-play games at a stated strength, with a record of every ply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from random import Random

from lasker.engine import levels
from lasker.engine.opponent import Budget, Opponent
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, NotationError
from lasker.model.position import Outcome
from lasker.play.backend_choice import PlayoutWork, choose
from lasker.play.game import Game, Position
from lasker.play.move import Move
from lasker.space.space import LatticeSpace
from lasker.stats.evaluated_positions import Evaluation
from lasker.stats.mobility import Mobility
from lasker.workers import Workers, inline

RANDOM = "random"
OPENING = 4  # random plies before the engine moves: a deterministic player would repeat one game
WORK = 300_000  # generated moves after which no game begins, unless a number of games is given
DEFAULT_GAMES = 100  # games, unless a number is given
MIN_GAMES = 5  # games played regardless of WORK
SAMPLED = 8  # one ply in so many is sampled for mobility and clarity
SAMPLED_MOVES = 40  # moves evaluated at a sampled ply


@dataclass(frozen=True)
class Strength:
    """Playing strength: random, a level, or a number of nodes a move.

    >>> Strength.read("level=3"), str(Strength.read("random"))
    (Strength(level=3, nodes=None), 'random')
    """

    level: int | None = None
    nodes: int | None = None

    def __str__(self) -> str:
        named = ((name, value) for name, value in (("level", self.level), ("nodes", self.nodes)) if value)
        return ",".join(f"{name}={value}" for name, value in named) or RANDOM

    @property
    def thinks(self) -> bool:
        """Is the engine used?"""
        return self != Strength()

    @classmethod
    def read(cls, text: str) -> Strength:
        """The strength described by a text."""
        if text == RANDOM:
            return cls()
        name, _, value = text.partition("=")
        if name not in ("level", "nodes") or not value.isdecimal() or int(value[:12]) == 0:
            raise NotationError(f"{text[:40]!r} is no strength", remedy="random, level=3 or nodes=500")
        if name == "level":
            levels.check(int(value))
        return cls(**{name: int(value)})

    def player(self, game: Game) -> Chooser:
        """A player of this strength."""
        return EngineChooser(game, self) if self.thinks else Chooser()


AT_RANDOM = Strength()


class Chooser:
    """A random player."""

    def begin(self) -> None:
        """Start a new game."""

    def choose(self, position: Position, chance: Random) -> str:
        """A random legal move."""
        return str(chance.choice(position.moves))


class EngineChooser(Chooser):
    """A player by the engine."""

    def __init__(self, game: Game, strength: Strength) -> None:
        self._opponent = Opponent(game)
        self._budget = Budget(nodes=strength.nodes or Budget().nodes)
        self._level = strength.level or levels.FULL

    def begin(self) -> None:
        """Clear the transposition table, so that each game can be reproduced alone."""
        self._opponent.forget()

    def choose(self, position: Position, chance: Random) -> str:
        """The engine's move."""
        return levels.play(self._opponent, position, self._budget, self._level, random=chance)[0].moves[0]


@dataclass(frozen=True)
class Ply:
    """One ply: player (-1 is chance), number of moves, distance; pieces and score before it."""

    player: int
    options: int
    distance: int | None
    pieces: int
    score: int | None  # the evaluation for the first player, if there is one


@dataclass
class Log:
    """A game: its plies, its end, the squares that changed, and their contents."""

    number: int
    plies: list[Ply] = field(default_factory=list)
    outcome: Outcome | None = None
    reason: str = ""
    changed: set[int] = field(default_factory=set)
    contents: set[tuple[int, int]] = field(default_factory=set)  # (square, content) pairs seen
    again: int = 0  # positions with a repeated board, any player to move
    again_to_move: int = 0  # the same with the same player to move
    counts: list[Counter[int]] = field(default_factory=list)  # how many of each kind, ply by ply
    choices: list[list[int]] = field(
        default_factory=list
    )  # scores after the moves of a sampled ply, for their player

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The payoffs; empty where the game was cut off."""
        return () if self.outcome is None else tuple(map(float, self.outcome.payoffs))

    @property
    def winner(self) -> int | None:
        """The player with the strictly largest payoff."""
        best = max(self.payoffs, default=0.0)
        return self.payoffs.index(best) if self.payoffs.count(best) == 1 and best > 0 else None


@dataclass
class SelfPlay:
    """A generator of self-play games, determined by a seed.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> logs = list(SelfPlay(game, seed=1).games(3))
    >>> [(len(log.plies), log.reason) for log in logs]
    [(9, 'a full board'), (9, 'three in a line'), (9, 'a full board')]
    """

    game: Game
    strength: Strength = field(default_factory=Strength)
    seed: int = 0
    most: int = 500  # plies
    evaluation: Evaluation | None = None
    mobility: Mobility | None = None

    def __post_init__(self) -> None:
        if not self.game.model.start:
            raise DeclarationError(
                f"{self.game.name} does not say how it starts", remedy='add a line: start "…"'
            )

    def games(self, number: int | None, workers: Workers | None = None) -> Iterator[Log]:
        """The given number of games, or up to a hundred, fewer where move generation is slow."""
        task = SelfPlayTask(self.game, self.strength, self.seed, self.most, self.evaluation is not None)
        numbers, work = range(number or DEFAULT_GAMES), 0
        local = workers is None or workers.hire is None
        found = map(self.single(), numbers) if local else (workers or inline()).map(task, numbers)
        for log, mobility in found:
            if self.mobility is not None:
                self.mobility.add(mobility)
            work += sum(ply.options for ply in log.plies)
            yield log
            if number is None and log.number + 1 >= MIN_GAMES and work > WORK:
                break

    def single(self) -> Callable[[int], tuple[Log, Mobility]]:
        """The function from a number to a game and its mobility."""
        player, model = self.strength.player(self.game), self.game.model

        def played(number: int) -> tuple[Log, Mobility]:
            mobility = Mobility(model)
            return replace(self, mobility=mobility).play(number, player), mobility

        return played

    def play(self, number: int, player: Chooser) -> Log:
        """One game, cut off after `most` plies."""
        chance, log = Random(f"{self.seed} {number}"), Log(number)
        position, seen = self.game.start(), _Repetitions()
        log.contents.update(enumerate(position.node.configuration.board))
        player.begin()
        for at in range(self.most + 1):
            repeated = seen.count(position)
            log.again, log.again_to_move = log.again + repeated[0], log.again_to_move + repeated[1]
            ended = position.outcome or next(iter(position.claims), None)
            if ended is not None or not position.moves or at == self.most:
                log.outcome = ended
                log.reason = ended.reason if ended else "broken off" if position.moves else "nobody can move"
                break
            log.counts.append(self._kinds(position))
            if at % SAMPLED == number % SAMPLED and not position.node.state.by_chance:
                self._sample_ply(position, log)
            move = None if position.node.state.by_chance else self._choose_move(position, player, chance, at)
            after = position.roll(chance) if move is None else position.play(move)
            self._record(position, after, move, log)
            position = after
        return log

    def _choose_move(self, position: Position, player: Chooser, chance: Random, at: int) -> Move:
        """The move to play; opening plies are random if the engine plays."""
        opening = self.strength.thinks and at < OPENING
        return position.read(
            player.choose(position, chance) if not opening else chance.choice(position.moves)
        )

    def _record(self, position: Position, after: Position, move: Move | None, log: Log) -> None:
        """Record a ply; without a move it is a chance move."""
        node = position.node
        before, now = node.configuration.board, after.node.configuration.board
        changed = [site for site, (a, b) in enumerate(zip(before, now, strict=True)) if a != b]
        log.changed.update(changed)
        log.contents.update((site, now[site]) for site in changed)
        label = move.step.label if move is not None else ()
        score = None if self.evaluation is None else self.evaluation.score(node)
        pieces = sum(log.counts[-1].values())
        log.plies.append(Ply(node.state.player, len(position.moves), self._distance(label), pieces, score))
        if self.mobility is not None:
            self.mobility.record_move(label)

    def _distance(self, label: tuple[tuple[int, int, int, int], ...]) -> int | None:
        """The Chebyshev distance of a move's first part."""
        space = self.game.model.space
        if not label or not isinstance(space, LatticeSpace) or label[0][0] == label[0][1]:
            return None
        a, b = space.sites[label[0][0]], space.sites[label[0][1]]
        return int(max(abs(x - y) for x, y in zip(a, b, strict=True)))

    def _kinds(self, position: Position) -> Counter[int]:
        """The number of pieces of each kind, on the board and in hand."""
        symbol, configuration = position.game.model.rules.vocabulary.symbol, position.node.configuration
        found = Counter(map(symbol, configuration.board))
        del found[0]
        held = self.evaluation.held if self.evaluation is not None else {}
        for slot, (kind, _) in held.items():
            found[kind] += configuration.counters[slot]
        return found

    def _sample_ply(self, position: Position, log: Log) -> None:
        """Record mobility, and the evaluation after some of the moves."""
        if self.mobility is not None:
            self.mobility.sample_moves(position)
        if self.evaluation is not None and len(position.moves) > 1:
            moves, sign = position.moves, 1 if position.node.state.player == 0 else -1
            few = range(0, len(moves), -(-len(moves) // SAMPLED_MOVES))
            log.choices.append([sign * self.evaluation.score(moves[n].step.after) for n in few])


@dataclass(frozen=True)
class SelfPlayTask:
    """What workers play: the game with a number, of which they count mobility too."""

    game: Game
    strength: Strength
    seed: int
    most: int
    evaluated: bool

    def open(self) -> Callable[[int], tuple[Log, Mobility]]:
        """The function from a number to a game."""
        choose(self.game.model, PlayoutWork())  # positions now use native code where it is available
        evaluation = Evaluation(self.game) if self.evaluated else None
        return SelfPlay(self.game, self.strength, self.seed, self.most, evaluation).single()


class _Repetitions:
    """The positions of a game so far, for counting repetitions."""

    def __init__(self) -> None:
        self._boards: set[object] = set()
        self._turns: set[object] = set()

    def count(self, position: Position) -> tuple[int, int]:
        """Is the board repeated, and is it with the same player to move? The position is then added."""
        key = position.node.key
        found = int(key[1:] in self._boards), int(key in self._turns)
        self._boards.add(key[1:])
        self._turns.add(key)
        return found
