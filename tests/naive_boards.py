"""Boards of the naive evaluator: contents as words, squares as coordinates, offsets walked step by step.

Nothing here uses bit sets of contents except to spell them out, nor `reach`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.meaning import Configuration
from lasker.space.space import GraphSpace, LatticeSpace, Space

Content = tuple[str, frozenset[str]]  # a glyph, and the names of its marks
Spot = tuple[Any, tuple[int, ...]]  # coordinates or a name, and which axes are turned over
VOID: Content = ("#", frozenset())


class State(NamedTuple):
    """A configuration, spelled out."""

    board: frozenset[tuple[Any, Content]]
    cursors: frozenset[tuple[str, Spot]]
    counters: frozenset[tuple[Any, int]]


class Ground:
    """A space and a vocabulary, spelled out."""

    def __init__(self, space: Space, vocabulary: Vocabulary) -> None:
        self.space, self.vocabulary = space, vocabulary
        self.upright = (1,) * len(space.sites[0]) if isinstance(space, LatticeSpace) else ()
        names = list(vocabulary.marks)
        subsets = chain.from_iterable(combinations(names, n) for n in range(len(names) + 1))
        self.contents: dict[int, Content] = {
            vocabulary.content(glyph, marks): (glyph, frozenset(marks))
            for glyph, marks in product(vocabulary.glyphs, list(subsets))
        }
        self.contents[len(self.contents)] = VOID  # one bit more, the highest
        self._members: dict[int, frozenset[Content]] = {}

    # --- spelling things out ------------------------------------------------------------------

    def state(self, c: Configuration) -> State:
        """A configuration in plain words."""
        board = frozenset((site, self.contents[c.board[i]]) for i, site in enumerate(self.space.sites))
        cursors = frozenset(
            (name, (self.space.sites[i], self.frame(frame))) for name, (i, frame) in c.cursors
        )
        return State(board, cursors, frozenset(zip(self.vocabulary.counters, c.counters, strict=True)))

    def frame(self, frame: int) -> tuple[int, ...]:
        """Frame 1 is the compass turned over along the twisted axis."""
        gluings = self.space.gluings if isinstance(self.space, LatticeSpace) else ()
        twisted = [gluing.twist for gluing in gluings if gluing.twist is not None]
        return tuple(-1 if frame and axis in twisted else 1 for axis in range(len(self.upright)))

    def members(self, contents: int) -> frozenset[Content]:
        """The contents of a bit set."""
        if contents not in self._members:
            fits = (content for bit, content in self.contents.items() if contents >> bit & 1)
            self._members[contents] = frozenset(fits)
        return self._members[contents]

    def marks(self, bits: int) -> frozenset[str]:
        """The names of the marks in a bit set."""
        return frozenset(name for name in self.vocabulary.marks if bits & self.vocabulary.mark_bit(name))

    # --- geometry, one step at a time ---------------------------------------------------------

    def walk(self, spot: Spot, offset: tuple[Any, ...]) -> Spot | None:
        """Where an offset leads; off the board of a lattice one may go on, off a graph one may not."""
        if isinstance(self.space, GraphSpace):
            here: int | None = self.space.index[spot[0]]
            for word in offset:
                here = None if here is None else self.space.links.get((here, word))
            return None if here is None else (self.space.sites[here], ())
        for axis, distance in enumerate(offset):
            for _ in range(abs(distance)):
                spot = self._step(spot, axis, 1 if distance > 0 else -1)
        return spot

    def _step(self, spot: Spot, axis: int, way: int) -> Spot:
        assert isinstance(self.space, LatticeSpace)
        at, frame = list(spot[0]), list(spot[1])
        at[axis] += way * frame[axis]
        for gluing in self.space.gluings:
            edge = min(site[gluing.axis] for site in self.space.sites)
            crossed = at[gluing.axis] < edge or at[gluing.axis] >= edge + gluing.length
            if crossed:
                at[gluing.axis] += gluing.length if at[gluing.axis] < edge else -gluing.length
                if gluing.twist is not None:
                    across = [site[gluing.twist] for site in self.space.sites]
                    at[gluing.twist] = min(across) + max(across) - at[gluing.twist]
                    frame[gluing.twist] *= -1
        return tuple(at), tuple(frame)

    def anchors(self, *sides: Fragment) -> Iterator[Spot]:
        """Every place where the centre of a rule could lie, on the board or beside it, in every frame."""
        if not isinstance(self.space, LatticeSpace):
            yield from ((site, ()) for site in self.space.sites)
            return
        far = max((abs(x) for side in sides for offset, _ in side.cells for x in offset), default=0)
        glued = {gluing.axis for gluing in self.space.gluings}
        spans = []
        for axis in range(len(self.upright)):
            xs, beside = [site[axis] for site in self.space.sites], 0 if axis in glued else far
            spans.append(range(min(xs) - beside, max(xs) + beside + 1))
        frames = {self.frame(0), self.frame(1)}
        yield from product(product(*spans), frames)

    def inside(self, cell: Cell, site: Any) -> bool:
        """Does a square lie in and out of the regions that a cell names?"""
        here = self.space.sites.index(site)
        return all(
            (here in self.space.regions[name, owner]) == wanted for name, owner, wanted in cell.regions
        )
