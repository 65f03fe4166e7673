"""LALR parsers of the grammar files in the packages, with their tables cached.

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
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import lark
from lark import Lark

from lasker.kernel.checksums import checked_content, with_checksum
from lasker.kernel.package_data import files
from lasker.kernel.trusted_files import private_bytes

HANDED = ("postlex", "transformer")  # options that are not part of the tables


def parser(package: str, name: str, **options: Any) -> Lark:
    """The LALR parser of a grammar file in a package; `options` are passed to Lark.

    >>> str(parser("lasker.formulations.arithmetic", "language.lark").parse("1").data)
    'start'
    """
    grammar = files(package).joinpath(name).read_text("utf-8")
    handed = {option: options[option] for option in HANDED if option in options}
    plain = {option: value for option, value in options.items() if option not in handed}
    place = _place(package, name, f"{sys.version_info[:2]} {lark.__version__} {plain} {grammar}")
    if (tables := _cached_tables(place)) is not None:
        # As the stand-alone parsers of Lark do: the public `load` takes no transformer.
        return Lark._load_from_dict(**tables, **handed)  # type: ignore[no-untyped-call, no-any-return]
    made = Lark(grammar, parser="lalr", **options)
    if place is not None:
        _cache_tables(place, made)
    return made


def _place(package: str, name: str, facts: str) -> Path | None:
    """The cache file for the tables of a grammar; None if byte code is not cached either."""
    spec = find_spec(package)
    if spec is None or spec.cached is None or sys.dont_write_bytecode:
        return None
    return Path(spec.cached).with_name(f"{name}.{hashlib.sha256(facts.encode()).hexdigest()[:16]}.tables")


def _cached_tables(place: Path | None) -> dict[str, Any] | None:
    """The cached tables in a file; None if there are none, or they are damaged."""
    found = None if place is None else private_bytes(place, of_root=True)
    content = None if found is None else checked_content(found)
    if content is None:
        return None
    tables: dict[str, Any] = pickle.loads(content)
    return tables


def _cache_tables(place: Path, made: Lark) -> None:
    """Write the tables of a parser to the cache, if that is possible, by an atomic rename."""
    content = io.BytesIO()
    made.save(content, HANDED)
    fresh = place.with_name(f"{place.name}.{os.getpid()}")
    with suppress(OSError):
        fresh.write_bytes(with_checksum(content.getvalue()))
        fresh.chmod(0o644)
        fresh.replace(place)
