"""`lasker pgn`: counts, filters, validates and converts files of games, and writes tables of positions."""

from __future__ import annotations

import json as jsonlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from lasker.commands.common import NO, YES, cluster_option, json_option, with_exit_status, workers_option
from lasker.kernel.dataclass import dataclass

if TYPE_CHECKING:
    from lasker.database.filters import Filter
    from lasker.database.jobs import Bad, ChunkResults, Verb
    from lasker.database.streams import GameFile
    from lasker.workers import Workers

FORMATS = ("pgn", "uci", "epd", "json")
SMALL = 1 << 18  # bytes of a file for which no processes are started


class Verbs(click.Group):
    """The verb may also stand after the file, and a file alone is counted."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The verb, and its arguments without it."""
        if args and args[0] not in self.commands:
            found = next((at for at, word in enumerate(args) if word in self.commands), None)
            if found is not None:
                args = [args[found], *args[:found], *args[found + 1 :]]
            elif args[0] == "-" or Path(args[0]).exists():
                args = ["count", *args]
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs)
def pgn() -> None:
    """Files of games: PGN of any size, also compressed, in constant memory on all processors.

    FILE may be - for standard input. Games are read by the rules that their tag Variant names.
    """


@dataclass(frozen=True)
class Work:
    """What all verbs are given: a file, the games that are wanted, their rules, and workers."""

    file: str
    format: str
    choice: Filter
    rules: str
    workers: Workers
    cluster: bool

    def parts(self, verb: Verb) -> Iterator[tuple[int, ChunkResults]]:
        """The results of the file, chunk by chunk, with a progress bar."""
        from lasker.database.jobs import ChunkReader, parts
        from lasker.database.streams import GameFile
        from lasker.workers import inline

        reader = ChunkReader(verb, self.choice, self.rules, self.format)
        with GameFile(self.file) as file, _progress(file) as tell:
            small = 0 < file.size < SMALL and not self.cluster
            yield from parts(file, reader, inline() if small else self.workers, tell)


@contextmanager
def _progress(file: GameFile) -> Iterator[Callable[[int], None]]:
    """A progress bar on a terminal, in bytes of the file."""
    shown = sys.stderr.isatty() and file.size > 0
    with click.progressbar(length=file.size, label=file.name, file=sys.stderr, hidden=not shown) as bar:
        yield lambda position: bar.update(position - bar.pos)


_OPTIONS: tuple[Callable[..., Any], ...] = (
    click.argument("file"),
    click.option(
        "--tag",
        "tags",
        multiple=True,
        metavar="CONDITION",
        help="White=Carlsen (contains), White==…, White!=…, WhiteElo>=2500, WhiteElo=2500..2700, "
        "Date=2010..2015; all must hold.",
    ),
    click.option("--player", default="", metavar="NAME", help="Played by NAME, on either side."),
    click.option("--result", "results", multiple=True, metavar="RESULT", help="1-0, 0-1, 1/2-1/2 or *."),
    click.option("--plies", metavar="RANGE", help="The length, in plies: 20..80, 20.., ..80."),
    click.option("--variant", default="", metavar="GAME", help="Games by the rules of GAME."),
    click.option("--position", default="", metavar="FEN", help="Games in which this position was reached."),
    click.option("--legal/--illegal", default=None, help="Games without or with an illegal move."),
    click.option("-v", "--invert", is_flag=True, help="The other games."),
    click.option("--game", "rules", metavar="GAME", help="The rules of games without a tag Variant."),
    click.option(
        "--from", "source", type=click.Choice(FORMATS), help="The format; else by the name of the file."
    ),
    workers_option,
    cluster_option,
)


def _file_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _on_a_file(command: Callable[..., int]) -> Callable[..., int]:
    """Gather the options that all verbs have into one argument."""

    @wraps(command)
    def run(
        file: str,
        tags: tuple[str, ...],
        plies: str | None,
        rules: str | None,
        source: str | None,
        workers: int | None,
        cluster: str | None,
        invert: bool,
        player: str,
        results: tuple[str, ...],
        variant: str,
        position: str,
        legal: bool | None,
        **given: Any,
    ) -> int:
        from lasker.database.filters import Filter, Range, TagCondition
        from lasker.database.formats import format_of
        from lasker.database.lazy_games import USUAL
        from lasker.play.game import load
        from lasker.workers import open_workers

        conditions = tuple(map(TagCondition.read, tags))
        length = Range.read(plies) if plies else None
        choice = Filter(conditions, player, results, length, variant, position, legal, invert)
        rules = rules or USUAL
        game = load(variant or rules)
        if position:
            game.position(position)
        work = Work(
            file,
            source or format_of(file),
            choice,
            rules,
            open_workers(workers, cluster),
            cluster is not None,
        )
        return command(work, **given)

    return run


@pgn.command()
@_file_options
@json_option
@with_exit_status
@_on_a_file
def count(work: Work, as_json: bool) -> int:
    """Count games, and their results as the tag Result has them."""
    from lasker.database.jobs import Count

    games = wanted = 0
    results: Counter[str] = Counter()
    try:
        for before, part in work.parts(Count()):
            games, wanted = before + part.games, wanted + part.wanted
            results += part.made
    except KeyboardInterrupt:
        click.echo(f"{wanted} of {games} games so far", err=True)
        raise
    if as_json:
        click.echo(jsonlib.dumps({"games": games, "wanted": wanted, "results": dict(results)}))
        return YES
    click.echo(f"{wanted} games" if wanted == games else f"{wanted} of {games} games")
    for result, number in sorted(results.items(), key=lambda each: (-each[1], each[0])):
        click.echo(f"{number:9} {result[:40]}")
    return YES


