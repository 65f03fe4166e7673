"""Engine: Lasker's own search, or an external program, that plays and analyses positions of a game."""

from __future__ import annotations

import asyncio
import shlex
import threading
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from random import Random
from types import TracebackType
from typing import Literal, NoReturn, Self, TypedDict, Unpack

from lasker.engine import levels
from lasker.engine.opponent import Budget
from lasker.engine.opponent_pool import Thinker, open_opponent, with_warning
from lasker.engine.root_search import Line, OnLine
from lasker.engine.search_limits import budget_of
from lasker.kernel.arguments import whole_number
from lasker.kernel.errors import EngineError, IllegalMove
from lasker.play.game import Game, Position, load
from lasker.play.move import Move
from lasker.protocols.clients.external_opponent import ExternalOpponent

OnEnd = Callable[[BaseException | None], None]


class Limits(TypedDict, total=False):
    """The limits of a search, and the moves that it considers."""

    seconds: float | None
    nodes: int | None
    depth: int | None
    moves: Collection[Move | str] | None


class PlayOptions(Limits, total=False):
    """The options of `Engine.play`."""

    level: int
    seed: int


class AnalysisOptions(Limits, total=False):
    """The options of `Engine.analyse`."""

    lines: int


def _caller() -> object:
    """The task of asyncio that calls, or the thread."""
    with suppress(RuntimeError):  # there is no loop
        if (task := asyncio.current_task()) is not None:
            return task
    return threading.get_ident()


@dataclass(eq=False)
class _Search:
    """A search that waits, runs, or is over; `endless` if nothing limits it."""

    caller: object = field(default_factory=_caller)
    endless: bool = False
    cancelled: bool = False


