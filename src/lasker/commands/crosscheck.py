"""`lasker crosscheck`: compares the formulations on positions, and writes the errata page."""

from __future__ import annotations

import json as jsonlib
import math
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from lasker.commands.common import BAD_INPUT, NO, YES, json_option, with_exit_status

if TYPE_CHECKING:
    from lasker.formulations.crosscheck.compare import Report
    from lasker.formulations.crosscheck.formulation import Formulation, Line

GAMES = 18  # two of each style
MOST_SECONDS = 1_000_000


@click.command()
@click.option("--games", type=click.IntRange(0), help=f"How many games to play; {GAMES} by default.")
@click.option(
    "--seconds",
    type=click.FloatRange(0, MOST_SECONDS),
    help="Stop after this time; without --games, play until then.",
)
@click.option("--seed", default=0, show_default=True, help="Seed of random numbers.")
@click.option("--only", multiple=True, metavar="NAME", help="Compare only this formulation; may be repeated.")
@click.option(
    "--errata", type=click.Path(), metavar="FILE", help="Instead, write the page of errata; - for the output."
)
@json_option
@with_exit_status
def crosscheck(
    games: int | None,
    seconds: float | None,
    seed: int,
    only: tuple[str, ...],
    errata: str | None,
    as_json: bool,
) -> int:
    """Play games and compare the answers of all formulations on every position.

    Exit status 0: those that are compared agree; 1: a disagreement is shown.
    """
    if seconds is not None and math.isnan(seconds):
        raise click.BadParameter("nan is no time", param_hint="--seconds")
    if errata is not None:
        return _write_errata(errata)
    from lasker.formulations.crosscheck.registry import FORMULATIONS

    if unknown := sorted(set(only) - {formulation.name for formulation in FORMULATIONS}):
        names = ", ".join(formulation.name for formulation in FORMULATIONS)
        click.echo(f"error: no formulation is called {unknown[0]}\nhelp: there are {names}", err=True)
        return BAD_INPUT
    number = GAMES if games is None and seconds is None else games
    formulations = tuple(
        formulation
        for formulation in FORMULATIONS
        if (not only or formulation.name in only) and (number == 0 or _available(formulation))
    )
    report = _compare(formulations, number, seconds, seed)
    click.echo(
        jsonlib.dumps(_as_json(report, formulations), ensure_ascii=False)
        if as_json
        else _as_text(report, formulations)
    )
    return NO if report.disagreements else YES


def _available(formulation: Formulation) -> bool:
    """Is a formulation available? Its sources are read now, so that this is not counted as answering time."""
    from lasker.kernel.errors import LaskerError

    try:
        formulation.ask(("4k3/8/8/8/8/8/8/4K3 w - - 0 1",))
    except LaskerError as error:
        click.echo(f"{formulation.name} cannot be heard: {error.report()}", err=True)
        return False
    return True


def _compare(
    formulations: tuple[Formulation, ...], number: int | None, seconds: float | None, seed: int
) -> Report:
    """The comparison, with a progress bar."""
    from lasker.formulations.crosscheck.compare import compare_lines
    from lasker.formulations.crosscheck.positions import games

    started = time.monotonic()

    def out_of_time() -> bool:
        return seconds is not None and time.monotonic() - started > seconds

    label = "games" if number is not None else "seconds"
    length = number if number is not None else round(seconds or 0)
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:

        def lines() -> Iterator[Line]:
            for game in games(number, seed):
                yield from game
                bar.update(1 if number is not None else int(time.monotonic() - started) - bar.pos)

        return compare_lines(lines(), formulations, seed, until=lambda report: out_of_time())


def _write_errata(file: str) -> int:
    """Search for all errata and write their page."""
    from lasker.formulations.errata.page import page
    from lasker.formulations.errata.register import TEXTS, errata
    from lasker.kernel.files import check_writable, write_text

    if file != "-":
        check_writable(file)

    length = sum(len(errata(text.seed)) for text in TEXTS)
    with click.progressbar(length=length, label="errata", file=sys.stderr) as bar:
        text = page(lambda erratum: bar.update(1))
    if file == "-":
        click.echo(text, nl=False)
    else:
        write_text(file, text)
    return YES


def _as_json(report: Report, formulations: tuple[Formulation, ...]) -> dict[str, object]:
    from lasker.formulations.crosscheck.tables import relations

    return {
        "positions": report.positions,
        "agreements": report.agreements,
        "formulations": [
            {
                "name": formulation.name,
                "seed": formulation.seed,
                "rules": formulation.rules,
                "covers": formulation.covers,
                "asked": report.asked[formulation.name],
                "seconds": round(report.seconds.get(formulation.name, 0.0), 3),
            }
            for formulation in formulations
        ],
        "pairs": [
            {
                "between": [one.name, other.name],
                "shared": sorted(common),
                "independent": not common,
                "agreed": {
                    question: count
                    for (pair, question), count in report.agreed.items()
                    if pair == (one.name, other.name)
                },
            }
            for one, other, common in relations(formulations)
        ],
        "disagreements": [
            {"fen": found.fen, "question": found.question, "answers": dict(found.only)}
            for found in report.disagreements
        ],
    }


def _as_text(report: Report, formulations: tuple[Formulation, ...]) -> str:
    from lasker.formulations.crosscheck import tables

    parts = [
        tables.asked(report, formulations),
        tables.sharing(formulations),
        tables.agreement(report),
    ]
    parts += [tables.disagreement(found) for found in report.disagreements]
    if report.disagreements:
        parts.append(f"{len(report.disagreements)} disagreements in {report.positions} positions")
    else:
        parts.append(
            f"no disagreement in {report.positions} positions; "
            f"{report.agreements} equal answers of independent formulations"
        )
    return "\n\n".join(part for part in parts if part)


COMMANDS = {"crosscheck": crosscheck}
