"""Methods about games: the library, texts of rules, movement diagrams."""

from __future__ import annotations

from typing import Any

from lasker.drawing.rule_page import figure_html, rule_page_html
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.kernel.files import no_files
from lasker.movement.diagram import diagrams
from lasker.play import library
from lasker.web.game_names import game_of, source_of
from lasker.web.jobs import place_facts
from lasker.web.methods import Params, method
from lasker.web.params import GameParams
from lasker.web.thumbnails import thumbnail


@method("games")
def games(params: Params) -> list[dict[str, Any]]:
    """The library: name, title, family, sentences about it and tags of every game.

    >>> [each["title"] for each in games({}) if each["name"] == "tictactoe"]
    ['Tic-tac-toe']
    """
    return [
        {
            "name": name,
            "title": library.title(name),
            "family": library.family(name),
            "also": library.facts(name, "also"),
            "about": " ".join(library.facts(name, "about")),
            "tags": library.facts(name, "tags"),
        }
        for name in library.sources()
    ]


@method("thumbnail")
def picture(params: Params) -> dict[str, str]:
    """The first position of a game of the library as a small image.

    >>> picture({"game": "tictactoe"})["svg"][:4]
    '<svg'
    """
    name = GameParams.of(params).game
    if name not in library.names():
        raise NameProblem(f"no game is called {name}", remedy="choose one from the list")
    return {"svg": thumbnail(name).decode()}


@method("open")
def open_text(params: Params) -> dict[str, Any]:
    """Read a game's text: its title, and `diagnostics`, what is wrong with it."""
    name = GameParams.of(params).game
    source = source_of(name)
    with no_files("the text of a game that was sent"):
        several = library.several(source)
    variants = [f"{name}:{each.partition(':')[2]}" for each in several]
    found: list[dict[str, Any]] = []
    title = None
    try:
        game = game_of(variants[0] if variants else name)
        title = game.title
        game.start()
    except LaskerError as error:
        found = [diagnostic(each) for each in error.problems]
    return {
        "game": variants[0] if variants else name,
        "variants": variants,
        "title": title,
        "format": source.name.partition(":")[0].rpartition(".")[2],
        "diagnostics": found,
    }


def diagnostic(error: LaskerError) -> dict[str, Any]:
    """A problem of a text, with its place."""
    place = error.span and place_facts(error.span)
    return {"severity": "error", "message": error.message, "remedy": error.remedy, "place": place}


@method("rules")
def rules(params: Params) -> dict[str, Any]:
    """The text of a game, and its format.

    >>> rules({"game": "tictactoe"})["format"]
    'rules'
    """
    source = source_of(GameParams.of(params).game)
    return {"text": source.text, "format": source.name.partition(":")[0].rpartition(".")[2]}


@method("diagrams", kind="slow")
def moves(params: Params) -> dict[str, str]:
    """Diagrams of how the pieces move, as HTML.

    >>> moves({"game": "tictactoe"})["html"][:8]
    '<figure>'
    """
    game = game_of(GameParams.of(params).game)
    return {"html": "".join(map(figure_html, diagrams(game.model)))}


@method("rule_page", kind="slow")
def rule_page(params: Params) -> dict[str, str]:
    """A page with the rules of a game, as HTML."""
    game = game_of(GameParams.of(params).game)
    return {"html": rule_page_html(game.model, game.start().svg(), diagrams(game.model))}
