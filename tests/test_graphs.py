"""Movement graphs as objects: measures, views, heat maps and the command, on every kind of board."""

from __future__ import annotations

import json
import sys
from collections import deque
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.drawing.diagrams.heat_map import heat_svg, heat_text
from lasker.kernel.errors import LaskerError, NameProblem, PictureError
from lasker.movement.graph import MovementGraph, movement_graph
from lasker.movement.measures import MEASURES, Measured, influence, measure, prominence
from lasker.movement.piece_context import piece_called
from lasker.play.game import load
from lasker.play.library import model


@cache
def graph(game: str, piece: str) -> MovementGraph:
    loaded = model(game)
    return movement_graph(loaded, piece_called(loaded, piece))


def walked(found: MovementGraph, start: int) -> list[int | None]:
    """Distances by a plain breadth-first search."""
    steps: list[int | None] = [None] * len(found.space.sites)
    steps[start] = 0
    todo = deque([start])
    while todo:
        here = todo.popleft()
        for a, b in found.edges:
            if a == here and steps[b] is None:
                steps[b] = (steps[here] or 0) + 1
                todo.append(b)
    return steps


@pytest.mark.parametrize(
    ("game", "piece", "edges"),
    [
        ("nine_mens_morris", "man", 64),  # 32 links, both ways
        # Neighbours in a hexagon of radius 4, in six triangles of side 4, and where these meet it.
        ("chinese_checkers", "peg", 2 * ((9 * 4 * 4 + 3 * 4) + 6 * (18 + 8))),
        ("cylinder_chess", "knight", 8 * 2 * (2 * 7 + 2 * 6)),  # any file; 7 steps of one rank, 6 of two
        ("cylinder_chess", "king", 8 * (2 * 8 + 3 * 2 * 7)),
    ],
)
def test_edges_on_other_boards(game: str, piece: str, edges: int) -> None:
    assert len(graph(game, piece).edges) == edges


def test_edges_on_hexagons() -> None:
    """The king's arrows on 91 hexagons, counted from axial coordinates."""
    cells = {(q, r) for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5}
    near = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    far = [(1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2), (2, -1)]
    assert len(cells) == 91
    naive = sum((q + a, r + b) in cells for q, r in cells for a, b in near + far)
    assert len(graph("glinski", "king").edges) == naive


def test_edges_in_three_dimensions() -> None:
    unicorn = graph("raumschach", "unicorn")
    cells = range(5)
    naive = sum(
        max(x, y, z) < 5 and min(x, y, z) >= 0
        for a in cells
        for b in cells
        for c in cells
        for k in range(1, 5)
        for x in (a + k, a - k)
        for y in (b + k, b - k)
        for z in (c + k, c - k)
    )
    assert len(unicorn.edges) == naive
    assert len(unicorn.displacements) == 4 * 8


def test_distances_parts_and_diameter() -> None:
    knight, bishop = graph("chess", "knight"), graph("chess", "bishop")
    label = knight.space.site
    for square in ("a1", "e4"):
        assert Measured(knight).distances(label(square)) == walked(knight, label(square))
    assert Measured(knight).diameter == max(step or 0 for s in range(64) for step in walked(knight, s)) == 6
    assert [len(part) for part in Measured(bishop).parts] == [32, 32], "a bishop never leaves its colour"
    assert Measured(bishop).distances(label("a1"))[label("a2")] is None
    assert Measured(bishop).diameter == 2


def test_mobility_and_control() -> None:
    knight, pawn = graph("chess", "knight"), graph("chess", "pawn")
    site = knight.space.site
    assert (knight.mobility()[site("a1")], knight.mobility()[site("d4")]) == (2, 8)
    assert knight.mobility() == knight.control()
    assert pawn.control()[site("a3")] == 1
    assert pawn.control()[site("d8")] == 2
    assert pawn.control()[site("d2")] == 0
    assert not pawn.reversible
    assert knight.reversible


