"""How a specified game begins and is written down: its first position, and the fields of its FEN."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.frontends._graph.design import Design
from lasker.kernel.errors import LaskerError
from lasker.notation.fen.fen import board_rows
from lasker.syntax.game_reader import packed


def start_of(design: Design) -> str:
    """The first position as FEN: as given, from rows of letters, or the pieces set up to try them out."""
    start = design.spec.start
    first = "r" if design.spec.chance else design.spec.players[0][0]
    if isinstance(start, str):
        return start
    if isinstance(start, list):
        return f"{packed([row.replace(' ', '') for row in start])} {first}"
    return f"{packed(list(_tried(design)))} {first}"


def _tried(design: Design) -> Iterator[str]:
    """Every piece once for each player, from the middle of the lowest rank, as each sees the board."""
    space = design.board.space
    ordered = sorted(
        range(len(space.sites)),
        key=lambda site: (
            space.sites[site][1:][::-1],
            abs(2 * space.sites[site][0] - space.low[0] - space.high[0]),
        ),
    )
    standing: dict[int, str] = {}
    for piece, site in zip(design.pieces, ordered, strict=False):
        for player, letter in enumerate(piece.letters):
            try:
                place = design.board.seen([site], player)[0]
            except LaskerError as error:
                raise error.at(design.span("board")) from None
            free = [place, *reversed(ordered)]  # where all see the board alike, others begin at its far end
            standing.setdefault(next((each for each in free if each not in standing), place), letter)
    for row in board_rows(space):
        yield "".join("*" if site is None else standing.get(site, ".") for site in row)


def fen_fields(design: Design, needs: set[str]) -> str:
    """The fields of FEN: the board, whose turn it is, every mark and counter, the number of the move."""
    if design.spec.fen:
        return design.spec.fen
    fields = ["board", "side"]
    fields += [f"marked:{mark}" for mark, life in design.spec.marks.items() if life != "until end"]
    for name, counter in design.spec.counters.items():
        fields.append(f"{'counts' if counter.each else 'counter'}:{name}")
    if design.spec.phases:
        fields.append("counter:phase")
    if "ply" in needs:
        fields.append("counter:ply")
    return " ".join([*fields, "number"])
