"""Other boards: wider ones, boards whose edges are glued together, boards with holes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, get_args

from lasker.builder.completion import parts_of
from lasker.builder.placement import Row, fitted, rows_of
from lasker.kernel.errors import DeclarationError
from lasker.play.game import Game
from lasker.space.space import LatticeSpace, file_name
from lasker.syntax import tree as t
from lasker.syntax.board.boards import sites
from lasker.syntax.compose import NOWHERE
from lasker.syntax.declarations import Declarations
from lasker.transform.variant import starting, told, variant

RECTANGLES = ("box", "square", "rectangle", "cylinder", "torus", "moebius", "möbius", "rhombus")
Glued = Literal["rectangle", "cylinder", "torus", "moebius"]
GLUED: tuple[str, ...] = get_args(Glued)
SIZES = re.compile(r"[0-9]+(?:[x×][0-9]+)+")
HOLE = "*"  # in FEN
SAY_START = "say how the variant starts: start=…"
Lines = Callable[[int], int]  # where the files or the ranks of a board are on a larger one, from 0


def widen(game: Game, files: int, ranks: int, *, start: str | None = None, title: str | None = None) -> Game:
    """The game on a larger board of the same shape. What lies near an edge stays at that edge, be it pieces
    or regions, and what lies in the middle stays there; full ranks of one kind of piece become longer. Where
    that leaves the start undefined, `start` says it.

    >>> import lasker
    >>> wide = widen(lasker.load("breakthrough"), 10, 8)
    >>> wide.model.start, wide.perft(1)
    ('pppppppppp/pppppppppp/10/10/10/10/PPPPPPPPPP/PPPPPPPPPP w - - 0 1', 28)
    """
    found, words = told(game), _rectangle(game)
    space = game.model.space
    assert isinstance(space, LatticeSpace)
    old = tuple(high - low + 1 for low, high in zip(space.low, space.high, strict=True))
    if files < old[0] or ranks < old[1]:
        raise DeclarationError(
            f"{files}x{ranks} is smaller than the board of {game.title}, {old[0]}x{old[1]}",
            remedy="a smaller board needs rules of its own: lasker.GameBuilder.of(game).board(…)",
        )
    fitting, regions = refitted(game, files, ranks, fit_start=start is None)
    found = found.having(*regions)
    sizes = [f"{files}x{ranks}" if SIZES.fullmatch(each) else each for each in words]
    return variant(game, starting(_board(found, sizes), start or fitting), f"{files}x{ranks}", title)


def refitted(
    game: Game, files: int, ranks: int, *, fit_start: bool = True, any_start: bool = False
) -> tuple[str | None, list[t.Declaration]]:
    """The start and the regions of a game on a rectangle of another size: what lies near an edge stays there.
    On a smaller one, squares that are gone are left out, and a region that has none any more keeps its line.
    A start that does not fit is an error, or with `any_start` what is left of it when the halves move apart.

    >>> import lasker
    >>> start, regions = refitted(lasker.load("breakthrough"), 6, 6)
    >>> start
    'pppppp/pppppp/6/6/PPPPPP/PPPPPP w - - 0 1'
    """
    _rectangle(game)
    found, space = told(game), game.model.space
    assert isinstance(space, LatticeSpace)
    old = tuple(high - low + 1 for low, high in zip(space.low, space.high, strict=True))
    rows, rest = _start(game)
    start = None
    if fit_start and rows:
        try:
            start = _fen(fitted(_spread(rows, files), files, ranks, {})) + rest
        except DeclarationError as error:
            error.remedy = SAY_START
            if not any_start:
                raise
            start = _fen(_halved(rows, files, ranks)) + rest
    across, up = _files(rows, old[0], files), _ranks(rows, old[1], ranks)
    regions = []
    for key in [key for key in found.lines if key[0] == "region"]:
        name, owner, areas = parts_of(found, *key)
        moved = [_within(space, area.what, across, up, (files, ranks)) for area in areas]
        kept = tuple(t.Area(what, NOWHERE) for what in moved if what is not None)
        regions.append(t.Declaration("region", (name, owner, kept or areas), NOWHERE))
    return start, regions


def _halved(rows: list[Row], files: int, ranks: int) -> list[Row]:
    """The rows with every piece as far from its nearer edges as before, where there is room for it.

    >>> ["".join(row) for row in _halved([["k", ".", "r"], [".", "K", "."]], 4, 3)]
    ['k..r', '....', '.K..']
    """
    found = [["."] * files for _ in range(ranks)]
    for y, row in enumerate(rows):
        for x, piece in enumerate(row):
            right = x if x < (len(row) + 1) // 2 else x + files - len(row)
            down = y if y < len(rows) // 2 else y + ranks - len(rows)
            if 0 <= right < files and 0 <= down < ranks and found[down][right] == ".":
                found[down][right] = piece
    return found


def _within(
    space: LatticeSpace, what: tuple[Any, ...], across: Lines, up: Lines, size: tuple[int, int]
) -> tuple[Any, ...] | None:
    """An area of the old board on the new one; None if it is not there."""
    try:
        found = _moved(space, what, bounded(across, size[0]), bounded(up, size[1]))
    except IndexError:
        return None
    return found


def bounded(lines: Lines, most: int) -> Lines:
    """The same lines, of which those outside a board are an IndexError.

    >>> bounded(lambda line: line + 2, 8)(5)
    7
    """

    def line(number: int) -> int:
        found = lines(number)
        if not 0 <= found < most:
            raise IndexError(number)
        return found

    return line


def glue(game: Game, shape: Glued, *, start: str | None = None, title: str | None = None) -> Game:
    """The game on the same rectangle with edges that are one: `cylinder`, `torus`, `moebius`; `rectangle`
    takes them apart again.

    >>> import lasker
    >>> glue(lasker.load("breakthrough"), "cylinder").perft(1)
    24
    """
    if shape not in GLUED:
        raise DeclarationError(f"edges are not glued to a {shape}", remedy=f"shapes are {', '.join(GLUED)}")
    words = _rectangle(game)
    if game.model.space.compass.name != "square":
        raise DeclarationError(
            f"the board of {game.title} is not made of squares", remedy="only edges of squares are glued"
        )
    at = next(i for i, each in enumerate(words) if SIZES.fullmatch(each))
    found = _board(told(game), [shape, *words[at:]])
    return variant(game, starting(found, start), f"{shape} {words[at]}", title)


def pierce(game: Game, *squares: str, start: str | None = None, title: str | None = None) -> Game:
    """The game on its board without some squares, which must be empty at the start.

    >>> import lasker
    >>> pierce(lasker.load("tictactoe"), "b2").perft(1)
    8
    """
    words = _rectangle(game)
    holes = [square if square.isalnum() else f"'{square}'" for square in squares]
    if not holes:
        raise DeclarationError("no square is taken away", remedy='name some: pierce(game, "d4", "e5")')
    if start is None and game.model.start:
        start = _pierced(game, squares)
    found = _board(told(game), [*words, *([] if "without" in words else ["without"]), *holes])
    return variant(game, starting(found, start), f"without {', '.join(squares)}", title)


def _pierced(game: Game, squares: tuple[str, ...]) -> str:
    """The start with holes in it."""
    space, (rows, rest) = game.model.space, _start(game)
    assert isinstance(space, LatticeSpace)
    for square in squares:
        x, y = (at - low for at, low in zip(space.sites[space.site(square)], space.low, strict=True))
        if rows[-1 - y][x] != ".":
            raise DeclarationError(f"{square} is not empty when {game.title} starts", remedy=SAY_START)
        rows[-1 - y][x] = HOLE
    return _fen(rows) + rest


def _start(game: Game) -> tuple[list[Row], str]:
    """The rows of the start from the top, and what stands behind them; no rows where there is no start."""
    drawn, blank, fields = game.model.start.partition(" ")
    board, hand, held = drawn.partition("[")
    space, rows = game.model.space, rows_of(board) if board else []
    assert isinstance(space, LatticeSpace)
    width, height = (high - low + 1 for low, high in zip(space.low, space.high, strict=True))
    if rows and (len(rows) != height or any(len(row) != width for row in rows)):
        raise DeclarationError(f"the start of {game.title} is not drawn row by row", remedy=SAY_START)
    return rows, hand + held + blank + fields


def _rectangle(game: Game) -> list[str]:
    """The words of a rectangular board."""
    words: list[str] = list(game.model.rules.declared.shape or [])
    kind = " ".join(word.lower() for word in words[: words.index("without") if "without" in words else None]
                    if word[0].isalpha()) or "box"  # fmt: skip
    sizes = [word for word in words if SIZES.fullmatch(word)]
    if kind not in RECTANGLES or len(sizes) != 1 or len(re.split("[x×]", sizes[0])) != 2:
        raise DeclarationError(
            f"the board of {game.title} is no rectangle of files and ranks",
            remedy="declare another board with lasker.GameBuilder.of(game).board(…)",
        )
    return words


def _board(found: Declarations, words: list[str]) -> Declarations:
    return found.without(("fact", "names")).having(t.Declaration("board", tuple(words), NOWHERE))


def _army(rows: list[Row]) -> Row | None:
    """The first full rank of several kinds of pieces, which says where files go."""
    return next((row for row in rows if "." not in row and len(set(row)) > 1), None)


def _spread(rows: list[Row], files: int) -> list[Row]:
    """The rows with those between the armies made wider, each piece on the file of the army that it stood on.
    Where the army says nothing, or a row is a pattern of its own, it is left as it is."""
    if _army(rows) is None or files == len(rows[0]):
        return rows
    across, found = _files(rows, len(rows[0]), files), []
    for row in rows:
        held = [number for number, each in enumerate(row) if each != "."]
        if not 0 < len(held) < len(row) or (len(held) > 1 and len({row[number] for number in held}) == 1):
            found.append(row)
            continue
        wide = ["."] * files
        for number in held:
            wide[across(number)] = row[number]
        found.append(wide)
    return found


def _files(rows: list[Row], old: int, new: int) -> Lines:
    """Where files go: as the first full rank of several kinds grows, or half to each side."""
    if _army(rows) is None:
        return lambda file: file if file < (old + 1) // 2 else file + new - old
    if new < old:
        return lambda file: file if file < (old + 1) // 2 else file + new - old
    wide = fitted([[str(number) for number in range(old)]], new, 1, {})[0]
    return lambda file: wide.index(str(file))


def _ranks(rows: list[Row], old: int, new: int) -> Lines:
    """Where ranks go: those of the armies stay at their edges, those between them in the middle."""
    empty = [old - 1 - number for number, row in enumerate(rows) if set(row) == {"."}]
    if not empty or len(empty) == old:
        return lambda rank: rank if rank < (old + 1) // 2 else rank + new - old
    low, high = min(empty), max(empty)
    return lambda rank: rank if rank < low else rank + new - old if rank > high else rank + (new - old) // 2


def _moved(space: LatticeSpace, what: tuple[Any, ...], across: Lines, up: Lines) -> tuple[Any, ...]:
    """An area of the old board on the new one."""

    def corner(square: str) -> str:
        x, y = (at - low for at, low in zip(space.sites[space.site(square)], space.low, strict=True))
        return f"{file_name(across(x))}{up(y) + 1}"

    labels = set(map(space.label, range(len(space.sites))))
    match what:
        case ("stretch", name, None) if name not in labels:
            return what  # a region of its own
        case ("stretch", start, None):
            return "stretch", corner(start), None
        case ("stretch", start, end):
            return "stretch", corner(start), corner(end)
        case ("line", "file" | "rank" as kind, str(name)) if not name.startswith("-"):
            axis = int(kind == "rank")
            number = space.sites[next(sites(space, what))][axis] - space.low[axis]
            return "line", kind, file_name(across(number)) if kind == "file" else str(up(number) + 1)
        case ("point", (x, y)):
            return "point", (across(x), up(y))
    return what


def _fen(rows: list[Row]) -> str:
    texts = ("".join(row) for row in rows)
    return "/".join(re.sub(r"\.+", lambda dots: str(len(dots.group())), text) for text in texts)
