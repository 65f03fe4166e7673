"""A study as tables of measures, games, plies and pieces, in CSV or (with pyarrow) Parquet."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from lasker.kernel.errors import LaskerError
from lasker.kernel.files import make_folder, write_text
from lasker.stats.interest import meaning
from lasker.stats.study import Study

Rows = list[dict[str, Any]]


def tables(study: Study) -> dict[str, Rows]:
    """The tables by name, each a list of rows."""
    return {
        "measures": [
            {"measure": name, "value": value, "meaning": meaning(name)}
            for name, value in study.measures.items()
        ],
        "games": [_game(study, number) for number in range(len(study.logs))],
        "plies": [row for number in range(len(study.logs)) for row in _plies(study, number)],
        "pieces": [vars(value) for value in study.values],
    }


def _game(study: Study, number: int) -> dict[str, Any]:
    log, players = study.logs[number], study.game.players
    options = [ply.options for ply in log.plies if ply.player >= 0]
    row: dict[str, Any] = {
        "game": number,
        "winner": None if log.winner is None else players[log.winner],
        "reason": log.reason,
        "plies": len(log.plies),
        "branching": sum(options) / len(options) if options else None,
        "most": max(options, default=None),
        "changed": len(log.changed),
        "repeated": log.again_to_move,
    }
    got = log.payoffs or (None,) * len(players)
    return row | {f"points_{player}": points for player, points in zip(players, got, strict=True)}


def _plies(study: Study, number: int) -> Rows:
    names = (*study.game.players, "chance")  # the last one is number -1
    return [
        {
            "game": number,
            "ply": at,
            "player": names[ply.player],
            "options": ply.options,
            "distance": ply.distance,
            "pieces": ply.pieces,
            "score": ply.score,
        }
        for at, ply in enumerate(study.logs[number].plies)
    ]


def write_csv(study: Study, folder: Path) -> None:
    """One file for each table that has rows."""
    make_folder(folder)
    for name, rows in tables(study).items():
        if rows:
            stream = io.StringIO()
            writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
            write_text(folder / f"{name}.csv", stream.getvalue())


def write_parquet(study: Study, folder: Path) -> None:
    """The same as Parquet, with types."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise LaskerError("Parquet needs pyarrow", remedy="pip install 'lasker[stats]'") from None
    make_folder(folder)
    for name, rows in tables(study).items():
        if rows:
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), folder / f"{name}.parquet")
