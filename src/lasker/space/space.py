"""Spaces: finite sets of sites with named regions, and the map from a place and an offset to a place.

A *place* is a site together with a frame. On plain boards there is one frame; on a glued board the
frame records the orientation of the compass after crossing edges (a Möbius strip reverses up and down).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import SpaceError
from lasker.kernel.limits import DEFAULT, Limits
from lasker.space.compass import Compass
from lasker.space.movement import Matrix, Offset

Site = Any  # an integer vector on a lattice, a name on a graph
Place = tuple[int, int]  # index of the site, index of the frame
Owner = int | None


class Space:
    """A finite set of sites; `reach` applies an offset to a place, and returns None beyond the board.

    >>> from lasker.space.shapes import rectangle
    >>> board = rectangle(3, 2)
    >>> board.reach((board.site("a1"), 0), (1, 1)) == (board.site("b2"), 0)
    True
    >>> board.reach((board.site("a1"), 0), (0, 2)) is None
    True
    """

    frames: tuple[Any, ...] = (None,)

    def __init__(self, compass: Compass, sites: Iterable[Site], limits: Limits = DEFAULT) -> None:
        self.compass = compass
        self.sites: tuple[Site, ...] = tuple(sites)
        limits.check("sites", len(self.sites))
        self.index: dict[Site, int] = {site: i for i, site in enumerate(self.sites)}
        if not self.sites:
            raise SpaceError("a board needs at least one square")
        if len(self.index) != len(self.sites):
            raise SpaceError("a board names one square twice")
        self.regions: dict[tuple[str, Owner], frozenset[int]] = {}
        self._names: tuple[str, ...] = ()
        self._reached: dict[tuple[Place, Offset], Place | None] = {}

    def reach(self, place: Place, offset: Offset) -> Place | None:
        """The place at `offset` from `place`, or None where the board has no square."""
        key = (place, offset)
        try:
            return self._reached[key]
        except KeyError:
            found = self._reached[key] = self._walk(place, offset)
            return found

    def _walk(self, place: Place, offset: Offset) -> Place | None:
        raise TypeError(f"{type(self).__name__} does not say how offsets are walked")

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every site with the first frame: the anchors of a rule without a cursor."""
        return tuple((site, 0) for site in range(len(self.sites)))

    def add_region(self, name: str, sites: Iterable[int], owner: Owner = None) -> None:
        """Name a set of sites, neutral or owned by a player."""
        if (name, owner) in self.regions:
            raise SpaceError(f"the region {name!r} is declared twice")
        self.regions[name, owner] = frozenset(sites)

    def label(self, index: int) -> str:
        """The name of a site: `e4`, `Aa1`, its name on a graph, or the one given by `rename`."""
        return self._labelled[index]

    @cached_property
    def _labelled(self) -> tuple[str, ...]:
        return self._names or tuple(map(self._default_label, range(len(self.sites))))

    def _default_label(self, index: int) -> str:
        return str(self.sites[index])

    def rename(self, names: Iterable[str]) -> None:
        """Give the sites, in their order, these names.

        >>> from lasker.space.shapes import rectangle
        >>> board = rectangle(2, 1)
        >>> board.rename(["left", "right"])
        >>> board.label(1), board.site("left")
        ('right', 0)
        """
        self._names = tuple(names)
        for known in ("_labels", "_labelled"):
            self.__dict__.pop(known, None)
        if len(self._names) != len(self.sites):
            raise SpaceError(f"{len(self._names)} names are given to {len(self.sites)} squares")
        if len(self._labels) < len(self.sites):
            twice = min(name for name in self._names if self._names.count(name) > 1)
            raise SpaceError(f"two squares are called {twice}")
        strange = next((name for name in self._names if not name.isalnum()), None)
        if strange is not None:
            raise SpaceError(f"a square cannot be called {strange}", remedy="use letters and digits")

    @cached_property
    def _labels(self) -> dict[str, int]:
        return {self.label(i): i for i in range(len(self.sites))}

    def site(self, label: str) -> int:
        """The index of the site named `label`."""
        found = self._labels.get(label)
        if found is None:
            some = ", ".join(list(self._labels)[:4])
            raise SpaceError(f"this board has no square {label}", remedy=f"its squares are called {some} …")
        return found


@dataclass(frozen=True, slots=True)
class Gluing:
    """Crossing the edge of `axis` leads to the opposite edge, mirrored along `twist` if that is given."""

    axis: int
    length: int
    twist: int | None = None


