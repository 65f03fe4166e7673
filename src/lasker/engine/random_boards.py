"""Statistics of random boards: mobility, promotions, royal kinds, winning squares and counters."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from heapq import heappop, heappush
from random import Random

from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.native_search import NativeSearch, payoff
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.model.game import Game
from lasker.runtime.packed import FIRST, first_note

BOARDS = 2500  # boards for each player
ROYALS, LARGE = (
    12,
    400,
)  # boards for each square of a royal piece, and the number of sites above which they are skipped
BARREN = 15  # boards after which pieces that never moved count as immobile
WORK = 50_000  # generated moves after which sampling ends
TRIALS = 12  # boards that decide whether a kind is royal
TRIED = 3  # boards on which winning squares are tested
DENSITIES = (0.15, 0.3, 0.45)
KNOWN = 4  # weight of the mean mobility, in samples, for squares with few samples
WON = 1000  # the payoff of a sole winner
SOON = 10  # largest distance of a counter to its winning bound that is considered


@dataclass
class PieceSample:
    """Samples of one kind of piece: occurrences and moves by square, steps and promotions."""

    stood: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    moves: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    steps: dict[int, set[int]] = field(default_factory=lambda: defaultdict(set))
    becomes: dict[int, set[int]] = field(
        default_factory=lambda: defaultdict(set)
    )  # promotions by target square
    times: Counter[tuple[int, int]] = field(
        default_factory=Counter
    )  # how often a step from one square to another was possible

    @cached_property
    def mean(self) -> float:
        """Mean mobility over the squares that it can reach."""
        ends = set().union(*self.steps.values())
        each = [self.moves[site] / count for site, count in self.stood.items() if site in ends]
        return sum(each) / len(each) if each else 0.0

    def reach(self, site: int) -> float:
        """Mobility on a square, smoothed towards the mean where samples are few."""
        return (self.moves[site] + KNOWN * self.mean) / (self.stood[site] + KNOWN)

    @cached_property
    def returns(self) -> bool:
        """Can it return to a square? If not, its progress matters rather than its mobility."""
        for site, ends in self.steps.items():
            front, found = set(ends), set(ends)
            while front and site not in found:
                front = {end for at in front for end in self.steps.get(at, ())} - found
                found |= front
            if site in found:
                return True
        return False

    @cached_property
    def costs(self) -> dict[int, dict[int, float]]:
        """Step costs by target and source: 1 for the likeliest step, more for steps seldom possible."""
        likeliest: dict[int, int] = defaultdict(int)
        for (start, _), times in self.times.items():
            likeliest[start] = max(likeliest[start], times)
        found: dict[int, dict[int, float]] = defaultdict(dict)
        for (start, end), times in self.times.items():
            found[end][start] = likeliest[start] / times
        return found

    def distances(self, goals: set[int]) -> dict[int, float]:
        """Shortest weighted distances to the nearest of some squares, where one is reachable (Dijkstra)."""
        found: dict[int, float] = {}
        queue = [(0.0, goal) for goal in sorted(goals)]
        while queue:
            steps, site = heappop(queue)
            if site not in found:
                found[site] = steps
                for start, cost in self.costs.get(site, {}).items():
                    heappush(queue, (steps + cost, start))
        return found


@dataclass(frozen=True)
class Roles:
    """Royal kinds: `binding` ones restrict the moves of others (check), `needed` ones permit them at all."""

    binding: set[int]
    needed: set[int]


class RandomBoards:
    """A sampler of random boards of one game."""

    def __init__(self, game: Game, native: NativeSearch, seed: int = 1, share: float = 1.0) -> None:
        self.game, self.native, self.random = game, native, Random(seed)
        self.share = share  # factor of the number of samples
        self.pieces = game.rules.vocabulary.pieces
        self.variants = game.rules.vocabulary.size // (len(self.pieces) + 1)
        self.sites = len(game.space.sites)
        self.counters = tuple(counter.start for counter in game.rules.vocabulary.counters.values())
        self.turns = {
            player: [n for n, state in enumerate(game.states.values()) if state.player == player]
            for player in range(len(game.players))
        }

    def owned(self, player: int | None) -> list[int]:
        """The kinds of a player, numbered from 1 as on the machine's squares."""
        return [kind for kind, piece in enumerate(self.pieces, 1) if piece.owner == player]

    def moves(self, turn: int, kinds: list[int]) -> list[bytes]:
        """The packed labels of the moves on a board of kinds; successors are not computed."""
        board, size = tuple(kind * self.variants for kind in kinds), self.native.label
        try:
            packed = self.native.pack(ProgramPosition(turn, board, self.counters))
            labels, _ = self.native.moves_of(packed, self.native.lead)
        except LaskerError:  # an impossible board
            return []
        return [labels[at : at + size] for at in range(0, len(labels), size)]

    def random_board(self, kinds: list[int], density: float) -> list[int]:
        """A board filled at random to a density."""
        cancel.check()
        chance = self.random
        return [chance.choice(kinds) if kinds and chance.random() < density else 0 for _ in range(self.sites)]

    @cached_property
    def royal(self) -> set[int]:
        """The kinds that restrict the other pieces of their owner, or without which these cannot move; they
        are never captured, or their capture ends the game."""
        return {kind for roles in self.roles.values() for kind in (*roles.binding, *roles.needed)}

    @cached_property
    def roles(self) -> dict[int, Roles]:
        """The royal kinds of each player."""
        return {player: self._roles(player) for player, turns in self.turns.items() if turns}

    def _roles(self, player: int) -> Roles:
        own = self.owned(player)
        others = [kind for kind in range(1, len(self.pieces) + 1) if kind not in own]
        binding: dict[int, int] = defaultdict(int)
        needed: dict[int, int] = defaultdict(int)
        for number in range(TRIALS if len(own) > 1 else 0):
            board = self.random_board(others, 0.2)
            for site in self.random.sample(range(self.sites), min(6, self.sites)):
                board[site] = own[number % len(own)]
            here = self.random.randrange(self.sites)
            free: dict[int, int] = {}
            for kind in own:
                board[here] = kind
                found = Counter(map(first_note, set(self.moves(self.turns[player][0], board))))
                free[kind] = sum(times for note, times in found.items() if note and note[0] != here)
            median = statistics.median(free.values())
            for kind, moves in free.items():
                binding[kind] += moves < median
                needed[kind] += moves > 0 and sum(map(bool, free.values())) == 1
        few = TRIALS // 4
        return Roles({k for k in own if binding[k] > few}, {k for k in own if needed[k] > few})

    @cached_property
    def samples(self) -> dict[int, PieceSample]:
        """The samples of every kind."""
        found = {kind: PieceSample() for kind in range(1, len(self.pieces) + 1)}
        plain = [kind for kind in found if kind not in self.royal]
        for player, turns in self.turns.items():
            own, work = set(self.owned(player)), 0
            for number in range(round(BOARDS * self.share) if turns else 0):
                turn = turns[number % len(turns)]
                board = self.random_board(plain, DENSITIES[number % len(DENSITIES)])
                for roles in self.roles.values():
                    for kind in roles.needed:
                        board[self.random.randrange(self.sites)] = kind
                moves = self.moves(turn, board)
                self._sample(found, own - self.royal, board, moves)
                work += len(moves) + self.sites // 4
                if work > WORK * self.share or (
                    number == BARREN and not any(found[kind].steps for kind in own)
                ):
                    break  # enough samples, or nothing moves
            squares = round(ROYALS * self.sites * self.share)
            for number in range(squares if turns and self.sites <= LARGE else 0):
                for kind in own & self.royal:  # without own pieces, on every square
                    board = self.random_board(
                        [other for other in plain if other not in own], DENSITIES[0] / 3
                    )
                    board[number % self.sites] = kind
                    self._sample(found, {kind}, board, self.moves(turns[0], board))
        return found

    @staticmethod
    def _sample(found: dict[int, PieceSample], own: set[int], board: list[int], moves: list[bytes]) -> None:
        if not moves:  # the game is over on this board
            return
        notes = set(filter(None, map(first_note, {label[:FIRST] for label in moves})))
        steps = {(note[0], note[1]) for note in notes}
        for site, kind in enumerate(board):
            if kind in own:
                found[kind].stood[site] += 1
        for start, end in steps:
            if board[start] in own:
                found[board[start]].moves[start] += 1
                found[board[start]].steps[start].add(end)
                found[board[start]].times[start, end] += 1
        for start, end, symbol, _ in notes:
            if symbol > 0 and board[start] in own and symbol in own:
                found[board[start]].becomes[end].add(symbol)

    def payoff_on(
        self, turn: int, kinds: list[int], player: int, counters: tuple[int, ...] | None = None
    ) -> int | None:
        """The payoff of a player in thousandths if the game is over on a board, otherwise None."""
        board = tuple([kind * self.variants for kind in kinds])
        packed = self.native.pack(ProgramPosition(turn, board, counters or self.counters))
        return self._payoff_packed(turn, packed, player)

    def _payoff_packed(self, turn: int, packed: bytes, player: int) -> int | None:
        """`payoff_on` for a packed position."""
        try:
            rule = self.native.verdict_of(packed)
        except LaskerError:
            return None
        if rule < 0:
            return None
        mine = payoff(self.game.endings[rule], len(self.game.players))
        to_move = list(self.game.states.values())[turn].player
        return mine if to_move == player else (WON - mine) // max(1, len(self.game.players) - 1)

    def wins(self, kinds: list[int], player: int, counters: tuple[int, ...] | None = None) -> bool:
        """Has a player won on a board with some player to move?"""
        every = [turn for turns in self.turns.values() for turn in turns[:1]]
        return any(self.payoff_on(turn, kinds, player, counters) == WON for turn in every)

    @cached_property
    def deciding(self) -> dict[int, tuple[int, int]]:
        """Counters that win at a bound, by slot: the winner, and the distance from the start."""
        found: dict[int, tuple[int, int]] = {}
        boards = {player: list(self._open_boards(player)) for player in self.turns}
        for slot, counter in enumerate(self.game.rules.vocabulary.counters.values()):
            for bound in () if counter.scratch else (counter.low, counter.high):
                steps = bound - counter.start
                counters = (*self.counters[:slot], bound, *self.counters[slot + 1 :])
                for player, open_boards in boards.items() if 0 < abs(steps) <= SOON else ():
                    if open_boards and all(self.wins(board, player, counters) for board in open_boards):
                        found[slot] = player, steps
        return found

    @cached_property
    def wins_without_pieces(self) -> bool:
        """Does a player without pieces win?"""
        for player, turns in self.turns.items():
            for board in self._open_boards(player) if turns else ():
                bare = [0 if self.pieces[kind - 1].owner == player and kind else kind for kind in board]
                if self.payoff_on(turns[0], bare, player) == WON:
                    return True
        return False

    @cached_property
    def goals(self) -> dict[int, set[int]]:
        """By kind the squares where a single piece wins, or the region that wins when filled with it."""
        found: dict[int, set[int]] = {}
        for player in self.turns:
            boards = list(self._open_boards(player))
            for kind in self.owned(player):
                goals = set(range(self.sites)) if boards else set()
                for board in boards:
                    goals = self._winning_sites(board, goals, kind, player)
                found[kind] = (goals if len(goals) < self.sites // 2 else set()) or self.to_fill[kind]
        return found

    @cached_property
    def to_fill(self) -> dict[int, set[int]]:
        """By kind the region that wins when it is filled with it."""
        return {
            kind: self._region_to_fill(kind, player) for player in self.turns for kind in self.owned(player)
        }

    def _open_boards(self, player: int) -> Iterator[list[int]]:
        """Random boards on which the game is not over."""
        plain = [kind for kind in range(1, len(self.pieces) + 1) if kind not in self.royal]
        turns = [turn for turns in self.turns.values() for turn in turns[:1]]
        found = 0
        for _ in range(20 * TRIED):
            board = self.random_board(plain, DENSITIES[0])
            for roles in self.roles.values():
                for kind in roles.needed:
                    board[self.random.randrange(self.sites)] = kind
            if found < TRIED and all(self.payoff_on(turn, board, player) is None for turn in turns):
                found += 1
                yield board

    def _winning_sites(self, board: list[int], sites: set[int], kind: int, player: int) -> set[int]:
        """The sites among some where a single piece of a kind wins, with some player to move."""
        contents = tuple([kind * self.variants for kind in board])
        every = [turn for turns in self.turns.values() for turn in turns[:1]]
        packed = {turn: self.native.pack(ProgramPosition(turn, contents, self.counters)) for turn in every}
        put, content = self.native.packing.put, kind * self.variants
        return {
            site
            for site in sites
            if any(
                self._payoff_packed(turn, put(here, site, content), player) == WON
                for turn, here in packed.items()
            )
        }

    def _region_to_fill(self, kind: int, player: int) -> set[int]:
        """A region that wins when it is full of a kind, and does not with one missing."""
        for (_, owner), region in self.game.space.regions.items():
            sites = sorted(region)
            if owner != player or not 1 < len(sites) < self.sites // 2:
                continue
            full = [kind if site in region else 0 for site in range(self.sites)]
            missing = list(full)
            missing[sites[0]] = 0
            missing[next(site for site in range(self.sites) if site not in region)] = kind
            if self.wins(full, player) and not self.wins(missing, player):
                return set(sites)
        return set()
