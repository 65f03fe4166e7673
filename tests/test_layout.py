"""Text pictures of boards: what is drawn is read back as the same squares; bad pictures are rejected."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lasker.kernel.errors import PictureError
from lasker.space import shapes
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass, cubic
from lasker.space.layout import draw, drawable, read
from lasker.space.plane import PlaneLayout, plane_layout
from lasker.space.space import Site, Space
from worlds import often

LINE = cubic(1)
PICTURED = pytest.mark.parametrize("compass", [LINE, SQUARE, CUBE, HEX, HEXFILES], ids=lambda c: c.name)
SIGNS = ".♙♟RNx■"


def settled(picture: dict[Site, str]) -> set[tuple[Site, str]]:
    """A picture up to translation: its squares counted from the lowest ones."""
    low = [min(axis) for axis in zip(*picture, strict=True)]
    return {
        (tuple(x - least for x, least in zip(site, low, strict=True)), sign) for site, sign in picture.items()
    }


@PICTURED
@often(40)
@given(st.data())
def test_reading_undoes_drawing(compass: Compass, data: st.DataObject) -> None:
    size = len(compass.origin)
    near = st.tuples(*(st.integers(-3, 3) for _ in range(size)))
    marks = data.draw(st.dictionaries(near, st.sampled_from(SIGNS), min_size=1, max_size=9))
    picture = draw(compass, marks.items())
    assert settled(read(compass, picture)) == settled(marks)
    assert settled(read(compass, picture.replace("\n", "/"))) == settled(marks)


@pytest.mark.parametrize(
    "space",
    [shapes.hexagon(n, files) for n in (1, 2, 3) for files in (False, True)]
    + [shapes.star(2), shapes.rhombus(3, 4), shapes.rectangle(4, 3), shapes.box(3, 2, 2), shapes.box(5)],
    ids=lambda space: f"{space.compass.name} {len(space.sites)}",
)
def test_whole_boards_are_drawn_and_read(space: Space) -> None:
    marks = {site: SIGNS[i % len(SIGNS)] for i, site in enumerate(space.sites)}
    assert settled(read(space.compass, draw(space.compass, marks.items()))) == settled(marks)


def test_pictures_look_as_they_should() -> None:
    marks = [(site, ".") for site in shapes.rectangle(2, 2).sites if site != (0, 1)]
    assert draw(SQUARE, [*marks, ((0, 1), "♟")]) == "♟.\n.."
    assert draw(HEX, [(site, ".") for site in shapes.hexagon(2).sites]) == " . .\n. . .\n . ."
    assert read(SQUARE, "♟./♙") == {(0, 1): "♟", (1, 1): ".", (0, 0): "♙"}
    assert read(SQUARE, "..\n#.") == {(0, 1): ".", (1, 1): ".", (1, 0): "."}
    assert read(CUBE, "a//b") == {(0, 0, 1): "a", (0, 0, 0): "b"}


def test_hexagons_are_neighbours_where_they_touch() -> None:
    for compass, picture in ((HEX, " c b\nd @ a\n e f"), (HEXFILES, " b\nc a\n @\nd f\n e")):
        found = {sign: site for site, sign in read(compass, picture).items()}
        steps = {tuple(x - y for x, y in zip(found[s], found["@"], strict=True)) for s in "abcdef"}
        assert steps == {d.shift for d in compass.directions.values()}


@PICTURED
@given(picture=st.text(alphabet=" .#♙\n/", max_size=30))
def test_any_text_reads_as_a_board_or_is_refused(compass: Compass, picture: str) -> None:
    try:
        found = read(compass, picture)
    except PictureError:
        return
    assert set(found.values()) <= {".", "♙"}
    assert settled(read(compass, draw(compass, found.items()))) == settled(found)


def test_boards_without_a_picture_say_so() -> None:
    assert not drawable(cubic(4))
    for attempt in (lambda: draw(cubic(4), [((0, 0, 0, 0), ".")]), lambda: read(cubic(4), ".")):
        with pytest.raises(PictureError):
            attempt()
    with pytest.raises(PictureError):
        read(SQUARE, " #/#")


def linked(*lines: str) -> PlaneLayout:
    links = [
        link
        for a, *rest in map(str.split, lines)
        for b in rest
        for link in ((a, f"to {b}", b), (b, f"to {a}", a))
    ]
    return plane_layout(shapes.graph(links))


def test_names_of_squares_place_a_graph_unless_a_link_would_run_over_a_third_site() -> None:
    assert linked("a1 b1", "b1 c1", "c1 c2").centres == [(0.0, -1.0), (1.0, -1.0), (2.0, -1.0), (2.0, -2.0)]
    jumping = linked("a1 b1 c1", "b1 c1")
    assert len({y for _, y in jumping.centres}) == 3  # on a circle


def test_a_graph_with_a_rim_lies_inside_it() -> None:
    """Neighbours of a wheel with two rings: the rim is the outer one, whatever its names."""
    drawn = linked("a a2 b", "b b2 c", "c c2 d", "d d2 a", "a2 b2 m", "b2 c2 m", "c2 d2 m", "d2 a2 m")
    far = dict(zip(("a", "a2", "b", "b2", "c", "c2", "d", "d2"), drawn.centres, strict=False))
    assert len(drawn.signs) == 4
    assert math.hypot(*far["a"]) > 1.5 * math.hypot(*far["a2"]) > 0
