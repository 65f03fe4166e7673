"""Edits of rules: promotion, drops, royalty, goals and draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lasker.design import recognise
from lasker.design.edit_kinds import AddEnd, RemoveEnd, SetDrops, SetPromotion, SetResult, SetRoyal
from lasker.design.edited_text import Page
from lasker.design.opened_text import Opened
from lasker.design.recognise import CHECK, SAFE, nodes
from lasker.design.start import put_start
from lasker.kernel.errors import DeclarationError, NameProblem, did_you_mean
from lasker.play import library
from lasker.syntax import tree as t
from lasker.syntax.compose import rebuilt
from lasker.syntax.declarations import declarations
from lasker.syntax.definitions import Definition
from lasker.syntax.unparse import unparse
from lasker.transform.rules import Movers

REPLACED = "  -- quiet: replaced"  # tells the lints that nothing of the old definition is wanted
KINDS = ("no move", "extinct", "bare", "reach", "repetition", "counter", "agreement", "text")


def define(game: Opened, page: Page, name: str, head: str, body: str) -> None:
    """Define a word anew: in place of the text's own definition, or in place of an inherited one."""
    key = ("definition", name)
    if key in page:
        line = page.lines[key]
        assert isinstance(line, t.Statement)
        page.replace(line.sides[1].at[0], page.span(key)[1], body)
    else:
        page.put(key, f"{head} = {body}" + REPLACED * game.inherited(name))


def _head(definition: Definition) -> str:
    return unparse(definition.left)


def set_promotion(game: Opened, page: Page, edit: SetPromotion) -> None:
    """What a piece becomes in a zone; none leaves it what it is."""
    found = recognise.promotion(game)
    if found is None:
        raise DeclarationError(
            "the text says in words of its own how pieces are promoted",
            remedy="change it there; the form shows promotions like `try(% in far rank -> ♕ | ♖)`",
        )
    zone = edit.zone or found.zone
    if (edit.choices, zone) == (found.choices, found.zone):
        return
    name = found.definition.name
    if not edit.choices:
        raise DeclarationError("a promotion needs something to become", remedy="choose at least one piece")
    if zone and not any(name_ == zone for name_, _ in game.model.space.regions):
        raise NameProblem(f"there is no region {zone}", remedy="add it to the board first")
    choices = " | ".join(game.sign(choice) for choice in edit.choices)
    right = found.arrow.sides[1]
    if isinstance(right, t.Marked):  # every piece that was promoted bears a mark
        choices = f"({choices})^{'' if right.has else '-'}{right.mark}"
    place = f"% in {zone}" if zone else unparse(found.arrow.sides[0])
    body = f"{place} -> {choices}"
    tried = isinstance(found.definition.body, t.Row)
    define(game, page, name, _head(found.definition), f"try({body})" if tried else body)


def set_drops(game: Opened, page: Page, edit: SetDrops) -> None:
    """Extend the game of the library that has the same rules with drops, or without."""
    options, parent = recognise.drop_games(game), game.parent
    like = parent if parent in options else ""
    if edit.like == like:
        return
    if parent is None or not options or (edit.like and edit.like not in options):
        raise DeclarationError(
            "the library has no drops that fit this game"
            if not options
            else f"{edit.like} has no such drops",
            remedy=f"choose one of {', '.join(options)}" if options else "write them in the text",
        )
    key, other = ("fact", "extends"), edit.like or library.facts(parent, "extends")[0]
    page.put(key, f'extends "{other}"')
    start, held = game.model.start, bool(recognise.held(game))
    if game.owns("fact", "start"):
        drawn, blank, rest = start.partition(" ")
        drawn = drawn.partition("[")[0] + "[]" * bool(edit.like)
        put_start(page, drawn + blank + rest)
    if held and ("fact", "fen") in page:
        raise DeclarationError("the text has fields of FEN of its own", remedy="change `extends` in the text")


def set_royal(game: Opened, page: Page, edit: SetRoyal) -> None:
    """Another piece that must be kept, or another way in which it is lost."""
    by, piece = recognise.royalty(game)
    if (edit.by, edit.piece or None) == (by, piece) or (edit.by == by == "none"):
        return
    if edit.by not in ("check", "capture", "none"):
        raise DeclarationError(f"nothing is royal by {edit.by}", remedy="it is check, capture or none")
    if edit.by != "none":
        game.sign(edit.piece)
    if by == "capture":
        for reason, rule in game.declared.ends.items():
            if recognise.goal_of(game, rule) == {"kind": "extinct", "piece": piece}:
                _remove(game, page, "end", reason)
    if edit.by == "check":
        _kept_from_check(game, page, edit.piece)
        return
    if CHECK in game.definitions:
        _without_check(game, page, by, piece)
    if edit.by == "capture":
        reason = f"the {edit.piece} is taken".replace("_", " ")
        page.put(("end", reason), f'end "{reason}" lost: ![{game.sign(edit.piece)}]')


