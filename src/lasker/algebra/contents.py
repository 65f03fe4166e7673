"""The alphabet of a board: contents of squares (empty or a piece, with marks), and bounded counters.

A *content* is a small number (symbol and marks). A *set of contents* is an integer used as a bit set,
so that union, intersection, difference and equality are exact and cost one operation. The highest bit
represents `#`: no square here.
"""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Hashable, Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.space.movement import Players
from lasker.space.space import Owner

LETTER = r"\+?(?:[^\W\d_]|\*)~?"  # how a piece can be written in a line of FEN, as a regular expression
RESERVED = frozenset(".#%@")
MOST_MARKS = 10  # a set of contents has 2^marks bits for each symbol


class Life(Enum):
    """The lifetime of a mark."""

    MOVED = "until moved"
    TURN = "until next turn"
    END = "until end"
    LASTING = "lasting"


@dataclass(frozen=True, slots=True)
class PieceType:
    """A piece type: glyph, letter, name, and the player that owns it, if any. Several pieces of a kind that
    is counted are one content of a square: `3 seeds` are of the kind seeds, and their count is 3."""

    glyph: str
    letter: str
    name: str
    owner: Owner = None
    kind: str = ""
    count: int = 0


def heap(piece: PieceType, count: int) -> PieceType:
    """So many of a counted piece: one is written like the piece, several with their number.

    >>> heap(PieceType("S", "S", "seeds"), 12)
    PieceType(glyph='S(12)', letter='S(12)', name='12 seeds', owner=None, kind='seeds', count=12)
    """
    number = f"({count})" if count > 1 else ""
    name = f"{count} {piece.name}"
    return PieceType(piece.glyph + number, piece.letter + number, name, piece.owner, piece.name, count)


@dataclass(frozen=True, slots=True)
class Mark:
    """A property of the content of a square."""

    name: str
    life: Life = Life.LASTING


@dataclass(frozen=True, slots=True)
class Counter:
    """A bounded number that belongs to the position; a change beyond a bound is impossible."""

    name: str
    low: int
    high: int
    owner: Owner = None
    start: int = 0
    keyed: bool = True  # is it part of the position's identity?
    scratch: bool = False  # is it reset to its start value after every move?


