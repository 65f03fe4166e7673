"""Rules that a form can show, recognised by their shape: promotion, royalty, hands, goals and draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from lasker.design.opened_text import Opened
from lasker.kernel.dataclass import dataclass
from lasker.play import library
from lasker.syntax import tree as t
from lasker.syntax.clauses import EndRule
from lasker.syntax.definitions import Definition
from lasker.syntax.unparse import unparse

CHECK, SAFE = "check", "safe"  # a player is in check; after a move the player's royal piece is not attacked
MOVE = "move"  # how players move, unless each has a definition of the player's name
TEXT: dict[str, Any] = {"kind": "text"}


def nodes(tree: Any) -> Iterator[Any]:
    """Every node of a tree, the outer ones first."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from nodes(part)
    elif is_dataclass(tree):
        yield tree
        for each in fields(tree):
            yield from nodes(getattr(tree, each.name))


@dataclass(frozen=True)
class Promotion:
    """`… -> ♕ | ♖` for a piece in a region, or at the end of the board: the definition, and its parts."""

    definition: Definition
    zone: str  # no name at the end of the board
    choices: tuple[str, ...]
    arrow: t.Arrow


def promotion(game: Opened) -> Promotion | None:
    """The one definition by which a piece of interest becomes another in a region.

    >>> from lasker.design.opened_text import opened
    >>> found = promotion(opened(library.find("chess").text))
    >>> found.zone, found.choices
    ('far rank', ('queen', 'rook', 'bishop', 'knight'))
    >>> promotion(opened(library.find("raumschach").text)).choices
    ('queen', 'rook', 'bishop', 'unicorn', 'knight')
    """
    found = []
    for definition in game.definitions.values():
        for node in nodes(definition.body):
            match node:
                case t.Arrow((place, choices)) if (zone := _zone(place)) is not None:
                    named = game.named(choices)
                    if named:
                        found.append(Promotion(definition, zone, tuple(name for name, _ in named), node))
    return found[0] if len(found) == 1 and _simple(found[0]) else None


def _zone(place: t.Node) -> str | None:
    """The region in which the piece of interest is promoted; no name where there are no squares before it."""
    match place:
        case t.Inside(t.Cursor("%", True), zone, None, True):
            return zone
        case t.Joined("+", (t.Cursor("%", True), *around)):
            return "" if all(_is_void(each) for each in around) else None
    return None


def _is_void(node: t.Node) -> bool:
    match node:
        case t.Row((*_, t.Symbol("#"))):
            return True
    return False


def _simple(found: Promotion) -> bool:
    """Is the arrow all that the definition says, tried or not?"""
    match found.definition.body:
        case t.Row((t.Word("try"), t.Group((t.Arrow() as arrow,)))):
            return arrow == found.arrow
        case t.Arrow() as arrow:
            return arrow == found.arrow
    return False


@dataclass(frozen=True)
class Royal:
    """How a royal piece is kept from check: its name, and the calls that name it, with their definitions."""

    piece: str
    calls: tuple[tuple[Definition, t.Node], ...]  # the argument that names the piece, seen by the enemy


def attacked(game: Opened) -> Royal | None:
    """The piece that check is about: what `check` and `safe` say that an enemy's move could land on.

    >>> from lasker.design.opened_text import opened
    >>> [attacked(opened(library.find(name).text)).piece for name in ("chess", "shogi")]
    ['king', 'king']
    """
    if CHECK not in game.definitions:
        return None
    reached, waiting = dict[str, Definition](), [CHECK, SAFE]
    while waiting:
        name = waiting.pop(0)
        definition = game.definitions.get(name)
        if definition is None or name in reached:
            continue
        reached[name] = definition
        waiting += sorted(t.words(definition.body))
    found: dict[str, list[tuple[Definition, t.Node]]] = {}
    for definition in reached.values():
        for node in nodes(definition.body):
            match node:
                case t.Row(items):
                    for word, group in pairwise(items):
                        if isinstance(word, t.Word) and isinstance(group, t.Group) and len(group.items) == 1:
                            named = _one(game, group.items[0], 1)
                            if named is not None:
                                found.setdefault(named, []).append((definition, group.items[0]))
    if len(found) != 1:
        return None
    [(piece, calls)] = found.items()
    return Royal(piece, tuple(calls))


