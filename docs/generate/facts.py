"""What the program knows about itself and pages tell, each block by the name of what writes it."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable
from typing import get_args

import click

import lasker
from docs.generate.blocks import ROOT, Text
from lasker.algebra.contents import MOST_MARKS
from lasker.algebra.decision import counterexample_search, derivatives
from lasker.algebra.decision.guards import MOST_CASES
from lasker.algebra.decision.symbolic_execution import MOST_ROUNDS
from lasker.backends.c import library_verification
from lasker.cli import main as command_line
from lasker.compiler import pipeline
from lasker.compiler.groups.classification import MOST_SITES
from lasker.compiler.ir.ops import Op
from lasker.engine import levels
from lasker.engine import tiered_compilation as tiers
from lasker.frontends._ini import losses as ini_losses
from lasker.frontends._ini import option_table as ini_options
from lasker.frontends._yaml.specification import document as yaml_document
from lasker.kernel import errors
from lasker.kernel.limits import LARGEST, Limits
from lasker.lint import warnings as lint
from lasker.play import library, readiness
from lasker.protocols import uci as uci_protocol
from lasker.space.compass import MOST_DIMENSIONS
from lasker.stats import interest, selfplay
from lasker.syntax.rows import MOST_POWER, MOST_TIMES
from lasker.table.adviser import MOST_SECONDS
from lasker.web import request_filter

FACTS: dict[str, Text] = {}
SLOW = ("paths",)  # all games are classified, which takes half a minute


def fact(writer: Text) -> Text:
    """A block, known by the name of the function that writes it."""
    FACTS[writer.__name__] = writer
    return writer


def number(name: str, value: Callable[[], float]) -> None:
    """A block that is a number."""
    FACTS[name] = lambda: f"{value():,}"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """A table as Markdown writes it.

    >>> print(table(("a", "b"), [("1", "2")]))
    | a | b |
    | --- | --- |
    | 1 | 2 |
    """
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ("---",) * len(head), *rows))


def default(command: str, option: str) -> float:
    """What an option of a command is if nobody gives it."""
    with click.Context(command_line) as context:
        found = command_line.get_command(context, command)
        assert found is not None
        (wanted,) = (each for each in found.params if option in each.opts)
        value: float = wanted.get_default(context)  # type: ignore[assignment]
        return value


number("games", lambda: len(library.sources()))
number("chess_lines", lambda: len(library.find("chess").text.splitlines()))
number("operations", lambda: len(get_args(Op)))
number("most_sites", lambda: MOST_SITES)
number("most_marks", lambda: MOST_MARKS)
number("trial_positions", lambda: library_verification.POSITIONS)
number("tiers_patience", lambda: round(100 * tiers.PATIENCE))
number("tiers_worth", lambda: round(100 * tiers.RESTART_SHARE))
number("trial_work", lambda: library_verification.WORK)
number("trial_parts", lambda: library_verification.PARTS)
number("most_dimensions", lambda: MOST_DIMENSIONS)
number("most_times", lambda: MOST_TIMES)
number("most_power", lambda: MOST_POWER)
number("largest", lambda: LARGEST)
number("most_reported", lambda: errors.MOST_REPORTED)
number("most_tests", lambda: derivatives.MOST_TESTS)
number("most_pairs", lambda: derivatives.MOST_PAIRS)
number("most_rounds", lambda: MOST_ROUNDS)
number("most_cases", lambda: MOST_CASES)
number("exhaustive", lambda: counterexample_search.EXHAUSTIVE)
number("sample", lambda: counterexample_search.SAMPLE)
number("most_area", lambda: counterexample_search.MOST_AREA)
number("yaml_characters", lambda: yaml_document.MOST_CHARACTERS)
number("yaml_parts", lambda: yaml_document.MOST_PARTS)
number("yaml_depth", lambda: yaml_document.MOST_DEPTH)
number("yaml_documents", lambda: yaml_document.MOST_DOCUMENTS)
number("native_after", lambda: readiness.PATIENCE)
number("lowest_level", lambda: levels.LOWEST)
number("highest_level", lambda: levels.FULL)
number("think_seconds", lambda: int(MOST_SECONDS))
number("request_bytes", lambda: request_filter.MOST_BYTES)
number("margin", lambda: default("match", "--margin"))
number("patience", lambda: int(default("match", "--patience")))
number("match_plies", lambda: int(default("match", "--plies")))
number("stats_plies", lambda: int(default("stats", "--plies")))
number("stats_games", lambda: selfplay.DEFAULT_GAMES)
number("stats_least", lambda: selfplay.MIN_GAMES)


@fact
def verbs() -> str:
    """The verbs of the Makefile."""
    found = re.findall(r"^([a-z]+):.*## (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    width = max(len(name) for name, _ in found)
    return "\n".join(["```", *(f"make {name:<{width}}  {what}" for name, what in found), "```"])


@fact
def limits() -> str:
    """The limits that can be passed, with the comments of the source."""
    lines = re.findall(r"^    (\w+): int = .*?  # (.*)$", inspect.getsource(Limits), re.MULTILINE)
    return table(
        ("limit", "at most", "of what"),
        ((f"`{name}`", f"{getattr(Limits(), name):,}", what) for name, what in lines),
    )


@fact
def variants_options() -> str:
    """The options of a variants file of Fairy-Stockfish, and what becomes of them."""
    pieces = [name for name in ini_options.TYPES if name not in ini_options.CUSTOM]
    rows = [(f"`{name}`", "letter", "works") for name in pieces]
    rows.append(("`customPiece1` to `customPiece25`", "letter and Betza", "works"))
    rows.append(("`mobilityRegionWhite…`, `mobilityRegionBlack…` of each piece", "Bitboard", "works"))
    rows.append(("`pawnTypes`", "PieceSet", "works"))
    for option in ini_options.OPTIONS.values():
        reason = option.remark or ini_losses.REASONS.get(option.name, "")
        names = ", ".join(f"`{name}`" for name in option.spellings)
        rows.append((names, option.kind, f"lost: {reason}" if reason else "works"))
    lost = sum(row[2] != "works" for row in rows)
    return f"{len(rows) - lost} of {len(rows)} lines work.\n\n" + table(("option", "value", "here"), rows)


@fact
def warnings() -> str:
    """The kinds of warnings."""
    return table(("kind", "what is warned about"), ((f"`{kind}`", what) for kind, what in lint.KINDS.items()))


@fact
def error_tree() -> str:
    """The tree of exceptions, as the module draws it."""
    _, _, tree = (errors.__doc__ or "").partition("\n\n")
    return "```\n" + tree.strip("\n") + "\n```"


@fact
def measures() -> str:
    """The measures of interest."""
    return table(
        ("measure", "what it is"), ((f"`{name}`", interest.meaning(name)) for name in interest.MEASURES)
    )


@fact
def switches() -> str:
    """What `--without` can leave out."""
    return ", ".join(f"`{name}`" for name in pipeline.SWITCHES)


@fact
def stages() -> str:
    """The passes in their order, each with the first sentence of its module."""
    width = 2 + max(len(each.__name__) for each in (*pipeline.TREE, *pipeline.GRAPH))
    lines = ["```", f"{'lower':<{width}} {'terms become blocks, rewrites tables of places, names numbers'}"]
    for part, passes in (("tree", pipeline.TREE), ("graph", pipeline.GRAPH)):
        for each in passes:
            words = " ".join((inspect.getmodule(each).__doc__ or "").split())
            lines.append(f"{each.__name__:<{width}} {words.removeprefix('Pass: ').partition('.')[0]}")
        if part == "tree":
            classes = "paths are listed and sorted into what bitboards can do at once"
            lines.append(f"{'  classes':<{width}} {classes}")
    return "\n".join([*lines, "```"])


@fact
def uci_options() -> str:
    """The options of UCI, with their ranges."""
    offered = uci_protocol.Uci(min(library.sources(), key=lambda name: len(library.find(name).text)))
    found = []
    for line in offered.options():
        name, _, rest = line.partition(" type ")
        bounds = re.search(r"min (\d+) max (\d+)", rest)
        found.append(f"`{name}`" + (f" ({bounds[1]} to {bounds[2]})" if bounds else ""))
    return ", ".join(found)


@fact
def go_words() -> str:
    """What may follow `go`."""
    return ", ".join(f"`{word}`" for word in sorted({*uci_protocol.TIMED, *uci_protocol.FLAGS}))


@fact
def tuned() -> str:
    """The games whose values are shipped, with the commands that made them."""
    found = []
    for path in sorted((ROOT / "src" / "lasker" / "games").rglob("*.values")):
        commands = json.loads(path.read_text("utf-8"))["command"].split("; ")
        found.append((path.stem, "<br>".join(f"`{command}`" for command in commands)))
    return table(("game", "made by"), found)


def path_of(name: str) -> str:
    """Why a game is on the walk, empty if it is not; names of blocks say nothing to a reader."""
    return re.sub(r"^\w*_\w* ", "a block ", pipeline.compiled(library.model(name)).why)


@fact
def paths() -> str:
    """Which games take bitboards and which the walk, and why."""
    reasons: dict[str, list[str]] = {}
    for name in library.sources():
        reasons.setdefault(path_of(name), []).append(name)
    rows = [("bitboards", ", ".join(reasons.pop("", [])), "everything is proved")]
    rows += [("walk", ", ".join(names), why) for why, names in sorted(reasons.items())]
    counted = [len(row[1].split(", ")) for row in rows]
    return f"{counted[0]} games of {sum(counted)} are on bitboards:\n\n" + table(
        ("path", "games", "why"), rows
    )


@fact
def decisions() -> str:
    """The notes about decisions, by their titles."""
    notes = sorted((ROOT / "docs" / "explanation" / "decisions").glob("0*.md"))
    return (
        "\n".join(
            f"- [{note.read_text('utf-8').partition(chr(10))[0].lstrip('# ')}]({note.name})" for note in notes
        )
        + "\n"
    )


@fact
def public_names() -> str:
    """Directives that make the site document every public name."""
    functions = [name for name in lasker.__all__ if name.islower()]
    classes = [name for name in lasker.__all__ if name not in functions]
    objects = [getattr(lasker, name) for name in (*functions, *classes)]
    homes = [
        each.__name__ if inspect.ismodule(each) else f"{each.__module__}.{each.__name__}" for each in objects
    ]
    parts = [f"::: {home}" for home in homes]
    return "\n\n".join(parts)
