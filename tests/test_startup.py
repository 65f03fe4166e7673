"""What commands import before they work: heavy packages only where a command needs them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from benchmarks.startup import messages

from lasker.cli import MODULES
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.syntax import parse
from lasker.syntax.rules import Rules
from lasker.web import methods as web

HEAVY = {
    "PIL", "asyncio", "cairosvg", "cffi", "gymnasium", "lark", "lsprotocol", "multiprocessing", "numpy",
    "open_spiel", "pettingzoo", "prompt_toolkit", "pyarrow", "pydantic", "pygls", "ray", "ruamel",
    "rustworkx", "starlette", "textual", "unittest", "uvicorn", "websockets",
    # And what takes long in Lasker itself: the language, the compiler, symbolic movements.
    "lasker.syntax.rules", "lasker.compiler.pipeline", "lasker.movement.symbolic_paths",
}  # fmt: skip
NEEDED = {  # by the command: what it may import of these
    "moves tictactoe": set(),
    "perft tictactoe 1": set(),
    "draw tictactoe board.svg": set(),
    "check tictactoe": set(),
    "pgn validate games.pgn": set(),
    "verify nothing.json": set(),
    "eval ♖..": {"lark", "lasker.syntax.rules"},
    "equal M* M*": set(),
    "sheet algebra --count 1": set(),
    "crosscheck --games 0": {"lark"},
    "number eval add(1,2)": {"lark"},
    "convert toll --to rules": set(),
    "generate toll": set(),
    "schema": set(),
    "sample 1": set(),
    "new tall --force": set(),
    "graph toll pilgrim": set(),
    "gallery pages tictactoe": {"lasker.movement.symbolic_paths"},
    "playouts tictactoe --games 1": {"cffi"},
    "doctor": {"cffi"},
}


def imported(script: str) -> set[str]:
    """The heavy packages that a script imports."""
    ending = "import sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", f"{script}\n{ending}"], capture_output=True, text=True, check=True
    )
    return HEAVY & set(done.stdout.splitlines()[-1].split())


def test_no_command_imports_a_heavy_package_before_it_is_called() -> None:
    modules = {f"lasker.commands.{module}" for module in MODULES.values()}
    assert imported("".join(f"import {module}\n" for module in sorted(modules))) == set()


@pytest.mark.parametrize("command", NEEDED)
def test_a_warm_command_imports_what_it_needs(
    command: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("work")
    monkeypatch.chdir(folder)
    (folder / "games.pgn").write_text("1. e4 e5 *\n", "utf-8")
    words = command.split()
    ran = f"from lasker.cli import main\ntry:\n    main({words!r})\nexcept SystemExit:\n    pass"
    if imported(ran) - NEEDED[command]:  # the first time, the game is read and stored
        assert imported(ran) <= NEEDED[command]


def test_a_language_server_answers_before_it_imports_the_language() -> None:
    ran = (
        "import sys\nfrom lasker.cli import main\ntry:\n    main(['lsp'])\nfinally:\n    print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", ran],
        input=messages("initialize shutdown exit"),
        capture_output=True,
        check=True,
    )
    assert b'"positionEncoding":"utf-16"' in done.stdout
    modules = set(done.stderr.decode().split())
    assert "lasker.protocols.lsp.server" in modules
    assert not {"lasker.language.service", "lasker.syntax", "lasker.play", "lasker.algebra"} & modules


def test_methods_of_the_web_are_where_their_table_says() -> None:
    for module in web.NAMES:
        import_module(f"{web.__name__}.{module}")
    assert {name: found.run.__module__.rpartition(".")[2] for name, found in web._registered.items()} == {
        name: module for module, names in web.NAMES.items() for name in names
    }
    assert set(web.NAMES) == {module.name for module in iter_modules(web.__path__)}


def test_methods_are_known_before_they_are_imported() -> None:
    ran = (
        "import sys, lasker.web.server\nfrom lasker.web.methods import methods\nassert 'view' in methods()\n"
    )
    ran += "print(*(name for name in sys.modules if 'lasker.web.methods.' in name))"
    assert subprocess.run([sys.executable, "-c", ran], capture_output=True, check=True).stdout.split() == []


def test_a_text_that_others_extend_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed, original = [], parse._parsed

    def noted(source: Source, *rest: Any) -> Any:
        parsed.append(source.name)
        return original(source, *rest)

    monkeypatch.setattr(parse, "_parsed", noted)
    base, broken = Source("up = u u", "base.rules"), Source("up = (", "broken.rules")
    for text in ("x = up", "y = up r"):
        assert "up" in Rules(Source(text, "mine.rules"), bases=(base,)).definitions
        with pytest.raises(LaskerError):
            Rules(Source(text), bases=(broken,)).check()
    assert [parsed.count(name) for name in ("base.rules", "mine.rules")] == [1, 2]
