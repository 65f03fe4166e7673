"""Parsers of the grammars that lie in the packages.

To make the tables of a parser takes longer than to read the rules of a game, so they are kept beside the
byte code of the package, and like it. They are written by Lark's public `save`. They are read as the parsers
do that Lark writes itself, since its public `load` takes no transformer. Its option `cache` does, but reads
files without a checksum, whoever owns them, and writes them while other processes read.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import sys
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import lark
from lark import Lark

from lasker.kernel.checksums import sealed, unsealed
from lasker.kernel.trusted_files import private_bytes

HANDED = ("postlex", "transformer")  # options that are no part of the tables


def parser(package: str, name: str, **options: Any) -> Lark:
    """The LALR parser of a grammar in a package, with more of Lark's options.

    >>> str(parser("lasker.formulations.arithmetic", "language.lark").parse("1").data)
    'start'
    """
    grammar = files(package).joinpath(name).read_text("utf-8")
    handed = {option: options[option] for option in HANDED if option in options}
    plain = {option: value for option, value in options.items() if option not in handed}
    place = _place(package, name, f"{sys.version_info[:2]} {lark.__version__} {plain} {grammar}")
    if (tables := _kept(place)) is not None:
        # As the parsers do that Lark writes: its public `load` takes no transformer.
        return Lark._load_from_dict(**tables, **handed)  # type: ignore[no-untyped-call, no-any-return]
    made = Lark(grammar, parser="lalr", **options)
    if place is not None:
        _keep(place, made)
    return made


def _place(package: str, name: str, facts: str) -> Path | None:
    """Where the tables of a grammar are kept; None if no byte code is."""
    spec = find_spec(package)
    if spec is None or spec.cached is None or sys.dont_write_bytecode:
        return None
    return Path(spec.cached).with_name(f"{name}.{hashlib.sha256(facts.encode()).hexdigest()[:16]}.tables")


def _kept(place: Path | None) -> dict[str, Any] | None:
    """The tables that are kept at a place; None if there are none, or they are damaged."""
    found = None if place is None else private_bytes(place, of_root=True)
    content = None if found is None else unsealed(found)
    if content is None:
        return None
    tables: dict[str, Any] = pickle.loads(content)
    return tables


def _keep(place: Path, made: Lark) -> None:
    """Keep the tables of a parser, if they can be kept; they come to their place at once, and whole."""
    content = io.BytesIO()
    made.save(content, HANDED)
    fresh = place.with_name(f"{place.name}.{os.getpid()}")
    with suppress(OSError):
        fresh.write_bytes(sealed(content.getvalue()))
        fresh.chmod(0o644)
        fresh.replace(place)
