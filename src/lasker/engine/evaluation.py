"""Evaluation derived from the rules alone: piece values, piece-square tables and positional terms.

Values come from mobility on random boards, from promotions, and from the squares where a piece wins."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from lasker.compiler.emit.c.evaluation_terms import (
    GOAL_DISTANCE,
    KING_ATTACKS,
    PASSED,
    term_of_kind,
    term_of_player,
    terms,
)
from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.board_symmetries import counterparts, mirror
from lasker.engine.native_search import Weights
from lasker.engine.random_boards import RandomBoards
from lasker.kernel.errors import LaskerError

PRICELESS = 4000  # a piece without which its owner cannot move
UNIT = 100  # the value of the least piece,
MOST = 1000  # scaled down if the most valuable piece would exceed this
PROMOTION_SHARE = 0.04  # the part of its best promotion's surplus value that a piece is worth already
# Positional terms are pairs: middlegame (early) and endgame (late), interpolated by material.
MOBILITY = 5, 4  # one more square that a piece reaches
HANGING = -18, -25  # a piece that is attacked and not defended
TEMPO = 12, 6  # the side to move
PAIR = 25, 40  # a bishop pair: two of a kind, each bound to squares that the other may not reach
ISOLATED = -6, -10  # an isolated pawn: a piece that never moves back and that none of its kind can support
CONNECTED = 7, 5  # a pawn chain: one that is defended by another of its kind
DOUBLED = -8, -16  # a doubled pawn: one with another of its kind ahead
KING_ATTACK = 1.5  # king safety: coefficient of the squared number of attacks around a royal piece, early
SAFE_CHECKS = -12, -6  # a kind of piece that could attack a royal piece without being captured,
DROP_CHECKS = -100, -100  # and a kind that could be dropped with check
SQUARE_MOBILITY = 40  # piece-square table: a square with twice the mean mobility, in hundredths
KING_SHELTER = 60  # the same, negated, for a royal piece early in a game: least mobility is safest
EARLY_PROMOTION, LATE_PROMOTION = 0.12, 0.3  # the part of its gain that counts before; halved each step
EARLY_PASSED, LATE_PASSED = 0.15, 0.35  # passed pawn: the additional part where no enemy can block the path
GOAL = 1200  # the bonus at a winning square, from which bonuses at a distance are derived
FILLING_STEP = 25  # one step towards a region that wins when it is filled
TERRITORY = 120  # a surrounded empty square, where pieces do not move; more than a piece on it
IMMOBILE = 0.02  # mean moves below which a kind counts as immobile


class Appraisal(RandomBoards):
    """The evaluation of a game's pieces, squares, counters and positional terms."""

    @cached_property
    def worth(self) -> dict[int, int]:
        """The value of each kind on any square; royal kinds have none."""
        means = {}  # over all players: a kind has the same value for each of them
        for kind, piece in enumerate(self.pieces, 1):
            alike = [
                k
                for k, other in enumerate(self.pieces, 1)
                if other.name == piece.name and other.owner is not None
            ]
            means[kind] = (
                sum(self.samples[k].mean for k in alike) / len(alike) if piece.owner is not None else 0.0
            )
        for kind, seen in self.samples.items():  # part of a promotion's value counts already
            better = max((means[new] for news in seen.becomes.values() for new in news), default=0.0)
            means[kind] += PROMOTION_SHARE * max(0.0, better - means[kind])
        plain = [mean for kind, mean in means.items() if mean > IMMOBILE and kind not in self.royal]
        scale = min(UNIT / min(plain, default=1.0), MOST / max(plain, default=1.0))
        if self.immobile:
            return {kind: 0 if piece.owner is None else UNIT for kind, piece in enumerate(self.pieces, 1)}
        needed = {kind for roles in self.roles.values() for kind in roles.needed}
        return {
            kind: 0 if kind in self.royal else round(scale * mean) for kind, mean in means.items()
        } | dict.fromkeys(needed, PRICELESS)

    @cached_property
    def immobile(self) -> bool:
        """Do pieces never move once they are placed? Then all have the same value."""
        return all(seen.mean <= IMMOBILE for seen in self.samples.values())

    def square(self, kind: int, site: int) -> tuple[int, int]:
        """The piece-square bonus of a kind, early and late."""
        seen = self.samples[kind]
        better = seen.reach(site) / seen.mean - 1 if seen.mean > IMMOBILE and seen.returns else 0.0
        gain = self._goal_bonus[kind].get(site, 0.0)
        if kind in self.royal:
            share = (
                LATE_PROMOTION if self.goals.get(kind) else EARLY_PROMOTION
            )  # races count from the beginning
            return round(share * gain - KING_SHELTER * better), round(
                LATE_PROMOTION * gain + SQUARE_MOBILITY * better
            )
        return round(SQUARE_MOBILITY * better + EARLY_PROMOTION * gain), round(
            SQUARE_MOBILITY * better + LATE_PROMOTION * gain
        )

    @cached_property
    def _counterparts(self) -> dict[int, int]:
        """The other player's kind of the same name for each kind."""
        return counterparts(self)

    def _symmetric_square(self, kind: int, site: int, image: tuple[int, ...] | None) -> tuple[int, int]:
        """The piece-square bonus averaged over both players, if a symmetry of the board exchanges them."""
        mine, counterpart = self.square(kind, site), self._counterparts[kind]
        if image is None or counterpart == kind:
            return mine
        other = self.square(counterpart, image[site])
        return round((mine[0] + other[0]) / 2), round((mine[1] + other[1]) / 2)

    def colour_bound(self, kind: int) -> bool:
        """Is a kind colour-bound, that is, are many squares unreachable for it from others?"""
        seen = self.samples[kind]
        sites = {site for site in range(self.sites) if seen.steps.get(site)}
        if kind in self.royal or not sites or seen.becomes:
            return False
        far = seen.distances({min(sites)})
        return len(sites & set(far)) <= 0.6 * len(sites)

    @cached_property
    def _best_gain(self) -> dict[int, int]:
        """By kind the largest gain from a promotion or from reaching a winning square."""
        found = {}
        for kind, seen in self.samples.items():
            news = {new for kinds in seen.becomes.values() for new in kinds}
            gain = max((self.worth[new] for new in news), default=0) - self.worth[kind] if news else 0
            found[kind] = max(gain, GOAL if self.goals.get(kind) else 0, 0)
        return found

    @cached_property
    def _goal_bonus(self) -> dict[int, dict[int, float]]:
        """By kind and square the bonus for promotions and winning squares, discounted by distance."""
        bonus: dict[int, dict[int, float]] = {}
        for kind, seen in self.samples.items():
            gain = {
                end: max(self.worth[new] for new in kinds) - self.worth[kind]
                for end, kinds in seen.becomes.items()
            }
            best = max(gain.values(), default=0)
            far = seen.distances({end for end, value in gain.items() if value > 0})
            bonus[kind] = {site: best * 0.5**steps for site, steps in far.items() if steps}
            goals = self.goals.get(kind, set())
            for site, steps in seen.distances(goals).items():
                bonus[kind][site] = bonus[kind].get(site, 0.0) + GOAL * 0.5**steps - FILLING_STEP * steps
            if goals and goals == self.to_fill.get(
                kind
            ):  # the first pieces to arrive go deep, so that others can follow
                outside = set(range(self.sites)) - goals
                for site, steps in seen.distances(outside).items():
                    if site in bonus[kind]:  # else no path to the site was sampled
                        bonus[kind][site] += FILLING_STEP * steps
        return bonus

    @cached_property
    def held(self) -> dict[int, tuple[int, int]]:
        """Counters of pieces in hand, by slot: the kind that is dropped from it, and its owner."""
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
        """All weights in the search's format; the material of `start` defines the early phase."""
        none = (0, 0, 0, 0)
        kinds = [(none,) * self.sites]
        image = mirror(self, None if start is None else start.board) if len(self.game.players) == 2 else None
        for kind, piece in enumerate(self.pieces, 1):
            sign = {0: 1, None: 0}.get(piece.owner, -1)
            worth = self.worth[kind]
            row = []
            for site in range(self.sites):
                early, late = self._symmetric_square(kind, site, image)
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
        holds = TERRITORY if self.immobile else 0
        every = range(1, len(self.pieces) + 1)
        goals, aims = ((frozenset[int](), *map(sites_of, every)) for sites_of in (self.goal, self.aim))
        passes = bool(self.royal)
        return Weights(tuple(kinds), tuple(counters), full, passes, False, self.terms, holds, goals, aims)

    def goal(self, kind: int) -> frozenset[int]:
        """The sites where a single piece of a kind wins."""
        goals = self.goals.get(kind, set())
        return frozenset() if goals == self.to_fill.get(kind) else frozenset(goals)

    def aim(self, kind: int) -> frozenset[int]:
        """The sites from which a step of a kind leads to where a single piece of it wins."""
        goals = self.goal(kind)
        return frozenset(site for site, ends in self.samples[kind].steps.items() if ends & goals)

    def _clocks(self, start: ProgramPosition) -> set[int]:
        """The counters that most first moves change, and those of the same name of other players: move
        clocks, which say nothing about advantage."""
        counters = list(self.game.rules.vocabulary.counters.values())
        afters = [each.after.counters for each in self.native.successors(start)]
        clocks = {
            counter.name
            for slot, counter in enumerate(counters)
            if 2 * sum(after[slot] != start.counters[slot] for after in afters) > len(afters)
        }
        return {slot for slot, counter in enumerate(counters) if counter.name in clocks}

    @cached_property
    def terms(self) -> tuple[tuple[int, int], ...]:
        """The initial weight of each positional term, before tuning."""
        size = len(self.pieces) + 1
        found = [(0, 0)] * terms(size, len(self.game.players))
        for kind, piece in enumerate(self.pieces, 1):
            prices = {"mobility": MOBILITY, "isolated": ISOLATED, "connected": CONNECTED, "doubled": DOUBLED}
            if self.colour_bound(kind):
                prices["pair"] = PAIR
            if piece.owner in (0, 1):
                for name, price in prices.items():
                    found[term_of_kind(kind, name)] = signed(price, piece.owner)
                for ahead in range(1, PASSED):
                    gain = self._best_gain.get(kind, 0) * 0.5**ahead
                    price = round(EARLY_PASSED * gain), round(LATE_PASSED * gain)
                    found[term_of_kind(kind, "passed", ahead)] = signed(price, piece.owner)
        for player in range(2 if len(self.game.players) == 2 else 0):
            prices = {"hanging": HANGING, "tempo": TEMPO, "safe_checks": SAFE_CHECKS}
            if self.held:
                prices["drop_checks"] = DROP_CHECKS
            for name, price in prices.items():
                found[term_of_player(size, player, name)] = signed(price, player)
            for strikes in range(KING_ATTACKS):
                price = -round(KING_ATTACK * strikes**2), 0
                found[term_of_player(size, player, "king_attacks", strikes)] = signed(price, player)
            for steps in range(GOAL_DISTANCE if any(self.goal(kind) for kind in self.royal) else 0):
                price = round(EARLY_PASSED * GOAL * 0.5**steps), round(LATE_PASSED * GOAL * 0.5**steps)
                found[term_of_player(size, player, "goal_distance", steps)] = signed(price, player)
        return tuple(found)


def signed(pair: tuple[int, int], player: int) -> tuple[int, int]:
    """A bonus of a player, from the first player's point of view."""
    return (-pair[0], -pair[1]) if player else pair


def negated(weights: Weights) -> Weights:
    """The weights negated, for games in which material is a disadvantage."""
    return replace(
        weights,
        kinds=tuple(tuple((-a, -b, -c, d) for a, b, c, d in kind) for kind in weights.kinds),
        counters=tuple((-a, -b, -c, d) for a, b, c, d in weights.counters),
        terms=tuple((-early, -late) for early, late in weights.terms),
        passes=False,
    )


def without_gains(weights: Weights) -> Weights:
    """The weights with zero capture gains: where every move gains material, quiescence is pointless."""
    kinds = tuple(tuple((early, late, 0, mass) for early, late, _, mass in kind) for kind in weights.kinds)
    return replace(weights, kinds=kinds)


def zeroed(weights: Weights) -> Weights:
    """Zero weights."""
    none = (0, 0, 0, 0)
    return replace(
        weights,
        kinds=tuple((none,) * len(kind) for kind in weights.kinds),
        counters=(none,) * len(weights.counters),
        terms=(),
        holds=0,
    )
