"""Methods for the diagram on which moves are clicked: its cells, and the notation that the clicks make."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from lasker.design import clicks, steps
from lasker.kernel.errors import NotationError
from lasker.space.compass import Compass
from lasker.space.plane import plane_layout
from lasker.syntax.betza import read
from lasker.web.methods import Params, method
from lasker.web.params import optional_text, text

MOST_CELLS = 400
LONGEST = 4_000  # letters of a notation
MODES = {"ride": False, "moves": True, "takes": True, "first": False}


@method("design.field")
def field(params: Params) -> dict[str, Any]:
    """The cells of the diagram for a `board` of some directions, placed in a box, in hundredths of its width:
    the displacement of each, its images, and whether a click may name it.

    >>> found = field({"board": "hex"})
    >>> found["kind"], found["cells"][0]["by"], len(found["cells"][1]["all"])
    ('hex', [0, -5], 12)
    """
    return _field(_board(params))


@cache
def _field(board: str) -> dict[str, Any]:
    compass = steps.compass_called(board)
    space = steps.field(compass)
    drawn = plane_layout(space, coordinates=False)
    outlines = [drawn.outline(site) for site in range(len(space.sites))]
    xs, ys = ([corner[axis] for outline in outlines for corner in outline] for axis in (0, 1))
    left, top, width = min(xs), min(ys), max(xs) - min(xs)
    return {
        "kind": drawn.kind,
        "height": round(100 * (max(ys) - top) / width, 3),
        "cells": [
            {
                "by": list(by),
                "name": ", ".join(map(str, by)) if board == "square" else steps.word(compass, by),
                "box": [
                    round(100 * each / width, 3)
                    for each in (
                        min(x for x, _ in outline) - left,
                        min(y for _, y in outline) - top,
                        max(x for x, _ in outline) - min(x for x, _ in outline),
                        max(y for _, y in outline) - min(y for _, y in outline),
                    )
                ],
                "shade": shade,
                "all": [list(each) for each in steps.images(compass, by)],
                "sides": [list(each) for each in steps.images(compass, by, "sides")],
                "clicked": any(by) and (board != "square" or max(map(abs, by)) <= clicks.FARTHEST),
            }
            for by, outline, shade in zip(space.sites, outlines, drawn.shades, strict=True)
        ],
    }


@method("design.diagram")
def squares(params: Params) -> dict[str, Any]:
    """Where a piece goes from the middle of an empty board, and the clicks that make its notation: `betza`,
    or a term on a `board` without squares; no clicks where there is more to it.

    >>> squares({"betza": "fW"})["cells"]
    [{'by': [0, 1], 'ride': False, 'moves': True, 'takes': True, 'first': False}]
    >>> [cell["by"] for cell in squares({"betza": "both(take(ur, t))", "board": "hexfiles"})["reached"]]
    [(-1, 1), (1, 0)]
    """
    notation, board = text(params.get("betza"), "betza", LONGEST), _board(params)
    if board == "square":
        cells = clicks.cells_of(notation)
        return {
            "reached": [_told(each) for each in clicks.diagram_of(notation)],
            "cells": None if cells is None else [_told(each) for each in cells],
            "words": read(notation).words() if notation else "",
        }
    compass = steps.compass_called(board)
    found = steps.steps_of(compass, notation)
    reached = steps.reached_of(compass, found or ())
    return {
        "reached": [{**asdict(each), "kind": "ride" if each.ride else "leap"} for each in reached],
        "cells": None if found is None else [asdict(each) for each in found],
        "words": "",
    }


@method("design.betza")
def notation(params: Params) -> dict[str, Any]:
    """The notation of clicked `cells` for a `board`, with its diagram. What a `piece` does from its first
    squares alone is told of the region that its name has.

    >>> notation({"cells": [{"by": [1, 2]}, {"by": [0, 1], "takes": False}]})["betza"]
    'fmWrfN'
    >>> notation({"cells": [{"by": [1, 1], "ride": True}], "board": "hexfiles"})["betza"]
    'ride(u ur, t)'
    """
    given, board = params.get("cells"), _board(params)
    if not isinstance(given, list) or len(given) > MOST_CELLS:
        raise NotationError(f"cells are a list of at most {MOST_CELLS} squares")
    compass = steps.compass_called(board)
    found = [_step(each, compass) for each in given]
    if board == "square":
        written = clicks.betza_of(
            clicks.Cell(each.by[0], each.by[1], each.ride, each.moves, each.takes, each.first)
            for each in found
        )
    else:
        written = steps.term_of(compass, found, optional_text(params, "piece") or "piece")
    return {"betza": written, **squares({"betza": written, "board": board})}


def _board(params: Params) -> str:
    return optional_text(params, "board") or "square"


def _told(cell: clicks.Cell | clicks.Reached) -> dict[str, Any]:
    facts = asdict(cell)
    return {"by": [facts.pop("x"), facts.pop("y")], **facts}


def _step(facts: Any, compass: Compass) -> steps.Step:
    by = facts.get("by") if isinstance(facts, dict) else None
    size = len(compass.origin)
    if not isinstance(by, list) or len(by) != size or any(type(each) is not int for each in by):
        raise NotationError(f"a cell is a JSON object with by, a list of {size} whole numbers")
    modes = {name: facts.get(name, usual) for name, usual in MODES.items()}
    if not all(isinstance(value, bool) for value in modes.values()):
        raise NotationError("ride, moves, takes and first are true or false")
    return steps.Step(tuple(by), **modes)
