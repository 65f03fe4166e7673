"""Reading moves in algebraic notation, with all usual spellings, and why a text is not a legal move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from lasker.kernel.errors import IllegalMove, NotationError
from lasker.kernel.source import Source, Span
from lasker.model.game import Game
from lasker.model.position import Node, Step
from lasker.notation.coordinates import move_texts
from lasker.notation.san import SQUARE, SanMove, plain_texts, san_move

SIGNS = re.compile(r"(?:[+#!?†‡,]|\$[0-9]+|(?<=[0-9])[ \t]*e\.?p\.?|[ \t])+$")
CASTLING = re.compile(r"[0Oo](-?[0Oo]){1,2}")
LONGEST = 2000  # characters of the longest text that may be a move
SHOWN = 60  # characters of such a text that an error quotes
NOTHING = ("--", "Z0", "@@@@", "pass")  # how a null move is written
BETWEEN = str.maketrans("", "", "x:×-–=()/ \t")  # optional characters between squares and pieces


class AmbiguousMove(NotationError):
    """A text that fits more than one legal move.

    >>> import lasker
    >>> lasker.load("chess").position("4k3/8/8/8/R7/8/8/R3K3 w - - 0 1").play("Ra3")
    Traceback (most recent call last):
    ...
    lasker.notation.san_reader.AmbiguousMove: Ra3 means 2 moves here
    """


def parse_san(node: Node, text: str, steps: tuple[Step, ...] | None = None) -> Step:
    """The legal move that a text denotes.

    Signs may be missing, doubled or wrong, captures unmarked, origins longer than necessary. A text that is
    not a move raises NotationError, one that denotes no legal move IllegalMove, one that denotes several
    AmbiguousMove.
    """
    steps = node.steps if steps is None else steps
    span = Span(Source(text, "<move>"), 0, len(text))
    if len(text) > LONGEST:
        raise NotationError(f"{shown(text)!r} is no move: it has {len(text)} characters", span=span)
    texts = plain_texts(node, steps)
    bare = _bare(node.game, text)
    for step, exact in zip(steps, texts, strict=True):
        if exact in (bare, text.strip()) or (not step.label and bare in NOTHING):
            return step
    squeezed = bare.translate(BETWEEN)
    san_moves = [san_move(node, step) for step in steps]
    found = [at for at, each in enumerate(texts) if squeezed == each.translate(BETWEEN)]
    found = found or [at for at, each in enumerate(san_moves) if squeezed in each.spellings()]
    if not found:  # the king's own squares mean castling where nothing else fits
        walks = [SanMove(each.letter, each.start, each.end) for each in san_moves]
        found = [
            at
            for at, each in enumerate(san_moves)
            if each.kind == "castles" and squeezed in walks[at].spellings()
        ]
    if not found:
        found = [at for at, each in enumerate(move_texts(node, steps)) if each == text.strip()]
    if not found and node.game.letters:
        others = _other_letters(node.game)
        found = [
            at
            for at, each in enumerate(san_moves)
            if any(squeezed in renamed.spellings() for renamed in _renamed(each, others))
        ]
    if not found and _stays(node, squeezed):  # a pass, as a move of a piece to its own square
        found = [at for at, step in enumerate(steps) if not step.label]
    if len(found) == 1:
        return steps[found[0]]
    if found:
        raise AmbiguousMove(
            f"{shown(text)} means {len(found)} moves here",
            span=span,
            remedy="write one of " + " ".join(texts[at] for at in found[:12]),
        )
    if (problem := _malformed(node.game, bare)) is not None:
        raise NotationError(f"{shown(text)!r} is no move: {problem}", span=span, remedy=_advice(texts))
    reason = why_not(node, text, steps)
    because = f": {reason}" if reason else ""
    raise IllegalMove(f"{shown(text)} is not a legal move here{because}", remedy=_advice(texts))


@lru_cache(maxsize=64)
def _other_letters(game: Game) -> dict[str, list[str]]:
    """More letters of each letter, as the game has them from records of other programs."""
    found: dict[str, list[str]] = {}
    for name, letter in game.letters:
        for own in {piece.letter.upper() for piece in game.rules.vocabulary.pieces if piece.name == name}:
            found.setdefault(own, []).append(letter)
    return found


def _stays(node: Node, squeezed: str) -> bool:
    """Does a text name a piece of the player and the square where it stands?"""
    parts, vocabulary = _parts(node.game, squeezed), node.game.rules.vocabulary
    for site, content in enumerate(node.configuration.board if parts and parts.letter else ()):
        if parts and node.game.space.label(site) == parts.end and (symbol := vocabulary.symbol(content)):
            piece = vocabulary.pieces[symbol - 1]
            return piece.owner == node.state.player and piece.letter.upper() == parts.letter
    return False


def _renamed(move: SanMove, others: dict[str, list[str]]) -> Iterator[SanMove]:
    """A move with other letters for its piece, or for what that becomes."""
    for letter in (move.letter, *others.get(move.letter, ())):
        for becomes in (move.becomes, *others.get(move.becomes, ())):
            if (letter, becomes) != (move.letter, move.becomes):
                yield replace(move, letter=letter, becomes=becomes)


def why_not(node: Node, text: str, steps: tuple[Step, ...] | None = None) -> str | None:
    """Why a text in algebraic notation is no legal move, in words; None if it is not in that notation."""
    steps = node.steps if steps is None else steps
    if len(text) > LONGEST:
        return f"no move has {len(text)} characters"
    bare = _bare(node.game, text)
    if CASTLING.fullmatch(bare):
        return "one cannot castle so here"
    if bare in NOTHING:
        return "somebody has to move"
    squeezed, texts = bare.translate(BETWEEN), plain_texts(node, steps)
    unpromoted = [
        spelled
        for each, spelled in zip((san_move(node, step) for step in steps), texts, strict=True)
        if each.becomes and squeezed in SanMove(each.letter, each.start, each.end, pawn=each.pawn).spellings()
    ]
    if unpromoted:
        return f"say what the piece becomes: {' '.join(unpromoted)}"
    names = {letter: name for name, letter in node.game.letters}
    names |= {piece.letter.upper(): piece.name for piece in node.game.rules.vocabulary.pieces}
    parts = _parts(node.game, squeezed)
    if parts is None or len(set(names.values())) == 1 or (parts.from_square and not parts.letter):
        return None
    if (problem := _malformed(node.game, bare)) is not None:
        return problem
    name = names.get(parts.letter.upper()) if parts.letter else "pawn"
    from_there = f" from {parts.origin}" if parts.origin else ""
    become = f" and become a {names.get(parts.becomes.upper(), '?')}" if parts.becomes else ""
    return f"no {name} can go{from_there} to {parts.end}{become}" if name in names.values() else None


def _advice(texts: list[str]) -> str | None:
    return "legal moves: " + " ".join(texts[:12]) + (" …" if len(texts) > 12 else "") if texts else None


def _bare(game: Game, text: str) -> str:
    """A text without signs and figurines, castling in one spelling."""
    bare = SIGNS.sub("", text.strip())
    for piece in game.rules.vocabulary.pieces:
        if piece.glyph not in bare or piece.glyph.isascii():
            continue
        bare = bare.replace(piece.glyph, piece.letter.upper())
    if CASTLING.fullmatch(bare):
        return "-".join("O" * len(bare.replace("-", "")))
    return bare


class Parts(NamedTuple):
    """The parts of a move text: the letter of a piece, part of its origin, its destination, its promotion."""

    letter: str
    origin: str
    end: str
    becomes: str
    from_square: bool  # is the origin a whole square?


def _parts(game: Game, squeezed: str) -> Parts | None:
    """The parts of a text without optional characters; None if it is not a move."""
    found = _form(game).fullmatch(squeezed)
    if found is None:
        return None
    letter, origin, end, becomes = found.groups(default="")
    return Parts(letter, origin, end, becomes, _form(game).fullmatch(origin) is not None)


@lru_cache(maxsize=64)
def _form(game: Game) -> re.Pattern[str]:
    """The syntax of a move with these names of squares; files and ranks are parts of names like `e4`."""
    names = {game.space.label(site) for site in range(len(game.space.sites))}
    if all(map(SQUARE.fullmatch, names)):
        return re.compile(r"([^a-z0-9@]*)@?([a-z]*[0-9]*)([a-z]+[0-9]+)([^0-9]*)")
    plain = sorted({re.escape(name.translate(BETWEEN)) for name in names}, key=len, reverse=True)
    letters = sorted({re.escape(piece.letter) for piece in game.rules.vocabulary.pieces}, key=len)[::-1]
    one = f"(?i:{'|'.join(letters)})"
    return re.compile(f"({one})??@?({'|'.join(plain)})?({'|'.join(plain)})({one})?")


def shown(text: str) -> str:
    """A text as errors quote it, shortened."""
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def _malformed(game: Game, bare: str) -> str | None:
    """Why a text cannot be a move of this game at all; None if it only happens not to be legal."""
    if bare in NOTHING or CASTLING.fullmatch(bare):
        return None
    labels = {game.space.label(site) for site in range(len(game.space.sites))}
    if not all(map(SQUARE.fullmatch, labels)):
        return None if any(label in bare for label in labels) else "it names no square of the board"
    letters = {piece.letter.upper() for piece in game.rules.vocabulary.pieces}
    letters |= {letter for _, letter in game.letters}
    for part in bare.translate(BETWEEN).split(","):
        found = _parts(game, part)
        if found is None:
            return "a move names a piece and a square, as in Nf3"
        if found.letter and found.letter not in letters:
            return f"no piece is called {shown(found.letter)}"
        if found.end not in labels:
            return f"the board has no square {shown(found.end)}"
        if found.becomes and found.becomes.upper() not in letters:
            return f"no piece is called {shown(found.becomes)}"
    return None
