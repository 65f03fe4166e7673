"""The game in a terminal: a person moves with cursor, mouse or words, and the opponent thinks beside it."""

from __future__ import annotations

import threading
from typing import ClassVar

from rich.markup import escape
from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from lasker.engine.levels import FULL
from lasker.kernel.errors import LaskerError
from lasker.match.clock import Limit
from lasker.model import CHANCE
from lasker.table.adviser import Opinion, Question
from lasker.table.clicks import Clicks, clicks, why_not
from lasker.table.table import Table
from lasker.tui.board import BoardView
from lasker.tui.panels import Clocks, rounds, seats, thought

LOOK = 1.0  # seconds in which a position is judged for the person
SHARE = 20  # the part of the time left that one move may take
TOLD = {"moves", "help", "save"}  # words that are answered, and change nothing
ANY_TIME = {*TOLD, "undo", "load"}  # words that need not wait for one's turn


class Thought(Message):
    """What came of a question: an opinion on the way, the last one, or why there is none; or what is waited
    for, or compiled meanwhile."""

    def __init__(
        self,
        question: Question,
        opinion: Opinion | None,
        done: bool = False,
        error: str = "",
        waits: str = "",
    ) -> None:
        super().__init__()
        self.question, self.opinion, self.done, self.error = question, opinion, done, error
        self.waits = waits


