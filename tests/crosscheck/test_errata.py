"""The errata: each id is on the page, each search finds something at least as small as the known example."""

from __future__ import annotations

import pkgutil
import re
from collections import Counter
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random

import chess
import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.formulations.errata import graphs, guards, prose, readings
from lasker.formulations.errata import numbers_on_boards as on_boards
from lasker.formulations.errata.erratum import SEVERITIES, Erratum
from lasker.formulations.errata.evidence import METHODS, code
from lasker.formulations.errata.lines import counted_games
from lasker.formulations.errata.page import contents, heading, page, section
from lasker.formulations.errata.register import SEARCHES, TEXTS, errata
from lasker.formulations.errata.smallest_failure import Failure, draw, smaller, smallest_failure
from lasker.formulations.laws import fen
from lasker.formulations.laws.squares import SQUARES, apart

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "errata.md"
ALL = {erratum.id: erratum for text in TEXTS for erratum in errata(text.seed)}
COUNTS = {"A": 7, "B": 19, "K": 38, "W": 7, "H": 11}  # of the five texts

# Positions on which these were first seen. No search is told of them.
KNOWN: dict[str, tuple[Failure, tuple[str, ...]]] = {
    "E-W1": (prose.captures_of_kings, ("4k3/8/8/8/8/8/8/4RK2 w - - 0 1",)),
    "E-W2": (prose.arrivals_of_pawns, ("8/P7/8/8/8/8/8/k1K5 w - - 0 1",)),
    "E-W3": (
        prose.legal_moves,
        ("4k3/3b4/8/1B6/8/8/7K/8 w - - 0 1", "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1"),
    ),
    "E-W6": (prose.lack_of_pieces, ("k7/2N5/NK6/8/8/8/8/8 b - - 0 1",)),
    "E-K16": (
        partial(on_boards.fails, "E-K16", "checkmate", on_boards.mate),
        ("4k3/8/8/8/4r3/8/3P1P2/3QKB2 w - - 0 1", "6k1/8/8/8/8/8/6PP/R3r2K w - - 0 1"),
    ),
    "E-K17": (
        partial(on_boards.fails, "E-K17", "checkmate", on_boards.mate),
        ("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1",),
    ),
    "E-K18": (
        partial(on_boards.fails, "E-K18", "checkmate", on_boards.mate),
        ("8/8/8/8/8/2k5/1r6/r3K3 w - - 0 1",),
    ),
    "E-K19": (
        partial(on_boards.fails, "E-K19", "checkmate", on_boards.mate),
        ("6k1/8/8/8/8/6p1/7P/r6K w - - 0 1", "8/8/8/8/8/5kp1/8/r6K w - - 0 1"),
    ),
    "E-K20": (
        partial(on_boards.fails, "E-K20", "stalemate", on_boards.stalemate),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "k7/2K5/1Q6/8/8/8/8/8 b - - 0 1"),
    ),
    "E-K21": (
        partial(on_boards.fails, "E-K21", "dead", on_boards.dead),
        ("kb6/8/1K6/3B4/8/8/8/8 b - - 0 1",),
    ),
    "E-K22": (
        partial(on_boards.fails, "E-K22", "legal moves", readings.legal_moves),
        ("8/8/8/3k4/8/3K4/8/8 b - - 0 1",),
    ),
    "E-H3": (graphs.pseudocode, ("4k3/4p3/8/8/8/8/8/4K3 b - - 0 1",)),
    "E-H5": (graphs.conjunction, ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",)),
    "E-H6": (
        graphs.castling_guard,
        (
            "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
            "4r1k1/8/8/8/8/8/8/4K2R w K - 0 1",
            "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        ),
    ),
    "E-H7": (graphs.passing, ("8/8/8/KPp4r/8/8/8/7k w - c6 0 1",)),
    "E-H8": (graphs.pins, ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",)),
    "E-H9": (graphs.promotions, ("8/4P3/8/8/8/8/8/k1K5 w - - 0 1",)),
}


def test_every_erratum_is_registered() -> None:
    wanted = {f"E-{letter}{number}" for letter, count in COUNTS.items() for number in range(1, count + 1)}
    assert set(ALL) == wanted


def test_every_erratum_is_on_the_page_with_its_words() -> None:
    written = PAGE.read_text("utf-8")
    sections = dict(
        zip(*[iter(re.split(r"^### (E-\w+)$", written, flags=re.MULTILINE)[1:])] * 2, strict=True)
    )
    assert set(sections) == set(ALL)
    for id, erratum in ALL.items():
        assert ("Looked at: " in sections[id]) == (erratum.search is not None), id
        assert ("omputed as printed by" in sections[id]) == (erratum.search is not None), id
        head = section(erratum).split("\n", 1)[1]
        assert sections[id].strip().startswith(head.strip()), f"{id}: write the page again"


QUICK = sorted(
    {id for id in SEARCHES if id[2] in "AB"}
    | {"E-H1", "E-H4", "E-H5", "E-H8", "E-H10", "E-H11", "E-W1", "E-W3", "E-W4", "E-W7"}
    | {f"E-K{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 25, 27, 29, 32, 34, 35)}
)


@pytest.mark.parametrize("id", QUICK)
def test_the_page_is_current(id: str) -> None:
    _is_current(ALL[id])


@pytest.mark.soak
@pytest.mark.parametrize("id", sorted(set(SEARCHES) - set(QUICK)))
def test_the_page_is_current_where_that_takes_longer(id: str) -> None:
    _is_current(ALL[id])


@pytest.mark.soak
def test_the_page_is_current_as_a_whole() -> None:
    assert page() == PAGE.read_text("utf-8")


def _is_current(erratum: Erratum) -> None:
    assert erratum.search is not None
    found = [search() for search in (erratum.search, *erratum.also)]
    assert all(found), f"{erratum.id} was not found within the budget"
    assert all(each.printed != each.repaired for each in found if each)
    assert section(erratum, *found) in PAGE.read_text("utf-8"), "renew the page: lasker crosscheck --errata"


@pytest.mark.parametrize("id", KNOWN)
def test_the_known_examples_fail_and_the_page_has_one_as_small(id: str) -> None:
    fails, positions = KNOWN[id]
    assert all(fails(fen.read(text)) for text in positions)
    example = re.search(
        rf"^### {id}$.*?^`(\S+ . \S+ \S+) ", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert example is not None
    found = fen.read(example[1])
    assert fails(found)
    assert len(found.pieces) <= min(len(fen.read(text).pieces) for text in positions)


def test_what_is_least_cannot_be_made_smaller() -> None:
    found = smallest_failure(prose.captures_of_kings)
    assert found is not None
    assert not any(prose.captures_of_kings(below) for below in smaller(fen.read(found.example)))


def test_a_search_for_nothing_finds_nothing() -> None:
    assert smallest_failure(lambda position: None, per_size=20) is None


def test_positions_are_drawn_as_they_are_read() -> None:
    random = Random(1)
    for men in range(2, 7):
        for _ in range(50):
            position = draw(men, random)
            assert len(position.pieces) == men
            assert fen.read(fen.write(position)) == position


def test_each_of_four_errata_about_mate_is_shown_alone() -> None:
    """A position that shows one of E-K16 to E-K19 shows none of the others."""
    shown = {id: KNOWN[id][1] for id in ("E-K16", "E-K17", "E-K18", "E-K19")}
    for id, (fails, _) in KNOWN.items():
        if id in shown:
            for other, positions in shown.items():
                assert [bool(fails(fen.read(text))) for text in positions] == [id == other] * len(positions)


def test_every_example_has_a_method_and_the_code_of_both_readings() -> None:
    for id, erratum in ALL.items():
        assert erratum.method in METHODS
        assert (erratum.method == "reading") == (erratum.search is None)
        found = code(id)
        assert erratum.search is None or (found is not None and found.printed != found.repaired), id
        for name in found if found is not None else ():
            if re.fullmatch(r"(foundations|laws|errata)(\.\w+)+", name):
                assert pkgutil.resolve_name(resolved(name)) is not None
    assert {erratum.method for erratum in ALL.values()} == set(METHODS)


def resolved(name: str) -> str:
    """A dotted name below the formulations, with a colon after the module."""
    parts = f"lasker.formulations.{name}".split(".")
    for end in range(len(parts), 0, -1):
        try:
            import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        return ".".join(parts[:end]) + ":" + ".".join(parts[end:])
    raise AssertionError(name)


def test_the_copies_of_games_are_counted() -> None:
    """E-K26, with another program: the moves from a board as often as the square of the ways to it."""
    assert copies(chess.Board()) == (357_469, 197_281)
    small = "8/8/8/3k4/8/8/3K4/7R w - - 0 1"
    printed, repaired = copies(chess.Board(small))
    assert printed > repaired
    assert counted_games(4, fen.read(small)) == (printed, repaired)


def copies(start: chess.Board) -> tuple[int, int]:
    """The games of four plies, if no board before the third has two ways to it, with copies and without."""
    ways: Counter[str] = Counter()
    moves: dict[str, int] = {}

    def play(board: chess.Board, plies: int) -> None:
        if plies == 0:
            ways[board.epd()] += 1
            moves[board.epd()] = board.legal_moves.count()
            return
        for move in board.legal_moves:
            board.push(move)
            play(board, plies - 1)
            board.pop()

    play(start, 3)
    single = sum(number * moves[epd] for epd, number in ways.items())
    return sum(number**2 * moves[epd] for epd, number in ways.items()), single


def test_E_H11_the_numbers_of_the_repository() -> None:
    """It is known that bishops get 140 pairs too many that way, and rooks 210."""
    numbers = {square: 10 * (ord(square[0]) - 96) + int(square[1]) for square in SQUARES}
    for piece, steps, count in (("B", (9, 11), 140), ("R", (1, 10), 210)):
        differences = {d * step for d in range(1, 8) for step in steps}
        wrong = [
            (u, v)
            for u in numbers
            for v in numbers
            if abs(numbers[u] - numbers[v]) in differences and apart(u, v) not in guards.DELTA[piece]
        ]
        assert len(wrong) == count


def test_E_H3_black_pawns_and_sliders_stand_still_as_typeset() -> None:
    position = fen.read("4k3/4p3/8/8/8/8/8/R3K3 b - -")
    assert not [move for move in guards.kinematic_moves(position, as_typeset=True) if move[:2] == "e7"]
    assert {"e7e6", "e7e5"} <= guards.kinematic_moves(position)


def test_the_command_writes_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("lasker.formulations.errata.page.page", lambda heard: "words\n")
    ran = CliRunner().invoke(main, ["crosscheck", "--errata", str(tmp_path / "errata.md")])
    assert (ran.exit_code, (tmp_path / "errata.md").read_text("utf-8")) == (0, "words\n")
    assert CliRunner().invoke(main, ["crosscheck", "--errata", "-"]).stdout == "words\n"
    assert CliRunner().invoke(main, ["crosscheck", "--errata", str(tmp_path / "no" / "where")]).exit_code == 2


def test_the_page_lists_every_item_with_its_severity() -> None:
    text = PAGE.read_text("utf-8")
    assert contents() in text
    for source in TEXTS:
        assert heading(source) in text
    assert {erratum.severity for erratum in ALL.values()} == set(SEVERITIES)
