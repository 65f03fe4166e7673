"""The laws of the algebra as named equations, and the simplifier that applies them by matching.

The laws of movements and fragments hold by their normal forms. The laws of moves are those of a Kleene
algebra with antidomain: sequence, choice and repetition form the Kleene algebra, and `![M]`, "M cannot be
done", is the antidomain of M.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import signature
from typing import Any

from lasker.algebra.contents import CHESSMEN, Vocabulary
from lasker.algebra.fragments import ZERO, Cell
from lasker.algebra.moves import (
    FAIL,
    NIL,
    Bind,
    Choice,
    Move,
    Repeat,
    Sequence,
    Test,
    Variable,
    children,
    choice,
    exhaust,
    prefer,
    rebuild,
    sequence,
)
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Law:
    """An equation between two terms, universally quantified over its letters.

    `simplifies` marks the equations that the simplifier applies from left to right.
    """

    name: str
    left: Callable[..., Any]
    right: Callable[..., Any]
    simplifies: bool = False

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters of the law: M, N, P moves; m, n movements; f, g, h fragments."""
        return tuple(signature(self.left).parameters)

    @cached_property
    def pattern(self) -> Move:
        """The left side with variables for letters."""
        return self.left(*map(Variable, self.letters))  # type: ignore[no-any-return]


def star(M: Move) -> Move:
    """M*"""
    return Repeat(M, 0, None)


def plus(M: Move) -> Move:
    """M+"""
    return Repeat(M, 1, None)


def maybe(M: Move) -> Move:
    """M?"""
    return Repeat(M, 0, 1)


def can(M: Move) -> Move:
    """[M]"""
    return Test(M, True)


def cannot(M: Move) -> Move:
    """![M]"""
    return Test(M, False)


def seq(*moves: Move) -> Move:
    """M N …"""
    return sequence(moves)


def alt(*moves: Move) -> Move:
    """M | N | …"""
    return choice(moves)


_ROOK = Cell(CHESSMEN.named("♖"))


def _pick(M: Move) -> Move:
    return Bind("%", _ROOK, M)


