"""The architecture: which package may import which, and the conventions of every module.

Each rule is a function from a folder of sources to a list of complaints. It runs on made-up folders that
break it, so that we know it can fail, and on src/lasker, where it must find nothing to complain about.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "lasker"

# From bottom to top: a package may import itself and the packages before it in this list.
PACKAGES = (
    "kernel", "workers", "space", "algebra", "model", "syntax", "notation", "compiler", "movement", "drawing",
    "frontends", "runtime", "backends", "play", "database", "environments", "builder", "transform", "design",
    "fuzzing", "engine", "match", "stats", "formulations", "proofs", "lint", "language", "bench", "protocols",
    "table", "tui", "gallery", "games",
)  # fmt: skip
# The levels of the compiler, from a game to code: each may import itself and those before it.
LEVELS = ("ir", "groups", "bits", "pipeline", "explain", "emit")
# Entry points beside the packages. They may import any package, and each other as long as there is no cycle.
ENTRY_POINTS = (
    "calculator", "engines", "pgn", "verdicts", "sheets", "widget", "prompt", "web", "commands", "cli",
    "__init__", "__main__",
)  # fmt: skip
# Their agreement with the rest is worth something only because they share nothing with it but the kernel.
INDEPENDENT = (
    "formulations.foundations",
    "formulations.arithmetic",
    "formulations.laws",
    "formulations.graphs",
)
# Packages of plug-ins, each a module or a folder: they share the package and its _private modules, no more.
PLUG_INS = ("frontends", "backends")
# Where a game may be named: the games themselves, and what is about one game on purpose.
ABOUT_A_GAME = ("games", "formulations", "frontends/_ini")  # options of other programs bear names of games

# The only packages that the sources may import besides the standard library: name and licence.
# GPL programs (chess and pyffish among them) may be run beside Lasker, never imported by it.
THIRD_PARTY = {
    "lark": "MIT",
    "click": "BSD-3-Clause",
    "platformdirs": "MIT",
    "prompt_toolkit": "BSD-3-Clause",
    "starlette": "BSD-3-Clause",
    "uvicorn": "BSD-3-Clause",
    "websockets": "BSD-3-Clause",
    "textual": "MIT",
    "rich": "MIT",
    "rustworkx": "Apache-2.0",
    "pydantic": "MIT",
    "ruamel": "MIT",
    "cffi": "MIT",
    "_cffi_backend": "MIT",  # the part of cffi that is written in C
    "numpy": "BSD-3-Clause",
    "pyarrow": "Apache-2.0",
    "anywidget": "MIT",
    "traitlets": "BSD-3-Clause",
    "cairosvg": "LGPL-3.0-or-later",
    "PIL": "MIT-CMU",
    "gymnasium": "MIT",
    "pettingzoo": "MIT",
    "pyspiel": "Apache-2.0",
    "open_spiel": "Apache-2.0",
    "ray": "Apache-2.0",
    "pygls": "Apache-2.0",
    "lsprotocol": "MIT",
    "zstandard": "BSD-3-Clause",
    "compression": "PSF-2.0",  # of the standard library from Python 3.14 on
}

MOST_LINES = 400
MOST_IN_A_PACKAGE = 6_000  # lines of Python and C, subpackages apart


@dataclass(frozen=True)
class Module:
    """One source file, read and parsed."""

    name: str  # dotted, from lasker down; a package has the name of its folder
    file: str  # relative to the folder of lasker
    text: str
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        return Path(self.file).name == "__init__.py"

    @property
    def docstring(self) -> str:
        return ast.get_docstring(self.tree) or ""

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of the tree: to walk through it takes longer than a rule."""
        return tuple(ast.walk(self.tree))

    @cached_property
    def importing(self) -> tuple[ast.AST, ...]:
        """The nodes that may import something."""
        return tuple(node for node in self.nodes if isinstance(node, ast.Import | ast.ImportFrom | ast.Call))


Modules = dict[str, Module]
Rule = Callable[[Path], list[str]]


