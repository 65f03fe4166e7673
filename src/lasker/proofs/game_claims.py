"""Claims about a position of a game: decided here, and written as theorems for Coq if they are true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

from lasker.backends import Engine
from lasker.backends import position as program_position
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.errors import NameProblem, SortError, Undecided
from lasker.play.backend_choice import PerftWork, choose
from lasker.play.game import Position
from lasker.proofs.claim_answer import Answer
from lasker.proofs.coq.games import GameFile
from lasker.proofs.forced_results.forcing import BUDGET, Forcing, plural
from lasker.proofs.forced_results.search_tables import Claim, SearchTables
from lasker.runtime.parallel_perft import perft

RESULTS = ("won", "drawn", "lost")
DEEP = 5  # plies of a search for which native code is used if there is any
Tell = Callable[[int, int], None]


def counts(position: Position, depth: int, count: int | None = None) -> Answer:
    """Are there so many sequences of so many legal moves? Without a number: how many there are.

    >>> import lasker
    >>> counts(lasker.load("tictactoe").start(), 2, 72).holds
    True
    """
    start = program_position(position.node)
    if position.game.model.forbids_repetition:
        raise SortError("the moves of this game depend on its history, which Coq is not told of")
    found = _counted(choose(position.game.model, PerftWork(depth)), start, depth)
    said = f"{found} sequences of {depth} legal moves"
    if count not in (None, found):
        return Answer(False, f"{said}, not {count}")
    written = GameFile(position.game.model)
    written.counts(start, depth, found)
    return Answer(True, said, written.text())


def _counted(engine: Engine, start: ProgramPosition, depth: int) -> int:
    """The count of a depth, after those of the depths before it: what is known if it is interrupted."""
    found = [1]
    try:
        for plies in range(1, depth + 1):
            found.append(perft(engine, start, plies, progress=_go_on))
    except KeyboardInterrupt:
        known = ", ".join(f"{count} of {plural(plies)}" for plies, count in enumerate(found) if plies)
        growth = found[-1] / found[-2] if len(found) > 1 else 0
        expected = found[-1] * growth ** (depth - len(found) + 1)
        more = f"; of {plural(depth)} there may be about {expected:.1e}" if growth else ""
        raise Undecided(f"interrupted: sequences of legal moves: {known or 'none counted'}{more}") from None
    return found[-1]


def _go_on(done: int, parts: int) -> None:
    """Parts are counted one after the other, so that an interruption is noticed between them."""


def forced(
    position: Position,
    result: str,
    within: int | None = None,
    player: str | None = None,
    budget: int = BUDGET,
    tell: Tell | None = None,
    keep: Path | None = None,
) -> Answer:
    """Is a position won, drawn or lost for a player, the one to move unless another is named?

    What the search finds is kept in a file if one is named, also if it is interrupted, and read from there.

    >>> import lasker
    >>> forced(lasker.load("tictactoe").position("XX1/OO1/3 x 5"), "won").said
    'x forces a payoff of at least 1 within 1 ply'
    """
    model, start = position.game.model, program_position(position.node)
    engine = choose(model, PerftWork(DEEP))
    written, said, kept = GameFile(model), list[str](), SearchTables(model, keep)
    try:
        for claim in _claims(position, result, player):
            search = Forcing(model, engine, claim, budget, tell, kept.of(claim))
            plies = search.proved(start, within)
            who = f"{model.players[claim.player]} %s a payoff of at least {claim.least}"
            if plies is None:
                bound = "" if within is None else f" within {plural(within)}"
                return Answer(False, who % "does not force" + bound)
            said.append(f"{who % 'forces'} within {plural(plies)}")
            written.forces(start, claim, plies, search.strategy(start))
    except Undecided as error:
        raise Undecided("; ".join([*said, error.message]), remedy=error.remedy) from None
    finally:
        kept.write()
    return Answer(True, ", and ".join(said), written.text())


def _claims(position: Position, result: str, player: str | None) -> Iterator[Claim]:
    """What must be forced: a win by one player, or at least a draw by each."""
    players = position.game.model.players
    if result not in RESULTS:
        raise NameProblem(f"no result is called {result}", remedy=f"a position is {', '.join(RESULTS)}")
    if player is not None and player not in players:
        raise NameProblem(f"no player is called {player}", remedy=f"there are {', '.join(players)}")
    if player is None and position.node.state.by_chance and result != "drawn":
        raise SortError("chance moves here", remedy="name the player: --player NAME")
    mine = position.node.state.player if player is None else players.index(player)
    if result == "won":
        yield Claim(mine, Fraction(1))
    elif result == "drawn":
        for each in range(len(players)):
            yield Claim(each, Fraction(1, len(players)))
    elif len(players) != 2:
        raise SortError("lost to whom?", remedy="say who has won: won --player NAME")
    else:
        yield Claim(1 - mine, Fraction(1))
