"""Edits of pieces: added, removed, renamed, with other letters, other moves, drawings of one's own."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lasker.design.edit_kinds import AddPiece, RemovePiece, RenamePiece, SetLetters, SetMoves, SetPicture
from lasker.design.edited_text import Page
from lasker.design.opened_text import Opened
from lasker.design.recognise import nodes
from lasker.design.start import put_homes, put_start, relettered
from lasker.design.ways import put_term, remove_term, term_for
from lasker.kernel.errors import DeclarationError, NameProblem, did_you_mean
from lasker.kernel.source import Source
from lasker.syntax import betza
from lasker.syntax import tree as t
from lasker.syntax.betza.layer import WAY, written
from lasker.syntax.parse import parse_lines
from lasker.syntax.statements import WORD

_NAME = re.compile(WORD)


def declaration(name: str, letters: tuple[str, ...], glyphs: tuple[str, ...] = (), goes: str = "") -> str:
    """The line that declares a piece.

    >>> declaration("amazon", ("A", "a"), (), "QN")
    "piece  amazon 'A' 'a' = QN"
    """
    signs = [*glyphs, *(f"'{letter}'" for letter in letters)]
    return " ".join([f"piece  {name}", *signs, *([f"= {goes}"] if goes else [])])


def add_piece(game: Opened, page: Page, edit: AddPiece) -> None:
    """One more kind of piece, behind those that the text declares."""
    if edit.name in _names(game):
        known = _shown(game, edit.name)
        if (known[0], notation_of(game, edit.name)) == (edit.letters, edit.betza):
            return
        raise NameProblem(f"there is a {edit.name} already", remedy="choose another name, or change that one")
    _refuse_name(game, edit.name)
    _refuse_letters(game, edit.name, edit.letters)
    key = ("piece", edit.name)
    if game.of_squares:
        if edit.betza:
            betza.read(edit.betza)
        page.put(key, declaration(edit.name, edit.letters, (), edit.betza))
        return
    page.put(key, declaration(edit.name, edit.letters))
    if edit.betza:
        put_term(game, page, f"'{edit.letters[0]}'", edit.betza)


def remove_piece(game: Opened, page: Page, edit: RemovePiece) -> None:
    """A kind of piece goes: its line if the text has one, else by `without piece`; the start loses it."""
    _refuse_unknown(game, edit.name)
    letters, _ = _shown(game, edit.name)
    key = ("piece", edit.name)
    under = game.under
    inherited = under is not None and edit.name in {piece.name for piece in under.pieces}
    picture = ("fact", f"picture {edit.name}")
    homes = (("region", (f"{edit.name} home", player)) for player in game.model.players)
    for own in (key, picture, *homes):
        if own in page:
            page.remove(own)
    remove_term(page, game.sign(edit.name))
    if inherited:
        page.put(("without", ("piece", (edit.name,))), f"without piece {edit.name}")
    start = relettered(game.model.start, dict.fromkeys(letters, ""))
    if start != game.model.start:
        put_start(page, start)


def rename_piece(game: Opened, page: Page, edit: RenamePiece) -> None:
    """Another name for a piece that the text itself declares, wherever the text names it."""
    _refuse_unknown(game, edit.name)
    if edit.to == edit.name:
        return
    if ("piece", edit.name) not in page:
        raise DeclarationError(
            f"the {edit.name} is declared in {game.parent}, whose rules call it so",
            remedy="add a piece of another name, and remove this one",
        )
    if game.under is not None and edit.name in {piece.name for piece in game.under.pieces}:
        raise DeclarationError(
            f"the rules of {game.parent} call it {edit.name}", remedy="add a piece of another name"
        )
    _refuse_name(game, edit.to)
    start, _ = page.span(("piece", edit.name))
    found = re.compile(rf"piece\s+({re.escape(edit.name)})\b").match(page.source.text, start)
    assert found is not None
    page.replace(*found.span(1), edit.to)
    _rename_words(game, page, edit.name, edit.to)


def _rename_words(game: Opened, page: Page, old: str, new: str) -> None:
    """The words of the text's own lines that mean the piece; facts name it between other signs."""
    named = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)")
    for key, line in page.lines.items():
        begin, end = page.span(key)
        facts = key[0] == "fact" and str(key[1]).split()[0] in ("fen", "weights", "picture")
        if facts:
            for found in named.finditer(page.source.text, begin, end):
                page.replace(*found.span(), new)
        elif key[0] == "without":
            continue
        elif old not in game.definitions and key[0] != "piece":
            for node in nodes(line):
                match node:
                    case t.Word(text, at) if text == old:
                        page.replace(*at, new)
                    case t.Cursor(text, _, at) if text == old:
                        page.replace(at[1] - len(old), at[1], new)


def notation_of(game: Opened, name: str) -> str:
    """How a piece moves, in Betza notation or, on boards without squares, as a term; none if in words."""
    return written(game.declared.notations).get(name, "") or term_for(game, game.sign(name))


