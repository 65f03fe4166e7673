"""How a variant ends: extinction, flags, castling, checks, rows, full boards, mate, repetition."""

from __future__ import annotations

from lasker.frontends._ini.army import union
from lasker.frontends._ini.castling import rights
from lasker.frontends._ini.drops import Hands
from lasker.frontends._ini.option_table import ALL, COLOURS
from lasker.frontends._ini.piece_counts import NEVER, at_least, counted, many
from lasker.frontends._ini.rows import connections
from lasker.frontends._ini.rules_text import Sheet

RESULT = {"win": "won", "loss": "lost", "draw": "drawn"}  # of the player to move
OTHER = {"win": "lost", "loss": "won", "draw": "drawn"}  # of the player who has just moved
WEIGHTS = {"rook": 13, "janggiCannon": 7, "horse": 5, "janggiElephant": 3, "wazir": 3, "soldier": 2}


def write(sheet: Sheet, hands: Hands) -> None:
    """Write all ends, in the order in which Fairy-Stockfish asks for them."""
    variant = sheet.variant
    _extinction(sheet, hands)
    _flags(sheet)
    _castling_wins(sheet)
    if variant["checkCounting"] and sheet.army.royal:
        _end(sheet, "the last check", "lost", "[left of black = 0]")
    for test in connections(sheet):
        _end(sheet, "connected", OTHER[variant["connectValue"]], test)
    _adjudications(sheet)
    if "check" in sheet.definitions:
        _mates(sheet)
    _stalemate(sheet)
    _draws(sheet)


def _end(sheet: Sheet, reason: str, result: str, test: str) -> None:
    used = {line.split('"')[1] for line in sheet.ends}
    names = (reason, f"{reason}, {result}", *(f"{reason}, {result} {number}" for number in range(2, 99)))
    sheet.ends.append(f'end "{next(name for name in names if name not in used)}" {result}: {test}')


def _extinction(sheet: Sheet, hands: Hands) -> None:
    variant = sheet.variant
    value = variant["extinctionValue"]
    if value == "none" or (variant["extinctionPseudoRoyal"] and not variant["blastOnCapture"]):
        return
    for enemy in (True, False):
        for kind in variant["extinctionPieceTypes"]:
            pieces = sheet.army.of(kind)
            counters = tuple(hands.kinds.values()) if kind == ALL else (hands.kinds.get(kind, ""),)
            counters = tuple(counter for counter in counters if counter)
            few = "!" + at_least(sheet, pieces, variant["extinctionPieceCount"] + 1, enemy, counters)
            needed = variant["extinctionOpponentPieceCount"] + (variant["extinctionClaim"] and not enemy)
            many_others = at_least(sheet, pieces, needed, not enemy, counters) if needed else ""
            if NEVER in (many_others,):
                continue
            what = "pieces" if kind == ALL else (pieces[0].name if pieces else kind)
            whose = "of the opponent" if enemy else "of the player to move"
            _end(
                sheet,
                f"{what} {whose} gone",
                (OTHER if enemy else RESULT)[value],
                f"{few} {many_others}".rstrip(),
            )


# --- flags --------------------------------------------------------------------------------------------


def _reached(sheet: Sheet, colour: str, enemy: bool) -> str | None:
    """The test that a player has reached his flag region; None if he never can."""
    variant = sheet.variant
    squares = variant["flagRegion" + colour] & sheet.board
    pieces = sheet.army.of(variant["flagPiece" + colour])
    if not squares or not pieces:
        return None
    name, count = f"flag_{colour.lower()}", variant["flagPieceCount"]
    sheet.region(name, squares, squares)
    inside = f"{union(pieces, enemy)} in {name}"
    test = many(sheet, inside, max(1, count))
    if variant["flagPieceBlockedWin"]:
        test = f"[{test} | [{inside}] ![. in {name}]]"
    if variant["flagPieceSafe"] and (not variant["flagMove"] or enemy):
        sheet.marks["aimed"] = "until end"
        seen = union(pieces, not enemy, "^aimed")
        turned = f"view strikes({seen})" if not enemy else f"strikes({union(pieces, True, '^aimed')})"
        struck = f"[%({inside}): (@ -> @^aimed) [{turned}]]"
        more = many(sheet, inside, count + 1)
        test = f"{test} [{more} | !{struck}]"
    return test


