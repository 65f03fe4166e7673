"""Declarations, gathered line by line: players, pieces, marks, counters, the board, facts, ends, checks.

A text may stand on another, the game it extends; then its declarations replace those of the same name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from lasker.algebra.contents import CHESSMEN, MOST_MARKS, Counter, Life, Mark, Piece, Vocabulary
from lasker.kernel.errors import DeclarationError, LaskerError, Problems, did_you_mean
from lasker.kernel.limits import Limits, Tally
from lasker.kernel.source import Source, Span
from lasker.model import CHANCE, LANGUAGE_VERSION
from lasker.space.space import Space
from lasker.syntax import boards
from lasker.syntax.clauses import EndRule, StateRule, weighed
from lasker.syntax.tree import Area, Declaration, Node, Recurring

RESULTS = ("won", "lost", "drawn")
MANNERS = ("claimed", "agreed")  # how an adjudication comes about that is not automatic


@dataclass
class Declared:
    """What the declarations of a text say."""

    limits: Limits
    problems: Problems
    version: int | None = None
    players: tuple[str, ...] = ()
    pieces: dict[str, tuple[list[str], list[str]]] = field(default_factory=dict)  # glyphs, letters
    marks: dict[str, Mark] = field(default_factory=dict)
    counters: dict[str, tuple[int, int, int, tuple[str, ...]]] = field(default_factory=dict)
    shape: list[str] | None = None
    regions: dict[tuple[str, str | None], tuple[Area, ...]] = field(default_factory=dict)
    links: list[boards.Link] = field(default_factory=list)
    turns: dict[str, dict[str, str]] = field(default_factory=dict)
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ends: dict[str, EndRule] = field(default_factory=dict)
    adjudications: dict[str, EndRule] = field(default_factory=dict)
    faults: dict[str, EndRule] = field(default_factory=dict)  # what makes a set-up no position
    reasons: dict[str, str] = field(default_factory=dict)  # why a test forbids a move, in words
    states: dict[str, StateRule] = field(default_factory=dict)
    perfts: list[tuple[int, int, str | None]] = field(default_factory=list)  # depth, count, position
    source: Source = field(default_factory=lambda: Source(""))
    seen: dict[tuple[str, object], Span] = field(default_factory=dict)
    _own: set[str] = field(default_factory=set)  # keywords of this text, not of those under it
    inherited: dict[str, EndRule] = field(default_factory=dict)  # the ends of the texts under this one
    adjudged: dict[str, EndRule] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    now: Span = field(default_factory=lambda: Span(Source(""), 0, 0))
    places: dict[object, Span] = field(default_factory=dict)  # by keyword, and by region and piece
    lost: set[str] = field(default_factory=set)  # names and signs whose declarations are refused
    broken: bool = False  # is there no board, or no vocabulary, because of a mistake?

    def begin(self, source: Source) -> None:
        """A new text begins: it may replace what the texts under it declared, and has its own checks."""
        self.source = source
        self.finish()
        self.inherited, self.ends = self.ends, {}
        self.adjudged, self.adjudications = self.adjudications, {}
        self.seen.clear()
        self._own.clear()
        self.perfts.clear()
        self.facts.pop("also", None)

    def finish(self) -> None:
        """A text is read: its own ends come before those it inherits."""
        self.ends = {**self.ends, **{k: v for k, v in self.inherited.items() if k not in self.ends}}
        older = {k: v for k, v in self.adjudged.items() if k not in self.adjudications}
        self.adjudications = {**self.adjudications, **older}

    def add(self, line: Declaration) -> None:
        """Take note of one declaration, and of where it stands."""
        self.now = Span(self.source, *line.at)
        self.places[line.keyword] = self.now
        most = self.limits.sites if line.keyword == "link" else self.limits.declarations
        if self.tally.admit(line.keyword, most, len(line.parts) if line.keyword == "players" else 1):
            getattr(self, f"_{line.keyword}")(*line.parts)

    def _once(self, kind: str, name: object = "") -> None:
        if (kind, name) in self.seen:
            line = self.seen[kind, name].line
            raise DeclarationError(
                f"the {kind} {name} is declared twice: first in line {line}".replace("  ", " "),
                remedy="keep one of the two",
            )
        self.seen[kind, name] = self.now

    def _place(self, key: object) -> None:
        self.places[key] = self.now

    def _spot(self, token: Any) -> Span:
        """Where a token of this text stands."""
        return Span(self.source, token.start_pos, token.end_pos)

    def _version(self, number: int) -> None:
        if number != LANGUAGE_VERSION:
            raise DeclarationError(
                f"this text is written in version {number} of the language",
                remedy=f"this Lasker reads version {LANGUAGE_VERSION}: lasker {LANGUAGE_VERSION}",
            )
        self.version = LANGUAGE_VERSION

    def _players(self, *names: str) -> None:
        self._once("list of players")
        self.players = tuple(map(str, names))
        for name in self.players:
            self._once("player", name)

    def _piece(self, *parts: Any) -> None:
        words = [str(p) for p in parts if p.type == "WORD"]
        glyphs = [str(p).rstrip("\ufe0e\ufe0f") for p in parts if p.type == "GLYPH"]
        letters = [str(p).strip("'") for p in parts if p.type == "QUOTED"]
        self._once("piece", " ".join(words))
        self.pieces[" ".join(words)] = (glyphs or letters, letters)
        self._place(("piece", " ".join(words)))

    def _mark(self, name: str, life: str) -> None:
        self._once("mark", str(name))
        if life not in [known.value for known in Life]:
            lives = ", ".join(f"`{known.value}`" for known in Life)
            raise DeclarationError(f"a mark does not live {life}", remedy=f"its life is one of {lives}")
        self.marks[str(name)] = Mark(str(name), Life(life))
        self._place(("mark", str(name)))

    def _counter(self, name: str, bounds: tuple[int, int, int | None], *words: str) -> None:
        self._once("counter", str(name))
        flags = tuple(" ".join(words).replace("until end", "until_end").split())
        unknown = set(flags) - {"each", "unkeyed", "until_end"}
        if unknown:
            raise DeclarationError(
                f"a counter is not {min(unknown)}",
                remedy="`each` gives one to every player, `unkeyed` leaves it out of positions, "
                "`until end` sets it back after each move",
            )
        low, high, start = bounds
        start = low if start is None else start
        if not low <= start <= high:
            raise DeclarationError(f"the counter {name} starts outside its bounds {low}..{high}")
        self.counters[str(name)] = (low, high, start, flags)
        self._place(("counter", str(name)))

    def _board(self, words: list[str]) -> None:
        self._once("board")
        self.shape = [str(word) for word in words]
        self._forget_graph()

    def _region_of(self, *parts: Any) -> None:
        at = next(i for i, part in enumerate(parts) if getattr(part, "type", "") == "EQUAL")
        *words, of, owner = parts[:at]
        key = (" ".join(map(str, words)), None if of is None else str(owner))
        self._once("region", " of ".join(filter(None, key)))
        self.regions[key] = parts[at + 1]
        self._place(key)

    def _forget_graph(self) -> None:
        """A board replaces the graph of an extended text, and the names that its squares had."""
        self.links = [link for link in self.links if "link" in self._own]
        self.turns = {name: turn for name, turn in self.turns.items() if ("turn", name) in self.seen}
        if ("line of", "names") not in self.seen:
            self.facts.pop("names", None)

    def _link(self, start: str, *steps: Any) -> None:
        if "link" not in self._own:  # the graph of an extended text, or its board
            self._forget_graph()
            if ("board", "") not in self.seen:
                self.shape = None
            self._own.add("link")
        for direction, back, end in zip(steps[::3], steps[1::3], steps[2::3], strict=True):
            self.links.append((start, str(direction), None if back is None else str(back), end))
            start = end

    def _turn(self, name: str, *words: str) -> None:
        self._once("turn", str(name))
        self.turns[str(name)] = dict(zip(map(str, words[::2]), map(str, words[1::2]), strict=True))

    def _fact(self, name: str, texts: tuple[str, ...]) -> None:
        self._once("line of", name)
        self.facts[name] = texts
        self._place(("fact", name))

    def _end(self, reason: str, result: Any, test: Node) -> None:
        self.ends[_text(reason)] = self._rule("end", _text(reason), result, test)

    def _adjudicate(self, reason: str, result: Any, manner: str | None, when: Node | Recurring) -> None:
        if manner not in {None, *MANNERS}:
            raise DeclarationError(
                f"an adjudication is not {manner}",
                remedy="it is automatic, `claimed` by the player to move, or `agreed` by all",
            )
        test = when.test if isinstance(when, Recurring) else when
        rule = replace(self._rule("adjudication", _text(reason), result, test), manner=str(manner or ""))
        if isinstance(when, Recurring):
            rule = replace(rule, repeated=when.times, giving=when.giving)
        self.adjudications[rule.reason] = rule

    def _invalid(self, reason: str, test: Node) -> None:
        self._once("set-up", _text(reason))
        self.faults[_text(reason)] = EndRule(_text(reason), "invalid", test, self.now)

    def _because(self, name: str, reason: str) -> None:
        self._once("reason", str(name))
        self.reasons[str(name)] = _text(reason)
        self._place(("because", str(name)))

    def _rule(self, kind: str, reason: str, result: Any, test: Node | None) -> EndRule:
        self._once(kind, reason)
        if isinstance(result, tuple):
            share, whole = result
            if share > whole or not whole:
                raise DeclarationError("the players share one point", remedy="write a share of it, like 1/4")
            return EndRule(reason, Fraction(share, whole), test, self.now)
        if result not in RESULTS:
            raise DeclarationError(
                f"a game does not end {result}",
                span=self._spot(result),
                remedy=did_you_mean(
                    result,
                    RESULTS,
                    f"for the mover it is {', '.join(RESULTS)}, or a share of the point like 1/4",
                ),
            )
        return EndRule(reason, str(result), test, self.now)

    def _state(self, name: str, player: str, moves: tuple[Node, ...], *nexts: Any) -> None:
        self._once("state", str(name))
        if player != CHANCE and len(moves) > 1:
            raise DeclarationError(
                f"{player} has several moves here, with commas between",
                remedy="put | between the moves that a player may choose from; commas are for chance",
            )
        pairs = tuple((test, str(then)) for test, then in zip(nexts[::2], nexts[1::2], strict=True))
        options = tuple(map(weighed, moves)) if player == CHANCE else ((1, moves[0]),)
        names = {str(token): self._spot(token) for token in (player, *nexts[1::2])}
        self.states[str(name)] = StateRule(str(name), str(player), options, pairs, self.now, names)

    def _perft(self, depth: int, count: int, position: str | None) -> None:
        self.perfts.append((depth, count, None if position is None else _text(position)))

    # --- what the declarations amount to ------------------------------------------------------

    def vocabulary(self) -> Vocabulary:
        """The vocabulary; the twelve chessmen where no piece is declared, or none as it should be."""
        players = self.players or CHESSMEN.players
        pieces = list(self._declared_pieces(players)) if self.pieces else list(CHESSMEN.pieces)
        counters = [
            Counter(name, low, high, owner, start, "unkeyed" not in flags, "until_end" in flags)
            for name, (low, high, start, flags) in self.counters.items()
            for owner in (range(len(players)) if "each" in flags else (None,))
        ]
        try:
            return Vocabulary(players, pieces, self.marks.values(), counters)
        except LaskerError as error:
            kind = "mark" if len(self.marks) > MOST_MARKS else "piece"
            self.problems.add(error.at(self.places.get(kind) or self.places.get("players")))
            self.broken = True
            return CHESSMEN

    def _declared_pieces(self, players: tuple[str, ...]) -> Iterator[Piece]:
        written: dict[str, str] = {}  # the signs that are taken, and the pieces that took them
        for name, (glyphs, letters) in self.pieces.items():
            if len(glyphs) not in {1, len(players)} or len(letters) not in {0, len(glyphs)}:
                self._refuse_piece(
                    name,
                    f"the {name} has {len(glyphs)} glyphs, {len(letters)} letters and {len(players)} players",
                    "give one glyph to each player, or a single one to nobody's piece",
                )
                continue
            shared = len(glyphs) == 1 and len(players) > 1
            pieces = [
                Piece(
                    glyph,
                    letters[number] if letters else self._initial(name, glyph, number),
                    name,
                    None if shared else number,
                )
                for number, glyph in enumerate(glyphs)
            ]
            signs = [sign for piece in pieces for sign in {piece.glyph, piece.letter}]
            double = next((sign for sign in signs if sign in written or signs.count(sign) > 1), None)
            if double is not None:
                self._refuse_sign(double, name, written.get(double, name))
                continue
            written |= dict.fromkeys(signs, name)
            yield from pieces

    def _refuse_piece(self, name: str, message: str, remedy: str) -> None:
        glyphs, letters = self.pieces[name]
        self.lost |= {name, *glyphs, *letters}
        self.problems.add(DeclarationError(message, span=self.places["piece", name], remedy=remedy))

    def _refuse_sign(self, sign: str, name: str, other: str) -> None:
        place = self.places["piece", other]
        where = f"line {place.line}" if place.source == self.places["piece", name].source else place.where
        both = f"the {other} ({where}) and the {name}" if other != name else f"both are called {name}"
        self._refuse_piece(
            name,
            f"two pieces are written {sign}: {both}",
            "give every piece of every player a glyph and a letter of its own",
        )

    def _initial(self, name: str, glyph: str, number: int) -> str:
        """The first letter of a name, where it is free: capital for the first player, else small."""
        initial = name[0].upper() if number == 0 else name[0].lower() if number == 1 else ""
        taken = [letter for glyphs, letters in self.pieces.values() for letter in (letters or glyphs)]
        rivals = [
            other
            for other, (_, letters) in self.pieces.items()
            if not letters and other[0].lower() == name[0].lower()
        ]
        return glyph if not initial or initial in taken or len(rivals) > 1 else initial

    def space(self) -> Space | None:
        """The board, with its regions, if one is declared as it should be."""
        try:
            space = self._board_alone()
        except LaskerError as error:
            self.problems.add(error)
            self.broken = True
            return None
        if space is None:
            return None
        for key, areas in self.regions.items():
            place = self.places[key]
            try:
                self._add_region(space, *key, areas, place)
            except LaskerError as error:
                self.problems.add(self._misfit(error.at(place), key, place))
                self.lost.add(key[0])
        return space

    def _board_alone(self) -> Space | None:
        if self.shape is None and not self.links:
            for key, what in ((next(iter(self.regions), None), "a region"), ("turn", "a turn")):
                if key in self.places:
                    raise DeclarationError(f"{what} needs a board", span=self.places[key])
            return None
        graph = self.shape in (None, ["graph"])
        if not graph and (self.links or self.turns):
            raise DeclarationError(
                "links and turns are for graphs",
                span=self.places["link" if self.links else "turn"],
                remedy="leave the board out, or write: board graph",
            )
        try:
            space = (
                boards.graph(self.links, self.turns, self.limits)
                if graph
                else boards.lattice(self.shape or [], self.limits)
            )
        except LaskerError as error:
            raise error.at(self.places.get("link" if graph else "board")) from None
        if "names" in self.facts:
            try:
                space.rename(" ".join(self.facts["names"]).split())
            except LaskerError as error:
                raise error.at(self.places["fact", "names"]) from None
        return space

    def _add_region(
        self, space: Space, name: str, owner: str | None, areas: tuple[Area, ...], place: Span
    ) -> None:
        players = self.players or CHESSMEN.players
        if owner is not None and owner not in players:
            known = f"the players are {', '.join(players)}"
            raise DeclarationError(
                f"the region {name} belongs to {owner}, who does not play",
                remedy=did_you_mean(owner, players, known),
            )
        found: set[int] = set()
        for area in areas:
            try:
                found |= set(boards.sites(space, area.what))
            except LaskerError as error:
                raise error.at(Span(place.source, *area.at)) from None
        space.add_region(name, found, None if owner is None else players.index(owner))

    def _misfit(self, error: LaskerError, key: tuple[str, str | None], place: Span) -> LaskerError:
        """A region of an extended text that does not fit on the board which replaced that text's own."""
        board = self.places.get("board")
        if board is None or board.source == place.source or place.source == self.source:
            return error
        name = " of ".join(filter(None, key))
        return DeclarationError(
            f"the region {name} does not fit on this board ({place.where}): {error.message}",
            span=board,
            remedy=f"declare it anew for this board: region {name} = …",
        )


def _text(token: str) -> str:
    return str(token)[1:-1]
