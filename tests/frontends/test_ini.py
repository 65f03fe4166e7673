"""Variants files of Fairy-Stockfish: counted by it and by Lasker, wrong ones refused with their place."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.frontends import ini
from lasker.frontends._ini.betza import read as read_betza
from lasker.frontends._ini.option_table import OPTIONS
from lasker.frontends._ini.translate import translate
from lasker.frontends._ini.variant import SPELLINGS, builtin, resolve
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.position import Node
from lasker.notation.coordinates import move_texts
from lasker.notation.fen.fen import read, write
from lasker.play.library import model, modelled

DROP = re.compile(r"(?:[A-Z]@)?([a-l][0-9]+)")  # where all pieces in hand are alike, Lasker names the square
FILE = Path(__file__).parent.parent / "data" / "options.ini"
TEXT = FILE.read_text("utf-8")
VARIANTS = ini.variants(Source(TEXT, "options.ini"))


@pytest.fixture(scope="module")
def pyffish() -> Any:
    module = pytest.importorskip("pyffish")  # GPL: run beside Lasker here, and never part of it
    module.load_variant_config(TEXT)
    return module


def compare(pyffish: Any, name: str, seed: int, plies: int) -> None:
    """One random game: as many moves, and as often over. Moves of other names are followed by their FEN."""
    game = model(f"{FILE}:{name}")
    random, node, start, moves = Random(seed), read(game, game.start), pyffish.start_fen(name), list[str]()
    for _ in range(plies):
        theirs = pyffish.legal_moves(name, start, moves)
        steps = node.steps if node.outcome is None else ()
        assert len(steps) == len(theirs), (moves, pyffish.get_fen(name, start, moves))
        ours: dict[str, Node] = {
            text: step.after for text, step in zip(move_texts(node, tuple(steps)), steps, strict=True)
        }
        drops = [{found[1] for found in map(DROP.fullmatch, moves) if found} for moves in (ours, theirs)]
        assert drops[0] == drops[1], (moves, drops[0] ^ drops[1])
        known = [move for move in theirs if move in ours] or theirs
        if not known:
            return
        taking = [move for move in known if pyffish.is_capture(name, start, moves, move)]
        moves.append(random.choice(taking if taking and random.random() < 0.5 else known))
        node = ours.get(moves[-1]) or read(game, pyffish.get_fen(name, start, moves))


@pytest.mark.parametrize("name", VARIANTS)
def test_moves(pyffish: Any, name: str) -> None:
    compare(pyffish, name, 1, 2)


def test_a_king_is_taken_that_no_hand_holds(tmp_path: Path) -> None:
    file = tmp_path / "mine.ini"
    rows = "startFen = 4k3/8/8/8/8/8/8/K3R3[] w - - 0 1"
    file.write_text(f"[a:crazyhouse]\nchecking = false\ncastling = false\n{rows}\n", "utf-8")
    game = model(f"{file}:a")
    node = read(game, game.start)
    assert "e1e8" in move_texts(node, tuple(node.steps))


def test_checks_are_told_by_the_fen(tmp_path: Path) -> None:
    file = tmp_path / "mine.ini"
    rows = "startFen = 4k3/8/8/8/8/8/8/Q3K3 w - - 2+3 0 1"
    file.write_text(f"[a:chess]\ncheckCounting = true\n{rows}\n", "utf-8")
    node = read(game := model(f"{file}:a"), model(f"{file}:a").start)
    given = [write(step.after).split()[4] for step in node.steps]
    assert sorted(set(given)) == ["1+3", "2+3"]
    assert write(read(game, rows.partition(" = ")[2])) == rows.partition(" = ")[2]


# Fairy-Stockfish itself does not slide from the last file and rank as it says of `enclosingDrop = anyside`.
@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", sorted({*VARIANTS} - {"sides"}))
def test_long_games(pyffish: Any, name: str, seed: int) -> None:
    compare(pyffish, name, seed, 30)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(name for name in builtin() if not name.startswith("_")))
def test_variants_that_come_with_it(pyffish: Any, name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.ini"
    file.write_text(f"[mine-{name}:{name}]\n", "utf-8")
    start = read(model(str(file)), model(str(file)).start)
    assert len(start.steps) == len(pyffish.legal_moves(name, pyffish.start_fen(name), []))


def test_every_variant_that_comes_with_it_is_written() -> None:
    for name in builtin():
        assert translate(resolve(name, {})).text().startswith("lasker 1")


def test_every_option_is_tried() -> None:
    """An option that works occurs in the small variants, or in those that come with Fairy-Stockfish."""
    sections = {**builtin(), **ini._sections(Source(TEXT, "options.ini"))}
    used = {SPELLINGS[key].name for each in sections.values() for key in each.entries if key in SPELLINGS}
    rest = {name for name, option in OPTIONS.items() if name not in used and not option.remark}
    assert rest == set()


MISTAKES = {
    "[a:b]\n[b:a]\n": "2:4|a is based on b is based on a",
    "[a:chess]\nmaxFiles = 9\n": "2:1|did you mean maxFile",
    "[a:chess]\nmaxFile = 99\n": "2:11|no file",
    "[a:chess]\nmaxRank = 0\n": "2:11|no rank",
    "[a:chess]\nmaxRank = 9\n": "1:2|9 ranks",
    "[a:chess]\nstartFen = 8/8/8/8/8/8/8/7 w - - 0 1\n": "2:26|7 squares instead of 8",
    "[a:chess]\nstartFen = 8/8/8/3x4/8/8/8/8 w - - 0 1\n": "2:19|the letter 'x'",
    "[a:ches]\n": "1:4|did you mean chess",
    "[a:chess]\ncastling = yes\n": "2:12|neither true nor false",
    "[a:chess]\nflagRegion = d4 z9\n": "2:17|no square",
    "[a:chess]\nextinctionValue = lost\n": "2:19|it is win, loss",
    "[a:chess]\ncustomPiece1 = p:nW\n": "2:19|W is not lame",
    "[a:chess]\ncustomPiece1 = p:xW\n": "2:18|not read by Fairy-Stockfish",
    "[a:chess]\ncustomPiece1 = y:xW\n": "2:18|not read by Fairy-Stockfish",  # it never stands on the board
    "[a:chess]\ncustomPiece1 = p\n": "2:16|has no moves",
    "[a:chess]\nqueen = q:N\n": "2:10|nothing may follow",
    "[a:chess]\npromotionLimit = q\n": "2:18|pair",
    "[a:chess]\nwords\n": "2:1|no option",
    "a = b\n[a]\n": "1:1|before the first variant",
    "[a:chess\n": "1:1|no head",
    "[a]\n[a]\n": "2:2|already, in line 1",
    "[b:a]\n[a:b]\n": "1:4|based on itself",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_have_their_place(text: str) -> None:
    place, words = MISTAKES[text].split("|")
    with pytest.raises(LaskerError) as caught:
        ini.rules(Source(text, "my.ini:a"))
    report = caught.value.report()
    assert report.startswith(f"my.ini:{place}: error:")
    assert words in report


def test_a_wrong_start_is_told_where_it_stands() -> None:
    text = "[a:chess]\nmaxFile = 8\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq zz 0 1\n"
    with pytest.raises(LaskerError) as caught:
        modelled(Source(text, "my.ini:a")).check()
    assert caught.value.report().startswith("my.ini:3:12: error: 'zz' is no square")


def test_squares_beyond_the_board_are_named() -> None:
    text = "[a:chess]\nflagRegionWhite = e4 *9 k*\nmobilityRegionBlackRook = a9 a*\n"
    told = [(place.where, why) for _, place, why in ini.losses(Source(text, "my.ini"))]
    assert told == [
        ("my.ini:2:22", "*9 is not on this board of 8x8"),
        ("my.ini:2:25", "k* is not on this board of 8x8"),
        ("my.ini:3:27", "a9 is not on this board of 8x8"),
    ]


@pytest.mark.parametrize("option", ["connectN", "connectNxN", "collinearN"])
def test_more_in_a_row_than_the_board_has_squares_is_never_reached(option: str) -> None:
    game = modelled(Source(f"[a:gardner]\n{option} = 99999\n", "my.ini:a"))
    assert len(read(game, game.start).steps) == 7


def test_what_is_lost_is_named() -> None:
    text = "[a:chess]\npocketSize = 2\nchasingRule = axf\ncastling = true\ncastling = false\n"
    lost = ini.lost(Source(text, "my.ini"))
    assert [line.split(": ")[:2] for line in lost] == [
        ["my.ini:2:1", "pocketSize"],
        ["my.ini:3:1", "chasingRule"],
        ["my.ini:4:1", "castling"],
    ]


def test_directions_are_read_pairwise() -> None:
    """As Fairy-Stockfish does: `fsW` is three squares, `fsN` two."""
    assert sorted(way.vector for way in read_betza("fsW")) == [(-1, 0), (0, 1), (1, 0)]
    assert sorted(way.vector for way in read_betza("fsN")) == [(-2, 1), (2, 1)]
    assert sorted(way.vector for way in read_betza("fN")) == [(-1, 2), (1, 2)]


def run(*words: str) -> tuple[int, str]:
    answer = CliRunner().invoke(main, list(words))
    return answer.exit_code, answer.stdout + answer.stderr


def test_commands(tmp_path: Path) -> None:
    file, rules = tmp_path / "v.ini", tmp_path / "small.rules"
    file.write_text("[small:gardner]\n[other:gardner]\nqueen = -\n", "utf-8")
    status, text = run("check", str(file))
    assert (status, "startFen: no piece has the letter 'q'" in text) == (1, True)
    assert f"{file}:small: the start" in text
    assert run("convert", str(file), "small", "-o", str(rules))[0] == 0
    count = (0, "53\n")  # as Fairy-Stockfish counts
    assert run("perft", str(rules), "2") == run("perft", f"{file}:small", "2") == count
    status, text = run("perft", str(file), "1")
    assert (status, "name one" in text) == (2, True)


def test_the_way_back() -> None:
    status, text = run("convert", "breakthrough", "--to", "ini")
    assert (status, text) == (0, "[lasker-breakthrough:breakthrough]\nnMoveRule = 0\nnFoldRule = 0\n")
    status, text = run("convert", "minixiangqi", "--to", "ini")
    assert (status, text.splitlines()[-1]) == (1, "lost: ends: agreement")
    status, text = run("convert", "hex11", "--to", "ini")
    assert (status, "no rectangle" in text) == (2, True)
