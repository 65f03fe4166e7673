"""Reading an Interactive Diagram: options `files=8`, and pieces `name:letter:Betza:picture:squares`."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lasker.frontends._diagram.known import APPEARANCE, LOOKS, PIECES, RULES
from lasker.frontends._outline.outline import LARGEST, Loss, Outline, PieceKind, letter_for, word_for
from lasker.frontends._outline.rules_text import checked_betza
from lasker.frontends._squares import Square
from lasker.kernel.errors import ParseError, Problems
from lasker.kernel.source import Source, Span

OPTION = re.compile(r"[ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*=[ \t]*(.*?)[ \t]*")
STALEMATE = {"draw": "drawn", "win": "won", "loss": "lost", "lose": "lost"}  # for who has no move
SYMMETRIES = ("mirror", "rotate", "none")
HOLE = "hole"  # the name on a line of squares that the board lacks
FIELDS = 6  # of a line about a piece: name, letter, moves, picture, squares of each player
SEVERAL = re.compile(r"([A-Za-z][A-Za-z0-9]*)=(\S*)")  # on one line, without blanks in them
SEVERAL_ALONE = re.compile(rf"[ \t]*{SEVERAL.pattern}([ \t]+{SEVERAL.pattern})+[ \t]*")
TAG = re.compile(r"<[^>]*>")


@dataclass
class DiagramPiece:
    """A line about a piece."""

    fields: list[str]
    spans: list[Span]
    kind: PieceKind | None = None

    def get(self, number: int) -> str:
        """A field; empty where the line is shorter."""
        return self.fields[number].strip() if number < len(self.fields) else ""


@dataclass
class DiagramReader:
    """A diagram while it is read."""

    source: Source
    options: dict[str, tuple[str, Span]] = field(default_factory=dict)
    pieces: list[DiagramPiece] = field(default_factory=list)
    problems: Problems = field(default_factory=Problems)
    first: int = 1  # the number of the first rank
    mirrors: bool = True  # are squares of the second player those of the first, seen from the other side?

    def outline(self) -> Outline:
        """The game in outline; all that is wrong is told at once."""
        for line in _lines(self.source):
            with self.problems.gathered():
                self._line(line)
        stem = Path(self.source.name).stem
        outline = Outline(stem, f"An Interactive Diagram: {Path(self.source.name).name}.")
        with self.problems.gathered():
            self._board(outline)
        for piece in sorted(self.pieces, key=lambda piece: piece.get(0).lower() != HOLE):
            with self.problems.gathered():
                self._piece(outline, piece)
        self.problems.settle()
        for step in (self._royal, self._promotion, self._rest):
            with self.problems.gathered():
                step(outline)
        self.problems.settle()
        return outline

    def _line(self, line: Span) -> None:
        text = self.source.text[line.start : line.end]
        several = list(SEVERAL.finditer(text)) if SEVERAL_ALONE.fullmatch(text) else []
        if found := several or [each for each in [OPTION.fullmatch(text)] if each]:
            for option in found:
                place = Span(self.source, line.start + option.start(2), line.start + option.end(2))
                self.options[option[1].lower()] = (option[2], place)
            return
        if ":" not in text:
            raise ParseError(
                "this is no line of an Interactive Diagram",
                span=line,
                remedy="write name=value, or name:letter:moves:picture:squares",
            )
        fields, spans, at = text.split(":"), [], line.start
        for each in fields:
            spans.append(Span(self.source, at, at + len(each)))
            at += len(each) + 1
        if len(fields) > FIELDS:
            raise ParseError(f"a piece has {FIELDS} fields, and this has {len(fields)}", span=spans[FIELDS])
        self.pieces.append(DiagramPiece(fields, spans))

    def _number(self, name: str, usual: int, least: int, most: int) -> int:
        if name not in self.options:
            return usual
        text, place = self.options.pop(name)
        if not re.fullmatch("-?[0-9]{1,3}", text) or not least <= int(text) <= most:
            raise ParseError(f"{name} is a number from {least} to {most}", span=place)
        return int(text)

    def _board(self, outline: Outline) -> None:
        files = self._number("files", 8, 1, LARGEST)
        outline.size = (files, self._number("ranks", files, 1, LARGEST))
        self.first = self._number("firstrank", 1, 0, 1)
        if "symmetry" in self.options:
            text, place = self.options.pop("symmetry")
            if text not in SYMMETRIES:
                raise ParseError(f"symmetry is one of {', '.join(SYMMETRIES)}", span=place)
            outline.rotated = text == "rotate"
            self.mirrors = text != "none"

    # --- pieces ---------------------------------------------------------------------------------------

    def _squares(self, outline: Outline, piece: DiagramPiece, number: int) -> Iterator[Square]:
        """The squares of a field: `a1,h1` and `a2-h2`."""
        at = piece.spans[number].start if number < len(piece.spans) else 0
        for part in piece.fields[number].split(",") if number < len(piece.fields) else ():
            span, text = Span(self.source, at, at + len(part)), part.strip()
            at += len(part) + 1
            if not text:
                continue
            ends, begin = [], span.start
            for each in part.split("-"):
                ends.append(self._square(outline, each, Span(self.source, begin, begin + len(each))))
                begin += len(each) + 1
            if len(ends) > 2:
                raise ParseError(f"{text} are no squares", span=span, remedy="write a2-h2 or a2,h2")
            (x, y), (to_x, to_y) = ends[0], ends[-1]
            for file in range(min(x, to_x), max(x, to_x) + 1):
                for rank in range(min(y, to_y), max(y, to_y) + 1):
                    yield file, rank

    def _square(self, outline: Outline, text: str, span: Span) -> Square:
        found = re.fullmatch(r"\s*([a-z])([0-9]{1,2})\s*", text)
        square = (ord(found[1]) - 97, int(found[2]) - self.first) if found else (-1, -1)
        if not (0 <= square[0] < outline.size[0] and 0 <= square[1] < outline.size[1]):
            raise ParseError(f"{text.strip()[:20]!r} is no square of this board", span=span)
        return square

    def _piece(self, outline: Outline, piece: DiagramPiece) -> None:
        if piece.get(0).lower() == HOLE:
            outline.holes |= {square for number in (4, 5) for square in self._squares(outline, piece, number)}
            return
        used = {kind.name for kind in outline.kinds}
        letters = {kind.letter for kind in outline.kinds}
        name = word_for(piece.get(0), used)
        letter = letter_for(piece.get(1), piece.get(0), letters)
        if piece.get(1) and piece.get(1).upper() != letter:
            outline.lost.append(
                Loss(f"the letter {piece.get(1)}", piece.spans[1], f"{name} is called {letter} here")
            )
        betza = piece.get(2)
        if not betza:
            if piece.get(0).lower() not in PIECES:
                raise ParseError(
                    f"how {piece.get(0) or 'this piece'} moves is not said",
                    span=piece.spans[0],
                    remedy="write it in Betza notation: name:letter:moves:picture:squares",
                )
            betza = PIECES[piece.get(0).lower()]
        else:
            checked_betza(betza, piece.spans[2], piece.spans[2].start + piece.fields[2].index(betza))
        piece.kind = PieceKind(name, letter, betza)
        outline.kinds.append(piece.kind)
        if piece.get(3) and piece.get(3).casefold() != piece.get(0).casefold():
            outline.lost.append(Loss(f"the picture {piece.get(3)}", piece.spans[3], LOOKS))
        self._place(outline, piece, name)

    def _place(self, outline: Outline, piece: DiagramPiece, name: str) -> None:
        black = piece.get(5)
        if re.fullmatch("[0-9]+", black):  # a number of pieces in hand
            outline.hands[name, 0] = outline.hands[name, 1] = int(black[:3])
            black = ""
        own = [(square, 0) for square in self._squares(outline, piece, 4)]
        other = [(square, 1) for square in self._squares(outline, piece, 5)] if black else []
        if not black and self.mirrors:
            other = [(outline.seen_by_other(square), 1) for square, _ in own]
        for square, player in (*own, *other):
            if square in outline.holes or square in outline.placed:
                there = "a hole" if square in outline.holes else "another piece"
                raise ParseError(f"{name} stands on {there}", span=piece.spans[4])
            outline.placed[square] = (name, player)

    # --- options --------------------------------------------------------------------------------------

    def _royal(self, outline: Outline) -> None:
        text, place = self.options.pop("royal", ("", Span(self.source, 0, 0)))
        kinds = outline.kinds
        words = [word for word in re.split(r"[\s,]+", text) if word]
        if not words:  # the king, if there is one, or else the last piece
            named = [kind for kind in kinds if kind.name == "king"]
            for kind in named or kinds[-1:]:
                kind.royal = True
        for word in words:
            numbered = int(word) - 1 if re.fullmatch("[0-9]{1,2}", word) else -1
            found = kinds[numbered] if 0 <= numbered < len(kinds) else None
            found = found or next((kind for kind in kinds if kind.letter == word), None)
            if found is None:
                raise ParseError(f"royal: there is no piece {word[:20]}", span=place)
            found.royal = True

    def _promotion(self, outline: Outline) -> None:
        depth = self._number("promozone", 1, 0, outline.size[1])
        kinds, (files, ranks) = outline.kinds, outline.size
        most = self._number("maxpromote", 1, 0, len(kinds))
        at = self.options.get("promooffset", ("", Span(self.source, 0, 0)))[1]
        offset = self._number("promooffset", 0, 0, len(kinds) - 1)
        choice, place = self.options.pop("promochoice", ("", Span(self.source, 0, 0)))
        outline.zones = (
            {(x, y) for x in range(files) for y in range(ranks - depth, ranks)},
            {(x, y) for x in range(files) for y in range(depth)},
        )
        if offset:
            for number, kind in enumerate(kinds[:most], start=offset):
                raised = kinds[number if number < len(kinds) else offset]  # as the diagram does
                kind.promotes, kind.obliged, kind.leaving = [raised.name], False, True
                raised.held_as = kind.name
            why = "a piece that could never move on is not obliged to be promoted"
            outline.lost.append(Loss("promoOffset", at, why))
            return
        names = self._choices(outline, choice, place)
        for kind in kinds[:most] if depth else ():
            kind.promotes = [name for name in names if name != kind.name]

    def _choices(self, outline: Outline, text: str, place: Span) -> list[str]:
        letters = {kind.letter: kind.name for kind in outline.kinds}
        if not text:
            standing = {name for name, _ in outline.placed.values()}
            return [k.name for k in outline.kinds[1:] if not k.royal and k.name in standing]
        unknown = [letter for letter in text if letter.upper() not in letters and letter != ","]
        if unknown:
            raise ParseError(
                f"promoChoice: no piece has the letter {unknown[0]!r}",
                span=place,
                remedy=f"the letters are {''.join(letters)}",
            )
        return list(dict.fromkeys(letters[letter.upper()] for letter in text if letter != ","))

    def _rest(self, outline: Outline) -> None:
        if "stalemate" in self.options:
            text, place = self.options.pop("stalemate")
            if text.lower() not in STALEMATE:
                raise ParseError(f"stalemate is one of {', '.join(STALEMATE)}", span=place)
            outline.stalemate = STALEMATE[text.lower()]
        if self._number("holdingstype", 0, -99, 99) or outline.hands:
            outline.drops = True
            for kind in outline.kinds:
                kind.held_as = "" if kind.royal else kind.held_as or kind.name
        for name, (_, place) in self.options.items():
            why = LOOKS if name in APPEARANCE else RULES.get(name, "no such option is known here")
            outline.lost.append(Loss(name, place, why))


def _lines(source: Source) -> Iterator[Span]:
    """The lines that say something; of a page in HTML only those of the diagram."""
    text, begin, stop = source.text, 0, len(source.text)
    inside = re.search(r"<[^>]*class=[\"']?idiagram[^>]*>", text)
    if inside:
        begin, end = inside.end(), re.search(r"</\s*div", text[inside.end() :], re.IGNORECASE)
        stop = begin + end.start() if end else stop
    for found in re.finditer(r"[^\r\n]+", text[begin:stop]):
        start, end_at = begin + found.start(), begin + found.end()
        line = found.group()
        if line.strip() and not line.lstrip().startswith(("//", "<")):
            yield Span(
                source,
                start,
                start + len(TAG.sub("", html.unescape(line)).rstrip()) if "<" in line else end_at,
            )


def outline_of(source: Source) -> Outline:
    """The game that a diagram shows."""
    return DiagramReader(source).outline()
