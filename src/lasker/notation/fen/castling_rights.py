"""The FEN field of castling rights: a mark on kings and rooks."""

from __future__ import annotations

import re

from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen.draft import Draft
from lasker.space.space import Space


def _rooks(
    game: Game, board: tuple[int, ...] | list[int], player: int, king: str, rook: str, wanted: int = -1
) -> tuple[int | None, list[int]]:
    """The king's site and the rooks on its rank, from left to right. Of several kings (where pawns may
    promote to kings) the one nearest to its player; `wanted` are the contents that count as kings."""
    vocabulary, space = game.rules.vocabulary, game.space
    glyphs = {piece.name: piece.glyph for piece in vocabulary.pieces if piece.owner == player}
    ahead = (game.view**player).turn(game.rules.compass.directions["u"].shift)
    kings = [i for i, c in enumerate(board) if vocabulary.glyph(c) == glyphs[king] and wanted >> c & 1]
    if not kings:
        return None, []
    home = min(kings, key=lambda i: space.sites[i][1] * ahead[1])
    rank = space.sites[home][1]
    rooks = [
        i
        for i, content in enumerate(board)
        if vocabulary.glyph(content) == glyphs[rook] and space.sites[i][1] == rank
    ]
    return home, sorted(rooks, key=lambda i: space.sites[i][0])


def _file(space: Space, site: int) -> str:
    """The letter of a square's file, whatever layer of a box it is on."""
    return space.label(site).rstrip("0123456789")[-1:]


def read_castling(draft: Draft, word: str, at: int, mark: str, king: str, rook: str) -> None:
    if word == "-":
        return
    vocabulary, space = draft.game.rules.vocabulary, draft.game.space
    bit = vocabulary.mark_bit(mark)
    for offset, letter in enumerate(word):
        player = 0 if letter.isupper() else 1
        home, rooks = _rooks(draft.game, draft.board, player, king, rook)
        if home is None or not re.fullmatch("[A-Za-z]", letter):
            raise draft.wrong(
                f"{letter!r} is no castling right here",
                at + offset,
                at + offset + 1,
                remedy="rights are K, Q, k, q or the file of a rook",
            )
        side = [r for r in rooks if (space.sites[r][0] > space.sites[home][0]) is (letter.lower() == "k")]
        if letter.lower() in "kq":
            chosen = (side[-1] if letter.lower() == "k" else side[0]) if side else None
        else:
            chosen = next((r for r in rooks if _file(space, r) == letter.lower()), None)
        if chosen is None:
            raise draft.wrong(f"no rook stands where {letter!r} needs one", at + offset, at + offset + 1)
        for site in (home, chosen):
            draft.board[site] = vocabulary.with_marks(draft.board[site], bit, 0)


def write_castling_files(node: Node, mark: str, king: str, rook: str) -> str:
    """Castling rights by the files of the rooks alone: `HAha`."""
    return write_castling(node, mark, king, rook, by_files=True)


def write_castling(node: Node, mark: str, king: str, rook: str, by_files: bool = False) -> str:
    vocabulary, space, board = node.game.rules.vocabulary, node.game.space, node.configuration.board
    bit = vocabulary.mark_bit(mark)
    marked = vocabulary.marked(bit, 0)
    text = ""
    for player in range(2):
        home, rooks = _rooks(node.game, board, player, king, rook, marked)
        if home is None:
            continue
        for right in (True, False):
            side = [r for r in rooks if (space.sites[r][0] > space.sites[home][0]) is right]
            side = side if right else side[::-1]
            for site in [r for r in side if marked >> board[r] & 1]:
                outermost = site == side[-1] and not by_files
                letter = ("k" if right else "q") if outermost else _file(space, site)
                text += letter.upper() if player == 0 else letter
    return text or "-"