class Engine:
    """An engine for one game. It searches one position at a time; other threads and tasks wait.

    A search is limited in `seconds`, `nodes`, `depth` or several of them; `play` without any limit thinks for
    a second, `analyse` until it is closed. A search limited in nodes or depth alone begins with an empty
    transposition table and is reproducible: the same position, limits, level and seed give the same answer.
    A game that was never compiled is compiled in the background while searches limited in time go on.

    >>> with Engine("tictactoe") as engine:
    ...     here = engine.game.position("XX1/OO1/3 x 3")
    ...     print(engine.play(here, nodes=1000))
    ...     *_, last = engine.analyse(here, depth=3)
    ...     print(last.moves, last.mate, last.bound)
    c3
    ('c3',) 1 exact
    """

    def __init__(self, game: Game | str, *, threads: int = 1, megabytes: int = 16) -> None:
        threads = whole_number(threads, "threads", 1)
        megabytes = whole_number(megabytes, "megabytes", 1)
        self.game = load(game) if isinstance(game, str) else game
        self._begin(with_warning(open_opponent(self.game, megabytes, threads)))

    def _begin(self, opponent: Thinker) -> None:
        self._opponent = opponent
        self._closed = False
        self._turn, self._guard = threading.Lock(), threading.Lock()  # of the search; of these two
        self._running: _Search | None = None

    @classmethod
    def external(
        cls,
        command: str | Sequence[str],
        game: Game | str,
        *,
        protocol: Literal["uci", "cecp"] = "uci",
        variant: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """An external program that speaks UCI or CECP, behind the same methods.

        `variant` is what the program calls the game, or `-` if it needs not be told. Its lines are as long as
        it reports them; it looks at all moves and gives one line.
        """
        found = cls.__new__(cls)
        found.game = load(game) if isinstance(game, str) else game
        words = shlex.split(command) if isinstance(command, str) else list(command)
        found._begin(ExternalOpponent(words, found.game, protocol, variant, options or {}))
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await asyncio.to_thread(self.close)  # an external program is waited for

    def __reduce__(self) -> NoReturn:
        raise EngineError("an engine cannot be copied or pickled", remedy="open another one in each process")

    def __repr__(self) -> str:
        return f"<Engine of {self.game.name}{', closed' if self._closed else ''}>"

    def close(self) -> None:
        """Stop a running search and compilation, and end an external program."""
        with self._guard:
            self._closed = True
        self._opponent.close()
        self._opponent.stop()

    def stop(self) -> None:
        """Stop the running search, which then answers with what it has found; from any thread. Those that
        wait for it come next."""
        with self._guard:
            if self._running is not None:
                self._opponent.stop()

    def _cancel(self, search: _Search) -> None:
        """Stop one search, and no other; if it still waits, it does not begin."""
        with self._guard:
            search.cancelled = True
            if self._running is search:
                self._opponent.stop()

    @contextmanager
    def _searching(self, search: _Search, budget: Budget) -> Iterator[None]:
        """The turn of a search, when those before it are over."""
        with self._turn:
            with self._guard:
                if self._closed or search.cancelled:
                    raise EngineError("this engine is closed", remedy="open another one")
                self._running = search
                self._opponent.ready()
            try:
                if budget.repeatable:
                    self._opponent.forget()
                yield
            finally:
                with self._guard:
                    self._running = None

    def play(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        level: int = levels.FULL,
        seed: int = 0,
        moves: Collection[Move | str] | None = None,
    ) -> Move:
        """The move that the engine plays, at a level from 1 (a beginner) to 10 (full strength); `moves` are
        the only ones it considers, if they are given."""
        limits = Limits(seconds=seconds, nodes=nodes, depth=depth, moves=moves)
        return self._play(self._search(), position, level=level, seed=seed, **limits)

    def _play(
        self,
        search: _Search,
        position: Position,
        *,
        level: int = levels.FULL,
        seed: int = 0,
        **limits: Unpack[Limits],
    ) -> Move:
        levels.check(level)
        if all(limits.get(name) is None for name in ("seconds", "nodes", "depth")):
            limits["seconds"] = 1.0
        budget, only = self._asked(position, limits)
        random = Random(f"{whole_number(seed, 'seed')} {position.node.hash}")
        with self._searching(search, budget):
            found = levels.play(self._opponent, position, budget, level, only=only, random=random)
        if not found:
            raise EngineError("no move was found before the engine was closed")
        return position.read(found[0].moves[0])

    def analyse(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        lines: int = 1,
        moves: Collection[Move | str] | None = None,
    ) -> Iterator[Line]:
        """Principal variations as they are found, deeper and deeper; `lines` of them at each depth, best
        first by `rank`. Without limits it goes on until the iterator is closed or the engine stopped."""
        lines = whole_number(lines, "lines", 1)
        limits = Limits(seconds=seconds, nodes=nodes, depth=depth, moves=moves)
        search = self._search()
        budget, only = self._asked(position, limits)
        return self._lines(search, position, budget, lines, only)

    def _search(self) -> _Search:
        """A new search; EngineError if the caller is in the middle of one that goes on until he leaves it."""
        search, running = _Search(), self._running
        if running is not None and running.endless and running.caller == search.caller:
            raise EngineError(
                "this engine is in an analysis without limits", remedy="leave its loop first, or open another"
            )
        return search

    def _asked(self, position: Position, limits: Limits) -> tuple[Budget, tuple[str, ...]]:
        """Budget and texts of moves of a question, checked."""
        if self._closed:
            raise EngineError("this engine is closed", remedy="open another one")
        if not isinstance(position, Position):
            raise IllegalMove(f"{position!r} is no position")
        if position.game != self.game:
            raise IllegalMove(
                f"a position of {position.game.title}, and the engine plays {self.game.title}",
                remedy="open an engine for the other game",
            )
        if not position.moves:
            over = position.outcome
            raise IllegalMove(f"there is no move here: {over.reason if over else 'chance has no option'}")
        budget = budget_of(limits.get("seconds"), limits.get("nodes"), limits.get("depth"))
        moves = limits.get("moves")
        if moves is not None and not moves:
            raise IllegalMove("no move may be considered", remedy="leave out `moves` to consider all")
        return budget, tuple(str(position.read(move)) for move in moves or ())

    def _lines(
        self, search: _Search, position: Position, budget: Budget, lines: int, only: tuple[str, ...]
    ) -> Iterator[Line]:
        found: SimpleQueue[Line | BaseException | None] = SimpleQueue()
        search.endless = budget.endless
        thread = self._in_background(search, position, budget, lines, only, found.put, found.put)
        try:
            while (line := found.get()) is not None:
                if isinstance(line, BaseException):
                    raise line
                yield line
        finally:
            self._cancel(search)
            thread.join()

    def _in_background(
        self,
        search: _Search,
        position: Position,
        budget: Budget,
        lines: int,
        only: tuple[str, ...],
        tell: OnLine,
        end: OnEnd,
    ) -> threading.Thread:
        """Searches in a thread; `end` receives None, or the error."""

        def run() -> None:
            told = 0

            def counted(line: Line) -> None:
                nonlocal told
                told += 1
                tell(line)

            try:
                with self._searching(search, budget):
                    answer = self._opponent.think(position, budget, lines=lines, only=only, tell=counted)
                for line in () if told else answer:  # the limits ended the first depth
                    tell(line)
                end(None)
            except BaseException as error:  # raised again by the consumer
                end(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread

    # --- asyncio ----------------------------------------------------------------------------------------

    async def play_async(self, position: Position, **options: Unpack[PlayOptions]) -> Move:
        """`play` for asyncio; cancelling the task stops the search."""
        search = self._search()
        played = asyncio.ensure_future(asyncio.to_thread(self._play, search, position, **options))
        try:
            return await asyncio.shield(played)
        except asyncio.CancelledError:
            self._cancel(search)
            await asyncio.wait([played])
            played.exception()  # nobody else asks for it
            raise

    async def analyse_async(
        self, position: Position, **options: Unpack[AnalysisOptions]
    ) -> AsyncIterator[Line]:
        """`analyse` for asyncio; leaving the loop stops the search."""
        lines, search = whole_number(options.get("lines", 1), "lines", 1), self._search()
        budget, only = await asyncio.to_thread(self._asked, position, options)
        search.endless = budget.endless
        loop, found = asyncio.get_running_loop(), asyncio.Queue[Line | BaseException | None]()

        def put(line: Line | BaseException | None) -> None:
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                loop.call_soon_threadsafe(found.put_nowait, line)

        thread = self._in_background(search, position, budget, lines, only, put, put)
        try:
            while (line := await found.get()) is not None:
                if isinstance(line, BaseException):
                    raise line
                yield line
        finally:
            self._cancel(search)
            await asyncio.to_thread(thread.join)
