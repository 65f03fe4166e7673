"""How a specified game begins and is written down: its first position, and the fields of its FEN."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.frontends._yaml.specification.resolved import Resolved
from lasker.kernel.errors import LaskerError
from lasker.notation.fen.fen import board_rows
from lasker.syntax.facts import packed


def start_of(resolved: Resolved) -> str:
    """The first position as FEN: as given, from rows of letters, or the pieces set up to try them out."""
    start = resolved.spec.start
    first = "r" if resolved.spec.chance else resolved.spec.players[0][0]
    if isinstance(start, str):
        return start
    if isinstance(start, list):
        return f"{packed([row.replace(' ', '') for row in start])} {first}"
    return f"{packed(list(_tried(resolved)))} {first}"


def _tried(resolved: Resolved) -> Iterator[str]:
    """Every piece once for each player, from the middle of the lowest rank, as each sees the board."""
    space = resolved.board.space
    ordered = sorted(
        range(len(space.sites)),
        key=lambda site: (
            space.sites[site][1:][::-1],
            abs(2 * space.sites[site][0] - space.low[0] - space.high[0]),
        ),
    )
    standing: dict[int, str] = {}
    for piece, site in zip(resolved.pieces, ordered, strict=False):
        for player, letter in enumerate(piece.letters):
            try:
                place = resolved.board.seen([site], player)[0]
            except LaskerError as error:
                raise error.at(resolved.span("board")) from None
            free = [place, *reversed(ordered)]  # where all see the board alike, others begin at its far end
            standing.setdefault(next((each for each in free if each not in standing), place), letter)
    for row in board_rows(space):
        yield "".join("*" if site is None else standing.get(site, ".") for site in row)


def fen_fields(resolved: Resolved, needs: set[str]) -> str:
    """The fields of FEN: the board, whose turn it is, every mark and counter, the number of the move."""
    if resolved.spec.fen:
        return resolved.spec.fen
    fields = ["board", "side"]
    fields += [f"marked:{mark}" for mark, life in resolved.spec.marks.items() if life != "until end"]
    for name, counter in resolved.spec.counters.items():
        fields.append(f"{'counts' if counter.each else 'counter'}:{name}")
    if resolved.spec.phases:
        fields.append("counter:phase")
    if "ply" in needs:
        fields.append("counter:ply")
    return " ".join([*fields, "number"])
