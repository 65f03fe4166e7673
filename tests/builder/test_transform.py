"""A variant that a function makes is the variant that a text describes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import lasker
from lasker import backends, transform
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play import library
from lasker.play.game import Game
from lasker.syntax.read import read_game
from lasker.transform.boards import Glued

SOME = ("breakthrough", "three_check", "crazyhouse", "marseillais", "go9", "toll", "einstein")
EVERY = [
    pytest.param(name, marks=[] if name in SOME else pytest.mark.soak) for name in sorted(library.sources())
]


def extending(name: str, text: str) -> Game:
    """The variant of a game that a text describes."""
    source = Source(f'lasker 1\nextends "{name}"\ngame "Written"\n{text}\n', "written.rules")
    found, under = library.as_rules(library.find(name))
    return Game(read_game(source, (*under, found)), "written")


def same(variant: Game, written: Game, depth: int = 1) -> None:
    """One game by hash and by counts, and also when its text is read again."""
    assert meaning_hash(variant.model) == meaning_hash(written.model)
    assert meaning_hash(read_game(Source(variant.text))) == meaning_hash(variant.model)
    assert variant.perft(depth) == written.perft(depth)


@pytest.mark.parametrize(
    ("name", "shape"),
    [("chess", "cylinder"), ("three_check", "moebius"), ("english_draughts", "torus"), ("tictactoe", "torus"),
     ("toll", "moebius"), ("breakthrough", "cylinder")],
)  # fmt: skip
def test_glued_boards(name: str, shape: Glued) -> None:
    game = lasker.load(name)
    low, high = game.model.space.low, game.model.space.high  # type: ignore[attr-defined]
    size = "x".join(str(b - a + 1) for a, b in zip(low, high, strict=True))
    variant = transform.glue(game, shape)
    same(variant, extending(name, f"board {shape} {size}"), 1)
    assert transform.glue(variant, "rectangle").perft(1) == game.perft(1)


WIDER = [
    (
        "breakthrough",
        (10, 8),
        'board 10x8\nstart "pppppppppp/pppppppppp/10/10/10/10/PPPPPPPPPP/PPPPPPPPPP w - - 0 1"',
    ),
    (
        "breakthrough",
        (9, 11),
        "board 9x11\nregion far rank of white = rank 11\nregion far rank of black = rank 1\n"
        'start "ppppppppp/ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP w - - 0 1"',
    ),
    ("tictactoe", (4, 5), 'board 4x5\nstart "4/4/4/4/4 x 1"'),
    (
        "king_of_the_hill",
        (10, 10),
        "board 10x10\nregion far rank of white = rank 10\nregion pawn rank of black = rank 9\n"
        "region king file = file f\nregion rook files = file a, file j\nregion g_file = file i\n"
        "region f_file = file g\nregion d_file = file e\nregion c_file = file d\nregion hill = e5..f6\n"
        'start "rn1bqkb1nr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RN1BQKB1NR w KQkq - 0 1"',
    ),
    ("hex11", (13, 12), "board rhombus 13x12\nregion goal of red = rank 12\nregion goal of blue = file m\n"
     'start "13/13/13/13/13/13/13/13/13/13/13/13 r 1"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "size", "text"), WIDER)
def test_wider_boards(name: str, size: tuple[int, int], text: str) -> None:
    same(transform.widen(lasker.load(name), *size), extending(name, text))


def test_a_wider_board_keeps_pieces_on_the_files_of_the_army() -> None:
    wide = transform.widen(lasker.load("shogi"), 11, 9)
    assert wide.model.start.split()[0].startswith(
        "ln1sgkgs1nl/1r7b1/ppppppppppp/11/11/11/PPPPPPPPPPP/1B7R1/LN1SG"
    )


def test_boards_with_holes() -> None:
    same(
        transform.pierce(lasker.load("chess"), "d4", "e5"),
        extending(
            "chess",
            'board 8x8 without d4 e5\nstart "rnbqkbnr/pppppppp/8/4*3/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"',
        ),
    )


WAY = 'way(t) = super(t) | [% is "A"] (all4(ride(ur, t)) | all8(take(uur, t)))'.replace('"', "'")


@pytest.mark.parametrize("name", ["chess", "three_check", "atomic"])
def test_one_more_piece(name: str) -> None:
    game = lasker.load(name)
    board, rest = game.model.start.split(" ", 1)
    start = f"{board.replace('nbqk', 'abqk').replace('NBQK', 'ABQK')} {rest}"
    variant = transform.add_piece(game, "archbishop", "Aa", betza="BN", at={"white": ["b1"], "black": ["b8"]})
    same(variant, extending(name, f"piece archbishop 'A' 'a'\n{WAY}\nstart \"{start}\""))


def test_one_more_piece_where_no_function_says_how_pieces_go() -> None:
    game = transform.add_piece(
        lasker.load("breakthrough"), "wazir", "Ww", betza="W", start="p7/8/8/3w4/3W4/8/8/7P w - - 0 1"
    )
    assert sorted(map(str, game.start().moves)) == ["d4c4", "d4d3", "d4d5", "d4e4", "h1g2", "h1h2"]
    assert game.perft(2) == 5 * 6 + 2  # after d4xd5 black has a pawn alone


def test_another_piece() -> None:
    game = transform.exchange_piece(lasker.load("chess"), "queen", "amazon", "Mm", betza="QN", glyphs="🩓🩒")
    text = library.find("chess").text
    changes = {"♕": "🩓", "♛": "🩒", "queen ": "amazon ", "'Q'": "'M'", "'q'": "'m'", "way(t)  ": "old_way(t)"}
    changes |= {"rnbqkbnr/pp": "rnbmkbnr/pp", "PP/RNBQ": "PP/RNBM"}
    for old, new in changes.items():
        text = text.replace(old, new)
    text += "\nway(t) = [% is not 🩓] old_way(t)"
    text += "\n  | [% is 🩓] (all4(ride(u, t) | ride(ur, t)) | all8(take(uur, t)))\n"
    text = "\n".join(line for line in text.splitlines() if not line.startswith("perft"))
    same(game, Game(read_game(Source(text)), "written"))


def test_another_piece_where_letters_are_those_of_names() -> None:
    text = 'lasker 1\ngame "Coins"\nplayers one two\nboard 3x1\npiece coin ● ○\nmove = %.: put(●)\n'
    text += 'start "c2 o 1"\n'
    game = Game(read_game(Source(text)), "coins")
    variant = transform.exchange_piece(game, "coin", "stone", "Ss", glyphs="■□")
    assert (variant.model.start, variant.perft(2)) == ("s2 o 1", 2)
    assert "move = %.: put(■)" in variant.text


@pytest.mark.parametrize("name", EVERY)
def test_another_name_changes_no_count(name: str) -> None:
    game = lasker.load(name)
    piece = game.model.vocabulary.pieces[0].name
    letters = "ŻżŹźĆć"[: sum(each.name == piece for each in game.model.vocabulary.pieces)]
    variant = transform.exchange_piece(game, piece, "unheard_of", letters)
    assert meaning_hash(read_game(Source(variant.text))) == meaning_hash(variant.model)
    assert len(variant.start().moves) == len(game.start().moves)
    assert transform.exchange_piece(variant, "unheard_of", piece, _letters(game, piece)).perft(
        1
    ) == game.perft(1)


def _letters(game: Game, piece: str) -> list[str]:
    return [each.letter for each in game.model.vocabulary.pieces if each.name == piece]


@pytest.mark.parametrize("name", EVERY)
def test_a_condition_that_always_holds_changes_no_count(name: str) -> None:
    game = lasker.load(name)
    for variant in (transform.require(game, "nil", before=True), transform.forbid(game, "fail", reason="no")):
        assert meaning_hash(read_game(Source(variant.text))) == meaning_hash(variant.model)
        assert len(variant.start().moves) == len(game.start().moves)
    nothing = transform.require(game, "fail")
    here = game.start()
    for _ in range(3):  # laying and casting dice need no player's move
        if here.turn != "chance" or not here.moves:
            break
        here = here.play(here.moves[0])
    state = nothing.model.states[here.node.state.name]
    assert not nothing.model.arena.results(state.move, here.node.configuration)


CONDITIONS: list[tuple[str, Callable[[Game], Game], str]] = [
    ("chess", lambda game: transform.forbid(game, "strikes(♚)"), "white = (super) ![strikes(♚)]"),
    ("three_check", lambda game: transform.require(game, "♕"), "white = (super) [♕]"),
    ("marseillais", lambda game: transform.forbid(game, "strikes(♚)"), "white = (super) ![strikes(♚)]"),
    ("breakthrough", lambda game: transform.require(game, "♙ in far rank | ♟", before=True),
     "white = [♙ in far rank | ♟] (super)"),
    ("tictactoe", lambda game: transform.forbid(game, "✕ + u✕"), "move = super ![✕ + u✕]"),
    ("chess", lambda game: transform.redefine(game, "castle", "fail"), "castle = fail"),
    ("chess", lambda game: transform.redefine(game, "way(s)", "super(s) | [% is ♔] take(uu, s)"),
     "way(s) = super(s) | [% is ♔] take(uu, s)"),
    ("atomic", lambda game: transform.add_end(game, "no queen", "lost", "![♕]"), 'end "no queen" lost: ![♕]'),
    ("chess", lambda game: transform.start_from(game, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"),
     'start "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "make", "text"), CONDITIONS)
def test_other_rules(name: str, make: Callable[[Game], Game], text: str) -> None:
    same(make(lasker.load(name)), extending(name, text))


def test_an_end_is_taken_away() -> None:
    game = lasker.load("breakthrough")
    reason = game.model.endings[0].reason
    variant = transform.remove_end(game, reason)
    assert [end.reason for end in variant.model.endings] == [end.reason for end in game.model.endings[1:]]


NATIVE: list[Any] = [
    lambda: transform.forbid(transform.widen(lasker.load("breakthrough"), 9, 9), "[♙ in far rank]"),
    lambda: transform.pierce(lasker.load("tictactoe"), "b2"),
    *(
        pytest.param(make, marks=pytest.mark.soak)
        for make in (
            lambda: transform.glue(lasker.load("three_check"), "cylinder"),
            lambda: transform.exchange_piece(lasker.load("chess"), "queen", "amazon", "Mm", betza="QN"),
        )
    ),
]


@pytest.mark.parametrize("make", NATIVE)
def test_variants_count_the_same_natively(make: Callable[[], Game]) -> None:
    game = make()
    native = backends.open_engine("c", game.model)
    reference = backends.open_engine("reference", game.model)
    start = backends.position(game.start().node)
    assert native.perft(start, 3) == reference.perft(start, 3)


def test_changes_can_follow_each_other_and_leave_the_game_alone() -> None:
    game = lasker.load("chess")
    before = meaning_hash(game.model)
    step = transform.add_piece(transform.widen(game, 10, 8), "archbishop", "Aa", betza="BN")
    twice = transform.add_piece(step, "chancellor", "Cc", betza="RN")
    last = transform.start_from(twice, "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w - - 0 1")
    assert last.perft(2) == 784
    assert meaning_hash(game.model) == before
    assert [piece.name for piece in last.model.vocabulary.pieces][-1] == "chancellor"


@pytest.mark.parametrize("name", SOME)
def test_a_flat_game_is_equal(name: str) -> None:
    assert transform.flat(lasker.load(name)) == lasker.load(name)


WRONG: list[tuple[Callable[[Game], Any], str, str]] = [
    (lambda g: transform.widen(g, 7, 8), "7x8 is smaller than the board of Chess, 8x8", "GameBuilder"),
    (lambda g: transform.widen(lasker.load("glinski"), 9, 9), "is no rectangle", "GameBuilder"),
    (lambda g: transform.widen(lasker.load("english_draughts"), 9, 8), "a row with gaps", "start="),
    (lambda g: transform.widen(lasker.load("othello"), 10, 10), "no empty ranks in one place", "start="),
    (lambda g: transform.glue(g, "sphere"), "edges are not glued to a sphere", "cylinder"),  # type: ignore[arg-type]
    (lambda g: transform.glue(lasker.load("hex11"), "torus"), "is not made of squares", "squares"),
    (lambda g: transform.glue(lasker.load("racing_kings"), "torus"), "is no position after", "start="),
    (lambda g: transform.pierce(g, "e2"), "e2 is not empty when Chess starts", "start="),
    (lambda g: transform.pierce(g), "no square is taken away", "pierce"),
    (lambda g: transform.add_piece(g, "archbishop", "Kk", betza="BN"), "K is the sign of the king", "letter"),
    (lambda g: transform.add_piece(g, "rook", "Aa", betza="BN"), "Chess has a rook already", "name"),
    (lambda g: transform.add_piece(g, "archbishop", "Aa"), "nothing says how the archbishop moves", "betza"),
    (lambda g: transform.add_piece(g, "a", "Xxz", betza="W"), "2 players", "letter"),
    (lambda g: transform.add_piece(g, "a", "Xx", betza="W", at={"red": ["a1"]}), "red does not", "white"),
    (lambda g: transform.add_piece(g, "a", "Xx", betza="W", at={"white": ["e1"]}), "no king", "start="),
    (lambda g: transform.exchange_piece(g, "quen", "amazon", "Mm"), "Chess has no quen", "queen"),
    (lambda g: transform.exchange_piece(g, "queen", "castle", "Mm"), "castle means something else", "name"),
    (lambda g: transform.exchange_piece(lasker.load("amazons"), "amazon", "x", "Mm", betza="N"),
     "does not say in one place", "redefine"),
    (lambda g: transform.exchange_piece(g, "queen", "amazon", "M"), "the queen has 2 letters", "letter"),
    (lambda g: transform.redefine(g, "castel", "fail"), "does not define castel", "castle"),
    (lambda g: transform.redefine(g, "castle", "nonsense"), "nonsense", "define"),
    (lambda g: transform.forbid(g, "♙ ->"), "ends too early", "finish"),
    (lambda g: transform.require(g, "[white]"), "is defined by itself", "M*"),
    (lambda g: transform.remove_end(g, "stale mate"), "no end of Chess is called 'stale mate'", "stalemate"),
    (lambda g: transform.add_end(g, "x", "beaten", "nil"), "a game does not end beaten", "lost"),
    (lambda g: transform.start_from(g, "8/8 w - - 0 1"), "is no position after this change", "start="),
]  # fmt: skip


@pytest.mark.parametrize(("make", "message", "remedy"), WRONG)
def test_what_is_impossible_is_refused(make: Callable[[Game], Any], message: str, remedy: str) -> None:
    with pytest.raises(LaskerError) as found:
        make(lasker.load("chess"))
    assert message in found.value.message
    assert remedy in str(found.value.remedy)


def test_counts_and_names_are_not_inherited() -> None:
    variant = transform.glue(lasker.load("chess"), "cylinder", title="Round")
    assert (variant.model.counts, variant.model.aliases, variant.title) == ((), (), "Round")
