"""Clicks on the diagram of a board of any directions, and the term of the algebra that they make.

A click names a displacement of the board; the term writes it as a sum of directions, `take(u u ur, t)` for a
leap and `ride(u ur, t)` for a ride. What leads in all directions that a displacement can be turned into is
written once, with `every`. On boards of squares Betza notation says the same (`clicks`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.movement.diagram import Diagram
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass, cubic
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace
from lasker.syntax.betza.layer import TARGET

FARTHEST = 5  # of the diagram, in each direction from its middle
MOST_CELLS = 130
MIRRORED = {each.name for each in (SQUARE, CUBE, HEX, HEXFILES)}  # whose prelude knows `both`
BOARDS = {each.name: each for each in (cubic(1), SQUARE, CUBE, cubic(4), HEX, HEXFILES)}
HELD = {(True, True): "", (True, False): " \\ piece", (False, True): " \\ ."}  # what is not to be there
_PART = re.compile(
    r"(?:\[% in [\w ]+(?P<first> home)\] )?(?:(?P<every>every)\([\w ]+, |(?P<both>both)\()?"
    r"(?P<how>take|ride)\((?P<word>[\w ]+), \w+(?P<held> \\ (?:piece|\.))?\)(?(every)\)|(?(both)\)))"
)


@dataclass(frozen=True, order=True)
class Step:
    """How a piece goes by a displacement: by one leap or a ride, to move, to take, from its first squares."""

    by: Offset
    ride: bool = False
    moves: bool = True
    takes: bool = True
    first: bool = False

    @property
    def how(self) -> tuple[bool, bool, bool, bool]:
        """Everything but the displacement."""
        return self.first, self.ride, self.moves, self.takes


def compass_called(name: str) -> Compass:
    """The compass of a kind of board.

    >>> compass_called("hex").name
    'hex'
    """
    if name not in BOARDS:
        raise DeclarationError(
            f"a {name} board has no diagram on which moves can be clicked",
            remedy="write how the piece goes: way(t) = …",
        )
    return BOARDS[name]


def field(compass: Compass) -> LatticeSpace:
    """The board of the diagram: the displacements that no symmetry takes farther than `FARTHEST`, or less.

    >>> len(field(HEX).sites), len(field(CUBE).sites), len(field(cubic(4)).sites)
    (91, 125, 81)
    """
    return _field(compass.name)


@cache
def _field(name: str) -> LatticeSpace:
    compass = compass_called(name)
    size = len(compass.origin)
    turns = [symmetry.turn for symmetry in compass.symmetries]
    radius = next(far for far in range(FARTHEST, 0, -1) if far == 1 or (2 * far + 1) ** size <= MOST_CELLS)
    around = product(range(-radius, radius + 1), repeat=size)
    return LatticeSpace(
        compass, [site for site in around if all(max(map(abs, turn(site))) <= radius for turn in turns)]
    )


def word(compass: Compass, by: Offset) -> str:
    """A displacement as the shortest sum of directions.

    >>> word(HEXFILES, (1, 2)), word(HEXFILES, (1, -2)), word(CUBE, (1, 0, -2))
    ('u u ur', 'd dr', 'b b r')
    """
    return _word(compass.name, by)


@cache
def _word(board: str, by: Offset) -> str:
    compass = compass_called(board)
    found: dict[Offset, tuple[str, ...]] = {compass.origin: ()}
    frontier = [compass.origin]
    while by not in found:
        ends = list(frontier)
        frontier = []
        for end in ends:
            for name, step in sorted(compass.directions.items(), key=_forward_first):
                to = tuple(a + b for a, b in zip(end, step.shift, strict=True))
                if to not in found:
                    found[to] = (*found[end], name)
                    frontier.append(to)
    count = Counter(sorted(found[by], key=_forward_first))
    return " ".join(name for name, often in count.most_common() for _ in range(often))


def _forward_first(each: str | tuple[str, object]) -> list[list[int]]:
    """A sort key of directions, or of words of them: forward before right, up, left, back, below."""
    words = each if isinstance(each, str) else each[0]
    return [["uraldb".find(letter) for letter in word] for word in words.split()]


def images(compass: Compass, by: Offset, symmetry: str = "all") -> tuple[Offset, ...]:
    """A displacement in `all` directions that it can be turned into, on both `sides`, or by itself (`none`).

    >>> len(images(HEX, (1, 0))), images(HEXFILES, (1, 0), "sides")
    (6, ((-1, 1), (1, 0)))
    """
    if symmetry == "all":
        return tuple(sorted({each.turn(by) for each in compass.symmetries}))
    return tuple(sorted({by, compass.turns["F"].turn(by)})) if symmetry == "sides" else (by,)


def term_of(compass: Compass, steps: Iterable[Step], name: str = "", target: str = TARGET) -> str:
    """The term of some clicks for a piece that goes to what holds `target`; its first squares are those of
    the region `name home`.

    >>> print(term_of(HEXFILES, [Step(by, ride=True) for by in images(HEXFILES, (1, 0))]))
    every(u, ride(u, t))
    >>> clicks = [Step((0, 1), takes=False, first=True), Step((2, -1), moves=False)]
    >>> print(term_of(HEX, clicks, "lancer"))
    take(r dr, t \\ .) | [% in lancer home] take(ur, t \\ piece)
    """
    classes: dict[tuple[bool, bool, bool, bool], set[Offset]] = {}
    for step in steps:
        if step.by == compass.origin or step.by not in field(compass).index:
            raise DeclarationError(f"the diagram has no cell at {step.by}", remedy="choose another cell")
        if not (step.moves or step.takes):
            raise DeclarationError(
                "the cell is reached neither to move nor to take", remedy="choose one, or both"
            )
        classes.setdefault(step.how, set()).add(step.by)
    return " | ".join(
        (f"[% in {name} home] " if first else "")
        + turn.format(
            word=word(compass, by),
            body=f"{'ride' if ride else 'take'}({word(compass, by)}, {target}{HELD[moves, takes]})",
        )
        for (first, ride, moves, takes), offsets in sorted(classes.items())
        for turn, by in _folded(compass, offsets)
    )


def _folded(compass: Compass, offsets: set[Offset]) -> Iterator[tuple[str, Offset]]:
    """Displacements as images of fewer ones, each with what is written around a move by it."""
    left = set(offsets)
    for by in sorted(offsets, key=lambda each: _forward_first(word(compass, each))):
        for symmetry, text in (
            ("all", "every({word}, {body})"),
            ("sides", "both({body})"),
            ("none", "{body}"),
        ):
            some = set(images(compass, by, symmetry))
            known = symmetry != "sides" or compass.name in MIRRORED
            if by in left and known and some <= left and (len(some) > 1 or symmetry == "none"):
                left -= some
                yield text, by


def steps_of(compass: Compass, term: str) -> tuple[Step, ...] | None:
    """The clicks that make a term; None if there is more to it than clicks can say.

    >>> [(step.by, step.takes) for step in steps_of(HEX, "both(take(ul, t \\\\ piece))")]
    [((-1, 1), False), ((0, 1), False)]
    >>> steps_of(HEX, "every(r, step(r) take(ur, t))") is None
    True
    """
    found: set[Step] = set()
    for part in term.split(" | ") if term else ():
        told = _PART.fullmatch(" ".join(part.split()))
        names = told["word"].split() if told else []
        if told is None or not set(names) <= compass.directions.keys():
            return None
        by = tuple(map(sum, zip(*(compass.directions[name].shift for name in names), strict=True)))
        moves, takes = next(how for how, held in HELD.items() if held == (told["held"] or ""))
        symmetry = "all" if told["every"] else "sides" if told["both"] else "none"
        for each in images(compass, by, symmetry):
            found.add(Step(each, told["how"] == "ride", moves, takes, bool(told["first"])))
    return tuple(sorted(found))


def reached_of(compass: Compass, steps: Iterable[Step]) -> Iterator[Step]:
    """The cells of the diagram that a piece reaches by some clicks, rides as far as it shows them.

    >>> len(list(reached_of(HEX, [Step((1, 0), ride=True), Step((0, 1))])))
    6
    """
    for step in steps:
        to = step.by
        while to in field(compass).index:
            yield Step(to, *step.how[1:], step.first)
            if not step.ride:
                break
            to = tuple(a + b for a, b in zip(to, step.by, strict=True))


def seen(diagram: Diagram) -> tuple[Step, ...] | None:
    """The clicks that show what a piece of some game does; None if there is more to it."""
    space, more = diagram.game.space, (diagram.marked_moves, diagram.becomes, diagram.within, diagram.more)
    if diagram.site is None or any(more) or not isinstance(space, LatticeSpace):
        return None
    here = space.sites[diagram.site]
    by = {
        move.to: tuple(a - b for a, b in zip(space.sites[move.to], here, strict=True))
        for move in diagram.moves
    }
    found: set[Step] = set()
    for move in diagram.moves:
        if move.kind not in ("leap", "ride") or move.conditional or move.vanishes:
            return None
        if move.kind == "leap" or move.via == (diagram.site,):
            found.add(Step(by[move.to], move.kind == "ride", move.moves, move.takes))
    shown = {(by[move.to], move.moves, move.takes) for move in diagram.moves}
    return tuple(sorted(found)) if shown == set(_far(space, here, found)) else None


def _far(space: LatticeSpace, here: Offset, steps: Iterable[Step]) -> Iterator[tuple[Offset, bool, bool]]:
    """Where some clicks lead from a square of a board, and how."""
    for step in steps:
        to = tuple(a + b for a, b in zip(here, step.by, strict=True))
        while to in space.index:
            yield tuple(a - b for a, b in zip(to, here, strict=True)), step.moves, step.takes
            if not step.ride:
                break
            to = tuple(a + b for a, b in zip(to, step.by, strict=True))
