"""SVG pictures: well-formed XML, every square and piece in its place, deterministic output."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import lasker
from lasker.algebra.contents import CHESSMEN, PieceType, Vocabulary
from lasker.cli import main
from lasker.drawing.boards.board_svg import board_svg
from lasker.drawing.pieces.characters import CHARACTERS, character
from lasker.drawing.pieces.fairy_shapes import FAIRY, PIECE_SHAPES
from lasker.drawing.pieces.figure_assignment import Tiles, _is_character, figures
from lasker.drawing.pieces.piece_names import NAMES, WEDGES
from lasker.drawing.pieces.player_colours import HUES, colours
from lasker.kernel.errors import LaskerError, PictureError
from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play.game import Game, load
from lasker.play.library import modelled, sources
from lasker.space import shapes
from lasker.space.compass import SQUARE
from lasker.space.plane import plane_layout
from lasker.space.space import LatticeSpace, Space
from worlds import World, often, worlds

SOME_GAME = "tictactoe"
SVG = "{http://www.w3.org/2000/svg}"
MILL = shapes.graph([("a1", "r", "d1"), ("d1", "r", "g1"), ("d1", "u", "d3"), ("g1", "l", "d1")])
RING = shapes.graph(
    [("north", "on", "east"), ("east", "on", "south"), ("south", "on", "north"), ("east", "stay", "east")]
)
SPACES = {
    "rectangle": shapes.rectangle(5, 3),
    "holes": LatticeSpace(SQUARE, [(0, 0), (2, 0), (1, 1), (4, 3)]),
    "line": shapes.box(4),
    "cube": shapes.box(3, 4, 2),
    "four dimensions": shapes.box(2, 2, 3, 2),
    "cylinder": shapes.cylinder(4, 3),
    "torus": shapes.torus(4, 3),
    "moebius": shapes.moebius(4, 3),
    "hexagon": shapes.hexagon(4),
    "hexagon of files": shapes.hexagon(4, files=True),
    "rhombus": shapes.rhombus(3, 4),
    "star": shapes.star(2),
    "graph of squares": MILL,
    "graph": RING,
}
every_space = pytest.mark.parametrize("space", SPACES.values(), ids=SPACES.keys())


def read(text: str) -> ElementTree.Element:
    """The picture as a tree; one that is not well-formed XML fails here."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    return root


def classed(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if element.get("class") == name]


def titles(root: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in root.iter(f"{SVG}title")]


def full(space: Space, vocabulary: Vocabulary = CHESSMEN) -> list[int]:
    """A board with the pieces in turn on its squares."""
    pieces = [vocabulary.content(piece.glyph) for piece in vocabulary.pieces]
    return [pieces[site % len(pieces)] for site in range(len(space.sites))]


@every_space
@pytest.mark.parametrize("flipped", [False, True])
def test_every_square_and_every_piece_is_drawn_once(space: Space, flipped: bool) -> None:
    root = read(board_svg(space, CHESSMEN, full(space), flipped=flipped))
    names = [space.label(site) for site in range(len(space.sites))]
    assert [square.get("data-square") for square in classed(root, "square")] == names
    assert [title.split(", ", 1)[1] for title in titles(root)] == names
    assert len(classed(root, "piece")) == len(names)


@every_space
@pytest.mark.parametrize("flipped", [False, True])
def test_squares_stand_apart_and_inside_the_picture(space: Space, flipped: bool) -> None:
    drawn = plane_layout(space, flipped)
    left, top, right, bottom = drawn.box()
    points = drawn.centres + [point for point, _ in drawn.signs]
    assert all(left < x < right and top < y < bottom for x, y in points)
    for i, (x, y) in enumerate(points):
        for p, q in points[:i]:
            assert (x - p) ** 2 + (y - q) ** 2 > 0.15, "two squares or signs on one place"


@every_space
def test_flipped_turns_the_board_round(space: Space) -> None:
    """The midpoint of a square's two positions is the same for all squares of a layer."""
    here, there = plane_layout(space).centres, plane_layout(space, flipped=True).centres
    middles: dict[object, set[tuple[float, float]]] = {}
    for site, a, b in zip(space.sites, here, there, strict=True):
        layer = site[2:] if isinstance(site, tuple) else ()
        middles.setdefault(layer, set()).add((round(a[0] + b[0], 6) + 0.0, round(a[1] + b[1], 6) + 0.0))
    assert all(len(found) == 1 for found in middles.values())
    assert len(space.sites) == 1 or here != there


