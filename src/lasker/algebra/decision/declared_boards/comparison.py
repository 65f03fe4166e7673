"""Two moves on a declared board of unknown contents: their effects, and settings on which they differ.

The board is finite, so finitely many ways lead through every move. A difference is a way of one move whose
condition holds, while every way of the other fails or leads elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import members
from lasker.algebra.decision.declared_boards.formulas import (
    FALSE,
    MOST_SPLITS,
    TRUE,
    All,
    Among,
    Domains,
    Formula,
    Not,
    Related,
    both,
    either,
    negated,
    satisfied,
)
from lasker.algebra.decision.declared_boards.symbolic_board import FinalValue, SymbolicBoard, SymbolicPath
from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import Move

Changes = dict[int, FinalValue]  # variables that do not keep their values
Effects = list[tuple[Changes, Formula]]  # with the conditions under which a move has them
Table = tuple[tuple[str, str], ...]  # conditions and effects, as texts


class BoardComparison:
    """Two moves on a board of unknown contents.

    >>> from lasker.calculator import rules
    >>> words = rules("board 2x1")
    >>> moves = [words.evaluate(text) for text in ("♖ + r. -> . + r♖", "♖. -> .♖")]
    >>> compared = BoardComparison(SymbolicBoard(words.space, words.vocabulary), *moves)
    >>> compared.contradiction("=") is None, compared.table(0)
    (True, (('a1: ♖, b1: .', 'a1: ., b1: ♖'),))
    """

    def __init__(self, board: SymbolicBoard, left: Move, right: Move) -> None:
        self.board, self.moves = board, (left, right)
        self.left, self.right = board.ways(left), board.ways(right)
        self.effects = (self._effects(self.left), self._effects(self.right))

    def contradiction(self, relation: str, most: int = MOST_SPLITS) -> Domains | None:
        """Beginnings that contradict a relation (`=`, `<=`, `disjoint`), if there are any; `Undecided` after
        so many cases."""
        for formula in self._contradictions(relation):
            found = satisfied(formula, self.board.domains, most)
            if found is not None:
                return found
        return None

    def _contradictions(self, relation: str) -> Iterator[Formula]:
        """The ways in which a relation may fail: one effect of a move, and all effects of the other."""
        left, right = self.effects
        if relation == "disjoint":
            for changes, condition in left:
                for others, when in right:
                    yield both((self._same(changes, others), condition, when))
            return
        pairs = [(left, right), (right, left)]
        for effects, rest in pairs if relation == "=" else pairs[:1]:
            for changes, condition in effects:
                alike = ((self._same(changes, others), when) for others, when in rest)
                missed = [negated(both((same, when))) for same, when in alike if same != FALSE]
                yield both((condition, *missed))

    def _effects(self, ways: list[SymbolicPath]) -> Effects:
        found: dict[tuple[FinalValue, ...], list[Formula]] = {}
        for way in ways:
            found.setdefault(way.values, []).append(way.condition)
        return [
            ({at: value for at, value in enumerate(values) if value != FinalValue(at)}, either(conditions))
            for values, conditions in found.items()
        ]

    def _same(self, one: Changes, two: Changes) -> Formula:
        """The condition that two effects lead to the same."""
        parts = []
        for at in one.keys() | two.keys():
            part = self.board.same(one.get(at, FinalValue(at)), two.get(at, FinalValue(at)))
            if part == FALSE:
                return FALSE
            parts.append(part)
        return both(parts)

    def beginning(self, found: Domains) -> Configuration:
        """One of the settings that some domains allow."""
        board = self.board
        values = [next(members(found[variable])) for variable in board.domains]
        counts = (value + c.low for value, c in zip(values[board.size :], board.counters, strict=True))
        return Configuration(tuple(values[: board.size]), (), tuple(counts))

    def table(self, side: int) -> Table:
        """The effects of a side with their conditions, as texts."""
        return tuple(
            (
                self._condition(condition),
                ", ".join(f"{self._spelled(at)}: {self._value(at, value)}" for at, value in changes.items())
                or "nothing changes",
            )
            for changes, condition in self.effects[side]
        )

    def _spelled(self, variable: int) -> str:
        if variable < self.board.size:
            return self.board.space.label(variable)
        counter = self.board.counters[variable - self.board.size]
        owner = counter.owner
        return counter.name if owner is None else f"{counter.name} of {self.board.vocabulary.players[owner]}"

    def _held(self, variable: int, values: int) -> str:
        if variable < self.board.size:
            return self.board.vocabulary.spell(values)
        low = self.board.counters[variable - self.board.size].low
        return " | ".join(str(low + value) for value in members(values))

    def _value(self, at: int, value: FinalValue) -> str:
        if value.variable is None:
            return self._held(at, 1 << value.constant)
        marks = self.board.vocabulary.marks
        changes = [
            f"^{sign}{name}"
            for sign, bits in (("", value.gains), ("-", value.loses))
            for name in marks
            if bits & self.board.vocabulary.mark_bit(name)
        ]
        more = [f" {value.constant:+}"] if value.constant else []
        return "".join((f"what {self._spelled(value.variable)} held", *changes, *more))

    def _condition(self, formula: Formula) -> str:
        match formula:
            case Among(variable, values):
                return f"{self._spelled(variable)}: {self._held(variable, values)}"
            case Related(one, two, pairs):
                rows = (f"{self._held(one, 1 << a)} and {self._held(two, 1 << b)}" for a, b in sorted(pairs))
                return f"({self._spelled(one)} and {self._spelled(two)}: {' or '.join(rows)})"
            case Not(body):
                return f"not ({self._condition(body)})"
            case All(parts):
                return "always" if formula == TRUE else ", ".join(map(self._condition, parts))
        return f"({' or '.join(map(self._condition, formula.parts))})"