class LatticeSpace(Space):
    """Sites of Z^d, any set of them, with edges glued or left open."""

    def __init__(
        self,
        compass: Compass,
        sites: Iterable[tuple[int, ...]],
        gluings: Iterable[Gluing] = (),
        limits: Limits = DEFAULT,
        corners: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(compass, sorted(sites, key=lambda site: site[::-1]), limits)
        self.dimension = len(compass.origin)
        if any(len(site) != self.dimension for site in self.sites):
            raise SpaceError(f"the squares of a {compass.name} board have {self.dimension} coordinates")
        self.gluings = tuple(gluings)
        self.low, self.high = corners or (
            tuple(min(site[i] for site in self.sites) for i in range(self.dimension)),
            tuple(max(site[i] for site in self.sites) for i in range(self.dimension)),
        )
        self._check_gluings()
        flips = [()] + [(g.twist,) for g in self.gluings if g.twist is not None]
        self.frames = tuple(_signs(self.dimension, flip) for flip in flips)

    def without(self, holes: Iterable[int]) -> LatticeSpace:
        """The same board without some sites; the other sites keep their names.

        >>> from lasker.space.shapes import cylinder
        >>> ring = cylinder(3, 1)
        >>> pierced = ring.without([ring.site("a1")])
        >>> [pierced.label(site) for site in range(2)], pierced.reach((1, 0), (1, 0))
        (['b1', 'c1'], None)
        """
        missing = set(holes)
        left = (site for number, site in enumerate(self.sites) if number not in missing)
        return LatticeSpace(self.compass, left, self.gluings, corners=(self.low, self.high))

    def _check_gluings(self) -> None:
        for gluing in self.gluings:
            if self.high[gluing.axis] - self.low[gluing.axis] >= gluing.length:
                raise SpaceError("a board is wider than the seam that glues it")
        if sum(g.twist is not None for g in self.gluings) > 1:
            raise SpaceError(
                "at most one pair of edges can be glued with a twist",
                remedy="glue the other pair straight, or leave it open",
            )

    def _walk(self, place: Place, offset: Offset) -> Place | None:
        site, frame = self.sites[place[0]], self.frames[place[1]]
        point = [x + sign * d for x, sign, d in zip(site, frame, offset, strict=True)]
        signs = list(frame)
        for gluing in self.gluings:
            laps, at = divmod(point[gluing.axis] - self.low[gluing.axis], gluing.length)
            point[gluing.axis] = at + self.low[gluing.axis]
            if gluing.twist is not None and laps % 2:
                point[gluing.twist] = self.low[gluing.twist] + self.high[gluing.twist] - point[gluing.twist]
                signs[gluing.twist] = -signs[gluing.twist]
        found = self.index.get(tuple(point))
        return None if found is None else (found, self.frames.index(tuple(signs)))

    def _default_label(self, index: int) -> str:
        """`e4` on a plane, `Ae4` in space, `(1,0,2,1)` beyond; all counted from the lowest corner."""
        at = [x - low for x, low in zip(self.sites[index], self.low, strict=True)]
        if self.dimension == 2 or (self.dimension == 3 and self.high[2] - self.low[2] < 26):
            layer = "" if self.dimension == 2 else file_name(at[2]).upper()
            return f"{layer}{file_name(at[0])}{at[1] + 1}"
        return f"({','.join(map(str, at))})"


class GraphSpace(Space):
    """Named sites and links between them; a turn is accepted only if an automorphism realises it."""

    def __init__(
        self, compass: Compass, links: Mapping[tuple[str, str], str], limits: Limits = DEFAULT
    ) -> None:
        names = dict.fromkeys([site for site, _ in links] + list(links.values()))
        super().__init__(compass, names, limits)
        self.links = {(self.index[a], direction): self.index[b] for (a, direction), b in links.items()}
        for name, turn in compass.turns.items():
            if self._automorphism(turn) is None:
                raise SpaceError(
                    f"no symmetry of the graph carries the turn {name}",
                    remedy="declare only turns that map every link onto a link",
                )

    def _walk(self, place: Place, offset: Offset) -> Place | None:
        site: int | None = place[0]
        for direction in offset:
            site = self.links.get((site, direction))  # type: ignore[arg-type]  # None has no links
        return None if site is None else (site, place[1])

    def _automorphism(self, turn: Any) -> dict[int, int] | None:
        """A permutation of the sites that maps every link in direction d to a link in direction turn(d)."""
        directions = {direction: turn((direction,))[0] for _, direction in self.links}
        return self._complete({}, directions)

    def _complete(self, image: dict[int, int], directions: Mapping[str, str]) -> dict[int, int] | None:
        """Extend a partial automorphism to all sites, by backtracking."""
        start = next((site for site in range(len(self.sites)) if site not in image), None)
        if start is None:
            return image
        for goal in range(len(self.sites)):
            longer = self._extend(image, start, goal, directions)
            whole = None if longer is None else self._complete(longer, directions)
            if whole is not None:
                return whole
        return None

    def _extend(
        self, image: dict[int, int], start: int, goal: int, directions: Mapping[str, str]
    ) -> dict[int, int] | None:
        image, todo = dict(image), [(start, goal)]
        while todo:
            site, onto = todo.pop()
            if site in image:
                if image[site] != onto:
                    return None
                continue
            if onto in image.values():
                return None
            image[site] = onto
            for direction, turned in directions.items():
                here, there = self.links.get((site, direction)), self.links.get((onto, turned))
                if (here is None) != (there is None):
                    return None
                if here is not None and there is not None:
                    todo.append((here, there))
        return image


def _signs(dimension: int, flipped: tuple[int | None, ...]) -> tuple[int, ...]:
    return tuple(-1 if axis in flipped else 1 for axis in range(dimension))


def file_name(number: int) -> str:
    """The letters of a file, counted from 0: a … z, aa, ab ….

    >>> file_name(0), file_name(25), file_name(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def file_number(letters: str) -> int:
    """The number of a file from its letters.

    >>> file_number("aa")
    26
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("a") + 1
    return number - 1


SQUARE_NAME = re.compile(r"([a-z]+)([0-9]+)")
__all__ = [
    "SQUARE_NAME",
    "Gluing",
    "GraphSpace",
    "LatticeSpace",
    "Matrix",
    "Place",
    "Site",
    "Space",
    "file_name",
    "file_number",
]
