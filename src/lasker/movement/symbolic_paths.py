"""The moves of a game as symbolic paths: listed once, and read for each piece on each square."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

from lasker.algebra.moves import Move
from lasker.compiler.groups.meaning.boards import Board, Counters, Places
from lasker.compiler.groups.meaning.path import ends
from lasker.compiler.groups.path import Conditional, NotClassified, Path, Value
from lasker.compiler.groups.symbolic_execution import paths
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.lower import Lowering
from lasker.compiler.ir.machine import Configuration
from lasker.compiler.ir.sizes import settled_contents
from lasker.model.game import Game
from lasker.movement.arrival import Arrival, arrivals
from lasker.movement.kept_paths import kept_paths
from lasker.movement.outline import outline

Contents = int  # a set of contents, as bits; bit 0 is the empty square
Needs = dict[int, Contents]  # what squares must hold
Settings = tuple[Counters, ...]  # possible values of the counters


class MovePath(NamedTuple):
    """One path of a piece from a square: what other squares must hold, where the piece arrives and how.

    `sure` says that all other tests of the rules (is the king safe? is a capture possible?) succeed on a
    board with only the pieces that the path needs. From the squares `vanishing`, a piece that stands there by
    chance vanishes, too.
    """

    to: int
    needs: tuple[tuple[int, Contents], ...]
    arrival: Arrival
    sure: bool = True
    vanishing: frozenset[int] = frozenset()

    def shifted(self, by: int) -> MovePath:
        """The same path from a base that lies so much further on."""
        return MovePath(
            self.to + by,
            tuple([(at + by, held) for at, held in self.needs]),
            self.arrival.moved(by),
            self.sure,
            frozenset([at + by for at in self.vanishing]) if self.vanishing else self.vanishing,
        )

    @property
    def occupied(self) -> dict[int, Contents]:
        """The squares that must hold a piece, and which ones may stand there."""
        return {at: held for at, held in self.needs if not held & 1}

    def blockers(self, friend: int) -> frozenset[int]:
        """The squares that the piece passes, on which a friend would block it."""
        return frozenset(
            at for at, held in self.needs if at != self.to and held & 1 and not held >> friend & 1
        )


class SymbolicGame:
    """The symbolic paths of a game, player by player.

    >>> from lasker.play.library import model
    >>> game = SymbolicGame(model("breakthrough"))
    >>> game.problem((0, 1)), len(game.about((0,), 1))
    ('', 3)
    """

    def __init__(self, game: Game, changed: Callable[[Move], Move] = lambda move: move) -> None:
        lowering, states = Lowering(game), game.states.values()
        self._moves = {
            player: [
                lowering.block(f"player_{player}_{number}", changed(move), {}, noted=True)
                for number, move in enumerate({state.move: 0 for state in states if state.player == player})
            ]
            for player in range(len(game.players))
        }
        self.vocabulary, self.program = game.vocabulary, lowering.program()
        self.anything = settled_contents(self.program)
        self.empty = self.anything & (1 << (1 << self.program.marks)) - 1
        self._interpreter = Interpreter(self.program, game.rules.limits)
        self._listed: dict[int, list[Path] | str] = {}
        self._tests: dict[str, frozenset[frozenset[Contents]]] = {}
        # What paths do from base 0; paths and settings are asked by identity, and kept alive.
        self._anywhere: dict[tuple[int, ...], tuple[Path, Settings, tuple[MovePath, ...]]] = {}

    def problem(self, players: tuple[int, ...]) -> str:
        """Why the paths of some players cannot be listed; empty if they can."""
        for player in players:
            if player not in self._listed:
                blocks = [self.program.blocks[move].body for move in self._moves[player]]
                try:
                    self._listed[player] = [
                        path for body in blocks for path in kept_paths(self.program, body)
                    ]
                except NotClassified as reason:
                    self._listed[player] = str(reason)
        return next((told for each in players if isinstance(told := self._listed[each], str)), "")

    def about(self, players: tuple[int, ...], content: int) -> list[tuple[Path, int]]:
        """The paths that begin with a piece or write on its square, and that square as an offset."""
        found = list[tuple[Path, int]]()
        if self.problem(players):
            return found
        for path in dict.fromkeys(path for player in players for path in self._listed[player]):
            assert isinstance(path, Path)
            known, written = dict(path.known), _overwritten(path)
            for offset in dict.fromkeys((*(note.start for note in path.notes), *written)):
                if known.get(offset, self.anything) >> content & 1:
                    found.append((path, offset))
        return found

    def moves(
        self, path: Path, base: int, site: int, pieces: list[int], settings: Settings
    ) -> tuple[MovePath, ...]:
        """What a path from a base does with the piece on a square.

        The first of `pieces` is that piece, the others are those preferred where the path requires one;
        `settings` are possible values of the counters. If no test was evaluated on the whole board, the
        answer is the same from every base.
        """
        asked = (id(path), id(settings), site - base, *pieces)
        if asked not in self._anywhere:
            evaluated: list[str] = []
            found = tuple(self._found(path, base, site, pieces, settings, evaluated))
            if evaluated:
                return found
            self._anywhere[asked] = (path, settings, tuple(each.shifted(-base) for each in found))
        return tuple([each.shifted(base) for each in self._anywhere[asked][-1]])

    def _found(
        self,
        path: Path,
        base: int,
        site: int,
        pieces: list[int],
        settings: Settings,
        evaluated: list[str],
    ) -> Iterator[MovePath]:
        for needs in self._cases(path, base, site):
            board = [0] * self.program.sites
            for at, held in needs.items():
                if not held & 1:
                    likely = (each for each in pieces[1:] if held >> each & 1)
                    board[at] = next(likely, held.bit_length() - 1)
            board[site] = pieces[0]
            single = path._replace(bases=1 << base)
            yield from self._results(single, site, tuple(board), settings, needs, evaluated)

    def _cases(self, path: Path, base: int, site: int) -> Iterator[Needs]:
        """The conditions on the other squares; a square that is overwritten is either empty or not."""
        needs = {at + base: held for at, held in path.known if at + base != site}
        cases = []
        for at in (at + base for at in _overwritten(path) if at + base != site):
            held = needs.get(at, self.anything)
            cases.append([(at, part) for part in (held & self.empty, held & ~self.empty) if part])
        for chosen in product(*cases):
            yield {**needs, **dict(chosen)}

    def _results(
        self,
        path: Path,
        site: int,
        board: Board,
        settings: Settings,
        needs: Needs,
        evaluated: list[str],
    ) -> Iterator[MovePath]:
        """The path on a board with what it needs: with its tests, or else without."""
        vanishing = _vanishing(path, path.bases.bit_length() - 1, self.program.marks) - {site}
        for sure, tried in ((True, path), (False, path._replace(questions=()))):
            if found := dict.fromkeys(self.results(tried, site, board, settings, evaluated)):
                for to, how in found:
                    yield MovePath(to, tuple(sorted(needs.items())), how, sure, vanishing)
                return

    def results(
        self,
        path: Path,
        site: int,
        board: Board,
        settings: Settings,
        evaluated: list[str] | None = None,
    ) -> Iterator[tuple[int, Arrival]]:
        """What a path from a single base does with the piece on a square of a board, if it is possible; tests
        that had to be evaluated are added to `evaluated`."""
        holds = partial(self._holds, [] if evaluated is None else evaluated)
        for counters in settings:
            for end in ends(self.program, [path], board, counters, holds):
                yield from arrivals(self.vocabulary, site, board, end.board, end.label)

    def _holds(self, evaluated: list[str], block: str, board: Board, counters: Counters, at: Places) -> bool:
        present = sum(1 << content for content in set(board))
        if not any(all(held & present for held in needed) for needed in self._needed(block)):
            return False
        evaluated.append(block)
        with self._interpreter.meter.question():
            return next(self._interpreter.runs(block, Configuration(board, counters, at)), None) is not None

    def _needed(self, block: str) -> frozenset[frozenset[Contents]]:
        """For each way in which a test may succeed, the contents that it needs somewhere on the board."""
        if block not in self._tests:
            ways: list[Path] = [Path()]  # if they cannot be listed, perhaps nothing is needed
            if not self.program.blocks[block].cursors:
                with suppress(NotClassified):
                    ways = paths(self.program, self.program.blocks[block].body)
            self._tests[block] = frozenset(frozenset(held for _, held in way.known) for way in ways)
        return self._tests[block]


def _overwritten(path: Path) -> list[int]:
    """The squares that a path overwrites, whatever they hold."""
    return [at for at, value in path.writes if isinstance(value, Value) and value.site != at]


def _vanishing(path: Path, base: int, marks: int) -> frozenset[int]:
    """The squares from which a path takes a piece if one stands there, though it does not need one."""
    written = [(at, it.becomes) for at, it in path.writes if isinstance(it, Conditional)]
    written += [each for effect in path.effects for case in effect for each in case.writes]
    return frozenset(at + base for at, content in written if not content >> marks)


@lru_cache(maxsize=16)
def symbolic_game(game: Game) -> SymbolicGame:
    """The symbolic paths of a game, listed once."""
    return SymbolicGame(game)


@lru_cache(maxsize=16)
def outlined_game(game: Game) -> SymbolicGame:
    """The symbolic paths of the outline of a game, listed once."""
    return SymbolicGame(game, lambda move: outline(move, game.vocabulary))
