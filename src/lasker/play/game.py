"""Game and Position: the objects of the user-level API.

Long because a position has many questions that can be asked of it, and each is a method with its docstring.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Unpack

from lasker.drawing.text import draw_squares
from lasker.kernel.errors import DeclarationError, IllegalMove, LaskerError, LimitError, NotationError
from lasker.kernel.source import Source, Span
from lasker.kernel.values import Value, lazy
from lasker.model.game import NOBODY, Ending
from lasker.model.game import Game as Model
from lasker.model.identity import meaning_hash, same_rules
from lasker.model.position import Node, Outcome
from lasker.notation.coordinates import move_texts
from lasker.notation.explain import why_illegal
from lasker.notation.fen import fen
from lasker.notation.san import check_of, san
from lasker.notation.san_reader import AmbiguousMove, parse_san, shown, why_not
from lasker.play import library
from lasker.play.counting import perft
from lasker.play.move import Move, Steps
from lasker.play.native import Listed, Moves, Readiness, readiness
from lasker.play.pieces import Piece, hands_of, piece_of
from lasker.play.playouts import Playouts, playouts
from lasker.runtime.playouts import MOST_PLIES
from lasker.syntax.read import row_of_start

if TYPE_CHECKING:
    from lasker.drawing.board import Board
    from lasker.drawing.svg import BoardOptions


class Game(Value):
    """A game. Games are equal if their rules have the same meaning, whatever their names.

    >>> game = load("tictactoe")
    >>> game.title, game.perft(2), game == load("tictactoe")
    ('Tic-tac-toe', 72, True)
    """

    model: Model
    name: str
    readiness: Readiness

    def __init__(self, model: Model, name: str) -> None:
        vars(self).update(model=model, name=name, readiness=readiness(model))

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __eq__(self, other: object) -> bool:
        return same_rules(self.model, other.model) if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(meaning_hash(self.model))

    def __reduce__(self) -> tuple[object, ...]:
        return Game, (self.model, self.name)

    @property
    def title(self) -> str:
        """The game's name as people write it."""
        return self.model.title

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in their order."""
        return self.model.players

    @property
    def text(self) -> str:
        """The source text of the rules, without that of games it extends."""
        return self.model.rules.source.text

    def _repr_html_(self) -> str:
        from lasker.play.pictures import game_html  # imported late: only notebooks need it

        return game_html(self.model, self.start().svg() if self.model.start else None)

    def start(self) -> Position:
        """The start position."""
        if not self.model.start:
            raise DeclarationError(f"{self.name} does not say how it starts", remedy='add a line: start "…"')
        try:
            return self.position(self.model.start)
        except LaskerError as error:  # point to the line of the rules file
            if error.span is not None and error.span.source.text == self.model.start:
                error.span = row_of_start(self.model, error.span.start)
            raise

    def position(self, text: str) -> Position:
        """The position of a FEN; raises NotationError if the rules of the game do not allow it."""
        node = fen.read(self.model, text)
        if node.faults:
            raise NotationError(
                f"this is no position of the game: {'; '.join(node.faults)}",
                span=Span(Source(text, "<fen>"), 0, len(text)),
            )
        return Position(self._at(node), self)

    def _at(self, node: Node) -> Node:
        native = self.readiness.native
        return node if native is None else native.packed(node)

    def compile(self) -> Game:
        """Compile the game now, so that positions use native code; otherwise that happens when it pays.

        >>> load("tictactoe").compile().start().moves[4]
        Move('b2')
        """
        self.readiness.compile()
        return self

    def perft(self, depth: int) -> int:
        """The number of move sequences of length `depth` from the start."""
        return self.start().perft(depth)

    def playouts(
        self,
        games: int = 1000,
        seed: int = 0,
        *,
        threads: int = 1,
        plies: int = MOST_PLIES,
        backend: str | None = None,
    ) -> Playouts:
        """Random playouts from the start, as `Position.playouts`."""
        return self.start().playouts(games, seed, threads=threads, plies=plies, backend=backend)


class Position(Value):
    """A position of a game: immutable, with its moves, outcome and history.

    Positions are equal if board, counters, turn and move number are, and the rules of their games have the
    same meaning; their histories may differ. Repetition counts positions with the same `key`.

    >>> position = load("tictactoe").start().play("b2").play("a1")
    >>> print(position.play("c3"))
    ..✕
    .✕.
    ◯..
    >>> position.turn, len(position.moves), position.fen
    ('x', 7, '3/1X1/O2 x 2')
    """

    node: Node
    game: Game
    before: Position | None

    def __init__(self, node: Node, game: Game, before: Position | None = None) -> None:
        vars(self).update(node=node, game=game, before=before)

    def __str__(self) -> str:
        model = self.game.model
        return draw_squares(model.space, model.rules.vocabulary, self.node.configuration.board)

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self.fen!r}>"

    def __eq__(self, other: object) -> bool:
        return self.node == other.node if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.node)

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self.game, [position.node for position in self.past()])

    @property
    def key(self) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        """The key of repetition: turn, board and keyed counters; the same on every backend.

        >>> here = load("chess").start()
        >>> back = here.play("Nf3").play("Nf6").play("Ng1").play("Ng8")
        >>> back == here, back.key == here.key, back.repetitions
        (False, True, 2)
        """
        return self.node.key

    def __getitem__(self, square: str) -> Piece | None:
        """The piece on a square; None where it is empty.

        >>> here = load("chess").start()
        >>> print(here["e1"], here["e8"].player, here["e4"])
        ♔ black None
        """
        model = self.game.model
        return piece_of(model, self.node.configuration.board[model.space.site(square)])

    @property
    def board(self) -> Board:
        """Squares and counters as a board of the algebra, to which terms can be applied."""
        from lasker.drawing.board import Board  # imported late: seldom needed

        return Board(self.game.model.arena, self.node.configuration)

    @property
    def pieces(self) -> dict[str, Piece]:
        """The pieces on the board, by square."""
        model = self.game.model
        found = ((site, piece_of(model, held)) for site, held in enumerate(self.node.configuration.board))
        return {model.space.label(site): piece for site, piece in found if piece is not None}

    @property
    def counters(self) -> dict[str, int]:
        """The counters by name: `quiet`, or `pawns of white` where every player has one."""
        vocabulary = self.game.model.rules.vocabulary
        return vocabulary.counters_by_name(self.node.configuration.counters)

    @property
    def hands(self) -> dict[str, dict[str, int]]:
        """By player the pieces in hand, by kind; empty where the game has no hands.

        >>> load("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[QPPn] w - - 0 1").hands
        {'white': {'queen': 1, 'pawn': 2}, 'black': {'knight': 1}}
        """
        return hands_of(self.game.model, self.node.configuration.counters)

    @property
    def player(self) -> int:
        """The number of the player to move, from 0; -1 for chance."""
        return NOBODY if self.node.state.by_chance else self.node.state.player

    @property
    def in_check(self) -> bool | None:
        """Is the player to move in check, by the definition `check` of the rules? None where there is none.

        >>> load("chess").position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1").in_check
        True
        """
        test = None if self.player == NOBODY else check_of(self.game.model, self.player)
        return None if test is None else self.game.model.arena.holds(test, self.node.configuration)

    def children(self) -> tuple[Position, ...]:
        """The positions after each legal move, in the order of `moves`."""
        return tuple(Position(move.step.after, self.game, self) for move in self.moves)

    def divide(self, depth: int) -> dict[str, int]:
        """Perft of each move: the number of move sequences of length `depth` that begin with it.

        >>> load("tictactoe").position("XO1/3/3 x 2").divide(2)["b2"]
        6
        """
        if depth < 1:
            raise LimitError(f"moves cannot be counted to depth {depth}", remedy="give a depth of 1 or more")
        return {str(move): perft(move.step.after, depth - 1) for move in self.moves}

    def svg(self, **options: Unpack[BoardOptions]) -> str:
        """The position as an SVG picture, the last move marked; the options are those of `board_svg`."""
        from lasker.play.pictures import node_svg  # imported late: seldom needed

        return node_svg(self.node, None if self.before is None else self.before.node, **options)

    def _repr_svg_(self) -> str:
        return self.svg()

    @property
    def turn(self) -> str:
        """The name of the player to move, or `chance`."""
        return self.node.turn

    @property
    def fen(self) -> str:
        """The position as a line of FEN."""
        return fen.write(self.node)

    @lazy
    def moves(self) -> Sequence[Move]:
        """Every legal move, in a fixed order; none when a rule has ended the game. Adjudications do not
        remove moves: they end the game although there are some."""
        native = self.game.readiness.native
        if native is None or self.node.state.by_chance or self.game.model.forbids_repetition:
            return self._listed()
        return Moves(native, self.node)

    def _listed(self) -> Listed:
        began, native = time.perf_counter(), self.game.readiness.native
        if native is None or self.node.state.by_chance:
            steps = self.node.steps
        else:
            steps = Moves(native, self.node).steps()
        self.game.readiness.spent(time.perf_counter() - began)
        if self.game.model.forbids_repetition:
            gone = {position.node.key[1:] for position in self.past()}
            steps = tuple(step for step in steps if step.after.key[1:] not in gone)
        among = Steps(self.node, steps)
        texts = enumerate(move_texts(self.node, steps))
        return Listed(self.node, (Move(text, among, at) for at, text in texts))

    def play(self, move: Move | str) -> Position:
        """The position after a move: one of `moves`, or text in coordinates or algebraic notation."""
        return Position(self.read(move).step.after, self.game, self)

    def roll(self, random: Random | None = None) -> Position:
        """The position after a random chance move; this position where a player is to move or the game is
        over."""
        if not self.node.state.by_chance or not self.moves:
            return self
        total = math.lcm(*(move.probability.denominator for move in self.moves))
        weights = [int(move.probability * total) for move in self.moves]
        [move] = (random or Random()).choices(self.moves, weights)
        return Position(move.step.after, self.game, self)

    def read(self, move: Move | str) -> Move:
        """The legal move of a text: `e2e4`, or `e4`; a move of another position is looked up by its text."""
        text, moves = str(move), self.moves
        if isinstance(move, Move):
            if isinstance(moves, Moves) and moves.holds(move):
                return move
            for legal in moves:
                if legal is move or legal == move:
                    return legal
        found = moves.find(text) if isinstance(moves, Moves) else _by_text(moves, text)
        if found is not None:
            return found
        steps = tuple(move.step for move in self.moves)
        try:
            return self.moves[steps.index(parse_san(self.node, text, steps))]
        except AmbiguousMove:
            raise
        except (IllegalMove, NotationError):
            raise IllegalMove(
                f"{shown(text)} is not a legal move here: {self.why_illegal(text)}",
                remedy=f"legal moves: {_first_texts(self.moves)}" if self.moves else None,
            ) from None

    def san(self, move: Move | str) -> str:
        """A legal move in standard algebraic notation: `Nf3`, `exd6`, `O-O`, `Qxf7#`."""
        steps = tuple(each.step for each in self.moves)
        return san(self.node, self.read(move).step, steps)

    @lazy
    def last(self) -> Move | None:
        """The move that led here; None where the history begins."""
        moves = self.before.moves if self.before is not None else ()
        here = [move for move in moves if move.step.after == self.node]
        return next((move for move in here if move.step.after is self.node), here[0] if here else None)

    def why_illegal(self, text: str) -> str | None:
        """Why a move is illegal here, in words; None if it is legal."""
        if any(move.text == text for move in self.moves):
            return None
        if self.outcome is not None:
            return f"the game is over: {self.outcome.reason}"
        steps = tuple(move.step for move in self.moves)
        try:
            parse_san(self.node, text, steps)
        except AmbiguousMove as error:
            return error.message
        except (IllegalMove, NotationError):
            return why_not(self.node, text, steps) or why_illegal(self.node, text)
        return None

    def past(self) -> Iterator[Position]:
        """The history: this position and those before it, latest first."""
        position: Position | None = self
        while position is not None:
            yield position
            position = position.before

    @lazy
    def repetitions(self) -> int:
        """The number of occurrences of this position, including this one."""
        return sum(1 for position in self.past() if position.node.repeats(self.node))

    @lazy
    def outcome(self) -> Outcome | None:
        """The outcome by the rules or by an automatic adjudication; None if the game goes on."""
        return self.node.outcome or next(iter(self._adjudicated("")), None)

    @lazy
    def claims(self) -> tuple[Outcome, ...]:
        """The outcomes that the player to move may claim."""
        return tuple(self._adjudicated("claimed"))

    @lazy
    def agreements(self) -> tuple[Outcome, ...]:
        """The outcomes that the players may agree on."""
        return tuple(self._adjudicated("agreed"))

    def _adjudicated(self, manner: str) -> Iterator[Outcome]:
        for rule in self.game.model.adjudications:
            if rule.manner == manner and self._applies(rule):
                yield Outcome(self.node.payoffs(rule.result), rule.reason)

    def _applies(self, rule: Ending) -> bool:
        if not rule.repeated:
            return self.node.meets(rule)
        if self.repetitions < rule.repeated:
            return False
        past = list(self.past())
        since = past[: 1 + max(i for i, position in enumerate(past) if position.node.repeats(self.node))]
        asked = [p.node for p in since if (p.turn == self.turn) is not rule.giving]
        return all(node.meets(rule) for node in asked)

    def perft(self, depth: int) -> int:
        """The number of move sequences of length `depth` from here, without adjudications; from depth 3 on by
        native code, if available."""
        return perft(self.node, depth)

    def playouts(
        self,
        games: int = 1000,
        seed: int = 0,
        *,
        threads: int = 1,
        plies: int = MOST_PLIES,
        backend: str | None = None,
    ) -> Playouts:
        """Random playouts from here, determined by the seed; `plies` is the length at which a playout is cut
        off."""
        return playouts(self.node, games, seed, threads=threads, plies=plies, backend=backend)


def load(game: str | os.PathLike[str]) -> Game:
    """A game of the library by name or alias, of a rules file by its path, or of the text of rules.

    >>> load("tictactoe").start().play("b2").turn
    'o'
    >>> load(load("tictactoe").text).title
    'Tic-tac-toe'
    """
    text = os.fspath(game)
    if "\n" in text:
        model = library.model_of(library.text_source(text))
        return Game(model, model.title)
    return Game(library.model(text), text)


def games() -> tuple[str, ...]:
    """The names of the library's games.

    >>> "chess" in games(), len(games()) > 50
    (True, True)
    """
    return tuple(library.sources())


def restored(game: Game, past: list[Node]) -> Position:
    """A position from its pickled form: the nodes of its history, latest first."""
    position: Position | None = None
    for node in reversed(past):
        position = Position(game._at(node), game, position)
    if position is None:
        raise DeclarationError("a position has at least itself in its past")
    return position


def _by_text(moves: Sequence[Move], text: str) -> Move | None:
    return next((move for move in moves if move.text == text), None)


def _first_texts(moves: Sequence[Move]) -> str:
    shown = " ".join(move.text for move in moves[:12])
    return shown + (" …" if len(moves) > 12 else "")
