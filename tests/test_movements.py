"""Movements: the laws of their group on every compass, relations of the letters, symmetries, orbits."""

from __future__ import annotations

from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lasker.kernel.errors import SpaceError
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass, cubic
from lasker.space.movement import compose_players, invert_players
from strategies import COMPASSES, movements, offsets
from worlds import RICH, often

EVERY = pytest.mark.parametrize("compass", COMPASSES, ids=lambda compass: compass.name)
LATTICES = pytest.mark.parametrize("compass", COMPASSES[:-1], ids=lambda compass: compass.name)


# --- the group of movements -------------------------------------------------------------------


@EVERY
@often(20)
@given(st.data())
def test_movements_compose_and_act(compass: Compass, data: st.DataObject) -> None:
    m, n, k = (data.draw(movements(compass, RICH)) for _ in range(3))
    x = data.draw(offsets(compass))
    assert (m * n) * k == m * (n * k)
    assert compass.identity * m == m == m * compass.identity
    assert (m * n)(x) == m(n(x))
    assert compass.identity(x) == x
    assert (m * n).turn == m.turn * n.turn
    assert m.shift == m(compass.origin)


@EVERY
@often(20)
@given(st.data())
def test_movements_have_inverses_and_powers(compass: Compass, data: st.DataObject) -> None:
    steps = compass.name != "graph"  # a step along a graph has no inverse, see below
    m, n = (data.draw(movements(compass, RICH, steps)) for _ in range(2))
    i, j, x = data.draw(st.integers(-5, 5)), data.draw(st.integers(-5, 5)), data.draw(offsets(compass))
    assert m * m.inverse() == compass.identity == m.inverse() * m
    assert m.inverse().inverse() == m
    assert (m * n).inverse() == n.inverse() * m.inverse()
    assert m.inverse()(m(x)) == x
    assert m ** (i + j) == m**i * m**j
    assert m**-i == (m**i).inverse() == m.inverse() ** i
    assert (m**i) ** j == m ** (i * j)
    assert m**0 == compass.identity
    assert m**3 == m * m * m


@LATTICES
@often(15)
@given(st.data())
def test_movements_are_bijections_that_keep_distances(compass: Compass, data: st.DataObject) -> None:
    m = data.draw(movements(compass))
    near = set(product((-1, 0, 1), repeat=len(compass.origin)))
    assert len({m(x) for x in near}) == len(near)
    steps = {d.shift for d in compass.directions.values()}
    assert {m.turn(step) for step in steps} == steps, "a turn permutes the directions"


def test_a_step_along_a_graph_has_no_inverse() -> None:
    with pytest.raises(SpaceError):
        COMPASSES[-1].directions["on"].inverse()


def test_letters_satisfy_the_printed_relations() -> None:
    for compass, order in ((SQUARE, 4), (CUBE, 4), (cubic(4), 4), (HEX, 6), (HEXFILES, 6)):
        R, F, one = compass.turns["R"], compass.turns["F"], compass.identity
        powers = [R**k for k in range(order)]
        assert len(set(powers)) == order, compass.name
        assert R**order == F**2 == one
        assert F * R * F == R**-1
    u, d, l, r = (SQUARE.directions[name] for name in "udlr")
    assert u * r == r * u
    assert u * d == l * r == SQUARE.identity
    assert SQUARE.turns["R"].turn(r.shift) == u.shift, "B12: R turns right into up"
    for pair in (("r", "l"), ("ur", "dl"), ("ul", "dr")):
        assert HEX.directions[pair[0]] * HEX.directions[pair[1]] == HEX.identity
    assert HEX.directions["ul"] * HEX.directions["r"] == HEX.directions["ur"]
    assert HEXFILES.directions["ul"] * HEXFILES.directions["ur"] == HEXFILES.directions["u"]
    for compass in (HEX, HEXFILES):  # F is the mirror of left and right
        F = compass.turns["F"]
        names = {movement.shift: name for name, movement in compass.directions.items()}
        for name, movement in compass.directions.items():
            assert names[F.turn(movement.shift)] == name.translate(str.maketrans("lr", "rl"))


@given(st.permutations(range(4)), st.permutations(range(4)))
def test_permutations_of_players_form_a_group(first: list[int], second: list[int]) -> None:
    p, q = tuple(first), tuple(second)
    assert compose_players(p, invert_players(p)) == ()
    both = compose_players(p, q) or tuple(range(4))
    assert all(both[i] == p[q[i]] for i in range(4))


# --- symmetries and orbits --------------------------------------------------------------------


@EVERY
def test_symmetries_are_a_group_of_the_right_size(compass: Compass) -> None:
    size = len(compass.origin)
    known = {"hex": 12, "hexfiles": 12, "graph": 2}
    assert len(compass.symmetries) == known.get(compass.name, 2**size * factorial(size))
    group = set(compass.symmetries)
    assert len(group) == len(compass.symmetries)
    for turn in compass.turns.values():
        assert {g * turn for g in group} == group == {turn * g for g in group}


@EVERY
@often(20)
@given(st.data())
def test_orbits_name_every_image_once(compass: Compass, data: st.DataObject) -> None:
    word = data.draw(movements(compass))
    images = [symmetry.turn(word.shift) for symmetry in compass.orbit(word)]
    assert len(set(images)) == len(images)
    assert set(images) == {symmetry.turn(word.shift) for symmetry in compass.symmetries}
    assert images[0] == word.shift