def _flags(sheet: Sheet) -> None:
    variant = sheet.variant
    if not any(variant.both("flagRegion")):
        return
    moves_on, safe = variant["flagMove"], variant["flagPieceSafe"]
    for number, colour in enumerate(COLOURS):
        other = COLOURS[1 - number]
        own, theirs = _reached(sheet, colour, False), _reached(sheet, other, True)
        side = sheet.as_side(colour == COLOURS[0])
        if (moves_on or safe) and own:
            drawn = (moves_on and number == 0 and variant["flagPiece" + other] == "king") or (
                safe and not moves_on
            )
            if drawn and theirs:
                _end(sheet, "both flags are reached", "drawn", f"{side} {own} {theirs}")
            _end(sheet, "the flag is reached", "won", f"{side} {own}")
        royal = variant["flagPiece" + colour] == "king" and sheet.army.royal
        if theirs and (not moves_on or safe or royal):
            test = f"{side} {theirs}"
            if moves_on and royal and number == 1:
                if f"flag_{colour.lower()}" not in sheet.regions:
                    _reached(sheet, colour, False)
                goal = f"flag_{colour.lower()}"
                if goal in sheet.regions:
                    answer = f"%king: (going(.) | going(enemy)) [% in {goal}] safe"
                    sheet.define("answer", answer, "The last move of who follows, to reach the flag, too.")
                    test += " [check | ![answer]]"
            _end(sheet, "the flag of the opponent is reached", "lost", test)


def _castling_wins(sheet: Sheet) -> None:
    """Castling of some kinds wins; who has lost the right to all of them loses."""
    wanted = sheet.variant["castlingWins"]
    if not wanted:
        return
    found = {right.letter: right for right in rights(sheet)}
    for number, colour in enumerate(COLOURS):
        own = [letter for letter in wanted if letter.isupper() == (number == 0)]
        if not own:
            continue
        for enemy in (True, False):
            tests = []
            for letter in own:
                right = found.get(letter)
                if right is None:
                    continue
                name = f"right_{'white' if number == 0 else 'black'}_{letter.lower()}"
                squares = frozenset({(right.rook, right.rank)})
                sheet.region(name, squares, squares)
                king = union(sheet.army.of(sheet.variant["castlingKingPiece" + colour]), enemy, "^unmoved")
                rooks = union(
                    sheet.army.of(*sheet.variant["castlingRookPieces" + colour], base=False),
                    enemy,
                    "^unmoved",
                )
                tests.append(f"[{king}] [{rooks} in {name}]")
            side = sheet.as_side((number == 0) is not enemy)
            lost = " ".join(f"![{test}]" for test in tests)
            if enemy:
                kings = sheet.army.of(sheet.variant["castlingKingPiece" + colour])
                marks = [f"^castled_{letter.lower()}" for letter in own if letter in found]
                done = " | ".join(f"[{union(kings, True, mark)}]" for mark in marks) or "fail"
                _end(sheet, "castling", "lost", f"{side} ({done})")
            _end(sheet, "no right to castle", "won" if enemy else "lost", f"{side} {lost}")


# --- counts of material -------------------------------------------------------------------------------


