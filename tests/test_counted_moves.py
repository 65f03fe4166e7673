"""The counting of moves to a draw in makruk and its kin, in the library and in variants files."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import lasker
from lasker.notation.fen.fields import layouts
from lasker.play.game import Game
from lasker.play.playouts import playouts

FILE = "[mk:makruk]\n[camb:cambodian]\n[as:asean]\n[sit:sittuyin]\n[counted:chess]\ncountingRule = makruk\n"
# Position, move, limit and plies counted after it: by Fairy-Stockfish (pyffish 0.0.90).
COUNTED = {
    ("makruk", "mk"): [
        ("8/3k4/8/2K1S1P1/8/8/8/8 w", "g5g6m", "88", "8"),  # the last pawn is promoted
        ("8/2K3k1/5m2/4S1S1/8/8/8/8 w - 128 97", "e5f6", "44", "8"),  # the king is alone now
        ("3k4/2m5/5M2/4M3/3KS3/8/8/8 w - 128 36", "d4d5", "128", "37"),
        ("3k4/2m5/8/4MP2/3KS3/8/8/8 w", "f5f6m", "128", "0"),
        ("8/6k1/8/1K6/2p5/8/8/3s4 w", "b5c4", "88", "5"),  # he who is alone takes the last pawn himself
        ("8/6k1/8/1K6/2p5/8/8/3r2s1 w", "b5c4", "32", "7"),
        ("8/6k1/8/1K6/2p2p2/8/8/3s4 w", "b5c4", "-", "0"),
    ],
    ("cambodian", "camb"): [
        ("8/3k4/8/2K1S1P1/8/8/8/8 w", "g5g6m", "86", "8"),
        ("8/6k1/8/1K6/2p5/8/8/3s4 w", "b5c4", "86", "5"),
        ("8/6k1/8/1K6/2p5/8/8/3r2s1 w", "b5c4", "30", "7"),
    ],
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("counted") / "counted.ini"
    path.write_text(FILE)
    return path


def game(name: str, file: Path) -> Game:
    """A game of the library, or of the variants file."""
    return lasker.load(f"{file}:{name}" if f"[{name}:" in FILE else name)


def count(played: Game, fen: str) -> tuple[str, str]:
    """Limit and plies that a FEN tells; 0 plies where nothing is counted."""
    fields = dict(zip(layouts(played.model)[0], fen.split(), strict=False))
    limit = fields["optional:limit"]
    return limit, "0" if limit == "-" else fields["counter:counted"]


@pytest.mark.parametrize("names", COUNTED)
def test_counts_begin_and_go_on(names: tuple[str, str], file: Path) -> None:
    for name in names:
        played = game(name, file)
        for fen, move, limit, plies in COUNTED[names]:
            assert count(played, played.position(fen).play(move).fen) == (limit, plies), (name, fen)


def test_the_count_ends_games_and_mate_comes_first() -> None:
    makruk = lasker.load("makruk")
    out = makruk.position("8/2K3k1/8/8/6SS/8/8/8 w - 44 44 60").play("c7c6").outcome
    assert out is not None
    assert (out.reason, str(out.payoffs[0])) == ("the moves are counted out", "1/2")
    assert makruk.position("8/2K3k1/8/8/6SS/8/8/8 w - 44 43 60").play("c7c6").outcome is None
    mate = makruk.position("k7/7R/1K6/8/8/8/8/8 w - 32 32 60").play("h7h8").outcome
    assert mate is not None
    assert mate.reason == "checkmate"


@pytest.mark.parametrize("name", ["makruk", pytest.param("asean", marks=pytest.mark.soak)])
def test_random_games_end_alike(name: str) -> None:
    """Native code, which counts on bitboards, and the reference end the same games for the same reasons."""
    node = lasker.load(name).position("R7/2K5/1N6/8/3R4/8/5nk1/8 w").node
    found = [playouts(node, 2, 4, plies=60, backend=backend).endings for backend in ("reference", "c")]
    assert found[0] == found[1]
    assert any("counted" in str(reason) for reason in found[0])


def board(random: Random, letters: str) -> str:
    """Two kings and up to five pieces; pawns stand where every one of these games lets them."""
    cells = dict(zip(random.sample(range(64), 7), ["K", "k", *random.choices(letters, k=5)], strict=True))
    rows = ["".join(cells.get(8 * y + x, " ") for x in range(8)) for y in range(8)]
    text = "/".join("".join(row.replace("p", "P" if y > 3 else "p")) for y, row in enumerate(rows))
    for run in range(8, 0, -1):
        text = text.replace(" " * run, str(run))
    return f"{text} {random.choice('wb')}"


@pytest.mark.parametrize(
    ("name", "theirs", "letters"),
    [
        ("makruk", "makruk", "RNSMP"),
        pytest.param("makpong", "makpong", "RNSMP", marks=pytest.mark.soak),
        pytest.param("cambodian", "cambodian", "RNSMP", marks=pytest.mark.soak),
        pytest.param("asean", "asean", "RNBQP", marks=pytest.mark.soak),
        pytest.param("sittuyin", "sittuyin", "RNSFP", marks=pytest.mark.soak),
        pytest.param("mk", "makruk", "RNSMP", marks=pytest.mark.soak),
        pytest.param("camb", "cambodian", "RNSMP", marks=pytest.mark.soak),
        pytest.param("as", "asean", "RNBQP", marks=pytest.mark.soak),
        pytest.param("sit", "sittuyin", "RNSFP", marks=pytest.mark.soak),
        pytest.param("counted", "counted", "RNBQP", marks=pytest.mark.soak),
    ],
)
def test_random_endings(name: str, theirs: str, letters: str, file: Path) -> None:
    fairy: Any = pytest.importorskip("pyffish")  # GPL: run beside Lasker here, and never part of it
    fairy.load_variant_config(FILE)
    played, random, seen = game(name, file), Random(name), 0
    hand = "[]" if any(field.startswith("hand") for field in played.model.fen_fields) else ""
    for _ in range(10):
        pieces, side = board(random, letters + letters.lower().replace("p", "")).split()
        fen, moves = f"{pieces}{hand} {side} - - 0 1", list[str]()
        try:
            here = played.position(f"{pieces}{hand} {side}")
        except lasker.LaskerError:  # the player who has just moved is in check, or a pawn is promoted already
            continue
        for _ in range(25):
            said = fairy.get_fen(theirs, fen, moves).split()
            limit = said[3] if said[3].isdigit() else "-"
            assert count(played, here.fen) == (limit, "0" if limit == "-" else said[4]), (fen, moves)
            seen += limit != "-"
            legal = set(fairy.legal_moves(theirs, fen, moves)) & {move.text for move in here.moves}
            if not legal or here.outcome is not None:
                break
            moves.append(random.choice(sorted(legal)))
            here = here.play(moves[-1])
    assert seen > 5
