"""Reading a text as a form."""

from __future__ import annotations

import re
from fractions import Fraction

from lasker.design import recognise
from lasker.design.form import (
    BoardForm,
    DropsForm,
    EndForm,
    Form,
    InText,
    PieceForm,
    PromotionForm,
    RegionForm,
    RoyalForm,
)
from lasker.design.opened_text import Opened, opened
from lasker.design.pieces import notation_of
from lasker.play import library
from lasker.syntax import tree as t
from lasker.syntax.clauses import EndRule

SHOWN = ("version", "players", "board", "piece", "region", "end", "adjudicate", "without", "perft")
SHOWN_FACTS = ("game", "about", "extends", "start", "picture", "also", "tags", "source", "template")
SAME_SHAPES = {"box": "rectangle", "square": "rectangle", "möbius": "moebius"}


def read_form(text: str, form: str = "rules", variant: str = "") -> Form:
    """The form of a text.

    >>> form = read_form('lasker 1\\nextends "chess"\\ngame "Mine"\\npiece amazon \\'A\\' \\'a\\' = QN\\n')
    >>> form.title, form.parent, form.board.sizes, form.piece("amazon").betza, form.royal.piece
    ('Mine', 'chess', (8, 8), 'QN', 'king')
    """
    game = opened(text, form, variant)
    declared = game.declared
    found, promotes = recognise.royalty(game), recognise.promotion(game)
    pieces = tuple(_pieces(game))
    return Form(
        format=form,
        title=" ".join(declared.facts.get("game", ())) or game.model.title,
        about=" ".join(declared.facts.get("about", ())),
        parent=game.parent,
        players=tuple(game.model.players),
        board=board_form(game),
        pieces=pieces,
        regions=tuple(_regions(game)),
        start=game.model.start,
        start_own=game.owns("fact", "start"),
        promotion=_promotion(game, promotes),
        drops=_drops(game),
        royal=RoyalForm(*found),
        ends=tuple(_ends(game)),
        rest=tuple(_rest(game, promotes)),
    )


def board_form(game: Opened) -> BoardForm:
    """The board as its declaration says it."""
    words = list(game.declared.shape or ["graph"])
    at = words.index("without") if "without" in words else len(words)
    shape, holes = words[:at], tuple(word.strip("'") for word in words[at + 1 :])
    drawn = any(word.startswith("'") for word in shape)
    kind = " ".join(word.lower() for word in shape if word[0].isalpha()) or "rectangle"
    sizes = tuple(int(n) for word in shape if word[0].isdigit() for n in re.split("[x×]", word))
    kind = "box" if kind in ("box", "rectangle") and len(sizes) != 2 else SAME_SHAPES.get(kind, kind)
    squares = len(game.model.space.sites)
    compass = game.model.space.compass.name
    return BoardForm("drawn" if drawn else kind, sizes, holes, squares, compass, game.owns("board", ""))


def _pieces(game: Opened) -> list[PieceForm]:
    declared, players = game.declared, tuple(game.model.players)
    own = declared.facts.get("picture", ())[::2]
    found: dict[str, list[str]] = {}
    for piece in game.pieces:
        found.setdefault(piece.name, []).append(piece.letter)
    return [
        PieceForm(
            name=name,
            letters=tuple(letters),
            glyphs=_glyphs(game, name),
            owners=players if len(letters) > 1 or len(players) == 1 else (),
            betza=notation_of(game, name),
            own=game.owns("piece", name),
            line=game.line("piece", name),
            picture=name in own,
        )
        for name, letters in found.items()
    ]


def _glyphs(game: Opened, name: str) -> tuple[str, ...]:
    same = [piece for piece in game.pieces if piece.name == name]
    return tuple(piece.glyph for piece in same if any(each.glyph != each.letter for each in same))


def _regions(game: Opened) -> list[RegionForm]:
    space, players = game.model.space, game.model.players
    return [
        RegionForm(
            name,
            None if owner is None else players[owner],
            tuple(space.label(site) for site in sorted(sites)),
            game.owns("region", (name, None if owner is None else players[owner])),
        )
        for (name, owner), sites in space.regions.items()
    ]


def _promotion(game: Opened, found: recognise.Promotion | None) -> PromotionForm | None:
    if found is None:
        return None
    name = found.definition.name
    return PromotionForm(name, found.zone, found.choices, game.owns("definition", name))


def _drops(game: Opened) -> DropsForm:
    names, hands = recognise.drop_games(game), recognise.held(game)
    like = game.parent if game.parent in names and hands else ""
    return DropsForm(tuple(hands), like or "", tuple((name, library.title(name)) for name in names))


def _ends(game: Opened) -> list[EndForm]:
    declared = game.declared
    found = [(rule, "end") for rule in declared.ends.values()]
    found += [(rule, "adjudicate") for rule in declared.adjudications.values()]
    return [_end(game, rule, keyword) for rule, keyword in found]


def _end(game: Opened, rule: EndRule, keyword: str) -> EndForm:
    share = rule.result
    return EndForm(
        reason=rule.reason,
        result=f"{share.numerator}/{share.denominator}" if isinstance(share, Fraction) else share,
        test=recognise.test_text(rule),
        draw=keyword == "adjudicate",
        manner=rule.manner or "automatic",
        goal=recognise.goal_of(game, rule),
        own=game.owns(keyword, rule.reason),
        line=game.line(keyword, rule.reason),
    )


def _rest(game: Opened, promotes: recognise.Promotion | None) -> list[InText]:
    """What the text itself says beyond the fields of the form."""
    if game.read is None:
        return []
    shown = {promotes.definition.name} if promotes else set()
    found = []
    for (keyword, name), line in game.read.lines.items():
        if keyword in SHOWN or (keyword == "fact" and str(name).split()[0] in SHOWN_FACTS):
            continue
        if keyword == "definition" and name in shown:
            continue
        what = keyword if isinstance(line, t.Statement) or keyword != "fact" else str(name)
        told = f" {name}" if isinstance(name, str) and what != name else ""
        found.append(InText(what + told, game.read.line_number((keyword, name))))
    return found
