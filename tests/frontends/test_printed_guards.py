"""The six guards of seed 004 typed as the paper prints them, in Unicode and in ASCII, make chess."""

from __future__ import annotations

import random

import pytest

from lasker.frontends._yaml.guards.functions import GuardWords
from lasker.frontends._yaml.guards.paper_notation import MOST_CHARACTERS, plain
from lasker.frontends._yaml.guards.reader import read
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.game import Game, load
from lasker.play.library import find, modelled

UNICODE = {
    "color": "ColorGuard(p, u, v, b) ≡ color(p) = turn(b)",
    "pin": "PinGuard(p, u, v, b) ≡ ¬(∃w : (w → k) ∈ E_{p′})",
    "check": "CheckGuard(p, u, v, b) ≡ ¬(is_in_check(b′, color(p)))",
    "castling": "CastlingGuard(u, v, b) ≡ (v − u) ∈ Δ_{King} ∧ castling_rights[flag] = True"
    " ∧ ∀w ∈ {u + s · d | s = 1, 2} : (w ∉ b.pieces)",
    "promotion": "PromotionGuard(p, u, v, b) ≡ p = P ∧ (v_y = 1 or v_y = p)",
    "en_passant": "EnPassantGuard(p, u, v, b) ≡ p = P ∧ v = ep ∧ v′ − u′ = 2Δ_P",
}
ASCII = {
    "color": "color(p) = turn(b)",
    "pin": "not (exists w : (w -> k) in E_p')",
    "check": "not (is_in_check(b', color(p)))",
    "castling": "(v - u) in Delta_King and castling_rights[flag] = True"
    " and forall w in {u + s*d | s = 1, 2} : (w not in b.pieces)",
    "promotion": "p = P and (v_y = 1 or v_y = p)",
    "en_passant": "p = P and v = ep and v' - u' = 2 Delta_P",
}
WORDS = GuardWords(pieces=("king", "pawn"))
OURS = {
    "color": "color(p) = turn(b)",
    "pin": "not after(in_check)",
    "check": "not after(in_check)",
    "castling": "castling implies (p = king and castling and path_clear(from, to) and to is empty)",
    "promotion": "promotion implies (p = pawn and (rank(to) = 1 or rank(to) = last_rank))",
    "en_passant": "en_passant implies (p = pawn and en_passant)",
}
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def printed(guards: dict[str, str]) -> Game:
    """Chess with these guards in place of the library's; castling keeps what the paper forgets (E-H6)."""
    lines = [f"  {name}: {json_text(text)}" for name, text in guards.items()]
    attacks = "not in_check and every(w in path(from, to), not attacked(w))"
    lines.append(f"  forgotten: castling implies ({attacks})")
    text = find("graph_chess").text.replace("use: paper\n", "\n".join(["guards:", *lines, ""]))
    text = text.replace("reasons: {check", "# reasons: {check")
    return Game(modelled(Source(text, "printed.yaml")), "printed")


def json_text(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


@pytest.mark.parametrize("name", OURS)
def test_a_guard_as_printed_means_what_ours_means(name: str) -> None:
    said = read(OURS[name].replace("path_clear(from, to)", "every(w in path(from, to), w is empty)"), WORDS)
    assert read(UNICODE[name], WORDS) == read(ASCII[name], WORDS) == said


@pytest.mark.parametrize("guards", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_the_printed_guards_make_chess(guards: dict[str, str]) -> None:
    ours, chess, chance = printed(guards), load("chess"), random.Random(1)
    for fen in (KIWIPETE, "8/8/8/KPp4r/8/8/8/7k w - c6 0 1", "8/P7/8/8/8/8/8/k1K5 w - - 0 1"):
        one, other = ours.position(fen), chess.position(fen)
        for _ in range(4):
            moves = [str(move) for move in one.moves]
            assert sorted(moves) == sorted(map(str, other.moves)), one.fen
            if not moves:
                break
            move = chance.choice(moves)
            one, other = one.play(move), other.play(move)


@pytest.mark.parametrize("text", ["¬(∃w : (w → k) ∈ E_{q})", "∀w ∈ {u} : (w ∉ b.pieces)", "v = pe", "≡"])
def test_a_misspelt_printed_guard_is_refused(text: str) -> None:
    with pytest.raises(LaskerError):
        read(text, WORDS)


def test_other_guards_stay_as_they_are() -> None:
    for text in ("from is unmoved king", "every(w in {from + (1, 0)}, w is empty)", "in_check", "x" * 2000):
        assert plain(text, WORDS.pieces) == text
    long = " and ".join(["v = ep"] * MOST_CHARACTERS)
    assert plain(long) == long


def test_P_means_the_piece_of_that_name_where_there_is_one() -> None:
    assert plain("p = P and v_y = p", ["P", "pawn"]) == "promotion implies (p = P and v_y = last_rank)"
