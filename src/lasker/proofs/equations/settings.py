"""Settings of squares that represent all others, for what some moves can do.

Contents that no set of the moves tells apart may be exchanged. Where contents are carried about, it matters
which squares hold the same one: contents of a class then appear for the first time in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.moves import Adjust, Bind, Compare, Each, Most, Move, Rewrite, children


def subterms(move: Move) -> Iterator[Move]:
    """The move and everything in it."""
    yield move
    for part in children(move):
        yield from subterms(part)


class Classes:
    """The contents of squares, in classes that some moves do not tell apart.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.algebra.moves import NIL
    >>> len(list(Classes([NIL], CHESSMEN).fillings(3)))
    1
    """

    def __init__(self, moves: list[Move], vocabulary: Vocabulary, apart: Iterable[int] = ()) -> None:
        kinds: dict[tuple[bool, ...], list[int]] = {}
        sets, carried = self._sets(moves, vocabulary)
        sets += apart
        for content in members(vocabulary.squares):
            kinds.setdefault(tuple(bool(each >> content & 1) for each in sets), []).append(content)
        self.kinds = list(kinds.values())
        if not carried:
            self.kinds = [kind[:1] for kind in self.kinds]
        elif vocabulary.marks:
            self.kinds = [[content] for kind in self.kinds for content in kind]

    @staticmethod
    def _sets(moves: list[Move], vocabulary: Vocabulary) -> tuple[list[int], bool]:
        sets: dict[int, None] = {}
        carried = False
        for part in (part for move in moves for part in subterms(move)):
            if isinstance(part, Bind | Each):
                sets[part.cell.contents] = None
            if isinstance(part, Rewrite):
                sets |= dict.fromkeys(cell.contents for _, cell in part.before.cells)
                for _, cell in part.after.cells:
                    carried |= bool(cell.piece or cell.gains or cell.loses)
                    if not (cell.piece or cell.bare):
                        sets |= dict.fromkeys(1 << each for each in vocabulary.written(cell.contents))
        return list(sets), carried

    def contents(self, used: tuple[int, ...]) -> Iterator[int]:
        """What one more square may hold, after squares that hold these."""
        for kind in self.kinds:
            known = sum(content in used for content in kind)
            yield from kind[: known + 1]

    def fillings(self, squares: int) -> Iterator[tuple[int, ...]]:
        """All settings of some squares."""

        def filled(board: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(board) == squares:
                yield board
                return
            for content in self.contents(board):
                yield from filled((*board, content))

        return filled(())


def indistinguishable(
    moves: list[Move], vocabulary: Vocabulary, apart: Iterable[int] = ()
) -> list[tuple[int, ...]]:
    """The contents of squares, in the coarsest classes that nothing in the moves tells apart, not even after
    contents were carried or marked: what is in no set of the moves, nor in `apart`, makes no difference.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.algebra.moves import NIL
    >>> [len(kind) for kind in indistinguishable([NIL], CHESSMEN, [1])]
    [1, 12]
    """
    parts = [part for move in moves for part in subterms(move)]
    rewrites = [part for part in parts if isinstance(part, Rewrite)]
    sets = {*apart, *(part.cell.contents for part in parts if isinstance(part, Bind | Each))}
    sets |= {cell.contents for part in rewrites for _, cell in part.before.cells}
    kept = {(cell.gains, cell.loses) for part in rewrites for _, cell in part.after.cells}
    carried = kept if any(cell.piece for part in rewrites for _, cell in part.after.cells) else set()

    def beyond(content: int) -> Iterator[int]:
        for marks in kept:
            yield vocabulary.with_marks(content, *marks)
        for marks in carried:
            yield vocabulary.with_marks(vocabulary.moved(content), *marks)

    every = [*members(vocabulary.squares)]
    kind: dict[int, object] = {content: tuple(each >> content & 1 for each in sets) for content in every}
    while True:
        finer = {c: (kind[c], *(kind.get(after, after) for after in beyond(c))) for c in every}
        numbers = {key: number for number, key in enumerate(dict.fromkeys(finer.values()))}
        if len(numbers) == len({*kind.values()}):
            found: dict[object, list[int]] = {}
            for content in every:
                found.setdefault(kind[content], []).append(content)
            return [tuple(contents) for contents in found.values()]
        kind = {content: numbers[key] for content, key in finer.items()}


def counter_values(moves: list[Move], vocabulary: Vocabulary) -> Iterator[tuple[int, ...]]:
    """All values of the counters that the moves name; the others are at their start."""
    used = set()
    for part in (part for move in moves for part in subterms(move)):
        if isinstance(part, Adjust | Compare | Most):
            used.add(part.counter)
        if isinstance(part, Compare) and not isinstance(part.other, int):
            used.add(part.other)
    return product(
        *(
            range(each.low, each.high + 1) if name in used else (each.start,)
            for name, each in vocabulary.counters.items()
        )
    )
