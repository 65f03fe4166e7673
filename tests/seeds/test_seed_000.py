"""Seed 000, chess as sets and functions, item by item: A1 to A17 on the repaired reading."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest
from grids import at, pieces, states
from hypothesis import given, settings

from lasker.formulations.foundations import (
    ERRATA,
    START,
    covers,
    move_texts,
    printed,
    read,
    repaired,
    square,
    write,
)
from lasker.formulations.foundations import search as small
from lasker.formulations.foundations.definitions import Definitions
from lasker.formulations.foundations.fixpoint import (
    Play,
    checkmates,
    dead,
    greatest_fixpoint,
    stalemates_as_printed,
    within_reach,
)
from lasker.formulations.foundations.sets import (
    C,
    Grid,
    Piece,
    Shape,
    State,
    T,
    Tile,
    fill,
    graph,
    men,
    positions,
    switch,
)
from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits


def alone(piece: Piece, name: str) -> tuple[Grid, Tile]:
    """A board with one man on it, and his tile."""
    tile = (at(name), piece)
    return fill(frozenset({tile})), tile


def play_of(letters: str, size: Shape) -> Play:
    """Everything that can be played from any state with these men in which no king could be captured."""
    roots = (s for s in small.states(pieces(letters), size) if repaired.is_state(s))
    return within_reach(s for s in roots if not repaired.in_check(s.grid, switch(s.colour)))


def leading_to(ends: Iterable[State], play: Play) -> set[State]:
    """Some states and all from which legal moves lead to them, found by walking backwards."""
    into: dict[State, set[State]] = {s: set() for s in play}
    for s, after in play.items():
        for s2 in after:
            into[s2].add(s)
    found, waiting = set(ends), list(ends)
    while waiting:
        new = into[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_A1_colours_and_their_switch() -> None:
    assert {"black", "white"} == C
    assert {c: switch(c) for c in C} == {"black": "white", "white": "black"}
    assert all(switch(switch(c)) == c for c in C)


def test_A2_types() -> None:
    assert {"P", "N", "B", "R", "Q", "K", "null"} == T
    assert len(T) == 7


def test_A3_positions_are_in_bijection_with_the_squares() -> None:
    assert len(positions()) == 64
    assert {square(k) for k in positions()} == {file + rank for file, rank in product("abcdefgh", "12345678")}
    assert len(positions(3, 5)) == 15


def test_A4_pieces() -> None:
    assert len(printed.pieces()) == 14
    assert printed.pieces() == set(product(C, T))
    assert len(repaired.pieces()) == 13


def test_A5_tiles() -> None:
    tiles = set(product(positions(), printed.pieces()))
    assert len(tiles) == 64 * 14
    assert read(START, printed).grid < tiles


def test_A6_grids() -> None:
    grid = read(START).grid
    assert len(grid) == 64
    assert repaired.is_grid(grid)
    queen: Tile = ((0, 0), ("white", "Q"))
    twice = grid | {queen}
    assert not repaired.is_grid(twice)  # (1): a1 has two tiles
    assert not repaired.is_grid(grid - {((0, 0), ("white", "R"))})  # a tile is missing
    assert not repaired.is_grid(fill(frozenset({((0, 0), ("white", "K"))})))  # (2): no black king
    assert not repaired.is_grid(frozenset())
    assert not repaired.is_grid(frozenset({((10**9, 10**9), ("white", "K"))}))  # and it says so at once


def test_A7_states() -> None:
    s = read(START)
    assert s == (s.grid, "white")
    assert repaired.is_state(s)
    assert sum(map(repaired.is_state, small.states(pieces("Kk"), (2, 2)))) == 4 * 3 * 2


@pytest.mark.parametrize(
    ("letter", "name", "attacks", "reach"),
    [
        ("N", "d4", 8, 8), ("N", "a1", 2, 2), ("B", "d4", 13, 13), ("B", "a1", 7, 7), ("R", "d4", 14, 14),
        ("Q", "d4", 27, 27), ("Q", "a1", 21, 21), ("K", "d4", 8, 8), ("K", "a1", 3, 3), ("P", "e2", 2, 2),
        ("P", "e3", 2, 1), ("P", "a3", 1, 1), ("P", "e8", 0, 0), ("p", "e7", 2, 2), ("p", "e2", 2, 1),
    ],
)  # fmt: skip
def test_A8_ranges_on_an_empty_board(letter: str, name: str, attacks: int, reach: int) -> None:
    grid, tile = alone(pieces(letter)[0], name)
    assert len(repaired.attacks(grid, tile)) == attacks
    assert len(repaired.reach(grid, tile)) == reach


def test_A8_men_block_and_are_captured() -> None:
    s = read("4k3/8/8/3p4/8/8/1P1R2n1/3BK3 w")
    rook: Tile = (at("d2"), ("white", "R"))
    assert {square(k) for k, _ in repaired.reach(s.grid, rook)} == {"c2", "d3", "d4", "d5", "e2", "f2", "g2"}
    protected = repaired.attacks(s.grid, rook) - repaired.reach(s.grid, rook)
    assert {square(k) for k, _ in protected} == {"b2", "d1"}


@given(states())
def test_A8_moves_of_men_other_than_pawns_are_what_they_attack(s: State) -> None:
    for tile in men(s.grid):
        (colour, kind), attacks, reach = tile[1], repaired.attacks(s.grid, tile), repaired.reach(s.grid, tile)
        assert reach | attacks <= s.grid
        assert all(there[1][0] != colour for there in reach)
        if kind != "P":
            assert reach == {there for there in attacks if there[1][0] != colour}


@given(states())
def test_A9_in_check_is_membership_in_a_union(s: State) -> None:
    for c in C:
        enemies = [tile for tile in s.grid if tile[1][0] == switch(c)]
        union = frozenset().union(*(repaired.attacks(s.grid, tile) for tile in enemies))
        assert repaired.in_check(s.grid, c) == (repaired.kings(s.grid, c) <= union)


@pytest.mark.parametrize("reading", [repaired, ERRATA["E-A1"], ERRATA["E-A2"]])
@pytest.mark.parametrize(("most_men", "size"), [(2, (3, 3)), (3, (2, 3)), (4, (2, 2))])
def test_A10_theorem_1_on_every_small_grid(reading: Definitions, most_men: int, size: Shape) -> None:
    grids = {s.grid for s in small.states_by_size(repaired, boards=[size], most_men=most_men)}
    assert len(grids) == {(3, 3): 72, (2, 3): 1230, (2, 2): 1452}[size]
    for grid in grids:
        other = small.recast(State(grid, "white"), reading).grid
        assert all(reading.theorem_1(other, c) for c in C)


@pytest.mark.soak
def test_A10_theorem_1_on_every_grid_of_two_files_and_three_ranks() -> None:
    tried = 0
    for s in small.states_by_size(repaired, boards=[(2, 3)], most_men=6):
        if s.colour == "white":
            tried += 1
            assert all(repaired.theorem_1(s.grid, c) for c in C)
    assert tried == 6 * 5 * 11**4  # two kings, and on each other tile any of ten men or none


@settings(max_examples=200)
@given(states())
def test_A10_theorem_1_on_large_boards(s: State) -> None:
    for c in C:
        assert repaired.theorem_1(s.grid, c)
        # The remark in brackets: a queen and a knight at once see all that the six types see.
        (king,) = repaired.kings(s.grid, c)
        both: set[Tile] = set()
        for kind in ("Q", "N"):
            stand_in: Tile = (king[0], (c, kind))
            both |= repaired.attacks(s.grid - {king} | {stand_in}, stand_in)
        assert repaired.check_range(s.grid, king) == both


def test_A10_the_converse_is_false() -> None:
    grid = read("4k3/8/8/8/8/4n3/8/4K3 w").grid
    assert repaired.near_check(grid, "white")
    assert not repaired.in_check(grid, "white")
    first = next(
        s
        for s in small.states_by_size(repaired)
        if repaired.near_check(s.grid, s.colour) and not repaired.in_check(s.grid, s.colour)
    )
    assert write(first) == "k/1/K w - - 0 1"  # on a file of three squares, a king that is two steps away


@given(states())
def test_A11_moves_satisfy_the_three_clauses_and_no_others_do(s: State) -> None:
    moves = repaired.moves(s)
    everything = ((t1, t2) for t1 in men(s.grid) for t2 in repaired.reach(s.grid, t1))
    assert moves == {(t1, t2) for t1, t2 in everything if t1 != t2 and t1[1][0] == s.colour}


@settings(max_examples=25)
@given(states())
def test_A12_successors_change_two_tiles(s: State) -> None:
    for m in repaired.moves(s):
        (k1, piece), (k2, captured) = m
        after = repaired.successors(s, m)
        assert len(after) == (0 if captured[1] == "K" else 1)
        for grid, colour in after:
            assert colour == switch(s.colour)
            assert grid - s.grid == {(k1, (None, "null")), (k2, piece)}
            assert s.grid - grid == set(m)


@settings(max_examples=25)
@given(states())
def test_A13_legal_moves_are_moves_that_leave_no_check(s: State) -> None:
    legal = repaired.legal_moves(s)
    assert legal <= repaired.moves(s)
    for m in repaired.moves(s):
        after = repaired.successors(s, m)
        assert (m in legal) == (bool(after) and not any(repaired.in_check(g, s.colour) for g, _ in after))


def test_A13_pinned_men_stay() -> None:
    assert not {m for m in move_texts(read("4r2k/8/8/8/8/8/4B3/4K3 w")) if m.startswith("e2")}
    assert {m for m in move_texts(read("4r2k/8/8/8/8/8/4R3/4K3 w")) if m.startswith("e2")} == {
        "e2e3", "e2e4", "e2e5", "e2e6", "e2e7", "e2e8",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fen", "mate", "stalemate"),
    [
        ("k7/1Q6/2K5/8/8/8/8/8 b", True, False),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w", True, False),
        ("k7/2N5/NK6/8/8/8/8/8 b", True, False),
        ("7k/5Q2/6K1/8/8/8/8/8 b", False, True),
        ("k7/2K5/1Q6/8/8/8/8/8 b", False, True),
        ("k7/2K5/1Q6/8/8/8/8/8 w", False, False),
        (START, False, False),
    ],
)
def test_A14_A15_checkmate_and_stalemate(fen: str, mate: bool, stalemate: bool) -> None:
    assert (repaired.is_checkmate(read(fen)), repaired.is_stalemate(read(fen))) == (mate, stalemate)


@pytest.mark.parametrize(
    ("letters", "size", "states", "mates", "stalemates", "dead_states"),
    [  # counted by `dead`, and again below by walking backwards from the checkmates
        ("Kk", (3, 3), 64, 0, 0, 64),
        ("KQk", (3, 3), 336, 64, 48, 152),
        ("KRk", (3, 3), 396, 16, 28, 124),
        ("KBk", (3, 3), 452, 0, 36, 452),
        ("KNk", (3, 3), 464, 0, 24, 464),
        ("KRk", (3, 4), 1290, 28, 32, 240),
    ],
)
def test_A15_dead_states_are_a_greatest_fixpoint(
    letters: str, size: Shape, states: int, mates: int, stalemates: int, dead_states: int
) -> None:
    play = play_of(letters, size)
    found, ends = dead(play), checkmates(play)
    assert (len(play), len(ends), len(found)) == (states, mates, dead_states)
    assert sum(not after for after in play.values()) - mates == stalemates
    assert {s for s in play if repaired.is_stalemate(s)} <= found
    assert not found & ends
    assert all(play[s] <= found for s in found)  # it is a fixpoint
    assert found == set(play) - leading_to(ends, play)  # it is the greatest


def test_A15_a_rook_is_dead_where_it_must_be_captured() -> None:
    play = play_of("KRk", (3, 3))
    full = [s for s in dead(play) if len(men(s.grid)) == 3]
    assert len(full) == 60
    forced = [s for s in full if play[s]]
    assert len(forced) == 32
    assert {len(men(after.grid)) for s in forced if s.colour == "black" for after in play[s]} == {2}


def test_A15_a_universe_too_large_is_refused() -> None:
    with pytest.raises(LimitError, match="configurations"):
        within_reach([read(START)], limits=Limits(configurations=30))


def test_A15_the_greatest_fixpoint_of_a_decreasing_chain() -> None:
    assert greatest_fixpoint(lambda X: frozenset(x for x in X if x + 1 in X), frozenset(range(9))) == set()


def test_A15_as_printed_is_paradoxical_where_nothing_ends() -> None:
    play = play_of("KBk", (3, 3))
    sure, paradoxical = stalemates_as_printed(play)
    stuck = {s for s, after in play.items() if not after}
    assert sure == stuck
    assert len(paradoxical) == 88
    assert paradoxical == set(play) - leading_to(stuck, play)
    assert paradoxical < dead(play)


@pytest.mark.parametrize(("plies", "count"), [(1, 20), (2, 400), (3, 8902)])
def test_A16_games_from_the_start(plies: int, count: int) -> None:
    assert len(repaired.moves(read(START))) == len(repaired.legal_moves(read(START))) == 20
    assert repaired.count_openings(read(START), plies) == count


@pytest.mark.soak
def test_A16_games_of_four_plies() -> None:
    assert repaired.count_openings(read(START), 4) == 197_281


def played(*texts: str) -> list[State]:
    """The states from the start on, along moves in coordinates."""
    history = [read(START)]
    for text in texts:
        s = history[-1]
        (m,) = (m for m in repaired.legal_moves(s) if square(m[0][0]) + square(m[1][0]) == text)
        history += repaired.successors(s, m)
    return history


def test_A16_a_game_begins_at_the_start_ends_over_and_leaps_nowhere() -> None:
    start = read(START)
    fools_mate = played("f2f3", "e7e5", "g2g4", "d8h4")
    assert repaired.is_game(fools_mate, start)
    assert not repaired.is_game(fools_mate[1:], start)  # 1: another beginning
    assert not repaired.is_game(fools_mate[:-1], start)  # 2: not over
    assert not repaired.is_game([*fools_mate[:2], *fools_mate[3:]], start)  # 3: a move left out
    assert not repaired.is_game([], start)


@pytest.mark.parametrize(
    ("fen", "rule"),
    [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "castling"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "promotion"),
    ],
)
def test_A17_what_is_promised_for_a_later_version_is_not_covered(fen: str, rule: str) -> None:
    missing = {"castling": "e1g1", "en passant": "e5d6", "promotion": "a7a8q"}
    assert not covers(fen)
    assert missing[rule] not in move_texts(read(fen))


def test_A17_a_pawn_stays_a_pawn() -> None:
    (m,) = (m for m in repaired.legal_moves(read("4k3/P7/8/8/8/8/8/4K3 w")) if m[0][1][1] == "P")
    (after,) = repaired.successors(read("4k3/P7/8/8/8/8/8/4K3 w"), m)
    assert graph(after.grid)[at("a8")] == ("white", "P")
    assert write(after) == "P3k3/8/8/8/8/8/8/4K3 b - - 0 1"