def royalty(game: Opened) -> tuple[str, str | None]:
    """How a piece must be kept, and which: `check`, `capture`, `none`, or `text` where that is not seen.

    >>> from lasker.design.opened_text import opened
    >>> [royalty(opened(library.find(name).text)) for name in ("chess", "king_capture", "othello")]
    [('check', 'king'), ('capture', 'king'), ('none', None)]
    """
    definition = game.definitions.get(CHECK)
    if definition is not None and not isinstance(definition.body, t.Constant):
        found = attacked(game)
        return ("check", found.piece) if found else ("text", None)
    for rule in game.declared.ends.values():
        goal = goal_of(game, rule)
        if goal["kind"] == "extinct" and rule.result == "lost":
            return "capture", goal["piece"]
    return "none", None


def held(game: Opened) -> dict[str, str]:
    """The pieces that are held in hand, with their counters.

    >>> from lasker.design.opened_text import opened
    >>> held(opened(library.find("crazyhouse").text))["queen"]
    'queens'
    """
    for field in " ".join(game.declared.facts.get("fen", ())).split():
        kind, _, pieces = field.partition(":")
        if kind == "hand":
            return dict(each.split("=") for each in pieces.split(",") if "=" in each)
    return {}


@cache
def _with_drops() -> dict[str, list[str]]:
    """The games of the library in which what is taken is dropped, by the game that each extends."""
    found: dict[str, list[str]] = {}
    for name, source in library.sources().items():
        text = source.text
        if " hand:" in text and "seize(" in text and "drop(" in text:
            for parent in library.facts(name, "extends"):
                found.setdefault(library.canonical(parent), []).append(name)
    return found


def drop_games(game: Opened) -> tuple[str, ...]:
    """The games with drops that the text could extend in place of its parent: siblings and the parent."""
    parent = game.parent
    if parent is None:
        return ()
    families = _with_drops()
    base = next((each for each, names in families.items() if parent in names), parent)
    return tuple(families.get(base, ()))


def goal_of(game: Opened, rule: EndRule) -> dict[str, Any]:
    """What an end asks, as one of the questions of the form.

    >>> from lasker.design.opened_text import opened
    >>> chess = opened(library.find("chess").text)
    >>> goal_of(chess, chess.declared.ends["stalemate"])
    {'kind': 'no move'}
    """
    if rule.scope is not None or (rule.repeated and (rule.test is not None or rule.giving)):
        return TEXT
    if rule.repeated:
        return {"kind": "repetition", "times": rule.repeated}
    match rule.test:
        case t.Constant("nil") if rule.manner == "agreed":
            return {"kind": "agreement"}
        case t.Asked(t.Word(name), None, None, False) if name in (*game.model.players, MOVE):
            return {"kind": "no move"}
        case t.Row((t.Word(check), t.Asked(t.Word(name), None, None, False))) if check == CHECK:
            if name in (*game.model.players, MOVE):
                return {"kind": "checkmate"}
        case t.Asked(t.Joined("\\", (t.Word("friend"), piece)), None, None, False):
            if (named := _one(game, piece, 0)) is not None:
                return {"kind": "bare", "piece": named}
        case t.Asked(t.Word(counter), ">=", t.Digits(number), True) if counter in game.declared.counters:
            return {"kind": "counter", "counter": counter, "times": int(number)}
        case t.Asked(t.Inside(piece, region, owner, True), None, None, True):
            second = game.model.players[1:2]
            if (named := _one(game, piece, 1)) is not None and owner in (None, *second):
                return {"kind": "reach", "piece": named, "region": region}
        case t.Asked(piece, None, None, False):
            if (named := _one(game, piece, 0)) is not None:
                return {"kind": "extinct", "piece": named}
    return TEXT


def _one(game: Opened, node: t.Node, owner: int) -> str | None:
    """The name of the one piece that a node means, if that player or nobody owns it."""
    named = game.named(node)
    return named[0][0] if named and len(named) == 1 and named[0][1] in (owner, None) else None


def test_text(rule: EndRule) -> str:
    """The test of an end as text."""
    if rule.repeated:
        word = "giving" if rule.giving else "under"
        return f"repeated {rule.repeated}" + (f" {word} {unparse(rule.test)}" if rule.test else "")
    return "" if rule.test is None else unparse(rule.test)
