"""Equality, inclusion and disjointness of finite moves on a declared board: decided here, and written in
SMT-LIB for solvers that decide it again.

The file asks for a board, and a board after it, that contradict the claim: the answer must be `unsat`.
"""

from __future__ import annotations

from lasker.algebra.contents import members
from lasker.algebra.decision.declared_boards.comparison import BoardComparison
from lasker.algebra.decision.declared_boards.formulas import (
    FALSE,
    TRUE,
    All,
    Among,
    Any,
    Domains,
    Formula,
    Not,
    Related,
)
from lasker.algebra.decision.declared_boards.symbolic_board import FinalValue, SymbolicBoard, SymbolicPath
from lasker.algebra.moves import Move
from lasker.drawing.boards.text import draw_board
from lasker.kernel.errors import SortError
from lasker.proofs.claim_answer import Answer

# Each relation as what would contradict it.
CONTRADICTIONS = {"=": "(xor left right)", "<=": "(and left (not right))", "disjoint": "(and left right)"}


class Comparison(BoardComparison):
    """Two moves on a board of unknown contents.

    >>> import lasker
    >>> words = lasker.rules("board 2x1")
    >>> left, right = (words.evaluate(text) for text in ("♖ + r. -> . + r♖", "♖. -> .♖"))
    >>> Comparison(SymbolicBoard(words.space, words.vocabulary), left, right).decide("=").holds
    True
    """

    def decide(self, relation: str, said: str = "") -> Answer:
        """Does a relation hold between the moves? If so, with the file for solvers."""
        against = self.contradiction(relation)
        if against is not None:
            self._confirm(relation, against)
            return Answer(False, f"on the board\n\n{self._drawn(against)}\n\nit does not hold")
        sites = f"{self.board.size} squares"
        ways = f"{len(self.left)} and {len(self.right)} ways through the moves, on a board of {sites}"
        return Answer(True, ways, smt=self.text(relation, said))

    def _confirm(self, relation: str, found: Domains) -> None:
        """The reference must agree that a board contradicts the relation."""
        start = self.beginning(found)
        left, right = (self.board.arena.results(move, start) for move in self.moves)
        holds = {"=": left == right, "<=": left <= right, "disjoint": not left & right}[relation]
        if holds:
            raise AssertionError(f"the reference sees no contradiction of {relation} at {start}")

    def _drawn(self, found: Domains) -> str:
        return draw_board(self.board.arena, self.beginning(found))

    def text(self, relation: str, said: str = "") -> str:
        """The question in SMT-LIB."""
        lines = [f"; {line}" for line in said.splitlines()]
        lines += ["(set-logic QF_BV)", "(set-info :status unsat)"]
        for time in ("before", "after"):
            for variable in self.board.domains:
                lines.append(
                    f"(declare-const {self._name(time, variable)} (_ BitVec {self._bits(variable)}))"
                )
                most = self._number(variable, self.board.domains[variable].bit_length() - 1)
                lines.append(f"(assert (bvule {self._name(time, variable)} {most}))")
        for name, ways in (("left", self.left), ("right", self.right)):
            options = [f"\n  {self._way(way)}" for way in dict.fromkeys(ways)]
            lines.append(f"(define-fun {name} () Bool {_joined('or', options, 'false')})")
        lines += [f"(assert {CONTRADICTIONS[relation]})", "(check-sat)", ""]
        return "\n".join(lines)

    def _name(self, time: str, variable: int) -> str:
        if variable < self.board.size:
            return f"|{time} {self.board.space.label(variable)}|"
        counter = self.board.counters[variable - self.board.size]
        owner = "" if counter.owner is None else f" of {self.board.vocabulary.players[counter.owner]}"
        return f"|{time} {counter.name}{owner}|"

    def _bits(self, variable: int) -> int:
        return max(1, (self.board.domains[variable].bit_length() - 1).bit_length())

    def _number(self, variable: int, value: int) -> str:
        bits = self._bits(variable)
        return f"(_ bv{value % (1 << bits)} {bits})"

    def _way(self, way: SymbolicPath) -> str:
        ends = [
            f"(= {self._name('after', variable)} {self._value(variable, value)})"
            for variable, value in enumerate(way.values)
        ]
        return _joined("and", [self._formula(way.condition), *ends], "true")

    def _value(self, variable: int, value: FinalValue) -> str:
        if value.variable is None:
            return self._number(variable, value.constant)
        name = self._name("before", value.variable)
        if value.constant:
            return f"(bvadd {name} {self._number(variable, value.constant)})"
        if value.gains:
            name = f"(bvor {name} {self._number(variable, value.gains)})"
        if value.loses:
            name = f"(bvand {name} (bvnot {self._number(variable, value.loses)}))"
        return name

    def _formula(self, formula: Formula) -> str:
        match formula:
            case Among(variable, values):
                return self._among(variable, values)
            case Related(one, two, pairs):
                rows = [
                    f"(and {self._among(one, 1 << a)} {self._among(two, 1 << b)})" for a, b in sorted(pairs)
                ]
                return _joined("or", rows, "false")
            case Not(body):
                return f"(not {self._formula(body)})"
            case All(parts):
                return "true" if formula == TRUE else _joined("and", list(map(self._formula, parts)), "true")
            case Any(parts):
                return (
                    "false" if formula == FALSE else _joined("or", list(map(self._formula, parts)), "false")
                )

    def _among(self, variable: int, values: int) -> str:
        """Membership, by equalities or by what is missing, whichever is shorter."""
        name, domain = self._name("before", variable), self.board.domains[variable]
        missing = domain & ~values
        if missing.bit_count() < values.bit_count():
            rows = [f"(not (= {name} {self._number(variable, value)}))" for value in members(missing)]
            return _joined("and", rows, "true")
        return _joined("or", [f"(= {name} {self._number(variable, v)})" for v in members(values)], "false")


def _joined(operator: str, parts: list[str], empty: str) -> str:
    return empty if not parts else parts[0] if len(parts) == 1 else f"({operator} {' '.join(parts)})"


def compared(board: SymbolicBoard, left: Move, relation: str, right: Move, said: str) -> Answer:
    """The answer to a claim about two moves on a declared board."""
    if relation not in CONTRADICTIONS:
        raise SortError(f"{relation} is no relation between moves", remedy=f"use {', '.join(CONTRADICTIONS)}")
    return Comparison(board, left, right).decide(relation, said)
