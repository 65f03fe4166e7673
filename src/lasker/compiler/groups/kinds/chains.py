"""Chains: repeated hops of one piece until none is possible, `M+ ![M]`, each of which captures something.

The paths of a chain cannot be enumerated. Its single hops can, from every square, and so can the effects at
its end. Chains terminate because every hop leaves fewer pieces on the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from lasker.compiler.groups.alternatives import guards
from lasker.compiler.groups.kinds.path_classification import GONE
from lasker.compiler.groups.moves import EMPTY, Chain, Hop, Rule, RuleKey, Tail, Terms, image
from lasker.compiler.groups.path import CursorTrace, NotClassified, Path, Value, unconditional
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor
from lasker.compiler.ir.ops import Adjust, Body, Choose, Compare, Program, Require, Star

Shape = Callable[[Path], tuple[RuleKey, tuple[int, ...]]]
Kinds = Callable[[int], list[int]]


def is_chain(body: Body) -> bool:
    """Does a body choose a piece and repeat something with it until that is impossible?"""
    match body:
        case (Choose(cursor), Star(_, (again,), 1, None), Require(_, (asked,), False), *_):
            return cursor == again == asked
    return False


def chain_of(program: Program, body: Body, alphabet: int, shape: Shape, kinds: Kinds) -> Chain:
    """The body as a chain; NotClassified if one of the proofs fails."""
    return _ChainBuilder(program, body, alphabet, shape, kinds).chain()


class _ChainBuilder:
    """State of the enumeration of a chain's hops."""

    def __init__(self, program: Program, body: Body, alphabet: int, shape: Shape, kinds: Kinds) -> None:
        self.program, self.alphabet, self.shape, self.kinds = program, alphabet, shape, kinds
        self.guards = guards(body)
        begin, again, asked, *rest = body[len(self.guards) :]
        assert isinstance(begin, Choose)
        assert isinstance(again, Star)
        assert isinstance(asked, Require)
        self.begin, self.rest = begin, tuple(rest)
        self.again, self.asked = program.blocks[again.block], program.blocks[asked.block]
        self.walk = SymbolicExecutor(program)

    def chain(self) -> Chain:
        """Hops and ends for every kind of piece that the chain may pass through."""
        hops: dict[tuple[RuleKey, int], set[tuple[int, ...]]] = defaultdict(set)
        tails: dict[tuple[int, Value | None], int] = defaultdict(int)
        counters: set[tuple[Adjust | Compare, ...]] = set()
        contents, done = self.begin.contents & self.alphabet, 0
        while contents & ~done:
            kind = self.kinds(contents & ~done)[0]
            for site in range(self.program.sites):
                for path in self._hops(site, kind):
                    ((_, there),) = path.cursors
                    key, row = self.shape(path._replace(cursors=()))
                    hops[key, row.index(there)].add(row)
                    contents |= image(kind, unconditional(dict(path.writes).get(there, Value(None, 0, 0))))
                held, value, counted = self._tail(site, kind)
                tails[held, value] |= 1 << site
                counters.add(counted)
            done |= kind
        if len(counters) > 1 or contents & EMPTY:
            raise NotClassified("chains end in different ways")
        if self._has_lasting_marks() and any(self._captures_movers(key) for key, _ in hops):
            raise NotClassified("pieces bear marks that last, and two of them may end a chain alike")
        asked = tuple((op.block, op.wanted) for op in self.guards)
        return Chain(
            self.begin.contents & self.alphabet,
            self.begin.sites,
            tuple(Hop(Rule(*key, tuple(sorted(rows))), to) for (key, to), rows in hops.items()),
            tuple(Tail(held, sites, value) for (held, value), sites in tails.items()),
            Terms(counters.pop() if counters else (), asked),
        )

    def _from(self, site: int, kind: int, name: str, body: Body) -> list[Path]:
        """The paths of a body from a square that holds a piece of a kind, on boards of the alphabet."""
        (start,) = self.walk.restrict(Path(origin=site, cursors=((name, site),)), site, kind)
        if self.begin.noted and body is self.rest:
            start = start._replace(notes=(CursorTrace(site, unconditional(self.walk.at(start, site))),))
        ends = self.walk.body(body, start)
        settled = [end._replace(known=tuple((s, h & self.alphabet) for s, h in end.known)) for end in ends]
        return [end for end in settled if all(held for _, held in end.known)]

    def _hops(self, site: int, kind: int) -> list[Path]:
        """The single hops from a square: the same as those that the final test asks for."""
        found = self._from(site, kind, self.again.cursors[0], self.again.body)
        asked = self._from(site, kind, self.asked.cursors[0], self.asked.body)
        if {path.known for path in found} != {path.known for path in asked}:
            raise NotClassified("a chain does not end where it cannot go on")
        for path in found:
            if path.questions or path.counters or path.notes:
                raise NotClassified("a hop of a chain asks or counts something")
            if any(unconditional(value).adds & (1 << self.program.marks) - 1 for _, value in path.writes):
                raise NotClassified("a hop of a chain leaves a mark")
            if self._piece_balance(path) >= 0:
                raise NotClassified("a chain may go on for ever")
        return found

    def _has_lasting_marks(self) -> bool:
        """Are there marks that persist after a move has ended?"""
        return bool(((1 << self.program.marks) - 1) & ~self.program.ended)

    def _captures_movers(self, key: RuleKey) -> bool:
        """May a hop capture a piece that could have started the chain? Then chains of two different pieces
        may leave the same pieces with different marks."""
        holds, writes, *_ = key
        taken = (holds[column] for column, value in writes if column and value == GONE)
        return any(held & self.begin.contents for held in taken)

    def _piece_balance(self, path: Path) -> int:
        """An upper bound on the change in the number of pieces along a path."""
        known, more = dict(path.known), 0
        for site, value in path.writes:
            if site not in known:
                raise NotClassified("a path writes on a square that it has not looked at")
            value = unconditional(value)
            after = 1 << value.adds if value.site is None else image(known[value.site], value)
            more += after != EMPTY
            more -= not known[site] & EMPTY
        return more

    def _tail(self, site: int, kind: int) -> tuple[int, Value | None, tuple[Adjust | Compare, ...]]:
        """What the piece becomes where a chain ends, and the counter updates there."""
        found = self._from(site, kind, self.begin.cursor, self.rest)
        if len(found) != 1:
            raise NotClassified("the end of a chain has several ways, or none")
        (path,) = found
        writes = {at: unconditional(value) for at, value in path.writes}
        now = writes.get(site, Value(site, -1, 0))
        if path.questions or set(writes) - {site} or len(path.known) > 1:
            raise NotClassified("the end of a chain does more than change the piece")
        if any((note.end, note.value) != (site, now) for note in path.notes):
            raise NotClassified("labels tell more than where a chain begins and ends")
        value = writes.get(site)
        if value is not None and value.site is not None:
            raise NotClassified("the end of a chain changes marks")
        return dict(path.known)[site], value, path.counters
