"""The start of a game as text: other letters, emptied squares, the style in which a text draws it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lasker.algebra.contents import LETTER
from lasker.builder.deployment import Army
from lasker.builder.placement import rows_of
from lasker.design.edited_text import Page
from lasker.design.opened_text import Opened
from lasker.kernel.errors import DeclarationError, NotationError
from lasker.model.position import settled
from lasker.notation.fen import fen
from lasker.space.space import Space
from lasker.syntax import tree as t
from lasker.syntax.unparse import name as quoted

START = ("fact", "start")
CELL = re.compile(rf"[0-9]+|{LETTER}")


def relettered(start: str, letters: Mapping[str, str]) -> str:
    """A line of FEN with other letters for pieces, or none: then their squares are empty.

    >>> relettered("rn2/4/4/RN2[Nn] w KQkq - 0 1", {"N": "M", "n": ""})
    'r3/4/4/RM2[M] w KQkq - 0 1'
    """
    drawn, blank, rest = start.partition(" ")
    board, bracket, hand = drawn.partition("[")
    held = "".join(letters.get(each, each) for each in CELL.findall(hand))
    rows = [_row(row, letters) for row in board.split("/")]
    return "/".join(rows) + (f"[{held}]" if bracket else "") + blank + rest


def _row(row: str, letters: Mapping[str, str]) -> str:
    changed = CELL.sub(lambda found: letters.get(found[0], found[0]) or "_", row)
    return re.sub(r"(?:[0-9]+|_)*_(?:[0-9]+|_)*", lambda found: str(_empty(found[0])), changed)


def _empty(cells: str) -> int:
    return sum(1 if each == "_" else int(each) for each in re.findall(r"[0-9]+|_", cells))


def placed(game: Opened, squares: Mapping[str, str]) -> str:
    """The start with some squares emptied or given to pieces, as a line of FEN."""
    model, vocabulary = game.model, game.model.rules.vocabulary
    node = fen.read(model, model.start) if model.start else game.game.start().node
    board = list(node.configuration.board)
    signs = {piece.letter: piece.glyph for piece in game.pieces}
    for square, letter in squares.items():
        if letter and letter not in signs:
            raise NotationError(f"no piece has the letter {letter}", remedy=f"letters: {' '.join(signs)}")
        site, content = model.space.site(square), vocabulary.content(signs[letter]) if letter else 0
        if vocabulary.symbol(board[site]) != vocabulary.symbol(content):  # else it keeps its marks
            board[site] = content
    return fen.write(settled(model, node.configuration._replace(board=tuple(board)), node.state))


def standing(game: Opened) -> tuple[Army, Army]:
    """What the first player has on the board at the start, and what all others have there."""
    model, vocabulary = game.model, game.model.rules.vocabulary
    armies: tuple[Army, Army] = ({}, {})
    for site, content in enumerate(fen.read(model, model.start).configuration.board):
        if symbol := vocabulary.symbol(content):
            piece = vocabulary.pieces[symbol - 1]
            armies[piece.owner != 0][site] = piece.letter
    return armies


def put_homes(game: Opened, page: Page, name: str) -> None:
    """Declare the squares on which the pieces of a name begin as the region `name home` of their players."""
    home, model = f"{name} home", game.model
    if any(home == known for known, _ in model.space.regions):
        return
    armies = standing(game) if model.start else ({}, {})
    owners = {piece.letter: piece.owner for piece in game.pieces if piece.name == name}
    found: dict[str, list[str]] = {}
    for army in armies:
        for site, letter in sorted(army.items()):
            if (owner := owners.get(letter)) is not None:
                found.setdefault(model.players[owner], []).append(quoted(model.space.label(site)))
    if not found:
        raise DeclarationError(
            f"the {name} stands nowhere at the start, and so it has no first move",
            remedy="put it on the board first",
        )
    for player, squares in found.items():
        page.put(("region", (home, player)), f"region {home} of {player} = {', '.join(squares)}")


def drawn(space: Space, army: Army, start: str) -> str:
    """A line of FEN with an army on a board; the hands and the other fields are those of `start`."""
    rows = []
    for sites in fen.board_rows(space):
        cells = ["*" if site is None else army.get(site, ".") for site in sites]
        rows.append(re.sub(r"\.+", lambda dots: str(len(dots[0])), "".join(cells)))
    board, blank, rest = start.partition(" ")
    return "/".join(rows) + board[len(board.partition("[")[0]) :] + blank + rest


def put_start(page: Page, start: str) -> None:
    """Write the start, drawn in rows where the text draws it so."""
    line = page.lines.get(START)
    texts = line.parts[1] if isinstance(line, t.Declaration) else ()
    rows = start.partition(" ")[0].partition("[")[0].split("/")
    if len(texts) != len(rows) or len(rows) == 1:
        page.put(START, f'start  "{start}"')
        return
    drawn, blank, rest = start.partition(" ")
    cells = ["".join(row) for row in rows_of(drawn.partition("[")[0])] if "." in "".join(texts) else rows
    cells[-1] += drawn[drawn.index("[") :] if "[" in drawn else ""
    cells[-1] += blank + rest
    written = page.written(START)
    places = list(re.finditer(r'"[^"\n]*"', written))
    begin = page.span(START)[0]
    for place, cell in zip(places, cells, strict=True):
        page.replace(begin + place.start(), begin + place.end(), f'"{cell}"')
