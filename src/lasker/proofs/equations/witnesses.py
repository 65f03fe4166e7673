"""Witnesses against an equation: a board on which one side has a result that the other has not."""

from __future__ import annotations

from typing import Any

from lasker.algebra.contents import members
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.algebra.subterms import substitute, variables
from lasker.proofs.checker.checker_results import ClaimRefused
from lasker.space.space import Space
from lasker.syntax.rules import Rules
from lasker.syntax.values import is_move

MOST = 100  # a coordinate of a square
SIDES = ("left", "right")
Ends = frozenset[Configuration]


def distinguishes(evidence: dict[str, Any], left: Move, right: Move, words: Rules, included: bool) -> str:
    """Check that only one side leads to a result, on the reference evaluator; what was seen, or an error."""
    only, result = evidence.get("only"), evidence.get("result")
    if only not in SIDES or (included and only != "left"):
        raise ClaimRefused("`only` says which side has the result; against an inclusion it is the left")
    vocabulary, space = words.vocabulary, _space(evidence.get("sites"), words)
    arena = Arena(space, vocabulary)
    instance = _instance(evidence.get("with", {}), words)
    one, two = (substitute(side, instance, vocabulary) for side in (left, right))
    start, end = (_configuration(each, arena) for each in (evidence.get("start"), result))
    reached = {side: end in arena.results(move, start) for side, move in zip(SIDES, (one, two), strict=True)}
    other = SIDES[only == "left"]
    if not reached[only] or reached[other]:
        raise ClaimRefused(
            f"the {other if reached[other] else only} side does {'' if reached[other] else 'not '}lead there"
        )
    return f"a result of the {only} alone, on {len(space.sites)} squares"


def _space(sites: object, words: Rules) -> Space:
    """The declared board, or the board of the kind that has some squares."""
    if sites is None:
        if words.space is None:
            raise ClaimRefused("there are no `sites`, and no board is declared")
        return words.space
    dimension = len(words.compass.origin)
    if words.space is not None:
        raise ClaimRefused("a board is declared, and the witness is on another")
    if not isinstance(sites, list) or not sites:
        raise ClaimRefused("`sites` must be a list of squares")
    for site in sites:
        if not isinstance(site, list) or len(site) != dimension or any(type(x) is not int for x in site):
            raise ClaimRefused(f"a square has {dimension} coordinates")
    if any(min(along) != 0 or max(along) > MOST for along in zip(*sites, strict=True)):
        raise ClaimRefused(f"coordinates begin at 0 and are at most {MOST}")
    found = [tuple(site) for site in sites]
    if len({*found}) < len(found):
        raise ClaimRefused("a square occurs twice")
    board = words.kind.board(found)
    if list(board.sites) != found:
        raise ClaimRefused("the squares are not in the order of a board")
    return board


def _instance(given: object, words: Rules) -> dict[str, Move]:
    if not isinstance(given, dict):
        raise ClaimRefused("`with` gives a move for each name")
    found: dict[str, Move] = {}
    for name, text in given.items():
        if not isinstance(text, str):
            raise ClaimRefused(f"the move for {name} must be a text")
        value = words.evaluate(text, variables=True)
        if not is_move(value) or variables(value):
            raise ClaimRefused(f"{text!r} is no move without unknown ones")
        found[name] = value
    return found


def _configuration(told: object, arena: Arena) -> Configuration:
    """A setting of the board as it is written: squares, cursors, counters."""
    vocabulary, size = arena.vocabulary, len(arena.space.sites)
    known = {vocabulary.show(each): each for each in members(vocabulary.squares)}
    if not isinstance(told, dict) or not isinstance(told.get("squares"), list):
        raise ClaimRefused("a setting has `squares`")
    squares, cursors = told["squares"], told.get("cursors", {})
    if len(squares) != size or any(not isinstance(each, str) or each not in known for each in squares):
        raise ClaimRefused(f"a setting says of each of the {size} squares what it holds")
    counters = told.get("counters", {})
    names = list(vocabulary.counters_by_name(tuple(each.start for each in vocabulary.counters.values())))
    bounds = vocabulary.counters.values()
    if not isinstance(counters, dict) or list(counters) != names:
        raise ClaimRefused(
            f"a setting says the values of the counters: {', '.join(names) or 'there are none'}"
        )
    for value, bound in zip(counters.values(), bounds, strict=True):
        if type(value) is not int or not bound.low <= value <= bound.high:
            raise ClaimRefused(f"{bound.name} cannot be {value}")
    if not isinstance(cursors, dict):
        raise ClaimRefused("`cursors` gives a place for each name")
    places = []
    for name, place in cursors.items():
        right = isinstance(place, list) and len(place) == 2 and all(type(x) is int for x in place)
        if not right or not (0 <= place[0] < size and 0 <= place[1] < len(arena.space.frames)):
            raise ClaimRefused(f"the cursor {name} stands on no square")
        places.append((name, (place[0], place[1])))
    return Configuration(tuple(known[each] for each in squares), tuple(places), tuple(counters.values()))


def witness(arena: Arena, start: Configuration, results: tuple[Ends, Ends]) -> dict[str, Any]:
    """A counterexample as evidence: the first result that only one side has, the left before the right."""
    only, end = next(
        (side, end)
        for side, mine, others in (("left", results[0], results[1]), ("right", results[1], results[0]))
        for end in sorted(mine - others)
    )
    return {"kind": "witness", "start": told(arena, start), "only": only, "result": told(arena, end)}


def told(arena: Arena, at: Configuration) -> dict[str, Any]:
    """A setting of a board as data."""
    found: dict[str, Any] = {"squares": [arena.vocabulary.show(each) for each in at.board]}
    if at.cursors:
        found["cursors"] = {name: list(place) for name, place in at.cursors}
    if at.counters:
        found["counters"] = arena.vocabulary.counters_by_name(at.counters)
    return found
