"""`lasker number trace`, `factor` and `growth`: arithmetic to be shown in class."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lasker.commands.common import UNDECIDED, YES, json_option, with_exit_status

if TYPE_CHECKING:
    from lasker.formulations.arithmetic.tracing import Traced
    from lasker.formulations.godel.factoring import Factorisation

_NEGATIVE = {"ignore_unknown_options": True}  # -5 is an invalid number, not an unknown option
_reading = click.option(
    "--reading", "reading_name", default="repaired", show_default=True, metavar="READING",
    help="Reading of the equations: printed, repaired, or repaired except for some errata, such as"
    " 'repaired-K15-K22'.",
)  # fmt: skip
_steps = click.option(
    "--steps", type=click.IntRange(1), default=5_000, show_default=True, metavar="N",
    help="Greatest number of applications of formers (composition, recursion, …) before giving up.",
)  # fmt: skip
_picture = click.option(
    "--svg", "picture_file", type=click.Path(path_type=Path), metavar="FILE",
    help="Draw it into a file: SVG, or LaTeX if the name ends in .tex.",
)  # fmt: skip
_latex = click.option("--latex", "as_latex", is_flag=True, help="Print a LaTeX document.")


@click.command("trace", context_settings=_NEGATIVE)
@click.argument("expression")
@_reading
@_steps
@click.option(
    "--depth",
    type=click.IntRange(0),
    metavar="N",
    help="Number of levels to print; deeper ones are only counted.",
)
@_latex
@_picture
@json_option
@with_exit_status
def trace(
    expression: str,
    reading_name: str,
    steps: int,
    depth: int | None,
    as_latex: bool,
    picture_file: Path | None,
    as_json: bool,
) -> int:
    """Every application of a former in an evaluation, with its arguments and its value, indented.

    \b
    lasker number trace 'add(2, 3)'
    lasker number trace 'mul(2, 2)' --depth 2 --latex
    """
    from lasker.drawing.documents.latex_document import document
    from lasker.drawing.documents.picture_files import write_picture
    from lasker.formulations.arithmetic import tracing
    from lasker.formulations.arithmetic.reading import reading_called
    from lasker.kernel.errors import LimitError

    try:
        found = tracing.trace(reading_called(reading_name), expression, steps)
    except LimitError as error:
        click.echo(error.report(), err=True)
        return UNDECIDED
    if picture_file is not None:
        write_picture(picture_file, tracing.svg(found, depth))
    if as_json:
        click.echo(jsonlib.dumps(_data(found, depth), ensure_ascii=False))
    elif as_latex:
        click.echo(document(tracing.latex(found, depth)), nl=False)
    elif picture_file is None:
        click.echo(tracing.text(found, depth))
    return YES


def _data(traced: Traced, depth: int | None) -> dict[str, Any]:
    """A trace as JSON-compatible data, the parts down to a depth."""
    from lasker.formulations.arithmetic.syntax import write_digits

    below = None if depth is None else depth - 1
    return {
        "former": traced.former,
        "term": traced.text,
        "arguments": list(map(write_digits, traced.arguments)),
        "value": write_digits(traced.value),
        "steps": traced.steps,
        "parts": [] if depth == 0 else [_data(part, below) for part in traced.parts],
    }


@click.command("factor", context_settings=_NEGATIVE)
@click.argument("expression")
@click.option(
    "--game",
    "game_name",
    metavar="GAME",
    help="The game whose rules define the numbers; by default that of the paper.",
)
@_latex
@_picture
@json_option
@with_exit_status
def factor(
    expression: str, game_name: str | None, as_latex: bool, picture_file: Path | None, as_json: bool
) -> int:
    """A number as prime powers, beside the board that they encode.

    \b
    lasker number factor 9816086280 --game tictactoe
    lasker number factor '[2, 3, 1]'
    """
    from lasker.drawing.documents.latex_document import document
    from lasker.drawing.documents.picture_files import write_picture
    from lasker.drawing.documents.svg_latex import picture
    from lasker.formulations.arithmetic.show import number as shown
    from lasker.formulations.godel.encoding import read_number
    from lasker.formulations.godel.factoring import factorised
    from lasker.kernel.errors import NotationError
    from lasker.play.game import load

    found = factorised(read_number(expression), None if game_name is None else load(game_name))
    if picture_file is not None:
        if found.board is None:
            raise NotationError("this number encodes no board that could be drawn", remedy="name its --game")
        write_picture(picture_file, found.svg())
    if as_json:
        rows = [
            {
                "prime": each.prime,
                "exponent": shown(each.exponent),
                "square": each.place,
                "content": each.content,
            }
            for each in found.factors
        ]
        facts = {"product": found.product, "factors": rows}
        click.echo(
            jsonlib.dumps(facts | ({"board": found.picture()} if found.board else {}), ensure_ascii=False)
        )
    elif as_latex:
        drawn = "" if found.board is None else "\n\n" + picture(found.svg())
        click.echo(document(f"${_powers(found)}${drawn}"), nl=False)
    elif picture_file is None:
        click.echo(found.product)
        if found.board is not None:
            click.echo(f"\n{_beside(found)}")
        elif game_name is not None:
            click.echo(f"\nit encodes no position of {game_name}")
    return YES


def _powers(found: Factorisation) -> str:
    """The product in LaTeX."""
    from lasker.formulations.arithmetic.show import number as shown

    powers = (
        str(each.prime) if each.exponent == 1 else f"{each.prime}^{{{_structure(shown(each.exponent, 200))}}}"
        for each in found.factors
    )
    return r" \cdot\allowbreak ".join(powers) or "1"


def _structure(text: str) -> str:
    return text.replace("⟨", r"\langle ").replace("⟩", r"\rangle ").replace("…", r"\dots ")


def _beside(found: Factorisation) -> str:
    """The board, and beside it what each power says."""
    board = found.picture().splitlines()
    told = [
        f"{each.power} {each.place}: {each.content}" if each.place else f"{each.power} {each.content}"
        for each in found.factors
        if not each.place or each.content != "."
    ]
    width = max(map(len, board)) + 4
    rows = max(len(board), len(told))
    board += [""] * (rows - len(board))
    told += [""] * (rows - len(told))
    return "\n".join(f"{left:<{width}}{right}".rstrip() for left, right in zip(board, told, strict=True))


@click.command("growth")
@click.argument("expressions", nargs=-1, required=True)
@click.option("--to", "most", type=click.IntRange(1, 10_000), default=10, show_default=True, metavar="N",
              help="The greatest argument x.")  # fmt: skip
@click.option("--values", "of_values", is_flag=True, help="The growth of the values, not of the steps.")
@_reading
@_steps
@_picture
@json_option
@with_exit_status
def growth(
    expressions: tuple[str, ...],
    most: int,
    of_values: bool,
    reading_name: str,
    steps: int,
    picture_file: Path | None,
    as_json: bool,
) -> int:
    """How many steps the literal recursion takes as x grows, or how large its values get.

    \b
    lasker number growth 'add(x, x)' 'mul(x, x)' 'pow(2, x)'
    lasker number growth 'mul(x, x)' 'pow(x, 2)' --to 20 --svg growth.svg
    """
    from lasker.drawing.diagrams.charts import growth as chart
    from lasker.drawing.documents.picture_files import write_picture
    from lasker.formulations.arithmetic.growth import grown
    from lasker.formulations.arithmetic.reading import reading_called

    reading = reading_called(reading_name)
    found = {text: grown(reading, text, most, steps) for text in expressions}
    series = {
        text: [(x, value if of_values else cost) for x, value, cost in rows] for text, rows in found.items()
    }
    if picture_file is not None:
        points = {
            text: [(float(x), float(min(y, 10**300))) for x, y in rows] for text, rows in series.items()
        }
        what = "value" if of_values else "steps of the literal recursion"
        if any(points.values()):
            named = {text: rows for text, rows in points.items() if rows}
            write_picture(picture_file, chart(", ".join(expressions), named, "x", what))
    if as_json:
        rows = {text: [{"x": x, "value": str(value), "steps": cost} for x, value, cost in each]
                for text, each in found.items()}  # fmt: skip
        click.echo(jsonlib.dumps(rows, ensure_ascii=False))
    elif picture_file is None:
        _print_table(series, most)
    for text, each in found.items():
        if len(each) <= most:
            click.echo(f"{text}: more than {steps} steps from x = {len(each)} on", err=True)
    return YES if all(found.values()) else UNDECIDED


def _print_table(series: dict[str, list[tuple[int, int]]], most: int) -> None:
    rows = [["x", *series]]
    rows += [
        [str(x), *(str(points[x][1]) if x < len(points) else "" for points in series.values())]
        for x in range(most + 1)
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
