"""Spaces of every shape: offsets, gluings and their frames, graphs and their
automorphisms, labels, regions."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lasker.kernel.errors import LimitError, SpaceError
from lasker.kernel.limits import Limits
from lasker.space import shapes
from lasker.space.compass import SQUARE
from lasker.space.space import Gluing, GraphSpace, LatticeSpace, Space, file_name, file_number
from naive_boards import Ground
from strategies import offsets
from worlds import SMALL, graphs, lattices, often

# --- offsets ----------------------------------------------------------------------------------


@often(60)
@given(st.one_of(lattices(), graphs()), st.data())
def test_offsets_are_walked_as_one_walks_step_by_step(space: Space, data: st.DataObject) -> None:
    ground, offset = Ground(space, SMALL), data.draw(offsets(space.compass, 5))
    for site, frame in space.places:
        spot = ground.walk((space.sites[site], ground.frame(frame)), offset)
        found = space.reach((site, frame), offset)
        if found is None:
            assert spot is None or spot[0] not in space.sites
        else:
            assert spot == (space.sites[found[0]], ground.frame(found[1]))


@often(50)
@given(lattices(), st.data())
def test_walks_compose_and_can_be_walked_back(space: Space, data: st.DataObject) -> None:
    a, b = data.draw(offsets(space.compass, 4)), data.draw(offsets(space.compass, 4))
    both, back = tuple(x + y for x, y in zip(a, b, strict=True)), tuple(-x for x in a)
    for place in space.places:
        middle = space.reach(place, a)
        if middle is not None:
            assert space.reach(middle, b) == space.reach(place, both)
            assert space.reach(middle, back) == place


@given(st.integers(1, 6), st.integers(1, 6))
def test_walking_round_a_glued_board_returns_to_the_start(files: int, ranks: int) -> None:
    tube, ring, strip = (
        shapes.cylinder(files, ranks),
        shapes.torus(files, ranks),
        shapes.moebius(files, ranks),
    )
    for at, site in enumerate(tube.sites):
        home, mirrored = (at, 0), (site[0], ranks - 1 - site[1])
        assert tube.reach(home, (files, 0)) == tube.reach(home, (-files, 0)) == home
        assert (
            ring.reach(home, (files, 0))
            == ring.reach(home, (0, ranks))
            == ring.reach(home, (-files, ranks))
            == home
        )
        once = (strip.index[mirrored], 1)
        assert strip.reach(home, (files, 0)) == strip.reach(home, (-files, 0)) == once
        assert strip.reach(home, (2 * files, 0)) == home
        up, down = strip.reach(once, (0, 1)), strip.reach((once[0], 0), (0, -1))
        assert (up and up[0]) == (down and down[0]), "upside down, up is down"
        assert tube.reach(home, (0, ranks)) is None


def test_impossible_gluings_and_boards_are_refused() -> None:
    for gluings in ([Gluing(0, 2)], [Gluing(0, 3, 1), Gluing(1, 3, 0)]):
        with pytest.raises(SpaceError):
            LatticeSpace(SQUARE, product(range(3), range(3)), gluings)
    for sites in ([], [(0, 0), (0, 0)], [(0,)], [(0, 0), (1, 0, 0)]):
        with pytest.raises(SpaceError):
            LatticeSpace(SQUARE, sites)


# --- graphs -----------------------------------------------------------------------------------


def has_automorphism(links: dict[tuple[str, str], str], names: list[str], images: dict[str, str]) -> bool:
    """Is there, among all permutations of the sites, one that maps every link to a link?"""
    for shuffled in permutations(names):
        to = dict(zip(names, shuffled, strict=True))
        if {((to[a], images[way]), to[b]) for (a, way), b in links.items()} == set(links.items()):
            return True
    return False


@often(120)
@given(st.data())
def test_a_turn_of_a_graph_is_accepted_exactly_if_a_symmetry_carries_it(data: st.DataObject) -> None:
    names, ways = (
        list("pqrstv")[: data.draw(st.integers(1, 6))],
        ["on", "back", "up"][: data.draw(st.integers(1, 3))],
    )
    images = dict(zip(ways, data.draw(st.permutations(ways)), strict=True))
    keys = st.tuples(st.sampled_from(names), st.sampled_from(ways))
    links = data.draw(st.dictionaries(keys, st.sampled_from(names), min_size=1, max_size=3))
    if data.draw(st.booleans()):  # make a symmetry likely: add the images of the links under a shuffle
        to = dict(zip(names, data.draw(st.permutations(names)), strict=True))
        for _ in range(6):
            links = {(to[a], images[way]): to[b] for (a, way), b in links.items()} | links
    used, directions = (
        sorted({site for (a, _), b in links.items() for site in (a, b)}),
        {way for _, way in links},
    )
    if {images[way] for way in directions} != directions:
        return
    turn = {way: images[way] for way in sorted(directions)}
    triples = [(a, way, b) for (a, way), b in links.items()]
    if has_automorphism(links, used, images):
        assert isinstance(shapes.graph(triples, {"T": turn}), GraphSpace)
    else:
        with pytest.raises(SpaceError):
            shapes.graph(triples, {"T": turn})


def test_two_links_in_one_direction_are_refused() -> None:
    for links in ([("x", "on", "y"), ("x", "on", "z")], []):
        with pytest.raises(SpaceError):
            shapes.graph(links)


# --- shapes, labels, regions ------------------------------------------------------------------


@given(st.integers(1, 7), st.integers(1, 7), st.integers(1, 4))
def test_shapes_have_as_many_squares_as_their_names_promise(n: int, p: int, q: int) -> None:
    expected: list[tuple[Space, int]] = [
        (shapes.rectangle(n, p), n * p),
        (shapes.box(n, p, q), n * p * q),
        (shapes.hexagon(n), 1 + 6 * n * (n - 1) // 2),
        (shapes.hexagon(n, files=True), 1 + 6 * n * (n - 1) // 2),
        (shapes.rhombus(n, p), n * p),
        (shapes.star(q), 12 * q * (q + 1) // 2 + 1),
        *((shape(n, p), n * p) for shape in (shapes.cylinder, shapes.torus, shapes.moebius)),
    ]
    for space, size in expected:
        assert len(space.sites) == len(set(space.sites)) == size


def test_shapes_refuse_what_they_cannot_build() -> None:
    builders: list[Any] = [shapes.rectangle, shapes.cylinder, shapes.torus, shapes.moebius, shapes.rhombus]
    for shape in builders:
        with pytest.raises(SpaceError):
            shape(0, 3)
        with pytest.raises(LimitError):
            shape(10**6, 10**6)
        with pytest.raises(LimitError):
            shape(3, 3, limits=Limits(sites=8))
    for shape in (shapes.hexagon, shapes.star):
        with pytest.raises(SpaceError):
            shape(0)
        with pytest.raises(LimitError):
            shape(10**9)
    with pytest.raises(SpaceError):
        shapes.box()


@often(50)
@given(st.one_of(lattices(), graphs()))
def test_labels_read_back(space: Space) -> None:
    labels = [space.label(i) for i in range(len(space.sites))]
    assert [space.site(label) for label in labels] == list(range(len(labels)))


def test_labels_of_graphs_may_have_blanks() -> None:
    space = shapes.graph([("old mill", "on", "inn"), ("oldmill", "on", "inn")])
    assert [space.site(name) for name in ("old mill", "oldmill", "inn")] == [0, 1, 2]


@given(st.integers(0, 10**9))
def test_files_are_counted_in_letters(number: int) -> None:
    assert file_number(file_name(number)) == number


def test_a_region_is_declared_once() -> None:
    space = shapes.rectangle(2, 2)
    space.add_region("home", [0], 0)
    space.add_region("home", [3], 1)
    with pytest.raises(SpaceError):
        space.add_region("home", [1], 0)


def test_a_board_that_begins_elsewhere_is_glued_at_its_own_edges() -> None:
    ring = LatticeSpace(SQUARE, [(x, 0) for x in range(3, 7)], [Gluing(0, 4)])
    first, last = ring.index[3, 0], ring.index[6, 0]
    assert ring.reach((last, 0), (1, 0)) == (first, 0)
    assert ring.reach((first, 0), (-5, 0)) == (last, 0)
