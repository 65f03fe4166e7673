"""The trajectories of a piece: for each of its moves the stretches, with offsets instead of directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lasker.kernel.dataclass import dataclass
from lasker.syntax.betza.directions import Offset, directions, further_directions, is_oblique, turned
from lasker.syntax.betza.notation import Chain, Leg, ModifiedAtom, Repetition, leaps_of

FINAL, PASSING = "mcdk", "mcdp"  # what may be done on the last square of a stretch


@dataclass(frozen=True)
class Stretch:
    """Leaps in one direction, and what is done on the last square.

    `ends` has m for an empty square, c and d for taking an enemy and a friend, k for taking a royal piece, p
    for a piece that is passed over and stays. `modes` are the other letters of the leg.
    """

    leap: Offset
    reach: int  # leaps at most; 0 for as many as it likes
    ends: str
    modes: frozenset[str] = frozenset()
    least: int = 1  # leaps at least
    skipped: int = 0  # squares at the beginning that do not matter

    def mapped(self, rotations: int, mirrored: bool) -> Stretch:
        """The stretch on a board that is turned clockwise by quarters, and mirrored before."""
        x, y = self.leap
        x = -x if mirrored else x
        for _ in range(rotations):
            x, y = y, -x
        return replace(self, leap=(x, y))


Trajectory = tuple[Stretch, ...]


def trajectories(part: ModifiedAtom | Chain | Repetition) -> Iterator[Trajectory]:
    """Every trajectory of a part.

    >>> from lasker.syntax.betza.reader import read
    >>> [part] = read("fmafsW").parts
    >>> for trajectory in trajectories(part):
    ...     print([(stretch.leap, stretch.ends) for stretch in trajectory])
    [((0, 1), 'm'), ((1, 1), 'mc')]
    [((0, 1), 'm'), ((-1, 1), 'mc')]
    """
    if isinstance(part, Chain):
        yield from _chained(part)
        return
    if isinstance(part, Repetition):
        for each in part.parts:
            yield from trajectories(each)
        return
    for leap in leaps_of(part.atom):
        for direction in part.towards(leap):
            if part.modes & {"z", "q"}:
                yield from _bent(part, leap, direction)
            else:
                yield from _legs(part, leap, direction, 0, part.eightfold)


def _legs(
    part: ModifiedAtom, leap: Offset, direction: int, bend: int, eightfold: bool, number: int = 0
) -> Iterator[Trajectory]:
    """The trajectories from one leg on; `bend` is the side to which the way was bent last."""
    leg, last = part.legs[number], number == len(part.further)
    stretch = _stretch(turned(leap, direction), leg, part.reaches[number], last)
    if last:
        yield from _hopping(stretch, leg)
        return
    for onward, bent in _turns(direction, bend, part.legs[number + 1].directions, eightfold):
        for rest in _legs(part, leap, onward, bent, eightfold, number + 1):
            yield (stretch, *rest)


def _turns(direction: int, bend: int, letters: Iterable[str], eightfold: bool) -> Iterator[tuple[int, int]]:
    """The directions in which a way may go on, each with the side to which it is bent then."""
    for turn, decides in further_directions(letters, eightfold):
        side = 0 if turn % 4 == 0 else 1 if turn < 4 else -1
        if not (decides and bend) or side == (bend if decides == "q" else -bend):
            yield (direction + turn) % 8, side or bend


def _stretch(offset: Offset, leg: Leg, reach: int, last: bool) -> Stretch:
    modes, skipped = leg.modes, 0
    allowed = FINAL if last else PASSING
    ends = "".join(letter for letter in allowed if letter in modes)
    if {"c", "k"} <= modes:
        ends = ends.replace("k", "")  # with c, k spares royal pieces
    if not last:
        ends += "m" * ("y" in modes and "m" not in ends) + "p" * ("g" in modes and "p" not in ends)
    if not ends:
        ends = "" if "e" in modes else "mc" if last else "m"
    if modes & {"j", "jj"} and reach != 1 and max(map(abs, offset)) == 1:
        skipped = 2 if "jj" in modes else 1
    kept = (
        (modes | ({"t"} if {"c", "k"} <= modes else set()))
        - set("mcdky")
        - ({"j", "jj"} if skipped else set())
    )
    return Stretch(offset, reach, ends, frozenset(kept), skipped=skipped)


def _hopping(stretch: Stretch, leg: Leg) -> Iterator[Trajectory]:
    """The last stretch; a hopper has one to the piece it hops over, and one beyond."""
    if not leg.modes & {"p", "g"}:
        yield (stretch,)
        return
    bare = replace(stretch, modes=stretch.modes - {"p", "g", "i", "u"})
    before = replace(bare, ends="p", modes=stretch.modes - {"p", "g", "t", "u"})
    far = 1 if "g" in leg.modes else 0
    if stretch.reach == 0:
        yield before, replace(bare, reach=far, skipped=0)
        return
    for steps in range(1, stretch.reach):
        exact = replace(before, reach=steps, least=steps)
        yield exact, replace(bare, reach=far or stretch.reach - steps, skipped=0)


def _bent(part: ModifiedAtom, leap: Offset, direction: int) -> Iterator[Trajectory]:
    """Crooked lines turn left and right in turn, circles always the same way."""
    leg = part.legs[0]
    last = _stretch(leap, leg, 1, True)
    step = replace(last, ends="m", modes=frozenset())
    quarter = 1 if "q" in part.modes and is_oblique(leap) else 2
    most = 7 if "q" in part.modes and part.reach < 2 else part.reach or 2
    bare = replace(last, modes=last.modes - {"z", "q"})
    for side in (1, -1):
        way = [direction]
        while len(way) < most:
            change = quarter * side if "q" in part.modes or len(way) % 2 else -quarter * side
            way.append((way[-1] + change) % 8)
        offsets = [turned(leap, each) for each in way]
        if "z" in part.modes and not part.reach:  # as far as it can: repeats of two steps
            repeated = replace(step, leap=offsets[0], modes=frozenset("z"), reach=0)
            second = replace(step, leap=offsets[1], modes=frozenset("z"), reach=0)
            yield repeated, second, replace(bare, leap=offsets[0])
            yield repeated, second, replace(step, leap=offsets[0]), replace(bare, leap=offsets[1])
            continue
        for length in range(1, most + 1):
            if length > 1 or side == 1:
                before = [replace(step, leap=offset) for offset in offsets[: length - 1]]
                yield (*before, replace(bare, leap=offsets[length - 1]))


def _chained(chain: Chain) -> Iterator[Trajectory]:
    """The trajectories of parts in brackets, whole and cut off where the move may end."""
    for number in range(1, len(chain.parts) + 1):
        if number == len(chain.parts) or chain.ends[number - 1]:
            for leap in leaps_of(chain.parts[0].atom):
                for direction in chain.parts[0].towards(leap):
                    yield from _links(chain.parts[:number], leap, direction, 0)


def _links(parts: tuple[ModifiedAtom, ...], leap: Offset, direction: int, bend: int) -> Iterator[Trajectory]:
    part, rest = parts[0], parts[1:]
    leg = part.legs[0]
    # A part at which the move may end is told as a last one; here it is left again, over an empty square.
    modes = leg.modes if not rest or leg.modes & set(PASSING) else leg.modes | {"m"}
    stretch = _stretch(turned(leap, direction), Leg(leg.directions, modes), part.reach, not rest)
    if not rest:
        yield from _hopping(stretch, leg)
        return
    for following in leaps_of(rest[0].atom):
        own = directions(following, ())
        outward = ["ff"] if direction in own else ["fs"]
        for onward, bent in _turns(direction, bend, rest[0].directions or outward, True):
            if onward in own:
                for tail in _links(rest, following, onward, bent):
                    yield (stretch, *tail)