_output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to FILE."
)
_limit_option = click.option("--limit", type=click.IntRange(1), help="At most so many games.")


@pgn.command("filter")
@_file_options
@_output_option
@_limit_option
@with_exit_status
@_on_a_file
def choose(work: Work, output: Path | None, limit: int | None) -> int:
    """Write the games that satisfy all conditions, as PGN; exit status 1 if there are none."""
    from lasker.database.jobs import Select

    written, games, _ = _write(work, Select(), output, limit)
    click.echo(f"{written} of {games} games", err=True)
    return YES if written else NO


@pgn.command()
@_file_options
@click.option("--strict", is_flag=True, help="A result that contradicts the rules is wrong too.")
@json_option
@with_exit_status
@_on_a_file
def validate(work: Work, strict: bool, as_json: bool) -> int:
    """Check text and moves of every game: a line for each problem, with line, column and number of the game.

    With --json: a line for each bad game, and a last one with their number.
    """
    from lasker.database.jobs import Validate

    games = wanted = bad = 0
    try:
        for before, part in work.parts(Validate(strict=strict)):
            games, wanted, bad = before + part.games, wanted + part.wanted, bad + len(part.bad)
            for each in part.bad:
                _tell(work.file, each, as_json)
    except KeyboardInterrupt:
        click.echo(f"{bad} of {wanted} games are bad so far", err=True)
        raise
    if as_json:
        click.echo(jsonlib.dumps({"games": games, "wanted": wanted, "bad": bad}))
    else:
        click.echo(f"{bad} of {wanted} games are bad" if bad else f"{wanted} games are good")
    return NO if bad else YES


def _tell(file: str, bad: Bad, as_json: bool = False, err: bool = False) -> None:
    if as_json:
        found = [{"line": each.line, "column": each.column, "reason": each.message} for each in bad.problems]
        click.echo(jsonlib.dumps({"game": bad.number, "problems": found}, ensure_ascii=False))
        return
    for each in bad.problems:
        click.echo(f"{file}:{each.line}:{each.column}: {bad.name}: {each.message}", err=err)


@pgn.command()
@_file_options
@click.option("--to", "format", type=click.Choice(FORMATS), help="The format; else by the output's name.")
@_output_option
@_limit_option
@with_exit_status
@_on_a_file
def convert(work: Work, format: str | None, output: Path | None, limit: int | None) -> int:
    """Convert games: PGN with standard notation; lines of UCI; EPD, a line for each position; lines of JSON.

    Games with illegal moves are left out and told.
    """
    from lasker.database.formats import format_of
    from lasker.database.jobs import Convert

    if format is None and output is None:
        raise click.UsageError(f"to which format? --to {'|'.join(FORMATS)}")
    written, games, bad = _write(work, Convert(format or format_of(str(output))), output, limit)
    click.echo(f"{written} of {games} games", err=True)
    return NO if bad else YES


@contextmanager
def _opened(output: Path | None) -> Iterator[IO[str]]:
    from lasker.kernel.files import check_writable, naming

    if output is None:
        yield sys.stdout
        return
    check_writable(output)
    with naming(output), open(output, "w", encoding="utf-8", errors="replace", newline="\n") as stream:
        yield stream


def _write(work: Work, verb: Verb, output: Path | None, limit: int | None) -> tuple[int, int, int]:
    """Write the texts of games; returns how many were written, read and bad."""
    written = games = bad = 0
    with _opened(output) as stream:
        for before, part in work.parts(verb):
            games, bad = before + part.games, bad + len(part.bad)
            for each in part.bad:
                _tell(work.file, each, err=True)
            texts = part.made if limit is None else part.made[: limit - written]
            stream.writelines(texts)
            written += len(texts)
            if written == limit:
                break
    return written, games, bad


@pgn.command()
@_file_options
@_output_option
@click.option(
    "--column", "columns", multiple=True, metavar="TAG", help="A tag that becomes a column: WhiteElo, …"
)
@with_exit_status
@_on_a_file
def positions(work: Work, output: Path | None, columns: tuple[str, ...]) -> int:
    """Write a table with a row for each position: CSV, or Parquet if the output is named so.

    Columns: game, ply, fen, player, move, san, result, points of the first player, then the tags.
    Of a game with an illegal move the positions before it are written; it is told, and the exit status is 1.
    """
    from lasker.database.jobs import Positions
    from lasker.database.positions import Parquet, table_format

    kind, bad = table_format(output.name if output else None, columns), 0
    with _binary(None if isinstance(kind, Parquet) else output) as stream:
        table = kind.table(output) if isinstance(kind, Parquet) and output else kind.table(stream)  # type: ignore[arg-type]
        with table:
            for before, part in work.parts(Positions(kind)):
                table.add(before, part.made)
                for each in part.bad:
                    _tell(work.file, each, err=True)
                bad += len(part.bad)
    return NO if bad else YES


@contextmanager
def _binary(output: Path | None) -> Iterator[IO[bytes]]:
    from lasker.kernel.files import check_writable, naming

    if output is None:
        sys.stdout.flush()
        yield sys.stdout.buffer
        return
    check_writable(output)
    with naming(output), open(output, "wb") as stream:
        yield stream


COMMANDS = {"pgn": pgn}
