"""How the parts of a game are read from the words of its text.

Turn order is a finite automaton. Where no `state` is declared there is one state for each player, in
their order, whose move is the definition with the player's name, or `move` as that player sees the board.
The view of the next player is the movement called `view`, which is `C` unless the rules say otherwise;
ends are written for the first player as the one to move, and seen by the others likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from lasker.algebra.fragments import Pattern
from lasker.algebra.moves import FAIL, NIL, Move, Test, choice, identity_rewrite
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem, Problems, did_you_mean
from lasker.kernel.immutable import once
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source, Span
from lasker.model import CHANCE
from lasker.model.forbidden_repetition import Repetition
from lasker.model.parts import NAMES, NOBODY, Calling, Ending, Parts, State
from lasker.model.weights import Weight
from lasker.model.weights import read as read_weight
from lasker.space.movement import Movement
from lasker.space.space import LatticeSpace
from lasker.syntax.clauses import EndRule, StateRule
from lasker.syntax.facts import facts_of
from lasker.syntax.forbidden import repetition_of
from lasker.syntax.free_cursor_check import closed, condition, possible
from lasker.syntax.rules import Rules
from lasker.syntax.tree import Line, Scope
from lasker.syntax.values import is_move, is_movement, sort


class Reading(Parts):
    """The parts of a game, read from a text and those that it extends.

    >>> text = 'lasker 1\\ngame "Coins"\\nplayers one two\\nboard 3x1\\npiece coin ● ○\\nmove = %.: put(●)'
    >>> list(Reading(Source(text), (), Limits()).states)
    ['one', 'two']
    """

    rules: Rules  # type: ignore[assignment]  # the words of this language

    def __init__(
        self,
        source: Source,
        bases: tuple[Source, ...],
        limits: Limits,
        lines: Mapping[Source, tuple[Line, ...]] | None = None,
    ) -> None:
        """Read a text and those it extends; they are parsed, except those whose lines are given as trees."""
        super().__init__()
        problems = Problems()
        self.rules = Rules(source, bases=bases, limits=limits, problems=problems, lines=lines)
        self.lock = self.rules.meter.lock
        if self.rules.version is None:
            problems.add(
                DeclarationError(
                    "a rules file says which language it is written in",
                    span=Span(source, 0, 0),
                    remedy="let it begin with: lasker 1",
                )
            )
        self.rules.check()
        self.facts = facts_of(self.rules)
        if problems:
            self.check()

    def check(self) -> None:
        """Read every rule of the game, so that a mistake is found before somebody plays into it."""
        if self.rules.whole:
            for name in NAMES:
                with self.rules.gathered(self._beginning):
                    getattr(self, name)
        self.rules.problems.settle()

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

    @once
    def view(self) -> Movement:
        """How the next player sees the board."""
        value = self.rules.find("view") or self.rules.find("C") or self.rules.compass.identity
        if not is_movement(value):
            raise DeclarationError(
                "`view` must be a movement", span=self._place("view"), remedy="for example: view = flipped"
            )
        return value

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
        following = (*self.facts.players[1:], self.facts.players[0])
        return {
            name: State(name, number, self._players_move(name, number), ((None, following[number]),))
            for number, name in enumerate(self.facts.players)
        }

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
        if rule.player not in (*self.facts.players, CHANCE):
            players = f"the players are {', '.join(self.facts.players)}"
            raise NameProblem(
                f"{rule.player} does not play",
                span=rule.names[rule.player],
                remedy=did_you_mean(rule.player, (*self.facts.players, CHANCE), players),
                word=rule.player,
            )
        source = rule.place.source
        tests = tuple(
            (None if test is None else condition(self.rules, test, source), name) for test, name in rule.next
        )
        player = self.facts.players.index(rule.player) if rule.player in self.facts.players else NOBODY
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
        value = possible(self.rules, self.rules.find(name))
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
    def callings(self) -> tuple[Calling, ...]:
        """How moves are written that a rule does, in the order in which they are tried."""
        problems, found = Problems(), []
        for rule in self.rules.declared.callings.values():
            with problems.gathered(rule.place):
                found.append(self._calling(rule))
        problems.settle()
        return tuple(found)

    def _calling(self, rule: EndRule) -> Calling:
        assert rule.test is not None
        move = condition(self.rules, rule.test, rule.place.source)
        if rule.scope is None:
            seen = {each.name: self.seen(move, max(each.player, 0)) for each in self.states.values()}
            return Calling(rule.reason, rule.manner, seen)
        return Calling(rule.reason, rule.manner, dict.fromkeys(self._asked(rule, rule.scope), move))

    def _asked(self, rule: EndRule, scope: Scope) -> list[str]:
        """The states in which a rule that names its player or its states is asked."""
        for name in scope.states:
            self._known(name, list(self.states), "state", rule)
        if scope.player is not None:
            self._known(scope.player, self.facts.players, "player", rule)
        number = None if scope.player is None else self.facts.players.index(scope.player)
        return [
            name
            for name, state in self.states.items()
            if (not scope.states or name in scope.states) and number in (None, state.player)
        ]

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
            for player in range(len(self.facts.players)):
                found[self.seen(term, player)] = reason
        return found

    @once
    def repetition(self) -> Repetition:
        """Which moves are forbidden because of the past."""
        declared = self.rules.declared
        place = declared.places.get(("fact", "forbid"))
        return repetition_of(declared.facts.get("forbid", ()), tuple(self.states), place)

    @once
    def checking(self) -> Move | None:
        """The definition called `check`, if it is a move or a test."""
        value = self.rules.find("check") if "check" in self.rules.definitions else None
        if isinstance(value, Pattern):
            value = Test(identity_rewrite(value, self.rules.vocabulary), True)
        return possible(self.rules, value) if value is not None and is_move(value) else None

    @once
    def tests(self) -> dict[str, Test]:
        """The tests that have names."""
        return {name: value for name, value in self.rules.found().items() if isinstance(value, Test)}

    def _endings(self, rules: Iterable[EndRule]) -> tuple[Ending, ...]:
        problems, found = Problems(), []
        for rule in rules:
            with problems.gathered(rule.place):
                found += self._ending(rule)
        problems.settle()
        return tuple(found)

    def _ending(self, rule: EndRule) -> list[Ending]:
        test = NIL if rule.test is None else condition(self.rules, rule.test, rule.place.source)
        if rule.scope is not None:
            return list(self._scoped(rule, rule.scope, test))
        tests = {
            state.name: self.seen(test, state.player)
            for state in self.states.values()
            if not state.by_chance  # it is for a player to find that the game is over
        }
        return [Ending(rule.reason, rule.result, tests, rule.repeated, rule.giving, rule.manner)]

    def _scoped(self, rule: EndRule, scope: Scope, test: Move) -> Iterator[Ending]:
        """A rule that concerns one player, or is asked in some states: it stands as it is written, whoever is
        to move, once for each result that it has for a player to move."""
        states = {state.name: state for state in self.states.values() if not state.by_chance}
        for name in scope.states:
            self._known(name, list(states), "state", rule)
        if scope.player is not None:
            self._known(scope.player, self.facts.players, "player", rule)
        if scope.player is not None and rule.result != "invalid" and len(self.facts.players) > 2:
            raise DeclarationError(
                f"what is {rule.result} for {scope.player} does not say how the others share the point",
                span=rule.names[scope.player],
                remedy=f"ask it where {scope.player} is to move: in {scope.player}",
            )
        asked = {name: state for name, state in states.items() if not scope.states or name in scope.states}
        results: dict[str | Fraction, dict[str, Move]] = {}
        for name, state in asked.items():
            mine = scope.player in (None, self.facts.players[state.player])
            result = rule.result if mine else _of_the_other(rule.result)
            results.setdefault(result, dict.fromkeys(states, FAIL))[name] = test
        for result, tests in results.items():
            yield Ending(rule.reason, result, tests, rule.repeated, rule.giving, rule.manner, alike=False)

    def _known(self, name: str, known: Sequence[str], kind: str, rule: EndRule) -> None:
        if name not in known:
            raise NameProblem(
                f"no {kind} is called {name}",
                span=rule.names.get(name, rule.place),
                remedy=did_you_mean(name, known, f"the {kind}s are {', '.join(known)}"),
                word=name,
            )


def _of_the_other(result: str | Fraction) -> str | Fraction:
    """What a result of one of two players means for the other."""
    return 1 - result if isinstance(result, Fraction) else {"won": "lost", "lost": "won"}.get(result, result)
