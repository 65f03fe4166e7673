"""The fields of FEN that are about rights: castling, and pawns that have just passed a square."""

from __future__ import annotations

from lasker.kernel.errors import SpaceError
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen_draft import Draft

# --- castling rights: a mark on kings and rooks --------------------------------------------------------


def _rooks(
    game: Game, board: tuple[int, ...] | list[int], player: int, king: str, rook: str
) -> tuple[int | None, list[int]]:
    """The king's site and the rooks on its rank, from left to right."""
    vocabulary, space = game.rules.vocabulary, game.space
    glyphs = {piece.name: piece.glyph for piece in vocabulary.pieces if piece.owner == player}
    kings = [i for i, content in enumerate(board) if vocabulary.glyph(content) == glyphs[king]]
    if len(kings) != 1:
        return None, []
    rank = space.sites[kings[0]][1]
    rooks = [
        i
        for i, content in enumerate(board)
        if vocabulary.glyph(content) == glyphs[rook] and space.sites[i][1] == rank
    ]
    return kings[0], sorted(rooks, key=lambda i: space.sites[i][0])


def read_castling(draft: Draft, word: str, at: int, mark: str, king: str, rook: str) -> None:
    if word == "-":
        return
    vocabulary, space = draft.game.rules.vocabulary, draft.game.space
    bit = vocabulary.mark_bit(mark)
    for offset, letter in enumerate(word):
        player = 0 if letter.isupper() else 1
        home, rooks = _rooks(draft.game, draft.board, player, king, rook)
        if home is None or letter.lower() not in "kqabcdefghijklmnop":
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
            chosen = next((r for r in rooks if space.label(r).startswith(letter.lower())), None)
        if chosen is None:
            raise draft.wrong(f"no rook stands where {letter!r} needs one", at + offset, at + offset + 1)
        for site in (home, chosen):
            draft.board[site] = vocabulary.with_marks(draft.board[site], bit, 0)


def write_castling(node: Node, mark: str, king: str, rook: str) -> str:
    vocabulary, space, board = node.game.rules.vocabulary, node.game.space, node.configuration.board
    bit = vocabulary.mark_bit(mark)
    marked = vocabulary.marked(bit, 0)
    text = ""
    for player in range(2):
        home, rooks = _rooks(node.game, board, player, king, rook)
        if home is None or not marked >> board[home] & 1:
            continue
        for right in (True, False):
            side = [r for r in rooks if (space.sites[r][0] > space.sites[home][0]) is right]
            side = side if right else side[::-1]
            for site in [r for r in side if marked >> board[r] & 1]:
                letter = ("k" if right else "q") if site == side[-1] else space.label(site)[0]
                text += letter.upper() if player == 0 else letter
    return text or "-"


# --- a pawn that has just passed a square --------------------------------------------------------------


def _passed(game: Game, site: int, owner: int, back: bool) -> int | None:
    """The square behind a pawn, or before one, as its owner sees the board."""
    ahead = game.rules.compass.directions["u"].shift
    turn = (game.view**owner).turn
    step = turn(tuple(-x for x in ahead) if back else ahead)
    place = game.space.reach((site, 0), step)
    return None if place is None else place[0]


def read_passing(draft: Draft, word: str, at: int, mark: str, pawn: str) -> None:
    if word == "-":
        return
    game, vocabulary = draft.game, draft.game.rules.vocabulary
    owner = (draft.state.player - 1) % len(game.players)
    glyph = next(piece.glyph for piece in vocabulary.pieces if (piece.name, piece.owner) == (pawn, owner))
    try:
        target = game.space.site(word)
    except SpaceError:
        raise draft.wrong(f"{word!r} is no square", at, at + len(word)) from None
    site = _passed(game, target, owner, back=False)
    if site is None or vocabulary.glyph(draft.board[site]) != glyph:
        raise draft.wrong(f"no {pawn} has just passed {word}", at, at + len(word))
    draft.board[site] = vocabulary.with_marks(draft.board[site], vocabulary.mark_bit(mark), 0)


def write_passing(node: Node, mark: str, pawn: str) -> str:
    vocabulary, board = node.game.rules.vocabulary, node.configuration.board
    marked = vocabulary.marked(vocabulary.mark_bit(mark), 0)
    for site, content in enumerate(board):
        if marked >> content & 1:
            owner = vocabulary.pieces[vocabulary.symbol(content) - 1].owner or 0
            passed = _passed(node.game, site, owner, back=True)
            if passed is not None:
                return node.game.space.label(passed)
    return "-"
