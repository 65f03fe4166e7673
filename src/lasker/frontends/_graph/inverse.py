"""The way back: the pieces of any game as displacements and guards, found by setting them on the board.

Every kind is put on every square three times: alone, among enemies, with its nearest squares blocked. What it
then does shows its vectors, which of them slide, capture or do not, from which squares, where it is promoted.
What depends on anything else is not seen this way, and is said to be lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import gcd

from lasker.algebra.contents import Piece
from lasker.frontends._graph import terms as t
from lasker.frontends._graph.phi import Displacement, Pair, specification
from lasker.kernel.errors import DeclarationError
from lasker.model.game import Game
from lasker.notation.explain import Lenient
from lasker.space.space import LatticeSpace


@dataclass(frozen=True)
class Way:
    """A vector that a piece was seen to go, whether it can be blocked on the way, what it is only for."""

    vector: t.Offset
    blocked: bool
    only: str | None


@dataclass
class Found:
    """A piece as far as it shows itself: its pair, the regions its guards need, what it is promoted to."""

    pair: Pair
    regions: dict[str, list[str]] = field(default_factory=dict)
    promotion: tuple[str, tuple[str, ...]] | None = None


class Probe:
    """Sets pieces of a game on its board and watches them."""

    def __init__(self, game: Game) -> None:
        if not isinstance(game.space, LatticeSpace):
            raise DeclarationError(
                "a graph has no vectors", remedy="only games on lattices have displacements"
            )
        self.game, self.space, self.vocabulary = game, game.space, game.rules.vocabulary
        self.state = next(iter(game.states.values()))
        self.arena = Lenient(game)  # tests with a reason, such as check, are not about displacements
        self.enemy = next((p for p in self.vocabulary.pieces if p.owner not in {0, None}), None)

    def goes(self, piece: Piece, site: int, others: dict[int, int]) -> dict[int, set[int]]:
        """Where a piece goes from a site, among other contents: the squares, and what it is there."""
        board = [0] * len(self.space.sites)
        for place, content in others.items():
            board[place] = content
        board[site] = self.vocabulary.content(piece.glyph)
        found: dict[int, set[int]] = {}
        for end in self.arena.runs(self.state.move, self.arena.start(board)):
            after = self.vocabulary.ended(end.board)
            changed = [i for i, (old, new) in enumerate(zip(board, after, strict=True)) if old != new]
            if site in changed and len(changed) == 2 and not self.vocabulary.symbol(after[site]):
                (target,) = set(changed) - {site}
                found.setdefault(target, set()).add(self.vocabulary.symbol(after[target]))
        return found

    def piece(self, piece: Piece) -> Found:
        """The pair of a piece."""
        enemy = self.vocabulary.content(self.enemy.glyph) if self.enemy else 0
        own = self.vocabulary.content(piece.glyph)
        everywhere = range(len(self.space.sites))
        ways: dict[Way, set[int]] = {}
        promoted: dict[int, set[int]] = {}
        takes_far: dict[t.Offset, bool] = {}  # asked once for each vector
        for site in everywhere:
            alone = self.goes(piece, site, {})
            among = self.goes(piece, site, {other: enemy for other in everywhere if other != site})
            blocked = self.goes(piece, site, self._ring(site, alone, own))
            for target, symbols in (*alone.items(), *among.items()):
                if symbols != {self.vocabulary.symbol(own)}:
                    promoted.setdefault(target, set()).update(symbols)
            for target in {*alone, *among}:
                vector = self._vector(site, target)
                far = vector != self._primitive(vector) and target in alone and target not in blocked
                if far and vector not in takes_far:
                    takes_far[vector] = target in self.goes(piece, site, {target: enemy})
                takes = target in among or (far and takes_far[vector])
                only = None if takes and target in alone else "move" if target in alone else "capture"
                ways.setdefault(Way(vector, far, only), set()).add(site)
        found = Found(Pair(frozenset()))
        found.pair = Pair(frozenset(self._delta(piece, self._slides(ways), found)))
        if promoted:
            kinds = {symbol for symbols in promoted.values() for symbol in symbols} - {
                self.vocabulary.symbol(own)
            }
            region = f"{_word(piece.name)}_promotes"
            found.regions[region] = [self.space.label(site) for site in sorted(promoted)]
            found.promotion = (region, tuple(self.vocabulary.pieces[s - 1].name for s in sorted(kinds)))
        return found

    def _ring(self, site: int, targets: Iterable[int], content: int) -> dict[int, int]:
        """Something on the first square of every line."""
        found = {}
        for target in targets:
            place = self.space.reach((site, 0), self._primitive(self._vector(site, target)))
            if place is not None and place[0] != site:
                found[place[0]] = content
        return found

    def _vector(self, site: int, target: int) -> t.Offset:
        a, b = self.space.sites[site], self.space.sites[target]
        vector = [y - x for x, y in zip(a, b, strict=True)]
        for gluing in self.space.gluings:  # around the seam, the shorter way
            half = gluing.length // 2
            vector[gluing.axis] = (vector[gluing.axis] + half) % gluing.length - half
        return tuple(vector)

    def _primitive(self, vector: t.Offset) -> t.Offset:
        parts = gcd(*vector) if len(vector) > 1 else abs(vector[0])
        return tuple(x // max(1, parts) for x in vector)

    def _slides(self, ways: dict[Way, set[int]]) -> dict[tuple[Way, bool | int], set[int]]:
        """Ways that are one slide are joined: the same from every square, up to a greatest length."""
        found: dict[tuple[Way, bool | int], set[int]] = {(way, False): sites for way, sites in ways.items()}
        for first in [way for way in ways if way.vector == self._primitive(way.vector)]:
            line = [first]
            while (longer := Way(t.plus(line[-1].vector, first.vector), True, first.only)) in ways:
                line.append(longer)
            if len(line) == 1 or any(ways[way] != self._possible(way.vector) for way in line):
                continue
            for way in line:
                del found[way, False]
            farther = t.plus(line[-1].vector, first.vector)
            found[first, len(line) if self._possible(farther) else True] = ways[first]
        return found

    def _possible(self, vector: t.Offset) -> set[int]:
        """The squares from which a vector, as it is measured here, leads to another."""
        reached = {site: self.space.reach((site, 0), vector) for site in range(len(self.space.sites))}
        return {s for s, end in reached.items() if end and end[0] != s and self._vector(s, end[0]) == vector}

    def _delta(
        self, piece: Piece, ways: dict[tuple[Way, bool | int], set[int]], found: Found
    ) -> Iterator[Displacement]:
        """Vectors, with a guard where they do not work from every square or need a clear path."""
        for number, ((way, slides), sites) in enumerate(sorted(ways.items(), key=str), 1):
            zero = (0,) * len(way.vector)
            guards: set[tuple[str, t.Guard]] = set()
            if sites != self._possible(way.vector):
                region = f"{_word(piece.name)}_{number}"
                found.regions[region] = [self.space.label(site) for site in sorted(sites)]
                guards.add(("place", t.Within(t.Square("from", zero), region)))
            if way.blocked and slides is False:
                path = t.Path(t.Square("from", zero), t.Square("to", zero))
                guards.add(("path", t.path_clear(path)))
            yield Displacement(way.vector, slides, way.only, frozenset(guards))


def _word(name: str) -> str:
    return "".join(sign if sign.isalnum() and sign.isascii() else "_" for sign in name)


def converted(game: Game, board: str, view: str | None) -> tuple[str, list[str]]:
    """A game as YAML, and for each thing that is lost on the way, why."""
    probe, lost = Probe(game), []
    kinds = dict.fromkeys(piece.name for piece in game.rules.vocabulary.pieces)
    regions: dict[str, list[str]] = {}
    blocks = []
    for kind in kinds:
        pieces = [piece for piece in game.rules.vocabulary.pieces if piece.name == kind]
        own = next((piece for piece in pieces if piece.owner in {0, None}), pieces[0])
        found = probe.piece(own)
        if not found.pair.delta:
            lost.append(
                f"the {kind}: it never moves alone from one square to another, so it has no displacement"
            )
        regions |= found.regions
        signs = [f'symbols: "{"".join(piece.glyph for piece in pieces)}"'] if _drawn(pieces) else []
        signs.append(f"letters: [{', '.join(piece.letter for piece in pieces)}]")
        if found.promotion:
            into = ", ".join(map(_word, found.promotion[1]))
            signs.append(f"promotion: {{in: {found.promotion[0]}, to: [{into}]}}")
        blocks.append(specification(_word(kind), found.pair, signs))
    lost += _losses(game)
    lines = [
        "lasker: 1",
        f"game: {_text(game.title)}",
        f"about: {_text(game.about)}",
        f"source: {_text(game.source)}",
    ]
    lines += [f"players: [{', '.join(game.players)}]", f"board: {board}"]
    lines += [f"view: {view}"] if view else []
    lines.append(f"start: {_text(' '.join(game.start.split()[:2]))}")
    if regions:
        lines.append("regions:")
        lines += [f'  {name}: {{each: "{", ".join(squares)}"}}' for name, squares in regions.items()]
    lines.append("pieces:")
    for block in blocks:
        first, *rest = block.splitlines()
        lines += [f"  - {first}", *(f"    {line}" for line in rest)]
    lines += ["ends:", "  no move is left: {lost: not can(move)}"]
    return "\n".join(lines) + "\n", lost


def _drawn(pieces: list[Piece]) -> bool:
    return all(len(piece.glyph) == 1 and piece.glyph != piece.letter for piece in pieces)


def _text(text: str) -> str:
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'


def _losses(game: Game) -> list[str]:
    """What the tables cannot say, each with the reason."""
    lost = []
    vocabulary = game.rules.vocabulary
    if vocabulary.marks:
        lost.append(
            f"the marks {', '.join(vocabulary.marks)}: moves that need them are not seen by a piece alone"
        )
    if vocabulary.counters:
        names = dict.fromkeys(name for name, _ in vocabulary.counters)
        lost.append(f"the counters {', '.join(names)}: their effects are not displacements")
    if game.rules.declared.states:
        lost.append(f"the states {', '.join(game.states)}: turns pass strictly in the specification")
    for ending in (*game.endings, *game.adjudications, *game.faults):
        lost.append(f"{ending.reason!r}: conditions are not translated back from the algebra")
    for name in game.rules.declared.reasons:
        lost.append(f"the test {name}: what forbids moves is not seen by a piece alone; add a guard")
    return lost
