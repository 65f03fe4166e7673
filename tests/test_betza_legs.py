"""Moves of several legs in Betza notation, against a simulation that walks on the board square by square."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.calculator import board, evaluate
from lasker.syntax.betza import read, ways
from lasker.syntax.betza.special import Surroundings

SIZE = 7
Squares = dict[tuple[int, int], str]  # small letters are enemies
Point = tuple[int, int]

ATOM = re.compile(r"([a-z]*)([A-Z])(\d*)")
LEAPS = {
    "W": (0, 1),
    "F": (1, 1),
    "D": (0, 2),
    "A": (2, 2),
    "N": (1, 2),
    "C": (1, 3),
    "R": (0, 1),
    "B": (1, 1),
}
TURNS = {
    "": None,
    "f": (0,),
    "fs": (1, 7),
    "fr": (1,),
    "s": (2, 6),
    "l": (6,),
    "b": (4,),
    "bs": (3, 5),
    "v": (0, 4),
}
SIGNS = {".": ".", "r": "♜", "N": "♘", "Q": "♕"}


def vector(leap: Point, direction: int) -> Point:
    """A leap in one of eight directions; straight and diagonal ones change with the direction."""
    across, ahead = leap
    if across in (0, ahead):
        x, y = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][direction]
        return x * ahead, y * ahead
    x, y = (ahead, across) if direction in (1, 2, 5, 6) else (across, ahead)
    return (x if direction < 4 else -x), (y if direction in (0, 1, 6, 7) else -y)


def simulated(text: str, at: Point, squares: Squares) -> set[frozenset[tuple[Point, str]]]:
    """The boards to which the moves of a piece lead."""
    found = set()
    for modifiers, atom, number in ATOM.findall(text):
        legs = modifiers.split("a")
        for leap in [(0, 1), (1, 1)] if atom in "KQ" else [LEAPS[atom]]:
            reach = int(number) if number else 0 if atom in "RBQ" else 1
            oblique = leap[0] not in (0, leap[1])
            for direction in range(8) if oblique else range(leap[0] != 0, 8, 2):
                run = Run(legs, leap, atom in "KQ" or oblique)
                for result in run.leg(0, at, direction, reach, {**squares, at: "."}):
                    found.add(frozenset(result.items()))
    return found - {frozenset(squares.items())}


class Run:
    """One move, leg after leg."""

    def __init__(self, legs: list[str], leap: Point, eightfold: bool) -> None:
        self.legs, self.leap, self.eightfold = legs, leap, eightfold

    def leg(self, number: int, at: Point, direction: int, reach: int, squares: Squares) -> Iterator[Squares]:
        modes = self.legs[number].lstrip("fblrsv")
        last = number == len(self.legs) - 1
        step = vector(self.leap, direction)
        here, steps, hopped = at, 0, False
        while not reach or steps < reach:
            steps += 1
            here = (here[0] + step[0], here[1] + step[1])
            held = squares.get(here)
            if held is None:
                return
            kind = "m" if held == "." else "c" if held.islower() else "d"
            if last and set(modes) & {"p", "g"} and not hopped:
                hopped = held != "."
                if hopped and "g" in modes:
                    reach = steps + 1
                continue
            ends = set(modes) & set("mcd") or ({"m", "c"} if last else set(modes) & set("pgy") or {"m"})
            if last:
                if kind in ends:
                    yield {**squares, here: "Q"}
            else:
                onward = (0 if reach == 1 else 1) if set(modes) & {"y", "g"} else reach
                if kind in ends or (kind == "m" and "y" in modes):
                    yield from self.next_leg(number, here, direction, onward, {**squares, here: "."})
                if kind != "m" and set(modes) & {"p", "g"}:
                    yield from self.next_leg(number, here, direction, onward, squares)
            if held != ".":
                return

    def next_leg(
        self, number: int, here: Point, direction: int, reach: int, squares: Squares
    ) -> Iterator[Squares]:
        letters = re.match("[fblrsv]*", self.legs[number + 1])
        assert letters is not None
        turns = TURNS[letters[0]] or ((0, 1, 2, 3, 5, 6, 7) if self.eightfold else (0, 2, 6))
        for turn in turns:
            yield from self.leg(number + 1, here, (direction + turn) % 8, reach, squares)


def pieces(random: Random) -> str:
    """A random piece of two or three legs."""
    atom = random.choice(["W", "F", "K", "N", "D", "A", "C", "R", "B", "Q", "W3", "F2"])
    legs = [random.choice(["", "m", "c", "mc", "p", "mp", "cp", "y", "g", "d", "cd"])]
    if random.random() < 0.3:
        legs.append(random.choice(list(TURNS)) + random.choice(["", "m", "c", "p", "y", "g"]))
    legs.append(random.choice(list(TURNS)) + random.choice(["", "", "m", "c", "d", "cd", "md"]))
    if (
        atom in ("R", "B", "Q", "W3", "F2")
        and random.random() < 0.3
        and not set(legs[0] + legs[-2]) & {"y", "g"}
    ):
        legs[-1] += random.choice("pg")
    return "a".join(legs) + atom


def drawn(squares: Squares) -> str:
    return "/".join("".join(SIGNS[squares[x, y]] for x in range(SIZE)) for y in reversed(range(SIZE)))


def compare(text: str, random: Random) -> int:
    squares = {(x, y): random.choice(".....rN") for x in range(SIZE) for y in range(SIZE)}
    at = (random.randrange(SIZE), random.randrange(SIZE))
    squares[at] = "Q"
    way = " | ".join(ways(read(text), game=Surroundings(files=SIZE, longest=SIZE)))
    ends = evaluate(f"way(t) = {way}\n%♕: way(.) | way(enemy)", board(drawn(squares)))
    wanted = {drawn(dict(result)) for result in simulated(text, at, squares)}
    assert {str(end).replace("\n", "/") for end in ends} - {drawn(squares)} == wanted, (text, drawn(squares))
    return len(wanted)


@settings(max_examples=150)
@given(st.integers(0, 10**6))
def test_a_simulation_agrees(seed: int) -> None:
    random = Random(seed)
    compare(pieces(random), random)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_a_simulation_agrees_on_many_pieces(seed: int) -> None:
    random = Random(seed)
    assert sum(compare(pieces(random), random) for _ in range(50)) > 20


# --- pieces of the literature ---------------------------------------------------------------------------

CENTRE = (3, 3)


def destinations(text: str, others: str = "", **known: object) -> str:
    """Where a queen on d4 that moves like a piece may go; `others` such as "♜d6 ♘f4" stand on the board."""
    squares = {(x, y): "." for x in range(SIZE) for y in range(SIZE)}
    for each in others.split():
        squares["abcdefg".index(each[1]), int(each[2]) - 1] = {"♜": "r", "♘": "N"}[each[0]]
    squares[CENTRE] = "Q"
    game = Surroundings(files=SIZE, longest=SIZE, **known)  # type: ignore[arg-type]
    way = " | ".join(ways(read(text), game=game))
    ends = evaluate(f"way(t) = {way}\n%♕: way(.) | way(enemy)", board(drawn(squares)))
    found = {
        f"{'abcdefg'[x]}{y + 1}" for end in ends for x, y in squares if end[f"{'abcdefg'[x]}{y + 1}"] == "♕"
    }
    return " ".join(sorted(found - {"d4"}))


@pytest.mark.parametrize(
    ("name", "text", "others", "there"),
    [
        ("griffin", "FyafsF", "", "a3 a5 b3 b5 c1 c2 c3 c5 c6 c7 e1 e2 e3 e5 e6 e7 f3 f5 g3 g5"),
        ("griffin, in brackets", "[F?R]", "♘e6", "a3 a5 b3 b5 c1 c2 c3 c5 c6 c7 e1 e2 e3 e5 f3 f5 g3 g5"),
        ("manticore", "[W?B]", "", "a2 a6 b1 b3 b5 b7 c2 c4 c6 d3 d5 e2 e4 e6 f1 f3 f5 f7 g2 g6"),
        ("mao", "afsW", "♘d5", "b3 b5 c2 e2 f3 f5"),
        ("moa", "afsF", "♘e5", "b3 b5 c2 c6 e2 f3"),
        ("rose", "bqN", "", "a1 c2 e2 g1"),
        ("boyscout", "zB", "", "a3 a5 b4 c1 c3 c5 c7 d2 d6 e1 e3 e5 e7 f4 g3 g5"),
        ("grasshopper", "gQ", "♘d6 ♜f4", "d7 g4"),
        ("cannon", "mRcpR", "♘d5 ♜d7", "a4 b4 c4 d1 d2 d3 d7 e4 f4 g4"),
        ("cannon of three squares", "cpR3", "♘d5 ♜d7", "d7"),
        ("checkers man", "fmFfcafmF", "♜e5", "c5 f6"),
        ("locust", "cafmQ", "♜d6 ♜f4", "d7 g4"),
        ("skip-rook", "jR", "♘d5 ♘c4", "a4 b4 d1 d2 d6 d7 f4 g4"),
        ("cylindrical wazir on the edge", "oW", "", "c4 d3 d5 e4"),
        ("tame rook", "tR", "♜d6", "a4 b4 c4 d1 d2 d3 d5 e4 f4 g4"),
        ("swapper", "ucR", "♜d6 ♘f4", "d6"),
        ("swapper of friends", "udR", "♜d6 ♘f4", "f4"),
        ("giraffe", "f(1,4)NX", "", ""),
        ("half a knight", "hrN", "", "b5 c2 e6 f3"),
        ("taking kings alone", "kR", "♜d6 ♘f4", "d6"),
        ("sparing kings", "ckR", "♜d6", ""),
        ("moving, and taking kings alone", "mkR", "♜d6 ♘f4", "a4 b4 c4 d1 d2 d3 d5 d6 e4"),
        ("rook, leg by leg", "(af)W", "♜d6 ♘f4", "a4 b4 c4 d1 d2 d3 d5 d6 e4"),
        ("lame camel", "nC", "♘d5 ♜c4", "c1 e1 g3 g5"),
        ("cannon on a cylinder", "opR", "♘f4", "a4 b4 c4 e4 g4"),
        ("crooked camel", "[W-fsF-fzW]", "♘e6", "a3 a5 c1 c7 e1 g3 g5"),
    ],
)
def test_pieces_of_the_literature(name: str, text: str, others: str, there: str) -> None:
    assert destinations(text, others, royal="♜") == " ".join(sorted(there.split()))


def test_repeated_bends_are_a_crooked_line() -> None:
    """The quintessence, a nightrider in a crooked line, has two notations."""
    for others in ("", "♘e6 ♜b3"):
        assert destinations("(az)N", others) == destinations("zNN", others)


def test_any_piece_that_is_taken_is_a_target() -> None:
    """Of two captures in one move either may be that of the king."""
    way = " | ".join(ways(read("cafcW")))
    for squares in ("♚/♜/♕", "♜/♚/♕"):
        assert evaluate(f"way(t) = {way}\n%♕: way(♚)", board(squares)), squares


def test_a_way_back_over_the_start() -> None:
    """Over a piece and back: the square that the piece has left is empty, and a leg may end on it."""
    way = " | ".join(ways(read("pabafW")))
    ends = evaluate(f"way(t) = {way}\n%♕: way(.)", board(".♕♘"))
    assert [str(end) for end in ends] == ["♕.♘"]
