"""Random games: the same on every backend, draw by draw, with the same end for the same reason."""

from __future__ import annotations

import json
import math
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from lockstep import start

from lasker import backends
from lasker.backends import Engine
from lasker.cli import main
from lasker.kernel.errors import LimitError
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.notation.fen import fen
from lasker.play.game import load
from lasker.play.library import facts, sources
from lasker.play.readiness import FEW, readiness
from lasker.runtime import parallel_perft
from lasker.runtime.playouts import MOST_PLIES, draws, ended, playout, replay_draws
from lasker.syntax.read import read_game

# A token goes round; what may end the game is said by the last lines.
ROUND = """lasker 1
game "Round"
start "T.../.... o 0 1"
fen "board side counter:quiet number"
players one two
board 4x2
piece token 'T'
piece stone 'S'
counter quiet 0..50 unkeyed
move = (%token: all4(step(u)) quiet += 1) | (%.: ![stone] put(stone) quiet := 0)
{rules}
"""
RULES = {
    "ends": 'end "corner" won: [token in corner]\nregion corner = d1',
    "stuck": 'end "stuck" lost: ![move]\nend "never" drawn: fail',
    "repeats": 'adjudicate "thrice" drawn claimed: repeated 3\nadjudicate "agreed" drawn agreed: nil',
    "giving": "\n".join(
        (
            "region left = file a, file b",
            'adjudicate "kept left" lost: repeated 3 giving [token in left]',
            'adjudicate "was kept" won: repeated 3 under [token in left]',
            'adjudicate "four times" drawn: repeated 4',
        )
    ),
    "counts": 'adjudicate "long" drawn claimed: [quiet >= 7]\nadjudicate "longer" won: [quiet >= 9]',
    "both": 'adjudicate "asked" drawn claimed: [quiet >= 5]\nadjudicate "at once" won: [quiet >= 5]',
    "forbids": 'forbid "repetition"\nend "stuck" lost: ![token]',
    "forbids in a state": 'forbid "repetition 3 in one"\nend "stuck" lost: ![token]',
    "null turns": "\n".join(
        (
            'forbid "repetition 4 in one, two" "null turns"',
            "state one of one: move then again",
            "state again of one: move then two",
            "state two of two: C move then one",
            'end "stuck" lost: ![token]',
        )
    ),
}
DICE = """lasker 1
game "Dice"
start "T...../...... throw 0 1"
fen "board side:throw:go counter:eyes number"
players one
board 6x2
piece token 'T'
counter eyes 0..3
state throw of chance: 3: eyes := 1, 2: (%token: step(u) | step(r)), eyes := 3 then go
state go of one: (%token: step(r) | step(d)) eyes := 0 then throw
end "there" won: ![%token: step(r)]
"""


def made(text: str) -> Game:
    return read_game(Source(text, "<test>"))


def engines(game: Game) -> list[Engine]:
    return [backends.open_engine(name, game) for name in ("reference", "python", "c")]


@pytest.mark.parametrize(
    "text", [*(ROUND.format(rules=rules) for rules in RULES.values()), DICE], ids=[*RULES, "dice"]
)
def test_every_kind_of_rule_ends_games_alike(text: str) -> None:
    game = made(text)
    position = backends.position(fen.read(game, game.start))
    reference, *others = engines(game)
    played = [reference.playout(position, 5, number, 60) for number in range(40)]
    for engine in others:
        assert [engine.playout(position, 5, number, 60) for number in range(40)] == played
        tally = engine.tally(position, 5, range(40), 60)
        assert tally.lengths == [each.plies for each in played]
        assert tally.ended == Counter((each.turn, each.rule) for each in played)
    assert len({each.draws for each in played}) > 20


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(sources()))
def test_games_of_the_library_end_alike(name: str) -> None:
    game, position = load(name).model, start(name)
    reference, native = (backends.open_engine(each, game) for each in ("reference", "c"))
    for number in range(3):
        assert native.playout(position, 11, number, 80) == reference.playout(position, 11, number, 80)


def test_what_a_game_was_is_told_by_its_draws() -> None:
    game = made(ROUND.format(rules=RULES["repeats"]))
    position = backends.position(fen.read(game, game.start))
    reference, _, native = engines(game)
    for number in range(10):
        told = native.playout(position, 8, number, MOST_PLIES)
        assert playout(game, reference, position, replay_draws(told.draws)) == told


def test_draws_are_fair() -> None:
    draw = draws(seed=3, number=4)
    counts = Counter(draw(7) for _ in range(70_000))
    assert all(abs(count - 10_000) < 5 * math.sqrt(70_000 * 6 / 49) for count in counts.values())
    assert draws(1, 0)(1 << 63) != draws(1, 1)(1 << 63) != draws(2, 0)(1 << 63)


