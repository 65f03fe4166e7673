"""Betza notation as Fairy-Stockfish reads it: displacements of a piece, and the algebra's text for them.

It differs from Lasker's own reader: directions are read pairwise from the left, `i` holds in the region of
double steps and only for moves that take nothing, and there are no moves of several legs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import ParseError
from lasker.kernel.source import Span

LEAPS = {
    "W": [(1, 0)], "F": [(1, 1)], "D": [(2, 0)], "N": [(2, 1)], "A": [(2, 2)], "H": [(3, 0)], "L": [(3, 1)],
    "C": [(3, 1)], "J": [(3, 2)], "Z": [(3, 2)], "G": [(3, 3)], "K": [(1, 0), (1, 1)],
}  # fmt: skip
RIDES = {"R": LEAPS["W"], "B": LEAPS["F"], "Q": LEAPS["K"]}
LAME = "NAZJD"
VERTICAL, HORIZONTAL = "fbvh", "rlsh"
# By which pairs of letters each of the eight directions of an atom (long, short) is meant: the signs of its
# steps to the right and ahead, and whether the long one is ahead.
MEANT = (
    (1, 1, True, "ff vv rf rv fh rh hr"),
    (-1, -1, True, "bb vv lb lv bh lh hr"),
    (1, -1, False, "rr ss br bs bh rh hr"),
    (-1, 1, False, "ll ss fl fs fh lh hr"),
    (1, 1, False, "rr ss fr fs fh rh hl"),
    (-1, -1, False, "ll ss bl bs bh lh hl"),
    (1, -1, True, "bb vv rb rv bh rh hl"),
    (-1, 1, True, "ff vv lf lv fh lh hl"),
)
Vector = tuple[int, int]  # files to the right, ranks ahead


@dataclass(frozen=True, order=True)
class BetzaWay:
    """One way of going: a leap, a ride or a hop along a vector."""

    kind: str  # leap, lame, ride, hop (over one piece and on), land (over one piece, right behind it)
    vector: Vector
    limit: int = 0  # of a ride or a hop, in squares; 0 for none
    quiet: bool = True
    takes: bool = True
    initial: bool = False

    def has(self, other: BetzaWay) -> bool:
        """Does it lead everywhere where another way leads, to empty squares?"""
        far = not self.limit or 0 < other.limit <= self.limit
        return (self.kind, self.vector) == (other.kind, other.vector) and far


def read(text: str, place: Callable[[int, int], Span] | None = None) -> frozenset[BetzaWay]:
    """The ways of a piece.

    >>> sorted((way.kind, way.vector) for way in read("fRfF"))
    [('leap', (-1, 1)), ('leap', (1, 1)), ('ride', (0, 1))]
    """

    def wrong(message: str, at: int, remedy: str = "") -> ParseError:
        span = place(at, at + 1) if place else None
        return ParseError(f"{text}: {message}", span=span, remedy=remedy or None)

    found: dict[tuple[str, bool, bool, Vector], int] = {}
    flags, directions, at, begin = "", list[str](), 0, 0
    while at < len(text):
        letter = text[at]
        if letter in "mcpgnie":
            flags += letter
        elif letter in VERTICAL + HORIZONTAL:
            after = text[at + 1 : at + 2]
            paired = after and (
                after == letter
                or (letter in VERTICAL and after in HORIZONTAL)
                or (letter in HORIZONTAL and after in VERTICAL)
            )
            directions.append(letter + (after if paired else letter))
            at += bool(paired)
        elif letter in LEAPS or letter in RIDES:
            limit = 0
            rides = letter in RIDES
            after = text[at + 1 : at + 2]
            if after and (after.isdigit() or after == letter):
                rides, limit = True, int(after) if after.isdigit() else 0
                at += 1
            kind = _kind(letter, flags, rides, limit, partial(wrong, at=at))
            modes = [mode for mode in "mc" if mode in flags] or ["m", "c"]
            for vector in _vectors((LEAPS | RIDES)[letter], directions):
                for mode in modes:
                    if not ("i" in flags and mode == "c"):
                        found[kind, mode == "c", "i" in flags, vector] = limit
            flags, directions, begin = "", [], at + 1
        else:
            raise wrong(
                f"{letter} is not read by Fairy-Stockfish",
                at,
                "it reads W F D N A H C Z G K R B Q and fblrvsh mcpgnie",
            )
        at += 1
    if flags or directions:
        raise wrong("no piece letter follows", begin)
    return frozenset(_joined(found))


def _kind(letter: str, flags: str, rides: bool, limit: int, wrong: Callable[[str], ParseError]) -> str:
    near = letter in "WFKRBQ"
    if "p" in flags or "g" in flags:
        if not near or "n" in flags or ("g" in flags and limit):
            raise wrong(f"{letter} does not hop")
        return "land" if "g" in flags else "hop"
    if rides:
        if not (near or letter == "N"):
            raise wrong(f"{letter} does not ride")
        return "ride"
    if "n" in flags and letter not in LAME:
        raise wrong(f"{letter} is not lame")
    return "lame" if "n" in flags else "leap"


def _vectors(atoms: list[Vector], directions: list[str]) -> Iterable[Vector]:
    for long, short in atoms:
        wanted = []
        for pair in directions:
            split = len(atoms) == 1 and short == 0 and pair[0] != pair[1]
            wanted += [pair[0] * 2, pair[1] * 2] if split else [pair]
        for right, ahead, tall, meant in MEANT:
            if not wanted or any(pair in meant.split() for pair in wanted):
                yield (right * short, ahead * long) if tall else (right * long, ahead * short)


def _joined(found: dict[tuple[str, bool, bool, Vector], int]) -> Iterable[BetzaWay]:
    for (kind, takes, initial, vector), limit in found.items():
        other = found.get((kind, not takes, initial, vector))
        if other == limit:
            yield BetzaWay(kind, vector, limit, True, True, initial)
        else:
            yield BetzaWay(kind, vector, limit, not takes, takes, initial)


# --- as text of the algebra -------------------------------------------------------------------------------


def letters(vector: Vector) -> str:
    """A vector as a product of directions.

    >>> letters((1, 2)), letters((-1, 0))
    ('uur', 'l')
    """
    x, y = vector
    return ("u" * y if y > 0 else "d" * -y) + ("r" * x if x > 0 else "l" * -x)


def path(vector: Vector) -> list[Vector]:
    """The squares that a lame leap passes: straight ahead along the longer side, then aslant.

    >>> path((1, 2)), path((2, 3)), path((2, 2))
    ([(0, 1)], [(0, 1), (1, 2)], [(1, 1)])
    """
    x = y = 0
    passed: list[Vector] = []
    while True:
        left = abs(vector[0] - x) - abs(vector[1] - y)
        x += (vector[0] > x) - (vector[0] < x) if left >= 0 else 0
        y += (vector[1] > y) - (vector[1] < y) if left <= 0 else 0
        if (x, y) == vector:
            return passed
        passed.append((x, y))


def text_of(way: BetzaWay, target: str, hurdle: str = "piece") -> str:
    """How a piece under the cursor goes this way to a square that holds the target."""
    m, wanted = letters(way.vector), target
    if not (way.quiet and way.takes):
        wanted = f"{target} \\ {'piece' if way.quiet else '.'}"
    if way.kind == "leap":
        return f"take({m}, {wanted})"
    if way.kind == "lame":
        free = " + ".join(f"{letters(square)}." for square in path(way.vector))
        return f"[% + {free}] take({m}, {wanted})"
    if way.kind == "ride":
        return f"step({m}){{0,{way.limit - 1}}} take({m}, {wanted})" if way.limit else f"ride({m}, {wanted})"
    usual = hurdle == "piece"
    over = f"{m} piece" if usual else f"{m}({hurdle})"
    if way.kind == "land":
        return f"vault({m}, {wanted})" if usual else f"step({m})* [% + {over}] take({m}{m}, {wanted})"
    if way.limit:
        return _limited(m, over, wanted, way.limit)
    if usual:
        return f"shoot({m}, {wanted})"
    return f"step({m})* [% + {over}] (take({m}{m}, {wanted}) | hop({m}) ride({m}, {wanted}))"


def _limited(m: str, over: str, wanted: str, limit: int) -> str:
    """A hop that ends within some squares: so many empty ones before the hurdle, so many behind it."""
    found = []
    for before in range(limit - 1):
        for behind in range(limit - 1 - before):
            steps = [f"step({m}){{{before}}}"] if before else []
            beyond = [f"hop({m})", *[f"step({m}){{{behind - 1}}}"][: behind - 1], f"take({m}, {wanted})"]
            found.append(
                " ".join([*steps, f"[% + {over}]", *(beyond if behind else [f"take({m}{m}, {wanted})"])])
            )
    return f"({' | '.join(found)})" if found else "fail"


def _turned(vector: Vector) -> list[Vector]:
    x, y = vector
    return [(x, y), (-y, x), (-x, -y), (y, -x)]


def symmetric(ways: Iterable[BetzaWay]) -> bool:
    """Are left and right alike?"""
    ways = set(ways)
    return all(
        BetzaWay(w.kind, (-w.vector[0], w.vector[1]), w.limit, w.quiet, w.takes, w.initial) in ways
        for w in ways
    )


def texts(ways: Iterable[BetzaWay], target: str, hurdle: str = "piece") -> list[str]:
    """The ways of a piece as alternatives of the algebra, those that are turns of each other as one.

    >>> texts(read("BfN"), "t")
    ['both(take(uur, t))', 'all4(ride(ur, t))']
    """
    found: list[str] = []
    alike: dict[BetzaWay, set[Vector]] = {}
    for way in sorted(ways):
        shape = tuple(sorted(map(abs, way.vector)))
        alike.setdefault(
            BetzaWay(way.kind, (shape[0], shape[1]), way.limit, way.quiet, way.takes), set()
        ).add(way.vector)
    for way, vectors in alike.items():
        first = way.vector
        mirrored = first[0] in (0, first[1])
        full = {each for vector in (first, (-first[0], first[1])) for each in _turned(vector)}
        one = text_of(way, target, hurdle)
        if vectors == full:
            found.append(f"{'all4' if mirrored else 'all8'}({one})")
            continue
        left = set(vectors)
        while left:
            vector = max(left, key=lambda each: (each[1], each[0]))
            text = text_of(BetzaWay(way.kind, vector, way.limit, way.quiet, way.takes), target, hurdle)
            mirror = (-vector[0], vector[1])
            if not mirrored and set(_turned(vector)) <= left:
                found.append(f"all4({text})")
                left -= set(_turned(vector))
            elif vector[0] and mirror in left:
                found.append(f"both({text})")
                left -= {vector, mirror}
            else:
                found.append(text)
                left.discard(vector)
    return found
