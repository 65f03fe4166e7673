"""Games that are put together in Python are those that their texts describe."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import lasker
from lasker.builder.builder import GameBuilder
from lasker.kernel.errors import DeclarationError, LaskerError, NameProblem, ParseError
from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play import library
from lasker.syntax import tree as t
from lasker.syntax.declarations import declarations
from lasker.syntax.read import read_game
from lasker.syntax.rules_writer import _area
from lasker.syntax.unparse import unparse

SOME = ("chess", "glinski", "nine_mens_morris", "einstein", "go9", "toll", "chinese_checkers_3", "lasca")
EVERY = [
    pytest.param(name, marks=[] if name in SOME else pytest.mark.soak) for name in sorted(library.sources())
]


def result(share: Any) -> Any:
    return Fraction(*share) if isinstance(share, tuple) else share


def call(builder: GameBuilder, line: t.Line) -> None:
    """Say one line of a game by a method of the builder."""
    if isinstance(line, t.Statement):
        builder.define(*map(unparse, line.sides))
        return
    match line.keyword, line.parts:
        case "fact", (keyword, texts):
            builder.fact(keyword, *texts)
        case "players", names:
            builder.players(*names)
        case "board", words:
            builder.board(" ".join(words))
        case "link", (start, steps):
            for there, back, end in steps:
                builder.link(start, there, end, back)
        case "turn", (name, pairs):
            builder.turn(name, dict(pairs))
        case "piece", (name, glyphs, letters):
            builder.piece(name, glyphs, letters)
        case "mark", (name, life):
            builder.mark(name, life)
        case "counter", (name, low, high, start, words):
            flags = {"each": "each" in words, "keyed": "unkeyed" not in words, "until_end": "until" in words}
            builder.counter(name, low, high, start, **flags)
        case "region", (name, owner, areas):
            builder.region(name, [_area(area.what) for area in areas], owner)
        case "end", (reason, share, test):
            builder.end(reason, result(share), unparse(test))
        case "adjudicate", (reason, share, manner, t.Recurring(times, test, giving)):
            told = None if test is None else unparse(test)
            builder.adjudicate(reason, result(share), told, repeated=times, giving=giving, manner=manner)
        case "adjudicate", (reason, share, manner, test):
            builder.adjudicate(reason, result(share), unparse(test), manner=manner)
        case "invalid", (reason, test):
            builder.invalid(reason, unparse(test))
        case "because", (name, reason):
            builder.because(name, reason)
        case "state", (name, player, moves, nexts):
            then = [to if test is None else (unparse(test), to) for test, to in nexts]
            builder.state(name, player, *map(weighed, moves), then=then)
        case "perft", (depth, count, position):
            builder.perft(depth, count, position)


def weighed(move: t.Node) -> Any:
    match move:
        case t.Bound(t.Row((t.Digits(digits),)), body):
            return int(digits), unparse(body)
    return unparse(move)


@pytest.mark.parametrize("name", EVERY)
def test_every_game_can_be_built(name: str) -> None:
    game = library.model(name)
    builder = GameBuilder("built", players=game.players)
    for line in declarations(game.rules).ordered():
        call(builder, line)
    built = builder.build()
    assert meaning_hash(built.model) == meaning_hash(game)
    assert built.title == game.title
    assert built.model.counts == game.counts
    assert meaning_hash(read_game(Source(builder.text))) == meaning_hash(game)


SMALL = """lasker 1
game "Small"
players white black
board 5x6
piece king ♔ ♚ 'K' 'k'
piece pawn ♙ ♟ 'P' 'p'
piece rook ♖ ♜ 'R' 'r'
region far rank of white = rank 6
region far rank of black = rank 1
way(t) = [% is ♔] all4(take(u, t) | take(ur, t))
       | [% is ♙] (take(u, t \\ piece) | both(take(ur, t \\ .)))
       | [% is ♖] all4(ride(u, t))
