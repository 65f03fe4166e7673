"""Moves of pieces in a variant: arrival, promotion, first moves, captures in passing, castling."""

from __future__ import annotations

from lasker.frontends._ini.army import IniPiece, union
from lasker.frontends._ini.betza import BetzaWay, letters, path, text_of
from lasker.frontends._ini.move_counting import PROMOTION, told
from lasker.frontends._ini.movement import mobility
from lasker.frontends._ini.option_table import COLOURS
from lasker.frontends._ini.piece_counts import at_least, fewer
from lasker.frontends._ini.rules_text import Sheet


class Arrivals:
    """What happens where a piece arrives: promotion of pawns, of other pieces, and dead ends."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        variant, army = sheet.variant, sheet.army
        self.zone = variant.both("promotionRegion")
        pawns = {"pawn"} | set(variant["promotionPawnTypesWhite"]) | set(variant["promotionPawnTypesBlack"])
        self.pawns = [] if variant["sittuyinPromotion"] else [p for p in army.of(*pawns) if p.kind != "king"]
        self.risers = [
            p
            for p in army.pieces
            if p.kind != "pawn" and (p.kind in army.raised or (variant["pieceDemotion"] and p.base))
        ]
        self.to_hand = variant["capturesToHand"] and not variant["dropLoop"]
        self.stuck = self._stuck() if variant["immobilityIllegal"] else ""

    def _stuck(self) -> str:
        """The test that a piece has gone, or was dropped, to a square from which it can never go on."""
        sheet, tests = self.sheet, list[str]()
        for kind in dict.fromkeys(piece.kind for piece in sheet.army.pieces):
            two = tuple(sheet.army.stuck(kind, colour) for colour in COLOURS)
            name = f"dead_end_of_{union(sheet.army.of(kind)[:1])}"
            inside = sheet.inside(name, (two[0], two[1]))
            if inside is not None:
                tests.append(f"[% is {union(sheet.army.of(kind))}] {inside}".strip())
        if not tests:
            return ""
        sheet.define("stuck", tests, "A piece that could never move on.")
        return "![stuck]"

    # --- pawns ----------------------------------------------------------------------------------------

    def promotions(self) -> str | None:
        """What a pawn in the zone becomes, as a choice; None where there is nothing to become."""
        return self.sheet.sided(*(self._promotions(colour) for colour in COLOURS))

    def _promotions(self, colour: str) -> str | None:
        sheet, mark = self.sheet, "^promoted" if self.to_hand else ""
        free: list[IniPiece] = []
        limited: list[str] = []
        for kind in sheet.variant["promotionPieceTypes" + colour]:
            piece, limit = sheet.army.named(kind), sheet.variant["promotionLimit"].get(kind, 0)
            if piece is None:
                continue
            if limit:
                limited.append(f"{fewer(sheet, sheet.army.of(kind), limit)} put({piece.name}{mark})")
            else:
                free.append(piece)
        if mark:
            sheet.marks["promoted"] = "lasting"
        pawns = [p for p in self.pawns if p.kind in ("pawn", *sheet.variant["promotionPawnTypes" + colour])]
        if not pawns or not (free or limited):
            return None
        parts = [f"put({union(free)}{mark})"] if free else []
        return " | ".join(parts + limited)

    def promote(self) -> str:
        """The definition that follows the way of a pawn; "" if pawns are never promoted."""
        sheet, variant = self.sheet, self.sheet.variant
        inside = sheet.inside("promotion_zone", self.zone)
        if not self.pawns or inside is None:
            return ""
        outside = sheet.inside("promotion_zone", self.zone, not_in=True)
        choice = self.promotions()
        raised = sheet.army.named("", "pawn") if "pawn" in sheet.army.raised else None
        parts = []
        if choice is not None:
            parts.append(f"{inside} ({choice}){told(sheet, PROMOTION)}")
        if raised is not None:
            parts.append(f"{inside} [% is pawn] put({raised.name})")
        if variant["mandatoryPawnPromotion"]:
            parts += [outside] if outside is not None else []
        else:
            parts.append(f"{self.stuck or 'nil'}")
        sheet.define("promote", parts, "On some squares pawns become other pieces.")
        return "promote"

    # --- other pieces ---------------------------------------------------------------------------------

    def going(self) -> None:
        """Define `going(t)`: a piece goes to a square that holds t and stays what it is, or is a pawn."""
        sheet, variant, pawns = self.sheet, self.sheet.variant, self.pawns
        promote = self.promote()
        special = {*pawns, *self.risers} if promote else set(self.risers)
        plain = [p for p in sheet.army.pieces if p not in special]
        stuck = f" {self.stuck}" if self.stuck else ""
        parts = []
        if plain and special:
            parts.append(f"[% is {union(plain)}] way(t){stuck}")
        elif plain:
            parts.append(f"way(t){stuck}")
        if promote:
            own = [p for p in pawns if p not in self.risers]
            test = f"[% is {union(own)}] " if own and len(own) < len(sheet.army.pieces) else ""
            if own:
                last = (
                    stuck
                    if self.stuck and variant["mandatoryPawnPromotion"] and not self._dies_in_zone()
                    else ""
                )
                parts.append(f"{test}way(t) promote{last}")
        if self.risers:
            parts += self._unpromoted(promote, stuck)
        sheet.define("going(t)", parts)
        self._rising()

    def _dies_in_zone(self) -> bool:
        """Are all dead ends of pawns squares on which they are promoted?"""
        for number, colour in enumerate(COLOURS):
            for piece in self.pawns:
                if not self.sheet.army.stuck(piece.kind, colour) <= self.zone[number]:
                    return False
        return True

    def _unpromoted(self, promote: str, stuck: str) -> list[str]:
        sheet, variant = self.sheet, self.sheet.variant
        group = union(self.risers)
        if not variant["mandatoryPiecePromotion"]:
            both = [p for p in self.risers if p in self.pawns] if promote else []
            others = [p for p in self.risers if p not in both]
            found = [f"[% is {union(others)}] way(t){stuck}"] if others else []
            return found + ([f"[% is {union(both)}] way(t) promote{stuck}"] if both else [])
        outside = sheet.inside("promotion_zone", self.zone, not_in=True)
        found = [f"[% is {group}] {outside} way(t) {outside}{stuck}"] if outside is not None else []
        if sheet.inside("promotion_zone", self.zone) is None:
            found = [f"[% is {group}] way(t){stuck}"]
        if variant["piecePromotionOnCapture"]:
            found.append(f"[% is {group}] way(t \\ piece){stuck}")
        for kind, limit in variant["promotionLimit"].items():
            those = [p for p in self.risers if sheet.army.raised.get(p.kind) == kind]
            if those and limit:
                full = at_least(sheet, sheet.army.of(kind), limit)
                found.append(f"{full} [% is {union(those)}] way(t){stuck}")
        return found

    def _rising(self) -> None:
        """Define `rising(t)`: a piece goes to a square that holds t and is promoted or demoted."""
        sheet, variant = self.sheet, self.sheet.variant
        inside = sheet.inside("promotion_zone", self.zone)
        changes: dict[str, list[str]] = {}
        for piece in self.risers:
            to = sheet.army.named("", piece.kind) if piece.kind in sheet.army.raised else None
            if to is not None:
                limit = variant["promotionLimit"].get(to.kind, 0)
                guard = fewer(sheet, sheet.army.of(to.kind), limit) + " " if limit else ""
                changes.setdefault(f"{guard}put({to.name})", []).append(piece.name)
            if variant["pieceDemotion"] and piece.base:
                down = sheet.army.named(piece.base)
                if down is not None:
                    changes.setdefault(f"put({down.name})", []).append(piece.name)
        if not changes or inside is None:
            self.risers = []
            return
        parts = [f"[% is {_names(names)}] {change}" for change, names in changes.items()]
        sheet.define("turn_over", parts, "Who begins or ends a move in the zone may be promoted.")
        target = "t \\ ." if variant["piecePromotionOnCapture"] else "t"
        if inside:
            sheet.define("rising(t)", f"({inside} way({target}) | way({target}) {inside}) turn_over")
        else:
            sheet.define("rising(t)", f"way({target}) turn_over")


def _names(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"({' | '.join(names)})"


class FirstMoves:
    """Double and triple steps, first moves of other pieces, and captures in passing."""

    def __init__(self, sheet: Sheet, arrivals: Arrivals) -> None:
        self.sheet, self.arrivals = sheet, arrivals
        self.jumps: dict[str, tuple[tuple[int, int], list[str], list[tuple[int, int]]]] = {}
        self.march = self._march()
        self.passing = self._passing() if self.jumps else ""
        sheet.jumped = self.jumps["jumped"][1][0] if "jumped" in self.jumps else ""

    def _march(self) -> str:
        sheet, variant = self.sheet, self.sheet.variant
        double, triple = variant.both("doubleStepRegion"), variant.both("tripleStepRegion")
        promote = " promote" if "promote" in sheet.definitions else ""
        found: list[str] = []
        pawn = sheet.army.named("pawn")
        if pawn is not None:
            tail = promote if pawn in self.arrivals.pawns else ""
            limit = self._limit("pawn")
            for name, region, squares in (("double_steps", double, 2), ("triple_steps", triple, 3)):
                test = sheet.inside(name, region)
                if test is not None:
                    mark = self._jump(
                        "pawn", (0, squares), pawn.name, [(0, -1 - n) for n in range(squares - 1)]
                    )
                    free = " + ".join(f"{'u' * n}." for n in range(1, squares + 1))
                    found.append(
                        f"[% is pawn] {test} (% + {free} -> . + {'u' * squares}%{mark}){limit}{tail}".replace(
                            "  ", " "
                        )
                    )
        for piece in sheet.army.pieces:
            firsts = [way for way in sheet.army.ways(piece.kind) if way.initial]
            quiet = [way for way in sheet.army.ways(piece.kind) if not way.initial and way.quiet]
            firsts = [way for way in firsts if not any(each.has(way) for each in quiet)]
            plain = {way.vector for way in quiet}
            test = sheet.inside("double_steps", double) if firsts else None
            if test is None:
                continue
            tail = promote if piece in self.arrivals.pawns else ""
            for way in sorted(firsts, key=lambda way: way.vector[::-1]):
                found.append(
                    self._first(piece, way, test, way.vector in plain) + self._limit(piece.kind) + tail
                )
        return sheet.define("march", found, "First moves.") if found else ""

    def _limit(self, kind: str) -> str:
        limit = mobility(self.sheet, kind)
        return f" {limit}" if limit else ""

    def _first(self, piece: IniPiece, way: BetzaWay, test: str, known: bool) -> str:
        if way.kind in ("leap", "lame"):
            between = self._between(way.vector)
            mark = "" if known else self._jump(piece.kind, way.vector, piece.name, between)
            lame = [f"{letters(square)}." for square in path(way.vector)] if way.kind == "lame" else []
            end = letters(way.vector)
            return f"[% is {piece.name}] {test} (% + {' + '.join([*lame, end + '.'])} -> . + {end}%{mark})"
        return f"[% is {piece.name}] {test} {text_of(way, '.')}"

    @staticmethod
    def _between(vector: tuple[int, int]) -> list[tuple[int, int]]:
        """The squares passed by a straight leap, as seen from where it ends."""
        x, y = vector
        steps = max(abs(x), abs(y))
        if x and y and abs(x) != abs(y):
            return []
        return [(-(x // steps) * n, -(y // steps) * n) for n in range(1, steps)]

    def _jump(self, kind: str, vector: tuple[int, int], name: str, passed: list[tuple[int, int]]) -> str:
        """The mark of a piece that may be taken in passing, "" if none can take it."""
        if not passed or not self._takers():
            return ""
        mark = {(0, 2): "jumped", (0, 3): "jumped_far"}.get(vector, f"jumped_{letters(vector)}")
        self.sheet.marks[mark] = "until next turn"
        _, names, _ = self.jumps.setdefault(mark, (vector, [], passed))
        if name not in names:
            names.append(name)
        return "^" + mark

    def _takers(self) -> list[tuple[IniPiece, list[BetzaWay]]]:
        """The pieces that take in passing, and how: where they take without being able to just go."""
        variant, found = self.sheet.variant, []
        kinds = {"pawn", *variant["enPassantTypesWhite"], *variant["enPassantTypesBlack"]}
        for piece in self.sheet.army.of(*kinds):
            ways = [way for way in self.sheet.army.ways(piece.kind) if not way.initial]
            quiet = {way.vector for way in ways if way.quiet}
            takes = [way for way in ways if way.takes and way.kind == "leap" and way.vector not in quiet]
            if takes:
                found.append((piece, takes))
        return found

    def _passing(self) -> str:
        sheet, variant, found = self.sheet, self.sheet.variant, list[str]()
        test = sheet.inside("passing_squares", variant.both("enPassantRegion"))
        if test is None:
            self.jumps.clear()
            return ""
        place = test.partition("[% ")[2].rstrip("]")
        guard = test.partition("[% ")[0].strip()
        mirror = -1 if sheet.army.symmetric else 1
        for mark, (_, names, passed) in self.jumps.items():
            for piece, takes in self._takers():
                sides = [piece.kind == "pawn" or piece.kind in variant["enPassantTypes" + c] for c in COLOURS]
                side = "" if all(sides) else sheet.as_side(sides[0]) + " "
                for x, y in passed:
                    # From the square that was passed to the piece, as the player sees it who takes.
                    away = (-x if mirror == -1 else x, y)
                    found += self._captures(
                        piece, takes, names, mark, away, place, f"{side}{guard} ".lstrip()
                    )
        return sheet.define("passing", found, "Captures in passing.") if found else ""

    @staticmethod
    def _captures(
        piece: IniPiece,
        takes: list[BetzaWay],
        names: list[str],
        mark: str,
        away: tuple[int, int],
        place: str,
        guard: str,
    ) -> list[str]:
        found = []
        victims = [IniPiece(name, "", "") for name in names]
        for way in takes:
            target, victim = way.vector, (way.vector[0] + away[0], way.vector[1] + away[1])
            there = letters(victim)
            if victim == (0, 0):
                continue  # that would be the piece that takes
            square = f"{letters(target)}." + (f" {place}" if place else "")
            found.append(
                f"{guard}[% is {piece.name}] (% + {square} + {there} {union(victims, True, '^' + mark)}"
                f" -> . + {there}. + {letters(target)}%)"
            )
        return found
