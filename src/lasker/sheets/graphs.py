"""Exercises about movement graphs: degrees, distances, shortest paths, components, colourings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

from lasker import calculator
from lasker.algebra.contents import CHESSMEN
from lasker.drawing.boards.board_svg import board_svg
from lasker.drawing.boards.text import draw_squares
from lasker.drawing.diagrams.heat_map import heat_svg, heat_text
from lasker.drawing.documents.page import Block, Paragraph, Picture, Pictures
from lasker.movement.graph import MovementGraph
from lasker.movement.measures import Measured
from lasker.sheets.exercise import Exercise, Maker
from lasker.space.board_kinds import KINDS as BOARDS

# Pieces by their moves, in words of the language; the glyph is how they are drawn.
PIECES = {
    1: (("all4(step(u))", "♖"), ("all4(step(ur))", "♗"), ("all8(step(uur))", "♘"),
        ("step(u) | step(r)", "♙")),
    2: (("all8(step(uur))", "♘"), ("all4(slide(u))", "♖"), ("all4(slide(ur))", "♗"),
        ("all4(step(uu))", "♔")),
    3: (("all8(step(uuur))", "♘"), ("all4(slide(uu))", "♖"), ("step(u) | step(rr) | step(dl)", "♙"),
        ("all8(step(uur)) | all4(step(u))", "♕")),
}  # fmt: skip
SIZES = {1: ((3, 3), (4, 3)), 2: ((4, 4), (5, 3)), 3: ((5, 4), (5, 5))}  # of boards, by difficulty
SPACES = {1: ("square",), 2: ("square", "cylinder"), 3: ("square", "cylinder", "torus")}


@lru_cache(maxsize=256)
def graph(move: str, glyph: str, wide: int, high: int, kind: str) -> MovementGraph:
    """The movement graph of a piece alone on a board, by the evaluator.

    >>> len(graph("all8(step(uur))", "♘", 3, 3, "square").edges)
    16
    """
    words = calculator.rules(space=kind)
    term = calculator.parse(f"%{glyph}: {move}", words)
    empty = calculator.board("/".join(["." * wide] * high), words, kind)
    arena, content = empty.arena, words.vocabulary.content(glyph)
    edges = set()
    for site in range(wide * high):
        board = arena.start(content if at == site else 0 for at in range(wide * high))
        for end in arena.results(term.value, board):  # type: ignore[arg-type]
            edges |= {(site, at) for at, there in enumerate(end.board) if there == content and at != site}
    piece = next(piece for piece in words.vocabulary.pieces if piece.glyph == glyph)
    return MovementGraph(arena.space, piece, frozenset(edges), frozenset(), Counter(dict.fromkeys(edges, 1)))


def _chosen(random: Random, difficulty: int) -> tuple[MovementGraph, str]:
    """A graph, and the words that describe it."""
    move, glyph = random.choice(PIECES[difficulty])
    wide, high = random.choice(SIZES[difficulty])
    kind = random.choice(SPACES[difficulty])
    board = f"a board of {wide} × {high} squares" + (
        "" if kind == "square" else f", glued to a {BOARDS[kind].name}"
    )
    return graph(move, glyph, wide, high, kind), f"A piece moves by `{move}` on {board}."


def _facts(found: MovementGraph, told: str) -> dict[str, Any]:
    label = found.space.label
    return {"graph": told, "arrows": [[label(a), label(b)] for a, b in sorted(found.edges)]}


def _plain(found: MovementGraph, at: int | None = None, path: Sequence[int] = ()) -> Picture:
    """The board, with the piece on a square and the arrows of a path."""
    board = [
        CHESSMEN.content(found.piece.glyph) if site == at else 0 for site in range(len(found.space.sites))
    ]
    arrows = list(pairwise(path))
    width = 26.0 * max(3.0, len(board) ** 0.5)
    svg = board_svg(found.space, CHESSMEN, board, arrows=arrows)
    return Picture(svg, draw_squares(found.space, CHESSMEN, board), width)


def _numbers(found: MovementGraph, values: Sequence[int | None], at: int | None = None) -> Picture:
    shown = [None if value is None else float(value) for value in values]
    content = None if at is None else (at, CHESSMEN.content(found.piece.glyph))
    width = 26.0 * max(3.0, len(values) ** 0.5)
    return Picture(heat_svg(found.space, CHESSMEN, shown, "", content), heat_text(found.space, shown), width)


def degrees(random: Random, difficulty: int) -> Exercise | None:
    """The out-degree of every square, and the number of edges."""
    found, told = _chosen(random, difficulty)
    values = found.mobility()
    question = (
        Paragraph(
            f"{told} Write on every square the number of squares to which it can go. How many edges are "
            "there?"
        ),
        Pictures((_plain(found),)),
    )
    solution = (Paragraph(f"There are {sum(values)} directed edges."), Pictures((_numbers(found, values),)))
    names = map(found.space.label, range(len(values)))
    facts = {
        **_facts(found, told),
        "degrees": dict(zip(names, values, strict=True)),
        "edges": len(found.edges),
    }
    return Exercise("degrees", question, solution, facts)


def distances(random: Random, difficulty: int) -> Exercise | None:
    """The distance of every square from one."""
    found, told = _chosen(random, difficulty)
    start = random.randrange(len(found.space.sites))
    values = Measured(found).distances(start)
    if max(value or 0 for value in values) < 2:
        return None
    label = found.space.label
    question = (
        Paragraph(f"{told} Write on every square the least number of moves from {label(start)}; leave free "
              "what it cannot reach."),
        Pictures((_plain(found, start),)),
    )  # fmt: skip
    solution = (Pictures((_numbers(found, values, start),)),)
    table = {label(at): value for at, value in enumerate(values)}
    return Exercise(
        "distances", question, solution, {**_facts(found, told), "from": label(start), "distances": table}
    )


def path(random: Random, difficulty: int) -> Exercise | None:
    """A shortest path between two squares."""
    found, told = _chosen(random, difficulty)
    start, goal = random.sample(range(len(found.space.sites)), 2)
    values = Measured(found).distances(start)
    length = values[goal]
    if length is None or length < 1 + difficulty // 2:
        return None
    way = [goal]
    while way[0] != start:
        before = [a for a, b in found.edges if b == way[0] and values[a] == (values[b] or 0) - 1]
        way.insert(0, min(before))
    label = found.space.label
    question = (
        Paragraph(
            f"{told} Find a shortest path from {label(start)} to {label(goal)}. Why is there no shorter one?"
        ),
        Pictures((_plain(found, start),)),
    )
    solution = (
        Paragraph(
            f"{length} moves, for example {' '.join(map(label, way))}. The distances of all squares show it:"
        ),
        Pictures((_plain(found, start, way), _numbers(found, values, start))),
    )
    facts = {
        **_facts(found, told),
        "from": label(start),
        "to": label(goal),
        "length": length,
        "path": list(map(label, way)),
    }
    return Exercise("path", question, solution, facts)


def components(random: Random, difficulty: int) -> Exercise | None:
    """The weakly connected components, isolated squares included."""
    found, told = _chosen(random, difficulty)
    size = len(found.space.sites)
    parts = Measured(found).parts
    inside = {site for part in parts for site in part}
    every = [*parts, *({site} for site in range(size) if site not in inside)]
    numbers: list[int | None] = [
        next(i for i, part in enumerate(every, 1) if site in part) for site in range(size)
    ]
    question = (
        Paragraph(f"{told} Two squares are connected if one can be reached from the other along edges in "
                  "either direction. How many connected components are there? Number them on the board."),
        Pictures((_plain(found),)),
    )  # fmt: skip
    sizes = ", ".join(str(len(part)) for part in every)
    solution: tuple[Block, ...] = (
        Paragraph(f"{len(every)}, of {sizes} square{'s' * (sizes != '1')}."),
        Pictures((_numbers(found, numbers),)),
    )
    return Exercise(
        "components", question, solution, {**_facts(found, told), "components": [len(part) for part in every]}
    )


def colouring(random: Random, difficulty: int) -> Exercise | None:
    """Is the graph bipartite? A colouring with two colours, or a cycle of odd length."""
    found, told = _chosen(random, difficulty)
    colours, odd = two_coloured(len(found.space.sites), found.undirected)
    if not found.edges:
        return None
    question = (
        Paragraph(f"{told} Can the squares be coloured with two colours so that every move changes the "
                  "colour? Give a colouring, or a closed path with an odd number of moves."),
        Pictures((_plain(found),)),
    )  # fmt: skip
    label = found.space.label
    facts = {**_facts(found, told), "bipartite": not odd, "cycle": list(map(label, odd))}
    if odd:
        told_cycle = Paragraph(f"No: {' '.join(map(label, odd))} is a closed path of {len(odd) - 1} moves.")
        return Exercise("colouring", question, (told_cycle, Pictures((_plain(found, None, odd),))), facts)
    numbers: list[int | None] = [colour + 1 for colour in colours]
    return Exercise("colouring", question, (Paragraph("Yes:"), Pictures((_numbers(found, numbers),))), facts)


def two_coloured(size: int, edges: frozenset[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """A colour for each vertex, and a closed path of odd length if two colours do not suffice.

    >>> two_coloured(3, frozenset({(0, 1), (1, 2)}))
    ([0, 1, 0], [])
    >>> two_coloured(3, frozenset({(0, 1), (1, 2), (0, 2)}))[1]
    [0, 1, 2, 0]
    """
    beside: dict[int, list[int]] = {at: [] for at in range(size)}
    for a, b in sorted(edges):
        beside[a].append(b)
        beside[b].append(a)
    colours, parents = dict[int, int](), dict[int, int]()
    for root in range(size):
        if root in colours:
            continue
        colours[root] = 0
        todo = [root]
        for at in todo:  # the list grows
            for to in beside[at]:
                if to not in colours:
                    colours[to], parents[to] = 1 - colours[at], at
                    todo.append(to)
                elif colours[to] == colours[at]:
                    return [colours.get(site, 0) for site in range(size)], _cycle(at, to, parents)
    return [colours[site] for site in range(size)], []


def _cycle(a: int, b: int, parents: dict[int, int]) -> list[int]:
    """The closed path of an edge and the ways of both its ends to where these meet."""

    def way(at: int) -> list[int]:
        found = [at]
        while found[-1] in parents:
            found.append(parents[found[-1]])
        return found

    one, two = way(a), way(b)
    meeting = next(at for at in one if at in two)
    up, down = one[: one.index(meeting) + 1], two[: two.index(meeting)]
    found = [*reversed(up), *down]
    return [*found, found[0]]


KINDS: dict[str, Maker] = {
    "degrees": degrees,
    "distances": distances,
    "path": path,
    "components": components,
    "colouring": colouring,
}
