"""The rules text that a variant becomes, while it is put together: declarations, definitions, ends."""

from __future__ import annotations

from dataclasses import dataclass, field

from lasker.frontends._ini.army import Army
from lasker.frontends._ini.start import Start
from lasker.frontends._ini.variant import Variant
from lasker.frontends._squares import Square, listed

Squares = frozenset[Square]


@dataclass
class Sheet:
    """Everything that is known while a variant is written as rules."""

    variant: Variant
    start: Start
    army: Army
    facts: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)  # of FEN, in the order in which they are written
    marks: dict[str, str] = field(default_factory=dict)
    counters: dict[str, str] = field(default_factory=dict)
    regions: dict[str, list[str]] = field(default_factory=dict)
    definitions: dict[str, tuple[str, str]] = field(default_factory=dict)  # text and comment
    ends: list[str] = field(default_factory=list)
    walls: bool = False
    jumped: str = ""  # the piece that makes the usual double step, if it can be taken in passing

    @property
    def board(self) -> Squares:
        """Every square."""
        files, ranks = self.variant.size
        return frozenset((x, y) for x in range(files) for y in range(ranks))

    def define(self, name: str, text: str | list[str], comment: str = "") -> str:
        """Add a definition; several alternatives stand under each other."""
        if not isinstance(text, str):
            text = "\n  | ".join(text) if text else "fail"
        self.definitions[name] = (text, comment)
        return name

    def region(self, name: str, white: Squares, black: Squares) -> None:
        """Declare a region, one for each player where they differ."""
        if white == black:
            self.regions[name] = [f"region {name} = {listed(white, self.board)}"]
        else:
            two = (("white", white), ("black", black))
            self.regions[name] = [f"region {name} of {who} = {listed(part, self.board)}" for who, part in two]

    def inside(
        self, name: str, two: tuple[Squares, Squares], not_in: bool = False, cursor: str = "%"
    ) -> str | None:
        """The test that a cursor is in a region of the player to move: "" if it always is, None if never."""
        white, black = (part & self.board for part in two)
        if not_in:
            white, black = self.board - white, self.board - black
            if name in self.regions and white and black:
                return f"[{cursor} not in {name}]"
            name = "outside_" + name
        if not white and not black:
            return None
        if white == self.board and black == self.board:
            return ""
        if white and black:
            self.region(name, white, black)
            return f"[{cursor} in {name}]"
        self.region(name, white or black, white or black)
        return f"{self.as_side(bool(white))} [{cursor} in {name}]"

    def as_side(self, white: bool) -> str:
        """The test that White is to move, or Black."""
        self.regions["seat"] = ["region seat of white = a1", f"region seat of black = {self._other()}"]
        self.regions["first_seat"] = ["region first_seat = a1"]
        self.define("as_white", "[square in seat in first_seat]", "is it White who is to move?")
        self.define("as_black", "![square in seat in first_seat]")
        return "as_white" if white else "as_black"

    def _other(self) -> str:
        return "b1" if self.variant.size[0] > 1 else "a2"

    def sided(self, white: str | None, black: str | None) -> str | None:
        """What one player does and what the other does, in one text; None for nothing."""
        if white == black:
            return white
        parts = [
            f"{self.as_side(is_white)} {f'({text})' if ' | ' in text else text}".strip()
            for is_white, text in ((True, white), (False, black))
            if text is not None
        ]
        return f"({' | '.join(parts)})" if len(parts) > 1 else parts[0]

    def text(self) -> str:
        """The whole of it."""
        files, ranks = self.variant.size
        lines = ["lasker 1", *(f'{key:<7} "{value}"' for key, value in self.facts.items())]
        lines += [
            f'start   "{self.start_text()}"',
            f'fen     "{" ".join(name.strip() for name in self.fields)}"',
            "",
        ]
        lines += ["players white black", f"board   {files}x{ranks}"]
        for piece in self.army.pieces:
            lines.append(f"piece   {piece.name} '{piece.letter.upper()}' '{piece.letter}'")
        if self.walls:
            lines.append("piece   wall '*'")
        lines += [f"mark    {name} {life}" for name, life in self.marks.items()]
        lines += [f"counter {name} {bounds}" for name, bounds in self.counters.items()]
        lines += ["", *(line for region in self.regions.values() for line in region), ""]
        for name, (text, comment) in self.definitions.items():
            if comment:
                lines.append(f"-- {comment[0].upper()}{comment[1:]}")
            lines.append(f"{name} = {text}")
        return "\n".join([*lines, "", *self.ends, ""])

    def start_text(self) -> str:
        """The first position in the fields of this game."""
        hand = f"[{self.start.hand}]" if any(name.startswith("hand:") for name in self.fields) else ""
        words = [
            value
            for name, value in self.fields.items()
            if not name.startswith(("hand:", "promoted:", "board"))
        ]
        return " ".join([self.start.rows + hand, *words])
