"""`lasker prove`: claims about games and moves, as files that proof assistants and SMT solvers check."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from lasker.commands.algebra import board_option, rules_of, rules_option, space_option
from lasker.commands.common import (
    NO,
    UNDECIDED,
    YES,
    fen_option,
    json_option,
    position_of,
    with_exit_status,
)

if TYPE_CHECKING:
    from lasker.kernel.source import Source
    from lasker.proofs.claim_answer import Answer
    from lasker.proofs.game_claims import Tell
    from lasker.syntax.rules import Rules

FORMULAS = ("=", "<=", "disjoint")
OFTEN = 5_000  # positions between two lines of progress


@click.command("prove")
@click.argument("subject")
@click.argument("claim", required=False)
@click.argument("what", required=False)
@fen_option
@click.option(
    "--within",
    type=click.IntRange(0, 500),
    metavar="N",
    help="Greatest number of plies in which the result must be forced.",
)
@click.option(
    "--player", metavar="NAME", help="The player whose result is claimed; by default the player to move."
)
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=200_000,
    show_default=True,
    metavar="N",
    help="How many positions, or boards, to look at before giving up.",
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Keep what the search for a result finds in this file, and go on from it the next time.",
)
@click.option(
    "--coq",
    "coq_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the proof for the Coq proof assistant to this file.",
)
@click.option(
    "--smt",
    "smt_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Write the question as SMT-LIB to this file.",
)
@board_option
@rules_option
@space_option
@json_option
@with_exit_status
def prove(
    subject: str,
    claim: str | None,
    what: str | None,
    fen: str | None,
    within: int | None,
    player: str | None,
    budget: int,
    keep: Path | None,
    coq_file: Path | None,
    smt_file: Path | None,
    board: str | None,
    rules_file: Path | None,
    space: str | None,
    as_json: bool,
) -> int:
    """Prove a claim, and write the proof for a program that checks it.

    The claim is decided here first: what is false is not written.

    \b
    lasker prove tictactoe drawn --coq draw.v
    lasker prove chess won --fen 'k7/8/1K6/8/8/8/8/7R w - - 0 1' --coq mate.v
    lasker prove othello perft 3 --coq count.v
    lasker prove 'M*' = 'nil | M+' --coq law.v
    lasker prove laws --coq laws.v
    lasker prove graph_chess displacements knight --coq knight.v
    lasker prove '♙ + u. -> . + u♙' disjoint '♙ + uu. -> . + uu♙' --board 3x4 --smt apart.smt2
    """
    from lasker.kernel.errors import Undecided
    from lasker.kernel.files import check_writable, write_text
    from lasker.proofs.claim_answer import Answer

    for file in (keep, coq_file, smt_file):
        if file is not None:
            check_writable(file)
    try:
        if claim in FORMULAS:
            words = rules_of(rules_file, space, variables=True, board=board)
            on_board = smt_file is not None or claim == "disjoint"
            answer = _formula(subject, claim, what, words, budget, on_board)
        else:
            answer = _about_a_game(subject, claim, what, fen, within, player, budget, keep)
    except Undecided as error:
        answer = Answer(None, error.message)
    for file, text, program in ((coq_file, answer.coq, "Coq"), (smt_file, answer.smt, "SMT solvers")):
        if file is not None and answer.holds:
            if text is None:
                click.echo(f"{answer.said}\nno file is written for {program}", err=True)
                return UNDECIDED
            write_text(file, text)
    if as_json:
        click.echo(jsonlib.dumps({"answer": answer.word, "how": answer.said}, ensure_ascii=False))
    else:
        click.echo(f"{answer.word}: {answer.said}")
    return {True: YES, False: NO, None: UNDECIDED}[answer.holds]


def _about_a_game(
    subject: str,
    claim: str | None,
    what: str | None,
    fen: str | None,
    within: int | None,
    player: str | None,
    budget: int,
    keep: Path | None,
) -> Answer:
    """A claim about a position of a game, or a theorem that has a name."""
    from lasker import calculator
    from lasker.kernel.errors import NameProblem
    from lasker.proofs import game_claims, theorems
    from lasker.syntax.printer import Printer

    if claim is None and subject in theorems.NAMED:
        return theorems.named(subject, Printer(calculator.rules(variables=True)).show)
    if claim in game_claims.RESULTS:
        position = position_of(subject, fen)
        return game_claims.forced(position, claim, within, player, budget, _progress(budget), keep)
    if claim == "perft":
        depth, count = _count(what)
        return game_claims.counts(position_of(subject, fen), depth, count)
    if claim == "displacements":
        return theorems.displacements(*_in_yaml(subject), what or "")
    raise NameProblem(
        f"no claim is called {claim}" if claim else f"what is claimed of {subject}?",
        remedy=f"claim {', '.join(game_claims.RESULTS)} or perft N of a game, displacements PIECE of one in "
        f"YAML, {', '.join(FORMULAS)} of two moves, or name a theorem: {', '.join(theorems.NAMED)}",
    )


def _in_yaml(game: str) -> tuple[Source, tuple[Source, ...]]:
    """The text of a game in YAML, and those that it extends."""
    from lasker import frontends
    from lasker.kernel.errors import DeclarationError
    from lasker.play import library

    source = library.find(game)
    if not frontends.of(source).__name__.endswith(".yaml"):
        raise DeclarationError(
            f"{game} is not written as displacements",
            remedy=f"convert it first: lasker convert {game} --to yaml",
        )
    return source, library.bases(source)


def _formula(
    left: str, relation: str, right: str | None, words: Rules, budget: int, on_board: bool
) -> Answer:
    """A claim about two moves: on the declared board, or for all boards."""
    from lasker import calculator
    from lasker.algebra.decision.declared_boards.symbolic_board import SymbolicBoard
    from lasker.kernel.errors import SortError
    from lasker.proofs import theorems
    from lasker.proofs.smt import compared
    from lasker.syntax.values import is_move

    if right is None:
        raise click.UsageError(f"{left} {relation} what?")
    one, two = (calculator.parse(text, words, variables=True).value for text in (left, right))
    if not (is_move(one) and is_move(two)):
        raise SortError("only moves are compared here", remedy="see `lasker equal` for fragments and games")
    if on_board:
        if words.space is None:
            raise SortError(
                "a finite question needs a board", remedy="declare one: --board 4x4, or --rules FILE"
            )
        said = f"{left} {relation} {right}"
        return compared(SymbolicBoard(words.space, words.vocabulary), one, relation, two, said)
    decide = calculator.included if relation == "<=" else calculator.equal
    return theorems.equation(one, two, decide(left, right, words, budget), words)


def _count(what: str | None) -> tuple[int, int | None]:
    """The depth of perft, and the number if one is claimed: `3` or `3=504`."""
    depth, _, count = (what or "").partition("=")
    if not depth.isdecimal() or not (count.isdecimal() or "=" not in (what or "")):
        raise click.UsageError("perft needs a depth, as in `perft 3`, or a claim, as in `perft 3=504`")
    return int(depth), int(count) if count else None


def _progress(budget: int) -> Tell | None:
    """On a terminal: how far the search has come."""
    if not sys.stderr.isatty():
        return None

    def tell(plies: int, positions: int) -> None:
        if positions >= OFTEN:
            click.echo(f"{plies} plies, {positions} of {budget} positions", err=True)

    return tell


COMMANDS = {"prove": prove}
