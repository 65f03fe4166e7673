"""Edits of the board and of its regions: a board of another size or shape takes its armies along."""

from __future__ import annotations

from lasker.builder.deployment import deployed
from lasker.design.edit_kinds import SetBoard, SetZone
from lasker.design.edited_text import Page
from lasker.design.opened_text import Opened
from lasker.design.reading import board_form
from lasker.design.start import drawn, put_start, standing
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source
from lasker.notation.fen import fen
from lasker.space.space import LatticeSpace
from lasker.syntax import tree as t
from lasker.syntax.board.boards import SHAPES, lattice
from lasker.syntax.declarations import declarations
from lasker.syntax.rules_writer import written
from lasker.syntax.unparse import name as quoted
from lasker.transform.boards import GLUED, refitted

BOARD = ("board", "")


def shape_words(shape: str, sizes: tuple[int, ...], holes: tuple[str, ...] = ()) -> list[str]:
    """A board as it is declared.

    >>> shape_words("cylinder", (8, 8), ("d4",))
    ['cylinder', '8x8', 'without', 'd4']
    """
    if shape not in SHAPES:
        shapes = ", ".join(shape for shape in SHAPES if shape not in ("square", "möbius"))
        raise DeclarationError(f"no board is called {shape}", remedy=f"boards are called {shapes}")
    words = [] if shape in ("rectangle", "box") else shape.split()
    return [*words, "x".join(map(str, sizes)), *(["without", *map(quoted, holes)] if holes else [])]


def set_board(game: Opened, page: Page, edit: SetBoard) -> None:
    """Another board; the start and the regions of a rectangle are fitted to it."""
    now = board_form(game)
    if (edit.shape, edit.sizes, edit.holes) == (now.shape, now.sizes, now.holes):
        return
    words = shape_words(edit.shape, edit.sizes, edit.holes)
    page.put(BOARD, f"board  {' '.join(words)}")
    rectangle = now.shape in GLUED and edit.shape in GLUED and len(edit.sizes) == 2
    if not rectangle:
        _redeploy(game, page, words, (edit.shape, edit.sizes) == (now.shape, now.sizes))
    elif edit.sizes != now.sizes:
        start, regions = refitted(game.game, *edit.sizes, any_start=True)
        _put_regions(game, page, regions)
        if start is not None:
            put_start(page, _readable(game, page, start))


def _redeploy(game: Opened, page: Page, words: list[str], keep: bool) -> None:
    """Put both armies on a new board with the same directions; `keep` leaves pieces where they stand."""
    old, new = game.model.space, lattice(words, game.model.limits)
    if not isinstance(old, LatticeSpace) or not isinstance(new, LatticeSpace) or not game.model.start:
        return
    if old.compass.name != new.compass.name or len(game.model.players) != 2:
        return
    armies = standing(game)
    if keep:
        sites = {old.sites[site]: letter for army in armies for site, letter in army.items()}
        found = {new.index[site]: letter for site, letter in sites.items() if site in new.index}
    else:
        found = deployed(armies, old, new)
    put_start(page, drawn(new, found, game.model.start))


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
