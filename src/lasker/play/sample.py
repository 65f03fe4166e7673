"""Random games: valid, playable, and the same for the same seed on every machine."""

from __future__ import annotations

from itertools import count
from random import Random

from lasker.algebra.meaning import Configuration
from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source
from lasker.model.game import Game as Model
from lasker.model.position import Node, settled
from lasker.notation import fen
from lasker.play.game import Game
from lasker.play.sampling.sheet import Sheet

MOST_MOVES = 300  # of the positions that are tried: a game is to be counted a few plies deep
PLIES = 4  # that a game is tried for
TRIED = Limits(configurations=20_000)


def sample(seed: int) -> Game:
    """The random game of that seed: board, pieces, moves, turns and ends, drawn from what the language has.

    A game that cannot be begun, or that would take long to think about, is drawn again.

    >>> game = sample(7)
    >>> game.start().outcome is None, len(game.start().moves) > 0
    (True, True)
    >>> sample(7).model.text_hash == game.model.text_hash
    True
    """
    for attempt in count():
        random = Random(f"{seed}.{attempt}")
        sheet = Sheet(random, f"Sample {seed}")
        text = sheet.text(_start(sheet, random))
        if _playable(Model(Source(text, f"sample {seed}"), limits=TRIED), random):
            return Game(Model(Source(text, f"sample {seed}")), f"sample {seed}")
    raise AssertionError("the seeds never end")


def _start(sheet: Sheet, random: Random) -> str:
    """A first position: a few pieces of everybody, at home or anywhere."""
    model = Model(Source(sheet.text(""), sheet.title), limits=TRIED)
    vocabulary, space = model.rules.vocabulary, model.space
    board = [0] * len(space.sites)
    at_home, lords = random.random() < 0.5, random.random() < 0.95
    left = random.sample(range(len(board)), len(board))
    for owner in range(len(model.players)):
        home = space.regions["home", owner]
        sites = [site for site in left if site in home] if at_home else list(left)
        pieces = random.choices(sheet.kinds, k=random.randint(1, max(1, len(board) // 5)))
        for name in (["lord"] if sheet.royal and lords else []) + pieces:
            if not sites:
                break
            marks = [mark for mark in sheet.marks if mark != "seen" and random.random() < 0.5]
            letter = next(p.letter for p in vocabulary.pieces if p.name == name and p.owner == owner)
            site = sites.pop()
            left.remove(site)
            board[site] = vocabulary.content(letter, marks)
    for site in left[: random.randint(0, 2)] if sheet.rocks else ():
        board[site] = vocabulary.content("z")
    counters = tuple(counter.start for counter in vocabulary.counters.values())
    first = next(iter(model.states.values()))
    return fen.write(settled(model, Configuration(tuple(board), (), counters), first))


def _playable(model: Model, random: Random) -> bool:
    """Can the game be begun, and played a few plies without being thought about for long?"""
    try:
        node: Node = fen.read(model, model.start)
        for ply in range(PLIES):
            steps = node.steps
            if node.faults or len(steps) > MOST_MOVES or (not steps and ply < 2):
                return False
            if steps:
                node = random.choice(steps).after
    except LimitError:
        return False
    return True
