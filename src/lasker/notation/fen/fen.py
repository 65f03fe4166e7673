"""Reading and writing FEN: a position as one line of text, with the fields that the game declares.

The fields of a game are words such as `board side castling:unmoved:king:rook passing:jumped:pawn
counter:quiet number`. Each reads its part of the text and writes it back; trailing fields may be omitted.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lasker.algebra.contents import LETTER
from lasker.algebra.meaning import Configuration
from lasker.kernel.errors import DeclarationError, NotationError
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.model.position import Node, settled
from lasker.notation.fen.castling_rights import read_castling, write_castling
from lasker.notation.fen.draft import Draft
from lasker.notation.fen.en_passant import read_passing, write_passing
from lasker.notation.fen.fields import layouts, modifiers
from lasker.notation.fen.gating import read_gating, write_gating
from lasker.notation.fen.hands import read_hand, read_held, write_hand, write_held
from lasker.notation.fen.marked_squares import read_marked, write_marked
from lasker.notation.fen.numbers import (
    is_within,
    read_counter,
    read_counts,
    read_number,
    read_optional,
    read_plies,
    read_spent,
    write_counter,
    write_counts,
    write_number,
    write_optional,
    write_plies,
    write_spent,
)
from lasker.space import layout
from lasker.space.space import LatticeSpace, Space

HOLES = "a hole is written *; a number counts empty squares and holes alike"
CELL = re.compile(rf"(?P<run>[0-9]+)|(?P<piece>{LETTER}(?:\([0-9]+\))?)")


def read(game: Game, text: str) -> Node:
    """The settled position that a FEN text describes.

    Every error has its place in the text; nothing is guessed. If a game declares several layouts and a text
    fits more than one, the layout is used of which the text has every field.
    """
    drafts: list[Draft] = []
    problems: list[NotationError] = []
    for fields in layouts(game):
        try:
            drafts.append(_draft(game, text, fields))
        except NotationError as problem:
            problems.append(problem)
    if not drafts:
        raise max(reversed(problems), key=lambda problem: problem.span.start if problem.span else 0)
    meant = [draft for draft in drafts if draft.complete] or drafts
    nodes = [_node(draft) for draft in meant]
    if any(node.key != nodes[0].key for node in nodes):
        raise meant[0].wrong(
            "this can be read in several ways, and some of its fields are missing",
            0,
            len(text),
            remedy=f"write all fields, for example: {write(nodes[0])}",
        )
    return nodes[0]


def _draft(game: Game, text: str, fields: tuple[str, ...]) -> Draft:
    """The result of reading a text in one layout."""
    draft = Draft(game, Source(text, "<fen>"), [0] * len(game.space.sites), next(iter(game.states.values())))
    words = [(found.group(), found.start()) for found in re.finditer(r"\S+", text)]
    if not words:
        raise draft.wrong("an empty line is no position", 0, 0, remedy=f"for example: {game.start}")
    if len(words) > len(fields):
        word, at = words[len(fields)]
        raise draft.wrong(
            f"{word[:40]!r} is one field too many",
            at,
            at + len(word),
            remedy=f"the fields are: {' '.join(name.split(':')[0] for name in fields)}",
        )
    draft.complete = len(words) == len(fields)
    left = list(fields)
    while words and left:
        name, *options = left.pop(0).split(":")
        if name == "fixed" and words[0][0] not in options and len(words) <= len(left):
            continue  # a fixed word may be omitted
        if name == "board" and "held" in fields and "[" in words[0][0]:
            at = words[0][1] + words[0][0].index("[")
            raise draft.wrong("the pieces in hand are a field of their own here", at, at + 1)
        FIELDS[name][0](draft, *words.pop(0), *options)
    return draft


def _node(draft: Draft) -> Node:
    counters = draft.game.rules.vocabulary.counters
    values = tuple(draft.counters.get(key, counter.start) for key, counter in counters.items())
    node = settled(draft.game, Configuration(tuple(draft.board), (), values), draft.state)
    node.ply = draft.ply
    return node


def word_fields(game: Game) -> list[str]:
    """The fields that are separate words, as they are written."""
    return list(layouts(game)[0])


def write(node: Node) -> str:
    """The FEN of a position."""
    return write_fields(node, layouts(node.game)[0], {})


def write_fields(node: Node, fields: tuple[str, ...], writers: dict[str, Callable[..., str]]) -> str:
    """A position in some fields; `writers` replaces the usual way to write a field, by its name."""
    words = []
    for description in fields:
        name, *options = description.split(":")
        words.append((writers.get(name) or FIELDS[name][1])(node, *options))
    return " ".join(words)


# --- the board --------------------------------------------------------------------------------------


def _rows(game: Game) -> list[list[int | None]]:
    return board_rows(game.space)


def board_rows(space: Space) -> list[list[int | None]]:
    """The sites row by row from the top, None for a hole; layers follow each other, a graph is one row."""
    if not isinstance(space, LatticeSpace) or not layout.drawable(space.compass):
        return [list(range(len(space.sites)))]
    if space.compass.name == "square":
        return [
            [space.index.get((x, y)) for x in range(space.low[0], space.high[0] + 1)]
            for y in range(space.high[1], space.low[1] - 1, -1)
        ]
    lines: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, site in enumerate(space.sites):
        layer, line, column = layout.spot(space.compass, site)
        lines.setdefault((layer, line), []).append((column, number))
    return [[number for _, number in sorted(lines[key])] for key in sorted(lines)]


def fewer_rows(space: Space) -> list[int]:
    """How many rows are left without the top layer, without the two at the top, and so on; none on a plane.

    >>> from lasker.space.shapes import box
    >>> fewer_rows(box(2, 3, 3)), fewer_rows(box(8, 8))
    ([6, 3], [])
    """
    if not isinstance(space, LatticeSpace) or space.dimension != 3:
        return []
    lines = {(z, y) for _, y, z in space.sites}
    return [sum(z <= top for z, _ in lines) for top in range(space.high[2] - 1, space.low[2] - 1, -1)]


def _read_board(draft: Draft, word: str, at: int) -> None:
    rows = _rows(draft.game)
    board, _, hand = word.partition("[")
    texts = board.split("/")
    if "[" in word:
        read_hand(draft, hand, at + len(board) + 1)
    elif len(texts) == len(rows) + 1 and modifiers(draft.game)[0]:  # the hand after one more slash
        read_hand(draft, texts.pop() + "]", at + len(board))
    if len(texts) in fewer_rows(draft.game.space):
        rows = rows[len(rows) - len(texts) :]  # empty layers at the top are omitted
    if len(texts) != len(rows):
        raise draft.wrong(f"the board has {len(rows)} rows, and this says {len(texts)}", at, at + len(word))
    for number, (row, text) in enumerate(zip(rows, texts, strict=True)):
        _read_row(draft, row, text, at, len(rows) - number)
        at += len(text) + 1


def _read_row(draft: Draft, row: list[int | None], text: str, at: int, rank: int) -> None:
    column = position = 0
    while position < len(text):
        found = CELL.match(text, position)
        if found is None:
            raise draft.wrong(
                f"{text[position]!r} is no piece of this game",
                at + position,
                at + position + 1,
                remedy=HOLES if None in row else None,
            )
        size = int(found["run"][:6]) if found["run"] else 1
        sites = row[column : column + size]
        if len(sites) < size:
            raise draft.wrong(f"row {rank} is longer than {len(row)} squares", at, at + len(text))
        if found["piece"] == "*" and not draft.game.rules.vocabulary.knows("*"):
            if sites[0] is not None:
                raise draft.wrong("the board has no hole here", at + position, at + found.end())
        elif found["piece"]:
            if sites[0] is None:
                raise draft.wrong(
                    "a piece stands where the board has a hole", at + position, at + found.end()
                )
            draft.board[sites[0]] = _read_piece(draft, found["piece"], at + position)
        column, position = column + size, found.end()
    if column != len(row):
        raise draft.wrong(
            f"row {rank} has {column} squares instead of {len(row)}",
            at,
            at + max(1, len(text)),
            remedy=HOLES if None in row else None,
        )


def _read_piece(draft: Draft, text: str, at: int) -> int:
    """A letter, with the promotion sign where the game declares one."""
    vocabulary, (_, promoted) = draft.game.rules.vocabulary, modifiers(draft.game)
    sign = "+" if text.startswith("+") else "~" if text.endswith("~") else ""
    letter = text.strip("+~").removesuffix("(1)")
    if vocabulary.knows(text):
        return vocabulary.content(text)
    if not vocabulary.knows(letter) or (sign and (promoted is None or promoted[0] != sign)):
        raise draft.wrong(f"{text!r} is no piece of this game", at, at + len(text))
    return vocabulary.content(letter, [promoted[1]] if sign and promoted else [])


def _write_board(node: Node) -> str:
    return write_rows(node) + (f"[{write_hand(node)}]" if modifiers(node.game)[0] else "")


def write_rows(node: Node) -> str:
    """The rows of the board alone."""
    vocabulary, (_, promoted) = node.game.rules.vocabulary, modifiers(node.game)
    bit = vocabulary.mark_bit(promoted[1]) if promoted else 0
    marked = vocabulary.marked(bit, 0) if promoted else 0
    rows = []
    for row in _rows(node.game):
        text, run = "", 0
        for site in row:
            content = 0 if site is None else node.configuration.board[site]
            symbol = vocabulary.symbol(content)
            if site is not None and not symbol:
                run += 1
                continue
            letter = "*" if site is None else vocabulary.pieces[symbol - 1].letter
            if promoted and marked >> content & 1:
                letter = "+" + letter if promoted[0] == "+" else letter + promoted[0]
            text += str(run or "") + letter
            run = 0
        rows.append(text + str(run or ""))
    empty = [str(len(row)) for row in _rows(node.game)]
    for fewer in fewer_rows(node.game.space):
        if rows[:-fewer] != empty[-len(rows) : -fewer]:
            break
        rows = rows[-fewer:]
    return "/".join(rows)


# --- side to move ---------------------------------------------------------------------------------


def side_names(game: Game, letters: tuple[str, ...]) -> dict[str, str]:
    """A letter for each state: those of the field `side:w:b`, or the shortest unused prefix of its name."""
    names = list(game.states)
    if letters:
        if len(letters) != len(names):
            raise DeclarationError(f"`side` gives {len(letters)} letters to {len(names)} states")
        return dict(zip(letters, names, strict=True))
    found: dict[str, str] = {}
    for name in names:
        found[next(name[:size] for size in range(1, len(name) + 1) if name[:size] not in found)] = name
    return found


def _read_side(draft: Draft, word: str, at: int, *letters: str) -> None:
    names = side_names(draft.game, letters)
    state = names.get(word, word)  # a whole name is understood too
    if state not in draft.game.states:
        raise draft.wrong(
            f"no state of the game is called {word!r}",
            at,
            at + len(word),
            remedy=f"it is {' or '.join(_told(draft.game, *pair) for pair in names.items())}",
        )
    draft.state = draft.game.states[state]


def _told(game: Game, letter: str, name: str) -> str:
    """A letter, and what it stands for."""
    state = game.states[name]
    player = "chance" if state.by_chance else game.players[state.player]
    return f"{letter} ({name})" if name == player else f"{letter} (state {name} of {player})"


def _write_side(node: Node, *letters: str) -> str:
    return next(short for short, name in side_names(node.game, letters).items() if name == node.state.name)


# --- constant fields ------------------------------------------------------------------------------


def _read_fixed(draft: Draft, word: str, at: int, text: str) -> None:
    """A constant word: the word itself, or any number in the place of a number."""
    if word != text and not (text.isdecimal() and is_within(word, 0, 10**9)):
        raise draft.wrong(f"nothing but {text} can stand here", at, at + len(word))


def _write_fixed(node: Node, text: str) -> str:
    return text


FIELDS: dict[str, tuple[Callable[..., None], Callable[..., str]]] = {
    "board": (_read_board, _write_board),
    "side": (_read_side, _write_side),
    "castling": (read_castling, write_castling),
    "gating": (read_gating, write_gating),
    "passing": (read_passing, write_passing),
    "marked": (read_marked, write_marked),
    "counter": (read_counter, write_counter),
    "optional": (read_optional, write_optional),
    "counts": (read_counts, write_counts),
    "spent": (read_spent, write_spent),
    "number": (read_number, write_number),
    "plies": (read_plies, write_plies),
    "held": (read_held, write_held),
    "fixed": (_read_fixed, _write_fixed),
}
