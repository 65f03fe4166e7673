"""Programs that hang, die, cheat or write rubbish lose their game with a reason, and the match goes on."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main
from lasker.kernel.errors import EngineError, NameProblem
from lasker.match.clock import Limit
from lasker.match.game import GameArbiter
from lasker.match.ledger import Ledger
from lasker.match.match import Match, Plan
from lasker.match.openings import Openings
from lasker.play.game import load
from lasker.protocols.clients.contenders import contender

SCRIPT = Path(__file__).with_name("bad_engine.py")
GAME = "tictactoe"


def bad(protocol: str, manner: str, settings: str = "") -> str:
    command = shlex.join([sys.executable, str(SCRIPT), protocol, *manner.split()])
    return f"{protocol}:{command}{settings}"


def played(
    first: str, second: str = "random", games: int = 4, limit: Limit | None = None, margin: float = 300.0
) -> Match:
    """A match that no busy machine decides: where time is not the subject, there is plenty of it."""
    game = load(GAME)
    table = GameArbiter(margin=margin)
    both = contender(first).within(limit or Limit(depth=1)), contender(second)
    match = Match(both, Plan(game, Openings(game, plies=2), games, table=table, seed=3), Ledger(None, {}))
    match.run()
    return match


@pytest.mark.parametrize(
    ("protocol", "manner", "reason"),
    [
        ("uci", "dies", "has gone, status 3"),
        ("uci", "is killed", "has gone, signal 9"),
        ("uci", "cheats", "'z9' is not a legal move"),
        ("uci", "moves twice", "is not a legal move"),
        ("uci", "no move", "no move where there is one"),
        ("cecp", "dies", "has gone, status 3"),
        ("cecp", "cheats", "'z9' is not a legal move"),
        ("cecp", "claims", "it claims '1-0 {I am winning}', and the game is not over"),
        ("cecp", "objects", "of a legal move"),
    ],
)
def test_an_illegal_move_loses(protocol: str, manner: str, reason: str) -> None:
    match = played(bad(protocol, manner))
    assert match.standing.lost == 4
    for entry in match.ledger.entries.values():
        assert reason in entry.end.reason
        assert entry.end.reason.startswith(load(GAME).players[entry.seats.index(0)])
        assert entry.end.manner == "rules infraction"


@pytest.mark.parametrize("manner", ["hangs", "floods", "one endless line"])
def test_a_hanging_engine_loses_on_time(manner: str) -> None:
    match = played(bad("uci", manner), games=2, limit=Limit(seconds=0.1), margin=0.6)
    assert match.standing.lost == 2
    assert {entry.end.manner for entry in match.ledger.entries.values()} == {"time forfeit"}


def test_a_late_move_loses_on_time() -> None:
    match = played(bad("uci", "is slow"), games=2, limit=Limit(base=0.1))
    assert {entry.end.manner for entry in match.ledger.entries.values()} == {"normal"}  # the margin is longer
    match = played(bad("uci", "is slow", ";tc=0.1"), games=2, margin=0.0)
    assert {entry.end.manner for entry in match.ledger.entries.values()} == {"time forfeit"}


@pytest.mark.parametrize(("protocol", "manner"), [("uci", ""), ("cecp", ""), ("uci", "writes bytes")])
def test_engines_of_both_protocols_play_to_a_normal_end(protocol: str, manner: str) -> None:
    match = played(bad(protocol, manner))
    assert {entry.end.manner for entry in match.ledger.entries.values()} == {"normal"}
    told = [ply.answer for entry in match.ledger.entries.values() for ply in entry.plies if ply.answer]
    assert {answer.score for answer in told} == {12 if protocol == "uci" else 25, None}


def test_resigning_loses() -> None:
    match = played(bad("cecp", "resigns"))
    assert match.standing.lost == 4
    assert {entry.end.reason for entry in match.ledger.entries.values()} == {"resignation"}


def test_two_protocols_play_each_other_at_two_tables() -> None:
    game = load(GAME)
    plan = Plan(game, Openings(game, plies=1, seed=4), 8, tables=2)
    both = contender(bad("uci", "") + "; Mood=good; depth=1"), contender(bad("cecp", "") + "; depth=1")
    match = Match(both, plan, Ledger(None, {}))
    match.run()
    assert sorted(match.ledger.entries) == list(range(8))
    assert {entry.end.manner for entry in match.ledger.entries.values()} == {"normal"}
    games = match.ledger.entries
    for pair in range(4):
        assert games[2 * pair].opening == games[2 * pair + 1].opening
        assert games[2 * pair].seats != games[2 * pair + 1].seats


def test_the_protocol_is_found_out() -> None:
    text = bad("cecp", "").removeprefix("cecp:") + "; depth=1"
    player = contender(text).player(load(GAME))
    assert type(player).__name__ == "CecpPlayer"
    player.close()


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("; Mod=1", "has no option Mod"),
        ("; variant=morris", "does not say that it plays morris"),
    ],
)
def test_what_a_program_does_not_know_is_told(settings: str, told: str) -> None:
    for protocol in ("uci", "cecp"):
        with pytest.raises(NameProblem, match=told):
            contender(bad(protocol, "", settings) + "; depth=1").player(load(GAME))


def test_a_game_that_a_program_does_not_play() -> None:
    with pytest.raises(NameProblem, match="does not say that it plays Breakthrough"):
        contender(bad("uci", "")).player(load("breakthrough"))


def test_a_program_that_cannot_even_begin() -> None:
    with pytest.raises(EngineError, match="has gone"):
        contender(f"uci:{shlex.quote(sys.executable)} -c 'import sys; sys.exit(5)'").player(load(GAME))


def lasker(*words: str) -> Result:
    return CliRunner().invoke(main, ["match", *words])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("random", "no-such-engine", "--game", GAME), "no program is called 'no-such-engine'"),
        (("random", "lasker:level=99", "--game", GAME), "no level 99"),
        (("random", "lasker:speed=1", "--game", GAME), "lasker has no speed"),
        (("random", "lasker:level", "--game", GAME), "'level' is no setting"),
        (("random", "lasker:nodes=-4", "--game", GAME), "'-4' is no whole number"),
        (("random", "uci:'", "--game", GAME), "is no command"),
        (("random", "random", "--game", "no_such_game"), "no game is called no_such_game"),
        (("random", "random", "--game", GAME, "--tc", "soon"), "'soon' is no time control"),
        (("random", "random", "--game", GAME, "--sprt", "10:0"), "elo0 10 is not less than elo1 0"),
        (("random", "random", "--game", GAME, "--sprt", "much"), "are not two differences"),
        (("random", "random", "--game", GAME, "--resign", "3"), "is no rule to break games off by"),
        (("random", "random", "--game", GAME, "--openings", "nowhere.fen"), "nowhere.fen"),
        (("random", "random", "--game", GAME, "--random", "30"), "a game was over before 30 random plies"),
        (("random", "random", "--game", "knights_tour"), "is for one player"),
    ],
)
def test_bad_input_is_told(words: tuple[str, ...], message: str) -> None:
    result = lasker(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_whole_match_on_the_command_line(tmp_path: Path) -> None:
    words = (
        "random",
        bad("uci", "despairs", "; depth=1"),
        "--game",
        GAME,
        "--games",
        "6",
        "--resign",
        "2:500",
    )
    result = lasker(*words, "--pgn", str(tmp_path / "games.pgn"), "--json")
    assert result.exit_code == 0
    facts = json.loads(result.stdout)
    assert facts["games"] == facts["won"] + facts["drawn"] + facts["lost"] == 6
    assert facts["reasons"]["resignation by score"] >= 1
    text = lasker(*words).stdout
    assert f"{facts['points']:g} of 6" in text


def test_interrupting_a_match_leaves_no_program_behind(tmp_path: Path) -> None:
    ledger = tmp_path / "ledger"
    script = str(shutil.copy(SCRIPT, tmp_path))  # a name that no other test knows
    hanging = f"uci:{shlex.join([sys.executable, script, 'uci', 'hangs'])}"
    command = [sys.executable, "-m", "lasker.cli", "match", "random", hanging, "--game", GAME]
    process = subprocess.Popen(
        [*command, "--record", str(ledger), "--movetime", "60"], stderr=subprocess.PIPE
    )
    while not ledger.exists() and process.poll() is None:
        time.sleep(0.05)
    time.sleep(1.5)  # now it hangs
    process.send_signal(2)
    _, errors = process.communicate(timeout=300)
    assert process.returncode == 130
    assert b"interrupted" in errors
    marks = [Path(f"/proc/{entry.name}/cmdline") for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    assert not any(script.encode() in read(mark) for mark in marks)


def read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:
        return b""
