"""Tests about the square of a cursor that a path has placed.

`castle = %king: [%x @: go(r) ![enemies reach @x]] ...`: on a path the cursor has an offset from the base, on
a board it has a square. Such a test is a function of that square: its paths are enumerated from all squares
at once and become tables by square. Several cursors have offsets from each other; each combination of offsets
is a test of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

from lasker.algebra.contents import members
from lasker.compiler.groups.game import SquareTest, Strike
from lasker.compiler.groups.moves import EMPTY, Entry, Rule, RuleKey
from lasker.compiler.groups.path import NotClassified, Path, Question, at_bases, merge_bases, shifted, union
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor
from lasker.compiler.ir.ops import Program

Shape = Callable[[Path, int | None], tuple[RuleKey, tuple[int, ...]]]


def test_name(question: Question) -> str:
    """The name of the test that a question refers to: its block, and the offsets of its other cursors from
    the first.

    >>> test_name(Question("near", True, ())), test_name(Question("near", True, (), (), (5,)))
    ('near', 'near')
    >>> test_name(Question("near", True, (), (), (5, 3, 6)))
    'near__back_2_on_1'
    """
    apart = (site - question.cursors[0] for site in question.cursors[1:])
    return question.block + "_".join(["_", *map(_far, apart)] if len(question.cursors) > 1 else [])


def _far(by: int) -> str:
    return f"on_{by}" if by >= 0 else f"back_{-by}"


def square_test_paths(program: Program, question: Question) -> list[Path]:
    """Every path through the test of a question; bases are the squares of its first cursor."""
    first, block = question.cursors[0], program.blocks[question.block]
    everywhere = bases = (1 << program.sites) - 1
    for site in question.cursors:
        bases &= shifted(everywhere, site - first)
    cursors = zip(block.cursors, (site - first for site in question.cursors), strict=True)
    found = SymbolicExecutor(program).body(block.body, Path(bases, cursors=tuple(cursors)))
    return merge_bases(path._replace(cursors=()) for path in found)


def square_test_of(ways: Iterable[Path], alphabet: int, shape: Shape) -> SquareTest:
    """The test of a square that is made of paths from it: strikes where one piece decides, over empty squares
    or screens; and rules for the rest. `shape` makes a rule of a path, with its first column given."""
    strikes: dict[tuple[Entry, ...], int] = defaultdict(int)
    alike: dict[int, set[Entry]] = defaultdict(set)
    rules: dict[RuleKey, set[tuple[int, ...]]] = defaultdict(set)
    for path in ways:
        if path.counters or path.branch:
            raise NotClassified("a test about a square counts something")
        strike = _strike(path)
        if strike is None:
            key, row = shape(path._replace(writes=(), notes=()), 0)
            rules[key].update(at_bases(row, path.bases))
            continue
        held, origin, between = strike
        for base in members(path.bases):
            passed = union(1 << base + site for site in between)
            alike[held].add((base + origin, base, passed))
    for held, entries in alike.items():
        strikes[tuple(sorted(entries))] |= held
    return SquareTest(
        tuple(Strike(held, 0, entries) for entries, held in strikes.items()),
        tuple(Rule(*key, tuple(sorted(rows))) for key, rows in rules.items()),
    )


def _strike(path: Path) -> tuple[int, int, list[int]] | None:
    """Required contents of one square other than the tested one, its offset, and the squares that must be
    empty; None if the path has other conditions."""
    others = [(site, held) for site, held in path.known if held != EMPTY]
    if path.questions or len(others) != 1 or others[0][0] == 0 or others[0][1] & EMPTY:
        return None
    between = [site for site, held in path.known if held == EMPTY]
    return None if 0 in between else (others[0][1], others[0][0], between)
