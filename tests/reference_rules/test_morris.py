"""Nine men's morris: mills on a graph, against the sixteen lines written out."""

from __future__ import annotations

import random

import pytest
from positions import game

from lasker.algebra.meaning import Configuration

morris = game("morris")
# The sixteen lines of the board. Neighbours are next to each other in a line.
LINES = [
    "a7 d7 g7",
    "b6 d6 f6",
    "c5 d5 e5",
    "a4 b4 c4",
    "e4 f4 g4",
    "c3 d3 e3",
    "b2 d2 f2",
    "a1 d1 g1",
    "a1 a4 a7",
    "b2 b4 b6",
    "c3 c4 c5",
    "d1 d2 d3",
    "d5 d6 d7",
    "e3 e4 e5",
    "f2 f4 f6",
    "g1 g4 g7",
]
MILLS = [set(line.split()) for line in LINES]
NEIGHBOURS = {frozenset(pair) for line in LINES for pair in (line.split()[:2], line.split()[1:])}


def milled(men: set[str], at: str) -> bool:
    return any(at in mill and mill <= men for mill in MILLS)


def position(white: set[str], black: set[str], hand: int) -> Configuration:
    pieces = {**dict.fromkeys(white, "●"), **dict.fromkeys(black, "○")}
    return morris.place(pieces, hand_white=hand, hand_black=0, men_white=len(white), men_black=len(black))


def legal(white: set[str], black: set[str], hand: int) -> set[Configuration]:
    """Every position after White's move."""
    free = set(morris.squares) - white - black
    if hand:
        steps = [(white | {goal}, goal) for goal in free]
    else:
        steps = [
            (white - {man} | {goal}, goal)
            for man in white
            for goal in free
            if len(white) == 3 or frozenset((man, goal)) in NEIGHBOURS
        ]
    found = set()
    for then, goal in steps:
        prey: set[str] = set()
        if milled(then, goal):
            prey = {man for man in black if not milled(black, man)} or black
        found |= {position(then, black - {man}, max(0, hand - 1)) for man in prey} or {
            position(then, black, max(0, hand - 1))
        }
    return found


def test_the_board() -> None:
    assert len(morris.squares) == 24
    for square in morris.squares:
        steps = morris.names("%●: every(e, step(e))", morris.place({square: "●"}))
        assert set(steps) == {
            square + other for other in morris.squares if frozenset((square, other)) in NEIGHBOURS
        }


@pytest.mark.parametrize("line", LINES)
def test_every_line_is_a_mill(line: str) -> None:
    for last in line.split():
        two = dict.fromkeys(set(line.split()) - {last}, "●")
        assert not morris.can("%●: mill", morris.place(two))
        assert morris.can("%●: mill", morris.place({**two, last: "●"}))


def test_three_that_only_look_like_a_mill() -> None:
    assert not morris.can(
        "%●: mill", morris.place(dict.fromkeys(["c4", "e4", "b4"], "●"))
    )  # across the middle
    assert not morris.can("%●: mill", morris.place(dict.fromkeys(["a1", "a4", "d1"], "●")))  # around a corner


def test_men_in_a_mill_are_spared() -> None:
    white, mill = {"a1", "d1"}, {"a7", "d7", "g7"}
    ends = morris.after("white", position(white, mill | {"e4"}, 1))
    robbed = {frozenset(morris.pieces(end)) for end in ends if morris.at(end, "g1") == "●"}
    assert robbed == {frozenset(white | mill | {"g1"})}  # only e4 may be taken
    ends = morris.after("white", position(white, mill, 1))
    assert sum(morris.at(end, "g1") == "●" for end in ends) == 3  # unless there is nobody else


def test_three_men_fly() -> None:
    assert len(morris.after("white", position({"a1", "b2", "c3"}, {"g7"}, 0))) == 3 * 20
    assert len(morris.after("white", position({"a1", "b2", "c3", "e3"}, {"g7"}, 0))) == 2 + 2 + 2 + 2


@pytest.mark.parametrize("seed", range(40))
def test_second_opinion(seed: int) -> None:
    dice = random.Random(seed)
    squares = dice.sample(morris.squares, dice.randint(6, 16))
    white, black = set(squares[: len(squares) // 2]), set(squares[len(squares) // 2 :])
    if seed % 3 == 0:
        white = set(sorted(white)[:3])
    hand = seed % 2
    assert morris.after("white", position(white, black, hand)) == legal(white, black, hand)
