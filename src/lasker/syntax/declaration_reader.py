"""Declarations, gathered line by line: players, pieces, marks, counters, the board, facts, ends, checks.

A text may stand on another, the game it extends; then its declarations replace those of the same name.
Long because each keyword has its method, and all of them fill one table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from lasker.algebra.contents import (
    CHESSMEN,
    LETTER,
    MOST_MARKS,
    Counter,
    Life,
    Mark,
    PieceType,
    Vocabulary,
    heap,
)
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem, Problems, did_you_mean
from lasker.kernel.limits import DeclarationCount, Limits
from lasker.kernel.source import Source, Span
from lasker.model import CHANCE, LANGUAGE_VERSION
from lasker.space.space import Space
from lasker.syntax.betza.layer import Notation, written
from lasker.syntax.board import boards
from lasker.syntax.board.areas import Regions
from lasker.syntax.clauses import NAMING, EndRule, StateRule, unwritable, weighed
from lasker.syntax.tree import Area, Declaration, Node, Recurring, Scope

TAKEN = {
    "nil",
    "fail",
    "same",
    "most",
    "each",
    "any",
    "in",
    "is",
    "not",
    "if",
    "then",
    "else",
    "of",
}  # by expressions
RESULTS = ("won", "lost", "drawn")
OWN = ("also", "tags")  # facts that a text says of itself alone
MANNERS = ("claimed", "agreed")  # how an adjudication comes about that is not automatic


@dataclass
class Declared:
    """What the declarations of a text say."""

    limits: Limits
    problems: Problems
    version: int | None = None
    players: tuple[str, ...] = ()
    pieces: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)  # signs
    most: dict[str, int] = field(default_factory=dict)  # how many of a counted piece a square can hold
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
    callings: dict[str, EndRule] = field(default_factory=dict)  # how moves are written that a rule does
    reasons: dict[str, str] = field(default_factory=dict)  # why a test forbids a move, in words
    states: dict[str, StateRule] = field(default_factory=dict)
    perfts: list[tuple[int, int, str | None]] = field(default_factory=list)  # depth, count, position
    source: Source = field(default_factory=lambda: Source(""))
    seen: dict[tuple[str, object], Span] = field(default_factory=dict)
    _own: set[str] = field(default_factory=set)  # keywords of this text, not of those under it
    inherited: dict[str, EndRule] = field(default_factory=dict)  # the ends of the texts under this one
    adjudged: dict[str, EndRule] = field(default_factory=dict)
    called_before: dict[str, EndRule] = field(default_factory=dict)
    tally: DeclarationCount = field(default_factory=DeclarationCount)
    _line: Declaration = field(default_factory=lambda: Declaration("", (), (0, 0)))
    now: Span = field(default_factory=lambda: Span(Source(""), 0, 0))
    notations: dict[str, Notation] = field(default_factory=dict)  # of pieces that move as Betza writes it
    places: dict[object, Span] = field(default_factory=dict)  # by keyword, and by region and piece
    removed: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=dict)  # with signs
    lost: set[str] = field(default_factory=set)  # names and signs whose declarations are refused
    broken: bool = False  # is there no board, or no vocabulary, because of a mistake?

    def begin(self, source: Source) -> None:
        """A new text begins: it may replace what the texts under it declared, and has its own checks."""
        self.source = source
        self.finish()
        self.inherited, self.ends = self.ends, {}
        self.adjudged, self.adjudications = self.adjudications, {}
        self.called_before, self.callings = self.callings, {}
        self.seen.clear()
        self._own.clear()
        self.perfts.clear()
        self.facts = {keyword: texts for keyword, texts in self.facts.items() if keyword not in OWN}

    def finish(self) -> None:
        """A text is read: its own ends, adjudications and names of moves come before those it inherits."""
        own = {rule.reason for rule in self.ends.values()}
        self.ends = {**self.ends, **{k: v for k, v in self.inherited.items() if v.reason not in own}}
        older = {k: v for k, v in self.adjudged.items() if k not in self.adjudications}
        self.adjudications = {**self.adjudications, **older}
        older = {k: v for k, v in self.called_before.items() if k not in self.callings}
        self.callings = {**self.callings, **older}

    def add(self, line: Declaration) -> None:
        """Take note of one declaration, and of where it stands."""
        self.now, self._line = Span(self.source, *line.at), line
        self.places[line.keyword] = self.now
        most = self.limits.sites if line.keyword == "link" else self.limits.declarations
        if self.tally.admit(line.keyword, most, len(line.parts) if line.keyword == "players" else 1):
            getattr(self, f"_{line.keyword}")(*line.parts)

    def _once(self, kind: str, name: object = "") -> None:
        if kind in {"mark", "counter", "state"} and name in TAKEN:
            raise DeclarationError(
                f"{name} is a word of the language", span=self._spot(str(name)), remedy="choose another name"
            )
        if (kind, name) in self.seen:
            line = self.seen[kind, name].line
            raise DeclarationError(
                f"the {kind} {name} is declared twice: first in line {line}".replace("  ", " "),
                remedy="keep one of the two",
            )
        self.seen[kind, name] = self.now

    def _place(self, key: object) -> None:
        self.places[key] = self.now

    def _spot(self, name: str) -> Span:
        """Where a name stands in the line that is being read."""
        at = self._line.places.get(name)
        return Span(self.source, *at) if at else self.now

    def _version(self, number: int) -> None:
        if number != LANGUAGE_VERSION:
            raise DeclarationError(
                f"this text is written in version {number} of the language",
                remedy=f"this Lasker reads version {LANGUAGE_VERSION}: lasker {LANGUAGE_VERSION}",
            )
        self.version = LANGUAGE_VERSION

    def _players(self, *names: str) -> None:
        self._once("list of players")
        self.players = names
        for name in self.players:
            self._once("player", name)

    def _piece(
        self,
        name: str,
        glyphs: tuple[str, ...],
        letters: tuple[str, ...],
        betza: str | None = None,
        counted: tuple[int, int] | None = None,
    ) -> None:
        self._once("piece", name)
        self.most.pop(name, None)
        if counted is not None:
            self._count_pieces(name, *counted, betza)
        again, old = name in self.pieces, self.notations.get(name)
        self.removed.pop(name, None)
        self.pieces[name] = (glyphs or letters, letters)
        self._place(("piece", name))
        if betza is not None:
            replaces = again and (old is None or old.replaces)
            self.notations[name] = Notation.at(self._spot("="), replaces)

    def _count_pieces(self, name: str, low: int, high: int, betza: str | None) -> None:
        if low != 1 or high < 2 or betza:
            raise DeclarationError(
                f"the {name} are counted from 1 on, and how they move is said by rules",
                remedy=f"write the most that a square can hold: piece {name} … 1..48",
            )
        if self.tally.admit("piece", self.limits.declarations, high):
            self.most[name] = high

    def _without(self, kind: str, names: tuple[str, ...]) -> None:
        """A variant does without some pieces, ends, adjudications or faults of the game that it extends."""
        tables: dict[str, dict[str, Any]] = {
            "piece": self.pieces, "end": self.inherited, "adjudicate": self.adjudged, "invalid": self.faults,
            "called": self.called_before,
        }  # fmt: skip
        table = tables[kind]
        for name in names:
            for each in [name] if name in table or kind != "piece" else name.split():
                if each not in table:
                    what = {"piece": "piece", "end": "end"}.get(kind, "rule of this kind")
                    known = (
                        f"there are: {', '.join(table)}" if table else "the text extends nothing that has one"
                    )
                    raise NameProblem(
                        f"no {what} of the extended game is called {each}",
                        span=self._spot(each),
                        remedy=did_you_mean(each, table, known),
                    )
                gone = table.pop(each)
                if kind == "end":  # several may have this reason
                    for key in [key for key, rule in table.items() if rule.reason == each]:
                        del table[key]
                if kind == "piece":
                    self.removed[each] = gone
                    self.notations.pop(each, None)

    def _mark(self, name: str, life: str) -> None:
        self._once("mark", name)
        if life not in [known.value for known in Life]:
            lives = ", ".join(f"`{known.value}`" for known in Life)
            raise DeclarationError(f"a mark does not live {life}", remedy=f"its life is one of {lives}")
        self.marks[name] = Mark(name, Life(life))
        self._place(("mark", name))

    def _counter(self, name: str, low: int, high: int, start: int | None, words: str) -> None:
        self._once("counter", name)
        flags = tuple(words.replace("until end", "until_end").split())
        unknown = set(flags) - {"each", "unkeyed", "until_end"}
        if unknown:
            raise DeclarationError(
                f"a counter is not {min(unknown)}",
                remedy="`each` gives one to every player, `unkeyed` leaves it out of positions, "
                "`until end` sets it back after each move",
            )
        start = low if start is None else start
        if not low <= start <= high:
            raise DeclarationError(f"the counter {name} starts outside its bounds {low}..{high}")
        self.counters[name] = (low, high, start, flags)
        self._place(("counter", name))

    def _board(self, *words: str) -> None:
        self._once("board")
        self.shape = list(words)
        self._forget_graph()

    def _region(self, name: str, owner: str | None, areas: tuple[Area, ...]) -> None:
        key = (name, owner)
        self._once("region", " of ".join(filter(None, key)))
        self.regions[key] = areas
        self._place(key)

    def _forget_graph(self) -> None:
        """A board replaces the graph of an extended text, and the names that its squares had."""
        self.links = [link for link in self.links if "link" in self._own]
        self.turns = {name: turn for name, turn in self.turns.items() if ("turn", name) in self.seen}
        if ("line of", "names") not in self.seen:
            self.facts.pop("names", None)

    def _link(self, start: str, steps: tuple[tuple[str, str | None, str], ...]) -> None:
        if "link" not in self._own:  # the graph of an extended text, or its board
            self._forget_graph()
            if ("board", "") not in self.seen:
                self.shape = None
            self._own.add("link")
        for direction, back, end in steps:
            self.links.append((start, direction, back, end))
            start = end

    def _turn(self, name: str, pairs: tuple[tuple[str, str], ...]) -> None:
        self._once("turn", name)
        self.turns[name] = dict(pairs)

    def _fact(self, name: str, texts: tuple[str, ...]) -> None:
        if name == "picture" and texts:  # one for each piece, also of those that extended texts have
            self._once("picture of", texts[0])
            texts = (*self.facts.get(name, ()), *texts)
        else:
            self._once("line of", name)
        self.facts[name] = texts
        self._place(("fact", name))

    def _end(self, reason: str, result: Any, test: Node, scope: Scope | None = None) -> None:
        rule = self._within(self._rule(reason, result, test), scope)
        key, number = reason, 1  # several ends may have one reason
        while key in self.ends:
            key, number = f"{reason} ({number + 1})", number + 1
        self.ends[key] = rule

    def _adjudicate(
        self, reason: str, result: Any, manner: str | None, when: Node | Recurring, scope: Scope | None = None
    ) -> None:
        if manner not in {None, *MANNERS}:
            raise DeclarationError(
                f"an adjudication is not {manner}",
                remedy="it is automatic, `claimed` by the player to move, or `agreed` by all",
            )
        test = when.test if isinstance(when, Recurring) else when
        self._once("adjudication", reason)  # a player claims it by its reason
        rule = replace(self._rule(reason, result, test), manner=manner or "")
        if isinstance(when, Recurring):
            rule = replace(rule, repeated=when.times, giving=when.giving)
        self.adjudications[rule.reason] = self._within(rule, scope)

    def _invalid(self, reason: str, test: Node, scope: Scope | None = None) -> None:
        self._once("set-up", reason)
        self.faults[reason] = self._within(EndRule(reason, "invalid", test, self.now), scope)

    def _called(self, name: str, short: str | None, move: Node, scope: Scope | None = None) -> None:
        self._once("name", name)
        for text in (name, name if short is None else short):
            if problem := unwritable(text):
                raise DeclarationError(f"no move is called {text!r}: {problem}", remedy=NAMING)
        rule = EndRule(name, "called", move, self.now, manner=name if short is None else short)
        self.callings[name] = self._within(rule, scope)

    def _within(self, rule: EndRule, scope: Scope | None) -> EndRule:
        """A rule that concerns one player, or is asked in some states only."""
        if scope is None:
            return rule
        if rule.giving:
            raise DeclarationError(
                "`giving` asks what both players do, so it concerns no player or state alone",
                remedy="write `under`, or leave out `for` and `in`",
            )
        return replace(rule, scope=scope, names={name: self._spot(name) for name in self._line.places})

    def _because(self, name: str, reason: str) -> None:
        self._once("reason", name)
        self.reasons[name] = reason
        self._place(("because", name))

    def _rule(self, reason: str, result: Any, test: Node | None) -> EndRule:
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
        return EndRule(reason, result, test, self.now)

    def _state(
        self, name: str, player: str, moves: tuple[Node, ...], nexts: tuple[tuple[Node | None, str], ...]
    ) -> None:
        self._once("state", name)
        if player != CHANCE and len(moves) > 1:
            raise DeclarationError(
                f"{player} has several moves here, with commas between",
                remedy="put | between the moves that a player may choose from; commas are for chance",
            )
        options = tuple(map(weighed, moves)) if player == CHANCE else ((1, moves[0]),)
        names = {each: self._spot(each) for each in (player, *(then for _, then in nexts))}
        self.states[name] = StateRule(name, player, options, nexts, self.now, names)

    def _perft(self, depth: int, count: int, position: str | None) -> None:
        self._place(("perft", len(self.perfts)))
        self.perfts.append((depth, count, position))

    # --- what the declarations amount to ------------------------------------------------------

    def vocabulary(self) -> Vocabulary:
        """The vocabulary; the twelve chessmen where no piece is declared, or none as it should be."""
        players = self.players or CHESSMEN.players
        declared = self.pieces or self.removed
        pieces = list(self._declared_pieces(players)) if declared else list(CHESSMEN.pieces)
        counters = [
            Counter(name, low, high, owner, start, "unkeyed" not in flags, "until_end" in flags)
            for name, (low, high, start, flags) in self.counters.items()
            for owner in (range(len(players)) if "each" in flags else (None,))
        ]
        try:
            found = Vocabulary(players, pieces, self.marks.values(), counters, written(self.notations))
        except LaskerError as error:
            kind = "mark" if len(self.marks) > MOST_MARKS else "piece"
            self.problems.add(error.at(self.places.get(kind) or self.places.get("players")))
            self.broken = True
            return CHESSMEN
        signs = [sign for glyphs, letters in self.removed.values() for sign in (*glyphs, *letters)]
        found.absent = frozenset([*self.removed, *signs])
        return found

    def _declared_pieces(self, players: tuple[str, ...]) -> Iterator[PieceType]:
        written: dict[str, str] = {}  # the signs that are taken, and the pieces that took them
        for name, (glyphs, letters) in self.pieces.items():
            if len(glyphs) not in {1, len(players)} or len(letters) not in {0, len(glyphs)}:
                have = f"{len(glyphs)} glyphs, {len(letters)} letters and {len(players)} players"
                one = "give a glyph to each player, or none and letters alone; a single one is nobody's piece"
                self._refuse_piece(name, f"the {name} has {have}", one)
                continue
            unread = [letter for letter in letters if not re.fullmatch(LETTER, letter)]
            if unread:
                why = f"the {name} cannot be written {unread[0]!r}: no position with it could be read again"
                self._refuse_piece(name, why, "choose a letter; FEN counts empty squares in digits")
                continue
            shared = len(glyphs) == 1 and len(players) > 1
            pieces = [
                PieceType(
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
            for count in range(1, self.most.get(name, 0) + 1):
                yield from (heap(piece, count) for piece in pieces)
            if name not in self.most:
                yield from pieces

    def _refuse_piece(self, name: str, message: str, remedy: str) -> None:
        glyphs, letters = self.pieces[name]
        self.lost |= {name, *glyphs, *letters}
        self.problems.add(DeclarationError(message, span=self.places["piece", name], remedy=remedy))

    def _refuse_sign(self, sign: str, name: str, other: str) -> None:
        place = self.places["piece", other]
        where = f"line {place.line}" if place.source == self.places["piece", name].source else place.where
        both = f"the {other} ({where}) and the {name}" if other != name else f"both are called {name}"
        own = "give every piece of every player a glyph and a letter of its own"
        self._refuse_piece(name, f"two pieces are written {sign}: {both}", own)

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
        regions = Regions(space, self.regions, self.places.__getitem__)
        for key in self.regions:
            place = self.places[key]
            try:
                self._add_region(space, regions, key)
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

    def _add_region(self, space: Space, regions: Regions, key: tuple[str, str | None]) -> None:
        players, (name, owner) = self.players or CHESSMEN.players, key
        if owner is not None and owner not in players:
            known = f"the players are {', '.join(players)}"
            raise DeclarationError(
                f"the region {name} belongs to {owner}, who does not play",
                remedy=did_you_mean(owner, players, known),
            )
        space.add_region(name, regions.sites(key), None if owner is None else players.index(owner))

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
