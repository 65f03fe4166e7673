"""What programs write into comments of PGN: arrows and circles, clocks, evaluations, as `[%cal Ge2e4]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from lasker.kernel.dataclass import dataclass

COMMAND = re.compile(r"\[%(csl|cal|clk|eval)\s+([^\[\]]*)\]")
CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$")
SCORE = re.compile(r"(#?)([+-]?\d{1,5}(?:\.\d{1,4})?)(?:\s*,\s*(\d{1,3}))?$")
COLOURS = {"G": "green", "R": "red", "B": "blue", "Y": "yellow"}
LETTERS = {colour: letter for letter, colour in COLOURS.items()}


@dataclass(frozen=True)
class Shape:
    """A circle on a square, or an arrow to another one."""

    colour: str
    start: str
    end: str | None = None


@dataclass(frozen=True)
class Evaluation:
    """A score for the first player in hundredths, or the distance to the end of a decided game in moves."""

    score: int
    mate: int | None = None
    depth: int = 0


@dataclass(frozen=True)
class Annotations:
    """A comment apart: its words, shapes, the clock in seconds and an evaluation."""

    words: str = ""
    shapes: tuple[Shape, ...] = ()
    clock: float | None = None
    evaluation: Evaluation | None = None


def read_annotations(comment: str, is_square: Callable[[str], bool]) -> Annotations:
    """A comment taken apart; a command that cannot be read stays among the words.

    >>> found = read_annotations("sharp [%csl Rd4] [%cal Ge2e4,Ba1] [%clk 0:01:02.5]", lambda s: len(s) == 2)
    >>> found.words, found.shapes, found.clock
    ('sharp [%cal Ge2e4,Ba1]', (Shape(colour='red', start='d4', end=None),), 62.5)
    """
    shapes: list[Shape] = []
    numbers: dict[str, float | Evaluation] = {}

    def taken(found: re.Match[str]) -> str:
        name, value = found[1], found[2].strip()
        if name in ("csl", "cal"):
            drawn = [_shape(text.strip(), name == "cal", is_square) for text in value.split(",")]
            if any(shape is None for shape in drawn):
                return found[0]
            shapes.extend(shape for shape in drawn if shape is not None)
            return ""
        number = _seconds(value) if name == "clk" else _evaluation(value)
        if number is None:
            return found[0]
        numbers[name] = number
        return ""

    words = " ".join(COMMAND.sub(taken, comment).split())
    clock, evaluation = numbers.get("clk"), numbers.get("eval")
    return Annotations(
        words,
        tuple(shapes),
        clock if isinstance(clock, float) else None,
        evaluation if isinstance(evaluation, Evaluation) else None,
    )


def write_annotations(found: Annotations) -> str:
    """A comment with its commands, which `read_annotations` takes apart again.

    >>> write_annotations(Annotations("sharp", (Shape("green", "e2", "e4"),), 62.5, Evaluation(-35, None, 9)))
    'sharp [%cal Ge2e4] [%clk 0:01:02.5] [%eval -0.35,9]'
    """
    parts = [found.words] if found.words else []
    for name, drawn in (
        ("csl", [shape for shape in found.shapes if shape.end is None]),
        ("cal", [shape for shape in found.shapes if shape.end is not None]),
    ):
        if drawn:
            parts.append(f"[%{name} {','.join(map(_shape_text, drawn))}]")
    if found.clock is not None:
        parts.append(f"[%clk {_clock_text(found.clock)}]")
    if (told := found.evaluation) is not None:
        score = f"{told.score / 100:.2f}" if told.mate is None else f"#{told.mate}"
        parts.append(f"[%eval {score}{f',{told.depth}' if told.depth else ''}]")
    return " ".join(parts)


def joined(several: Iterable[Annotations]) -> Annotations:
    """The annotations of several comments as one.

    >>> joined([Annotations("good"), Annotations("", clock=3.0), Annotations("really")])
    Annotations(words='good really', shapes=(), clock=3.0, evaluation=None)
    """
    words: list[str] = []
    shapes: list[Shape] = []
    clock: float | None = None
    evaluation: Evaluation | None = None
    for each in several:
        words += [each.words] if each.words else []
        shapes += [shape for shape in each.shapes if shape not in shapes]
        clock = each.clock if clock is None else clock
        evaluation = evaluation or each.evaluation
    return Annotations(" ".join(words), tuple(shapes), clock, evaluation)


def _shape(text: str, arrow: bool, is_square: Callable[[str], bool]) -> Shape | None:
    colour, squares = COLOURS.get(text[:1]), text[1:]
    if colour is None:
        return None
    if not arrow:
        return Shape(colour, squares) if is_square(squares) else None
    cuts = range(1, len(squares))
    found = [at for at in cuts if is_square(squares[:at]) and is_square(squares[at:])]
    return Shape(colour, squares[: found[0]], squares[found[0] :]) if len(found) == 1 else None


def _shape_text(shape: Shape) -> str:
    return f"{LETTERS[shape.colour]}{shape.start}{shape.end or ''}"


def _seconds(text: str) -> float | None:
    if (found := CLOCK.match(text)) is None:
        return None
    return 3600.0 * int(found[1] or 0) + 60 * int(found[2]) + float(found[3])


def _clock_text(seconds: float) -> str:
    minutes, rest = divmod(round(seconds * 1000), 60_000)
    text = f"{rest / 1000:06.3f}".rstrip("0").rstrip(".")
    return f"{minutes // 60}:{minutes % 60:02}:{text}"


def _evaluation(text: str) -> Evaluation | None:
    if (found := SCORE.match(text)) is None:
        return None
    mated, number, depth = found[1] == "#", float(found[2]), int(found[3] or 0)
    if not mated:
        return Evaluation(round(100 * number), None, depth)
    return Evaluation(0, int(number), depth) if number == int(number) else None


def square_test(labels: Iterable[str]) -> Callable[[str], bool]:
    """A test for names of squares.

    >>> list(map(square_test(["a1", "a10"]), ["a1", "a2"]))
    [True, False]
    """
    return partial(_is_in, frozenset(labels))


def _is_in(known: frozenset[str], text: str) -> bool:
    return text in known
