"""Nodes of the game: settled configurations, the moves between them, and how the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from hashlib import blake2b
from html import escape

from lasker.algebra.meaning import Chosen, Configuration
from lasker.algebra.moves import FAIL, Move
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.kernel.immutable import lazy
from lasker.model import CHANCE
from lasker.model.forbidden_repetition import ALLOWED
from lasker.model.game import Ending, Game, State
from lasker.model.meaning_hash import same_rules

Label = tuple[Chosen, ...]


@dataclass(frozen=True)
class Step:
    """A move: its label, the least trace of the binders that led there, and the node it leads to."""

    label: Label
    after: Node
    probability: Fraction = Fraction(1)  # less where chance moves


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a payoff for every player (1 won, 1/2 drawn, 0 lost), and why.

    >>> won = Outcome((Fraction(0), Fraction(1)), "checkmate")
    >>> won.winner, won.returns
    (1, (-1.0, 1.0))
    """

    payoffs: tuple[Fraction, ...]
    reason: str

    @property
    def winner(self) -> int | None:
        """The number of the player with the whole payoff; None where it is shared."""
        return self.payoffs.index(Fraction(1)) if Fraction(1) in self.payoffs else None

    @property
    def returns(self) -> tuple[float, ...]:
        """The payoffs as a zero-sum game: 1 for the winner, 0 for everybody after a draw, and for the losers
        what makes the sum zero, -1 where there are two players."""
        count = len(self.payoffs)
        return tuple(float((count * payoff - 1) / max(1, count - 1)) for payoff in self.payoffs)

    def _repr_html_(self) -> str:
        shares = ", ".join(f"player {number}: {payoff}" for number, payoff in enumerate(self.payoffs))
        return f"<p><strong>{escape(self.reason)}</strong> ({shares})</p>"


class Node:
    """A settled configuration, whose turn it is, and how many plies were played.

    Two nodes are equal if nothing tells them apart: the rules mean the same, and board, counters, state and
    number are the same. Repetition asks for less: `key` leaves out the number, and counters that are not
    keyed.
    """

    def __init__(self, game: Game, configuration: Configuration, state: State, ply: int = 0) -> None:
        self.game, self.configuration, self.state, self.ply = game, configuration, state, ply

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        if self.game is other.game:
            return self._facts == other._facts
        return self.spelled == other.spelled and same_rules(self.game, other.game)

    def __hash__(self) -> int:
        return hash((self.hash, self.number, self.configuration.counters))

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.game, self.configuration, self.state.name, self.ply)

    @property
    def number(self) -> int:
        """The number of the move, or of the ply, as the game writes it; 1 where it writes none."""
        if "plies" in self.game.fen_fields:
            return self.ply + 1
        return self.ply // len(self.game.turns) + 1 if "number" in self.game.fen_fields else 1

    @property
    def _facts(self) -> tuple[object, ...]:
        return self.number, self.state.name, self.configuration.board, self.configuration.counters

    @property
    def spelled(self) -> tuple[object, ...]:
        """Everything there is, in words: texts that mean the same may number pieces differently."""
        return self.number, self.state.name, self._pieces(), self.configuration.counters

    def _pieces(self) -> list[str]:
        show, label = self.game.rules.vocabulary.show, self.game.space.label
        return [f"{label(site)}={show(held)}" for site, held in enumerate(self.configuration.board) if held]

    def repeats(self, other: Node) -> bool:
        """Is this the same position for the rules about repetition?"""
        return self.key == other.key

    @lazy
    def key(self) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        """What makes a position a repetition of another: turn, board, and the counters that are keyed."""
        counters = self.game.rules.vocabulary.counters.values()
        values = zip(counters, self.configuration.counters, strict=True)
        return (
            self.state.name,
            self.configuration.board,
            tuple(value for counter, value in values if counter.keyed),
        )

    @lazy
    def hash(self) -> int:
        """The 64-bit hash of the key, the same on every machine and every backend."""
        name, _, keyed = self.key
        parts = [name, *self._pieces(), *map(str, keyed)]
        return int.from_bytes(blake2b("\n".join(parts).encode(), digest_size=8).digest(), "big")

    def meets(self, ending: Ending) -> bool:
        """Does the test of an ending hold here? Where chance moves none does."""
        test = ending.tests.get(self.state.name, FAIL)
        return self.game.arena.holds(test, self.configuration)

    @property
    def turn(self) -> str:
        """Who is to move: a player, or chance."""
        return CHANCE if self.state.by_chance else self.game.players[self.state.player]

    @lazy
    def outcome(self) -> Outcome | None:
        """How the game has ended, if a rule of the game ends it here."""
        for ending in self.game.endings:
            if self.meets(ending):
                return Outcome(self.payoffs(ending.result), ending.reason)
        return None

    @lazy
    def faults(self) -> tuple[str, ...]:
        """Why this is no position of the game, item by item."""
        return tuple(fault.reason for fault in self.game.faults if self.meets(fault))

    def payoffs(self, result: str | Fraction) -> tuple[Fraction, ...]:
        """What a result for the player to move means for everybody; together they share one."""
        count = len(self.game.players)
        shares = {"won": Fraction(1), "lost": Fraction(0), "drawn": Fraction(1, count)}
        mine = result if isinstance(result, Fraction) else shares[result]
        others = (1 - mine) / max(1, count - 1)
        return tuple(mine if player == self.state.player else others for player in range(count))

    @lazy
    def steps(self) -> tuple[Step, ...]:
        """Every legal move, ordered by its label, and by where it leads where two have one label; none when
        the game is over."""
        return () if self.outcome is not None else self._continuations()

    def _continuations(self) -> tuple[Step, ...]:
        if self.state.by_chance:
            return self._chances()
        found = self._results(self.state.move, self.game.by_label).values()
        moves = (  # a result equal to its source is no move
            step for step in found if self.game.passes or step.after.key[1:] != self.key[1:]
        )
        return tuple(sorted(moves, key=_place))

    def _results(self, move: Move, by_label: bool = False) -> dict[object, Step]:
        """What a move leads to, each position once, or once for each label, with its least label."""
        found: dict[object, Step] = {}
        arena = self.game.arena
        with arena.meter.question(), arena.meter.holding() as held:
            for end in arena.runs(move, self.configuration):
                after = self.after(end)
                key = (after.key, after.configuration.counters, end.trace if by_label else ())
                known = found.get(key)
                if known is None:
                    held.add()
                if known is None or end.trace < known.label:
                    found[key] = Step(end.trace, after)
        return found

    def reached(self, move: Move) -> set[object]:
        """The keys of the positions that a move, done here as a whole turn, leads to."""
        return {step.after.key for step in self._results(move).values()}

    @lazy
    def chances(self) -> tuple[tuple[int, tuple[Step, ...]], ...]:
        """What chance may do here: each option that is possible, its weight and what it may lead to."""
        weighed = ((weight, self._results(move).values()) for weight, move in self.state.odds)
        return tuple((weight, tuple(results)) for weight, results in weighed if results)

    def _chances(self) -> tuple[Step, ...]:
        """Each option that is possible by its weight, its results equally likely."""
        total = sum(weight for weight, _ in self.chances)
        found: dict[object, Step] = {}
        for weight, results in self.chances:
            for step in results:
                key = (step.after.key, step.after.configuration.counters)
                known = found.get(key)
                label = min(known.label, step.label) if known else step.label
                chance = Fraction(weight, total * len(results)) + (known.probability if known else 0)
                found[key] = Step(label, step.after, chance)
        return tuple(sorted(found.values(), key=_place))

    def after(self, end: Configuration) -> Node:
        """The position after a turn that has led to `end`."""
        for test, name in self.state.next:
            if test is None or self.game.arena.leads(test, end):
                state = self.game.states[name]
                turned = not state.by_chance and state.player != self.state.player
                return settled(
                    self.game, end, state, self.ply + self.game.plies_between(self.state.name, name), turned
                )
        raise DeclarationError(f"nothing follows the state {self.state.name} here")


