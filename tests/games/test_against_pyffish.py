"""Every game that Fairy-Stockfish knows by the same name, against it in random games, through pyffish."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from fairy_texts import our_text

from lasker.play.game import Position, load
from lasker.play.library import names

pyffish: Any = pytest.importorskip("pyffish")  # GPL: run beside Lasker here, and never part of it

GAMES = sorted(names() & set(pyffish.variants()))
TURN = int(os.environ.get("LASKER_TURN", "0"))  # which tenth of the games a normal run takes
SOME = GAMES[TURN % 10 :: 10]
RANDOM = {"caparandom"}  # castling is written as the king taking his rook
PLIES = 3  # of each game in the normal run
LONG, PARTS = 150, 20  # plies of a game and games of each kind when there is time
SHARE, SHARES = map(int, os.environ.get("LASKER_SHARD", "1/1").split("/"))
MATES_BY_DROPS = {"kyotoshogi", "yarishogi", "checkshogi"}  # by the weakest piece
# Many pieces in hand; kings under fire; pawns and generals that may not be dropped or moved everywhere.
POSITIONS = [
    ("xiangqi", "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 w - - 0 1"),
    ("xiangqi", "3k5/4P4/9/9/9/3c5/9/3p5/3A5/3K5 b - - 0 1"),
    ("xiangqi", "4k4/9/9/9/2b6/2B3B2/9/9/9/3K5 w - - 0 1"),  # elephants at the river
    ("xiangqi", "3k5/7R1/9/9/9/9/9/9/9/4K4 b - - 0 1"),  # no move, and no check
    ("shogi", "k8/9/G8/9/9/9/9/9/1R2K4[P] w - - 0 1"),
    ("shogi", "ks6R/9/G8/9/9/9/9/9/1R2K4[P] w - - 0 1"),
    ("shogi", "4k4/2P3p2/9/3N1L3/9/2p1+p4/9/4P1S2/4K4[RGSNLPPrbgsnlpp] b - - 0 1"),
    ("minishogi", "2k2/+Pp3/5/3P1/2K1R[BGSbgsr] w - - 0 1"),
]


def facts(text: str) -> tuple[str, list[str]]:
    """Board and turn of a FEN, apart from the order of the pieces in hand; the clocks are left aside."""
    board, turn = text.split()[:2]
    board, _, hand = board.partition("[")
    return f"{board} {turn}", sorted(hand.strip("-]"))


class Theirs:
    """A game as Fairy-Stockfish sees it."""

    def __init__(self, name: str, start: str | None = None) -> None:
        self.name, self.start, self.moves = name, start or pyffish.start_fen(name), list[str]()
        self.random = name in RANDOM
        model = load(name).model
        self.one_kind = len({piece.name for piece in model.rules.vocabulary.pieces}) == 1
        self.passes = model.passes

    @property
    def fen(self) -> str:
        return str(pyffish.get_fen(self.name, self.start, self.moves, self.random))

    def legal(self) -> dict[str, str]:
        """Their moves by our texts. Mates by a dropped pawn they list, and count as lost; where none can but
        pass, they let both pass before they count."""
        listed = pyffish.legal_moves(self.name, self.start, self.moves, self.random)
        if self.must_pass(listed):
            after = pyffish.legal_moves(self.name, self.start, [*self.moves, *listed], self.random)
            listed = [] if self.must_pass(after) else listed
        return {self.ours(move): move for move in listed if not self.mates_by_a_drop(move)}

    def must_pass(self, listed: list[str]) -> bool:
        return [self.ours(move) for move in listed] == ["pass"]

    def ours(self, move: str) -> str:
        return our_text(self.name, lambda: self.fen, move, self.one_kind, self.passes)

    def mates_by_a_drop(self, move: str) -> bool:
        after = [*self.moves, move]
        return (
            ("shogi" in self.name or self.name in ("gorogoro", "judkins"))
            and self.name not in MATES_BY_DROPS
            and move[:2] in ("P@", "S@")
            and not pyffish.legal_moves(self.name, self.start, after)
            and pyffish.gives_check(self.name, self.start, after)
        )

    def takes(self, move: str) -> bool:
        return bool(pyffish.is_capture(self.name, self.start, self.moves, move, self.random))

    def result(self) -> int | None:
        """1, 0 or -1 for the player to move when the game is over."""
        past = self.name, self.start, self.moves, self.random
        over, value = pyffish.is_immediate_game_end(*past)
        if not over and not pyffish.legal_moves(*past):
            over, value = True, pyffish.game_result(*past)
        return (value > 0) - (value < 0) if over else None


def result(position: Position) -> int | None:
    outcome = position.node.outcome
    if outcome is None:
        return None
    mine, half = outcome.payoffs[position.node.state.player], Fraction(1, 2)
    return (mine > half) - (mine < half)


def compare(name: str, start: str | None, seed: int, plies: int) -> Iterator[str]:
    """Differences in one random game, up to the first; takers are preferred now and
    then, so that boards get empty and hands full."""
    random, theirs = Random(seed), Theirs(name, start)
    position = load(name).position(start) if start else load(name).start()
    for _ in range(plies):
        where = f"{name} {start} {' '.join(theirs.moves)}"
        if facts(position.fen) != facts(theirs.fen):
            yield f"{where}: our position {position.fen}, theirs {theirs.fen}"
            return
        if result(position) != theirs.result():
            yield f"{where}: our result {result(position)}, theirs {theirs.result()}"
            return
        if result(position) is not None:
            return
        wanted, ours = theirs.legal(), {str(move) for move in position.moves}
        if ours != wanted.keys():
            yield f"{where}: only ours {sorted(ours - wanted.keys())}"
            yield f"{where}: only theirs {sorted(wanted.keys() - ours)}"
            return
        some = random.sample(sorted(wanted), min(20, len(wanted)))
        taking = [text for text in some if theirs.takes(wanted[text])]
        text = random.choice(taking if taking and random.random() < 0.5 else some)
        theirs.moves.append(wanted[text])
        position = position.play(text)


@pytest.mark.parametrize("name", SOME)
def test_random_games(name: str) -> None:
    assert list(compare(name, None, 7, PLIES)) == []


@pytest.mark.parametrize(("name", "start"), POSITIONS)
def test_positions(name: str, start: str) -> None:
    assert list(compare(name, start, 3, 2)) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SHARE - 1, PARTS, SHARES))
@pytest.mark.parametrize("name", GAMES)
def test_many_random_games(name: str, seed: int) -> None:
    assert list(compare(name, None, seed, LONG)) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(SHARE - 1, 10, SHARES))
@pytest.mark.parametrize(("name", "start"), POSITIONS)
def test_many_games_from_positions(name: str, start: str, seed: int) -> None:
    assert list(compare(name, start, seed, 40)) == []
