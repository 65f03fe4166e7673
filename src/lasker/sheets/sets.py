"""Exercises about chess as sets: ranges, checks, legal moves, mates, on boards of any size."""

from __future__ import annotations

from random import Random
from typing import Any

from lasker.algebra.contents import CHESSMEN
from lasker.drawing.boards.board_svg import CHOSEN, board_svg
from lasker.drawing.boards.text import draw_squares
from lasker.drawing.documents.page import Block, Paragraph, Picture, Pictures
from lasker.formulations.foundations import repaired, square, write
from lasker.formulations.foundations.sets import Colour, Position, State, Tile, Type, fill, graph, men, shape
from lasker.sheets.exercise import Exercise, Maker
from lasker.space import layout
from lasker.space.shapes import rectangle
from lasker.space.space import LatticeSpace

SIZES = {1: (4, 4), 2: (5, 5), 3: (6, 6)}  # of boards, by difficulty
MEN = {1: 1, 2: 3, 3: 5}  # besides the kings
TYPES: tuple[Type, ...] = ("P", "N", "B", "R", "Q")
NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
WHITE, BLACK = dict(zip("KQRBNP", "♔♕♖♗♘♙", strict=True)), dict(zip("KQRBNP", "♚♛♜♝♞♟", strict=True))
CHECK = "#d0643c"


def _state(random: Random, difficulty: int, around: bool = False) -> State:
    """A state with both kings and some men; `around`, all of them near one corner."""
    wide, high = SIZES[difficulty]
    places: list[Position] = [(x, y) for x in range(wide) for y in range(high)]
    if around:
        places = [place for place in places if max(place) < 4]
    number = 2 + MEN[difficulty]
    chosen = random.sample(places, number)
    pieces: list[tuple[Colour, Type]] = [("white", "K"), ("black", "K")]
    for _ in range(number - 2):
        pieces.append((random.choice(("white", "black")), random.choice(TYPES)))
    placed = [(k, p) for k, p in zip(chosen, pieces, strict=True) if p[1] != "P" or 0 < k[1] < high - 1]
    return State(fill(frozenset(placed), (wide, high)), random.choice(("white", "black")))


def _picture(state: State, marked: dict[Position, str] | None = None) -> Pictures:
    """The board of a state, some squares of it in a colour."""
    space, content = rectangle(*shape(state.grid)), graph(state.grid)
    board = []
    for site in map(tuple, space.sites):
        owner, kind = content[site]
        board.append(CHESSMEN.content((WHITE if owner == "white" else BLACK).get(kind, ".")))
    tints = {at: colour for at, site in enumerate(space.sites) if (colour := (marked or {}).get(tuple(site)))}
    svg = board_svg(space, CHESSMEN, board, highlights=tints)
    return Pictures((Picture(svg, _text(space, board, set(tints)), 24.0 * shape(state.grid)[0]),))


def _text(space: LatticeSpace, board: list[int], marked: set[int]) -> str:
    """The board as text, with brackets around marked squares."""
    if not marked:
        return draw_squares(space, CHESSMEN, board)
    glyphs = map(CHESSMEN.glyph, board)
    cells = (f"[{glyph}]" if at in marked else f" {glyph} " for at, glyph in enumerate(glyphs))
    return layout.draw(space.compass, zip(space.sites, cells, strict=True))


def _written(squares: set[str]) -> str:
    return f"{{{', '.join(sorted(squares))}}}" if squares else "∅"


def _tile(random: Random, state: State) -> Tile:
    return random.choice(sorted(men(state.grid), key=str))


def reach(random: Random, difficulty: int) -> Exercise | None:
    """The range of a piece (Definition 8), to be marked on the board."""
    state = _state(random, difficulty)
    tile = _tile(random, state)
    found = {k for k, _ in repaired.reach(state.grid, tile)}
    if not found:
        return None
    k, (colour, kind) = tile
    question = (
        Paragraph(
            f"Mark the squares to which the {colour} {NAMES[kind]} on {square(k)} can move (Definition 8)."
        ),
        _picture(state),
    )
    names = {square(each) for each in found}
    solution: tuple[Block, ...] = (
        Paragraph(f"range({square(k)}) = {_written(names)}"),
        _picture(state, dict.fromkeys(found, CHOSEN)),
    )
    facts: dict[str, Any] = {"state": write(state), "square": square(k), "range": sorted(names)}
    return Exercise("range", question, solution, facts)


