"""How a specified game begins and is written down: its first position, its FEN, its regions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from lasker.frontends._graph.design import Design
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source, Span
from lasker.notation.fen import board_rows
from lasker.space.space import file_name
from lasker.syntax.rules import Rules


def start_of(design: Design) -> str:
    """The first position as FEN: as given, from rows of letters, or the pieces set up to try them out."""
    start, first = design.spec.start, design.spec.players[0][0]
    if isinstance(start, str):
        return start
    if isinstance(start, list):
        return f"{_packed(row.replace(' ', '') for row in start)} {first}"
    return f"{_packed(_tried(design))} {first}"


def _packed(rows: Iterable[str]) -> str:
    """Rows of letters as FEN: dots are counted.

    >>> _packed(["..k", "...", "K.."])
    '2k/3/K2'
    """
    return "/".join(
        "".join(str(len(list(run))) if sign == "." else "".join(run) for sign, run in groupby(row))
        for row in rows
    )


def _tried(design: Design) -> Iterator[str]:
    """Every piece once for each player, from the middle of the lowest rank, as each sees the board."""
    space = design.ground.space
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
                place = design.ground.seen([site], player)[0]
            except LaskerError as error:
                raise error.at(design.span("board")) from None
            if place not in standing:
                standing[place] = letter
    for row in board_rows(space):
        yield "".join("*" if site is None else standing.get(site, ".") for site in row)


def fen_fields(design: Design, needs: set[str]) -> str:
    """The fields of FEN: the board, whose turn it is, every counter, the number of the move."""
    if design.spec.fen:
        return design.spec.fen
    fields = ["board", "side"]
    for name, counter in design.spec.counters.items():
        fields.append(f"{'counts' if counter.each else 'counter'}:{name}")
    if design.spec.phases:
        fields.append("counter:phase")
    if "ply" in needs:
        fields.append("counter:ply")
    return " ".join([*fields, "number"])


def region_lines(design: Design) -> Iterator[tuple[str, Span]]:
    """The declared regions as lines of rules."""
    players = design.spec.players
    for name, region in design.spec.regions.items():
        span = design.span("regions", name)
        if isinstance(region, str):
            yield f"region  {name} = {region}", span
            continue
        unknown = [owner for owner in region if owner not in {*players, "each"}]
        if unknown:
            raise DeclarationError(
                f"{unknown[0]} does not play", span=span,
                remedy=f"a region belongs to {', '.join(players)}, or `each`, as that player sees it",
            )  # fmt: skip
        for owner, area in region.items():
            if owner != "each":
                yield f"region  {name} of {owner} = {area}", span
                continue
            for line in region_of_sites(design, name, _sites(design, area, span), set(region) - {"each"}):
                yield line, span


def _sites(design: Design, area: str, span: Span) -> frozenset[int]:
    try:
        rules = Rules(
            Source(f"board {' '.join(design.ground.words)}\nregion area = {area}", design.source.name)
        )
    except LaskerError as error:
        error.span = span
        raise
    assert rules.space is not None
    return rules.space.regions["area", None]


def region_of_sites(
    design: Design, name: str, sites: Iterable[int], without: Iterable[str] = ()
) -> Iterator[str]:
    """A region of each player, the squares as he sees the board."""
    players, chosen = design.spec.players, list(sites)
    if len(players) == 1:
        yield f"region  {name} = {_listed(design, set(chosen))}"
        return
    for number, player in enumerate(players):
        if player not in without:
            yield f"region  {name} of {player} = {_listed(design, set(design.ground.seen(chosen, number)))}"


def _listed(design: Design, sites: set[int]) -> str:
    """Squares as rules list them, whole ranks and files by name."""
    space = design.ground.space
    for axis, kind in ((1, "rank"), (0, "file")):
        if axis >= space.dimension:
            continue
        lines: dict[int, set[int]] = {}
        for site, place in enumerate(space.sites):
            lines.setdefault(place[axis] - space.low[axis], set()).add(site)
        chosen = [number for number, line in sorted(lines.items()) if line <= sites]
        if chosen and set().union(*(lines[number] for number in chosen)) == sites:
            return ", ".join(f"{kind} {number + 1 if axis else file_name(number)}" for number in chosen)
    return ", ".join(space.label(site) for site in sorted(sites))
