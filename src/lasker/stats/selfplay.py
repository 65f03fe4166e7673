"""Self-play: games at a stated strength, and what is noted of every ply while they are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from lasker.engine import levels
from lasker.engine.opponent import Budget, Opponent
from lasker.kernel.errors import DeclarationError, NotationError
from lasker.model.position import Outcome
from lasker.play.game import Game, Position
from lasker.play.move import Move
from lasker.space.space import LatticeSpace
from lasker.stats.evaluation import Judgement
from lasker.stats.mobility import Mobility

RANDOM = "random"
OPENING = 4  # random plies before players who think, who would play one game again and again
WORK = 300_000  # moves listed after which no further game is begun, unless so many games are asked for
USUAL = 100  # games, unless so many are asked for
LEAST = 5  # games that are played anyway
SAMPLED = 8  # one ply in so many is looked at closely: mobility, clarity
CLOSELY = 40  # moves of such a ply that are judged


@dataclass(frozen=True)
class Strength:
    """How well games are played: at random, on a level, or within so many nodes a move.

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
        """Does anybody think?"""
        return self != Strength()

    @classmethod
    def read(cls, text: str) -> Strength:
        """The strength that a text tells."""
        if text == RANDOM:
            return cls()
        name, _, value = text.partition("=")
        if name not in ("level", "nodes") or not value.isdecimal() or int(value[:12]) == 0:
            raise NotationError(f"{text[:40]!r} is no strength", remedy="random, level=3 or nodes=500")
        if name == "level":
            levels.check(int(value))
        return cls(**{name: int(value)})

    def player(self, game: Game) -> Chooser:
        """Somebody who plays so well."""
        return EngineChooser(game, self) if self.thinks else Chooser()


class Chooser:
    """Plays at random."""

    def begin(self) -> None:
        """A new game begins."""

    def choose(self, position: Position, chance: Random) -> str:
        """The move that is played."""
        return str(chance.choice(position.moves))


class EngineChooser(Chooser):
    """Plays as the opponent does."""

    def __init__(self, game: Game, strength: Strength) -> None:
        self._opponent = Opponent(game)
        self._budget = Budget(nodes=strength.nodes or Budget().nodes)
        self._level = strength.level or levels.FULL

    def begin(self) -> None:
        """Nothing is known of other games, so that each can be played again alone."""
        self._opponent.forget()

    def choose(self, position: Position, chance: Random) -> str:
        """The move that is played."""
        return levels.play(self._opponent, position, self._budget, self._level, random=chance)[0].moves[0]


@dataclass(frozen=True)
class Ply:
    """One move: whose it was (-1 is chance), among how many, how far it went; and the board before it."""

    player: int
    options: int
    distance: int | None
    pieces: int
    score: int | None  # the judgement for the first player, if there is one


@dataclass
class Log:
    """A game: its plies, its end, the squares on which something changed, and samples of what was on them."""

    number: int
    plies: list[Ply] = field(default_factory=list)
    outcome: Outcome | None = None
    reason: str = ""
    changed: set[int] = field(default_factory=set)
    contents: set[tuple[int, int]] = field(default_factory=set)  # squares with what was seen on them
    again: int = 0  # positions that had been there before, whoever was to move
    again_to_move: int = 0  # the same with the same player to move
    counts: list[Counter[int]] = field(default_factory=list)  # how many of each kind, ply by ply
    choices: list[list[int]] = field(default_factory=list)  # scores of the moves of a ply, for their player

    @property
    def payoffs(self) -> tuple[float, ...]:
        """What everybody got; nothing where the game was broken off."""
        return () if self.outcome is None else tuple(map(float, self.outcome.payoffs))

    @property
    def winner(self) -> int | None:
        """Who got more than anybody else."""
        best = max(self.payoffs, default=0.0)
        return self.payoffs.index(best) if self.payoffs.count(best) == 1 and best > 0 else None


