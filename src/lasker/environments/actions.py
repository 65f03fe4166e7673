"""Numbered actions: a number for every label that the moves of a game can have, seen from the player to move.

The notes of labels are known from the rules (`compiler.ir.alphabet`). Where the rules of the players mirror
each other, a move of the second player has the number of the move that the first player would make on the
turned board. The piece that moves is not part of the number: its square tells it. Nor is it of counted pieces
how many stand together after the move. Labels of two notes are numbered by the first note and the end of the
second; longer ones, or more than MOST_ACTIONS of them, modulo the number of actions. Two moves of one
position never share a number: where their labels would (two routes of a chain, or such longer labels), the
later one has the next number that is free there. Where moves of the start share labels of one note (a domino,
upright or lying), each such label has as many numbers.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cached_property
from typing import Any

from lasker.compiler.ir.alphabet import ANYWHERE, UNCHANGED, Alphabet, LabelNote, alphabets
from lasker.environments.views import Permutation, square_views, symbol_view
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.play.game import Game as Playable
from lasker.runtime import sources
from lasker.runtime.result_cache import compute_or_load, hash_of

MOST_ACTIONS = 1 << 20


@dataclass(frozen=True)
class View:
    """How a player sees the board: squares and symbols as those of the first player, of counted pieces as if
    there was one."""

    squares: Permutation
    symbols: tuple[int, ...]

    def note(self, note: LabelNote) -> LabelNote:
        """A note as the first player would leave it."""
        symbol = note.symbol if note.symbol == UNCHANGED else self.symbols[note.symbol]
        start = note.start if note.start == ANYWHERE else self.squares[note.start]
        return LabelNote(start, self.squares[note.end], symbol)


class ActionSpace:
    """The numbered actions of a game.

    >>> from lasker.play.library import model
    >>> ActionSpace(model("tictactoe")).size, ActionSpace(model("connect_four")).size
    (9, 42)
    >>> ActionSpace(model("othello")).size
    65
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        found = _alphabets(game)
        self.views = _views(game, found)
        places = max(len(each.notes) for each in found)
        self.counts = frozenset().union(*(each.counts for each in found))
        self.notes = [
            sorted(
                {
                    view.note(note)
                    for view, each in zip(self.views, found, strict=True)
                    for note in each.notes[place]
                }
            )
            for place in range(places)
        ]
        if self.counts <= {0, 1}:
            alike = _alike(game)
            self.notes[0] = [note for note in self.notes[0] for _ in range(alike)]
        sizes = [len(notes) for notes in self.notes]
        chances = max(len(state.odds) for state in game.states.values())
        self.offsets = (
            0,
            int(0 in self.counts),
            int(0 in self.counts) + (sizes[0] if 1 in self.counts else 0),
        )
        longer = sizes[0] * sizes[1] if places > 1 and max(self.counts, default=0) > 1 else 0
        self.size = max(1, chances, min(MOST_ACTIONS, self.offsets[2] + longer))
        self.hashes = max(self.counts, default=0) > 1

    @cached_property
    def tables(self) -> ActionTables:
        """The numbers of notes as arrays for native code."""
        return ActionTables(self)

    def name(self, action: int) -> str:
        """What an action is, as the first player would write it; `…` where its label has more notes than are
        numbered.

        >>> from lasker.play.library import model
        >>> space = ActionSpace(model("tictactoe"))
        >>> space.name(4)
        'b2'
        """
        if action < self.offsets[1]:
            return "pass"
        if action < self.offsets[2]:
            note = self.notes[0][action - self.offsets[1]]
            number = action - self.offsets[1] - self.notes[0].index(note)
            return self._text(note) + (f" ({number + 1})" if number else "")
        if len(self.notes) < 2 or not 0 <= action < self.size:
            return f"action {action}"
        first, second = divmod(action - self.offsets[2], len(self.notes[1]))
        return f"{self._text(self.notes[0][first])},{self.game.space.label(self.notes[1][second].end)}"

    def _text(self, note: LabelNote) -> str:
        space, vocabulary = self.game.space, self.game.rules.vocabulary
        told = [site for site in note[:2] if site != ANYWHERE]
        squares = dict.fromkeys(map(space.label, told))
        several = len({each.symbol for each in self.notes[0] if each[:2] == note[:2]}) > 1
        symbol = vocabulary.pieces[note.symbol - 1].letter if note.symbol > 0 and several else ""
        return "".join(squares) + (f"={symbol}" if symbol else "")


