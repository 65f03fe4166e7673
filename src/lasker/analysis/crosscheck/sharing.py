"""Which code two witnesses have in common, read from their imports: only strangers can confirm each other."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from lasker.analysis.crosscheck.witness import Witness
from lasker.play import library

# What everybody may have in common, for it knows nothing of chess: the door, and the names of questions.
INNOCENT = {
    "lasker",
    "lasker.analysis",
    "lasker.analysis.crosscheck",
    "lasker.analysis.crosscheck.witness",
    "lasker.analysis.crosscheck.witnesses",
}


def room(name: str) -> str:
    """The room in which a module lives; a text lives among the games.

    >>> room("lasker.laws.fide.article_3"), room("chess.rules")
    ('laws', 'games')
    """
    parts = name.split(".")
    return "games" if parts[0] != "lasker" else parts[min(1, len(parts) - 1)]


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of Lasker that one of them imports, early or late; what is for types alone does not run.

    >>> sorted(imports("lasker.laws.squares")), "lasker.laws.squares" in imports("lasker.laws.position")
    (['lasker.laws'], True)
    """
    file = _file(module)
    assert file is not None, f"{module} is no module"
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    found = {module.rpartition(".")[0]}  # importing a module imports the packages around it
    for name in _named(ast.parse(file.read_text("utf-8")).body, package):
        if name.split(".")[0] == "lasker":
            found.add(name if _file(name) else name.rpartition(".")[0])
    return frozenset(found - {"", module})


def _named(body: Iterable[ast.AST], package: str) -> Iterator[str]:
    """Everything that the statements of a module name in imports."""
    for node in body:
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=orelse):
                yield from _named(orelse, package)
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *([source] if source else [])])
                yield from (f"{base}.{alias.name}" for alias in names)
            case _:
                yield from _named(ast.iter_child_nodes(node), package)


@cache
def _file(module: str) -> Path | None:
    """The source of a module, if there is such a module."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


@cache
def code_of(witness: Witness) -> frozenset[str]:
    """All modules that a witness runs, and the texts of games.

    >>> from lasker.analysis.crosscheck.witnesses.sets import SETS
    >>> sorted({room(name) for name in code_of(SETS)})
    ['analysis', 'foundations', 'kernel', 'lasker']
    """
    found: set[str] = set()
    waiting = [witness.module, *witness.plugs]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports(module)
    for text in witness.texts:
        source = library.find(text)
        found |= {source.name, *(base.name for base in library.bases(source))}
    return frozenset(found)


def shared(one: Witness, other: Witness) -> frozenset[str]:
    """The modules and texts that two witnesses have in common, apart from what knows nothing of chess.

    >>> from lasker.analysis.crosscheck.witnesses import prose
    >>> "lasker.laws.squares" in shared(prose.LAWS, prose.PRINTED)
    True
    """
    return frozenset(
        name for name in code_of(one) & code_of(other) if name not in INNOCENT and room(name) != "kernel"
    )


def independent(one: Witness, other: Witness) -> bool:
    """Whether the agreement of two witnesses means something.

    >>> from lasker.analysis.crosscheck.witnesses import prose, sets
    >>> independent(prose.LAWS, sets.SETS), independent(prose.LAWS, prose.PRINTED)
    (True, False)
    """
    return not shared(one, other)
