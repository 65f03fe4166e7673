"""What pieces are worth by the rules alone, and what random games tell about it."""

from __future__ import annotations

import pytest

from lasker import backends
from lasker.compiler.emit.c.evaluation_terms import GOAL_DISTANCE, term_of_kind, term_of_player
from lasker.engine.calibration import calibrate
from lasker.engine.evaluation import MOST, UNIT, Appraisal
from lasker.engine.levels import LOWEST, opponent, play
from lasker.engine.native_search import NativeSearch, checkmate_ending
from lasker.engine.opponent import Budget
from lasker.engine.opponent_pool import native_of
from lasker.kernel.errors import LimitError
from lasker.play.game import load
from lasker.table import Table


def appraised(name: str) -> Appraisal:
    model = load(name).model
    return Appraisal(model, native_of(model).native)


def test_piece_values_of_chess_are_in_the_usual_order() -> None:
    seen = appraised("chess")
    worth = {seen.pieces[kind - 1].letter: value for kind, value in seen.worth.items()}
    assert worth["Q"] > worth["R"] > worth["B"] > worth["P"] == UNIT
    assert worth["R"] > worth["N"] > 2 * worth["P"]
    assert worth["Q"] == worth["q"]
    assert {seen.pieces[kind - 1].letter for kind in seen.royal} == {"K", "k"}


def test_a_piece_is_worth_what_it_reaches_where_it_comes_to() -> None:
    """Advisors and elephants never leave home: the rest of the board does not make them worthless."""
    seen = appraised("xiangqi")
    worth = {seen.pieces[kind - 1].name: seen.worth[kind] for kind in seen.owned(0)}
    assert MOST >= worth["chariot"] > worth["cannon"] > worth["horse"] > worth["soldier"]
    assert worth["chariot"] < 10 * min(worth["advisor"], worth["elephant"])


@pytest.mark.parametrize(("name", "hands"), [("crazyhouse", 10), ("minishogi", 10)])
def test_a_piece_in_hand_is_worth_as_much_as_on_the_board(name: str, hands: int) -> None:
    seen, weights = appraised(name), native_of(load(name).model).weights
    assert len(seen.held) == hands
    for slot, (kind, _) in seen.held.items():
        assert weights.counters[slot][2:] == weights.kinds[kind][0][2:]


def test_a_pawn_is_worth_more_before_it_becomes_a_queen() -> None:
    seen = appraised("chess")
    pawn = next(kind for kind in seen.owned(0) if seen.pieces[kind - 1].letter == "P")
    label = {seen.game.space.label(site): site for site in range(seen.sites)}
    late = [seen.square(pawn, label[f"e{rank}"])[1] for rank in (4, 5, 6, 7)]
    assert late == sorted(late)
    assert late[-1] > UNIT


def test_goals_are_where_a_single_piece_wins() -> None:
    seen = appraised("breakthrough")
    (white,), (black,) = seen.owned(0), seen.owned(1)
    assert {seen.game.space.label(site)[1] for site in seen.goals[white]} == {"8"}
    assert {seen.game.space.label(site)[1] for site in seen.goals[black]} == {"1"}


def test_counters_that_decide_the_game_have_weights() -> None:
    seen = appraised("three_check")
    assert set(seen.deciding.values()) == {(0, -3), (1, -3)}
    mine, yours = (weight[0] for weight in seen.weights(None).counters if weight[0])
    assert mine == -yours < 0  # the fewer checks are left to give, the better
    assert appraised("chess").deciding == {}


def test_counters_that_every_move_changes_have_no_weight() -> None:
    """Patience runs out with every step: that decides in the end, and says nothing before."""
    thinker = native_of(load("vendetta").model)
    assert thinker.weights.counters == ((0, 0, 0, 0),) * 3
    [line] = thinker.think(thinker.game.start(), Budget(depth=3, nodes=100_000))
    assert line.depth == 3


def test_distances_ignore_chains_of_jumps_that_are_seldom_possible() -> None:
    seen = appraised("chinese_checkers")
    (peg,) = seen.owned(0)
    far = seen.samples[peg].distances(seen.goals[peg])
    assert seen.to_fill[peg] == seen.goals[peg]
    assert max(far.values()) > 8  # though a chain of jumps may lead across the board


def test_giving_all_away_wins_in_antichess() -> None:
    assert appraised("antichess").wins_without_pieces
    assert not appraised("breakthrough").wins_without_pieces


def test_it_is_known_which_end_asks_for_an_attack() -> None:
    assert checkmate_ending(load("chess").model) == 0
    assert checkmate_ending(load("tictactoe").model) == -1


