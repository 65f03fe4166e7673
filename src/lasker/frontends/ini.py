"""Games in a variants file of Fairy-Stockfish: `FILE.ini`, or `FILE.ini:NAME` where it has several."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from lasker.frontends import parted
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.kernel.source import Source, Span

if TYPE_CHECKING:
    from lasker.frontends._ini.document import Section
    from lasker.frontends._ini.translate import Translated
    from lasker.model.game import Game
    from lasker.syntax.tree import Line

JOINS = False  # what a variant is based on stands in the same file, or comes with this front-end
COMMENT = "#"  # and the rest of its line are no part of a text


def variants(source: Source) -> list[str]:
    """The names of the variants in a file.

    >>> variants(Source("[small:chess]\\n[large:chess]\\n", "my.ini"))
    ['small', 'large']
    """
    return list(_sections(Source(source.text, parted(source.name)[0])))


def facts(text: str) -> Iterator[tuple[str, str]]:
    """Nothing: a variants file has no titles."""
    return iter(())


def rules(source: Source, under: tuple[Source, ...] = ()) -> Source:
    """The same game as a rules text.

    >>> print(*rules(Source("[small:gardner]\\n", "my.ini")).text.splitlines()[:4], sep="\\n")
    lasker 1
    game    "small"
    source  "A variants file of Fairy-Stockfish: small, based on gardner."
    start   "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"
    """
    return Source(_translated(source).text, f"{source.name} (as rules)")


def lines(source: Source, under: tuple[Source, ...] = ()) -> tuple[Line, ...] | None:
    """None: the text is parsed."""
    return None


def translated(error: LaskerError, source: Source, under: tuple[Source, ...] = ()) -> LaskerError:
    """An error in the rules text, pointing at the variant that it comes from."""
    if error.span is None or error.span.source.name.endswith("(as rules)"):
        error.span = _translated(source).place
    return error


def examine(game: Game, source: Source, under: tuple[Source, ...] = ()) -> None:
    """Look at what would else be found out when the game is played: ends, and the first position."""
    from lasker.notation.fen.fen import read

    _ = game.states, game.settle, game.endings, game.adjudications, game.faults, game.reasons
    try:
        read(game, game.start)
    except LaskerError as error:
        error.span = _translated(source).start
        raise


def remarks(source: Source, under: tuple[Source, ...] = ()) -> list[dict[str, str]]:
    """The options that are lost, each with its line and the reason."""
    return [
        {"answer": "note", "what": f"{place.where}: {option} is lost", "how": reason}
        for option, place, reason in _translated(source).lost
    ]


def losses(source: Source) -> tuple[tuple[str, Span, str], ...]:
    """The options that are lost, each with its place and the reason."""
    return _translated(source).lost


def lost(source: Source) -> list[str]:
    """What the rules text does not say, as lines for people."""
    return [f"{place.where}: {option}: {reason}" for option, place, reason in _translated(source).lost]


def vocabulary() -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """Every option that may be written: the kind of its value, its value where nobody gives one, and the
    values that it may have, if they can be listed.

    >>> vocabulary()["stalemateValue"]
    ('Value', 'draw', ('win', 'loss', 'draw', 'none'))
    """
    from lasker.frontends._ini.option_table import CHOICES, OPTIONS

    found: dict[str, tuple[str, str, tuple[str, ...]]] = {}
    for option in OPTIONS.values():
        usual = str(option.default).lower() if isinstance(option.default, bool | int | str) else ""
        values = ("true", "false") if option.kind == "bool" else CHOICES.get(option.kind, ())
        found |= dict.fromkeys(option.spellings, (option.kind, usual, values))
    return found


def based_on() -> list[str]:
    """The variants that every variants file may be based on.

    >>> len(based_on()) > 50
    True
    """
    from lasker.frontends._ini.variant import builtin

    return list(builtin())


def converted(game: Game, source: Source) -> tuple[str, list[str]]:
    """A game as a variants file, and for each thing that is lost, why; such a file stays as it is."""
    if parted(source.name)[0].endswith(".ini"):
        return source.text, []
    from lasker.frontends._ini.write import variants_file

    return variants_file(game, Path(source.name).stem)


def whole(source: Source) -> Span:
    """The beginning of a file, for what concerns all of it."""
    return Span(Source(source.text, parted(source.name)[0]), 0, 0)


@lru_cache(maxsize=16)
def _sections(source: Source) -> dict[str, Section]:
    from lasker.frontends._ini.document import read

    return read(source)


@lru_cache(maxsize=64)
def _translated(source: Source) -> Translated:
    from lasker.frontends._ini.translate import translated as made
    from lasker.frontends._ini.variant import resolve

    file, name = parted(source.name)
    sections = _sections(Source(source.text, file))
    if not name and len(sections) != 1:
        names = ", ".join(sections)
        raise NameProblem(
            f"{file} has {len(sections)} variants" if sections else f"{file} has no variant",
            span=whole(source),
            remedy=f"name one, as in {file}:{next(iter(sections))}; they are {names}"
            if sections
            else "write [name]",
        )
    if name and name not in sections:
        raise NameProblem(
            f"{file} has no variant {name}", span=whole(source), remedy=f"it has {', '.join(sections)}"
        )
    return made(resolve(name or next(iter(sections)), sections), sections)
