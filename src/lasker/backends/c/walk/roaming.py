"""Stars whose blocks change one cursor and nothing else: they visit places, not configurations."""

from __future__ import annotations

from lasker.backends.c.walk.priorities import Passed, Unless, Watch, Watched
from lasker.ir.ops import Ask, Choose, Compare, Fork, Go, Lay, Op, Program, Select, Spin, Stand, Star, defines
from lasker.ir.passes.drop_unreached import every


def moved_alone(program: Program, name: str) -> int | None:
    """The number of the one cursor that a star's block changes, if it changes nothing else."""
    kept = program.blocks[name].keeps
    assert kept is not None
    changed: set[str] = set()
    reached, todo = {name}, [name]
    while todo:
        for op in every(program.blocks[todo.pop()].body):
            if not _only_looks(op, program):
                return None
            changed |= defines(op)
            if isinstance(op, Go) and op.block not in reached:
                reached.add(op.block)
                todo.append(op.block)
    moved = [number for number, cursor in enumerate(kept) if cursor in changed]
    return moved[0] if len(moved) == 1 else None


def _only_looks(op: Op | Watched, program: Program) -> bool:
    """Does an operation leave board, counters and notes as they are, and cursors with their names?"""
    match op:
        case Lay():
            return not op.writes and not op.carries
        case Choose():
            return not op.noted
        case Go(block, cursors):
            return program.blocks[block].cursors == cursors
        case Star(block):
            return moved_alone(program, block) is not None
        case Ask() | Compare() | Fork() | Select() | Spin() | Stand():  # with what is in them
            return True
        case Watch() | Passed() | Unless():
            return True
        case _:
            return False