move = (%friend: (way(.) | way(enemy)) try([% is ♙] (% in far rank -> ♖))) safe
view = flipped
strikes(t) = %friend: way(t)
check = [view strikes(♚)]
safe = ![view strikes(♚)]
because safe "the king would be attacked"
end "checkmate" lost: check ![move]
end "stalemate" lost: ![move]
invalid "the player who has just moved is in check": view check
start "2k2/1ppp1/5/5/1PPP1/2K2 w - 1"
fen "board side ours:- number"
"""


def small() -> GameBuilder:
    return (
        GameBuilder("Small")
        .board(5, 6)
        .piece("king", "♔♚", "Kk", betza="K")
        .piece("pawn", "♙♟", "Pp", betza="mfWcfF")
        .piece("rook", "♖♜", "Rr", moves="all4(ride(u, t))")
        .region("far rank", "rank 6", "white")
        .region("far rank", "rank 1", "black")
        .royal("king", stalemate="lost")
        .promotion("pawn", "far rank", ["rook"])
        .start(["..k..", ".ppp.", ".....", ".....", ".PPP.", "..K.. w 1"])
    )


def test_pieces_that_say_how_they_move_need_no_other_rules() -> None:
    built, text = (
        small().build(),
        SMALL.replace(' w - 1"', ' w 1"').replace('fen "board side ours:- number"', ""),
    )
    written = lasker.Game(read_game(Source(text)), "written")
    assert meaning_hash(built.model) == meaning_hash(written.model)
    assert [built.perft(n) for n in (1, 2, 3)] == [written.perft(n) for n in (1, 2, 3)] == [5, 25, 151]
    assert built.start().why_illegal("c1c3") is not None


def test_terms_of_the_algebra_are_moves() -> None:
    text = "lasker 1\ngame 'x'\nplayers a b\nboard 3x3\npiece man ♙ ♟\n".replace("'", '"')
    rules = read_game(Source(text + "move = %♙: step(u)")).rules
    step = rules.find("move")
    for given in (step, "%♙: step(u)", lasker.parse("%♙: step(u)")):
        built = GameBuilder("x", players="ab").board("3x3").piece("man", "♙♟").define("move", given).build()
        assert meaning_hash(built.model) == meaning_hash(read_game(Source(text + "move = %♙: step(u)")))


def test_super_is_what_was_defined_before() -> None:
    builder = GameBuilder.of(lasker.load("tictactoe"))
    again = builder.define("move", "super | fail").define("move", "super [✕]").build()
    assert again.perft(2) == lasker.load("tictactoe").perft(2)
    assert "move_before_2" in again.text


def test_a_later_call_replaces_an_earlier_one() -> None:
    builder = small().board("7x6").region("far rank", ["a6..g6"], "white").start("3k3/7/7/7/7/3K3 w 1")
    assert builder.text.count("board ") == 1
    assert builder.build().perft(1) == 5


def test_building_changes_nothing_but_the_builder() -> None:
    game = lasker.load("tictactoe")
    before = game.text
    GameBuilder.of(game).board("9x9")
    assert game.text == before
    builder = small()
    assert builder.build() == builder.build()
    assert builder.text == builder.text


def test_a_start_names_its_state_or_writes_its_letter() -> None:
    def beginning(side: str) -> Any:
        runner = GameBuilder("Race", players=("red", "blue")).board("8").piece("runner", "●○", "RB")
        runner.state("first_red", "red", "%●: step(r)", then="first_blue")
        runner.state("first_blue", "blue", "%○: step(r)", then="first_red")
        return runner.end("over", "lost", "![%friend: step(r)]").start(f"RB6 {side} 1").build().start()

    assert beginning("first_blue").fen == beginning("fi").fen == "RB6 fi 1"
    assert beginning("first_red").fen == "RB6 f 1"
    with pytest.raises(LaskerError, match="no state of the game is called 'second'"):
        beginning("second")


def test_a_start_that_is_no_position_is_refused() -> None:
    with pytest.raises(LaskerError, match="the board has 6 rows, and this says 2"):
        small().start("8/8 w 1").build()


def wrong(make: Any) -> LaskerError:
    with pytest.raises(LaskerError) as found:
        make()
    assert found.value.remedy
    return found.value


def test_mistakes_are_those_of_a_text_and_say_where() -> None:
    error = wrong(lambda: GameBuilder("x").define("move", "%♙: stepp((u)"))
    assert isinstance(error, ParseError)
    assert error.span is not None
    assert (error.span.source.name, error.span.source.text) == ("<move>", "%♙: stepp((u)")
    error = wrong(lambda: small().define("odd", "%♙: stepp(u)").build())
    assert isinstance(error, NameProblem)
    assert error.span is not None
    assert "stepp" in error.span.source.text[error.span.start : error.span.end]
    assert "step" in str(error.remedy)
    error = wrong(lambda: small().piece("queen", "♕♛", "Kq").build())
    assert "two pieces are written K" in error.message
    error = wrong(lambda: small().region("hill", "d4..z9").build())
    assert "z9" in error.message
    error = wrong(lambda: GameBuilder("x").region("hill", "d4.."))
    assert isinstance(error, ParseError)
    assert error.span is not None
    assert error.span.source.text == "d4.."


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GameBuilder('a "quoted" title'), "does not fit into quotes"),
        (lambda: GameBuilder("x").define("1x", "nil"), "is no name"),
        (lambda: GameBuilder("x").define("a", "b\nc = d"), "2 lines stand where one belongs"),
        (lambda: GameBuilder("x").define("a", "b = c"), "an expression belongs here"),
        (lambda: GameBuilder("x").mark("my mark"), "cannot be the name of a mark"),
        (lambda: GameBuilder("x").state("a", "white", "b", "c", then="a"), "white has 2 moves in a"),
        (lambda: GameBuilder("x").state("a", "white", "b", then=[("c", "a")]), "does not say what follows"),
        (lambda: GameBuilder("x").adjudicate("never", "drawn"), "says no test"),
        (lambda: GameBuilder("x").piece("a", "♙♟", betza="W", moves="nil"), "moves in two ways"),
        (lambda: GameBuilder("x").piece("a", "♙♟", betza="Y"), "Y"),
        (lambda: small().royal("kong").build(), "the kong of 2 players cannot be royal"),
        (lambda: GameBuilder("x", players=()), "does not fit behind 'players'"),
        (
            lambda: GameBuilder("x").board("hexagon", 4).piece("a", "♙♟", betza="W").build(),
            "boards of squares",
        ),
        (lambda: GameBuilder("x").royal("king").build(), "no piece says how it moves"),
        (lambda: GameBuilder("x").board("8x8").piece("a", "♙♟").build(), "nothing says how white moves"),
        (lambda: GameBuilder("x").piece("a", "♙♟").define("move", "%♙: nil").build(), "a game needs a board"),
    ],
)
def test_a_mistake_is_refused(make: Any, message: str) -> None:
    error = wrong(make)
    assert message in error.message
    assert isinstance(error, DeclarationError | ParseError | NameProblem | LaskerError)
