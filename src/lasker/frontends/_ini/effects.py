"""What a move does beyond its squares: blasts, petrified pieces, pieces that change sides, walls, gates."""

from __future__ import annotations

from lasker.frontends._ini.army import union
from lasker.frontends._ini.betza import BetzaWay, letters, path
from lasker.frontends._ini.castling import rights
from lasker.frontends._ini.drops import Hands
from lasker.frontends._ini.rules_text import Sheet

NEIGHBOURS = ("u", "ur")  # one straight and one aslant neighbour; the others are turns of them


def captures(sheet: Sheet) -> str:
    """What follows a capture, with the cursor on the piece that took: `blast`, `petrify`, or nothing."""
    variant, army = sheet.variant, sheet.army
    stone = army.of(*variant["petrifyOnCaptureTypes"])
    if not variant["blastOnCapture"]:
        if not stone:
            return ""
        sheet.walls = True
        sheet.facts["moves"] = "by label"
        sheet.define("petrify", f"try([% is {union(stone)}] put(wall))", "Who takes becomes a wall.")
        return " petrify"
    sheet.facts["moves"] = "by label"
    immune = army.of(*variant["blastImmuneTypes"])
    spared = [*army.of("pawn"), *immune]
    both = " | ".join(f"{piece.name} | C {piece.name}" for piece in spared)
    burnt = "(friend | enemy)" + (f" \\ ({both})" if spared else "")
    rest = "wall" if variant["petrifyBlastPieces"] else "."
    sheet.walls |= variant["petrifyBlastPieces"]
    sheet.define("burn(m)", f"@ + m({burnt}) -> m {rest}" if rest != "." else f"@ + m({burnt}) -> m.")
    own = "put(.)"
    if stone:
        sheet.walls = True
        own = f"([% is {union(stone)}] put(wall) | ![% is {union(stone)}] put(.))"
    if immune:
        own = f"try([% is not {union(immune)}] {own})"
    around = " ".join(f"around({m}, burn({m}))" for m in NEIGHBOURS)
    sheet.define("blast", f"{own} {around}", "A capture blows up what stands around it.")
    return " blast"


def flips(sheet: Sheet, drop: bool) -> str:
    """What follows where a piece arrives and neighbours change sides, or nothing."""
    rule = sheet.variant["flipEnclosedPieces"]
    if rule == "none" or rule in ("snort", "anyside", "top"):
        return ""
    swaps = " | ".join(f"(@ + m C {piece.name} -> m {piece.name})" for piece in sheet.army.pieces)
    if rule == "reversi":
        on = " | ".join(f"(@ + m C {piece.name} -> m {piece.name} + m@)" for piece in sheet.army.pieces)
        sheet.define(
            "row(m)", f"%@: ({on})+ [@ + m friend]", "Enemies in a line up to a friend change sides."
        )
        sheet.define("turn_rows", " ".join(f"around({m}, row({m}))" for m in NEIGHBOURS))
        return " turn_rows"
    sheet.define("change(m)", swaps, "A neighbour changes sides.")
    change = " ".join(f"around({m}, change({m}))" for m in NEIGHBOURS)
    if rule == "quadwrangle" and drop:
        near = " | ".join(f"every({m}, @ + m friend)".replace("m friend", f"{m} friend") for m in NEIGHBOURS)
        sheet.define("beside", near)
        change = f"(if beside then {change} else nil)"
        return f" {change}"
    sheet.define("change_all", change)
    return " change_all"


def enclosing(sheet: Sheet) -> str | None:
    """The test of a square that a piece is dropped on; "" if there is none, None if no square passes."""
    rule, variant = sheet.variant["enclosingDrop"], sheet.variant
    if rule == "none":
        return ""
    texts = {
        "reversi": f"[{' | '.join(f'every({m}, encloses({m}))' for m in NEIGHBOURS)}]",
        "ataxx": f"[{' | '.join(f'every({m}, @ + {m} friend)' for m in NEIGHBOURS)}]",
        "snort": "![every(u, @ + u enemy)]",
        "anyside": "[every(u, walk(u, .)* [@ + u#]) ] [every(u, entry(u))]",
    }
    if rule == "quadwrangle":
        return ""
    if rule == "top":  # of what stands there as White sees it
        texts["top"] = sheet.sided("[@ + d(# | piece)]", "[@ + u(# | piece)]") or ""
    if rule == "reversi":
        sheet.define(
            "encloses(m)", "%@: walk(m, enemy)+ [@ + m friend]", "Is there a row of enemies up to a friend?"
        )
    if rule == "anyside":
        sheet.define(
            "entry(m)",
            "[@ + m^-1 (# | piece)] [%@: walk(m, .)* [@ + m#]]",
            "Slid in from an edge as far as it goes.",
        )
        texts["anyside"] = "[every(u, entry(u))]"
    first = variant["enclosingDropStart"] & sheet.board
    if not first:
        return texts[rule]
    inside = sheet.inside("first_squares", (first, first))
    sheet.define("opening", "[. in first_squares]", "Are squares of the opening empty?")
    return f"([opening] {inside} | ![opening] {texts[rule]})"


