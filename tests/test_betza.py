"""Betza notation: parsing, printing, description in words, and semantics compared with other
implementations."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.calculator import board, evaluate, parse
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.play.library import find
from lasker.syntax.betza import Betza, ModifiedAtom, read
from lasker.syntax.betza.expressions import ways
from lasker.syntax.read import read_game

# --- reading and printing -----------------------------------------------------------------------------


def way(piece: Betza) -> str:
    return " | ".join(ways(piece))


SIDES = ("", "", "f", "b", "s", "v", "l", "ff", "fb", "fr", "bl", "fs", "rf", "lv", "bs")


def pieces(random: Random, known_to_stockfish: bool = False) -> str:
    """A random piece; Fairy-Stockfish knows fewer riders and lame leapers, and one ride at a time."""
    text, lines = "", 0
    for _ in range(random.choice((1, 1, 2, 3))):
        atom = random.choice("WFDNAHCZGK" if lines and known_to_stockfish else "WFDNAHCZGKRBQ")
        sides, modes, reach = (
            random.choice(SIDES[:9] if atom in "KQ" else SIDES),
            random.choice(["", "", "m", "c"]),
            "",
        )
        if atom in "NCZ" and random.random() < 0.2:
            sides = random.choice(["fh", "bh", "lh", "rh"])
        if atom in "DANZ" and random.random() < 0.3:
            modes += "n"
        elif atom in "RBQ" and random.random() < 0.4:
            modes += random.choice("pg")
            sides = "" if known_to_stockfish else sides
        elif atom in ("RBQ" if known_to_stockfish else "WFDNAHCZGKRBQ") and random.random() < 0.4:
            reach = str(random.randint(2, 4))
        elif atom == "N" and random.random() < 0.4:
            reach = "N"
        elif atom in "DAN" and not known_to_stockfish:
            modes += random.choice(["", "j"])
        lines += atom in "RBQ"
        text += sides + modes + atom + reach
    return text


parts = st.builds(
    ModifiedAtom,
    st.sampled_from("DNAHCZGWF"),
    st.lists(
        st.sampled_from(["ff", "bb", "ll", "rr", "vv", "ss", "fr", "rf", "fs", "lv"]), max_size=3, unique=True
    ).map(tuple),
    st.sampled_from(["", "m", "c", "i", "im", "ci"]).map(frozenset),
    st.integers(0, 12),
)


@given(st.lists(parts, min_size=1, max_size=4))
def test_what_is_printed_is_read_back(some: list[ModifiedAtom]) -> None:
    piece = Betza(tuple(some))
    assert read(str(piece)) == piece


@given(st.integers(0, 10**6))
def test_what_is_read_is_printed_and_read_back(seed: int) -> None:
    text = pieces(Random(seed))
    piece = read(text)
    assert read(str(piece)) == piece
    assert piece.words()
    assert parse(f"way(t) = {way(piece)}\nway(free)").sort == "move"


@given(st.text("WFDNAHCZGKRBQfblrvshmcinjpgo012x()é", max_size=8))
def test_any_text_is_read_or_refused_with_its_place(text: str) -> None:
    complaint, printed = None, text
    try:
        printed = str(read(text))
    except LaskerError as error:
        complaint = error
    assert complaint is None or complaint.span is not None
    assert complaint is not None or str(read(printed)) == printed


@pytest.mark.parametrize(
    ("text", "printed", "words"),
    [
        ("BN", "BN", "rides (1,1); leaps (1,2)"),
        ("WW", "R", "rides (0,1)"),
        ("KK", "Q", "rides (0,1) and (1,1)"),
        ("R1", "W", "leaps (0,1)"),
        ("L", "C", "leaps (1,3)"),
        ("J", "Z", "leaps (2,3)"),
        ("N0", "NN", "rides (1,2)"),
        ("mcN", "N", "leaps (1,2)"),
        ("mfW", "fmW", "leaps (0,1) forward, without taking"),
        ("fmsN", "ffssmN", "leaps (1,2) forward and sideways, without taking"),
        ("fsnN", "fsnN", "leaps (1,2) forward sideways, if nothing stands in between"),
    ],
)
def test_spelling(text: str, printed: str, words: str) -> None:
    piece = read(text)
    assert (str(piece), piece.words()) == (printed, words)


@pytest.mark.parametrize(
    ("text", "column", "complaint"),
    [
        ("", 1, "an empty text"),
        ("Nf", 2, "none that says where"),
        ("NV", 2, "V is not a letter"),
        ("wW", 1, "w is not supported"),
        ("fkaW", 4, "k takes a royal piece at the end"),
        ("(zq)N", 1, "nothing in them begins one"),
        ("W(aw)N", 4, "w is not supported"),
        ("(az", 1, "two numbers"),
        ("N(a)K", 2, "too many ways"),
        ("aaaaaaaaK", 1, "too many ways"),
        ("N[K-K-K-K-K-K-K-K]", 2, "too many ways"),
        ("mNayR", 5, "there is none"),
        ("(0,0)", 1, "no length"),
        ("W(4", 2, "two numbers"),
        ("[F?R", 1, "not closed"),
        ("[F]", 3, "stands - or"),
        ("[FR]", 3, "stands - or"),
        ("KO", 2, "how far"),
        ("KfO2", 3, "castling has no other"),
        ("xaK", 3, "x borrows"),
        ("zqR", 3, "z and q bend"),
        ("zN", 2, "z and q bend"),
        ("Bn(1,4)", 3, "n is not supported here"),
        ("nR", 2, "n is not supported here"),
        ("jNX", 2, "j is not supported here"),
        ("pN", 2, "hoppers ride"),
        ("pgR", 3, "exclude each other"),
        ("hN", 2, "halves such as"),
        ("fhR", 3, "halves such as"),
        ("mNhrQ", 5, "halves such as"),
        ("W100", 2, "100 leaps"),
        ("NN3", 3, "3 is not a letter"),
    ],
)
def test_refusals_say_where(text: str, column: int, complaint: str) -> None:
    with pytest.raises(LaskerError, match=complaint) as raised:
        read(text)
    assert raised.value.span is not None
    assert raised.value.span.column == column


def test_first_squares_need_a_region() -> None:
    assert ways(read("imN"), home="stable") == [r"all8([% in stable] take(uur, t \ piece))"]
    with pytest.raises(LaskerError, match="first squares"):
        way(read("imN"))


# --- semantics, by direct enumeration ------------------------------------------------------------------

Squares = dict[tuple[int, int], str]
SIZE = 8


def walked(piece: Betza, at: tuple[int, int], squares: Squares) -> set[tuple[int, int]]:
    """The destinations of a piece, leap by leap; `.` is empty, small letters are enemies."""
    found = set()
    for part in piece.single_parts():
        for _, offsets in part.leaps():
            for offset in offsets:
                found |= set(_walk(part, at, offset, squares))
    return found


def _walk(
    part: ModifiedAtom, at: tuple[int, int], offset: tuple[int, int], squares: Squares
) -> set[tuple[int, int]]:
    hops, found, here = 0, set(), at
    for number in range(1, part.reach + 1 if part.reach else SIZE + 1):
        middle = [squares.get(square) for square in _passed(here, offset)]
        here = (here[0] + offset[0], here[1] + offset[1])
        content = squares.get(here)
        if content is None or ("n" in part.modes and any(held != "." for held in middle)):
            break
        if "j" in part.modes and all(held == "." for held in middle):
            break
        hopper = part.modes & {"p", "g"}
        if not hopper or hops == 1:
            quiet, taking = content == ".", content.islower()
            if (quiet and "c" not in part.modes) or (taking and "m" not in part.modes):
                found.add(here)
            if content != "." or "g" in part.modes:
                break
        elif content != ".":
            hops += 1
        assert number <= SIZE
    return found


def _passed(at: tuple[int, int], offset: tuple[int, int]) -> list[tuple[int, int]]:
    x, y = offset
    size = max(abs(x), abs(y))
    if min(abs(x), abs(y)) in {0, size}:  # straight or aslant
        return [(at[0] + x // size * i, at[1] + y // size * i) for i in range(1, size)]
    first = (x // abs(x), 0) if abs(x) > abs(y) else (0, y // abs(y))
    rest = [
        (first[0] + i * (x // abs(x)), first[1] + i * (y // abs(y))) for i in range(1, min(abs(x), abs(y)))
    ]
    return [(at[0] + a, at[1] + b) for a, b in [first, *rest]]


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_a_plain_walk_agrees(seed: int) -> None:
    random = Random(seed)
    piece = read(pieces(random))
    squares = {(x, y): random.choice("......rN") for x in range(SIZE) for y in range(SIZE)}
    at = (random.randrange(SIZE), random.randrange(SIZE))
    squares[at] = "Q"
    glyphs = {".": ".", "r": "♜", "N": "♘", "Q": "♕"}
    drawn = "/".join("".join(glyphs[squares[x, y]] for x in range(SIZE)) for y in reversed(range(SIZE)))
    start = board(drawn)
    ends = evaluate(f"way(t) = {way(piece)}\n%♕: way(.) | way(enemy)", start)
    there = {(x, y) for end in ends for x, y in squares if end[f"{'abcdefgh'[x]}{y + 1}"] == "♕"}
    assert there == walked(piece, at, squares), (str(piece), drawn)


# --- semantics, by Fairy-Stockfish ---------------------------------------------------------------------


def with_piece(betza: str) -> Game:
    """Orthodox chess with one more piece."""
    text = (
        "lasker 1\nextends \"chess\"\ngame \"With a piece\"\npiece stranger 'A' 'a'\n"
        f"way(t) = super(t) | [% is 'A'] ({way(read(betza))})\ndead = fail\n"
    )
    return Game(read_game(Source(text, "with_piece.rules"), (find("chess"),)), "with a piece")


def random_fen(random: Random, army: str) -> str:
    squares = ["."] * 64
    places = random.sample(range(64), len(army))
    for place, letter in zip(places, army, strict=True):
        squares[place] = letter
    rows = ["".join(squares[i : i + 8]) for i in range(0, 64, 8)]
    return re.sub(r"\.+", lambda run: str(len(run.group())), "/".join(rows)) + " w - - 0 1"


def compare(seed: int, positions: int) -> int:
    """Compare the moves of both programs in random positions with a random piece; the
    number of comparisons."""
    pyffish: Any = pytest.importorskip("pyffish")  # GPL: run beside Lasker here, and never part of it
    random = Random(seed)
    betza = pieces(random, known_to_stockfish=True)
    name = f"betza{seed}"
    pyffish.load_variant_config(f"[{name}:chess]\ncustomPiece1 = a:{betza}\ncastling = false\n")
    game, compared = with_piece(betza), 0
    # For Black, chess is seen in a mirror and Stockfish turns the board: left and right differ then.
    army = "KkAARrBbNnNn" + "aa" * (not set(betza) & {"l", "r"})
    for _ in range(positions):
        fen = random_fen(random, army)
        try:
            position = game.position(fen)
        except LaskerError:
            continue  # the side to move could take the king
        legal = set(pyffish.legal_moves(name, fen, []))
        assert {str(move) for move in position.moves} == legal, (betza, fen)
        compared += 1
    return compared


def test_stockfish_agrees() -> None:
    assert sum(compare(seed, 3) for seed in range(7)) > 4


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 500))
def test_stockfish_agrees_on_many_pieces(seed: int) -> None:
    compare(seed, 20)