def _kept_from_check(game: Opened, page: Page, piece: str) -> None:
    """The rules of check speak of a piece: of another one than before, or again of one."""
    source, under, unsaid = game, game.under, recognise.attacked(game) is None
    if unsaid and under is not None:
        source = under
    found = recognise.attacked(source)
    if found is None:
        raise DeclarationError(
            "the rules do not say what check is", remedy="extend a game with check, or keep it by capture"
        )
    changed = [] if found.piece == piece else [definition.name for definition, _ in found.calls]
    if unsaid:
        _say_again(source, page, found, changed)
    if not changed:
        return
    enemy = t.Symbol(game.sign(piece, 1).strip("'"), (0, 0))
    arguments = [argument for _, argument in found.calls]

    def exchanged(node: t.Node) -> t.Node:
        return enemy if node in arguments else node

    for definition in dict.fromkeys(changed):
        old = source.definitions[definition]
        define(game, page, definition, _head(old), unparse(rebuilt(old.body, exchanged)))
    _forget_set_ups(game, page, _signs(game, found.piece), ())


def _say_again(source: Opened, page: Page, found: recognise.Royal, changed: list[str]) -> None:
    """What was taken away with check is there again, but for what is `changed` now; if that is the piece,
    set-ups without the old one are still allowed."""
    for name in (CHECK, SAFE):
        if name not in changed and ("definition", name) in page:
            page.remove(("definition", name))
    old = _signs(source, found.piece) if changed else set()
    for line in page.own("without"):
        kind, reasons = line.parts
        if kind == "invalid" and all(
            _is_about(source, each, found) and not _words(source.declared.faults[each].test) & old
            for each in reasons
        ):
            page.remove(("without", line.parts))


def _without_check(game: Opened, page: Page, by: str, piece: str | None) -> None:
    """Nothing is check, and every move is safe."""
    royal = recognise.attacked(game)
    about = _signs(game, royal.piece) if royal else set()
    words = [CHECK, *([SAFE] if SAFE in game.definitions else [])]
    if by == "check":
        for name, body in zip(words, ("fail", "nil"), strict=False):
            define(game, page, name, name, body)
        _forget_set_ups(game, page, about, tuple(royal.calls) if royal else ())


def _signs(game: Opened, piece: str) -> set[str]:
    found = {sign for each in game.pieces if each.name == piece for sign in (each.glyph, each.letter)}
    return {*found, piece}


def _forget_set_ups(
    game: Opened, page: Page, signs: set[str], calls: tuple[tuple[Definition, t.Node], ...]
) -> None:
    """Set-ups are no longer refused for what was said of the old royal piece."""
    words = signs | {definition.name for definition, _ in calls}
    for reason, rule in game.declared.faults.items():
        if _words(rule.test) & words:
            _remove(game, page, "invalid", reason)


def _is_about(game: Opened, reason: str, royal: recognise.Royal) -> bool:
    """Is a set-up refused for what it says of a royal piece?"""
    rule = game.declared.faults.get(reason)
    words = _signs(game, royal.piece) | {definition.name for definition, _ in royal.calls}
    return rule is not None and bool(_words(rule.test) & words)


def _words(tree: t.Node | None) -> set[str]:
    return {node.text for node in nodes(tree) if isinstance(node, t.Word | t.Symbol)}


def _remove(game: Opened, page: Page, keyword: str, reason: str) -> None:
    """Take a rule away: its line, and what the texts below say of it."""
    key = (keyword, reason)
    if key in page:
        page.remove(key)
    tables = {"end": "ends", "adjudicate": "adjudications", "invalid": "faults"}
    if game.under is not None and reason in getattr(game.under.declared, tables[keyword]):
        page.put(("without", (keyword, (reason,))), f'without {keyword} "{reason}"')