MOVE_LAWS = (
    # sequence and nil
    Law("nil then M is M", lambda M: seq(NIL, M), lambda M: M, True),
    Law("M then nil is M", lambda M: seq(M, NIL), lambda M: M, True),
    Law("sequence associates", lambda M, N, P: seq(seq(M, N), P), lambda M, N, P: seq(M, seq(N, P))),
    # choice and fail
    Law("fail or M is M", lambda M: alt(FAIL, M), lambda M: M, True),
    Law("M or M is M", lambda M: alt(M, M), lambda M: M, True),
    Law("choice commutes", lambda M, N: alt(M, N), lambda M, N: alt(N, M)),
    Law("choice associates", lambda M, N, P: alt(alt(M, N), P), lambda M, N, P: alt(M, alt(N, P))),
    Law("fail then M is fail", lambda M: seq(FAIL, M), lambda M: FAIL, True),
    Law("M then fail is fail", lambda M: seq(M, FAIL), lambda M: FAIL, True),
    Law(
        "sequence distributes from the left",
        lambda M, N, P: seq(M, alt(N, P)),
        lambda M, N, P: alt(seq(M, N), seq(M, P)),
    ),
    Law(
        "sequence distributes from the right",
        lambda M, N, P: seq(alt(M, N), P),
        lambda M, N, P: alt(seq(M, P), seq(N, P)),
    ),
    # repetition
    Law("star unfolds", lambda M: star(M), lambda M: alt(NIL, seq(M, star(M)))),
    Law("star unfolds backwards", lambda M: star(M), lambda M: alt(NIL, seq(star(M), M))),
    Law("nil or M+ is M*", lambda M: alt(NIL, plus(M)), lambda M: star(M), True),
    Law("nil or M* is M*", lambda M: alt(NIL, star(M)), lambda M: star(M), True),
    Law("nil or M is M?", lambda M: alt(NIL, M), lambda M: maybe(M), True),
    Law("M* or M is M*", lambda M: alt(star(M), M), lambda M: star(M), True),
    Law("M+ or M is M+", lambda M: alt(plus(M), M), lambda M: plus(M), True),
    Law("M M* is M+", lambda M: seq(M, star(M)), lambda M: plus(M), True),
    Law("M* M is M+", lambda M: seq(star(M), M), lambda M: plus(M), True),
    Law("M* M* is M*", lambda M: seq(star(M), star(M)), lambda M: star(M), True),
    Law("star of star", lambda M: star(star(M)), lambda M: star(M), True),
    Law("star of plus", lambda M: star(plus(M)), lambda M: star(M), True),
    Law("star of maybe", lambda M: star(maybe(M)), lambda M: star(M), True),
    Law("plus of star", lambda M: plus(star(M)), lambda M: star(M), True),
    Law("plus of plus", lambda M: plus(plus(M)), lambda M: plus(M), True),
    Law("plus of maybe", lambda M: plus(maybe(M)), lambda M: star(M), True),
    Law("maybe of star", lambda M: maybe(star(M)), lambda M: star(M), True),
    Law("maybe of plus", lambda M: maybe(plus(M)), lambda M: star(M), True),
    Law("maybe of maybe", lambda M: maybe(maybe(M)), lambda M: maybe(M), True),
    Law("nil repeated", lambda: star(NIL), lambda: NIL, True),
    Law("fail repeated", lambda: star(FAIL), lambda: NIL, True),
    Law("M{0} is nil", lambda M: Repeat(M, 0, 0), lambda M: NIL, True),
    Law("M{1} is M", lambda M: Repeat(M, 1, 1), lambda M: M, True),
    Law("M{3} is MMM", lambda M: Repeat(M, 3, 3), lambda M: seq(M, M, M)),
    Law(
        "M{2,4} is MM | MMM | MMMM",
        lambda M: Repeat(M, 2, 4),
        lambda M: alt(seq(M, M), seq(M, M, M), seq(M, M, M, M)),
    ),
    Law("stars slide", lambda M, N: seq(M, star(seq(N, M))), lambda M, N: seq(star(seq(M, N)), M)),
    Law("star of a choice", lambda M, N: star(alt(M, N)), lambda M, N: seq(star(M), star(seq(N, star(M))))),
    # tests
    Law("what can be done is done", lambda M: seq(can(M), M), lambda M: M, True),
    Law("what cannot be done fails", lambda M: seq(cannot(M), M), lambda M: FAIL, True),
    Law("a test of a test", lambda M: can(can(M)), lambda M: can(M), True),
    Law("a test of a negative test", lambda M: can(cannot(M)), lambda M: cannot(M), True),
    Law("a negative test of a test", lambda M: cannot(can(M)), lambda M: cannot(M), True),
    Law("a double negation", lambda M: cannot(cannot(M)), lambda M: can(M), True),
    Law("a test repeated", lambda M: seq(can(M), can(M)), lambda M: can(M), True),
    Law("a negative test repeated", lambda M: seq(cannot(M), cannot(M)), lambda M: cannot(M), True),
    Law("a test any number of times", lambda M: star(can(M)), lambda M: NIL, True),
    Law("a negative test any number of times", lambda M: star(cannot(M)), lambda M: NIL, True),
    Law("a test once or more", lambda M: plus(can(M)), lambda M: can(M), True),
    Law("a negative test once or more", lambda M: plus(cannot(M)), lambda M: cannot(M), True),
    Law("maybe a test", lambda M: maybe(can(M)), lambda M: NIL, True),
    Law("maybe a negative test", lambda M: maybe(cannot(M)), lambda M: NIL, True),
    Law("a test contradicted", lambda M: seq(can(M), cannot(M)), lambda M: FAIL, True),
    Law("the excluded middle", lambda M: alt(can(M), cannot(M)), lambda M: NIL, True),
    Law("tests commute", lambda M, N: seq(can(M), can(N)), lambda M, N: seq(can(N), can(M))),
    Law("nil can be done", lambda: can(NIL), lambda: NIL, True),
    Law("nil cannot be impossible", lambda: cannot(NIL), lambda: FAIL, True),
    Law("fail cannot be done", lambda: can(FAIL), lambda: FAIL, True),
    Law("fail is impossible", lambda: cannot(FAIL), lambda: NIL, True),
    Law("neither M nor N", lambda M, N: cannot(alt(M, N)), lambda M, N: seq(cannot(M), cannot(N))),
    Law("locality", lambda M, N: cannot(seq(M, N)), lambda M, N: cannot(seq(M, can(N)))),
    # derived operators
    Law("priority", lambda M, N: prefer(M, N), lambda M, N: alt(M, seq(cannot(M), N))),
    Law("exhaustion", lambda M: exhaust(M), lambda M: seq(star(M), cannot(M))),
    # binders
    Law("choosing then failing", lambda: _pick(FAIL), lambda: FAIL),
    Law("choosing distributes", lambda M, N: _pick(alt(M, N)), lambda M, N: alt(_pick(M), _pick(N))),
)


