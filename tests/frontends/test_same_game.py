"""The same game in YAML and in the algebra: proved part by part, and told apart when one rule differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.play.library import find
from lasker.proofs.comparison.game_equality import compared

RULES = """lasker 1
game   "Little chess"
start  "kr1/2p/P2/1RK w - 0 1"
fen    "board side marked:unmoved counter:quiet number"
players white black
board   3x4
piece   king ♔ ♚ 'K' 'k'
piece   rook ♖ ♜ 'R' 'r'
piece   pawn ♙ ♟ 'P' 'p'
mark    unmoved until moved
counter quiet 0..100 unkeyed
region  far of white = rank 4
region  far of black = rank 1
way(t)     = [% is ♖] all4(ride(u, t)) | [% is ♔] all4(take(u, t) | take(ur, t)) | [% is ♙] both(take(ur, t))
strikes(t) = %friend: way(t)
check      = [flipped strikes(♚)]
safe       = ![check]
promote    = try([% is ♙] (% in far -> ♖))
move       = (%friend: (way(enemy) | [% is (♖ | ♔)] way(.) | [% is ♙] step(u)) promote quiet := 0) safe
view       = flipped
end "checkmate" lost: check ![move]
end "stalemate" drawn: ![move]
adjudicate "bare kings" drawn: ![piece \\ (♔ | ♚)]
invalid "a player has no king": ![♔] | ![♚]
"""
YAML = """
game: Little chess
board: 3x4
start: kr1/2p/P2/1RK w - 0 1
marks: {unmoved: until moved}
counters: {quiet: {high: 100, keyed: false}}
effects: {any: "quiet := 0"}
regions: {far: {each: rank 4}}
guards: {check: not after(in_check)}
pieces:
  - {piece: king, royal: true, displacement: [[1, 0], [1, 1]], symmetric: all}
  - {piece: rook, displacement: [[1, 0]], symmetric: all, slide: true}
  - piece: pawn
    displacement: [{vector: [0, 1], only: move}, {vector: [1, 1], symmetric: mirror, only: capture}]
    promotion: {in: far, to: rook}
ends:
  checkmate: {lost: in_check and not can(move)}
  stalemate: {drawn: not can(move)}
adjudications: {bare kings: {drawn: count(any rook pawn) = 0}}
invalid: {a player has no king: count(king) = 0 or count(enemy king) = 0}
"""
MUTANTS = {  # one rule changed, and a part that can no longer be called the same
    "a shorter slide": ("slide: true", "slide: 2", "white's rook"),
    "a king that goes straight": ("[[1, 0], [1, 1]]", "[[1, 0]]", "white's king"),
    "kings that may be left": ("not after(in_check)", "not in_check", "white's king"),
    "pawns that take ahead": ("[0, 1], only: move", "[0, 1]", "black's pawn"),
    "another counter": ("quiet := 0", "quiet := 1", "white's pawn"),
    "promotion to kings": ("to: rook", "to: [rook, king]", "white's pawn"),
    "a mate without check": ("lost: in_check and", "lost: true and", "checkmate, before white moves"),
    "an end that is won": ("drawn: not can(move)", "won: not can(move)", "what ends the game"),
    "kings and rooks are bare": ("any rook pawn", "any pawn", "the adjudication 'bare kings'"),
    "one king suffices": ("= 0 or count(enemy", "= 0 and count(enemy", "the set-up 'a player has no king'"),
}


def files(folder: Path, yaml: str) -> tuple[str, str]:
    rules, spec = folder / "little.rules", folder / "little.yaml"
    rules.write_text(RULES, encoding="utf-8")
    spec.write_text(yaml, encoding="utf-8")
    return str(rules), str(spec)


def test_a_game_written_twice_is_proved_the_same(tmp_path: Path) -> None:
    parts = compared(*files(tmp_path, YAML))
    assert {part.what: part.answer for part in parts if not part.equal} == {}
    assert sum("ways" in part.how for part in parts) == 6, "three pieces of two players"


@pytest.mark.parametrize("name", sorted(MUTANTS))
def test_one_changed_rule_is_noticed(name: str, tmp_path: Path) -> None:
    old, new, what = MUTANTS[name]
    assert old in YAML
    answers = {part.what: part for part in compared(*files(tmp_path, YAML.replace(old, new, 1)))}
    assert not answers[what].equal
    assert any(part.equal is False for part in answers.values()) or not answers["play"].equal


def test_differences_that_play_shows_have_a_position(tmp_path: Path) -> None:
    changed = YAML.replace("only: move", "only: capture")
    played = next(part for part in compared(*files(tmp_path, changed)) if part.what == "play")
    assert played.equal is False
    assert "a2a3" in played.how


def test_games_are_compared_on_the_command_line(tmp_path: Path) -> None:
    same = CliRunner().invoke(main, ["equal", *files(tmp_path, YAML), "--json"])
    assert same.exit_code == 0
    assert {part["answer"] for part in json.loads(same.stdout)} == {"the same"}
    other = CliRunner().invoke(main, ["equal", "breakthrough", "knightthrough"])
    assert other.exit_code == 1
    assert "different: the pieces" in other.stdout


@pytest.mark.soak
def test_chess_in_yaml_is_proved_to_be_chess_in_the_algebra() -> None:
    parts = compared("chess", "graph_chess")
    assert {part.what: part.answer for part in parts if not part.equal} == {}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("every(w in path(from, to), not attacked(w))", "true", "white's king"),
        ("not in_check and path_clear(from, to)", "path_clear(from, to)", "white's king"),
        ("from + (-3, 0) is empty", "true", "white's king"),
        ("enemy jumped pawn", "enemy pawn", "white's pawn"),
    ],
)
def test_chess_in_yaml_without_one_guard_is_another_game(
    old: str, new: str, what: str, tmp_path: Path
) -> None:
    library = find("graph_chess").text
    guard = (
        "guards:\n  castling: castling implies (not in_check and path_clear(from, to) and "
        "every(w in path(from, to), not attacked(w)))\n"
    )
    text = library.replace("use: paper\n", "use: paper\n" + guard)
    assert old in text
    (tmp_path / "mutant.yaml").write_text(text.replace(old, new), encoding="utf-8")
    answers = {part.what: part for part in compared("chess", str(tmp_path / "mutant.yaml"))}
    assert not answers[what].equal
