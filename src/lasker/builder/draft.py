"""A rules file to begin with: a picture of the start, a table of pieces, and how newcomers go."""

from __future__ import annotations

import re
from dataclasses import replace

from lasker.builder.placement import Row, fitted, left_out, rows_of
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem
from lasker.kernel.source import Source, Span
from lasker.play import library
from lasker.play.game import Game
from lasker.space.space import LatticeSpace, file_name
from lasker.syntax import betza
from lasker.syntax.betza import ways
from lasker.syntax.betza.layer import WAY, surroundings
from lasker.syntax.betza.reader import read_at

NEWCOMER = re.compile(r"\s*([A-Za-z])\s*=\s*(\S+)((?:\s+\w+)*)\s*")
SIZE = re.compile(r"([1-9][0-9]?)[x×]([1-9][0-9]?)")
SMALLEST, LARGEST = 4, 26  # ranks and files: castled kings, camps and the letters of files need so many
WIDE = 120  # characters in a line
FIELDS = {"side": "side to move", "passing": "en passant", "number": "move number", "plies": "ply number"}


@dataclass(frozen=True)
class Newcomer:
    """A piece that a new game adds: its letter, its name, and how it goes.

    >>> piece = Newcomer.read("A=BN archbishop")
    >>> piece.letter, piece.name, str(piece.goes)
    ('A', 'archbishop', 'BN')
    """

    letter: str
    name: str
    goes: betza.Betza

    @classmethod
    def read(cls, text: str) -> Newcomer:
        """Read `A=BN archbishop`: a letter, Betza notation, and a name unless the letter is to be one."""
        source = Source(text, "<piece>")
        found = NEWCOMER.fullmatch(text)
        if found is None:
            raise DeclarationError(
                "this is no piece",
                span=Span(source, 0, len(text)),
                remedy="write a letter, how it goes in Betza notation, and a name: 'A=BN archbishop'",
            )
        goes = read_at(Span(source, *found.span(2)))
        letter = found[1].upper()
        return cls(letter, "_".join(found[3].lower().split()) or f"piece_{letter.lower()}", goes)


def size(text: str) -> tuple[int, int]:
    """The files and ranks of `10x8`."""
    found = SIZE.fullmatch(text.strip())
    sizes = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(SMALLEST <= each <= LARGEST for each in sizes):
        raise DeclarationError(
            f"{text!r} is no board to start from",
            remedy=f"give its files and ranks, each from {SMALLEST} to {LARGEST}, for example 10x8",
        )
    return sizes


