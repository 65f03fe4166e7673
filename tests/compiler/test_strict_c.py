"""Generated C compiles without warnings: what a compiler doubts is a mistake of the generator."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from small_games import GAMES, HEAD, OTHERS

from lasker.compiler.emit.c.text import UNOPTIMISED, c_parts, c_text, counting_parts, walking_text
from lasker.compiler.emit.c.translation_units import Seldom
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.pipeline import Compiled, compiled
from lasker.kernel.source import Source
from lasker.play.library import facts, model, sources
from lasker.runtime import c_compiler
from lasker.syntax.read import read_game
from library_sample import PLAYERS

STRICT = (
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unused-function",  # the runtime has more than every game needs
    "-Wno-unused-parameter",  # functions of one kind are called alike, whatever a rule asks
    "-Wno-missing-field-initializers",  # C says that the other fields are zero
    "-Wno-type-limits",  # a game may have no counters, no ends, or boards on which every square is in range
)
WALKED = re.compile(r"^static bool do_\w+\(.*\{$", re.MULTILINE)  # a block of the walk
EVERY = {**GAMES, **OTHERS}
OFTEN = (  # together they have every kind of group
    "castling and leaping",
    "dropping",
    "who takes goes on",
    "marks are tidied up unless they are of use",
    "sweeps",
    "chains",
    "shots",
    "men before a rook vanish",
    "a stone is moved after safe moves",
    "pairs are taken",
)
# The shortest texts: one that stands alone, and whatever the library has of each number of players.
LIBRARY = sorted(
    {
        len(found[1].split()): name
        for name, source in sorted(sources().items(), key=lambda item: -len(item[1].text))
        if not facts(name, "extends") and (found := PLAYERS.search(source.text))
    }.values()
)


def texts(made: Compiled) -> Iterator[str]:
    """Every text that there is of a game."""
    yield c_text(made, batches=True)
    yield c_text(made, played=True)
    with suppress(NotClassified):
        yield from counting_parts(made)


def complaints(made: Compiled, folder: Path) -> str:
    """What the compiler complains about, without compiling."""
    files = []
    for number, text in enumerate(texts(made)):
        files.append(folder / f"part{number}.c")
        files[-1].write_text(text, "utf-8")
    command = [*c_compiler.find().command, *c_compiler.flags(), *STRICT, "-fsyntax-only", *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stderr


@pytest.mark.parametrize("name", [each for each in EVERY if each in OFTEN])
def test_small_games_compile_without_warnings(name: str, tmp_path: Path) -> None:
    assert complaints(compiled(read_game(Source(HEAD + EVERY[name]))), tmp_path) == ""


@pytest.mark.parametrize("name", LIBRARY)
def test_games_of_the_library_compile_without_warnings(name: str, tmp_path: Path) -> None:
    assert complaints(compiled(model(name)), tmp_path) == ""


@pytest.mark.soak
@pytest.mark.parametrize("name", [*EVERY, *sources()])
def test_all_games_compile_without_warnings(name: str, tmp_path: Path) -> None:
    made = read_game(Source(HEAD + EVERY[name])) if name in EVERY else model(name)
    assert complaints(compiled(made), tmp_path) == ""


def test_a_warning_is_an_error(tmp_path: Path) -> None:
    source = tmp_path / "part.c"
    source.write_text("int f(int x) { if (x = 1) return 2; int unused; return 3; }\n", "utf-8")
    command = [*c_compiler.find().command, *c_compiler.flags(), *STRICT, "-fsyntax-only", str(source)]
    assert "error" in subprocess.run(command, capture_output=True, text=True, check=False).stderr


def test_batches_are_in_the_libraries_that_are_made_for_them() -> None:
    made = compiled(model(LIBRARY[0]))
    assert "lasker_batch_step" in c_text(made, batches=True)
    for text in (c_text(made), c_text(made, played=True), walking_text(made), *c_parts(made)):
        assert "lasker_batch" not in text


@pytest.mark.parametrize(("played", "optimized"), [(True, False), (False, True)])
def test_the_walk_of_an_opponent_on_bitboards_is_not_optimized(played: bool, optimized: bool) -> None:
    """Of the walk's blocks, only those that tell the ends are, where bitboards do not tell them."""
    before, _, after = c_text(compiled(model("breakthrough")), played).partition(UNOPTIMISED)
    assert WALKED.search(after)
    assert bool(WALKED.search(before)) is optimized


@pytest.mark.parametrize(("level", "optimized"), [("-O0", False), ("-O1", True)])
def test_batches_are_optimized_unless_nothing_is(level: str, optimized: bool, tmp_path: Path) -> None:
    command = c_compiler.find().command
    defined = subprocess.run(
        [*command, "-dM", "-E", "-x", "c", "-"], input="", capture_output=True, text=True
    )
    if "__clang__" in defined.stdout:
        pytest.skip("test_strict_c: Clang has no such pragma")
    source = tmp_path / "part.c"
    source.write_text(c_text(compiled(model(LIBRARY[0])), batches=True), "utf-8")
    seen = subprocess.run([*command, level, "-E", str(source)], capture_output=True, text=True, check=True)
    assert ('#pragma GCC optimize ("O2")' in seen.stdout) is optimized


def test_functions_that_are_never_called_are_left_out(tmp_path: Path) -> None:
    text = "static int never_called(void) { return 1; }\nint called(void) { return 2; }\n"
    library = c_compiler.find().build([Seldom(text)], tmp_path).read_bytes()
    assert b"called" in library
    assert b"never_called" not in library
