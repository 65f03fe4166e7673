"""Which games of a file are wanted: by tags, result, length, rules, legality, or a position reached."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NotationError
from lasker.notation.pgn.tree import RESULTS, Record

CONDITION = re.compile(r"([A-Za-z0-9_]+)(==|!=|<=|>=|=|<|>)(.*)", re.DOTALL)
RANGE = re.compile(r"\s*([0-9][0-9.\-/?]*?)?\s*\.\.\s*([0-9][0-9.\-/?]*)?\s*")
NUMBERS = re.compile(r"[.\-/]")
SHAPE = "White=Carlsen, White==…, White!=…, WhiteElo>=2500, WhiteElo=2500..2700, Date=2010..2015.06"

Tags = dict[str, str]


def numbers(text: str) -> tuple[Fraction, ...]:
    """A number, or a date with what is known of it, as numbers that can be compared.

    >>> [list(map(int, numbers(text))) for text in ("2500", "1999.12.??", "?")]
    [[2500], [1999, 12], []]
    """
    found: list[Fraction] = []
    for part in NUMBERS.split(text.strip()):
        if not part.isdecimal() or len(part) > 18:
            break
        found.append(Fraction(part))
    return tuple(found)


@dataclass(frozen=True)
class Range:
    """Numbers or dates from one to another, both included; a bound that is a year includes its days.

    >>> "2015.12.31" in Range.read("2010..2015"), "1851" in Range.read("..1850"), "?" in Range.read("1..")
    (True, False, False)
    """

    low: tuple[Fraction, ...] = ()
    high: tuple[Fraction, ...] = ()

    @classmethod
    def read(cls, text: str) -> Range:
        """A range from text: `10..20`, `10..`, `..20`, or one number."""
        found = RANGE.fullmatch(text)
        low, high = (found[1] or "", found[2] or "") if found else (text, text)
        bounds = cls(numbers(low), numbers(high))
        if not (bounds.low or bounds.high) or any(part and not numbers(part) for part in (low, high)):
            raise NotationError(f"{text[:60]!r} is no range", remedy="10..20, 10.. or ..20")
        if bounds.low and bounds.high and bounds.low > bounds.high[: len(bounds.low)]:
            raise NotationError(f"{text[:60]!r} ends before it begins", remedy="write the smaller one first")
        return bounds

    def __contains__(self, text: str) -> bool:
        value = numbers(text)
        above = not self.low or value[: len(self.low)] >= self.low
        return bool(value) and above and (not self.high or value[: len(self.high)] <= self.high)


@dataclass(frozen=True)
class TagCondition:
    """A condition on one tag.

    >>> TagCondition.read("White=carlsen").holds({"White": "Carlsen, Magnus"})
    True
    >>> TagCondition.read("WhiteElo>=2500").holds({"WhiteElo": "2431"})
    False
    """

    name: str
    sign: str
    value: str

    @classmethod
    def read(cls, text: str) -> TagCondition:
        """A condition from text."""
        found = CONDITION.fullmatch(text)
        if found is None:
            raise NotationError(f"{text[:60]!r} is no condition on a tag", remedy=SHAPE)
        condition = cls(*found.groups())
        if condition.sign in ("<", ">", "<=", ">=") and not numbers(condition.value):
            raise NotationError(f"{condition.value[:60]!r} is neither a number nor a date", remedy=SHAPE)
        if condition.sign == "=" and RANGE.fullmatch(condition.value):
            Range.read(condition.value)
        return condition

    def holds(self, tags: Tags) -> bool:
        """Is it true of these tags? A comparison with an unknown value is not."""
        found, wanted = tags.get(self.name, ""), self.value
        match self.sign:
            case "==":
                return found == wanted
            case "=" if RANGE.fullmatch(wanted):
                return found in Range.read(wanted)
            case "=":
                return wanted.casefold() in found.casefold() and self.name in tags
            case "!=":
                return wanted.casefold() not in found.casefold()
            case ">=":
                return found in Range(low=numbers(wanted))
            case "<=":
                return found in Range(high=numbers(wanted))
            case ">":
                return bool(numbers(found)) and found not in Range(high=numbers(wanted))
            case _:
                return bool(numbers(found)) and found not in Range(low=numbers(wanted))


@dataclass(frozen=True)
class Filter:
    """What a game has to satisfy; the default is every game.

    >>> wanted = Filter(tags=(TagCondition.read("White=Carlsen"),), results=("1-0",))
    >>> wanted.by_tags({"White": "Carlsen, Magnus"}), wanted.by_tags({"White": "Anand"})
    (True, False)
    """

    tags: tuple[TagCondition, ...] = ()
    player: str = ""
    results: tuple[str, ...] = ()
    plies: Range | None = None
    variant: str = ""  # the name of a game
    position: str = ""  # a FEN
    legal: bool | None = None
    inverted: bool = False

    def __post_init__(self) -> None:
        for result in self.results:
            if result not in RESULTS:
                raise NotationError(f"{result!r} is no result", remedy=f"it is one of {' '.join(RESULTS)}")

    @property
    def replays(self) -> bool:
        """Must games be played by their rules to know whether they are wanted?"""
        return bool(self.position or self.variant) or self.legal is not None

    @property
    def reads(self) -> bool:
        """Must the moves be read to know whether a game is wanted?"""
        return self.replays or bool(self.results) or self.plies is not None

    def by_tags(self, tags: Tags) -> bool:
        """Are the conditions on tags satisfied?"""
        name = self.player.casefold()
        return all(condition.holds(tags) for condition in self.tags) and (
            not name or any(name in tags.get(side, "").casefold() for side in ("White", "Black"))
        )

    def by_moves(self, record: Record) -> bool:
        """Are the conditions on result and length satisfied?"""
        return (not self.results or record.result in self.results) and (
            self.plies is None or str(len(record.main.plies)) in self.plies
        )

    def wanted(self, tags: Tags, record: Callable[[], Record], replayed: Callable[[Record], bool]) -> bool:
        """Is a game wanted? Its moves are read, and replayed, only where the answer depends on that."""
        found = self.by_tags(tags)
        if found and self.reads:
            game = record()
            found = self.by_moves(game) and (not self.replays or replayed(game))
        return found != self.inverted