def test_a_position_that_is_over_is_a_game_of_no_plies() -> None:
    game = made(ROUND.format(rules=RULES["ends"]))
    over = backends.position(fen.read(game, "4/3T o 0 1"))
    for engine in engines(game):
        assert engine.playout(over, 0, 0, 10)[1:] == (0, 0, 0)
        assert ended(game, engine, [over]) == 0


def smallest() -> str:
    """The game of the library that is written with the fewest words and extends no other."""
    own = [name for name in sources() if name.isascii() and not facts(name, "extends")]
    return min(own, key=lambda name: len(sources()[name].text))


def test_threads_play_the_same_games() -> None:
    position = load(smallest()).start()
    assert position.playouts(300, seed=2, threads=2) == position.playouts(300, seed=2)
    assert position.playouts(100, seed=2) != position.playouts(100, seed=3)


def test_the_command_tells_what_the_games_were() -> None:
    name = smallest()
    runs = [
        CliRunner().invoke(main, ["playouts", name, "--games", "50", "--json", *more])
        for more in ([], ["--threads", "2"], ["--backend", "python"])
    ]
    told = [json.loads(run.stdout) for run in runs]
    assert {run.exit_code for run in runs} == {0}
    assert told[0]["endings"] == told[1]["endings"] == told[2]["endings"]
    assert sum(told[0]["endings"].values()) + told[0]["unfinished"] == told[0]["games"] == 50
    shown = CliRunner().invoke(main, ["playouts", name, "--seconds", "0.1"])
    assert "playouts and" in shown.stdout
    assert CliRunner().invoke(main, ["playouts", name, "--games", "0"]).exit_code == 2


# Two places to go from everywhere: 2, 4, 8, … sequences.
DOUBLING = """lasker 1
game "Doubling"
players one two
board 3x1
piece token 'T'
counter plies 0..1000 unkeyed
move = (%token: %x .: (%x -> token) (% -> .)) plies += 1
start "T2 o 1"
"""


@pytest.mark.parametrize("without", [frozenset[str](), frozenset(("classes",))])
def test_counts_beyond_64_bits_are_exact(without: frozenset[str]) -> None:
    game = made(DOUBLING)
    engine = backends.open_engine("c", game, without)
    position = backends.position(fen.read(game, game.start))
    assert [engine.perft(position, depth) for depth in range(6)] == [1, 2, 4, 8, 16, 32]
    assert engine.perft(position, 100, table=1 << 16) == 2**100
    assert parallel_perft.perft(engine, position, 90, table=1 << 16, threads=2) == 2**90
    with pytest.raises(LimitError, match="128 bits"):
        engine.perft(position, 130, table=1 << 16)
    assert engine.perft(position, 3) == 8  # and it works again


def test_threads_and_tables_count_the_same() -> None:
    name = smallest()
    game, position = load(name).model, start(name)
    native, reference = (backends.open_engine(each, game) for each in ("c", "reference"))
    wanted = native.perft(position, 6)
    seen: list[tuple[int, int]] = []
    for table in (0, 1 << 12, 1 << 20):
        assert native.perft(position, 6, table) == wanted
        counted = parallel_perft.perft(
            native, position, 6, threads=2, table=table, progress=lambda *at: seen.append(at)
        )
        assert counted == wanted
    assert seen[-1][0] == seen[-1][1]
    assert parallel_perft.perft(reference, position, 2, threads=2) == native.perft(position, 2)
    assert [parallel_perft.perft(native, position, depth, threads=2) for depth in (0, 1)] == [
        1,
        native.perft(position, 1),
    ]


LONG_COUNT = """
import lasker.cli, sys
print("ready", flush=True)
lasker.cli.main(["perft", sys.argv[1], "60", *sys.argv[2:]])
"""


@pytest.mark.parametrize("more", [[], ["--threads", "2"]])
def test_a_long_count_can_be_interrupted(more: list[str], tmp_path: Path) -> None:
    path = tmp_path / "doubling.rules"
    path.write_text(DOUBLING, encoding="utf-8")
    command = [sys.executable, "-c", LONG_COUNT, str(path), "--backend", "c", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.6)
        process.send_signal(signal.SIGINT)
        try:
            _, errors = process.communicate(timeout=300)
        finally:
            process.kill()
        assert process.returncode == 130
        assert "Traceback" not in errors


def test_a_few_games_do_not_wait_for_lists_of_moves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path))  # where nothing is yet
    game = made(ROUND.format(rules=RULES["repeats"]))
    few, many = readiness(game).playing(FEW - 1), readiness(game).playing(2)
    assert (few.purpose, many.purpose) == ("walking", "listing")
    assert readiness(game).playing(1) is many  # now that there are lists
    here = backends.position(fen.read(game, game.start))
    for seed in range(3):
        assert few.tally(here, seed, range(40)) == many.tally(here, seed, range(40))
    again = made(ROUND.format(rules=RULES["repeats"]))
    assert readiness(again).playing(1).purpose == "listing"  # they are in the store