@lru_cache(maxsize=256)
def read(folder: Path) -> Modules:
    """All modules below `folder`, by dotted name."""
    modules = {}
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder)
        parts = relative.with_suffix("").parts
        name = ".".join(("lasker", *(parts[:-1] if parts[-1] == "__init__" else parts)))
        text = path.read_text(encoding="utf-8")
        modules[name] = Module(name, relative.as_posix(), text, ast.parse(text, str(path)))
    return modules


def package_of(name: str) -> str:
    """The package or entry point to which a module of lasker belongs.

    >>> package_of("lasker.algebra.laws"), package_of("lasker.cli"), package_of("lasker")
    ('algebra', 'cli', '__init__')
    """
    return [*name.split("."), "__init__"][1]


def imports(module: Module, modules: Modules) -> Iterator[tuple[str, int]]:
    """Every import anywhere in a module, with its line; a name imported from a
    package is traced to its file."""
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    for node in module.importing:
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield alias.name, node.lineno
            case ast.ImportFrom(module=source, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                base = ".".join([*above, *([source] if source else [])])
                for alias in names:
                    inside = f"{base}.{alias.name}"
                    yield (inside if inside in modules else base), node.lineno
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield name, node.lineno


def is_within(name: str, package: str) -> bool:
    """Is a module this package of lasker, or below it?

    >>> is_within("lasker.formulations.laws.fen", "formulations.laws"), is_within("lasker.laws2", "laws")
    (True, False)
    """
    return f"{name}.".startswith(f"lasker.{package}.")


def is_ours(name: str) -> bool:
    return name.split(".")[0] == "lasker"


def imports_only_packages_before(folder: Path) -> list[str]:
    """A package imports itself and packages before it; an independent one only itself and the kernel."""

    def may_import(here: str, there: str) -> bool:
        for package in INDEPENDENT:
            if is_within(here, package):
                return is_within(there, package) or package_of(there) == "kernel"
        one, other = package_of(here), package_of(there)
        if one in ENTRY_POINTS or one == other:
            return True
        return one in PACKAGES and other in PACKAGES[: PACKAGES.index(one)]

    modules = read(folder)
    return [
        f"{module.file}:{line}: {package_of(module.name)} may not import {name.removeprefix('lasker.')}"
        for module in modules.values()
        for name, line in imports(module, modules)
        if is_ours(name) and not may_import(module.name, name)
    ]


def level_of(name: str) -> str | None:
    """The level of the compiler at which a module stands.

    >>> level_of("lasker.compiler.bits.moves"), level_of("lasker.compiler"), level_of("lasker.play.game")
    ('bits', None, None)
    """
    package, level = [*name.split("."), "", ""][1:3]
    return level or None if package == "compiler" else None


def levels_run_downward(folder: Path) -> list[str]:
    """No level of the compiler imports one below it, and every one is in the list."""
    modules, found = read(folder), []
    for module in modules.values():
        here = level_of(module.name)
        if here is not None and here not in LEVELS:
            found.append(f"{module.file}: {here} is no level of the compiler")
            continue
        for name, line in imports(module, modules):
            there = level_of(name) if is_ours(name) else None
            if here and there in LEVELS and LEVELS.index(there) > LEVELS.index(here):
                found.append(f"{module.file}:{line}: {here} may not import {there}")
    return found


def plug_ins_stand_alone(folder: Path) -> list[str]:
    """A plug-in can be removed without changing its neighbours."""
    modules = read(folder)
    return [
        f"{module.file}:{line}: a plug-in may not import its neighbour {name}"
        for module in modules.values()
        for name, line in imports(module, modules)
        if is_ours(name)
        and (package := package_of(name)) in PLUG_INS
        and package == package_of(module.name)
        and f"lasker.{package}" not in (name, module.name)
        and name.split(".")[2] != module.name.split(".")[2]
        and not name.split(".")[2].startswith("_")
    ]


def has_no_other_packages(folder: Path) -> list[str]:
    """Every folder is a package of the list and every module beside them an entry point."""
    entries = [entry for entry in sorted(folder.iterdir()) if entry.name != "__pycache__"]
    return [
        f"{entry.name}: neither a package nor an entry point; the lists stand in tests/test_architecture.py"
        for entry in entries
        if (entry.is_dir() and entry.name not in (*PACKAGES, *ENTRY_POINTS))
        or (entry.suffix == ".py" and entry.stem not in ENTRY_POINTS)
    ]


def imports_in_no_circle(folder: Path) -> list[str]:
    """No import cycle, not even by late imports or those for types only."""
    modules = read(folder)
    graph = {
        module.name: {name for name, _ in imports(module, modules) if name in modules and name != module.name}
        for module in modules.values()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [f"modules import each other: {' <- '.join(error.args[1])}"]
    return []


def opens_with_a_docstring(folder: Path) -> list[str]:
    """Every module has a docstring that says what it contains."""
    return [f"{module.file}: no docstring" for module in read(folder).values() if not module.docstring]


def stays_short(folder: Path) -> list[str]:
    """A file has at most 400 lines, or a docstring that says why it is long."""
    return [
        f"{module.file}: {lines} lines; split it, or write 'Long because ...' into its docstring"
        for module in read(folder).values()
        if (lines := len(module.text.splitlines())) > MOST_LINES and "Long because" not in module.docstring
    ]


def packages_stay_small(folder: Path) -> list[str]:
    """No package has more than 6,000 lines in modules of its own."""
    sizes: dict[str, int] = {}
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.h"))):
        package = path.parent.relative_to(folder).as_posix()
        sizes[package] = sizes.get(package, 0) + len(path.read_text(encoding="utf-8").splitlines())
    return [f"{name}: {size} lines; divide it" for name, size in sizes.items() if size > MOST_IN_A_PACKAGE]


def imports_only_known_packages(folder: Path) -> list[str]:
    """Only the standard library and the packages whose licence is listed above are imported."""
    modules = read(folder)
    return [
        f"{module.file}:{line}: {package} is not among the packages whose licence we know"
        for module in modules.values()
        for name, line in imports(module, modules)
        if (package := name.split(".")[0]) not in {"lasker", *THIRD_PARTY} | sys.stdlib_module_names
    ]


def game_names(folder: Path) -> set[str]:
    """The names of the games in the library: the stems of its files."""
    files = (
        path for path in (folder / "games").rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    return {path.stem for path in files if not path.name.startswith(("_", "."))}


def names_no_game(folder: Path) -> list[str]:
    """A game is data: no identifier is a game's name and no string has it as a word;
    docstrings are exempt."""
    games = sorted(game_names(folder))
    if not games:
        return []
    word = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, games))})(?!\w)", re.IGNORECASE)
    named = cache(word.findall)  # most words occur often
    excepted = tuple(part.split("/") for part in ABOUT_A_GAME)
    complaints = []
    for module in read(folder).values():
        path = Path(module.file).with_suffix("").parts
        if any(path[: len(part)] == tuple(part) for part in excepted):
            continue
        for text, line in words_of(module.nodes):
            complaints += [f"{module.file}:{line}: names the game {found}" for found in named(text)]
    return complaints


