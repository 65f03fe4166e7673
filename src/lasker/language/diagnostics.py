"""Everything that is wrong with a text, or probably wrong, each with its place, its message and its remedy.

All errors of a text are told, not only the first: what does not parse, statement by statement, and what has
no meaning, definition by definition. Only a text without errors gets warnings. The work is bounded: by the
limits of reading, and in time.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import NamedTuple

from lasker import frontends
from lasker.algebra.moves import Move
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source, Span
from lasker.language import miscounts
from lasker.language.positions import Lines, Range
from lasker.language.texts import in_rules, source_of
from lasker.lint.warnings import unplayed
from lasker.model.game import Game as Model
from lasker.notation.fen import fen
from lasker.play import library
from lasker.syntax.game_reader import Reading
from lasker.syntax.read import game_of, row_of_start

SECONDS = 5.0  # after which a text is no longer examined
BUSY = 6  # times as long, where other programs keep the processor busy
LIMITS = Limits(characters=300_000)  # of a text that is read anew with every change
COUNTING = miscounts.SECONDS  # of these, for the counts of a text
MOST = 200  # problems that are told


@dataclass(frozen=True)
class Fix:
    """A change that may mend a problem: what it does, in words, where, and what is written there."""

    title: str
    range: Range
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """Something wrong with a text, or worth knowing: an error, a warning or an information."""

    range: Range
    severity: str
    message: str
    remedy: str = ""
    kind: str = ""  # of an error its class, of a warning the word that silences it
    fixes: tuple[Fix, ...] = ()


def diagnostics(
    text: str,
    format: str = frontends.NATIVE,
    name: str = "",
    seconds: float = SECONDS,
    counting: float = COUNTING,
) -> list[Diagnostic]:
    """What is wrong with a text, in its order; its counts are tested for so many seconds.

    >>> text = 'lasker 1\\nplayers one two\\nboard 3x1\\npiece coin ● ○\\n'
    >>> text += 'move = %.: putt(●)\\nend "full" lots: ![move]'
    >>> for each in diagnostics(text):
    ...     print(each.range.start.line, each.range.start.column, each.message, "-", each.remedy)
    4 11 putt is not a declared name, and no 'p' in it - did you mean put?
    5 11 a game does not end lots - did you mean lost?
    """
    source = source_of(text, format, name)
    lines, found = Lines(source.text), list[Found]()
    try:
        with cancel.within(seconds, BUSY), _without_collection():
            found += _found(source, counting)
    except cancel.OutOfTime:
        message = f"the text was not examined to its end within {seconds:g} seconds"
        found.append(
            Found(Span(source, 0, 0), "information", message, "`lasker check` takes more time", "time")
        )
    placed = [
        Diagnostic(
            lines.range(*_shown(each.span, text)),
            each.severity,
            each.message,
            each.remedy,
            each.kind,
            tuple(Fix(title, lines.range(*place), new) for title, place, new in _fixes(each, source)),
        )
        for each in found
    ]
    return sorted(dict.fromkeys(placed), key=lambda each: each.range)[:MOST]


class Found(NamedTuple):
    """A problem, before its place is converted; `word` is the one that it is about, if it is about one."""

    span: Span
    severity: str
    message: str
    remedy: str
    kind: str
    word: str = ""


def _fixes(found: Found, source: Source) -> Iterator[tuple[str, tuple[int, int], str]]:
    """The changes that a remedy speaks of: a word for another, a first line, a comment that silences."""
    text, (start, end) = source.text, _shown(found.span, source.text)
    if similar := re.match(r"did you mean (.+?)\?", found.remedy):
        word = found.word or text[start:end]
        place = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text[start:end]) if word.strip() else None
        for new in similar.group(1).split(" or "):
            if place is not None:
                yield f"change {word} to {new}", (start + place.start(), start + place.end()), new
    if first := re.match(r"let it begin with: (.+)", found.remedy):
        yield f"begin with {first.group(1)}", (0, 0), f"{first.group(1)}\n"
    if found.severity == "warning":
        line = text.find("\n", start)
        stop = len(text) if line < 0 else line
        yield "silence this warning", (stop, stop), f"  {_comment(source)} quiet: {found.kind}"


def _found(source: Source, counting: float) -> Iterator[Found]:
    if in_rules(source):
        yield from _of_rules(source, counting)
        return
    several = library.several(source) if _listable(source) else []
    for name in several or [source.name]:
        yield from _of_other(source, Source(source.text, name), counting)


@contextmanager
def _without_collection() -> Iterator[None]:
    """What grows while rules are read is no garbage, and looking for some takes a fifth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class FirstView(Reading):
    """A game as the first player sees it: what the others see has the same mistakes."""

    def seen(self, move: Move, player: int) -> Move:
        """The term itself."""
        return move