class Vocabulary:
    """The players, pieces, marks and counters of a game.

    >>> v = CHESSMEN
    >>> rook = v.named("♖")
    >>> v.spell(rook | v.named("."))
    '. | ♖'
    >>> v.spell(v.permute(rook, (1, 0)))
    '♜'
    """

    def __init__(
        self,
        players: Iterable[str],
        pieces: Iterable[PieceType],
        marks: Iterable[Mark] = (),
        counters: Iterable[Counter] = (),
        notations: Mapping[str, str] | None = None,
    ) -> None:
        self.players = tuple(players)
        self.pieces = tuple(pieces)
        self.marks = {mark.name: mark for mark in marks}
        self.counters = {(counter.name, counter.owner): counter for counter in counters}
        self.glyphs = (".", *(piece.glyph for piece in self.pieces))
        if len(self.marks) > MOST_MARKS:
            raise DeclarationError(f"{len(self.marks)} marks, and at most {MOST_MARKS} can be told apart")
        self._variants = 1 << len(self.marks)  # number of contents for each symbol
        self.size = len(self.glyphs) * self._variants
        self.void = 1 << self.size
        self.squares = self.void - 1  # every content of a square
        self.notations = dict(notations or {})  # Betza's, of pieces that are declared with it
        self.absent: frozenset[str] = frozenset()  # names and signs of pieces that a variant does without
        self.pictures: dict[str, str] = {}  # drawings of pieces not drawn by their names, colours of regions
        self._check()

    @property
    def symbols(self) -> Hashable:
        """The players, pieces, marks and counters: what makes the contents of squares mean the same."""
        return self.players, self.pieces, tuple(self.marks.values()), frozenset(self.counters.items())

    def _check(self) -> None:
        spellings = Counts(s for piece in self.pieces for s in {piece.glyph, piece.letter})
        for spelling, count in spellings.items():
            if count > 1:
                raise DeclarationError(
                    f"two pieces are written {spelling}",
                    remedy="give every piece of every player a glyph and a letter of its own",
                )
            if spelling in RESERVED or not spelling.strip():
                raise DeclarationError(f"no piece can be written {spelling!r}", remedy="choose another sign")
        for (name, owner), count in Counts((piece.name, piece.owner) for piece in self.pieces).items():
            if count > 1:
                whose = "nobody" if owner is None else self.players[owner]
                raise DeclarationError(f"two pieces of {whose} are called {name}")

    @cached_property
    def _symbols(self) -> dict[str, int]:
        table = {".": 0}
        for number, piece in enumerate(self.pieces, start=1):
            table[piece.glyph] = table[piece.letter] = number
        return table

    def knows(self, spelling: str) -> bool:
        """Is this the glyph or the letter of a piece?"""
        return spelling in self._symbols

    def named(self, spelling: str, has: int = 0, lacks: int = 0) -> int:
        """The set of all contents with one symbol, with the marks it must have and must lack."""
        first = self._symbols[spelling] * self._variants
        return sum(
            1 << (first + marks)
            for marks in range(self._variants)
            if marks & has == has and not marks & lacks
        )

    def counters_by_name(self, values: tuple[int, ...]) -> dict[str, int]:
        """Values of the counters as people call them: `quiet`, or `pawns of white` where every player has
        one."""
        names = (
            name if owner is None else f"{name} of {self.players[owner]}" for name, owner in self.counters
        )
        return dict(zip(names, values, strict=True))

    def mark_bit(self, name: str) -> int:
        """The bit of a mark inside a content."""
        return 1 << list(self.marks).index(name)

    def marked(self, has: int, lacks: int) -> int:
        """The set of all contents that have and lack certain marks."""
        return sum(1 << c for c in range(self.size) if self._fits(c, has, lacks))

    def _fits(self, content: int, has: int, lacks: int) -> bool:
        marks = content % self._variants
        return marks & has == has and not marks & lacks

    def owned(self, *owners: Owner) -> int:
        """The set of all pieces of these players."""
        return sum(self.named(piece.glyph) for piece in self.pieces if piece.owner in owners)

    @cached_property
    def heaps(self) -> dict[tuple[str, Owner], tuple[int, ...]]:
        """By counted kind and owner, what a square holds with none of them, with one, with two, …"""
        found: dict[tuple[str, Owner], tuple[int, ...]] = {}
        for piece in self.pieces:
            if piece.count:
                before = found.get((piece.kind, piece.owner), (self.named("."),))
                found[piece.kind, piece.owner] = (*before, self.named(piece.glyph))
        return found

    def symbol(self, content: int) -> int:
        """The number of a content's symbol: 0 for the empty square, then the pieces as declared."""
        return content // self._variants

    def glyph(self, content: int) -> str:
        """The glyph of a content, its marks left out."""
        return self.glyphs[content // self._variants]

    def show(self, content: int) -> str:
        """A content with its marks: `♖^unmoved`."""
        marks = content % self._variants
        return self.glyph(content) + "".join(
            f"^{name}" for i, name in enumerate(self.marks) if marks >> i & 1
        )

    def content(self, spelling: str, marks: Iterable[str] = ()) -> int:
        """The content that is exactly this symbol with exactly these marks."""
        return self._symbols[spelling] * self._variants + sum(map(self.mark_bit, set(marks)))

    def symbols_in(self, contents: int) -> int:
        """The number of different symbols in a set."""
        return sum(
            1
            for first in range(0, self.size, self._variants)
            if contents >> first & ((1 << self._variants) - 1)
        )

    def written(self, contents: int) -> tuple[int, ...]:
        """What writing a set can put down: each of its symbols once, with the required marks only."""
        if contents in self._written:
            return self._written[contents]
        found = []
        for first in range(0, self.size, self._variants):
            choices = [m for m in range(self._variants) if contents >> (first + m) & 1]
            found += [first + m for m in choices if not any(o != m and o & m == o for o in choices)]
        return self._written.setdefault(contents, tuple(found))

    @cached_property
    def _written(self) -> dict[int, tuple[int, ...]]:
        return {}

    def with_marks(self, content: int, gains: int, loses: int) -> int:
        """The content after gaining and losing marks."""
        symbol, marks = divmod(content, self._variants)
        return symbol * self._variants + ((marks | gains) & ~loses)

    @cached_property
    def _moved_away(self) -> int:
        return self._bits_of(Life.MOVED)

    @cached_property
    def _scratch(self) -> int:
        return self._bits_of(Life.END)

    @cached_property
    def _until_turn(self) -> int:
        return self._bits_of(Life.TURN)

    def _bits_of(self, life: Life) -> int:
        return sum(self.mark_bit(mark.name) for mark in self.marks.values() if mark.life is life)

    def moved(self, content: int) -> int:
        """A content after it has moved: marks with the lifetime MOVED are removed."""
        return self.with_marks(content, 0, self._moved_away)

    def turned(self, board: tuple[int, ...], player: Owner) -> tuple[int, ...]:
        """A board at the start of a player's turn: marks with the lifetime TURN on his pieces are removed."""
        if not self._until_turn:
            return board
        known = self._turned.setdefault(player, {})
        return self._cleared(board, known, self._until_turn, (player, None))

    @cached_property
    def _turned(self) -> dict[Owner, dict[int, int]]:
        return {}

    def _owner(self, content: int) -> Owner:
        symbol = self.symbol(content)
        return self.pieces[symbol - 1].owner if symbol else None

    def ended(self, board: tuple[int, ...]) -> tuple[int, ...]:
        """A board after a whole move: marks with the lifetime END are removed."""
        if not self._scratch:
            return board
        return self._cleared(board, self._ended, self._scratch)

    def _cleared(
        self,
        board: tuple[int, ...],
        known: dict[int, int],
        bits: int,
        owners: tuple[Owner, ...] | None = None,
    ) -> tuple[int, ...]:
        """A board without some marks, on all pieces or on those of some owners; memoised by content."""
        for content in set(board).difference(known):
            loses = owners is None or self._owner(content) in owners
            known[content] = self.with_marks(content, 0, bits) if loses else content
        return tuple(map(known.__getitem__, board))

    @cached_property
    def _ended(self) -> dict[int, int]:
        return {}

    def set_back(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """Counters after a whole move: scratch counters have their start value again."""
        return tuple(
            counter.start if counter.scratch else value
            for counter, value in zip(self.counters.values(), values, strict=True)
        )

    def permute(self, contents: int, players: Players) -> int:
        """The image of a set under a permutation of players: pieces change their owner."""
        if not players:
            return contents
        known = self._permuted.setdefault(players, {})
        if contents not in known:
            images = self._images(players)
            moved = sum(1 << images[c] for c in members(contents & self.squares))
            known[contents] = moved | contents & self.void
        return known[contents]

    @cached_property
    def _permuted(self) -> dict[Players, dict[int, int]]:
        return {}

    def _images(self, players: Players) -> tuple[int, ...]:
        if players not in self._image_tables:
            by_name = {(piece.name, piece.owner): i for i, piece in enumerate(self.pieces, start=1)}
            symbols = [0]
            for piece in self.pieces:
                owner = None if piece.owner is None else players[piece.owner]
                if (piece.name, owner) not in by_name:
                    raise DeclarationError(
                        f"{self.players[owner or 0]} has no {piece.name}, so {piece.glyph} "
                        "cannot change sides"
                    )
                symbols.append(by_name[piece.name, owner])
            self._image_tables[players] = tuple(
                symbols[c // self._variants] * self._variants + c % self._variants for c in range(self.size)
            )
        return self._image_tables[players]

    @cached_property
    def _image_tables(self) -> dict[Players, tuple[int, ...]]:
        return {}

    def permute_owner(self, owner: Owner, players: Players) -> Owner:
        """The image of a player; neutral pieces stay neutral."""
        return players[owner] if players and owner is not None else owner

    def spell(self, contents: int) -> str:
        """A set as text in the language: `. | ♖^unmoved | #`."""
        literals = []
        for symbol, glyph in enumerate(self.glyphs):
            minterms = [m for m in range(self._variants) if contents >> (symbol * self._variants + m) & 1]
            literals += [glyph + cube for cube in _cover(minterms, list(self.marks))]
        if contents & self.void:
            literals.append("#")
        return " | ".join(literals)


def _cover(minterms: list[int], names: list[str]) -> list[str]:
    """A set of mark sets as a short, deterministic list of products `^m`, `^-m`."""
    if not minterms:
        return []
    if len(minterms) == 1 << len(names):
        return [""]
    bit = 1 << (len(names) - 1)
    without = _cover([m for m in minterms if not m & bit], names[:-1])
    having = _cover([m & ~bit for m in minterms if m & bit], names[:-1])
    both = [cube for cube in without if cube in having]
    return (
        both
        + [f"{cube}^-{names[-1]}" for cube in without if cube not in both]
        + [f"{cube}^{names[-1]}" for cube in having if cube not in both]
    )


def members(contents: int) -> Iterator[int]:
    """The contents of a set, lowest first.

    >>> list(members(0b1010))
    [1, 3]
    """
    while contents:
        low = contents & -contents
        yield low.bit_length() - 1
        contents ^= low


_MEN = [
    ("pawn", "♙♟", "P"),
    ("knight", "♘♞", "N"),
    ("bishop", "♗♝", "B"),
    ("rook", "♖♜", "R"),
    ("queen", "♕♛", "Q"),
    ("king", "♔♚", "K"),
]

# The twelve chess symbols: the vocabulary used without a rules file.
CHESSMEN = Vocabulary(
    ("white", "black"),
    [
        PieceType(glyphs[owner], letter if owner == 0 else letter.lower(), name, owner)
        for name, glyphs, letter in _MEN
        for owner in (0, 1)
    ],
)
