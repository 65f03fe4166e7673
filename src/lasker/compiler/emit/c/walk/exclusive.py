"""Ways of a fork that exclude each other by what stands on one square: the square is looked at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lasker.compiler.ir.ops import Body, Lay, Program, Stand

MOST_CASES = 100  # contents that ways are told apart by


def runs(program: Program, options: Sequence[Body]) -> Iterator[tuple[str | None, list[tuple[int, Body]]]]:
    """The ways of a fork, in their order: those one after the other that exclude each other, with the
    cursor on whose square they look first and the contents that each needs there; others without.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("go9")).program
    >>> [(cursor, [contents for contents, _ in ways])
    ...  for cursor, ways in runs(program, program.blocks["test_8"].body[0].options)]
    [('at_0', [48, 3])]
    """
    run: list[tuple[int, Body]] = []
    at: str | None = None
    for option in options:
        look = _look(program, option)
        if run and look and look[0] == at and not any(look[1] & contents for contents, _ in run):
            run.append((look[1], option))
            continue
        if run:
            yield at if len(run) > 1 else None, run
        at, contents = look or (None, 0)
        run = [(contents, option)]
        if at is None:
            yield None, run
            run = []
    if run:
        yield at if len(run) > 1 else None, run


def _look(program: Program, way: Body) -> tuple[str, int] | None:
    """The cursor on whose square a way looks first, and what must stand there."""
    match way[0] if way else None:
        case Lay(anchor=str(anchor), way=None) as op:
            rows = program.tables[op.tables[0]].rows
            for column, contents in op.checks:
                stays = all(row is None or row[column] == place for place, row in enumerate(rows))
                if stays and contents.bit_count() <= MOST_CASES:
                    return anchor, contents
        case Stand(others=(other,), contents=contents) if contents.bit_count() <= MOST_CASES:
            return other, contents
        case _:
            pass
    return None
