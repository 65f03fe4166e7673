"""The way from a game to the program that is run: a table of contents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lasker.ir.drop_idle_ends import drop_idle_ends
from lasker.ir.drop_unreached import drop_unreached
from lasker.ir.lower import lower
from lasker.ir.name_joins import name_joins
from lasker.ir.ops import Program
from lasker.ir.prune_forks import prune_forks
from lasker.kernel.errors import NameProblem
from lasker.model.game import Game

Pass = Callable[[Program], Program]

# Every pass can be left out by its name, but for those that code cannot be generated without.
PASSES: tuple[Pass, ...] = (
    drop_idle_ends,
    prune_forks,
    drop_unreached,
    name_joins,
)
NEEDED = (name_joins,)


def known_passes(names: Iterable[str]) -> None:
    """Refuse names that no pass has, and those of passes that are needed."""
    optional = [each.__name__ for each in PASSES if each not in NEEDED]
    for name in names:
        if name not in optional:
            raise NameProblem(f"no pass {name} can be left out", remedy=f"there are {', '.join(optional)}")


def stages(game: Game, without: frozenset[str] = frozenset()) -> Iterator[tuple[str, Program]]:
    """The program after the lowering and after each pass, with the name of what was done last."""
    program = lower(game)
    yield "lower", program
    for each in PASSES:
        if each in NEEDED or each.__name__ not in without:
            program = each(program)
            yield each.__name__, program


def compiled(game: Game, without: frozenset[str] = frozenset()) -> Program:
    """The program after all passes."""
    *_, (_, program) = stages(game, without)
    return program
