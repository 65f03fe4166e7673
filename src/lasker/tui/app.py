"""The Textual application: moves by cursor, mouse or text, with the engine searching in a thread."""

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
from lasker.tui.panels import Clocks, evaluation_text, rounds, seats

ANALYSIS_SECONDS = 1.0  # seconds of analysis shown to the user
SHARE = 20  # divisor of the remaining time for one move
QUERIES = {"moves", "help", "save"}  # commands that only print something
ANY_TIME = {*QUERIES, "undo", "load"}  # commands allowed at any time


class EngineMessage(Message):
    """A message of the search thread: an intermediate or final opinion, an error, or what is being waited
    for."""

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
    """A game in a terminal; without a level, users play all sides."""

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
        self._then = ""  # the use of the answer: `play`, `hint` or nothing

    def compose(self) -> ComposeResult:
        """The layout: board on the left, panels on the right."""
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
        """Initialise the view and start the game."""
        self.board.flipped = self.table.side == self.table.position.game.players[-1]
        self.board.focus()
        self.set_interval(0.5, self._tick)
        self.update_view()

    def on_unmount(self) -> None:
        """Cancel a running search."""
        self._drop()

    # --- the game ---------------------------------------------------------------------------------

    @property
    def ended(self) -> str | None:
        """The outcome, if the game is over."""
        outcome = self.table.position.outcome
        return self.table.over or (f"over: {outcome.reason}" if outcome else None)

    @property
    def waits(self) -> bool:
        """Is a user to move?"""
        return not self.ended and (not self.table.side or self.table.position.turn == self.table.side)

    def update_view(self) -> None:
        """Refresh the view, and start the engine if it is to move."""
        self._drop()
        position = self.table.position
        self.opinion, self.picked = None, []
        self._write()
        self.clocks.run(None if self.ended else position.turn)
        self.board.show(position, self.board.flipped)
        self._offer([] if not self.waits else [m for m in self._moves() if not m["squares"]])
        text = self.ended or f"{position.turn} to move"
        if position.before is not None and position.before.turn == CHANCE and not self.ended:
            text += f": {position.last}"
        self.tell(text if self.waits or self.ended else f"{position.turn} thinks …")
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
        if not self.is_running:  # the last tick may come during shutdown
            return
        if self.clocks.out_of_time and not self.ended:
            self.table.over = f"{self.clocks.out_of_time} has lost on time"
            self.update_view()
        text = seats(self.table.position, self.clocks, self.table.side)
        self.query_one("#seats", Static).update(escape(text))

    def tell(self, text: str) -> None:
        """Show a status text."""
        self.query_one("#status", Static).update(escape(text))

    def execute(self, line: str) -> None:
        """Execute a line: a move, or a command of the table."""
        try:
            said = self.table.answer(line)
        except LaskerError as error:
            self.tell(error.message + (f" — {error.remedy}" if error.remedy else ""))
            return
        except OSError as error:
            self.tell(f"{error.filename}: {error.strerror}")
            return
        if line.split()[0] in QUERIES:
            self.tell(said)
        else:
            self.update_view()

    # --- the opponent -----------------------------------------------------------------------------

    def _ask(self, then: str) -> None:
        self._drop()
        plays, position = then == "play", self.table.position
        seconds = self.seconds if plays else ANALYSIS_SECONDS
        if self.limit is not None:
            seconds = min(seconds, max(0.05, self.clocks.seconds(position.turn) / SHARE))
        question = Question(position, (self.level or FULL) if plays else FULL, seconds)
        self._question, self._then = question, then
        threading.Thread(target=self._think, args=(question,), daemon=True).start()

    def _think(self, question: Question) -> None:
        try:
            found = question.answer(
                lambda opinion: self._send(EngineMessage(question, opinion)),
                lambda what: self._send(EngineMessage(question, None, waits=what)),
            )
            self._send(EngineMessage(question, found, done=True))
        except LaskerError as error:
            self._send(EngineMessage(question, None, done=True, error=error.message))

    def _send(self, evaluation_text: EngineMessage) -> None:
        self.post_message(evaluation_text)  # thread-safe

    def _drop(self) -> None:
        if self._question is not None:
            self._question.drop()
        self._question = None

    def on_engine_message(self, message: EngineMessage) -> None:
        """Handle a message of the search thread."""
        if message.question is not self._question or not self.is_running:
            return
        if message.waits:
            self.query_one("#opinion", Static).update(escape(message.waits))
        if message.opinion is not None:
            self.opinion = message.opinion
            text = evaluation_text(message.opinion, self.table.position.game.players)
            self.query_one("#opinion", Static).update(escape(text))
        if not message.done:
            return
        self._question = None
        if message.error:
            self.table.side, self.level = "", None  # continue without the engine
            self.tell(message.error)
        elif message.opinion is None:
            return
        elif self._then == "play":
            self.execute("claim" if message.opinion.claims else message.opinion.move)
        elif self._then == "hint":
            self._point(message.opinion)

    def _point(self, opinion: Opinion) -> None:
        move = next((m for m in self._moves() if m["text"] == opinion.move), None)
        self.board.pick((), frozenset(map(self._site, _squares(move)) if move else ()))
        self.tell(f"hint: {opinion.line[0]}")

    # --- user input -------------------------------------------------------------------------------

    def _moves(self) -> list[Clicks]:
        return [clicks(self.table.position, move) for move in self.table.position.moves]

    def _site(self, name: str) -> int:
        return self.table.position.game.model.space.site(name)

    @on(BoardView.Chosen)
    def choose(self, message: BoardView.Chosen) -> None:
        """Handle a chosen square: the next of a move, the first of another move, or an invalid one."""
        if not self.waits:
            self.tell(self.ended or f"{self.table.position.turn} thinks …")
            return
        name, moves = self.table.position.game.model.space.label(message.site), self._moves()
        tried = [*self.picked, name]
        picked, found = tried, _with_prefix(moves, tried)
        if not found and self.picked:
            picked, found = [name], _with_prefix(moves, [name])
        if not found:  # a drop may be chosen by its square alone
            picked, found = [], [m for m in moves if m["squares"][1:] == [name] and m["squares"][0][0] == "@"]
        done = [m for m in found if m["squares"] == picked or not picked]
        if len(found) == 1 and done:
            self.execute(found[0]["text"])
            return
        self.picked = picked
        onward = {m["squares"][len(picked)] for m in found if picked and len(m["squares"]) > len(picked)}
        self.board.pick(tuple(map(self._site, picked)), frozenset(map(self._site, onward)))
        self._offer(done)
        if not found:
            self.tell(why_not(self.table.position, tried))

    def _offer(self, found: list[Clicks]) -> None:
        """Offer moves with the same squares as options: promotions, drops, passes."""
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
        """Play the selected option."""
        self.board.focus()
        self.execute(message.option.id or "")

    @on(Input.Submitted)
    def typed(self, message: Input.Submitted) -> None:
        """Execute a typed line."""
        message.input.clear()
        word = message.value.split(maxsplit=1)[:1]
        if not word:
            return
        if self.waits or self.ended or word[0] in ANY_TIME:
            self.execute(message.value)
        else:
            self.tell(f"it is {self.table.position.turn}'s turn")

    def action_hint(self) -> None:
        """Ask the engine for a hint."""
        if self.waits:
            self.tell("looking for a good move …")
            self._ask("hint")

    def action_undo(self) -> None:
        """Undo the last move."""
        self._drop()
        self.execute("undo")

    def action_flip(self) -> None:
        """Flip the board."""
        self.board.show(self.table.position, not self.board.flipped)

    def action_resign(self) -> None:
        """Resign."""
        if not self.ended:
            self.table.over = f"{self.table.side or self.table.position.turn} resigns"
            self.update_view()

    def action_fresh(self) -> None:
        """Start a new game."""
        self._drop()
        self.table.begin()
        self.clocks = Clocks(self.clocks.players, self.limit)
        self.update_view()

    def action_type(self) -> None:
        """Focus the input line."""
        self.query_one("#line", Input).focus()

    def action_leave(self) -> None:
        """Focus the board and clear the selection."""
        self.picked = []
        self.board.pick(())
        self._offer([])
        self.board.focus()


def _with_prefix(moves: list[Clicks], spots: list[str]) -> list[Clicks]:
    return [m for m in moves if m["squares"][: len(spots)] == spots]


def _squares(move: Clicks) -> list[str]:
    return [name for name in move["squares"] if not name.startswith("@")]
