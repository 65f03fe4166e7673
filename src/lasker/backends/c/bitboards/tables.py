"""Tables of what can be reached from every square, by what stands in the way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lasker.backends.c.bitboards.words import WORD, constant
from lasker.ir.classes.kinds import Entry
from lasker.ir.classes.path import NotFlat

FEW = 2  # ways from a square up to which pieces are moved all at once
MOST_BLOCKERS = 14  # squares that decide together what a piece can reach; there is a table of all their ways
MOST_ON_LARGE_BOARDS = 9  # there tables are larger, and there are more of them


@dataclass(frozen=True, eq=False)
class Reach:
    """What can be reached from a square: a leap, or a slide that others stand in the way of. There is one
    of each."""

    number: int
    entries: tuple[Entry, ...]
    screens: int = 0  # how many of the squares between must be occupied
    parts: tuple[Reach, ...] = ()  # where too much stands in the way for one table

    @property
    def leaps(self) -> bool:
        """Does nothing stand in the way?"""
        return not any(path for _, _, path in self.entries)

    def targets(self, site: str, occupied: str = "occupied") -> str:
        """The squares that can be reached from `site`."""
        if self.parts:
            return f"({' | '.join(part.targets(site, occupied) for part in self.parts)})"
        if self.leaps:
            return f"REACH_{self.number}[{site}]"
        return f"slide(g, MASK_{self.number}, START_{self.number}, {site}, {occupied})"

    def shifts(self) -> list[tuple[int, int, int]] | None:
        """The ways as (shift, origins, shift of the square between or 0), if they are few."""
        ways: dict[tuple[int, int], int] = defaultdict(int)
        for origin, target, path in self.entries:
            if path.bit_count() > 1 or self.screens:
                return None
            over = path.bit_length() - 1 - origin if path else 0
            ways[target - origin, over] |= 1 << origin
        if len(ways) > FEW:
            return None
        return [(shift, origins, over) for (shift, over), origins in ways.items()]


class Tables:
    """The tables of a text: each is written once, however many classes use it."""

    def __init__(self, sites: int) -> None:
        self.sites = sites
        self.most = MOST_BLOCKERS if sites <= WORD else MOST_ON_LARGE_BOARDS
        self.known: dict[tuple[tuple[Entry, ...], int], Reach] = {}
        self.with_paths: dict[int, int] = {}  # number of the table, and where its paths begin

    def reach(self, entries: Iterable[Entry], screens: int = 0) -> Reach:
        """The table of some entries."""
        key = tuple(sorted(set(entries)))
        if (key, screens) not in self.known:
            shares = _shares(key, self.most)
            parts = tuple(self.reach(share, screens) for share in shares) if len(shares) > 1 else ()
            self.known[key, screens] = Reach(len(self.known), key, screens, parts)
        return self.known[key, screens]

    def backward(self, entries: Iterable[Entry], screens: int = 0) -> list[Reach]:
        """Tables by where entries lead to; two ways between the same squares are in different tables."""
        layers: list[dict[tuple[int, int], int]] = []
        for origin, target, path in entries:
            for layer in layers:
                if layer.setdefault((target, origin), path) == path:
                    break
            else:
                layers.append({(target, origin): path})
        return [self.reach(((a, b, path) for (a, b), path in layer.items()), screens) for layer in layers]

    def paths_of(self, reach: Reach) -> str:
        """The name of the place where a table's paths begin."""
        self.with_paths.setdefault(reach.number, 0)
        return f"PATHS_{reach.number}"

    def lines(self) -> Iterator[str]:
        """The tables as C, and how those that need room are laid out."""
        room, lay = 0, []
        for reach in self.known.values():
            number, by_site = reach.number, defaultdict(list)
            for site, other, path in reach.entries:
                by_site[site].append((other, path))
            reached = [sum({1 << other for other, _ in by_site[site]}) for site in range(self.sites)]
            yield f"static const bits REACH_{number}[] = {self._table(reached)};"
            if reach.leaps and number not in self.with_paths:
                continue
            listed = ", ".join(
                f"{{{constant(path, self.sites)}, {site}, {other}}}" for site, other, path in reach.entries
            )
            yield f"static const Line LINES_{number}[] = {{{listed}}};"
            if not reach.leaps and not reach.parts:
                masks, starts = [], []
                for site in range(self.sites):
                    mask = 0
                    for _, path in by_site[site]:
                        mask |= path
                    masks.append(mask)
                    starts.append(room)
                    room += 1 << mask.bit_count()
                yield f"static const bits MASK_{number}[] = {self._table(masks)};"
                yield f"static const uint32_t START_{number}[] = {{{', '.join(map(str, starts))}}};"
                size = f"LINES_{number}, {len(reach.entries)}"
                lay.append(f"    lay_slides(g, {size}, MASK_{number}, START_{number}, {reach.screens});")
            if number in self.with_paths:
                yield f"enum {{ PATHS_{number} = {room} }};"
                lay.append(f"    lay_paths(g, LINES_{number}, {len(reach.entries)}, PATHS_{number});")
                room += self.sites * self.sites
        yield f"enum {{ GROUND = {room + 2} }};"
        yield "static void lay_ground(bits *g) {"
        yield "    for (int i = 0; i < GROUND; i++) g[i] = 0;"
        yield from lay
        yield "}"

    def _table(self, sets: Iterable[int]) -> str:
        return "{" + ", ".join(constant(each, self.sites) for each in sets) + "}"


def _shares(entries: tuple[Entry, ...], most: int) -> list[list[Entry]]:
    """The entries in as many shares as it takes so that few squares decide each; rays stay together."""
    by_site: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_site[entry[0]].append(entry)
    shares: list[list[Entry]] = [[]]
    for found in by_site.values():
        masks: list[int] = []
        for deciding, ray in sorted(map(_deciding, _rays(found)), key=lambda ray: -ray[0].bit_count()):
            if deciding.bit_count() > MOST_BLOCKERS:
                raise NotFlat(f"more than {MOST_BLOCKERS} squares decide what a piece can reach")
            fitting = (n for n, mask in enumerate(masks) if (mask | deciding).bit_count() <= most)
            number = next(fitting, len(masks))
            masks[number:] = [*masks[number:], 0] if number == len(masks) else masks[number:]
            masks[number] |= deciding
            shares += [[]] if number == len(shares) else []
            shares[number] += ray
    return shares


def _deciding(ray: list[Entry]) -> tuple[int, list[Entry]]:
    """The squares that decide how far a ray goes."""
    deciding = 0
    for _, _, path in ray:
        deciding |= path
    return deciding, ray


def _rays(entries: list[Entry]) -> list[list[Entry]]:
    """Entries from one square, those together that share squares."""
    rays: list[tuple[int, list[Entry]]] = []
    for entry in sorted(entries, key=lambda each: each[2].bit_count()):
        cells, together = entry[2] | 1 << entry[1], [entry]
        apart = []
        for others, ray in rays:
            if others & cells:
                cells, together = cells | others, ray + together
            else:
                apart.append((others, ray))
        rays = [*apart, (cells, together)]
    return [ray for _, ray in rays]
