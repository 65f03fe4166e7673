"""`lasker graph`: movement graphs of pieces, their measures and heat maps."""

from __future__ import annotations

import json as jsonlib
from typing import Any

import click

from lasker.commands.common import YES, json_option, with_exit_status


@click.command()
@click.argument("game")
@click.argument("piece")
@click.option(
    "--measure",
    "name",
    default="mobility",
    show_default=True,
    help="What the heat map shows: mobility, control, closeness, betweenness, wandering.",
)
@click.option("--from", "square", metavar="SQUARE", help="Show distances from this square instead.")
@click.option("--weighted", is_flag=True, help="Measure by the weights of the steps, not by their number.")
@click.option(
    "--svg",
    metavar="OUT",
    help="Write the heat map to this file, as SVG, or as LaTeX for .tex; - for the output.",
)
@json_option
@with_exit_status
def graph(
    game: str, piece: str, name: str, square: str | None, weighted: bool, svg: str | None, as_json: bool
) -> int:
    """The movement graph of a piece: squares, arrows, measures, a heat map."""
    from lasker.drawing.heat_map import heat_svg, heat_text
    from lasker.drawing.picture_files import write_picture
    from lasker.movement.graph import movement_graph
    from lasker.movement.measures import Measured, measure
    from lasker.movement.piece_context import piece_called
    from lasker.movement.weighted_measures import costs, weighted_measure
    from lasker.play.library import model

    loaded = model(game)
    found = movement_graph(loaded, piece_called(loaded, piece))
    measured, label = Measured(found), loaded.space.label
    values: list[float | None]
    content = None
    if square is not None:
        site = loaded.space.site(square)
        lengths = costs(found, site) if weighted else measured.distances(site)
        values = [None if length is None else float(length) for length in lengths]
        content = (site, loaded.rules.vocabulary.content(found.piece.glyph))
        what = f"{'cost' if weighted else 'moves'} of the {found.piece.name} from {square}"
    else:
        values = list(weighted_measure(found, name) if weighted else measure(found, name))
        what = f"{'weighted ' * weighted}{name} of the {found.piece.name}"
    picture = heat_svg(loaded.space, loaded.rules.vocabulary, values, what, content) if svg else ""
    facts: dict[str, Any] = {
        "piece": found.piece.name,
        "squares": len(loaded.space.sites),
        "edges": len(found.edges),
        "moves": len(found.moves),
        "takes": len(found.takes),
        "undirected": len(found.undirected),
        "displacements": len(found.displacements),
        "reversible": found.reversible,
        "parts": [len(part) for part in measured.parts],
        "diameter": measured.diameter,
    }
    weights = found.weighted()
    if found.weights:
        facts["weights"] = sorted(set(weights.values()))
    if as_json:
        if found.weights:
            facts["weights"] = [str(weight) for weight in weights.values()]  # of the edges, in order
        facts["arrows"] = [[label(a), label(b)] for a, b in sorted(found.edges)]
        facts["measure"] = what
        facts["values"] = {label(site): value for site, value in enumerate(values)}
        if svg == "-":
            facts["svg"] = picture
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
    elif svg == "-":
        click.echo(picture, nl=False)
    else:
        for key, value in facts.items():
            shown = " ".join(map(str, value)) if isinstance(value, list) else value
            click.echo(f"{key:<14}{'yes' if value is True else 'no' if value is False else shown}")
        click.echo(f"\n{what}\n\n{heat_text(loaded.space, values)}")
    if svg and svg != "-":
        write_picture(svg, picture)
    return YES


COMMANDS = {"graph": graph}
