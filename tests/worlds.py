"""Hypothesis strategies for the domains of moves: vocabularies, small boards, configurations."""

from __future__ import annotations

from itertools import product

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from lasker.algebra.contents import CHESSMEN, Counter, Life, Mark, PieceType, Vocabulary
from lasker.algebra.meaning import Configuration
from lasker.space import shapes
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass, cubic
from lasker.space.space import LatticeSpace, Space

CURSORS = ("%", "a", "x")

# Two players with one man each and one mark: few contents, so that random patterns often fit.
SMALL = Vocabulary(
    ("white", "black"),
    [PieceType("♙", "P", "pawn", 0), PieceType("♟", "p", "pawn", 1)],
    [Mark("fresh", Life.MOVED)],
    [Counter("n", 0, 2)],
)
# Three players, a neutral wall, marks of every lifetime, counters with and without owners.
RICH = Vocabulary(
    ("red", "green", "blue"),
    [*(PieceType("①②③"[i], "ABC"[i], "man", i) for i in range(3)), PieceType("■", "W", "wall")],
    [
        Mark("fresh", Life.MOVED),
        Mark("jumped", Life.TURN),
        Mark("seen", Life.END),
        Mark("holy", Life.LASTING),
    ],
    [
        Counter("n", 0, 3),
        *(Counter("score", 0, 3, i, 1) for i in range(3)),
        Counter("t", -2, 2, None, 0, keyed=False),
        Counter("k", 0, 2, None, 1, scratch=True),
    ],
)
VOCABULARIES = (SMALL, SMALL, RICH, CHESSMEN)


def often(examples: int) -> settings:
    """The number of examples of a test; they are the same in every run, unless there are very many."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(
        max_examples=examples, derandomize=examples < 5000, deadline=None, suppress_health_check=slow
    )


class World:
    """A board with its regions, and its vocabulary."""

    def __init__(self, space: Space, vocabulary: Vocabulary) -> None:
        self.space, self.vocabulary = space, vocabulary

    @property
    def compass(self) -> Compass:
        """The compass of the board."""
        return self.space.compass

    def __repr__(self) -> str:
        names = {id(SMALL): "SMALL", id(RICH): "RICH", id(CHESSMEN): "CHESSMEN"}
        more = f", gluings={self.space.gluings}" if isinstance(self.space, LatticeSpace) else ""
        regions = {key: sorted(sites) for key, sites in self.space.regions.items()}
        return (
            f"World({self.compass.name}, sites={self.space.sites}{more}, regions={regions}, "
            f"{names.get(id(self.vocabulary), 'vocabulary')})"
        )


@st.composite
def holed(draw: st.DrawFn, compass: Compass, *sizes: int) -> LatticeSpace:
    """Part of a box: some of its squares are missing."""
    everything = list(product(*map(range, sizes)))
    sites = draw(st.sets(st.sampled_from(everything), min_size=1))
    return LatticeSpace(compass, sites)


@st.composite
def graphs(draw: st.DrawFn) -> Space:
    """Small graphs of two directions: any links at all, or a ring or a path with its mirror declared."""
    kind, size = draw(st.integers(0, 2)), draw(st.integers(2, 5))
    names = "vwxyz"[:size]
    if kind == 0:
        ends = st.sampled_from(names)
        links = draw(
            st.dictionaries(st.tuples(ends, st.sampled_from(("on", "back"))), ends, min_size=1, max_size=8)
        )
        return shapes.graph((a, direction, b) for (a, direction), b in links.items())
    pairs = list(zip(names, names[1:] + (names[0] if kind == 1 else ""), strict=False))
    links_both = [(a, "on", b) for a, b in pairs] + [(b, "back", a) for a, b in pairs]
    return shapes.graph(links_both, {"F": {"on": "back", "back": "on"}})


def lattices() -> st.SearchStrategy[Space]:
    """Small lattices: rectangles, with holes and without, boxes, hexagons, gluings."""
    some, few = st.integers(1, 4), st.integers(1, 3)
    makers: list[st.SearchStrategy[Space]] = [
        st.builds(shapes.rectangle, some, few),
        st.builds(shapes.box, some),
        holed(SQUARE, 3, 3),
        st.builds(shapes.box, few, st.integers(1, 2), st.integers(1, 2)),
        holed(CUBE, 2, 2, 2),
        holed(cubic(4), 2, 2, 1, 2),
        st.builds(shapes.hexagon, st.integers(1, 2), st.booleans()),
        st.builds(shapes.rhombus, few, few),
        holed(HEX, 3, 3),
        holed(HEXFILES, 3, 3),
        st.builds(shapes.cylinder, few, few),
        st.builds(shapes.torus, few, few),
        st.builds(shapes.moebius, few, few),
        st.builds(shapes.moebius, few, st.integers(2, 3)),
    ]
    return st.one_of(makers)


@st.composite
def worlds(draw: st.DrawFn, spaces: st.SearchStrategy[Space] | None = None, regions: bool = True) -> World:
    """A small board with a vocabulary, a neutral region `palace`, and a region `home` for every player."""
    space = draw(st.one_of(lattices(), lattices(), graphs()) if spaces is None else spaces)
    vocabulary = draw(st.sampled_from(VOCABULARIES))
    if regions:
        some = st.sets(st.integers(0, len(space.sites) - 1))
        space.add_region("palace", draw(some))
        for owner in range(len(vocabulary.players)):
            space.add_region("home", draw(some), owner)
    return World(space, vocabulary)


def contents(vocabulary: Vocabulary) -> list[int]:
    """The contents of random boards, the empty square most often."""
    if len(vocabulary.glyphs) > 8:  # a few of the chess pieces, so that patterns match
        return [vocabulary.content(glyph) for glyph in "...♙♟♖♚"]
    empty, bare = [0] * (vocabulary.size // 3), [vocabulary.content(glyph) for glyph in vocabulary.glyphs]
    return [*empty, *bare * (vocabulary.size // len(bare) // 2), *range(vocabulary.size)]


@st.composite
def configurations(draw: st.DrawFn, world: World, scope: tuple[str, ...] = ()) -> Configuration:
    """A board, the cursors of the scope somewhere on it, and every counter within its bounds."""
    some, size = contents(world.vocabulary), len(world.space.sites)
    board = tuple(some[byte % len(some)] for byte in draw(st.binary(min_size=size, max_size=size)))
    places = st.tuples(st.integers(0, size - 1), st.integers(0, len(world.space.frames) - 1))
    cursors = tuple((name, draw(places)) for name in sorted(scope))
    counters = tuple(draw(st.integers(c.low, c.high)) for c in world.vocabulary.counters.values())
    return Configuration(board, cursors, counters)
