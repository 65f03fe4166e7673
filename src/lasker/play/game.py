"""Game and Position: the objects of the user-level API.

Long because a position has many questions that can be asked of it, and each is a method with its docstring.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from random import Random
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Unpack

from lasker.kernel.errors import DeclarationError, IllegalMove, LaskerError, LimitError, NotationError
from lasker.kernel.immutable import Immutable
from lasker.kernel.source import Source, Span
from lasker.model.game import NOBODY, Ending
from lasker.model.game import Game as Model
from lasker.model.meaning_hash import meaning_hash, same_rules
from lasker.model.position import Node, Outcome
from lasker.notation.fen import fen
from lasker.notation.san import check_of
from lasker.notation.san_reader import AmbiguousMove, parse_san, shown, why_not
from lasker.play import library
from lasker.play.clearable_property import clearable_property
from lasker.play.move import Move, Steps
from lasker.play.moves import Listed, Moves
from lasker.play.native import PackedNode
from lasker.play.packed_positions import ENDINGS, RULE, TURN, Layout
from lasker.play.perft import perft
from lasker.play.pieces import Piece, hands_of, piece_of
from lasker.play.playouts import Playouts, playouts
from lasker.play.readiness import Readiness, readiness
from lasker.play.repetition import Past
from lasker.runtime.playouts import MOST_PLIES
from lasker.syntax.read import row_of_start

if TYPE_CHECKING:
    from lasker.drawing.boards.board import Board
    from lasker.drawing.boards.board_svg import BoardOptions
    from lasker.notation.fen.dialects import DialectName
    from lasker.play.native import NativeGame


NEAR = 256  # plies that are looked at one by one
ADJUDICATED = 1 << 16  # numbers of adjudications among rules
_new = object.__new__


class Game(Immutable):
    """A game. Games are equal if their rules have the same meaning, whatever their names.

    >>> game = load("tictactoe")
    >>> game.title, game.perft(2), game == load("tictactoe")
    ('Tic-tac-toe', 72, True)
    """

    model: Model
    name: str
    readiness: Readiness
    layout: Layout

    def __init__(self, model: Model, name: str) -> None:
        ready = readiness(model)
        vars(self).update(model=model, name=name, readiness=ready, layout=ready.layout)

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
        if not isinstance(text, str):
            raise NotationError(f"{text!r} is no FEN", remedy="give a text")
        native = self.readiness.native
        found = None if native is None else native.read(text)
        if found is not None and native is not None and (packed := native.set_up(found[0])) is not None:
            return _position(self, packed, found[1])
        node = fen.read(self.model, text)
        if node.faults:
            raise NotationError(
                f"this is no position of the game: {'; '.join(node.faults)}",
                span=Span(Source(text, "<fen>"), 0, len(text)),
            )
        return Position(node, self)

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


class Position:
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

    __slots__ = ("_at", "_before", "_ended", "_game", "_kept", "_packed", "_past", "_ply")

    _ended: Outcome | EllipsisType | None  # the outcome, or ... as long as nobody has asked
    _kept: dict[str, Any] | None
    _past: Past | None

    def __init__(self, node: Node, game: Game, before: Position | None = None) -> None:
        self._game, self._before, self._at, self._past = game, before, -1, None
        self._ended = ...
        self._packed = node.packed if isinstance(node, PackedNode) else game.layout.pack(node)
        self._ply, keeps = node.ply, isinstance(node, PackedNode) or game.readiness.native is None
        self._kept = {"node": node} if keeps else None

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def before(self) -> Position | None:
        """The position before the last move; None where the history begins."""
        return self._before

    @property
    def ply(self) -> int:
        """The number of plies played, counted from the start or from what a FEN says."""
        if self._ply < 0:
            way: list[Position] = []
            there: Position | None = self
            while there is not None and there._ply < 0:
                way.append(there)
                there = there._before
            for position in reversed(way):
                before = position._before
                assert before is not None
                position._ply = before._ply + self._game.layout.plies_between(
                    before._packed, position._packed
                )
        return self._ply

    @clearable_property
    def node(self) -> Node:
        """The position of the model."""
        layout: Layout = self._game.readiness.native or self._game.layout
        return layout.node(self._packed, self.ply)

    def __str__(self) -> str:
        from lasker.drawing.boards.text import draw_squares  # imported late: to count needs no drawing

        model = self.game.model
        return draw_squares(model.space, model.rules.vocabulary, self.node.configuration.board)

    def __repr__(self) -> str:
        return f"<Position {self.game.name} {self.fen!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self._game.model is other._game.model and self._packed != other._packed:
            return False
        return self.node == other.node

    def __hash__(self) -> int:
        return self._game.layout.hash(self._packed)

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return restored, (self._game, [(each._packed, each.ply) for each in self.past()])

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
        from lasker.drawing.boards.board import Board  # imported late: seldom needed

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
        if test is None:
            return None
        native = self._game.readiness.native
        if native is not None:
            return native.in_check(self._packed)
        return self.game.model.arena.holds(test, self.node.configuration)

    def children(self) -> tuple[Position, ...]:
        """The positions after each legal move, in the order of `moves`."""
        return tuple(map(self.play, self.moves))

    def divide(self, depth: int) -> dict[str, int]:
        """Perft of each move: the number of move sequences of length `depth` that begin with it.

        >>> load("tictactoe").position("XO1/3/3 x 2").divide(2)["b2"]
        6
        """
        if depth < 1:
            raise LimitError(f"moves cannot be counted to depth {depth}", remedy="give a depth of 1 or more")
        return {str(move): self.play(move).perft(depth - 1) for move in self.moves}

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
        return self._game.layout.write(self._packed, self.ply)

    def to_fen(self, dialect: DialectName = "fen") -> str:
        """The position in a dialect of FEN: `fen`, `xfen`, `shredder`, `sfen` or `lichess`.

        >>> load("chess").start().to_fen("shredder")
        'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1'
        """
        from lasker.notation.fen.dialects import write  # imported late: few programs need it

        return self.fen if dialect == "fen" else write(self.node, dialect)

    @clearable_property
    def moves(self) -> Sequence[Move]:
        """Every legal move, in a fixed order; none when a rule has ended the game. Adjudications do not
        remove moves: they end the game although there are some."""
        native = self._game.readiness.native
        if native is None or self._by_chance(native):
            return self._listed()
        return Moves(native, self._packed, self.ply, self._gone)

    def _by_chance(self, layout: Layout) -> bool:
        return layout.has_chance and self.node.state.by_chance

    @clearable_property
    def _gone(self) -> set[bytes] | None:
        """The positions that must not come now, as `Layout.form` writes them; None if all may. Where they
        become only more, a position that is left gives the set to the next one."""
        model, layout = self._game.model, self._game.layout
        if not model.forbids_repetition:
            return None
        past = [layout.key(position._packed) for position in self.past()][::-1]
        players = [state.player for state in layout.states]
        gone = model.repetition.gone([(layout.turn(key), key[TURN:]) for key in past], players)
        return {layout.joined(*each) for each in gone}

    def _grown(self, gone: set[bytes]) -> set[bytes]:
        """The same set after this position, from that of the position before it."""
        repetition, layout = self._game.model.repetition, self._game.layout
        if not repetition.grows:
            return self._gone or set()
        times = self.repetitions if repetition.times > 2 else 1
        if repetition.ends_with(layout.turn(self._packed), times):
            gone.add(layout.form(self._packed))
        return gone

    def _barred(self, native: NativeGame) -> Collection[bytes]:
        """The same for native code."""
        return () if native.lists_all else self._gone or ()

    def _listed(self) -> Listed:
        """The moves of the reference evaluator."""
        began, node, gone = time.perf_counter(), self.node, self._gone
        steps = node.steps
        self._game.readiness.spent(time.perf_counter() - began)
        if gone is not None:
            layout = self._game.layout
            steps = tuple(step for step in steps if layout.form(layout.pack(step.after)) not in gone)
        among = Steps(node, steps)
        return Listed(node, (Move(among, at) for at in range(len(steps))))

    def play(self, move: Move | str) -> Position:
        """The position after a move: one of `moves`, or text in coordinates or algebraic notation."""
        if isinstance(move, Move):
            among, at = move._among, move._at
            if isinstance(among, Moves) and among.packed is self._packed:
                return self._placed(among.after(at), among.number(at))
            return self._after(self.read(move))
        if isinstance(move, str):
            return self._played(move) or self._after(self.read(move))
        raise NotationError(f"{move!r} is no move", remedy="give one of position.moves, or text such as e2e4")

    def _played(self, text: str) -> Position | None:
        """The position after a move with a text; None if the text must be read in another way."""
        native = self._game.readiness.native
        if native is None:
            return None
        found = native.find(self._packed, text, self._barred(native))
        return None if found is None else self._placed(found[1], found[0])

    def replay(self, text: str) -> Position:
        """As `play`, for reading games: `last_san` of the answer is found together with the position."""
        native = self._game.readiness.native
        if native is not None:
            found = native.find_and_write(self._packed, text, self._barred(native))
            if found is not None:
                after = self._placed(found[1], found[0])
                if found[2] is not None:
                    after._kept = {**(after._kept or {}), "last_san": found[2]}
                return after
        return self.play(text)

    def replay_all(self, texts: Sequence[str]) -> Iterator[tuple[Position, str]]:
        """The positions after moves in a row, as far as native code reads them, each with its move in
        algebraic notation; that text is empty where it must be written in another way."""
        native = self._game.readiness.native
        if native is None or not native.lists_all:
            return
        here, ply = self, self.ply
        for number, packed, written in native.read_line(self._packed, texts):
            ply += native.plies_between(here._packed, packed)
            here = _position(self._game, packed, ply, here)
            here._at = number
            yield here, written

    def sans(self) -> list[str]:
        """The moves of the history in algebraic notation; `--` for a null move.

        >>> load("chess").start().play("e4").play("e5").play("Nf3").sans()
        ['e4', 'e5', 'Nf3']
        """
        past = list(self.past())[::-1]
        native, after = self._game.readiness.native, past[1:]
        written = [""] * len(after)
        if native is not None and native.lists_all:
            written = native.write_line([each._packed for each in past], [each._at for each in after])
        elif native is not None:
            gone = set(past[0]._gone or ())
            for at, (here, there) in enumerate(pairwise(past)):
                written[at] = native.san(here._packed, there._at, gone) or ""
                gone = there._grown(gone)
        return [known or each.last_san or "--" for known, each in zip(written, after, strict=True)]

    def _after(self, move: Move) -> Position:
        among = move._among
        if isinstance(among, Moves):
            return self._placed(among.after(move._at), among.number(move._at))
        found = Position(move.step.after, self._game, self)
        if not self._game.model.forbids_repetition:  # otherwise native code may list more moves
            found._at = move._at
        return found

    def _placed(self, packed: bytes, at: int) -> Position:
        """The position after the move of a number; what is kept of this one is not needed any more."""
        found, kept = _new(Position), self._kept
        found._game, found._before = self._game, self  # two at a time: more would make a tuple
        found._packed, found._at = packed, at
        found._ply, found._ended = -1, ...
        found._kept = found._past = None
        if kept is not None:
            gone = kept.get("_gone")
            if gone is not None and self._game.model.repetition.grows:
                found._kept = {"_gone": found._grown(gone)}
            self._kept = None
        return found

    def roll(self, random: Random | None = None) -> Position:
        """The position after a random chance move; this position where a player is to move or the game is
        over."""
        if not self.node.state.by_chance or not self.moves:
            return self
        total = math.lcm(*(move.probability.denominator for move in self.moves))
        weights = [int(move.probability * total) for move in self.moves]
        [move] = (random or Random()).choices(self.moves, weights)
        return self._after(move)

    def read(self, move: Move | str) -> Move:
        """The legal move of a text: `e2e4`, or `e4`; a move of another position is looked up by its text."""
        if isinstance(move, Move) and isinstance(move._among, Moves) and move._among.packed is self._packed:
            return move
        text, moves = str(move), self.moves
        if isinstance(move, Move):
            for legal in moves:
                if legal is move or legal == move:
                    return legal
        found = moves.find(text) if isinstance(moves, Moves) else _by_text(moves, text)
        if found is not None:
            return found
        steps = tuple(each.step for each in self.moves)
        try:
            if isinstance(move, Move):  # its text has coordinates, and means nothing else
                raise IllegalMove(text)
            return self.moves[steps.index(parse_san(self.node, text, steps))]
        except AmbiguousMove:
            raise
        except (IllegalMove, NotationError):
            raise IllegalMove(
                f"{shown(text) or 'an empty text'} is not a legal move here: {self.why_illegal(text)}",
                remedy=f"legal moves: {_first_texts(self.moves)}" if self.moves else None,
            ) from None

    def san(self, move: Move | str) -> str:
        """A legal move in standard algebraic notation: `Nf3`, `exd6`, `O-O`, `Qxf7#`."""
        native = self._game.readiness.native
        if isinstance(move, str) and native is not None:
            found = native.find_and_write(self._packed, move, self._barred(native))
            if found is not None and found[2] is not None:
                return found[2]
        return self.read(move).san

    @clearable_property
    def last(self) -> Move | None:
        """The move that led here; None where the history begins."""
        if self._before is None:
            return None
        moves = self._before.moves
        if self._at >= 0:
            return moves.numbered(self._at) if isinstance(moves, Moves) else moves[self._at]
        return next((move for move in moves if self._before.play(move) == self), None)

    @clearable_property
    def last_san(self) -> str | None:
        """The move that led here in standard algebraic notation; None where the history begins.

        >>> load("chess").start().play("g1f3").last_san
        'Nf3'
        """
        before = self._before
        native = self._game.readiness.native
        if before is not None and native is not None and self._at >= 0:
            written = native.san(before._packed, self._at, before._barred(native))
            if written is not None:
                return written
        return None if before is None or self.last is None else self.last.san

    def why_illegal(self, text: str) -> str | None:
        """Why a move is illegal here, in words; None if it is legal."""
        from lasker.notation.explain import why_illegal  # few ask

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
            position = position._before

    @property
    def repetitions(self) -> int:
        """The number of occurrences of this position, including this one."""
        return (self._past or self._remembered()).times

    def _remembered(self) -> Past:
        """The past of this position, made with that of all positions before it that have none."""
        way, there = [self], self._before
        while there is not None and there._past is None:
            way.append(there)
            there = there._before
        key, past = self._game.layout.key, None if there is None else there._past
        for position in reversed(way):
            past = position._past = Past(key(position._packed), past)
        assert past is not None
        return past

    def _ends(self) -> int | None:
        """What native code says about the end of the game here; None where it says nothing."""
        native = self._game.readiness.native
        return None if native is None else native.ends(self._packed)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules or by an automatic adjudication; None if the game goes on."""
        found = self._ended
        if found is ...:
            game = self._game
            native, layout = game.readiness.native, game.layout
            ends = None if native is None else native.ends(self._packed)
            if ends is None or ends & layout.ending_bits or (layout.least and self._repeats(layout.least)):
                found = self._outcome(ends)
            else:
                found = None
            self._ended = found
        return found

    def _outcome(self, ends: int | None) -> Outcome | None:
        layout = self._game.layout
        if ends is None:
            return self.node.outcome or next(self._adjudicated("", None), None)
        if rule := ends & RULE:
            return layout.outcome(layout.turn(self._packed), rule - 1, self._game.model.endings[rule - 1])
        return next(self._adjudicated("", ends), None)

    def _repeats(self, least: int) -> bool:
        """May this position have occurred so often?"""
        before = there = self._before
        among = least
        while among > 2 and there is not None:  # the first of so many occurrences is not later than `there`
            there, among = there._before, among - 1
        if before is None or there is None:
            return False
        if before._ended is ...:  # nobody asks ply by ply, so that remembering the past would not pay
            board = self._packed[self._game.layout.board_at :]
            for _ in range(NEAR):
                if there is None:
                    return False
                if there._past is not None or there._packed.endswith(board):
                    break
                there = there._before
        return self.repetitions >= least

    @clearable_property
    def claims(self) -> tuple[Outcome, ...]:
        """The outcomes that the player to move may claim."""
        return tuple(self._adjudicated("claimed", self._ends()))

    @clearable_property
    def agreements(self) -> tuple[Outcome, ...]:
        """The outcomes that the players may agree on."""
        return tuple(self._adjudicated("agreed", self._ends()))

    def _adjudicated(self, manner: str, ends: int | None) -> Iterator[Outcome]:
        layout = self._game.layout
        for number, rule in layout.adjudications[manner]:
            if self._applies(number, rule, ends):
                yield layout.outcome(layout.turn(self._packed), ADJUDICATED + number, rule)

    def _applies(self, number: int, rule: Ending, ends: int | None) -> bool:
        if not rule.repeated:
            return self._meets(number, rule, ends)
        if not self._repeats(rule.repeated):
            return False
        if not self._game.layout.tested(rule):
            return True
        past = list(self.past())
        since = past[: 1 + max(i for i, position in enumerate(past) if position.node.repeats(self.node))]
        asked = [p for p in since if (p.turn == self.turn) is not rule.giving]
        return all(position._meets(number, rule, position._ends()) for position in asked)

    def _meets(self, number: int, rule: Ending, ends: int | None) -> bool:
        """Does the test of an adjudication hold here, by what native code says or by the reference?"""
        return self.node.meets(rule) if ends is None else bool(ends >> (ENDINGS + number) & 1)

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


def _position(game: Game, packed: bytes, ply: int, before: Position | None = None) -> Position:
    """A position of packed bytes."""
    found = _new(Position)
    found._game, found._before, found._packed, found._ply = game, before, packed, ply
    found._at, found._kept, found._past, found._ended = -1, None, None, ...
    return found


def restored(game: Game, past: list[tuple[bytes, int]]) -> Position:
    """A position from its pickled form: its history as bytes with the number of plies, latest first."""
    position: Position | None = None
    for packed, ply in reversed(past):
        position = _position(game, packed, ply, position)
    if position is None:
        raise DeclarationError("a position has at least itself in its past")
    return position


def _by_text(moves: Sequence[Move], text: str) -> Move | None:
    return next((move for move in moves if move.text == text), None)


def _first_texts(moves: Sequence[Move]) -> str:
    shown = " ".join(move.text for move in moves[:12])
    return shown + (" …" if len(moves) > 12 else "")
