"""Measured figures of games, kept in one file: speed, path of the compiler, balance, and how pieces move.

`lasker gallery --measure` measures games whose rules have changed since, and writes `figures.json` again.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from lasker.gallery.piece_records import Record
from lasker.kernel.errors import LaskerError
from lasker.kernel.files import write_text
from lasker.kernel.package_data import files
from lasker.model.game import Game as Model
from lasker.model.meaning_hash import meaning_hash
from lasker.play.game import Game, load

if TYPE_CHECKING:
    from lasker.bench.rounds import Counting

Measured = dict[str, Any]  # the figures of one game
NAME = "figures.json"
KEY = 16  # digits of a hash that tell one game from another
NATIVE = "c"
SEED, MOST_GAMES, PLIES, SECONDS = 1, 1024, 1000, 0.2  # of random games: plies of each, processor time
MOST_DEPTH, MOST_SECONDS = 30, 2.0  # of counting
MOST_SCENE = 24  # plies before the picture of a game that begins on an empty board
MOST_ENDS, UNFINISHED = 3, "not finished"


class Figures:
    """The figures of games by name, each with the hash of the rules that they belong to: of what they mean,
    so that no figure is lost when a comment or a name changes.

    >>> kept = Figures({"games": {}, "pieces": []})
    >>> kept.put("tictactoe", load("tictactoe").model, {"speed": 10}, [{"piece": "x"}])
    >>> kept.of("tictactoe", load("tictactoe").model), kept.pieces("tictactoe", load("tictactoe").model)
    ({'speed': 10}, [{'piece': 'x'}])
    >>> kept.of("tictactoe", load("chess").model)
    {}
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self._games: dict[str, dict[str, Any]] = data["games"]
        self._pieces: list[Record] = data["pieces"]

    @classmethod
    def read(cls) -> Figures:
        """Those that come with the program."""
        file = files("lasker.gallery").joinpath(NAME)
        return cls(json.loads(file.read_text("utf-8")) if file.is_file() else {"games": {}, "pieces": []})

    def of(self, name: str, game: Model) -> Measured:
        """What was measured of a game; nothing if its rules are others now."""
        found = self._entry(name, game)
        return found.get("figures", {}) if found else {}

    def pieces(self, name: str, game: Model) -> list[Record] | None:
        """How the pieces of a game move, if that is known."""
        found = self._entry(name, game)
        return None if found is None else [self._pieces[number] for number in found["pieces"]]

    def _entry(self, name: str, game: Model) -> dict[str, Any] | None:
        found = self._games.get(name)
        return found if found is not None and found["rules"] == meaning_hash(game)[:KEY] else None

    def put(self, name: str, game: Model, figures: Measured, pieces: Iterable[Record]) -> None:
        """Keep the figures of a game; equal pieces of several games are kept once."""
        numbers = []
        for record in pieces:
            if record not in self._pieces:
                self._pieces.append(record)
            numbers.append(self._pieces.index(record))
        self._games[name] = {"rules": meaning_hash(game)[:KEY], "figures": figures, "pieces": numbers}

    def text(self, names: Iterable[str]) -> str:
        """The file: a line for each game and for each piece, of these games alone."""
        wanted = {name: self._games[name] for name in sorted(names) if name in self._games}
        used = sorted({number for entry in wanted.values() for number in entry["pieces"]})
        order = {old: new for new, old in enumerate(used)}
        games = ",\n".join(
            f"{json.dumps(name)}: {_json({**entry, 'pieces': [order[n] for n in entry['pieces']]})}"
            for name, entry in wanted.items()
        )
        pieces = ",\n".join(_json(self._pieces[number]) for number in used)
        return f'{{"games": {{\n{games}\n}},\n"pieces": [\n{pieces}\n]}}\n'

    def write(self, names: Iterable[str], path: Path | None = None) -> Path:
        """Write the file beside the program, or elsewhere."""
        place = path or Path(str(files("lasker.gallery"))) / NAME
        write_text(place, self.text(names))
        return place


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def measured(name: str) -> Measured:
    """Everything about a game that takes time to find out; what cannot be measured is left out.

    >>> found = measured("tictactoe")
    >>> found["path"], found["ends"]["three in a line"] > 0.8
    ('bitboards', True)
    """
    from lasker.bench import rounds  # imported late: pages show figures that were measured before

    game = load(name)
    found: Measured = {}
    with suppress(LaskerError):
        found["path"] = path(game.model)
    with suppress(LaskerError):  # no compiler
        rate = _rate(rounds.ours(name, NATIVE, None))
        found |= {"speed": float(f"{rate:.2g}")} if rate else {}
    with suppress(LaskerError):
        found |= _random_games(game)
    with suppress(LaskerError):
        found |= _scene(game)
    return found


def _scene(game: Game) -> Measured:
    """A position after some moves, of a game that begins on an empty board."""
    position, chosen = game.start(), Random(SEED)
    if any(map(game.model.vocabulary.symbol, position.node.configuration.board)):
        return {}
    for _ in range(min(MOST_SCENE, len(game.model.space.sites) // 3)):
        moves = position.moves
        later = position.play(moves[chosen.randrange(len(moves))]) if moves else position
        if later.outcome is not None:
            break
        position = later
    return {"scene": position.fen}


def _rate(counting: Counting) -> float:
    """Sequences of moves counted in a second, at the depth that takes long enough but not too long."""
    before, count, spent = 1, 1, 1.0
    for depth in range(1, MOST_DEPTH):
        growth = count / before
        if depth > 1 and (not count or spent > SECONDS or spent * growth > MOST_SECONDS):
            break
        before = count
        count, spent = counting(depth)
    return count / spent


def _random_games(game: Game) -> Measured:
    """How random games end: the more games, the quicker they are."""
    sample = game.playouts(games=1, seed=SEED, plies=PLIES)  # compiles, too
    began = time.process_time()
    while sample.games < MOST_GAMES and time.process_time() - began < SECONDS:
        sample = game.playouts(games=4 * sample.games, seed=SEED, plies=PLIES)
    found: Measured = {"games": sample.games, "length": float(f"{sample.length:.3g}")}
    shares = [float(payoff) for payoff in sample.payoffs]
    if len(shares) > 1 and sample.unfinished < sample.games:  # balance as `lasker stats` defines it
        found |= {"balance": round(1 - (max(shares) - min(shares)), 3), "share": round(shares[0], 3)}
    ends = {**sample.endings, **({UNFINISHED: sample.unfinished} if sample.unfinished else {})}
    common = sorted(ends.items(), key=lambda each: -each[1])[:MOST_ENDS]
    found["ends"] = {reason: round(count / sample.games, 3) for reason, count in common}
    return found


def path(game: Model) -> str:
    """How the compiler runs a game: on bitboards, or by the general walk and why.

    >>> from lasker.play.library import model
    >>> path(model("breakthrough"))
    'bitboards'
    """
    from lasker.compiler.emit.c.text import fast
    from lasker.compiler.pipeline import compiled

    _, why = fast(compiled(game))
    return f"walk: {why}" if why else "bitboards"
