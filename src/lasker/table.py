"""A table for two people: a position, the moves they type, and a file to go on with another day."""

from __future__ import annotations

import sys
from pathlib import Path

from lasker.kernel.errors import LaskerError, NotationError
from lasker.play.game import Position

HELP = "type a move; or: moves, undo, save FILE, load FILE, claim, resign, help, quit"


class Table:
    """The position on the table and everything that led to it.

    >>> from lasker.play.game import load
    >>> table = Table(load("tictactoe").start())
    >>> print(table.answer("a3"))
    ✕..
    ...
    ...
    o to move
    >>> table.answer("undo").splitlines()[-1]
    'x to move'
    """

    def __init__(self, start: Position) -> None:
        self.start, self.position = start, start
        self.played: list[str] = []
        self.over: str | None = None

    def answer(self, line: str) -> str:
        """What the table says to a line; a mistake is explained and changes nothing."""
        word, _, rest = line.strip().partition(" ")
        match word:
            case "":
                return ""
            case "help":
                return HELP
            case "moves":
                return " ".join(map(str, self.position.moves)) or "none"
            case "undo":
                return self._undo()
            case "save":
                return self._save(Path(rest.strip() or "game.txt"))
            case "load":
                self.restore(Path(rest.strip()))
                return self.shown()
            case "claim":
                return self._claim()
            case "resign":
                self.over = f"{self.position.turn} resigns"
                return self.over
        return self._play(line.strip())

    def _play(self, text: str) -> str:
        over = self.over or (self.position.outcome.reason if self.position.outcome else None)
        if over:
            raise NotationError(f"the game is over: {over}", remedy="undo, or quit")
        self.position = self.position.play(text)
        self.played.append(text)
        return self.shown()

    def _undo(self) -> str:
        if self.over:
            self.over = None
        elif self.position.before is None:
            raise NotationError("there is nothing to take back")
        else:
            self.position = self.position.before
            self.played.pop()
        return self.shown()

    def _claim(self) -> str:
        if not self.position.claims:
            raise NotationError("there is nothing to claim here")
        self.over = self.position.claims[0].reason
        return f"the game is over: {self.over}"

    def shown(self) -> str:
        """The board and how it stands."""
        outcome = self.position.outcome
        return f"{self.position}\n" + (
            f"the game is over: {outcome.reason}" if outcome else f"{self.position.turn} to move"
        )

    def _save(self, file: Path) -> str:
        lines = [f"game {self.position.game.name}", f"start {self.start.fen}", *self.played]
        temporary = file.with_name(file.name + ".part")
        temporary.write_text(
            "\n".join(lines) + "\n", "utf-8"
        )  # then replaced at once, so that nothing is half written
        temporary.replace(file)
        return f"saved to {file}"

    def restore(self, file: Path) -> None:
        """Go on with a game that was saved."""
        lines = file.read_text("utf-8").splitlines()
        if len(lines) < 2 or not lines[0].startswith("game ") or not lines[1].startswith("start "):
            raise NotationError(f"{file} is not a saved game")
        if lines[0] != f"game {self.position.game.name}":
            raise NotationError(f"{file} is a game of {lines[0][5:]}, not of {self.position.game.name}")
        start = position = self.position.game.position(lines[1].removeprefix("start "))
        for text in lines[2:]:
            position = position.play(text)
        self.start, self.position, self.played, self.over = start, position, lines[2:], None

    def run(self) -> int:
        """Play until the input ends."""
        print(self.shown(), flush=True)
        while True:
            print(f"{self.position.turn}> ", end="", flush=True, file=sys.stderr)
            line = sys.stdin.readline()
            if not line or line.strip() in {"quit", "exit"}:
                return 0
            try:
                print(self.answer(line), flush=True)
            except LaskerError as error:
                print(error.report(), flush=True)
            except OSError as error:
                print(f"error: {error.filename}: {error.strerror}", flush=True)