def test_white_is_below_unless_flipped() -> None:
    def heights(flipped: bool) -> dict[str, float]:
        space = shapes.rectangle(8, 8)
        return {space.label(i): y for i, (_, y) in enumerate(plane_layout(space, flipped).centres)}

    assert heights(False)["a1"] > heights(False)["a8"]
    assert heights(True)["a1"] < heights(True)["a8"]


@every_space
def test_highlights_and_arrows(space: Space) -> None:
    first, last = space.label(0), space.label(len(space.sites) - 1)
    board = [0] * len(space.sites)
    plain = read(board_svg(space, CHESSMEN, board))
    assert not classed(plain, "highlight")
    assert not classed(plain, "arrow")
    root = read(
        board_svg(
            space, CHESSMEN, board, highlights=[first, 1], last=[last], arrows=[(first, last), (0, 1), (0, 0)]
        )
    )
    assert len(classed(root, "highlight")) == 3
    assert len(classed(root, "arrow")) == 3
    coloured = read(board_svg(space, CHESSMEN, board, highlights={first: "#123456", 1: "tomato"}))
    assert [tint.get("fill") for tint in classed(coloured, "highlight")] == ["#123456", "tomato"]


@given(worlds(), st.data())
@often(60)
def test_any_world_is_drawn_the_same_way_twice(world: World, data: st.DataObject) -> None:
    space, vocabulary = world.space, world.vocabulary
    contents = st.integers(0, vocabulary.size - 1)
    size = len(space.sites)
    board = data.draw(st.lists(contents, min_size=size, max_size=size))
    flipped = data.draw(st.booleans())
    picture = board_svg(space, vocabulary, board, flipped=flipped)
    root = read(picture)
    assert len(classed(root, "square")) == size
    assert len(classed(root, "piece")) == sum(vocabulary.symbol(content) > 0 for content in board)
    assert picture == board_svg(space, vocabulary, tuple(board), flipped=flipped)


def test_seams_are_dashed() -> None:
    counts = {"rectangle": 0, "cylinder": 2, "moebius": 2, "torus": 4, "cube": 0}
    for name, count in counts.items():
        root = read(board_svg(SPACES[name], CHESSMEN, [0] * len(SPACES[name].sites)))
        seams = classed(root, "seam")
        assert len(seams) == count
        assert all(seam.get("stroke-dasharray") for seam in seams)
    straight, twisted = plane_layout(SPACES["cylinder"]).seams, plane_layout(SPACES["moebius"]).seams
    assert straight[0].start[1] == straight[1].start[1]
    assert twisted[0].start[1] == twisted[1].end[1] != twisted[1].start[1]


def test_links_are_drawn_once_and_graphs_lie_where_their_names_say() -> None:
    root = read(board_svg(MILL, CHESSMEN, [0] * 4))
    assert len(classed(root, "link")) == 3
    at = {MILL.label(i): point for i, point in enumerate(plane_layout(MILL).centres)}
    assert at["g1"][0] - at["a1"][0] == 6
    assert at["d1"][1] - at["d3"][1] == 2
    assert len(classed(read(board_svg(RING, CHESSMEN, [0] * 3)), "link")) == 4


def test_empty_layers_on_top_of_a_high_board_are_left_out() -> None:
    space = shapes.box(2, 2, 20)
    board = [CHESSMEN.content("♔")] * 4 + [0] * 76
    assert len(classed(read(board_svg(space, CHESSMEN, board)), "square")) == 8
    marked = read(board_svg(space, CHESSMEN, board, highlights=["Jb2"]))
    assert len(classed(marked, "square")) == 44


@pytest.mark.parametrize("game", sources())
def test_every_piece_of_the_library_has_a_picture(game: str) -> None:
    try:
        loaded = load(game)
    except LaskerError as error:  # whether its rules are valid is tested elsewhere
        pytest.skip(f"{game} cannot be read: {error}")
    vocabulary, space = loaded.model.rules.vocabulary, loaded.model.space
    drawn = figures(vocabulary)
    assert len(drawn) == len(vocabulary.pieces)
    pictures = {
        (figure.draw(), piece.name): piece for figure, piece in zip(drawn, vocabulary.pieces, strict=True)
    }
    assert len(pictures) == len(vocabulary.pieces), "two pieces look the same"
    for figure in drawn:
        read(f'<svg xmlns="{SVG[1:-1]}">{figure.draw()}</svg>')
    read(board_svg(space, vocabulary, full(space, vocabulary)))


