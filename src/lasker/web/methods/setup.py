"""Methods of the position editor, and of the diagram of any piece in a position."""

from __future__ import annotations

from typing import Any

from lasker.drawing.boards.board_svg import CHOSEN
from lasker.kernel.errors import NotationError
from lasker.model.game import Game as Model
from lasker.model.position import Node
from lasker.movement.diagram import diagram
from lasker.notation.fen import fen
from lasker.play.game import Game, Position
from lasker.play.pictures import TAKEN, node_svg
from lasker.table.placement import placement
from lasker.web.game_names import game_of
from lasker.web.methods import Params, method
from lasker.web.params import GameParams, whole
from lasker.web.replay import played

SIZE = 480
NAMED = ("counter", "optional", "counts", "spent", "marked")  # fields of a game that name what they tell


@method("setup")
def setup(params: Params) -> dict[str, Any]:
    """A position with pieces as in `board`, symbols by cell, and `turn`; `faults` says what is wrong with it.

    `start` is the position that is changed; none, or an empty text, is that of the game.

    >>> found = setup({"game": "chess", "board": [0] * 64})
    >>> found["fen"].split()[0], found["faults"][0]
    ('8/8/8/8/8/8/8/8', 'the player to move has no king')
    >>> setup({"game": "chess", "board": [1, *[0] * 62, 2]})["fen"]
    '7k/8/8/8/8/8/8/K7 w - - 0 1'

    `fields` are the words of the FEN beside board and side, which can be written in its place.

    >>> setup({"game": "chess"})["fields"][0]
    {'name': 'castling', 'about': '', 'word': 2, 'value': 'KQkq'}
    """
    asked = GameParams.of(params)
    game = game_of(asked.game)
    node = game.start().node if not asked.start else fen.read(game.model, asked.start)
    board, turn = params.get("board"), asked.text("turn")
    states = {name: state for name, state in game.model.states.items() if not state.by_chance}
    if turn is not None and turn not in states:
        raise NotationError(f"nobody is called {turn}", remedy=f"to move is one of {', '.join(states)}")
    if board is not None:
        node = _with_board(game.model, node, board)
    if turn is not None:
        node = Node(game.model, node.configuration, states[turn], node.ply)
    written = fen.write(node)
    words = zip(fen.word_fields(game.model), written.split(), strict=False)
    again = fen.read(game.model, written)
    return {
        "fen": written,
        "fields": [
            {"name": name, "about": about if name in NAMED else "", "word": at, "value": value}
            for at, (field, value) in enumerate(words)
            for name, _, about in [field.partition(":")]
            if name not in ("board", "side", "fixed")
        ],
        "faults": list(again.faults),
        "turns": list(states),
        "turn": again.state.name,
        "placed": placement(Position(again, game)),
    }


def _with_board(model: Model, node: Node, board: object) -> Node:
    """A position with other pieces; one that stays keeps its marks."""
    count, old = len(model.space.sites), node.configuration.board
    kinds = len(model.rules.vocabulary.pieces)
    if not isinstance(board, list) or len(board) > count:
        raise NotationError(f"a board is a list of at most {count} symbols")
    symbols = [whole(each, "symbol") for each in board] + [0] * (count - len(board))
    if any(not 0 <= each <= kinds for each in symbols):
        raise NotationError(f"a symbol is a number from 0 to {kinds}")
    symbol = model.rules.vocabulary.symbol
    new = tuple(
        was if symbol(was) == now else content_of(model, now) for was, now in zip(old, symbols, strict=True)
    )
    return Node(model, node.configuration._replace(board=new), node.state, node.ply)


def content_of(model: Model, symbol: int) -> int:
    """The content of a square on which the piece of a symbol stands without marks; 0 is the empty square.

    >>> from lasker.play.library import model
    >>> chess = model("chess")
    >>> chess.rules.vocabulary.show(content_of(chess, 5)), content_of(chess, 0)
    ('♖', 0)
    """
    vocabulary = model.rules.vocabulary
    return vocabulary.content(vocabulary.pieces[symbol - 1].glyph) if symbol else 0


@method("reach")
def reach(params: Params) -> dict[str, Any]:
    """Where a piece could go from a `square` of the position, were it there and its owner to move.

    `symbol` is the number of the piece, as scenes number them.

    >>> found = reach({"game": "breakthrough", "symbol": 1, "square": "c6"})
    >>> found["moves"], found["takes"]
    ([], ['b7', 'd7'])
    >>> reach({"game": "chess", "symbol": 5, "square": "a3"})["takes"]
    ['a7']
    """
    asked = GameParams.of(params)
    position = played(asked).position
    model = position.game.model
    pieces, number = model.rules.vocabulary.pieces, asked.whole("symbol", 0)
    if not 1 <= number <= len(pieces):
        raise NotationError(f"no piece has the number {number}")
    site = model.space.site(asked.text("square") or "")
    node = placed_node(position.game, position.node, site, number)
    ends: dict[int, bool] = {}
    for step in node.steps:
        if step.label and step.label[0].start == site:
            end = step.label[-1].end
            ends[end] = ends.get(end, False) or _takes(node, step.after)
    moves = [end for end, takes in ends.items() if not takes and end != site]
    takes = [end for end, takes in ends.items() if takes]
    label = model.space.label
    tints = {**dict.fromkeys(moves, CHOSEN), **dict.fromkeys(takes, TAKEN)}
    drawn = node_svg(node, highlights=tints, arrows=[(site, end) for end in ends if end != site], size=SIZE)
    words = diagram(model, pieces[number - 1]).words(signs=False)
    return {
        "svg": drawn,
        "moves": sorted(map(label, moves)),
        "takes": sorted(map(label, takes)),
        "words": words,
    }


def placed_node(game: Game, node: Node, site: int, symbol: int) -> Node:
    """The position with a piece on a square, its owner to move; without the ends of the game."""
    model = game.model
    owner = model.rules.vocabulary.pieces[symbol - 1].owner
    board = node.configuration.board
    stands = model.rules.vocabulary.symbol(board[site]) == symbol
    content = board[site] if stands else content_of(model, symbol)
    placed = node.configuration._replace(board=(*board[:site], content, *board[site + 1 :]))
    states = [state for state in model.states.values() if owner is None or state.player == owner]
    state = node.state if node.state in states or not states else states[0]
    return Node(model, placed, state, node.ply)


def _takes(before: Node, after: Node) -> bool:
    """Are there fewer pieces of others after a move?"""
    vocabulary, mine = before.game.rules.vocabulary, before.state.player

    def others(node: Node) -> int:
        found = (vocabulary.symbol(content) for content in node.configuration.board)
        return sum(bool(symbol) and vocabulary.pieces[symbol - 1].owner != mine for symbol in found)

    return others(after) < others(before)
