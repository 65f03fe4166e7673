"""Random games, move by move, against small programs that know the rules but not Lasker."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from second_opinion_text import closed

from lasker.play.game import Position, load

OPINIONS: dict[str, Any] = {}
for path in sorted(Path(__file__).parent.glob("second_opinion_*.py")):
    module = import_module(path.stem)
    games = getattr(module, "GAMES", ())
    OPINIONS |= games if isinstance(games, dict) else dict.fromkeys(games, module)
BUDGET, SOAKED = 400, 2000  # moves looked at in one game


def text(position: Position) -> str:
    """The position without the number of the move, and without words that say nothing."""
    fields = [field for field in position.game.model.fen_fields if not field.startswith(("hand", "promoted"))]
    words = zip(fields, position.fen.split(), strict=True)
    return " ".join(word for field, word in words if field != "number" and not field.startswith("fixed"))


def payoffs(result: int, players: int) -> tuple[Fraction, ...]:
    """What it means for everybody that one player has won, or nobody."""
    if result < 0:
        return (Fraction(1, players),) * players
    return tuple(Fraction(int(player == result)) for player in range(players))


def agree(position: Position, opinion: Any) -> None:
    """The same result, or the same positions after every move; no two moves lead to one position."""
    result = opinion.result(text(position))
    outcome = position.node.outcome
    assert (outcome is None) == (result is None), position.fen
    if outcome is not None:
        assert outcome.payoffs == payoffs(result, len(position.game.players)), position.fen
        return
    ends = [text(Position(step.after, position.game)) for step in position.node.steps]
    assert sorted(ends) == sorted(opinion.after(text(position))), position.fen


@pytest.mark.parametrize("name", sorted(OPINIONS))
def test_second_opinion(name: str) -> None:
    agree_in_a_game(name, BUDGET)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(OPINIONS))
def test_second_opinion_in_longer_games(name: str) -> None:
    agree_in_a_game(name, SOAKED)


def agree_in_a_game(name: str, budget: int) -> None:
    """The two agree along a random game."""
    dice, position, left = Random(f"{name} {budget}"), load(name).start(), budget
    while left > 0 and position.moves:
        if position.node.ply < 3 or dice.random() < 0.5:
            agree(position, OPINIONS[name])
        left -= len(position.moves) + 10
        position = position.play(str(dice.choice(position.moves)))
    agree(position, OPINIONS[name])


# Ends that random games seldom reach, and moves they seldom make.
SPECIAL = [
    ("shafran", "k/2/3/4/r3r/4/5/4/5/4/5/3P/5/4/R3R/4/3/2/K w e1+i5+a1 - - 0"),  # castling, short and long
    (
        "shafran",
        "k/2/3/4/5/4/5/4/5/1pp1/2P2/1pp1/5/4/5/4/3/2/K b - e4 e5 0",
    ),  # taken in passing on both cells
    ("byzantine", "3kPL10/4rn9r/16/7K1p4l1 b - - 0"),  # two of the enemy's pawns have met
    ("renju", "15/15/15/15/15/6B8/5B1B7/4BB9/6B8/15/6W8/7WWW5/15/15/15 b"),  # threes and fours
    ("renju", "15/15/15/7B7/7B7/7B7/4BBB1BB5/15/15/7W7/7W7/7WWW5/15/15/15 b"),
    ("four_handed", "***5P2***/***8***/***8***/14/4+k9/14/4Q9/14/14/14/K2+K10/***8***/***3k4***/***8*** r"),
    ("four_handed", "***8***/***4P3***/***8***/13P/4k9/14/4Q9/14/p13/14/K13/***8***/***8***/***8*** r"),
    ("four_handed", "***8***/***8***/***8***/14/14/14/4Q9/14/p13/14/K13/***8***/***8***/***8*** r"),
    ("three_handed", "R3K2R24r3k2r24+r3+k2+r24 r"),  # castling, although the king is attacked
    (
        "three_handed",
        "4K11Q2+n7BN+b1P3nk5P11+p4P8+k8P14p3 w",
    ),  # over the middle, and on to foreign first ranks
    ("three_handed", "4K11Q2+n7BN+b1P3nk5P11+p4P8+k8P14p3 b"),
    ("three_handed", "4K11Q2+n7BN+b1P3nk5P11+p4P8+k8P14p3 r"),
    ("pylos", "WW2/BW2/4/4 w 12+14"),  # a square, of which one ball or two come back
    ("pylos", "WW1/BB1/3/WBWB/WBBW/WBWW/BBWW w 0+5"),  # only up from below
    ("pylos", "B/WB/WB/BWW/BBW/WWB/WBWW/WBWB/BWWW/BBBB w 0+0"),
    ("royal_game_of_ur", "4**1B/3B4/W1W1**W1 w 4 0+6 4+0"),  # a haven, the goal, the middle
    ("royal_game_of_ur", "4**2/8/4**W1 w 2 0+7 6+0"),
    ("royal_game_of_ur", "4**2/8/4**2 b 1 0+7 7+0"),
    ("backgammon", "12/7M(2)M1M1 w 6 5 0+0 11+0"),  # off with a higher die
    ("backgammon", "12/6M1M(2)1M1 w 5 3 0+0 11+0"),
    ("backgammon", "M(5)3m(3)1m(2)m(2)m(2)m(2)m(2)1/12 w 4 1 2+0 0+0"),  # one of two men comes in
    ("backgammon", "12/11m b 6 1 0+1 0+0"),
    ("backgammon", "11m(2)/M5M5 w 6 5 0+0 13+0"),  # both dice only in one order
    ("backgammon", "12/11m b 0 0 0+0 15+3"),
    ("oware", "6/2S2S(3) s 20+20"),  # nobody can be fed but by one house
    ("oware", "6/S5 s 24+23"),
    ("oware", "1S4/6 s 24+23"),
    ("oware", "SS4/5S(2) s 20+20"),  # all would be taken
    ("kalah", "S(9)1S1S(2)1S(3)S(8)/*S2S(2)1S(14)* s"),
    ("ultima", "k7/8/3K4/3p4/8/8/1X6/8 w"),  # a chameleon comes aslant beside a pincer
    ("ultima", "k6l/8/1X1p4/w7/3K4/2c2I2/8/3L2xC w"),
    ("alice", "8/8/8/8/8/8/8/8/r3k2r/8/8/8/8/8/8/R3K2R w KQkq 0"),
    ("wildebeest_chess", "r4k4r/3P7/11/11/11/2p5p2/11/11/1P5P3/R4K4R w KQkq - - 0"),
    ("arimaa", "r7/3m4/3M4/2d5/3e1h2/2ReCH2/2R2Rr1/8 g2 2"),  # equals beside each other, friends, traps
    ("arimaa", "8/2r5/2cRr3/3D4/8/5CR1/5e2/r7 s 0"),  # who pulls falls
    ("arimaa", "8/2r5/2r5/1HE5/8/8/8/7R g2 3"),  # one step is left, and a push takes two
    ("chu_shogi", "6k5/12/12/3n1n6/4i7/3N1s6/4I1p5/3r1N6/12/12/12/5K6 w -"),  # lions before lions, protected
    (
        "chu_shogi",
        "6k5/2P9/12/3pnp6/4+H7/12/12/3+Dn7/4p7/12/12/5K6 w -",
    ),  # a falcon and an eagle, and a pawn goes home
    ("chu_shogi", "6k5/12/4p7/3np7/4+H7/12/12/4r7/4n7/3+D8/12/5K6 w e5"),  # whose lion has just been taken
    (
        "tamerlane",
        "*1P3k4q*/1K6r2d*/*4+z5+K*/*2p1t6*/*Z10*/*4O6*/*1+n1+e3T3*/*3S7*/*6a3R1/*4Q6* w 0+1",
    ),  # a fork, a citadel, all pawns
    ("tamerlane", "*5k5*/K11*/*11*/*11*/*11*/*11*/*11*/*3N7*/*9r2/*2r1t5G* b 0+0"),  # in the enemy's citadel
    ("tamerlane", "*5k5*/7r4*/*11*/*11*/*11*/*11*/*11*/*3N7*/*5K3r2/*2r1t5G* w 0+0"),  # the exchange
    ("go9", "9/9/WWWWWWWWW/BBBBBBBBB/9/9/9/9/9 j 2"),
    ("go9", "9/9/9/WWWWWWWWW/9/BBBBBBBBB/9/9/9 j 2"),  # 36 to 36, and komi decides
    ("go9", "9/9/9/3W5/WWW1WWWWW/BBBBBBBBB/9/9/9 j 2"),
    ("go9", "9/9/9/9/9/9/9/9/9 j 2"),
    ("go9", "1B1BW4/BWBW5/WWW6/9/9/9/9/9/9 b 0"),  # suicide that takes nobody, and one that takes
    ("go9", "9/9/9/9/9/9/W8/BW7/1W7 b 0"),  # suicide of one stone, and of two
    ("go9", "9/9/9/9/9/9/9/W8/1W7 b 0"),
    ("go9", "9/9/9/WWWWWWWWW/BBBBBBBB1/BBBBBBBBB/9/9/9 j 2"),  # 44 to 36: half a point for Black
    ("go9", "9/9/9/WWWWWWWWW/BBBBBBBBW/BBBBBBBBB/9/9/9 j 2"),  # 44 to 37: half a point for White
    ("chinese_checkers", "R/RR/RRR/RRRR/13/12/11/10/9/10/11/12/4B4B3/1BBB/BBB/BB/1 r"),
    (
        "chinese_checkers",
        "B/RR/RRR/RRRR/13/12/11/10/9/10/11/12/4R4B3/1BBB/BBB/BB/1 r",
    ),  # one who will not leave
    ("chinese_checkers_3", "1/2/3/4/B12/12/11/10/9/9G/9GG/R8GGG/RB7GGGG/RRRR/RRB/BB/B g"),
    ("einstein", "2fac/3ed/B3b/E4/A4 w 3"),  # the next lower stone, or the next higher one
    ("einstein", "4f/4e/3b1/5/B1A2 b 4"),
    ("dots_and_boxes", "*L*1*1*/L1L4/*1*1*1*/7/*1*1*1*/7/*1*1*1* r"),  # a box to be closed
    ("nine_mens_morris", "WW6BBB13 w 0+0"),
    ("nine_mens_morris", "WW6BBB13 w 1+0"),
    ("hex11", "11/11/11/11/11/BBBBBBBBBBB/11/11/11/11/11 r"),
    ("hex11", "R10/R10/R10/R10/R10/R10/R10/R10/R10/R10/R10 b"),
    ("hex11", "R10/1R9/2R8/3R7/4R6/5R5/6R4/7R3/8R2/9R1/10R b"),
    ("hex11", "10R/9R1/8R2/7R3/6R4/5R5/4R6/3R7/2R8/1R9/R10 b"),
    ("qubic", "3X/4/4/4/4/2X1/4/4/4/4/1X2/4/4/4/4/X3 o"),
    ("qubic", "X3/4/4/4/X3/4/4/4/X3/4/4/4/X3/4/4/4 o"),
    ("connect_four", "YRYRYRY/YRYRYRY/RYRYRYR/RYRYRYR/YRYRYRY/YRYRYRY y"),
    ("breakthrough", "8/8/8/8/8/8/8/PP6 b"),
    ("international_draughts", "10/2m1m5/10/2m1m5/3K6/10/10/10/10/10 w 7"),  # round and round
    ("international_draughts", "10/2m1m5/1M8/10/10/10/10/10/10/10 w 0"),  # over the last rank, and back
    ("english_draughts", "8/2m1m3/8/2m1m3/3K4/8/8/8 b 7"),
    ("brandubh", "7/7/7/2AK1A1/7/7/3A3 a"),  # beside the throne, which closes no side here
    ("brandubh", "7/7/3A3/2AKA2/7/3A3/7 a"),  # on the throne, with three sides closed
    ("brandubh", "7/A6/7/4K2/7/D6/1A5 a"),  # between an attacker and a corner
    ("tablut", "9/9/9/9/3A1KA2/9/5A3/4A4/9 a"),
    ("tablut", "9/9/9/5A3/5K3/4A4/9/9/5A3 a"),  # beside the throne, with three sides to close
    ("hnefatafl", "11/11/5A5/4AKA4/11/11/5A5/11/11/11/11 a"),  # closed by three and the throne
    ("hnefatafl", "11/11/11/11/5D5/11/5A5/11/11/11/5K5 d"),
    ("game_of_y", "1/2/3/4/5/6/7/8/9/BBBBBBBBBB w"),  # the bottom alone joins all three sides
    ("game_of_y", "1/2/3/4/5/6/7/8/WWWWWWWWW/BBBBBBBB2 b"),
    ("game_of_y", "1/2/3/4/5/6/7/8/BBBBBBBBB/10 w"),  # two sides only
    ("yavalath", "5/6/7/8/9/8/2WWWW1/6/5 b"),
    ("yavalath", "5/6/7/8/9/8/2W1W2/6/5 w"),
    ("yavalath", "5/6/2W4/3W4/4W4/8/7/6/5 b"),
    ("havannah", "WWWWWWWW/9/10/11/12/13/14/15/14/13/12/11/10/9/8 b"),  # a bridge
    ("havannah", "3W4/3W5/3W6/WWWWWWWWWWW/12/13/14/15/14/13/12/11/10/9/8 b"),  # a fork
    (
        "havannah",
        "8/9/10/11/12/6WW5/6W1W5/7WW6/14/13/12/11/10/9/8 b",
    ),  # rings round nothing, a stone, an enemy
    ("havannah", "8/9/10/11/12/6WW5/6WWW5/7WW6/14/13/12/11/10/9/8 b"),
    ("havannah", "8/9/10/11/12/6WW5/6WBW5/7WW6/14/13/12/11/10/9/8 b"),
    ("havannah", "8/9/10/11/12/6WW5/6W1W5/7W7/14/13/12/11/10/9/8 b"),
    ("dao", "B2W/WWB1/BW1B/4 w"),
    ("dao", "WB2/BB1W/4/1W1W w"),  # shut in
    ("score_four", "4/4/4/4/3X/3O/2O1/X2O x"),
    ("quoridor", "17/17/17/17/17/17/17/17/8P8/17/8p8/7***7/17/17/17/17/17 w 0+1"),  # aside, past a wall
    ("surakarta", "1b4/6/6/6/W5/6 w"),  # round a loop
    ("surakarta", "6/b5/6/6/W5/6 w"),
    ("pentago", "WWWW2/6/6/W5/6/BBB3 w"),
    ("abalone", "5/6/7/8/BBBWW4/8/7/6/5 b 5+5"),
    ("abalone", "5/6/7/8/WWBBB4/8/7/6/5 b 5+5"),
    ("hasami_shogi", "b8/W8/9/9/1W7/9/9/9/b7b w"),
    ("lines_of_action", "8/8/2BB4/4W3/1W3B2/8/8/8 b"),
    ("hare_and_hounds", "*1H1*/1H1r1/*1H1* r 3"),  # shut in, but for one point
    ("hare_and_hounds", "*1H1*/r2H1/*H2* h 3"),  # behind all but one
    ("hare_and_hounds", "*1H1*/r2H1/*1H1* h 3"),
    ("hare_and_hounds", "*H2*/H3r/*H2* h 10"),
    ("quixo", "XXXXX/5/5/5/OOOOO x"),  # lines of both
    ("quixo", "XXXXX/5/5/5/OOOO1 o"),
    ("hus", "S6S/8/8/SS6 s"),  # nothing to sow
    ("lasca", "7/7/7/3s3/7/7/7/7/7/2s1s2/3S3/2S4/7/7 w"),
    # a tower that could be robbed twice
    (
        "lasca",
        "4O2/7/7/7/o6/7/7/4s2/7/7/7/O6/7/7/2O1s2/3o3/2s1S2/7/S3S2/7/4o2/2s1s1s/3o3/2S1S2/7/S3s2/1S5/4S2 b",
    ),
]


@pytest.mark.parametrize(("name", "place"), SPECIAL)
def test_special_positions(name: str, place: str) -> None:
    agree(load(name).position(f"{place} 1"), OPINIONS[name])


@pytest.mark.parametrize(
    ("name", "size", "side"), [("english_draughts", 8, "b"), ("international_draughts", 10, "w")]
)
def test_random_boards(name: str, size: int, side: str) -> None:
    """Chains that cross themselves, which random games seldom see."""
    dice = Random(name)
    for _ in range(12):
        rows = [["."] * size for _ in range(size)]
        dark = [(r, c) for r in range(1, size - 1) for c in range(size) if (r + c) % 2]
        for piece in "KKMmmmmmkmm":
            r, c = dark.pop(dice.randrange(len(dark)))
            rows[r][c] = piece
        agree(load(name).position(f"{closed(rows)} {side} 0 1"), OPINIONS[name])


def test_ko() -> None:
    """Who has been taken in a ko may not take back at once, but may after a move elsewhere and its answer."""
    position = load("go9").position("9/9/9/2BW5/1B1BW4/2BW5/9/9/9 w 0 1").play("c5")
    assert "d5" not in [str(move) for move in position.moves]
    assert "d5" in [str(move) for move in position.play("a1").play("a9").moves]


def test_a_turn_of_arimaa_changes_something() -> None:
    """A step and a step back are no turn, but may be the beginning of one."""
    position = load("arimaa").position("7r/8/8/8/8/8/8/E6R g 0 1").play("a1a2")
    assert {"done", "a2a1"} <= {str(move) for move in position.moves}
    back = position.play("a2a1")
    assert {str(move) for move in back.moves} == {"a1a2", "a1b1", "h1h2", "h1g1"}
    again = back.play("a1a2")
    assert {"done", "h1h2"} < {str(move) for move in again.moves}
    assert "a2a1" not in {str(move) for move in again.moves}  # the fourth step would end the turn


def test_no_turn_of_arimaa_makes_a_position_for_the_third_time() -> None:
    position = load("arimaa").position("7r/8/8/8/8/8/8/E6R g 0 1")
    for move in (*("a1a2", "done", "h8g8", "done", "a2a1", "done", "g8h8", "done") * 2,)[:-1]:
        position = position.play(move)
    assert {str(move) for move in position.moves} == {"h8h7", "h8g8"}  # who has gone back must go on
    assert "done" in {str(move) for move in position.play("h8h7").moves}


def counted(opinion: Any, position: str, depth: int) -> int:
    """Perft, by the second opinion alone."""
    if depth == 0:
        return 1
    if opinion.result(position) is not None:
        return 0
    return sum(counted(opinion, end, depth - 1) for end in opinion.after(position))


@pytest.mark.parametrize("name", sorted(OPINIONS))
def test_small_counts_of_the_rules_file(name: str) -> None:
    """The counts that a game carries are not only what Lasker itself once found."""
    game = load(name)
    for count in game.model.counts:
        if count.count <= 600:
            start = text(game.start() if count.position is None else game.position(count.position))
            assert counted(OPINIONS[name], start, count.depth) == count.count
