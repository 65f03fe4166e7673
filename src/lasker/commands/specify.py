"""`lasker convert`, `generate` and `schema`: YAML specifications."""

from __future__ import annotations

import json
from pathlib import Path

import click

from lasker.commands.common import NO, YES, json_option, with_exit_status


def _write(text: str, out: str | None) -> None:
    from lasker.kernel.files import write_text

    if out is None or out == "-":
        click.echo(text, nl=False)
    else:
        write_text(out, text)
        click.echo(f"{out} is written", err=True)


@click.command()
@click.argument("file")
@click.option("--to", "kind", type=click.Choice(["rules", "yaml"]), required=True, help="What to write.")
@click.option("-o", "--out", metavar="OUT", help="The file to write; without it, the output.")
@json_option
@with_exit_status
def convert(file: str, kind: str, out: str | None, as_json: bool) -> int:
    """Convert a game to another language, and list what is lost, with reasons.

    \b
    lasker convert my_pieces.yaml --to rules     what the specification means in the algebra
    lasker convert breakthrough --to yaml        its pieces as displacements and guards
    """
    from lasker.frontends import yaml
    from lasker.play import library

    source = library.find(file)
    library.model(file).check()  # validate before writing
    if kind == "rules":
        text, bases = library.as_rules(source)
        written = text.text
        lost = [f"nothing of {base.name} is copied: the text extends it" for base in bases]
    else:
        written, lost = yaml.converted(library.model(file), source)
    if as_json:
        click.echo(json.dumps({"text": written, "lost": lost}, ensure_ascii=False))
        return NO if lost else YES
    _write(written, out)
    for each in lost:
        click.echo(f"lost: {each}", err=True)
    return NO if lost else YES


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