def test_every_shape_is_drawn_and_every_name_has_a_shape() -> None:
    assert set(NAMES.values()) <= set(PIECE_SHAPES)
    for name, shape in NAMES.items():
        piece = PieceType("Z", "z", name.replace(" ", "_").upper(), 0)
        [figure] = figures(Vocabulary(["white"], [piece]))
        assert figure.shape == ("wedge" if name in WEDGES else shape)


def test_characters_need_no_font() -> None:
    root = read(load("xiangqi").start().svg())
    assert len(classed(root, "character")) == len(classed(root, "piece")) == 32
    assert not [text for text in labels(root) if text in CHARACTERS]
    pictures = {character(sign, (50, 50), 40, "#000") for sign in CHARACTERS}
    assert len(pictures) == len(CHARACTERS) == 28
    for strokes in CHARACTERS.values():
        assert all(-1 <= x <= 103 and -1 <= y <= 101 for stroke in strokes for x, y in stroke)
        assert all(len(stroke) > 1 for stroke in strokes)
    other = read(
        board_svg(shapes.rectangle(1, 1), Vocabulary(["red"], [PieceType("龍", "D", "dragon", 0)]), [1])
    )
    assert "龍" in labels(other), "what we have not drawn is written"


def test_stones_stand_where_lines_cross() -> None:
    root = read(load("go9").start().svg())
    [lines] = classed(root, "lines")
    assert lines.get("d", "").count("M") == 2 * 9 * 8
    for game in ("chess", "othello", "hex11", "qubic", "tictactoe"):
        assert not classed(read(load(game).start().svg()), "lines")


def test_shapes_follow_names_signs_and_company() -> None:
    def shape(*pieces: tuple[str, str]) -> list[str]:
        found = [PieceType(glyph, glyph, name, 0) for glyph, name in pieces]
        return [figure.shape for figure in figures(Vocabulary(["white"], found))]

    assert shape(("K", "king"), ("P", "pawn")) == ["king", "pawn"]
    assert shape(("K", "king"), ("M", "man")) == ["crowned", "man"]
    assert shape(("K", "king"), ("L", "lance"), ("♘", "knight")) == ["wedge", "wedge", "knight"]
    assert shape(("帥", "king"), ("♗", "zog"), ("H", "zog2"), ("✕", "stone")) == [
        "plate",
        "bishop",
        "token",
        "cross",
    ]


def test_players_have_colours_of_their_own() -> None:
    assert colours(["black", "white"]) == [HUES["black"], HUES["white"]]
    assert colours(["x", "o"]) == [HUES["white"], HUES["black"]]
    assert colours(["white", "second", "red", "fourth"])[1::2] == [HUES["black"], HUES["blue"]]
    many = colours([f"player {i}" for i in range(11)])
    assert len(set(many)) == 11
    assert len(colours([f"player {i}" for i in range(40)])) == 40


@pytest.mark.parametrize(
    "glyph", ["<", "&", '"', "'", "</svg>", "]]>", "{fill}", "\x01", "\ud800", "\uffff", "🧙‍♂️", "+"]
)
def test_hostile_signs_are_harmless(glyph: str) -> None:
    vocabulary = Vocabulary([f"a{glyph}b"], [PieceType(glyph, "q", f"<{glyph}>", 0)])
    space = shapes.graph([(f"<{glyph}", "on", f"&{glyph}")])
    picture = board_svg(space, vocabulary, [1, 1], highlights={0: f'"/><{glyph}'})
    root = read(picture)
    picture.encode("utf-8")
    assert len(classed(root, "piece")) == 2
    assert len(classed(root, "square")) == 2


def test_size_is_the_longer_side() -> None:
    for name, space in SPACES.items():
        root = read(board_svg(space, CHESSMEN, [0] * len(space.sites), size=300))
        assert max(int(root.get("width", "")), int(root.get("height", ""))) == 300, name


def test_coordinates_can_be_left_out() -> None:
    space = shapes.rectangle(3, 2)
    written = [text.text for text in read(board_svg(space, CHESSMEN, [0] * 6)).iter(f"{SVG}text")]
    assert written == ["a", "b", "c", "1", "2"]
    assert not list(read(board_svg(space, CHESSMEN, [0] * 6, coordinates=False)).iter(f"{SVG}text"))


