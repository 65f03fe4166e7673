"""Walking two engines side by side through random games: moves, labels, order, positions."""

from __future__ import annotations

from random import Random

from lasker import backends
from lasker.backends import Engine
from lasker.compiler.ir.machine import ProgramPosition
from lasker.play.game import load
from lasker.runtime.playouts import Plays


def start(name: str) -> ProgramPosition:
    """The start of a game, as backends take it."""
    return backends.position(load(name).start().node)


def difference(ours: Plays, judge: Plays, position: ProgramPosition, seed: int, plies: int) -> str | None:
    """Where a random game shows that two engines differ, in words; None if it does not."""
    random = Random(seed)
    for ply in range(plies):
        wanted, found = judge.successors(position), ours.successors(position)
        if found != wanted:
            missing = [each.label for each in wanted if each not in found]
            extra = [each.label for each in found if each not in wanted]
            return f"ply {ply} of game {seed}: missing {missing}, too many {extra}, at {position}"
        if not wanted:
            return None
        position = random.choice(wanted).after
    return None


def wrong_counts(name: str, engine: Engine, most: int) -> list[str]:
    """The counts in a game's own file that an engine does not find, up to a size."""
    game, wrong = load(name), []
    for check in game.model.counts:
        if check.count <= most:
            node = (game.start() if check.position is None else game.position(check.position)).node
            counted = engine.perft(backends.position(node), check.depth)
            if counted != check.count:
                wrong.append(f"perft {check.depth} {check.count} at {check.position}: counted {counted}")
    return wrong