def walls(sheet: Sheet) -> str:
    """How a wall is put after a move, the cursor being on the piece that moved; "" for no wall."""
    rule, variant = sheet.variant["wallingRule"], sheet.variant
    if rule == "none":
        return ""
    sheet.walls = True
    inside = sheet.inside("wall_squares", variant.both("wallingRegion"))
    if inside is None:
        return " fail"
    where = f"{inside} " if inside else ""
    if rule == "past":
        place = f" in {inside.partition(' in ')[2].rstrip(']')}" if inside else ""
        return f" (@home + .{place} -> wall)"
    if rule == "arrow":
        parts = [
            f"[@ is {union(sheet.army.of(kind))}] ({' | '.join(_shots(sheet, kind))})"
            for kind in dict.fromkeys(piece.kind for piece in sheet.army.pieces)
            if _shots(sheet, kind)
        ]
        sheet.define(
            "shoot_wall", f"%@: ({' | '.join(parts)}) {where}put(wall)", "A shot from where the piece stands."
        )
        return " shoot_wall"
    if rule == "edge":
        files, ranks = variant.size
        edge = frozenset((x, y) for x, y in sheet.board if x in (0, files - 1) or y in (0, ranks - 1))
        sheet.region("edge", edge, edge)
        where += "([@ in edge] | [every(u, @ + u wall)]) "
    remove = "(each %old wall: (@old -> .)) " if rule == "duck" else ""
    return sheet_wall(sheet, f"%.: {where}{remove}put(wall)")


def sheet_wall(sheet: Sheet, text: str) -> str:
    """Define how a wall is put."""
    sheet.define("put_wall", text, "A wall is put on an empty square.")
    return " put_wall"


def _shots(sheet: Sheet, kind: str) -> list[str]:
    """The quiet ways of a piece, made by the cursor alone."""
    found = []
    for way in sorted(sheet.army.ways(kind)):
        if way.initial or not way.quiet:
            continue
        found.append(_shot(way))
    return found


def _shot(way: BetzaWay) -> str:
    m = letters(way.vector)
    if way.kind == "ride":
        return f"walk({m}, .){{1,{way.limit}}}" if way.limit else f"walk({m}, .)+"
    lame = "".join(f" + {letters(square)}." for square in path(way.vector)) if way.kind == "lame" else ""
    return f"[@{lame}] walk({m}, .)" if lame else f"walk({m}, .)"


def gates(sheet: Sheet, hands: Hands) -> str:
    """What may be put where a piece with a gate has left, where the cursor `home` is; "" without gating."""
    if not (sheet.variant["gating"] and sheet.variant["seirawanGating"]) or not hands.kinds:
        return ""
    parts = []
    for kind, counter in hands.kinds.items():
        piece, tests = sheet.army.named(kind), hands.where(kind)
        if piece is None or tests is None:
            continue
        tests = tests.replace("[% ", "[@home ")
        parts.append(f"{tests + ' ' if tests else ''}{counter} -= 1 (@home -> {piece.name})")
    sheet.define("gate_in", parts, "A piece from the hand enters where another has left.")
    return " gate_in"


def gate_squares(sheet: Sheet) -> list[tuple[int, int]]:
    """The squares of the start whose pieces have a gate behind them."""
    found: list[tuple[int, int]] = []
    variant, first = sheet.variant, sheet.start
    if not variant["gating"]:
        return found
    for right in rights(sheet):
        found += [(right.king, right.rank), (right.rook, right.rank)]
    for letter in first.rights.replace("-", ""):
        rank = variant["castlingRank"] if letter.isupper() else variant["maxRank"] - variant["castlingRank"]
        square = (ord(letter.lower()) - 97, rank)
        if (
            letter not in "KQkq"
            and square in first.board
            and first.board[square].isupper() == letter.isupper()
        ):
            found.append(square)
    return sorted(set(found))
