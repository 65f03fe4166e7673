"""The board widget: pieces in cells, a keyboard cursor, clickable squares."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from lasker.play.game import Position
from lasker.space.plane import cropped
from lasker.tui.cells import Cells

GROUNDS = ("#8fa58d", "#b9c2a9")  # dark and light
LAST, PICKED, TARGET, CURSOR = "#c9b458", "#5b9bd0", "#79b8a0", "#e08a4a"
INKS = ("#ffffff", "#1b1a19", "#8c1d40", "#1d3f8c", "#5a2d82", "#7a4a12")  # piece colours by player
NEUTRAL, FAINT = "#54514b", "#6d7a68"
TALLEST = 3  # rows of a cell
FILLED = str.maketrans("♔♕♖♗♘♙", "♚♛♜♝♞♟")  # outlines are hardly visible; colour shows the owner


class BoardView(Widget, can_focus=True):
    """A position with its selection and target squares."""

    class Chosen(Message):
        """A square was clicked or chosen with the keyboard."""

        def __init__(self, site: int) -> None:
            super().__init__()
            self.site = site

    def __init__(self, position: Position) -> None:
        super().__init__(id="board")
        self.position = position
        self.flipped = False
        self.picked: tuple[int, ...] = ()
        self.targets: frozenset[int] = frozenset()
        self.cursor = 0
        self._cells: Cells | None = None

    @property
    def cells(self) -> Cells:
        """The largest cells that fit the widget."""
        if self._cells is None:
            model, board = self.position.game.model, self.position.node.configuration.board
            used = [site for site, content in enumerate(board) if model.rules.vocabulary.symbol(content)]
            space = cropped(model.space, used)  # empty layers are not shown
            for height in range(TALLEST, 0, -1):
                self._cells = Cells.of(space, height, self.flipped)
                if self._cells.columns <= self.size.width and self._cells.rows <= self.size.height:
                    break
            assert self._cells is not None
        return self._cells

    def show(self, position: Position, flipped: bool) -> None:
        """Show a position, possibly flipped."""
        self.position, self.flipped, self._cells = position, flipped, None
        self.cursor = min(self.cursor, len(self.cells.corners) - 1)
        self.pick(())

    def pick(self, picked: tuple[int, ...], targets: frozenset[int] = frozenset()) -> None:
        """Highlight the selection and its targets."""
        self.picked, self.targets = picked, targets
        self.refresh()

    def on_resize(self) -> None:
        """Recompute the cells."""
        self._cells = None

    def on_click(self, event: events.Click) -> None:
        """Choose the clicked square."""
        site = self.cells.at(event.x, event.y)
        if site is not None:
            self.cursor = site
            self.refresh()
            self.post_message(self.Chosen(site))

    def on_key(self, event: events.Key) -> None:
        """Move the cursor, or choose its square."""
        directions = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
        if event.key in directions:
            self.cursor = self.cells.neighbour(self.cursor, *directions[event.key])
            self.refresh()
        elif event.key in {"enter", "space"}:
            self.post_message(self.Chosen(self.cursor))
        else:
            return
        event.stop()

    def render_line(self, y: int) -> Strip:
        """Render one row of characters."""
        cells, segments, x = self.cells, list[Segment](), 0
        here = sorted(
            (left, site) for site, (left, top) in enumerate(cells.corners) if top <= y < top + cells.height
        )
        for left, site in here:
            segments.append(Segment(" " * (left - x), self.rich_style))
            segments.append(self._part(site, y - cells.corners[site][1]))
            x = left + cells.width
        return Strip(segments).adjust_cell_length(self.size.width, self.rich_style)

    def _part(self, site: int, row: int) -> Segment:
        """One row of a square: its name at the top if it fits, its content in the middle."""
        cells, style = self.cells, self._style(site)
        name = self.position.game.model.space.label(site)
        if row == cells.height // 2:
            text = self._glyph(site)
            before = max(0, (cells.width - cell_len(text)) // 2)
        elif row == 0 and len(name) < cells.width:
            text, before, style = name, 0, Style(color=FAINT, bgcolor=style.bgcolor)
        else:
            text, before = "", 0
        return Segment(" " * before + text + " " * (cells.width - before - cell_len(text)), style)

    def _glyph(self, site: int) -> str:
        vocabulary = self.position.game.model.rules.vocabulary
        content = self.position.node.configuration.board[site]
        if not vocabulary.symbol(content):
            return "•" if site in self.targets else "·" if self.cells.height == 1 else ""
        piece = vocabulary.pieces[vocabulary.symbol(content) - 1]
        filled = piece.glyph.translate(FILLED)
        others = (other.glyph for other in vocabulary.pieces if other.owner == piece.owner)
        return piece.glyph if filled in others else filled

    def _style(self, site: int) -> Style:
        model, before = self.position.game.model, self.position.before
        content = self.position.node.configuration.board[site]
        symbol = model.rules.vocabulary.symbol(content)
        owner = model.rules.vocabulary.pieces[symbol - 1].owner if symbol else None
        ground = GROUNDS[sum(self.cells.corners[site][axis] // size for axis, size in self._steps()) % 2]
        if before is not None and before.node.configuration.board[site] != content:
            ground = LAST
        if site in self.targets:
            ground = TARGET
        if site in self.picked:
            ground = PICKED
        if site == self.cursor and self.has_focus:
            ground = CURSOR
        ink = NEUTRAL if owner is None else INKS[owner % len(INKS)]
        return Style(color=ink, bgcolor=ground, bold=True)

    def _steps(self) -> tuple[tuple[int, int], tuple[int, int]]:
        return (0, self.cells.width), (1, self.cells.height)
