"""Moves without the parts that can never be made, since what they look for never stands on the board.

A piece that is not there at the start, and that no rule writes, never comes. A mark that lasts until its
piece moves, and that no rule writes, stands only where it stood at the start.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import Life, members
from lasker.algebra.fragments import Cell
from lasker.algebra.moves import (
    FAIL,
    NIL,
    Bind,
    Choice,
    Compare,
    CounterName,
    Each,
    Fail,
    Most,
    Move,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    children,
    choice,
    rebuild,
)
from lasker.model.game import Ending, Game


class PossibleMoves:
    """What is left of the moves of a game if play begins on a board.

    >>> from lasker.play.game import load
    >>> game = load("chess")
    >>> possible = PossibleMoves(game.model, game.start().node.configuration.board)
    >>> from lasker.algebra.subterms import parts
    >>> white = game.model.states["white"].move
    >>> len(set(parts(possible(white)))) < len(set(parts(white)))  # castling as in Chess960 is left out
    True
    """

    def __init__(self, game: Game, board: tuple[int, ...]) -> None:
        self.game = game
        self._found: dict[int, tuple[Move, Move]] = {}  # by identity, with the term, which stays alive
        self._contents = list(_contents(game, board))

    def __call__(self, move: Move) -> Move:
        """The move without what can never be made."""
        if id(move) not in self._found:
            self._found[id(move)] = move, self._reduced(move)
        return self._found[id(move)][1]

    def _reduced(self, move: Move) -> Move:
        if isinstance(move, Rewrite):
            return move if all(self._occurs(cell) for _, cell in move.before.cells) else FAIL
        if isinstance(move, Bind | Each) and not self._occurs(move.cell):
            return FAIL if isinstance(move, Bind) else NIL
        made = rebuild(move, self)
        match made:
            case Sequence(steps) if any(isinstance(step, Fail) for step in steps):
                return FAIL
            case Choice(options):
                return choice(option for option in options if not isinstance(option, Fail))
            case Bind(_, _, Fail()) | Most(_, Fail()):
                return FAIL
            case Each(_, _, Fail()):
                return NIL
            case Test(Fail(), wanted):
                return FAIL if wanted else NIL
            case Repeat(Fail(), low):
                return FAIL if low else NIL
        return made

    def _occurs(self, cell: Cell) -> bool:
        """Can some square, or none at all, be what a cell asks for?"""
        regions = self.game.space.regions
        return bool(cell.contents & self.game.vocabulary.void) or any(
            cell.contents & contents
            and all((site in regions[name, owner]) is inside for name, owner, inside in cell.regions)
            for site, contents in enumerate(self._contents)
        )


def _contents(game: Game, board: tuple[int, ...]) -> Iterator[int]:
    """By site the contents that can stand there."""
    words = game.vocabulary
    variants = words.size // len(words.glyphs)
    kept = sum(words.mark_bit(mark.name) for mark in words.marks.values() if mark.life is Life.MOVED)
    symbols = {0, *map(words.symbol, board)}
    for cell in _written(game):
        if not cell.piece:
            symbols.update(map(words.symbol, members(cell.contents & words.squares)))
        kept &= ~cell.gains
        if not (cell.piece or cell.gains or cell.loses or cell.bare):
            for content in words.written(cell.contents):
                kept &= ~(content % variants)
    for there in board:
        yield sum(
            1 << each
            for each in members(words.squares)
            if (symbol := words.symbol(each)) in symbols
            and (
                not (marks := each % variants & kept)
                or (symbol == words.symbol(there) and not marks & ~there)
            )
        )


def _written(game: Game) -> Iterator[Cell]:
    """The right sides of all rules of the moves."""
    todo, seen = [*(state.move for state in game.states.values()), game.settle], set[int]()
    while todo:
        move = todo.pop()
        if id(move) in seen:
            continue
        seen.add(id(move))
        todo += children(move)
        if isinstance(move, Rewrite):
            yield from (cell for _, cell in move.after.cells)


def limit(game: Game, counter: CounterName, states: frozenset[str]) -> int:
    """The value of a counter at which the game is over in some states, if it is not the highest it can have.

    >>> from lasker.play.game import load
    >>> model = load("chess").model
    >>> [limit(model, name, frozenset(model.states)) for name in model.vocabulary.counters]
    [150]
    """
    rules: list[Ending] = [*game.endings, *(rule for rule in game.adjudications if not rule.manner)]
    found = [game.vocabulary.counters[counter].high]
    for rule in rules:
        tests = {rule.tests[name] for name in states if name in rule.tests}
        if rule.repeated or not states <= rule.tests.keys() or len(tests) != 1:
            continue
        match tests.pop():
            case Compare(name, ">=", int(value)) if name == counter:
                found.append(value)
    return min(found)
