"""Pieces in hand: what is taken goes there, and comes back on an empty square."""

from __future__ import annotations

from lasker.frontends._ini import castling
from lasker.frontends._ini.army import IniPiece, plain_name, union
from lasker.frontends._ini.movement import mobility
from lasker.frontends._ini.moves import Arrivals
from lasker.frontends._ini.option_table import COLOURS
from lasker.frontends._ini.rules_text import Sheet


class Hands:
    """The pieces in hand of both players, one counter for each kind."""

    def __init__(self, sheet: Sheet, arrivals: Arrivals) -> None:
        self.sheet, self.arrivals, variant = sheet, arrivals, sheet.variant
        self.kinds: dict[str, str] = {}  # the counter of each kind
        if not (variant["pieceDrops"] or variant["seirawanGating"]) or variant["freeDrops"]:
            return
        held = set(sheet.start.hand.lower())
        taken = sheet.army.pieces if variant["capturesToHand"] else []
        wanted = {self.to_hand(piece) for piece in taken} | {
            kind for kind, letter in variant.letters.items() if letter in held
        }
        if variant["capturesToHand"]:
            wanted |= self._main_pawns()
        for piece in sheet.army.pieces:
            if (
                piece.kind in wanted
                and not piece.base
                and (piece.kind != "king" or variant.letters["king"] in held)
            ):
                self.kinds[piece.kind] = f"held_{piece.name}"
        most = self._most()
        for kind, counter in self.kinds.items():
            sheet.counters[counter] = f"0..{most[kind]} each"

    def _main_pawns(self) -> set[str]:
        variant = self.sheet.variant
        return {variant["promotionPawnTypes" + c][-1] for c in COLOURS if variant["promotionPawnTypes" + c]}

    def _most(self) -> dict[str, int]:
        """How many of each kind there can be, as nothing is ever added."""
        cells = [*self.sheet.start.board.values(), *self.sheet.start.hand]
        total = max(1, sum(cell != "*" for cell in cells))
        if self.sheet.variant["dropLoop"] or self.sheet.variant["twoBoards"]:
            return dict.fromkeys(self.kinds, total)
        letters = [cell.strip("+~").lower() for cell in cells]
        mains = self._main_pawns()
        return {
            kind: total if kind in mains else max(1, letters.count(self.sheet.variant.letters[kind]))
            for kind in self.kinds
        }

    def to_hand(self, piece: IniPiece) -> str:
        """The kind as which a piece is held when it has been taken."""
        return piece.base if piece.base and not self.sheet.variant["dropLoop"] else piece.kind

    def captures(self) -> list[tuple[str, str]]:
        """What can be taken, and the counter of the hand that it goes to, "" for what nobody holds."""
        sheet, groups = self.sheet, dict[str, list[str]]()
        promoted = self.arrivals.to_hand and "promoted" in sheet.marks
        mains = [sheet.variant["promotionPawnTypes" + colour][-1:] for colour in COLOURS]
        can = {k for c in COLOURS for k in sheet.variant["promotionPieceTypes" + c]} if promoted else set()
        for piece in sheet.army.pieces:
            counter = self.kinds.get(self.to_hand(piece), "")
            marked = piece.kind in can and not piece.base
            groups.setdefault(counter, []).append(f"C {piece.name}" + ("^-promoted" if marked else ""))
            if marked and mains[0] and mains[0] == mains[1] and mains[0][0] in self.kinds:
                groups.setdefault(self.kinds[mains[0][0]], []).append(f"C {piece.name}^promoted")
        return [(" | ".join(targets), counter) for counter, targets in groups.items()]

    def drops(self, check: str) -> list[str]:
        """Every drop of a kind of piece; `check` is a test that no check is given, or nothing."""
        sheet, variant, found = self.sheet, self.sheet.variant, list[str]()
        if not variant["pieceDrops"]:
            return found
        kinds = self.kinds or ({p.kind: "" for p in sheet.army.pieces} if variant["freeDrops"] else {})
        for kind, counter in kinds.items():
            tests = self.where(kind)
            piece = sheet.army.named(kind)
            if tests is None or piece is None:
                continue
            pay = f"{counter} -= 1 " if counter else ""
            stuck = f" {self.arrivals.stuck}" if self.arrivals.stuck else ""
            ways = [piece.name if not variant["castlingDroppedPiece"] else castling.dropped(sheet, piece)]
            raised = (
                sheet.army.named("", kind) if variant["dropPromoted"] and kind in sheet.army.raised else None
            )
            ways += [raised.name] if raised else []
            if kind == "shogiPawn" and variant["shogiPawnDropMateIllegal"]:
                sheet.marks["dropped"] = "until next turn"
                ways[0] = f"{piece.name}^dropped"
            for name in ways:
                found.append(f"%.: {tests + ' ' if tests else ''}{pay}put({name}){stuck}{check}")
        return found

    def where(self, kind: str) -> str | None:
        """The tests that a kind may be dropped on the square of the cursor; None if it never may."""
        sheet, variant = self.sheet, self.sheet.variant
        tests = [sheet.inside("drop_squares", variant.both("dropRegion")), mobility(sheet, kind)]
        last = variant["maxRank"]
        first = (
            frozenset(square for square in sheet.board if square[1] == 0),
            frozenset(square for square in sheet.board if square[1] == last),
        )
        if kind == "pawn" and not variant["promotionZonePawnDrops"]:
            sheet.inside("promotion_zone", variant.both("promotionRegion"))
            tests.append(sheet.inside("promotion_zone", variant.both("promotionRegion"), not_in=True))
        if kind == "pawn" and not variant["firstRankPawnDrops"]:
            sheet.inside("first_rank", first)
            tests.append(sheet.inside("first_rank", first, not_in=True))
        if kind == "rook" and variant["sittuyinRookDrop"]:
            tests.append(sheet.inside("first_rank", first))
        if kind == variant["dropNoDoubled"] and not variant["dropNoDoubledCount"]:
            return None
        if kind == variant["dropNoDoubled"]:
            tests.append(self._doubled(kind, variant["dropNoDoubledCount"]))
        if None in tests:
            return None
        return " ".join(test for test in tests if test)

    def _doubled(self, kind: str, most: int) -> str:
        """The test that not too many pieces of a kind stand in the file of the cursor."""
        name = union(self.sheet.army.of(kind))
        if most == 1:
            self.sheet.define("second", f"(go(u)* | go(d)*) [@ is {name}]", "Is one in this file already?")
            return "![second]"
        marks = " ".join([f"go(u)* [@ is {name}]"] + [f"go(u)+ [@ is {name}]"] * (most - 1))
        self.sheet.define("too_many", f"go(d)* {marks}", "Are enough in this file already?")
        return "![too_many]"


def hand_field(hands: Hands) -> str:
    """The field of FEN for pieces in hand."""
    return "hand:" + ",".join(f"{plain_name(kind)}={counter}" for kind, counter in hands.kinds.items())
