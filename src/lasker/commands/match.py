"""`lasker match`: a match between two engines."""

from __future__ import annotations

import json as jsonlib
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lasker.commands.common import (
    NO,
    UNDECIDED,
    YES,
    cluster_option,
    json_option,
    seed_option,
    with_exit_status,
)

if TYPE_CHECKING:
    from lasker.match.adjudication import Adjudication
    from lasker.match.clock import Limit
    from lasker.match.elo import Sprt
    from lasker.match.match import Match
    from lasker.play.game import Game
    from lasker.workers import Workers

MOST_TABLES = 64


@click.command()
@click.argument("first")
@click.argument("second")
@click.option("--game", "name", required=True, metavar="GAME", help="A game of the library, or a rules file.")
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=100,
    show_default=True,
    help="At most this many games.",
)
@click.option(
    "--movetime", type=click.FloatRange(0.001, 86400), metavar="SECONDS", help="Time limit for each move."
)
@click.option("--tc", metavar="BASE+INC", help="Time control of the game: 60+0.6, 5:00+3, 40/300 (seconds).")
@click.option("--nodes", type=click.IntRange(1), help="Limit of nodes searched for each move.")
@click.option("--depth", type=click.IntRange(1, 1000), help="Search depth for each move, in plies.")
@click.option(
    "--margin",
    type=click.FloatRange(0, 3600),
    default=0.5,
    show_default=True,
    help="Seconds by which a move may be late before the game is lost on time.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 86400),
    default=120,
    show_default=True,
    help="Seconds after which a player without a clock is taken to hang.",
)
@click.option(
    "--openings",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Positions, one FEN a line, or games as PGN.",
)
@click.option(
    "--first",
    "first_plies",
    type=click.IntRange(0),
    help="Number of plies taken from each game of a PGN file as the opening.",
)
@click.option(
    "--random",
    "plies",
    type=click.IntRange(0, 400),
    default=0,
    show_default=True,
    help="Number of random plies after each opening.",
)
@seed_option
@click.option("--resign", metavar="MOVES:SCORE", help="Resign after MOVES scores in a row of -SCORE or less.")
@click.option(
    "--draw",
    metavar="FROM:MOVES:SCORE",
    help="Adjudicate a draw after MOVES moves with all scores within SCORE, from move FROM on.",
)
@click.option(
    "--plies",
    "most",
    type=click.IntRange(1, 100_000),
    default=1000,
    show_default=True,
    help="Adjudicate a draw after this many plies.",
)
@click.option(
    "--sprt", "hypotheses", metavar="ELO0:ELO1", help="Stop when one of the two hypotheses is accepted."
)
@click.option(
    "--alpha",
    type=click.FloatRange(0, 0.5, True, True),
    default=0.05,
    show_default=True,
    help="With --sprt: probability of accepting ELO1 wrongly.",
)
@click.option(
    "--beta",
    type=click.FloatRange(0, 0.5, True, True),
    default=0.05,
    show_default=True,
    help="With --sprt: probability of accepting ELO0 wrongly.",
)
@click.option(
    "--tables",
    type=click.IntRange(1, MOST_TABLES),
    default=1,
    show_default=True,
    help="Number of games played at the same time.",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Log of the games; if it exists, the match resumes.",
)
@cluster_option
@click.option("--pgn", type=click.Path(path_type=Path), metavar="FILE", help="Write all games to this file.")
@json_option
@with_exit_status
def match(
    first: str,
    second: str,
    name: str,
    games: int,
    as_json: bool,
    record: Path | None,
    pgn: Path | None,
    cluster: str | None,
    **given: Any,
) -> int:
    """A match of FIRST against SECOND, with Lasker as the arbiter.

    A player is `lasker`, with `:level=3`, `:nodes=2000` and the like; or `random`; or the command of a
    program that speaks UCI or CECP, with its options: 'fairy-stockfish; Skill Level=8'. Every opening is
    played twice, with sides exchanged.
    """
    from lasker.kernel.files import check_writable
    from lasker.match.game import GameArbiter
    from lasker.match.ledger import Ledger
    from lasker.match.match import Match, Plan
    from lasker.match.openings import Openings
    from lasker.match.report import facts_of, text_of
    from lasker.model.meaning_hash import meaning_hash
    from lasker.play.game import load
    from lasker.protocols.clients.contenders import contender
    from lasker.workers import open_workers

    if pgn is not None:
        check_writable(pgn)
    limit, rules, test = _limit(given), _adjudication(given), _sprt(given)
    game = load(name)
    both = contender(first).within(limit), contender(second).within(limit)
    openings = Openings(game, given["openings"], given["first_plies"], given["plies"], given["seed"])
    table = GameArbiter(rules, given["margin"], given["patience"])
    plan = Plan(game, openings, games, given["tables"], given["seed"], table, test)
    facts = {
        "players": [first, second],
        "game": name,
        "rules": meaning_hash(game.model),
        "limits": [str(each.limit) for each in both],
        "openings": [_digest(given["openings"]), given["first_plies"], given["plies"], given["seed"]],
        "adjudication": str(rules),
    }
    ledger = Ledger(record, facts)
    _compile(game)
    workers = open_workers(cluster=cluster) if cluster is not None else None
    played = Match(both, plan, ledger)
    try:
        _run(played, workers, quiet=as_json)
    finally:
        ledger.close()
        if pgn is not None:
            _write(played, pgn)
    click.echo(jsonlib.dumps(facts_of(played), ensure_ascii=False) if as_json else text_of(played))
    if test is None:
        return YES
    return {True: YES, False: NO, None: UNDECIDED}[played.verdict]


