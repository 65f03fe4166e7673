"""Explanation of the compilation: how each rule of a game is compiled, and which proof allowed or prevented
it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from lasker.algebra.contents import members
from lasker.compiler.groups.game import Attack, Census, Classes, Fill, SettleStep, SquareTest
from lasker.compiler.groups.moves import (
    Chain,
    Drop,
    Flat,
    Followed,
    Move,
    Pass,
    Product,
    Residual,
    Rule,
    Shared,
    Sweep,
    Terms,
)
from lasker.compiler.ir.ops import ChooseDirection, Each, Most, Program, Star
from lasker.compiler.ir.passes.drop_unreached import every, move_blocks
from lasker.compiler.pipeline import Compiled

PRODUCT = "product, second moves counted by popcount after each first"
MANY = 3  # names that are listed before the rest is only counted


class Reason(NamedTuple):
    """A rule, how it is compiled, and why."""

    rule: str
    path: str
    why: str


def explain(made: Compiled, refused: str) -> Iterator[Reason]:
    """One line per rule of a compiled game; `refused` is the reason why the backend cannot use its classes,
    if any.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> for reason in explain(compiled(model("breakthrough")), ""):
    ...     if reason.rule.startswith("white: "):
    ...         print(*reason, sep=" | ")
    white: white_pawn to empty | class, counted by popcount | 56 entries
    white: white_pawn to empty, black_pawn | class, counted by popcount | 98 entries
    white: all its moves | all different | disjointness is proved symbolically
    """
    program = made.program
    if made.classes is not None and not refused:
        yield from _BitboardReasons(program, made.classes).reasons()
    else:
        for turn in program.turns:
            yield Reason(f"{turn.name}: all its moves", "walk", f"not on bitboards: {refused or made.why}")
    yield from _walk(program)


class _BitboardReasons:
    """Describes the moves, tests and settling steps that are compiled to bitboards."""

    def __init__(self, program: Program, classes: Classes) -> None:
        self.program, self.classes = program, classes

    def reasons(self) -> Iterator[Reason]:
        """Every turn, test and settling step; equal ones are merged."""
        for turn, found in zip(self.program.turns, self.classes.turns, strict=True):
            alike: dict[Reason, list[int]] = {}
            for each in found.moves.every():
                rule, path, size, described = self._move(each)
                why = "; ".join(["{}", *described, *self._terms(each.terms)])
                alike.setdefault(Reason(f"{turn.name}: {rule}", path, why), []).append(size)
            for reason, sizes in alike.items():
                shapes = f" of {len(sizes)} shapes" if len(sizes) > 1 else ""
                yield reason._replace(why=reason.why.format(f"{sum(sizes)} entries{shapes}"))
            proved = [each for each in found.moves.every() if not isinstance(each, Shared | Residual)]
            if proved:
                rest = "all its other moves" if found.moves.shared else "all its moves"
                how = "disjointness is proved symbolically"
                yield Reason(f"{turn.name}: {rest}", "all different", how)
        for name, test in self.classes.tests.items():
            if isinstance(test, Attack):
                pairs = sum(len(strike.entries) for strike in test.strikes)
                why = f"{self._names(test.strikers)} on {self._names(test.royals)}: {pairs} pairs of squares"
                yield Reason(
                    name, "attack, by masks of checks and pins", f"{why}, by the number of pieces between"
                )
            elif isinstance(test, Fill):
                why = f"flood fill over {self._names(test.contents)}"
                yield Reason(name, "reachability, on bitboards", why)
            elif isinstance(test, Census):
                slots = dict.fromkeys(step.slot for step in test.steps)
                why = f"compares {_listed([self.program.counters[slot].name for slot in slots])}"
                yield Reason(name, "piece counts, by popcount", why)
            elif isinstance(test, SquareTest):
                pairs = sum(len(strike.entries) for strike in test.strikes)
                rows = sum(len(rule.rows) for rule in test.rules)
                tables = {"pairs of squares": pairs, "rows of rules": rows}
                why = ", ".join(f"{size} {what}" for what, size in tables.items() if size)
                yield Reason(name, "test of a square, by tables", why or "never holds")
            else:
                kinds = Counter(test.kinds())
                sizes_of = ", ".join(f"{number} {kind}" for kind, number in kinds.items())
                yield Reason(name, "test, on bitboards", sizes_of or "never holds")
        for tidy in self.classes.settle:
            yield Reason(
                f"settle: {self._names(tidy.holds)}", "mark updates, square by square", self._tidy(tidy)
            )
        for step in self.classes.counting:
            names = [self.program.counters[slot].name for slot in sorted(step.slots)]
            yield Reason(f"settle: {_listed(names)}", "counters settled", f"{len(step.ways)} ways")

    def _move(self, each: Move) -> tuple[str, str, int, list[str]]:
        """The name of a move, how it is compiled, its number of entries, and further remarks."""
        counted = "made and tested" if each.terms.asked else "counted by popcount"
        match each:
            case Flat():
                screens, among = each.screens
                over = f" over {screens} of {self._names(among)}" if screens else ""
                becomes = f", becoming {self._names(1 << each.value.adds)}" if each.value.site is None else ""
                rule = f"{self._names(each.movers)} to {self._names(each.targets)}{over}{becomes}"
                return rule, f"class, {counted}", len(each.entries), []
            case Drop():
                squares = sum(sites.bit_count() for _, sites in each.entries)
                return f"{self._names(1 << each.content)} on an empty square", f"drop, {counted}", squares, []
            case Sweep():
                rule = f"{self._names(1 << each.content)} at the end of a run"
                return f"{rule}, which turns over", f"sweep, {counted}", each.sites.bit_count(), []
            case Rule():
                held = [self._names(contents) for contents in each.holds]
                pieces = [name for name in held if name != self.program.contents[0]]
                rule = " with ".join(pieces[:MANY]) or "".join(held[:1]) or "nothing is moved"
                return rule, "pattern rule, row by row of its table", len(each.rows), []
            case Chain():
                ways, why = sum(len(hop.rule.rows) for hop in each.hops), "every hop captures"
                return f"chains of {self._names(each.movers)}", "chain, hop by hop", ways, [why]
            case Product():
                ways, shots = sum(len(flat.entries) for flat in each.flats), f"{len(each.shots)} shots"
                return f"a piece goes and puts {self._names(1 << each.content)}", PRODUCT, ways, [shots]
            case Shared():
                rules, ways = self._together(each.moves)
                why = "results may coincide, or equal the position: moves are made, and positions compared"
                return rules, "set of positions", ways, [why]
            case Residual():
                why = "if it has results, all positions of the turn are compared"
                return "other moves", "walk, square by square", 1, [f"no paths: {each.why}", why]
            case Followed():
                rules, ways = self._together(each.moves)
                return f"{rules}, then {self._names(1 << each.content)} on an empty square", PRODUCT, ways, []
            case Pass():
                return "pass", counted, 1, ["a move that changes nothing"]
            case _:
                assert_never(each)

    def _together(self, moves: Iterable[Move]) -> tuple[str, int]:
        """The names of several moves, each once, and their total number of entries."""
        described = [self._move(each) for each in moves]
        return _listed(list(dict.fromkeys(rule for rule, *_ in described))), sum(
            size for _, _, size, _ in described
        )

    def _terms(self, terms: Terms) -> Iterator[str]:
        if terms.guards:
            yield f"only if {_listed([name for name, _ in terms.guards])}"
        if terms.question:
            why = "no mover begins to attack, becomes royal, or captures the attacked piece"
            yield f"{terms.question} decided before the move: {why}"
        if terms.effects:
            changes = sorted(terms.brought_about())
            described = [f"{self._names(held)} to {self._names(1 << content)}" for held, content in changes]
            yield f"may change squares around its target ({_listed(described)}) when it is made"
        if terms.asks:
            yield f"tested after the move: {_listed([name for name, _ in terms.asks])}"
        if terms.counters:
            yield "bounds of counters tested once, at the root"
        if terms.branch:
            yield "counter updates depend on a test"

    def _tidy(self, tidy: SettleStep) -> str:
        asked = f", if {_listed([name for name, _ in tidy.questions])} hold" if tidy.questions else ""
        return f"changes marks only, on {tidy.sites.bit_count()} squares{asked}"

    def _names(self, contents: int) -> str:
        """Contents by the names of their pieces, without marks."""
        names, marks = self.program.contents, self.program.marks
        return _listed(list(dict.fromkeys(names[c >> marks << marks] for c in members(contents))))


def _walk(program: Program) -> Iterator[Reason]:
    """What the walk keeps sets of configurations for, and what became of directions and rides."""
    spins = 0
    for name in move_blocks(program):
        for op in every(program.blocks[name].body):
            match op:
                case Star():
                    why = "configurations may recur" if op.high is None else f"at most {op.high} rounds"
                    yield Reason(f"{name}: {op.block}", "walk with a visited set", why)
                case Each():
                    yield Reason(f"{name}: {op.block}", "loop over squares", "`each` runs in a fixed order")
                case Most():
                    counter = program.counters[op.slot].name
                    yield Reason(
                        f"{name}: {op.block}", "all results kept", f"`most` takes the greatest {counter}"
                    )
                case ChooseDirection():
                    spins += 1
                case _:
                    pass
    rides = [name for name in move_blocks(program) if name.rstrip("_0123456789").endswith("_ride")]
    if rides:
        yield Reason(_listed(rides), "loops", "steps follow an acyclic table")
    if spins:
        yield Reason(
            f"{spins} choices of direction", "merged alternatives", "they differ only in tables of squares"
        )


def _listed(names: list[str]) -> str:
    more = len(names) - MANY
    return ", ".join(names[:MANY]) + (f" and {more} more" if more > 0 else "")
