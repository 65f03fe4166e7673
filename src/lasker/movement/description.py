"""Moves of a piece from one square by kind: leaps, rides, lame leaps, hops, jumps, moves that need marks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.movement.movement import Movement, movement_of
from lasker.space.space import LatticeSpace, Space


@dataclass(frozen=True)
class MoveDescription:
    """One destination of a piece, with the kind and the conditions of the move.

    `blockers` are the squares on which any piece blocks the move; on one of the squares `over` a piece must
    stand. A leap cannot be blocked; a ride goes from square to square up to the first piece; a lame leap is
    blocked by pieces on other squares; a hop needs a piece to pass over, a jump captures it. `helped` needs a
    piece that it does not pass over, `aside` captures one beside its line; a shot captures without moving; a
    shift moves or changes another piece.
    """

    to: int
    kind: str  # leap, ride, lame, hop, jump, helped, aside, shot or shift
    moves: bool
    takes: bool
    blockers: frozenset[int] = frozenset()
    over: frozenset[int] = frozenset()
    via: tuple[int, ...] = ()  # the squares just before it on a ride
    vanishes: bool = False  # does the capturing piece vanish?
    conditional: bool = False  # is it impossible from some square, though its destination is on the board?


@dataclass(frozen=True)
class MarkedMove:
    """A move that needs marks: an initial double step, castling, en passant."""

    site: int
    to: int
    partner: int | None  # the square of another piece that is required
    name: str  # the name of that piece
    marks: tuple[str, ...]
    takes: bool

    def words(self, game: Game) -> str:
        """The special move in words."""
        label = game.space.label
        what = " and ".join(self.marks)
        if self.partner is None:
            return f"{label(self.to)}: from {label(self.site)} while it is {what}"
        if self.takes:
            return f"{label(self.to)}: takes {self.name} on {label(self.partner)} if it is {what}"
        return f"{label(self.to)}: from {label(self.site)} with {self.name} on {label(self.partner)}, {what}"


def moves_from(movement: Movement, site: int) -> tuple[MoveDescription, ...]:
    """All moves from a square that need no marks, and at most two other pieces."""
    paths = _Paths(movement, site)
    found = []
    for to in sorted(paths.moves.keys() | paths.takes.keys()):
        ways = paths.moves.get(to) or paths.takes[to]
        blockers = frozenset.intersection(*ways) - paths.hops.get(to, set())
        move = MoveDescription(
            to,
            "lame" if blockers else "leap",
            to in paths.moves,
            to in paths.takes,
            blockers,
            vanishes=to in paths.vanishing,
        )
        found.append(replace(move, conditional=move.moves and _conditional(movement, site, move)))
    return (
        *_rides(paths, site, found),
        *_over(paths, movement.space, site),
        *(MoveDescription(each, "shot", False, True, over=frozenset([each])) for each in sorted(paths.shots)),
        *(
            MoveDescription(to, "shift", True, False, over=frozenset(paths.shifts[to]))
            for to in sorted(paths.shifts)
        ),
    )


class _Paths:
    """The paths from a square by kind: those of a piece alone and its captures, by destination with the
    squares on which a friend blocks each; the others, by destination with the squares of other pieces."""

    def __init__(self, movement: Movement, site: int) -> None:
        self.moves: dict[int, list[frozenset[int]]] = {}
        self.takes: dict[int, list[frozenset[int]]] = {}
        self.hops: dict[int, set[int]] = {}
        self.jumps: dict[int, set[int]] = {}
        self.screens: dict[int, set[int]] = {}  # captures with a piece on another square
        self.shifts: dict[int, set[int]] = {}
        self.shots: set[int] = set()
        surviving = set[int]()
        for path in movement.plain_paths(site):
            to, _, (content, lost, shifted, stays, _), _, vanishing = path
            occupied, blockers = path.occupied.keys(), path.blockers(movement.friend)
            if not occupied:
                self.moves.setdefault(to, []).append(blockers)
                if vanishing:
                    self.jumps.setdefault(to, set()).update(vanishing)
            elif occupied == {to} == lost:
                if stays:
                    self.shots.add(to)
                    continue
                self.takes.setdefault(to, []).append(blockers)
                surviving |= {to} if movement.vocabulary.symbol(content) else set()
            elif len(occupied) == 1 and to not in occupied:
                (self.jumps if occupied <= lost else self.hops).setdefault(to, set()).update(occupied)
            elif len(occupied) == 2 and lost == {to}:
                self.screens.setdefault(to, set()).update(occupied - {to})
            if len(occupied) == 1 and occupied <= shifted:
                self.shifts.setdefault(to, set()).update(occupied)
        self.hops = {to: over for to, over in self.hops.items() if to not in self.moves}
        self.screens = {
            to: over for to, over in self.screens.items() if to not in self.takes or to in self.hops
        }
        self.vanishing = self.takes.keys() - surviving


def between(space: Space, start: int, each: int, end: int) -> bool:
    """Does a square lie before another one on a straight path?

    >>> from lasker.space.shapes import rectangle
    >>> board = rectangle(8, 8)
    >>> [between(board, 0, each, 18) for each in (9, 8, 27)]
    [True, False, False]
    """
    steps = {direction.shift for direction in space.compass.directions.values()}
    if isinstance(space, LatticeSpace):
        plain = tuple(b - a for a, b in zip(space.sites[start], space.sites[each], strict=True))
        for along in (plain, nearest(space, start, each)):
            steps.add(tuple(x // (math.gcd(*along) or 1) for x in along))
    for step in steps:
        place, passed = space.reach((start, 0), step), False
        for _ in space.sites:
            if place is None or place[0] in (start, end):
                break
            passed = passed or place[0] == each
            place = space.reach(place, step)
        if passed and place is not None and place[0] == end:
            return True
    return False


def _rides(paths: _Paths, site: int, found: list[MoveDescription]) -> Iterator[MoveDescription]:
    """The same moves, with those classified as rides that continue another one or are continued."""
    via: dict[int, set[int]] = {}
    reached = {move.to: paths.moves.get(move.to) or paths.takes[move.to] for move in found}
    for to, ways in reached.items():
        if all(way & reached.keys() for way in ways):  # every path passes a square that it could stop on
            via[to] = {
                max(sorted(way & reached.keys()), key=lambda at: _length(reached[at], way)) for way in ways
            }
    passed = {each for sites in via.values() for each in sites}
    for move in found:
        if move.to in via or move.to in passed:
            yield replace(move, kind="ride", via=tuple(sorted(via.get(move.to, {site}))))
        else:
            yield move


def _length(ways: list[frozenset[int]], within: frozenset[int]) -> int:
    """The number of squares that the longest of some paths passes, of those on another path."""
    return max((len(way) for way in ways if way <= within), default=-1)


def nearest(space: LatticeSpace, a: int, b: int) -> tuple[int, ...]:
    """The shortest offset between two squares, across seams that are not twisted."""
    along = [y - x for x, y in zip(space.sites[a], space.sites[b], strict=True)]
    for gluing in space.gluings:
        if gluing.twist is None:
            half = (gluing.length - 1) // 2
            along[gluing.axis] = (along[gluing.axis] + half) % gluing.length - half
    return tuple(along)


def _over(paths: _Paths, space: Space, site: int) -> Iterator[MoveDescription]:
    """Moves that exist only because another piece stands somewhere."""
    for straight, kind in ((True, "hop"), (False, "helped")):
        moved, taken = (_apart(space, site, each, straight) for each in (paths.hops, paths.screens))
        for to in sorted(moved.keys() | taken.keys()):
            over = moved.get(to, frozenset()) | taken.get(to, frozenset())
            yield MoveDescription(to, kind, to in moved, to in taken, over=over)
    for straight, kind in ((True, "jump"), (False, "aside")):
        for to, victims in _apart(space, site, paths.jumps, straight).items():
            yield MoveDescription(to, kind, False, True, over=victims)


def _apart(space: Space, site: int, found: dict[int, set[int]], straight: bool) -> dict[int, frozenset[int]]:
    """For each move, its relevant squares on the straight path, or those off it."""
    sorted_out = {
        to: frozenset(each for each in sites if between(space, site, each, to) is straight)
        for to, sites in sorted(found.items())
    }
    return {to: sites for to, sites in sorted_out.items() if sites}


def has_unexplained_capture(movement: Movement, site: int, known: tuple[MoveDescription, ...]) -> bool:
    """Has the piece a capture that none of the known moves explains, nor begins as the first of a chain?"""
    explained = {(move.to, each) for move in known for each in (*move.over, move.to) if move.takes}
    for path in movement.plain_paths(site, unsure=True):
        lost = path.arrival.lost | path.vanishing
        chained = any(move.takes and move.over & lost and move.to != path.to for move in known)
        if not chained and any((path.to, at) not in explained for at in lost):
            return True
    return False


def _conditional(movement: Movement, site: int, move: MoveDescription) -> bool:
    """Is the same move impossible elsewhere, though its destination is one where such a piece may stand?"""
    space = movement.space
    if not isinstance(space, LatticeSpace):
        return False
    here = space.sites[site]
    steps = [
        tuple(a - b for a, b in zip(space.sites[to], here, strict=True)) for to in (move.to, *move.blockers)
    ]
    for other in movement.compared:
        places = [space.reach((other, 0), step) for step in steps]
        if other == site or any(place is None for place in places):
            continue
        to = places[0][0] if places[0] else site
        if to != other and to in movement.reached_in_one_move and to not in movement.destinations(other):
            return True
    return False


def marked_moves(movement: Movement, site: int, known: tuple[MoveDescription, ...]) -> tuple[MarkedMove, ...]:
    """Moves enabled by marks: on the piece and its friends in the initial position,
    and on enemies beside it."""
    if not movement.vocabulary.marks:
        return ()
    found: dict[tuple[int, int, int | None], MarkedMove] = {}
    for special in (*_at_home(movement), *_beside(movement, site)):
        found.setdefault((special.site, special.to, special.partner), special)
    return tuple(found.values())


def _marks(movement: Movement, *contents: int) -> tuple[str, ...]:
    """The marks that these contents have together."""
    vocabulary = movement.vocabulary
    shown = [vocabulary.show(content).removeprefix(vocabulary.glyph(content)) for content in contents]
    return tuple(dict.fromkeys(mark for text in shown for mark in text.split("^") if mark))


def _at_home(movement: Movement) -> Iterator[MarkedMove]:
    vocabulary = movement.vocabulary

    def plain(content: int) -> int:
        return vocabulary.content(vocabulary.glyph(content))

    for home in movement.homes:
        content = movement.opening[home]
        usual = movement.destinations(home)
        first = movement.destinations(home, content=content)
        for to in first.keys() - usual.keys():
            yield MarkedMove(home, to, None, "", _marks(movement, content), False)
        for other, friend in movement.opening.items():
            if other == home or not _marks(movement, content, friend):
                continue
            if vocabulary.pieces[vocabulary.symbol(friend) - 1].owner != movement.piece.owner:
                continue
            without = movement.destinations(home, {other: plain(friend)})
            for to in (
                movement.destinations(home, {other: friend}, content).keys() - without.keys() - first.keys()
            ):
                name = vocabulary.pieces[vocabulary.symbol(friend) - 1].name
                yield MarkedMove(home, to, other, name, _marks(movement, content, friend), False)


def _beside(movement: Movement, site: int) -> Iterator[MarkedMove]:
    """Moves enabled by a mark on an enemy of the same kind, or of the most frequent kind."""
    vocabulary = movement.vocabulary
    foes = {enemy: vocabulary.pieces[vocabulary.symbol(enemy) - 1] for enemy in movement.enemies}
    same = [enemy for enemy, piece in foes.items() if piece.name == movement.piece.name]
    for enemy in dict.fromkeys([*same, *movement.enemies[:1]]):
        for mark in movement_of(movement.game, foes[enemy]).marks:
            marked = vocabulary.with_marks(enemy, vocabulary.mark_bit(mark), 0)
            for each in movement.squares(site):
                if each == site:
                    continue
                opened = movement.destinations(site, {each: marked})
                for to in opened.keys() - movement.destinations(site, {each: enemy}).keys():
                    takes = any(each in how.lost for how in opened[to])
                    yield MarkedMove(site, to, each, foes[enemy].name, (mark,), takes)
