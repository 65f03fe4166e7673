"""Moves of a piece from one square by kind: leaps, rides, lame leaps, hops, jumps, moves that need marks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from lasker.model.game import Game
from lasker.movement.trials import Destinations, Trials
from lasker.space.space import LatticeSpace, Space

BOARDS, FEW_BOARDS = 24, 6  # crowded boards on which unexplained captures are searched for
MOST_PIECES = 12  # on such a board


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


def moves_from(trials: Trials, site: int) -> tuple[MoveDescription, ...]:
    """All moves from a square, measured with at most two other pieces on the board."""
    alone = trials.destinations(site)
    others = [each for each in trials.blocker_squares(site) if each != site]
    friends = {each: trials.destinations(site, {each: trials.friend}) for each in others}
    foes = {each: _met(trials, site, each, alone) for each in others}
    moves = set(alone)
    taken = {each: [how for how in foes[each].get(each, ()) if each in how.lost] for each in others}
    takes = {each for each in others if any(not how.stays for how in taken[each])}
    shots = [each for each in others if any(how.stays for how in taken[each])]
    found = []
    for to in sorted(moves | takes):
        blockers = frozenset(
            each for each in others if each != to and to in moves and to not in friends[each]
        ) or frozenset(_blockers_of_capture(trials, site, to, others) if to not in moves else ())
        ends = [how for how in taken.get(to, ()) if not how.stays]
        vanishes = bool(ends) and not any(how.symbol for how in ends)
        move = MoveDescription(
            to, "lame" if blockers else "leap", to in moves, to in takes, blockers, vanishes=vanishes
        )
        found.append(replace(move, conditional=to in moves and _conditional(trials, site, move)))
    return (
        *_lines(trials, site, found),
        *_over(trials, site, alone, friends, foes, takes),
        *(MoveDescription(each, "shot", False, True, over=frozenset([each])) for each in shots),
        *_shifts(friends, foes),
    )


def _shifts(friends: dict[int, Destinations], foes: dict[int, Destinations]) -> Iterator[MoveDescription]:
    """Moves that move or change another piece."""
    found: dict[int, set[int]] = {}
    for each, goings in (*friends.items(), *foes.items()):
        for to, arrivals in goings.items():
            if any(each in how.shifted for how in arrivals):
                found.setdefault(to, set()).add(each)
    for to, over in sorted(found.items()):
        yield MoveDescription(to, "shift", True, False, over=frozenset(over))


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


def _lines(trials: Trials, site: int, found: list[MoveDescription]) -> Iterator[MoveDescription]:
    """The same moves, with those classified as rides that continue another one or are continued."""
    reached = {move.to: move for move in found}
    via: dict[int, tuple[int, ...]] = {}
    for move in found:
        if on_the_way := [each for each in move.blockers if each in reached]:
            via[move.to] = (max(on_the_way, key=lambda each: len(reached[each].blockers)),)
    moving = {move.to for move in found if move.moves}
    free = {move.to for move in found if move.moves and not move.blockers}
    hindered = set() if trials.slow else {to for to in free if _crowded(trials, site, to, moving)}
    for to in hindered:  # there are several paths, and each can be blocked
        via[to] = tuple(_before(trials, site, to, moving, free - hindered))
    passed = {each for sites in via.values() for each in sites}
    for move in found:
        if move.to in via or move.to in passed:
            yield replace(move, kind="ride", via=via.get(move.to, (site,)))
        else:
            yield move


def _crowded(trials: Trials, site: int, to: int, moving: set[int]) -> bool:
    """Is a square out of reach when all other reachable squares are occupied?"""
    return to not in trials.destinations(site, dict.fromkeys(moving - {to}, trials.friend))


def _before(trials: Trials, site: int, to: int, moving: set[int], near: set[int]) -> Iterator[int]:
    """The squares before `to` on straight paths round a glued board."""
    space = trials.space
    if not isinstance(space, LatticeSpace):
        return
    for first in sorted(near):
        step = nearest(space, site, first)
        place, last = space.reach((site, 0), step), first
        for _ in range(len(space.sites)):
            if place is None or place[0] not in moving:
                break
            if place[0] == to:
                yield last
                break
            last, place = place[0], space.reach(place, step)


def nearest(space: LatticeSpace, a: int, b: int) -> tuple[int, ...]:
    """The shortest offset between two squares, across seams that are not twisted."""
    along = [y - x for x, y in zip(space.sites[a], space.sites[b], strict=True)]
    for gluing in space.gluings:
        if gluing.twist is None:
            half = (gluing.length - 1) // 2
            along[gluing.axis] = (along[gluing.axis] + half) % gluing.length - half
    return tuple(along)


def _met(trials: Trials, site: int, at: int, alone: Destinations) -> Destinations:
    """The moves when an enemy stands on a square: one of the most frequent kind, or
    one that can be captured."""
    first: Destinations | None = None
    for enemy in trials.enemies if at in alone else trials.enemies[:1]:
        found = trials.destinations(site, {at: enemy})
        first = found if first is None else first
        if any(at in how.lost for how in found.get(at, ())):
            return found
    return first or {}


def _blockers_of_capture(trials: Trials, site: int, to: int, others: list[int]) -> Iterator[int]:
    for each in others:
        if each != to and to not in trials.destinations(site, {to: trials.enemies[0], each: trials.friend}):
            yield each


def _over(
    trials: Trials,
    site: int,
    alone: Destinations,
    friends: dict[int, Destinations],
    foes: dict[int, Destinations],
    takes: set[int],
) -> Iterator[MoveDescription]:
    """Moves that exist only because a piece stands between: enabled by it, or blocked except as a shot."""
    hops: dict[int, set[int]] = {}
    jumps: dict[int, set[int]] = {}
    space = trials.space
    for each, goings in friends.items():
        for to in goings.keys() - alone.keys() - {each}:
            hops.setdefault(to, set()).add(each)
    for each, goings in foes.items():
        for to in goings.keys() - {each}:
            if any(each in how.lost for how in goings[to]):
                jumps.setdefault(to, set()).add(each)
            elif to not in alone:
                hops.setdefault(to, set()).add(each)
    shots: dict[int, set[int]] = {}
    enemy = trials.enemies[:1]
    for each, goings in friends.items():
        for to in (alone.keys() ^ goings.keys()) - {each} if enemy else ():
            if to in takes and to not in hops:
                continue
            shot = trials.destinations(site, {each: trials.friend, to: enemy[0]})
            if any(to in how.lost for how in shot.get(to, ())):
                shots.setdefault(to, set()).add(each)
    for straight, kind in ((True, "hop"), (False, "helped")):
        moved, taken = (_apart(space, site, each, straight) for each in (hops, shots))
        for to in sorted(moved.keys() | taken.keys()):
            over = moved.get(to, frozenset()) | taken.get(to, frozenset())
            yield MoveDescription(to, kind, to in moved, to in taken, over=over)
    for straight, kind in ((True, "jump"), (False, "aside")):
        for to, victims in _apart(space, site, jumps, straight).items():
            yield MoveDescription(to, kind, False, True, over=victims)


def _apart(space: Space, site: int, found: dict[int, set[int]], straight: bool) -> dict[int, frozenset[int]]:
    """For each move, its relevant squares on the straight path, or those off it."""
    sorted_out = {
        to: frozenset(each for each in sites if between(space, site, each, to) is straight)
        for to, sites in sorted(found.items())
    }
    return {to: sites for to, sites in sorted_out.items() if sites}


def has_unexplained_capture(trials: Trials, site: int, known: tuple[MoveDescription, ...]) -> bool:
    """Does the piece make, on some crowded board, a capture that none of the known moves explains?"""
    explained = {(move.to, each) for move in known for each in move.over if move.takes}
    explained |= {(move.to, move.to) for move in known if move.takes}
    chance = Random(len(trials.sites))
    contents = [trials.vocabulary.content(piece.glyph) for piece in trials.vocabulary.pieces]
    places = [each for each in trials.places if each != site]
    for _ in range(FEW_BOARDS if trials.slow else BOARDS):
        crowd = chance.sample(places, min(len(places), chance.randint(2, MOST_PIECES)))
        goings = trials.destinations(site, {each: chance.choice(contents) for each in crowd})
        for to, arrivals in goings.items():
            if any((to, each) not in explained for how in arrivals for each in how.lost):
                return True
    return False


def _conditional(trials: Trials, site: int, move: MoveDescription) -> bool:
    """Is the same move impossible elsewhere, though its destination is one where such a piece may stand?"""
    space = trials.space
    if not isinstance(space, LatticeSpace):
        return False
    here = space.sites[site]
    steps = [
        tuple(a - b for a, b in zip(space.sites[to], here, strict=True)) for to in (move.to, *move.blockers)
    ]
    for other in trials.trial_squares:
        places = [space.reach((other, 0), step) for step in steps]
        if other == site or any(place is None for place in places):
            continue
        to = places[0][0] if places[0] else site
        if to != other and to in trials.reached_in_one_move and to not in trials.destinations(other):
            return True
    return False


def marked_moves(trials: Trials, site: int, known: tuple[MoveDescription, ...]) -> tuple[MarkedMove, ...]:
    """Moves enabled by marks: on the piece and its friends in the initial position,
    and on enemies beside it."""
    if not trials.vocabulary.marks:
        return ()
    found: dict[tuple[int, int, int | None], MarkedMove] = {}
    for special in (*_at_home(trials), *_beside(trials, site)):
        found.setdefault((special.site, special.to, special.partner), special)
    return tuple(found.values())


def _marks(trials: Trials, *contents: int) -> tuple[str, ...]:
    """The marks that these contents have together."""
    vocabulary = trials.vocabulary
    shown = [vocabulary.show(content).removeprefix(vocabulary.glyph(content)) for content in contents]
    return tuple(dict.fromkeys(mark for text in shown for mark in text.split("^") if mark))


def _at_home(trials: Trials) -> Iterator[MarkedMove]:
    vocabulary = trials.vocabulary

    def plain(content: int) -> int:
        return vocabulary.content(vocabulary.glyph(content))

    for home in trials.homes:
        content = trials.opening[home]
        usual = trials.destinations(home)
        first = trials.destinations(home, content=content)
        for to in first.keys() - usual.keys():
            yield MarkedMove(home, to, None, "", _marks(trials, content), False)
        for other, friend in trials.opening.items():
            if other == home or not _marks(trials, content, friend):
                continue
            if vocabulary.pieces[vocabulary.symbol(friend) - 1].owner != trials.piece.owner:
                continue
            without = trials.destinations(home, {other: plain(friend)})
            for to in (
                trials.destinations(home, {other: friend}, content).keys() - without.keys() - first.keys()
            ):
                name = vocabulary.pieces[vocabulary.symbol(friend) - 1].name
                yield MarkedMove(home, to, other, name, _marks(trials, content, friend), False)


def _beside(trials: Trials, site: int) -> Iterator[MarkedMove]:
    """Moves enabled by a mark on an enemy of the same kind, or of the most frequent kind."""
    vocabulary = trials.vocabulary
    foes = {enemy: vocabulary.pieces[vocabulary.symbol(enemy) - 1] for enemy in trials.enemies}
    same = [enemy for enemy, piece in foes.items() if piece.name == trials.piece.name]
    for enemy in dict.fromkeys([*same, *trials.enemies[:1]]):
        for mark in Trials(trials.game, foes[enemy]).marks:
            marked = vocabulary.with_marks(enemy, vocabulary.mark_bit(mark), 0)
            for each in trials.blocker_squares(site):
                if each == site:
                    continue
                opened = trials.destinations(site, {each: marked})
                for to in opened.keys() - trials.destinations(site, {each: enemy}).keys():
                    takes = any(each in how.lost for how in opened[to])
                    yield MarkedMove(site, to, each, foes[enemy].name, (mark,), takes)
