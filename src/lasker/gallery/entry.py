"""What the gallery shows of one game, gathered from its rules, its file and the figures that are kept."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.drawing.pieces.figure_assignment import figures as piece_figures
from lasker.gallery.figures import Figures, Measured
from lasker.gallery.piece_records import Record, cached_records, restored
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game as Model
from lasker.movement.piece_context import kinds
from lasker.play import library
from lasker.play.game import Game, load
from lasker.space.space import LatticeSpace

OWN = "own games"  # the family of games that are not in the library
PERFT = re.compile(r"^\s*perft\b")
COMMENT = re.compile(r"^\s*--\s?(.*)$")
UNSAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class PieceEntry:
    """A piece: its picture in the colours of each owner, its moves as diagram, words, Betza."""

    name: str
    signs: tuple[str, ...]
    pictures: tuple[str, ...]
    diagram: str
    words: tuple[str, ...]
    betza: str


class GalleryEntry:
    """A game of the gallery. If `computes`, diagrams that are not kept are computed, which takes seconds for
    each piece; otherwise they are left out.

    >>> entry = GalleryEntry("breakthrough", Figures.read())
    >>> entry.title, entry.family, entry.board, entry.counts[0]
    ('Breakthrough', 'race', '8 × 8 squares', (1, 22, ''))
    """

    def __init__(self, name: str, kept: Figures, computes: bool = True) -> None:
        self.given, self._kept, self._computes = name, kept, computes
        self.name = UNSAFE.sub(
            "_", Path(name).stem if library.canonical(name) not in library.sources() else name
        )

    @cached_property
    def game(self) -> Game:
        """The game itself."""
        return load(self.given)

    @property
    def model(self) -> Model:
        """Its rules."""
        return self.game.model

    @property
    def title(self) -> str:
        """Its name for people."""
        return library.title(self.given)

    @cached_property
    def family(self) -> str:
        """The family of the library that it belongs to."""
        return library.family(self.given) or OWN

    @property
    def tags(self) -> list[str]:
        """Words to find it by."""
        return library.facts(self.given, "tags")

    @property
    def aliases(self) -> list[str]:
        """Its other names."""
        return library.facts(self.given, "also")

    @property
    def about(self) -> str:
        """One or two sentences about it."""
        return " ".join(library.facts(self.given, "about"))

    @property
    def source(self) -> str:
        """Where its rules are from."""
        return self.model.source

    @property
    def extends(self) -> list[str]:
        """The game that its rules begin with, if there is one."""
        return library.facts(self.given, "extends")

    @property
    def text(self) -> str:
        """The file of its rules."""
        return library.find(self.given).text

    @property
    def figures(self) -> Measured:
        """What was measured."""
        return self._kept.of(self.name, self.model)

    @cached_property
    def board(self) -> str:
        """The board in words."""
        space = self.model.space
        count = len(space.sites)
        if not isinstance(space, LatticeSpace):
            return f"{count} points"
        sides = [high - low + 1 for low, high in zip(space.low, space.high, strict=True)]
        what = "hexagons" if space.compass.name.startswith("hex") else "squares"
        whole = count == _product(sides) and what == "squares"
        shape = f"{' × '.join(map(str, sides))} {what}" if whole else f"{count} {what}"
        return f"{shape}, with edges joined" if space.gluings else shape

    @cached_property
    def start(self) -> str:
        """The picture of the first position."""
        return self.game.start().svg()

    @cached_property
    def scene(self) -> str:
        """The picture that stands for the game: the first position, or a later one if that is empty."""
        later = self.figures.get("scene")
        return self.game.position(later).svg(last=()) if later else self.start

    @cached_property
    def pieces(self) -> list[PieceEntry]:
        """The kinds of pieces, one after another."""
        records = self._kept.pieces(self.name, self.model)
        if records is None:
            records = cached_records(self.model) if self._computes else []
        known = {each["piece"]: each for each in records}
        return [self._piece(piece.name, known.get(piece.name)) for piece in kinds(self.model)]

    def _piece(self, name: str, record: Record | None) -> PieceEntry:
        vocabulary = self.model.vocabulary
        drawn = zip(vocabulary.pieces, piece_figures(vocabulary), strict=True)
        mine = [(piece.glyph, figure.draw()) for piece, figure in drawn if piece.name == name]
        diagram = restored(self.model, record) if record else None
        return PieceEntry(
            name.replace("_", " "),
            tuple(glyph for glyph, _ in mine),
            tuple(picture for _, picture in mine),
            "" if diagram is None else diagram_svg(diagram, size=300),
            tuple(record["words"]) if record else (),
            record["betza"] if record else "",
        )

    @property
    def counts(self) -> list[tuple[int, int, str]]:
        """The numbers of sequences of moves that its file states: depth, count, and a position or nothing."""
        return [(claim.depth, claim.count, claim.position or "") for claim in self.model.counts]

    @property
    def counted_by(self) -> str:
        """Where these numbers are from: the comment above them."""
        return counts_source(self.text)

    @property
    def ends(self) -> list[str]:
        """How games end."""
        return list(dict.fromkeys(end.reason for end in (*self.model.endings, *self.model.adjudications)))


def counts_source(text: str) -> str:
    """The comment above the first `perft` line of a text.

    >>> counts_source("-- Counted by hand,\\n-- twice.\\nperft 1 20")
    'Counted by hand, twice.'
    >>> counts_source("perft 1 20")
    ''
    """
    comment: list[str] = []
    for line in text.splitlines():
        if PERFT.match(line):
            return " ".join(comment)
        found = COMMENT.match(line)
        comment = [*comment, found[1].strip()] if found else []
    return ""


def _product(numbers: list[int]) -> int:
    found = 1
    for number in numbers:
        found *= number
    return found
