"""`lasker compile`: the compiler's stages and generated code."""

from __future__ import annotations

import json as jsonlib
from collections import Counter
from typing import TYPE_CHECKING

import click

from lasker.commands.common import YES, json_option, with_exit_status

if TYPE_CHECKING:
    from lasker.compiler.ir.ops import Program
    from lasker.compiler.pipeline import Compiled


@click.command(name="compile")
@click.argument("game")
@click.option("--show", "stage", metavar="STAGE", help="Print the code at this stage; `c` and `python` too.")
@click.option("--tables", is_flag=True, help="With --show: print the tables of squares as well.")
@click.option("--without", multiple=True, metavar="PASS", help="Leave a pass out; may be repeated.")
@json_option
@with_exit_status
def compile_game(game: str, stage: str | None, tables: bool, without: tuple[str, ...], as_json: bool) -> int:
    """From rules to code: the stages with their sizes, or the code at one of them."""
    from lasker.compiler.pipeline import compiled
    from lasker.kernel.errors import NameProblem
    from lasker.play.library import model

    compiled_game = compiled(model(game), frozenset(without))
    reached, program = compiled_game.stages, compiled_game.program
    if stage is None:
        sizes = [
            {"stage": name, "blocks": len(each.blocks), "tables": len(each.tables), "lines": lines(each)}
            for name, each in reached.items()
        ]
        if as_json:
            click.echo(jsonlib.dumps(sizes))
        else:
            for row in sizes:
                form = "{stage:<16} {blocks:>5} blocks {tables:>4} tables {lines:>6} operations"
                click.echo(form.format(**row))
            click.echo(fast_path(compiled_game))
    elif stage == "c":
        from lasker.compiler.emit.c.text import c_text

        click.echo(c_text(compiled_game), nl=False)
    elif stage == "python":
        from lasker.compiler.emit.python import python_text

        click.echo(python_text(program), nl=False)
    elif stage in reached:
        from lasker.compiler.ir.text import show

        click.echo(show(reached[stage], tables), nl=False)
    else:
        raise NameProblem(
            f"no stage is called {stage}", remedy=f"there are {', '.join([*reached, 'c', 'python'])}"
        )
    return YES


def fast_path(compiled_game: Compiled) -> str:
    """The compilation path of a game's moves, and the proof that allowed it or failed."""
    from lasker.compiler.emit.c.text import fast

    _, why = fast(compiled_game)
    if why or compiled_game.classes is None:
        return f"fast path        none: {why}"
    counts = Counter(kind for turn in compiled_game.classes.turns for kind in turn.moves.kinds())
    listed = ", ".join(f"{number} {name}" for name, number in counts.items())
    shared = any(turn.moves.shared for turn in compiled_game.classes.turns)
    detail = "positions of shared moves are compared, all others are" if shared else "all their moves"
    return f"fast path        {listed} on bitboards, {detail} different"


def lines(program: Program) -> int:
    """The number of operations of a program."""
    from lasker.compiler.ir.passes.drop_unreached import every

    return sum(len(list(every(block.body))) for block in program.blocks.values())


COMMANDS = {"compile": compile_game}