class Draft:
    """The text of a new game, made from another one."""

    def __init__(
        self, title: str, base: str, board: tuple[int, int] | None, newcomers: list[Newcomer]
    ) -> None:
        self.title, self.base, self.newcomers = title, library.canonical(base), newcomers
        self.model = library.model(self.base)
        self._refuse_strangers()
        words = self.model.start.split() or [""]
        self.fields = words[1:]
        drawn, _, hand = words[0].partition("[")
        self.hand = f"[{hand}" if hand else ""
        space = self.model.space
        plain = isinstance(space, LatticeSpace) and space.compass.name == "square" and not space.gluings
        self.left_out: list[str] = []  # the letters of pieces that the board has no room for
        self.rows: list[Row] = rows_of(drawn) if plain and drawn else []
        self.board = board if board != (len(self.rows[0]) if self.rows else 0, len(self.rows)) else None
        if self.board and not ("template" in self.model.rules.declared.facts and self.rows):
            raise DeclarationError(
                f"{self.base} is made for its own board",
                remedy=f"leave --from out to start from {library.template()}, which is made for any",
            )
        if self.rows and (self.board or newcomers):
            width, height = board or (len(self.rows[0]), len(self.rows))
            letters = {piece.letter: piece.letter.lower() for piece in newcomers}
            before, self.rows = self.rows, fitted(self.rows, width, height, letters)
            self.left_out = left_out(before, self.rows)
            if self.board or self._castlers(before) != self._castlers(self.rows):
                self.fields = self._fields("-")
                self.fields = self._fields(self._castling())

    def _refuse_strangers(self) -> None:
        if not self.newcomers:
            return
        rules, letters = self.model.rules, set[str]()
        function = rules.definitions.get(WAY)
        fits = function is not None and len(function.parameters) == 1 and len(self.model.players) == 2
        if not fits:
            raise DeclarationError(
                f"{self.base} does not say in one place how its pieces go",
                remedy=f"add pieces to a game of two that defines {WAY}(t), such as {library.template()}",
            )
        for piece in self.newcomers:
            for taken in (piece.letter, piece.letter.lower()):
                if rules.vocabulary.knows(taken) or taken in letters:
                    raise NameProblem(
                        f"{taken} is the letter of another piece", remedy="choose another letter"
                    )
            if rules.find(piece.name) is not None or not _is_name(piece.name):
                raise NameProblem(f"{piece.name} cannot be the name of a piece", remedy="choose another name")
            letters |= {piece.letter, piece.letter.lower()}

    def _fields(self, castling: str) -> list[str]:
        """What stands behind the board in the start, with other castling rights where the game has any."""
        kinds = [field.split(":")[0] for field in self.model.fen_fields]
        kinds = [kind for kind in kinds if kind not in {"board", "hand", "promoted"}]
        return [
            castling if kind == "castling" else word for kind, word in zip(kinds, self.fields, strict=False)
        ]

    def _castlers(self, rows: list[Row]) -> list[Row]:
        """The rows with nothing but the kings of both and the rooks of the first player on them."""
        described = [field.split(":")[2:] for field in self.model.fen_fields if field.startswith("castling:")]
        king, rook = described[0] if described else ("", "")
        kept = {
            piece.letter
            for piece in self.model.rules.vocabulary.pieces
            if piece.name == king or (piece.name == rook and piece.owner == 0)
        }
        return [[each if each in kept else "." for each in row] for row in rows]

    def _castling(self) -> str:
        """The castling rights that mean something: with kings and rooks alone they allow one more move."""
        if self.rows[0] != [piece.lower() for piece in self.rows[-1]]:
            return "-"
        bare = ["".join(row) for row in self._castlers(self.rows)]
        game, counts = self.game(), dict[str, int]()
        for right in ("-", "K", "Q"):
            try:
                counts[right] = len(game.position(_fen(bare, self._fields(right))).moves)
            except LaskerError:  # there is no rook on that side
                counts[right] = 0
        rights = "".join(right for right in "KQ" if counts[right] > counts["-"])
        return rights + rights.lower() or "-"

    def game(self) -> Game:
        """The game as the text has it, read as any other."""
        source = Source(self.text(), f"{self.title}.rules")
        return Game(library.model_of(source), self.title)

    # --- the text -------------------------------------------------------------------------------------

    def text(self) -> str:
        """The rules file."""
        parts = [self._facts(), self._start(), self._table(), self._homes(), self._ways(), self._advice()]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _facts(self) -> str:
        about = f"{library.title(self.base)}, with changes of my own."
        return f'lasker 1\nextends "{self.base}"\ngame   "{self.title}"\nabout  "{about}"\nsource "My own."'

    def _start(self) -> str:
        board = f"board  {self.board[0]}x{self.board[1]}" if self.board else ""
        if not self.rows:
            return board
        lines = ["".join(row) for row in self.rows]
        lines[-1] = " ".join([lines[-1] + self.hand, *self.fields])
        fields = ", ".join(_in_words(field) for field in self.model.fen_fields if field != "board")
        picture = "\n       ".join(f'"{line}"' for line in lines)
        return (
            "-- The start, drawn row by row from the top: a letter is a piece, a dot an empty square.\n"
            f"-- After the last row come the fields of FEN: {fields}.\n"
            f"start  {picture}" + f"\n{board}" * bool(board)
        )

    def _table(self) -> str:
        names = list(dict.fromkeys(piece.name for piece in self.model.rules.vocabulary.pieces))
        width = max(len(name) for name in [*names, *(piece.name for piece in self.newcomers)])
        lines = ["-- The pieces: name, sign and letter for each player. Signs may be left out."]
        for name in names:
            same = [piece for piece in self.model.rules.vocabulary.pieces if piece.name == name]
            signs = [piece.glyph for piece in same if [p.glyph for p in same] != [p.letter for p in same]]
            letters = [f"'{piece.letter}'" for piece in same]
            lines.append(" ".join([f"piece  {name:<{width}}", *signs, *letters]))
        for piece in self.newcomers:
            shown = f"piece  {piece.name:<{width}} '{piece.letter}' '{piece.letter.lower()}'"
            described = f"{shown}  -- {piece.goes}: {piece.goes.words()}"
            lines.append(described if len(described) < WIDE else f"{shown}  -- {piece.goes}")
        return "\n".join(lines)

    def _homes(self) -> str:
        """The first squares of newcomers that go from there as from nowhere else."""
        lines = []
        for piece in self.newcomers:
            if not piece.goes.initial:
                continue
            for player, letter in zip(self.model.players, (piece.letter, piece.letter.lower()), strict=True):
                squares = [
                    f"{file_name(x)}{len(self.rows) - y}"
                    for y, row in enumerate(self.rows)
                    for x, held in enumerate(row)
                    if held == letter
                ]
                if not squares:
                    raise DeclarationError(
                        f"the {piece.name} finds no place in the start of {self.base}",
                        remedy=f"leave i out of {piece.goes}, or draw the start yourself",
                    )
                lines.append(f"region {piece.name} home of {player} = {', '.join(squares)}")
        return (
            "\n".join(
                ["-- The squares on which a newcomer may make the moves that are for the beginning.", *lines]
            )
            if lines
            else ""
        )

    def _ways(self) -> str:
        if not self.newcomers:
            return ""
        [parameter] = self.model.rules.definitions[WAY].parameters
        lines = [
            f"-- How a piece, `%`, goes to a square that holds {parameter}: to nothing, or to an enemy.",
            f"-- `super` is how those of {self.base} go; u d l r are up, down, left, right, as in uur.",
            f"{WAY}({parameter}) = super({parameter})",
        ]
        width = max(len(piece.name) for piece in self.newcomers)
        around = surroundings(self.model.space, " ".join(self.model.fen_fields))
        if self.board:
            around = replace(around, files=self.board[0], longest=max(self.board))
        for piece in self.newcomers:
            front = f"       | {f'[% is {piece.name}]':<{width + 7}} "
            found = ways(piece.goes, parameter, f"{piece.name} home", around)
            whole = f"({' | '.join(found)})" if len(found) > 1 else found[0]
            if len(front + whole) >= WIDE:
                whole = "( " + f"\n{' ' * len(front)}| ".join(found) + " )"
            lines.append(front + whole)
        return "\n".join(lines)

    def _advice(self) -> str:
        return (
            f"-- Any definition of {self.base} can be written anew here; `super` means the old one.\n"
            f"-- `lasker show {self.base} --rules` lists them all."
        )


def _in_words(field: str) -> str:
    """What a field of FEN holds.

    >>> _in_words("side:w:b"), _in_words("counter:quiet"), _in_words("castling:unmoved:king:rook")
    ('side to move', 'counter quiet', 'castling')
    """
    name, _, option = field.partition(":")
    return f"{name} {option}" if name in ("counter", "counts") else FIELDS.get(name, name)


def _is_name(text: str) -> bool:
    """May a piece be called so? Some words are taken by the language."""
    from lasker.syntax.parse import parse_lines  # imported late: few drafts add pieces

    try:
        return bool(parse_lines(Source(f"x = {text}\npiece {text} ♙"))) and text.isidentifier()
    except LaskerError:
        return False


def _fen(rows: list[str], fields: list[str]) -> str:
    board = re.sub(r"\.+", lambda dots: str(len(dots.group())), "/".join(rows))
    return " ".join([board, *fields])
