"""Files of the library with a line lost or a word astray: `lasker check` says where they err."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.play.library import sources
from library_sample import EVERY, SAMPLE
from parser_bounds import TookTooLong, bounded

NORMAL, SOAK = 1, 300  # files made from each game
CALLS = 12_000_000  # about three seconds: the start of the game and its moves are looked at, too
WORD = re.compile(r'"[^"\n]*"|\w+|--.*|\s+|.')
STRAY = [*"()[]{}%@|\"0♔é*=#+'", "->", "99999999", "nil", "fail", "super", "of", "in", "same", "\ufeff", "\0"]
PLACE = re.compile(r"^[^\n]*:\d+:\d+: error: \S", re.MULTILINE)


def mangled(text: str, random: Random) -> str:
    """A text and something done to it, once or a few times."""
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        by_line = random.random() < 0.3
        parts = text.split("\n") if by_line else WORD.findall(text)
        places = [at for at, part in enumerate(parts) if part.strip() and not part.startswith("--")] or [0]
        here, there = random.choice(places), random.choice(places)
        stray = random.choice([*STRAY, parts[there]])
        change = random.randrange(4)
        if change == 0:
            del parts[here]
        elif change == 1:
            parts[here], parts[there] = parts[there], parts[here]
        elif change == 2:
            parts[here] = stray
        else:
            parts.insert(here, stray)
        text = ("\n" if by_line else "").join(parts)
    return text


def complaint(file: Path) -> str | None:
    """What is wrong with how a file is received."""
    try:
        result = bounded(lambda: CliRunner().invoke(main, ["check", str(file), "--seconds", "0"]), CALLS)
    except TookTooLong as error:
        return f"it took too long: {error}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return repr(result.exception)
    if result.exit_code == 2 and not PLACE.search(result.stderr):
        return f"no place is told: {result.stderr}"
    return None if result.exit_code in (0, 1, 2, 3) else f"the exit code is {result.exit_code}"


def complaints(folder: Path, name: str, seed: str, count: int) -> list[str]:
    found, random = [], Random(f"{name} {seed}")
    for number in range(count):
        file = folder / f"{number}{Path(sources()[name].name).suffix}"
        file.write_text(mangled(sources()[name].text, random), "utf-8")
        if said := complaint(file):
            found.append(f"{said}\n{file.read_text('utf-8')}")
    return found


@pytest.mark.parametrize("name", SAMPLE)
def test_mangled_rules(name: str, tmp_path: Path) -> None:
    assert complaints(tmp_path, name, "normal", NORMAL) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_many_mangled_rules(name: str, tmp_path: Path) -> None:
    assert complaints(tmp_path, name, "soak", SOAK) == []


GAME = 'lasker 1\ngame "x"\nplayers a b\nboard 3x3\npiece man ● ○\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('game "x"', "which language"),
        (GAME, "nothing says how a moves"),
        (GAME + 'move = %.: put(●)\nbecause move "no"', "should be a test"),
        (GAME + 'move = %.: put(●)\nstart "9/9"', "rows"),
        (GAME + "move = ●", "should be a move"),
        (GAME + 'extends "nobody knows it"', "no game is called"),
    ],
)
def test_what_a_game_lacks_is_told_by_check(text: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_text(text, "utf-8")
    result = CliRunner().invoke(main, ["check", str(file)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr
    assert PLACE.search(result.stderr)
