"""Attack tables: the squares reachable from every square, by the occupied squares between."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from lasker.compiler.bits.language import OCCUPIED, WORD, Between, ConstantTable, Expr, Name, Reached, Squares
from lasker.compiler.bits.layout import constants
from lasker.compiler.bits.rays import RayKind, cut, squares
from lasker.compiler.groups.moves import Entry
from lasker.compiler.groups.path import NotClassified
from lasker.kernel.dataclass import dataclass

FEW = 2  # offsets from a square up to which pieces are shifted all at once
MOST_BLOCKERS = 14  # blockers of one table lookup; the table has all their subsets
MOST_ON_LARGE_BOARDS = 9  # there tables are larger and more numerous
MOST_ROOM = 1 << 22  # sets of squares in all such tables of a game
Share = tuple[RayKind | None, list[Entry]]  # entries, as a lookup table or as rays


@dataclass(frozen=True, eq=False)
class Reach:
    """The squares reachable from a square: by leaps, or by slides that can be blocked. Instances are
    unique."""

    number: int
    entries: tuple[Entry, ...]
    screens: int = 0  # the number of squares between that must be occupied
    parts: tuple[Reach, ...] = ()  # where there are too many blockers for one table
    ray: RayKind | None = None  # a ray, whose blockers are found without a table

    @cached_property
    def leaps(self) -> bool:
        """Are there no blockers?"""
        return not any(path for _, _, path in self.entries)

    @cached_property
    def description(self) -> str:
        """A short description for the reader of the table.

        >>> Reach(2, ((0, 1, 0), (0, 9, 0), (1, 2, 0))).description
        'leaps, at most 2 from a square'
        >>> Reach(3, ((0, 2, 2),), screens=1).description
        'slides over 1 other, at most 1 from a square'
        """
        most = max(Counter(origin for origin, _ in {entry[:2] for entry in self.entries}).values(), default=0)
        over = f" over {self.screens} other{'s' * (self.screens > 1)}" if self.screens else ""
        return f"{'leaps' if self.leaps else 'slides'}{over}, at most {most} from a square"

    def targets(self, site: Expr, occupied: Expr = OCCUPIED) -> Expr:
        """The squares that can be reached from a square."""
        return Reached(self, site, occupied)

    def aligned(self, site: Expr) -> Expr:
        """The squares that could be reached on an empty board, or with the required screens."""
        return Reached(self, site)

    def found(self, site: int, occupied: int | None) -> int:
        """The meaning of `targets`, and without occupied squares of `aligned`."""
        return sum(
            {
                1 << target
                for origin, target, path in self.entries
                if origin == site and (occupied is None or (path & occupied).bit_count() == self.screens)
            }
        )

    def between(self, site: int, other: int) -> int:
        """The squares between two of which one can be reached from the other."""
        return next(path for origin, target, path in self.entries if (origin, target) == (site, other))

    def text(self, site: Expr, occupied: Expr | None) -> str:
        """C text of `found`."""
        if occupied is None:
            return f"REACH_{self.number}[{site}]"
        if any(part.ray for part in self.parts):
            return f"reach_{self.number}(g, {site}, {occupied})"
        if self.parts:
            return f"({' | '.join(part.text(site, occupied) for part in self.parts)})"
        if self.ray:
            return self._along(self.ray, site, occupied)
        if self.leaps:
            return f"REACH_{self.number}[{site}]"
        return f"slide(g, MASK_{self.number}, START_{self.number}, {site}, {occupied})"

    def between_text(self, site: Expr, other: Expr) -> str:
        """C text of `between`."""
        if self.ray or any(part.ray for part in self.parts):
            return f"between_{self.number}(g, {site}, {other})"
        return f"PATH(PATHS_{self.number}, {site}, {other})"

    def _along(self, ray: RayKind, site: Expr, occupied: Expr) -> str:
        """The squares on a ray up to the first occupied one, if that can be reached."""
        missing = str(self.screens)
        if ray.begun:
            missing += f" - (int)size(BEFORE_{self.number}[{site}] & ({occupied}))"
        along = f"{'falling' if ray.falls else 'rising'}(RAY_{self.number}[{site}], {occupied}, {missing})"
        return f"({along} & REACH_{self.number}[{site}])" if self._skips else along

    @cached_property
    def _skips(self) -> bool:
        """Does a ray pass squares on which it cannot stop?"""
        ends: dict[int, int] = defaultdict(int)
        for origin, target, _ in self.entries:
            ends[origin] |= 1 << target
        cells, _ = squares(self.entries, max(ends) + 1)
        return any(cells[origin] != reached for origin, reached in ends.items())

    def shifts(self, few: int = FEW) -> list[tuple[int, int, int]] | None:
        """The entries as (shift, origins, shift of the square between or 0), if they are few and no two of
        them connect the same squares, which would be counted twice."""
        if len({entry[:2] for entry in self.entries}) < len(self.entries):
            return None
        ways: dict[tuple[int, int], int] = defaultdict(int)
        for origin, target, path in self.entries:
            if path.bit_count() > 1 or self.screens:
                return None
            over = path.bit_length() - 1 - origin if path else 0
            ways[target - origin, over] |= 1 << origin
            if len(ways) > few:
                return None
        return [(shift, origins, over) for (shift, over), origins in ways.items()]


class AttackTables:
    """The tables of a program; each is generated once."""

    def __init__(self, sites: int) -> None:
        self.sites = sites
        self.most = MOST_BLOCKERS if sites <= WORD else MOST_ON_LARGE_BOARDS
        self.known: dict[tuple[tuple[Entry, ...], int], Reach] = {}
        self.known_backward: dict[tuple[tuple[Entry, ...], int], list[Reach]] = {}
        self.with_paths: set[int] = set()  # numbers of tables with a table of paths
        self.with_between: set[int] = set()  # numbers of tables whose paths are computed from rays

    def reach(self, entries: Iterable[Entry], screens: int = 0) -> Reach:
        """The table of some entries."""
        given = tuple(entries)
        if (given, screens) in self.known:
            return self.known[given, screens]
        key = tuple(sorted(set(given)))
        if (key, screens) not in self.known:
            shares = self._shares(key)
            if len(shares) > 1:
                parts = tuple(self._part(kind, share, screens) for kind, share in shares)
                self.known[key, screens] = Reach(len(self.known), key, screens, parts)
            else:
                self._part(shares[0][0] if shares else None, key, screens)
        return self.known[key, screens]

    def goals(self, entries: Iterable[Entry], screens: int, site: Expr, barred: Expr | None) -> Expr:
        """The squares that can be reached from a square over so many others, none of them among `barred`."""
        found = self.reach(entries, screens).targets(site)
        return found if barred is None else found & self.reach(entries).targets(site, barred)

    def _part(self, kind: RayKind | None, entries: Iterable[Entry], screens: int) -> Reach:
        """The table of a share of entries."""
        key = tuple(sorted(entries))
        return self.known.setdefault((key, screens), Reach(len(self.known), key, screens, ray=kind))

    def _shares(self, entries: tuple[Entry, ...]) -> list[Share]:
        """Entries divided into as many shares as there are tables for them: on large boards rays have their
        own."""
        if self.sites <= 2 * WORD:
            shares = _shares(entries, self.most)
            if all(most <= MOST_BLOCKERS for most in map(_most_deciding, shares)):
                return [(None, share) for share in shares]
        rays, leaps = cut(entries)
        return [*rays, *((None, share) for share in _shares(tuple(leaps), self.most) if share)]

    def backward(self, entries: tuple[Entry, ...], screens: int = 0) -> list[Reach]:
        """Tables by target; two entries between the same squares are in different tables."""
        if (entries, screens) not in self.known_backward:
            self.known_backward[entries, screens] = self._backward(entries, screens)
        return self.known_backward[entries, screens]

    def _backward(self, entries: tuple[Entry, ...], screens: int) -> list[Reach]:
        layers: list[dict[tuple[int, int], int]] = []
        for origin, target, path in entries:
            for layer in layers:
                if layer.setdefault((target, origin), path) == path:
                    break
            else:
                layers.append({(target, origin): path})
        return [self.reach(((a, b, path) for (a, b), path in layer.items()), screens) for layer in layers]

    def path(self, reach: Reach, site: Expr, other: Expr) -> Expr:
        """The squares between a square and one that is reached from there."""
        if reach.ray or any(part.ray for part in reach.parts):
            self.with_between.add(reach.number)
            for part in reach.parts:
                if not part.ray and not part.leaps:
                    self.with_paths.add(part.number)
        else:
            self.with_paths.add(reach.number)
        return Between(reach, site, other)

    def lines(self) -> Iterator[str | ConstantTable]:
        """The tables as C, and the initialization of those that are computed at start-up."""
        yield "/* Tables: what can be reached from every square. */"
        room, lay = 0, list[str]()
        for reach in self.known.values():
            number, by_site = reach.number, defaultdict[int, list[tuple[int, int]]](list)
            for site, other, path in reach.entries:
                by_site[site].append((other, path))
            reached = [sum({1 << other for other, _ in by_site[site]}) for site in range(self.sites)]
            yield f"/* {number}: {reach.description} */"
            yield self._table(f"REACH_{number}", reached)
            if reach.ray or any(part.ray for part in reach.parts):
                yield from self._rays(reach)
                continue
            if reach.leaps and number not in self.with_paths:
                continue
            listed = ", ".join(
                f"{{{Squares(path, self.sites)}, {site}, {other}}}" for site, other, path in reach.entries
            )
            yield ConstantTable(f"LINES_{number}", "Line", (), f"{{{listed}}}")
            if not reach.leaps and not reach.parts:
                masks, starts = [], []
                for site in range(self.sites):
                    mask = 0
                    for _, path in by_site[site]:
                        mask |= path
                    masks.append(mask)
                    starts.append(room)
                    room += 1 << mask.bit_count()
                if room > MOST_ROOM:
                    raise NotClassified(
                        "what pieces reach takes too much room, for too many squares are between"
                    )
                yield self._table(f"MASK_{number}", masks)
                yield ConstantTable(f"START_{number}", "uint32_t", starts)
                size = f"LINES_{number}, {len(reach.entries)}"
                lay.append(
                    f"    fill_slide_table(g, {size}, MASK_{number}, START_{number}, {reach.screens});"
                )
            if number in self.with_paths:
                yield f"enum {{ PATHS_{number} = {room} }};"
                lay.append(f"    fill_path_table(g, LINES_{number}, {len(reach.entries)}, PATHS_{number});")
                room += self.sites * self.sites
        yield f"enum {{ GROUND = {room + 3} }};"
        yield "static void lay_ground(bits *g) {"
        yield "    for (int i = 0; i < GROUND; i++) g[i] = NONE;"
        yield from lay
        yield "}"

    def _rays(self, reach: Reach) -> Iterator[str | ConstantTable]:
        """The squares of a ray from every square; or what is reached on several, and what lies between."""
        number = reach.number
        if reach.ray:
            cells, before = squares(reach.entries, self.sites)
            yield self._table(f"RAY_{number}", cells)
            if reach.ray.begun:
                yield self._table(f"BEFORE_{number}", before)
        else:
            found = " | ".join(part.text(Name("site"), OCCUPIED) for part in reach.parts)
            yield f"static bits reach_{number}(const bits *g, int site, bits occupied) {{"
            yield "    (void)g;"
            yield f"    return {found};"
            yield "}"
        if number in self.with_between:
            yield f"static bits between_{number}(const bits *g, int site, int other) {{"
            yield "    (void)g;"
            for part in reach.parts or (reach,):
                if not part.leaps:
                    yield f"    if (has(REACH_{part.number}[site], other)) return {_between(part)};"
            yield "    return NONE;"
            yield "}"

    def _table(self, name: str, sets: Iterable[int]) -> ConstantTable:
        listed = tuple(sets)
        return ConstantTable(name, "bits", listed, constants(listed, self.sites))


def _between(part: Reach) -> str:
    """The squares between two squares of a table."""
    if part.ray is None:
        return f"PATH(PATHS_{part.number}, site, other)"
    before = f"BEFORE_{part.number}[site] | " if part.ray.begun else ""
    side = "all_after" if part.ray.falls else "all_before"
    return f"{before}(RAY_{part.number}[site] & {side}(BIT(other)))"


def _most_deciding(share: list[Entry]) -> int:
    """The greatest number of blockers of a square."""
    masks: dict[int, int] = defaultdict(int)
    for origin, _, path in share:
        masks[origin] |= path
    return max((mask.bit_count() for mask in masks.values()), default=0)


def _shares(entries: tuple[Entry, ...], most: int) -> list[list[Entry]]:
    """The entries divided so that each share has few blockers; rays stay together."""
    if not any(path for _, _, path in entries):
        return [list(entries)]
    by_site: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_site[entry[0]].append(entry)
    shares: list[list[Entry]] = [[]]
    for found in by_site.values():
        masks: list[int] = []
        for deciding, ray in sorted(map(_deciding, _rays(found)), key=lambda ray: -ray[0].bit_count()):
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
    """Entries from one square, grouped by common squares."""
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
