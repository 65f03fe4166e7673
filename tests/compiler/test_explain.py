"""`lasker check` says which path each rule took and why, and which moves their labels do not tell apart."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from lasker.cli import main
from lasker.commands.compile import fast_path
from lasker.compiler.explain import explain
from lasker.compiler.pipeline import compiled
from lasker.fuzzing.sample import sample
from lasker.kernel.source import Source
from lasker.lint.label_clashes import search
from lasker.play.game import Game
from lasker.syntax.read import read_game

HEAD = """lasker 1
game "Paths"
players white black
board 4x4
piece king 'K' 'k'
piece rook 'R' 'r'
start "k2r/4/4/R2K w 1"
view = flipped
strikes = %friend: way(C king)
safe = ![flipped strikes]
move = ((%friend: way(.)) | (%friend: way(enemy))) safe
end "no move" lost: ![move]
"""
RIDERS = HEAD + "way(t) = [% is king] all8(take(ur, t)) | [% is rook] all4(ride(u, t))\n"
SWAPPERS = RIDERS.replace(
    "safe\nend", "safe | (%rook: % + u king -> king + u%) | (%king: % + d rook -> rook + d%)\nend"
)
WALKERS = HEAD + "way(t) = [% is king] all4(take(ur, t)) | [% is rook] all4(step(u))* take(u, t)\n"


def game(text: str) -> Game:
    return Game(read_game(Source(text)), "paths")


def test_a_rule_that_moves_nothing_is_told() -> None:
    passing = 'pass "one may pass"\n' + RIDERS.replace("way(enemy))) safe", "way(enemy)) | nil) safe")
    rules = [each.rule for each in explain(compiled(game(passing).model), "")]
    assert "white: nothing is moved" in rules


def test_classes_and_attacks_are_told_with_their_proofs() -> None:
    reasons = list(explain(compiled(game(RIDERS).model), ""))
    rook = next(each for each in reasons if each.rule == "white: white_rook to empty")
    assert rook.path == "class, counted by popcount"
    assert rook.why.startswith("96 entries; ")  # from each of 16 squares to 6 others
    assert "decided before the move: no mover begins to attack" in rook.why
    attack = next(each for each in reasons if each.path.startswith("attack"))
    assert "black_king, black_rook on white_king" in attack.why
    assert {each.rule for each in reasons} >= {"white: all its moves", "black: all its moves"}


def test_moves_that_share_a_set_are_told_apart_from_the_others() -> None:
    made = compiled(game(SWAPPERS).model)
    reasons = [each for each in explain(made, "") if each.rule.startswith("white: ")]
    shared = [each for each in reasons if each.path == "set of positions"]
    assert shared
    assert all("results may coincide" in each.why for each in shared)
    proved = [each.rule for each in reasons if each.path == "all different"]
    assert proved == ["white: all its other moves"]
    assert "shared moves are compared, all others are different" in fast_path(made)
    assert "bitboards, all their moves different" in fast_path(compiled(game(RIDERS).model))


def test_what_failed_is_told() -> None:
    made = compiled(game(WALKERS).model)
    assert made.classes is None
    reasons = list(explain(made, ""))
    assert [each.path for each in reasons if each.rule == "white: all its moves"] == ["walk"]
    assert any(each.path == "walk with a visited set" for each in reasons)
    assert all(each.why for each in reasons)
    refused = list(explain(compiled(game(RIDERS).model), "for a reason"))
    assert refused[0].why == "not on bitboards: for a reason"


def test_every_random_game_can_be_explained() -> None:
    for seed in range(3):
        assert list(explain(compiled(sample(seed).model), ""))


def test_the_command_explains(tmp_path: Path) -> None:
    path = tmp_path / "paths.rules"
    path.write_text(RIDERS, encoding="utf-8")
    told = CliRunner().invoke(main, ["check", str(path), "--explain"])
    assert told.exit_code == 0, told.output
    assert "class, counted by popcount: white: white_rook to empty (96 entries" in told.output
    times = told.output.count("\nclass, counted by popcount: ")
    assert (
        f"bitboards: moves are generated as sets of squares ({times} × class, counted by popcount; "
        in told.output
    )
    facts = json.loads(CliRunner().invoke(main, ["check", str(path), "--explain", "--json"]).stdout)
    assert {"answer", "what", "how"} == {*facts[-1]}
    plain = CliRunner().invoke(main, ["check", str(path)]).output
    assert "class" not in plain
    assert "read: moves are told apart by their labels (" in plain


TWICE = """lasker 1
game "Twice"
players one two
board 3x1
piece token 'T'
piece other 'O'
counter paid 0..9
fen "board side counter:paid"
start "3 o 0"
move = """


def test_moves_with_one_label_are_told(tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    path.write_text(TWICE + "(%.: put(token)) (paid += 1 | paid += 2)\n", encoding="utf-8")
    told = CliRunner().invoke(main, ["check", str(path)])
    assert told.exit_code == 0, told.output
    assert "note: T@a1,paid=1 and T@a1,paid=2 have one label (at 3 o 0)" in told.output
    path.write_text(TWICE + "[.] (. -> token | other)\n", encoding="utf-8")
    told = CliRunner().invoke(main, ["check", str(path)])
    assert "note: two moves are called passxc1 (at 3 o 0)" in told.output


def test_moves_with_one_label_are_in_the_order_of_where_they_lead() -> None:
    found = game(TWICE + "(%.: put(token)) (paid += 2 | paid += 1)\n")
    steps = found.start().node.steps
    assert [step.after.configuration.counters for step in steps] == [(1,), (2,)] * 3
    clash = search(found, 1.0).clash
    assert clash is not None
    assert not clash.hidden