def test_bad_requests_are_told() -> None:
    space = shapes.rectangle(2, 2)
    with pytest.raises(PictureError):
        board_svg(space, CHESSMEN, [0] * 3)
    with pytest.raises(PictureError):
        board_svg(space, CHESSMEN, [0] * 4, highlights=[4])
    with pytest.raises(PictureError):
        board_svg(space, CHESSMEN, [0] * 4, size=0)
    with pytest.raises(LaskerError):
        board_svg(space, CHESSMEN, [0] * 4, arrows=[("a1", "z9")])


def test_positions_and_boards_draw_themselves() -> None:
    start = load(SOME_GAME).start()
    after = start.play(str(start.moves[0]))
    assert not classed(read(start._repr_svg_()), "highlight")
    assert classed(read(after._repr_svg_()), "highlight")
    assert not classed(read(after.svg(last=())), "highlight")
    assert titles(read(lasker.board("..♙/♖..")._repr_svg_())) == ["white rook, a1", "white pawn, c2"]


def test_the_command_writes_a_file_or_to_the_output(tmp_path: Path) -> None:
    game, out = SOME_GAME, tmp_path / "board.svg"
    picture = load(game).start().svg()
    written = CliRunner().invoke(main, ["show", game, "--svg", str(out)])
    assert written.exit_code == 0
    assert "to move" in written.output
    assert out.read_text(encoding="utf-8") == picture
    assert CliRunner().invoke(main, ["show", game, "--svg", "-"]).output == picture
    told = CliRunner().invoke(main, ["show", game, "--svg", "-", "--json"])
    assert json.loads(told.output)["svg"] == picture
    assert CliRunner().invoke(main, ["show", game, "--svg", str(tmp_path / "no" / "x.svg")]).exit_code == 2


