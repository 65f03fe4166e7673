"""`lasker games`, `show`, `moves` and `play`."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lasker.commands.common import (
    NO,
    YES,
    fen_option,
    json_option,
    position_of,
    tiles_option,
    with_exit_status,
)

if TYPE_CHECKING:
    from lasker.drawing.pieces.figure_assignment import Tiles
    from lasker.play.game import Position


@click.command()
@json_option
@with_exit_status
def games(as_json: bool) -> int:
    """The library by family, one game a line."""
    from lasker.play.library import facts, family, sources, title

    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "title": title(name),
            "family": family(name),
            "tags": facts(name, "tags"),
            "aliases": facts(name, "also"),
            "about": " ".join(facts(name, "about")),
        }
        for name in sources()
    ]
    if as_json:
        click.echo(jsonlib.dumps(rows, ensure_ascii=False))
    else:
        width = max(len(row["name"]) for row in rows)
        by_family: dict[str, list[dict[str, Any]]] = {}
        for row in rows:
            by_family.setdefault(family(row["name"]), []).append(row)
        for kind in sorted(by_family):
            click.echo(f"{kind.replace('_', ' ')}:")
            for row in by_family[kind]:
                click.echo(f"  {row['name']:<{width}}  {row['title']}: {row['about']}")
    return YES


@click.command()
@click.argument("game")
@fen_option
@click.option(
    "--svg",
    metavar="OUT",
    help="Write a picture to this file, as SVG, or as LaTeX for .tex; - for the output.",
)
@click.option(
    "--rules", is_flag=True, help="The rule page instead: facts, definitions with their origin, ends."
)
@click.option(
    "--html", is_flag=True, help="With --rules: the page as HTML, with a picture of how each piece moves."
)
@tiles_option
@click.option("--diagram", "piece", metavar="PIECE", help="How a piece moves: its name, letter or glyph.")
@json_option
@with_exit_status
def show(
    game: str,
    fen: str | None,
    svg: str | None,
    rules: bool,
    html: bool,
    tiles: Tiles,
    piece: str | None,
    as_json: bool,
) -> int:
    """Show a position: board, FEN, player to move or outcome."""
    from lasker.drawing.documents.picture_files import write_picture

    if piece is not None:
        return _diagram(game, piece, svg, as_json)
    position = position_of(game, fen)
    if rules:
        from lasker.drawing.rule_page import rule_page, rule_page_html
        from lasker.movement.diagram import diagrams

        model = position.game.model  # text without diagrams, which are slow to compute
        page = rule_page_html(model, position.svg(tiles=tiles), diagrams(model)) if html else rule_page(model)
        click.echo(page, nl=False)
        return YES
    if svg == "-" and not as_json:
        click.echo(position.svg(tiles=tiles), nl=False)
        return YES
    if svg is not None and svg != "-":
        write_picture(svg, position.svg(tiles=tiles))
    outcome = position.outcome
    if as_json:
        facts: dict[str, Any] = {"fen": position.fen, "turn": position.turn, "picture": str(position)}
        facts["outcome"] = outcome and {
            "reason": outcome.reason,
            "payoffs": [str(p) for p in outcome.payoffs],
        }
        if svg == "-":
            facts["svg"] = position.svg(tiles=tiles)
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
    else:
        from lasker.drawing.boards.position_text import position_text

        board = position_text(position.game.model, position.node.configuration)
        click.echo(f"{board}\n\n{position.fen}\n{_standing(position)}")
    return YES


def _diagram(game: str, name: str, svg: str | None, as_json: bool) -> int:
    from lasker.drawing.diagrams.diagram_svg import diagram_svg
    from lasker.drawing.documents.picture_files import write_picture
    from lasker.movement.diagram import diagram
    from lasker.movement.piece_context import piece_called
    from lasker.play.library import model

    loaded = model(game)
    drawn = diagram(loaded, piece_called(loaded, name))
    if as_json:
        facts = drawn.facts() | ({"svg": diagram_svg(drawn)} if svg == "-" else {})
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
    elif svg == "-":
        click.echo(diagram_svg(drawn), nl=False)
        return YES
    else:
        click.echo(drawn.text())
    if svg is not None and svg != "-":
        write_picture(svg, diagram_svg(drawn))
    return YES


def _standing(position: Position) -> str:
    outcome = position.outcome
    if outcome is None:
        return f"{position.turn} to move, {len(position.moves)} legal moves"
    payoffs = ", ".join(
        f"{player} {payoff}" for player, payoff in zip(position.game.players, outcome.payoffs, strict=True)
    )
    return f"over by {outcome.reason}: {payoffs}"


@click.command()
@click.argument("game")
@fen_option
@json_option
@with_exit_status
def moves(game: str, fen: str | None, as_json: bool) -> int:
    """The legal moves, one a line."""
    legal = [str(move) for move in position_of(game, fen).moves]
    if legal or as_json:
        click.echo(jsonlib.dumps(legal) if as_json else "\n".join(legal))
    return YES if legal else NO


@click.command()
@click.argument("game", required=False)
@fen_option
@click.option(
    "--load",
    "file",
    type=click.Path(path_type=Path),
    help="Go on with a game that was saved, or with one of a PGN file; without GAME, the file names it.",
)
@click.option(
    "--number", type=click.IntRange(1), default=1, show_default=True, help="Which game of a PGN file to load."
)
@click.option(
    "--against", "--level", "level", type=int, metavar="LEVEL", help="Play against Lasker: 1 (easy) to 10."
)
@click.option("--side", metavar="PLAYER", help="With --against: your side; the first player by default.")
@click.option(
    "--seconds",
    default=2.0,
    show_default=True,
    help="With --against: seconds that Lasker thinks about each move.",
)
@click.option(
    "--clock",
    metavar="TIME",
    help="A clock for each player: 5:00, or 300+2 (seconds and increment); not with --plain.",
)
@click.option("--plain", is_flag=True, help="Lines of text instead of a board in the terminal.")
@with_exit_status
def play(
    game: str | None,
    fen: str | None,
    file: Path | None,
    number: int,
    level: int | None,
    side: str | None,
    seconds: float,
    clock: str | None,
    plain: bool,
) -> int:
    """Play at one keyboard or against Lasker: type moves, `undo`, `moves`, `save FILE`, `quit`."""
    from lasker.match.clock import control
    from lasker.play.game import load
    from lasker.table import Table
    from lasker.table.saved_games import read_saved

    if game is None and file is None:
        raise click.UsageError("name a GAME, or a file by --load")
    saved = read_saved(file, load(game) if game else None, number) if file else None
    position = saved.start if saved is not None else position_of(str(game), fen)
    limit = control(clock) if clock is not None else None
    person = "" if level is None else _side(position, side)
    on_a_board = not plain and _has_board()
    if level is None or on_a_board:
        table = Table(position, side=person)
    else:
        table = Table(position, answers=_opponent(position, level, seconds), side=person)
    if saved is not None:
        table.go_on(saved)
    if not on_a_board:
        return table.run()
    from lasker.table.adviser import Question
    from lasker.tui.app import PlayApp

    Question(position, level or 1, seconds)  # report a bad level or time before the board is drawn
    PlayApp(table, level, seconds, limit).run()
    return YES


def _has_board() -> bool:
    """Are a terminal and Textual available?"""
    from importlib.util import find_spec

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    if find_spec("textual") is None:
        click.echo("for a board in the terminal: pip install 'lasker[tui]'", err=True)
        return False
    return True


def _opponent(position: Position, level: int, seconds: float) -> Callable[[Position], str | None]:
    from random import randrange

    from lasker.engine.levels import check, opponent
    from lasker.engine.opponent_pool import pool_of

    check(level)
    click.echo("getting ready …", err=True)
    with pool_of(position.game.model).opponent() as thinker:  # reused by later calls
        thinker.prepare()
        if thinker.doing:
            click.echo(f"{thinker.doing}; a quick version of it plays meanwhile", err=True)
    seed = randrange(2**32)  # games differ

    def answer(position: Position) -> str | None:
        line = opponent(position, seconds, level, seed=seed)
        return line.moves[0] if line else None

    return answer


def _side(position: Position, side: str | None) -> str:
    from lasker.kernel.errors import NameProblem

    players = position.game.players
    if side is not None and side not in players:
        raise NameProblem(f"{side} does not play", remedy=f"the players are {', '.join(players)}")
    return side or players[0]


COMMANDS = {
    "games": games,
    "show": show,
    "moves": moves,
    "play": play,
}
