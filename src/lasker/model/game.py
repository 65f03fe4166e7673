"""A game as data: its facts, its board and pieces, who moves when, what ends it.

Turn order is a finite automaton. Where no `state` is declared there is one state for each player, in
their order, whose move is the definition with the player's name, or `move` as that player sees the board.
The view of the next player is the movement called `view`, which is `C` unless the rules say otherwise;
ends are written for the first player as the one to move, and seen by the others likewise.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from weakref import WeakValueDictionary

from lasker.algebra.meaning import Arena
from lasker.algebra.moves import FAIL, NIL, Move, Test, choice, moved
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem, Problems, did_you_mean
from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Source, Span
from lasker.kernel.values import once
from lasker.model.closed import closed, condition
from lasker.model.weights import Weight
from lasker.model.weights import read as read_weight
from lasker.space.movement import Movement
from lasker.space.space import LatticeSpace, Space
from lasker.syntax.clauses import EndRule, StateRule
from lasker.syntax.declare import CHANCE
from lasker.syntax.rules import Rules
from lasker.syntax.values import is_move, is_movement, sort

NOBODY = -1


@dataclass(frozen=True)
class State:
    """A state of the turn automaton: whose turn it is, what may be done, and what comes next."""

    name: str
    player: int  # NOBODY where chance moves
    move: Move
    next: tuple[tuple[Move | None, str], ...]  # tests in order; the last has none
    odds: tuple[tuple[int, Move], ...] = ()  # what chance may do, each with its weight

    @property
    def by_chance(self) -> bool:
        """Does chance move here?"""
        return self.player == NOBODY


@dataclass(frozen=True)
class Ending:
    """A rule that ends the game: why, what it means for the player to move, and when, by state."""

    reason: str
    result: str | Fraction
    tests: dict[str, Move]
    repeated: int = 0
    giving: bool = False
    manner: str = ""


@dataclass(frozen=True)
class Count:
    """A check that the rules file carries: so many sequences of so many moves."""

    depth: int
    count: int
    position: str | None


class Game:
    """A game made from a rules text, and from the texts that it extends.

    >>> game = Game(Source('''lasker 1
    ... game "Coins"
    ... players first second
    ... board 3x1
    ... piece coin ● ○
    ... move = %.: put(●)
    ... end "full" lost: ![move]
    ... '''))
    >>> game.title, list(game.states)
    ('Coins', ['first', 'second'])
    """

    def __init__(self, source: Source, bases: tuple[Source, ...] = (), limits: Limits = DEFAULT) -> None:
        problems = Problems()
        self.rules = Rules(source, bases=bases, limits=limits, problems=problems)
        self.lock = self.rules.meter.lock  # what is read of the rules is read by one thread at a time
        if self.rules.version is None:
            problems.add(
                DeclarationError(
                    "a rules file says which language it is written in",
                    span=Span(source, 0, 0),
                    remedy="let it begin with: lasker 1",
                )
            )
        self.rules.check()
        facts = self.rules.declared.facts
        self.title = " ".join(facts.get("game", (source.name,)))
        self.aliases = facts.get("also", ())
        self.about = " ".join(facts.get("about", ()))
        self.source = " ".join(facts.get("source", ()))
        self.start = _start(facts.get("start", ()))
        layouts = " ".join(facts.get("fen", ("board side number",))).split("|")
        self.fen_fields, *dialects = (tuple(layout.split()) for layout in layouts)
        self.fen_dialects = tuple(dialects)  # other layouts that are read, and never written
        self.players = self.rules.vocabulary.players
        self.passes = "pass" in facts  # may a move leave everything as it was?
        self.by_label = "by label" in facts.get("moves", ())  # is one delta by two labels two moves?
        self.forbids_repetition = "repetition" in facts.get("forbid", ())
        self._arenas = threading.local()
        self._seen: dict[tuple[int, int], tuple[Move, Move]] = {}  # the first keeps its identity alive
        self.counts = tuple(Count(*check) for check in self.rules.declared.perfts)
        if problems:
            self.check()
        _known.setdefault((source, bases, limits), self)

    def __reduce__(self) -> tuple[object, ...]:
        return game_of, (self.rules.source, self.rules.bases, self.rules.limits)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def check(self) -> None:
        """Read every rule of the game, so that a mistake is found before somebody plays into it."""
        if self.rules.whole:
            for name in (
                "view",
                "states",
                "settle",
                "endings",
                "adjudications",
                "faults",
                "reasons",
                "weights",
            ):
                with self.rules.gathered(self._beginning):
                    getattr(self, name)
        self.rules.problems.settle()

    @once
    def text_hash(self) -> str:
        """The hash of the text and all it extends: what caches are keyed by."""
        texts = [source.text for source in (*self.rules.bases, self.rules.source)]
        return sha256("\0".join(texts).encode()).hexdigest()

    @once
    def space(self) -> Space:
        """The board."""
        if self.rules.space is None:
            raise DeclarationError("a game needs a board", remedy="declare one: board 8x8")
        return self.rules.space

    @once
    def weights(self) -> tuple[Weight, ...]:
        """What the displacements of pieces weigh, where the rules say it."""
        dimension = self.space.dimension if isinstance(self.space, LatticeSpace) else None
        pieces = {piece.name for piece in self.rules.vocabulary.pieces}
        try:
            texts = self.rules.declared.facts.get("weights", ())
            return tuple(read_weight(text, dimension, pieces) for text in texts)
        except LaskerError as error:
            raise error.at(self.rules.declared.places["fact", "weights"]) from None

    @property
    def arena(self) -> Arena:
        """Where the moves of the game are evaluated, with the choices of their binders noted; each thread has
        its own, which counts what it does."""
        if not hasattr(self._arenas, "own"):
            self._arenas.own = Arena(self.space, self.rules.vocabulary, self.rules.limits, tracing=True)
        found: Arena = self._arenas.own
        return found

    @once
    def view(self) -> Movement:
        """How the next player sees the board."""
        value = self.rules.find("view") or self.rules.find("C") or self.rules.compass.identity
        if not is_movement(value):
            raise DeclarationError(
                "`view` must be a movement", span=self._place("view"), remedy="for example: view = flipped"
            )
        return value

    def seen(self, move: Move, player: int) -> Move:
        """A term of the first player, as another player sees it; the same term each time it is asked."""
        if not player:
            return move
        key = (id(move), player)
        with self.lock:
            if key not in self._seen:
                self._seen[key] = (move, moved(move, self.view**player, self.rules.vocabulary))
            return self._seen[key][1]

    @once
    def states(self) -> dict[str, State]:
        """The turn automaton; the first state is the one in which a game begins."""
        declared = self.rules.declared.states
        if declared:
            problems, found = Problems(), {}
            for rule in declared.values():
                with problems.gathered(rule.place):
                    found[rule.name] = self._declared_state(rule, problems)
            problems.settle()
            return found
        following = (*self.players[1:], self.players[0])
        return {
            name: State(name, number, self._players_move(name, number), ((None, following[number]),))
            for number, name in enumerate(self.players)
        }

    @once
    def turns(self) -> tuple[str, ...]:
        """The states in the order in which they follow each other if nothing special happens."""
        found = [next(iter(self.states))]
        while (following := self.states[found[-1]].next[-1][1]) not in found:
            found.append(following)
        return tuple(found)

    def plies_between(self, now: str, then: str) -> int:
        """How many plies later a state comes: moving again begins a new turn, and turns left out count."""
        order = self.turns
        if now not in order or then not in order:
            return 1
        return (order.index(then) - order.index(now)) % len(order) or len(order)

    def _declared_state(self, rule: StateRule, problems: Problems) -> State:
        states = self.rules.declared.states
        for _, name in rule.next:
            if name not in states:
                known = f"the states are {', '.join(states)}"
                problems.add(
                    NameProblem(
                        f"{rule.name} leads to {name}, which is no state",
                        span=rule.names[name],
                        remedy=did_you_mean(name, states, known),
                        word=name,
                    )
                )
        if rule.player not in (*self.players, CHANCE):
            players = f"the players are {', '.join(self.players)}"
            raise NameProblem(
                f"{rule.player} does not play",
                span=rule.names[rule.player],
                remedy=did_you_mean(rule.player, (*self.players, CHANCE), players),
                word=rule.player,
            )
        source = rule.place.source
        tests = tuple(
            (None if test is None else condition(self.rules, test, source), name) for test, name in rule.next
        )
        player = self.players.index(rule.player) if rule.player in self.players else NOBODY
        moves = tuple((weight, condition(self.rules, move, source)) for weight, move in rule.moves)
        odds = moves if player == NOBODY else ()
        return State(rule.name, player, choice(move for _, move in moves), tests, odds)

    def _players_move(self, name: str, number: int) -> Move:
        own = self._closed(name)
        if own is not None:
            return own
        shared = self._closed("move")
        if shared is None and self.rules.unread(name, "move", "state"):
            return FAIL  # what says it is a mistake of its own
        if shared is None:
            raise DeclarationError(
                f"nothing says how {name} moves",
                span=self.rules.declared.places.get("players", self._beginning),
                remedy=f"define {name} = …, or move = … for all players",
            )
        return self.seen(shared, number)

    def _term(self, name: str) -> Move | None:
        if name not in self.rules.definitions:
            return None
        value = self.rules.find(name)
        if not is_move(value):
            raise DeclarationError(f"{name} should be a move, and is a {sort(value)}", span=self._place(name))
        return value

    def _closed(self, name: str) -> Move | None:
        """The move of that name as a rule of the game, which chooses every square that it speaks of."""
        term = self._term(name)
        if term is None:
            return None
        definition = self.rules.definitions[name]
        return closed(self.rules, term, definition.body, definition.source)

    @property
    def _beginning(self) -> Span:
        """Where a problem of the whole game is told: at its title, or else where the text begins."""
        return self.rules.declared.places.get(("fact", "game")) or Span(self.rules.source, 0, 0)

    def _place(self, name: str) -> Span | None:
        """Where a name is defined."""
        definition = self.rules.definitions.get(name)
        return None if definition is None else Span(definition.source, *definition.at)

    @once
    def settle(self) -> Move:
        """What is tidied up after every move."""
        return self._closed("settle") or NIL

    @once
    def endings(self) -> tuple[Ending, ...]:
        """The rules that end the game, in their order: they stop play, and counting."""
        return self._endings(self.rules.declared.ends.values())

    @once
    def adjudications(self) -> tuple[Ending, ...]:
        """The rules by which a game is called drawn or won though it could go on; counting ignores them."""
        return self._endings(self.rules.declared.adjudications.values())

    @once
    def faults(self) -> tuple[Ending, ...]:
        """What makes a set-up no position of this game."""
        return self._endings(self.rules.declared.faults.values())

    @once
    def reasons(self) -> dict[Move, str]:
        """The tests that forbid moves, as every player sees them, each with its reason in words."""
        found: dict[Move, str] = {}
        for name, reason in self.rules.declared.reasons.items():
            place = self.rules.declared.places["because", name]
            if name not in self.rules.definitions:
                raise NameProblem(
                    f"nothing defines {name}",
                    span=place,
                    remedy=did_you_mean(
                        name, self.rules.definitions, "`because` explains a test by its name"
                    ),
                    word=name,
                )
            term = self._term(name)
            if term == NIL:  # a variant in which this test forbids nothing
                continue
            if not isinstance(term, Test):
                raise DeclarationError(
                    f"{name} should be a test", span=place, remedy="`because` explains tests: ![ … ]"
                )
            for player in range(len(self.players)):
                found[self.seen(term, player)] = reason
        return found

    def _endings(self, rules: Iterable[EndRule]) -> tuple[Ending, ...]:
        problems, found = Problems(), []
        for rule in rules:
            with problems.gathered(rule.place):
                found.append(self._ending(rule))
        problems.settle()
        return tuple(found)

    def _ending(self, rule: EndRule) -> Ending:
        test = NIL if rule.test is None else condition(self.rules, rule.test, rule.place.source)
        tests = {
            state.name: self.seen(test, state.player)
            for state in self.states.values()
            if not state.by_chance  # it is for a player to find that the game is over
        }
        return Ending(rule.reason, rule.result, tests, rule.repeated, rule.giving, rule.manner)


_known: WeakValueDictionary[tuple[Source, tuple[Source, ...], Limits], Game] = WeakValueDictionary()


def game_of(source: Source, bases: tuple[Source, ...], limits: Limits) -> Game:
    """The game that some texts describe: the one that is in use, or a new one."""
    found = _known.get((source, bases, limits))
    return Game(source, bases, limits) if found is None else found


def row_of_start(game: Game, at: int) -> Span | None:
    """Where in its file the row of the start is written to which a place in its FEN belongs."""
    whole = game.rules.declared.places.get(("fact", "start"))
    row = game.start.count("/", 0, at)
    for text in re.finditer(r'"[^"\n]*"', whole.source.text[whole.start : whole.end] if whole else ""):
        row -= text.group().count("/") + 1
        if whole and row < 0:
            return Span(whole.source, whole.start + text.start(), whole.start + text.end())
    return whole


def _start(rows: tuple[str, ...]) -> str:
    """The start as one line of FEN. It may be drawn as rows, in which a dot is an empty square.

    >>> _start(("k..", "...", "..K w"))
    'k2/3/2K w'
    """
    board, *fields = "/".join(rows).split() or [""]
    return " ".join([re.sub(r"\.+", lambda dots: str(len(dots.group())), board), *fields])
