"""The state of a table, a game shared by a link: seats, moves, clocks, offers, outcome.

Functions here change a state, a JSON object, and know neither network nor rules: what the rules say of a move
comes as an object of the method `play`. Times are seconds since 1970.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lasker.kernel.errors import IllegalMove, LimitError, NotationError

State = dict[str, Any]
OFFERS = ("draw", "takeback", "rematch")
LONGEST_CLOCK, LARGEST_INCREMENT = 24 * 3600.0, 3600.0  # seconds
FACTS = ("title", "players", "fen", "turn", "record", "outcome", "claims", "agreements")  # of the rules


def new_state(
    token: str, game: str, start: str | None, rules: State, clock: State | None, now: float
) -> State:
    """A table at which nobody sits.

    >>> rules = dict(title="Nim", players=["a", "b"], fen="", turn="a", record=[], outcome=None,
    ...              claims=[], agreements=[])
    >>> state = new_state("t", "nim", None, rules, {"initial": 60, "increment": 2}, 0.0)
    >>> sit(state, "a", "Ann"), state["seats"]
    ('a', {'a': {'name': 'Ann'}, 'b': None})
    """
    state: State = {"table": token, "game": game, "start": start, "made": now, "next": None, "version": 0}
    state |= {name: rules[name] for name in FACTS}
    state["seats"] = dict.fromkeys(rules["players"])
    state["offers"] = {offer: [] for offer in OFFERS}
    state["clock"] = None
    if clock is not None:
        initial, increment = clock["initial"], clock["increment"]
        if not 0 < initial <= LONGEST_CLOCK or not 0 <= increment <= LARGEST_INCREMENT:
            raise LimitError(
                f"no clock has {initial:g} seconds and {increment:g} for each move",
                remedy=f"give up to {LONGEST_CLOCK:g} seconds, and up to {LARGEST_INCREMENT:g} for each move",
            )
        left = dict.fromkeys(rules["players"], float(initial))
        state["clock"] = {**clock, "left": left, "running": None, "at": now}
    return state


def sit(state: State, player: str | None, name: str) -> str:
    """Take a seat, the first free one if no player is named."""
    seats = state["seats"]
    free = [each for each, seated in seats.items() if seated is None]
    if player is not None and player not in seats:
        raise NotationError(f"nobody is called {player} here", remedy=f"there are {', '.join(seats)}")
    if not free or (player is not None and player not in free):
        raise NotationError("this seat is taken", remedy="watch the game, or make a table of your own")
    chosen: str = player or free[0]
    seats[chosen] = {"name": name}
    return chosen


def check_move(state: State, player: str, ply: object) -> None:
    """Raise unless it is this player's turn; `ply` is how many moves the player has seen."""
    check_running(state)
    if ply is not None and ply != len(state["record"]):
        raise IllegalMove("another move was made meanwhile", remedy="look at the game again")
    if state["turn"] != player:
        raise IllegalMove(f"it is {state['turn']}'s turn")


def check_running(state: State) -> None:
    """Raise if the game is over."""
    if state["outcome"] is not None:
        raise IllegalMove(f"the game is over: {state['outcome']['reason']}", remedy="offer a rematch")


def made(state: State, player: str, rules: State, now: float) -> None:
    """A player has moved, at this time; `rules` is the game after it."""
    clock = state["clock"]
    if clock is not None:
        _stop(clock, now)
        clock["left"][player] += clock["increment"]
    state |= {name: rules[name] for name in FACTS}
    state["offers"] = {offer: [] for offer in OFFERS}
    _start(state, now)


def set_back(state: State, rules: State, now: float) -> None:
    """Moves were taken back; `rules` is the game as it is now."""
    if state["clock"] is not None:
        _stop(state["clock"], now)
    state |= {name: rules[name] for name in FACTS}
    state["offers"] = {offer: [] for offer in OFFERS}
    _start(state, now)


def kept_moves(state: State, player: str) -> list[str]:
    """The moves before the last one of a player, for taking it back."""
    record = state["record"]
    for at in range(len(record) - 1, -1, -1):
        if record[at]["player"] == player:
            return [ply["text"] for ply in record[:at]]
    raise NotationError("there is nothing to take back")


def agree(state: State, offer: str, player: str) -> bool:
    """A player makes or accepts an offer; have all players who sit?"""
    agreed = state["offers"][offer]
    if player not in agreed:
        agreed.append(player)
    return all(each in agreed for each, seated in state["seats"].items() if seated) and all(
        state["seats"].values()
    )


def decline(state: State, player: str) -> None:
    """A player declines all offers of others."""
    offers = state["offers"]
    state["offers"] = {offer: made if made == [player] else [] for offer, made in offers.items()}


def withdraw(state: State, player: str) -> None:
    """A player takes all offers back that wait for an answer."""
    offers = state["offers"]
    state["offers"] = {offer: [each for each in made if each != player] for offer, made in offers.items()}


def end(state: State, reason: str, payoffs: dict[str, str], now: float) -> None:
    """The game is over."""
    if state["clock"] is not None:
        _stop(state["clock"], now)
    state["outcome"] = {"reason": reason, "payoffs": payoffs}
    state["offers"] = {offer: [] for offer in OFFERS}


def lose(state: State, player: str, reason: str, now: float) -> None:
    """A player has lost, and the others share the win."""
    players = state["players"]
    share = str(Fraction(1, max(1, len(players) - 1)))
    end(state, reason, {each: "0" if each == player else share for each in players}, now)


def draw(state: State, now: float) -> None:
    """All have agreed: on what the rules let players agree on, otherwise on equal shares."""
    equal = dict.fromkeys(state["players"], str(Fraction(1, len(state["players"]))))
    agreed: State = next(iter(state["agreements"]), {"reason": "agreement", "payoffs": equal})
    end(state, agreed["reason"], agreed["payoffs"], now)


def remaining(state: State, now: float) -> float | None:
    """Seconds until the running clock has run out."""
    clock = state["clock"]
    if clock is None or clock["running"] is None or state["outcome"] is not None:
        return None
    return float(clock["left"][clock["running"]] - (now - clock["at"]))


def expire(state: State, now: float) -> bool:
    """End the game if the running clock has run out."""
    left = remaining(state, now)
    if left is None or left > 0:
        return False
    player = state["clock"]["running"]
    lose(state, player, f"{player} has run out of time", now)
    return True


def resume(state: State, now: float) -> None:
    """Go on after the server was away: that time is nobody's."""
    if state["clock"] is not None:
        state["clock"]["at"] = now


def _stop(clock: State, now: float) -> None:
    if clock["running"] is not None:
        left = clock["left"][clock["running"]] - max(0.0, now - clock["at"])
        clock["left"][clock["running"]] = max(0.0, left)
    clock["running"], clock["at"] = None, now


def _start(state: State, now: float) -> None:
    """Start the clock of the player to move, from the first move on."""
    clock = state["clock"]
    if clock is not None and state["record"] and state["outcome"] is None and state["turn"] in clock["left"]:
        clock["running"], clock["at"] = state["turn"], now
