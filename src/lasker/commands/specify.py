"""Specifications on the command line: convert, generate, schema."""

from __future__ import annotations

from pathlib import Path

import click

from lasker.commands.common import YES, told


def _written(text: str, out: str | None) -> None:
    if out is None or out == "-":
        click.echo(text, nl=False)
    else:
        Path(out).write_text(text, encoding="utf-8")
        click.echo(f"{out} is written", err=True)


@click.command()
@click.argument("spec")
@click.option("-o", "--out", metavar="OUT.py", help="The file to write; without it, the output.")
@told
def generate(spec: str, out: str | None) -> int:
    """A stand-alone Python file that lists, decides and explains the moves of a specification in YAML."""
    from lasker.frontends import yaml
    from lasker.play.library import find

    source = find(spec)
    _written(yaml.validator(source, Path(out).name if out else "validator.py"), out)
    return YES


@click.command()
@told
def schema() -> int:
    """The JSON Schema of specifications in YAML, for editors."""
    from lasker.frontends import yaml

    click.echo(yaml.json_schema(), nl=False)
    return YES


COMMANDS = {"generate": generate, "schema": schema}
