"""Writing standard algebraic notation: `Nf3`, `exd6`, `e8=Q+`, `O-O`, derived from the moves of any game.

A move is named after the piece that its first binder chose. Pieces called pawn write no letter; a king that
moves along its rank together with a rook castles. A definition named `check` in the rules, a test that the
player to move is attacked, gives the sign +, or # if the move wins. `called "name": M` in the rules names the
moves that lead where M leads. Moves that would have the same text are written in coordinates.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import lru_cache

from lasker.algebra.moves import Move
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.model.position import Node, Step
from lasker.notation.coordinates import called, move_text, move_texts
from lasker.space.space import file_number

SQUARE = re.compile(r"([a-z]+)([0-9]+)")


@dataclass(frozen=True)
class SanMove:
    """The notational features of a move: piece, squares, promotion, and its kind."""

    letter: str  # none for pawns
    start: str
    end: str
    becomes: str = ""
    kind: str = "goes"  # or: drops, castles, other
    takes: bool = False
    pawn: bool = False
    gates: str = ""  # a piece that enters behind it: its letter, and the square if that is not its origin

    @property
    def file(self) -> str:
        found = SQUARE.fullmatch(self.start)
        return found[1] if found else ""

    @property
    def rank(self) -> str:
        found = SQUARE.fullmatch(self.start)
        return found[2] if found else ""

    def text(self, origin: str) -> str:
        """The move without check signs, with the given part of its origin."""
        entering = f"/{self.gates}" if self.gates else ""
        if self.kind == "castles":
            return self.becomes + entering
        if self.kind == "drops":
            return f"{self.letter}@{self.end}" if self.becomes else self.end
        if self.takes and self.pawn and not origin:
            origin = self.file or self.start
        becomes = f"={self.becomes}" if self.becomes else ""
        return self.letter + origin + ("x" if self.takes else "") + self.end + becomes + entering

    def origin(self, others: list[SanMove]) -> str:
        """The shortest part of the origin that distinguishes this move from others by
        such pieces to its square."""
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
        """All accepted spellings of this move, without optional characters."""
        ends = {self.end + self.becomes + self.gates, self.end + self.becomes.lower() + self.gates}
        if self.kind == "castles":
            return {self.becomes.replace("-", "") + self.gates}
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


def san_move(node: Node, step: Step) -> SanMove:
    """The notational features of a move."""
    vocabulary, name = node.game.rules.vocabulary, node.game.space.label
    if not step.label:
        return SanMove("", "", "", kind="other")
    start, end, symbol = step.label[0][:3]
    before, after = node.configuration.board, step.after.configuration.board
    mover = vocabulary.symbol(before[start])
    heap = symbol > 0 and vocabulary.pieces[symbol - 1].count  # its number is no other piece
    becomes = vocabulary.pieces[symbol - 1].letter.upper() if symbol > 0 and not heap else ""
    if not mover:
        if start != end or not becomes:
            return SanMove("", name(start), name(end), kind="other")
        kinds = {piece.name for piece in vocabulary.pieces}
        letter = "" if vocabulary.pieces[symbol - 1].name == "pawn" else becomes
        return SanMove(letter, "", name(end), becomes if len(kinds) > 1 else "", "drops")
    piece = vocabulary.pieces[mover - 1]
    if side := _castled(node, step):
        gates = _gates(node, step, always=True)
        return SanMove(piece.letter.upper(), name(start), name(end), side, "castles", gates=gates)
    pawn = piece.name == "pawn" or piece.count > 0
    letter, gates = "" if pawn else piece.letter.upper(), _gates(node, step)
    moved = SanMove(letter, name(start), name(end), becomes, pawn=pawn, gates=gates)

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


def _gates(node: Node, step: Step, always: bool = False) -> str:
    """The piece of the player's own that enters behind a move, with its square if it does not enter where the
    move began, or if it is `always` told."""
    entering = [part[:3] for part in step.label[1:]]
    vocabulary, site = node.game.rules.vocabulary, step.label[0][0]
    if len(entering) != 1 or entering[0][0] != entering[0][1] or entering[0][2] <= 0:
        return ""
    piece = vocabulary.pieces[entering[0][2] - 1]
    if (
        piece.owner != node.state.player
        or vocabulary.symbol(step.after.configuration.board[entering[0][0]]) == 0
    ):
        return ""
    told = always or entering[0][0] != site
    return piece.letter.upper() + (node.game.space.label(entering[0][0]) if told else "")


def _castled(node: Node, step: Step) -> str:
    """The side on which a king castles; empty if the move is not castling.

    Castling moves the king and one of its rooks, or moves the king past a rook that stays where it is.
    """
    board, after = node.configuration.board, step.after.configuration.board
    vocabulary, start = node.game.rules.vocabulary, step.label[0].start
    mark, royal, partner = castlers(node.game)
    mover = vocabulary.pieces[vocabulary.symbol(board[start]) - 1]
    king = square(node.game, start)
    if mover.name != royal or king is None:
        return ""

    def standing(name: str, contents: tuple[int, ...]) -> set[int]:
        wanted = {s for s, p in enumerate(vocabulary.pieces, 1) if (p.name, p.owner) == (name, mover.owner)}
        return {site for site, content in enumerate(contents) if vocabulary.symbol(content) in wanted}

    before, now = standing(partner, board), standing(partner, after)
    left, arrived = before - now, now - before
    if len(left) == len(arrived) == 1:
        moved = [square(node.game, site) for site in (*left, *arrived)]
        if moved[0] is None or any(rook is None or rook[1] != king[1] for rook in moved):
            return ""
        return "O-O" if moved[0] > king else "O-O-O"
    came = [square(node.game, site) for site in standing(royal, after) - standing(royal, board)]
    if left or arrived or len(came) != 1 or came[0] is None or came[0][1] != king[1]:
        return ""
    if mark and not board[start] & vocabulary.mark_bit(mark):
        return ""
    for site in before:
        rook = square(node.game, site)
        if rook and rook[1] == king[1] and (king < rook < came[0] or king > rook > came[0]):
            return "O-O" if rook > king else "O-O-O"
    return ""


def castlers(game: Game) -> tuple[str, str, str]:
    """The mark, the king and the rook of castling, as the game's FEN fields declare them."""
    for name, *options in (field.split(":") for field in game.fen_fields):
        if name in {"castling", "gating"} and len(options) >= 3:
            return options[0], options[1], options[2]
    return "", "king", "rook"


