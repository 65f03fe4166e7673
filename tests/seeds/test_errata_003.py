"""Errata of seed 003, E-W1 to E-W7: each shown in both readings, as printed and as FIDE has it."""

from __future__ import annotations

from random import Random

import pytest

from lasker.formulations.laws import fide, printed
from lasker.formulations.laws.fide import article_3, article_5, article_9
from lasker.formulations.laws.position import LawsPosition, other
from lasker.formulations.laws.printed import draws, rules
from lasker.formulations.laws.small import some_position
from lasker.kernel.errors import IllegalMove, NotationError


def differ(fen: str) -> tuple[set[str], set[str]]:
    """The moves that only the page allows, and those that only the FIDE Laws do."""
    position = fide.read(fen)
    words, law = {*printed.legal_moves(position)}, {*fide.legal_moves(position)}
    return words - law, law - words


def test_E_W1_the_page_lets_a_king_be_captured() -> None:
    fen = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1"
    position = printed.read(fen)
    assert "e1e8" in printed.legal_moves(position)
    over = printed.play(position, "e1e8")
    assert printed.status(over).result == "1-0"
    assert printed.status(over).reason == "the king is captured"
    with pytest.raises(IllegalMove, match="W2: white has captured a king"):
        printed.play(over, "e8e7")
    with pytest.raises(NotationError, match="black is in check, and white has the move"):
        fide.read(fen)
    assert "e1e8" not in fide.legal_moves(position)
    assert fide.objection(position, "e1e8") == "1.4.1: a king is not captured"


def test_E_W2_the_page_knows_no_promotion() -> None:
    fen = "8/P7/8/8/8/8/8/k1K5 w - - 0 1"
    assert differ(fen) == ({"a7a8"}, {"a7a8q", "a7a8r", "a7a8b", "a7a8n"})
    stuck = printed.play(printed.read(fen), "a7a8")
    assert stuck.pieces["a8"] == "P"
    later = printed.play(stuck, "a1a2")
    assert not [move for move in printed.legal_moves(later) if move.startswith("a8")]
    assert fide.play(fide.read(fen), "a7a8q").pieces["a8"] == "Q"
    with pytest.raises(IllegalMove, match=r"3\.7\.3\.3"):
        fide.play(fide.read(fen), "a7a8")
    with pytest.raises(NotationError, match=r"3\.7\.3\.3"):
        fide.read(printed.write(stuck))


def test_E_W3_a_pinned_piece_attacks_nothing_on_the_page() -> None:
    fen = "4k3/3b4/8/1B6/8/8/7K/8 w - - 0 1"
    assert differ(fen) == ({"h2h3"}, set())
    pieces = printed.read(fen).pieces
    assert not rules.under_attack(pieces, "h3", "black")
    assert article_3.attacked(pieces, "h3", "black")
    # Move the pinning bishop away, and both readings agree.
    assert differ("4k3/3b4/8/8/1B6/8/7K/8 w - - 0 1") == (set(), set())


def test_E_W3_pawns_attack_straight_ahead_on_the_page() -> None:
    fen = "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1"
    assert differ(fen) == ({"e1g1"}, set())
    pieces = printed.read("4k3/8/8/8/8/8/4p3/6KR w - - 0 1").pieces
    assert [rules.under_attack(pieces, square, "black") for square in ("d1", "e1", "f1")] == [
        False,
        True,
        False,
    ]
    assert [article_3.attacked(pieces, square, "black") for square in ("d1", "e1", "f1")] == [
        True,
        False,
        True,
    ]


def test_E_W3_a_guarded_king_may_approach_the_other_on_the_page() -> None:
    only_printed, only_fide = differ("8/3k4/8/2K5/8/8/8/2R5 w - - 0 1")
    assert only_printed == {"c5c6"}
    assert not only_fide


def test_E_W3_a_check_may_be_answered_with_a_check_on_the_page() -> None:
    assert differ("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1") == ({"a1a8"}, set())


def test_E_W3_the_circle_is_followed_to_its_end() -> None:
    # The knight is pinned by the bishop, so that it does not attack f1 …
    assert "e1g1" in differ("8/8/8/8/8/4B3/3n4/2k1K2R w K - 0 1")[0]
    # … unless the bishop is pinned as well: then it could not capture the king, and the knight is free to go.
    assert "e1g1" not in differ("4r3/8/8/8/8/4B3/3n4/2k1K2R w K - 0 1")[0]


def test_E_W3_the_page_never_forbids_what_the_laws_allow() -> None:
    # Fewer squares are under attack there, so that every other legal move is legal there too.
    random = Random(3)
    for army in ("KQkq", "KRPkb", "KRRkpp", "KNPkrp", "KBPkq"):
        for _ in range(80):
            position = some_position(army, random)
            if fide.covers(position):
                allowed = {move[:4] for move in fide.legal_moves(position)}
                assert allowed <= {*printed.legal_moves(position)}, fide.write(position)


