"""How pieces are written: a glyph and a letter for every player, or one for a piece that nobody owns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lasker.algebra.contents import CHESSMEN
from lasker.frontends._yaml.specification.schema import PieceSpec
from lasker.kernel.errors import DeclarationError

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
RESERVED = frozenset(
    ".#%@*/+-'\"[](){}<>=|^!,;:\\_"
)  # signs that boards, positions and rules are written with
# One sign that is no letter of a word: what the grammar of rules takes for a piece without quotes.
GLYPH = re.compile("[^\x00-\xbf×÷À-ɏͰ-Ͽ⁰¹²³⁴⁵⁶⁷⁸⁹⁻∅≠≤≥→\\s\u2028\u2029\ufe0e\ufe0f][\ufe0e\ufe0f]?")
SPARE = "αβγδεζηθικλμνξοπρστυφχψω" + "".join(map(chr, range(0x430, 0x450)))  # for the third player and others


def symbols_of(
    spec: PieceSpec, specs: Iterable[PieceSpec], players: int, taken: set[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The glyphs and letters of a piece; chessmen have theirs, others take a letter of their name."""
    known = [piece for piece in CHESSMEN.pieces if piece.name == spec.piece.lower()] if players == 2 else []
    glyphs = _split(spec.symbols) or [piece.glyph for piece in known]
    letters = _split(spec.letters)
    if not letters:
        free = known[0].letter if known and known[0].letter not in taken else None
        free = free or _free_letter(spec.piece, specs, taken)
        neutral = len(glyphs) == 1 and players > 1
        letters = [free.upper()] if neutral else [free.upper(), free.lower()][:players]
        spare = 0 if neutral else players - len(letters)
        letters += [sign for sign in SPARE if sign not in taken][:spare]
    if len(letters) not in {1, players} or (glyphs and len(glyphs) != len(letters)):
        raise DeclarationError(
            f"the {spec.piece} has {len(glyphs)} symbols, {len(letters)} letters, and {players} players",
            remedy="give one to each player, or a single one to a piece that nobody owns",
        )
    for sign in (*glyphs, *letters):
        if not sign.strip() or sign.isdecimal() or sign in RESERVED or {"'", '"', "/"} & set(sign):
            raise DeclarationError(
                f"no piece can be written {sign!r}",
                remedy="choose a sign that is no digit and none of . # % @ * / + ' \"",
            )
    if glyphs == letters:
        glyphs = []
    for glyph in glyphs:
        if not GLYPH.fullmatch(glyph):
            raise DeclarationError(
                f"no piece is drawn as {glyph!r}",
                remedy="a symbol is a sign such as ♖, no letter; leave `symbols` out, and give `letters`",
            )
    for letter in letters:
        if letter in taken:
            raise DeclarationError(f"two pieces are written {letter}", remedy="choose other letters")
        taken.add(letter)
    return tuple(glyphs), tuple(letters)


def _split(written: str | list[str] | None) -> list[str]:
    if written is None or isinstance(written, list):
        return written or []
    return [sign for sign in written if sign not in "\ufe0e\ufe0f "]


def _free_letter(name: str, specs: Iterable[PieceSpec], taken: set[str]) -> str:
    reserved = {letter for spec in specs for letter in _split(spec.letters)}
    for letter in [*name, *ALPHABET]:
        if letter.isalpha() and not {letter.upper(), letter.lower()} & (taken | reserved):
            return str(letter)
    raise DeclarationError("there are more pieces than letters", remedy="give some of them letters")
