"""The report of a match as data or text: points, Elo, LOS, SPRT, results by side, reasons."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from lasker.match.match import Match


def facts_of(match: Match) -> dict[str, Any]:
    """The report as JSON-compatible data."""
    now, test = match.standing, match.plan.sprt
    entries = [match.ledger.entries[n] for n in sorted(match.ledger.entries)]
    facts: dict[str, Any] = {
        "players": [each.name for each in match.contenders],
        "limits": [str(each.limit) for each in match.contenders],
        "game": match.plan.game.name,
        "games": len(now.games),
        "won": now.won,
        "drawn": now.drawn,
        "lost": now.lost,
        "points": now.points,
        "share": now.share,
        "bounds": now.bounds,
        "elo": [each if math.isfinite(each) else None for each in now.elo],
        "los": now.superiority,
        "pairs": {str(value): count for value, count in sorted(Counter(now.pairs).items())},
        "by_side": _by_side(match),
        "reasons": dict(Counter(entry.end.reason for entry in entries).most_common()),
        "manners": dict(Counter(entry.end.manner for entry in entries).most_common()),
        "plies": sum(len(entry.plies) for entry in entries),
    }
    if test is not None:
        facts["sprt"] = {
            "model": "pentanomial",
            "elo0": test.elo0,
            "elo1": test.elo1,
            "bounds": test.bounds,
            "llr": test.ratio(now.pairs),
            "accepted": {True: "elo1", False: "elo0", None: None}[match.verdict],
        }
    return facts


def _by_side(match: Match) -> dict[str, list[float]]:
    """The first contender's points and games on each side; for two players only."""
    if len(match.plan.game.players) != 2:
        return {}
    found = {player: [0.0, 0] for player in match.plan.game.players}
    for entry in match.ledger.entries.values():
        side = found[match.plan.game.players[entry.seats.index(0)]]
        side[0] += entry.points
        side[1] += 1
    return found


def text_of(match: Match) -> str:
    """The report as text."""
    facts = facts_of(match)
    (a, b), (elo, low, high) = facts["players"], match.standing.elo
    share, bounds = 100 * facts["share"], [100 * each for each in facts["bounds"]]
    limits = facts["limits"][0] if len(set(facts["limits"])) == 1 else " against ".join(facts["limits"])
    lines = [
        f"{a} – {b}: {match.plan.game.title}, {limits}",
        f"{facts['points']:g} of {facts['games']}   +{facts['won']} ={facts['drawn']} -{facts['lost']}",
        f"{share:.1f} % ({bounds[0]:.1f} to {bounds[1]:.1f}), Elo {elo:+.0f} ({low:+.0f} to {high:+.0f}),"
        f" LOS {100 * facts['los']:.1f} %",
    ]
    lines += [f"as {side}: {got:g} of {count}" for side, (got, count) in facts["by_side"].items()]
    if "sprt" in facts:
        test = facts["sprt"]
        verdict = f"{test['accepted']} is accepted" if test["accepted"] else "not decided"
        lines.append(
            f"SPRT on pairs (pentanomial), elo0 {test['elo0']:g}, elo1 {test['elo1']:g}:"
            f" LLR {test['llr']:.2f} ({test['bounds'][0]:.2f} to {test['bounds'][1]:.2f}), {verdict}"
        )
    lines += [f"{count:>6}  {reason}" for reason, count in facts["reasons"].items()]
    return "\n".join(lines)
