"""A recorded game as a tree: tags, moves with their comments and signs, variations, result, problems."""

from __future__ import annotations

from dataclasses import dataclass, field

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")

PLIES = "PliesPerMove"  # our own tag, for games that are not played by two players in turn


def number(ply: int, turn: int = 2) -> str:
    """The number before a move: `1.` if it is the first of its turn, then `1...`, `1....` and so on.

    >>> number(0), number(1), number(2), number(14, 6)
    ('1.', '1...', '2.', '3....')
    """
    whole, part = divmod(ply, turn)
    return f"{whole + 1}." + "." * (part and part + 1)


@dataclass(frozen=True)
class Problem:
    """Something wrong in a file, and where.

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
    """A move as it was written, what was said about it, and what could have been played instead.

    `san` and `at` are filled in when the game is replayed by its rules; the place is where the move was read.
    """

    text: str
    nags: list[int] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)
    san: str = field(default="", compare=False)
    at: int = field(default=-1, compare=False)  # which ply of the game it is, where the rules have told
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(slots=True)
class Line:
    """Moves that follow each other, and what is said before the first of them."""

    plies: list[Ply] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Record:
    """A game as a file tells it.

    `ply` counts the plies before the first move, as its number says; `number` is the place of the game in
    its file and `at` the line where it begins. A broken game holds what could be read, and its problems.
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
        """How many plies one move number counts: two, unless the tag PliesPerMove says otherwise.

        >>> Record({"PliesPerMove": "6"}).turn, Record({"PliesPerMove": "many"}).turn
        (6, 2)
        """
        told = self.tags.get(PLIES, "")
        return int(told) if told.isdecimal() and len(told) < 4 and int(told) else 2

    @property
    def error(self) -> Problem | None:
        """The first thing that is wrong with the text, if anything is."""
        return self.problems[0] if self.problems else None

    @property
    def moves(self) -> list[str]:
        """The moves of the main line as they were written."""
        return [ply.text for ply in self.main.plies]

    @property
    def name(self) -> str:
        """How people call the game: its number in the file, and who played."""
        players = [self.tags.get(side, "?") for side in ("White", "Black")]
        return f"game {self.number}" + ("" if players == ["?", "?"] else f" ({' – '.join(players)})")
