"""What holds in every position of a game, as the checker of rankings finds it: which contents a square can
have, and how far a counter can go.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import Life, members
from lasker.algebra.fragments import Cell
from lasker.algebra.moves import (
    Bind,
    Choice,
    Compare,
    CounterName,
    Fail,
    Most,
    Move,
    Repeat,
    Rewrite,
    Sequence,
    Test,
)
from lasker.algebra.subterms import parts
from lasker.model.game import Ending, Game


class PossibleContents:
    """The contents that squares can have if play begins on a board.

    A piece that is not there at the start, and that no rule writes, never comes. A mark that lasts until its
    piece moves, and that no rule writes, stands only where it stood at the start.

    >>> from lasker.play.game import load
    >>> game = load("breakthrough")
    >>> possible = PossibleContents(game.model, game.start().node.configuration.board)
    >>> {found.bit_count() for found in possible.by_site}  # white, black and empty: there are no marks
    {3}
    """

    def __init__(self, game: Game, board: tuple[int, ...]) -> None:
        self.regions = game.space.regions
        self._void = game.vocabulary.void
        lasting = sum(_lasting_marks(game))
        variants = game.vocabulary.size // len(game.vocabulary.glyphs)

        def stands(content: int, start: int) -> bool:
            left = content % variants & lasting
            return not left or (content // variants == start // variants and left & start == left)

        coming = _coming_pieces(game) | {0, *(content // variants for content in board)}
        every = [each for each in members(game.vocabulary.squares) if each // variants in coming]
        kinds = {start: sum(1 << each for each in every if stands(each, start)) for start in {*board}}
        self.by_site = tuple(kinds[start] for start in board)

    def found(self, cell: Cell) -> bool:
        """Can any square, or the absence of one, ever be what a cell asks for?"""
        return bool(cell.contents & self._void) or any(
            contents & cell.contents
            and all((site in self.regions[name, owner]) is inside for name, owner, inside in cell.regions)
            for site, contents in enumerate(self.by_site)
        )

    def made(self, move: Move) -> bool:
        """Can a move ever be made? No if it certainly asks for what is never found.

        >>> from lasker.play.game import load
        >>> chess = load("chess")
        >>> possible = PossibleContents(chess.model, chess.start().node.configuration.board)
        >>> moves = map(chess.model.rules.evaluate, ("at_home", "elsewhere", "![displaced nil]"))
        >>> [possible.made(move) for move in moves]  # kings and rooks that have not moved stand at home
        [True, False, True]
        """
        match move:
            case Fail():
                return False
            case Sequence(steps):
                return all(map(self.made, steps))
            case Choice(options):
                return any(map(self.made, options))
            case Bind(_, cell, body):
                return self.found(cell) and self.made(body)
            case Rewrite(before):
                return all(self.found(cell) for _, cell in before.cells)
            case Test(body, True) | Most(_, body):
                return self.made(body)
            case Repeat(body, low) if low:
                return self.made(body)
        return True


def _right_sides(game: Game) -> Iterator[Cell]:
    """What the rules of all moves write."""
    for move in (*(state.move for state in game.states.values()), game.settle):
        for part in parts(move):
            if isinstance(part, Rewrite):
                yield from (cell for _, cell in part.after.cells)


def _coming_pieces(game: Game) -> set[int]:
    """The pieces that rules write, by number; a piece that is only carried stood somewhere before."""
    words = game.vocabulary
    variants = words.size // len(words.glyphs)
    return {
        content // variants
        for cell in _right_sides(game)
        if cell.piece is None
        for content in members(cell.contents & words.squares)
    }


def _lasting_marks(game: Game) -> set[int]:
    """The bits of the marks that a piece can only lose: by moving, or by what a rule says."""
    words = game.vocabulary
    written = 0
    for cell in _right_sides(game):
        written |= cell.gains
        if cell.plain and not (cell.gains or cell.loses):
            for content in words.written(cell.contents):
                written |= content % (words.size // len(words.glyphs))
    bits = {words.mark_bit(name) for name, mark in words.marks.items() if mark.life is Life.MOVED}
    return {bit for bit in bits if not written & bit}


def highest(game: Game, counter: CounterName, states: frozenset[str]) -> int:
    """The highest value that a counter has before the game is over by itself, in some states of turns.

    >>> from lasker.play.game import load
    >>> model = load("chess").model
    >>> [highest(model, name, frozenset(model.states)) for name in model.vocabulary.counters]
    [150]
    """

    def ends_from(rule: Ending) -> int | None:
        """The value from which on a rule ends the game, whoever's turn it is."""
        tests = {rule.tests.get(name) for name in states}
        if len(tests) > 1 or rule.repeated or rule.manner:
            return None
        match tests.pop():
            case Compare(name, ">=", int(value)) if name == counter:
                return value
        return None

    values = map(ends_from, (*game.endings, *game.adjudications))
    return min([game.vocabulary.counters[counter].high, *(value for value in values if value is not None)])
