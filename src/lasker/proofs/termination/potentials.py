"""Bounds on how a move term changes linear potentials, by abstract interpretation of the term.

A potential is a sum over the board (minus the number of some symbols, or minus the distance that some pieces
still have to go) or a counter. For every term a few vectors are computed, one entry for each potential:
every run of the term raises all potentials by at least one of the vectors. Places are unknown, symbols are
tracked through cursors; where nothing is known the worst case is assumed.
Long because every kind of term has a case, and the cases share the state of the interpretation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from itertools import product
from math import inf, prod

from lasker.algebra.contents import members
from lasker.algebra.fragments import Cell
from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    CounterName,
    Each,
    Fail,
    Most,
    Move,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    children,
)
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.proofs.termination.cursor_contents import CursorContents, canonical, join
from lasker.proofs.termination.possible_moves import limit
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace

Vector = tuple[float, ...]
LowerBounds = frozenset[
    Vector
]  # every effect is at least one of these, entry by entry; empty where nothing can happen
MOST_VECTORS = 400
MOST_CASES = 4000
MOST_WORK = 3_000_000  # comparisons of vectors, before the proof is given up


@dataclass(frozen=True)
class Potential:
    """A bounded integer function of the position, described by `words`."""

    words: str
    symbols: int = 0  # a bit set; these count −1 each, or −(distance) if there is an axis
    axis: int | None = None
    signs: tuple[int, ...] = ()  # the direction of each player's pieces along the axis
    counter: CounterName | None = None
    upward: bool = True  # does the counter only rise, or only fall?


@dataclass(frozen=True)
class AbstractResult:
    """The abstract result of a term: the lower bound of its effects, the symbols
    under cursors, the symbols written."""

    floor: LowerBounds
    under: CursorContents
    written: int = 0


@dataclass
class Potentials:
    """The potentials of one game, and the bounds on how its terms change them.

    >>> from lasker.play.game import load
    >>> model = load("tictactoe").model
    >>> potentials = Potentials(model)
    >>> potentials.every[0].words, {vector[0] for vector in potentials.floor(model.states["x"].move)}
    ('empty squares get fewer', {1})
    """

    game: Game
    _cache: dict[tuple[int, CursorContents], AbstractResult] = field(default_factory=dict)
    _referenced: list[Move] = field(default_factory=list)
    _steps: dict[tuple[Offset, Offset, int, int], float] = field(default_factory=dict)
    _work: int = 0

    def __post_init__(self) -> None:
        self.words, self.space = self.game.rules.vocabulary, self.game.space
        self.all = (1 << len(self.words.glyphs)) - 1
        self.every = tuple(self._candidates())
        self.zero: Vector = (0,) * len(self.every)

    def _candidates(self) -> Iterable[Potential]:
        pieces = self.words.pieces
        yield Potential("empty squares get fewer", 1)
        yield Potential("pieces get fewer", self.all - 1)
        names = dict.fromkeys(piece.name for piece in pieces)
        if isinstance(self.space, LatticeSpace):
            signs = tuple((-1) ** player for player in range(len(self.words.players)))
            for name in (None, *names):
                symbols = sum(1 << i for i, p in enumerate(pieces, 1) if name in (None, p.name))
                for axis, direction in product(range(self.space.dimension), (1, -1)):
                    turned = tuple(direction * sign for sign in signs)
                    who = "every piece" if name is None else f"every {name}"
                    up = "up" if direction > 0 else "down"
                    words = f"{who} goes {up} axis {axis + 1}, as its owner sees it"
                    yield Potential(words, symbols, axis, turned)
        for i, piece in enumerate(pieces, 1):
            yield Potential(f"{piece.glyph} get fewer", 1 << i)
        for key, counter in self.words.counters.items():
            if not counter.scratch:
                whose = "" if counter.owner is None else f" of {self.words.players[counter.owner]}"
                yield Potential(f"{counter.name}{whose} falls", counter=key, upward=False)
                yield Potential(f"{counter.name}{whose} rises", counter=key)

    def span(self, potential: Potential, states: frozenset[str]) -> int:
        """The greatest possible rise of a potential while the game goes on in some states."""
        if potential.counter is not None:
            counter = self.words.counters[potential.counter]
            return limit(self.game, potential.counter, states) - counter.low
        return len(self.space.sites) * (1 if potential.axis is None else self._length(potential.axis))

    def left(self, potential: Potential, at: Configuration, states: frozenset[str]) -> int:
        """The same from a given position on."""
        if potential.counter is not None:
            counter = self.words.counters[potential.counter]
            value = at.counters[self.game.arena.slots[potential.counter]]
            most = limit(self.game, potential.counter, states)
            return max(0, most - value) if potential.upward else value - counter.low
        found = 0
        for site, content in enumerate(at.board):
            symbol = self.words.symbol(content)
            if potential.symbols >> symbol & 1:
                found += 1 if potential.axis is None else self.to_go(potential, symbol, site)
        return found

    def to_go(self, potential: Potential, symbol: int, site: int) -> int:
        """How far a piece has to go along the axis of a potential."""
        assert isinstance(self.space, LatticeSpace)
        assert potential.axis is not None
        at = self.space.sites[site][potential.axis]
        up = self._sign(potential, symbol) > 0
        return int(self.space.high[potential.axis] - at if up else at - self.space.low[potential.axis])

    def _sign(self, potential: Potential, symbol: int) -> int:
        owner = self.words.pieces[symbol - 1].owner
        return potential.signs[owner or 0]

    def _length(self, axis: int) -> int:
        assert isinstance(self.space, LatticeSpace)
        return int(self.space.high[axis] - self.space.low[axis])

    def floor(self, move: Move) -> LowerBounds:
        """Lower bounds: every run of the move changes the potentials by at least one of these vectors."""
        return self._run(move, ()).floor

    def _run(self, move: Move, under: CursorContents) -> AbstractResult:
        key = (id(move), under)
        if key not in self._cache:
            self._referenced.append(move)  # so that its identity is not reused
            self._cache[key] = self._found(move, under)
        return self._cache[key]

    def _found(self, move: Move, under: CursorContents) -> AbstractResult:
        match move:
            case Fail():
                return AbstractResult(frozenset(), under)
            case Rewrite():
                return self._rewritten(move, under)
            case Sequence(parts):
                return self._in_order(parts, under)
            case Choice(options):
                return self._joined([self._run(option, under) for option in options], under)
            case Repeat(body, low):
                body_found = self._invariant_run(body, under)
                whole = self._any_number(body_found.floor)
                for _ in range(min(low, 3)):
                    whole = self._sum(whole, body_found.floor)
                return AbstractResult(whole, body_found.under, body_found.written)
            case Bind(cursor, cell, body):
                return self._binder(cursor, cell, body, under)
            case Each(cursor, cell, body):
                found = self._invariant_run(Choice((Bind(cursor, cell, body),)), under)
                return AbstractResult(self._any_number(found.floor), found.under, found.written)
            case Test(body, wanted):
                seen = self._narrowed(body, under) if wanted else under
                return AbstractResult(frozenset() if seen is None else frozenset([self.zero]), seen or under)
            case Adjust():
                return AbstractResult(frozenset([self._adjusted(move)]), under)
            case Most(_, body):
                return self._run(body, under)
            case _:
                return AbstractResult(frozenset([self.zero]), under)

    def _in_order(self, parts: tuple[Move, ...], under: CursorContents) -> AbstractResult:
        floor, written = frozenset([self.zero]), 0
        for part in parts:
            found = self._run(part, under)
            floor, under, written = self._sum(floor, found.floor), found.under, written | found.written
            if not floor:
                break
        return AbstractResult(floor, under, written)

    def _joined(self, options: list[AbstractResult], under: CursorContents) -> AbstractResult:
        able = [found for found in options if found.floor]
        if not able:
            return AbstractResult(frozenset(), under)
        seen = able[0].under
        for found in able[1:]:
            seen = join(seen, found.under)
        written = 0
        for found in able:
            written |= found.written
        return AbstractResult(self._least(vector for found in able for vector in found.floor), seen, written)

    def _invariant_run(self, body: Move, under: CursorContents) -> AbstractResult:
        """The result of the body from a loop invariant, valid before and after any number of rounds."""
        while True:
            found = self._run(body, under)
            wider = join(under, found.under) if found.floor else under
            if wider == under:
                return AbstractResult(found.floor, under, found.written)
            under = wider

    def _any_number(self, floor: LowerBounds) -> LowerBounds:
        """Any number of such effects: an entry that can fall is unbounded below."""
        whole: LowerBounds = frozenset([self.zero])
        while True:
            longer = self._sum(whole, floor)
            sunk = (tuple(-inf if entry < 0 else entry for entry in vector) for vector in longer)
            wider = self._least([*whole, *sunk])
            if wider == whole:
                return whole
            whole = wider

    def _binder(self, cursor: str, cell: Cell, body: Move, under: CursorContents) -> AbstractResult:
        outside = dict(under)
        seen = self._symbols(cell.contents)
        for name in cell.here:
            seen &= outside.get(name, self.all)
        if not seen:
            return AbstractResult(frozenset(), under)
        found = self._run(body, canonical({**outside, cursor: seen}))
        after = dict(found.under)
        after.pop(cursor, None)
        if cursor in outside:
            after[cursor] = outside[cursor] | found.written
        return AbstractResult(found.floor, canonical(after), found.written)

    def _narrowed(self, body: Move, under: CursorContents) -> CursorContents | None:
        """The symbols under cursors after a positive test of a plain pattern; None if the test must fail."""
        options = children(body) if isinstance(body, Choice) else (body,)
        if not all(isinstance(option, Rewrite) and not option.after.cells for option in options):
            return under
        seen: dict[str, int] = {}
        for option in options:
            assert isinstance(option, Rewrite)
            here = dict(under)
            for _, cell in option.before.cells:
                for name in cell.cursors:
                    here[name] = here.get(name, self.all) & self._symbols(cell.contents)
            if all(here.values()):
                seen = {name: seen.get(name, 0) | mask for name, mask in here.items()}
        return canonical(seen) if seen or not under else None

    def _rewritten(self, move: Rewrite, under: CursorContents) -> AbstractResult:
        known = dict(under)
        before: dict[Offset, int] = {}
        stands: dict[str, Offset] = {}
        for offset, cell in move.before.cells:
            mask = self._symbols(cell.contents)
            for name in cell.cursors:
                mask &= known.get(name, self.all)
                stands[name] = offset
            if not mask and not cell.contents & self.words.void:
                return AbstractResult(frozenset(), under)
            before[offset] = mask or self.all
        writes: dict[Offset, int | str] = {}  # new symbols, or the cursor whose piece is carried there
        for offset, cell in move.after.cells:
            if cell.piece:
                writes[offset] = cell.piece
            elif not (cell.gains or cell.loses or cell.bare):
                writes[offset] = self._symbols(cell.contents)
        held = {name: before[at] for name, at in stands.items()}
        new = {
            at: made if isinstance(made, int) else held.get(made, known.get(made, self.all))
            for at, made in writes.items()
        }
        written = 0
        for mask in new.values():
            written |= mask
        places = {**stands, **{name: at for at, cell in move.after.cells for name in cell.cursors}}
        after = {
            name: new.get(places[name], before.get(places[name], self.all))
            if name in places
            else mask | written
            for name, mask in known.items()
        }
        return AbstractResult(self._effects(before, writes, new, stands), canonical(after), written)

    def _effects(
        self,
        before: dict[Offset, int],
        writes: dict[Offset, int | str],
        new: dict[Offset, int],
        stands: dict[str, Offset],
    ) -> LowerBounds:
        """The effects on the potentials for every assignment of symbols to the squares of a rewrite."""
        sources = {made: stands.get(made) for made in writes.values() if isinstance(made, str)}
        open_old = {at: before.get(at, self.all) for at in writes}
        open_old |= {at: before[at] for at in sources.values() if at is not None}
        free = {at: mask for at, mask in new.items() if sources.get(str(writes[at])) is None}
        choices = [list(members(mask)) for mask in (*open_old.values(), *free.values())]
        if prod(map(len, choices)) > MOST_CASES:
            return frozenset([(-inf,) * len(self.every)])
        found: set[Vector] = set()
        for case in product(*choices):
            old = dict(zip(open_old, case, strict=False))
            made = dict(zip(free, case[len(open_old) :], strict=True))
            gone, come = [], []
            for at, what in writes.items():
                source = sources.get(what) if isinstance(what, str) else None
                arrives = made[at] if source is None else old[source]
                if arrives != old[at]:
                    gone.append((old[at], at))
                    come.append((arrives, at))
            found.add(tuple(self._change(potential, gone, come) for potential in self.every))
        return self._least(found)

    def _change(
        self, potential: Potential, gone: list[tuple[int, Offset]], come: list[tuple[int, Offset]]
    ) -> float:
        if potential.counter is not None:
            return 0
        lost = [(symbol, at) for symbol, at in gone if potential.symbols >> symbol & 1]
        gained = [(symbol, at) for symbol, at in come if potential.symbols >> symbol & 1]
        if potential.axis is None:
            return len(lost) - len(gained)
        change = 0.0
        for symbol, at in gained:  # a symbol that disappears and one that appears may be one moving piece
            sign = self._sign(potential, symbol)
            paths = [
                (self._step(start, at, potential.axis, sign), index)
                for index, (other, start) in enumerate(lost)
                if self._sign(potential, other) == sign
            ]
            step, index = max(paths, default=(-float(self._length(potential.axis)), -1))
            change += step
            if index >= 0:
                lost.pop(index)
        return change

    def _step(self, start: Offset, end: Offset, axis: int, sign: int) -> float:
        """The distance gained along an axis from one offset to another, for any anchor of the rule."""
        key = (start, end, axis, sign)
        if key not in self._steps:
            places = [
                (site, frame) for site, _ in self.space.places for frame in range(len(self.space.frames))
            ]
            paths = ((self.space.reach(at, start), self.space.reach(at, end)) for at in places)
            sites = self.space.sites
            steps = [sign * (sites[b[0]][axis] - sites[a[0]][axis]) for a, b in paths if a and b]
            self._steps[key] = min(steps, default=0)
        return self._steps[key]

    def _adjusted(self, move: Adjust) -> Vector:
        def change(potential: Potential) -> float:
            if potential.counter != move.counter:
                return 0
            if move.relative:
                return move.amount if potential.upward else -move.amount
            counter = self.words.counters[move.counter]
            return move.amount - counter.high if potential.upward else counter.low - move.amount

        return tuple(map(change, self.every))

    def _symbols(self, contents: int) -> int:
        size = self.words.size // len(self.words.glyphs)
        marks = (1 << size) - 1
        return sum(1 << i for i in range(len(self.words.glyphs)) if contents >> i * size & marks)

    def _sum(self, a: LowerBounds, b: LowerBounds) -> LowerBounds:
        return self._least(tuple(x + y for x, y in zip(v, w, strict=True)) for v in a for w in b)

    def _least(self, vectors: Iterable[Vector]) -> LowerBounds:
        """The minimal vectors; too many are replaced by their common lower bound."""
        minimal: list[Vector] = []
        for vector in sorted(set(vectors)):
            self._work += len(minimal)
            if self._work > MOST_WORK:
                raise LimitError(f"more than {MOST_WORK} effects of moves would have to be compared")
            if not any(all(x <= y for x, y in zip(low, vector, strict=True)) for low in minimal):
                minimal.append(vector)
        if len(minimal) > MOST_VECTORS:
            minimal = [tuple(map(min, zip(*minimal, strict=True)))]
        return frozenset(minimal)