def _place(step: Step) -> tuple[object, ...]:
    """Where a move stands in the list: by its label, and where two have one label by where they lead."""
    after = step.after
    return (step.label, list(after.game.states).index(after.state.name), *after.configuration[::2])


def settled(game: Game, end: Configuration, state: State, ply: int = 0, turned: bool = False) -> Node:
    """The position after a move: scratch wiped, `settle` done; and if the turn has passed to another
    player, the marks of his last turn are gone."""
    vocabulary = game.rules.vocabulary
    board = vocabulary.ended(end.board)
    board = vocabulary.turned(board, state.player) if turned else board
    start = Configuration(board, (), vocabulary.set_back(end.counters))
    with game.arena.meter.question(), game.arena.meter.holding() as held:
        tidied = held.gather(run[:3] for run in game.arena.runs(game.settle, start))
    if len(tidied) != 1:
        raise DeclarationError(f"`settle` should lead to one position, and leads to {len(tidied)}")
    return Node(game, Configuration(*tidied.pop()), state, ply)


def restored(game: Game, configuration: Configuration, state: str, ply: int) -> Node:
    """A node made of what it was written down as."""
    return Node(game, configuration, game.states[state], ply)


def perft(node: Node, depth: int) -> int:
    """How many sequences of `depth` legal moves there are; a game that has ended has none left."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(node.steps)
    return sum(perft(step.after, depth - 1) for step in node.steps)


def allowed(past: Sequence[Node]) -> tuple[Step, ...]:
    """The moves of the last of some positions that the past does not forbid."""
    node, rule = past[-1], past[-1].game.repetition
    if rule == ALLOWED:
        return node.steps
    numbers = {name: number for number, name in enumerate(node.game.states)}
    players = [state.player for state in node.game.states.values()]
    gone = rule.gone([(numbers[each.state.name], each.key[1:]) for each in past], players)
    return tuple(
        step
        for step in node.steps
        if rule.form(numbers[step.after.state.name], step.after.key[1:]) not in gone
    )
