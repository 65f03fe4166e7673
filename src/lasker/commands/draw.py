"""`lasker draw`: pictures of positions and games: SVG, PNG, LaTeX, animated GIF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lasker.commands.common import YES, fen_option, position_of, tiles_option, with_exit_status

if TYPE_CHECKING:
    from lasker.drawing.pieces.figure_assignment import Tiles
    from lasker.play.game import Position

SIZES = {".gif": 400}  # pixels of the longer side, unless one is given
SIZE = 720


@click.command()
@click.argument("game")
@click.argument("out", type=click.Path(path_type=Path))
@fen_option
@click.option("--moves", metavar="MOVES", help="Moves played first, like 'e2e4 e7e5', in any notation.")
@click.option(
    "--pgn",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Moves of the first game of a PGN file.",
)
@click.option("--size", type=click.IntRange(16, 4000), metavar="PIXELS", help="The longer side.")
@click.option(
    "--seconds",
    type=click.FloatRange(0.02, 60),
    default=0.8,
    show_default=True,
    help="How long each position of an animation is shown.",
)
@click.option("--flipped", is_flag=True, help="From the other side.")
@tiles_option
@with_exit_status
def draw(
    game: str,
    out: Path,
    fen: str | None,
    moves: str | None,
    pgn: Path | None,
    size: int | None,
    seconds: float,
    flipped: bool,
    tiles: Tiles,
) -> int:
    """Draw a position of GAME to OUT: SVG, PNG or LaTeX by its suffix; a GIF shows the moves before it, too.

    \b
    lasker draw chess start.png
    lasker draw chess opening.gif --moves 'e4 e5 Nf3 Nc6'
    lasker draw chess game.gif --pgn game.pgn --flipped
    """
    from lasker.drawing.documents.picture_files import write_picture
    from lasker.drawing.documents.raster import gif, png
    from lasker.kernel.files import write_bytes

    line = _line(game, fen, moves, pgn)
    kind = out.suffix.lower()
    wanted = size or SIZES.get(kind, SIZE)
    if kind == ".gif":
        drawn = (each.svg(flipped=flipped, tiles=tiles, size=wanted) for each in line)
        write_bytes(out, gif(drawn, wanted, seconds))
    elif kind == ".png":
        write_bytes(out, png(line[-1].svg(flipped=flipped, tiles=tiles), wanted))
    else:
        write_picture(out, line[-1].svg(flipped=flipped, tiles=tiles, size=wanted))
    click.echo(f"{out} is written", err=True)
    return YES


def _line(game: str, fen: str | None, moves: str | None, file: Path | None) -> list[Position]:
    """The positions of a game, the first one first."""
    from lasker.kernel.errors import NotationError
    from lasker.notation.pgn import read_file
    from lasker.play.game import load
    from lasker.play.record import replay

    if file is None:
        line = [position_of(game, fen)]
        for text in (moves or "").split():
            line.append(line[-1].play(text))
        return line
    if fen is not None or moves is not None:
        raise click.UsageError("the moves are those of the file: leave out --pgn, or --fen and --moves")
    record = next(iter(read_file(file)), None)
    if record is None:
        raise NotationError(f"{file} has no game")
    found = replay(load(game), record, variations=False)
    if found.problems:
        raise NotationError(str(found.problems[0]), remedy="draw a game whose moves are legal")
    return list(found.positions)


COMMANDS = {"draw": draw}
