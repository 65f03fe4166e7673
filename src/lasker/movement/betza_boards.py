"""Test boards for inferring the Betza notation of a piece, turned so that its owner moves up the board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from lasker.movement.betza_candidates import Candidate, Point, candidates
from lasker.movement.trials import Trials
from lasker.space.space import LatticeSpace
from lasker.syntax.betza_ways import between

CROWDED, SPARSE, HARDER = 32, 16, 4  # numbers of boards of each kind
DENSITIES = (0.1, 0.2, 0.3)  # the shares of occupied squares


@dataclass(frozen=True)
class Trial:
    """The moves of a piece observed on one board; None where they were not evaluated."""

    start: Point
    at_home: bool
    board: dict[Point, bool | None]
    moves: frozenset[Point] | None
    takes: frozenset[Point] | None
    strange: bool = False  # did it capture on a square that it did not move to?

    def of(self, mode: str) -> frozenset[Point] | None:
        """The observed destinations in one mode."""
        return self.moves if mode == "m" else self.takes


class Boards:
    """The test boards for one piece; deterministic."""

    def __init__(self, trials: Trials) -> None:
        space, sign = trials.space, -1 if trials.piece.owner else 1
        assert isinstance(space, LatticeSpace)
        self.trials, self.chance = trials, Random(0)
        self.points: list[Point] = [(sign * site[0], sign * site[1]) for site in space.sites]
        self.sites = {point: site for site, point in enumerate(self.points)}
        self.standing = {self.points[site] for site in trials.standing}
        self.homes = {self.points[site] for site in trials.homes}
        self.enemy = self._taken()
        self.friends = tuple(dict.fromkeys((trials.friend, trials.content)))  # used as blockers
        self.friend = self.friends[0]
        self.candidates = candidates(*(space.high[axis] - space.low[axis] + 1 for axis in (0, 1)))

    def _taken(self) -> int:
        """The most frequent kind of enemy that the piece can capture; any, if it captures none."""
        trials, start = self.trials, self.sites[self.freest()]
        for enemy in trials.enemies:
            crowd = dict.fromkeys(set(trials.places) - {start}, enemy)
            for others in (crowd, *({to: enemy} for to in trials.destinations(start))):
                if any(
                    to in how.lost for to, some in trials.destinations(start, others).items() for how in some
                ):
                    return enemy
        return next(iter(trials.enemies), 0)

    def becomes(self) -> set[int]:
        """The kinds of pieces that this one may promote to when it is alone on the board."""
        found = {
            how.symbol
            for site in self.trials.standing
            for some in self.trials.destinations(site).values()
            for how in some
        }
        return found - {0, self.trials.vocabulary.symbol(self.trials.content)}

    def freest(self) -> Point:
        """The square from which the piece, alone on the board, has most moves."""
        usual = [site for site in self.trials.by_middle if self.points[site] in self.standing - self.homes]
        return self.points[
            max(usual or self.trials.standing, key=lambda site: len(self.trials.destinations(site)))
        ]

    def crowded(self, starts: set[Point]) -> Iterator[Trial]:
        """Boards with friendly and enemy pieces."""
        for number in range(CROWDED if self.enemy else 0):
            start = self._start(starts, number)
            others = self._random(start, DENSITIES[number % 3])
            yield self._tried(start, {at: self.chance.random() < 0.5 for at in others}, "mc")

    def sparse(self, starts: set[Point]) -> Iterator[Trial]:
        """Boards without enemies, and with one: for pieces whose moves depend on the presence of enemies."""
        for number in range(SPARSE):
            start = self._start(starts, number)
            density = 0 if number < 3 else DENSITIES[number % 3]
            yield self._tried(start, dict.fromkeys(self._random(start, density), False), "m")
        for density in (0, DENSITIES[1]) if self.enemy else ():
            start = self._start(starts, 0)
            for target in sorted(self.sites.keys() - {start}):
                friends = dict.fromkeys(self._random(start, density), False)
                yield self._tried(start, {**friends, target: True}, "c")

    def harder(self, candidate: Candidate, starts: set[Point]) -> Iterator[Trial]:
        """Boards on which a candidate is possible up to the edge, and no other piece makes it possible."""
        squares = self.sites.keys()
        usual = sorted(starts & self.homes if candidate.first else starts)
        rooms = {start: len(candidate.line(start, squares)) for start in usual}
        longest = [start for start in usual if rooms[start] == max(rooms.values())]
        for number in range(HARDER if longest else 0):
            start = self.chance.choice(longest)
            line = candidate.line(start, squares)
            others = dict.fromkeys(self._random(start, (0, 0.4, 0.8, 0.2)[number % 4]), False)
            for at in (start, *line):
                others.pop(at, None)
                passed = [(at[0] + x, at[1] + y) for x, y in between(candidate.offset)]
                if candidate.modifier == "n":
                    for each in passed:
                        others.pop(each, None)
                if candidate.modifier == "j" and at == start:
                    others[self.chance.choice(passed)] = False
                if not candidate.modifier and number == 1:  # a leap does not depend on the squares between
                    others |= {each: False for each in passed if each in squares}
            hurdle = self.chance.randrange(len(line)) if candidate.modifier in ("p", "g") and line else -1
            if hurdle >= 0:
                others[line[hurdle]] = False
            beyond = line[hurdle + 1 :][: 1 if candidate.modifier == "g" else None]
            if candidate.mode == "c" and beyond:
                others[self.chance.choice(beyond) if number % 2 else beyond[-1]] = True
            yield self._tried(start, others, candidate.mode)

    def _start(self, starts: set[Point], number: int) -> Point:
        homes = sorted(self.homes & starts)
        if homes and number % 2:
            return self.chance.choice(homes)
        return self.chance.choice(sorted(starts - self.homes) or homes)

    def _random(self, start: Point, density: float) -> list[Point]:
        places = sorted(self.points[site] for site in self.trials.places)
        return [place for place in places if place != start and self.chance.random() < density]

    def _tried(self, start: Point, others: dict[Point, bool], asked: str) -> Trial:
        trials, site, at_home = self.trials, self.sites[start], start in self.homes
        contents = {self.sites[at]: self.enemy if enemy else self.friend for at, enemy in others.items()}
        moves, takes, strange = set[Point](), set[Point](), False
        for to, arrivals in trials.destinations(
            site, contents, trials.opening[site] if at_home else None
        ).items():
            point = self.points[to]
            for how in arrivals:
                taken = {self.points[each] for each in how.lost} - {start}
                (takes if point in taken else moves).add(point)
                strange = strange or bool(taken and point not in taken)
        return Trial(
            start,
            at_home,
            {**dict.fromkeys(self.sites), **others},
            frozenset(moves) if "m" in asked else None,
            frozenset(takes) if "c" in asked else None,
            strange,
        )
