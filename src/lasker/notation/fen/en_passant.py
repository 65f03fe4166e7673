"""The FEN field of en passant squares: a mark on pawns that have just crossed them."""

from __future__ import annotations

import re

from lasker.kernel.errors import SpaceError
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen.draft import Draft


def passed_square(game: Game, site: int, owner: int, back: bool) -> int | None:
    """The square behind a pawn, or in front of it, as its owner sees the board."""
    ahead = game.rules.compass.directions["u"].shift
    turn = (game.view**owner).turn
    step = turn(tuple(-x for x in ahead) if back else ahead)
    place = game.space.reach((site, 0), step)
    return None if place is None else place[0]


def read_passing(draft: Draft, word: str, at: int, mark: str, pawn: str) -> None:
    """The en passant squares, side by side: one, or two where a turn has two moves."""
    if word == "-":
        return
    game, vocabulary = draft.game, draft.game.rules.vocabulary
    glyphs = {piece.owner: piece.glyph for piece in vocabulary.pieces if piece.name == pawn}
    own = draft.state.player
    before = [s for s in game.states.values() if any(name == draft.state.name for _, name in s.next)]
    again = any(state.player == own for state in before)  # may the player to move have made the last move?
    players = [(own - i) % len(game.players) for i in range(1, len(game.players) + again)]
    for found in re.finditer(r"[^0-9]+[0-9]*|.+", word):
        start, end = at + found.start(), at + found.end()
        try:
            target = game.space.site(found.group())
        except SpaceError:
            raise draft.wrong(f"{found.group()!r} is no square", start, end) from None
        sites = [(owner, passed_square(game, target, owner, back=False)) for owner in players]
        site = next(
            (
                i
                for owner, i in sites
                if i is not None and vocabulary.glyph(draft.board[i]) == glyphs.get(owner)
            ),
            None,
        )
        if site is None:
            raise draft.wrong(f"no {pawn} has just passed {found.group()}", start, end)
        draft.board[site] = vocabulary.with_marks(draft.board[site], vocabulary.mark_bit(mark), 0)


def write_passing(node: Node, mark: str, pawn: str) -> str:
    vocabulary, board = node.game.rules.vocabulary, node.configuration.board
    marked = vocabulary.marked(vocabulary.mark_bit(mark), 0)
    text = ""
    for site, content in enumerate(board):
        if marked >> content & 1:
            owner = vocabulary.pieces[vocabulary.symbol(content) - 1].owner or 0
            passed = passed_square(node.game, site, owner, back=True)
            text += "" if passed is None else node.game.space.label(passed)
    return text or "-"
