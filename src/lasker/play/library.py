"""The library of games: one file a game, found by name or alias; reads, caches and extends rules."""

from __future__ import annotations

import difflib
import os
import re
import sys
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from lasker import frontends
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem, ParseError, Problems
from lasker.kernel.files import read_text
from lasker.kernel.package_data import game_files
from lasker.kernel.source import Source, Span
from lasker.model.game import Game as Model
from lasker.runtime.result_cache import hash_of, load_cached, store_cached
from lasker.runtime.sources import reader
from lasker.syntax.read import game_of, read_game
from lasker.syntax.stored_game import from_bytes, to_bytes

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

MOST_BASES = 20
SHORT = 16  # characters of a hash in a cache file's name


@cache
def _files() -> dict[str, tuple[str, Traversable]]:
    """The files of the library by name without suffix, each with its family."""
    found = sorted(game_files(frontends.suffixes()), key=lambda pair: pair[1].name)
    return {file.name.partition(".")[0]: (family, file) for family, file in found}


@cache
def _source(name: str) -> Source:
    _, file = _files()[name]
    return Source(file.read_text("utf-8"), file.name)


@cache
def sources() -> dict[str, Source]:
    """The texts of the library by file name without suffix."""
    return {name: _source(name) for name in _files()}


@cache
def _aliases() -> dict[str, str]:
    return {alias: name for name, source in sources().items() for alias in _fact(source, "also")}


def _fact(source: Source, wanted: str) -> list[str]:
    return [text for keyword, text in frontends.of(source).facts(source.text) if keyword == wanted]


def names() -> set[str]:
    """Every name and alias of the library."""
    return {*sources(), *_aliases()}


def canonical(name_or_path: str) -> str:
    """The file name of a game for any of its aliases; a path is returned unchanged."""
    return name_or_path if name_or_path in _files() else _aliases().get(name_or_path, name_or_path)


def title(name_or_path: str) -> str:
    """The title of a game, without parsing its rules."""
    return " ".join(facts(name_or_path, "game")) or name_or_path


def facts(name_or_path: str, keyword: str) -> list[str]:
    """The texts of one kind of header line (`game`, `also`, `about`, …), without parsing the rules."""
    return _fact(find(name_or_path), keyword)


def family(name_or_path: str) -> str:
    """The family that a game of the library belongs to; empty for a file of one's own.

    >>> family("crazyhouse"), family("othello")
    ('chess', 'reversi')
    """
    found = _files().get(canonical(name_or_path))
    return "" if found is None else found[0]


def path(name_or_path: str) -> Path | None:
    """The file of a game of the library, if it is a file of its own and not part of an archive.

    >>> path("crazyhouse").name
    'crazyhouse.rules'
    """
    found = _files().get(canonical(name_or_path))
    return found[1] if found is not None and isinstance(found[1], Path) else None


@cache
def template(compass: str = "square") -> str:
    """The template of new games on boards with a compass: the game of the library that declares itself one.

    >>> [template(compass) for compass in ("square", "hex", "cube")]
    ['open_chess', 'open_hexagons', 'raumschach']
    """
    templates = [name for name in sources() if facts(name, "template")]
    found = (name for name in templates if model(name).space.compass.name == compass)
    if (name := next(found, None)) is None:
        raise NameProblem(
            f"no game of the library is made for any board of this kind ({compass})",
            remedy=f"begin with one of {', '.join(templates)}",
        )
    return name


def has(name_or_path: str) -> bool:
    """Is this the name of a game, or of a rules file?"""
    path = Path(frontends.parted(name_or_path)[0])
    return name_or_path in names() or (path.suffix in frontends.suffixes() and os.path.isfile(path))


