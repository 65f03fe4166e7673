"""The pieces of a variant as pieces of the algebra: names, letters, and how they go."""

from __future__ import annotations

import re
from functools import cached_property

from lasker.frontends._ini import betza
from lasker.frontends._ini.option_table import ALL, COLOURS, CUSTOM, TYPES
from lasker.frontends._ini.start import Start
from lasker.frontends._ini.variant import Variant
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class IniPiece:
    """A piece of the algebra: of one of the kinds, or promoted from a kind that it remembers."""

    name: str
    letter: str
    kind: str  # how it moves
    base: str = ""  # the kind that it was, where a sign of promotion tells it


def plain_name(kind: str) -> str:
    """The name of a kind of piece in rules.

    >>> plain_name("shogiPawn"), plain_name("customPiece12")
    ('shogi_pawn', 'custom_piece_12')
    """
    return re.sub("([A-Z]|[0-9]+)", r"_\1", kind).lower()


class Army:
    """The pieces that can occur in a variant."""

    def __init__(self, variant: Variant, start: Start) -> None:
        self.variant = variant
        raised = {
            kind: to
            for kind, to in variant["promotedPieceType"].items()
            if to in variant.letters and kind in variant.letters
        }
        seen = start.letters()
        free = variant["pieceDrops"] and variant["freeDrops"]
        kinds = {kind for kind, letter in variant.letters.items() if free or letter in seen}
        bases = {kind for kind, letter in variant.letters.items() if "+" + letter in seen} | kinds
        pawns = {"pawn", *variant["promotionPawnTypesWhite"], *variant["promotionPawnTypesBlack"]}
        while True:
            more = {kind for kind in bases if kind in raised}
            new_kinds, new_bases = set(kinds), set(bases)
            if pawns & bases:
                for colour in COLOURS:
                    new_kinds |= {k for k in variant["promotionPieceTypes" + colour] if k in variant.letters}
            if variant["pieceDemotion"] or (variant["capturesToHand"] and not variant["dropLoop"]):
                new_kinds |= more
            if variant["dropLoop"]:
                new_kinds |= {raised[kind] for kind in more}
            new_bases |= new_kinds | {raised[kind] for kind in more if raised[kind] in raised}
            if (new_kinds, new_bases) == (kinds, bases):
                break
            kinds, bases = new_kinds, new_bases
        order = [kind for kind in TYPES if kind in variant.letters]
        self.pieces = [
            IniPiece(plain_name(kind), variant.letters[kind], kind) for kind in order if kind in kinds
        ] + [
            IniPiece(f"promoted_{plain_name(kind)}", "+" + variant.letters[kind], raised[kind], kind)
            for kind in order
            if kind in bases and kind in raised
        ]
        self.raised = raised
        for kind in sorted(variant.letters.keys() & {*CUSTOM}):
            self.ways(kind)  # the notation of a piece that never stands on the board is read, too

    def of(self, *kinds: str, base: bool | None = None) -> list[IniPiece]:
        """The pieces of some kinds; all of them for the star."""
        return [
            piece
            for piece in self.pieces
            if (ALL in kinds or piece.kind in kinds) and (base is None or bool(piece.base) is base)
        ]

    def named(self, kind: str, base: str = "") -> IniPiece | None:
        """The piece of a kind that was never promoted, or that was promoted from another."""
        return next((p for p in self.pieces if p.base == base and (base or p.kind == kind)), None)

    @cached_property
    def royal(self) -> list[IniPiece]:
        """The pieces that may not be left in check."""
        return self.of("king")

    def ways(self, kind: str) -> frozenset[betza.BetzaWay]:
        """How pieces of a kind go."""
        variant = self.variant
        if kind == "king" and variant["kingType"]:
            return betza.read(TYPES[variant["kingType"]])
        if kind in CUSTOM or kind == "king":
            entry = variant.entries.get(kind)
            place = (lambda at, end: entry.part(2 + at, 2 + end)) if entry else None
            return betza.read(variant.moves.get(kind, TYPES[kind]), place)
        return betza.read(TYPES[kind])

    @cached_property
    def symmetric(self) -> bool:
        """Does no piece tell left from right?"""
        return all(betza.symmetric(self.ways(piece.kind)) for piece in self.pieces)

    def stuck(self, kind: str, colour: str) -> frozenset[tuple[int, int]]:
        """The squares from which a kind of piece could never go on, on an empty board."""
        files, ranks = self.variant.size
        vectors = [way.vector for way in self.ways(kind) if way.quiet and not way.initial]
        sign = 1 if colour == COLOURS[0] else -1
        board = {(x, y) for x in range(files) for y in range(ranks)}
        return frozenset(
            (x, y) for x, y in board if not any((x + sign * dx, y + sign * dy) in board for dx, dy in vectors)
        )


def union(pieces: list[IniPiece], enemy: bool = False, mark: str = "") -> str:
    """A set of pieces in the algebra, `fail`-safe: it is never empty.

    >>> union([IniPiece("rook", "r", "rook"), IniPiece("queen", "q", "queen")], enemy=True)
    '(C rook | C queen)'
    """
    names = [("C " if enemy else "") + piece.name + mark for piece in pieces]
    return names[0] if len(names) == 1 and " " not in names[0] else f"({' | '.join(names)})"