def test_random_games_tell_whether_pieces_are_taken() -> None:
    game = load("breakthrough")
    told = calibrate(native_of(game.model).native, backends.position(game.start().node))
    assert told.captures
    assert not told.forced
    empty = load("tictactoe")
    assert not calibrate(NativeSearch(empty.model), backends.position(empty.start().node)).captures


def test_levels_are_checked_and_lower_ones_look_at_less() -> None:
    position = load("breakthrough").start()
    with pytest.raises(LimitError, match="no level 11"):
        opponent(position, seconds=1, level=11)
    with pytest.raises(LimitError, match="no time to think"):
        opponent(position, seconds=0)
    thinker = native_of(position.game.model)
    beginner = play(thinker, position, Budget(seconds=500), LOWEST)
    assert len(beginner) > 1
    assert all(line.nodes <= 1000 and line.depth == 1 for line in beginner)


def test_the_opponent_answers_at_the_table() -> None:
    def first(position: object) -> str:
        return str(table.position.moves[0])

    table = Table(load("tictactoe").start(), answers=first)
    assert "o plays a1" in table.answer("b2")
    assert table.position.turn == "x"
    assert table.answer("undo").endswith("x to move")
    assert table.position == table.start
    other = Table(load("tictactoe").start(), answers=lambda position: "b2", side="o")
    assert other.reply().startswith("x plays b2")


@pytest.mark.parametrize(
    ("fen", "told"),
    [  # bare squares around the black king, kinds that could check: on the board, and from the hand
        ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", (0, 0, 0)),
        ("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", (0, 0, 1)),  # c7, d6, f6 or g7
        ("4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", (0, 0, 1)),  # the king takes a pawn on d7
        ("4k3/8/8/8/8/8/8/3RK3[NP] w - - 0 1", (2, 0, 2)),  # unless it is covered
        ("4k3/8/8/8/8/8/8/2R1K3[] w - - 0 1", (0, 1, 0)),  # on c8
        ("r3k3/8/8/8/8/8/8/2R1K3[] w - - 0 1", (0, 0, 0)),  # which is covered now
        ("4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", (0, 0, 0)),  # his own
    ],
)
def test_terms_of_king_safety_by_hand(fen: str, told: tuple[int, int, int]) -> None:
    game = load("crazyhouse")
    times = NativeSearch(game.model).times(backends.position(game.position(fen).node))
    size = len(game.model.rules.vocabulary.pieces) + 1
    names = ("weak_king_squares", "safe_checks", "drop_checks")
    assert tuple(times[term_of_player(size, 1, name)] for name in names) == told


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("8/8/K4k2/8/8/8/8/8 w - - 0 1", 2, 2),
        ("8/4r3/K4k2/8/8/8/8/8 w - - 0 1", 3, 2),  # one must go where the rook strikes,
        ("4r3/8/K4k2/8/8/8/8/8 w - - 0 1", 3, 2),
        ("3rr3/8/K4k2/8/8/8/8/8 w - - 0 1", 3, 2),  # even if another one stands behind it;
        ("4r2b/8/K4k2/8/8/8/8/8 w - - 0 1", 3, 2),
        ("4r3/4r3/K4k2/8/8/8/8/8 w - - 0 1", 4, 2),  # or twice
        ("8/RRR5/K4k2/8/8/8/8/8 w - - 0 1", 3, 3),  # friends are in the way, and strike the other's
        ("8/8/8/8/8/8/6k1/K7 w - - 0 1", 7, 6),
    ],
)
def test_how_far_kings_are_from_winning(fen: str, white: int, black: int) -> None:
    game = load("racing_kings")
    size = len(game.model.rules.vocabulary.pieces) + 1
    times = native_of(game.model).native.times(backends.position(game.position(fen).node))
    for player, steps in enumerate((white, black)):
        terms = [
            times[term_of_player(size, player, "goal_distance", number)] for number in range(GOAL_DISTANCE)
        ]
        assert terms == [int(number == steps) for number in range(GOAL_DISTANCE)]


@pytest.mark.parametrize(
    ("fen", "squares"),
    [
        ("8/8/8/7k/8/8/7K/N7 w - - 0 1", 2),
        ("8/8/8/7k/8/1n6/7K/N7 w - - 0 1", 2),  # another's piece may be taken,
        ("8/8/8/7k/8/1B6/7K/N7 w - - 0 1", 1),  # a friend is in the way
    ],
)
def test_mobility_is_the_squares_that_a_piece_can_go_to(fen: str, squares: int) -> None:
    game = load("racing_kings")
    letters = [piece.letter for piece in game.model.rules.vocabulary.pieces]
    times = native_of(game.model).native.times(backends.position(game.position(fen).node))
    assert times[term_of_kind(1 + letters.index("N"), "mobility")] == squares
