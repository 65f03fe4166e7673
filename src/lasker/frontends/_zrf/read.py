"""Reading a game of Zillions: what is understood becomes an outline, everything else is listed as lost."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from lasker.frontends._outline.expressions import Expression, Macros, read
from lasker.frontends._outline.outline import LARGEST, Loss, Outline, PieceKind, letter_for, word_for
from lasker.frontends._outline.ways import Vector, notation
from lasker.frontends._squares import Square
from lasker.frontends._zrf.moves import Moves
from lasker.kernel.errors import ParseError
from lasker.kernel.source import Source, Span

SHOWN = "it tells what the program shows or plays aloud; the rules do not depend on it"
_APPEARANCE = """
description history strategy help image open move-sound release-sound capture-sound drop-sound music
click-sound opening solution win-sound loss-sound draw-sound change-sound notation version title players
turn-order board board-setup piece animate-captures animate-drops include-off-pieces show-moves-list
name default
"""
APPEARANCE = frozenset(_APPEARANCE.split())
TURNS = 2


@dataclass
class ZrfBoard:
    """A grid: its squares by their names, its directions, its zones."""

    size: tuple[int, int] = (0, 0)
    squares: dict[str, Square] = field(default_factory=dict)
    directions: dict[str, Vector] = field(default_factory=dict)
    zones: dict[str, dict[str, set[Square]]] = field(default_factory=dict)
    holes: set[Square] = field(default_factory=set)


class ZrfReader:
    """A file while it is read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        expressions = read(source)
        macros = Macros(expressions)
        games = [each for each in expressions if each.head == "game"]
        if not games:
            raise ParseError(
                "there is no game in this file", span=Span(source, 0, 0), remedy="write (game (title …) …)"
            )
        self.game = Expression("", macros.expanded(games[0].items), games[0].place, "(")
        title = self._text(self.game, "title") or Path(source.name).stem
        self.outline = Outline(title, f"A game of Zillions: {Path(source.name).name}.")
        self.lost = self.outline.lost
        for each in expressions:
            if each.head == "variant":
                name = self._text(each, "title") or "without title"
                self._lose(f"the variant {name}", each, "only the first game of a file is read")
            elif each.head not in ("define", "version", "game"):
                self._lose(f"{each.head or each}", each, "only macros, games and variants are read")
        self.names: dict[str, str] = {}  # of kinds, by their names in the file
        self.players = ["White", "Black"]

    def _lose(self, what: str, place: Expression, reason: str) -> None:
        self.lost.append(Loss(what if len(what) < 80 else what[:77] + "…", place.place, reason))

    def _text(self, expression: Expression, head: str) -> str:
        found = next(expression.find(head), None)
        return found.items[1].word if found and len(found.items) > 1 else ""

    def read(self) -> Outline:
        """The game in outline."""
        self._players()
        self.board = self._board()
        outline = self.outline
        outline.size, outline.holes = self.board.size, self.board.holes
        pieces = [(self._text(each, "name"), each) for each in self.game.find("piece")]
        for name, each in pieces:
            if not name or name.lower() in self.names:
                raise ParseError("a piece needs a name of its own", span=each.place, remedy="write (name …)")
            word = word_for(name, {kind.name for kind in outline.kinds})
            letter = letter_for("", name, {kind.letter for kind in outline.kinds})
            self.names[name.lower()] = word
            outline.kinds.append(PieceKind(word, letter, ""))
        self._set_up()
        for (_, each), kind in zip(pieces, outline.kinds, strict=True):
            self._piece(each, kind)
        self._conditions()
        self._rest()
        return outline

    # --- players and board ----------------------------------------------------------------------------

    def _players(self) -> None:
        found = next(self.game.find("players"), None)
        if found is not None:
            self.players = [item.word for item in found.rest]
        if len(self.players) != TURNS:
            raise ParseError(
                f"it is a game for {len(self.players)} players, and games for two are read",
                span=(found or self.game).place,
            )
        order = next(self.game.find("turn-order"), None)
        if order is not None and [item.word for item in order.rest] != self.players:
            self._lose("turn-order", order, "the players take turns here, the first one first")

    def _board(self) -> ZrfBoard:
        found = next(self.game.find("board"), None)
        grid = next(found.find("grid"), None) if found else None
        if found is None or grid is None:
            raise ParseError(
                "the board is no grid, and only grids are read",
                span=(found or self.game).place,
                remedy="write (board (grid (dimensions …) (directions …)))",
            )
        board = ZrfBoard()
        self._dimensions(board, grid)
        for each in next(grid.find("directions"), grid).rest if any(grid.find("directions")) else ():
            if not (each.is_list and len(each.items) == 3 and all(map(_is_number, each.items[1:]))):
                self._lose(f"the direction {each}", each, "it is no name and two numbers")
            else:
                x, y = (int(item.word[:4]) for item in each.items[1:])
                board.directions[each.head] = (x, -y if self.downward else y)
        if not board.directions:
            raise ParseError(
                "the board has no directions", span=grid.place, remedy="write (directions (n 0 -1))"
            )
        for each in found.rest:
            self._part_of_board(board, each)
        return board

    def _dimensions(self, board: ZrfBoard, grid: Expression) -> None:
        dimensions = next(grid.find("dimensions"), None)
        axes = [item.items[0].word.split("/") for item in dimensions.rest if item.items] if dimensions else []
        if len(axes) != 2 or not all(1 <= len(axis) <= LARGEST for axis in axes):
            raise ParseError(
                f"a board with {len(axes)} dimensions is not read",
                span=(dimensions or grid).place,
                remedy=f"boards are read that have two, of up to {LARGEST} squares each",
            )
        files, ranks = axes
        board.size = (len(files), len(ranks))
        numbers = [int(name[:4]) for name in ranks if name.isdecimal()]
        self.downward = numbers != sorted(numbers) or len(numbers) != len(ranks) or len(ranks) == 1
        for (x, file), (y, rank) in product(enumerate(files), enumerate(ranks)):
            board.squares[(file + rank).lower()] = (x, len(ranks) - 1 - y if self.downward else y)
        odd = [name for name, (x, y) in board.squares.items() if name != f"{chr(97 + x)}{y + 1}"]
        if odd and dimensions:
            self._lose(
                "names of squares", dimensions, "squares are called a1, b1 and so on from the lower left"
            )

    def _part_of_board(self, board: ZrfBoard, each: Expression) -> None:
        if each.head in ("image", "grid"):
            return
        if each.head == "zone":
            name = self._text(each, "name").lower()
            names = next(each.find("players"), None)
            squares = self._squares(board, next(each.find("positions"), each))
            for player in [item.word for item in names.rest] if names else self.players:
                board.zones.setdefault(name, {}).setdefault(player, set()).update(squares)
        elif each.head == "symmetry":
            pairs = {item.head: item.items[1].word.lower() for item in each.rest if len(item.items) == 2}
            turned = {board.directions.get(a): board.directions.get(b) for a, b in pairs.items()}
            if each.items[1:2] and each.items[1].word not in self.players:
                self._lose(str(each), each, "there is no such player")
                return
            self.outline.rotated = turned.get((1, 0)) == (-1, 0)
        elif each.head == "kill-positions":
            board.holes |= self._squares(board, each)
        elif each.head not in ("dummy", "start-rectangle"):
            self._lose(each.head or str(each), each, "this part of a board is not read")

    def _squares(self, board: ZrfBoard, positions: Expression) -> set[Square]:
        found = set()
        for item in positions.rest:
            if item.word.lower() in board.squares:
                found.add(board.squares[item.word.lower()])
            elif not item.is_list:
                raise ParseError(f"there is no square {item.word[:20]}", span=item.place)
        return found

    # --- pieces ---------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        setup = next(self.game.find("board-setup"), None)
        for side in setup.rest if setup else ():
            if side.items and side.items[0].word in self.players:
                player = self.players.index(side.items[0].word)
                for group in side.rest:
                    self._placed(group, player)
            else:
                self._lose(str(side), side, "there is no such player")

    def _placed(self, group: Expression, player: int) -> None:
        name = self.names.get(group.head)
        if name is None:
            raise ParseError(f"there is no piece {group.head or group}", span=group.place)
        for item in group.rest:
            if item.head == "off":
                number = item.items[1].word if len(item.items) > 1 else ""
                self.outline.hands[name, player] = int(number[:3]) if number.isdecimal() else 1
                self.outline.drops = True
                continue
            square = self.board.squares.get(item.word.lower())
            if square is None:
                raise ParseError(f"there is no square {item.word[:20]}", span=item.place)
            self.outline.placed[square] = (name, player)

    def _piece(self, piece: Expression, kind: PieceKind) -> None:
        homes = {s for s, found in self.outline.placed.items() if found == (kind.name, 0)}
        moves = Moves(self.board.directions, self.board.zones, homes, self.players[0])
        for part in piece.rest:
            if part.head == "moves":
                for move in part.rest:
                    if move.is_list and move.head != "move-type":
                        moves.read(move)
                    elif move.is_list:
                        self._lose("move-type", move, "which kind of move goes before others is not read")
            elif part.head == "drops":
                self.dropped = True
            elif part.head not in ("name", "help", "description", "image", "notation", "open", "dummy"):
                self._lose(f"{part.head} of {kind.name}", part, "this part of a piece is not read")
        self.lost += moves.lost
        kind.betza = notation(moves.ways)
        kind.obliged = not moves.optional
        for each in moves.promotes:
            if each.lower() not in self.names:
                raise ParseError(f"there is no piece {each[:40]} to become", span=piece.place)
            kind.promotes.append(self.names[each.lower()])
        if moves.promotes:
            zones = self.board.zones[moves.zone]
            white, black = (zones.get(player, set()) for player in self.players)
            known = self.outline.zones
            if any(known) and known != (white, black):
                self._lose(f"the zone of {kind.name}", piece, "all pieces are promoted in one zone")
            else:
                self.outline.zones = (white, black)

    # --- ends -----------------------------------------------------------------------------------------

    def _conditions(self) -> None:
        for each in self.game.rest:
            if each.head not in ("loss-condition", "win-condition", "draw-condition", "count-condition"):
                continue
            if len(each.items) < 3:
                self._lose(each.head, each, "it has no condition")
                continue
            for condition in each.items[2:]:
                if not self._condition(each.head.split("-")[0], each.items[1].words(), condition):
                    self._lose(f"{each.head} {condition}", condition, "this end is not read")

    def _condition(self, result: str, players: list[str], condition: Expression) -> bool:
        """Take in an end of the game; False if it is not understood."""
        outline, head = self.outline, condition.head if condition.is_list else condition.word.lower()
        both = set(players) == set(self.players)
        if head == "stalemated" and both and result in ("loss", "draw", "win"):
            outline.stalemate = {"loss": "lost", "draw": "drawn", "win": "won"}[result]
            return True
        if head in ("checkmated", "captured") and both and result == "loss":
            kinds = [outline.kind(self.names.get(item.word.lower(), "")) for item in condition.rest]
            for kind in kinds:
                if kind is not None:
                    kind.royal = True
            if head == "captured":
                self._lose(
                    str(condition), condition, "it is read as mate: a king may not be left to be taken"
                )
            return bool(kinds) and all(kinds)
        if head == "pieces-remaining" and both and result == "loss" and condition.words()[1:] == ["0"]:
            outline.capture_all = True
            return True
        if head == "absolute-config" and result == "win":
            return self._goal(players, condition)
        return False

    def _goal(self, players: list[str], condition: Expression) -> bool:
        """`(absolute-config King (goal))`: a piece wins that reaches a square, or a zone."""
        kinds = [self.names.get(item.word.lower()) for item in condition.rest if not item.is_list]
        places = [item for item in condition.rest if item.is_list]
        if len(places) != 1 or not kinds or not all(kinds):
            return False
        known = [str(kind) for kind in kinds if kind]
        if self.outline.goal_kinds and self.outline.goal_kinds != known:
            return False
        self.outline.goal_kinds = known
        for word in places[0].words():
            for player in players:
                if player not in self.players:
                    return False
                zone = self.board.zones.get(word.lower(), {}).get(player)
                squares = (
                    zone or {self.board.squares[word.lower()]} if word.lower() in self.board.squares else zone
                )
                if not squares:
                    return False
                self.outline.goal[self.players.index(player)].update(squares)
        return True

    dropped = False

    def _rest(self) -> None:
        recycles = False
        for each in self.game.rest:
            if each.head == "option":
                name = each.items[1].word.lower() if len(each.items) > 1 else ""
                if name == "recycle captures" and each.items[-1].word.lower() == "true":
                    recycles = True
                else:
                    self._lose(
                        f"option {name}", each, SHOWN if "sound" in name else "this option is not read"
                    )
            elif each.is_list and each.head not in APPEARANCE and not each.head.endswith("-condition"):
                self._lose(each.head or str(each), each, "this part of a game is not read")
            elif each.head in ("image", "history", "strategy", "description", "music", "solution"):
                self._lose(each.head, each, SHOWN)
        if self.dropped or recycles or self.outline.drops:
            self.outline.drops = True
            for kind in self.outline.kinds:
                kind.held_as = "" if kind.royal else kind.name
            reason = "pieces are dropped on any empty square; what is taken " + (
                "goes into the hand" if recycles else "goes into the hand here, too"
            )
            if not recycles:
                self._lose("drops", self.game, reason)


def _is_number(item: Expression) -> bool:
    return item.word.removeprefix("-").isdecimal()


def outline_of(source: Source) -> Outline:
    """The first game of a file."""
    if re.search(r"^\s*\(include\b", source.text, re.MULTILINE):
        at = re.search(r"\(include\b", source.text)
        assert at
        raise ParseError(
            "the file includes another one, which is not read",
            span=Span(source, at.start(), at.end()),
            remedy="put the other file's text in its place",
        )
    return ZrfReader(source).read()
