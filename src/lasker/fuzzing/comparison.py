"""Differential testing of backends against the reference evaluator, with the compiler pass at fault.

Answers that a limit refused are counted, not ignored; see `Report`.

>>> report = compared(sample(3), seed=3, number=1)
>>> report.positions, report.agreed, report.skipped, report.problems
(1, 4, 0, [])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from warnings import catch_warnings, simplefilter

from lasker import backends
from lasker.backends import Engine
from lasker.backends._differential_tests import Observation, difference, observe, perft_counts, perturbed
from lasker.backends.c.native import Native
from lasker.compiler.ir.machine import ProgramPosition
from lasker.compiler.pipeline import SWITCHES
from lasker.fuzzing.report import REFERENCE, Report
from lasker.fuzzing.sample import sample
from lasker.kernel.errors import LaskerError, LimitError
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.play import library
from lasker.play.game import Game as Playable

EVERYTHING = frozenset(SWITCHES)
PLAYED, PLIES = 3, 20  # random games from a position, and their length in plies
FEW, MANY = 15, 300  # numbers of moves up to which the reference, and native code, count one ply deeper


def engines(game: Game, seed: int) -> dict[str, Engine]:
    """The engines compared with the reference: native code without any pass, with the single pass that the
    seed selects, and with all passes; and generated Python."""
    alone = SWITCHES[seed % len(SWITCHES)]
    variants = {
        "c without any pass": ("c", EVERYTHING),
        f"c with {alone} alone": ("c", EVERYTHING - {alone}),
        "c": ("c", frozenset[str]()),
        "python": ("python", frozenset[str]()),
    }
    return {
        name: backends.open_engine(backend, game, without) for name, (backend, without) in variants.items()
    }


def main_engines(game: Game) -> dict[str, Engine]:
    """A shorter list, without single passes: native code without any pass and with all of them, including
    move generation on bitboards, and generated Python."""
    return {
        "c without any pass": backends.open_engine("c", game, EVERYTHING),
        "c": Native(game, frozenset(), listing=True),
        "python": backends.open_engine("python", game),
    }


def nodes(game: Game, start: Node, seed: int, number: int) -> Iterator[Node]:
    """Positions of a game: from random play, every second one randomly modified and settled again."""
    random, node = Random(seed), start
    for count in range(number):
        yield node
        try:
            steps = node.steps
            node = random.choice(steps).after if steps and random.random() < 0.9 else start
            if count % 2:
                node = perturbed(game, node, random)
        except LaskerError:  # refused by a limit, or there is no successor: start again
            node = start


def compared(game: Playable, seed: int, number: int = 6, some: dict[str, Engine] | None = None) -> Report:
    """The comparison of a game on all backends, or on `some`, with the reference."""
    model, others = game.model, some or engines(game.model, seed)
    reference, report = (
        backends.open_engine(REFERENCE, model),
        Report(game.name, Counter(dict.fromkeys(others, 0))),
    )
    for node in nodes(model, game.start().node, seed, number):
        position = backends.position(node)
        report.positions += 1
        try:
            wanted = observe(reference, model, position)
        except LimitError as refused:
            report.refuse(REFERENCE, refused.message)
        except LaskerError as refused:
            _all_refuse(report, others, model, position, refused)
        else:
            _all_agree(
                report,
                others,
                model,
                position,
                wanted,
                perft_counts(reference, position, FEW, len(wanted.moves)),
            )
    return report


def _all_agree(
    report: Report,
    others: dict[str, Engine],
    game: Game,
    position: ProgramPosition,
    wanted: Observation,
    counts: list[int],
) -> None:
    """Compare the engines' answers on a position with the reference; for a
    difference, name a pass without which it disappears."""
    deeper = counts
    for name, engine in others.items():
        native = name != "python"
        try:
            message = difference(engine, game, position, wanted, deeper if native else counts)
        except LimitError as refused:
            report.refuse(name, refused.message)
            if refused.remedy is None:
                report.differences.append(
                    f"{report.game} on {name}: a limit without a remedy, {refused.message}"
                )
            continue
        except LaskerError as refused:
            message = f"{refused.message}, and the reference has an answer"
        if not message:
            report.agree(name)
            if name == "c without any pass":  # from here on native code without passes counts deeper
                deeper = perft_counts(engine, position, MANY, len(wanted.moves))
        else:
            report.differences.append(f"{report.game} on {name}: {message}, at {position}")
            report.differences.append(blame(game, position, wanted, counts))


def _all_refuse(
    report: Report, others: dict[str, Engine], game: Game, position: ProgramPosition, error: LaskerError
) -> None:
    """The reference found that the rules leave the successor undefined: every engine must find that too."""
    for name, engine in others.items():
        try:
            observe(engine, game, position)
        except LimitError as refused:
            report.refuse(name, refused.message)
        except LaskerError:
            report.agree(name)
        else:
            message = f"an answer, and the reference has none ({error.message})"
            report.differences.append(f"{report.game} on {name}: {message}, at {position}")


def disagreements(
    game: Playable, seed: int, number: int = 6, some: dict[str, Engine] | None = None
) -> list[str]:
    """The differences between the backends, or `some` of them, and the reference, with the pass at fault. A
    backend that gives no answer at all is listed too."""
    return compared(game, seed, number, some).problems


def other_games(game: Playable, seed: int, number: int = 4) -> list[str]:
    """Random playouts that differ from the reference's, where native code draws moves from bitboard lists."""
    model, found = game.model, []
    reference, ours = backends.open_engine("reference", model), Native(model, frozenset(), listing=True)
    for node in nodes(model, game.start().node, seed, number):
        position = backends.position(node)
        for each in range(PLAYED):
            try:
                wanted = reference.playout(position, seed, each, PLIES)
            except LimitError:
                continue  # the reference exceeds a limit
            if (played := ours.playout(position, seed, each, PLIES)) != wanted:
                found.append(f"{game.name}: {played}, not {wanted}, at {position}")
    return found


def blame(game: Game, position: ProgramPosition, wanted: Observation, counts: list[int]) -> str:
    """The passes without which native code agrees with the reference."""

    def wrong(without: str) -> bool:
        try:
            engine = backends.open_engine("c", game, frozenset((without,)))
            return difference(engine, game, position, wanted, counts) is not None
        except LaskerError:
            return True

    cured = [each for each in SWITCHES if not wrong(each)]
    return f"right without {' or without '.join(cured)}" if cured else "wrong without any of the passes"


def mutation(seed: int, number: int = 4) -> Report:
    """The comparison of a mutation of a library game; the seed selects both."""
    names = sorted(library.sources())
    game = sample(seed, mutate=names[seed % len(names)])
    with catch_warnings():  # code that the C compiler refuses is a difference
        simplefilter("error", RuntimeWarning)
        try:
            others = main_engines(game.model)
        except RuntimeWarning as refused:
            return Report(game.name, Counter(), differences=[f"{game.name}: {refused}"])
    return compared(game, seed, number, others)


def mutated(seed: int, number: int = 4) -> list[str]:
    """The differences between backends on a mutation of a library game."""
    return mutation(seed, number).problems


def sampled(seed: int) -> list[str]:
    """The differences between backends on the random game of a seed."""
    return disagreements(sample(seed), seed)