def words_of(nodes: tuple[ast.AST, ...]) -> Iterator[tuple[str, int]]:
    """Identifiers and string literals of a module with their lines, but not docstrings."""
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield text, line
            case (
                ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name))
            ):
                yield name, line
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name, line
            case (
                ast.ExceptHandler(name=str(name))
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
            ):
                yield name, line
            case ast.ImportFrom(module=str(name)):
                yield name, line
            case ast.alias(name=name, asname=other):
                yield name, line
                yield other or "", line
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from ((name, line) for name in names)
            case _:
                pass


RULES: tuple[Rule, ...] = (
    imports_only_packages_before,
    levels_run_downward,
    plug_ins_stand_alone,
    has_no_other_packages,
    imports_in_no_circle,
    opens_with_a_docstring,
    stays_short,
    packages_stay_small,
    imports_only_known_packages,
    names_no_game,
)

Tree = dict[str, str]

# Deliberately broken layouts, and what each rule must report about them.
BROKEN: tuple[tuple[Rule, Tree, str], ...] = (
    (
        imports_only_packages_before,
        {"kernel/a.py": "from lasker.algebra import terms"},
        "kernel/a.py:1: kernel may not import algebra",
    ),
    (
        imports_only_packages_before,
        {"space/a.py": "def f():\n    from ..notation import svg"},
        "space/a.py:2: space may not import notation",
    ),
    (
        imports_only_packages_before,
        {"kernel/a.py": "from .. import space", "space/__init__.py": ""},
        "kernel/a.py:1: kernel may not import space",
    ),
    (
        imports_only_packages_before,
        {"kernel/__init__.py": "from ..space import b"},
        "kernel/__init__.py:1: kernel may not import space",
    ),
    (
        imports_only_packages_before,
        {"model/a.py": "import lasker.play.library"},
        "model/a.py:1: model may not import play.library",
    ),
    (
        imports_only_packages_before,
        {"model/a.py": "import importlib\nimportlib.import_module('lasker.web')"},
        "model/a.py:2: model may not import web",
    ),
    (
        imports_only_packages_before,
        {"algebra/a.py": "from lasker import load"},
        "algebra/a.py:1: algebra may not import lasker",
    ),
    (
        imports_only_packages_before,
        {"games/a.py": "import lasker.cli"},
        "games/a.py:1: games may not import cli",
    ),
    (
        imports_only_packages_before,
        {"formulations/laws/a.py": "from lasker.algebra import laws"},
        "formulations/laws/a.py:1: formulations may not import algebra",
    ),
    (
        imports_only_packages_before,
        {"formulations/arithmetic/a.py": "import lasker.formulations.foundations"},
        "formulations/arithmetic/a.py:1: formulations may not import formulations.foundations",
    ),
    (
        levels_run_downward,
        {"compiler/groups/a.py": "from lasker.compiler.bits import moves"},
        "compiler/groups/a.py:1: groups may not import bits",
    ),
    (
        levels_run_downward,
        {"compiler/attic/a.py": ""},
        "compiler/attic/a.py: attic is no level of the compiler",
    ),
    (
        plug_ins_stand_alone,
        {"backends/a.py": "from . import b", "backends/b.py": ""},
        "backends/a.py:1: a plug-in may not import its neighbour lasker.backends.b",
    ),
    (
        plug_ins_stand_alone,
        {"backends/a/__init__.py": "", "backends/a/c.py": "import lasker.backends.b", "backends/b.py": ""},
        "backends/a/c.py:1: a plug-in may not import its neighbour lasker.backends.b",
    ),
    (
        has_no_other_packages,
        {"attic/a.py": ""},
        "attic: neither a package nor an entry point; the lists stand in tests/test_architecture.py",
    ),
    (
        has_no_other_packages,
        {"helpers.py": ""},
        "helpers.py: neither a package nor an entry point; the lists stand in tests/test_architecture.py",
    ),
    (
        imports_in_no_circle,
        {"space/a.py": "def f():\n    from lasker.space import b", "space/b.py": "from .a import x"},
        "modules import each other: lasker.space.a <- lasker.space.b <- lasker.space.a",
    ),
    (
        imports_in_no_circle,
        {"space/__init__.py": "from .a import x", "space/a.py": "from lasker.space import y"},
        "modules import each other: lasker.space <- lasker.space.a <- lasker.space",
    ),
    (opens_with_a_docstring, {"kernel/a.py": "x = 1\n'''Late.'''"}, "kernel/a.py: no docstring"),
    (
        stays_short,
        {"kernel/a.py": "'''Long, for no reason.'''" + "\n" * 401},
        "kernel/a.py: 401 lines; split it, or write 'Long because ...' into its docstring",
    ),
    (
        packages_stay_small,
        {"kernel/a.py": "\n" * 3_000, "kernel/b.h": "\n" * 3_001},
        "kernel: 6001 lines; divide it",
    ),
    (
        imports_only_known_packages,
        {"kernel/a.py": "import chess.pgn"},
        "kernel/a.py:1: chess is not among the packages whose licence we know",
    ),
    (
        imports_only_known_packages,
        {"kernel/a.py": "def f():\n    from pyffish import sf"},
        "kernel/a.py:2: pyffish is not among the packages whose licence we know",
    ),
    (
        names_no_game,
        {"games/ludus.rules": "", "kernel/a.py": "def ludus(): ..."},
        "kernel/a.py:1: names the game ludus",
    ),
    (
        names_no_game,
        {"games/ludus.rules": "", "model/a.py": "x = 'games/ludus.rules'"},
        "model/a.py:1: names the game ludus",
    ),
    (
        names_no_game,
        {"games/ludus.rules": "", "cli.py": "x = f'{1} is not Ludus'"},
        "cli.py:1: names the game Ludus",
    ),
    (
        names_no_game,
        {"games/ludus.rules": "", "play/perft.py": "from lasker.games import ludus"},
        "play/perft.py:1: names the game ludus",
    ),
)