def _act(m: Any, f: Any, vocabulary: Vocabulary = CHESSMEN) -> Any:
    return f.moved(m, vocabulary)


# B7 and its relatives: movements act on fragments, which are a partial commutative monoid (E-B5).
FRAGMENT_LAWS = (
    Law("glue commutes", lambda f, g: f + g, lambda f, g: g + f),
    Law("glue associates", lambda f, g, h: (f + g) + h, lambda f, g, h: f + (g + h)),
    Law("0 is neutral", lambda f: f + ZERO, lambda f: f),
    Law("movements distribute", lambda m, f, g: _act(m, f + g), lambda m, f, g: _act(m, f) + _act(m, g)),
    Law("movements keep 0", lambda m: _act(m, ZERO), lambda m: ZERO),
    Law("movements act in turn", lambda m, n, f: _act(m * n, f), lambda m, n, f: _act(m, _act(n, f))),
    Law("1 moves nothing", lambda m, f: _act(m**0, f), lambda m, f: f),
    Law("1 is neutral", lambda m: m**0 * m, lambda m: m * m**0),
    Law("inverses undo", lambda m: m * m**-1, lambda m: m**0),
    Law("inverses reverse the order", lambda m, n: (m * n) ** -1, lambda m, n: n**-1 * m**-1),
)


Binding = dict[str, Move]
Note = Callable[[str, Callable[[], Move]], None]  # is told of each step: its law, and the term after it


def simplify(move: Move) -> tuple[Move, tuple[str, ...]]:
    """The move after applying the simplifying laws as long as possible, and the names of the laws used.

    >>> simplify(seq(NIL, star(star(FAIL))))
    (Nil(), ('fail repeated', 'nil repeated', 'nil then M is M'))
    """
    used: dict[str, None] = {}
    return _simplified(move, lambda law, _: used.setdefault(law)), tuple(used)


def chain(move: Move) -> list[tuple[str, Move]]:
    """The steps of `simplify`: the law of each, and the whole move after it.

    >>> for law, after in chain(seq(NIL, star(star(FAIL)))):
    ...     print(law, after)
    fail repeated Sequence(parts=(Nil(), Repeat(body=Nil(), low=0, high=None)))
    nil repeated Sequence(parts=(Nil(), Nil()))
    nil then M is M Nil()
    """
    found: list[tuple[str, Move]] = []
    _simplified(move, lambda law, after: found.append((law, after())))
    return found


