"""The tree of a recorded game: tags, moves with comments and NAGs, variations, result, problems."""

from __future__ import annotations

from dataclasses import field

from lasker.kernel.dataclass import dataclass

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

PLIES = "PliesPerMove"  # our own tag, for games that are not played by two players alternately


def number(ply: int, turn: int = 2) -> str:
    """The number before a move: `1.` if it is the first of its turn, then `1...`, `1....` and so on.

    >>> number(0), number(1), number(2), number(14, 6)
    ('1.', '1...', '2.', '3....')
    """
    whole, part = divmod(ply, turn)
    return f"{whole + 1}." + "." * (part and part + 1)


@dataclass(frozen=True)
class Problem:
    """An error in a file, with its place.

    >>> str(Problem(3, 7, "a comment is not closed"))
    '3:7: a comment is not closed'
    """

    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.message}"


@dataclass(slots=True)
class Ply:
    """A move as written, with its comments, NAGs and alternative variations.

    `san` and `at` are filled in when the game is replayed by its rules; the place is where the move was read.
    """

    text: str
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)
    san: str = field(default="", compare=False)
    at: int = field(default=-1, compare=False)  # the number of the ply, after replaying
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(slots=True)
class Line:
    """A sequence of moves, and the comments before the first of them."""

    plies: list[Ply] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Record:
    """A game as a file records it.

    `ply` counts the plies before the first move, according to its number; `number` is the place of the game
    in its file and `at` the line where it begins. A malformed game has what could be read, and its problems.
    """

    tags: dict[str, str] = field(default_factory=dict)
    main: Line = field(default_factory=Line)
    result: str = "*"
    ply: int = 0
    problems: list[Problem] = field(default_factory=list, compare=False)
    number: int = field(default=1, compare=False)
    at: int = field(default=1, compare=False)

    @property
    def turn(self) -> int:
        """The number of plies in one move number: two, unless the tag PliesPerMove says otherwise.

        >>> Record({"PliesPerMove": "6"}).turn, Record({"PliesPerMove": "many"}).turn
        (6, 2)
        """
        declared = self.tags.get(PLIES, "")
        return int(declared) if declared.isdecimal() and len(declared) < 4 and int(declared) else 2

    @property
    def error(self) -> Problem | None:
        """The first problem of the text, if there is any."""
        return self.problems[0] if self.problems else None

    @property
    def moves(self) -> list[str]:
        """The moves of the main line as written."""
        return [ply.text for ply in self.main.plies]

    @property
    def name(self) -> str:
        """A name for messages: the number in the file, and the players."""
        players = [self.tags.get(side, "?") for side in ("White", "Black")]
        return f"game {self.number}" + ("" if players == ["?", "?"] else f" ({' – '.join(players)})")