def set_moves(game: Opened, page: Page, edit: SetMoves) -> None:
    """How a piece moves, written behind its declaration; other ways that the text gives it are taken away."""
    _refuse_unknown(game, edit.name)
    if notation_of(game, edit.name) == edit.betza:
        return
    if speaks_of_first_squares(edit.betza, game.of_squares):
        put_homes(game, page, edit.name)
    if not game.of_squares:
        put_term(game, page, game.sign(edit.name), edit.betza)
        return
    if edit.betza:
        betza.read(edit.betza)
    key = ("piece", edit.name)
    if key not in page:
        page.put(key, declaration(edit.name, *_shown(game, edit.name), edit.betza))
        return
    line = page.lines[key]
    assert isinstance(line, t.Declaration)
    end = page.span(key)[1]
    at = line.places.get("=")
    if at is not None:
        start = at[0] if edit.betza else len(page.source.text[: at[0]].rstrip().removesuffix("=").rstrip())
        page.replace(start, at[1], edit.betza)
        return
    page.replace(end, end, f" = {edit.betza}")
    way = page.lines.get(("definition", WAY))
    inherited = game.under is not None and edit.name in {piece.name for piece in game.under.pieces}
    if not inherited and isinstance(way, t.Statement) and _speaks_of(game, way, edit.name):
        first, last = way.sides[1].at[0], page.span(("definition", WAY))[1]
        page.replace(first, first, f"[% is not {game.sign(edit.name)}] (")
        page.replace(last, last, ")")


def speaks_of_first_squares(notation: str, of_squares: bool = True) -> bool:
    """Does some notation ask where the piece begins?

    >>> speaks_of_first_squares("fmWimfR2"), speaks_of_first_squares("[% in elk home] take(u, t)", False)
    (True, True)
    """
    if not of_squares:
        return " home]" in notation
    parts = betza.read(notation).single_parts() if notation else ()
    return any("i" in part.modes for part in parts)


def _speaks_of(game: Opened, line: t.Statement, name: str) -> bool:
    """Does a line name a piece, by its name or by a sign?"""
    signs = {sign for piece in game.pieces if piece.name == name for sign in (piece.glyph, piece.letter)}
    return any(
        (isinstance(node, t.Symbol) and node.text in signs)
        or (isinstance(node, t.Word) and node.text == name)
        for node in nodes(line.sides[1])
    )


def set_letters(game: Opened, page: Page, edit: SetLetters) -> None:
    """Other letters, in the declaration, in the start, and where the text's own rules quote them."""
    _refuse_unknown(game, edit.name)
    letters, glyphs = _shown(game, edit.name)
    if edit.letters == letters:
        return
    _refuse_letters(game, edit.name, edit.letters)
    if len(edit.letters) != len(letters):
        raise DeclarationError(f"the {edit.name} has {len(letters)} letters, not {len(edit.letters)}")
    changed = dict(zip(letters, edit.letters, strict=True))
    key = ("piece", edit.name)
    if key in page:
        _replace_quoted(page, page.span(key), changed, glyphs)
        for other, line in page.lines.items():
            for node in nodes(line) if other[0] != "piece" else ():
                if isinstance(node, t.Symbol) and node.text in changed:
                    page.replace(*node.at, f"'{changed[node.text]}'")
    else:
        goes = written(game.declared.notations).get(edit.name, "")
        page.put(key, declaration(edit.name, edit.letters, glyphs, goes))
    start = relettered(game.model.start, changed)
    if start != game.model.start:
        put_start(page, start)


def _replace_quoted(
    page: Page, span: tuple[int, int], changed: Mapping[str, str], glyphs: tuple[str, ...]
) -> None:
    """Letters in quotes where a declaration has them; else they are written behind the glyphs."""
    found = list(re.finditer(r"'([^'\n]+)'", page.source.text[span[0] : span[1]]))
    for each in found:
        if each[1] in changed:
            page.replace(span[0] + each.start(), span[0] + each.end(), f"'{changed[each[1]]}'")
    if not found:
        at = page.source.text.index(glyphs[-1], *span) + len(glyphs[-1])
        page.replace(at, at, "".join(f" '{letter}'" for letter in changed.values()))


def set_picture(game: Opened, page: Page, edit: SetPicture) -> None:
    """A drawing of one's own in a line `picture`, on one line and with single quotes."""
    _refuse_unknown(game, edit.piece)
    key = ("fact", f"picture {edit.piece}")
    svg = re.sub(r"\s+", " ", edit.svg).replace('"', "'").strip()
    if svg:
        page.put(key, f'picture "{edit.piece}" "{svg}"')
    elif key in page:
        page.remove(key)


def _names(game: Opened) -> set[str]:
    return {piece.name for piece in game.pieces}


def _shown(game: Opened, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The letters and the glyphs of a piece; no glyphs where the letters are all it has."""
    same = [piece for piece in game.pieces if piece.name == name]
    plain = all(piece.glyph == piece.letter for piece in same)
    return tuple(piece.letter for piece in same), () if plain else tuple(piece.glyph for piece in same)


def _refuse_unknown(game: Opened, name: str) -> None:
    if name not in _names(game):
        known = f"the pieces are {', '.join(sorted(_names(game)))}"
        raise NameProblem(f"there is no {name}", remedy=did_you_mean(name, _names(game), known))


def _refuse_name(game: Opened, name: str) -> None:
    """A name must be one word that nothing else is called by."""
    taken = name in game.definitions or game.model.rules.find(name) is not None
    if not _NAME.fullmatch(name) or taken:
        raise NameProblem(
            f"{name} cannot be the name of a piece",
            remedy="it means something else here; choose another" if taken else "use letters, figures and _",
        )
    parse_lines(Source(f"x = {name}\npiece {name} ♙"))


def _refuse_letters(game: Opened, name: str, letters: tuple[str, ...]) -> None:
    for letter in letters:
        for piece in game.pieces:
            if piece.name != name and letter in (piece.letter, piece.glyph):
                raise NameProblem(
                    f"{letter} is the letter of the {piece.name}", remedy="choose another letter"
                )
