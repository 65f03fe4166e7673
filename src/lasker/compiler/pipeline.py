"""The pass pipeline of the compiler: lowering, IR passes, and classification."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property

from lasker.compiler.groups.classification import classify
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.kinds.residual_cost import residuals_pay
from lasker.compiler.groups.kinds.residuals import with_residuals
from lasker.compiler.groups.optional_parts import PARTS
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.lower import lower
from lasker.compiler.ir.machine import ProgramPosition, position
from lasker.compiler.ir.ops import Program
from lasker.compiler.ir.passes.drop_idle_ends import drop_idle_ends
from lasker.compiler.ir.passes.drop_unreached import drop_unreached
from lasker.compiler.ir.passes.inline_tests import inline_tests
from lasker.compiler.ir.passes.merge_directions import merge_directions
from lasker.compiler.ir.passes.outline_continuations import outline_continuations
from lasker.compiler.ir.passes.prune_forks import prune_forks
from lasker.compiler.ir.passes.select_alike import select_alike
from lasker.compiler.ir.passes.stars_to_loops import stars_to_loops
from lasker.compiler.ir.passes.tabulate_paths import tabulate_paths
from lasker.compiler.ir.passes.unite_contents import unite_contents
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.model.game import Game
from lasker.notation.fen.fen import read

Pass = Callable[[Program], Program]

# Passes over the program as a tree; the classification reads the result.
TREE: tuple[Pass, ...] = (
    drop_idle_ends,
    prune_forks,
)
# Passes that make it a graph, from which code is generated.
GRAPH: tuple[Pass, ...] = (
    tabulate_paths,
    inline_tests,
    merge_directions,
    select_alike,
    drop_unreached,
    outline_continuations,
    stars_to_loops,
    unite_contents,
)
NEEDED = ("outline_continuations",)
# Options of the bitboard code: all of it; rules as tables; settling steps that wait for a mark to be lost;
# moves of a piece that differ in what they capture merged; moves with equal offsets found at once.
FAST = ("classes", "rule_tables", "watched_marks", "merged_targets", "equal_offsets")
SWITCHES = (*(each.__name__ for each in (*TREE, *GRAPH) if each.__name__ not in NEEDED), *FAST, *PARTS)


@dataclass(frozen=True, eq=False)
class Compiled:
    """A game in the pipeline: the program after every stage, and its classes, or the reason why there are
    none."""

    early: dict[str, Program]  # the stages while it is a tree
    start: Callable[[], ProgramPosition | None]  # of the game, if it has one
    without: frozenset[str] = frozenset()  # passes and options that are switched off

    @property
    def tree(self) -> Program:
        """The program that is classified."""
        return list(self.early.values())[-1]

    @cached_property
    def stages(self) -> dict[str, Program]:
        """The program after every stage; the graph passes run on first access."""
        return dict(_stages(self.early, GRAPH, self.without))

    @property
    def program(self) -> Program:
        """The program after the last stage."""
        return list(self.stages.values())[-1]

    @cached_property
    def walked(self) -> Program:
        """The same with the residual blocks that the walk runs for bitboard code."""
        if self.classes is None or not self.classes.residuals:
            return self.program
        tree = with_residuals(self.tree, self.classes.residuals)
        return list(dict(_stages({"": tree}, GRAPH, self.without)).values())[-1]

    @property
    def classes(self) -> Classes | None:
        """The classes, computed on first access."""
        return self._sorted[0]

    @property
    def why(self) -> str:
        """The reason why there are no classes."""
        return self._sorted[1]

    @cached_property
    def _sorted(self) -> tuple[Classes | None, str]:
        if "classes" in self.without:
            return None, "the switch is off"
        try:
            with uncollected():
                found = classify(self.tree, self.without)
            if found.residuals:
                start = self.start()
                if start is None or not residuals_pay(self.tree, found, start):
                    return None, found.residuals[0].why
            return found, ""
        except NotClassified as reason:
            return None, str(reason)


def compiled(game: Game, without: frozenset[str] = frozenset()) -> Compiled:
    """Runs the pipeline, without the passes that are switched off.

    >>> from lasker.play.library import model
    >>> print(*list(compiled(model("tictactoe")).stages)[:5])
    lower drop_idle_ends prune_forks tabulate_paths inline_tests
    """
    check_switches(without)
    with uncollected():
        return Compiled(dict(_stages({"lower": lower(game)}, TREE, without)), lambda: _start(game), without)


def _start(game: Game) -> ProgramPosition | None:
    try:
        node = read(game, game.start)
    except LaskerError:  # there is none, or it is invalid, which is reported elsewhere
        return None
    return position(node)


@contextmanager
def uncollected() -> Iterator[None]:
    """Disables the garbage collector, also as a decorator: compilation makes many objects and no cycles."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _stages(
    made: dict[str, Program], passes: tuple[Pass, ...], without: frozenset[str]
) -> Iterator[tuple[str, Program]]:
    yield from made.items()
    program = list(made.values())[-1]
    for each in passes:
        if each.__name__ not in without:
            cancel.check()
            program = each(program)
            yield each.__name__, program


def check_switches(names: Iterable[str]) -> None:
    """Raises an error for names that are no pass, or a pass that is required."""
    for name in names:
        if name not in SWITCHES:
            raise NameProblem(f"no pass {name} can be left out", remedy=f"there are {', '.join(SWITCHES)}")
