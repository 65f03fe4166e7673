"""USI, the protocol of shogi engines: UCI with files numbered from the right, lettered ranks, and SFEN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lasker.engine import levels
from lasker.engine.opponent import DEEPEST, Budget
from lasker.engine.root_search import Line
from lasker.kernel.errors import NotationError
from lasker.model.game import Game
from lasker.notation.fen.fen import board_rows
from lasker.protocols.line_protocol import number
from lasker.protocols.session import MOST_MEMORY, MOST_THREADS, Task
from lasker.protocols.uci import MOST_LINES, Uci

OURS, THEIRS = re.compile(r"([a-z])([0-9]{1,2})"), re.compile(r"([0-9]{1,2})([a-z])")
HELD = re.compile(r"([0-9]{0,2})([A-Za-z])")
LONGEST = 10**9  # milliseconds


class Usi(Uci):
    """A session with a USI program.

    >>> talk = Usi("minishogi")
    >>> talk.read("P*3c"), talk.read("1b1a+"), talk.written("c3c4")
    ('P@c3', 'e4e5+', '3c3b')
    """

    NAME = "usi"
    NO_MOVE = "bestmove resign"
    SIDES = "bw"  # the first player is Black

    def __init__(self, game: str, version: str = "") -> None:
        super().__init__(game, version)
        self.words |= {
            "usinewgame": lambda rest: self.session.forget(),
            "gameover": lambda rest: self.session.halt(),
        }

    def options(self) -> Iterator[str]:
        """The option declarations."""
        yield f"USI_Hash type spin default {self.session.megabytes} min 1 max {MOST_MEMORY}"
        yield f"Threads type spin default 1 min 1 max {MOST_THREADS}"
        yield "USI_Ponder type check default false"
        yield "USI_Variant type string default " + self.session.name
        yield f"MultiPV type spin default 1 min 1 max {MOST_LINES}"
        yield f"Level type spin default {levels.FULL} min {levels.LOWEST} max {levels.FULL}"

    def set(self, name: str, value: str) -> None:
        """Set an option; its name is in lower case."""
        super().set(name.replace("usi_variant", "uci_variant").removeprefix("usi_"), value)

    def written(self, move: str) -> str:
        """A move in USI notation."""
        width, height = size(self.session.game.model)

        def there(square: re.Match[str]) -> str:
            return f"{width - ord(square[1]) + ord('a')}{chr(ord('a') + height - int(square[2]))}"

        return OURS.sub(there, move.replace("@", "*"))

    def read(self, text: str) -> str:
        """A move in the game's notation."""
        width, height = size(self.session.game.model)

        def here(square: re.Match[str]) -> str:
            column, row = width - int(square[1]), height - ord(square[2]) + ord("a")
            if not (0 <= column < width and 0 < row <= height):
                raise NotationError(f"there is no square {square[0]}")
            return f"{chr(ord('a') + column)}{row}"

        return THEIRS.sub(here, text.replace("*", "@"))

    def board(self, words: list[str]) -> str | None:
        """The argument of `position` in the game's FEN; None for the start."""
        if words[:1] != ["sfen"] or len(words) < 3:
            return super().board(words)
        return fen_of(self.session.game.model, *words[1:5])

    def go(self, words: list[str]) -> None:
        """Start a search, or a mate search."""
        if words[:1] != ["mate"]:
            super().go(words)
            return
        time = words[1] if len(words) > 1 else "infinite"
        budget = Budget() if time == "infinite" else Budget(seconds=number(time, 1, LONGEST) / 1000)
        self.session.begin(Task(replace(budget, mate=DEEPEST)), self.tell, self._mated)

    def _mated(self, lines: list[Line]) -> None:
        mate = lines[0].mate if lines else None
        moves = " ".join(map(self.written, lines[0].moves)) if mate is not None and mate > 0 else ""
        self.session.say(f"checkmate {moves or ('nomate' if not lines or mate is not None else 'timeout')}")


def size(game: Game) -> tuple[int, int]:
    """The number of files and ranks of a board."""
    rows = board_rows(game.space)
    return max(map(len, rows)), len(rows)


def fen_of(game: Game, board: str, side: str, hand: str = "-", number: str = "1") -> str:
    """The game's FEN of a position in SFEN.

    >>> from lasker.play.library import model
    >>> fen_of(model("minishogi"), "rbsgk/4p/5/P4/KGSBR", "w", "2Pp", "8")
    'rbsgk/4p/5/P4/KGSBR[PPp] b - - 0 4'
    """
    if side not in ("b", "w"):
        raise NotationError(f"{side[:40]!r} is neither b nor w")
    if hand != "-" and not re.fullmatch(f"(?:{HELD.pattern})+", hand):
        raise NotationError(f"{hand[:40]!r} are no pieces in hand")
    held = "".join(letter * int(times or "1") for times, letter in HELD.findall(hand))
    turn = next((field for field in game.fen_fields if field.startswith("side:")), "side:w:b").split(":")[1:]
    moves = (int(number) + 1) // 2 if number.isdecimal() and len(number) < 7 else 1
    return f"{board}[{held}] {turn[side == 'w']} - - 0 {max(1, moves)}"
