"""Proofs that games end: known bounds, and random games that try to refute them."""

from __future__ import annotations

from random import Random

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.kernel.source import Source
from lasker.play.game import Game, Position, load
from lasker.play.library import modelled
from lasker.proofs.certificates import of_finiteness
from lasker.proofs.checker.certificate_checker import Checker
from lasker.proofs.termination.finiteness import finite

BOUNDS = {
    "tictactoe": 9,
    "connect_four": 42,
    "hex11": 121,
    "gomoku": 225,
    "qubic": 64,
    "breakthrough": 208,
    "pente": 9049,
}
SMALL = [*BOUNDS, "othello", "dots_and_boxes", "knightthrough", "double_steps", "knights_tour", "einstein"]


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds(name: str) -> None:
    answer = finite(load(name))
    assert (answer.finite, answer.bound) == (True, BOUNDS[name])


@pytest.mark.parametrize("name", ["tictactoe", "connect_four", "breakthrough", "othello", "einstein"])
def test_random_games_keep_within_the_bound(name: str) -> None:
    bound = finite(load(name)).bound
    assert bound is not None
    position, random, plies = load(name).start(), Random(1), 0
    while position.moves:
        position = Position(random.choice(position.moves).step.after, position.game, position)
        plies += 1
        assert plies <= bound


@pytest.mark.parametrize("name", SMALL)
def test_games_that_end(name: str) -> None:
    assert finite(load(name)).finite is True


@pytest.mark.parametrize("name", ["go9", "nine_mens_morris", "rim", "raid"])
def test_games_that_end_because_nothing_repeats_for_ever(name: str) -> None:
    assert "finitely many" in finite(load(name)).method


@pytest.mark.parametrize("name", ["chinese_checkers", "chinese_checkers_3", "ataxx", "apprentices"])
def test_a_play_without_end(name: str) -> None:
    """Everybody goes forth and back, from the start or later; the moves lead where they began."""
    answer = finite(load(name))
    assert (answer.finite, answer.bound) == (False, None)
    assert answer.play is not None
    assert bool(answer.play.before) == (name == "apprentices")
    start = load(name).start()
    for text in answer.play.before:
        start = start.play(text)
    position = start
    for text in answer.play.line:
        position = position.play(text)
    assert position.key == start.key
    proof = of_finiteness(load(name), answer)
    assert proof is not None
    assert all(each.proved for each in Checker(proof).checked())


WALK = """
lasker 1
players white black
board   2x2
start  "K1/1k w 1"
piece king ♔ ♚ 'K' 'k'
move = %♔: all4(step(u))
end "no move left" lost: ![move]
"""


@pytest.mark.parametrize(("rule", "ends"), [("repetition 3 in white, black", True), ("null turns", False)])
def test_forbidden_repetition_in_states_through_which_all_play_goes(rule: str, ends: bool) -> None:
    game = Game(modelled(Source(f'{WALK.strip()}\nforbid "{rule}"\n', "walk.rules")), "walk")
    answer = finite(game)
    assert (answer.finite is True) == ends
    if ends:
        assert "no position may occur 3 times" in answer.method
        proof = of_finiteness(game, answer)
        assert proof is not None
        assert [each.proved for each in Checker(proof, game.model).checked()] == [True]


def test_a_rule_that_counts_one_state_does_not_end_play_in_another() -> None:
    """White moves alone while there is a black king; only positions with Black to move may not come again."""
    states = "state white of white: move then white if [♚], black\nstate black of black: C move then white\n"
    text = f'{WALK.strip()}\n{states}forbid "repetition 3 in black"\n'
    assert finite(Game(modelled(Source(text, "walk.rules")), "walk")).finite is not True


def test_pieces_that_never_come_do_not_matter() -> None:
    """The hounds' player has no fox, which could move back: four hounds make 28 steps, the fox one more."""
    game = load("fox_and_hounds")
    answer = finite(game)
    assert answer.bound == 4 * 7 + 4 * 7 + 1
    proof = of_finiteness(game, answer)
    assert proof is not None
    assert [each.proved for each in Checker(proof).checked()] == [True]
    start = 'lasker 1\nextends "fox_and_hounds"\nstart "1h1h1h1h/8/8/8/3f4/8/8/4F3 w - - 0 1"'
    assert finite(Game(modelled(Source(start, "two_foxes.rules")), "two_foxes")).finite is False


@pytest.mark.parametrize(("name", "status"), [("tictactoe", 0), ("chinese_checkers", 1), ("nothing", 2)])
def test_the_command(name: str, status: int) -> None:
    result = CliRunner().invoke(main, ["number", "finite", name, "--json"])
    assert result.exit_code == status


def test_numbers_of_any_game_on_the_command_line() -> None:
    run = CliRunner()
    made = run.invoke(main, ["number", "encode", "--game", "tictactoe", "--moves", "b2 a1"])
    back = run.invoke(main, ["number", "decode", "--game", "tictactoe", made.stdout.strip()])
    assert back.stdout == "b2 a1\n"


SEVERAL = [  # games in which now one potential rises, now another
    """\
board: 3x4
counters: {a: {high: 3, start: 3}, b: {high: 4, start: 4}}
start: [..., ..., ..., K..]
pieces:
  - piece: king
    displacement:
      - {vector: [1, 0], symmetric: mirror, only: move, effects: a -= 1}
      - {vector: [0, 1], symmetric: mirror, only: move, effects: b -= 1}
ends: {stuck: {lost: not can(move)}}
""",
    """\
board: 2x3
counters: {a: {high: 2}, b: {high: 1}, c: {high: 2}}
start: [.., .., K.]
pieces:
  - piece: king
    displacement:
      - {vector: [1, 0], symmetric: mirror, only: move, effects: a += 1}
      - {vector: [0, 1], only: move, effects: b += 1}
      - {vector: [0, -1], only: move, effects: c += 1}
ends: {stuck: {lost: not can(move)}}
""",
    """\
board: 3x3
start: [..., ..., A.B]
pieces:
  - {piece: A, displacement: [{vector: [0, 1], only: move}]}
  - {piece: B, displacement: [{vector: [-1, 0], only: move}]}
ends: {stuck: {lost: not can(move)}}
""",
]


def longest(position: Position) -> int:
    """How many plies the longest play from here has: every play is tried."""
    return max(
        (1 + longest(Position(move.step.after, position.game, position)) for move in position.moves),
        default=0,
    )


@pytest.mark.parametrize("text", SEVERAL)
def test_no_play_is_longer_than_the_sum_of_what_rises(text: str) -> None:
    source = Source(f"players: [white]\n{text}", "several.yaml")
    game = Game(modelled(source), "several")
    answer, plies = finite(game), longest(game.start())
    assert answer.finite
    assert answer.bound is not None
    assert 1 < plies <= answer.bound
