"""Documentation matches the program: generated blocks, command lines, and tables written by hand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest
from docs.__main__ import WRITERS
from docs.generate.blocks import COMMAND, ROOT, BadPage, Block, found, pages, renewed, stale
from docs.generate.facts import SLOW, path_of

from lasker.cli import main
from lasker.compiler.pipeline import GRAPH, TREE
from lasker.movement.diagram import SIGNS
from lasker.notation.fen.fields import OPTIONS
from lasker.play import library

BLOCKS = [block for page in pages() for block in found(page, page.read_text("utf-8"))]
SAMPLE = ("chess", "gomoku", "lasca", "einstein", "tictactoe", "atomic")  # quick ones, on both paths


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_blocks_are_current(page: Path) -> None:
    blocks = [block for block in BLOCKS if block.page == page and block.name not in SLOW]
    assert {block.name for block in BLOCKS if block.page == page} <= set(WRITERS)
    assert list(stale(blocks, WRITERS)) == []


@pytest.mark.soak
def test_slow_blocks_are_current() -> None:
    assert list(stale([block for block in BLOCKS if block.name in SLOW], WRITERS)) == []


def listed_paths() -> dict[str, str]:
    """Why each game is evaluated by the walk, as the page says; empty if it is on bitboards."""
    (block,) = (block for block in BLOCKS if block.name == "paths")
    rows = [row.strip("| ").split(" | ") for row in block.text.splitlines() if row.startswith("| ")][2:]
    return {
        game: "" if path == "bitboards" else why for path, games, why in rows for game in games.split(", ")
    }


def test_every_game_has_its_path_in_the_page() -> None:
    assert sorted(listed_paths()) == sorted(library.sources())


@pytest.mark.parametrize("game", SAMPLE)
def test_paths_of_some_games(game: str) -> None:
    assert listed_paths()[game] == path_of(game), f"renew docs/explanation/compiler.md with `{COMMAND}`"


def test_everything_that_is_written_stands_somewhere() -> None:
    assert set(WRITERS) - {block.name for block in BLOCKS} == set()


# --- command lines ----------------------------------------------------------------------------------

LINE = re.compile(r"^\s*(?:\$ )?(lasker [a-z].*)$", re.MULTILINE)
CODE = re.compile(r"^```[a-z]*\n.*?^```|^(?: {4}.*\n)+", re.MULTILINE | re.DOTALL)


def command_lines() -> list[tuple[str, str]]:
    """Every command line in the code blocks of a page, without comments."""
    lines = []
    for page in pages():
        for code in CODE.findall(page.read_text("utf-8")):
            for line in LINE.findall(code):
                lines.append((page.name, re.split(r"\s{2,}|  #|, lasker ", line)[0]))
    return list(dict.fromkeys(lines))


@pytest.mark.parametrize(("page", "line"), command_lines())
def test_commands_and_options_exist(page: str, line: str) -> None:
    if line == "lasker 1":  # the first line of a rules file
        return
    _, name, *words = shlex.split(line)
    with click.Context(main) as context:
        command = main.get_command(context, name)
        assert command is not None, f"{page}: no command {name}"
        options = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
        if isinstance(command, click.Group):
            inner = command.get_command(context, words[0])
            assert inner is not None, f"{page}: no command {name} {words[0]}"
            options |= {option for each in inner.params for option in (*each.opts, *each.secondary_opts)}
    used = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    assert used <= options | {"--help"}, f"{page}: {line}"


def test_command_lines_are_found() -> None:
    assert len(command_lines()) > 60
    assert ("README.md", "lasker perft chess 3") in command_lines()


def test_the_readme_names_every_command() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    with click.Context(main) as context:
        missing = [name for name in main.list_commands(context) if not re.search(rf"lasker {name}\b", text)]
    assert missing == []


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_links_to_files_lead_somewhere(page: str) -> None:
    """Pages beside docs/, which the builder of the site does not check where they stand."""
    text = (ROOT / page).read_text("utf-8")
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)|(?:src|href)=\"([^\":#]+)\"", text)
    missing = [one or other for one, other in targets if not (ROOT / (one or other)).exists()]
    assert missing == []


# --- tables by hand ---------------------------------------------------------------------------------


def test_every_field_of_fen_is_described() -> None:
    text = (ROOT / "docs" / "reference" / "language.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z]+)((?::[^`]+)?)` \|", text[text.index("### FEN") :], re.MULTILINE)
    assert [name for name, _ in rows] == list(OPTIONS)
    for name, options in rows:
        assert options.count(":") == (2 if name == "side" else len(OPTIONS[name])), name


def test_every_sign_of_a_diagram_is_described() -> None:
    text = (ROOT / "docs" / "how-to" / "pictures.md").read_text("utf-8")
    signs = set(re.findall(r"^\| `(\S)` \|", text, re.MULTILINE))
    assert set(SIGNS.values()) <= signs


def test_every_stage_is_in_the_page() -> None:
    text = (ROOT / "docs" / "explanation" / "compiler.md").read_text("utf-8")
    for each in (*TREE, *GRAPH):
        assert re.search(rf"^{each.__name__}\b", text, re.MULTILINE), each.__name__


# --- blocks themselves ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "<!-- generated: games -->57",
        "<!-- generated: games -->5<!-- generated: games -->7<!-- end -->",
        "<!-- generated:games -->57<!-- end -->",
        "<!-- generated: no such fact -->57<!-- end -->",
    ],
)
def test_a_marker_that_opens_no_block_is_refused(text: str) -> None:
    with pytest.raises(BadPage, match=r"x\.md"):
        renewed(Path("x.md"), text, WRITERS)


def test_a_stale_block_is_named_with_its_command() -> None:
    page = ROOT / "docs" / "x.md"
    (told,) = stale([Block(page, "games", "7"), Block(page, "operations", WRITERS["operations"]())], WRITERS)
    assert "x.md" in told
    assert "games" in told
    assert COMMAND in told
    assert renewed(page, "<!-- generated: games -->7<!-- end --> games", WRITERS).endswith("--> games")
