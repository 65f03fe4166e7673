"""What a move term can do to linear potentials: lower bounds found from the term alone, never by playing.

A potential is a sum over the board: minus the number of some symbols, or minus the way some pieces still
have to go; or it is a counter. For every term a few vectors are found, one entry a potential: whatever the
term does raises all potentials by at least what one of the vectors says. Places are left open, symbols are
tracked through cursors; where nothing is known everything is assumed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
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
from lasker.kernel.errors import LimitError
from lasker.model.game import Game
from lasker.proofs.cursor_contents import Sights, either, sights_of
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace

Vector = tuple[float, ...]
Floor = frozenset[
    Vector
]  # every effect is at least one of these, entry by entry; empty where nothing can happen
MOST_VECTORS = 400
MOST_CASES = 4000
MOST_WORK = 3_000_000  # comparisons of vectors, before the question is left open


@dataclass(frozen=True)
class Potential:
    """A bounded whole number that a position has: `words` say which."""

    words: str
    symbols: int = 0  # a bit set; these count −1 each, or −(steps to go) where there is an axis
    axis: int | None = None
    signs: tuple[int, ...] = ()  # which way each player's pieces go along the axis
    counter: CounterName | None = None
    upward: bool = True  # may the counter only rise, or only fall?


@dataclass(frozen=True)
class Found:
    """What a term can do: the floor of its effects, the sights afterwards, and all symbols it may write."""

    floor: Floor
    sights: Sights
    written: int = 0


@dataclass
class Potentials:
    """The potentials of one game, and what its terms do to them.

    >>> from lasker.play.game import load
    >>> model = load("tictactoe").model
    >>> potentials = Potentials(model)
    >>> potentials.every[0].words, {vector[0] for vector in potentials.floor(model.states["x"].move)}
    ('empty squares get fewer', {1})
    """

    game: Game
    _memory: dict[tuple[int, Sights], Found] = field(default_factory=dict)
    _kept: list[Move] = field(default_factory=list)
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
                for axis, way in product(range(self.space.dimension), (1, -1)):
                    turned = tuple(way * sign for sign in signs)
                    who = "every piece" if name is None else f"every {name}"
                    told = f"{who} goes {'up' if way > 0 else 'down'} axis {axis + 1}, as its owner sees it"
                    yield Potential(told, symbols, axis, turned)
        for i, piece in enumerate(pieces, 1):
            yield Potential(f"{piece.glyph} get fewer", 1 << i)
        for key, counter in self.words.counters.items():
            if not counter.scratch:
                whose = "" if counter.owner is None else f" of {self.words.players[counter.owner]}"
                yield Potential(f"{counter.name}{whose} falls", counter=key, upward=False)
                yield Potential(f"{counter.name}{whose} rises", counter=key)

    def span(self, potential: Potential) -> int:
        """How far a potential can rise at most."""
        if potential.counter is not None:
            counter = self.words.counters[potential.counter]
            return counter.high - counter.low
        return len(self.space.sites) * (1 if potential.axis is None else self._length(potential.axis))

    def left(self, potential: Potential, at: Configuration) -> int:
        """How far a potential can still rise from a position on."""
        if potential.counter is not None:
            counter = self.words.counters[potential.counter]
            value = at.counters[self.game.arena.slots[potential.counter]]
            return counter.high - value if potential.upward else value - counter.low
        found = 0
        for site, content in enumerate(at.board):
            symbol = self.words.symbol(content)
            if potential.symbols >> symbol & 1:
                found += 1 if potential.axis is None else self._to_go(potential, symbol, site)
        return found

    def _to_go(self, potential: Potential, symbol: int, site: int) -> int:
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

    def floor(self, move: Move) -> Floor:
        """Vectors such that whatever the move does is at least one of them."""
        return self._run(move, ()).floor

    def _run(self, move: Move, sights: Sights) -> Found:
        key = (id(move), sights)
        if key not in self._memory:
            self._kept.append(move)  # so that its identity is not used again
            self._memory[key] = self._found(move, sights)
        return self._memory[key]

    def _found(self, move: Move, sights: Sights) -> Found:
        match move:
            case Fail():
                return Found(frozenset(), sights)
            case Rewrite():
                return self._rewritten(move, sights)
            case Sequence(parts):
                return self._in_order(parts, sights)
            case Choice(options):
                return self._joined([self._run(option, sights) for option in options], sights)
            case Repeat(body, low):
                body_found = self._again(body, sights)
                whole = self._many(body_found.floor)
                for _ in range(min(low, 3)):
                    whole = self._sum(whole, body_found.floor)
                return Found(whole, body_found.sights, body_found.written)
            case Bind(cursor, cell, body):
                return self._bound(cursor, cell, body, sights)
            case Each(cursor, cell, body):
                found = self._again(Choice((Bind(cursor, cell, body),)), sights)
                return Found(self._many(found.floor), found.sights, found.written)
            case Test(body, wanted):
                seen = self._narrowed(body, sights) if wanted else sights
                return Found(frozenset() if seen is None else frozenset([self.zero]), seen or sights)
            case Adjust():
                return Found(frozenset([self._adjusted(move)]), sights)
            case Most(_, body):
                return self._run(body, sights)
            case _:
                return Found(frozenset([self.zero]), sights)

    def _in_order(self, parts: tuple[Move, ...], sights: Sights) -> Found:
        floor, written = frozenset([self.zero]), 0
        for part in parts:
            found = self._run(part, sights)
            floor, sights, written = self._sum(floor, found.floor), found.sights, written | found.written
            if not floor:
                break
        return Found(floor, sights, written)

    def _joined(self, options: list[Found], sights: Sights) -> Found:
        able = [found for found in options if found.floor]
        if not able:
            return Found(frozenset(), sights)
        seen = able[0].sights
        for found in able[1:]:
            seen = either(seen, found.sights)
        written = 0
        for found in able:
            written |= found.written
        return Found(self._least(vector for found in able for vector in found.floor), seen, written)

    def _again(self, body: Move, sights: Sights) -> Found:
        """The body with sights that hold before and after any number of rounds."""
        while True:
            found = self._run(body, sights)
            wider = either(sights, found.sights) if found.floor else sights
            if wider == sights:
                return Found(found.floor, sights, found.written)
            sights = wider

    def _many(self, floor: Floor) -> Floor:
        """Any number of such effects: what can fall may fall without end."""
        whole: Floor = frozenset([self.zero])
        while True:
            longer = self._sum(whole, floor)
            sunk = (tuple(-inf if entry < 0 else entry for entry in vector) for vector in longer)
            wider = self._least([*whole, *sunk])
            if wider == whole:
                return whole
            whole = wider

    def _bound(self, cursor: str, cell: Cell, body: Move, sights: Sights) -> Found:
        outside = dict(sights)
        seen = self._symbols(cell.contents)
        for name in cell.here:
            seen &= outside.get(name, self.all)
        if not seen:
            return Found(frozenset(), sights)
        found = self._run(body, sights_of({**outside, cursor: seen}))
        after = dict(found.sights)
        after.pop(cursor, None)
        if cursor in outside:
            after[cursor] = outside[cursor] | found.written
        return Found(found.floor, sights_of(after), found.written)

    def _narrowed(self, body: Move, sights: Sights) -> Sights | None:
        """What a positive test of a plain pattern says of the cursors in it; None if it must fail."""
        options = children(body) if isinstance(body, Choice) else (body,)
        if not all(isinstance(option, Rewrite) and not option.after.cells for option in options):
            return sights
        seen: dict[str, int] = {}
        for option in options:
            assert isinstance(option, Rewrite)
            here = dict(sights)
            for _, cell in option.before.cells:
                for name in cell.cursors:
                    here[name] = here.get(name, self.all) & self._symbols(cell.contents)
            if all(here.values()):
                seen = {name: seen.get(name, 0) | mask for name, mask in here.items()}
        return sights_of(seen) if seen or not sights else None

    def _rewritten(self, move: Rewrite, sights: Sights) -> Found:
        known = dict(sights)
        before: dict[Offset, int] = {}
        stands: dict[str, Offset] = {}
        for offset, cell in move.before.cells:
            mask = self._symbols(cell.contents)
            for name in cell.cursors:
                mask &= known.get(name, self.all)
                stands[name] = offset
            if not mask and not cell.contents & self.words.void:
                return Found(frozenset(), sights)
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
        return Found(self._effects(before, writes, new, stands), sights_of(after), written)

    def _effects(
        self,
        before: dict[Offset, int],
        writes: dict[Offset, int | str],
        new: dict[Offset, int],
        stands: dict[str, Offset],
    ) -> Floor:
        """Every way to read the symbols of a rewrite, each with what it does to the potentials."""
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
        for symbol, at in gained:  # who leaves a square and who comes to another may be one piece
            sign = self._sign(potential, symbol)
            ways = [
                (self._step(start, at, potential.axis, sign), index)
                for index, (other, start) in enumerate(lost)
                if self._sign(potential, other) == sign
            ]
            step, index = max(ways, default=(-float(self._length(potential.axis)), -1))
            change += step
            if index >= 0:
                lost.pop(index)
        return change

    def _step(self, start: Offset, end: Offset, axis: int, sign: int) -> float:
        """How far one comes along an axis from one offset to another, wherever the rule is laid."""
        key = (start, end, axis, sign)
        if key not in self._steps:
            places = [
                (site, frame) for site, _ in self.space.places for frame in range(len(self.space.frames))
            ]
            ways = ((self.space.reach(at, start), self.space.reach(at, end)) for at in places)
            sites = self.space.sites
            steps = [sign * (sites[b[0]][axis] - sites[a[0]][axis]) for a, b in ways if a and b]
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

    def _sum(self, a: Floor, b: Floor) -> Floor:
        return self._least(tuple(x + y for x, y in zip(v, w, strict=True)) for v in a for w in b)

    def _least(self, vectors: Iterable[Vector]) -> Floor:
        """The vectors that are not above another one; too many become one below all of them."""
        kept: list[Vector] = []
        for vector in sorted(set(vectors)):
            self._work += len(kept)
            if self._work > MOST_WORK:
                raise LimitError(f"more than {MOST_WORK} effects of moves would have to be compared")
            if not any(all(x <= y for x, y in zip(low, vector, strict=True)) for low in kept):
                kept.append(vector)
        if len(kept) > MOST_VECTORS:
            kept = [tuple(map(min, zip(*kept, strict=True)))]
        return frozenset(kept)
