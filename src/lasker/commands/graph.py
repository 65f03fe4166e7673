"""`lasker graph`: movement graphs of pieces, their measures and heat maps."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING, Any

import click

from lasker.commands.common import YES, json_option, with_exit_status

if TYPE_CHECKING:
    from lasker.model.game import Game as Model


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
    from lasker.drawing.diagrams.heat_map import heat_text
    from lasker.play.library import bases, find, model
    from lasker.runtime.kept_answers import kept_answer

    source, loaded = find(game), model(game)
    found = kept_answer(
        "graph",
        [piece, name, square or "", str(weighted)],
        [source, *bases(source)],
        lambda: _measured(loaded, piece, name, square, weighted),
    )
    facts, what, values = found["facts"], found["measure"], found["values"]
    picture = ""
    if svg:
        from lasker.drawing.diagrams.heat_map import heat_svg

        content = tuple(found["content"]) if found["content"] else None
        picture = heat_svg(loaded.space, loaded.rules.vocabulary, values, what, content)
    if as_json:
        label = loaded.space.label
        if found["weights"]:
            facts["weights"] = found["weights"]  # of the edges, in order
        facts["arrows"] = [[label(a), label(b)] for a, b in found["arrows"]]
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
        from lasker.drawing.documents.picture_files import write_picture

        write_picture(svg, picture)
    return YES


def _measured(game: Model, piece: str, name: str, square: str | None, weighted: bool) -> dict[str, Any]:
    """The movement graph of a piece and its measure, as data of JSON."""
    from lasker.movement.graph import movement_graph
    from lasker.movement.measures import Measured, measure
    from lasker.movement.piece_context import piece_called
    from lasker.movement.weighted_measures import costs, weighted_measure

    found = movement_graph(game, piece_called(game, piece))
    measured = Measured(found)
    values: list[float | None]
    content = None
    if square is not None:
        site = game.space.site(square)
        lengths = costs(found, site) if weighted else measured.distances(site)
        values = [None if length is None else float(length) for length in lengths]
        content = (site, game.rules.vocabulary.content(found.piece.glyph))
        what = f"{'cost' if weighted else 'moves'} of the {found.piece.name} from {square}"
    else:
        values = list(weighted_measure(found, name) if weighted else measure(found, name))
        what = f"{'weighted ' * weighted}{name} of the {found.piece.name}"
    facts: dict[str, Any] = {
        "piece": found.piece.name,
        "squares": len(game.space.sites),
        "edges": len(found.edges),
        "moves": len(found.moves),
        "takes": len(found.takes),
        "undirected": len(found.undirected),
        "displacements": len(found.displacements),
        "reversible": found.reversible,
        "parts": [len(part) for part in measured.parts],
        "diameter": measured.diameter,
    }
    weights = found.weighted().values() if found.weights else ()
    if weights:
        facts["weights"] = [str(weight) for weight in sorted(set(weights))]
    return {
        "facts": facts,
        "weights": [str(weight) for weight in weights],
        "arrows": sorted(found.edges),
        "measure": what,
        "values": values,
        "content": content,
    }


COMMANDS = {"graph": graph}
