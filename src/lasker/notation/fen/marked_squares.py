"""The FEN field of squares with a mark."""

from __future__ import annotations

from lasker.kernel.errors import SpaceError
from lasker.model.position import Node
from lasker.notation.fen.draft import Draft


def read_marked(draft: Draft, word: str, at: int, mark: str) -> None:
    """Squares with a mark, `a1+c3`; a dash for none."""
    vocabulary, space = draft.game.rules.vocabulary, draft.game.space
    for name in word.split("+") if word != "-" else ():
        try:
            site = space.site(name)
        except SpaceError:
            raise draft.wrong(f"{name!r} is no square of this board", at, at + len(word)) from None
        draft.board[site] = vocabulary.with_marks(draft.board[site], vocabulary.mark_bit(mark), 0)


def write_marked(node: Node, mark: str) -> str:
    vocabulary, space = node.game.rules.vocabulary, node.game.space
    marked = vocabulary.marked(vocabulary.mark_bit(mark), 0)
    board = node.configuration.board
    return "+".join(space.label(i) for i, content in enumerate(board) if marked >> content & 1) or "-"
