"""`lasker sheet`: exercises with solutions, as text, LaTeX, HTML and JSON."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path

import click

from lasker.commands.common import YES, json_option, seed_option, with_exit_status

FORMATS = {".tex": "latex", ".html": "html", ".htm": "html", ".json": "json", ".txt": "text"}


@click.command()
@click.argument("subject", type=click.Choice(["algebra", "numbers", "sets", "graphs"]))
@click.option("--count", type=click.IntRange(1, 200), default=8, show_default=True, metavar="N",
              help="How many exercises.")  # fmt: skip
@click.option(
    "--difficulty", type=click.IntRange(1, 3), default=2, show_default=True, help="From 1 (easy) to 3 (hard)."
)
@seed_option
@click.option(
    "--solutions/--no-solutions", default=True, show_default=True, help="With or without solutions."
)
@click.option("--latex", "chosen", flag_value="latex", help="Print a LaTeX document.")
@click.option("--html", "chosen", flag_value="html", help="Print a page of HTML.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE",
    help="Write to a file: LaTeX, HTML, JSON or text, as its name ends in .tex, .html, .json or .txt.",
)  # fmt: skip
@json_option
@with_exit_status
def sheet(
    subject: str,
    count: int,
    difficulty: int,
    seed: int,
    solutions: bool,
    chosen: str | None,
    output: Path | None,
    as_json: bool,
) -> int:
    """Exercises with boards to fill in; the solutions are computed.

    \b
    lasker sheet algebra --count 4 --difficulty 1
    lasker sheet graphs --seed 7 -o graphs.tex
    """
    from lasker.kernel.errors import FileError
    from lasker.kernel.files import check_writable, write_text
    from lasker.runtime.kept_answers import kept_answer

    wanted = "json" if as_json else chosen or "text"
    if output is not None:
        if output.suffix not in FORMATS:
            raise FileError(
                f"{output}: no format of sheets ends in {output.suffix or 'nothing'}",
                remedy=f"name a file that ends in {', '.join(FORMATS)}",
            )
        wanted = FORMATS[output.suffix]
        check_writable(output)
    asked = [subject, *map(str, (count, seed, difficulty, solutions)), wanted]
    text = kept_answer(
        "sheet", asked, [], lambda: _written(subject, count, seed, difficulty, solutions, wanted)
    )
    if output is None:
        click.echo(text, nl=False)
    else:
        write_text(output, text)
    return YES


def _written(subject: str, count: int, seed: int, difficulty: int, solutions: bool, wanted: str) -> str:
    """The text of a sheet in one of the formats."""
    from lasker.sheets.sheet import make

    made = make(subject, count, seed, difficulty)
    match wanted:
        case "json":
            return jsonlib.dumps(made.data(solutions), ensure_ascii=False) + "\n"
        case "latex":
            return made.latex(solutions)
        case "html":
            return made.html(solutions)
    return made.text(solutions)


COMMANDS = {"sheet": sheet}