def _simplified(move: Move, note: Note) -> Move:
    move = _inside(move, note)
    while True:
        for law in MOVE_LAWS:
            if law.simplifies and (better := _apply(law, move)) is not None:
                note(law.name, lambda after=better: after)  # type: ignore[misc]
                move = _inside(better, note)
                break
        else:
            return move


def _inside(move: Move, note: Note) -> Move:
    """The move with each of its parts simplified."""
    parts = list(children(move))
    for at, part in enumerate(parts):
        parts[at] = _simplified(part, _around(move, parts, at, note))
    return _with(move, parts)


def _around(move: Move, parts: list[Move], at: int, note: Note) -> Note:
    """Tells of the steps of one part as steps of the whole."""
    return lambda law, after: note(law, lambda: _with(move, [*parts[:at], after(), *parts[at + 1 :]]))


def _with(move: Move, parts: list[Move]) -> Move:
    rest = iter(parts)
    return rebuild(move, lambda _: next(rest))


def _apply(law: Law, move: Move) -> Move | None:
    for binding, rest in matches(law.pattern, move):
        return rest(law.right(*(binding[letter] for letter in law.letters)))
    return None


def matches(pattern: Move, move: Move) -> Iterator[tuple[Binding, Callable[[Move], Move]]]:
    """Every match of the pattern with the move, a part of a sequence, or some options of a choice; and the
    move with something else in place of what matches.

    >>> M = Variable("M")
    >>> [binding["M"] for binding, _ in matches(seq(NIL, M), seq(FAIL, NIL, FAIL))]
    [Fail()]
    """
    if isinstance(pattern, Sequence) and isinstance(move, Sequence):
        size = len(pattern.parts)
        for at in range(len(move.parts) - size + 1):
            for binding in _fit_all(pattern.parts, move.parts[at : at + size], {}):
                before, after = move.parts[:at], move.parts[at + size :]
                yield binding, lambda new, b=before, a=after: sequence([*b, new, *a])  # type: ignore[misc]
    elif isinstance(pattern, Choice) and isinstance(move, Choice):
        for chosen, binding in _fit_some(pattern.options, move.options, (), {}):
            rest = [option for i, option in enumerate(move.options) if i not in chosen]
            first = min(chosen)
            yield binding, lambda new, r=rest, f=first: choice([*r[:f], new, *r[f:]])  # type: ignore[misc]
    else:
        for binding in _fit(pattern, move, {}):
            yield binding, lambda new: new


def _fit_all(patterns: Any, moves: Any, binding: Binding) -> Iterator[Binding]:
    if not patterns:
        yield binding
        return
    for bound in _fit(patterns[0], moves[0], binding):
        yield from _fit_all(patterns[1:], moves[1:], bound)


def _fit_some(
    patterns: Any, options: Any, chosen: tuple[int, ...], binding: Binding
) -> Iterator[tuple[tuple[int, ...], Binding]]:
    """Match each pattern with an option of its own; in every law the first pattern is the most selective."""
    if not patterns:
        yield chosen, binding
        return
    for i, option in enumerate(options):
        if i not in chosen:
            for bound in _fit(patterns[0], option, binding):
                yield from _fit_some(patterns[1:], options, (*chosen, i), bound)


def _fit(pattern: Move, move: Move, binding: Binding) -> Iterator[Binding]:
    match pattern:
        case Variable(name):
            if name not in binding:
                yield {**binding, name: move}
            elif binding[name] == move:
                yield binding
        case Sequence() | Choice():
            if type(pattern) is type(move) and len(children(pattern)) == len(children(move)):
                yield from _fit_all(children(pattern), children(move), binding)
        case Repeat(body, low, high):
            if isinstance(move, Repeat) and (move.low, move.high) == (low, high):
                yield from _fit(body, move.body, binding)
        case Test(body, wanted):
            if isinstance(move, Test) and move.wanted is wanted:
                yield from _fit(body, move.body, binding)
        case _:
            if pattern == move:
                yield binding