def _material(sheet: Sheet, test: str, reason: str) -> None:
    """The result by material where a test holds: drawn if nothing is counted."""
    rule = sheet.variant["materialCounting"]
    if rule in ("whitedrawodds", "blackdrawodds"):
        for white in (True, False):
            result = "won" if white == (rule == "whitedrawodds") else "lost"
            _end(sheet, reason, result, f"{test} {sheet.as_side(white)}")
        return
    if rule == "unweighted":
        count = f"{counted(sheet, 'friend', 'number')} {counted(sheet, 'enemy', 'others')}"
        for result, sign in (("won", ">"), ("lost", "<")):
            _end(sheet, reason, result, f"{test} [{count} [number {sign} others]]")
    elif rule == "janggi":
        parts = []
        for kind, weight in WEIGHTS.items():
            if pieces := sheet.army.of(kind):
                parts.append(counted(sheet, union(pieces), "number", weight=weight))
                parts.append(counted(sheet, union(pieces, True), "others", weight=weight))
        count = " ".join(parts)
        for white in (True, False):  # White begins, so that equal material is won by Black
            side, sign = sheet.as_side(white), ">" if white else ">="
            _end(sheet, reason, "won", f"{test} {side} [{count} [number {sign} others]]")
            _end(sheet, reason, "lost", f"{test} {side}")
        return
    _end(sheet, reason, "drawn", test)


def _adjudications(sheet: Sheet) -> None:
    variant = sheet.variant
    if "passes" in sheet.counters and not variant["wallOrMove"]:
        _material(sheet, "[passes = 2]", "both have passed")
        if "facing" in sheet.definitions:
            _material(sheet, "[passes >= 1] [facing]", "the kings face each other")
    if variant["adjudicateFullBoard"]:
        _material(sheet, "![.]", "the board is full")


# --- mate, stalemate, repetition ----------------------------------------------------------------------


def _mates(sheet: Sheet) -> None:
    variant = sheet.variant
    if "dropped" in sheet.marks:
        pawns = sheet.army.of("shogiPawn")
        others = f"[view (%(friend \\ {union(pawns)}): way({union(sheet.army.royal, True)}))]"
        _end(
            sheet,
            "mate by a dropped pawn",
            "won",
            f"[{union(pawns, True, '^dropped')}] check !{others} ![move]",
        )
    if variant["checkmateValue"] in RESULT:
        _end(sheet, "checkmate", RESULT[variant["checkmateValue"]], "check ![move]")


def _stalemate(sheet: Sheet) -> None:
    variant = sheet.variant
    value = variant["stalemateValue"]
    if variant["stalematePieceCount"]:
        count = f"{counted(sheet, 'friend', 'number')} {counted(sheet, 'enemy', 'others')}"
        for sign, results in (("<", RESULT), (">", OTHER)):
            if results[value] != "drawn":
                _end(sheet, "stalemate", results[value], f"![move] [{count} [number {sign} others]]")
        value = "draw"
    if value == "draw" and variant["materialCounting"] != "none":
        _material(sheet, "![move]", "stalemate")
    else:
        _end(sheet, "stalemate", RESULT.get(value, "drawn"), "![move]")


def _draws(sheet: Sheet) -> None:
    variant, lines = sheet.variant, sheet.ends
    moves, times, value = variant["nMoveRule"], variant["nFoldRule"], variant["nFoldValue"]
    if moves:
        lines.append(f'adjudicate "{moves} moves" drawn claimed: [quiet >= {2 * moves}]')
    if not times:
        return
    if variant["perpetualCheckIllegal"] and "check" in sheet.definitions:
        lines.append(f'adjudicate "perpetual check" lost: repeated {times} giving check')
        lines.append(f'adjudicate "perpetual check by the enemy" won: repeated {times} under check')
    name = f"{times}-fold repetition"
    if variant["nFoldValueAbsolute"] and value in ("win", "loss"):
        for white in (True, False):
            result, side = RESULT[value] if white else OTHER[value], sheet.as_side(white)
            test = f"repeated {times} under {side}"
            lines.append(f'adjudicate "{name}, {result}" {result} claimed: {test}')
    elif value in RESULT:
        lines.append(f'adjudicate "{name}" {RESULT[value]} claimed: repeated {times}')