def add_end(game: Opened, page: Page, edit: AddEnd) -> None:
    """A goal or a draw, asked before those that were there."""
    known = {**game.declared.ends, **game.declared.adjudications}
    reason = edit.reason.replace('"', "'").strip()
    if not reason:
        raise DeclarationError("an end has a name", remedy="say in a few words why the game is over")
    if reason in known:
        if recognise.goal_of(game, known[reason]) == dict(edit.goal):
            return
        raise NameProblem(f"there is an end called {reason!r} already", remedy="choose another name")
    test = goal_text(game, edit.goal)
    keyword = "adjudicate" if edit.draw else "end"
    if test.startswith("repeated") and not edit.draw:
        raise DeclarationError("a repetition is adjudicated", remedy="make it a draw")
    manner = "" if edit.manner in ("", "automatic") else f" {edit.manner}"
    page.put((keyword, reason), f'{keyword} "{reason}" {edit.result}{manner}: {test}')


def goal_text(game: Opened, goal: Mapping[str, Any]) -> str:
    """The test that asks for a goal, as the player to move sees it after the enemy's move.

    >>> from lasker.design.opened_text import opened
    >>> goal_text(opened(library.find("chess").text), {"kind": "reach", "piece": "king", "region": "dark"})
    '[♚ in dark]'
    """
    kind = goal.get("kind")
    players = game.model.players
    match kind:
        case "no move":
            roots = Movers(game.game, declarations(game.model.rules)).roots
            first = [name for name, number in roots.items() if number == 0]
            if len(first) != 1:
                raise DeclarationError("players move in several ways", remedy="write the end in the text")
            return f"![{first[0]}]"
        case "extinct":
            return f"![{game.sign(_text(goal, 'piece'))}]"
        case "bare":
            return f"![friend \\ {game.sign(_text(goal, 'piece'))}]"
        case "reach":
            region = _text(goal, "region")
            owners = {owner for name, owner in game.model.space.regions if name == region}
            if not owners:
                raise NameProblem(f"there is no region {region}", remedy="add it to the board first")
            whose = "" if None in owners else f" of {players[1]}"
            return f"[{game.sign(_text(goal, 'piece'), 1)} in {region}{whose}]"
        case "repetition":
            return f"repeated {_number(goal)}"
        case "counter":
            counter = _text(goal, "counter")
            if counter not in game.declared.counters:
                raise NameProblem(
                    f"nothing is counted as {counter}",
                    remedy=did_you_mean(counter, game.declared.counters, "declare a counter in the text"),
                )
            return f"[{counter} >= {_number(goal)}]"
        case "agreement":
            return "nil"
        case "text":
            return _text(goal, "test")
    raise DeclarationError(f"no goal is called {kind}", remedy=f"goals are {', '.join(KINDS)}")


def _text(goal: Mapping[str, Any], name: str) -> str:
    found = goal.get(name)
    if not isinstance(found, str) or not found.strip() or "\n" in found:
        raise DeclarationError(f"the goal does not say its {name}")
    return found.strip()


def _number(goal: Mapping[str, Any]) -> int:
    found = goal.get("times")
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise DeclarationError("the goal does not say how many times", remedy="give a number from 1 on")
    return found


def remove_end(game: Opened, page: Page, edit: RemoveEnd) -> None:
    """A goal or a draw goes."""
    found = [
        keyword
        for keyword, table in (("end", game.declared.ends), ("adjudicate", game.declared.adjudications))
        if edit.reason in table
    ]
    if not found:
        known = [*game.declared.ends, *game.declared.adjudications]
        raise NameProblem(
            f"no end is called {edit.reason!r}", remedy=did_you_mean(edit.reason, known, ", ".join(known))
        )
    for keyword in found:
        _remove(game, page, keyword, edit.reason)


def set_result(game: Opened, page: Page, edit: SetResult) -> None:
    """Another result of an end that is there."""
    ends = game.declared.ends
    if edit.reason not in ends:
        raise NameProblem(
            f"no end is called {edit.reason!r}", remedy=did_you_mean(edit.reason, ends, "add it")
        )
    rule, key = ends[edit.reason], ("end", edit.reason)
    if _result(rule.result) == edit.result:
        return
    if key in page:
        begin, end = page.span(key)
        told = page.source.text.index('"', page.source.text.index('"', begin) + 1) + 1
        colon = page.source.text.index(":", told, end)
        stop = page.source.text.find(" for ", told, colon)
        page.replace(told, colon if stop < 0 else stop, f" {edit.result}")
        return
    if rule.scope is not None:
        raise DeclarationError("this end concerns one player alone", remedy="write it anew in the text")
    page.put(key, f'end "{edit.reason}" {edit.result}: {recognise.test_text(rule)}')


def _result(result: Any) -> str:
    return result if isinstance(result, str) else f"{result.numerator}/{result.denominator}"
