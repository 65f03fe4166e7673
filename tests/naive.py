"""A second evaluator, naive and slow, written from the definitions alone: relations are sets.

It shares no code with `lasker.algebra.meaning`: a rule is laid at every imaginable anchor, on the board and
beside it, and a star is the closure of a set.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from lasker.algebra.contents import Life, Vocabulary
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    Each,
    Fail,
    Most,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
)
from lasker.space.space import Space
from naive_boards import VOID, Content, Ground, Spot, State


class TooMuch(Exception):
    """The naive evaluation would take too long."""


class Naive(Ground):
    """Moves on a space with a vocabulary."""

    def __init__(self, space: Space, vocabulary: Vocabulary, budget: int = 3000) -> None:
        super().__init__(space, vocabulary)
        self.budget = budget

    # --- rules --------------------------------------------------------------------------------

    def rewrite(self, before: Fragment, after: Fragment, state: State) -> set[State]:
        """`f -> g` wherever f is found."""
        found: set[State] = set()
        for anchor in self.anchors(before, after):
            if self.upright_at(anchor, before, after) and self.matches(before, anchor, state):
                found |= self.put(before, after, anchor, state)
        return found

    def upright_at(self, anchor: Spot, before: Fragment, after: Fragment) -> bool:
        """A rule without a cursor is laid so that its first square that surely exists is not turned over."""
        sure = [o for side in (before, after) for o, c in side.cells if VOID not in self.members(c.contents)]
        spot = self.walk(anchor, sure[0]) if sure and not before.cursors else None
        return spot is None or spot[1] == self.upright

    def matches(self, before: Fragment, anchor: Spot, state: State) -> bool:
        """Does every cell of the left side fit, when its centre lies at the anchor?"""
        board, cursors = dict(state.board), dict(state.cursors)
        leader = min(before.cursors, default=None)  # a rule is laid in the frame of its first cursor
        for offset, cell in before.cells:
            spot = self.walk(anchor, offset)
            site = None if spot is None or spot[0] not in board else spot[0]
            if any(cursors[name][0] != site for name in cell.cursors):
                return False
            if leader in cell.cursors and spot is not None and cursors[leader][1] != spot[1]:
                return False
            if (VOID if site is None else board[site]) not in self.members(cell.contents):
                return False
            if site is not None and not self.inside(cell, site):
                return False
        return True

    def put(self, before: Fragment, after: Fragment, anchor: Spot, state: State) -> set[State]:
        """All results of writing the right side."""
        writes: list[tuple[Any, set[Content]]] = []
        cursors = dict(state.cursors)
        for offset, cell in after.cells:
            if self.keeps(dict(before.cells).get(offset), cell):
                continue
            spot = self.walk(anchor, offset)
            if spot is None or spot[0] not in dict(state.board):
                return set()  # a write to a place that does not exist
            cursors |= dict.fromkeys(cell.cursors, spot)
            if not cell.bare or cell.gains or cell.loses:
                writes.append((spot[0], self.written(cell, spot[0], state)))
        sites = [site for site, _ in writes]
        if len(set(sites)) < len(sites):
            return set()  # two squares of the right side are one on this board
        boards = [
            dict(state.board) | dict(zip(sites, chosen, strict=True))
            for chosen in product(*(w for _, w in writes))
        ]
        return {
            State(frozenset(board.items()), frozenset(cursors.items()), state.counters) for board in boards
        }

    def keeps(self, left: Cell | None, right: Cell) -> bool:
        """Does this cell of the right side repeat what the left side matched?"""
        if not right.here <= (left.cursors if left else frozenset()):
            return False
        if right.gains or right.loses:
            return False
        if right.piece:
            return left is not None and left.piece == right.piece
        if right.bare:
            return True
        same = left is not None and not left.piece and not left.bare and left.contents == right.contents
        return same and len({glyph for glyph, _ in self.members(right.contents)}) == 1

    def written(self, cell: Cell, site: Any, state: State) -> set[Content]:
        """The possible contents of one square after writing the right side."""
        if cell.piece or cell.bare:
            origin = dict(state.cursors)[cell.piece][0] if cell.piece else site
            glyph, marks = dict(state.board)[origin]
            if origin != site:
                marks -= {m.name for m in self.vocabulary.marks.values() if m.life is Life.MOVED}
            return {(glyph, (marks | self.marks(cell.gains)) - self.marks(cell.loses))}
        choices = self.members(cell.contents)
        return {(g, m) for g, m in choices if not any(h == g and fewer < m for h, fewer in choices)}

    # --- moves --------------------------------------------------------------------------------

    def results(self, move: Move, state: State) -> set[State]:
        """The results of a whole move, with scratch marks removed and scratch counters reset."""
        scratch = {m.name for m in self.vocabulary.marks.values() if m.life is Life.END}
        starts = {name: c.start for name, c in self.vocabulary.counters.items() if c.scratch}
        wiped = set()
        for end in self.runs(move, state):
            board = frozenset((site, (glyph, marks - scratch)) for site, (glyph, marks) in end.board)
            wiped.add(State(board, end.cursors, frozenset((dict(end.counters) | starts).items())))
        return wiped

    def image(self, move: Move, states: set[State]) -> set[State]:
        """All results of a move from any of some states."""
        found: set[State] = set()
        for state in states:
            found |= self.runs(move, state)
        self.budget -= len(found) + 1
        if self.budget < 0:
            raise TooMuch
        return found

    def runs(self, move: Move, state: State) -> set[State]:
        """The relation that a move denotes, at one state."""
        match move:
            case Nil():
                return {state}
            case Fail():
                return set()
            case Rewrite(before, after):
                return self.rewrite(before, after, state)
            case Sequence(parts):
                now = {state}
                for part in parts:
                    now = self.image(part, now)
                return now
            case Choice(options):
                return set().union(*(self.image(option, {state}) for option in options))
            case Repeat(body, low, high):
                return self.repeat(body, low, high, state)
            case Bind(cursor, cell, body):
                return self.bind(cursor, cell, body, state)
            case Each(cursor, cell, body):
                return self.each(cursor, cell, body, state)
            case Test(body, wanted):
                return {state} if bool(self.image(body, {state})) == wanted else set()
            case Adjust(name, relative, amount):
                counters = dict(state.counters)
                counters[name] = counters[name] + amount if relative else amount
                bounds = self.vocabulary.counters[name]
                fits = bounds.low <= counters[name] <= bounds.high
                return {state._replace(counters=frozenset(counters.items()))} if fits else set()
            case Compare(name, relation, other):
                value, counters = dict(state.counters)[name], dict(state.counters)
                wanted_value = other if isinstance(other, int) else counters[other]
                signs = {"=": "=", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}[relation]
                sign = "<" if value < wanted_value else ">" if value > wanted_value else "="
                return {state} if sign in signs else set()
            case Most(name, body):
                ends = self.image(body, {state})
                return {
                    e for e in ends if all(dict(e.counters)[name] >= dict(o.counters)[name] for o in ends)
                }
        raise AssertionError(f"{move} has no naive meaning")

    def repeat(self, body: Move, low: int, high: int | None, state: State) -> set[State]:
        """The union of the powers of a relation, from low to high or for ever."""
        power, times = {state}, low
        for _ in range(low):
            power = self.image(body, power)
        union = set(power)
        while high is None or times < high:
            power = self.image(body, union if high is None else power)
            if high is None and power <= union:
                break
            union, times = union | power, times + 1
        return union

    def bind(self, cursor: str, cell: Cell, body: Move, state: State) -> set[State]:
        """Choose a square, do the body, and restore the cursor."""
        return set().union(*(self.bound(cursor, spot, body, state) for spot in self.choices(cell, state)))

    def each(self, cursor: str, cell: Cell, body: Move, state: State) -> set[State]:
        """Square by square: if it matches then, the body, if that is possible."""
        now = {state}
        for site in self.space.sites:
            then: set[State] = set()
            for one in now:
                spots = [spot for spot in self.choices(cell, one) if spot[0] == site]
                then |= set().union(*(self.bound(cursor, spot, body, one) for spot in spots)) or {one}
            now = then
        return now

    def choices(self, cell: Cell, state: State) -> set[Spot]:
        """The squares that a binder may choose: all that fit, or the one where some cursors stand."""
        spots = {(site, self.upright) for site, _ in state.board}
        if cell.here:
            spots = {dict(state.cursors)[name] for name in cell.here}
            if len({site for site, _ in spots}) > 1:
                return set()
        board, allowed = dict(state.board), self.members(cell.contents)
        return {spot for spot in spots if board[spot[0]] in allowed and self.inside(cell, spot[0])}

    def bound(self, cursor: str, spot: Spot, body: Move, state: State) -> set[State]:
        """The body with the cursor at a place; afterwards the cursor is restored."""
        found, outside = set(), dict(state.cursors).get(cursor)
        chosen = dict(state.cursors) | {cursor: spot}
        for end in self.image(body, {state._replace(cursors=frozenset(chosen.items()))}):
            after = {name: place for name, place in end.cursors if name != cursor}
            after |= {cursor: outside} if outside else {}
            found.add(end._replace(cursors=frozenset(after.items())))
        return found
