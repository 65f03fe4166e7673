"""Kept paths are those that would be listed anew, whatever was edited in between."""

from __future__ import annotations

import pytest

from lasker.compiler.groups import NotClassified
from lasker.compiler.groups.path import Path
from lasker.compiler.groups.symbolic_execution import paths
from lasker.compiler.ir.lower import Lowering
from lasker.compiler.ir.ops import Body, Program
from lasker.design.apply import apply, new_variant
from lasker.design.edit_kinds import SetMoves
from lasker.design.opened_text import opened
from lasker.movement import kept_paths as kept_paths_module
from lasker.movement.kept_paths import KeepingExecutor, kept_paths
from lasker.play.library import model

EDITS = [
    ("chess", "knight", ("C", "N")),  # back to the first: every test has its old meaning again
    ("shogi", "silver", ("W",)),
    ("atomic", "queen", ("KAD",)),
    ("xiangqi", "advisor", ("K", "F")),
]


def moves_of(text: str, named: bool = False) -> list[tuple[Program, Body]]:
    """The moves of every state of a game, lowered."""
    game = model(text) if named else opened(text).model
    lowering = Lowering(game)
    names = [lowering.block("move", state.move, {}, noted=True) for state in game.states.values()]
    program = lowering.program()
    return [(program, program.blocks[name].body) for name in names]


@pytest.mark.parametrize(("game", "piece", "notations"), EDITS)
def test_after_edits(game: str, piece: str, notations: tuple[str, ...]) -> None:
    """The tests of each path are those of its own game, though other games' paths are used again."""
    text = new_variant(game, "Mine")
    for betza in notations:
        text = apply(text, SetMoves(piece, betza))
        for program, body in moves_of(text):
            assert set(kept_paths(program, body)) == set(paths(program, body))


def test_of_games() -> None:
    """Games with other mechanisms, one after the other: effects, hexagons, counters."""
    for game in ("atomic", "glinski", "breakthrough", "onitama"):
        for program, body in moves_of(game, named=True):
            assert set(kept_paths(program, body)) == set(paths(program, body))


def test_refusals() -> None:
    """What cannot be listed is refused for the same reason, also for the second time."""
    for _ in range(2):
        for program, body in moves_of("international_draughts", named=True):
            reasons = []
            for listed in (paths, kept_paths):
                with pytest.raises(NotClassified) as caught:
                    listed(program, body)
                reasons.append(str(caught.value))
            assert reasons[0] == reasons[1]


def test_few_steps_after_an_edit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the paths of a game only those of the edited piece are listed again; budgets count them all."""
    listed, follow = list[Body](), KeepingExecutor.body

    def counted_body(self: KeepingExecutor, body: Body, path: Path) -> list[Path]:
        listed.append(body)
        return follow(self, body, path)

    monkeypatch.setattr(KeepingExecutor, "body", counted_body)
    monkeypatch.setattr(kept_paths_module, "_kept", {})
    found = []
    for betza in ("ZH", "CH"):
        (program, body), *_ = moves_of(apply(new_variant("chess", "Mine"), SetMoves("knight", betza)))
        listed.clear()
        executor = KeepingExecutor(program)
        executor.body(body, Path())
        found.append((len(listed), executor.work.done))
    (all_bodies, steps), (few_bodies, counted) = found
    assert few_bodies < all_bodies / 5
    assert counted == steps
