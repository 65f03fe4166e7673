"""Games on every backend beside the reference: where they differ, and which pass is to blame.

What a limit refuses is counted, not passed over; see `Report`.

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
from lasker.backends._agreement import Sight, counted, difference, shaken, sight
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
PLAYED, PLIES = 3, 20  # random games from a position, and how long they last
FEW, MANY = 15, 300  # sequences up to which the reference, and native code, count one ply more


def engines(game: Game, seed: int) -> dict[str, Engine]:
    """What is compared with the reference: native code without any pass, with one alone that the seed
    chooses, and with all; and generated Python."""
    alone = SWITCHES[seed % len(SWITCHES)]
    ways = {
        "c without any pass": ("c", EVERYTHING),
        f"c with {alone} alone": ("c", EVERYTHING - {alone}),
        "c": ("c", frozenset[str]()),
        "python": ("python", frozenset[str]()),
    }
    return {name: backends.open_engine(backend, game, without) for name, (backend, without) in ways.items()}


def main_engines(game: Game) -> dict[str, Engine]:
    """What is compared where the passes one by one would take too long: native code without any pass and
    with all of them, which also lists moves on bitboards, and generated Python."""
    return {
        "c without any pass": backends.open_engine("c", game, EVERYTHING),
        "c": Native(game, frozenset(), listing=True),
        "python": backends.open_engine("python", game),
    }


def nodes(game: Game, start: Node, seed: int, number: int) -> Iterator[Node]:
    """Positions of a game: of random games from the start, every other one shaken and settled again."""
    random, node = Random(seed), start
    for count in range(number):
        yield node
        try:
            steps = node.steps
            node = random.choice(steps).after if steps and random.random() < 0.9 else start
            if count % 2:
                node = shaken(game, node, random)
        except LaskerError:  # refused by a limit, or no position follows: the next game
            node = start


def compared(game: Playable, seed: int, number: int = 6, some: dict[str, Engine] | None = None) -> Report:
    """A game on the backends, or on some of them, beside the reference."""
    model, others = game.model, some or engines(game.model, seed)
    judge, report = (
        backends.open_engine(REFERENCE, model),
        Report(game.name, Counter(dict.fromkeys(others, 0))),
    )
    for node in nodes(model, game.start().node, seed, number):
        position = backends.position(node)
        report.positions += 1
        try:
            wanted = sight(judge, model, position)
        except LimitError as refused:
            report.refuse(REFERENCE, refused.message)
        except LaskerError as refused:
            _all_refuse(report, others, model, position, refused)
        else:
            _all_agree(
                report, others, model, position, wanted, counted(judge, position, FEW, len(wanted.moves))
            )
    return report


def _all_agree(
    report: Report,
    others: dict[str, Engine],
    game: Game,
    position: ProgramPosition,
    wanted: Sight,
    counts: list[int],
) -> None:
    """The engines see the position as the reference does; where they do not, a pass without which they would
    is named."""
    deeper = counts
    for name, engine in others.items():
        native = name != "python"
        try:
            told = difference(engine, game, position, wanted, deeper if native else counts)
        except LimitError as refused:
            report.refuse(name, refused.message)
            if refused.remedy is None:
                report.differences.append(
                    f"{report.game} on {name}: a limit without a remedy, {refused.message}"
                )
            continue
        except LaskerError as refused:
            told = f"{refused.message}, and the reference has an answer"
        if not told:
            report.agree(name)
            if name == "c without any pass":  # from here on the walk counts deeper
                deeper = counted(engine, position, MANY, len(wanted.moves))
        else:
            report.differences.append(f"{report.game} on {name}: {told}, at {position}")
            report.differences.append(blame(game, position, wanted, counts))


def _all_refuse(
    report: Report, others: dict[str, Engine], game: Game, position: ProgramPosition, error: LaskerError
) -> None:
    """The rules do not say what follows, as the reference has found: every engine has to find that too."""
    for name, engine in others.items():
        try:
            sight(engine, game, position)
        except LimitError as refused:
            report.refuse(name, refused.message)
        except LaskerError:
            report.agree(name)
        else:
            told = f"an answer, and the reference has none ({error.message})"
            report.differences.append(f"{report.game} on {name}: {told}, at {position}")


def disagreements(
    game: Playable, seed: int, number: int = 6, some: dict[str, Engine] | None = None
) -> list[str]:
    """What the backends, or some of them, say differently about a game; a pass without which they agree is
    named. A backend that gives no answer at all is named too."""
    return compared(game, seed, number, some).problems


def other_games(game: Playable, seed: int, number: int = 4) -> list[str]:
    """Random games that are not the reference's, where native code draws moves from lists on bitboards."""
    model, found = game.model, []
    judge, ours = backends.open_engine("reference", model), Native(model, frozenset(), listing=True)
    for node in nodes(model, game.start().node, seed, number):
        position = backends.position(node)
        for each in range(PLAYED):
            try:
                wanted = judge.playout(position, seed, each, PLIES)
            except LimitError:
                continue  # the reference thinks longer than it may
            if (played := ours.playout(position, seed, each, PLIES)) != wanted:
                found.append(f"{game.name}: {played}, not {wanted}, at {position}")
    return found


def blame(game: Game, position: ProgramPosition, wanted: Sight, counts: list[int]) -> str:
    """The passes without which native code is right."""

    def wrong(without: str) -> bool:
        try:
            engine = backends.open_engine("c", game, frozenset((without,)))
            return difference(engine, game, position, wanted, counts) is not None
        except LaskerError:
            return True

    cured = [each for each in SWITCHES if not wrong(each)]
    return f"right without {' or without '.join(cured)}" if cured else "wrong without any of the passes"


def mutation(seed: int, number: int = 4) -> Report:
    """A mutation of a library game on the backends beside the reference; the seed chooses both."""
    names = sorted(library.sources())
    game = sample(seed, mutate=names[seed % len(names)])
    with catch_warnings():  # code that the compiler refuses is a difference, though the walk would take over
        simplefilter("error", RuntimeWarning)
        try:
            others = main_engines(game.model)
        except RuntimeWarning as refused:
            return Report(game.name, Counter(), differences=[f"{game.name}: {refused}"])
    return compared(game, seed, number, others)


def mutated(seed: int, number: int = 4) -> list[str]:
    """What the backends say differently about a mutation of a library game."""
    return mutation(seed, number).problems


def sampled(seed: int) -> list[str]:
    """What the backends say differently about the random game of a seed."""
    return disagreements(sample(seed), seed)
