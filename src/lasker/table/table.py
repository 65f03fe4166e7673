"""An interactive game in text: typed moves and commands, the engine's replies, saving and loading."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from lasker.drawing.boards.position_text import position_text
from lasker.kernel.errors import LaskerError, NotationError
from lasker.kernel.files import naming, read_line, write_text
from lasker.model import CHANCE
from lasker.model.position import Outcome
from lasker.play.game import Position
from lasker.table.saved_games import Saved, read_saved

Answers = Callable[[Position], str | None]  # the engine's move in a position

HELP = "type a move; or: moves, undo, save FILE, load FILE, claim, agree, resign, help, quit"


class Table:
    """A game in progress: position, moves played, and commands.

    >>> from lasker.play.game import load
    >>> table = Table(load("tictactoe").start())
    >>> print(table.answer("a3"))
    3 ✕..
    2 ...
    1 ...
      abc
    o to move
    >>> table.answer("undo").splitlines()[-1]
    'x to move'
    """

    def __init__(
        self, start: Position, dice: Random | None = None, answers: Answers | None = None, side: str = ""
    ) -> None:
        self.start, self.dice = start, dice or Random()
        self.answers = answers
        self.side = side or (
            start.game.players[0] if answers else ""
        )  # the user's side; "" if users play all sides
        self.begin()

    def begin(self) -> None:
        """Go back to the start."""
        self.position = self.start
        self.played: list[str] = []
        self.over: str | None = None
        self._roll()

    def answer(self, line: str) -> str:
        """Execute a line, a move or a command, and return the output; errors change nothing."""
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
                return self._end(self.position.claims, "there is nothing to claim here")
            case "agree":
                return self._end(self.position.agreements, "there is nothing to agree on here")
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
        self._roll()
        return self.reply() or self.shown()

    def _roll(self) -> None:
        """Make random chance moves until a player is to move."""
        while (after := self.position.roll(self.dice)) is not self.position:
            self.played.append(str(after.last))
            self.position = after

    def reply(self) -> str:
        """Play the engine's moves, if it is to move, and return the output."""
        output = ""
        while (
            self.answers and not self.over and self.position.turn != self.side and not self.position.outcome
        ):
            move = self.answers(self.position)
            if move is None:
                break
            output += f"{self.position.turn} plays {move}\n"
            self.position = self.position.play(move)
            self.played.append(move)
            self._roll()
        return output + self.shown() if output else ""

    def _undo(self) -> str:
        if self.over:
            self.over = None
        else:
            past = list(self.position.past())
            back = next((i for i, old in enumerate(past) if i and self._human_to_move(old)), None)
            if back is None:
                raise NotationError("there is nothing to take back")
            self.position = past[back]
            del self.played[-back:]
        return self.shown()

    def _human_to_move(self, position: Position) -> bool:
        return position.turn == self.side if self.side else position.turn != CHANCE

    def _end(self, possible: tuple[Outcome, ...], otherwise: str) -> str:
        if not possible:
            raise NotationError(otherwise)
        self.over = possible[0].reason
        return f"the game is over: {self.over}"

    def shown(self) -> str:
        """The board and the player to move, or the outcome."""
        position, outcome = self.position, self.position.outcome
        cast = f"{position.last}\n" if position.before and position.before.turn == CHANCE else ""
        board = position_text(position.game.model, position.node.configuration)
        return f"{board}\n{cast}" + (
            f"the game is over: {outcome.reason}" if outcome else f"{position.turn} to move"
        )

    def _save(self, file: Path) -> str:
        lines = [f"game {self.position.game.name}", f"start {self.start.fen}", *self.played]
        temporary = file.with_name(file.name + ".part")
        write_text(temporary, "\n".join(lines) + "\n")
        with naming(file):
            temporary.replace(file)  # atomically
        return f"saved to {file}"

    def restore(self, file: Path) -> None:
        """Go on with a game from a file: one that was saved, or the first of a PGN file."""
        self.go_on(read_saved(file, self.position.game))

    def go_on(self, saved: Saved) -> None:
        """Go on with a game that was read."""
        self.start, self.position, self.played, self.over = saved.start, saved.position, saved.moves, None

    def run(self) -> int:
        """Read and execute lines until the input ends."""
        print(self.reply() or self.shown(), flush=True)
        while True:
            print(f"{self.position.turn}> ", end="", flush=True, file=sys.stderr)
            line = read_line(sys.stdin)
            if not line or line.strip() in {"quit", "exit"}:
                return 0
            try:
                print(self.answer(line), flush=True)
            except LaskerError as error:
                print(error.report(), flush=True)
