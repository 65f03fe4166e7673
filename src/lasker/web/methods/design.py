"""Methods for designing a game: the form of a text, its edits, how its pieces move, pieces to choose from."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lasker.design import steps
from lasker.design.apply import apply, check, new_game, new_variant
from lasker.design.edit_kinds import SetBoard, edit_of
from lasker.design.opened_text import opened, variants_of
from lasker.design.palette import palette
from lasker.design.reading import read_form
from lasker.drawing.boards.scene import scene
from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.kernel.errors import LaskerError, NotationError
from lasker.kernel.files import no_files
from lasker.movement.diagram import Diagram, diagram
from lasker.movement.piece_context import piece_called
from lasker.table.placement import placement
from lasker.web.game_names import LONGEST, name_of
from lasker.web.methods import Params, method
from lasker.web.methods.games import diagnostic
from lasker.web.params import optional_text, text

WHO = "the text of a game that was sent"


def _text(params: Params) -> tuple[str, str]:
    content = text(params.get("text"), "text", LONGEST)
    return content, optional_text(params, "format") or "rules"


@method("design.form")
def form(params: Params) -> dict[str, Any]:
    """What a `text` in a `format` says: its form, its first position and the board for it. A text with
    mistakes has `diagnostics` instead. Of a text of several games, that is the `variant`, else the first.

    >>> form({"text": "lasker 1\\nboard 0x0"})["form"] is None
    True
    """
    content, kind = _text(params)
    variants: tuple[str, ...] = ()
    try:
        variants = variants_of(content, kind)
        return _shown(content, kind, optional_text(params, "variant") or "")
    except LaskerError as error:
        found = [diagnostic(each) for each in error.problems]
        return {"form": None, "diagnostics": found, "variants": variants}


@method("design.apply")
def applied(params: Params) -> dict[str, Any]:
    """The `text` with an `edit` made, and what `design.form` says of it; what does not fit is an error.

    >>> from lasker.design.apply import new_variant
    >>> edit = {"kind": "moves", "name": "knight", "betza": "NN"}
    >>> applied({"text": new_variant("chess", "Mine"), "edit": edit})["text"].splitlines()[-1]
    "piece  knight ♘ ♞ 'N' 'n' = NN"
    """
    content, kind = _text(params)
    edit = params.get("edit")
    if not isinstance(edit, dict):
        raise NotationError("an edit is a JSON object with a kind")
    if kind != "rules":
        raise NotationError("the form changes rules", remedy="edit the text itself")
    with no_files(WHO):
        changed = apply(content, edit_of(edit))
    return {"text": changed, **_shown(changed, "rules")}


def _shown(content: str, kind: str, variant: str = "") -> dict[str, Any]:
    with no_files(WHO):
        read = check(content, kind, variant)
        game, found = read.game, read_form(content, kind, variant)
        start = game.start()
        placed = placement(start)
        used = [site for site, symbol in enumerate(placed["board"]) if symbol]
        return {
            "form": found.facts(),
            "diagnostics": [],
            "game": name_of(kind, content) + (f":{read.variant}" if read.variant else ""),
            "variants": read.variants,
            "variant": read.variant,
            "position": {
                "fen": start.fen,
                "players": game.players,
                "turn": start.turn,
                "placed": placed,
                "moves": [],  # a text that changes with every key is not worth compiling
            },
            "scene": scene(game.model, used=used),
        }


@method("design.new")
def new(params: Params) -> dict[str, str]:
    """The text of a new game called `title`: a variant of a `parent`, or on a board of a `shape` and `sizes`.

    >>> new({"parent": "chess", "title": "Mine"})["text"].splitlines()[1]
    'extends "chess"'
    >>> new({"shape": "hexagon", "sizes": [4]})["text"].splitlines()[-1]
    'board  hexagon 4'
    """
    title, parent = optional_text(params, "title") or "My game", optional_text(params, "parent")
    if parent is not None:
        return {"text": new_variant(parent, title), "format": "rules"}
    shape, sizes = optional_text(params, "shape") or "rectangle", params.get("sizes", [8, 8])
    edit = edit_of({"kind": "board", "shape": shape, "sizes": sizes})
    assert isinstance(edit, SetBoard)
    return {"text": new_game(title, edit.sizes, edit.shape), "format": "rules"}


@method("design.moves")
def moves(params: Params) -> dict[str, Any]:
    """How a `piece` of a `text` really moves by all its rules: a picture, sentences, and Betza notation."""
    content, kind = _text(params)
    with no_files(WHO):
        model = opened(content, kind, optional_text(params, "variant") or "").model
        found = diagram(model, piece_called(model, text(params.get("piece"), "piece")))
        return {
            "svg": diagram_svg(found, size=300),
            "words": found.words(signs=False),
            "betza": found.betza or _clicked(found) or None,
        }


def _clicked(found: Diagram) -> str:
    """The term of the clicks that say the same as a diagram, on a board without squares."""
    clicks = None if found.game.space.compass.name == "square" else steps.seen(found)
    return steps.term_of(found.game.space.compass, clicks) if clicks else ""


@method("design.palette")
def offered(params: Params) -> list[dict[str, Any]]:
    """The pieces that can be chosen, with their moves and pictures.

    >>> offered({})[0]["name"]
    'wazir'
    """
    return [asdict(each) for each in palette()]
