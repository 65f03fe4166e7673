"""`lasker prove`: claims about games and moves, as files that proof assistants and SMT solvers check."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

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
    from lasker.proofs.game_claims import Answer, Tell

OFTEN = 5_000  # positions between two lines of progress


@click.command("prove")
@click.argument("subject")
@click.argument("claim", required=False)
@click.argument("what", required=False)
@fen_option
@click.option("--within", type=click.IntRange(0, 500), metavar="N", help="At most so many plies.")
@click.option("--player", metavar="NAME", help="Of whom it is claimed; unless said, the player to move.")
@click.option(
    "--budget",
    type=click.IntRange(1),
    default=200_000,
    show_default=True,
    metavar="N",
    help="How many positions, or boards, to look at before giving up.",
)
@click.option("--coq", "coq_file", type=click.Path(path_type=Path), metavar="FILE", help="Write it for coqc.")
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
    coq_file: Path | None,
    as_json: bool,
) -> int:
    """Prove a claim, and write the proof for a program that checks it.

    The claim is decided here first: what is false is not written.

    \b
    lasker prove tictactoe drawn --coq draw.v
    lasker prove chess won --fen 'k7/8/1K6/8/8/8/8/7R w - - 0 1' --coq mate.v
    lasker prove othello perft 3 --coq count.v
    """
    from lasker.kernel.errors import NameProblem, Undecided
    from lasker.kernel.files import write_text
    from lasker.proofs import game_claims

    try:
        if claim in game_claims.RESULTS:
            position = position_of(subject, fen)
            answer = game_claims.forced(position, claim, within, player, budget, _progress(budget))
        elif claim == "perft":
            depth, count = _count(what)
            answer = game_claims.counts(position_of(subject, fen), depth, count)
        else:
            raise NameProblem(
                f"no claim is called {claim}" if claim else f"what is claimed of {subject}?",
                remedy=f"claim {', '.join(game_claims.RESULTS)} or perft N",
            )
    except Undecided as error:
        return _told(game_claims.Answer(False, error.message), as_json, UNDECIDED)
    if answer.holds and coq_file is not None and answer.coq is not None:
        write_text(coq_file, answer.coq)
    return _told(answer, as_json, YES if answer.holds else NO)


def _told(answer: Answer, as_json: bool, status: int) -> int:
    word = {YES: "proved", NO: "false", UNDECIDED: "undecided"}[status]
    if as_json:
        click.echo(jsonlib.dumps({"answer": word, "how": answer.said}, ensure_ascii=False))
    else:
        click.echo(f"{word}: {answer.said}")
    return status


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
