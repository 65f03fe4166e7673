"""What pieces are worth by the rules alone: how far they reach on boards filled at random, and what they may
become. Nothing here knows a game."""

from __future__ import annotations

import math
import statistics
import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from lasker.analysis.opponent.mind import Mind, Weights
from lasker.ir.machine import Position, Successor
from lasker.kernel.errors import LaskerError
from lasker.model.game import Game

FILLINGS = 600  # boards for each player
BARREN = 15  # boards after which a piece that never moved never will
WORK = 12_000  # moves after which no more boards are looked at
TRIALS = 12  # boards on which it is tried whether a piece binds the others
DENSITIES = (0.15, 0.3, 0.45)
PRICELESS = 4000  # what cannot be done without
UNIT = 100  # what the least piece is worth
SLOWER = 0.85  # worth grows slower than reach: a piece cannot use all its moves at once
FREEDOM = 24  # what one move more than the other has is worth, in eighths of a hundredth
REACH = 7  # what a move more is worth on one square than on another, in hundredths of the least piece
SHELTER = 10  # the same for a piece that must not be taken, whose safest squares are those of least reach
HOPE_EARLY, HOPE_LATE = (
    0.25,
    0.5,
)  # what part of a promotion one step before it is worth, each step half as much
LITTLE = 0.02  # moves; what has fewer does not move at all
GAMES, LONG = 400, 400  # random games, and how long they may be
LEAST = 0.1  # a correlation below this says nothing
KNOWN = 8  # boards that the mean of a piece counts for, where it was seen on few


@dataclass
class Seen:
    """What was seen of one kind of piece: how often it stood somewhere, how many moves it had, where to."""

    stood: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    moves: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    steps: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    becomes: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))  # by the square of arrival

    @cached_property
    def mean(self) -> float:
        """How many moves it has on a square, on the average over squares."""
        each = [self.moves[site] / count for site, count in self.stood.items()]
        return sum(each) / len(each) if each else 0.0

    def reach(self, site: int) -> float:
        """How many moves it has on a square; where it has hardly been seen, as many as elsewhere."""
        return (self.moves[site] + KNOWN * self.mean) / (self.stood[site] + KNOWN)

    def distances(self, goals: set[int]) -> dict[int, int]:
        """For every square from which moves lead to one of some squares: how many it takes."""
        found, front, steps = dict.fromkeys(goals, 0), set(goals), 0
        while front:
            steps += 1
            front = {site for site, ends in self.steps.items() if site not in found and ends & front}
            found |= dict.fromkeys(front, steps)
        return found


@dataclass(frozen=True)
class Roles:
    """Kinds on which the moves of others depend: those that bind them, those that they need."""

    binding: set[int]
    needed: set[int]