class PlayApp(App[None]):
    """A table in a terminal; without a level, people play all sides."""

    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("u", "undo", "Take back"),
        Binding("f", "flip", "Flip"),
        Binding("r", "resign", "Resign"),
        Binding("n", "fresh", "New game"),
        Binding("slash", "type", "Type a move"),
        Binding("escape", "leave", "Board", show=False),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(
        self, table: Table, level: int | None = None, seconds: float = 2.0, limit: Limit | None = None
    ) -> None:
        super().__init__()
        self.table, self.level, self.seconds, self.limit = table, level, seconds, limit
        self.clocks = Clocks(table.position.game.players, limit)
        self.board = BoardView(table.position)
        self.opinion: Opinion | None = None
        self.record: list[tuple[str, str]] = []
        self.picked: list[str] = []
        self._question: Question | None = None
        self._then = ""  # what is done with the answer: `play`, `hint` or nothing

    def compose(self) -> ComposeResult:
        """The board on the left, everything else beside it."""
        self.title = self.table.position.game.title
        with Horizontal():
            yield self.board
            with Vertical(id="beside"):
                yield Static(self.title, id="title")
                yield Static(id="seats")
                yield Static(id="status")
                yield OptionList(id="choices")
                yield Static(id="opinion")
                with VerticalScroll(id="record", can_focus=False):
                    yield Static(id="moves")
        yield Input(placeholder="type a move, or: moves, claim, agree, save FILE, help", id="line")
        yield Footer()

    def on_mount(self) -> None:
        """Begin."""
        self.board.flipped = self.table.side == self.table.position.game.players[-1]
        self.board.focus()
        self.set_interval(0.5, self._tick)
        self.go_on()

    def on_unmount(self) -> None:
        """Nobody waits for an answer any more."""
        self._drop()

    # --- the game ---------------------------------------------------------------------------------

    @property
    def ended(self) -> str | None:
        """How the game has ended, if it has."""
        outcome = self.table.position.outcome
        return self.table.over or (f"over: {outcome.reason}" if outcome else None)

    @property
    def waits(self) -> bool:
        """Is a person to move?"""
        return not self.ended and (not self.table.side or self.table.position.turn == self.table.side)

    def go_on(self) -> None:
        """Show what has changed, and let the opponent think if it is to move."""
        self._drop()
        position = self.table.position
        self.opinion, self.picked = None, []
        self._write()
        self.clocks.run(None if self.ended else position.turn)
        self.board.show(position, self.board.flipped)
        self._offer([] if not self.waits else [m for m in self._moves() if not m["squares"]])
        told = self.ended or f"{position.turn} to move"
        if position.before is not None and position.before.turn == CHANCE and not self.ended:
            told += f": {position.last}"
        self.tell(told if self.waits or self.ended else f"{position.turn} thinks …")
        self._tick()
        if not self.ended and not self.waits:
            self._ask("play")
        elif self.waits and self.level is not None:
            self._ask("")

    def _write(self) -> None:
        past = list(self.table.position.past())[::-1]
        del self.record[len(past) - 1 :]
        for before, after in zip(past[len(self.record) :], past[len(self.record) + 1 :], strict=False):
            self.record.append((before.turn, before.san(after.last) if after.last else "?"))
        self.query_one("#moves", Static).update(
            escape("\n".join(rounds(self.table.position.game.players, self.record)))
        )
        self.query_one("#record", VerticalScroll).scroll_end(animate=False)

    def _tick(self) -> None:
        if not self.is_running:  # the last tick may come while the screen is taken down
            return
        if self.clocks.fallen and not self.ended:
            self.table.over = f"{self.clocks.fallen} has lost on time"
            self.go_on()
        told = seats(self.table.position, self.clocks, self.table.side)
        self.query_one("#seats", Static).update(escape(told))

    def tell(self, text: str) -> None:
        """Say something under the names of the players."""
        self.query_one("#status", Static).update(escape(text))

    def obey(self, line: str) -> None:
        """Do what a line says: play a move, or one of the table's words."""
        try:
            said = self.table.answer(line)
        except LaskerError as error:
            self.tell(error.message + (f" — {error.remedy}" if error.remedy else ""))
            return
        except OSError as error:
            self.tell(f"{error.filename}: {error.strerror}")
            return
        if line.split()[0] in TOLD:
            self.tell(said)
        else:
            self.go_on()

    # --- the opponent -----------------------------------------------------------------------------

    def _ask(self, then: str) -> None:
        self._drop()
        plays, position = then == "play", self.table.position
        seconds = self.seconds if plays else LOOK
        if self.limit is not None:
            seconds = min(seconds, max(0.05, self.clocks.seconds(position.turn) / SHARE))
        question = Question(position, (self.level or FULL) if plays else FULL, seconds)
        self._question, self._then = question, then
        threading.Thread(target=self._think, args=(question,), daemon=True).start()

    def _think(self, question: Question) -> None:
        try:
            found = question.answer(
                lambda opinion: self._send(Thought(question, opinion)),
                lambda what: self._send(Thought(question, None, waits=what)),
            )
            self._send(Thought(question, found, done=True))
        except LaskerError as error:
            self._send(Thought(question, None, done=True, error=error.message))

    def _send(self, thought: Thought) -> None:
        self.post_message(thought)  # which may be done from any thread

    def _drop(self) -> None:
        if self._question is not None:
            self._question.drop()
        self._question = None

    def on_thought(self, message: Thought) -> None:
        """The opponent has seen something, or answers."""
        if message.question is not self._question or not self.is_running:
            return
        if message.waits:
            self.query_one("#opinion", Static).update(escape(message.waits))
        if message.opinion is not None:
            self.opinion = message.opinion
            told = thought(message.opinion, self.table.position.game.players)
            self.query_one("#opinion", Static).update(escape(told))
        if not message.done:
            return
        self._question = None
        if message.error:
            self.table.side, self.level = "", None  # people go on without it
            self.tell(message.error)
        elif message.opinion is None:
            return
        elif self._then == "play":
            self.obey("claim" if message.opinion.claims else message.opinion.move)
        elif self._then == "hint":
            self._point(message.opinion)

    def _point(self, opinion: Opinion) -> None:
        move = next((m for m in self._moves() if m["text"] == opinion.move), None)
        self.board.pick((), frozenset(map(self._site, _squares(move)) if move else ()))
        self.tell(f"hint: {opinion.line[0]}")

    # --- the person -------------------------------------------------------------------------------

    def _moves(self) -> list[Clicks]:
        return [clicks(self.table.position, move) for move in self.table.position.moves]

    def _site(self, name: str) -> int:
        return self.table.position.game.model.space.site(name)

    @on(BoardView.Chosen)
    def choose(self, message: BoardView.Chosen) -> None:
        """A square was chosen: the next of a move, the first of another one, or none."""
        if not self.waits:
            self.tell(self.ended or f"{self.table.position.turn} thinks …")
            return
        name, moves = self.table.position.game.model.space.label(message.site), self._moves()
        tried = [*self.picked, name]
        picked, found = tried, _fitting(moves, tried)
        if not found and self.picked:
            picked, found = [name], _fitting(moves, [name])
        if not found:  # a piece in hand need not be picked first
            picked, found = [], [m for m in moves if m["squares"][1:] == [name] and m["squares"][0][0] == "@"]
        done = [m for m in found if m["squares"] == picked or not picked]
        if len(found) == 1 and done:
            self.obey(found[0]["text"])
            return
        self.picked = picked
        onward = {m["squares"][len(picked)] for m in found if picked and len(m["squares"]) > len(picked)}
        self.board.pick(tuple(map(self._site, picked)), frozenset(map(self._site, onward)))
        self._offer(done)
        if not found:
            self.tell(why_not(self.table.position, tried))

    def _offer(self, found: list[Clicks]) -> None:
        """Moves that squares do not tell apart: what a pawn becomes, what is dropped, or to pass."""
        choices = self.query_one("#choices", OptionList)
        choices.clear_options()
        choices.add_options(
            Option(escape(f"{m['becomes']} ({m['text']})" if m["becomes"] else m["text"]), id=m["text"])
            for m in found
        )
        choices.display = bool(found)
        if found:
            choices.highlighted = 0
            choices.focus()
        elif choices.has_focus:
            self.board.focus()

    @on(OptionList.OptionSelected)
    def chosen(self, message: OptionList.OptionSelected) -> None:
        """One of the choices."""
        self.board.focus()
        self.obey(message.option.id or "")

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """A line was typed."""
        message.input.clear()
        word = message.value.split(maxsplit=1)[:1]
        if not word:
            return
        if self.waits or self.ended or word[0] in ANY_TIME:
            self.obey(message.value)
        else:
            self.tell(f"it is {self.table.position.turn}'s turn")

    def action_hint(self) -> None:
        """Ask what the opponent would play."""
        if self.waits:
            self.tell("looking for a good move …")
            self._ask("hint")

    def action_undo(self) -> None:
        """Take the last move back."""
        self._drop()
        self.obey("undo")

    def action_flip(self) -> None:
        """Look from the other side."""
        self.board.show(self.table.position, not self.board.flipped)

    def action_resign(self) -> None:
        """Give up."""
        if not self.ended:
            self.table.over = f"{self.table.side or self.table.position.turn} resigns"
            self.go_on()

    def action_fresh(self) -> None:
        """Begin again."""
        self._drop()
        self.table.begin()
        self.clocks = Clocks(self.clocks.players, self.limit)
        self.go_on()

    def action_type(self) -> None:
        """Type a move."""
        self.query_one("#line", Input).focus()

    def action_leave(self) -> None:
        """Back to the board, with nothing picked."""
        self.picked = []
        self.board.pick(())
        self._offer([])
        self.board.focus()


def _fitting(moves: list[Clicks], spots: list[str]) -> list[Clicks]:
    return [m for m in moves if m["squares"][: len(spots)] == spots]


def _squares(move: Clicks) -> list[str]:
    return [name for name in move["squares"] if not name.startswith("@")]
