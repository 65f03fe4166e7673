"""A board in a notebook on which moves can be made: the board of the page as an anywidget."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from lasker.drawing.boards.scene import scene
from lasker.drawing.pieces.figure_assignment import Tiles
from lasker.kernel.errors import LaskerError
from lasker.kernel.package_data import files
from lasker.play.game import Game, Position, load
from lasker.table.clicks import ways
from lasker.table.placement import placement

BUNDLE = files("lasker").joinpath("web", "bundle")
Moved = Callable[[Position], object]


# Shown in a checkout whose page was not built.
UNBUILT = 'export default { render({ el }) { el.textContent = "The board was not built: make page"; } };'


def _built(name: str, otherwise: str = "") -> str:
    file = BUNDLE.joinpath(name)
    return file.read_text("utf-8") if file.is_file() else otherwise


class BoardWidget(anywidget.AnyWidget):
    """A position that is drawn and played on in a notebook.

    The board takes legal moves by dragging, clicking and keys, and `position` is the position after them, so
    that the next cell goes on with it. `moved` is called with each new position; what it returns, if it is a
    position, is shown next: an opponent is a function.

    >>> widget = BoardWidget("tictactoe")
    >>> widget.play("b2")
    >>> widget.position.fen
    '3/1X1/3 o 1'
    >>> widget.back()
    >>> len(widget.position.moves)
    9
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    scene = traitlets.Dict().tag(sync=True)
    view = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        shown: Position | Game | str,
        moved: Moved | None = None,
        *,
        flipped: bool = False,
        coordinates: bool = True,
        tiles: Tiles = "kanji",
    ) -> None:
        start = load(shown) if isinstance(shown, str) else shown
        self._position = start.start() if isinstance(start, Game) else start
        self._moved = moved
        self._look: dict[str, Any] = {"flipped": flipped, "coordinates": coordinates, "tiles": tiles}
        super().__init__(_esm=_built("widget.js", UNBUILT), _css=_built("widget.css"), **self._shown())
        self.on_msg(self._receive)

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self._position

    @position.setter
    def position(self, position: Position) -> None:
        self._position = position
        shown = self._shown()
        if shown["scene"] != self.scene:  # an equal one would be drawn anew, without animation
            self.set_trait("scene", shown["scene"])
        self.set_trait("view", shown["view"])

    def play(self, text: str) -> None:
        """Make a move, as somebody does on the board."""
        after = self._position.play(text)
        self.position = after
        answered = self._moved(after) if self._moved else None
        if isinstance(answered, Position):
            self.position = answered

    def back(self) -> None:
        """Take the last move back; nothing happens at the start."""
        if self._position.before is not None:
            self.position = self._position.before

    def flip(self) -> None:
        """Show the board from the other side."""
        self._look["flipped"] = not self._look["flipped"]
        self.position = self._position

    def _shown(self) -> dict[str, Any]:
        position, model = self._position, self._position.game.model
        placed = placement(position)
        used = [site for site, symbol in enumerate(placed["board"]) if symbol]
        over = position.outcome
        players = list(position.game.players)
        view = {
            **placed,
            "moves": [] if over else [way for move in position.moves for way in ways(position, move)],
            "turn": players.index(position.turn) if position.turn in players else None,
            "status": over.reason if over else f"{position.turn} to move",
            "fen": position.fen,
        }
        return {"scene": scene(model, used=used, **self._look), "view": view}

    def _receive(self, _: object, content: Any, __: object) -> None:
        """A message of the browser, which is not trusted: an illegal move is answered with its fault."""
        try:
            match content:
                case {"kind": "move", "text": str(text)}:
                    self.play(text)
                case {"kind": "back"}:
                    self.back()
                case {"kind": "flip"}:
                    self.flip()
        except LaskerError as error:
            self.send({"kind": "error", "text": error.report()})