# Similar layouts that break no rule.
SOUND: tuple[tuple[Rule, Tree], ...] = (
    (imports_only_packages_before, {"algebra/a.py": "from ..space import b\nfrom . import c\nimport re"}),
    (
        imports_only_packages_before,
        {"formulations/laws/a.py": "from lasker.kernel import b\nfrom lasker.formulations.laws import c"},
    ),
    (levels_run_downward, {"compiler/emit/a.py": "from lasker.compiler.bits import b\nimport lasker.kernel"}),
    (
        imports_only_packages_before,
        {"formulations/a.py": "import lasker.formulations.foundations, lasker.formulations.laws"},
    ),
    (
        imports_only_packages_before,
        {"cli.py": "import lasker.games", "__init__.py": "from .calculator import x"},
    ),
    (
        plug_ins_stand_alone,
        {
            "backends/a.py": "from . import contract, _c\nfrom lasker.compiler import b",
            "backends/_c.py": "",
        },
    ),
    (
        plug_ins_stand_alone,
        {
            "backends/a/__init__.py": "from . import b",
            "backends/a/b.py": "from . import c",
            "backends/a/c.py": "",
        },
    ),
    (has_no_other_packages, {"kernel/a.py": "", "cli.py": "", "py.typed": "", "__pycache__/a.pyc": ""}),
    (
        imports_in_no_circle,
        {"space/__init__.py": "from .a import x", "space/a.py": "from . import b", "space/b.py": ""},
    ),
    (opens_with_a_docstring, {"kernel/a.py": "# A remark.\n'''What lives here.'''"}),
    (stays_short, {"kernel/a.py": "'''A table.\n\nLong because it lists all of them.\n'''" + "\n" * 401}),
    (stays_short, {"kernel/a.py": "'''Just short enough.'''" + "\n" * 400}),
    (packages_stay_small, {"kernel/a.py": "\n" * 3_000, "kernel/b/a.py": "\n" * 3_001}),
    (
        imports_only_known_packages,
        {"cli.py": "import re, os.path, click\nfrom prompt_toolkit.styles import Style"},
    ),
    (names_no_game, {"kernel/a.py": "ludus = 'ludus'"}),
    (names_no_game, {"games/ludus.rules": "", "games/__init__.py": "x = 'ludus'"}),
    (names_no_game, {"games/ludus.rules": "", "formulations/laws/a.py": "ludus = 1"}),
    (
        names_no_game,
        {"games/ludus.rules": "", "kernel/a.py": "'''Like ludus.'''\nx = ludus_like = 'ludus_like'"},
    ),
)


def build(folder: Path, tree: Tree) -> Path:
    for name, text in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_lasker(rule: Rule) -> None:
    if rule is names_no_game and not game_names(SOURCE):
        pytest.skip("the library has no games yet, so there are no names to look for")
    assert rule(SOURCE) == []


@pytest.mark.parametrize(("rule", "tree", "complaint"), BROKEN)
def test_a_broken_layout_is_reported(rule: Rule, tree: Tree, complaint: str, tmp_path: Path) -> None:
    assert rule(build(tmp_path, tree)) == [complaint]


@pytest.mark.parametrize(("rule", "tree"), SOUND)
def test_a_sound_layout_is_left_alone(rule: Rule, tree: Tree, tmp_path: Path) -> None:
    assert rule(build(tmp_path, tree)) == []


def test_every_rule_is_known_to_fail_and_to_pass() -> None:
    assert {rule for rule, _, _ in BROKEN} == {rule for rule, _ in SOUND} == set(RULES)


def test_the_sources_are_found() -> None:
    assert read(SOURCE), "an empty modules keeps every rule"


def test_contributing_lists_the_packages_in_order() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^([a-z]+)/ ", text, re.MULTILINE)) == PACKAGES
