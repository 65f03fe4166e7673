"""A text opened for the form: its page, the game that it describes, and the definitions in effect."""

from __future__ import annotations

from functools import cached_property, lru_cache

from lasker.algebra.contents import PieceType
from lasker.design.edited_text import Page
from lasker.kernel.errors import DeclarationError
from lasker.kernel.source import Source
from lasker.model.game import Game as Model
from lasker.play import library
from lasker.play.game import Game
from lasker.syntax import tree as t
from lasker.syntax.declaration_reader import Declared
from lasker.syntax.definitions import Definition

SUFFIXES = {"rules": ".rules", "yaml": ".yaml", "ini": ".ini"}


class Opened:
    """A text that is being designed; of a text of several `variants`, the first, or the one that is named.

    >>> opened("lasker 1\\nextends 'chess'\\n".replace("'", '"')).parent
    'chess'
    >>> opened("[small:chess]\\n[large:chess]\\n", "ini").variant
    'small'
    """

    def __init__(self, text: str, form: str = "rules", variant: str = "") -> None:
        self.variants = variants_of(text, form)
        self.format, self.source = form, Source(text, f"<text>{SUFFIXES[form]}")
        self.variant = variant if variant in self.variants else next(iter(self.variants), "")
        if self.variant:
            self.source = Source(text, f"{self.source.name}:{self.variant}")
        self.model: Model = library.modelled(self.source)
        self.model.check()
        self.game = Game(self.model, self.model.title)

    @property
    def parent(self) -> str | None:
        """The game that the text extends."""
        found = library.bases(self.source)
        return found[-1].name.rpartition("/")[2].partition(".")[0] if found else None

    def page(self) -> Page:
        """A page to collect changes on."""
        if self.format != "rules":
            raise DeclarationError(
                f"the form changes rules, and this text is {self.format}",
                remedy="edit the text, or convert it to rules first",
            )
        return Page(self.source.text)

    @cached_property
    def read(self) -> Page | None:
        """The page of the text as it is; None of a text in another format."""
        return self.page() if self.format == "rules" else None

    def owns(self, keyword: str, name: object) -> bool:
        """Does the text itself declare this?"""
        return self.read is not None and (keyword, name) in self.read

    def line(self, keyword: str, name: object) -> int | None:
        """The line on which the text itself declares this."""
        return self.read.line_number((keyword, name)) if self.read and self.owns(keyword, name) else None

    @property
    def declared(self) -> Declared:
        """What the text and those it extends declare."""
        found: Declared = self.model.rules.declared
        return found

    @property
    def definitions(self) -> dict[str, Definition]:
        """The definitions in effect."""
        found: dict[str, Definition] = self.model.rules.definitions
        return found

    @property
    def of_squares(self) -> bool:
        """Is the board one of squares, for which Betza notation is?"""
        return self.model.space.compass.name == "square"

    def inherited(self, name: str) -> bool:
        """Do the texts that this one extends define a word?"""
        return self._under is not None and name in self._under.definitions

    @cached_property
    def _under(self) -> Opened | None:
        return opened(f'lasker 1\nextends "{self.parent}"\n') if self.parent else None

    @property
    def under(self) -> Opened | None:
        """The game that the text extends, opened."""
        return self._under if self.format == "rules" else None

    @property
    def pieces(self) -> tuple[PieceType, ...]:
        """Every piece of every player."""
        found: tuple[PieceType, ...] = tuple(self.model.rules.vocabulary.pieces)
        return found

    def sign(self, name: str, owner: int = 0) -> str:
        """A piece as rules write it: its glyph, or its letter in quotes."""
        same = [piece for piece in self.pieces if piece.name == name]
        if not same:
            known = ", ".join(dict.fromkeys(piece.name for piece in self.pieces))
            raise DeclarationError(f"there is no {name}", remedy=f"the pieces are {known}")
        piece = next((each for each in same if each.owner == owner), same[0])
        plain = piece.glyph == piece.letter or piece.glyph.isascii()
        return f"'{piece.letter}'" if plain else piece.glyph

    def named(self, node: t.Node) -> tuple[tuple[str, int | None], ...] | None:
        """The pieces that an expression lists, each with its owner; None if it is no list of pieces."""
        match node:
            case t.Symbol(text):
                found = [piece for piece in self.pieces if text in (piece.glyph, piece.letter)]
                return tuple((piece.name, piece.owner) for piece in found[:1]) or None
            case t.Word(text) if text not in self.definitions:
                found = [piece for piece in self.pieces if piece.name == text]
                return tuple((piece.name, piece.owner) for piece in found[:1]) or None
            case t.Row((t.Word("C"), body)):
                inner = self.named(body)
                return inner and tuple((name, 1 if owner == 0 else 0) for name, owner in inner)
            case t.Group((body,)) | t.Marked(body):
                return self.named(body)
            case t.Joined("|", items):
                parts = [self.named(item) for item in items]
                return None if None in parts else tuple(one for part in parts if part for one in part)
        return None


def variants_of(text: str, form: str = "rules") -> tuple[str, ...]:
    """The games of a text of several; none of a text of one.

    >>> variants_of("[small:chess]\\n[large:chess]\\n", "ini")
    ('small', 'large')
    """
    if form not in SUFFIXES:
        raise DeclarationError(f"no format is called {form}", remedy=f"formats are {', '.join(SUFFIXES)}")
    several = library.several(Source(text, f"<text>{SUFFIXES[form]}"))
    return tuple(name.partition(":")[2] for name in several)


def opened(text: str, form: str = "rules", variant: str = "") -> Opened:
    """The text, read; the same one again if it was asked for before."""
    return _opened(text, form, variant)


@lru_cache(maxsize=64)
def _opened(text: str, form: str, variant: str) -> Opened:
    return Opened(text, form, variant)
