"""A whole turn of a variant: captures, quiet moves and drops, what is obligatory, and what follows."""

from __future__ import annotations

from lasker.frontends._ini import castling, effects
from lasker.frontends._ini import move_counting as counting
from lasker.frontends._ini.army import IniPiece, union
from lasker.frontends._ini.betza import letters
from lasker.frontends._ini.drops import Hands
from lasker.frontends._ini.moves import Arrivals, FirstMoves
from lasker.frontends._ini.option_table import ALL, COLOURS
from lasker.frontends._ini.piece_counts import fewer, many
from lasker.frontends._ini.rules_text import Sheet
from lasker.frontends._ini.variant import AFTER_A_MOVE

MANY = 300  # alternatives of a capture, beyond which what is taken is chosen first


class MoveDefinition:
    """The definition of `move`, and of everything that it is put together of."""

    def __init__(
        self, sheet: Sheet, arrivals: Arrivals, firsts: FirstMoves, castle: str, hands: Hands, safe: str
    ) -> None:
        self.sheet, self.arrivals, self.firsts = sheet, arrivals, firsts
        self.castle, self.hands, self.safe = castle, hands, safe
        variant, army = sheet.variant, sheet.army
        self.king = union(army.royal, enemy=True) if army.royal else ""
        clock = bool(variant["nMoveRule"])
        if clock:
            sheet.counters["quiet"] = "0..10000 unkeyed"
        resets = (
            {kind for colour in COLOURS for kind in variant["nMoveRuleTypes" + colour]} if clock else set()
        )
        self.slow = [p for p in army.pieces if p.kind in resets]
        self.tick, self.reset = (" quiet += 1", " quiet := 0") if clock else ("", "")
        self.wall = "" if variant["wallOrMove"] else effects.walls(sheet)
        self.gate = effects.gates(sheet, hands)
        self.rises = "rising(t)" in sheet.definitions

    def write(self) -> None:
        """Define `captures`, `quiets`, `drops` and `move`."""
        sheet, variant = self.sheet, self.sheet.variant
        captures, quiets = self._captures(), self._quiets()
        sheet.define("captures", captures)
        sheet.define("quiets", quiets)
        no_check = f" ![strikes({self.king})]" if not variant["dropChecks"] and self.king else ""
        drops = [f"({drop}){self.reset}" for drop in self._drops(no_check)]
        if drops:
            sheet.define("drops", drops)
        last = f" {self.safe}" if self.safe and not self._walls_shield() else ""
        last += f" ![strikes({self.king})]" if not variant["checking"] and self.king else ""
        text = self._obliged(last, bool(drops))
        text = self._passes(text, last)
        if variant["checkCounting"] and self.king:
            most = max(1, *map(int, (sheet.start.checks or "1+1").split("+")))
            sheet.counters["left"] = f"0..{most} from {most} each"
            sheet.define("count", f"if [strikes({self.king})] then left -= 1 else nil")
            text = f"({text}) count"
        if counting.is_counted(sheet):
            text = f"({text}) moved := 1"
        sheet.define("move", text)

    def _walls_shield(self) -> bool:
        return bool(self.wall) and not self.sheet.army.royal

    # --- moves of pieces ------------------------------------------------------------------------------

    def _moved(self, pieces: list[IniPiece], way: str, after: str = "") -> str:
        """Pieces go their way; then what follows on the board."""
        group = "friend" if len(pieces) == len(self.sheet.army.pieces) else union(pieces)
        home = "%home @: " if "@home" in self.wall else ""
        text = f"(%({group}): {home}{way}{self._wall()}{after}{self._after_wall()})"
        if self.gate:
            text = f"({text} | (%(({group})^gate): %home @: {way}{after} {self.safe}{self.gate}))"
        return text

    def _wall(self) -> str:
        """A wall after a move, before anything blows up; a king must be safe without it."""
        before = f" {self.safe}" if self.wall and self.safe and not self._walls_shield() else ""
        return before + self.wall

    def _after_wall(self) -> str:
        """Walls shield pseudo-royal pieces from check."""
        return f" {self.safe}" if self._walls_shield() and self.safe else ""

    def _captures(self) -> list[str]:
        sheet, variant, army = self.sheet, self.sheet.variant, self.sheet.army
        follow = effects.captures(sheet)
        turned = effects.flips(sheet, drop=False)
        found: list[str] = []
        friends = army.pieces
        immune = army.of(*variant["mutuallyImmuneTypes"])
        ways = ["going({})", *(["rising({})"] if self.rises else [])]
        taken = self._taken(len(friends) * (2 * len(ways) - 1))
        groups = [([piece], f" \\ C {piece.name}") for piece in immune]
        groups += [([p for p in friends if p not in immune], "")]
        for target, counter, event in counting.targets(sheet, taken):
            before = "doom " if counter == "doom" else ""
            after = (f" {counter} += 1" if counter not in ("", "doom") else "") + event
            for group, spared in groups:
                aim = f"(({target}){spared})" if spared else target
                for way in ways:
                    texts = self._capture(group, way.format(aim), follow, turned)
                    found += [f"{before}{text}{after}" for text in texts]
        if self.firsts.passing:
            held = self.hands.kinds.get(self._passed()) if variant["capturesToHand"] else None
            takers = [p for p in friends if f"[% is {p.name}]" in sheet.definitions["passing"][0]]
            found.append(self._moved(takers, "passing", follow + turned) + (f" {held} += 1" if held else ""))
            found[-1] += counting.told(sheet, counting.PAWN_TAKEN)
        if variant["makpongRule"] and army.royal:
            found = [
                text.replace("going(enemy)", "(![% is king] going(enemy) | [% is king] bold)")
                for text in found
            ]
            self._bold()
        return [text + self.reset for text in found]

    def _taken(self, times: int) -> list[tuple[str, str]]:
        """What can be taken, and the counter of its hand, or `doom` where there are too many."""
        held = self.hands.captures() if self.hands.kinds and self.sheet.variant["capturesToHand"] else []
        if not held:
            return [("enemy", "")]
        if len(held) * times > MANY:
            self.sheet.marks["doomed"] = "until end"
            doom = [f"({target} -> same^doomed) {counter} += 1" for target, counter in held if counter]
            doom += [f"({target} -> same^doomed)" for target, counter in held if not counter]
            self.sheet.define("doom", doom, "What will be taken, and the hand that it goes to.")
            return [("enemy^doomed", "doom")]
        return held

    def _capture(self, group: list[IniPiece], way: str, follow: str, turned: str) -> list[str]:
        """Captures of some pieces; who is promoted by taking is so before anything else happens to it."""
        if not follow or way.startswith("rising"):
            return [self._moved(group, way, follow + turned)] if group else []
        changing = [p for p in group if p in self.arrivals.pawns and "promote" in self.sheet.definitions]
        plain = [p for p in group if p not in changing]
        found = [self._moved(plain, way, follow)] if plain else []
        if changing:
            self.sheet.marks["fuse"] = "until end"
            taken = f"(%{_bound(changing)}: {way} (@ -> @^fuse){self._wall()})"
            found.append(f"({taken} (each %(friend^fuse):{follow}){self._after_wall()})")
        return found

    def _bold(self) -> None:
        """A king in check may only take who gives it."""
        ways = [way for way in self.sheet.army.ways("king") if way.takes and not way.initial]
        parts = [
            f"[(@ + {m} enemy -> {m}.) safe] take({m}, enemy)"
            for m in (letters(way.vector) for way in sorted(ways))
        ]
        self.sheet.define(
            "bold",
            f"![check] going(enemy) | [check] ({' | '.join(parts)})",
            "A king in check takes the checker.",
        )

    def _passed(self) -> str:
        return next((piece.kind for piece in self.sheet.army.pieces if piece.name == self.sheet.jumped), "")

    def _quiets(self) -> list[str]:
        sheet, variant, army = self.sheet, self.sheet.variant, self.sheet.army
        turned = effects.flips(sheet, drop=False)
        fast = [p for p in army.pieces if p not in self.slow]
        found: list[str] = []
        if variant["makpongRule"] and army.royal:
            found.append(f"![check] {self._moved(army.royal, 'going(.)')}{self.tick}")
            fast = [p for p in fast if p not in army.royal]
        if fast:
            found.append(self._moved(fast, "going(.)", turned) + self.tick)
        if self.slow:
            found.append(self._moved(self.slow, "going(.)", turned) + self.reset)
        if self.rises and not variant["piecePromotionOnCapture"]:
            clock = self.reset if not variant["pieceDemotion"] else self.tick
            found.append(self._moved(army.pieces, "rising(.)", turned) + clock)
        if self.firsts.march:
            marchers = [p for p in army.pieces if f"[% is {p.name}]" in sheet.definitions["march"][0]]
            found.append(self._moved(marchers, "march", turned) + self.reset)
        if self.castle:
            wall = "" if "@home" in self.wall else self._wall()  # else it is part of castling
            found.append(f"castle{wall}{self._after_wall()}{self.tick}")
        if self.castle and self.gate:
            held = {
                p.name: self.hands.kinds[p.kind]
                for p in army.pieces
                if p.kind in self.hands.kinds and not p.base
            }
            found += [f"({text}){self.tick}" for text in castling.gated(sheet, held, self.safe)]
        if variant["sittuyinPromotion"]:
            found += self._sittuyin()
        if variant["cambodianMoves"] and variant["gating"]:
            found += self._cambodian()
        if variant["wallOrMove"]:
            wall = effects.walls(sheet)
            if wall and variant["wallingRule"] not in AFTER_A_MOVE:
                found.append(f"{wall.strip()}{self.tick}")
        return found

    def _sittuyin(self) -> list[str]:
        """A pawn on a square of promotion, or the last one anywhere, becomes another piece and may go."""
        sheet, variant = self.sheet, self.sheet.variant
        pawns = sheet.army.of("pawn")
        inside = sheet.inside("promotion_zone", variant.both("promotionRegion"))
        if not pawns:
            return []
        parts = []
        for kind in dict.fromkeys(
            [*variant["promotionPieceTypesWhite"], *variant["promotionPieceTypesBlack"]]
        ):
            piece, limit = sheet.army.named(kind), variant["promotionLimit"].get(kind, 0)
            if piece is None:
                continue
            guard = fewer(sheet, sheet.army.of(kind), limit) + " " if limit else ""
            parts.append(f"{guard}put({piece.name}) (nil | way(.)) ![way(enemy)]")
        where = f"({inside or 'nil'} | {fewer(sheet, pawns, 2)})"
        quiet = f" ![strikes({self.king})]" if self.king else ""
        choice, event = " | ".join(parts), counting.told(sheet, counting.PROMOTION)
        return [f"(%{_bound(pawns)}: {where} ({choice}){quiet}){event}{self.reset}"] if parts else []

    def _cambodian(self) -> list[str]:
        """Kings and fers leap once, as long as they have not moved."""
        army, found = self.sheet.army, list[str]()
        if army.royal:
            found.append(f"![check] (%((king)^gate): both(take(urr, .))){self.tick}")
        if fers := army.of("fers"):
            found.append(f"(%(({union(fers)})^gate): take(uu, .)){self.tick}")
        return found

    # --- drops, and what is obligatory ----------------------------------------------------------------

    def _drops(self, check: str) -> list[str]:
        sheet, variant = self.sheet, self.sheet.variant
        test = effects.enclosing(sheet)
        if test is None:
            return []
        turned = effects.flips(sheet, drop=True)
        found = []
        for drop in self.hands.drops(check):
            head, body = drop.split(": ", 1)
            bishops = self._bishops(body) if variant["dropOppositeColoredBishop"] else ""
            found.append(f"{head}: {test + ' ' if test else ''}{body}{turned}{bishops}")
        return found

    def _bishops(self, body: str) -> str:
        """Bishops are dropped on squares of both colours, and others leave room for that."""
        sheet = self.sheet
        bishop = sheet.army.named("bishop")
        if bishop is None:
            return ""
        letter = sheet.variant.letters["bishop"]
        number = max(
            (*sheet.start.board.values(), *sheet.start.hand).count(each) for each in (letter, letter.upper())
        )
        dark = frozenset((x, y) for x, y in sheet.board if (x + y) % 2 == 0)
        white, black = sheet.variant.both("dropRegion")
        sheet.region("dark_squares", dark, dark)
        if "put(bishop" in body:
            limit = (number + 1) // 2 + 1
            tests = [many(sheet, f"(bishop {where} dark_squares)", limit) for where in ("in", "not in")]
            return "".join(f" !{test}" for test in tests)
        sheet.region("room", white & sheet.board, black & sheet.board)
        return "".join(
            f" {many(sheet, f'(bishop {where} dark_squares | . in room {where} dark_squares)', number // 2)}"
            for where in ("in", "not in")
        )

    def _obliged(self, last: str, drops: bool) -> str:
        """Captures or drops that go before everything else."""
        variant = self.sheet.variant
        rest = "(quiets | drops)" if drops else "quiets"
        every = "(captures | quiets | drops)" if drops else "(captures | quiets)"
        if variant["mustDrop"] and drops:
            kind = variant["mustDropType"]
            others = f"(quiets | captures){last}"
            if kind in (ALL, ""):
                return f"drops{last} // {others}"
            held = self.hands.kinds.get(kind)
            if held:
                own = [d for d in self._drops("") if f"{held} -= 1" in d]
                self.sheet.define("first_drops", [f"({drop}){self.reset}" for drop in own])
                return f"[{held} >= 1] (first_drops{last} // {others}) | [{held} = 0] {every}{last}"
        if variant["mustCapture"]:
            return f"captures{last} // {rest}{last}"
        return f"{every}{last}"

    def _passes(self, text: str, last: str) -> str:
        """Passing, where it is allowed: always, or when there is no other move."""
        sheet, variant = self.sheet, self.sheet.variant
        may = [variant["pass" + colour] for colour in COLOURS]
        must = [variant["passOnStalemate" + colour] for colour in COLOURS]
        facing = ""
        if variant["bikjangRule"] and sheet.army.royal:
            sheet.define("facing", f"[%king: all4(ride(u, {self.king}))]", "Do the kings face each other?")
            facing = "facing"
        if not any(may) and not any(must):
            return text
        sheet.facts["pass"] = "a player may pass"
        sheet.counters["passes"] = "0..2"
        passing = f"[passes < 2] passes += 1{self.tick}{last}"
        if facing:
            free = f"[passes < 2] passes += 1{self.tick}"
            text = f"![{facing}] ({text}) passes := 0 | [{facing}] ({text}) ![{facing}] passes := 0"
            own = f"[{facing}] {free} | ![{facing}] {passing}"
        else:
            text, own = f"({text}) passes := 0", passing
        sheet.define("moving", text)
        sides: list[str | None] = []
        for number in range(2):
            if must[number]:
                sides.append(f"![moving] {f'({own})' if ' | ' in own else own}")
            else:
                sides.append(own if may[number] else None)
        return f"moving | {sheet.sided(sides[0], sides[1])}"


def _bound(pieces: list[IniPiece]) -> str:
    return f"({union(pieces)})"
