"""Applying an edit of the form to a text: one declaration changes, and the game is read again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lasker.builder.draft import Draft
from lasker.design import boards, edit_kinds, pieces, rules
from lasker.design.edited_text import Page
from lasker.design.opened_text import Opened, opened
from lasker.design.start import placed, put_start
from lasker.kernel.errors import DeclarationError
from lasker.kernel.limits import DEFAULT
from lasker.notation.fen import fen
from lasker.play import library
from lasker.syntax.board.boards import lattice


def apply(text: str, edit: edit_kinds.Edit) -> str:
    """The text in which an edit is made: what else it says stays byte for byte. A text that would be no game
    any more is refused with the reason.

    >>> print(apply(new_variant("chess", "Mine"), edit_kinds.SetMoves("knight", "NN")), end="")
    lasker 1
    extends "chess"
    game   "Mine"
    about  "Chess, with changes of my own."
    source "My own."
    <BLANKLINE>
    piece  knight ♘ ♞ 'N' 'n' = NN
    """
    game = opened(text)
    page = game.page()
    CHANGES[type(edit)](game, page, edit)
    changed = page.text()
    if changed != text:
        check(changed)
    return changed


def check(text: str, form: str = "rules", variant: str = "") -> Opened:
    """The text, if it is a game whose start is a position; else an error says why not."""
    found = opened(text, form, variant)
    if found.model.start:
        faults = fen.read(found.model, found.model.start).faults
        if faults:
            raise DeclarationError(
                f"the game cannot start so: {'; '.join(faults)}",
                remedy="change the start in the same way first, or the rule that forbids it",
            )
    return found


def _fact(keyword: str, words: str) -> Callable[[Opened, Page, Any], None]:
    def change(game: Opened, page: Page, edit: Any) -> None:
        said = " ".join(str(getattr(edit, words)).split()).replace('"', "'")
        if not said:
            raise DeclarationError(f"the {words} is empty", remedy="write a few words")
        if " ".join(game.declared.facts.get(keyword, ())) != said:
            page.put(("fact", keyword), f'{keyword:<6} "{said}"')

    return change


def _start(game: Opened, page: Page, edit: edit_kinds.SetStart) -> None:
    if edit.fen != game.model.start:
        fen.read(game.model, edit.fen)
        put_start(page, edit.fen)


def _place(game: Opened, page: Page, edit: edit_kinds.Place) -> None:
    start = placed(game, edit.squares)
    if start != game.model.start:
        put_start(page, start)


CHANGES: dict[type[Any], Callable[[Opened, Page, Any], None]] = {
    edit_kinds.Retitle: _fact("game", "title"),
    edit_kinds.Describe: _fact("about", "about"),
    edit_kinds.SetBoard: boards.set_board,
    edit_kinds.SetZone: boards.set_zone,
    edit_kinds.AddPiece: pieces.add_piece,
    edit_kinds.RemovePiece: pieces.remove_piece,
    edit_kinds.RenamePiece: pieces.rename_piece,
    edit_kinds.SetMoves: pieces.set_moves,
    edit_kinds.SetLetters: pieces.set_letters,
    edit_kinds.SetPicture: pieces.set_picture,
    edit_kinds.SetStart: _start,
    edit_kinds.Place: _place,
    edit_kinds.SetPromotion: rules.set_promotion,
    edit_kinds.SetDrops: rules.set_drops,
    edit_kinds.SetRoyal: rules.set_royal,
    edit_kinds.AddEnd: rules.add_end,
    edit_kinds.SetResult: rules.set_result,
    edit_kinds.RemoveEnd: rules.remove_end,
}


def new_variant(parent: str, title: str) -> str:
    """The text of a variant in which nothing is changed yet."""
    name = library.canonical(parent)
    about = f"{library.title(name)}, with changes of my own."
    said = " ".join(title.split()).replace('"', "'") or "My game"
    return f'lasker 1\nextends "{name}"\ngame   "{said}"\nabout  "{about}"\nsource "My own."\n'


def new_game(title: str, sizes: tuple[int, ...] = (8, 8), shape: str = "rectangle") -> str:
    """The text of a new game on a board, made from the game of the library that fits any such board.

    >>> "board  10x8" in new_game("Mine", (10, 8))
    True
    >>> print(new_game("Mine", (3,), "star").splitlines()[-1])
    board  star 3
    """
    compass = lattice(boards.shape_words(shape, sizes), DEFAULT).compass.name
    plain = compass == "square" and len(sizes) == 2
    text = Draft(title, library.template(), (sizes[0], sizes[1]), []).text() if plain else ""
    return apply(text or new_variant(library.template(compass), title), edit_kinds.SetBoard(shape, sizes))
