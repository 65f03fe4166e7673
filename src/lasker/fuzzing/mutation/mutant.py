"""A mutation under construction: the rules and declarations in which it differs from the game it extends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from random import Random

from lasker.algebra.contents import Vocabulary
from lasker.algebra.meaning import Configuration
from lasker.fuzzing.mutation.clauses import Clause, clauses
from lasker.fuzzing.mutation.terms import KnownWords
from lasker.model.game import Game
from lasker.model.position import settled
from lasker.notation.fen import fen

CLASSES = ("friend", "enemy", "piece", "square")


class Mutant:
    """The changes so far. The text extends the original game, and contains only the changes."""

    def __init__(self, game: Game, name: str, random: Random) -> None:
        self.game, self.name, self.random = game, name, random
        self.clauses = clauses(game)
        self.changed: dict[tuple[str, str], Clause] = {}
        self.lines: dict[str, str] = {}  # new declarations by what they declare: each is declared once
        self.fields: list[str] = []  # FEN fields for new marks and counters
        self.symbols: tuple[str, ...] = ()  # of new pieces
        self.marks: tuple[str, ...] = ()
        self.counters: tuple[str, ...] = ()
        self.placed: list[tuple[int, int]] = []  # site and player: where a new piece replaces an old one

    @property
    def words(self) -> KnownWords:
        """The names that the rules of the game can use, with the new ones."""
        game, rules = self.game, self.game.rules
        single = all(len(name) == 1 for name in rules.compass.directions)
        directions = tuple(rules.compass.directions)
        pairs = tuple(a + b for a in directions for b in directions if a != b) if single else ()
        plain = tuple(name for name, each in rules.definitions.items() if not each.parameters)
        return KnownWords(
            directions + pairs,
            CLASSES + plain,
            (".", *(piece.letter for piece in rules.vocabulary.pieces), *self.symbols),
            (*rules.vocabulary.marks, *self.marks),
            (*dict.fromkeys(name for name, _ in rules.vocabulary.counters), *self.counters),
            tuple(
                (name, None if owner is None else game.players[owner]) for name, owner in game.space.regions
            ),
        )

    def replace(self, clause: Clause) -> None:
        """Replace the rule of the same name."""
        self.changed[clause.kind, clause.name] = clause

    def rule(self, clause: Clause) -> Clause:
        """The current version of a rule."""
        return self.changed.get((clause.kind, clause.name), clause)

    @cached_property
    def fen_fields(self) -> str:
        """The fields of the game's FEN, those for new marks and counters before the move number."""
        fields = list(self.game.fen_fields)
        at = fields.index("number") if "number" in fields else len(fields)
        return " ".join([*fields[:at], *self.fields, *fields[at:]])

    def text(self, start: str = "") -> str:
        """The rules as text, with an initial position if it differs from the game's."""
        lines = [
            "lasker 1",
            f'extends "{self.name}"',
            f'game   "{self.game.title}, changed"',
            *([f'fen    "{self.fen_fields}"'] if self.fields else []),
            *([f'start  "{start}"'] if start else []),
            *self.lines.values(),
            *(clause.text for clause in self.changed.values()),
        ]
        return "\n".join(lines) + "\n"

    @property
    def has_other_start(self) -> bool:
        """Must the initial position be written again, because something new is declared?"""
        return bool(self.lines)

    def start_board(self) -> list[tuple[int, int]]:
        """The sites of players' pieces in the initial position, with their owners."""
        pieces, symbol = self.game.rules.vocabulary.pieces, self.game.rules.vocabulary.symbol
        contents = enumerate(fen.read(self.game, self.game.start).configuration.board)
        owners = ((site, pieces[symbol(content) - 1].owner) for site, content in contents if symbol(content))
        return [(site, owner) for site, owner in owners if owner is not None]

    def start(self, made: Game) -> str:
        """The initial position of the game as FEN of the mutation: the same pieces on
        squares of the same names."""
        old, new = self.game.rules.vocabulary, made.rules.vocabulary
        node = fen.read(self.game, self.game.start)
        board, label = [0] * len(made.space.sites), self.game.space.label
        sites = {made.space.label(number): number for number in range(len(board))}
        replaced = dict(self.placed)
        for number, content in enumerate(node.configuration.board):
            if content and label(number) in sites:
                spelling, marks = _spelt(old, content)
                if number in replaced and self.symbols:
                    spelling = self.symbols[replaced[number] % len(self.symbols)]
                board[sites[label(number)]] = new.content(spelling, marks)
        values = dict(zip(old.counters, node.configuration.counters, strict=True))
        counters = tuple(values.get(key, counter.start) for key, counter in new.counters.items())
        state = made.states.get(node.state.name) or next(iter(made.states.values()))
        return fen.write(settled(made, Configuration(tuple(board), (), counters), state))


def _spelt(vocabulary: Vocabulary, content: int) -> tuple[str, Iterable[str]]:
    """The letter of a content and the names of its marks."""
    letter = vocabulary.pieces[vocabulary.symbol(content) - 1].letter
    return letter, [name for name in vocabulary.marks if content & vocabulary.mark_bit(name)]
