"""Random games: valid, playable, and deterministic for a seed on every machine."""

from __future__ import annotations

from itertools import count
from random import Random

from lasker.algebra.meaning import Configuration
from lasker.fuzzing.mutation.declarations import change
from lasker.fuzzing.mutation.mutant import Mutant
from lasker.fuzzing.sampling.game import SampledGame
from lasker.kernel.arguments import whole_number
from lasker.kernel.errors import LaskerError, LimitError
from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Source
from lasker.model.game import Game as Model
from lasker.model.meaning_hash import meaning_hash
from lasker.model.position import Node, settled
from lasker.notation.fen import fen
from lasker.play import library
from lasker.play.game import Game
from lasker.syntax.read import read_game

MOST_MOVES = 300  # in a tested position, so that the game can be counted a few plies deep
MOST_MOVES_CHANGED = 3_000  # for mutations: some games have thousands of moves
PLIES = 4  # tested plies of a game
CHANGES = (1, 1, 2, 2, 3, 4)  # numbers of changes in a mutation
TRIED = Limits(configurations=20_000, work=100_000)


def sample(seed: int, mutate: str | None = None) -> Game:
    """The random game of a seed: board, pieces, moves, turns and ends, drawn from the constructs of the
    language.

    With `mutate`, the name of a game or of a file: that game with a few random changes of its rules and
    declarations, as a text that extends it. A game that has no first move, or whose evaluation is too slow,
    is drawn again.

    >>> game = sample(7)
    >>> game.start().outcome is None, len(game.start().moves) > 0
    (True, True)
    >>> sample(7).model.text_hash == game.model.text_hash
    True
    >>> sample(7, mutate="tictactoe").text.splitlines()[1]
    'extends "tictactoe"'
    """
    seed = whole_number(seed, "seed")
    if mutate is not None:
        return _mutated(seed, mutate)
    for attempt in count():
        random = Random(f"{seed}.{attempt}")
        sheet = SampledGame(random, f"Sample {seed}")
        text = sheet.text(_start(sheet, random))
        if _playable(read_game(Source(text, f"sample {seed}"), limits=TRIED), random):
            return Game(read_game(Source(text, f"sample {seed}")), f"sample {seed}")
    raise AssertionError("the seeds never end")


def _mutated(seed: int, name: str) -> Game:
    """The first mutation with this seed that is valid, playable and different from the game."""
    parent, title = library.model(name), f"{name}, mutation {seed}"
    names = sorted(library.sources())
    for attempt in count():
        random = Random(f"{seed}.{attempt}")
        mutant = Mutant(parent, name, random)
        try:
            for _ in range(random.choice(CHANGES)):
                change(mutant, library.model(random.choice(names)))
            text = mutant.text()
            model = _read(text, title, TRIED)
            if mutant.has_other_start:
                text = mutant.text(mutant.start(model))
                model = _read(text, title, TRIED)
            model.check()
            if meaning_hash(model) != meaning_hash(parent) and _playable(model, random, MOST_MOVES_CHANGED):
                return Game(_read(text, title), title)
        except LaskerError:
            continue  # not a valid game
    raise AssertionError("the seeds never end")


def _read(text: str, name: str, limits: Limits = DEFAULT) -> Model:
    source = Source(text, f"{name}.rules")
    return read_game(*library.as_rules(source), limits)


def _start(sheet: SampledGame, random: Random) -> str:
    """An initial position: a few pieces of each player, in the home regions or anywhere."""
    model = read_game(Source(sheet.text(""), sheet.title), limits=TRIED)
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


def _playable(model: Model, random: Random, most: int = MOST_MOVES) -> bool:
    """Has the game a first move, and can a few plies be played within the limits?"""
    try:
        node: Node = fen.read(model, model.start)
        for ply in range(PLIES):
            steps = node.steps
            if node.faults or len(steps) > most or (not steps and ply < 2):
                return False
            if steps:
                node = random.choice(steps).after
    except LimitError:
        return False
    return True
