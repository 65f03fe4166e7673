"""Tables: games that several people play over the network, by an unguessable link.

A table has a token, which is its link, and every seat a secret, which only its player gets. Every change is
committed to the database before it is acknowledged, then told to everybody who watches.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from lasker.kernel.errors import LimitError, NameProblem, NotationError
from lasker.web import shared_table_state
from lasker.web.database import Store
from lasker.web.jobs import Message, encoded
from lasker.web.methods import Params
from lasker.web.params import number, optional_text, text
from lasker.web.shared_table_state import State

Rules = Callable[[Params], Awaitable[State]]  # the method `play`
Stored = Callable[..., Awaitable[Any]]
MOST_OPEN = 5_000  # tables in memory
MOST_WATCHERS = 500  # of one table


class SharedTable:
    """A table in memory: its state, the secrets of its seats, those who watch."""

    def __init__(self, state: State, seats: dict[str, str]) -> None:
        self.state, self.seats = state, seats
        self.lock = asyncio.Lock()
        self.watchers: set[asyncio.Queue[bytes]] = set()
        self.timer: asyncio.TimerHandle | None = None

    def player(self, params: Params) -> str | None:
        """Who asks, by the secret of the seat."""
        secret = optional_text(params, "seat") or ""
        for player, known in self.seats.items():
            if secrets.compare_digest(known.encode(), secret.encode()):
                return player
        return None

    def seated(self, params: Params) -> str:
        """Who asks; an error if that is nobody who sits here."""
        player = self.player(params)
        if player is None:
            raise NotationError("only those who sit here may do this", remedy="take a free seat")
        return player

    def facts(self) -> State:
        """The state as clients get it."""
        return {**self.state, "now": time.time(), "watching": len(self.watchers)}


class SharedTables:
    """All tables."""

    def __init__(self, store: Store, stored: Stored, rules: Rules) -> None:
        self._store, self._stored, self._rules = store, stored, rules
        self._open: dict[str, SharedTable] = {}
        self.methods: dict[str, Callable[[Params], Awaitable[Any]]] = {
            "table.new": self.new,
            "table.get": self.get,
            "table.sit": self.sit,
            "table.move": self.move,
            "table.claim": self.claim,
            "table.resign": self.resign,
            "table.draw": self.draw,
            "table.takeback": self.take_back,
            "table.rematch": self.rematch,
            "table.decline": self.decline,
            "table.withdraw": self.withdraw,
        }

    async def new(self, params: Params) -> dict[str, Any]:
        """Make a table for a `game`, from a `start` and with a `clock` if there are such."""
        game, start = text(params.get("game"), "game"), optional_text(params, "start")
        clock = _clock(params.get("clock"))
        rules = await self._rules({"game": game, "start": start, "moves": []})
        token = secrets.token_urlsafe(16)
        state = shared_table_state.new_state(token, game, start, rules, clock, time.time())
        table = SharedTable(state, {})
        self._hold(token, table)
        await self._commit(table)
        return table.facts()

    async def get(self, params: Params) -> dict[str, Any]:
        """The state of a `table`, and who you are if you have a `seat`."""
        table = await self._table(params)
        return {**table.facts(), "you": table.player(params)}

    async def watch(self, params: Params) -> AsyncGenerator[Message, None]:
        """The state of a `table` now and after every change, as events."""
        table = await self._table(params)
        if len(table.watchers) >= MOST_WATCHERS:
            raise LimitError(f"{MOST_WATCHERS} people watch this table", remedy="come back later")
        queue: asyncio.Queue[bytes] = asyncio.Queue(maxsize=1)  # the latest state replaces what was not read
        table.watchers.add(queue)
        self._tell(table)
        try:
            while True:
                yield "event", await queue.get()
        finally:
            table.watchers.discard(queue)
            self._tell(table)

    async def sit(self, params: Params) -> dict[str, Any]:
        """Take a seat at a `table`, that of a `player` or the first free one, under a `name`; the answer has
        the secret of the seat."""
        table = await self._table(params)
        async with table.lock:
            name = optional_text(params, "name", 60) or ""
            player = shared_table_state.sit(table.state, optional_text(params, "player"), name)
            table.seats[player] = secrets.token_urlsafe(16)
            await self._commit(table)
            return {"seat": table.seats[player], "player": player, "state": table.facts()}

    async def move(self, params: Params) -> dict[str, Any]:
        """Play a `move` from a `seat`; `ply` may tell how many moves that player has seen."""
        now, table = time.time(), await self._table(params)
        async with table.lock:
            player, state = table.seated(params), table.state
            await self._end_if_out_of_time(table, now)
            shared_table_state.check_move(state, player, params.get("ply"))
            rules = await self._rules(self._asked(state, move=text(params.get("move"), "move")))
            shared_table_state.made(state, player, rules, now)
            return await self._commit(table)

    async def claim(self, params: Params) -> dict[str, Any]:
        """End the game by an outcome that the rules let the player to move claim, of a `reason`."""
        table = await self._table(params)
        async with table.lock:
            player = table.seated(params)
            await self._end_if_out_of_time(table, time.time())
            shared_table_state.check_move(table.state, player, None)
            reason = optional_text(params, "reason")
            found = [each for each in table.state["claims"] if reason in (None, each["reason"])]
            if not found:
                raise NotationError("there is nothing to claim here")
            shared_table_state.end(table.state, found[0]["reason"], found[0]["payoffs"], time.time())
            return await self._commit(table)

    async def resign(self, params: Params) -> dict[str, Any]:
        """Give the game up."""
        table = await self._table(params)
        async with table.lock:
            player = table.seated(params)
            await self._end_if_out_of_time(table, time.time())
            shared_table_state.check_running(table.state)
            shared_table_state.lose(table.state, player, f"{player} resigns", time.time())
            return await self._commit(table)

    async def draw(self, params: Params) -> dict[str, Any]:
        """Offer a draw, or accept one."""
        table = await self._table(params)
        async with table.lock:
            player = table.seated(params)
            await self._end_if_out_of_time(table, time.time())
            shared_table_state.check_running(table.state)
            if shared_table_state.agree(table.state, "draw", player):
                shared_table_state.draw(table.state, time.time())
            return await self._commit(table)

    async def take_back(self, params: Params) -> dict[str, Any]:
        """Ask to take one's last move back, or allow it."""
        table = await self._table(params)
        async with table.lock:
            player, state = table.seated(params), table.state
            shared_table_state.check_running(state)
            asking = next(iter(state["offers"]["takeback"]), player)
            moves = shared_table_state.kept_moves(state, asking)
            if shared_table_state.agree(state, "takeback", player):
                rules = await self._rules({**self._asked(state), "moves": moves})
                shared_table_state.set_back(state, rules, time.time())
            return await self._commit(table)

    async def decline(self, params: Params) -> dict[str, Any]:
        """Decline all offers of others."""
        table = await self._table(params)
        async with table.lock:
            shared_table_state.decline(table.state, table.seated(params))
            return await self._commit(table)

    async def withdraw(self, params: Params) -> dict[str, Any]:
        """Take one's own offers back."""
        table = await self._table(params)
        async with table.lock:
            shared_table_state.withdraw(table.state, table.seated(params))
            return await self._commit(table)

    async def rematch(self, params: Params) -> dict[str, Any]:
        """Offer another game, or accept it: `next` is the table of that game, at which everybody sits one
        player further, with the same secret."""
        table = await self._table(params)
        async with table.lock:
            player, state = table.seated(params), table.state
            if state["outcome"] is None:
                raise NotationError("the game is not over yet")
            if state["next"] is None and shared_table_state.agree(state, "rematch", player):
                state["next"] = await self._again(table)
            return await self._commit(table)

    async def _again(self, table: SharedTable) -> str:
        state, players = table.state, table.state["players"]
        clock = state["clock"] and {name: state["clock"][name] for name in ("initial", "increment")}
        rules = await self._rules({"game": state["game"], "start": state["start"], "moves": []})
        token = secrets.token_urlsafe(16)
        fresh = shared_table_state.new_state(token, state["game"], state["start"], rules, clock, time.time())
        further = dict(zip(players, [*players[1:], players[0]], strict=True))
        for player, seated in state["seats"].items():
            fresh["seats"][further[player]] = seated
        again = SharedTable(fresh, {further[player]: secret for player, secret in table.seats.items()})
        self._hold(token, again)
        await self._commit(again)
        return token

    def _asked(self, state: State, **more: Any) -> dict[str, Any]:
        """The parameters of the method `play` for the game of a table."""
        moves = [ply["text"] for ply in state["record"]]
        return {"game": state["game"], "start": state["start"], "moves": moves, **more}

    async def _table(self, params: Params) -> SharedTable:
        token = text(params.get("table"), "table", 100)
        if token not in self._open:
            found = await self._stored(self._store.table, token)
            if found is None:
                raise NameProblem("there is no such table", remedy="check the link")
            if token not in self._open:
                state, seats = found
                shared_table_state.resume(state, time.time())
                self._hold(token, SharedTable(state, seats))
                self._set_timer(self._open[token])
        return self._open[token]

    def _hold(self, token: str, table: SharedTable) -> None:
        """Keep a table in memory, and evict tables without connections."""
        if len(self._open) >= MOST_OPEN:
            for other, unused in list(self._open.items()):
                if not unused.watchers and not unused.lock.locked() and unused.timer is None:
                    del self._open[other]
        self._open[token] = table

    async def _commit(self, table: SharedTable) -> dict[str, Any]:
        """Write the state down, then tell it; if that fails, the table is read again."""
        table.state["version"] += 1
        token = table.state["table"]
        try:
            await self._stored(self._store.put_table, token, table.state, table.seats)
        except BaseException:
            self._open.pop(token, None)
            raise
        self._set_timer(table)
        self._tell(table)
        return table.facts()

    def _tell(self, table: SharedTable) -> None:
        content = encoded(table.facts())
        for queue in table.watchers:
            with suppress(asyncio.QueueEmpty):
                queue.get_nowait()
            queue.put_nowait(content)

    def _set_timer(self, table: SharedTable) -> None:
        """Look again when the running clock will have run out."""
        if table.timer is not None:
            table.timer.cancel()
        left, table.timer = shared_table_state.remaining(table.state, time.time()), None
        if left is not None:
            loop = asyncio.get_running_loop()
            table.timer = loop.call_later(
                max(0.0, left) + 0.01, lambda: loop.create_task(self._expire(table))
            )

    async def _expire(self, table: SharedTable) -> None:
        async with table.lock:
            if not await self._end_if_out_of_time(table, time.time()):
                self._set_timer(table)

    async def _end_if_out_of_time(self, table: SharedTable, now: float) -> bool:
        """End the game, and tell it, if the running clock has run out; the timer may be late."""
        expired = shared_table_state.expire(table.state, now)
        if expired:
            await self._commit(table)
        return expired


def _clock(given: object) -> State | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        raise NotationError('a clock is an object with "initial" and "increment", in seconds')
    increment = number(given.get("increment", 0), "increment")
    return {"initial": number(given.get("initial"), "initial"), "increment": increment}


def parsed_rules(kind: str, content: bytes) -> State:
    """The result of the method `play`, or its error."""
    found: State = json.loads(content)
    if kind == "error":
        raise NotationError(found["message"], remedy=found["remedy"])
    return found