def test_E_W3_the_page_does_not_forbid_to_uncover_the_king() -> None:
    # Said of the king's own moves and of a player in check only; read so, nothing would be pinned at all.
    fen = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"
    assert len(rules.uncovering_moves(printed.read(fen))) == 6
    assert not {*rules.uncovering_moves(printed.read(fen))} & {*printed.legal_moves(printed.read(fen))}
    assert fide.objection(fide.read(fen), "e2c3") == "3.9.2: the king of white would be in check"


def test_E_W4_any_piece_means_an_enemy_piece() -> None:
    position = printed.read("4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1")
    # Own pieces bear on e1 and e2; it is only the ban on capturing them that keeps the king out of check.
    assert "e1" in article_3.reach("Q", "e2")
    assert not rules.threatened(position, "e1")
    assert not rules.threatened(position, "e2")
    assert not article_3.attacked(position.pieces, "e1", by="black")
    assert article_3.attacked(position.pieces, "e1", by="white")


def test_E_W4_games_are_also_lost_on_time() -> None:
    position = fide.read("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    assert not hasattr(printed, "oversteps_time")
    assert {article_5.oversteps_time(position, side).result for side in ("white", "black")} == {
        "1/2-1/2",
        "1-0",
    }


def played(fen: str, line: str) -> list[LawsPosition]:
    game = [fide.read(fen)]
    for move in line.split():
        game.append(fide.play(game[-1], move))
    return game


def test_E_W5_repetition_ignores_rights_and_side_on_the_page() -> None:
    shuffle = "h1h2 e8e7 h2h1 e7e8 "
    game = played("4k3/8/8/8/8/8/8/4K2R w K - 0 1", shuffle * 2)
    assert printed.status(game[-1], game[:-1]).reason == "repetition"
    assert fide.status(game[-1], game[:-1]).claims == ()  # the first time White could still castle
    again = played("4k3/8/8/8/8/8/8/4K2R w K - 0 1", shuffle * 3)
    assert fide.status(again[-1], again[:-1]).claims == ("threefold repetition",)
    # White's king takes three moves to come back and Black's two: the same squares, the other side to move.
    turned = played("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1f2 e8e7 f2e2 e7e8 e2e1 e8e7 e1f2 e7e8 f2e1")
    seen = [before.side for before in turned if before.diagram == turned[0].diagram]
    assert seen == ["white", "black", "black"]
    assert printed.status(turned[-1], turned[:-1]).reason == "repetition"
    assert fide.status(turned[-1], turned[:-1]).claims == ()


def test_E_W5_the_page_draws_by_itself_and_fide_on_a_claim() -> None:
    game = played("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "h1h2 e8e7 h2h1 e7e8 " * 2)
    assert printed.status(game[-1], game[:-1]).over
    assert not fide.status(game[-1], game[:-1]).over
    assert fide.claims(game[-2], game[:-2], intended="e7e8") == ("threefold repetition",)
    assert draws.repetition(game[4], game[:4], times=2)  # "the exact number … is dependent on the rules used"


def test_E_W5_fifty_moves_are_turns_on_the_page_and_pairs_at_fide() -> None:
    for quiet, words, law in ((49, False, False), (50, True, False), (99, True, False), (100, True, True)):
        position = fide.read(f"4k3/8/8/8/8/8/8/R3K3 w - - {quiet} 80")
        assert draws.fifty_moves(position) is words
        assert article_9.fifty_moves(position) is law
    late = fide.read("4k3/8/8/8/8/8/8/R3K3 w - - 150 90")
    assert not printed.status(late).over
    assert fide.status(late).reason == "seventy-five moves"


def test_E_W6_two_knights_cannot_force_mate_and_still_can_give_it() -> None:
    mated = fide.read("k7/2N5/NK6/8/8/8/8/8 b - - 0 1")
    assert draws.insufficient_pieces(mated)
    assert not article_5.dead_position(mated)
    assert fide.status(mated).reason == printed.status(mated).reason == "checkmate"
    before = fide.read("k7/8/NK6/3N4/8/8/8/8 w - - 0 1")
    assert printed.status(before).reason == "insufficient pieces"
    assert not fide.status(before).over
    assert fide.play(before, "d5c7").diagram == mated.diagram


@pytest.mark.parametrize("men", ["n1N5", "b1N5", "bB6"])
def test_E_W6_one_piece_each_is_drawn_on_the_page_and_not_dead(men: str) -> None:
    position = fide.read(f"4k3/8/8/8/{men}/8/8/4K3 w - - 0 1")
    assert printed.status(position).reason == "insufficient pieces"
    assert not fide.status(position).over


def test_E_W7_that_neither_is_in_check_adds_nothing() -> None:
    # Whoever faces a king in check can capture it, so the page's second condition never decides.
    random = Random(7)
    found = 0
    for _ in range(1000):
        position = some_position("KQkr", random)
        if rules.in_check(position, other(position.side)):
            found += 1
            assert printed.legal_moves(position)
    assert found > 100


def test_E_W7_check_need_not_be_said() -> None:
    checked = fide.play(fide.read("4k3/8/8/8/8/8/8/K2R4 w - - 0 1"), "d1e1")
    assert rules.must_say(checked) == "Check."
    assert not any(hasattr(module, "must_say") for module in (fide, article_3, article_5, article_9))
