"""`lasker convert`, `generate` and `schema`: games in other languages than the algebra."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lasker import frontends
from lasker.commands.common import NO, YES, json_option, position_of, with_exit_status
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source

if TYPE_CHECKING:
    from lasker.model.game import Game as Model

KINDS = ("rules", "yaml", "ini", "diagram", "zrf", "lud", "betza")  # what a game can be converted to
DIALECTS = ("fen", "xfen", "shredder", "sfen", "lichess")  # and what a position can be


def _write(text: str, out: str | None) -> None:
    from lasker.kernel.files import write_text

    if out is None or out == "-":
        click.echo(text, nl=False)
    else:
        write_text(out, text)
        click.echo(f"{out} is written", err=True)


@click.command()
@click.argument("file")
@click.argument("variant", required=False)
@click.option(
    "--to", "kind", type=click.Choice((*KINDS, *DIALECTS)), help="What to write; without it, as OUT ends."
)
@click.option("--fen", metavar="FEN", help="Convert a position of the game to a dialect of FEN.")
@click.option("-o", "--out", metavar="OUT", help="The file to write; without it, the output.")
@json_option
@with_exit_status
def convert(
    file: str, variant: str | None, kind: str | None, fen: str | None, out: str | None, as_json: bool
) -> int:
    """Convert a game to another language, and list what is lost, with reasons.

    FILE is a game of the library, or a file: rules, YAML, a variants file of Fairy-Stockfish (.ini), lines of
    an Interactive Diagram, a game of Zillions (.zrf) or of Ludii (.lud). Of a variants file that has several,
    VARIANT is the one to convert. A dialect of FEN converts a position: that of --fen, or the start.

    \b
    lasker convert my_pieces.yaml --to rules     what the specification means in the algebra
    lasker convert breakthrough --to yaml        its pieces as displacements and guards
    lasker convert variants.ini wide -o wide.rules
    lasker convert chess.zrf --to diagram
    lasker convert shogi --to sfen
    """

    file = f"{file}:{variant}" if variant else file
    kind = kind or (Path(out).suffix[1:] if out else "") or ("fen" if fen else "")
    if kind not in (*KINDS, *DIALECTS):
        raise click.UsageError(f"say what to write: --to {', '.join((*KINDS, *DIALECTS))}")
    if fen is not None and kind not in DIALECTS:
        raise click.UsageError(f"a position is converted to a dialect of FEN: --to {', '.join(DIALECTS)}")
    written, lost = _position(file, fen, kind) if kind in DIALECTS else _converted(file, kind)
    if as_json:
        click.echo(json.dumps({"text": written, "lost": lost}, ensure_ascii=False))
        return NO if lost else YES
    _write(written, out)
    for each in lost:
        click.echo(f"lost: {each}", err=True)
    return NO if lost else YES


def _position(file: str, fen: str | None, dialect: str) -> tuple[str, list[str]]:
    """A position in a dialect of FEN, of which nothing is lost."""
    from lasker.notation.fen.dialects import write
    from lasker.play import library

    library.model(file).check()  # validate before writing
    return write(position_of(file, fen).node, dialect) + "\n", []


def _converted(file: str, kind: str) -> tuple[str, list[str]]:
    """A game in another language, and what is lost of it."""
    from lasker.play import library
    from lasker.runtime.kept_answers import kept_answer

    source = library.find(file)
    texts = [source, *library.bases(source)]
    written, lost = kept_answer("convert", [kind], texts, lambda: _translated(file, source, kind))
    return written, lost


def _translated(file: str, source: Source, kind: str) -> tuple[str, list[str]]:
    from lasker.play import library

    library.model(file).check()  # validate before writing
    front = frontends.of(source)
    same = front.__name__ == f"lasker.frontends.{kind}"
    lost = list(front.lost(source)) if hasattr(front, "lost") and not same else []
    if kind == "betza":
        written, more = _notation(library.model(file))
    elif kind == "rules":
        text, bases = library.as_rules(source)
        written, more = (
            text.text,
            [f"nothing of {base.name} is copied: the text extends it" for base in bases],
        )
    elif same:
        written, more = source.text, []
    else:
        target = import_module(f"lasker.frontends.{kind}")
        written, more = target.converted(library.model(file), source)
        _read_back(written, kind)
    return written, lost + more


def _read_back(written: str, kind: str) -> None:
    """Raise if what is left of a game is no game."""
    from lasker.play import library

    try:
        library.modelled(Source(written, f"written.{kind}")).check()
    except LaskerError as error:
        raise DeclarationError(f"what could be written as {kind} is no game: {error.message}") from None


def _notation(game: Model) -> tuple[str, list[str]]:
    """A line for each piece with its name, its letter and its Betza notation, and what that does not tell."""
    from lasker.movement.betza import betza_movement
    from lasker.movement.piece_context import kinds

    lines, lost = [], ["everything but how pieces move: board, set-up, turns and ends"]
    for piece in kinds(game):
        told = betza_movement(game, piece)
        if told is None:
            lost.append(f"how the {piece.name} moves: Betza notation does not tell it")
            continue
        lines.append(f"{piece.name} {piece.letter} {told.betza}\n")
        if not told.exact:
            lost.append(f"where the {piece.name} may not go: the rules forbid {told.betza} on some squares")
    return "".join(lines), lost


@click.command()
@click.argument("spec")
@click.option("-o", "--out", metavar="OUT.py", help="The file to write; without it, the output.")
@with_exit_status
def generate(spec: str, out: str | None) -> int:
    """Generate a stand-alone Python validator that lists, decides and explains moves of a YAML
    specification."""
    from lasker.frontends import yaml
    from lasker.play.library import bases, find, joined
    from lasker.runtime.kept_answers import kept_answer

    source, name = find(spec), Path(out).name if out else "validator.py"
    text = kept_answer(
        "validator",
        [name],
        [source, *bases(source)],
        lambda: yaml.validator(source, name, joined(source)),
    )
    _write(text, out)
    return YES


@click.command()
@with_exit_status
def schema() -> int:
    """The JSON Schema of specifications in YAML, for editors."""
    from lasker.frontends import yaml
    from lasker.runtime.kept_answers import kept_answer

    click.echo(kept_answer("schema", [], [], yaml.json_schema), nl=False)
    return YES


COMMANDS = {"convert": convert, "generate": generate, "schema": schema}
