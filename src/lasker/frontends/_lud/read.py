"""Reading a game of Ludii: what is understood becomes an outline, everything else is listed as lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from lasker.frontends._lud.moves import EXTRAS, PIECES, Unread, movement
from lasker.frontends._outline.expressions import DEEPEST, MOST, Expression, filled, read
from lasker.frontends._outline.outline import LARGEST, Loss, Outline, PieceKind, letter_for, word_for
from lasker.frontends._squares import Square, square_at
from lasker.kernel.errors import LimitError, ParseError
from lasker.kernel.source import Source, Span

SHOWN = "it tells what the program shows; the rules do not depend on it"
EACH = {"each": (0, 1), "p1": (0,), "p2": (1,)}


class LudReader:
    """A file while it is read."""

    def __init__(self, source: Source) -> None:
        expressions = read(source)
        self.defined = {
            each.items[1].word: each.items[2:]
            for each in expressions
            if each.head == "define" and len(each.items) > 2
        }
        self._count = 0
        games = [each for each in expressions if each.head == "game"]
        if not games:
            raise ParseError(
                "there is no game in this file", span=Span(source, 0, 0), remedy='write (game "Name" …)'
            )
        self.game = self._expanded(games[0])
        title = self.game.items[1].word if len(self.game.items) > 1 else Path(source.name).stem
        self.outline = Outline(title, f"A game of Ludii: {Path(source.name).name}.")
        self.names: dict[str, str] = {}
        self.regions: dict[tuple[str, int], set[Square]] = {}
        for each in expressions:
            if each.head not in ("define", "game"):
                reason = SHOWN if each.head == "metadata" else "only definitions and one game are read"
                self._lose(each.head or str(each), each, reason)

    def _lose(self, what: str, place: Expression, reason: str) -> None:
        self.outline.lost.append(Loss(what if len(what) < 80 else what[:77] + "…", place.place, reason))

    def _expanded(self, item: Expression, depth: int = 0) -> Expression:
        """An expression in which names that the file defines are replaced by what they stand for."""
        self._count += 1
        if depth > DEEPEST or self._count > MOST:
            raise LimitError("definitions are expanded without end", span=item.place)
        if not item.is_list:
            body = self.defined.get(item.word) if item.bracket == '"' else None
            return self._expanded(filled(body[0], {}, item.place), depth + 1) if body else item
        first = item.items[0] if item.items else None
        if first is not None and first.bracket == '"' and first.word in self.defined:
            given = {f"#{n}": each for n, each in enumerate(item.items[1:], start=1)}
            body = self.defined[first.word]
            return self._expanded(filled(body[0], given, item.place), depth + 1)
        items = tuple(self._expanded(each, depth + 1) for each in item.items)
        return Expression("", items, item.place, item.bracket)

    def read(self) -> Outline:
        """The game in outline."""
        for part in self.game.items[2:]:
            if part.head == "players":
                self._players(part)
            elif part.head not in ("equipment", "rules"):
                self._lose(part.head or str(part), part, "this part of a game is not read")
        equipment = next(self.game.find("equipment"), None)
        rules = next(self.game.find("rules"), None)
        if equipment is None or rules is None:
            raise ParseError("a game has (equipment …) and (rules …)", span=self.game.place)
        items = _listed(equipment)
        self._board(items, equipment)
        for item in items:
            if item.head == "regions":
                self._region(item)
        self.pieces = [item for item in items if _piece_name(item)]
        for item in self.pieces:
            self._piece(item)
        for item in items:
            if item.head not in ("board", "regions") and item not in self.pieces:
                self._lose(item.head or str(item), item, "this part of the equipment is not read")
        self._rules(rules)
        self._promotions(rules)
        return self.outline

    def _players(self, part: Expression) -> None:
        count = part.items[1] if len(part.items) > 1 else part
        number = sum(item.head == "player" for item in count.items) if count.is_list else count.word
        if str(number) != "2":
            raise ParseError(
                f"it is a game for {number} players, and games for two are read", span=part.place
            )

    # --- board and pieces -----------------------------------------------------------------------------

    def _board(self, items: list[Expression], equipment: Expression) -> None:
        board = next((item for item in items if item.head == "board"), None)
        shape = board.items[1] if board is not None and len(board.items) > 1 else None
        if board is None or shape is None:
            raise ParseError("the game has no board", span=equipment.place, remedy="write (board (square 8))")
        numbers = [int(item.word[:3]) for item in shape.rest if item.word.isdecimal()]
        if shape.head == "square" and len(numbers) == 1 == len(shape.rest):
            size = (numbers[0], numbers[0])
        elif shape.head == "rectangle" and len(numbers) == 2 == len(shape.rest):
            size = (numbers[1], numbers[0])
        else:
            raise ParseError(
                f"the board {shape} is not read",
                span=shape.place,
                remedy="boards are read that are (square N) or (rectangle ROWS COLUMNS)",
            )
        if max(size) > LARGEST or min(size) < 1:
            raise ParseError(f"boards have up to {LARGEST} files and ranks", span=shape.place)
        self.outline.size = size
        for rest in board.items[2:]:
            self._lose(f"{rest.head or rest} of the board", rest, "this part of a board is not read")

    def _region(self, item: Expression) -> None:
        name = next((each.word for each in item.rest if each.bracket == '"'), "")
        players = next((EACH[w.word.lower()] for w in item.rest if w.word.lower() in EACH), (0, 1))
        place = next((each for each in item.rest if each.is_list), None)
        squares = self._squares(place) if place is not None else None
        if squares is None:
            self._lose(f"the region {name}".rstrip(), item, "its squares are not understood")
            return
        for player in players:
            self.regions.setdefault((name, player), set()).update(squares)

    def _squares(self, item: Expression) -> set[Square] | None:
        """The squares that an expression names; None if it is not understood."""
        files, ranks = self.outline.size
        if not item.is_list:
            square = square_at(item.word.lower())
            return {square} if square and self.outline.on_board(square) else None
        words = [each.word.lower() for each in item.items]
        if item.bracket == "{" or (
            words[:1] == ["sites"] and item.items[1:2] and item.items[1].bracket == "{"
        ):
            parts = item.items if item.bracket == "{" else item.items[1].items
            found = [self._squares(part) for part in parts]
            return set().union(*(part for part in found if part)) if all(found) else None
        if words[:1] == ["union"] and len(words) > 1:
            found = [self._squares(part) for part in item.rest]
            return set().union(*(part for part in found if part)) if all(found) else None
        if words[:1] == ["expand"] and len(words) == 2:
            inner = self._squares(item.items[1])
            return inner and {
                (x + a, y + b)
                for x, y in inner
                for a in (-1, 0, 1)
                for b in (-1, 0, 1)
                if self.outline.on_board((x + a, y + b))
            }
        number = int(words[2][:3]) if len(words) == 3 and words[2].isdecimal() else -1
        rows = {"top": ranks - 1, "bottom": 0, "row": number}
        columns = {"left": 0, "right": files - 1, "column": number}
        kind = words[1] if words[:1] == ["sites"] and len(words) > 1 else ""
        if 0 <= rows.get(kind, -1) < ranks:
            return {(x, rows[kind]) for x in range(files)}
        if 0 <= columns.get(kind, -1) < files:
            return {(columns[kind], y) for y in range(ranks)}
        return None

    def _piece(self, item: Expression) -> None:
        name, outline = _piece_name(item), self.outline
        word = word_for(name, {kind.name for kind in outline.kinds})
        letter = letter_for("", name, {kind.letter for kind in outline.kinds})
        kind = PieceKind(word, letter, "")
        self.names[name.lower()] = word
        outline.kinds.append(kind)
        known = item.items[0].word.lower() if item.items[0].bracket == '"' else ""
        if known in PIECES:
            kind.betza = PIECES[known]
            for each in item.items[2:]:
                self._extra(kind, each)
            return
        parts = [each for each in item.items[2:] if each.word.lower() not in (*EACH, "shared", "n", "s")]
        if any(each.word.lower() in ("p1", "p2", "shared") for each in item.items):
            self._lose(f"the owner of {name}", item, "every kind belongs to both players here")
        consequences: list[Expression] = []
        for part in parts:
            try:
                kind.betza += movement(part, consequences)
            except Unread as unread:
                told = str(part)
                what = f"a move of {name}: {told if len(told) < 50 else told[:47] + '…'}"
                self._lose(what, unread.place, unread.reason)
        for each in consequences:
            if "promot" not in str(each).lower():
                self._lose(f"then, of a move of {name}", each, "consequences of moves are not read")

    def _extra(self, kind: PieceKind, part: Expression) -> None:
        """What stands behind a piece of chess: first steps of pawns, and things that are not read."""
        for word in part.words():
            kind.betza += EXTRAS.get(word.lower(), "")
        for each in _texts(part):
            if each.word.lower() not in EXTRAS and "promotion" not in each.word.lower():
                self._lose(f"{each.word} of {kind.name}", each, "it is not understood here")
        if part.is_list and not any(True for _ in _texts(part)):
            self._lose(f"{part.head or part} of {kind.name}", part, "it is not understood here")

    # --- rules ----------------------------------------------------------------------------------------

    def _rules(self, rules: Expression) -> None:
        for part in rules.rest:
            if part.head == "start":
                for item in [
                    i for each in part.rest for i in (each.items if each.bracket == "{" else (each,))
                ]:
                    self._placed(item)
            elif part.head == "play":
                self._play(part)
            elif part.head == "end":
                for item in [
                    i for each in part.rest for i in (each.items if each.bracket == "{" else (each,))
                ]:
                    self._end(item)
            else:
                self._lose(part.head or str(part), part, "this part of the rules is not read")

    def _placed(self, item: Expression) -> None:
        found = (
            re.fullmatch(r"(.+?)([12])", item.items[1].word) if item.head == "place" and item.rest else None
        )
        name = self.names.get(found[1].lower()) if found else None
        places = [each for each in item.items[2:] if not each.word.endswith(":")]
        if found is None or name is None or not places:
            self._lose(str(item), item, "this part of the start is not understood")
            return
        for place in places:
            squares = self._squares(place)
            if squares is None:
                self._lose(str(item), place, "these squares are not understood")
            for square in squares or ():
                self.outline.placed[square] = (name, int(found[2]) - 1)

    def _play(self, part: Expression) -> None:
        for item in part.rest:
            text = str(item).lower()
            if text == "(foreach piece)" or (item.head == "do" and "(foreach piece)" in text):
                continue
            self._lose(
                "play", item, "every turn is one move of one piece here; other rules of turns are not read"
            )

    def _end(self, item: Expression) -> None:
        """Take in one end of the game."""
        first, outline = item.items[0] if item.items else item, self.outline
        name = first.word.lower() if first.bracket == '"' else ""
        if name == "checkmate" and len(item.items) > 1:
            kind = outline.kind(self.names.get(item.items[1].word.lower(), ""))
            if kind is not None:
                kind.royal = True
                return
        told = " ".join(str(item).lower().split())
        ends = {
            "(if (no moves next) (result mover win))": "lost",
            "(if (no moves mover) (result next win))": "lost",
            "(if (no moves next) (result mover draw))": "drawn",
            "(if (no moves mover) (result mover draw))": "drawn",
            "(if (no moves next) (result next win))": "won",
        }
        if told in ends or name in ("blockwin", "stalemate"):
            outline.stalemate = ends.get(told, "lost" if name == "blockwin" else "drawn")
        elif told == "(if (no pieces next) (result mover win))" or name == "captureall":
            outline.capture_all = True
        elif told == "(if (is in (last to) (sites mover)) (result mover win))" and self.regions:
            outline.goal_kinds = [kind.name for kind in outline.kinds]
            for player in (0, 1):
                outline.goal[player].update(self.regions.get(("", player), set()))
        else:
            self._lose("end", item, "this end is not understood")

    def _promotions(self, rules: Expression) -> None:
        """Pieces whose moves speak of a region called Promotion become what the rules offer."""
        offers = [each for each in _inside(rules) if each.head == "promote" or _is_promotion(each)]
        offers += [each for piece in self.pieces for each in _inside(piece) if each.head == "promote"]
        choice = [
            self.names[word.lower()] for each in offers for word in each.words() if word.lower() in self.names
        ]
        if not offers:
            return
        files, ranks = self.outline.size
        usual = ({(x, ranks - 1) for x in range(files)}, {(x, 0) for x in range(files)})
        zones = tuple(self.regions.get(("Promotion", player)) or usual[player] for player in (0, 1))
        self.outline.zones = (zones[0], zones[1])
        for piece, kind in zip(self.pieces, self.outline.kinds, strict=True):
            if "promotion" in str(piece).lower() or any(each.head == "promote" for each in _inside(piece)):
                kind.promotes = [name for name in dict.fromkeys(choice) if name != kind.name]
        if not any(kind.promotes for kind in self.outline.kinds):
            self._lose("promotion", offers[0], "which pieces are promoted is not understood")


def _listed(part: Expression) -> list[Expression]:
    """What follows the head of a list, one by one or in curly brackets."""
    return [item for each in part.rest for item in (each.items if each.bracket == "{" else (each,))]


def _piece_name(item: Expression) -> str:
    """The name of a piece: of `(piece "Rook" …)`, or of Ludii's `("ChessRook" "Rook")`."""
    first = item.items[0] if item.items else item
    usual = first.bracket == '"' and first.word.lower() in PIECES
    if (item.head == "piece" or usual) and len(item.items) > 1 and item.items[1].bracket == '"':
        return item.items[1].word
    return ""


def _is_promotion(item: Expression) -> bool:
    return item.head == "move" and len(item.items) > 1 and item.items[1].word.lower() == "promote"


def _inside(item: Expression) -> Iterator[Expression]:
    yield item
    for each in item.items:
        yield from _inside(each)


def _texts(item: Expression) -> Iterator[Expression]:
    return (each for each in _inside(item) if each.bracket == '"')


def outline_of(source: Source) -> Outline:
    """The game of a file."""
    return LudReader(source).read()
