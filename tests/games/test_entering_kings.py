"""Kings in the enemy's camp in shogi: who has 28 points there and in hand (gote 27) may declare it."""

from __future__ import annotations

import pytest

from lasker.play.game import load

CASES = [  # each counted by hand: points of the camp, then of the hand
    ("KG+P+P+PPPPP/RBSNLL2P/9/9/9/9/9/9/4k4[R] w - - 0 1", ["entering king"]),  # 23 + 5
    ("KG+P+P+PPPPP/RBSNLL2P/9/9/9/9/9/9/4k4[PPPP] w - - 0 1", []),  # 23 + 4
    ("KR+RB+B4/9/9/9/9/9/PPPPPPPPP/9/4k4[GGGGSSSS] w - - 0 1", []),  # 20 + 8, of only four pieces
    ("KG+P+P+PPPPP/1BSNLLR1P/9/9/9/9/9/9/r3k4[RP] w - - 0 1", []),  # in check
    ("4K4/9/9/9/9/9/9/rbsnll3/kg+p+p+pp3[rppp] b - - 0 1", ["entering king of gote"]),  # 19 + 8
    ("4K4/9/9/9/9/9/9/rbsnll3/kg+p+p+pp3[rpp] b - - 0 1", []),  # 19 + 7
    ("4K4/9/9/9/9/9/9/rbsnll3/kg+p+p+pp3[rppp] w - - 0 1", []),  # not to move
]


@pytest.mark.parametrize(("line", "reasons"), CASES)
def test_points_are_declared(line: str, reasons: list[str]) -> None:
    claims = load("shogi").position(line).claims
    assert [claim.reason for claim in claims] == reasons
    winner = 0 if " w " in line else 1
    assert [claim.payoffs.index(1) for claim in claims] == [winner] * len(claims)