class ActionTables:
    """The numbers of notes by place, player, start and end, for native code."""

    def __init__(self, space: ActionSpace) -> None:
        import numpy  # imported late: an extra

        game = space.game
        sites, kinds = len(game.space.sites), len(game.rules.vocabulary.pieces) + 1
        places, players = len(space.notes), len(game.players)
        self.first = numpy.full((places, players, sites, sites), -1, "int32")
        self.group = numpy.zeros((places, players, sites, sites), "uint16")
        groups: dict[tuple[int, ...], int] = {(0,) * (kinds + 1): 0}
        for place in range(places):
            by_pair: dict[tuple[int, int], list[int]] = {}
            for note in space.notes[place]:
                by_pair.setdefault((note.start, note.end), []).append(note.symbol)
            firsts, number = {}, 0
            for pair, symbols in by_pair.items():
                firsts[pair] = number
                number += len(symbols)
            for player, view in enumerate(space.views):
                own = [0] * sites  # the squares of the first player, as this one has them
                for site, seen in enumerate(view.squares):
                    own[seen] = site
                known: dict[tuple[int, ...], int] = {}  # groups by the symbols of a pair
                for (start, end), symbols in by_pair.items():
                    key = tuple(symbols)
                    if key not in known:
                        ranks = [symbols.index(each) if each in symbols else 0 for each in view.symbols]
                        ranks.insert(0, symbols.index(UNCHANGED) if UNCHANGED in symbols else 0)
                        known[key] = groups.setdefault(tuple(ranks), len(groups))
                    at = place, player, slice(None) if start == ANYWHERE else own[start], own[end]
                    self.first[at] = firsts[start, end]
                    self.group[at] = known[key]
        self.symbol = numpy.array(list(groups), "uint16")
        self.put = numpy.zeros((players, sites, kinds + 1), "int32")
        for player in range(players):
            for site in range(sites):
                first, group = self.first[0, player, site, site], self.group[0, player, site, site]
                self.put[player, site] = 0 if first < 0 else first + self.symbol[group].astype("int32")


def _alphabets(game: Game) -> list[Alphabet]:
    """The alphabets of the players; from the cache, if they were computed before."""

    def compute() -> bytes:
        from lasker.compiler.pipeline import compiled  # imported late: seldom needed

        program = compiled(game).stages["lower"]
        found = alphabets(program, len(game.players))
        return json.dumps(
            [[[sorted(notes) for notes in each.notes], sorted(each.counts)] for each in found]
        ).encode()

    key = hash_of([game.text_hash, sources.generator()])
    stored: Any = json.loads(compute_or_load(f"alphabet-{key[:32]}", key, compute))
    return [
        Alphabet(tuple(frozenset(LabelNote(*note) for note in notes) for notes in places), frozenset(counts))
        for places, counts in stored
    ]


def _alike(game: Game) -> int:
    """How many moves of the start have one label, at most.

    >>> from lasker.play.library import model
    >>> _alike(model("cram")), _alike(model("domineering"))
    (2, 1)
    """

    def compute() -> bytes:
        here = Playable(game, game.title).start().node if game.start else None
        plain = here and Node(here.game, here.configuration, here.state, here.ply)
        found = Counter(step.label for step in plain.steps if not plain.state.by_chance) if plain else {}
        return json.dumps(max(found.values(), default=1)).encode()

    key = hash_of([game.text_hash, sources.generator(), "alike"])
    return int(json.loads(compute_or_load(f"alike-{key[:32]}", key, compute)))


def _views(game: Game, found: list[Alphabet]) -> list[View]:
    """The view of each player under which his notes are most alike to the first player's."""
    views: list[View] = []
    first: set[LabelNote] = set()
    pieces = game.rules.vocabulary.pieces
    ones = {(piece.kind, piece.owner): at for at, piece in enumerate(pieces, start=1) if piece.count == 1}
    single = [0, *(ones.get((each.kind, each.owner), at) for at, each in enumerate(pieces, start=1))]
    for player, own in enumerate(found):
        symbols = tuple(single[symbol] for symbol in symbol_view(game, player))
        choices = [View(squares, symbols) for squares in square_views(game, player)]
        notes = [{view.note(note) for note in own.notes[0]} for view in choices]
        first = notes[0] if not player else first
        views.append(max(zip(choices, notes, strict=True), key=lambda each: len(first & each[1]))[0])
    return views
