"""Warnings about games that are valid but probably not what their author meant.

Some are found in the text, some in the move terms, some in random games. A warning has a kind, and is
silenced by a comment in its line, `-- quiet: KIND`; a comment that silences nothing is a warning. A game in
another language is checked by the rules text made from it: warnings are given only for what its author
wrote, at its place there, and comments are those of that language.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from random import Random

from lasker import frontends
from lasker.algebra.contents import PieceType, members
from lasker.algebra.moves import Rewrite
from lasker.drawing.boards.points import is_points
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source, Span
from lasker.lint.fen_losses import changes, lost_in_fen
from lasker.lint.reach import stray_alternatives
from lasker.model.game import Game as Model
from lasker.play import library
from lasker.play.backend_choice import PlayoutWork, choose
from lasker.play.game import Game, Position
from lasker.play.playouts import results, tally
from lasker.syntax import tree as t

GAMES, PLIES = 100, 2_000  # random games, and their greatest length
WALKS, STEPS = 6, 20  # random games whose positions are inspected, and positions of each
ENOUGH = 5_000  # moves after which no more positions are inspected
OFTEN = 20  # positions with a piece before it is reported that it never moves
INTERFACE = ("move", "view", "settle")  # names with a meaning for the game, in addition to its players' names
KINDS = {
    "unused": "a definition, mark, counter or region that nothing uses",
    "replaced": "an inherited definition that is replaced without `super`",
    "reach": "an alternative that `any` takes in, and that does not use its word",
    "endless": "no `end`, or no random game ends",
    "stranded": "a player who cannot move, where no `end` says what that means",
    "decided": "every random game is over before all players have moved twice",
    "start": "a start without a side to move, or without a legal move",
    "immobile": "a piece of the start that never moves",
    "absent": "a piece that never comes onto the board",
    "uncapturable": "a piece that cannot be captured, in a game with captures",
    "unwritten": "a counter or mark that moves change and no field of the FEN writes",
    "stale": "a comment that silences nothing",
}
TRIED = {"endless", "stranded", "decided", "start", "immobile"}  # found in random games
Progress = Callable[[int], None]  # told the number of random games played so far
QUIET = r"[^\n]*?\bquiet:[ \t]*([\w, \t]+)"  # after the comment sign


@dataclass(frozen=True)
class Warning:
    """Something that is allowed, but probably a mistake."""

    kind: str
    message: str
    span: Span

    def moved(self, source: Source) -> Warning:
        """The same warning at its place in the text that the rules were made from."""
        error = library.translated(LaskerError(self.message, span=self.span), source)
        return replace(self, span=error.span or Span(source, 0, 0))


def warnings(
    game: Game,
    seconds: float = math.inf,
    written: Source | None = None,
    progress: Progress = lambda played: None,
) -> list[Warning]:
    """The warnings about a game in the order of its text, without those that the text silences. Random games
    are played for at most `seconds`, and `progress` is called with their number. `written` is the original
    text, if the game was written in another language.

    >>> from lasker.play.game import load
    >>> [warning.message for warning in warnings(load("tictactoe"))]
    []
    """
    lint = Lint(game.model)
    source = written or lint.source
    if seconds <= 0:
        return unplayed(game.model, source)
    found = list(lint.all(source))
    if game.model.start:
        found += RandomGames(game, lint, seconds, progress).warnings()
    return list(_unsilenced([each.moved(source) for each in found], source, KINDS))


def unplayed(model: Model, source: Source) -> list[Warning]:
    """The warnings about a game that need no playing, without those that its text silences.

    >>> from lasker.play.library import find, modelled
    >>> unplayed(modelled(find("tictactoe")), find("tictactoe"))
    []
    """
    found = [each.moved(source) for each in Lint(model).all(source)]
    return list(_unsilenced(found, source, KINDS.keys() - TRIED))


def _unsilenced(found: Iterable[Warning], source: Source, judged: Collection[str]) -> Iterator[Warning]:
    bare = re.sub(r'"[^"\n]*"', lambda text: '"' * len(text.group()), source.text)
    silenced: dict[tuple[int, str], Span] = {}
    for comment in re.finditer(re.escape(frontends.of(source).COMMENT) + QUIET, bare):
        for word in re.finditer(r"\w+", comment.group(1)):
            span = Span(source, comment.start(1) + word.start(), comment.start(1) + word.end())
            silenced[span.line, word.group()] = span
    loud = list(found)
    heard = {(each.span.line, each.kind) for each in loud if each.span.source == source}
    for (line, kind), span in silenced.items():
        if kind not in KINDS:
            loud.append(Warning("stale", f"no warning is called {kind}: {', '.join(KINDS)}", span))
        elif kind in judged and (line, kind) not in heard:
            loud.append(Warning("stale", f"nothing here is {kind}: this comment silences nothing", span))
    for each in sorted(loud, key=lambda each: each.span.start):
        if each.span.source != source or (each.span.line, each.kind) not in silenced:
            yield each


class Lint:
    """The warnings that need no playing."""

    def __init__(self, model: Model) -> None:
        self.model, self.rules = model, model.rules
        self.source, self.declared = model.rules.source, model.rules.declared

    def all(self, written: Source) -> Iterator[Warning]:
        """All of them; those about definitions only where they are what the author wrote."""
        yield from self.declarations()
        yield from self.terms()
        yield from self.unwritten()
        if written.name == self.source.name:
            yield from self.definitions()

    def place(self, *keys: object) -> Span:
        """Where the first of these is declared in the text itself; else its beginning."""
        for key in keys:
            span: Span | None = self.declared.places.get(key)
            if span is not None and span.source == self.source:
                return span
        return Span(self.source, 0, 0)

    def definitions(self) -> Iterator[Warning]:
        """Warnings about the definitions of the text."""
        for definition in self.rules.definitions.values():
            if definition.source != self.source:
                continue
            span, name = Span(self.source, *definition.left.at), definition.name
            asked = name in (*INTERFACE, *self.model.players)
            if name not in self.used:
                yield Warning("unused", f"nothing uses {name}", span)
            if definition.super and not asked and "super" not in t.words(definition.body):
                old = Span(definition.super.source, *definition.super.left.at)
                yield Warning("replaced", f"{name} replaces that of {old.where} without super", span)
            for choice, stray in stray_alternatives(definition.body):
                message = (
                    f"`any {choice.name}` reaches up to here, where {choice.name} is not used: bracket it"
                )
                yield Warning("reach", message, Span(self.source, *stray.at))

    def declarations(self) -> Iterator[Warning]:
        """Warnings about the declarations of the text."""
        for kind, key, name in self._names():
            place = self.declared.places[key]
            if place.source == self.source and not self._mentioned(name):
                yield Warning("unused", f"nothing uses the {kind} {name}", place)
        if not self.declared.ends:
            yield Warning(
                "endless", "nothing ends this game: there is no `end`", self.place(("fact", "game"))
            )

    def _names(self) -> Iterator[tuple[str, object, str]]:
        yield from (("mark", ("mark", name), name) for name in self.declared.marks)
        yield from (("counter", ("counter", name), name) for name in self.declared.counters)
        yield from (("region", key, key[0]) for key in self.declared.regions)

    def _mentioned(self, name: str) -> bool:
        return name in self.used or is_points(name) or (" " in name and set(name.split()) <= self.used)

    @cached_property
    def used(self) -> set[str]:
        """Every name that is reachable from the rules of the game."""
        declared, definitions = self.declared, self.rules.definitions
        tables = (declared.ends, declared.adjudications, declared.faults, declared.callings)
        trees: list[object] = [rule.test for table in tables for rule in table.values()]
        for state in declared.states.values():
            trees += [state.moves, tuple(test for test, _ in state.next)]
        trees += [(claim.left, claim.right) for claim in self.rules.claims]
        trees += declared.regions.values()  # regions may be made of regions
        facts = re.findall(r"\w+", " ".join(declared.facts.get("fen", ())))
        waiting = {*INTERFACE, *self.model.players, *declared.reasons, *facts}
        for tree in trees:
            waiting |= t.words(tree)
        used: set[str] = set()
        while waiting:
            word = waiting.pop()
            used.add(word)
            if word in definitions:
                more = t.words(definitions[word].body)
                if (old := definitions[word].super) and "super" in more:
                    more |= t.words(old.body)
            else:
                more = set(word) & definitions.keys()  # a product of letters
            waiting |= more - used
        return used

    def terms(self) -> Iterator[Warning]:
        """Warnings about the move terms: pieces that nothing places, or nothing can remove."""
        vocabulary, placed, taken = self.rules.vocabulary, 0, 0
        for move in (*(state.move for state in self.model.states.values()), self.model.settle):
            for rewrite in changes(move, Rewrite):
                after = dict(rewrite.after.cells)
                carried = {cell.piece for cell in after.values()}
                placed |= _union(cell.contents for cell in after.values() if not (cell.piece or cell.bare))
                for offset, cell in rewrite.before.cells:
                    put = after.get(offset)
                    if put is not None and not put.bare and (cell.piece is None or cell.piece not in carried):
                        taken |= cell.contents
        there = {vocabulary.glyph(content) for content in members(placed & vocabulary.squares)}
        there |= set(self.at_the_start())
        gone = {vocabulary.glyph(content) for content in members(taken & vocabulary.squares)}
        kinds: dict[str, list[PieceType]] = {}
        for piece in vocabulary.pieces:
            kinds.setdefault(piece.kind or piece.name, []).append(piece)
        for name, same in kinds.items():
            if not self.place(("piece", name)).end:
                continue
            span = self.place(("piece", name))
            if self.model.start and not any(piece.glyph in there for piece in same):
                yield Warning("absent", f"the {name} never comes onto the board", span)
            elif gone - {"."} and not any(piece.glyph in gone for piece in same):
                yield Warning("uncapturable", f"the {name} cannot be captured", span)

    def unwritten(self) -> Iterator[Warning]:
        """Warnings about counters and marks that a position has and its FEN does not tell."""
        for what, name, field in lost_in_fen(self.model):
            if (place := self.place((what, name), ("fact", "fen"))).end:
                message = f"a FEN does not tell the {what} {name}: add the field {field} to `fen`"
                yield Warning("unwritten", message, place)

    def at_the_start(self) -> Iterator[str]:
        """The glyphs of the pieces on the board in the initial position."""
        board = self.model.start.partition(" ")[0]
        for piece in self.rules.vocabulary.pieces:
            if piece.letter in board or piece.glyph in board:
                yield piece.glyph


class RandomGames:
    """The warnings found in random games."""

    def __init__(self, game: Game, lint: Lint, seconds: float, progress: Progress) -> None:
        self.game, self.lint, self.seconds, self.progress = game, lint, seconds, progress

    def warnings(self) -> Iterator[Warning]:
        """Warnings about the ends of random games, and about pieces that do not move in them."""
        model, place = self.game.model, self.lint.place(("fact", "start"))
        kinds = [field.split(":")[0] for field in model.fen_fields]
        fields_of_start = [kind for kind in kinds if kind not in {"hand", "promoted"}]
        if "side" in fields_of_start[len(model.start.split()) :] and len(model.players) > 1:
            yield Warning("start", "the start does not say who is to move", place)
        start = self.game.start()
        if start.outcome is not None:
            yield Warning("start", f"the game is over at the start: {start.outcome.reason}", place)
            return
        if not start.moves:
            yield Warning("start", "there is no legal move at the start", place)
            return
        try:
            games = self._random_games(start)
        except LaskerError:  # too large for random games: nothing is known
            return
        title, number = self.lint.place(("fact", "game")), len(games)
        stranded = sum(not ends and plies < PLIES for ends, plies in games)
        if games and not any(ends for ends, _ in games) and stranded < number and self.lint.declared.ends:
            yield Warning("endless", f"none of {number} random games ends within {PLIES} plies", title)
        elif stranded and self.lint.declared.ends:
            words = "where nobody can move, and no `end` says what that means (nil is no move without `pass`)"
            yield Warning("stranded", f"{stranded} of {number} random games stop {words}", title)
        most = max((plies for _, plies in games), default=math.inf)
        if games and all(ends for ends, _ in games) and most <= len(model.players):
            yield Warning(
                "decided",
                f"every one of {number} random games is over after {most} move{'s' * (most > 1)}",
                title,
            )
        yield from self._immobile()

    def _random_games(self, start: Position) -> list[tuple[bool, int]]:
        """Whether each random game ended, and its length; as many games as the time allows."""
        engine, games = choose(self.game.model, PlayoutWork(GAMES)), list[tuple[bool, int]]()
        with suppress(cancel.OutOfTime), cancel.within(self.seconds):
            for number in range(GAMES):
                cancel.check()
                found = results(start.node, tally(engine, start.node, range(number, number + 1), 0, 1, PLIES))
                games.append((not found.unfinished, found.plies))
                self.progress(len(games))
        self.progress(len(games))
        return games

    def _immobile(self) -> Iterator[Warning]:
        """Pieces of the initial position that do not move, until each has moved or
        enough positions were seen."""
        vocabulary, seen, inspected = self.game.model.rules.vocabulary, Counter[str](), 0
        named = {piece.glyph: piece.kind or piece.name for piece in vocabulary.pieces}
        still = {named[glyph] for glyph in self.lint.at_the_start()}
        for position in self._positions():
            board = position.node.configuration.board
            seen.update({named[glyph] for glyph in map(vocabulary.glyph, set(board)) if glyph in named})
            for move in position.moves:
                after = move.step.after.configuration.board
                changed = [pair for pair in zip(board, after, strict=True) if pair[0] != pair[1]]
                left = {vocabulary.glyph(old) for old, _ in changed}
                moved = left & {vocabulary.glyph(new) for _, new in changed} & named.keys()
                still -= {named[glyph] for glyph in moved}
            inspected += len(position.moves)
            if not still or inspected > ENOUGH:
                break
        for name in sorted(still):
            if seen[name] >= OFTEN:
                span = self.lint.place(("piece", name), ("fact", "game"))
                message = f"the {name} never moves (in {seen[name]} positions of random games)"
                yield Warning("immobile", message, span)

    def _positions(self) -> Iterator[Position]:
        for number in range(WALKS):
            random, position = Random(number), self.game.start()
            for _ in range(STEPS):
                yield position
                if not position.moves or position.outcome is not None:
                    break
                position = position.play(random.choice(position.moves))


def _union(sets: Iterable[int]) -> int:
    whole = 0
    for each in sets:
        whole |= each
    return whole
