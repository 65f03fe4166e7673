"""Castling rights and en passant squares of the usual FEN, by tables: see `field_tables`."""

from __future__ import annotations

from lasker.kernel.errors import SpaceError
from lasker.model.game import Game
from lasker.notation.fen.en_passant import passed_square
from lasker.space.space import LatticeSpace


class FastCastling:
    """Castling rights where each player has one king that may castle, on a board of ranks and files."""

    def __init__(self, game: Game, rows: list[list[int | None]], mark: str, king: str, rook: str) -> None:
        vocabulary, space = game.rules.vocabulary, game.space
        self.bit = vocabulary.mark_bit(mark)
        self.plain = isinstance(space, LatticeSpace) and space.compass.name == "square"
        self._rows = rows
        self._row_of = {site: row for row in rows for site in row if site is not None}
        self._names = [space.label(site) for site in range(len(space.sites))]
        self._letters: list[tuple[str, str]] = []
        self._kings: list[frozenset[int]] = []  # by player, the contents of kings with the mark
        self._rooks: list[frozenset[int]] = []  # and of rooks
        for player in range(2):
            own = {piece.name: piece for piece in vocabulary.pieces if piece.owner == player}
            self._letters.append((own[king].letter, own[rook].letter))
            contents = [vocabulary.content(own[king].letter), vocabulary.content(own[rook].letter)]
            symbols = [vocabulary.symbol(content) for content in contents]
            every = range(vocabulary.size)
            kings, rooks = ([c for c in every if vocabulary.symbol(c) == symbol] for symbol in symbols)
            self._kings.append(frozenset(c for c in kings if c & self.bit))
            self._rooks.append(frozenset(rooks))

    def read(self, rows: list[str] | list[list[str]], board: list[int], word: str) -> bool:
        """Set the marks that a word names; False if it is unusual."""
        if not self.plain or not word.isascii():
            return False
        homes: dict[str, int] = {}  # the rows of kings
        for letter in word:
            side = letter.lower()
            if side not in "kq":
                return False
            king, rook = self._letters[0 if letter.isupper() else 1]
            if king not in homes:
                found = [number for number, row in enumerate(rows) if king in row]
                if len(found) != 1 or rows[found[0]].count(king) != 1:
                    return False
                homes[king] = found[0]
            row, sites = rows[homes[king]], self._rows[homes[king]]
            home = row.index(king)
            if rook not in (row[home + 1 :] if side == "k" else row[:home]):
                return False
            at = len(row) - 1 - row[::-1].index(rook) if side == "k" else row.index(rook)
            for site in (sites[home], sites[at]):
                assert site is not None
                board[site] |= self.bit
        return True

    def write(self, board: tuple[int, ...]) -> str | None:
        """The word of a position; None if it is unusual."""
        text, bit, held = "", self.bit, set(board)
        for player in range(2):
            homes = self._kings[player] & held
            if not homes:
                continue
            king, *others = homes
            if not self.plain or others or board.count(king) > 1:
                return None
            site, rooks = board.index(king), self._rooks[player]
            row = self._row_of[site]
            home = row.index(site)
            for right, beside in ((True, row[home + 1 :]), (False, row[:home][::-1])):
                side = [each for each in beside if each is not None and board[each] in rooks]
                for each in side:
                    if board[each] & bit:
                        letter = ("k" if right else "q") if each == side[-1] else self._names[each][0]
                        text += letter.upper() if player == 0 else letter
        return text or "-"


class FastPassing:
    """En passant: one square that a pawn has just passed. What is found is kept, by site and content or by
    turn and square."""

    def __init__(self, game: Game, mark: str, pawn: str) -> None:
        vocabulary = game.rules.vocabulary
        self.game, self.bit = game, vocabulary.mark_bit(mark)
        self._marked = frozenset(content for content in range(vocabulary.size) if content & self.bit)
        self._pawns = {p.owner: vocabulary.content(p.letter) for p in vocabulary.pieces if p.name == pawn}
        self._passed: dict[tuple[int, int], str] = {}
        self._ahead: dict[tuple[int, str], list[tuple[int, int]]] = {}

    def read(self, board: list[int], turn: int, word: str) -> bool:
        """Set the mark of the pawn that has passed a square; False if it is unusual."""
        if (turn, word) not in self._ahead:
            self._ahead[turn, word] = self._places(turn, word)
        for site, pawn in self._ahead[turn, word]:
            if board[site] == pawn:
                board[site] |= self.bit
                return True
        return False

    def _places(self, turn: int, word: str) -> list[tuple[int, int]]:
        """The sites of pawns that may have passed a square, each with its pawn; none if it is no square."""
        game = self.game
        try:
            target = game.space.site(word)
        except SpaceError:
            return []
        states = list(game.states.values())
        own, name = states[turn].player, states[turn].name
        again = any(each.player == own for each in states if any(to == name for _, to in each.next))
        owners = [(own - i) % len(game.players) for i in range(1, len(game.players) + again)]
        sites = [(passed_square(game, target, owner, back=False), owner) for owner in owners]
        return [
            (site, self._pawns[owner]) for site, owner in sites if site is not None and owner in self._pawns
        ]

    def write(self, board: tuple[int, ...]) -> str:
        """The word of a position."""
        if self._marked.isdisjoint(board):
            return "-"
        found = [(site, content) for site, content in enumerate(board) if content & self.bit]
        return "".join([self._passed.get(each) or self._behind(*each) for each in found]) or "-"

    def _behind(self, site: int, content: int) -> str:
        """The name of the square behind a pawn; empty if there is none."""
        vocabulary = self.game.rules.vocabulary
        owner = vocabulary.pieces[vocabulary.symbol(content) - 1].owner or 0
        behind = passed_square(self.game, site, owner, back=True)
        found = self._passed[site, content] = "" if behind is None else self.game.space.label(behind)
        return found
