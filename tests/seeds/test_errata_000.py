"""The errata of seed 000: what is printed, what we read instead, and the smallest state between them."""

from __future__ import annotations

from random import Random

import pytest
from grids import at, pieces, states
from hypothesis import given, settings

from lasker.formulations.foundations import ERRATA, START, move_texts, printed, read, repaired, write
from lasker.formulations.foundations import search as small
from lasker.formulations.foundations.definitions import MOST_QUIET_PLIES, Definitions
from lasker.formulations.foundations.errata import WORDINGS
from lasker.formulations.foundations.fixpoint import dead, stalemates_as_printed, within_reach
from lasker.formulations.foundations.sets import C, State, Tile, men, switch


def test_E_A1_a_torus_has_no_edges() -> None:
    torus = ERRATA["E-A1"]
    assert [torus.shift((0, 0), (-1, 0), (8, 8)), repaired.shift((0, 0), (-1, 0), (8, 8))] == [(7, 0), None]
    start = read(START)
    assert torus.is_checkmate(start)  # the kings stand back to back
    assert not repaired.in_check(start.grid, "white")
    rook: Tile = (at("a1"), ("white", "R"))
    assert (at("a8"), ("black", "R")) in torus.reach(start.grid, rook)


def test_E_A1_the_letter_n_counts_states() -> None:
    # "1 <= i <= s_n-1" would compare a number with a state; the last pair that is looked at is (n-1, n).
    start, mate = read("k7/8/1K6/8/8/8/8/7R w"), read("k6R/8/1K6/8/8/8/8/8 b")
    assert repaired.is_game([start, mate], start)
    assert not repaired.is_game([start, read("k6R/8/1K6/8/8/8/8/8 w")], start)


def test_E_A2_null_pieces_with_a_colour() -> None:
    coloured = ERRATA["E-A2"]
    s = read("k7/8/8/8/8/8/8/7K w", coloured)
    assert len(coloured.nulls) == 2
    assert len(coloured.of_colour(s.grid, "white")) == 63  # "t1 contains a piece of colour c"
    assert {len(coloured.successors(s, m)) for m in coloured.legal_moves(s)} == {2}
    s = read("k7/8/8/8/8/8/8/7K w")
    assert len(repaired.of_colour(s.grid, "white")) == 1
    assert {len(repaired.successors(s, m)) for m in repaired.legal_moves(s)} == {1}


@settings(max_examples=20)
@given(states(most_men=8))
def test_E_A2_the_colour_of_nothing_changes_no_legal_move(s: State) -> None:
    assert move_texts(small.recast(s, ERRATA["E-A2"]), ERRATA["E-A2"]) == move_texts(s)


def test_E_A3_promoted_queens_and_missing_kings() -> None:
    box = ERRATA["E-A3"]
    two_queens = read("4k3/8/8/8/8/8/8/QQ2K3 w")
    assert repaired.is_state(two_queens)
    assert not box.is_state(two_queens)
    nobody = read("8/8/8/8/8/8/8/R7 w", box)
    assert box.is_state(nobody)
    assert not repaired.is_state(nobody)
    assert not box.kings(nobody.grid, "white")  # "the tile that the king is on" is none
    assert len(box.legal_moves(nobody)) == 14
    # The other way round, with every king in place.
    candidates = small.states_by_size(repaired, boards=[(2, 2)])
    first = next(s for s in candidates if repaired.is_state(s) and not box.is_state(s))
    assert sorted(piece for _, piece in men(first.grid)) == sorted(pieces("KkQQ"))


def test_E_A4_what_is_attacked_is_not_where_one_can_move() -> None:
    one_range = ERRATA["E-A4"]
    pawn = read("k7/8/8/8/8/8/4P3/K7 w")
    assert {m for m in move_texts(pawn, one_range) if m.startswith("e2")} == {"e2d3", "e2f3"}
    assert {m for m in move_texts(pawn) if m.startswith("e2")} == {"e2e3", "e2e4"}
    own = read("k7/8/8/8/8/8/8/K2RN3 w")
    assert "d1e1" in move_texts(own, one_range) - move_texts(own)


@given(states())
def test_E_A4_moves_alone_would_do_for_definition_9(s: State) -> None:
    # A king's tile is occupied by an enemy of the attacker: there, attacking and moving to are the same.
    for c in C:
        reach = [repaired.reach(s.grid, tile) for tile in repaired.of_colour(s.grid, switch(c))]
        assert repaired.in_check(s.grid, c) == any(repaired.kings(s.grid, c) & there for there in reach)


def test_E_A5_a_white_piece_may_give_check() -> None:
    black = read("4k3/8/8/8/8/8/8/K3R3 b").grid
    assert not ERRATA["E-A5"].theorem_1(black, "black")
    assert repaired.theorem_1(black, "black")
    white = read("4k2K/8/8/8/8/8/8/7r w").grid
    assert ERRATA["E-A5"].theorem_1(white, "white")
    assert repaired.in_check(white, "white")


