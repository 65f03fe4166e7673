"""Seed 004 item by item: boards, paths, legality, guards, the language, Φ, the generator, the extensions."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from paper_004 import DELTA, is_legal

from lasker.cli import main
from lasker.frontends._yaml.guards.terms import between
from lasker.frontends._yaml.writing.pairs import phi
from lasker.frontends.yaml import validator
from lasker.kernel.source import Source
from lasker.notation.san import sign
from lasker.play.game import load
from lasker.play.library import find, sources
from specified import WAZIR, game, resolved, targets

KNIGHT = """
piece: Knight
displacement: [[1, 2], [2, 1], [-1, 2], [-2, 1], [1, -2], [2, -1], [-1, -2], [-2, -1]]
slide: false
guards:
  color: color(p) = turn(b)
"""
DRAGON = """
pieces:
  - piece: dragon
    displacement:
      - {vector: [1, 1], symmetric: all, slide: true}
      - {vector: [1, 2], symmetric: all}
      - {vector: [0, 1]}
      - {vector: [0, -1]}
  - {piece: man, displacement: []}
"""
FAIRY = {
    "wazir": ("[1, 0]", 4),
    "ferz": ("[1, 1]", 4),
    "alfil": ("[2, 2]", 4),
    "dabbaba": ("[2, 0]", 4),
}


def test_H1_boards_are_n_by_p_and_squares_have_one_name() -> None:
    board = resolved("board: {n: 7, p: 5}\npieces: [{piece: A, displacement: [[1, 0]]}]").board
    assert len(board.space.sites) == 7 * 5
    assert [board.space.label(0), board.space.label(34)] == ["a1", "g5"]
    assert resolved("board: 9x9\npieces: [{piece: A, displacement: [[1, 0]]}]").board.sizes == (9, 9)


@pytest.mark.parametrize(
    ("kind", "size"), [("knight", 8), ("bishop", 28), ("rook", 28), ("queen", 56), ("king", 8)]
)
def test_H2_displacement_sets_of_table_1(kind: str, size: int) -> None:
    """The set of the specification, slides written out, is the set of the table."""
    chess = resolved(find("graph_chess").text)
    piece = next(each for each in chess.pieces if each.name == kind)
    vectors = {
        tuple(k * x for x in move.vector)
        for move in piece.moves
        if not move.carries
        for k in range(1, (chess.board.farthest(move.vector) if move.slide else 1) + 1)
    }
    assert len(vectors) == size
    assert vectors == DELTA[kind]


def test_H3_a_fairy_piece_is_any_finite_set() -> None:
    dragon = resolved(DRAGON).pieces[0]
    vectors = {
        tuple(k * x for x in move.vector) for move in dragon.moves for k in range(1, 8 if move.slide else 2)
    }
    assert len(vectors) == 38
    assert vectors == DELTA["dragon"]


@pytest.mark.parametrize(("kind", "edges"), [("knight", 336), ("king", 420), ("rook", 896), ("dragon", 1008)])
def test_H4_edges_are_the_moves_of_a_lone_piece(kind: str, edges: int) -> None:
    text = DRAGON if kind == "dragon" else _lone(kind)
    one = game(text)
    letter = next(p.letter for p in one.model.rules.vocabulary.pieces if p.owner == 0)
    found = 0
    for y in range(8):
        for x in range(8):
            row = f"{x or ''}{letter}{7 - x or ''}"
            found += len(one.position(f"{'8/' * (7 - y)}{row}{'/8' * y} w").node._continuations())
    assert found == edges


def _lone(kind: str) -> str:
    spec = {
        "knight": "displacement: [[1, 2]]\nslide: false",
        "king": "displacement: [[1, 0], [1, 1]]\nslide: false",
        "rook": "displacement: [[1, 0]]\nslide: true",
    }[kind]
    return f"piece: {kind}\n{spec}\nsymmetric: all\n"


def test_H5_occupation_is_a_question_of_guards() -> None:
    rules = (
        "pieces:\n  - {{piece: A, displacement: [[1, 0]], guards: {{o: 'occ(v) = {}'}}}}\n"
        "  - {{piece: B, displacement: []}}"
    )
    fen = "8/8/8/8/8/8/8/A1AbAB2 w"
    assert targets(game(rules.format("Empty")).position(fen), "a1") == {"b1"}
    assert targets(game(rules.format("Enemy")).position(fen), "c1") == {"d1"}
    assert targets(game(rules.format("Enemy")).position(fen), "e1") == set()
    with pytest.raises(Exception, match="can never move"):
        game(rules.format("Friendly"))  # nobody moves onto his own men


def test_H6_the_straight_path() -> None:
    assert between((3, 3)) == [(1, 1), (2, 2)]
    assert between((0, -4)) == [(0, -1), (0, -2), (0, -3)]
    assert between((1, 2)) == []


def test_H7_H8_kinematics_agree_with_the_pseudocode_read_kindly() -> None:
    """Rooks and bishops among random men: E_p with path_clear, square by square."""
    one = game(
        "pieces:\n  - {piece: rook, displacement: [[1, 0]], symmetric: all, slide: true}\n"
        "  - {piece: bishop, displacement: [[1, 1]], symmetric: all, slide: true}\n"
    )
    chance = random.Random(4)
    for _ in range(6):
        men = {(chance.randrange(8), chance.randrange(8)): chance.choice("RBrb") for _ in range(14)}
        rows = ["".join(men.get((x, y), ".") for x in range(8)) for y in range(7, -1, -1)]
        position = one.position(re.sub(r"\.+", lambda dots: str(len(dots[0])), "/".join(rows)) + " w")
        occ = {square: "Friendly" if man.isupper() else "Enemy" for square, man in men.items()}
        expected = {
            (u[0] + 8 * u[1], v[0] + 8 * v[1])
            for u, man in men.items()
            if man.isupper()
            for v in ((x, y) for x in range(8) for y in range(8))
            if u != v and is_legal({"R": "rook", "B": "bishop"}[man], u, v, occ, as_indented=False)
        }
        steps = position.node._continuations()  # whether or not black could still answer
        assert {(step.label[0].start, step.label[0].end) for step in steps} == expected


def test_H9_every_guard_of_the_paper_is_in_the_library() -> None:
    used = resolved(f"use: paper\npieces: [{{piece: A, displacement: {WAZIR}, royal: true}}]")
    assert [named.name for named in used.common] == [
        "color",
        "check",
        "pin",
        "castling",
        "promotion",
        "en_passant",
    ]


def test_H10_legality_is_kinematics_and_all_guards() -> None:
    text = (
        f"use: paper\npieces:\n  - {{piece: king, royal: true, displacement: {WAZIR}}}\n"
        f"  - {{piece: rook, slide: true, displacement: {WAZIR}}}"
    )
    pinned = game(text).position("4r3/8/8/8/8/8/4R3/4K3 w")
    assert targets(pinned, "e2") == {f"e{rank}" for rank in range(3, 9)}
    assert pinned.why_illegal("e2d2") is not None


def test_H11_soundness_and_completeness_against_the_algebra() -> None:
    """Every move of one is a move of the other, along random games."""
    algebra, graphs = load("chess"), load("graph_chess")
    for seed in range(1):
        chance, one, two = random.Random(seed), algebra.start(), graphs.start()
        for _ in range(25):
            assert [(str(m), m.step.label) for m in one.moves] == [(str(m), m.step.label) for m in two.moves]
            assert one.fen == two.fen
            assert one.node.hash == two.node.hash
            if not one.moves:
                break
            text = str(chance.choice(one.moves))
            one, two = one.play(text), two.play(text)


def test_H12_the_grammar_as_it_stands() -> None:
    knight = game(KNIGHT)
    assert targets(knight.position("8/8/8/8/3N4/8/8/8 w"), "d4") == {
        "b3",
        "b5",
        "c2",
        "c6",
        "e2",
        "e6",
        "f3",
        "f5",
    }
    slider = game(KNIGHT.replace("slide: false", "slide: true").replace("Knight", "Night_rider"))
    assert targets(slider.position("8/8/8/8/8/8/8/N7 w"), "a1") == {"b3", "c5", "d7", "c2", "e3", "g4"}


def test_H13_phi_gives_the_displacements_and_the_guards() -> None:
    pair = phi(resolved(KNIGHT))["Knight"]
    assert {each.vector for each in pair.delta} == DELTA["knight"]
    assert [name for name, _ in pair.guards] == ["color"]


@pytest.mark.soak
def test_H11_soundness_and_completeness_on_many_positions() -> None:
    algebra, graphs = load("chess"), load("graph_chess")
    for seed in range(20):
        chance, one, two = random.Random(seed), algebra.start(), graphs.start()
        for _ in range(100):
            assert [(str(m), m.step.label) for m in one.moves] == [(str(m), m.step.label) for m in two.moves]
            assert (one.fen, one.node.hash) == (two.fen, two.node.hash)
            assert (one.outcome and one.outcome.reason) == (two.outcome and two.outcome.reason)
            if not one.moves:
                break
            text = str(chance.choice(one.moves))
            one, two = one.play(text), two.play(text)


def test_H15_a_specification_becomes_a_validator() -> None:
    """The paper's generate_dsl.py: complete, valid Python, and the same answers as the game itself."""
    checker: dict[str, Any] = {"__name__": "checker"}
    exec(compile(validator(Source(KNIGHT, "knight.yaml")), "validator.py", "exec"), checker)
    fen = "8/8/8/8/3N4/1n6/8/8 w"
    assert checker["legal_moves"](fen) == [str(move) for move in game(KNIGHT).position(fen).moves]
    assert checker["is_legal"](fen, "d4b3")
    assert not checker["is_legal"](fen, "b3d4")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("depth", "count", "fen"),
    [  # the common tables of perft
        (5, 4865609, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (4, 4085603, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
        (5, 674624, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
        (4, 422333, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
        (4, 2103487, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ],
)
def test_H11_the_rows_of_perft(depth: int, count: int, fen: str) -> None:
    arguments = ["perft", "graph_chess", str(depth), "--backend", "c", "--fen", fen]
    assert CliRunner().invoke(main, arguments).stdout.split()[-1] == str(count)


@pytest.mark.parametrize("name", sorted(FAIRY))
def test_H18_the_fairy_pieces_of_the_repository(name: str) -> None:
    vector, count = FAIRY[name]
    piece = game(f"piece: {name}\ndisplacement: [{vector}]\nsymmetric: all\nslide: false\nguards: {{}}")
    letter = piece.model.rules.vocabulary.pieces[0].letter
    assert len(piece.position(f"8/8/8/8/3{letter}4/8/8/8 w").moves) == count


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", "checkmate"),
        ("k7/2K5/1Q6/8/8/8/8/8 b - - 0 1", "stalemate"),
    ],
)
def test_H18_ends(fen: str, reason: str) -> None:
    outcome = load("graph_chess").position(fen).outcome
    assert outcome is not None
    assert outcome.reason == reason


def test_H18_checks_and_pins() -> None:
    chess = load("graph_chess")
    checked = chess.position("4r2k/8/8/8/8/8/8/4K3 w - - 0 1")
    assert sign(checked.node) == "+"
    assert len(checked.moves) == 4
    assert targets(chess.position("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1"), "e2") == {f"e{r}" for r in range(3, 9)}
    assert targets(chess.position("7k/8/8/8/b7/8/2N5/3K4 w - - 0 1"), "c2") == set()


def test_the_library_holds_games_in_both_languages() -> None:
    suffixes = {Path(source.name).suffix for source in sources().values()}
    assert suffixes == {".rules", ".yaml"}
