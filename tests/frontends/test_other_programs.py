"""Games in files of other programs: Interactive Diagrams, Zillions, Ludii, and conversions between them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as some

import lasker
from lasker.cli import main
from lasker.frontends import diagram, lud, zrf
from lasker.frontends._outline.expressions import read
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play import library

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w {} - 0 1"
DIAGRAM = """files=8
ranks=8
promoZone=1
promoChoice=QRBN
graphicsDir=/graphics/
royal=6
pawn::fmWfceFifmnD:pawn:a2-h2
knight:N:N:springer:b1,g1
bishop::B::c1,f1
rook::::a1,h1
queen::Q::d1
king::KisO2::e1
"""
ZRF = """(version "2.0") ; a comment
(define leap1 ($1 (verify not-friend?) add))
(define leap2 ($1 $2 (verify not-friend?) add))
(define slide ($1 (while empty? add $1) (verify not-friend?) add))
(define Pawn-add (if (in-zone? last) (add Queen Rook Bishop Knight) else add))
(define Pawn-capture ($1 (verify enemy?) (Pawn-add)))
(define Pawn-move (n (verify empty?) (Pawn-add) (verify (in-zone? third)) n (verify empty?) add))
(define Castle ((verify never-moved?) e (verify empty?) cascade w add))
(define The-Board
  (grid (start-rectangle 5 5 53 53)
    (dimensions ("a/b/c/d/e/f/g/h" (49 0)) ("8/7/6/5/4/3/2/1" (0 49)))
    (directions (n 0 -1) (e 1 0) (s 0 1) (w -1 0) (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))
  (symmetry Black (n s) (s n) (nw sw) (sw nw) (ne se) (se ne))
  (zone (name last) (players White) (positions a8 b8 c8 d8 e8 f8 g8 h8))
  (zone (name last) (players Black) (positions a1 b1 c1 d1 e1 f1 g1 h1))
  (zone (name third) (players White) (positions a3 b3 c3 d3 e3 f3 g3 h3))
  (zone (name third) (players Black) (positions a6 b6 c6 d6 e6 f6 g6 h6)))
(game
  (title "A game")
  (players White Black)
  (turn-order White Black)
  (board (The-Board))
  (board-setup
    (White (Pawn a2 b2 c2 d2 e2 f2 g2 h2) (Rook a1 h1) (Knight b1 g1) (Bishop c1 f1) (Queen d1) (King e1))
    (Black (Pawn a7 b7 c7 d7 e7 f7 g7 h7) (Rook a8 h8) (Knight b8 g8) (Bishop c8 f8) (Queen d8) (King e8)))
  (piece (name Pawn) (image White "wp.bmp" Black "bp.bmp")
    (moves (Pawn-move) (Pawn-capture nw) (Pawn-capture ne)))
  (piece (name Knight) (moves (leap2 n nw) (leap2 n ne) (leap2 s sw) (leap2 s se)
    (leap2 w nw) (leap2 w sw) (leap2 e ne) (leap2 e se)))
  (piece (name Bishop) (moves (slide ne) (slide nw) (slide se) (slide sw)))
  (piece (name Rook) (moves (slide n) (slide s) (slide e) (slide w)))
  (piece (name Queen)
    (moves (slide n) (slide s) (slide e) (slide w) (slide ne) (slide nw) (slide se) (slide sw)))
  (piece (name King)
    (moves (leap1 n) (leap1 s) (leap1 e) (leap1 w) (leap1 ne) (leap1 nw) (leap1 se) (leap1 sw)
      (Castle)))
  (draw-condition (White Black) repetition)
  (draw-condition (White Black) stalemated)
  (loss-condition (White Black) (checkmated King)))
(variant (title "Odds") (board-setup (White (King e1))))
"""
LUD = """(define "Rider" (move Slide #1 (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))
(game "Small" (players 2)
  (equipment {
    (board (square 6))
    ("ChessPawn" "Pawn" (then (if (is In (last To) (sites Mover "Promotion")) (moveAgain))))
    (piece "Rook" Each ("Rider" Orthogonal))
    (piece "Knight" Each (move Leap {{F F R F} {F F L F}} (to if:(not (is Friend (who at:(to)))))))
    (piece "King" Each (move Step (to if:(or (is Empty (to)) (is Enemy (who at:(to)))))))
    (regions "Promotion" P1 (sites Top)) (regions "Promotion" P2 (sites Bottom))
    (map {(pair 1 2)})})
  (rules
    (start { (place "Pawn1" (sites Row 1)) (place "Pawn2" (sites Row 4))
      (place "Rook1" {"A1" "F1"}) (place "Rook2" {"A6" "F6"})
      (place "Knight1" {"B1" "E1"}) (place "Knight2" {"B6" "E6"})
      (place "King1" coord:"C1") (place "King2" coord:"C6")})
    (play (if "SameTurn" (move Promote (last To) (piece {"Rook" "Knight"}) Mover) (forEach Piece)))
    (end {("Checkmate" "King") (if (no Moves Next) (result Mover Draw))})))
"""


def saved(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, "utf-8")
    return str(file)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


# --- what is read ---------------------------------------------------------------------------------------


def test_a_diagram_is_the_game_that_it_shows(tmp_path: Path) -> None:
    game = lasker.load(saved(tmp_path, "a.diagram", DIAGRAM))
    assert game.perft(2) == 400  # of chess
    assert len(game.position(KIWIPETE.format("KQkq")).moves) == 48
    passing = game.position("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1").play("d2d4")
    assert "e4d3" in map(str, passing.moves)


def test_a_file_of_zillions_is_the_game_that_it_describes(tmp_path: Path) -> None:
    game = lasker.load(saved(tmp_path, "a.zrf", ZRF))
    assert game.perft(2) == 400
    ours = lasker.load("chess").position(KIWIPETE.format("-"))
    assert len(game.position(KIWIPETE.format("-")).moves) == len(ours.moves)
    promoting = "8/P7/8/8/8/k7/8/K7 w - - 0 1"
    assert {str(m) for m in game.position(promoting).moves} >= {"a7a8q", "a7a8r", "a7a8b", "a7a8n"}


def test_a_file_of_ludii_is_the_game_that_it_describes(tmp_path: Path) -> None:
    game = lasker.load(saved(tmp_path, "a.lud", LUD))
    text = library.as_rules(library.find(game.name))[0].text
    for piece in (
        "pawn   'P' 'p' = fmWfcF",
        "rook   'R' 'r' = R",
        "knight 'N' 'n' = N",
        "king   'K' 'k' = K",
    ):
        assert f"piece   {piece}\n" in text
    assert len(game.start().moves) == 6 + 4 + 1
    assert len(game.position("6/P5/6/k5/6/K5 w - - 0 1").moves) == 2 + 1


@pytest.mark.parametrize("name", ["a.txt", "a.html"])
def test_files_are_known_by_what_stands_in_them(tmp_path: Path, name: str) -> None:
    page = f'<div class="idiagram">\n{DIAGRAM}</div>\n' if name.endswith("html") else DIAGRAM
    for text in (page, *([ZRF, LUD] if name.endswith("txt") else [])):
        assert lasker.load(saved(tmp_path, name, text)).start().moves


DIAGRAMS = [  # changes of the diagram, and the number of first moves, or a text of the rules
    (("symmetry=rotate\n", "pawn::"), "view    = rotated"),
    (("stalemate=win\n", "pawn::"), 'end "stalemate" won'),
    (("holdingsType=1\n", "pawn::"), "drops   = %.: drop(pawn, held_pawn)"),
    (("hole::::a4,h5\n", "pawn::"), "without a4 h5"),
    (("griffin::FyafsF::d3\n", "pawn::"), "griffin 'G' 'g' = FyafsF"),
    (("maxPromote=2\n", "pawn::"), "(% is knight -> bishop | rook | queen)"),
    (("firstRank=1\n", "pawn::"), "region pawn home of white = rank 2"),
]


@pytest.mark.parametrize(("change", "told"), DIAGRAMS)
def test_options_of_diagrams(change: tuple[str, str], told: str) -> None:
    source = Source(DIAGRAM.replace(change[1], change[0] + change[1], 1), "a.diagram")
    text = diagram.rules(source).text.replace("queen | rook | bishop", "bishop | rook | queen")
    assert told in text
    assert library.modelled(source).start


def test_promotion_as_in_shogi() -> None:
    lines = [
        "files=5",
        "ranks=5",
        "promoZone=1",
        "maxPromote=1",
        "promoOffset=1",
        "holdingsType=1",
        "royal=3",
    ]
    lines += ["pawn:P:fW::a2", "tokin:+P:WfF:", "king:K:K::a1"]
    source = Source("\n".join(lines), "a.diagram")
    assert "seize(C pawn | C tokin, held_pawn)" in diagram.rules(source).text
    game = lasker.load(library.as_rules(source)[0].text)
    there = game.position("k4/2P2/5/5/K4[P] w - - 0 1")
    assert sum("+P" in after.fen for after in there.children()) == 1
    assert len(there.moves) == 3 + 2 + 22


ZRF_MOVES = [  # moves of a piece, and its Betza notation
    ("(n add)", "fmcdW"),
    ("(n (verify empty?) add)", "fmW"),
    ("(n (verify not-empty?) add)", "fcdW"),
    ("(n n (verify not-friend?) add)", "fD"),
    ("(n (verify empty?) n (verify enemy?) add)", "fcnD"),
    ("(n (verify empty?) ne (verify not-friend?) add)", "rfnN"),
    ("(e (while empty? add e))", "rmR"),
    ("(e (while empty? e) (verify enemy?) add)", "rcR"),
    ("(e (while empty? e) (verify not-empty?) e (while empty? e) (verify enemy?) add)", "rcpR"),
    ("(e (while empty? e) (verify not-empty?) e (verify not-friend?) add)", "rgR"),
    ("(n ne (while empty? add n ne) (verify not-friend?) add)", None),
    ("((opposite n) (verify (not friend?)) add)", "bW"),
    ("(if empty? n add else s add)", None),
    ("(n (if empty? add else (verify enemy?) add))", "fW"),
    ("(n (verify (and empty? not-friend?)) add)", "fmW"),
    ("(n cascade s add)", None),
    ("(n (verify (attacked?)) add)", None),
    ("(n (add Queen))", None),
    ("(n s add)", None),
]


@pytest.mark.parametrize(("move", "betza"), ZRF_MOVES)
def test_moves_of_zillions(move: str, betza: str | None) -> None:
    text = ZRF.replace(
        "(moves (slide n) (slide s) (slide e) (slide w)))", f"(moves (s (verify enemy?) add) {move}))"
    )
    source = Source(text, "a.zrf")
    told = next(line for line in zrf.rules(source).text.splitlines() if "piece   rook" in line).split("= ")[1]
    lost = [each for each in zrf.lost(source) if "the move" in each and "Castle" not in each]
    assert len(lost) == 1 + (betza is None), lost  # castling of the king is lost, too
    expected = "".join(sorted(f"bcW{betza or ''}"))
    if betza != "bW":
        assert "".join(sorted(told)) == expected or set(expected) == set(told)


LUD_MOVES = [
    ("(move Step Forward)", "fmW"),
    ("(move Step {FR FL} (to if:(is Enemy (who at:(to)))))", "fcF"),
    ("(move Slide)", "mQ"),
    ("(move Slide Diagonal (to if:(is Enemy (who at:(to)))))", "B"),
    ('(move Leap {{F F F R F}} (to if:(not ("IsFriendAt" (to)))))', None),
    ("(move Leap {{F F}})", "mD"),
    ('("StepToEnemy" Diagonal)', "cF"),
    ('"StepForwardToEmpty"', "fmW"),
    ("(move Hop Diagonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))))", "cafmF"),
    ("(move Step N)", ""),
    ("(move Shoot)", ""),
    ("(if (is Even 2) (move Step))", ""),
    ("(move Slide (between (max 2)))", ""),
]


@pytest.mark.parametrize(("move", "betza"), LUD_MOVES)
def test_moves_of_ludii(move: str, betza: str | None) -> None:
    source = Source(LUD.replace('("Rider" Orthogonal)', move), "a.lud")
    line = next(line for line in lud.rules(source).text.splitlines() if "piece   rook" in line)
    lost = [each for each in lud.lost(source) if "a move of Rook" in each]
    if betza is not None:
        assert line.partition("'r'")[2].strip(" =") == betza
    assert bool(lost) == (betza == "")
    assert all(each.startswith("a.lud:6:") for each in lost)


# --- what is lost, and what is wrong --------------------------------------------------------------------


def test_what_is_lost_is_listed_with_lines_and_reasons() -> None:
    told = diagram.lost(Source(DIAGRAM, "a.diagram"))
    assert [each.split(": ")[:2] for each in told] == [
        ["a.diagram:8:12", "the picture springer"],
        ["a.diagram:5:13", "graphicsdir"],
    ]
    told = zrf.lost(Source(ZRF, "a.zrf"))
    assert [each.partition(": ")[0] for each in told] == ["a.zrf:40:1", "a.zrf:36:7", "a.zrf:37:33"]
    assert "cascade is not understood here" in told[1]
    told = lud.lost(Source(LUD, "a.lud"))
    assert [each.split(": ")[:2] for each in told] == [["a.lud:10:5", "map"], ["a.lud:16:11", "play"]]


LOST = [  # a file, and the beginning of what is told of it
    ("a.zrf", ZRF.replace("(n 0 -1)", "(n zero)"), "a.zrf:22:10: the direction (n zero): "),
    ("a.zrf", ZRF.replace("(n 0 -1)", "(n 0 -999999)"), "a.zrf:27:12: the move (n (verify empty?)"),
    ("a.zrf", ZRF.replace("symmetry Black", "symmetry Purple"), "a.zrf:22:10: (symmetry Purple"),
    ("a.lud", LUD.replace("{F F R F}", "{" + "F " * 200 + "}"), "a.lud:7:26: a move of Knight: "),
]


@pytest.mark.parametrize(("name", "text", "told"), LOST)
def test_what_makes_no_sense_is_listed_as_lost(name: str, text: str, told: str) -> None:
    front = {"a.zrf": zrf, "a.lud": lud}[name]
    assert any(each.startswith(told) for each in front.lost(Source(text, name)))
    library.modelled(Source(text, name)).check()


def test_kinds_beyond_the_last_are_promoted_to_the_first_of_the_others() -> None:
    lines = ["files=5", "ranks=5", "maxPromote=2", "promoOffset=3", "royal=3"]
    lines += ["pawn:P:fW::a2", "lance:L:fR::b2", "king:K:K::a1", "tokin:+P:WfF:"]
    text = diagram.rules(Source("\n".join(lines), "a.diagram")).text
    assert "(% is pawn -> tokin) | (% is lance -> tokin)" in text


def test_parts_of_a_game_of_ludii_that_are_not_read() -> None:
    lost = lud.lost(Source(LUD.replace("(players 2)", "(players 2) (mode Simulation)"), "a.lud"))
    assert "a.lud:2:27: mode: this part of a game is not read" in lost


WRONG = [
    ("a.diagram", DIAGRAM.replace("files=8", "files=80"), "1:7", "files is a number from 1 to 26"),
    ("a.diagram", DIAGRAM.replace("a2-h2", "a2-h9"), "7:28", "'h9' is no square of this board"),
    ("a.diagram", DIAGRAM.replace("d1", "e1"), "12:14", "king stands on another piece"),
    ("a.diagram", DIAGRAM.replace(":Q:", ":Qw!:"), "11:9", ""),
    ("a.diagram", DIAGRAM.replace("=QRBN", "=QX"), "4:13", "no piece has the letter 'X'"),
    ("a.diagram", DIAGRAM.replace("royal=6", "royal=9"), "6:7", "there is no piece 9"),
    ("a.diagram", DIAGRAM.replace("queen::Q", "quaen::"), "11:1", "how quaen moves is not said"),
    (
        "a.diagram",
        DIAGRAM.replace("promoZone=1", "maxPromote=9"),
        "3:12",
        "maxpromote is a number from 0 to 6",
    ),
    ("a.diagram", DIAGRAM.replace("promoZone=1", "promoOffset=6"), "3:13", "from 0 to 5"),
    ("a.diagram", DIAGRAM + "hole::::a2\n", "7:25", "pawn stands on a hole"),
    ("a.diagram", DIAGRAM + "nonsense\n", "13:1", "no line of an Interactive Diagram"),
    ("a.zrf", ZRF + ")", "41:1", "nothing is open"),
    ("a.zrf", ZRF.replace('"A game"', '"A game'), "", "is not closed"),
    ("a.zrf", '(game (title "x")', "1:1", "this bracket is not closed"),
    (
        "a.zrf",
        ZRF.replace("(players White Black)\n  (turn", "(players A B C)\n  (turn"),
        "20:3",
        "for 3 players",
    ),
    (
        "a.zrf",
        ZRF.replace("(King e1))\n    (Black", "(King e9))\n    (Black"),
        "24:103",
        "there is no square e9",
    ),
    ("a.zrf", ZRF.replace("(grid", "(greed"), "22:3", "the board is no grid"),
    ("a.zrf", '(define a (a))\n(game (title "x") (a))', "2:19", "without end"),
    ("a.zrf", '(define a (a ($1 $1)))\n(game (title "x") (a (b b)))', "", "without end"),
    ("a.lud", LUD.replace("(square 6)", "(hex 6)"), "4:12", "the board (hex 6) is not read"),
    ("a.lud", LUD.replace("(players 2)", "(players 3)"), "2:15", "for 3 players"),
    ("a.lud", '(define "A" ("A" 1 2))\n(game "x" "A")', "", "without end"),
    ("a.lud", "(game " * 300, "1:1201", "nested more than 200 deep"),
]


@pytest.mark.parametrize(("name", "text", "place", "why"), WRONG)
def test_what_is_wrong_is_told_with_its_place(name: str, text: str, place: str, why: str) -> None:
    with pytest.raises(LaskerError) as caught:
        library.modelled(Source(text, name))
    found = [each for each in caught.value.problems if why in each.message]
    assert found, caught.value.report()
    assert found[0].span is not None
    assert not place or found[0].span.where == f"{name}:{place}"


@settings(max_examples=40)
@given(some.data())
def test_damaged_files_are_read_or_refused(data: some.DataObject) -> None:
    name, text = data.draw(some.sampled_from([("a.diagram", DIAGRAM), ("a.zrf", ZRF), ("a.lud", LUD)]))
    start = data.draw(some.integers(0, len(text)))
    size = data.draw(some.integers(0, 30))
    instead = data.draw(some.text(alphabet='(){}"$#: a1=\n-,QO', max_size=4))
    source = Source(text[:start] + instead + text[start + size :], name)
    front = {"a.diagram": diagram, "a.zrf": zrf, "a.lud": lud}[name]
    try:
        front.rules(source)
    except LaskerError as error:
        assert all(each.span is not None for each in error.problems)  # noqa: PT017


def test_expressions_are_written_as_they_are_read() -> None:
    for text in ("(a)", '(a (b c) {d "e f"} g)', '("x" {})'):
        assert str(read(Source(text))[0]) == text


# --- conversions ----------------------------------------------------------------------------------------

SIMPLE = """files=5
ranks=6
promoZone=1
maxPromote=0
royal=4
stalemate=loss
leaper:L:N::a1,e1
rider:R:fRbB::b1
soldier:S:fmWfcF::a2-e2
king:K:K::c1
"""


@pytest.fixture(scope="module")
def simple(tmp_path_factory: pytest.TempPathFactory) -> str:
    return saved(tmp_path_factory.mktemp("homes"), "simple.diagram", SIMPLE)


@pytest.mark.parametrize("kind", ["rules", "zrf", "lud", "diagram"])
def test_a_round_trip_where_nothing_is_lost(simple: str, tmp_path: Path, kind: str) -> None:
    out = str(tmp_path / f"again.{kind}")
    found = run("convert", simple, "-o", out)
    assert (found.exit_code, found.stdout) == (0, ""), found.output
    assert meaning_hash(library.model(out)) == meaning_hash(library.model(simple))
    if kind == "zrf":
        back = str(tmp_path / "back.diagram")
        assert run("convert", out, "-o", back).exit_code == 0
        assert meaning_hash(library.model(back)) == meaning_hash(library.model(simple))


def test_losses_of_a_conversion_are_listed(tmp_path: Path) -> None:
    lines = ["files=6 ranks=6 promoChoice=R", "pawn:::pawn:a2-f2", "rook::::a1,f1", "king::KisO2::d1"]
    file = saved(tmp_path, "a.diagram", "\n".join(lines))
    found = run("convert", file, "--to", "lud", "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["lost"] == [
        "captures in passing of the pawn",
        "promotion of the pawn",
        "the way 0,2 of the pawn, from its first squares",
        "castling of the king",
    ]


@pytest.mark.parametrize("home", [diagram, zrf, lud])
def test_an_empty_board_is_not_written_where_it_could_not_be_read(home: Any) -> None:
    source = library.find("three_mens_morris")
    with pytest.raises(LaskerError, match="nothing stands on its board at the start"):
        home.converted(library.modelled(source), source)


def test_what_is_in_hand_at_the_start_is_not_written_where_there_are_no_hands(tmp_path: Path) -> None:
    file = tmp_path / "sittuyin.yaml"
    assert run("convert", "sittuyin", "-o", str(file)).exit_code == 1
    assert lasker.load(file).start().fen.split()[0] == lasker.load("sittuyin").start().fen.partition("[")[0]


def test_what_could_not_be_read_back_is_not_written() -> None:
    found = run("convert", "flipello", "--to", "yaml")
    assert found.exit_code == 2
    assert "what could be written as yaml is no game: no piece of this game can move" in found.output


def test_rules_that_an_outline_does_not_tell_are_lost(simple: str) -> None:
    more = 'adjudicate "fourth time" drawn: repeated 4\nend "no soldiers" lost: ![soldier]\n'
    source = Source(library.as_rules(library.find(simple))[0].text + more, "more.rules")
    text, lost = zrf.converted(library.modelled(source), source)
    assert "(checkmated King)" in text
    assert lost[-1] == "ends: no soldiers, fourth time"


def test_a_game_that_no_outline_tells_is_told_to_differ(simple: str) -> None:
    text = library.as_rules(library.find(simple))[0].text.replace("way(enemy)", "way(enemy \\ C rider)")
    source = Source(text, "other.rules")
    _, lost = diagram.converted(library.modelled(source), source)
    assert lost, text
    assert lost[0].startswith("rules: at ")


def test_pieces_are_written_in_betza_notation() -> None:
    found = run("convert", "shatranj", "--to", "betza")
    assert "alfil B A\n" in found.stdout
    assert found.exit_code == 1


def test_positions_are_converted_to_dialects_of_fen() -> None:
    assert run("convert", "minishogi", "--to", "sfen").stdout == "rbsgk/4p/5/P4/KGSBR b - 1\n"
    there = run("convert", "chess", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "--to", "shredder")
    assert there.stdout == "4k3/8/8/8/8/8/8/4K2R w H - 0 1\n"
    assert run("convert", "chess", "--fen", "x", "--to", "zrf").exit_code == 2
    assert run("convert", "chess", "--to", "sfen").exit_code == 2


FOREIGN = [
    ("a.pgn", b'[Event "?"]\n\n1. e4 *\n', "a record of games in PGN"),
    ("a.fen", b"8/8/8/8/8/8/8/8 w - - 0 1\n", "a position in FEN"),
    ("a.png", b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    ("a.zip", b"PK\x03\x04\xff\xfe", "a ZIP archive"),
    ("a.sgf", b"(;GM[1]FF[4])", "a record of a game in SGF"),
    ("a.rules", ZRF.encode(), "a game of Zillions (.zrf)"),
    ("a.zrf", LUD.encode(), "a game of Ludii (.lud)"),
    ("a.lud", DIAGRAM.encode(), "an Interactive Diagram (.diagram)"),
    ("a.diagram", b"[a:chess]\nmaxRank = 8\n", "a variants file of Fairy-Stockfish (.ini)"),
]


@pytest.mark.parametrize(("name", "content", "seems"), FOREIGN)
def test_other_files_are_refused_by_what_they_seem_to_be(
    tmp_path: Path, name: str, content: bytes, seems: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    found = run("convert", str(file), "--to", "rules")
    assert (found.exit_code, seems in found.output) == (2, True), found.output