def labels(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


def test_pieces_in_hand_lie_beside_the_board() -> None:
    start = "4k3/8/8/8/8/8/8/4K2Q~[PPNq] w - - 0 1"
    position = load("crazyhouse").position(start)
    root = read(position.svg())
    held = [title for title in titles(root) if "in hand" in title]
    assert sorted(held) == ["black queen in hand: 1", "white knight in hand: 1", "white pawn in hand: 2"]
    assert len(classed(root, "held")) == 3
    assert len(classed(root, "hand")) == 2, "a tray for each player, even an empty one"
    assert "×2" in labels(root)
    assert "white queen, h1, promoted" in titles(root)
    assert len(classed(root, "mark")) == 1
    plain, flipped = float(root.get("width", "")), read(position.svg(flipped=True))
    assert float(flipped.get("width", "")) == plain
    assert not classed(read(position.svg(beside=())), "held")


def test_trays_stay_where_they_are_when_hands_are_empty() -> None:
    game = load("shogi")
    boxes = {read(p.svg()).get("viewBox") for p in (game.start(), game.start().play("g3g4"))}
    assert len(boxes) == 1


def test_held_pieces_change_sides_with_the_board() -> None:
    def height(flipped: bool) -> float:
        position = load("crazyhouse").position("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
        [held] = classed(read(position.svg(flipped=flipped)), "held")
        return float(held.get("transform", "").split("translate(")[1].split(")")[0].split()[1])

    assert height(False) > height(True)


def test_what_is_counted_is_told_beside_the_board() -> None:
    assert labels(read(load("three_check").start().svg())).count("left 3") == 2
    assert labels(read(load("nine_mens_morris").start().svg())).count("hand 9") == 2
    assert not [text for text in labels(read(load("minishogi").start().svg())) if text.startswith("knights")]


def test_regions_are_outlined_on_plain_boards_only() -> None:
    assert not classed(read(load("chess").start().svg()), "region")
    assert classed(read(load("chess").start().svg(regions=True)), "region")
    assert classed(read(load("shogi").start().svg()), "region")
    assert not classed(read(load("shogi").start().svg(regions=False)), "region")
    assert not classed(read(load("xiangqi").start().svg(regions=False)), "region")


def test_traps_and_thrones_are_shown_on_chequered_boards() -> None:
    """Four traps are tinted, and outlined together."""
    assert len(classed(read(load("arimaa").start().svg()), "region")) == 2
    assert not classed(read(load("arimaa").start().svg(regions=False)), "region")


def test_regions_have_the_colours_of_their_rules() -> None:
    """Every square of a coloured region, whoever owns it; other regions of the game are not shown then."""
    text = sources()["jungle"].text
    drawn = load("jungle").start().svg()
    assert drawn.count('class="region"') == 5  # water, two dens, the traps before each
    assert drawn.count("#6fa8cc") == 1
    water = next(line for line in drawn.split("<path") if "#6fa8cc" in line)
    assert water.count("M") == 12
    plain = modelled(Source(text.replace("picture", "-- picture"), "jungle.rules"))
    assert "#6fa8cc" not in Game(plain, "Jungle").start().svg()
    assert meaning_hash(plain) == meaning_hash(load("jungle").model)
    assert load("kamisado").start().svg().count('class="region"') == 8
    with pytest.raises(LaskerError, match="is no colour of a region"):
        modelled(Source(text.replace('"#6fa8cc"', '"water.svg"'), "jungle.rules"))
    with pytest.raises(LaskerError, match="no piece or region is called river"):
        modelled(Source(text.replace('picture "water"', 'picture "river"'), "jungle.rules"))


def test_the_line_around_a_region_leaves_out_the_frame() -> None:
    space = shapes.rectangle(4, 4)
    space.add_region("corner", [space.site("a1"), space.site("b1")], 0)
    vocabulary = Vocabulary(["red"], [PieceType("●", "R", "stone", 0)])
    [tint, line] = classed(read(board_svg(space, vocabulary, [0] * 16)), "region")
    assert tint.get("d", "").count("M") == 2
    assert line.get("d", "").count("M") == 3, "two sides above and one on the right"


def test_signs_are_parts_of_the_names_of_squares() -> None:
    written = labels(read(load("glinski").start().svg()))
    assert "j" not in written, "Gliński's files are called a to i, k and l"
    assert {"a", "k", "l", "1", "11"} <= set(written)
    written = labels(read(load("raumschach").start().svg()))
    assert sorted(text for text in written if text.isupper()) == ["A", "B", "C", "D", "E"]
    assert written.count("a") == written.count("5") == 5
    space = shapes.rectangle(2, 2)
    space.rename(["x7", "y7", "x8", "y8"])
    assert labels(read(board_svg(space, CHESSMEN, [0] * 4))) == ["x", "y", "7", "8"]


def test_squares_keep_their_names_when_layers_are_left_out() -> None:
    space = shapes.box(2, 2, 30)
    root = read(board_svg(space, CHESSMEN, [CHESSMEN.content("♔")] + [0] * 119))
    names = [square.get("data-square") for square in classed(root, "square")]
    assert names == [space.label(site) for site in range(8)]


def test_crossings_have_a_river_and_palaces() -> None:
    root = read(load("xiangqi").start().svg())
    assert len(classed(root, "river")) == 1
    [drawn] = classed(root, "lines")
    ranks, files, river, palaces = 10 * 8, 9 * 9, 7, 2 * 2  # the outer files go on through the river
    assert drawn.get("d", "").count("M") == ranks + files - river + palaces
    plain = read(load("xiangqi").start().svg(regions=False))
    assert not classed(plain, "river")
    assert classed(plain, "lines")[0].get("d", "").count("M") == ranks + files


@pytest.mark.parametrize("tiles", ["kanji", "western", "letters"])
@pytest.mark.parametrize("game", ["shogi", "minishogi", "xiangqi"])
def test_tiles_differ_in_each_manner(game: str, tiles: Tiles) -> None:
    start = load(game).start()
    drawn = [figure.draw() for figure in figures(start.game.model.vocabulary, tiles)]
    assert len(set(drawn)) == len(drawn)
    root = read(start.svg(tiles=tiles))
    assert bool(classed(root, "character")) == (tiles == "kanji")
    assert not [text for text in labels(root) if any(_is_character(c) for c in text)], "no font is needed"


def test_pieces_are_drawn_by_name_then_by_moves_then_by_letter() -> None:
    names = ["griffin", "zog", "zig", "zag"]
    moves = {"griffin": "N", "zog": "FyafsF", "zig": "mRcpR", "zag": "fFbbN"}
    pieces = [PieceType(name[1].upper() + str(at), chr(65 + at), name, 0) for at, name in enumerate(names)]
    vocabulary = Vocabulary(["white"], pieces, notations=moves)
    assert [figure.shape for figure in figures(vocabulary)] == ["griffin", "griffin", "cannon", "token"]
    assert [figure.badge for figure in figures(vocabulary)] == ["", "B", "", ""]


def test_there_are_many_fairy_pieces() -> None:
    drawn = {shape.format(fill="a", edge="b", ink="c", hue="d") for shape in FAIRY.values()}
    assert len(drawn) == len(FAIRY) >= 40
