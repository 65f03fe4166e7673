"""One game as an environment: what the adapters to PettingZoo, Gymnasium and others share.

Every adapter answers an illegal action in one of two ways. `illegal="lose"`: the player who chose it loses at
once, as learning programs expect that may choose any action. `illegal="raise"`: IllegalMove. A number that is
no action at all always raises.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from lasker.environments.batch import Batch
from lasker.kernel.arguments import whole_number
from lasker.kernel.errors import IllegalMove, LimitError, MissingPackage
from lasker.play.game import Game, load

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

Illegal = Literal["lose", "raise"]


def missing(package: str, extra: str = "environments") -> MissingPackage:
    """The error for a package that is not installed.

    >>> missing("Gymnasium").remedy
    "pip install 'lasker[environments]'"
    """
    return MissingPackage(f"{package} is not installed", remedy=f"pip install 'lasker[{extra}]'")


def game_of(game: Game | str) -> Game:
    """A game, or the game of a name, a path or a text.

    >>> game_of("tictactoe").title
    'Tic-tac-toe'
    """
    return game if isinstance(game, Game) else load(game)


def checked(illegal: str) -> None:
    """Refuse an answer to illegal actions that there is not."""
    if illegal not in get_args(Illegal):
        raise LimitError(f"illegal cannot be {illegal!r}", remedy="it is 'lose' or 'raise'")


class SingleGame:
    """A game that is being played: a batch of one, whose illegal actions may lose.

    >>> game = SingleGame("tictactoe")
    >>> game.player, game.step(4), game.player
    (0, array([0., 0.], dtype=float32), 1)
    >>> game.step(4), game.over, game.illegal
    (array([ 1., -1.], dtype=float32), True, True)
    """

    def __init__(
        self, game: Game | str, max_plies: int | None = None, illegal: Illegal = "lose", seed: int = 0
    ) -> None:
        checked(illegal)
        self.game, self.answer = game_of(game), illegal
        self.batch = Batch(self.game, 1, seed=seed, max_plies=max_plies, threads=1)
        self.illegal = self.cut = False

    def reset(self, seed: int | None = None) -> None:
        """Begin again; with a seed also the random numbers."""
        self.batch.reset(seed=seed)
        self.illegal = self.cut = False

    @property
    def over(self) -> bool:
        """Has the game ended, or was it cut?"""
        return self.illegal or bool(self.batch.over[0])

    @property
    def player(self) -> int:
        """The number of the player to move."""
        return int(self.batch.players[0])

    @property
    def reason(self) -> str | None:
        """Why the game is over; None while it goes on."""
        if self.illegal:
            return "an illegal action"
        return "too many plies" if self.cut else self.batch.reasons[0]

    def mask(self) -> NDArray[numpy.int8]:
        """The legal actions of the player to move: 1, the others: 0; all 0 when the game is over."""
        legal = self.batch.legal[0]
        found: NDArray[numpy.int8] = (legal & (not self.illegal)).astype("int8")
        return found

    def observation(self, player: int) -> NDArray[numpy.float32]:
        """The planes of the position, as a player sees it."""
        found: NDArray[numpy.float32] = self.batch.observe(player)[0]
        return found

    def step(self, action: int) -> NDArray[numpy.float32]:
        """Take an action; the rewards of all players."""
        action = whole_number(action, "an action")
        if not 0 <= action < self.batch.action_count:
            raise IllegalMove(
                f"{action} is no action of {self.game.name}",
                remedy=f"actions are numbered from 0 to {self.batch.action_count - 1}",
            )
        if self.over:
            raise IllegalMove(f"the game is over: {self.reason}", remedy="reset the environment")
        if self.answer == "lose" and not self.batch.legal[0, action]:
            return self._lost()
        rewards, _, cut = self.batch.step([action])
        self.cut = bool(cut[0])
        found: NDArray[numpy.float32] = rewards[0]
        return found

    def _lost(self) -> NDArray[numpy.float32]:
        self.illegal = True
        return loss(self.player, self.batch.player_count)


def loss(player: int, players: int) -> NDArray[numpy.float32]:
    """The rewards of all players when one has lost: they add up to nothing where there are several.

    >>> loss(1, 3)
    array([ 0.5, -1. ,  0.5], dtype=float32)
    """
    import numpy as np

    found: NDArray[numpy.float32] = np.full(players, 1 / max(1, players - 1), "float32")
    found[player] = -1
    return found
