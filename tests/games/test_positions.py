"""Positions as users hold them: set-ups refused item by item, refusals explained, claims, ends, the past."""

from __future__ import annotations

import pytest

from lasker.kernel.errors import IllegalMove, NotationError
from lasker.play.game import load
from lasker.play.library import sources

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        ("5r2/k7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "f1 by the rook on f8"),
        ("6r1/k7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "g1 by the rook on g8"),
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "e1 by the rook on e8"),
        (START, "e2e5", "the pawn on e2 cannot move so"),
        (START, "e7e5", "black's"),
        (START, "e4e5", "e4 is empty"),
        (START, "zz", "square of this board"),
    ],
)
def test_why_a_move_is_illegal(fen: str, move: str, words: str) -> None:
    position = load("chess").position(fen)
    said = position.why_illegal(move)
    assert said is not None
    assert words in said
    with pytest.raises(IllegalMove, match="not a legal move"):
        position.play(move)


def test_a_legal_move_needs_no_excuse() -> None:
    assert load("chess").start().why_illegal("e2e4") is None


@pytest.mark.parametrize(
    ("fen", "faults"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", ["the player to move has no king", "the enemy has no king"]),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", ["the player who has just moved is in check"]),
        ("P3k3/8/8/8/8/8/8/K3K3 w - - 0 1", ["two kings", "a pawn stands on the first or the last rank"]),
    ],
)
def test_impossible_set_ups_are_refused_item_by_item(fen: str, faults: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        load("chess").position(fen)
    for fault in faults:
        assert fault in caught.value.message


@pytest.mark.parametrize(
    ("fen", "column"),
    [
        ("", 1),
        ("x", 1),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w", 19),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x", 45),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1", 52),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w K - 0 1", 47),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - x 1", 54),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 more", 58),
    ],
)
def test_bad_fen_is_refused_with_its_place(fen: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        load("chess").position(fen)
    assert caught.value.span is not None
    assert caught.value.span.column == column


def test_repetition_is_claimed_at_three_and_automatic_at_five() -> None:
    position = load("chess").start()
    for round_ in range(4):
        assert position.repetitions == round_ + 1
        assert position.outcome is None
        assert bool(position.claims) is (round_ >= 2)
        for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
            position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.reason == "fivefold repetition"
    assert len(position.moves) == position.perft(1) == 20  # adjudications never change the legal moves


def test_a_lost_right_makes_another_position() -> None:
    start = load("chess").position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    back = start.play("a1b1").play("a8b8").play("b1a1").play("b8a8")
    assert back.fen.split()[2] == "Kk"
    assert back != start
    assert back.node.hash != start.node.hash


def test_fifty_and_seventy_five_moves() -> None:
    game = load("chess")
    assert [c.reason for c in game.position("4k3/8/8/8/8/8/8/R3K3 w - - 100 80").claims] == ["fifty moves"]
    over = game.position("4k3/8/8/8/8/8/8/R3K3 w - - 150 90").outcome
    assert over is not None
    assert over.reason == "seventy-five moves"


def test_mate_stalemate_and_payoffs() -> None:
    game = load("chess")
    mate = game.position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3").outcome
    stale = game.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome
    assert mate is not None
    assert mate.reason == "checkmate"
    assert [int(share) for share in mate.payoffs] == [0, 1]
    assert stale is not None
    assert stale.reason == "stalemate"
    assert stale.payoffs[0] == stale.payoffs[1]


@pytest.mark.parametrize("name", sorted(sources()))
def test_every_game_explains_and_draws(name: str) -> None:
    """Games inherit reasons for tests that they may have changed, and some have boards of another kind."""
    game = load(name)
    assert all(game.model.reasons.values())
    assert str(game.start()).strip()


@pytest.mark.parametrize("name", ["antichess", "atomic", "king_capture"])
def test_moves_are_refused_where_no_king_is_checked(name: str) -> None:
    assert load(name).start().why_illegal("e2e5") == "the pawn on e2 cannot move so"