def square(game: Game, site: int) -> tuple[int, str] | None:
    """File and rank of a site with a name like `e4`; None for other names."""
    found = SQUARE.fullmatch(game.space.label(site))
    return (file_number(found[1]), found[2]) if found else None


def plain_texts(node: Node, steps: tuple[Step, ...]) -> list[str]:
    """The texts of some moves without check signs, pairwise different."""
    san_moves = [san_move(node, step) for step in steps]
    alike: dict[tuple[str, str], list[SanMove]] = {}
    for each in san_moves:
        if each.kind == "goes":
            alike.setdefault((each.letter, each.end), []).append(each)
    texts = [
        "" if each.kind == "other" else each.text(each.origin(alike.get((each.letter, each.end), [])))
        for each in san_moves
    ]
    for at, by in enumerate(called(node, steps)):
        if by is not None:
            texts[at] = by.name.replace("%", texts[at] or move_text(node, steps[at].label))
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
    """`#` if the game has just been won, `+` if the player to move is in check, otherwise nothing.

    Games without a definition of check have no signs.
    """
    test = None if node.state.by_chance else check_of(node.game, node.state.player)
    if test is None:
        return ""
    if node.outcome is not None and len(set(node.outcome.payoffs)) > 1:
        return "#"
    return "+" if node.game.arena.holds(test, node.configuration) else ""


@lru_cache(maxsize=256)
def check_of(game: Game, player: int) -> Move | None:
    """The definition called `check` for a player; None where there is none."""
    return None if game.checking is None else game.seen(game.checking, player)
