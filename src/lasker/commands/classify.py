"""`lasker classify` and `lasker verify`: what a position is worth within some plies, and what proves it."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lasker.commands.common import NO, UNDECIDED, YES, fen_option, json_option, position_of, with_exit_status

if TYPE_CHECKING:
    from lasker.proofs.forced_results.characteristics import Characteristics

VERDICTS = {True: "proved", False: "refused", None: "undecided"}
WORDS = {True: "yes", False: "no", None: "undecided"}
MOST_BOARDS = 60  # of a tree that is drawn
ALL_READINGS = ("repaired", "repaired-K31-K32", "printed")


@click.command("classify")
@click.argument("game")
@fen_option
@click.option("--moves", metavar="MOVES", help="Moves played first, like 'e2e4 e7e5': the past counts.")
@click.option(
    "--within",
    type=click.IntRange(1, 1000),
    required=True,
    metavar="N",
    help="Number of plies to look ahead.",
)
@click.option(
    "--player", metavar="NAME", help="The player the answers are about; by default the player to move."
)
@click.option(
    "--reading",
    metavar="READING",
    help="Reading of the definitions: printed, repaired, or repaired except for some errata, such as"
    " 'repaired-K31'; by default three readings.",
)
@click.option(
    "--claims", is_flag=True, help="End the game where a player may claim a draw, as the paper does."
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    metavar="N",
    help="How many positions to visit for each question before giving up.",
)
@click.option(
    "--tree", type=click.IntRange(1), metavar="LINES", help="Print the strategy, at most this many lines."
)
@click.option(
    "--svg",
    "picture_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw the strategy as a tree of boards: SVG, or LaTeX if the name ends in .tex. "
    "At most --tree boards, else 60.",
)
@click.option("--boards", is_flag=True, help="Draw the boards of the main line.")
@click.option(
    "--certificate",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write what proves the answers; `lasker verify FILE` checks it.",
)
@json_option
@with_exit_status
def classify(
    game: str,
    fen: str | None,
    moves: str | None,
    within: int,
    player: str | None,
    reading: str | None,
    claims: bool,
    budget: int | None,
    tree: int | None,
    picture_file: Path | None,
    boards: bool,
    certificate: Path | None,
    as_json: bool,
) -> int:
    """Winnable, drawable, favourable, lost: what is possible and what can be forced within N plies.

    Exit status 0 if a win can be forced, 1 if not, 3 if that is undecided.

    \b
    lasker classify chess --fen '6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' --within 3 --boards
    lasker classify tictactoe --within 9
    """
    from lasker.proofs.forced_results.characteristics import classify as ask
    from lasker.proofs.forced_results.readings import reading_named

    names = (reading,) if reading else ALL_READINGS
    for name in names:
        reading_named(name)
    position = position_of(game, fen)
    for text in (moves or "").split():
        position = position.play(text)
    tell = _progress if sys.stderr.isatty() else None
    found = ask(position, within, player, names[0], budget, claims, tell)
    if tell:
        click.echo("\r\033[K", nl=False, err=True)
    facts = _facts(found, names, tree, boards)
    if picture_file is not None:
        _draw(found, picture_file, tree or MOST_BOARDS)
    if certificate is not None:
        from lasker.kernel.files import write_text
        from lasker.proofs.certificates import of_characteristics

        written = of_characteristics(found)
        write_text(certificate, jsonlib.dumps(written, ensure_ascii=False, indent=1) + "\n")
        click.echo(f"{certificate}: {len(written['claims'])} claims with what proves them", err=True)
    click.echo(jsonlib.dumps(facts, ensure_ascii=False) if as_json else _text(found, facts, names))
    return {True: YES, False: NO, None: UNDECIDED}[found.notions["forced win"]]


def _draw(found: Characteristics, file: Path, most: int) -> None:
    """The strategy as a tree of boards; where no result can be forced there is none."""
    from lasker.drawing.diagrams.tree_drawing import tree_svg
    from lasker.drawing.documents.picture_files import write_picture
    from lasker.proofs.forced_results.strategy_trees import board_tree

    strategist = found.strategist()
    if strategist is None:
        click.echo("nothing is forced here, so there is no strategy to draw", err=True)
        return
    write_picture(file, tree_svg(board_tree(strategist, found.position, most)))


def _progress(question: str) -> None:
    click.echo(f"\r\033[K{question} …", nl=False, err=True)


def _facts(found: Characteristics, names: tuple[str, ...], tree: int | None, drawn: bool) -> dict[str, Any]:
    from dataclasses import replace

    from lasker.engine.native_classification import Category
    from lasker.proofs.forced_results.readings import reading_named
    from lasker.proofs.forced_results.strategies import boards

    readings = {name: replace(found, reading=reading_named(name)).notions for name in names}
    lines = {
        name: list(found.line(wanted))
        for name, wanted in (("win", Category.WIN), ("draw", Category.DRAW), ("loss", Category.LOSS))
    }
    strategist = found.strategist()
    main = strategist.main_line(found.position) if strategist else []
    return {
        "game": found.position.game.title,
        "fen": found.position.fen,
        "player": found.position.game.players[found.player],
        "within": found.within,
        "value": found.value,
        "readings": readings,
        "plies": {name: fact.plies for name, fact in vars(found.facts).items() if hasattr(fact, "plies")},
        "lines": {name: line for name, line in lines.items() if line},
        "main_line": [text for text, _ in main],
        "tree": list(strategist.lines(found.position, tree)) if strategist and tree else [],
        "boards": boards(found.position, main) if drawn else "",
        **({"probability": _probability(found)} if found.by_chance else {}),
        "visited": found.visited,
        "estimate": found.estimate,
        "undecided": list(found.undecided),
    }


def _probability(found: Characteristics) -> str:
    return "undecided" if (chance := found.probability) is None else str(chance)


def _text(found: Characteristics, facts: dict[str, Any], names: tuple[str, ...]) -> str:
    from decimal import Decimal

    from lasker.proofs.forced_results.readings import MEANINGS

    players = "all others" if len(found.position.game.players) > 2 else "the opponent"
    rows = [
        f"{facts['game']}, {facts['fen']}",
        f"for {facts['player']} within {found.within} plies, against {players}: {facts['value']}",
        "",
        " ".join([f"{'':<20}", *(f"{name:<{max(10, len(name))}}" for name in names)]).rstrip(),
    ]
    for notion, meaning in MEANINGS.items():
        words = [f"{WORDS[facts['readings'][name][notion]]:<{max(10, len(name))}}" for name in names]
        rows.append(" ".join([f"{notion:<20}", *words, meaning]))
    rows.append("")
    ends = {"win": found.facts.won, "draw": found.facts.drawn, "loss": found.facts.lost}
    for name, line in facts["lines"].items():
        rows.append(f"{'a shortest' if ends[name].is_least else 'a'} line to a {name}: {' '.join(line)}")
    if facts["main_line"] and "probability" not in facts:  # where chance moves there is no one line
        rows.append(f"with best play: {' '.join(facts['main_line'])}")
    if "probability" in facts:
        rows.append(f"the greatest probability of a win: {facts['probability']}")
    rows += ["", *facts["tree"]] if facts["tree"] else []
    rows += ["", facts["boards"]] if facts["boards"] else []
    if facts["undecided"]:
        rows.append(
            f"undecided after {found.visited} positions: {', '.join(facts['undecided'])}; there are about "
            f"{Decimal(found.estimate):.1e} lines of {found.within} plies (help: --budget N visits more)"
        )
    return "\n".join(rows)


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game", "game_name", metavar="GAME", help="The game, if the file names one that is elsewhere."
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=50_000,
    show_default=True,
    metavar="N",
    help="How many positions or boards to look at before giving up.",
)
@json_option
@with_exit_status
def verify(file: Path, game_name: str | None, budget: int, as_json: bool) -> int:
    """Check a certificate of `classify`, `equal` or `number finite`, step by step on the reference evaluator.

    Exit status 0 if every claim is proved, 1 if one is refused, 3 if the budget did not suffice.
    """
    from lasker.kernel.errors import FileError
    from lasker.kernel.files import read_text
    from lasker.play import library
    from lasker.proofs.checker.certificate_checker import Checker

    try:
        read = jsonlib.loads(read_text(file))
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file} is not JSON: {error}", remedy="write it with --certificate") from None
    checker: Checker | EquationChecker
    if isinstance(read, dict) and "words" in read:
        from lasker.proofs.equations.equation_checker import EquationChecker

        checker = EquationChecker(read, budget)
    else:
        checker = Checker(read, None if game_name is None else library.model(game_name), budget)
    results = []
    for each in checker.checked():
        results.append(each)
        if not as_json:
            click.echo(f"{VERDICTS[each.proved]}: {each.claim} ({each.reason})")
    if as_json:
        rows = [{"claim": e.claim, "verdict": VERDICTS[e.proved], "reason": e.reason} for e in results]
        click.echo(jsonlib.dumps(rows, ensure_ascii=False))
    answers = {each.proved for each in results}
    return NO if False in answers else UNDECIDED if None in answers else YES


COMMANDS = {"classify": classify, "verify": verify}
