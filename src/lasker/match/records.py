"""The games of a match as PGN, with evaluation, time and clock comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from lasker.match.game import PlyRecord
from lasker.match.ledger import MatchGame
from lasker.model.position import Outcome
from lasker.notation.pgn import Record, write_games
from lasker.play.game import Game
from lasker.play.record import record_of, result_of


def records(
    game: Game, names: Sequence[str], entries: Iterable[MatchGame], event: str = "?"
) -> Iterator[str]:
    """The games as PGN texts."""
    return write_games(record(game, names, entry, event) for entry in entries)


def record(game: Game, names: Sequence[str], entry: MatchGame, event: str = "?") -> Record:
    """A game of a match as a PGN record, replayed by the rules."""
    position = entry.opening.start(game)
    for ply_record in entry.plies:
        position = position.play(ply_record.move)
    players = [names[each] for each in entry.seats]
    tags = {
        "Event": event,
        "Round": f"{entry.number // 2 + 1}.{entry.number % 2 + 1}",
        "White": players[0],
        "Black": players[1],
        "Result": result_of(Outcome(entry.end.payoffs, entry.end.reason)),
    }
    tags |= {f"Player{seat}": name for seat, name in enumerate(players[2:], 3)}
    found = record_of(position, tags | {"Termination": entry.end.manner})
    for ply_record, ply in zip(entry.plies, found.main.plies, strict=True):
        ply.comments += [text] if (text := comment(ply_record)) else []
    if found.main.plies:
        found.main.plies[-1].comments.append(entry.end.reason)
    else:
        found.main.comments.append(entry.end.reason)
    return found


def comment(ply_record: PlyRecord) -> str:
    """A move's comment: evaluation for the first player, elapsed time, clock.

    >>> from lasker.match.players import Answer
    >>> comment(PlyRecord("e7e5", 1, Answer("e7e5", 25, depth=12), 1.5, 61.25))
    '[%eval -0.25,12] [%emt 0:00:01.500] [%clk 0:01:01.250]'
    """
    parts = []
    answer = ply_record.answer
    if answer is not None:
        sign = -1 if ply_record.seat else 1
        deep = f",{answer.depth}" if answer.depth is not None else ""
        if answer.mate is not None:
            parts.append(f"[%eval #{sign * answer.mate}{deep}]")
        elif answer.score is not None:
            parts.append(f"[%eval {sign * answer.score / 100:.2f}{deep}]")
        parts.append(f"[%emt {_time(ply_record.seconds)}]")
    if ply_record.left is not None:
        parts.append(f"[%clk {_time(ply_record.left)}]")
    return " ".join(parts)


def _time(seconds: float) -> str:
    minutes, milliseconds = divmod(round(seconds * 1000), 60_000)
    return f"{minutes // 60}:{minutes % 60:02}:{milliseconds // 1000:02}.{milliseconds % 1000:03}"