def find(name_or_path: str) -> Source:
    """The source text of a game: by name or alias in the library, or of a file."""
    name = canonical(name_or_path)
    if name in _files():
        return _source(name)
    file, game = frontends.parted(name_or_path)
    path = Path(file)
    if game:
        return _read(path, game)
    close = difflib.get_close_matches(name_or_path, [*sources(), *_aliases()], n=3)
    named = os.path.isfile(path) or (os.path.exists(name_or_path) and not close)
    if path.suffix in frontends.suffixes() or named:
        return _read(path)
    advice = f"did you mean {' or '.join(close)}? " if close else ""
    raise NameProblem(
        f"no game is called {name_or_path or 'by an empty name'}", remedy=advice + "`lasker games` lists them"
    )


def several(source: Source) -> list[str]:
    """The names under which the games of a file of several can be found; none of a file of one game.

    >>> several(Source("[small:chess]\\n[large:chess]\\n", "my.ini"))
    ['my.ini:small', 'my.ini:large']
    """
    file, game = frontends.parted(source.name)
    listed = getattr(frontends.of(source), "variants", None)
    names = [] if game or listed is None else listed(source)
    return [f"{file}:{name}" for name in names] if len(names) > 1 else []


def _read(path: Path, game: str = "") -> Source:
    """The text of a file that may be a game, or have one of that name; otherwise an error names the format it
    seems to be in."""
    from lasker.frontends import (
        _foreign_formats as foreign,  # imported late: games of the library do not need it
    )

    text = read_text(path, seems=foreign.binary)
    source = _checked(Source(text, f"{path}:{game}" if game else str(path)))
    known = foreign.LANGUAGE.search(text) or foreign.language(text)
    if path.suffix not in frontends.suffixes() and not known:
        raise ParseError(
            f"{path} seems to be no game: no line says `lasker 1`",
            span=Span(source, 0, 0),
            remedy=f"Lasker reads games from files that end in {' or '.join(frontends.suffixes())}",
        )
    return source


def text_source(text: str) -> Source:
    """A text as a source in the language that it is written in: rules have a line `lasker 1`, anything else
    is a specification in YAML."""
    from lasker.frontends._foreign_formats import LANGUAGE  # imported late, as above

    return _checked(Source(text, "<text>.rules" if LANGUAGE.search(text) else "<text>.yaml"))


def _checked(source: Source) -> Source:
    """The source itself; an error if it seems to be in the format of another program."""
    from lasker.frontends import _foreign_formats as foreign

    suffix = Path(frontends.parted(source.name)[0]).suffix
    kind = foreign.seems(source.text, suffix)
    if kind is not None and (suffix in frontends.suffixes() or not kind.suffix):
        raise ParseError(
            f"{source.name} seems to be {kind.name}, not a game for Lasker",
            span=Span(source, 0, 0),
            remedy=kind.remedy,
        )
    return source


def bases(source: Source) -> tuple[Source, ...]:
    """The texts that a text extends, the root first."""
    chain: list[Source] = []
    while parents := _fact(chain[0] if chain else source, "extends"):
        child = chain[0] if chain else source
        place = _place_of_parent(child, parents[0])
        try:
            parent = find(_beside(child, parents[0]))
        except LaskerError as error:  # report errors of the text itself as well
            problems = Problems()
            problems.add(error.at(place))
            if not frontends.of(child).JOINS:
                from lasker.syntax.parse import (
                    parse_all,  # imported late: cached games need no grammar
                )

                parse_all(child, problems)
            raise problems.joined() from None
        if parent in chain or parent == source or len(chain) > MOST_BASES:
            raise DeclarationError(f"{source.name} extends itself", span=place)
        chain.insert(0, parent)
    return tuple(chain)


def _beside(child: Source, parent: str) -> str:
    """A file that a text extends is sought beside it; games of the library are known everywhere."""
    file, game = frontends.parted(parent)
    if canonical(parent) in _files() or not (game or Path(file).suffix):
        return parent
    return str(Path(frontends.parted(child.name)[0]).parent / file) + (f":{game}" if game else "")


