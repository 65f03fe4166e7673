"""How the pieces of a variant go: `way(t)`, what strikes the king, and check."""

from __future__ import annotations

from lasker.frontends._ini import betza
from lasker.frontends._ini.army import IniPiece, union
from lasker.frontends._ini.option_table import COLOURS
from lasker.frontends._ini.piece_counts import fewer
from lasker.frontends._ini.rules_text import Sheet

DIAGONAL = {"wazir": "F", "soldier": "fF", "rook": "B", "janggiCannon": "pB"}  # along the lines of a palace


def write(sheet: Sheet) -> None:
    """Define `way(t)`, `strikes(t)`, `check` and `safe`."""
    alternatives: list[str] = []
    groups: dict[str, list[IniPiece]] = {}
    for piece in sheet.army.pieces:
        groups.setdefault(piece.kind, []).append(piece)
    for kind, pieces in groups.items():
        parts = _ways(sheet, kind)
        if not parts:
            continue
        text = " | ".join(parts)
        limits = mobility(sheet, kind)
        if limits is None:
            continue
        if len(parts) > 1 or limits:
            text = f"({text})"
        alternatives.append(f"[% is {union(pieces)}] {text}{' ' + limits if limits else ''}")
    sheet.define("way(t)", alternatives, "How a piece goes to a square that holds t.")
    sheet.define("view", "flipped" if sheet.army.symmetric else "rotated")
    _check(sheet)


def pseudo_royal(sheet: Sheet) -> list[str]:
    """The kinds whose last pieces are royal by the rule of extinction."""
    if not sheet.variant["extinctionPseudoRoyal"]:
        return []
    return [kind for kind in sheet.variant["extinctionPieceTypes"] if sheet.army.of(kind)]


def _check(sheet: Sheet) -> None:
    """Define what strikes a piece, and when the player to move is in check."""
    variant, army, royals = sheet.variant, sheet.army, pseudo_royal(sheet)
    if not army.royal and not royals and not variant["flagPieceSafe"]:
        return
    flying = (
        f" | [% is {union(army.royal)}] all4(ride(u, t))" if variant["flyingGeneral"] and army.royal else ""
    )
    strikes = f"%friend: (way(t){flying})" if flying else "%friend: way(t)"
    sheet.define(
        "strikes(t)", strikes, "Who could take t; a king is in check when an enemy piece could take it."
    )
    tests = [f"[view strikes({union(army.royal, enemy=True)})]"] if army.royal else []
    frozen = army.of(*(kind for kind in royals if kind in variant["petrifyOnCaptureTypes"]))
    strike = "strikes"
    if frozen:  # who would become a wall by taking does not give check
        sheet.define("threatens(t)", f"%(friend \\ {union(frozen)}): way(t)")
        strike = "threatens"
    for kind in royals:
        tests += _pseudo_royal_tests(sheet, kind, strike)
    if not tests:
        return
    sheet.define("check", tests)
    sheet.define(
        "safe",
        f"!{tests[0]}" if tests == [f"[view strikes({union(army.royal, enemy=True)})]"] else "![check]",
    )


def _pseudo_royal_tests(sheet: Sheet, kind: str, strike: str) -> list[str]:
    """When the last pieces of a kind are in check, or gone."""
    variant, pieces = sheet.variant, sheet.army.of(kind)
    most = variant["extinctionPieceCount"] + 1
    group, seen = union(pieces), f"[view {strike}({union(pieces, enemy=True)})]"
    royal = "" if most > len(sheet.board) // 2 else fewer(sheet, pieces, most + 1) + " "
    found = []
    if variant["blastOnCapture"]:
        enemies = union(sheet.army.of(*pseudo_royal(sheet)), enemy=True)
        sheet.define(
            f"touching_{pieces[0].name}",
            f"every(u, {group} + u {enemies}) | every(ur, {group} + ur {enemies})",
        )
        seen = f"[{enemies}] ![touching_{pieces[0].name}] {seen}"
    if (variant["blastOnCapture"] or variant["petrifyOnCaptureTypes"]) and most == 1:
        found.append(f"![{group}]")
    found.append(royal + seen)
    if variant["dupleCheck"]:
        sheet.marks["aimed"] = "until end"
        marked = union(pieces, enemy=True, mark="^aimed")
        found.append(f"[{group}] ![%({group}): (@ -> @^aimed) ![view {strike}({marked})]]")
    return found


def _ways(sheet: Sheet, kind: str) -> list[str]:
    """The alternatives of one kind of piece, those on special squares with their tests."""
    ways = [way for way in sheet.army.ways(kind) if not way.initial]
    variant, hurdle, target = sheet.variant, "piece", "t"
    if kind == "janggiCannon":
        cannons = sheet.army.of(kind)
        both = f"{union(cannons)} | {union(cannons, enemy=True)}"
        hurdle, target = f"piece \\ ({both})", f"t \\ ({both})"
    if kind == "soldier" and variant["soldierPromotionRank"]:
        low, last = variant["soldierPromotionRank"], variant["maxRank"]
        crossed = frozenset(square for square in sheet.board if square[1] >= low)
        test = sheet.inside("crossed", (crossed, frozenset((x, last - y) for x, y in crossed)))
        ahead = betza.texts([way for way in ways if not way.vector[0]], target)
        aside = betza.texts([way for way in ways if way.vector[0]], target)
        return ahead + [f"{test} {text}" for text in aside if test is not None]
    texts = betza.texts(ways, target, hurdle)
    lines = variant["diagonalLines"] & sheet.board
    movement = variant["kingType"] if kind == "king" else kind
    if lines and movement in DIAGONAL:
        test = sheet.inside("lines", (lines, lines))
        for text in betza.texts(betza.read(DIAGONAL[movement]), target, hurdle):
            texts.append(f"{test} {text} {test}")
    return texts


def mobility(sheet: Sheet, kind: str) -> str | None:
    """The test that a piece of a kind may stand where it has gone; "" if it may stand anywhere."""
    two = [sheet.variant.mobility.get((kind, colour), frozenset()) for colour in COLOURS]
    if not any(two):
        return ""
    white, black = (squares or sheet.board for squares in two)
    return sheet.inside(f"mobility_{kind.lower()}", (white, black))
