"""Gödel numbering of any game: boards, positions, moves and whole games as numbers, and back.

The paper's claim about board games, derived from a game's description alone:

        a board      [c₁ + 1, …, cₙ + 1]             the content of each site, in the order of the sites
    a position   [state, ply + 1, board, …]      then each counter, counted from 1
        a move       ⟨k, [w₁, …, wₘ]⟩                its label; the k-th move with that label
    a game       [start, move₁, …, moveₙ]

No entry of a sequence is 0, because a 0 at the end would be lost (E-K2).
"""

from __future__ import annotations

from functools import cached_property

from lasker.algebra.meaning import Arena, Chosen, Configuration
from lasker.drawing.boards.text import draw_board
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import (
    MOST_BITS,
    Number,
    as_sequence,
    at_most_bits,
    item,
    left,
    pair,
    right,
)
from lasker.formulations.arithmetic.numbers import sequence as numbered
from lasker.formulations.arithmetic.primes import prime, valuation
from lasker.formulations.arithmetic.reading import repaired
from lasker.formulations.arithmetic.syntax import Call, Expression, Numeral, parse
from lasker.kernel.errors import DeclarationError, IllegalMove, NotationError
from lasker.model.position import Label, Node, settled
from lasker.notation.coordinates import move_text
from lasker.play.game import Game, Position
from lasker.play.move import Move

PLACES = 3  # entries of a position before its counters: state, ply, board


class Numbering:
    """The Gödel numbering of one game.

    >>> from lasker.play.game import load
    >>> numbers = Numbering(load("tictactoe"))
    >>> position = load("tictactoe").start().play("b2")
    >>> numbers.board(position)
    2454021570
    >>> numbers.position(position)
    [2, 2, 2454021570]
    >>> numbers.game(position), str(numbers.read_game(numbers.game(position)).last)
    ([[1, 1, 223092870], <0, [6804000]>], 'b2')
    """

    def __init__(self, game: Game) -> None:
        self.play, self.model = game, game.model
        self.words = self.model.rules.vocabulary
        self.states = tuple(self.model.states)

    @cached_property
    def _sites(self) -> int:
        return len(self.model.space.sites)

    def board(self, position: Position) -> Number:
        """The number of the board of a position."""
        return self.contents(position.node.configuration.board)

    def contents(self, board: tuple[int, ...]) -> Number:
        """The number of some contents, site by site; an empty square is 1."""
        return numbered(content + 1 for content in board)

    def read_contents(self, number: Number) -> tuple[int, ...]:
        """The contents of each site that a number encodes."""
        items = _items(number, "a board", self._sites)
        for site, found in enumerate(items):
            if not isinstance(found, int) or not 1 <= found <= self.words.size:
                place = self.model.space.label(site)
                raise NotationError(
                    f"not a board: {_brief(found)} stands on {place}, and {self.play.title} knows no such "
                    f"content",
                    remedy=f"contents are numbered from 1 to {self.words.size}",
                )
        return tuple(found - 1 for found in items if isinstance(found, int))

    def picture(self, number: Number) -> str | None:
        """The board that a number encodes, drawn or listed; None if it encodes none.

        >>> from lasker.play.game import load
        >>> Numbering(load("tictactoe")).picture(9816086280).splitlines()
        ['...', '.✕.', '◯..']
        """
        try:
            _refuse_negative(number, "a board")
            board = self.read_contents(number)
        except NotationError:
            return None
        return draw_board(Arena(self.model.space, self.words), Configuration(board))

    def position(self, position: Position) -> Number:
        """The number of a position: state, ply, board, counters."""
        node = position.node
        values = zip(self.words.counters.values(), node.configuration.counters, strict=True)
        state = self.states.index(node.state.name) + 1
        counters = (value - counter.low + 1 for counter, value in values)
        return numbered([state, node.ply + 1, self.board(position), *counters])

    def read_position(self, number: Number) -> Position:
        """The position that a number encodes, if the rules of the game allow it."""
        _refuse_negative(number, "a position")
        board = self.read_contents(item(number, PLACES))
        state, ply, _, *values = _items(number, "a position", PLACES + len(self.words.counters))
        if not isinstance(state, int) or not 1 <= state <= len(self.states):
            raise NotationError(f"not a position: its first entry, {_brief(state)}, is no state")
        if not isinstance(ply, int) or ply < 1:
            raise NotationError(f"not a position: its second entry, {_brief(ply)}, is no ply")
        counters = []
        for counter, value in zip(self.words.counters.values(), values, strict=True):
            if not isinstance(value, int) or not 1 <= value <= counter.high - counter.low + 1:
                raise NotationError(f"not a position: {counter.name} cannot be numbered {_brief(value)}")
            counters.append(value + counter.low - 1)
        configuration = Configuration(board, (), tuple(counters))
        return Position(self._settled(configuration, self.states[state - 1], ply - 1), self.play)

    def _settled(self, configuration: Configuration, state: str, ply: int) -> Node:
        try:
            node = settled(self.model, configuration, self.model.states[state], ply)
        except DeclarationError as error:
            raise NotationError(f"not a position: {error.message}") from None
        if node.configuration[:3] != configuration[:3]:
            raise NotationError("not a position: after a move the board would be tidied up otherwise")
        if node.faults:
            raise NotationError(f"not a position of the game: {'; '.join(node.faults)}")
        return node

    def move(self, position: Position, move: Move) -> Number:
        """The number of a legal move: ⟨k, label⟩, with k moves of the same label before it."""
        label = move.step.label
        alike = [each.step for each in position.moves if each.step.label == label]
        return pair(alike.index(move.step), numbered(map(_chosen, label)))

    def read_move(self, position: Position, number: Number) -> Move:
        """The legal move that a number encodes."""
        _refuse_negative(number, "a move")
        count, label = left(number), self._label(right(number))
        alike = [move for move in position.moves if move.step.label == label]
        if not isinstance(count, int) or count >= len(alike):
            raise IllegalMove(f"{move_text(position.node, label)} is not a legal move here")
        return alike[count]

    def _label(self, number: Number) -> Label:
        highest = len(self.words.glyphs)
        if number == 0:
            raise NotationError("not a move: 0 is no label")
        found = []
        for entry in as_sequence(number).items:
            start, end, symbol, was = _items(entry, "a move: a choice", 4)
            if not (isinstance(start, int) and isinstance(end, int) and max(start, end) <= self._sites):
                raise NotationError(f"not a move: the board has {self._sites} sites")
            if not (isinstance(symbol, int) and isinstance(was, int) and max(symbol - 1, was) <= highest):
                raise NotationError(f"not a move: there are {highest} symbols")
            found.append(Chosen(start - 1, end - 1, symbol - 2, was - 1))
        return tuple(found)

    def game(self, position: Position) -> Number:
        """The number of the whole game that led to a position."""
        past = list(position.past())[::-1]
        moves = [self.move(each.before, each.last) for each in past if each.before and each.last]
        return numbered([self.position(past[0]), *moves])

    def read_game(self, number: Number) -> Position:
        """The last position, with its history, of the game that a number encodes."""
        _refuse_negative(number, "a game")
        position = self.read_position(item(number, 1))
        for count, entry in enumerate(as_sequence(number).items[1:], 1):
            try:
                move = self.read_move(position, entry)
            except (NotationError, IllegalMove) as error:
                raise type(error)(f"not a game: move {count}: {error.message}") from None
            position = Position(move.step.after, self.play, position)
        return position

    def read(self, number: Number) -> tuple[str, Position]:
        """What a number encodes, `position` or `game`, and the (last) position."""
        try:
            return "position", self.read_position(number)
        except NotationError as error:
            try:
                self.read_position(item(number, 1))
            except NotationError:
                raise error from None  # it does not begin like a game either
        return "game", self.read_game(number)


