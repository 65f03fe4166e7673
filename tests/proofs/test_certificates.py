"""Certificates: what is written is accepted, and what is corrupted is refused with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from lasker.algebra.contents import Mark, PieceType, Vocabulary
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.moves import Rewrite
from lasker.cli import main
from lasker.kernel.errors import FileError
from lasker.model.game import Game as Model
from lasker.play.game import load
from lasker.proofs.certificates import of_characteristics, of_cycle, of_finiteness
from lasker.proofs.checker import rankings
from lasker.proofs.checker.certificate_checker import Checker
from lasker.proofs.checker.checker_results import ClaimRefused
from lasker.proofs.equations.settings import indistinguishable
from lasker.proofs.forced_results.characteristics import classify
from lasker.proofs.termination.finiteness import finite
from lasker.proofs.termination.returning_play import ReturningPlay

FEN = "XO1/1X1/O2 x 3"  # x to move wins at once, and can force it later too


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    return of_characteristics(classify(load("tictactoe").position(FEN), 3))


def refused(certificate: object, game: Model | None = None) -> str:
    return "; ".join(each.reason for each in Checker(certificate, game).checked() if each.proved is False)


def claim(certificate: dict[str, Any], says: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in certificate["claims"] if each["says"] == says)
    return found


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path


def test_everything_is_proved(written: dict[str, Any]) -> None:
    assert "unproved" not in written
    assert len(written["claims"]) == 9
    assert {each["evidence"]["kind"] for each in written["claims"]} == {"line", "strategy", "count"}
    assert all(each.proved for each in Checker(written).checked())


def test_the_other_player_is_lost(written: dict[str, Any]) -> None:
    other = of_characteristics(classify(load("tictactoe").position(FEN), 3, player="o"))
    assert claim(other, "forced loss")["holds"] is True
    assert not refused(other)


def test_a_changed_move_is_refused(written: dict[str, Any]) -> None:
    changed = deepcopy(written)
    [[fen]] = [list(each) for each in claim(changed, "forced win")["evidence"]["moves"] if each]
    claim(changed, "forced win")["evidence"]["moves"][0][fen] = "b3"
    assert "is no legal move" in refused(changed)
    changed = deepcopy(written)
    claim(changed, "winnable")["evidence"]["moves"] = ["c3"]
    assert "does not show the claim" in refused(changed)


def test_a_missing_reply_is_refused(written: dict[str, Any]) -> None:
    changed = deepcopy(written)
    table = claim(changed, "forced loss")["evidence"]["moves"]
    assert len(table) == 3  # a move at once, and one after each reply
    table[2].popitem()
    assert "there is no move for" in refused(changed)


@pytest.mark.parametrize(
    ("part", "value", "reason"),
    [
        ("holds", 1, "true or false"),
        ("holds", 0.0, "true or false"),
        ("within", float("nan"), "number of plies"),
        ("within", True, "number of plies"),
        ("within", 1.5, "number of plies"),
        ("within", "3", "number of plies"),
        ("claims", "perhaps", "true or false"),
        ("player", "z", "no player"),
        ("says", "nonsense", "no claim"),
        ("says", ["winnable"], "no claim"),
        ("evidence", [], "no evidence"),
        ("evidence", {"kind": "rumour"}, "no kind of evidence"),
        ("evidence", {"kind": "line", "moves": "c3"}, "not written as they should be"),
        ("evidence", {"kind": "line", "moves": [3]}, "not written as they should be"),
        ("evidence", {"kind": "count", "plies": [{"won": True}]}, "not written as they should be"),
        ("evidence", {"kind": "strategy", "moves": [["c3"]]}, "not written as they should be"),
        ("evidence", {"kind": "strategy", "moves": [{}]}, "what can be forced"),
    ],
)
def test_what_is_not_written_as_a_claim_is_refused(
    written: dict[str, Any], part: str, value: object, reason: str
) -> None:
    changed = deepcopy(written)
    claim(changed, "winnable")[part] = value
    assert reason in refused(changed)


@pytest.mark.parametrize(
    "game", [{}, {"a": 1}, {"name": ["x"], "meaning": ""}, {"name": 5, "meaning": ""}, "tictactoe", None]
)
def test_a_certificate_without_a_game_is_refused(written: dict[str, Any], game: object) -> None:
    with pytest.raises(FileError, match="which game"):
        Checker({**written, "game": game})


WITHOUT_DIE = """lasker 1
game "A die that FEN leaves out"
players white black
board 3x2
piece man ♙ ♟ 'P' 'p'
counter die 1..2 from 1
region goal = file c
start "P2/1P1 t 1"
state throw of chance: 1: die := 1, 1: die := 2 then white
state white of white: ([die = 1] %♙: step(r)) | ([die = 2] %♙: step(r){2}) then black
state black of black: nil then throw
pass "yes"
end "home" lost: C(♙ in goal)
"""


def test_positions_that_are_written_alike_have_no_strategy_by_their_texts(tmp_path: Path) -> None:
    file = tmp_path / "die.rules"
    file.write_text(WITHOUT_DIE)
    found = classify(load(file).start(), 3, player="white")
    assert found.value == "win"
    certificate = of_characteristics(found)
    assert "forced win" in certificate["unproved"]
    assert not refused(certificate)


def test_another_position_is_refused(written: dict[str, Any]) -> None:
    assert refused({**written, "position": {"fen": "3/1X1/O2 x 2", "moves": []}})
    assert "not written" not in refused({**written, "position": {"fen": "3/1X1/O2 x 2", "moves": []}})


def test_another_game_is_refused(written: dict[str, Any]) -> None:
    other = {"name": "tictactoe", "meaning": "0" * 64}
    assert "the rules are others" in refused({**written, "game": other})


def test_changed_counts_and_answers_are_refused(written: dict[str, Any]) -> None:
    for each in ("winnable", "drawable", "absolute hang", "hopeless", "forced win", "forced loss"):
        changed = deepcopy(written)
        claim(changed, each)["holds"] = not claim(changed, each)["holds"]
        assert refused(changed), each
    changed = deepcopy(written)
    claim(changed, "drawable")["evidence"]["plies"][0]["unfinished"] += 1
    assert "at ply 1 there are" in refused(changed)
    changed = deepcopy(written)
    claim(changed, "winnable")["within"] = 0
    assert "must be a number of plies" in refused(changed)


@pytest.mark.parametrize("text", [[], {}, {"certificate": 2}, {"certificate": 1, "claims": []}, "x", None])
def test_what_is_no_certificate(text: object) -> None:
    with pytest.raises(FileError):
        Checker(text)


@pytest.mark.parametrize("version", [2, True, 1.0, "1", None])
def test_the_version_is_a_number(written: dict[str, Any], version: object) -> None:
    with pytest.raises(FileError, match="no certificate of version"):
        Checker({**written, "certificate": version})


def test_nonsense_is_refused(written: dict[str, Any]) -> None:
    for evidence in ({}, {"kind": "dream"}, {"kind": "line"}, {"kind": "strategy", "moves": 3}, None):
        changed = deepcopy(written)
        claim(changed, "forced win")["evidence"] = evidence
        assert refused(changed)


def test_a_play_that_comes_back() -> None:
    line = ("k3i5", "e14e13", "i5k3", "e13e14")
    game = load("chinese_checkers")
    assert [each.proved for each in Checker(of_cycle(game, ReturningPlay((), line))).checked()] == [True]
    assert "does not come back" in refused(of_cycle(game, ReturningPlay((), line[:2])))


def test_an_infinite_game_by_command(tmp_path: Path) -> None:
    file, run = str(tmp_path / "cycle.json"), CliRunner().invoke
    assert run(main, ["number", "finite", "chinese_checkers", "--certificate", file]).exit_code == 1
    assert run(main, ["verify", file]).exit_code == 0
    none = run(main, ["number", "finite", "crossway", "--certificate", str(tmp_path / "none.json")])
    assert none.exit_code == 3
    assert not (tmp_path / "none.json").exists()


@cache
def finite_certificate(name: str) -> dict[str, Any]:
    game = load(name)
    written = of_finiteness(game, finite(game))
    assert written is not None
    found: dict[str, Any] = json.loads(json.dumps(written))
    return found


@pytest.mark.parametrize(
    ("name", "kind", "plies"),
    [
        ("tictactoe", "ranking", 9),
        ("connect_four", "ranking", 42),
        ("breakthrough", "ranking", 208),  # 16 pieces of each have 6 or 7 ranks to go
        ("vendetta", "ranking", 566),
        ("knights_tour", "ranking", 24),
        # 32 pieces, 16 pawns with 6 ranks to go, and 150 plies without progress: (32 + 96 + 1) * 151 - 1
        pytest.param("chess", "ranking", 19478, marks=pytest.mark.soak),
        pytest.param("armageddon", "ranking", 1290128, marks=pytest.mark.soak),  # (32 + 96 + 1) * 10001 - 1
        pytest.param("othello", "ranking", 182, marks=pytest.mark.soak),
        pytest.param("amazons", "ranking", 100, marks=pytest.mark.soak),  # followed in parts
        pytest.param("losalamos", "ranking", 11022, marks=pytest.mark.soak),
        pytest.param(
            "glinski", "ranking", 1650164, marks=pytest.mark.soak
        ),  # in parts, with the piece that slides
        pytest.param("shafran", "ranking", 1630162, marks=pytest.mark.soak),  # pawns that go three steps
        pytest.param("xiangqi", "ranking", 330032, marks=pytest.mark.soak),
        pytest.param("english_draughts", "ranking", 1690168, marks=pytest.mark.soak),
        pytest.param("omega", "ranking", 33974, marks=pytest.mark.soak),
        ("rim", "repetition", None),
    ],
)
def test_a_finite_game(name: str, kind: str, plies: int | None) -> None:
    evidence = claim(finite_certificate(name), "finite")["evidence"]
    assert (evidence["kind"], evidence.get("plies")) == (kind, plies)
    assert [each.proved for each in Checker(finite_certificate(name)).checked()] == [True]


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("tictactoe", {"plies": 8}, "at most 9 plies"),
        ("tictactoe", {"phases": []}, "no phase has both"),
        ("tictactoe", {"phases": [{"states": ["x"], "ranks": [{"weights": {".": 1}}]}]}, "no phase has both"),
        (
            "tictactoe",
            {"phases": [{"states": ["x", "o"], "ranks": [{"weights": {".": -1}}]}]},
            "raise the ranks",
        ),
        ("tictactoe", {"phases": [{"states": ["x", "o"], "ranks": [{"weights": {"X": 1}}]}]}, "pieces"),
        ("tictactoe", {"phases": [{"states": ["x", "x"], "ranks": [{"weights": {".": 1}}]}]}, "named twice"),
        (
            "tictactoe",
            {"phases": [{"states": ["x", "o"], "ranks": [{"counter": "n", "factor": 1}]}]},
            "counter",
        ),
        ("tictactoe", {"kind": "repetition", "times": 2, "positions": 1}, "no rule ends repetitions"),
        (
            "breakthrough",
            {"phases": [{"states": ["white", "black"], "ranks": [{"weights": {"♙": 1}}]}]},
            "again",
        ),
        ("rim", {"times": 2}, "'times' is 3"),
        ("rim", {"positions": 5}, "'positions' is"),
    ],
)
def test_a_wrong_ranking_is_refused(name: str, change: dict[str, Any], reason: str) -> None:
    changed = deepcopy(finite_certificate(name))
    claim(changed, "finite")["evidence"] |= change
    assert reason in refused(changed)


REMOVED = "(♔^fresh not in corner -> .) quiet := 0"
QUIET = """lasker 1
game   "Kings that may not wander"
board  3x3
piece  king ♔ ♚ 'K' 'k'
region corner = c1, a3
mark   fresh until moved
counter quiet 0..1000
start  "START"
fen    "board side marked:fresh counter:quiet"
players white black
white  = (%♔: step(u) | step(l)) quiet += 1 | RULE
black  = flipped white
adjudicate "enough" drawn: [quiet >= 5]
"""


@pytest.mark.parametrize(
    ("rule", "start", "plies"),
    [
        ("fail", "k2/3/2K w - 0", 5),
        ("fail", "k2/3/2K w - 3", 2),
        (REMOVED, "k2/3/2K w c1 0", 5),  # a king that is fresh has not left his corner
        (REMOVED, "k2/1K1/3 w b2 0", 17),
        (f"{REMOVED} | (♔ -> ♔^fresh) quiet += 1", "k2/3/2K w c1 0", 17),  # he may be fresh again anywhere
        (f"{REMOVED} | (%♔: % -> %^fresh) quiet += 1", "k2/3/2K w c1 0", 17),
    ],
)
def test_a_counter_ends_a_game_and_marks_that_are_lost_stay_lost(
    rule: str, start: str, plies: int, tmp_path: Path
) -> None:
    file = tmp_path / "quiet.rules"
    text = QUIET.replace("RULE", rule).replace("START", start)
    file.write_text(text)
    game = load(str(file))
    answer = finite(game)
    assert answer.bound == plies
    written = of_finiteness(game, answer)
    assert written is not None
    assert written["claims"][0]["evidence"]["plies"] == plies
    assert [each.proved for each in Checker(written, game.model).checked()] == [True]


def refused_as_if_kings_stayed(rule: str, folder: Path) -> str:
    """Why the counter is no ranking with a rule, as it is one if only what is never found is removed."""
    proofs = []
    for each in (REMOVED, rule):
        (file := folder / "quiet.rules").write_text(
            QUIET.replace("RULE", each).replace("START", "k2/3/2K w c1 0")
        )
        game = load(str(file))
        written = of_finiteness(game, finite(game))
        assert written is not None
        proofs.append((written, game.model))
    (simple, _), (written, model) = proofs
    return refused(written | {"claims": simple["claims"]}, model)


@pytest.mark.parametrize("marking", ["♔ -> ♔^fresh", "%♔: % -> %^fresh"])
def test_the_checker_follows_a_mark_that_a_rule_writes(marking: str, tmp_path: Path) -> None:
    """A counter is a ranking while no king can become fresh again, which sets it back."""
    rule = f"{REMOVED} | ({marking}) quiet += 1"
    assert "may raise the ranks" in refused_as_if_kings_stayed(rule, tmp_path)


@pytest.mark.parametrize(
    "rule",
    [
        "![♔^fresh not in corner] (♔ -> .) quiet := 0",
        "(♔^fresh not in corner -> .)* (♔ -> .) quiet := 0",
        "((♔^fresh not in corner -> .) | (♔ -> .)) quiet := 0",
        "(each %♔^fresh not in corner: % -> .) (♔ -> .) quiet := 0",
    ],
)
def test_what_is_never_found_does_not_stop_a_move(rule: str, tmp_path: Path) -> None:
    """A move is made if what it asks for is absent, may be absent, or is one of several."""
    assert "may raise the ranks" in refused_as_if_kings_stayed(rule, tmp_path)


def test_what_is_never_made_is_not_followed(tmp_path: Path) -> None:
    """Kings that have left home castle as in Chess960, by moves of king and rook that are not followed."""
    file = tmp_path / "castling.rules"
    file.write_text(
        'lasker 1\nextends "chess"\nstart "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"\nwhite = castle quiet += 1\n'
    )
    game = load(str(file))
    written = of_finiteness(game, finite(game))
    assert written is not None
    evidence = claim(written, "finite")["evidence"]
    assert (evidence["kind"], evidence["plies"]) == ("ranking", 150)
    assert [each.proved for each in Checker(written, game.model).checked()] == [True]


@pytest.mark.parametrize("name", ["tictactoe", "breakthrough", "vendetta", "rim"])
def test_every_leaf_of_a_ranking_matters(name: str) -> None:
    """Another number is refused, unless it is a weight that still falls with every move."""
    random = Random(3)
    data = finite_certificate(name)
    paths = list(leaves(data["claims"]))
    for path in random.sample(paths, min(len(paths), 12)):
        changed = deepcopy(data)
        inside: Any = changed["claims"]
        for key in path[:-1]:
            inside = inside[key]
        old = inside[path[-1]]
        inside[path[-1]] = (
            not old if isinstance(old, bool) else old + 9 if isinstance(old, int) else f"{old}?"
        )
        assert refused(changed), path


SMALL = """lasker 1
extends "othello"
board 6x1
start "2BW2 b 1"
some = row(r) | row(l)
all = try(row(r)) try(row(l))
"""
GOES_ON = """
without end "more discs"
without end "as many discs"
end "all is full" drawn: ![%.: nil]
"""


def test_passes_lower_nothing(tmp_path: Path) -> None:
    """Between two discs both may pass, and the game is over; if it goes on then, nothing is proved."""
    small, endless = tmp_path / "small.rules", tmp_path / "endless.rules"
    small.write_text(SMALL)
    endless.write_text(SMALL + GOES_ON)
    game = load(str(small))
    written = of_finiteness(game, finite(game))
    assert written is not None
    evidence = claim(written, "finite")["evidence"]
    assert (evidence["kind"], evidence["plies"]) == (
        "ranking",
        4 + 5 * 2,
    )  # passes before, between, after
    assert [each.proved for each in Checker(written, game.model).checked()] == [True]
    model = load(str(endless)).model
    with pytest.raises(ClaimRefused, match="again and again, in black, white"):
        rankings.bound(model, game.start().node, rankings.read(model, evidence))


def test_contents_that_marks_tell_apart_later() -> None:
    """Nothing asks for a hot man, but one that is cold as well is found, and every man may be cooled."""
    words = Vocabulary(["white"], [PieceType("M", "M", "man", 0)], [Mark("hot"), Mark("cold")])
    men = words.named("M")
    both = 1 << words.content("M", ["hot", "cold"])
    cool = Rewrite(
        Fragment((((0, 0), Cell(men)),)),
        Fragment((((0, 0), Cell(men, bare=True, gains=words.mark_bit("cold"))),)),
    )
    found = indistinguishable([cool], words, [both])
    names = {frozenset(words.show(content) for content in kind) for kind in found}
    empty = frozenset({".", ".^hot", ".^cold", ".^hot^cold"})
    assert names == {empty, frozenset({"M", "M^cold"}), frozenset({"M^hot"}), frozenset({"M^hot^cold"})}


def test_claims_of_finiteness_and_no_others() -> None:
    changed = deepcopy(finite_certificate("tictactoe"))
    claim(changed, "finite")["holds"] = False
    assert "and nothing else" in refused(changed)
    changed["claims"][0] |= {"says": "winnable", "holds": True, "player": "x", "within": 9}
    assert "and nothing else" in refused(changed)


def test_the_commands(tmp_path: Path) -> None:
    file, run = tmp_path / "proof.json", CliRunner().invoke
    asked = run(
        main, ["classify", "tictactoe", "--fen", FEN, "--within", "3", "--certificate", str(file), "--json"]
    )
    assert asked.exit_code == 0
    assert json.loads(asked.stdout)["value"] == "win"
    assert run(main, ["verify", str(file)]).exit_code == 0
    assert run(main, ["verify", str(file), "--budget", "2"]).exit_code == 3
    file.write_text(file.read_text(encoding="utf-8").replace('"c1"', '"c3"'), encoding="utf-8")
    assert run(main, ["verify", str(file)]).exit_code == 1
    file.write_text("{", encoding="utf-8")
    assert run(main, ["verify", str(file)]).exit_code == 2


def test_no_chance_is_a_probability_and_a_small_budget_decides_nothing(tmp_path: Path) -> None:
    file = tmp_path / "die.rules"
    file.write_text(WITHOUT_DIE)
    asked = ["classify", str(file), "--player", "black", "--within", "2", "--json"]
    told = json.loads(CliRunner().invoke(main, asked).stdout)
    assert (told["probability"], told["readings"]["repaired"]["winnable"]) == ("0", False)
    told = json.loads(CliRunner().invoke(main, [*asked, "--budget", "1"]).stdout)
    assert told["value"] == "undecided"