@dataclass
class SelfPlay:
    """Games of self-play, made one after the other; a seed determines them.

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
    judgement: Judgement | None = None
    mobility: Mobility | None = None

    def __post_init__(self) -> None:
        if not self.game.model.start:
            raise DeclarationError(
                f"{self.game.name} does not say how it starts", remedy='add a line: start "…"'
            )

    def games(self, number: int | None) -> Iterator[Log]:
        """So many games; or up to a hundred, fewer where listing moves is much work."""
        player, work = self.strength.player(self.game), 0
        for at in range(number or USUAL):
            if number is None and at >= LEAST and work > WORK:
                break
            log = self.play(at, player)
            work += sum(ply.options for ply in log.plies)
            yield log

    def play(self, number: int, player: Chooser) -> Log:
        """One game, to its end or up to so many plies."""
        chance, log = Random(f"{self.seed} {number}"), Log(number)
        position, seen = self.game.start(), _Seen()
        log.contents.update(enumerate(position.node.configuration.board))
        player.begin()
        for at in range(self.most + 1):
            repeated = seen.met(position)
            log.again, log.again_to_move = log.again + repeated[0], log.again_to_move + repeated[1]
            ended = position.outcome or next(iter(position.claims), None)
            if ended is not None or not position.moves or at == self.most:
                log.outcome = ended
                log.reason = ended.reason if ended else "broken off" if position.moves else "nobody can move"
                break
            log.counts.append(self._kinds(position))
            if at % SAMPLED == number % SAMPLED and not position.node.state.by_chance:
                self._look_closely(position, log)
            move = None if position.node.state.by_chance else self._chosen(position, player, chance, at)
            after = position.roll(chance) if move is None else position.play(move)
            self._note(position, after, move, log)
            position = after
        return log

    def _chosen(self, position: Position, player: Chooser, chance: Random, at: int) -> Move:
        """The move that is played; the first ones at random, if players think."""
        opening = self.strength.thinks and at < OPENING
        return position.read(
            player.choose(position, chance) if not opening else chance.choice(position.moves)
        )

    def _note(self, position: Position, after: Position, move: Move | None, log: Log) -> None:
        """Write down a ply; without a move it was chance."""
        node = position.node
        before, now = node.configuration.board, after.node.configuration.board
        changed = [site for site, (a, b) in enumerate(zip(before, now, strict=True)) if a != b]
        log.changed.update(changed)
        log.contents.update((site, now[site]) for site in changed)
        label = move.step.label if move is not None else ()
        score = None if self.judgement is None else self.judgement.score(node)
        pieces = sum(log.counts[-1].values())
        log.plies.append(Ply(node.state.player, len(position.moves), self._distance(label), pieces, score))
        if self.mobility is not None:
            self.mobility.arrived(label)

    def _distance(self, label: tuple[tuple[int, int, int, int], ...]) -> int | None:
        """How far the first part of a move goes: the largest difference of two coordinates."""
        space = self.game.model.space
        if not label or not isinstance(space, LatticeSpace) or label[0][0] == label[0][1]:
            return None
        a, b = space.sites[label[0][0]], space.sites[label[0][1]]
        return int(max(abs(x - y) for x, y in zip(a, b, strict=True)))

    def _kinds(self, position: Position) -> Counter[int]:
        """How many pieces of each kind there are, on the board and in hand."""
        symbol, configuration = position.game.model.rules.vocabulary.symbol, position.node.configuration
        found = Counter(map(symbol, configuration.board))
        del found[0]
        held = self.judgement.appraisal.held if self.judgement is not None else {}
        for slot, (kind, _) in held.items():
            found[kind] += configuration.counters[slot]
        return found

    def _look_closely(self, position: Position, log: Log) -> None:
        """Note what every piece could do, and what some of the moves would be worth."""
        if self.mobility is not None:
            self.mobility.look(position)
        if self.judgement is not None and len(position.moves) > 1:
            moves, sign = position.moves, 1 if position.node.state.player == 0 else -1
            few = range(0, len(moves), -(-len(moves) // CLOSELY))
            log.choices.append([sign * self.judgement.score(moves[n].step.after) for n in few])


class _Seen:
    """The positions of a game that have been there."""

    def __init__(self) -> None:
        self._boards: set[object] = set()
        self._turns: set[object] = set()

    def met(self, position: Position) -> tuple[int, int]:
        """Was this board there before, and with this player to move? Then it is noted."""
        key = position.node.key
        found = int(key[1:] in self._boards), int(key in self._turns)
        self._boards.add(key[1:])
        self._turns.add(key)
        return found