def _chosen(chosen: Chosen) -> Number:
    start, end, symbol, was = chosen
    return numbered([start + 1, end + 1, symbol + 2, was + 1])


def _brief(number: Number) -> str:
    return str(number) if isinstance(number, int) and number < 10**20 else "a very large number"


def _refuse_negative(number: Number, what: str) -> None:
    if isinstance(number, int) and number < 1:
        raise NotationError(f"not {what}: {_brief(number) if number >= 0 else 'a negative number'}")


def _items(number: Number, what: str, count: int) -> tuple[Number, ...]:
    """The entries of a sequence of that length, none of them 0."""
    _refuse_negative(number, what)
    if isinstance(number, int):  # before it is factorised: its primes may be too large
        rest = number
        for index in range(1, count + 1):
            if rest % prime(index) == 0:
                rest //= prime(index) ** valuation(rest, prime(index))
        if rest != 1:
            raise NotationError(f"not {what}: it has a prime factor beyond the first {count} primes")
    elif not at_most_bits(number, MOST_BITS) and not hasattr(number, "items"):
        raise NotationError(f"not {what}: a pair, where a sequence is needed")
    items = as_sequence(number).items
    if len(items) != count:
        raise NotationError(f"not {what}: a sequence of {len(items)} numbers, and {count} are needed")
    if 0 in items:
        raise NotationError(f"not {what}: entry {items.index(0) + 1} is 0, and would leave no trace (E-K2)")
    return items


def read_number(text: str) -> Number:
    """The number that a text denotes: digits, [sequences], ⟨pairs⟩, or any expression of the arithmetic.

    >>> read_number("[1, 2, 300]"), read_number("rap(5, 12)")
    ([1, 2, 300], 37500)
    """
    found = _literal(parse(text))
    return Machine(repaired()).evaluate(text) if found is None else found


def _literal(expression: Expression) -> Number | None:
    match expression:
        case Numeral(value=value):
            return value
        case Call(name="[]" | "pair" as name, arguments=arguments):
            parts = [_literal(part) for part in arguments]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            return numbered(known) if name == "[]" else pair(known[0], known[1])
        case _:
            return None
