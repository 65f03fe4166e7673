"""Writing a game of Zillions from a game in outline: leaps, rides, lame leaps and hoppers."""

from __future__ import annotations

from lasker.frontends._outline.outline import Outline, PieceKind
from lasker.frontends._outline.paths import ways_of
from lasker.frontends._outline.ways import EMPTY, ENEMY, MODES, Vector, Way, between
from lasker.frontends._squares import Square, square_name

NAMES: dict[Vector, str] = {
    (0, 1): "n", (1, 0): "e", (0, -1): "s", (-1, 0): "w",
    (1, 1): "ne", (-1, 1): "nw", (1, -1): "se", (-1, -1): "sw",
}  # fmt: skip
TESTS = {
    "": "(verify not-friend?)",
    "m": "(verify empty?)",
    "c": "(verify enemy?)",
    "d": "(verify friend?)",
    "cd": "(verify not-empty?)",
    "md": "(verify not-enemy?)",
    "mcd": "",
}
STALEMATE = {"drawn": "draw-condition", "lost": "loss-condition", "won": "win-condition"}
PLAYERS = ("White", "Black")


def zrf_text(outline: Outline) -> tuple[str, list[str]]:
    """The text of a file, and what it does not say."""
    lost: list[str] = []
    parts = [f'(title "{outline.title}")', "(players White Black)", "(turn-order White Black)"]
    if outline.drops:
        parts.append('(option "recycle captures" true)')
    parts += [_board(outline), _set_up(outline)]
    parts += [_piece(outline, kind, lost) for kind in outline.kinds]
    royal = [_name(kind.name) for kind in outline.kinds if kind.royal]
    parts += [f"(loss-condition (White Black) (checkmated {name}))" for name in royal]
    parts.append(f"({STALEMATE[outline.stalemate]} (White Black) stalemated)")
    if outline.capture_all:
        parts.append("(loss-condition (White Black) (pieces-remaining 0))")
    if outline.goal_kinds:
        kinds = " ".join(map(_name, outline.goal_kinds))
        parts += [f"(win-condition ({who}) (absolute-config {kinds} (goal)))" for who in PLAYERS]
    body = "\n".join("  " + part.replace("\n", "\n  ") for part in parts)
    return f'(version "2.0")\n(game\n{body}\n)\n', lost


def _name(word: str) -> str:
    return word.capitalize()


def _board(outline: Outline) -> str:
    files, ranks = outline.size
    across = "/".join(chr(97 + x) for x in range(files))
    down = "/".join(str(y) for y in range(ranks, 0, -1))
    directions = " ".join(f"({name} {x} {-y})" for (x, y), name in NAMES.items())
    turned = {name: NAMES[-x if outline.rotated else x, -y] for (x, y), name in NAMES.items()}
    symmetry = " ".join(f"({a} {b})" for a, b in turned.items() if a != b)
    lines = [
        "(board",
        f'  (grid (start-rectangle 0 0 48 48) (dimensions ("{across}" (48 0)) ("{down}" (0 48)))',
        f"    (directions {directions}))",
        f"  (symmetry Black {symmetry})",
    ]
    if outline.holes:
        lines.append(f"  (kill-positions {_squares(outline.holes)})")
    for number, who in enumerate(PLAYERS):
        if any(kind.promotes for kind in outline.kinds):
            lines.append(_zone("zone", who, set(filter(outline.on_board, outline.zones[number]))))
        for kind in outline.kinds:
            if any(path.initial for path in ways_of(kind.betza)[0]):
                homes = {s for s, found in outline.placed.items() if found == (kind.name, number)}
                lines.append(_zone(f"{kind.name}-home", who, homes))
        if outline.goal_kinds:
            lines.append(_zone("goal", who, outline.goal[number]))
    return "\n".join(lines) + ")"


def _zone(name: str, who: str, squares: set[Square]) -> str:
    return f"  (zone (name {name}) (players {who}) (positions {_squares(squares)}))"


def _squares(squares: set[Square]) -> str:
    return " ".join(map(square_name, sorted(squares)))


def _set_up(outline: Outline) -> str:
    sides = []
    for number, who in enumerate(PLAYERS):
        groups = []
        for kind in outline.kinds:
            at = {square for square, found in outline.placed.items() if found == (kind.name, number)}
            held = outline.hands.get((kind.name, number), 0)
            off = f" (off {held})" if held else ""
            groups += [f"({_name(kind.name)} {_squares(at)}{off})"] if at or held else []
        sides.append(f"\n  ({who} {' '.join(groups)})")
    return f"(board-setup{''.join(sides)})"


def _piece(outline: Outline, kind: PieceKind, lost: list[str]) -> str:
    paths, untold = ways_of(kind.betza)
    lost += [f"{each} of the {kind.name}" for each in untold]
    add = "add"
    if kind.promotes:
        choice = " ".join(map(_name, kind.promotes))
        optional = "" if kind.obliged else " add"
        add = f"(if (in-zone? zone) (add {choice}){optional} else add)"
    if kind.leaving and kind.promotes:
        lost.append(f"that the {kind.name} is promoted where it leaves the zone, too")
    moves = [_move(path, kind, add) for path in paths]
    drops = " (drops ((verify empty?) add))" if outline.drops and kind.held_as == kind.name else ""
    return f"(piece (name {_name(kind.name)})\n  (moves {' '.join(moves)}){drops})"


def _move(path: Way, kind: PieceKind, add: str) -> str:
    """A way as a little program."""
    home = f"(verify (in-zone? {kind.name}-home)) " if path.initial else ""
    if not path.rides:
        steps = _steps(path)
        return f"({home}{steps} {TESTS[MODES[path.target]]} {add})"
    step = _steps(path)
    through = f"{step} (while empty? {step})"
    if path.hops:
        beyond = f"{step} (while empty? {step})" if path.hops == "p" else step
        return f"({home}{through} (verify not-empty?) {beyond} {TESTS[MODES[path.target]]} {add})"
    if path.target == frozenset((EMPTY,)):
        return f"({home}{step} (while empty? {add} {step}))"
    if path.target == frozenset((ENEMY,)):
        return f"({home}{through} (verify enemy?) {add})"
    return f"({home}{step} (while empty? {add} {step}) (verify not-friend?) {add})"


def _steps(path: Way) -> str:
    """The directions of a vector, diagonal ones first unless squares on the way have to be empty."""
    x, y = path.vector
    words = []
    if path.lame:
        at = (0, 0)
        for stop in [*between(path.vector), path.vector]:
            words.append(NAMES[_sign(stop[0] - at[0]), _sign(stop[1] - at[1])])
            at = stop
        return " (verify empty?) ".join(words)
    while x or y:
        step = (_sign(x), _sign(y))
        words.append(NAMES[step])
        x, y = x - step[0], y - step[1]
    return " ".join(words)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