def _compile(game: Game) -> None:
    """Compile the game, if possible, so that the arbiter does not delay the engines."""
    from lasker.kernel.errors import LimitError, NativeError

    try:
        game.compile()
    except (NativeError, LimitError) as error:
        click.echo(f"{error.message}; the reference evaluator judges", err=True)


def _digest(file: Path | None) -> str | None:
    """The identity of a file of openings: its name and a hash of its text."""
    from lasker.kernel.files import read_bytes
    from lasker.match.openings import LARGEST

    return None if file is None else f"{file.name} {sha256(read_bytes(file, LARGEST)).hexdigest()[:12]}"


def _limit(given: dict[str, Any]) -> Limit:
    """The default limit of contenders without their own: 0.1 seconds a move unless options say otherwise."""
    from dataclasses import replace

    from lasker.match.clock import Limit, control

    limit = control(given["tc"]) if given["tc"] else Limit()
    limit = replace(limit, seconds=given["movetime"], nodes=given["nodes"], depth=given["depth"])
    return limit if limit.given else Limit(seconds=0.1)


def _adjudication(given: dict[str, Any]) -> Adjudication:
    from lasker.match.adjudication import Adjudication, draw_rule, resign_rule

    resign = resign_rule(given["resign"]) if given["resign"] else (0, 0)
    draw = draw_rule(given["draw"]) if given["draw"] else (0, 0, 0)
    return Adjudication(*resign, *draw, plies=given["most"])


def _sprt(given: dict[str, Any]) -> Sprt | None:
    from lasker.kernel.errors import NotationError
    from lasker.match.elo import Sprt

    if given["hypotheses"] is None:
        return None
    try:
        low, high = map(float, given["hypotheses"].split(":"))
    except ValueError:
        raise NotationError(
            f"{given['hypotheses']!r} are not two differences in Elo", remedy="0:10"
        ) from None
    return Sprt(low, high, given["alpha"], given["beta"])


def _run(match: Match, workers: Workers | None, quiet: bool) -> None:
    """Play the match with a progress bar."""
    from lasker.match.ledger import MatchGame

    done = len(match.standing.games)
    if quiet and not sys.stderr.isatty():
        match.run(workers=workers)
        return
    if done:
        click.echo(f"{done} games have been played before", err=True)
    with click.progressbar(
        length=match.plan.games, file=sys.stderr, show_pos=True, item_show_func=lambda text: text
    ) as bar:

        def tell(entry: MatchGame) -> None:
            now = match.standing
            bar.update(1, f"+{now.won} ={now.drawn} -{now.lost}")
            if not sys.stderr.isatty():
                click.echo(f"game {entry.number + 1}: {_result(entry)}", err=True)

        bar.update(done)
        match.run(tell, workers)


def _result(entry: Any) -> str:
    return f"{'-'.join(str(each) for each in entry.end.payoffs)} {entry.end.reason}"


def _write(match: Match, file: Path) -> None:
    """Write all games of the ledger, in order; the file is replaced atomically."""
    from lasker.kernel.files import naming
    from lasker.match.records import records

    entries = [match.ledger.entries[number] for number in sorted(match.ledger.entries)]
    names = [each.name for each in match.contenders]
    part = file.with_name(file.name + ".part")
    with naming(part), open(part, "w", encoding="utf-8", newline="\n") as stream:
        stream.writelines(records(match.plan.game, names, entries, f"{names[0]} – {names[1]}"))
    with naming(file):
        part.replace(file)


COMMANDS = {"match": match}
