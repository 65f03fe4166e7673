"""The way back: the pieces of any game as displacements and guards, read from their movement.

The destinations of every kind from every square, alone, among enemies, and with the nearest squares blocked,
are its vectors: which of them slide, capture or do not, from which squares, where it is promoted. What
depends on anything else is not seen this way, and is said to be lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import gcd

from lasker.algebra.contents import Piece
from lasker.algebra.moves import NIL, Move, Test
from lasker.frontends._graph import terms as t
from lasker.frontends._graph.back import Back, Unsaid, worded
from lasker.frontends._graph.phi import Displacement, Pair, specification, spelled
from lasker.kernel.errors import DeclarationError
from lasker.model.game import Ending, Game
from lasker.movement.movement import Movement
from lasker.space.space import LatticeSpace

WORDS = {"ends": "end", "adjudications": "adjudicate", "invalid": "invalid"}  # as the algebra says them


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
    """Reads displacements from the movements of the pieces of a game."""

    def __init__(self, game: Game) -> None:
        if not isinstance(game.space, LatticeSpace):
            raise DeclarationError(
                "a graph has no vectors", remedy="only games on lattices have displacements"
            )
        self.game, self.space, self.vocabulary = game, game.space, game.rules.vocabulary
        self.enemy = next((p for p in self.vocabulary.pieces if p.owner not in {0, None}), None)

    def goes(self, movement: Movement, site: int, others: dict[int, int]) -> dict[int, set[int]]:
        """Where a piece goes from a site, among other contents: the squares, and what it is there."""
        found = {
            to: {self.vocabulary.symbol(how.content) for how in arrivals if how.simple}
            for to, arrivals in movement.destinations(site, others).items()
        }
        return {to: symbols for to, symbols in found.items() if symbols}

    def piece(self, piece: Piece) -> Found:
        """The pair of a piece."""
        movement = Movement(self.game, piece)
        enemy = self.vocabulary.content(self.enemy.glyph) if self.enemy else 0
        own = self.vocabulary.content(piece.glyph)
        everywhere = range(len(self.space.sites))
        ways: dict[Way, set[int]] = {}
        promoted: dict[int, set[int]] = {}
        takes_far: dict[t.Offset, bool] = {}  # asked once for each vector
        for site in everywhere:
            alone = self.goes(movement, site, {})
            among = self.goes(movement, site, {other: enemy for other in everywhere if other != site})
            blocked = self.goes(movement, site, self._ring(site, alone, own))
            for target, symbols in (*alone.items(), *among.items()):
                if symbols != {self.vocabulary.symbol(own)}:
                    promoted.setdefault(target, set()).update(symbols)
            for target in {*alone, *among}:
                vector = self._vector(site, target)
                far = vector != self._primitive(vector) and target in alone and target not in blocked
                if far and vector not in takes_far:
                    takes_far[vector] = target in self.goes(movement, site, {target: enemy})
                takes = target in among or (far and takes_far[vector])
                only = None if takes and target in alone else "move" if target in alone else "capture"
                ways.setdefault(Way(vector, far, only), set()).add(site)
        found = Found(Pair(frozenset()))
        found.pair = Pair(frozenset(self._delta(piece, self._slides(ways), found)))
        if promoted:
            kinds = {symbol for symbols in promoted.values() for symbol in symbols} - {
                self.vocabulary.symbol(own)
            }
            region = f"{worded(piece.name)}_promotion"
            found.regions[region] = [self.space.label(site) for site in sorted(promoted)]
            found.promotion = (region, tuple(self.vocabulary.pieces[s - 1].name for s in sorted(kinds)))
        return found

    def is_royal(self, piece: Piece, check: Move) -> bool:
        """Is it check when this piece stands among enemies?"""
        sites = range(len(self.space.sites))
        own, place = self.vocabulary.content(piece.glyph), len(sites) // 2
        for other in self.vocabulary.pieces:
            if other.owner not in {0, None}:
                enemy = self.vocabulary.content(other.glyph)
                board = [own if site == place else enemy for site in sites]
                if self.game.arena.holds(check, self.game.arena.start(board)):
                    return True
        return False

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
                region = f"{worded(piece.name)}_{number}"
                found.regions[region] = [self.space.label(site) for site in sorted(sites)]
                guards.add(("place", t.Within(t.Square("from", zero), region)))
            if way.blocked and slides is False:
                path = t.Path(t.Square("from", zero), t.Square("to", zero))
                guards.add(("path", t.path_clear(path)))
            yield Displacement(way.vector, slides, way.only, frozenset(guards))


def converted(game: Game, board: str, view: str | None) -> tuple[str, list[str]]:
    """A game as YAML, and for each thing that is lost on the way, why."""
    probe, back, lost = Probe(game), Back(game), list[str]()
    kinds = dict.fromkeys(piece.name for piece in game.rules.vocabulary.pieces)
    regions: dict[str, str] = {}
    blocks = []
    checked = _is_checked(game, back)
    for kind in kinds:
        pieces = [piece for piece in game.rules.vocabulary.pieces if piece.name == kind]
        own = next((piece for piece in pieces if piece.owner in {0, None}), pieces[0])
        found = probe.piece(own)
        if not found.pair.delta:
            lost.append(
                f"the {kind}: it never moves alone from one square to another, so it has no displacement"
            )
        regions |= {name: f'{{each: "{", ".join(where)}"}}' for name, where in found.regions.items()}
        signs = [f'symbols: "{"".join(piece.glyph for piece in pieces)}"'] if _drawn(pieces) else []
        signs.append(f"letters: [{', '.join(piece.letter for piece in pieces)}]")
        if back.check is not None and probe.is_royal(own, back.check):
            signs.append("royal: true")
        if found.promotion:
            into = ", ".join(map(worded, found.promotion[1]))
            signs.append(f"promotion: {{in: {found.promotion[0]}, to: [{into}]}}")
        blocks.append(specification(worded(kind), found.pair, signs))
    rules = [
        *_rules("ends", game.endings, back, lost),
        *_rules("adjudications", game.adjudications, back, lost),
        *_rules("invalid", game.faults, back, lost),
    ]
    lost += _losses(game, checked)
    lines = [
        "lasker: 1",
        f"game: {_text(game.title)}",
        f"about: {_text(game.about)}",
        f"source: {_text(game.source)}",
    ]
    lines += [f"players: [{', '.join(game.players)}]", f"board: {board}"]
    lines += [f"view: {view}"] if view else []
    plain = not game.rules.vocabulary.marks and not game.rules.vocabulary.counters
    lines.append(f"start: {_text(game.start if plain else ' '.join(game.start.split()[:2]))}")
    lines += [f"fen: {' | '.join(map(' '.join, (game.fen_fields, *game.fen_dialects)))}"] if plain else []
    if regions | back.regions:
        lines.append("regions:")
        lines += [f"  {name}: {value}" for name, value in (regions | back.regions).items()]
    if checked:
        lines += ["guards: {safe: not after(in_check)}", f"reasons: {{safe: {_text(checked)}}}"]
    lines.append("pieces:")
    for block in blocks:
        first, *rest = block.splitlines()
        lines += [f"  - {first}", *(f"    {line}" for line in rest)]
    return "\n".join([*lines, *rules]) + "\n", lost


def _rules(kind: str, endings: Iterable[Ending], back: Back, lost: list[str]) -> Iterator[str]:
    """The ends, adjudications or impossible set-ups that can be said as conditions."""
    state, told = next(iter(back.game.states)), []
    for rule in endings:
        try:
            if rule.giving or rule.result not in {"won", "lost", "drawn", "invalid"}:
                raise Unsaid("its result is a share, or it asks who repeats")
            if rule.repeated and rule.tests.get(state) not in {None, NIL}:
                raise Unsaid("it asks for more than that a position is repeated")
            guard = t.Repeated(rule.repeated) if rule.repeated else back.guard(rule.tests[state])
        except Unsaid as reason:
            where = _where(back.game, WORDS[kind], f'"{rule.reason}"')
            lost.append(f"{where}{rule.reason!r}: {reason}")
            continue
        if guard == t.FALSE:
            continue  # a variant says so of a rule that it does away with
        said, manner = spelled(guard), f", {rule.manner}: true" * bool(rule.manner)
        value = _text(said) if kind == "invalid" else f"{{{rule.result}: {_text(said)}{manner}}}"
        told.append(f"  {_text(rule.reason)}: {value}")
    if told:
        yield f"{kind}:"
        yield from told
    elif kind == "ends":
        yield "ends:"
        yield "  no move is left: {lost: not can(move)}"


def _is_checked(game: Game, back: Back) -> str | None:
    """Why nobody may leave his royal piece attacked, in the words of the game; None if he may."""
    if not isinstance(back.check, Test):
        return None
    return game.reasons.get(Test(back.check.body, False))


def _drawn(pieces: list[Piece]) -> bool:
    return all(len(piece.glyph) == 1 and piece.glyph != piece.letter for piece in pieces)


def _text(text: str) -> str:
    return '"' + text.replace("\\", "/").replace('"', "'") + '"'


def _losses(game: Game, checked: str | None) -> list[str]:
    """What the tables cannot say, each with the reason."""
    lost = [
        f"{_where(game, 'mark', name)}the mark {name}: moves that need it are not seen by a piece alone"
        for name in game.rules.vocabulary.marks
    ]
    lost += [
        f"{_where(game, 'counter', name)}the counter {name}: its effects are not displacements"
        for name in dict.fromkeys(name for name, _ in game.rules.vocabulary.counters)
    ]
    lost += [
        f"{_where(game, 'state', name)}the state {name}: turns pass strictly in the specification"
        for name in game.rules.declared.states
    ]
    if game.settle != NIL:
        where = _where(game, "settle", "=")
        lost.append(f"{where}settle: what is tidied up after a move is not seen by a piece alone")
    for fact, said in (("pass", game.passes), ("moves", game.by_label), ("forbid", game.forbids_repetition)):
        if said:
            lost.append(f"{_where(game, fact, '')}{fact}: a fact that specifications found so do not have")
    for name, reason in game.rules.declared.reasons.items():
        if reason != checked:
            where = _where(game, "because", name)
            lost.append(
                f"{where}the test {name}: what forbids moves is not seen by a piece alone; add a guard"
            )
    return lost


def _where(game: Game, keyword: str, name: str) -> str:
    """The file and line where something is declared, to put before a message; nothing if it is not found."""
    line = re.compile(rf"^{keyword}\s+{re.escape(name)}", re.MULTILINE)
    for source in (game.rules.source, *reversed(game.rules.bases)):
        if found := line.search(source.text):
            return f"{source.name}:{source.text.count(chr(10), 0, found.start()) + 1}: "
    return ""
