"""What a game is made of: states, ends, counts, and the facts it is known by. All of it is plain data: terms
of the algebra and frozen records, made by whatever reads rules or by a program."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from lasker.algebra.moves import Move, Test
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.model.forbidden_repetition import Repetition
from lasker.space.movement import Movement
from lasker.space.space import Space

if TYPE_CHECKING:
    import threading

    from lasker.algebra.contents import Vocabulary
    from lasker.kernel.limits import Limits
    from lasker.kernel.source import Source
    from lasker.model.weights import Weight
    from lasker.space.compass import Compass

NOBODY = -1
NAMES = (
    "view",
    "states",
    "settle",
    "endings",
    "adjudications",
    "faults",
    "callings",
    "reasons",
    "weights",
    "checking",
    "repetition",
    "tests",
)


@dataclass(frozen=True)
class State:
    """A state of the turn automaton: whose turn it is, what may be done, and what comes next."""

    name: str
    player: int  # NOBODY where chance moves
    move: Move
    next: tuple[tuple[Move | None, str], ...]  # tests in order; the last has none
    odds: tuple[tuple[int, Move], ...] = ()  # what chance may do, each with its weight

    @property
    def by_chance(self) -> bool:
        """Does chance move here?"""
        return self.player == NOBODY


@dataclass(frozen=True)
class Ending:
    """A rule that ends the game: why, what it means for the player to move, and when, by state."""

    reason: str
    result: str | Fraction
    tests: dict[str, Move]
    repeated: int = 0
    giving: bool = False
    manner: str = ""
    alike: bool = True  # do all states ask the same, as their players see the board?


@dataclass(frozen=True)
class Calling:
    """What moves are called that lead where a rule leads, by state; `%` stands for how they are written
    otherwise."""

    name: str
    short: str  # the name in coordinate notation
    moves: dict[str, Move]


@dataclass(frozen=True)
class PerftClaim:
    """A check that the rules file carries: so many sequences of so many moves."""

    depth: int
    count: int
    position: str | None


@dataclass(frozen=True)
class Facts:
    """What a text says of its game in plain words and numbers."""

    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]  # words to find it by
    about: str
    source: str
    start: str
    fen_fields: tuple[str, ...]
    fen_dialects: tuple[tuple[str, ...], ...]  # other layouts that are read, and never written
    players: tuple[str, ...]
    passes: bool  # may a move leave everything as it was?
    by_label: bool  # is one delta by two labels two moves?
    forbids_repetition: bool  # do moves depend on the past?
    letters: tuple[tuple[str, str], ...]  # pieces with more letters, as records of other programs have them
    counts: tuple[PerftClaim, ...]


class Words(Protocol):
    """The board and the pieces of a game, and the text that names them: where the model ends and a language
    begins. What a language adds (definitions, places of declarations) is not typed here."""

    @property
    def source(self) -> Source:
        """The text itself."""

    @property
    def bases(self) -> tuple[Source, ...]:
        """The texts that it extends, the farthest first."""

    @property
    def limits(self) -> Limits:
        """How much may be spent on the game."""

    @property
    def compass(self) -> Compass:
        """The directions of the board."""

    @property
    def space(self) -> Space | None:
        """The board."""

    @property
    def vocabulary(self) -> Vocabulary:
        """What may stand on a square, and what is counted."""

    def __getattr__(self, name: str) -> Any: ...


class Parts:
    """The parts of a game, each found when it is first asked for, and how players see them. Where they come
    from is said by subclasses: they are read from a text, or have been kept since it was read."""

    rules: Words
    facts: Facts
    lock: threading.RLock  # what is read of the rules is read by one thread at a time
    view: Movement
    states: dict[str, State]
    settle: Move
    endings: tuple[Ending, ...]
    adjudications: tuple[Ending, ...]
    faults: tuple[Ending, ...]
    callings: tuple[Calling, ...]
    reasons: dict[Move, str]
    weights: tuple[Weight, ...]
    checking: Move | None
    repetition: Repetition
    tests: dict[str, Test]

    def __init__(self) -> None:
        self._seen: dict[tuple[int, int], tuple[Move, Move]] = {}  # the first keeps its identity alive

    @property
    def space(self) -> Space:
        """The board."""
        if self.rules.space is None:
            raise DeclarationError("a game needs a board", remedy="declare one: board 8x8")
        return self.rules.space

    def check(self) -> None:
        """Read every part that has not been read, so that a mistake is found."""
        raise NotImplementedError

    def seen(self, move: Move, player: int) -> Move:
        """A term of the first player, as another player sees it; the same term each time it is asked."""
        if not player:
            return move
        key = (id(move), player)
        with self.lock:
            if key not in self._seen:
                from lasker.algebra.images import moved  # imported late: a game that is kept has most of them

                self._seen[key] = (move, moved(move, self.view**player, self.rules.vocabulary))
            return self._seen[key][1]
