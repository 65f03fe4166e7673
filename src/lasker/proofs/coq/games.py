"""A game and claims about its positions as a file of Coq."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from lasker.algebra.contents import Life
from lasker.algebra.moves import FAIL, choice
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.errors import SortError
from lasker.model.game import Game, State
from lasker.proofs.coq import prelude
from lasker.proofs.coq.names import comment, in_list
from lasker.proofs.coq.terms import PARTS, Terms, boolean, integer, optional
from lasker.proofs.forced_results.forcing import Choice, payoffs
from lasker.proofs.forced_results.search_tables import Claim
from lasker.syntax.printer import Printer

CHUNK = 100  # choices of a strategy in one definition


class GameFile:
    """A file of Coq about one game: its definitions, and the theorems that were added.

    >>> import lasker
    >>> from lasker.backends import position
    >>> start = lasker.load("tictactoe").start()
    >>> written = GameFile(start.game.model)
    >>> written.counts(position(start.node), 2, 72)
    >>> print(written.text().splitlines()[-2])
    Theorem perft_2 : perft Tic_tac_toe 2 start = 72%N.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.terms = Terms(game.space, game.vocabulary, Printer(game.rules).show)  # type: ignore[arg-type]
        self._positions: dict[ProgramPosition, str] = {}
        self._define_game()

    def text(self) -> str:
        """The whole file."""
        title = comment(f"{self.game.title}, exported by Lasker. Check it with: coqc FILE")
        return "\n".join([title, "", prelude(*PARTS), *self.terms.lines, ""])

    def _define_game(self) -> None:
        game, terms = self.game, self.terms
        vocabulary = game.vocabulary
        terms.heading("pieces and moves")
        states = [self._state(state) for state in game.states.values()]
        settle = terms.move(game.settle)
        ends = [self._end(number) for number in range(len(game.endings))]
        terms.heading("the game")
        world = terms.define("board_and_counters", "world", terms.world())
        counters = vocabulary.counters.values()
        reset = [f"Some {integer(counter.start)}" if counter.scratch else "None" for counter in counters]
        own = [
            terms.contents(sum(1 << c for c in range(vocabulary.size) if self._concerns(c, player)))
            for player in range(len(game.players))
        ]
        fields = {
            "inner": world,
            "states": in_list(states),
            "settle": settle,
            "ends": in_list(ends),
            "passes": boolean(game.passes),
            "keyed": in_list([boolean(counter.keyed) for counter in counters]),
            "scratch": terms.marks(Life.END),
            "reset": in_list(reset),
            "turn_marks": terms.marks(Life.TURN),
            "own": in_list(own),
        }
        record = ";\n  ".join(f"{name} := {value}" for name, value in fields.items())
        self.name = terms.define(game.title, "game", f"{{|\n  {record} |}}")

    def _concerns(self, content: int, player: int) -> bool:
        """Does a content lose the marks of a turn when this player's turn begins?"""
        symbol = self.game.vocabulary.symbol(content)
        owner = self.game.vocabulary.pieces[symbol - 1].owner if symbol else None
        return owner is None or owner == player

    def _state(self, state: State) -> str:
        terms, numbers = self.terms, {name: number for number, name in enumerate(self.game.states)}
        move = choice(move for _, move in state.odds) if state.by_chance else state.move
        player = optional(None if state.by_chance else state.player)
        following = [
            f"({'None' if test is None else f'Some {terms.move(test)}'}, {numbers[name]})"
            for test, name in state.next
        ]
        value = f"State {player} {terms.move(move)} {in_list(following)}"
        return terms.define(f"turn of {state.name}", "state", value)

    def _end(self, number: int) -> str:
        ending, terms = self.game.endings[number], self.terms
        rows = []
        for turn, state in enumerate(self.game.states.values()):
            test = FAIL if state.by_chance else ending.tests.get(state.name, FAIL)
            shares = [rational(share) for share in payoffs(self.game, turn, ending.result)]
            rows.append(f"({terms.move(test)}, {in_list(shares)})")
        return terms.define(f"end {number + 1}", "list (move * list Q)", in_list(rows), ending.reason)

    def _written(self, position: ProgramPosition) -> str:
        terms = self.terms
        pieces = [
            f"({terms.site(site)}, {terms.content(content)})"
            for site, content in enumerate(position.board)
            if content
        ]
        counted = f"{in_list([str(value) for value in position.counters])}%Z"
        return f"Position {position.turn} (laid {terms.all} {in_list(pieces)}) {counted}"

    def position(self, position: ProgramPosition, name: str = "start") -> str:
        """The name of a position, defined on first use."""
        if position not in self._positions:
            value = f"Eval vm_compute in {self._written(position)}"
            self._positions[position] = self.terms.define(name, "position", value)
        return self._positions[position]

    def counts(self, position: ProgramPosition, depth: int, count: int) -> None:
        """Add the theorem that there are so many sequences of so many moves."""
        if self.game.by_label and depth:
            raise SortError("this game tells moves apart by their labels, which Coq is not told of")
        terms = self.terms
        terms.heading("claim")
        start = self.position(position)
        name = terms.names.new(f"perft {depth}")
        terms.lines += [
            comment(f"{count} sequences of {depth} legal moves"),
            f"Theorem {name} : perft {self.name} {depth} {start} = {count}%N.",
            "Proof. apply N.eqb_eq. by_computation. Qed.",
        ]

    def forces(self, position: ProgramPosition, claim: Claim, within: int, choices: Iterable[Choice]) -> str:
        """Add the theorem that a player forces at least a payoff, by a strategy; its name."""
        terms = self.terms
        who = self.game.players[claim.player]
        terms.heading(f"claim: {who} gets at least {claim.least} within {within} plies")
        start = self.position(position)
        table = self._strategy(list(choices), who)
        name = terms.names.new(f"{who} forces {claim.least}".replace("/", " of "))
        goal = f"{self.name} {claim.player} {rational(claim.least)} {within} {start}"
        terms.lines += [
            f"Theorem {name} : forces {goal}.",
            f"Proof. apply (by_strategy _ _ _ {table}). by_computation. Qed.",
        ]
        return name

    def _strategy(self, choices: list[Choice], who: str) -> str:
        terms, parts = self.terms, []
        for at in range(0, len(choices), CHUNK):
            entries = []
            for each in choices[at : at + CHUNK]:
                shown = [
                    f"({terms.site(site)}, {terms.content(after)})"
                    for site, (before, after) in enumerate(zip(each.at.board, each.chosen.board, strict=True))
                    if before != after
                ]
                entries.append(f"At ({self._written(each.at)}) {each.within} {in_list(shown)}")
            listed = "[" + ";\n  ".join(entries) + "]"
            parts.append(terms.define(f"choices of {who}", "list choice_at", listed))
        return terms.define(f"strategy of {who}", "list choice_at", " ++ ".join(parts) or "[]")


def rational(value: Fraction) -> str:
    """A rational number in Coq.

    >>> rational(Fraction(1, 2))
    '(1 # 2)'
    """
    return f"({value.numerator} # {value.denominator})"