def test_weights_and_parallel_edges_of_a_movement_graph() -> None:
    pawn, knight = graph("chess", "pawn"), graph("chess", "knight")
    assert set(knight.weighted().values()) == {2.0}
    many = pawn.multigraph()
    site = pawn.space.site
    promoted = [edge for edge in many if edge[:2] == (site("d7"), site("d8"))]
    assert promoted == [(site("d7"), site("d8"), "moves")] * 4
    assert len(knight.multigraph()) == 2 * 336
    assert set(graph("nine_mens_morris", "man").weighted().values()) == {1.0}


def test_centrality_prefers_the_middle() -> None:
    king = graph("chess", "king")
    site = king.space.site
    for name in MEASURES:
        values = measure(king, name)
        assert len(values) == 64
        assert values[site("d4")] > values[site("a1")], name
        assert values[site("d4")] == pytest.approx(values[site("e5")]), name
    with pytest.raises(NameProblem, match="no measure"):
        measure(king, "beauty")


def test_influence_and_prominence_in_a_position() -> None:
    position = load("chess").position("4k3/8/8/3p4/4P3/3B4/8/4K3 w - - 0 1")
    label = position.game.model.space.label
    assert {label(a) + label(b) for a, b in influence(position.node)} == {"d3e4", "d5e4", "e4d5"}
    found = prominence(position.node)
    assert len(found) == 5
    assert max(found, key=lambda site: found[site]) == position.game.model.space.site("e4")


def test_heat_maps() -> None:
    game = model("nine_mens_morris")
    values: list[float | None] = [1.0] * 23
    with pytest.raises(PictureError):
        heat_svg(game.space, game.rules.vocabulary, values)
    with pytest.raises(PictureError, match="finite"):
        heat_svg(game.space, game.rules.vocabulary, [*values, float("inf")])
    for name in ("nine_mens_morris", "chinese_checkers", "glinski", "raumschach", "cylinder_chess"):
        space, vocabulary = model(name).space, model(name).rules.vocabulary
        numbers: list[float | None] = [float(i % 7) for i in range(len(space.sites))]
        numbers[0] = None
        root = ElementTree.fromstring(heat_svg(space, vocabulary, numbers, "a <title>"))
        heats = [element for element in root.iter() if element.get("class") == "heat"]
        assert len(heats) == len(space.sites) - 1
        assert heat_text(space, numbers)


LARGE = 'lasker 1\ngame "Large"\nplayers a b\nboard {}\npiece man M m\na = %man: step(u)\nb = C a\n'


def test_boards_that_are_too_large_are_refused(tmp_path: Path) -> None:
    for board, command in (("100x100", "show"), ("100x100", "graph"), ("30x30", "graph")):
        file = tmp_path / "large.rules"
        file.write_text(LARGE.format(board).replace("M m", "'M' 'm'"), "utf-8")
        asked = ["graph", str(file), "man"] if command == "graph" else ["show", str(file), "--diagram", "man"]
        told = CliRunner().invoke(main, asked)
        assert told.exit_code == 2
        assert "smaller board" in told.output


def test_the_graph_command(tmp_path: Path) -> None:
    run, out = CliRunner(), tmp_path / "heat.svg"
    told = run.invoke(main, ["graph", "nine_mens_morris", "man", "--svg", str(out)])
    assert told.exit_code == 0, told.output
    assert "undirected    32" in told.output
    ElementTree.fromstring(out.read_text("utf-8"))
    facts = json.loads(
        run.invoke(main, ["graph", "nine_mens_morris", "man", "--from", "a1", "--json"]).output
    )
    assert (facts["squares"], facts["edges"], facts["values"]["g7"]) == (24, 64, 4)
    assert len(facts["arrows"]) == 64
    assert "<svg" in run.invoke(main, ["graph", "nine_mens_morris", "man", "--svg", "-"]).output
    for wrong in (["queen"], ["man", "--measure", "x"], ["man", "--from", "z9"]):
        assert run.invoke(main, ["graph", "nine_mens_morris", *wrong]).exit_code == 2


def test_without_the_package_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rustworkx", None)
    with pytest.raises(LaskerError, match="one more package") as caught:
        Measured(graph("nine_mens_morris", "man")).closeness()
    assert "lasker[graphs]" in (caught.value.remedy or "")