def _place_of_parent(source: Source, parent: str) -> Span | None:
    found = re.search(rf"^extends\b[^\n]*?({re.escape(parent)})", source.text, re.MULTILINE)
    return Span(source, *found.span(1)) if found else None


def model(name_or_path: str) -> Model:
    """The game model of a name or file; a changed file is read again."""
    return model_of(find(name_or_path))


def model_of(source: Source) -> Model:
    """The game model of a text."""
    return _model(source, bases(source))


@lru_cache(maxsize=256)
def _model(source: Source, under: tuple[Source, ...]) -> Model:
    texts = (source, *under)
    name = f"game-{hash_of(each.name for each in texts)[:SHORT]}"
    key = hash_of([reader(), sys.version, *(part for each in texts for part in (each.name, each.text))])
    content = load_cached(name, key)
    game = modelled(source) if content is None else from_bytes(content)
    if content is None:
        with suppress(LaskerError, RecursionError):  # an error in the rules is reported on use
            store_cached(name, key, to_bytes(game))
    first = game_of(
        game.rules.source, game.rules.bases, game.rules.limits
    )  # if two threads read it, for both
    _draw(first, (*under, source))
    return first


def _draw(game: Model, texts: tuple[Source, ...]) -> None:
    """Give the pieces the pictures that the texts name."""
    if any("picture" in text.text for text in texts):
        from lasker.play.piece_pictures import own_pictures  # imported late: few games have them

        game.vocabulary.pictures.update(own_pictures(game, texts))


def modelled(source: Source) -> Model:
    """The game model of a text in any front-end's language."""
    try:
        game = read_game(*as_rules(source), lines=trees(source))
        frontends.of(source).examine(game, source, joined(source))
        _draw(game, (*bases(source), source))
        return game
    except LaskerError as error:
        raise translated(error, source) from None


def trees(source: Source) -> dict[Source, Any]:
    """The lines of a text and its bases as trees, for those that a front-end gives as such."""
    texts = (source,) if frontends.of(source).JOINS else (source, *bases(source))
    fronts = [(frontends.of(each), each, joined(each)) for each in texts]
    return {
        front.rules(each, under): lines
        for front, each, under in fronts
        if (lines := front.lines(each, under)) is not None
    }


def remarks(source: Source) -> list[dict[str, str]]:
    """The properties that the front-end of a text proves, each with its method."""
    return list(frontends.of(source).remarks(source, joined(source)))


def translated(error: LaskerError, source: Source) -> LaskerError:
    """An error in generated rules, with its position in the original text."""
    front, problems = frontends.of(source), Problems()
    for each in error.problems:
        problems.add(front.translated(each, source, joined(source)))
    return problems.joined()


def joined(source: Source) -> tuple[Source, ...]:
    """The base texts that a front-end merges with a text; those in another language are converted."""
    front = frontends.of(source)
    if not front.JOINS:
        return ()
    found: list[Source] = []
    for base in bases(source):
        if frontends.of(base) is not front:
            text, lost = _converted(front, base, bases(base))
            if lost:
                raise DeclarationError(
                    f"{base.name} cannot be extended here: {lost[0]}",
                    remedy="extend it in its own language, or a game that `lasker convert` loses nothing of",
                )
            base = Source(text, f"{base.name} (converted)")
            found.clear()  # the conversion includes its bases
        found.append(base)
    return tuple(found)


@lru_cache(maxsize=16)
def _converted(front: Any, base: Source, under: tuple[Source, ...]) -> tuple[str, list[str]]:
    """A text converted to another language, and what is lost; memoised, since it takes seconds."""
    return cast(tuple[str, list[str]], front.converted(modelled(base), base))


def as_rules(source: Source) -> tuple[Source, tuple[Source, ...]]:
    """A text and its bases as rules of the algebra."""
    front = frontends.of(source)
    text = cast(Source, front.rules(source, joined(source)))
    parents = bases(source)
    if front.JOINS or not parents:
        return text, ()
    under, farther = as_rules(parents[-1])
    return text, (*farther, under)
