"""Castling: from the squares of the start to the files that the options say."""

from __future__ import annotations

from lasker.frontends._ini.army import IniPiece, union
from lasker.frontends._ini.betza import letters
from lasker.frontends._ini.option_table import COLOURS
from lasker.frontends._ini.rules_text import Sheet
from lasker.frontends._squares import square_name
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Right:
    """One castling: files of king and rook before and after, and the rank."""

    colour: str
    king: int
    rook: int
    king_to: int
    rook_to: int
    rank: int

    @property
    def short(self) -> bool:
        """Is it on the king's side, towards the last file?"""
        return self.rook > self.king

    @property
    def letter(self) -> str:
        """Its letter in FEN."""
        letter = "K" if self.short else "Q"
        return letter if self.colour == COLOURS[0] else letter.lower()


def rights(sheet: Sheet) -> list[Right]:
    """The castlings that may ever happen: those of the start, or all where kings and rooks are dropped."""
    variant, found = sheet.variant, list[Right]()
    if not variant["castling"]:
        return found
    wanted = "KQkq" if variant["castlingDroppedPiece"] else sheet.start.rights
    for letter in dict.fromkeys(wanted.replace("-", "")):
        colour = COLOURS[letter.islower()]
        rank = (
            variant["castlingRank"] if colour == COLOURS[0] else variant["maxRank"] - variant["castlingRank"]
        )
        king = _king(sheet, colour, rank)
        rook = _rook(sheet, colour, rank, letter.lower())
        if king is None or rook is None or rook == king:
            continue
        to = variant["castlingKingsideFile" if rook > king else "castlingQueensideFile"]
        right = Right(colour, king, rook, to, to + (-1 if rook > king else 1), rank)
        if right not in found:
            found.append(right)
    return found


def _stands(sheet: Sheet, kinds: tuple[str, ...], colour: str, file: int, rank: int) -> bool:
    cell = sheet.start.board.get((file, rank), "")
    names = {sheet.variant.letters[kind] for kind in kinds if kind in sheet.variant.letters}
    return bool(cell) and cell.islower() == (colour == COLOURS[1]) and cell.lower() in names


def _king(sheet: Sheet, colour: str, rank: int) -> int | None:
    kind = (sheet.variant["castlingKingPiece" + colour],)
    if kind[0] not in sheet.variant.letters:
        return None
    files = [x for x in range(sheet.variant.size[0]) if _stands(sheet, kind, colour, x, rank)]
    if len(files) == 1:
        return files[0]
    usual = sheet.variant["castlingKingFile"]
    return usual if usual in files or sheet.variant["castlingDroppedPiece"] else None


def _rook(sheet: Sheet, colour: str, rank: int, letter: str) -> int | None:
    kinds, last = sheet.variant["castlingRookPieces" + colour], sheet.variant["maxFile"]
    if sheet.variant["castlingDroppedPiece"]:
        return {"k": last, "q": 0}.get(letter)
    if letter == "k":
        order = range(min(sheet.variant["castlingRookKingsideFile"], last), -1, -1)
    elif letter == "q":
        order = range(sheet.variant["castlingRookQueensideFile"], last + 1)
    else:
        order = range(ord(letter) - 97, ord(letter) - 96)
    return next((x for x in order if _stands(sheet, kinds, colour, x, rank)), None)


def write(sheet: Sheet, safe: str, wall: str) -> str:
    """Define `castle`; "" if nobody can. `wall` puts a wall where the king was, at the cursor `home`."""
    found, wins = rights(sheet), sheet.variant["castlingWins"]
    for right in found:
        if right.letter in wins:
            sheet.marks[f"castled_{right.letter.lower()}"] = "until next turn"
    texts: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    squares: dict[str, set[tuple[int, int]]] = {colour: set() for colour in COLOURS}
    for right in sorted(found, key=lambda right: (right.colour, not right.short)):
        turn = -1 if right.colour == COLOURS[1] and not sheet.army.symmetric else 1
        kinds = sheet.variant["castlingRookPieces" + right.colour]
        for rook in sheet.army.of(*kinds, base=False):
            won = f" (@ -> @^castled_{right.letter.lower()})" if right.letter in wins else ""
            texts[right.colour].append(_text(right, rook, turn, safe) + won)
        squares[right.colour].add((right.king, right.rank))
    if not any(texts.values()):
        return ""
    sheet.marks["unmoved"] = "until moved"
    two = [_castle(sheet, colour, texts[colour], safe, wall) for colour in COLOURS]
    white, black = (frozenset(squares[colour]) for colour in COLOURS)
    sheet.region("castling_square", white or black, black or white)
    text = sheet.sided(two[0], two[1])
    assert text is not None
    sheet.define("castle", text, "The king goes to one side, and the rook beside him.")
    return "castle"


