"""Move diagrams: what is found about pieces, on every kind of board, in words and drawings."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.drawing.rule_page import rule_page, rule_page_html
from lasker.kernel.errors import NameProblem
from lasker.kernel.source import Source
from lasker.movement.diagram import Diagram, diagram, diagrams, sign
from lasker.movement.movement import Movement
from lasker.movement.piece_context import kinds, piece_called
from lasker.play.library import model, sources
from lasker.syntax.read import read_game

FAIRY = Source("""lasker 1
game "Fairies"
players white black
board 7x7
piece hopper  'G' 'g'
piece rifle   'F' 'f'
piece camel   'C' 'c'
piece lancer  'L' 'l'
piece stone   'S'
region camp of white = rank 1, rank 2
region camp of black = rank 6, rank 7

-- A grasshopper, a rifleman who stays where he is, a long leaper, a rook that goes ahead in its camp.
white  = (%hopper: all4((% + u. -> . + u%)* [% + u piece] (% + uu(. | enemy) -> . + uu%)))
       | (%rifle: all4(% + u enemy -> % + u.))
       | (%camel: all8(% + uuur(. | enemy) -> . + uuur%))
       | (%lancer: [% in camp] step(u)+)
black  = C white
""", "fairies.rules")  # fmt: skip


def drawn(game: str, piece: str) -> Diagram:
    loaded = model(game)
    return diagram(loaded, piece_called(loaded, piece))


def fairy(piece: str) -> Diagram:
    game = read_game(FAIRY)
    return diagram(game, piece_called(game, piece))


def squares(found: Diagram, **wanted: object) -> set[str]:
    """The destinations of the moves with all these properties."""
    label = found.game.space.label
    return {
        label(move.to)
        for move in found.moves
        if all(getattr(move, name) == value for name, value in wanted.items())
    }


def offsets(found: Diagram, **wanted: object) -> set[tuple[int, ...]]:
    """The same as offsets from the piece, on a lattice without seams."""
    assert found.site is not None
    space = found.game.space
    here = space.sites[found.site]
    sites = [space.sites[space.site(name)] for name in squares(found, **wanted)]
    return {tuple(a - b for a, b in zip(site, here, strict=True)) for site in sites}


def signs(a: int, b: int) -> set[tuple[int, int]]:
    return {(x * s, y * t) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}


def test_leaps_and_rides_are_told_apart() -> None:
    knight, bishop, king = drawn("chess", "knight"), drawn("chess", "bishop"), drawn("chess", "king")
    assert offsets(knight, kind="leap", moves=True, takes=True) == signs(2, 1)
    assert offsets(king, kind="leap", moves=True, takes=True) == signs(1, 0) | signs(1, 1)
    assert len(bishop.moves) == 13
    assert squares(bishop, kind="ride") == squares(bishop)
    far = next(move for move in bishop.moves if bishop.game.space.label(move.to) == "h8")
    assert {bishop.game.space.label(site) for site in far.blockers} == {"e5", "f6", "g7"}


def test_the_pawn_moves_takes_jumps_passes_and_is_promoted() -> None:
    pawn = drawn("chess", "pawn")
    assert pawn.site == pawn.game.space.site("d2")
    assert squares(pawn, moves=True, takes=False, conditional=False) == {"d3"}
    assert squares(pawn, moves=True, takes=False, conditional=True) == {"d4"}
    assert squares(pawn, moves=False, takes=True) == {"c3", "e3"}
    assert [special.marks for special in pawn.marked_moves] == [("jumped",), ("jumped",)]
    [(names, sites)] = pawn.becomes
    assert names == ("queen", "rook", "bishop", "knight")
    assert sites == pawn.game.space.regions["far rank", 0]


def test_castling_is_found_by_its_marks() -> None:
    king = drawn("chess", "king")
    label = king.game.space.label
    assert {(label(s.site), label(s.to), s.name) for s in king.marked_moves} == {
        ("e1", "g1", "rook"),
        ("e1", "c1", "rook"),
    }


def test_the_black_pawn_goes_the_other_way() -> None:
    assert squares(drawn("chess", "p")) == {"d6", "d5", "c6", "e6"}


def test_legs_and_screens() -> None:
    horse, cannon, elephant = (drawn("xiangqi", name) for name in ("horse", "cannon", "elephant"))
    assert offsets(horse, kind="lame", takes=True) == signs(2, 1)
    assert {len(move.blockers) for move in horse.moves} == {1}
    assert squares(cannon, kind="ride", moves=True, takes=False) == {
        cannon.game.space.label(move.to) for move in cannon.moves if move.moves
    }
    shots = [move for move in cannon.moves if move.kind == "hop"]
    assert len(shots) == 13
    assert all(move.takes and not move.moves for move in shots)
    assert elephant.within == "home"
    assert offsets(elephant, kind="lame") == {(2, 2), (2, -2), (-2, 2), (-2, -2)}


def test_what_depends_on_the_square_is_marked() -> None:
    soldier = drawn("xiangqi", "soldier")
    assert offsets(soldier, conditional=True) == {(1, 0), (-1, 0)}
    assert offsets(soldier, conditional=False) == {(0, 1)}
    assert drawn("xiangqi", "advisor").within == "palace"


def test_hops_and_jumps() -> None:
    peg, man = drawn("chinese_checkers", "peg"), drawn("english_draughts", "man")
    assert len(squares(peg, kind="leap", moves=True, takes=False)) == 6
    assert len(squares(peg, kind="hop", moves=True, takes=False)) == 6
    assert offsets(man, kind="leap") == {(1, 1), (-1, 1)}
    assert offsets(man, kind="jump") == {(2, 2), (-2, 2)}
    assert {len(move.over) for move in man.moves if move.kind == "jump"} == {1}


def test_hexagons_cubes_graphs_and_cylinders() -> None:
    assert len(squares(drawn("glinski", "knight"), kind="leap")) == 12
    unicorn = drawn("raumschach", "unicorn")
    assert len(unicorn.moves) == 16
    assert {tuple(map(abs, offset)) for offset in offsets(unicorn)} == {(1, 1, 1), (2, 2, 2)}
    man = drawn("nine_mens_morris", "man")
    assert squares(man, kind="leap", moves=True, takes=False) == {"d7", "b6", "d5", "f6"}
    assert len(man.placed) == 24
    rook = drawn("cylinder_chess", "rook")
    assert len(squares(rook, kind="ride")) == 14
    assert len(drawn("cylinder_chess", "knight").moves) == 8


def test_pieces_that_are_only_put_on_the_board() -> None:
    disc, stone = drawn("connect_four", "disc"), drawn("tictactoe", "stone")
    assert disc.site is None
    assert {disc.game.space.label(site) for site in disc.placed} == {f"{file}1" for file in "abcdefg"}
    assert stone.words() == ["may be put on any empty square"]
    assert stone.picture() == "ooo\nooo\nooo"


def test_drops_leave_out_where_a_piece_could_never_move() -> None:
    game = model("shogi")
    found = Movement(game, piece_called(game, "pawn")).placed()
    assert found == frozenset(range(81)) - game.space.regions["last", 0]


def test_pieces_of_no_game_in_the_library() -> None:
    hopper, rifle, camel, lancer = map(fairy, ("hopper", "rifle", "camel", "lancer"))
    assert {move.kind for move in hopper.moves} == {"hop"}
    assert all(move.moves and move.takes for move in hopper.moves)
    assert len(hopper.moves) == 8, "two squares beyond a hurdle and up, four ways, on a board of seven"
    assert offsets(rifle, takes=True) == signs(1, 0)
    assert not squares(rifle, moves=True)
    assert offsets(camel) == signs(3, 1)
    assert offsets(lancer, conditional=True) == {(0, 1), (0, 2), (0, 3), (0, 4)}, (
        "and further from nowhere else"
    )
    assert {move.kind for move in lancer.moves} == {"ride"}
    assert fairy("stone").words() == ["does not move by itself"]


def test_company_is_found_where_a_piece_needs_it() -> None:
    game = read_game(
        Source(
            "lasker 1\ngame 'x'\nplayers a b\nboard 5x5\npiece lord 'L' 'l'\npiece page 'P' 'p'\n"
            "a = (%page: all4(% + u. -> . + u%)) [lord]\nb = C a\n".replace("'x'", '"x"'),
            "company.rules",
        )
    )
    page = diagram(game, piece_called(game, "page"))
    assert offsets(page) == signs(1, 0)
    assert Movement(game, piece_called(game, "page")).needs_company


def test_a_piece_is_called_by_name_letter_or_glyph() -> None:
    game = model("shogi")
    assert piece_called(game, "Promoted silver").letter == "+S"
    assert piece_called(game, "+s").owner == 1
    with pytest.raises(NameProblem, match="no piece unicorn"):
        piece_called(game, "unicorn")
    assert len(kinds(game)) == 14


@pytest.mark.parametrize("piece", ["hopper", "rifle", "camel", "lancer", "stone"])
def test_pictures_are_sound(piece: str) -> None:
    found = fairy(piece)
    picture = diagram_svg(found)
    assert picture == diagram_svg(found)
    root = ElementTree.fromstring(picture)
    ways = [e for e in root.iter() if (e.get("class") or "").startswith("way")]
    assert len(ways) >= len(found.moves)
    assert found.picture().count("\n") == 6
    for move in found.moves:
        assert sign(move)[0][0] in found.picture()


def test_the_command_and_the_rule_page(tmp_path: Path) -> None:
    run, out = CliRunner(), tmp_path / "man.svg"
    told = run.invoke(main, ["show", "nine_mens_morris", "--diagram", "man", "--svg", str(out)])
    assert told.exit_code == 0
    assert "only moves there: d7, b6, d5, f6" in told.output
    assert ElementTree.fromstring(out.read_text("utf-8")).tag.endswith("svg")
    facts = json.loads(run.invoke(main, ["show", "nine_mens_morris", "--diagram", "●", "--json"]).output)
    assert facts["from"] == "d6"
    assert {move["to"] for move in facts["ways"]} == {"d7", "b6", "d5", "f6"}
    assert "<svg" in run.invoke(main, ["show", "tictactoe", "--diagram", "stone", "--svg", "-"]).output
    wrong = run.invoke(main, ["show", "tictactoe", "--diagram", "queen"])
    assert wrong.exit_code == 2
    assert "stone" in wrong.output
    page = run.invoke(main, ["show", "nine_mens_morris", "--rules", "--html"]).output
    assert page.count("<figure>") == 1
    game = model("nine_mens_morris")
    assert "may be put on any empty square" in rule_page(game, diagrams(game))
    assert "<figure>" not in rule_page_html(game)


@pytest.mark.soak
@pytest.mark.parametrize("game", sources())
def test_every_piece_of_the_library_has_a_diagram(game: str) -> None:
    for found in diagrams(model(game)):
        ElementTree.fromstring(diagram_svg(found))
        assert found.words()
        assert found.text()


def test_what_is_nobodys_is_moved_and_takes_nothing() -> None:
    game = read_game(
        Source(
            "lasker 1\ngame \"x\"\nplayers a b\nboard 4x4\npiece man 'M' 'm'\npiece stone 'S'\n"
            "a = (%man: all4(% + u(. | enemy) -> . + u%)) (%stone: all4(% + u. -> . + u%))\nb = C a\n",
            "stones.rules",
        )
    )
    stone = diagram(game, piece_called(game, "stone"))
    assert offsets(stone, moves=True, takes=False) == offsets(stone) == signs(1, 0)
