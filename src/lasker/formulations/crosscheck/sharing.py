"""Code shared by two formulations, found from their imports: only agreement of
independent ones is evidence."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from lasker.formulations.crosscheck.formulation import Formulation
from lasker.play import library
from lasker.runtime.kept_answers import kept_answer

# Modules without knowledge of chess, which all formulations may share.
WITHOUT_CHESS = {
    "lasker",
    "lasker.formulations",
    "lasker.formulations.crosscheck",
    "lasker.formulations.crosscheck.formulation",
    "lasker.formulations.crosscheck.adapters",
}


def package_of(name: str) -> str:
    """The package of a module, each formulation separately; a rules text belongs to `games`.

    >>> package_of("lasker.formulations.laws.fide"), package_of("lasker.play"), package_of("chess.rules")
    ('laws', 'play', 'games')
    """
    if name.split(".")[0] != "lasker":
        return "games"
    return name.removeprefix("lasker.").removeprefix("formulations.").split(".")[0]


@cache
def imports(module: str) -> frozenset[str]:
    """The modules of Lasker that a module imports, at any level; imports for type checking only are ignored.

    >>> sorted(imports("lasker.formulations.laws.squares"))
    ['lasker.formulations.laws']
    >>> "lasker.formulations.laws.squares" in imports("lasker.formulations.laws.position")
    True
    """
    file = _file(module)
    assert file is not None, f"{module} is no module"
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    found = {module.rpartition(".")[0]}  # importing a module imports its parent packages
    for name in _named(ast.parse(file.read_text("utf-8")).body, package):
        if name.split(".")[0] == "lasker":
            found.add(name if _file(name) else name.rpartition(".")[0])
    return frozenset(found - {"", module})


def _named(body: Iterable[ast.AST], package: str) -> Iterator[str]:
    """Every module named in the import statements of a body."""
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
    """The source file of a module, if there is such a module."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


@cache
def code_of(formulation: Formulation) -> frozenset[str]:
    """All modules that a formulation runs, and its rules texts.

    >>> from lasker.formulations.crosscheck.adapters.sets import SETS
    >>> sorted({package_of(name) for name in code_of(SETS)})
    ['crosscheck', 'formulations', 'foundations', 'kernel', 'lasker']
    """
    modules = (formulation.module, *formulation.plugs)
    found = set(kept_answer("imports", modules, (), lambda: sorted(_reached(modules))))
    for text in formulation.texts:
        source = library.find(text)
        found |= {source.name, *(base.name for base in library.bases(source))}
    return frozenset(found)


def _reached(modules: Iterable[str]) -> set[str]:
    """Modules, and all that they import, at any distance."""
    found: set[str] = set()
    waiting = [*modules]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports(module)
    return found


def shared(one: Formulation, other: Formulation) -> frozenset[str]:
    """The modules and texts that two formulations share, except those without knowledge of chess.

    >>> from lasker.formulations.crosscheck.adapters import prose
    >>> "lasker.formulations.laws.squares" in shared(prose.LAWS, prose.PRINTED)
    True
    """
    return frozenset(
        name
        for name in code_of(one) & code_of(other)
        if name not in WITHOUT_CHESS and package_of(name) != "kernel"
    )


def independent(one: Formulation, other: Formulation) -> bool:
    """Whether two formulations share no code, so that their agreement is evidence.

    >>> from lasker.formulations.crosscheck.adapters import prose, sets
    >>> independent(prose.LAWS, sets.SETS), independent(prose.LAWS, prose.PRINTED)
    (True, False)
    """
    return not shared(one, other)
