"""Large files: memory does not grow with the file, and results do not depend on the number of workers."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from lasker.pgn import headers, index, write
from lasker.play.game import load
from lasker.play.record import record_of

MEASURED = """
import resource, sys
from lasker.cli import main
try:
    main(sys.argv[1:])
finally:
    used = [resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(max(used), file=sys.stderr)
"""


def games(number: int) -> str:
    """Random games, a few of them written many times."""
    game, texts = load("tictactoe"), []
    for seed in range(40):
        chance, position = Random(seed), load("tictactoe").start()
        while position.outcome is None:
            position = position.play(chance.choice(position.moves))
        texts.append(write(record_of(position, {"Event": game.title, "WhiteElo": str(1000 + seed)})))
    return "".join(texts[at % len(texts)] for at in range(number))


def measured(*words: str) -> tuple[str, int]:
    """What a command prints, and the most memory of one of its processes in kilobytes."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, "pgn", *words],
        capture_output=True,
        text=True,
        timeout=3000,
        check=False,
    )
    return done.stdout, int(done.stderr.split()[-1])


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="needs the module resource")
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    few, many = tmp_path / "few.pgn", tmp_path / "many.pgn"
    few.write_text(games(5_000))
    many.write_text(games(100_000))
    for words in (["count"], ["filter", "--tag", "WhiteElo>=1039"], ["validate", "--tag", "WhiteElo=1007"]):
        _, small = measured(*words, str(few), "--workers", "2")
        printed, large = measured(*words, str(many), "--workers", "2")
        assert large < small + 30_000
        assert printed == measured(*words, str(many), "--workers", "1")[0]
    assert measured("count", str(many))[0].startswith("100000 games\n")


@pytest.mark.soak
def test_headers_and_index_of_a_large_file(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(games(20_000))
    found = index(file)
    assert len(found) == 20_000
    assert found[19_999].tags["WhiteElo"] == "1039"
    assert [head.number for head in islice(headers(file), 3)] == [1, 2, 3]
