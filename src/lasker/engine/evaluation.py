"""What pieces are worth by the rules alone: how far they reach on boards filled at random, what they may
become, and where they win. Nothing here knows a game."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from lasker.compiler.emit.c.evaluation_terms import EXPOSED, FREE, STEPS, term_of_kind, term_of_player, terms
from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.mirror import mirror, twins
from lasker.engine.native_search import Weights
from lasker.engine.random_boards import RandomBoards
from lasker.kernel.errors import LaskerError

PRICELESS = 4000  # what cannot be done without
UNIT = 100  # what the least piece is worth,
MOST = 1000  # unless the dearest would be worth more than this
PROMISE = 0.04  # what part of a better piece a piece is worth that may become it
FREEDOM = 5, 4  # what one square more that a piece reaches is worth, early and late
LOOSE = -18, -25  # a piece that is struck and not covered
TEMPO = 12, 6  # to be to move
PAIR = 25, 40  # two of a kind that does not reach every square, but may reach those that the other does not
ALONE = -6, -10  # a piece that never comes back and that no other of its kind can help
CHAINED = 7, 5  # one that is covered by another
DOUBLED = -8, -16  # one with another ahead
STRUCK = 1.5  # a strike around a royal piece, times the number of them, early
CHECKS = -12, -6  # a kind of piece that could attack a royal piece without being taken,
DROPS = -100, -100  # and one that could be put on the board for that
REACH = 40  # what it is worth to reach twice as far from one square as from another, in hundredths
SHELTER = 60  # the same for a piece that must not be taken, whose safest squares are those of least reach
EARLY_HOPE, LATE_HOPE = 0.12, 0.3  # what part of a promotion counts before it; each step halves it again
EARLY_FREE, LATE_FREE = 0.15, 0.35  # what part more where nobody can bar the way
GOAL = 1200  # what it is worth to stand where a piece wins, were it not the end
CLOSER = 25  # what a step towards a region is worth that must be filled
HELD = 120  # an empty square that is surrounded, where pieces do not move: more than a piece on it
LITTLE = 0.02  # moves; what has fewer does not move at all


class Appraisal(RandomBoards):
    """What the pieces of a game are worth."""

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
        for kind, seen in self.seen.items():  # what may become another piece is worth a part of it already
            better = max((means[new] for news in seen.becomes.values() for new in news), default=0.0)
            means[kind] += PROMISE * max(0.0, better - means[kind])
        plain = [mean for kind, mean in means.items() if mean > LITTLE and kind not in self.royal]
        scale = min(UNIT / min(plain, default=1.0), MOST / max(plain, default=1.0))
        if self.still:
            return {kind: 0 if piece.owner is None else UNIT for kind, piece in enumerate(self.pieces, 1)}
        needed = {kind for roles in self.roles.values() for kind in roles.needed}
        return {
            kind: 0 if kind in self.royal else round(scale * mean) for kind, mean in means.items()
        } | dict.fromkeys(needed, PRICELESS)

    @cached_property
    def still(self) -> bool:
        """Does nothing ever move that has been put on the board? Then all pieces are worth the same."""
        return all(seen.mean <= LITTLE for seen in self.seen.values())

    def square(self, kind: int, site: int) -> tuple[int, int]:
        """What a kind is worth more on a square, early and late."""
        seen = self.seen[kind]
        better = seen.reach(site) / seen.mean - 1 if seen.mean > LITTLE and seen.returns else 0.0
        hope = self._hopes[kind].get(site, 0.0)
        if kind in self.royal:
            hoped = LATE_HOPE if self.goals.get(kind) else EARLY_HOPE  # a race is on from the beginning
            return round(hoped * hope - SHELTER * better), round(LATE_HOPE * hope + REACH * better)
        return round(REACH * better + EARLY_HOPE * hope), round(REACH * better + LATE_HOPE * hope)

    def _seen_by_both(self, kind: int, site: int, image: tuple[int, ...] | None) -> tuple[int, int]:
        """The same on the average of both players, where one sees the image of what the other sees."""
        mine, twin = self.square(kind, site), twins(self)[kind]
        if image is None or twin == kind:
            return mine
        other = self.square(twin, image[site])
        return round((mine[0] + other[0]) / 2), round((mine[1] + other[1]) / 2)

    def bound(self, kind: int) -> bool:
        """Are there squares that a kind can never come to from others, though they are as good?"""
        seen = self.seen[kind]
        sites = {site for site in range(self.sites) if seen.steps.get(site)}
        if kind in self.royal or not sites or seen.becomes:
            return False
        far = seen.distances({min(sites)})
        return len(sites & set(far)) <= 0.6 * len(sites)

    @cached_property
    def _best(self) -> dict[int, int]:
        """By kind the most that it may gain by becoming another, or by coming where it wins."""
        found = {}
        for kind, seen in self.seen.items():
            news = {new for kinds in seen.becomes.values() for new in kinds}
            gain = max((self.worth[new] for new in news), default=0) - self.worth[kind] if news else 0
            found[kind] = max(gain, GOAL if self.goals.get(kind) else 0, 0)
        return found

    @cached_property
    def _hopes(self) -> dict[int, dict[int, float]]:
        """By kind and square: what it may become or win, the less the farther it has to go."""
        hopes: dict[int, dict[int, float]] = {}
        for kind, seen in self.seen.items():
            gain = {
                end: max(self.worth[new] for new in kinds) - self.worth[kind]
                for end, kinds in seen.becomes.items()
            }
            best = max(gain.values(), default=0)
            far = seen.distances({end for end, value in gain.items() if value > 0})
            hopes[kind] = {site: best * 0.5**steps for site, steps in far.items() if steps}
            goals = self.goals.get(kind, set())
            for site, steps in seen.distances(goals).items():
                hopes[kind][site] = hopes[kind].get(site, 0.0) + GOAL * 0.5**steps - CLOSER * steps
            if goals and goals == self.to_fill.get(
                kind
            ):  # who comes first goes deep, so that others can follow
                outside = set(range(self.sites)) - goals
                for site, steps in seen.distances(outside).items():
                    if site in hopes[kind]:  # else it was not seen how to come there
                        hopes[kind][site] += CLOSER * steps
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
            position = ProgramPosition(self.turns[counter.owner][0], (0,) * self.sites, counters)
            try:
                moves = self.native.successors(position)
            except LaskerError:
                continue
            for label, after in moves:
                if after.counters[slot] == counter.start and label and label[0][3] == 0 and label[0][2] > 0:
                    found[slot] = (label[0][2], counter.owner)
        return found

    def weights(self, start: ProgramPosition | None) -> Weights:
        """Everything, as the search wants it; a game is early while there is as much as in `start`."""
        none = (0, 0, 0, 0)
        kinds = [(none,) * self.sites]
        image = mirror(self, None if start is None else start.board) if len(self.game.players) == 2 else None
        for kind, piece in enumerate(self.pieces, 1):
            sign = {0: 1, None: 0}.get(piece.owner, -1)
            worth = self.worth[kind]
            row = []
            for site in range(self.sites):
                early, late = self._seen_by_both(kind, site, image)
                row.append((sign * (worth + early), sign * (worth + late), sign * worth, worth))
            kinds.append(tuple(row))
        counters = [none] * len(self.counters)
        for slot, (kind, owner) in self.held.items():
            sign, worth = -1 if owner else 1, self.worth[kind]
            counters[slot] = (sign * worth, sign * worth, sign * worth, worth)
        clocks = set() if start is None else self._clocks(start)
        for slot, (player, steps) in self.deciding.items():
            if slot in clocks:
                continue
            worth = round((-1 if player else 1) * GOAL / steps)
            counters[slot] = (worth, worth, worth, 0)
        board = () if start is None else start.board
        full = sum(kinds[content // self.variants][0][3] for content in board)
        holds = HELD if self.still else 0
        every = range(1, len(self.pieces) + 1)
        goals, aims = ((frozenset[int](), *map(told, every)) for told in (self.goal, self.aim))
        passes = bool(self.royal)
        return Weights(tuple(kinds), tuple(counters), full, passes, False, self.terms, holds, goals, aims)

    def goal(self, kind: int) -> frozenset[int]:
        """The sites where a single piece of a kind wins."""
        goals = self.goals.get(kind, set())
        return frozenset() if goals == self.to_fill.get(kind) else frozenset(goals)

    def aim(self, kind: int) -> frozenset[int]:
        """The sites from which a step of a kind leads to where a single piece of it wins."""
        goals = self.goal(kind)
        return frozenset(site for site, ends in self.seen[kind].steps.items() if ends & goals)

    def _clocks(self, start: ProgramPosition) -> set[int]:
        """The counters that most first moves change, and their like of other players: they tell the time,
        not who is ahead."""
        counters = list(self.game.rules.vocabulary.counters.values())
        afters = [each.after.counters for each in self.native.successors(start)]
        ticking = {
            counter.name
            for slot, counter in enumerate(counters)
            if 2 * sum(after[slot] != start.counters[slot] for after in afters) > len(afters)
        }
        return {slot for slot, counter in enumerate(counters) if counter.name in ticking}

    @cached_property
    def terms(self) -> tuple[tuple[int, int], ...]:
        """What one of each term is worth, before anything has been learned from games."""
        size = len(self.pieces) + 1
        found = [(0, 0)] * terms(size, len(self.game.players))
        for kind, piece in enumerate(self.pieces, 1):
            prices = {"reach": FREEDOM, "alone": ALONE, "chained": CHAINED, "doubled": DOUBLED}
            if self.bound(kind):
                prices["pair"] = PAIR
            if piece.owner in (0, 1):
                for name, price in prices.items():
                    found[term_of_kind(kind, name)] = signed(price, piece.owner)
                for ahead in range(1, FREE):
                    hope = self._best.get(kind, 0) * 0.5**ahead
                    price = round(EARLY_FREE * hope), round(LATE_FREE * hope)
                    found[term_of_kind(kind, "free", ahead)] = signed(price, piece.owner)
        for player in range(2 if len(self.game.players) == 2 else 0):
            prices = {"loose": LOOSE, "tempo": TEMPO, "checks": CHECKS}
            if self.held:
                prices["drops"] = DROPS
            for name, price in prices.items():
                found[term_of_player(size, player, name)] = signed(price, player)
            for strikes in range(EXPOSED):
                price = -round(STRUCK * strikes**2), 0
                found[term_of_player(size, player, "exposed", strikes)] = signed(price, player)
            for steps in range(STEPS if any(self.goal(kind) for kind in self.royal) else 0):
                price = round(EARLY_FREE * GOAL * 0.5**steps), round(LATE_FREE * GOAL * 0.5**steps)
                found[term_of_player(size, player, "steps", steps)] = signed(price, player)
        return tuple(found)


def signed(pair: tuple[int, int], player: int) -> tuple[int, int]:
    """What is good for a player, as the first player sees it."""
    return (-pair[0], -pair[1]) if player else pair


def turned_round(weights: Weights) -> Weights:
    """The same weights where it is good to have little."""
    return replace(
        weights,
        kinds=tuple(tuple((-a, -b, -c, d) for a, b, c, d in kind) for kind in weights.kinds),
        counters=tuple((-a, -b, -c, d) for a, b, c, d in weights.counters),
        terms=tuple((-early, -late) for early, late in weights.terms),
        passes=False,
    )


def calm(weights: Weights) -> Weights:
    """The same weights where every move gains something, so that no move is called a gain."""
    kinds = tuple(tuple((early, late, 0, mass) for early, late, _, mass in kind) for kind in weights.kinds)
    return replace(weights, kinds=kinds)


def nothing(weights: Weights) -> Weights:
    """Weights by which nothing is worth anything."""
    none = (0, 0, 0, 0)
    return replace(
        weights,
        kinds=tuple((none,) * len(kind) for kind in weights.kinds),
        counters=(none,) * len(weights.counters),
        terms=(),
        holds=0,
    )
