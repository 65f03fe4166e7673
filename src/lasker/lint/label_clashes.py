"""Label clashes: two moves of a position with the same label but different results."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from lasker.kernel.dataclass import dataclass
from lasker.play.game import Game, Position

GAMES, PLIES = 3, 12  # random games searched, besides the positions that the rules name


@dataclass(frozen=True)
class Clash:
    """Two moves of a position with one label; their texts may still differ."""

    position: Position
    texts: tuple[str, str]

    @property
    def hidden(self) -> bool:
        """Is there no text that denotes only one of the two?"""
        return self.texts[0] == self.texts[1]


@dataclass(frozen=True)
class ClashSearch:
    """The result of a search: the number of positions searched, and the worst clash among them."""

    positions: int
    clash: Clash | None
    ended: bool = True  # or did the time run out?


def clash_at(position: Position) -> Clash | None:
    """Two moves with one label, those with one text first; in a chance node only texts matter.

    >>> from lasker.play.game import load
    >>> clash_at(load("tictactoe").start()) is None
    True
    """
    found = None
    labels: dict[object, str] = {}
    texts: set[str] = set()
    for move in position.moves:
        text, label = str(move), move.step.label
        if text in texts:
            return Clash(position, (text, text))
        texts.add(text)
        if label in labels and found is None and not position.node.state.by_chance:
            found = Clash(position, (labels[label], text))
        labels[label] = text
    return found


def search(game: Game, seconds: float, seed: int = 0) -> ClashSearch:
    """Search the initial position, the positions that the rules name, and a few random games."""
    until, searched, worst = time.monotonic() + seconds, 0, None
    for position in _positions(game, seed):
        if searched and time.monotonic() > until:
            return ClashSearch(searched, worst, ended=False)
        searched += 1
        found = clash_at(position)
        if found is not None and (worst is None or found.hidden):
            worst = found
        if worst is not None and worst.hidden:
            break
    return ClashSearch(searched, worst)


def _positions(game: Game, seed: int) -> Iterator[Position]:
    yield game.start()
    for check in game.model.counts:
        if check.position is not None:
            yield game.position(check.position)
    for number in range(GAMES):
        random, position = Random(f"{seed} {number}"), game.start()
        for _ in range(PLIES):
            if not position.moves:
                break
            position = position.play(random.choice(position.moves))
            yield position