def _of_rules(source: Source, counting: float) -> Iterator[Found]:
    try:
        model = first_view(source, library.bases(source))
        model.check()
        _look_at_start(model)
    except LaskerError as error:
        yield from _errors(error, source)
        return
    yield from _warnings(model, source)
    if model.counts and counting > 0:
        yield from _miscounts(partial(library.model_of, source), source, counting)


@lru_cache(maxsize=8)
def first_view(source: Source, bases: tuple[Source, ...]) -> Model:
    """The game of a text as the first player sees it; raises an error with all that is wrong with it."""
    LIMITS.check("characters", len(source.text))
    again = (game_of, (source, bases, LIMITS))
    text, under = library.as_rules(source)
    return Model(FirstView(text, under, LIMITS, library.trees(source)), again)


def _look_at_start(model: Model) -> None:
    """Read the start position, and refuse one that the rules call invalid."""
    if not model.start:
        return
    try:
        node = fen.read(model, model.start)
    except LaskerError as error:
        if error.span is not None and error.span.source.text == model.start:
            error.span = row_of_start(model, error.span.start)
        raise error.at(model.rules.declared.places.get(("fact", "start"))) from None
    if node.state.player == 0 and (faults := node.faults):
        place = model.rules.declared.places.get(("fact", "start"))
        raise LaskerError(f"the start is no position of the game: {'; '.join(faults)}", span=place)


def _listable(source: Source) -> bool:
    try:
        library.several(source)
    except LaskerError:
        return False
    return True


def _of_other(source: Source, game: Source, counting: float) -> Iterator[Found]:
    """The problems of a game in another language than the algebra."""
    try:
        LIMITS.check("characters", len(source.text))
        model = library.modelled(game)
    except LaskerError as error:
        yield from _errors(error, source)
        return
    front = frontends.of(source)
    for option, place, reason in front.losses(game) if hasattr(front, "losses") else ():
        yield Found(place, "information", f"{option} is lost: {reason}", "", "lost")
    yield from _warnings(model, game)
    if model.counts and counting > 0:
        yield from _miscounts(lambda: model, game, counting)


def _miscounts(read: Callable[[], Model], source: Source, counting: float) -> Iterator[Found]:
    for span, message in miscounts.miscounts(read, counting):
        error = library.translated(LaskerError(message, span=span), source)
        remedy = "correct the number, or the rules"
        yield Found(error.span or Span(source, 0, 0), "error", error.message, remedy, "perft")


def _warnings(model: Model, source: Source) -> Iterator[Found]:
    for each in unplayed(model, source):
        advice = f"or silence it: {_comment(source)} quiet: {each.kind}"
        yield Found(each.span, "warning", each.message, advice, each.kind)


def _comment(source: Source) -> str:
    sign: str = frontends.of(source).COMMENT
    return sign


def _errors(error: LaskerError, source: Source) -> Iterator[Found]:
    """The problems of an error; those in another text are told where this one extends it."""
    for each in error.problems:
        span, message = each.span, each.message
        if span is not None and span.source.text != source.text:
            message = f"{span.where}: {message}"
            span = None
        word = getattr(each, "word", "")
        yield Found(span or _parent(source), "error", message, each.remedy or "", type(each).__name__, word)


def _parent(source: Source) -> Span:
    """Where a text says what it extends; else its beginning."""
    at = max(source.text.find("\nextends") + 1, 0)
    end = source.text.find("\n", at)
    return Span(source, at, len(source.text) if end < 0 else end)


def _shown(span: Span, text: str) -> tuple[int, int]:
    """A stretch that can be seen: at least a character, and of several lines the first alone is enough."""
    start = min(span.start, len(text))
    end = min(max(span.end, start), len(text))
    if start == end:
        line = text.find("\n", start)
        end = len(text) if line < 0 else line
        if start == end and start:
            start -= 1
    return start, end