def test_E_A6_a_checkmate_is_no_stalemate() -> None:
    mate = read("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w")
    assert repaired.is_checkmate(mate)
    assert ERRATA["E-A6"].is_stalemate(mate)
    assert not repaired.is_stalemate(mate)


def test_E_A6_the_smallest_states_for_clause_2() -> None:
    candidates = small.states_by_size(repaired, most_men=2)
    playable = [s for s in candidates if not repaired.in_check(s.grid, switch(s.colour))]
    plays = {s: within_reach([s]) for s in playable[:60]}
    paradoxical = [s for s, play in plays.items() if s in stalemates_as_printed(play)[1]]
    assert write(paradoxical[0]) == "k1/2/K1 w - - 0 1"
    assert all(s in dead(plays[s]) for s in paradoxical)
    # Dead as repaired, and no stalemate as printed: play can still end, where somebody cannot move.
    unnoticed = [
        s for s, play in plays.items() if play[s] and s in dead(play) - stalemates_as_printed(play)[1]
    ]
    assert write(unnoticed[0]) == "1/k/1/K b - - 0 1"


def test_E_A7_knights_to_and_fro() -> None:
    start = read(START)
    walk = small.to_and_fro(start)
    history = (*walk[:-1] * 4, start)
    assert history.count(start) == 5
    assert not ERRATA["E-A7"].is_over(history)
    assert not ERRATA["E-A7"].is_over(history * 100)
    assert repaired.is_over(history)
    assert not repaired.is_over(history[:-1])


def test_E_A7_seventy_five_moves_without_progress() -> None:
    random, history = Random(0), [read("k7/8/8/8/8/8/8/6RK w")]
    while len(history) <= MOST_QUIET_PLIES:
        assert not repaired.is_over(history)
        after = sorted(repaired.adjacent(history[-1]), key=write)
        random.shuffle(after)
        quiet = (s for s in after if len(men(s.grid)) == 3 and history.count(s) < 4)
        history.append(next(s for s in quiet if repaired.legal_moves(s)))
    assert repaired.is_over(history)
    assert not ERRATA["E-A7"].is_over(history)


@pytest.mark.parametrize(
    ("erratum", "question", "fen"),
    [
        ("E-A1", "in check", "k/1/K w - - 0 1"),
        ("E-A2", "successors of a move", "1/k/1/K b - - 0 1"),
        ("E-A3", "is a state", "1 w - - 0 1"),
        ("E-A4", "legal moves", "k/1/P/K w - - 0 1"),
        ("E-A5", "Theorem 1 holds", "k/R/K b - - 0 1"),
        ("E-A6", "stalemate", "k/R/K b - - 0 1"),
        ("E-A7", "goes on for ever", "k1/2/K1 w - - 0 1"),
    ],
)
def test_every_erratum_is_found_by_the_search(erratum: str, question: str, fen: str) -> None:
    found = small.smallest_disagreement(ERRATA[erratum])
    assert found is not None
    assert (found.question, write(found.state)) == (question, fen)


def test_the_search_keeps_its_budget() -> None:
    assert small.smallest_disagreement(ERRATA["E-A6"], budget=50) is None
    assert small.smallest_disagreement(repaired, budget=200) is None


def test_the_search_takes_candidates() -> None:
    candidates = small.states(pieces("KQk"), (8, 8))
    found = small.smallest_disagreement(ERRATA["E-A5"], candidates=candidates)
    assert found is not None
    assert found.question == "Theorem 1 holds"
    assert found.answers == (False, True)


def test_every_erratum_has_its_words() -> None:
    assert list(WORDINGS) == list(ERRATA) == [f"E-A{number}" for number in range(1, 8)]
    for name, wording in WORDINGS.items():
        assert wording.printed != wording.repaired
        assert wording.where.split("(")[0] in str(type(ERRATA[name]).__doc__)


@pytest.mark.parametrize("reading", [printed, *ERRATA.values()], ids=["printed", *ERRATA])
@settings(max_examples=10)
@given(states(size=(4, 4), most_men=5))
def test_every_reading_answers_every_question(reading: Definitions, s: State) -> None:
    for found in small.disagreements(s, reading):
        assert found.answers[0] != found.answers[1]
    s = small.recast(s, reading)
    for name, question in small.QUESTIONS.items():
        assert isinstance(question(reading, s), bool | frozenset), name
    assert reading.legal_moves(s) <= reading.moves(s)


def test_all_of_them_together() -> None:
    assert type(printed).__mro__[1:-3] == tuple(type(reading) for reading in ERRATA.values())
    s = read(START, printed)
    assert (len(printed.pieces()), len(printed.moves(s)), len(printed.legal_moves(s))) == (14, 64, 2)
    assert printed.in_check(s.grid, "white")
