"""Other ways to write games than PGN, a line for each: moves as UCI has them, JSON; and positions as EPD."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from lasker.kernel.errors import LaskerError
from lasker.notation.epd import read_line as epd_line
from lasker.notation.pgn.blocks import GameBlock, decoded
from lasker.notation.pgn.tree import RESULTS, Line, Ply, Problem, Record
from lasker.notation.pgn.writer import write_game
from lasker.play.game import Game, Position
from lasker.play.record import Replayed

FORMATS = ("pgn", "uci", "epd", "json")
SUFFIXES = {".uci": "uci", ".epd": "epd", ".json": "json", ".jsonl": "json", ".ndjson": "json"}
PACKED = (".gz", ".bz2", ".xz", ".zst")
FIELDS = 4  # of EPD: the fields of FEN without counters


def format_of(name: str) -> str:
    """The format that the name of a file suggests.

    >>> format_of("games.pgn.gz"), format_of("lines.uci"), format_of("-")
    ('pgn', 'uci', 'pgn')
    """
    lower = name.lower()
    lower = next((lower.removesuffix(end) for end in PACKED if lower.endswith(end)), lower)
    return next((kind for suffix, kind in SUFFIXES.items() if lower.endswith(suffix)), "pgn")


def pgn_text(done: Replayed) -> str:
    """A game as PGN, its moves in standard algebraic notation."""
    _as_san(done.record.main)
    return write_game(done.record)


def uci_text(done: Replayed) -> str:
    """A game as the command `position` of UCI."""
    start, *rest = done.positions
    where = f"fen {start.fen}" if "FEN" in done.record.tags else "startpos"
    moves = "".join(f" {position.last or '0000'}" for position in rest)
    return f"position {where}{' moves' if moves else ''}{moves}\n"


def epd_text(done: Replayed) -> str:
    """The positions of a game as EPD, with the move that was played as `sm` and the result as `c0`."""
    lines = []
    for number, position in enumerate(done.positions):
        played = [f" sm {done.record.main.plies[number].san};"] if number < len(done.positions) - 1 else []
        lines.append(f'{epd(position)}{"".join(played)} c0 "{done.record.result}";\n')
    return "".join(lines)


def epd(position: Position) -> str:
    """A position without counters of moves, where the game's FEN can do without them."""
    return " ".join(position.fen.split(" ")[: _fields(position.game)])


@cache
def _fields(game: Game) -> int | None:
    """How many fields of FEN are written: four if they suffice to read the position back."""
    try:
        start = game.start()
        short = " ".join(start.fen.split(" ")[:FIELDS])
        return FIELDS if game.position(short).key == start.key else None
    except LaskerError:
        return None


def json_text(done: Replayed) -> str:
    """A game as a line of JSON: tags, result, moves; a move with comments or variations is an object."""
    record = done.record
    _as_san(record.main)
    facts = {"tags": record.tags, "result": record.result, **_json_line(record.main)}
    return json.dumps(facts, ensure_ascii=False) + "\n"


WRITERS: dict[str, Callable[[Replayed], str]] = {
    "pgn": pgn_text,
    "uci": uci_text,
    "epd": epd_text,
    "json": json_text,
}


def _as_san(line: Line) -> None:
    waiting = [line]
    while waiting:
        for ply in waiting.pop().plies:
            ply.text = ply.san or ply.text
            waiting += ply.variations


def _json_line(line: Line) -> dict[str, Any]:
    found: dict[str, Any] = {"moves": [_json_ply(ply) for ply in line.plies]}
    return found | ({"comments": line.comments} if line.comments else {})


def _json_ply(ply: Ply) -> str | dict[str, Any]:
    facts: dict[str, Any] = {"move": ply.text}
    facts |= {"nags": ply.nags} if ply.nags else {}
    facts |= {"comments": ply.comments} if ply.comments else {}
    facts |= {"variations": [_json_line(each) for each in ply.variations]} if ply.variations else {}
    return facts if len(facts) > 1 else ply.text


def line_entries(chunk: bytes, kind: str) -> Iterator[GameBlock]:
    """The games of a chunk of lines; empty lines, and comments that begin with #, are left out."""
    for number, line in enumerate(decoded(chunk).replace("\r\n", "\n").replace("\r", "\n").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            record = READERS[kind](line.strip())
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            record = Record(problems=[Problem(number, 1, f"this is no game as {kind}: {error}"[:200])])
        record.at = number
        for ply in record.main.plies:
            ply.line = number
        yield GameBlock(record.tags, number, 0, 0, 0, b"", record)


def _of_uci(text: str) -> Record:
    words = text.split()
    words = words[words[0] == "position" :]
    start, moves = words, words
    if "moves" in words:
        start, moves = words[: words.index("moves")], words[words.index("moves") + 1 :]
    elif words[:1] in (["startpos"], ["fen"]):
        moves = []
    else:
        start = []
    if start and start[0] != "fen" and start != ["startpos"]:
        raise ValueError("it is: position startpos|fen FEN moves MOVE …")
    fen = {"SetUp": "1", "FEN": " ".join(start[1:])} if start[:1] == ["fen"] else {}
    return Record({"Result": "*"} | fen, Line([Ply(move) for move in moves]))


def _of_epd(text: str) -> Record:
    try:
        line = epd_line(text)
    except LaskerError as error:
        raise ValueError(error.message) from None
    result = " ".join(line.get("c0"))
    result = result if result in RESULTS else "*"
    tags = {"Result": result, "SetUp": "1", "FEN": line.position}
    if name := line.get("id"):
        tags = {"Event": " ".join(name)} | tags
    return Record(tags, Line([Ply(move) for move in line.get("sm")[:1]]), result)


def _of_json(text: str) -> Record:
    facts = json.loads(text)
    tags = {str(name): str(value) for name, value in facts["tags"].items()}
    result = facts.get("result", "*")
    if result not in RESULTS:
        raise ValueError(f"{result!r} is no result")
    return Record(tags, _line_of(facts), result)


def _line_of(facts: dict[str, Any]) -> Line:
    plies = []
    for each in facts["moves"]:
        found: dict[str, Any] = {"move": each} if isinstance(each, str) else each
        variations = [_line_of(line) for line in found.get("variations", ())]
        comments, nags = list(map(str, found.get("comments", ()))), list(map(int, found.get("nags", ())))
        plies.append(Ply(str(found["move"]), nags, comments, variations))
    return Line(plies, list(map(str, facts.get("comments", ()))))


READERS: dict[str, Callable[[str], Record]] = {"uci": _of_uci, "epd": _of_epd, "json": _of_json}
