"""`lasker doctor`: diagnostics of interpreter, compiler, optional packages and the store."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator
from typing import Any

import click

from lasker.commands.common import NO, YES, json_option, with_exit_status

WORDS = {"reference": "beside the reference"}


@click.command()
@json_option
@with_exit_status
def doctor(as_json: bool) -> int:
    """Diagnostics: interpreter, compiler, optional packages, stored libraries and their verification.

    The exit status is 1 if something is broken: a store that cannot be used, a compiler that does not work, a
    library that is damaged or failed verification.
    """
    from lasker.backends.c.cross_checking import paranoid
    from lasker.runtime.health import examined

    found = examined() | {"paranoid": paranoid()}
    if as_json:
        click.echo(jsonlib.dumps(found))
    else:
        for line in _lines(found):
            click.echo(line)
    return NO if found["broken"] else YES


def _lines(found: dict[str, Any]) -> Iterator[str]:
    python, machine = found["python"], found["compiler"]
    yield f"Python      {python['version']} ({python['implementation']}), {python['system']}"
    if machine["found"]:
        works = "works" if machine["works"] else "does not work"
        yield f"compiler    {machine['version']}, for {machine['processor']}: {works}"
        yield f"flags       {' '.join(machine['flags'])}"
    else:
        yield f"compiler    none: {machine['problem']}; generated Python is used instead"
    for piece, missing in found["pieces"].items():
        wanted = f"without {', '.join(missing)} (pip install 'lasker[{piece}]')" if missing else "there"
        yield f"{piece:<11} {wanted}"
    yield f"browser     {'there' if found['browser'] else 'none'}"
    yield from _stored(found)
    if found["paranoid"]:
        yield "LASKER_PARANOID is set: everything is answered in two ways, slowly"
    yield from (f"broken: {each}" for each in found["broken"])
    if not found["broken"]:
        yield "nothing is broken"


def _stored(found: dict[str, Any]) -> Iterator[str]:
    kept = [each for each in found["libraries"] if each["bytes"]]
    size = sum(each["bytes"] for each in kept)
    mode = found["store"]["permissions"] or "not there yet"
    yield f"store       {found['store']['folder']} ({mode}), {len(kept)} libraries, {size / 1e6:.1f} MB"
    for each in found["libraries"]:
        checked = ", ".join(f"{number} {WORDS.get(name, name)}" for name, number in each["checked"].items())
        status = f"refused: {each['refused']}" if each["refused"] else checked or "not tried yet"
        name = f"{each['game'] or each['name'][:16]} ({each['kind'] or 'unknown'})"
        yield f"  {name:<32} {each['bytes'] / 1e3:>8.0f} kB  {status}"


COMMANDS = {"doctor": doctor}
