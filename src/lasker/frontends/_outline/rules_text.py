"""The rules text of a game in outline."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product

from lasker.frontends._outline.outline import LARGEST, Loss, Outline, PieceKind
from lasker.frontends._squares import Square, listed, square_name
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Span
from lasker.syntax import betza

MOST = 999  # pieces of a kind in a hand


def placed_rows(
    outline: Outline, placed: Mapping[Square, tuple[str, int]], letters: Mapping[str, str]
) -> str:
    """The rows of a FEN for pieces on squares."""
    rows = []
    for y in range(outline.size[1] - 1, -1, -1):
        row, run = "", 0
        for x in range(outline.size[0]):
            found = placed.get((x, y))
            if found is None and (x, y) not in outline.holes:
                run += 1
                continue
            letter = "*" if found is None else letters[found[0]]
            row += str(run or "") + (letter.lower() if found and found[1] else letter)
            run = 0
        rows.append(row + str(run or ""))
    return "/".join(rows)


class RulesText:
    """The parts of a rules text, put together."""

    def __init__(self, outline: Outline, place: Span) -> None:
        self.outline, self.place = outline, place
        self._check()
        self.passing = next((kind for kind in outline.kinds if _has(kind, "e")), None)
        self.castler, self.partner = self._castling()
        self.held = list(dict.fromkeys(kind.held_as for kind in outline.kinds if kind.held_as))
        if not outline.drops:
            self.held = []

    def _check(self) -> None:
        files, ranks = self.outline.size
        if not (1 <= files <= LARGEST and 1 <= ranks <= LARGEST):
            raise DeclarationError(
                f"a board of {files}x{ranks} is not read",
                span=self.place,
                remedy=f"boards have up to {LARGEST} files and ranks",
            )
        if not self.outline.kinds:
            raise DeclarationError("it has no pieces", span=self.place)
        if not self.outline.placed and not self.outline.hands:
            raise DeclarationError("nothing stands on the board at the start", span=self.place)

    # --- castling -------------------------------------------------------------------------------------

    def _castling(self) -> tuple[PieceKind | None, PieceKind | None]:
        """The kind that castles, and the kind in the corners of its rank that it castles with."""
        castlers = [kind for kind in self.outline.kinds if "O" in kind.betza]
        if not castlers:
            return None, None
        king, partners = castlers[0], set()
        for square, (name, player) in self.outline.placed.items():
            if name != king.name:
                continue
            row = [s for s, (_, who) in self.outline.placed.items() if s[1] == square[1] and who == player]
            for end in (min(row), max(row)):
                if end != square:
                    partners.add(self.outline.placed[end][0])
        if len(castlers) == 1 and len(partners) == 1:
            return king, self.outline.kind(partners.pop())
        for kind in castlers:
            kind.betza = _without_castling(kind.betza)
        why = "pieces of one kind have to stand at the ends of the rank of one king"
        self.outline.lost.append(Loss("castling", self.place, why))
        return None, None

    # --- the text -------------------------------------------------------------------------------------

    def text(self) -> str:
        """The whole text."""
        outline = self.outline
        board = f"board   {outline.size[0]}x{outline.size[1]}"
        if outline.holes:
            board += f" without {' '.join(square_name(square) for square in sorted(outline.holes))}"
        lines = ["lasker 1", f'game   "{_quoted(outline.title)}"', f'source "{_quoted(outline.source)}"']
        lines += [f'start  "{self._start()}"', f'fen    "{self._fields()}"', "", "players white black", board]
        width = max(len(kind.name) for kind in outline.kinds)
        for kind in outline.kinds:
            lower = kind.letter.lower()
            way = f" = {kind.betza}" if kind.betza else ""
            lines.append(f"piece   {kind.name:<{width}} '{kind.letter}' '{lower}'{way}")
        if self.castler:
            lines.append("mark    unmoved until moved            -- who may still castle")
        if self.passing:
            lines.append("mark    jumped until next turn         -- who may be taken in passing")
        lines += [f"counter {self._counter(name)} 0..{MOST} each" for name in self.held]
        lines += ["", *self._regions(), "", *self._moves(), "", *self._ends(), ""]
        return "\n".join(lines)

    def _fields(self) -> str:
        hand = ",".join(f"{name}={self._counter(name)}" for name in self.held)
        parts = ["board", f"hand:{hand}" if hand else "", "side:w:b"]
        if self.castler and self.partner:
            parts.append(f"castling:unmoved:{self.castler.name}:{self.partner.name}")
        else:
            parts.append("fixed:-")
        parts.append(f"passing:jumped:{self.passing.name}" if self.passing else "fixed:-")
        return " ".join(filter(None, [*parts, "fixed:0", "number"]))

    def _start(self) -> str:
        letters = {kind.name: kind.letter for kind in self.outline.kinds}
        rows = placed_rows(self.outline, self.outline.placed, letters)
        hand = ""
        if self.held:
            held = [
                (letters[name] if player == 0 else letters[name].lower()) * number
                for (name, player), number in self.outline.hands.items()
            ]
            hand = f"[{''.join(held)}]"
        return f"{rows}{hand} w {self._rights() if self.castler else '-'} - 0 1"

    def _rights(self) -> str:
        assert self.castler
        assert self.partner
        rights = ""
        for player, letters in enumerate(("KQ", "kq")):
            kings = [s for s, found in self.outline.placed.items() if found == (self.castler.name, player)]
            rooks = [s for s, found in self.outline.placed.items() if found == (self.partner.name, player)]
            for king in kings[:1]:
                beside = [x for x, y in rooks if y == king[1]]
                rights += letters[0] if any(x > king[0] for x in beside) else ""
                rights += letters[1] if any(x < king[0] for x in beside) else ""
        return rights or "-"

    def _counter(self, name: str) -> str:
        return f"held_{name}"

    def _regions(self) -> list[str]:
        outline, found = self.outline, []
        for kind in outline.kinds:
            if _has(kind, "i") and not (kind is self.castler and not _has_besides_castling(kind, "i")):
                homes = [
                    {square for square, placed in outline.placed.items() if placed == (kind.name, player)}
                    for player in (0, 1)
                ]
                found += self._region(f"{kind.name} home", homes[0], homes[1])
        if any(kind.promotes for kind in outline.kinds):
            found += self._region("zone", *outline.zones)
        if outline.goal_kinds:
            found += self._region("goal", *outline.goal)
        return found

    def _region(self, name: str, white: set[Square], black: set[Square]) -> list[str]:
        files, ranks = self.outline.size
        board = set(product(range(files), range(ranks))) - self.outline.holes
        return [
            f"region {name} of {who} = {listed(part & board, board) or 'nowhere'}"
            for who, part in zip(("white", "black"), (white, black), strict=True)
        ]

    def _moves(self) -> list[str]:
        outline = self.outline
        view = "rotated" if outline.rotated else "flipped"
        royal = [kind for kind in outline.kinds if kind.royal]
        lines = [f"view    = {view}"]
        safe = ""
        if royal:
            kings = " | ".join(f"C {kind.name}" for kind in royal)
            lines += [
                "strikes(t) = %friend: way(t)",
                f"check   = [view strikes({kings})]",
                f"safe    = ![view strikes({kings})]",
            ]
            safe = " safe"
        lines += self._promotion()
        going = "going" if any(kind.promotes for kind in outline.kinds) else "way"
        if self.held:
            lines += self._hands(going)
            return [*lines, f"move    = (walking | drops){safe}"]
        return [*lines, f"move    = (%friend: ({going}(.) | {going}(enemy))){safe}"]

    def _promotion(self) -> list[str]:
        """What becomes of pieces in the zone: obliged or not, and also on leaving it or not."""
        kinds = [kind for kind in self.outline.kinds if kind.promotes]
        if not kinds:
            return []
        lines = []
        ways = {
            "arriving": [k for k in kinds if not k.leaving],
            "passing_by": [k for k in kinds if k.leaving],
        }
        for name, group in ways.items():
            parts = [f"(% is {kind.name} -> {' | '.join(kind.promotes)})" for kind in group]
            parts += [f"[% is {kind.name}]" for kind in group if not kind.obliged]
            lines += [f"{name} = {' | '.join(parts)}"] if group else []
        arrive = " try([% in zone] arriving)" if ways["arriving"] else ""
        if not ways["passing_by"]:
            return [*lines, f"going(t) = way(t){arrive}"]
        leave = f"[% in zone] way(t) try(passing_by){arrive}"
        enter = f"[% not in zone] way(t) try([% in zone] passing_by){arrive}"
        return [*lines, f"going(t) = {leave} | {enter}"]

    def _hands(self, going: str) -> list[str]:
        outline = self.outline
        seizes = []
        for name in self.held:
            taken = " | ".join(f"C {kind.name}" for kind in outline.kinds if kind.held_as == name)
            seizes.append(f"seize({taken}, {self._counter(name)})")
        gone = " | ".join(f"C {kind.name}" for kind in outline.kinds if not kind.held_as)
        if gone:
            seizes.append(f"(%friend: {going}({gone}))")
        drops = " | ".join(f"drop({name}, {self._counter(name)})" for name in self.held)
        return [
            f"seize(t, n) = (%friend: {going}(t)) n += 1",
            f"walking = (%friend: {going}(.)) | {' | '.join(seizes)}",
            "drop(t, n) = n -= 1 put(t)",
            f"drops   = %.: {drops}",
        ]

    def _ends(self) -> list[str]:
        outline, lines = self.outline, []
        if outline.goal_kinds:
            kinds = " | ".join(f"C {name}" for name in outline.goal_kinds)
            lines.append(f'end "the goal is reached" lost: [view [{kinds.replace("C ", "")} in goal]]')
        if outline.capture_all:
            lines.append('end "all pieces are taken" lost: ![friend]')
        if any(kind.royal for kind in outline.kinds):
            lines.append('end "checkmate" lost: check ![move]')
        lines.append(f'end "stalemate" {outline.stalemate}: ![move]')
        return lines


def _quoted(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _has(kind: PieceKind, letter: str) -> bool:
    return letter in "".join(c for c in kind.betza if c.islower())


def _has_besides_castling(kind: PieceKind, letter: str) -> bool:
    return letter in "".join(c for c in _without_castling(kind.betza) if c.islower())


def _without_castling(text: str) -> str:
    return re.sub(r"[a-z]*O[0-9]*", "", text)


def checked_betza(text: str, place: Span, start: int) -> str:
    """Betza notation that can be read; an error has its place in the file."""
    try:
        betza.read(text)
    except LaskerError as error:
        if error.span is not None and error.span.source.text == text:
            error.span = Span(place.source, start + error.span.start, start + error.span.end)
        else:
            error.span = place
        raise
    return text