def field(sheet: Sheet) -> tuple[str, str]:
    """The field of FEN for rights, and what it is at the start: squares where the usual letters do not do."""
    variant, found = sheet.variant, rights(sheet)
    kings = {variant["castlingKingPiece" + right.colour] for right in found}
    rooks = {kind for colour in COLOURS for kind in variant["castlingRookPieces" + colour]}
    names = [sheet.army.of(*group, base=False) for group in (kings, rooks)]
    if all(len(group) == 1 for group in names):
        usual = "".join(each for each in sheet.start.rights if each in "KQkq" or not variant["gating"])
        return f"castling:unmoved:{names[0][0].name}:{names[1][0].name}", usual or "-"
    told = [r for r in found if not variant["castlingDroppedPiece"] or r.letter in sheet.start.rights]
    squares = [(r.king, r.rank) for r in told] + [(r.rook, r.rank) for r in told]
    return "marked:unmoved", "+".join(square_name(square) for square in sorted(set(squares))) or "-"


def gated(sheet: Sheet, entering: dict[str, str], safe: str) -> list[str]:
    """Castling after which a piece enters where king or rook has left; `entering` gives the counters."""
    texts: dict[str, list[str]] = {colour: [] for colour in COLOURS}
    for right in rights(sheet):
        turn = -1 if right.colour == COLOURS[1] and not sheet.army.symmetric else 1
        king = sheet.army.named(sheet.variant["castlingKingPiece" + right.colour])
        for rook in sheet.army.of(*sheet.variant["castlingRookPieces" + right.colour], base=False):
            body = _text(right, rook, turn, safe)
            for left, owner in ((right.king, "king"), (right.rook, "rook")):
                if left in (right.king_to, right.rook_to) or king is None:
                    continue
                there = letters(((left - right.king_to) * turn, 0))
                start = f"{king.name}^unmoved" + ("^gate" if owner == "king" else "")
                own = body if owner == "king" else body.replace("^unmoved]", "^unmoved^gate]")
                for name, counter in entering.items():
                    texts[right.colour].append(
                        f"(%({start}) in castling_square: {safe} {own} {safe} {counter} -= 1"
                        f" (% + {there}. -> {there} {name}))"
                    )
    both = [" | ".join(texts[colour]) or None for colour in COLOURS]
    found = sheet.sided(both[0], both[1])
    return [found] if found else []


def _castle(sheet: Sheet, colour: str, texts: list[str], safe: str, wall: str) -> str | None:
    king = sheet.army.named(sheet.variant["castlingKingPiece" + colour])
    if not texts or king is None:
        return None
    choice = texts[0] if len(texts) == 1 else f"(\n    {chr(10).join(['', '  | ']).join(texts)})"
    before = f"{safe} " if safe else ""
    home, after = ("%home @: ", f" {before}{wall}") if wall else ("", "")
    return f"(%({king.name}^unmoved) in castling_square: {home}{before}{choice}{after})"


def _text(right: Right, rook: IniPiece, turn: int, safe: str) -> str:
    """The moves of king and rook, the cursor on the king."""

    def at(file: int) -> str:
        return letters(((file - right.king) * turn, 0))

    files = {right.king, right.king_to, right.rook, right.rook_to}
    way = [
        x
        for x in range(min(files), max(files) + 1)
        if x not in (right.king, right.rook)
        and (_within(x, right.king, right.king_to) or _within(x, right.rook, right.rook_to))
    ]
    free = "".join(f" + {at(x)}." for x in way)
    test = f"[%{free} + {at(right.rook)} {rook.name}^unmoved]"
    one = 1 if right.king_to > right.king else -1
    path = range(right.king + one, right.king_to + one, one) if right.king_to != right.king else range(0)
    if right.rook not in path and right.king_to != right.king:
        step = f"step({letters((one * turn, 0))})"
        walk = (f" {safe} " if safe else " ").join([step] * len(path))

        def now(file: int) -> str:
            return letters(((file - right.king_to) * turn, 0))

        here, there = now(right.rook), now(right.rook_to)
        after = f"{here} {rook.name}^-unmoved" if here == there else f"{here}. + {there} {rook.name}"
        return f"{test} {walk} (% + {here} {rook.name} -> {after})"
    tests = [
        f"[(% + {at(x)}. -> . + {at(x)}%) {safe}]"
        for x in path
        if safe and x not in (right.rook, right.king_to)
    ]
    ending = {right.king: ".", right.rook: "."} | {right.king_to: "%", right.rook_to: f" {rook.name}"}
    end = " + ".join(f"{at(x)}{what}" for x, what in ending.items())
    return " ".join([test, *tests, f"(% + {at(right.rook)} {rook.name} -> {end})"])


def _within(x: int, a: int, b: int) -> bool:
    return min(a, b) <= x <= max(a, b)


def dropped(sheet: Sheet, piece: IniPiece) -> str:
    """The mark with which a king or a rook is dropped, if castling may follow."""
    kinds = {kind for colour in COLOURS for kind in sheet.variant["castlingRookPieces" + colour]}
    kinds |= {sheet.variant["castlingKingPiece" + colour] for colour in COLOURS}
    return union([piece], mark="^unmoved") if piece.kind in kinds else piece.name
