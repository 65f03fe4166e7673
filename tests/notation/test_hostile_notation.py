"""Whatever is typed as a move or a position, Lasker answers with a move, a position, or its own errors."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from lasker.kernel.errors import DeclarationError, IllegalMove, LaskerError, NotationError
from lasker.kernel.source import Source, Span
from lasker.notation.fen import fen
from lasker.notation.pgn import read_text
from lasker.play import library
from lasker.play.game import Position, load
from lasker.play.record import replay

PARTS = [
    "", "-", " ", "\x00", "♔", "²", "٣", "İ", "O-O", "--", "+", "x", "=Q", "@", "P@", "@e4", "(", "]", "{",
    ",", "e4", "A", "Ab1", "K", "[", "[P]", "~", "*", "2P", "w", "b", "1+1", "HAha", "/", "9" * 30, "a" * 40,
]  # fmt: skip
SPACES = ["raumschach", "tesseract", "glinski", "doughnut", "graph_chess", "nine_mens_morris", "dice_men"]


def mangled(text: str, chance: Random) -> str:
    at = chance.randrange(len(text) + 1)
    return chance.choice([text[:at] + chance.choice(PARTS) + text[at + chance.randrange(3) :], text[::-1]])


def refuses_or_plays(position: Position, text: str) -> None:
    for ask in (position.play, position.why_illegal):
        with suppress(LaskerError):
            ask(text)


def try_moves(name: str, texts: int) -> None:
    chance, position = Random(name), load(name).start()
    position = position.roll(chance)
    for move in chance.sample(list(position.moves), min(3, len(position.moves))):
        spelled = position.san(move)
        assert position.read(move.text) == move == position.read(spelled)
        for text in (move.text, spelled):
            for _ in range(texts):
                refuses_or_plays(position, mangled(text, chance))


@pytest.mark.parametrize("name", SPACES)
def test_mangled_moves_raise_only_errors_of_lasker(name: str) -> None:
    try_moves(name, 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(library.sources()))
def test_mangled_moves_in_every_game(name: str) -> None:
    try_moves(name, 8)


@pytest.mark.parametrize(
    "text", ["Ab1a3", "KAb2", "Zc1", "Ab1Ab1", "A", "Ab1A", "ZZAb1Ab2", "Ab1Aa3Q", "kAc3"]
)
def test_letters_of_layers_are_no_pieces(text: str) -> None:
    position = load("raumschach").start()
    with pytest.raises(IllegalMove):
        position.play(text)


def test_a_long_text_is_no_move() -> None:
    with pytest.raises(IllegalMove) as refused:
        load("chess").start().play("a" * 100_000)
    assert len(refused.value.message) < 300


@pytest.mark.parametrize("name", sorted(library.sources()))
def test_mangled_positions_raise_only_errors_of_notation(name: str) -> None:
    game, chance = library.model(name), Random(name)
    places: list[Span | None] = []
    for _ in range(12 if game.start else 0):
        try:
            node = fen.read(game, mangled(mangled(game.start, chance), chance))
        except NotationError as error:
            places.append(error.span)
        else:
            assert fen.write(fen.read(game, fen.write(node))) == fen.write(node)
    assert None not in places


SHOGI = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


@pytest.mark.parametrize(
    ("text", "turn", "hand"),
    [
        (SHOGI + " b - 1", "sente", "[]"),
        (SHOGI + " w - 2", "gote", "[]"),
        (SHOGI + " b 2P3p 5", "sente", "[PPppp]"),
        (SHOGI + "[] b - - 0 1", "gote", "[]"),
        (SHOGI + " w - - 0 1", "sente", "[]"),
    ],
)
def test_sfen_is_read_as_it_is_meant(text: str, turn: str, hand: str) -> None:
    position = load("shogi").position(text)
    assert (position.turn, hand in position.fen) == (turn, True)


@pytest.mark.parametrize("text", [SHOGI + " w", SHOGI + " b", SHOGI + " b 2Z 1", SHOGI + "[P] b 2P 1"])
def test_what_may_be_meant_in_two_ways_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        load("shogi").position(text)


def test_nobody_has_passed_a_square_in_the_turn_that_he_is_about_to_take() -> None:
    with pytest.raises(NotationError, match="has just passed"):
        load("chess").position("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1")


PLAIN = (
    "lasker 1\ngame \"X\"\nplayers a b\nboard 2x1\npiece man 'M' 'm'\ncounter stock 0..3\nmark m lasting\n"
)


@pytest.mark.parametrize(
    "field",
    ["hand:man=stock", "hand:man", "hand:", "hand", "promoted:~", "castling:m", "castling:m:man:nobody",
     "counter:c", "counter", "counts:stock", "passing:x:man", "marked:x", "fixed", "number:3", "nothing"],
)  # fmt: skip
def test_malformed_fields_are_refused_where_they_are_declared(field: str) -> None:
    text = PLAIN + f'fen "board {field} side"\nstart "M1 a"\nmove = %man: step(r)\nend "x" lost: ![move]\n'
    with pytest.raises(DeclarationError):
        fen.read(library.modelled(Source(text, "x.rules")), "M1[M] a")


@pytest.mark.parametrize("nothing", ["--", "Z0", "@@@@"])
def test_a_variation_may_pass_a_turn(nothing: str) -> None:
    [record] = read_text(f"1. e4 e5 (1... {nothing} 2. d4 d5 3. Nc3) 2. Nf3 *")
    done = replay(load("chess"), record)
    assert done.legal
    assert len(done.notes) == 1
    assert [ply.san for ply in record.main.plies[1].variations[0].plies] == ["--", "d4", "d5", "Nc3"]


def test_mangled_records_hang_nothing() -> None:
    chance, text = Random(5), '[Event "x"]\n\n1. e4 {a} e5 (1... Z0 2. d4 $1) 2. Nf3 1-0\n\n'
    for _ in range(10):
        for record in read_text(mangled(mangled(text, chance), chance) + text):
            replay(load("chess"), record)
