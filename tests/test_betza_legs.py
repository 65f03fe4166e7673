"""Betza notation against a second reading of its published description: letters, directions, legs."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from betza_reading import Squares, results
from lasker.calculator import board, evaluate
from lasker.kernel.errors import LaskerError, LimitError, ParseError
from lasker.syntax.betza import read, ways
from lasker.syntax.betza.special import Surroundings

SIZE = 7
SIGNS = {".": ".", "r": "♜", "k": "♚", "N": "♘", "Q": "♕"}
BOARDS = ("......", "....rN", "....rNk")  # empty, blocked, and with royal pieces

LEAPERS = [
    "W",
    "F",
    "D",
    "N",
    "A",
    "H",
    "C",
    "Z",
    "G",
    "K",
    "L",
    "(0,4)",
    "(1,4)",
    "(4,4)",
    "NX",
    "WX",
    "DY",
    "WXY",
    "U",
]
RIDERS = ["R", "B", "Q", "W3", "F2", "K2", "Q3", "R1", "W0", "N2", "NN", "DD", "AA", "CC", "HH", "J0", "NY"]
ATOMS = [*"WFKNDACHGZRBQ", "W3", "F2", "R3", "K0", "Q2", "NN"]
MODES = [
    "",
    *"mcdnjpgzqotk",
    "cd",
    "md",
    "jj",
    "ck",
    "mk",
    "mp",
    "cp",
    "mg",
    "on",
    "oj",
    "op",
    "tp",
    "tz",
    "cq",
]
TOWARDS = [
    "",
    *"fblrvs",
    "ff",
    "fr",
    "lf",
    "fs",
    "bs",
    "lv",
    "vr",
    "fh",
    "rh",
    "hl",
    "hr",
    "fffs",
    "frb",
    "rfl",
]


def drawn(squares: Squares) -> str:
    return "/".join("".join(SIGNS[squares[x, y]] for x in range(SIZE)) for y in reversed(range(SIZE)))


def compare(text: str, random: Random) -> None:
    """Compare the moves of a piece on random boards."""
    assert read(str(read(text))) == read(text)
    way = " | ".join(ways(read(text), game=Surroundings(files=SIZE, longest=SIZE, royal="♚")))
    for contents in BOARDS:
        squares = {(x, y): random.choice(contents) for x in range(SIZE) for y in range(SIZE)}
        at = (random.randrange(SIZE), random.randrange(SIZE))
        squares[at] = "Q"
        ends = evaluate(f"way(t) = {way}\n%♕: way(.) | way(enemy)", board(drawn(squares)))
        wanted = {drawn(dict(result)) for result in results(text, at, squares, SIZE)}
        found = {str(end).replace("\n", "/") for end in ends} - {drawn(squares)}
        assert found == wanted, (text, drawn(squares))


def one_leg() -> list[str]:
    """Every modality, and every set of directions, before every atom that they suit."""
    texts = [modes + atom for atom, modes in product(LEAPERS + RIDERS, MODES)]
    texts += [towards + atom for atom, towards in product(LEAPERS + RIDERS, TOWARDS)]
    return [text for text in texts if means_something(text)]


def means_something(text: str) -> bool:
    """Is a text not refused?"""
    try:
        read(text)
    except ParseError:
        return False
    return True


def legs(random: Random) -> str:
    """A random piece of two or three legs; u behind a piece that stays, and y with i, mean nothing."""
    while True:
        found, count = list[str](), random.choice((2, 2, 2, 3))
        for number in range(count):
            letters = "".join(
                random.sample("mcd" if number == count - 1 else "mcdp", random.choice((0, 0, 1, 1, 2)))
            )
            letters += random.choice(["", "", "", *("utokpgnj" if number == count - 1 else "yguonj")])
            if number < count - 1 and "p" in letters and random.random() < 0.3:
                letters += "t"
            if set(letters) & {"p"} or (found and set(found[-1]) & {"p", "g"}):
                letters = letters.replace("u", "")
            bends = ["z", "q", "fz", "fq", "bz"] if number else []
            found.append(random.choice(["", "", *"fbsvl", "fs", "bs", "fr", *bends]) + letters)
            if number and random.random() < 0.15 and not set(letters + found[-2]) & set("yjg"):
                found[-1] = "i" + found[-1]
        text = "a".join(found) + random.choice(
            [
                "W",
                "F",
                "K",
                "N",
                "D",
                "A",
                "C",
                "H",
                "G",
                "Z",
                "R",
                "B",
                "Q",
                "W3",
                "F2",
                "R3",
                "K0",
                "Q2",
                "NN",
            ]
        )
        if means_something(text):
            return text


def agree(texts: list[str], random: Random) -> int:
    """Compare many pieces; those with too many ways for the reference evaluator are left out."""
    compared = 0
    for text in texts:
        try:
            compare(text, random)
        except LimitError:
            continue
        compared += 1
    return compared


def test_a_second_reading_agrees_on_letters() -> None:
    random = Random(1)
    assert agree([*random.sample(one_leg(), 30), "onN", "ojA", "jjH", "frK", "fhK", "fsQ", "zQ"], random) > 30


def test_a_second_reading_agrees_on_legs() -> None:
    random = Random(2)
    known = ["gafsR", "gafsW0", "yafsW3", "gabyabsR", "dpafmW", "sdgabzcF", "mpafN"]
    assert agree([*known, *(legs(random) for _ in range(18))], random) > 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(8))
def test_a_second_reading_agrees_on_all_letters(seed: int) -> None:
    assert agree(one_leg()[seed::8], Random(seed)) > 50


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_a_second_reading_agrees_on_many_legs(seed: int) -> None:
    random = Random(seed)
    assert agree([legs(random) for _ in range(50)], random) > 40


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("hlK", 3),
        ("fhW", 3),
        ("nW", 2),
        ("jW", 2),
        ("nNX", 2),
        ("pN", 2),
        ("zN", 2),
        ("@", 1),
        ("fU", 2),
        ("U2", 2),
        ("aU", 2),
        ("pU", 2),
        ("[U-F]", 2),
        ("fWI", 3),
        ("W*", 2),
        ("fWf@8", 4),
    ],
)
def test_what_means_nothing_is_refused_with_its_place(text: str, column: int) -> None:
    with pytest.raises(LaskerError) as raised:
        read(text)
    assert raised.value.span is not None
    assert raised.value.span.column == column


# --- pieces of the literature ---------------------------------------------------------------------------

CENTRE = (3, 3)
EVERYWHERE = {f"{file}{rank}" for file in "abcdefg" for rank in range(1, 8)} - {"d4"}


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
        ("emperor that only moves", "mU", "♜d6 ♘f4", " ".join(EVERYWHERE - {"d6", "f4"})),
        ("universal leaper", "U", "♜d6 ♘f4", " ".join(EVERYWHERE - {"f4"})),
        ("swapping with anybody", "ucdU", "♜d6 ♘f4", "d6 f4"),
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
