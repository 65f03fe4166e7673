"""The FEN field of gating rights: castling rights, and the files of other pieces that have not moved.

`KQBCDFGkqbcdfg`: a castling right says of its king and rook that they have not moved, the letter of a file
says so of the piece on the first rank there.
"""

from __future__ import annotations

from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen.castling_rights import read_castling, write_castling
from lasker.notation.fen.draft import Draft
from lasker.space.space import file_name, file_number


def read_gating(draft: Draft, word: str, at: int, mark: str, king: str, rook: str, unmoved: str) -> None:
    """Rights letter by letter; a dash for none."""
    vocabulary = draft.game.rules.vocabulary
    bit = vocabulary.mark_bit(unmoved)
    for offset, letter in enumerate(word) if word != "-" else ():
        if letter.lower() in "kq":
            read_castling(draft, letter, at + offset, mark, king, rook)
            rights = vocabulary.marked(vocabulary.mark_bit(mark), 0)
            owned = vocabulary.owned(0 if letter.isupper() else 1) & rights
            sites = [site for site, content in enumerate(draft.board) if owned >> content & 1]
        else:
            sites = [_site(draft, letter, at + offset)]
        for site in sites:
            draft.board[site] = vocabulary.with_marks(draft.board[site], bit, 0)


def _site(draft: Draft, letter: str, at: int) -> int:
    """The square on the first rank of a player that the letter of a file names, with a piece of his."""
    player, home = (0 if letter.isupper() else 1), _home(draft.game)
    site = home[player].get(letter.lower())
    owned = draft.game.rules.vocabulary.owned(player)
    if site is None or not owned >> draft.board[site] & 1:
        raise draft.wrong(
            f"{letter!r} is no gating right here",
            at,
            at + 1,
            remedy="rights are K, Q, k, q, or the file of a piece on its first rank",
        )
    return site


def _home(game: Game) -> list[dict[str, int]]:
    """The squares of the first rank of each player, by the letters of their files."""
    space, up = game.space, game.rules.compass.directions["u"].shift
    found = []
    for player in range(2):
        ahead = (game.view**player).turn(up)[1]
        ranks = [site[1] for site in space.sites]
        rank = min(ranks) if ahead > 0 else max(ranks)
        least = min(site[0] for site in space.sites)
        found.append({file_name(x - least): i for i, (x, y) in enumerate(space.sites) if y == rank})
    return found


def write_gating(node: Node, mark: str, king: str, rook: str, unmoved: str) -> str:
    """Castling rights first, then the files of other pieces that have not moved."""
    vocabulary, board = node.game.rules.vocabulary, node.configuration.board
    castling = write_castling(node, mark, king, rook).strip("-")
    rights, virgin = (vocabulary.marked(vocabulary.mark_bit(name), 0) for name in (mark, unmoved))
    text = ""
    for player, home in enumerate(_home(node.game)):
        mine = "".join(letter for letter in castling if letter.isupper() is (player == 0))
        said = rights if mine else 0
        owned = vocabulary.owned(player) & virgin & ~said
        files = sorted((name for name, site in home.items() if owned >> board[site] & 1), key=file_number)
        text += mine + "".join(name.upper() if player == 0 else name for name in files)
    return text or "-"
