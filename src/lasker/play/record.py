"""Replaying PGN records by the rules of a game, and recording played games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.model.meaning_hash import meaning_hash
from lasker.model.position import Outcome
from lasker.notation.pgn import ROSTER, Line, Ply, Problem, Record
from lasker.notation.pgn.tree import PLIES, number
from lasker.notation.san_reader import NOTHING
from lasker.play.game import Game, Position
from lasker.play.pgn_tags import NOTHING as NO_GAME
from lasker.play.pgn_tags import SHUFFLED, game_of_tags, key_of

TOGETHER = 64  # moves that native code is asked for at once
UNKNOWN = {"Date": "????.??.??", "Result": "*"}


@dataclass(frozen=True)
class Replayed:
    """A replayed record: the positions of the main line, illegal moves, and notes."""

    record: Record
    positions: tuple[Position, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """Is every move of the record legal?"""
        return not self.problems


def replay(game: Game, record: Record, variations: bool = True) -> Replayed:
    """Play a record by the rules of a game.

    Each line is followed to its first illegal move, which is reported with its game and position in the file.
    The `san` of each legal move is filled in. A null move (`--`, `Z0`) where the rules allow no pass is
    noted, and the line continues with the other player, as annotators intend.

    >>> from lasker.notation.pgn import read_text
    >>> from lasker.play.game import load
    >>> [record] = read_text("1. e4 e5 (1... -- 2. d4 d5) 2. Nf3 *")
    >>> done = replay(load("chess"), record)
    >>> done.legal, done.notes
    (True, ('game 1, 1... --: passes a turn, which the rules do not allow',))
    """
    notes = _differences(game, record)
    try:
        start = game.position(record.tags["FEN"]) if "FEN" in record.tags else game.start()
    except LaskerError as error:
        problem = Problem(record.at, 1, f"{record.name}: its position cannot be read: {error.message}")
        return Replayed(record, (), (problem,), notes)
    problems: list[Problem] = []
    passed: list[str] = []
    positions = _follow(record, record.main, start, problems, passed, variations)
    notes = (*notes, *passed)
    over = positions[-1].outcome if not problems else None
    if over is not None and (result := result_of(over)) != record.result:
        notes = (*notes, f"the record says {record.result}, and the rules {result} by {over.reason}")
    return Replayed(record, tuple(positions), tuple(problems), notes)


def _follow(
    record: Record,
    line: Line,
    start: Position,
    problems: list[Problem],
    passed: list[str],
    variations: bool,
) -> list[Position]:
    """The positions of a line as far as it is legal; an illegal move is added to `problems`, null moves to
    `passed`."""
    positions = [start]
    known: Iterator[tuple[Position, str]] = iter(())  # what native code reads of the next moves
    for at, played in enumerate(line.plies):
        before = positions[-1]
        after: Position | None
        played.at = before.ply
        try:
            after, played.san = next(known, (None, ""))
            if after is None:
                known = before.replay_all([each.text for each in line.plies[at : at + TOGETHER]])
                after, played.san = next(known, (None, ""))
            if after is None:
                after = before.replay(played.text)
            played.san = played.san or after.last_san or before.san(played.text)
        except LaskerError as error:
            result = f"{record.name}, {number(played.at, len(before.game.model.turns))} {played.text}"
            after = null_move(before, played.text)
            if after is not None:
                played.san = "--"
                passed.append(f"{result}: passes a turn, which the rules do not allow")
            else:
                problems.append(Problem(played.line, played.column, f"{result}: {error.message}"))
        for variation in played.variations if variations else ():
            _follow(record, variation, before, problems, passed, variations)
        if after is None:
            break
        positions.append(after)
    return positions


def null_move(before: Position, text: str) -> Position | None:
    """The position after a null move; None if the text is not a null move or the game is over.

    >>> from lasker import load
    >>> here = load("chess").start()
    >>> null_move(here, "--").turn, null_move(here, "e4")
    ('black', None)
    """
    node = before.node
    if text not in NOTHING or before.outcome is not None or node.state.by_chance:
        return None
    return Position(node.after(node.configuration), before.game, before)


def _differences(game: Game, record: Record) -> tuple[str, ...]:
    """Notes on differences between the record's rules and the game's."""
    notes = []
    variant, recorded = record.tags.get("Variant"), record.tags.get("RulesHash")
    if variant is not None and not is_of(game, variant):
        notes.append(f"the record is of {variant}, and it is replayed as {game.title}")
    if recorded is not None and recorded.removeprefix("sha256:") != meaning_hash(game.model):
        notes.append(f"the rules of {game.title} have changed since the game was recorded")
    return tuple(notes)


def is_of(game: Game, variant: str) -> bool:
    """Does a tag Variant name this game, or no game at all?"""
    key = key_of(variant)
    names = {key_of(name) for name in (game.name, game.title, *game.model.aliases)}
    return key in NO_GAME or key in names or key.removesuffix(SHUFFLED) in names


def game_of(record: Record, otherwise: str | None = None) -> Game:
    """The game of the library named by a record's Variant tag; `otherwise` if it names none.

    >>> game_of(Record({"Variant": "Crazyhouse 960"})).title
    'Crazyhouse'
    """
    try:
        return game_of_tags(record.tags, otherwise)
    except NameProblem as error:
        raise NameProblem(f"{record.name}: {error.message}", remedy=error.remedy) from None


def record_of(position: Position, tags: Mapping[str, str] | None = None) -> Record:
    """The game that led to a position, in standard algebraic notation, with tags that name its rules."""
    past = list(position.past())[::-1]
    game, start = position.game, past[0]
    result = result_of(position.outcome)
    given = {"Result": result, **(tags or {})}
    found = {name: given.get(name, UNKNOWN.get(name, "?")) for name in ROSTER}
    found |= {"Variant": game.title, "RulesHash": f"sha256:{meaning_hash(game.model)}"}
    if not game.model.start or start != game.start() or start.fen != game.start().fen:
        found |= {"SetUp": "1", "FEN": start.fen}
    if len(game.model.turns) != 2:
        found |= {PLIES: str(len(game.model.turns))}
    found |= {name: value for name, value in given.items() if name not in found}
    plies = [
        Ply(text, [], [], [], text, before.ply) for before, text in zip(past, position.sans(), strict=False)
    ]
    return Record(found, Line(plies), found["Result"], plies[0].at if plies else 0)


def result_of(outcome: Outcome | None) -> str:
    """An outcome in PGN: `1-0`, `0-1`, `1/2-1/2`, or `*` for anything else."""
    if outcome is None or len(outcome.payoffs) != 2:
        return "*"
    scores = {Fraction(1): "1-0", Fraction(0): "0-1", Fraction(1, 2): "1/2-1/2"}
    return scores.get(outcome.payoffs[0], "*")
