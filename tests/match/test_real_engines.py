"""Lasker as a program among others, over the protocols that it speaks; and Debian's engines, if they are."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from external_programs import program
from lasker.match.clock import Limit
from lasker.match.ledger import Ledger
from lasker.match.match import Match, Plan
from lasker.match.openings import Openings
from lasker.play.game import load
from lasker.protocols.clients.contenders import contender

OURSELVES = f"{shlex.quote(sys.executable)} -m lasker.cli"
RULES = """lasker 1
game "Coins in a row"
players first second
board 5x1
piece coin ● ○
move = %.: put(●)
end "full" lost: ![move]
start "....."
"""


def played(first: str, second: str, game: str, games: int, limit: Limit, plies: int = 2) -> Match:
    loaded = load(game)
    both = contender(first).within(limit), contender(second).within(limit)
    match = Match(both, Plan(loaded, Openings(loaded, plies=plies, seed=1), games), Ledger(None, {}))
    match.run()
    return match


def manners(match: Match) -> set[str]:
    return {entry.end.manner for entry in match.ledger.entries.values()}


def test_lasker_as_a_uci_program_plays_a_game_from_a_file(tmp_path: Path) -> None:
    """The rules are told by `VariantPath`, since no program has them in its list."""
    file = tmp_path / "coins.rules"
    file.write_text(RULES, "utf-8")
    match = played(f"uci:{OURSELVES} uci", "random", str(file), 2, Limit(nodes=50), plies=1)
    assert manners(match) == {"normal"}, [entry.end for entry in match.ledger.entries.values()]
    assert len(match.ledger.entries) == 2


@pytest.mark.soak
def test_lasker_as_a_cecp_program(tmp_path: Path) -> None:
    match = played(f"cecp:{OURSELVES} xboard", "random", "tictactoe", 2, Limit(depth=3), plies=1)
    assert manners(match) == {"normal"}, [entry.end for entry in match.ledger.entries.values()]


@pytest.mark.soak
@pytest.mark.parametrize(
    "game",
    ["chess", "antichess", "crazyhouse", "three_check", "king_of_the_hill", "racing_kings", "horde",
     "giveaway", "breakthrough", "shogi", "minishogi", "xiangqi"],
)  # fmt: skip
def test_fairy_stockfish_plays_by_our_rules(game: str) -> None:
    """No game of Debian's engine ends by an infraction: it and the judge agree on what is legal."""
    match = played(
        f"uci:{program('fairy-stockfish')}; Skill Level=1", "lasker:level=2", game, 6, Limit(nodes=400)
    )
    assert manners(match) <= {"normal", "adjudication"}, [e.end for e in match.ledger.entries.values()]


@pytest.mark.soak
def test_fairymax_plays_by_our_rules() -> None:
    match = played(
        f"cecp:{program('fairymax')}", "lasker:level=2,nodes=500", "chess", 4, Limit(base=5, each=0.1)
    )
    assert manners(match) <= {"normal", "adjudication"}, [e.end for e in match.ledger.entries.values()]
