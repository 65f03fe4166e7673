"""Reading and writing the usual FEN at once, by tables made of the fields of a game.

What is unusual (an error, a field left out, a second king that may castle, empty layers) is left to `fen`,
which says the same of everything that is read or written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from lasker.kernel.errors import LaskerError
from lasker.model.game import Game
from lasker.notation.fen.board_tables import BoardTables, Rows, Unusual
from lasker.notation.fen.castling_tables import FastCastling, FastPassing
from lasker.notation.fen.fen import side_names
from lasker.notation.fen.fields import layouts, modifiers

LONGEST = 9  # digits of a number


class Setup:
    """A position while it is read: rows of letters, then contents and counters."""

    __slots__ = ("board", "counters", "ply", "rows", "turn")

    def __init__(self, counters: list[int], turn: int) -> None:
        self.counters, self.turn, self.ply = counters, turn, 0
        self.rows: Rows = []
        self.board: list[int] = []


Reader = Callable[[Setup, str], object]
Writer = Callable[[tuple[int, ...], tuple[int, ...], int, int], str]  # of board, counters, turn and ply


class FastFen:
    """The usual FEN of one game.

    >>> from lasker.play.library import model
    >>> quick = fast_fen(model("tictactoe"))
    >>> found = quick.read("3/1X1/O2 x 2")
    >>> found.board, found.turn, found.ply, quick.read("3/1X1/O2")
    ([2, 0, 0, 0, 1, 0, 0, 0, 0], 0, 2, None)
    >>> quick.write(0, tuple(found.board), (), 2)
    '3/1X1/O2 x 2'
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields, *others = layouts(game)
        self._alone = all(len(fields) != len(self.fields) for fields in others)
        vocabulary = game.rules.vocabulary
        self._starts = [counter.start for counter in vocabulary.counters.values()]
        self._slots = {name: slot for slot, name in enumerate(vocabulary.counters)}
        self._board = BoardTables(game)
        self._hand()
        self._readers: list[Reader] = []
        self._writers: list[Writer] = []
        for field in self.fields:
            name, *options = field.split(":")
            read, write = getattr(self, f"_{name}_field")(*options)
            self._readers.append(read)
            self._writers.append(write)

    def read(self, text: str) -> Setup | None:
        """The position of a text, not settled; None if `fen` must read it."""
        words = text.split()
        if len(words) != len(self.fields) or not self._alone:
            return None
        setup = Setup(self._starts.copy(), 0)
        try:
            for reader, word in zip(self._readers, words, strict=True):
                reader(setup, word)
        except (Unusual, KeyError, ValueError):
            return None
        return setup

    def write(self, turn: int, board: tuple[int, ...], counters: tuple[int, ...], ply: int) -> str | None:
        """The text of a position; None if `fen` must write it."""
        try:
            return " ".join([write(board, counters, turn, ply) for write in self._writers])
        except Unusual:
            return None

    # --- the board and the pieces in hand -----------------------------------------------------------

    def _hand(self) -> None:
        game, vocabulary = self.game, self.game.rules.vocabulary
        hands, _ = modifiers(game)
        held = {p.letter: (hands[p.name], p.owner) for p in vocabulary.pieces if p.name in hands}
        high = vocabulary.counters
        self._holds = {letter: (self._slots[key], high[key].high) for letter, key in held.items()}
        self._hand_order = [
            (piece.letter, self._holds[piece.letter][0])
            for piece in sorted(vocabulary.pieces, key=lambda piece: piece.owner or 0)
            if piece.name in hands
        ]
        self._hands = [slot for (name, _), slot in self._slots.items() if name in hands.values()]

    def _board_field(self) -> tuple[Reader, Writer]:
        tables, bracketed = self._board, bool(modifiers(self.game)[0]) and "held" not in self.fields

        def read(setup: Setup, word: str) -> None:
            if bracketed:
                word, bracket, hand = word.partition("[")
                if bracket:
                    self._read_hand(setup, hand)
            setup.rows, setup.board = tables.read(word)

        def write(board: tuple[int, ...], counters: tuple[int, ...], turn: int, ply: int) -> str:
            if not bracketed:
                return tables.write(board)
            hand = "".join([letter * counters[slot] for letter, slot in self._hand_order])
            return f"{tables.write(board)}[{hand}]"

        return read, write

    def _read_hand(self, setup: Setup, text: str) -> None:
        if not text.endswith("]"):
            raise Unusual
        for slot in self._hands:
            setup.counters[slot] = 0
        for letter in text[:-1]:
            if letter != "-":
                self._hold(setup, letter, 1)

    def _hold(self, setup: Setup, letter: str, times: int) -> None:
        slot, high = self._holds[letter]
        setup.counters[slot] += times
        if setup.counters[slot] > high:
            raise Unusual

    def _held_field(self) -> tuple[Reader, Writer]:
        def read(setup: Setup, word: str) -> None:
            for slot in self._hands:
                setup.counters[slot] = 0
            for times, letter in re.findall("([0-9]*)(.)", word) if word != "-" else ():
                if times and not re.fullmatch("[1-9][0-9]{0,2}", times):
                    raise Unusual
                self._hold(setup, letter, int(times or "1"))

        def write(board: tuple[int, ...], counters: tuple[int, ...], turn: int, ply: int) -> str:
            held = [(letter, counters[slot]) for letter, slot in self._hand_order]
            return "".join(f"{times if times > 1 else ''}{letter}" for letter, times in held if times) or "-"

        return read, write

    # --- the other fields ---------------------------------------------------------------------------

    def _side_field(self, *letters: str) -> tuple[Reader, Writer]:
        numbers = {name: number for number, name in enumerate(self.game.states)}
        turns = {short: numbers[name] for short, name in side_names(self.game, letters).items()}
        shorts = {turn: short for short, turn in reversed(turns.items())}

        def read(setup: Setup, word: str) -> None:
            setup.turn = turns[word]

        return read, lambda board, counters, turn, ply: shorts[turn]

    def _castling_field(self, mark: str, king: str, rook: str) -> tuple[Reader, Writer]:
        quick = FastCastling(self.game, self._board.rows, mark, king, rook)

        def read(setup: Setup, word: str) -> None:
            if word != "-" and not quick.read(setup.rows, setup.board, word):
                raise Unusual

        def write(board: tuple[int, ...], counters: tuple[int, ...], turn: int, ply: int) -> str:
            text = quick.write(board)
            if text is None:
                raise Unusual
            return text

        return read, write

    def _gating_field(self, *options: object) -> tuple[Reader, Writer]:
        """Left to `fen`."""

        def left(*given: object) -> str:
            raise Unusual

        return left, left

    _optional_field = _gating_field

    def _passing_field(self, mark: str, pawn: str) -> tuple[Reader, Writer]:
        quick = FastPassing(self.game, mark, pawn)

        def read(setup: Setup, word: str) -> None:
            if word != "-" and not quick.read(setup.board, setup.turn, word):
                raise Unusual

        return read, lambda board, counters, turn, ply: quick.write(board)

    def _marked_field(self, mark: str) -> tuple[Reader, Writer]:
        vocabulary, space = self.game.rules.vocabulary, self.game.space
        bit, names = vocabulary.mark_bit(mark), [space.label(site) for site in range(len(space.sites))]
        sites = {name: site for site, name in enumerate(names)}
        marked = frozenset(content for content in range(vocabulary.size) if content & bit)

        def read(setup: Setup, word: str) -> None:
            for name in word.split("+") if word != "-" else ():
                setup.board[sites[name]] |= bit

        def write(board: tuple[int, ...], counters: tuple[int, ...], turn: int, ply: int) -> str:
            if marked.isdisjoint(board):
                return "-"
            return "+".join([names[site] for site, content in enumerate(board) if content & bit])

        return read, write

    def _counter_field(self, name: str) -> tuple[Reader, Writer]:
        return self._counts(name, [None])

    def _counts_field(self, name: str) -> tuple[Reader, Writer]:
        return self._counts(name, list(range(len(self.game.players))))

    def _counts(self, name: str, owners: list[Any]) -> tuple[Reader, Writer]:
        counters = self.game.rules.vocabulary.counters
        bounds = [(self._slots[name, owner], counters[name, owner]) for owner in owners]
        limits, alone = [(slot, counter.low, counter.high) for slot, counter in bounds], owners == [None]

        def read(setup: Setup, word: str) -> None:
            for number, (slot, low, high) in zip([word] if alone else word.split("+"), limits, strict=True):
                value = _number(number)
                if not low <= value <= high:
                    raise Unusual
                setup.counters[slot] = value

        def write(board: tuple[int, ...], values: tuple[int, ...], turn: int, ply: int) -> str:
            return "+".join([str(values[slot]) for slot, _, _ in limits])

        return read, write

    def _spent_field(self, name: str) -> tuple[Reader, Writer]:
        counters = self.game.rules.vocabulary.counters
        bounds = [(self._slots[key], counters[key]) for key in counters if key[0] == name]

        def read(setup: Setup, word: str) -> None:
            empty, *numbers = word.split("+")
            if empty or len(numbers) != len(bounds):
                raise Unusual
            for number, (slot, counter) in zip(numbers, bounds, strict=True):
                value = counter.start - _number(number)
                if not counter.low <= value:
                    raise Unusual
                setup.counters[slot] = value

        def write(board: tuple[int, ...], values: tuple[int, ...], turn: int, ply: int) -> str:
            return "".join([f"+{counter.start - values[slot]}" for slot, counter in bounds])

        return read, write

    def _number_field(self) -> tuple[Reader, Writer]:
        turns, states = self.game.turns, list(self.game.states)
        later = [turns.index(name) if name in turns else 0 for name in states]

        def read(setup: Setup, word: str) -> None:
            setup.ply = (max(1, _number(word)) - 1) * len(turns) + later[setup.turn]

        return read, lambda board, counters, turn, ply: str(ply // len(turns) + 1)

    def _plies_field(self) -> tuple[Reader, Writer]:
        turns, states = self.game.turns, list(self.game.states)

        def read(setup: Setup, word: str) -> None:
            ply, name = max(0, _number(word) - 1), states[setup.turn]
            setup.ply = ply + ((turns.index(name) - ply) % len(turns) if name in turns else 0)

        return read, lambda board, counters, turn, ply: str(ply + 1)

    def _fixed_field(self, text: str) -> tuple[Reader, Writer]:
        def read(setup: Setup, word: str) -> None:
            if word != text:
                raise Unusual

        return read, lambda board, counters, turn, ply: text


def _number(word: str) -> int:
    """A number as it is usually written."""
    if not (word.isdigit() and word.isascii() and len(word) <= LONGEST) or (word[0] == "0" != word):
        raise Unusual
    return int(word)


@lru_cache(maxsize=256)
def fast_fen(game: Game) -> FastFen | None:
    """The tables of a game; None where it is not possible to make them."""
    try:
        return FastFen(game)
    except (LaskerError, KeyError, ValueError):
        return None
