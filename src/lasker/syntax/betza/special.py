"""Moves that a game has to know about: captures in passing, the leaps before them, castling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.syntax.betza.notation import Betza, Chain, ModifiedAtom, Repetition
from lasker.syntax.betza.texts import between_of, movement, test_of
from lasker.syntax.betza.trajectories import Stretch, Trajectory

VARIABLE, PRESENT = "taken", "empty"  # bound around a way: a piece that is put down again, an empty square


@dataclass(frozen=True)
class Surroundings:
    """What a piece finds in its game, as far as its notation speaks of it; None for what the game has not."""

    home: str | None = None  # the region of the first squares
    royal: str | None = None  # the enemy's royal piece
    files: int | None = None  # of the board
    longest: int = 26  # squares in a line at most
    others: Mapping[str, Betza] = field(default_factory=dict)  # the other pieces, by their names
    passing: str | None = None  # the mark of a piece that has just leapt, and can be taken in passing
    leaper: str | None = None  # the piece that bears it
    leaves_mark: bool = False  # is it this one?
    unmoved: str | None = None  # the mark of a piece that has not moved
    safe: str | None = None  # the test that a castling king has to pass on its way


def marked(stretch: Stretch, target: str, game: Surroundings) -> Iterator[str]:
    """Moves over empty squares that leave the mark of captures in passing."""
    x, y = stretch.leap
    for length in range(1, (stretch.reach or game.longest) + 1):
        passed = [(x * i, y * i) for i in range(1, length)]
        passed += between_of(stretch.leap) if "n" in stretch.modes and length == 1 else []
        to = movement((x * length, y * length))
        mark = f"^{game.passing}" if passed else ""
        empty = test_of(dict.fromkeys(passed, "."))
        yield f"{empty}(% + {to} ({target} \\ piece) -> . + {to}%{mark})"


def in_passing(
    line: Trajectory, part: ModifiedAtom | Chain | Repetition, target: str, game: Surroundings
) -> Iterator[str]:
    """Captures of a piece that has just leapt over the square on which this one ends."""
    if game.passing is None or len(line) > 1 or line[0].reach != 1:
        raise DeclarationError(
            f"{part} captures in passing, and nothing says which pieces have just leapt",
            remedy="leave e out, or declare a mark for such pieces",
        )
    x, y = line[0].leap
    beside = (x, 0) if y else (0, y)
    there, taken = movement((x, y)), movement(beside)
    yield f"(% + {taken} ({target} \\ .)^{game.passing} + {there}. -> . + {taken}. + {there}%)"


def castling(part: ModifiedAtom, target: str, game: Surroundings) -> Iterator[str]:
    """The king goes so many squares towards an unmoved piece in its line, which leaps over it."""
    if game.unmoved is None:
        raise DeclarationError(
            "castling needs to know which pieces have not moved",
            remedy=f"leave {part} out, or declare a mark for such pieces",
        )
    sides = set("".join(part.directions)) or {"s"}
    mark, safe = game.unmoved, f" {game.safe}" if game.safe else ""
    for side, back in (("r", "l"), ("l", "r")):
        if not sides & {side, "s"}:
            continue
        seen = f"[%@: walk({side}, .)* [@ + {side} {VARIABLE}^{mark}]]"
        there = f"(step({side}){safe}){{{part.reach}}}"
        taken = f"(%@: walk({side}, .)* (@ + {side} {VARIABLE} -> {side}.))"
        leapt = f"{taken} (% + {back}. -> {back} {VARIABLE})"
        bound = f"any {PRESENT} in ({target} \\ piece): any {VARIABLE} in friend: "
        yield f"({bound}[%^{mark}] {seen}{safe} {there} {leapt})"
