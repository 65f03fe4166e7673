"""Writing a game of Ludii from a game in outline: steps, slides and leaps."""

from __future__ import annotations

from lasker.frontends._lud.moves import DIRECTIONS
from lasker.frontends._outline.outline import Outline, PieceKind
from lasker.frontends._outline.paths import ways_of
from lasker.frontends._outline.ways import EMPTY, ENEMY, Vector, Way
from lasker.frontends._squares import square_name

RELATIVE = {
    vectors[0]: name
    for name, vectors in DIRECTIONS.items()
    if len(vectors) == 1 and name in ("forward", "backward", "rightward", "leftward", "fr", "fl", "br", "bl")
}
SPELLED = {"fr": "FR", "fl": "FL", "br": "BR", "bl": "BL"}
TESTS = {
    frozenset((EMPTY,)): "(is Empty (to))",
    frozenset((ENEMY,)): "(is Enemy (who at:(to)))",
    frozenset((EMPTY, ENEMY)): "(not (is Friend (who at:(to))))",
}
STALEMATE = {
    "drawn": "(if (no Moves Next) (result Mover Draw))",
    "lost": "(if (no Moves Next) (result Mover Win))",
    "won": "(if (no Moves Next) (result Next Win))",
}


def lud_text(outline: Outline) -> tuple[str, list[str]]:
    """The text of a file, and what it does not say."""
    lost: list[str] = []
    files, ranks = outline.size
    shape = f"(square {files})" if files == ranks else f"(rectangle {ranks} {files})"
    if outline.holes:
        lost.append("holes of the board")
    if outline.drops:
        lost.append("drops")
    pieces = [_piece(kind, lost) for kind in outline.kinds]
    regions = ""
    if outline.goal_kinds:
        regions = "\n      ".join(
            f"(regions P{player + 1} (sites {{{_squares(outline.goal[player])}}}))" for player in (0, 1)
        )
    equipment = "\n      ".join(filter(None, [f"(board {shape})", *pieces, regions]))
    places = []
    for kind in outline.kinds:
        for player in (0, 1):
            at = {s for s, found in outline.placed.items() if found == (kind.name, player)}
            if at:
                places.append(f'(place "{kind.name.capitalize()}{player + 1}" {{{_squares(at)}}})')
    ends = [f'("Checkmate" "{kind.name.capitalize()}")' for kind in outline.kinds if kind.royal]
    ends += ["(if (no Pieces Next) (result Mover Win))"] if outline.capture_all else []
    ends += ["(if (is In (last To) (sites Mover)) (result Mover Win))"] if outline.goal_kinds else []
    ends.append(STALEMATE[outline.stalemate])
    start, end = ("\n        ".join(each) for each in (places, ends))
    return (
        f'(game "{outline.title}"\n  (players 2)\n  (equipment {{\n      {equipment}\n  }})\n  (rules\n'
        f"    (start {{\n        {start}\n    }})\n    (play (forEach Piece))\n"
        f"    (end {{\n        {end}\n    }})\n  )\n)\n"
    ), lost


def _squares(squares: set[tuple[int, int]]) -> str:
    return " ".join(f'"{square_name(square).upper()}"' for square in sorted(squares))


def _piece(kind: PieceKind, lost: list[str]) -> str:
    ways, untold = ways_of(kind.betza)
    lost += [f"{each} of the {kind.name}" for each in untold]
    if kind.promotes:
        lost.append(f"promotion of the {kind.name}")
    moves = []
    for group in _groups(ways):
        told = _move(group)
        if told is None:
            how = ", from its first squares" if group[0].initial else ""
            lost.append(f"the way {group[0].vector[0]},{group[0].vector[1]} of the {kind.name}{how}")
        else:
            moves.append(told)
    body = moves[0] if len(moves) == 1 else f"(or {{{' '.join(moves)}}})" if moves else ""
    return f'(piece "{kind.name.capitalize()}" Each {body})'


def _groups(ways: list[Way]) -> list[list[Way]]:
    """Ways that differ only in their direction."""
    found: dict[tuple[object, ...], list[Way]] = {}
    for way in ways:
        shape = tuple(sorted(map(abs, way.vector)))
        found.setdefault((shape, way.rides, way.target, way.initial, way.lame, way.hops), []).append(way)
    return list(found.values())


def _move(ways: list[Way]) -> str | None:
    """A group of ways as one move; None where Ludii has no simple words for it."""
    way = ways[0]
    if way.initial or way.lame or way.hops or way.target not in TESTS:
        return None
    to = f"(to if:{TESTS[way.target]} (apply (remove (to))))" if ENEMY in way.target else ""
    vectors = {each.vector for each in ways}
    if max(map(abs, way.vector)) == 1:
        if way.rides and way.target == frozenset((ENEMY,)):
            return None
        return f"(move {'Slide' if way.rides else 'Step'} {_named(vectors)} {to})".replace(" )", ")")
    x, y = sorted(map(abs, way.vector))
    if way.rides or len(vectors) != (4 if 0 in (x, y) or x == y else 8):
        return None
    ahead = " ".join("F" * y)
    sides = [f"{{{ahead} {turn} {' '.join('F' * x)}}}" for turn in "RL"] if x else [f"{{{ahead}}}"]
    return f"(move Leap {{{' '.join(sides)}}} {to})".replace(" )", ")")


def _named(vectors: set[Vector]) -> str:
    for name in ("orthogonal", "diagonal", "all"):
        if set(DIRECTIONS[name]) == vectors:
            return name.capitalize()
    names = [SPELLED.get(RELATIVE[vector], RELATIVE[vector].capitalize()) for vector in sorted(vectors)]
    return names[0] if len(names) == 1 else f"{{{' '.join(names)}}}"
