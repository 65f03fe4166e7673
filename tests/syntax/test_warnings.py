"""What `lasker check` warns of: it is allowed, and probably a mistake; a comment silences it."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lasker import backends
from lasker.cli import main
from lasker.commands import check
from lasker.lint import warnings as lint
from lasker.lint.warnings import warnings
from lasker.play.game import load
from lasker.play.library import sources


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


RUNS = 'lasker 1\ngame "Mine"\nplayers a b\nboard 3x3\npiece man ● ○\nstart "mmm/3/MMM a 1"\n'
WALK = 'move = %●: step(u) | take(ur, ○)\nview = flipped\nend "stuck" lost: ![move]\n'


def warned(text: str, tmp_path: Path, name: str = "x.rules") -> list[str]:
    file = tmp_path / name
    file.write_text(text, "utf-8")
    answer = run("check", str(file), "--json", "--seconds", "20")
    assert answer.exit_code == 0, answer.stderr
    facts = [fact for fact in json.loads(answer.stdout) if fact["answer"] == "warning"]
    return [f"{fact['what'].removeprefix(str(file) + ':')} ({fact['how']})" for fact in facts]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (RUNS + WALK, []),
        (RUNS + WALK + "x = u\n", ["10:1: nothing uses x (quiet: unused)"]),
        (RUNS + WALK.replace("step(u) |", "[%@: go(u)] any m in (u, ur): take(m, .)\n |"),
         ["8:4: `any m` reaches up to here, where m is not used: bracket it (quiet: reach)"]),
        (RUNS + WALK.replace("step(u) |", "(any m in (u, ur): take(m, .) | take(mm, .)) |"), []),
        (RUNS + WALK + "mark m lasting\n", ["10:1: nothing uses the mark m (quiet: unused)"]),
        (RUNS + WALK + "region left side = a1\n", ["10:1: nothing uses the region left side"]),
        (RUNS + WALK + "x = u  -- quiet: unused\n", []),
        (RUNS + WALK.replace("flipped\n", "flipped -- quiet: unused\n"),
         ["8:26: nothing here is unused: this comment silences nothing (quiet: stale)"]),
        (RUNS + WALK + "x = u  -- quiet: unsued\n", ["10:1: nothing uses x", "10:18: no warning is called"]),
        (RUNS + "move = %●: step(u)\nview = flipped\n", ["2:1: nothing ends this game: there is no `end`"]),
        (RUNS.replace(" a 1", "") + WALK, ["6:1: the start does not say who is to move (quiet: start)"]),
        (RUNS + WALK.replace("step(u)", "fail"), ["6:1: the game is over at the start: stuck"]),
        (RUNS + WALK.replace("step(u)", "fail").replace("![move]", "![●]"),
         ["6:1: there is no legal move at the start (quiet: start)"]),
        (RUNS + WALK.replace('end "stuck" lost: ![move]', 'end "none" lost: ![●]'),
         ["2:1: 100 of 100 random games stop where nobody can move, and no `end`"]),
        (RUNS + WALK + "piece king ♔ ♚ 'K' 'k'\n", ["10:1: the king never comes onto the board"]),
        (RUNS.replace("mmm/3", "mmm/R2").replace("start", "piece rock ▣ 'R'\nstart") + WALK,
         ["6:1: the rock cannot be captured (quiet: uncapturable)", "6:1: the rock never moves"]),
        (RUNS + WALK.replace("take(ur, ○)", "take(ur, ○) n += 1") + "counter n 0..9\n",
         ["10:1: a FEN does not tell the counter n: add the field counter:n to `fen` (quiet: unwritten)"]),
        (RUNS + WALK.replace("take(ur, ○)", "take(ur, ○) n += 1") + "counter n 0..9 unkeyed\n", []),
        (RUNS + WALK.replace("take(ur, ○)", "take(ur, ○^-m) put(●^m)") + "mark m lasting\n",
         ["10:1: a FEN does not tell the mark m"]),
        (RUNS.replace("3x3", "3x4").replace("mmm/3", "mmm/3/3")
         + 'move = %●: all4(step(u))\nend "x" lost: ![●]\n', ["2:1: none of 100 random games ends"]),
    ],
)  # fmt: skip
def test_what_is_probably_a_mistake_is_warned_about(text: str, words: list[str], tmp_path: Path) -> None:
    found = warned(text, tmp_path)
    assert len(found) == len(words), found
    assert all(said.startswith(word) for said, word in zip(found, words, strict=True)), found


SPECIFIED = """game: Mine
board: 3x4
start: [mmm, ..., ..., MMM]
pieces:
  - piece: man
    letters: Mm
    displacement:
      - {vector: [0, 1]}
