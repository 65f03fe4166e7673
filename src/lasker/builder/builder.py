"""GameBuilder: a game put together in Python, with the same checks and errors as one in a rules file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from lasker.builder.completion import Completion, Promotion, parts_of
from lasker.builder.expressions import Expression, expression, head, line, quoted, signs, spelled, word
from lasker.kernel.errors import DeclarationError
from lasker.kernel.limits import DEFAULT, Limits
from lasker.model import CHANCE, LANGUAGE_VERSION
from lasker.notation.fen import fen
from lasker.play.game import Game
from lasker.syntax import tree as t
from lasker.syntax.betza import read as read_betza
from lasker.syntax.compose import NOWHERE
from lasker.syntax.declarations import Declarations, declarations, defined, result_of, weighed
from lasker.syntax.rules_writer import written

Result = str | Fraction  # won, lost or drawn for the player to move; or a share of the one point


class GameBuilder:
    """A game in the making. Every method changes the builder and returns it, so that calls can be chained; a
    later call about the same name replaces an earlier one.

    Moves, tests and sets of pieces are written in the language of rules files, or are terms of the algebra.
    Pieces that move as Betza notation says need neither.

    >>> game = (
    ...     GameBuilder("Knights", players=("white", "black"))
    ...     .board("5x5")
    ...     .piece("knight", "♘♞", letters="Nn", betza="N")
    ...     .end("no move is left", "lost", "![move]")
    ...     .start(["nn...", ".....", ".....", ".....", "...NN w"])
    ...     .build()
    ... )
    >>> game.perft(2), [str(move) for move in game.start().moves]
    (25, ['d1b2', 'd1c3', 'd1e3', 'e1c2', 'e1d3'])
    """

    def __init__(self, title: str, *, players: Sequence[str] = ("white", "black")) -> None:
        self._declared = Declarations().having(t.Declaration("version", (LANGUAGE_VERSION,), NOWHERE))
        self._completion = Completion()
        self.fact("game", title).players(*players)

    @classmethod
    def of(cls, game: Game) -> GameBuilder:
        """A builder that begins with everything a game has, and with all it extends.

        >>> import lasker
        >>> GameBuilder.of(lasker.load("tictactoe")).board("4x4").start("4/4/4/4 x 1").build().perft(2)
        240
        """
        found = cls.__new__(cls)
        found._declared, found._completion = declarations(game.model.rules), Completion()
        return found

    # --- facts --------------------------------------------------------------------------------

    def fact(self, keyword: str, *texts: str) -> GameBuilder:
        """A line of facts, such as game, also, tags, about, source, start, fen, pass, forbid, moves."""
        return self._line(
            line(f"{keyword} ", " ".join(f'"{quoted(text)}"' for text in texts), f"<{keyword}>")
        )

    def about(self, text: str, source: str | None = None) -> GameBuilder:
        """What the game is about in a sentence, and where it comes from."""
        self.fact("about", text)
        return self if source is None else self.fact("source", source)

    def start(self, position: str | Sequence[str]) -> GameBuilder:
        """The first position: a line of FEN, or the rows of the board from the top with dots for nothing, the
        other fields behind the last row."""
        return self.fact("start", *([position] if isinstance(position, str) else position))

    def fen(self, fields: str) -> GameBuilder:
        """What a line of FEN consists of, for example `board side counter:quiet number`."""
        return self.fact("fen", fields)

    def passing(self) -> GameBuilder:
        """A move may leave everything as it was."""
        return self.fact("pass", "a move may leave everything as it was")

    def forbid_repetition(self) -> GameBuilder:
        """No move may repeat a position."""
        return self.fact("forbid", "repetition")

    def perft(self, depth: int, count: int, position: str | None = None) -> GameBuilder:
        """A check that the game carries: so many sequences of so many moves, from the start or a position."""
        return self._line(t.Declaration("perft", (depth, count, position and quoted(position)), NOWHERE))

    # --- board and pieces ---------------------------------------------------------------------

    def players(self, *names: str) -> GameBuilder:
        """The players, in their order."""
        return self._line(line("players ", " ".join(word(name, "player") for name in names), "<players>"))

    def board(self, *shape: str | int, rows: Sequence[str] = (), without: Sequence[str] = ()) -> GameBuilder:
        """The board: `board("8x8")`, `board(8, 8)`, `board("cylinder", 8, 8)`, `board("hexagon", 5)`; `rows`
        draws one, with # where no square is; `without` takes squares away.

        >>> GameBuilder("Holes").board("torus", 4, 4, without=["b2"]).text.splitlines()[-1]
        'board  torus 4x4 without b2'
        """
        sizes = "x".join(str(size) for size in shape if isinstance(size, int))
        words = [text for text in shape if isinstance(text, str)] + [sizes] * bool(sizes)
        words += [f"'{row}'" for row in rows] + ["without"] * bool(without)
        text = " ".join([*words, *(f"'{square}'" if not square.isalnum() else square for square in without)])
        found = line("board ", text, "<board>")
        if any(key[0] in {"board", "link"} for key in self._declared.lines):  # the board of another game
            gone = [key for key in self._declared.lines if key[0] in {"link", "turn"}]
            self._declared = self._declared.without(("fact", "names"), *gone)
        return self._line(found)

    def link(self, start: str, direction: str, end: str, back: str | None = None) -> GameBuilder:
        """A step from one square of a free graph to another, and the direction that leads back, if any."""
        words = word(direction, "direction"), back and word(back, "direction"), end
        if parts_of(self._declared, "board") != ("graph",):
            self._declared = self._declared.without(("board", ""))
        return self._line(t.Declaration("link", (start, (words,)), NOWHERE))

    def turn(self, name: str, directions: Mapping[str, str]) -> GameBuilder:
        """A symmetry of a free graph: which direction becomes which."""
        return self._line(t.Declaration("turn", (word(name, "turn"), tuple(directions.items())), NOWHERE))

    def region(self, name: str, squares: str | Sequence[str], owner: str | None = None) -> GameBuilder:
        """Squares with a name, everybody's or a player's: `region("far rank", "rank 8", "white")`,
        `region("hill", "d4..e5")`, `region("corners", ["a1", "h8"])`."""
        text = squares if isinstance(squares, str) else ", ".join(squares)
        of = "" if owner is None else f" of {word(owner, 'player')}"
        return self._line(line(f"region {name}{of} = ", text, f"<region {name}>"))

    def piece(
        self,
        name: str,
        glyphs: str | Sequence[str] = "",
        letters: str | Sequence[str] = "",
        *,
        betza: str | None = None,
        moves: Expression | None = None,
    ) -> GameBuilder:
        """A piece: a glyph and a letter for each player, or single ones for nobody's piece.

        `betza` says how it moves in Betza notation; `moves` says it as a move of `%` onto a square that holds
        `t`. A game whose pieces are told in one of these ways need not define `move`: every piece moves so,
        onto empty squares and enemies. Or else `define` what the players do.
        """
        shown = [*signs(glyphs), *(f"'{letter}'" for letter in signs(letters))]
        self._line(line("piece ", f"{name} {' '.join(shown)}", f"<piece {name}>"))
        if betza is not None and moves is not None:
            raise DeclarationError(f"the {name} moves in two ways", remedy="give betza or moves, not both")
        if betza is not None:
            self._completion.moves[name] = read_betza(betza)
        elif moves is not None:
            self._completion.moves[name] = expression(moves, f"<moves of {name}>")
        return self

    def royal(self, name: str, *, stalemate: str = "drawn") -> GameBuilder:
        """A piece that must not be left where the enemy could take it: checkmate loses, and stalemate is what
        `stalemate` says. For two players whose pieces tell how they move."""
        self._completion.royal, self._completion.stalemate = name, stalemate
        return self

    def promotion(
        self, name: str, region: str, into: Sequence[str], *, optional: bool = False
    ) -> GameBuilder:
        """A piece becomes another one when it arrives in a region of its owner."""
        self._completion.promotions.append(Promotion(name, region, tuple(into), optional))
        return self

    def mark(self, name: str, life: str = "lasting") -> GameBuilder:
        """What pieces and squares may bear: lasting, until moved, until next turn, until end."""
        return self._line(line("mark ", f"{word(name, 'mark')} {life}", f"<mark {name}>"))

    def counter(
        self, name: str, low: int, high: int, start: int | None = None, *, each: bool = False,
        keyed: bool = True, until_end: bool = False,
    ) -> GameBuilder:  # fmt: skip
        """A number beside the board. `each` gives one to every player; what is not `keyed` does not tell
        positions apart; `until_end` sets it back after every move."""
        flags = " ".join(["each"] * each + ["unkeyed"] * (not keyed) + ["until end"] * until_end)
        return self._line(t.Declaration("counter", (word(name, "counter"), low, high, start, flags), NOWHERE))

    # --- rules --------------------------------------------------------------------------------

    def define(self, name: str, body: Expression) -> GameBuilder:
        """A definition: `define("way(t)", "ride(u, t)")`. A game moves by the definition called `move`, or by
        one for each player with the player's name; `view` is how the next player sees the board, `settle`
        what is tidied up after every move, `check` when a player is in check. Where the name is defined
        already, `super` means that definition."""
        called, parameters = head(name)
        found = defined(called, expression(body, f"<{called}>"), parameters)
        self._declared = self._declared.overriding(found)
        return self

    def claim(self, left: Expression, right: Expression) -> GameBuilder:
        """An equation that `lasker check` proves or refutes."""
        sides = expression(left, "<left side>"), expression(right, "<right side>")
        return self._line(t.Statement(sides, NOWHERE))

    def state(
        self, name: str, player: str, *moves: Expression | tuple[int, Expression],
        then: str | Sequence[str | tuple[Expression, str]],
    ) -> GameBuilder:  # fmt: skip
        """A state of the turn automaton: who moves, how, and which state follows, `then="black"`. Tests come
        first, `then=[("[hits > 0]", "white"), "black"]`. Chance has several moves, each with a weight if it
        is not 1: `state("die", "chance", (2, "n := 1"), "n := 2", then="white")`."""
        options = [move if isinstance(move, tuple) else (1, move) for move in moves]
        if not options or (player != CHANCE and len(options) > 1):
            raise DeclarationError(
                f"{player} has {len(options)} moves in {name}",
                remedy="join moves with |; only chance has several",
            )
        trees = tuple(weighed(weight, expression(move, f"<move of {name}>")) for weight, move in options)
        nexts = [then] if isinstance(then, str) else list(then)
        if not nexts or not isinstance(nexts[-1], str) or any(isinstance(each, str) for each in nexts[:-1]):
            raise DeclarationError(
                f"{name} does not say what follows",
                remedy="give pairs of a test and a state, and last a state",
            )
        pairs = [
            (None, word(each, "state"))
            if isinstance(each, str)
            else (expression(each[0], f"<test of {name}>"), word(each[1], "state"))
            for each in nexts
        ]
        parts = (word(name, "state"), word(player, "player"), trees, tuple(pairs))
        return self._line(t.Declaration("state", parts, NOWHERE))

    def end(
        self, reason: str, result: Result, test: Expression, *, player: str | None = None,
        states: Sequence[str] = (),
    ) -> GameBuilder:  # fmt: skip
        """The game ends, and the player to move has won, lost or drawn, or gets a share of the one point; or
        `player` has, whoever is to move, by a test as it is written. It is asked in all `states`, or in those
        that are named. The first end whose test holds counts."""
        parts = (
            quoted(reason),
            _result(result),
            expression(test, f"<end {reason}>"),
            *_scope(player, states),
        )
        return self._line(t.Declaration("end", parts, NOWHERE))

    def adjudicate(
        self, reason: str, result: Result, test: Expression | None = None, *, repeated: int = 0,
        giving: bool = False, manner: str | None = None, player: str | None = None,
        states: Sequence[str] = (),
    ) -> GameBuilder:  # fmt: skip
        """The game is called over though it could go on: by a test, or when a position has been `repeated` so
        often, the test having held whenever the same player was to move (`giving`: another one). It may be
        `claimed` or `agreed`."""
        tree = None if test is None else expression(test, f"<adjudicate {reason}>")
        if tree is None and not repeated:
            raise DeclarationError(f"{reason!r} says no test", remedy="give one, or repeated=3")
        when = t.Recurring(repeated, tree, giving) if repeated else tree
        parts = (quoted(reason), _result(result), manner, when, *_scope(player, states))
        return self._line(t.Declaration("adjudicate", parts, NOWHERE))

    def invalid(
        self, reason: str, test: Expression, *, player: str | None = None, states: Sequence[str] = ()
    ) -> GameBuilder:
        """What makes a set-up no position of the game."""
        parts = (quoted(reason), expression(test, f"<invalid {reason}>"), *_scope(player, states))
        return self._line(t.Declaration("invalid", parts, NOWHERE))

    def because(self, name: str, reason: str) -> GameBuilder:
        """Why the test of that name forbids a move, in words."""
        return self._line(t.Declaration("because", (word(name, "test"), quoted(reason)), NOWHERE))

    # --- the game -----------------------------------------------------------------------------

    @property
    def declarations(self) -> Declarations:
        """Everything said so far, and what follows from it, as plain data."""
        return spelled(self._completion.added(self._declared))

    @property
    def text(self) -> str:
        """The rules file that says the same."""
        return written(self.declarations.ordered(), "<builder>")[0].text

    def build(self, name: str | None = None, *, limits: Limits = DEFAULT) -> Game:
        """The game. Every rule is read, and so is the start, if there is one: mistakes are found here."""
        found = self.declarations
        title = name or " ".join(found["fact", "game"].parts[1])  # type: ignore[union-attr]  # a declaration
        model = found.game(f"{title}.rules", limits)
        if model.start:
            fen.read(model, model.start)
        return Game(model, title)

    def _line(self, found: t.Line) -> GameBuilder:
        self._declared = self._declared.having(found)
        return self


def _result(result: Result) -> str | tuple[int, int]:
    return result_of(result if isinstance(result, Fraction) else word(result, "result"))


def _scope(player: str | None, states: Sequence[str]) -> tuple[t.Scope, ...]:
    if player is None and not states:
        return ()
    whom = None if player is None else word(player, "player")
    return (t.Scope(whom, tuple(word(state, "state") for state in states)),)
