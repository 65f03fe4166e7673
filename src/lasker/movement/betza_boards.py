"""Boards on which a piece is tried to find out how it goes, turned so that its player looks up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from lasker.movement.betza_candidates import Guess, Point, guesses
from lasker.movement.trials import Trials
from lasker.space.space import LatticeSpace
from lasker.syntax.betza_ways import between

CROWDED, SPARSE, HARDER = 32, 16, 4  # how many boards of a kind
DENSITIES = (0.1, 0.2, 0.3)  # how full the boards are


@dataclass(frozen=True)
class Trial:
    """What a piece did on a board; None where that was not asked."""

    start: Point
    at_home: bool
    board: dict[Point, bool | None]
    moves: frozenset[Point] | None
    takes: frozenset[Point] | None
    strange: bool = False  # did it take what it did not go to?

    def of(self, mode: str) -> frozenset[Point] | None:
        """What it did in one mode."""
        return self.moves if mode == "m" else self.takes


class Boards:
    """The boards for one piece; the same in every run."""

    def __init__(self, trials: Trials) -> None:
        space, sign = trials.space, -1 if trials.piece.owner else 1
        assert isinstance(space, LatticeSpace)
        self.trials, self.chance = trials, Random(0)
        self.points: list[Point] = [(sign * site[0], sign * site[1]) for site in space.sites]
        self.sites = {point: site for site, point in enumerate(self.points)}
        self.standing = {self.points[site] for site in trials.standing}
        self.homes = {self.points[site] for site in trials.homes}
        self.enemy = self._taken()
        self.fellows = tuple(dict.fromkeys((trials.fellow, trials.content)))  # of whom one stands in the way
        self.fellow = self.fellows[0]
        self.guesses = guesses(*(space.high[axis] - space.low[axis] + 1 for axis in (0, 1)))

    def _taken(self) -> int:
        """The commonest kind of enemy that the piece can take; any, if it takes none."""
        trials, start = self.trials, self.sites[self.freest()]
        for enemy in trials.enemies:
            crowd = dict.fromkeys(set(trials.places) - {start}, enemy)
            for others in (crowd, *({to: enemy} for to in trials.goes(start))):
                if any(to in how.lost for to, some in trials.goes(start, others).items() for how in some):
                    return enemy
        return next(iter(trials.enemies), 0)

    def becomes(self) -> set[int]:
        """The kinds of pieces that this one may become when it goes alone."""
        found = {
            how.symbol
            for site in self.trials.standing
            for some in self.trials.goes(site).values()
            for how in some
        }
        return found - {0, self.trials.vocabulary.symbol(self.trials.content)}

    def freest(self) -> Point:
        """Where the piece goes to most squares when it is alone."""
        usual = [site for site in self.trials.by_middle if self.points[site] in self.standing - self.homes]
        return self.points[max(usual or self.trials.standing, key=lambda site: len(self.trials.goes(site)))]

    def crowded(self, starts: set[Point]) -> Iterator[Trial]:
        """Boards with fellows and enemies."""
        for number in range(CROWDED if self.enemy else 0):
            start = self._start(starts, number)
            others = self._random(start, DENSITIES[number % 3])
            yield self._tried(start, {at: self.chance.random() < 0.5 for at in others}, "mc")

    def sparse(self, starts: set[Point]) -> Iterator[Trial]:
        """Boards without enemies, and with one: for whom enemies forbid or command something."""
        for number in range(SPARSE):
            start = self._start(starts, number)
            density = 0 if number < 3 else DENSITIES[number % 3]
            yield self._tried(start, dict.fromkeys(self._random(start, density), False), "m")
        for density in (0, DENSITIES[1]) if self.enemy else ():
            start = self._start(starts, 0)
            for target in sorted(self.sites.keys() - {start}):
                fellows = dict.fromkeys(self._random(start, density), False)
                yield self._tried(start, {**fellows, target: True}, "c")

    def harder(self, guess: Guess, starts: set[Point]) -> Iterator[Trial]:
        """Boards on which a guess can be done as far as there is room, and nothing helps it."""
        squares = self.sites.keys()
        usual = sorted(starts & self.homes if guess.first else starts)
        rooms = {start: len(guess.line(start, squares)) for start in usual}
        longest = [start for start in usual if rooms[start] == max(rooms.values())]
        for number in range(HARDER if longest else 0):
            start = self.chance.choice(longest)
            line = guess.line(start, squares)
            others = dict.fromkeys(self._random(start, (0, 0.4, 0.8, 0.2)[number % 4]), False)
            for at in (start, *line):
                others.pop(at, None)
                passed = [(at[0] + x, at[1] + y) for x, y in between(guess.offset)]
                if guess.way == "n":
                    for each in passed:
                        others.pop(each, None)
                if guess.way == "j" and at == start:
                    others[self.chance.choice(passed)] = False
                if not guess.way and number == 1:  # who leaps does not mind what stands between
                    others |= {each: False for each in passed if each in squares}
            hurdle = self.chance.randrange(len(line)) if guess.way in ("p", "g") and line else -1
            if hurdle >= 0:
                others[line[hurdle]] = False
            beyond = line[hurdle + 1 :][: 1 if guess.way == "g" else None]
            if guess.mode == "c" and beyond:
                others[self.chance.choice(beyond) if number % 2 else beyond[-1]] = True
            yield self._tried(start, others, guess.mode)

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
        contents = {self.sites[at]: self.enemy if enemy else self.fellow for at, enemy in others.items()}
        moves, takes, strange = set[Point](), set[Point](), False
        for to, arrivals in trials.goes(site, contents, trials.opening[site] if at_home else None).items():
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