ends:
  stuck: {lost: not can(move)}
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (SPECIFIED, []),
        (SPECIFIED.replace("[0, 1]", "[0, 1], only: capture"), ["3:8: the game is over at the start: stuck"]),
        (SPECIFIED.replace("ends", "  - piece: king\n    letters: Kk\n    displacement:\n"
         "      - {vector: [1, 1]}\nends"), ["9:12: the king never comes onto the board (quiet: absent)"]),
        (SPECIFIED.replace("ends", "  - piece: king  # quiet: absent\n    letters: Kk\n    displacement:\n"
         "      - {vector: [1, 1]}\nends"), []),
        (SPECIFIED.replace("3x4", "3x4  # quiet: absent"),
         ["2:22: nothing here is absent: this comment silences nothing (quiet: stale)"]),
    ],
)  # fmt: skip
def test_specifications_are_warned_about_at_their_own_lines(
    text: str, words: list[str], tmp_path: Path
) -> None:
    found = warned(text, tmp_path, "x.yaml")
    assert len(found) == len(words), found
    assert all(said.startswith(word) for said, word in zip(found, words, strict=True)), found


def test_a_game_that_the_first_move_decides(tmp_path: Path) -> None:
    text = (
        RUNS
        + 'move = %●: step(u)\nview = flipped\nend "moved" lost: ![dd● | .. .]\nend "over" lost: [. in mid]\n'
    )
    text += "region mid = rank 1\n"
    assert any("every one of 100 random games is over" in said for said in warned(text, tmp_path))


def test_an_inherited_name_that_is_replaced(tmp_path: Path) -> None:
    base = RUNS + 'go_on = step(u)\nmove = %●: go_on\nend "x" lost: ![move]\nview = flipped\n'
    (tmp_path / "base.rules").write_text(base, "utf-8")
    text = f'lasker 1\nextends "{tmp_path}/base.rules"\ngame "x"\ngo_on = %s\n'
    assert warned(text % "super", tmp_path) == []
    [said] = warned(text % "step(u)", tmp_path)
    assert said.startswith("4:1: go_on replaces that of")
    assert warned(text % "step(u)  -- quiet: replaced", tmp_path) == []


@pytest.mark.parametrize("name", sorted(sources()))
def test_the_library_silences_what_its_texts_show(name: str) -> None:
    assert warnings(load(name), 0, sources()[name]) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(sources()))
def test_the_library_has_no_warnings(name: str) -> None:
    assert warnings(load(name), written=sources()[name]) == []


ROUND = 'move = %●: all4(step(u))\nend "x" lost: ![●]\n'
NEVER = RUNS.replace("3x3", "3x4").replace("mmm/3", "mmm/3/3") + ROUND


def test_random_games_take_no_longer_than_they_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the slowest backend a game that never ends takes minutes: it is broken off, and that is said."""
    monkeypatch.setattr(lint, "choose", lambda game, work: backends.open_engine("reference", game))
    monkeypatch.setattr(check, "PATIENCE", 0.0)
    file = tmp_path / "never.rules"
    file.write_text(NEVER, "utf-8")
    began = time.monotonic()
    answer = run("check", str(file), "--json", "--seconds", "0.2")
    assert time.monotonic() - began < 30
    (fact,) = (fact for fact in json.loads(answer.stdout) if fact["answer"] == "undecided")
    assert fact["what"] == "what random games show"
    assert fact["how"] == "0 of 100 were played; --seconds gives more"
    assert "0 of 100 random games were played\n" in answer.stderr
