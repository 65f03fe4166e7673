"""`lasker convert`, `generate` and `schema`: games in other languages than the algebra."""

from __future__ import annotations

import json
from pathlib import Path

import click

from lasker import frontends
from lasker.commands.common import NO, YES, json_option, with_exit_status
from lasker.kernel.source import Source

KINDS = ("rules", "yaml", "ini")  # what a game can be converted to


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
@click.option("--to", "kind", type=click.Choice(KINDS), help="What to write; without it, as OUT ends.")
@click.option("-o", "--out", metavar="OUT", help="The file to write; without it, the output.")
@json_option
@with_exit_status
def convert(file: str, variant: str | None, kind: str | None, out: str | None, as_json: bool) -> int:
    """Convert a game to another language, and list what is lost, with reasons.

    Of a variants file of Fairy-Stockfish that has several, VARIANT is the one to convert.

    \b
    lasker convert my_pieces.yaml --to rules     what the specification means in the algebra
    lasker convert breakthrough --to yaml        its pieces as displacements and guards
    lasker convert variants.ini wide -o wide.rules
    """
    from lasker.play import library

    file = f"{file}:{variant}" if variant else file
    kind = kind or (Path(out).suffix[1:] if out else "")
    if kind not in KINDS:
        raise click.UsageError(f"say what to write: --to {' or '.join(KINDS)}")
    source = library.find(file)
    library.model(file).check()  # validate before writing
    written, lost = _converted(file, source, kind)
    if as_json:
        click.echo(json.dumps({"text": written, "lost": lost}, ensure_ascii=False))
        return NO if lost else YES
    _write(written, out)
    for each in lost:
        click.echo(f"lost: {each}", err=True)
    return NO if lost else YES


def _converted(file: str, source: Source, kind: str) -> tuple[str, list[str]]:
    """A game in another language, and what is lost of it."""
    from lasker.frontends import ini, yaml
    from lasker.play import library

    lost = ini.lost(source) if frontends.of(source) is ini else []
    if kind == "rules":
        text, bases = library.as_rules(source)
        return text.text, lost + [f"nothing of {base.name} is copied: the text extends it" for base in bases]
    front = ini if kind == "ini" else yaml
    written, more = front.converted(library.model(file), source)
    return written, lost + more


@click.command()
@click.argument("spec")
@click.option("-o", "--out", metavar="OUT.py", help="The file to write; without it, the output.")
@with_exit_status
def generate(spec: str, out: str | None) -> int:
    """Generate a stand-alone Python validator that lists, decides and explains moves of a YAML
    specification."""
    from lasker.frontends import yaml
    from lasker.play.library import find, joined

    source = find(spec)
    _write(yaml.validator(source, Path(out).name if out else "validator.py", joined(source)), out)
    return YES


@click.command()
@with_exit_status
def schema() -> int:
    """The JSON Schema of specifications in YAML, for editors."""
    from lasker.frontends import yaml

    click.echo(yaml.json_schema(), nl=False)
    return YES


COMMANDS = {"convert": convert, "generate": generate, "schema": schema}