class Appraisal:
    """A game whose pieces are being looked at."""

    def __init__(self, game: Game, mind: Mind, seed: int = 1) -> None:
        self.game, self.mind, self.random = game, mind, Random(seed)
        self.pieces = game.rules.vocabulary.pieces
        self.variants = game.rules.vocabulary.size // (len(self.pieces) + 1)
        self.sites = len(game.space.sites)
        self.counters = tuple(counter.start for counter in game.rules.vocabulary.counters.values())
        self.turns = {
            player: [n for n, state in enumerate(game.states.values()) if state.player == player]
            for player in range(len(game.players))
        }

    def owned(self, player: int | None) -> list[int]:
        """The kinds of a player; kinds are numbered from 1, as the squares of the machine have them."""
        return [kind for kind, piece in enumerate(self.pieces, 1) if piece.owner == player]

    def moves(self, turn: int, kinds: list[int]) -> tuple[Successor, ...]:
        """The moves on a board of some kinds."""
        board = tuple(kind * self.variants for kind in kinds)
        try:
            return self.mind.successors(Position(turn, board, self.counters))
        except LaskerError:  # a board that could never be
            return ()

    def filling(self, kinds: list[int], density: float) -> list[int]:
        """A board filled at random."""
        chance = self.random
        return [chance.choice(kinds) if kinds and chance.random() < density else 0 for _ in range(self.sites)]

    @cached_property
    def royal(self) -> set[int]:
        """The kinds that bind the other pieces of their owner, or without which these cannot move: what is
        beyond price: it is never taken, or the game is over then."""
        return {kind for roles in self.roles.values() for kind in (*roles.binding, *roles.needed)}

    @cached_property
    def roles(self) -> dict[int, Roles]:
        """By player: the kinds on which the moves of others depend."""
        return {player: self._roles(player) for player, turns in self.turns.items() if turns}

    def _roles(self, player: int) -> Roles:
        own = self.owned(player)
        others = [kind for kind in range(1, len(self.pieces) + 1) if kind not in own]
        binding: dict[int, int] = defaultdict(int)
        needed: dict[int, int] = defaultdict(int)
        for number in range(TRIALS if len(own) > 1 else 0):
            board = self.filling(others, 0.2)
            for site in self.random.sample(range(self.sites), min(6, self.sites)):
                board[site] = own[number % len(own)]
            here = self.random.randrange(self.sites)
            free: dict[int, int] = {}
            for kind in own:
                board[here] = kind
                found = self.moves(self.turns[player][0], board)
                free[kind] = len({move.label for move in found if move.label and move.label[0][0] != here})
            usual = statistics.median(free.values())
            for kind, moves in free.items():
                binding[kind] += moves < usual
                needed[kind] += moves > 0 and sum(map(bool, free.values())) == 1
        few = TRIALS // 4
        return Roles({k for k in own if binding[k] > few}, {k for k in own if needed[k] > few})

    @cached_property
    def seen(self) -> dict[int, Seen]:
        """What was seen of every kind."""
        found = {kind: Seen() for kind in range(1, len(self.pieces) + 1)}
        plain = [kind for kind in found if kind not in self.royal]
        for player, turns in self.turns.items():
            own, work = set(self.owned(player)), 0
            for number in range(FILLINGS if turns else 0):
                turn = turns[number % len(turns)]
                board = self.filling(plain, DENSITIES[number % len(DENSITIES)])
                for roles in self.roles.values():
                    for kind in roles.needed:
                        board[self.random.randrange(self.sites)] = kind
                moves = self.moves(turn, board)
                self._look(found, own - self.royal, board, moves)
                work += len(moves)
                if work > WORK or (number == BARREN and not any(found[kind].steps for kind in own)):
                    break  # enough has been seen, or it is seen that nothing moves
                for kind in own & self.royal if number % 2 else ():  # alone, so that it binds nobody
                    board = self.filling([other for other in plain if other not in own], DENSITIES[0] / 2)
                    board[self.random.randrange(self.sites)] = kind
                    self._look(found, {kind}, board, self.moves(turn, board))
        return found

    @staticmethod
    def _look(found: dict[int, Seen], own: set[int], board: list[int], moves: tuple[Successor, ...]) -> None:
        if not moves:  # the game is over here, whatever the pieces could do
            return
        ways = {(note[0], note[1]) for move in moves for note in move.label[:1]}
        for site, kind in enumerate(board):
            if kind in own:
                found[kind].stood[site] += 1
        for start, end in ways:
            if board[start] in own:
                found[board[start]].moves[start] += 1
                found[board[start]].steps[start].add(end)
        for move in moves:
            for start, end, symbol, _ in move.label[:1]:
                if symbol > 0 and board[start] in own and symbol in own:
                    found[board[start]].becomes[end].add(symbol)

    @cached_property
    def worth(self) -> dict[int, int]:
        """What each kind is worth wherever it stands; who must not be taken is worth nothing."""
        means = {}  # of all players together: a kind is worth the same to everybody
        for kind, piece in enumerate(self.pieces, 1):
            alike = [
                k
                for k, other in enumerate(self.pieces, 1)
                if other.name == piece.name and other.owner is not None
            ]
            means[kind] = (
                sum(self.seen[k].mean for k in alike) / len(alike) if piece.owner is not None else 0.0
            )
        plain = [mean for kind, mean in means.items() if mean > LITTLE and kind not in self.royal]
        least = min(plain, default=1.0)
        needed = {kind for roles in self.roles.values() for kind in roles.needed}
        return {
            kind: 0 if kind in self.royal else round(UNIT * (mean / least) ** SLOWER)
            for kind, mean in means.items()
        } | dict.fromkeys(needed, PRICELESS)

    def square(self, kind: int, site: int) -> tuple[int, int]:
        """What a kind is worth more on a square, early and late."""
        seen = self.seen[kind]
        better = seen.reach(site) - seen.mean
        if kind in self.royal:
            return round(-SHELTER * better), round(REACH * better)
        hope = self._hopes[kind].get(site, 0.0)
        return round(REACH * better + HOPE_EARLY * hope), round(REACH * better + HOPE_LATE * hope)

    @cached_property
    def _hopes(self) -> dict[int, dict[int, float]]:
        """By kind and square: what it may become, the less the farther it has to go."""
        hopes: dict[int, dict[int, float]] = {}
        for kind, seen in self.seen.items():
            gain = {
                end: max(self.worth[new] for new in kinds) - self.worth[kind]
                for end, kinds in seen.becomes.items()
            }
            best = max(gain.values(), default=0)
            far = seen.distances({end for end, value in gain.items() if value > 0})
            hopes[kind] = {site: best * 0.5**steps for site, steps in far.items() if steps}
        return hopes

    @cached_property
    def held(self) -> dict[int, tuple[int, int]]:
        """Counters that pieces are put from, by slot: which kind, and whose."""
        found: dict[int, tuple[int, int]] = {}
        for slot, counter in enumerate(self.game.rules.vocabulary.counters.values()):
            if (
                counter.owner is None
                or counter.scratch
                or counter.high <= counter.start
                or not self.turns[counter.owner]
            ):
                continue
            counters = (*self.counters[:slot], counter.start + 1, *self.counters[slot + 1 :])
            position = Position(self.turns[counter.owner][0], (0,) * self.sites, counters)
            try:
                moves = self.mind.successors(position)
            except LaskerError:
                continue
            for label, after in moves:
                if after.counters[slot] == counter.start and label and label[0][3] == 0 and label[0][2] > 0:
                    found[slot] = (label[0][2], counter.owner)
        return found

    def weights(self, start: Position | None) -> Weights:
        """Everything, as the search wants it; a game is early while there is as much as in `start`."""
        none = (0, 0, 0, 0)
        kinds = [(none,) * self.sites]
        for kind, piece in enumerate(self.pieces, 1):
            sign = {0: 1, None: 0}.get(piece.owner, -1)
            worth = self.worth[kind]
            row = []
            for site in range(self.sites):
                early, late = self.square(kind, site)
                row.append((sign * (worth + early), sign * (worth + late), sign * worth, worth))
            kinds.append(tuple(row))
        counters = [none] * len(self.counters)
        for slot, (kind, owner) in self.held.items():
            sign, worth = -1 if owner else 1, self.worth[kind]
            counters[slot] = (sign * worth, sign * worth, sign * worth, worth)
        board = () if start is None else start.board
        full = sum(kinds[content // self.variants][0][3] for content in board)
        return Weights(tuple(kinds), tuple(counters), full, passes=bool(self.royal), freedom=FREEDOM)


def turned_round(weights: Weights) -> Weights:
    """The same weights where it is good to have little."""
    return replace(
        weights,
        kinds=tuple(tuple((-a, -b, -c, d) for a, b, c, d in kind) for kind in weights.kinds),
        counters=tuple((-a, -b, -c, d) for a, b, c, d in weights.counters),
        passes=False,
    )


@dataclass(frozen=True)
class Tried:
    """What random games told: how well the judgement foretells who wins, and whether captures are forced."""

    games: int
    foretells: float  # a correlation, between -1 and 1
    takes: bool  # is anything ever taken?
    forced: bool

    @property
    def sure(self) -> float:
        """A correlation that is hardly an accident."""
        return max(LEAST, 2 / math.sqrt(max(1, self.games)))

    @property
    def turned(self) -> bool:
        """Is it good to have little?"""
        return self.foretells < -self.sure

    @property
    def judges(self) -> bool:
        """Does the judgement say who will win? Where pieces are taken that is supposed."""
        return self.takes or abs(self.foretells) > self.sure


def tried(mind: Mind, start: Position, seconds: float = 1.0) -> Tried:
    """Random games from a position, as many as there is time for."""
    mind.begin(start)
    until, pairs, takes, forced = time.monotonic() + seconds, [], 0, 0
    for seed in range(GAMES):
        game = mind.wander(seed, LONG)
        if game is None or time.monotonic() > until:
            break
        takes, forced = takes + game.takes, forced + game.forced
        at = len(game.judgements) * 2 // 3
        pairs.append((game.judgements[at], game.payoff))
    return Tried(len(pairs), correlation(pairs), takes > 0, takes > 0 and forced > takes / 2)


def correlation(pairs: list[tuple[int, int]]) -> float:
    """How far two numbers go together; 0 where one of them is always the same.

    >>> correlation([(1, 10), (2, 20), (3, 30)])
    1.0
    """
    if len({a for a, _ in pairs}) < 2 or len({b for _, b in pairs}) < 2:
        return 0.0
    return round(statistics.correlation([a for a, _ in pairs], [b for _, b in pairs]), 3)
