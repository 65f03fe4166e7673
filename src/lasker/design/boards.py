"""Edits of the board and of its regions: a rectangle of another size takes its army along."""

from __future__ import annotations

from lasker.design.edited_text import Page
from lasker.design.edits import SetBoard, SetZone
from lasker.design.opened_text import Opened
from lasker.design.reading import board_form
from lasker.design.start import put_start
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source
from lasker.notation.fen import fen
from lasker.syntax import tree as t
from lasker.syntax.board.boards import SHAPES
from lasker.syntax.declarations import declarations
from lasker.syntax.rules_writer import written
from lasker.syntax.unparse import name as quoted
from lasker.transform.boards import GLUED, refitted

BOARD = ("board", "")


def set_board(game: Opened, page: Page, edit: SetBoard) -> None:
    """Another board; the start and the regions of a rectangle are fitted to it."""
    now = board_form(game)
    if (edit.shape, edit.sizes, edit.holes) == (now.shape, now.sizes, now.holes):
        return
    if edit.shape not in SHAPES:
        shapes = ", ".join(shape for shape in SHAPES if shape not in ("square", "möbius"))
        raise DeclarationError(f"no board is called {edit.shape}", remedy=f"boards are called {shapes}")
    words = [] if edit.shape in ("rectangle", "box") else [edit.shape]
    words.append("x".join(map(str, edit.sizes)))
    words += ["without", *map(quoted, edit.holes)] if edit.holes else []
    page.put(BOARD, f"board  {' '.join(words)}")
    rectangle = now.shape in GLUED and edit.shape in GLUED and len(edit.sizes) == 2
    if rectangle and edit.sizes != now.sizes:
        start, regions = refitted(game.game, *edit.sizes, any_start=True)
        _put_regions(game, page, regions)
        if start is not None:
            put_start(page, _readable(game, page, start))


def _put_regions(game: Opened, page: Page, regions: list[t.Declaration]) -> None:
    """Write the regions that are elsewhere now."""
    found = declarations(game.model.rules)
    for line in regions:
        key = line.parts[:2]
        if _line(line) != _line(found["region", key]):
            page.put(("region", key), _line(line))


def _line(line: t.Line) -> str:
    return written([line], "<region>")[0].text.strip()


def _readable(game: Opened, page: Page, start: str) -> str:
    """The start, without castling rights if nobody could have them on the new board."""
    from lasker.play import library

    put_start(changed := Page(page.text()), start)
    model = library.modelled(Source(changed.text(), game.source.name))
    try:
        if not fen.read(model, start).faults:
            return start
    except LaskerError:
        pass
    kinds = [
        field.split(":")[0] for field in model.fen_fields if field.split(":")[0] not in ("hand", "promoted")
    ]
    words = start.split(" ")
    return " ".join("-" if kind == "castling" else word for kind, word in zip(kinds, words, strict=False))


def set_zone(game: Opened, page: Page, edit: SetZone) -> None:
    """The squares of a region, named one by one."""
    owner = edit.owner or None
    players = game.model.players
    if owner is not None and owner not in players:
        raise DeclarationError(f"{owner} does not play", remedy=f"the players are {', '.join(players)}")
    if not edit.squares:
        raise DeclarationError(f"the region {edit.name} has no squares", remedy="choose some")
    number = None if owner is None else players.index(owner)
    sites = frozenset(game.model.space.site(square) for square in edit.squares)
    if game.model.space.regions.get((edit.name, number)) == sites:
        return
    squares = ", ".join(quoted(game.model.space.label(site)) for site in sorted(sites))
    whose = f" of {owner}" if owner else ""
    page.put(("region", (edit.name, owner)), f"region {edit.name}{whose} = {squares}")
