"""The settings on which two moves are compared: contents that represent all others, boards with few pieces
first, places of cursors and values of counters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

from lasker.algebra.contents import Counter, Vocabulary, members
from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import Adjust, Bind, Compare, Each, Move, Rewrite
from lasker.algebra.subterms import carries, counters_in, parts

MOST_VALUES = 60  # of all counters together, on one board

Values = tuple[int, ...]  # of all counters


def by_pieces(alphabet: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """All boards of some squares, those with few contents other than the first one first.

    >>> list(by_pieces([0, 1], 2))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    empty, *others = alphabet
    for pieces in range(size + 1):
        for sites in combinations(reversed(range(size)), pieces):
            for contents in product(others, repeat=pieces):
                board = [empty] * size
                for site, content in zip(sites, contents, strict=True):
                    board[site] = content
                yield tuple(board)


def all_boards(
    moves: list[Move], vocabulary: Vocabulary, size: int, most: int
) -> list[tuple[int, ...]] | None:
    """Boards that represent all boards of some squares for all that the moves can do, those with few pieces
    first; None if there are more than `most`.

    Contents that the moves do not distinguish may be exchanged. Where they carry contents about, it matters
    which squares have the same one, and no more: the squares of a class are partitioned.
    """
    classes = _classes(moves, vocabulary)
    if not any(map(carries, moves)):
        classes = [some[:1] for some in classes]
    elif vocabulary.marks:
        classes = [[content] for some in classes for content in some]
    if len(classes) ** size > most:
        return None
    found = list(islice(_filled(classes, [0] * len(classes), size), most + 1))
    if len(found) > most:
        return None
    return sorted(found, key=lambda board: (sum(map(bool, board)), board))


def _filled(classes: list[list[int]], used: list[int], size: int) -> Iterator[tuple[int, ...]]:
    """All ways to fill squares, in which the contents of a class appear for the first time in their order."""
    if size == 0:
        yield ()
        return
    for at, some in enumerate(classes):
        for number, content in enumerate(some[: used[at] + 1]):
            now = [*used[:at], max(used[at], number + 1), *used[at + 1 :]]
            for rest in _filled(classes, now, size - 1):
                yield (content, *rest)


def few_values(moves: list[Move], vocabulary: Vocabulary) -> list[Values]:
    """Values of the counters that occur in some moves, the others at their start: the start, the least and
    the greatest, and those about the numbers that they are compared with or changed by.

    >>> from lasker.algebra.contents import Counter
    >>> from lasker.algebra.moves import Compare
    >>> v = Vocabulary(("white",), (), (), [Counter("n", 0, 9), Counter("k", 0, 5)])
    >>> few_values([Compare(("n", None), ">=", 4)], v)
    [(0, 0), (9, 0), (4, 0), (3, 0), (5, 0)]
    """
    found = [part for move in moves for part in parts(move)]
    used = counters_in(moves)
    numbers = {abs(part.amount) for part in found if isinstance(part, Adjust)}
    numbers |= {part.other for part in found if isinstance(part, Compare) and isinstance(part.other, int)}
    about = [number + by for by in (0, -1, 1) for number in sorted(numbers)]
    ranges = [
        _values(each, about) if name in used else [each.start] for name, each in vocabulary.counters.items()
    ]
    return list(islice(product(*ranges), MOST_VALUES))


def _values(counter: Counter, about: list[int]) -> list[int]:
    some = (counter.start, counter.low, counter.high, *about, *(counter.low + by for by in about))
    return [value for value in dict.fromkeys(some) if counter.low <= value <= counter.high]


def all_values(moves: list[Move], vocabulary: Vocabulary) -> Iterator[Values]:
    """All values of the counters that occur in some moves, the others at their start."""
    used = counters_in(moves)
    return product(
        *(
            range(each.low, each.high + 1) if name in used else (each.start,)
            for name, each in vocabulary.counters.items()
        )
    )


def starts(board: tuple[int, ...], cursors: list[str], values: list[Values]) -> Iterator[Configuration]:
    """The board with cursors on all places, and these values of the counters."""
    for counters in values:
        for sites in product(range(len(board)), repeat=len(cursors)):
            placed = tuple((name, (site, 0)) for name, site in zip(cursors, sites, strict=True))
            yield Configuration(board, placed, counters)


def representatives(moves: list[Move], vocabulary: Vocabulary) -> list[int]:
    """One content of each class that the moves do not distinguish; the empty square first."""
    return sorted(some[0] for some in _classes(moves, vocabulary))


def _classes(moves: list[Move], vocabulary: Vocabulary) -> list[list[int]]:
    """The contents, sorted into classes that the moves do not distinguish."""
    sets = {vocabulary.squares}
    for move in moves:
        for part in parts(move):
            if isinstance(part, Bind | Each):
                sets.add(part.cell.contents)
            if isinstance(part, Rewrite):
                sets |= {cell.contents for _, cell in part.before.cells}
                sets |= {
                    1 << c
                    for _, cell in part.after.cells
                    if cell.piece is None and not cell.bare
                    for c in vocabulary.written(cell.contents)
                }
    kinds: dict[tuple[bool, ...], list[int]] = {}
    for content in members(vocabulary.squares):
        kinds.setdefault(tuple(bool(s >> content & 1) for s in sorted(sets)), []).append(content)
    return list(kinds.values())
