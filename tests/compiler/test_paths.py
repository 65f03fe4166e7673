"""Paths from a set of bases are the same as paths from every square by itself."""

from __future__ import annotations

import pytest

import lasker
from lasker.compiler.groups.path import NotClassified, Path, from_each_base, merge_bases, rebased
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor, paths
from lasker.compiler.ir.ops import Program
from lasker.compiler.pipeline import compiled
from lasker.play.library import model

GAMES = ("breakthrough", "doughnut", "irreversible", "knights_tour", "rim", "tesseract")


def _one_by_one(program: Program, block: str) -> set[Path]:
    """The paths of a block, followed from one square after the other: where something is named already, the
    chosen squares cannot become bases."""
    named = Path(cursors=(("named", 0),))
    found = SymbolicExecutor(program, True).body(program.blocks[block].body, named)
    assert all(path.bases == 1 for path in found)
    return {each for path in merge_bases(map(rebased, found)) for each in from_each_base(path)}


@pytest.mark.parametrize("name", GAMES)
def test_bases_fall_apart_where_the_board_looks_different(name: str) -> None:
    program = compiled(model(name)).tree
    move = program.turns[0].move
    together = [each for path in paths(program, program.blocks[move].body) for each in from_each_base(path)]
    assert len(together) == len(set(together)) > 0
    assert set(together) == _one_by_one(program, move)


@pytest.mark.parametrize("seed", range(0, 14, 2))
def test_bases_of_random_games(seed: int) -> None:
    program = compiled(lasker.sample(seed).model).tree
    for turn in program.turns:
        try:
            together = {
                each
                for path in paths(program, program.blocks[turn.move].body)
                for each in from_each_base(path)
            }
        except NotClassified:
            continue
        assert together == _one_by_one(program, turn.move)
