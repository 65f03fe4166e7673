"""Standard algebraic notation: `Nf3`, `exd6`, `e8=Q+`, `O-O`, derived from the moves of the game itself.

A move is told by the piece that its first binder chose. Pieces called pawn write no letter; a king that
moves along its rank together with a rook castles. A definition named `check` in the rules, a test that the
player to move is attacked, gives the sign +, and then # to moves that win. What two moves would share is
written in coordinates.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from lasker.algebra.fragments import Pattern
from lasker.algebra.moves import Move, Test, look
from lasker.kernel.errors import IllegalMove, NotationError
from lasker.kernel.source import Source, Span
from lasker.model.game import Game
from lasker.model.position import Node, Step
from lasker.notation.coordinates import move_texts
from lasker.syntax.values import is_move

SQUARE = re.compile(r"([a-z]+)([0-9]+)")
SIGNS = re.compile(r"(?:[+#!?†‡,]|\$[0-9]+|(?<=[0-9])[ \t]*e\.?p\.?|[ \t])+$")
CASTLING = re.compile(r"[0Oo](-?[0Oo]){1,2}")
MOVE = re.compile(r"([^a-z0-9@]*)@?([a-z]*)([0-9]*)([a-z]+[0-9]+)([^0-9]*)")
NOTHING = ("--", "Z0", "pass")
BETWEEN = str.maketrans("", "", "x:×-–=()/ \t")  # what may be left out between squares and pieces


class AmbiguousMove(NotationError):
    """A text that means more than one legal move."""


@dataclass(frozen=True)
class Shape:
    """What notation says of a move: piece, squares, what it becomes, and in which of the ways it moves."""

    letter: str  # none for pawns
    start: str
    end: str
    becomes: str = ""
    kind: str = "goes"  # or: drops, castles, other
    takes: bool = False
    pawn: bool = False

    @property
    def file(self) -> str:
        found = SQUARE.fullmatch(self.start)
        return found[1] if found else ""

    @property
    def rank(self) -> str:
        found = SQUARE.fullmatch(self.start)
        return found[2] if found else ""

    def text(self, origin: str) -> str:
        """The move without the signs of check, its origin told as far as asked for."""
        if self.kind == "castles":
            return self.becomes
        if self.kind == "drops":
            return f"{self.letter}@{self.end}" if self.becomes else self.end
        if self.takes and self.pawn and not origin:
            origin = self.file or self.start
        becomes = f"={self.becomes}" if self.becomes else ""
        return self.letter + origin + ("x" if self.takes else "") + self.end + becomes

    def origin(self, others: list[Shape]) -> str:
        """As little of the origin as tells this move from others of such pieces to the same square."""
        rivals = [other for other in others if other.start != self.start]
        if self.pawn and self.takes:
            rivals = [other for other in rivals if other.takes]
        if not rivals or self.kind != "goes":
            return ""
        if self.file and all(other.file != self.file for other in rivals):
            return self.file
        if self.rank and not self.pawn and all(other.rank != self.rank for other in rivals):
            return self.rank
        return self.start

    def spellings(self) -> set[str]:
        """What people write for this move, with everything left out that may be left out."""
        ends = {self.end + self.becomes, self.end + self.becomes.lower()}
        if self.kind == "castles":
            return {self.becomes.replace("-", "")}
        if self.kind == "drops":
            return {f"{letter}@{self.end}" for letter in {self.letter, self.letter or "P"}} | {self.end}
        letters = {"", "P"} if self.pawn else {self.letter}
        found = {
            letter + origin + end
            for letter in letters
            for origin in ("", self.file, self.rank, self.start)
            for end in ends
        }
        return found | {self.start + end for end in ends}


def shape(node: Node, step: Step) -> Shape:
    """What notation says of a move."""
    vocabulary, name = node.game.rules.vocabulary, node.game.space.label
    if not step.label:
        return Shape("", "", "", kind="other")
    start, end, symbol = step.label[0][:3]
    before, after = node.configuration.board, step.after.configuration.board
    mover = vocabulary.symbol(before[start])
    becomes = vocabulary.pieces[symbol - 1].letter.upper() if symbol > 0 else ""
    if not mover:
        if start != end or not becomes:
            return Shape("", name(start), name(end), kind="other")
        kinds = {piece.name for piece in vocabulary.pieces}
        letter = "" if vocabulary.pieces[symbol - 1].name == "pawn" else becomes
        return Shape(letter, "", name(end), becomes if len(kinds) > 1 else "", "drops")
    piece = vocabulary.pieces[mover - 1]
    if piece.name == "king" and (side := _castled(node, step)):
        return Shape(piece.letter.upper(), name(start), name(end), side, "castles")
    pawn = piece.name == "pawn"
    moved = Shape("" if pawn else piece.letter.upper(), name(start), name(end), becomes, pawn=pawn)

    def vanished(site: int) -> bool:
        enemy = vocabulary.symbol(before[site])
        return bool(enemy) and (
            vocabulary.pieces[enemy - 1].owner not in (piece.owner, None)
            and vocabulary.symbol(after[site]) != enemy
        )

    takes = start != end and vanished(end)
    if pawn and not takes:
        file = SQUARE.fullmatch(moved.end)
        takes = file is not None and file[1] != moved.file and any(map(vanished, range(len(before))))
    return replace(moved, takes=takes)


def _castled(node: Node, step: Step) -> str:
    """On which side the king castles, by the rook that moves along his rank; nothing if none does."""
    vocabulary, sites = node.game.rules.vocabulary, node.game.space.sites
    start = step.label[0].start
    owner = vocabulary.pieces[vocabulary.symbol(node.configuration.board[start]) - 1].owner

    def rooks(board: tuple[int, ...]) -> set[int]:
        return {
            site
            for site, content in enumerate(board)
            if (symbol := vocabulary.symbol(content))
            and vocabulary.pieces[symbol - 1].name == "rook"
            and vocabulary.pieces[symbol - 1].owner == owner
        }

    before, after = rooks(node.configuration.board), rooks(step.after.configuration.board)
    left, arrived = before - after, after - before
    if len(left) != 1 or len(arrived) != 1 or SQUARE.fullmatch(node.game.space.label(start)) is None:
        return ""
    king, rook = sites[start], sites[left.pop()]
    if king[1:] != rook[1:] or king[1:] != sites[arrived.pop()][1:]:
        return ""
    return "O-O" if rook[0] > king[0] else "O-O-O"


def plain_texts(node: Node, steps: tuple[Step, ...]) -> list[str]:
    """The texts of some moves without the signs of check, each different from all others."""
    shapes = [shape(node, step) for step in steps]
    alike: dict[tuple[str, str], list[Shape]] = {}
    for each in shapes:
        if each.kind == "goes":
            alike.setdefault((each.letter, each.end), []).append(each)
    texts = [
        "" if each.kind == "other" else each.text(each.origin(alike.get((each.letter, each.end), [])))
        for each in shapes
    ]
    count = Counter(texts)
    return [
        text if text and count[text] == 1 else exact
        for text, exact in zip(texts, move_texts(node, steps), strict=True)
    ]


def san(node: Node, step: Step, steps: tuple[Step, ...] | None = None) -> str:
    """A legal move in standard algebraic notation; `steps` are the legal moves, if not all of the node."""
    steps = node.steps if steps is None else steps
    return plain_texts(node, steps)[steps.index(step)] + sign(step.after)


def sign(node: Node) -> str:
    """`#` when the game has just been won, `+` when the player to move is in check, nothing otherwise.

    Games that know no check have no signs at all.
    """
    test = None if node.state.by_chance else check_of(node.game, node.state.player)
    if test is None:
        return ""
    if node.outcome is not None and len(set(node.outcome.payoffs)) > 1:
        return "#"
    return "" if next(node.game.arena.runs(test, node.configuration), None) is None else "+"


@lru_cache(maxsize=256)
def check_of(game: Game, player: int) -> Move | None:
    """The definition called `check`, as a player sees it; None where there is none."""
    value = game.rules.find("check") if "check" in game.rules.definitions or game.rules.under else None
    if isinstance(value, Pattern):
        value = Test(look(value, game.rules.vocabulary), True)
    return game.seen(value, player) if value is not None and is_move(value) else None


# --- reading ----------------------------------------------------------------------------------------


def parse_san(node: Node, text: str, steps: tuple[Step, ...] | None = None) -> Step:
    """The legal move that a text means.

    Signs may be missing, doubled or wrong, captures unmarked, origins longer than they need be. A text that
    is no move is a NotationError, one that means no legal move an IllegalMove, one that means several an
    AmbiguousMove.
    """
    steps = node.steps if steps is None else steps
    texts = plain_texts(node, steps)
    bare = _bare(node.game, text)
    for step, exact in zip(steps, texts, strict=True):
        if bare == exact or (not step.label and bare in NOTHING):
            return step
    squeezed = bare.translate(BETWEEN)
    shapes = [shape(node, step) for step in steps]
    found = [at for at, each in enumerate(shapes) if squeezed in each.spellings()]
    if not found:  # the king's own squares mean castling where nothing else fits
        walks = [Shape(each.letter, each.start, each.end) for each in shapes]
        found = [
            at
            for at, each in enumerate(shapes)
            if each.kind == "castles" and squeezed in walks[at].spellings()
        ]
    if not found:
        found = [at for at, each in enumerate(move_texts(node, steps)) if each == text.strip()]
    if len(found) == 1:
        return steps[found[0]]
    span = Span(Source(text, "<move>"), 0, len(text))
    if found:
        raise AmbiguousMove(
            f"{text} means {len(found)} moves here",
            span=span,
            remedy="write one of " + " ".join(texts[at] for at in found[:12]),
        )
    if (problem := _malformed(node.game, bare)) is not None:
        raise NotationError(f"{text!r} is no move: {problem}", span=span, remedy=_advice(texts))
    reason = why_not(node, text, steps)
    because = f": {reason}" if reason else ""
    raise IllegalMove(f"{text} is not a legal move here{because}", remedy=_advice(texts))


def why_not(node: Node, text: str, steps: tuple[Step, ...] | None = None) -> str | None:
    """Why a text in algebraic notation is no legal move, in words; None if it is in no such notation."""
    steps = node.steps if steps is None else steps
    bare = _bare(node.game, text)
    if CASTLING.fullmatch(bare):
        return "one cannot castle so here"
    if bare in NOTHING:
        return "somebody has to move"
    squeezed, texts = bare.translate(BETWEEN), plain_texts(node, steps)
    unpromoted = [
        spelled
        for each, spelled in zip((shape(node, step) for step in steps), texts, strict=True)
        if each.becomes and squeezed in Shape(each.letter, each.start, each.end, pawn=each.pawn).spellings()
    ]
    if unpromoted:
        return f"say what the piece becomes: {' '.join(unpromoted)}"
    found = MOVE.fullmatch(squeezed)
    names = {piece.letter.upper(): piece.name for piece in node.game.rules.vocabulary.pieces}
    if found is None or (found[2] and found[3] and not found[1]) or len(set(names.values())) == 1:
        return None
    if (problem := _malformed(node.game, bare)) is not None:
        return problem
    name = names[found[1]] if found[1] else "pawn"
    from_there = f" from {found[2]}{found[3]}" if found[2] or found[3] else ""
    become = f" and become a {names.get(found[5].upper(), '?')}" if found[5] else ""
    return f"no {name} can go{from_there} to {found[4]}{become}" if name in names.values() else None


def _advice(texts: list[str]) -> str | None:
    return "legal moves: " + " ".join(texts[:12]) + (" …" if len(texts) > 12 else "") if texts else None


def _bare(game: Game, text: str) -> str:
    """A text without signs and figurines, castling written in one way."""
    bare = SIGNS.sub("", text.strip())
    for piece in game.rules.vocabulary.pieces:
        if piece.glyph not in bare or piece.glyph.isascii():
            continue
        bare = bare.replace(piece.glyph, piece.letter.upper())
    if CASTLING.fullmatch(bare):
        return "-".join("O" * len(bare.replace("-", "")))
    return bare


def _malformed(game: Game, bare: str) -> str | None:
    """Why a text cannot be a move of this game at all; None if it only happens not to be legal."""
    if bare in NOTHING or CASTLING.fullmatch(bare):
        return None
    labels = {game.space.label(site) for site in range(len(game.space.sites))}
    if not all(map(SQUARE.fullmatch, labels)):
        return None if any(label in bare for label in labels) else "it names no square of the board"
    letters = {piece.letter.upper() for piece in game.rules.vocabulary.pieces}
    for part in bare.translate(BETWEEN).split(","):
        found = MOVE.fullmatch(part)
        if found is None:
            return "a move names a piece and a square, as in Nf3"
        if found[1] and found[1] not in letters:
            return f"no piece is called {found[1]}"
        if found[4] not in labels:
            return f"the board has no square {found[4]}"
        if found[5] and found[5].upper() not in letters:
            return f"no piece is called {found[5]}"
    return None
