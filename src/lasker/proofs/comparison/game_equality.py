"""Equality of two games, part by part: proved, refuted by an example, or undecided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from lasker.algebra.contents import Life
from lasker.compiler.groups.path import NotClassified
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.game import Game, State
from lasker.play import library
from lasker.play.game import load
from lasker.proofs.comparison.rule_comparison import ComparedPart, Comparison
from lasker.proofs.comparison.symbolic_moves import SymbolicMoves
from lasker.syntax.read import read_game

BOARD = 3  # number of leading parts that must be equal for a common board
GAMES, PLIES = 3, 40  # games played in parallel where there is no proof


def compared(one: str, two: str) -> list[ComparedPart]:
    """Two games of the library or of files, compared part by part.

    >>> {part.answer for part in compared("knightthrough", "knightthrough")}
    {'the same'}
    """
    texts = [library.as_rules(library.find(name)) for name in (one, two)]
    games = [library.model(name) for name in (one, two)]
    parts = list(_declared(*games))
    if any(part.equal is False for part in parts[:BOARD]):
        return parts  # there is no common board
    under = _declarations(games)
    try:
        both = [read_game(text, (under, *bases)) for text, bases in texts]
        parts += Comparison(*_symbolic_moves(both)).parts()
    except LaskerError as error:
        parts.append(
            ComparedPart("the rules", None, f"they cannot be read with one vocabulary: {error.message}")
        )
    if any(part.equal is None for part in parts):
        parts.append(_played(one, two))
    return parts


def _played(one: str, two: str) -> ComparedPart:
    """Random games played in parallel, with the same moves in both, until something differs."""
    chance, positions = Random(1), 0
    for _ in range(GAMES):
        first, second = load(one).start(), load(two).start()
        for _ in range(PLIES):
            positions += 1
            texts = [sorted(str(move) for move in position.moves) for position in (first, second)]
            if texts[0] != texts[1] or first.outcome != second.outcome:
                only = ", ".join(sorted({*texts[0]} ^ {*texts[1]})) or "how it ends"
                return ComparedPart("play", False, f"at {first.fen} one of them only has {only}")
            if not texts[0]:
                break
            text = chance.choice(texts[0])
            first, second = first.play(text), second.play(text)
    return ComparedPart(
        "play", None, f"the same moves and results in {positions} positions of {GAMES} random games"
    )


def _symbolic_moves(games: list[Game]) -> list[SymbolicMoves]:
    """The symbolic moves of two games on boards that are reachable in either."""
    try:
        one, two = (SymbolicMoves(game).squares for game in games)
    except NotClassified:
        one = two = None
    squares = [a | b for a, b in zip(one, two, strict=True)] if one and two else None
    return [SymbolicMoves(game, squares) for game in games]


# --- declarations -----------------------------------------------------------------------------------


def _declared(one: Game, two: Game) -> Iterator[ComparedPart]:
    """The declarations of both games."""
    yield _same("the players", one, two, lambda game: game.players)
    yield _same(
        "the board", one, two, lambda game: [game.space.label(site) for site in range(len(game.space.sites))]
    )
    yield _same("the pieces", one, two, lambda game: game.rules.vocabulary.pieces)
    yield _same("the rules about repetition and passing", one, two, _flags)
    yield _same("what ends the game", one, two, lambda game: [(e.reason, e.result) for e in game.endings])
    yield _same("the start", one, two, lambda game: game.start)
    yield _same("how positions are written", one, two, lambda game: game.fen_fields)
    yield _same_set("the marks", one, two, lambda game: {m for m in _marks(game) if m.life is not Life.END})
    yield _same_set("the counters", one, two, lambda game: {c for c in _counters(game) if not c.scratch})
    yield _same("whose turn it is", one, two, lambda game: [(s.name, s.player) for s in game.states.values()])


def _flags(game: Game) -> tuple[object, ...]:
    return game.passes, game.by_label, game.repetition


def _turn(state: State) -> tuple[str, int, tuple[int, ...]]:
    return state.name, state.player, tuple(weight for weight, _ in state.odds)


def _same(what: str, one: Game, two: Game, part_of: Callable[[Game], Any]) -> ComparedPart:
    first, second = part_of(one), part_of(two)
    if first == second:
        return ComparedPart(what, True, "declared alike")
    return ComparedPart(what, False, f"{_short(first)} and {_short(second)}")


def _same_set(what: str, one: Game, two: Game, part_of: Callable[[Game], set[Any]]) -> ComparedPart:
    first, second = part_of(one), part_of(two)
    how = "those that last longer than a move are declared alike"
    if first == second:
        return ComparedPart(what, True, how)
    return ComparedPart(
        what, False, f"only one has {', '.join(sorted(each.name for each in first ^ second))}"
    )


def _marks(game: Game) -> Iterable[Any]:
    return game.rules.vocabulary.marks.values()


def _counters(game: Game) -> Iterable[Any]:
    return game.rules.vocabulary.counters.values()


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def _declarations(games: list[Game]) -> Source:
    """The marks and counters of all games as one text, so that each game can be read
    with those of the others."""
    marks = {mark.name: mark for game in games for mark in _marks(game)}
    counters = {name: each for game in games for name, each in game.rules.declared.counters.items()}
    lines = ["lasker 1"]
    lines += [f"mark {mark.name} {mark.life.value}" for mark in marks.values()]
    for name, (low, high, start, flags) in counters.items():
        said = " ".join(flags).replace("until_end", "until end")
        lines.append(f"counter {name} {low}..{high} from {start} {said}".rstrip())
    return Source("\n".join(lines) + "\n", "both games")