def attacked(random: Random, difficulty: int) -> Exercise | None:
    """All squares that one side attacks: a union of sets."""
    state = _state(random, difficulty)
    tiles = sorted(repaired.of_colour(state.grid, state.colour), key=str)
    sets = {tile: {square(k) for k, _ in repaired.attacks(state.grid, tile)} for tile in tiles}
    whole = {name for each in sets.values() for name in each}
    marked = {k: CHOSEN for k, _ in state.grid if square(k) in whole}
    question = (
        Paragraph(
            f"Write down the set of squares that {state.colour} attacks, as a union over {state.colour}'s "
            "pieces."
        ),
        _picture(state),
    )
    union = " ∪ ".join(_written(each) for each in sets.values())
    solution = (Paragraph(f"{union} = {_written(whole)}"), _picture(state, marked))
    return Exercise("attacked", question, solution, {"state": write(state), "attacked": sorted(whole)})


def check(random: Random, difficulty: int) -> Exercise | None:
    """Is a king in check (Definition 9), and by which pieces?"""
    state = _state(random, difficulty)
    other: Colour = "black" if state.colour == "white" else "white"
    [king] = repaired.kings(state.grid, state.colour)
    by = [
        tile for tile in repaired.of_colour(state.grid, other) if king in repaired.attacks(state.grid, tile)
    ]
    if bool(by) != (random.random() < 0.7):  # most of them shall be checks
        return None
    assert bool(by) == repaired.in_check(state.grid, state.colour)
    question = (
        Paragraph(f"Is the {state.colour} king in check (Definition 9)? By which pieces?"),
        _picture(state),
    )
    names = sorted(f"the {NAMES[kind]} on {square(k)}" for k, (_, kind) in by)
    answer = (
        f"Yes, by {' and '.join(names)}." if by else "No: no range of the other side contains its square."
    )
    marked = {k: CHECK for k, _ in [*by, king]} if by else {}
    facts = {"state": write(state), "check": bool(by), "by": sorted(square(k) for k, _ in by)}
    return Exercise("check", question, (Paragraph(answer), _picture(state, marked)), facts)


def legal(random: Random, difficulty: int) -> Exercise | None:
    """The moves of a state (Definition 10), and which of them are legal (Definition 12)."""
    state = _state(random, difficulty)
    every = {square(a) + square(b) for (a, _), (b, _) in repaired.moves(state)}
    allowed = {square(a) + square(b) for (a, _), (b, _) in repaired.legal_moves(state)}
    if not allowed or every == allowed or len(every) > 12 * difficulty:
        return None
    question = (
        Paragraph(
            f"It is {state.colour}'s turn. Write down the set of moves (Definition 10). Which of them are "
            "not legal?"
        ),
        _picture(state),
    )
    solution = (
        Paragraph(f"There are {len(every)} moves; legal are {_written(allowed)}."),
        Paragraph(
            f"Not legal are {_written(every - allowed)}: they leave the {state.colour} king in check, or "
            "capture a king."
        ),
    )
    facts = {"state": write(state), "moves": sorted(every), "legal": sorted(allowed)}
    return Exercise("legal", question, solution, facts)


def end(random: Random, difficulty: int) -> Exercise | None:
    """Checkmate, stalemate, or neither (Definitions 13 and 14)?"""
    state = _state(random, difficulty, around=True)
    mate, stale = repaired.is_checkmate(state), repaired.is_stalemate(state)
    wanted = random.random()
    if (mate, stale) != (wanted < 0.5, 0.5 <= wanted < 0.75):
        return None
    answer = "checkmate" if mate else "stalemate" if stale else "neither"
    question = (
        Paragraph(
            f"It is {state.colour}'s turn. Is this a checkmate, a stalemate, or neither (Definitions 13, 14)?"
        ),
        _picture(state),
    )
    legal_moves = {square(a) + square(b) for (a, _), (b, _) in repaired.legal_moves(state)}
    checked = "in check" if repaired.in_check(state.grid, state.colour) else "not in check"
    told = Paragraph(
        f"It is {answer}: the king is {checked}, and the set of legal moves is {_written(legal_moves)}."
    )
    return Exercise("end", question, (told,), {"state": write(state), "answer": answer})


KINDS: dict[str, Maker] = {"range": reach, "check": check, "attacked": attacked, "legal": legal, "end": end}
