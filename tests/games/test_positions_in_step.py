"""Positions on native code in step with the reference: texts, ends, repetition, set-ups, hashes, memory."""

from __future__ import annotations

import gc
import pickle
import tracemalloc
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from multiprocessing import get_context
from random import Random

import pytest

import lasker
from counted_men import MEN, RULES
from lasker.kernel.errors import IllegalMove, LaskerError
from lasker.model.position import Node, Outcome, Step
from lasker.notation.coordinates import move_texts
from lasker.notation.fen import fen
from lasker.notation.fen.field_tables import fast_fen
from lasker.notation.san import check_of, san
from lasker.notation.san_reader import AmbiguousMove, parse_san
from lasker.play.game import Position, load
from lasker.play.moves import Moves
from lasker.play.repetition import Past

SOME = ("chess", "crazyhouse", "tictactoe", "breakthrough")
FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "k7/2P1P3/8/8/1N3N2/8/1N3N2/K2R3R w - - 3 40",  # pieces that need files, ranks, both; promotions
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "1Q1Q4/8/8/7k/3Q4/8/8/K7 w - - 99 80",
    "4k3/8/8/8/8/8/5q2/4K3 w - - 0 1",
)

# Men are added to and taken off the board as well, so that two moves have the same squares.
COUNTED = (
    "lasker 1\n"
    + MEN
    + RULES.replace(
        "\nblack", "\n        | (%men{1,3}: add(men, 1)) | (%men{2,3}: add(men, 1)) (%rock: put(.))\nblack", 1
    )
)

# A piece may enter where another one has left.
ENTERING = """lasker 1
players white black
board 4x2
piece man 'M' 'm'
piece hawk 'H' 'h'
start "M2m/4 w 1"
go_on = %man: (% + r. -> . + r%)
white = go_on (nil | (%.: put(hawk)))
black = C white
end "nothing moves" drawn: ![white]
"""

# Rooks go to and fro, or pass, and may not come again to where they have been.
FORBIDDING = """lasker 1
forbid {}
players white black
board 3x2
piece rook ♖ ♜ 'R' 'r'
counter passed 0..1
start "R1R/r2 w 0 1"
fen "board side counter:passed number"
white = (%rook: every(u, step(u))) passed := 0 | passed := 1
black = C white
end "nothing moves" drawn: ![white]
"""
FORBIDDEN = {
    "no position twice": '"repetition"',
    "none of one player thrice": '"repetition 3 in white"',
    "no turn for nothing": '"repetition 3 in white, black" "null turns"',
}

# A lion takes two steps, so that moves over a man and past it have the same squares.
LION = """lasker 1
players white black
board 4x3
piece lion ♘ ♞ 'N' 'n'
start "1n2/1N1n/4 w 1"
fen "board side number"
moved = every(u, step(u) | take(u, ♞))
white = %lion: moved moved?
black = C white
end "nothing moves" drawn: ![white]
"""


def plain(position: Position) -> Node:
    """The node of a position for the reference evaluator."""
    return position.game.layout.node(position._packed, position.ply)


def answered(position: Position, after: Position) -> int:
    """The number of the move to a position."""
    moves = position.moves
    return [moves.number(at) if isinstance(moves, Moves) else at for at in range(len(moves))].index(after._at)


def answer(position: Position, text: str) -> int | str:
    """The number of the move that a text means, or the kind of its error."""
    try:
        return answered(position, position.play(text))
    except AmbiguousMove:
        return "several"
    except LaskerError:
        return "none"


def wanted(node: Node, text: str, steps: tuple[Step, ...], texts: list[str]) -> int | str:
    """The same by the reference."""
    try:
        return texts.index(text) if text in texts else steps.index(parse_san(node, text, steps))
    except AmbiguousMove:
        return "several"
    except LaskerError:
        return "none"


def texts_agree(position: Position, random: Random) -> None:
    game, node = position.game, plain(position)
    assert position.fen == fen.write(node)
    back, slow = game.position(position.fen), fen.read(game.model, position.fen)
    assert (back.node, back.ply) == (slow, slow.ply)
    steps, texts = tuple(move.step for move in position.moves), [str(move) for move in position.moves]
    spelled = [san(node, step, steps) for step in steps]
    for number, move in enumerate(position.moves):
        assert move.san == position.san(move) == spelled[number]
        read = position.replay(spelled[number])
        assert read.last_san == spelled[answered(position, read)]
        assert position.play(move) == Position(steps[number].after, game, position)
        assert position.play(move).last == move
    for text in (*texts, *spelled):
        for written in (
            text,
            text.rstrip("+#") + random.choice(["", "+", "#", "!", " "]),
            text[1:],
            text.lower(),
        ):
            assert answer(position, written) == wanted(node, written, steps, texts), written


def ends_agree(position: Position) -> None:
    """Outcome, claims and check, by the reference and the whole past."""
    node, game = plain(position), position.game.model
    past = [plain(each) for each in position.past()]
    times = sum(each.key == node.key for each in past)
    assert position.repetitions == times

    def adjudicated(manner: str) -> list[Outcome]:
        found = []
        for rule in game.adjudications:
            first = max(i for i, each in enumerate(past) if each.key == node.key)
            since = [each for each in past[: first + 1] if (each.turn == node.turn) is not rule.giving]
            repeated = rule.repeated and times >= rule.repeated and all(each.meets(rule) for each in since)
            if rule.manner == manner and (repeated or (not rule.repeated and node.meets(rule))):
                found.append(Outcome(node.payoffs(rule.result), rule.reason))
        return found

    assert position.outcome == (node.outcome or next(iter(adjudicated("")), None))
    assert list(position.claims) == adjudicated("claimed")
    if not node.state.by_chance:
        check = check_of(game, node.state.player)
        assert position.in_check == (None if check is None else game.arena.holds(check, node.configuration))


def in_step(start: Position, seed: int, plies: int) -> None:
    random, position = Random(seed), start
    for _ in range(plies):
        ends_agree(position)
        if position.turn == "chance":
            position = position.roll(random)
            continue
        texts_agree(position, random)
        if position.outcome is not None or not position.moves:
            break
        position = position.play(random.choice(position.moves))


@pytest.mark.parametrize("name", SOME)
def test_positions_are_in_step_with_the_reference(name: str) -> None:
    in_step(load(name).compile().start(), seed=1, plies=2)


def test_positions_of_counted_pieces_are_in_step() -> None:
    start = load(COUNTED).compile().start()
    assert [str(move) for move in start.moves] == ["a1", "a1,c1", "a1b1", "a1b1(1)"]
    in_step(start, seed=1, plies=6)


def test_positions_where_pieces_enter_are_in_step() -> None:
    start = load(ENTERING).compile().start()
    assert "a2b2" in [str(move) for move in start.moves]
    assert any("/H" in move.san for move in start.moves)
    in_step(start, seed=1, plies=2)


@pytest.mark.parametrize("forbidden", FORBIDDEN.values(), ids=FORBIDDEN)
def test_positions_that_may_not_come_again_are_in_step(forbidden: str) -> None:
    game = load(FORBIDDING.format(forbidden)).compile()
    left_out = 0
    for seed in range(3):
        in_step(game.start(), seed, plies=40)
        line, random = [game.start()], Random(seed)
        while len(line) <= 60 and line[-1].moves:
            line.append(line[-1].play(random.choice(line[-1].moves)))
        sans = [before.san(str(after.last)) for before, after in pairwise(line)]
        assert line[-1].sans() == sans
        again = line[0]
        for text in sans:
            again = again.replay(text)
        assert again == line[-1]
        assert again.moves == line[-1].moves
        for position in line:
            node, moves = plain(position), [str(move) for move in position.moves]
            for text in {*move_texts(node, node.steps)}.difference(moves):
                left_out += 1
                with pytest.raises(IllegalMove):
                    position.play(text)
    assert left_out


def test_moves_with_the_same_squares_are_in_step() -> None:
    start = load(LION).compile().start()
    assert {"b2c3", "b2c3xb3"} <= {str(move) for move in start.moves}
    in_step(start, seed=1, plies=4)


@pytest.mark.parametrize("name", SOME)
def test_games_are_read_and_written_together_as_move_by_move(name: str) -> None:
    random, line = Random(4), [load(name).compile().start()]
    while len(line) <= 40 and line[-1].moves and line[-1].outcome is None:
        line.append(line[-1].play(random.choice(line[-1].moves)))
    sans, texts = [str(each.last_san) for each in line[1:]], [str(each.last) for each in line[1:]]
    assert line[-1].sans() == sans
    for spelled in (sans, texts):
        read = list(line[0].replay_all([*spelled, "nonsense"]))
        assert [position for position, _ in read] == line[1:]
        assert [position.ply for position, _ in read] == [position.ply for position in line[1:]]
        assert [written for _, written in read] == sans
        assert all(position.last_san == written for position, written in read)
    assert not list(line[0].replay_all(["", *sans]))
    assert not list(line[0].replay_all(["\0", *sans]))


def test_check_and_mate_are_told_of_games_that_are_read_together() -> None:
    texts = ["e4", "f5", "Qh5", "g6", "Qxg6", "hxg6", "f3", "e5", "g4", "Qh4"]
    read = list(load("chess").compile().start().replay_all(texts))
    assert [written for _, written in read] == [
        "e4", "f5", "Qh5+", "g6", "Qxg6+", "hxg6", "f3", "e5", "g4", "Qh4+"
    ]  # fmt: skip
    last, _ = list(load("chess").start().replay_all(["f3", "e5", "g4", "Qh4"]))[-1]
    assert last.sans()[-1] == "Qh4#"


@pytest.mark.parametrize("near", [1, 256])
def test_repetitions_are_found_where_only_the_last_position_is_asked(
    near: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lasker.play.game.NEAR", near)
    start = load("chess").compile().start()
    read = [each for each, _ in start.replay_all(4 * ["Nf3", "Nf6", "Ng1", "Ng8"])]
    assert read[-1].outcome is not None  # asked first: the position before it was not asked
    assert read[-2].outcome is None


@pytest.mark.parametrize("text", FENS)
def test_positions_with_everything_are_in_step(text: str) -> None:
    position = load("chess").compile().position(text)
    assert position.node == fen.read(position.game.model, text)
    in_step(position, seed=2, plies=1)


@pytest.mark.soak
@pytest.mark.parametrize("name", lasker.games())
def test_positions_of_every_game_are_in_step(name: str) -> None:
    game = load(name)
    try:
        game.compile()
    except lasker.NativeError as error:
        pytest.skip(str(error))
    for seed in range(3):
        in_step(game.start(), seed, plies=25)


@pytest.mark.parametrize(
    "text",
    ["4k3/8/8/8/8/8/8/8 w - - 0 1", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"],
)
def test_what_is_no_position_is_refused_in_the_same_words(text: str) -> None:
    told = []
    for game in (load(load("chess").text), load("chess").compile()):
        with pytest.raises(lasker.NotationError) as caught:
            game.position(text)
        told.append(caught.value.message)
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("word", "at"),
    [
        ("w KQkq", "w KQkz"),
        ("w KQkq", "w KKkq"),
        (" 0 1", " 0 01"),
        (" 0 1", ""),
        ("/8/", "/44/"),
        ("/8/", "/9/"),
    ],
)
def test_unusual_texts_are_read_as_the_reference_reads_them(word: str, at: str) -> None:
    game = load("chess").compile()
    text = game.start().fen.replace(word, at, 1)

    def read() -> object:
        try:
            node = fen.read(game.model, text)
        except lasker.NotationError as error:
            return error.message
        return node, node.ply

    try:
        found: object = (position := game.position(text)).node, position.ply
    except lasker.NotationError as error:
        found = error.message
    assert found == read()


def test_the_usual_fen_is_read_by_tables() -> None:
    for name in SOME:
        layout, start = load(name).layout, load(name).start()
        assert layout.read(start.fen) == (start._packed, start.ply)
        quick = fast_fen(start.game.model)
        assert quick is not None
        assert quick.write(*layout.packing.unpack(start._packed), start.ply) == start.fen


@pytest.mark.parametrize("name", ["crazyhouse", "minishogi", "omega", "tamerlane", "oware"])
def test_what_is_read_by_tables_is_read_alike_by_fen(name: str) -> None:
    """Letters, signs, numbers and holes in wrong places, and in places where they may be."""
    random, game, known = Random(name), load(name), 0
    quick = fast_fen(game.model)
    assert quick is not None
    for _ in range(400):
        text = game.start().fen
        board = len(text.split()[0])
        for _ in range(random.choice((1, 1, 2))):
            at = random.randrange(board)
            text = (
                text[:at] + random.choice([*"+~*.()129/", *text[:board]]) + text[at + random.choice((0, 1)) :]
            )
        setup = quick.read(text)
        if setup is not None:
            node = fen.read(game.model, text)
            assert (tuple(setup.board), setup.ply) == (node.configuration.board, node.ply), text
            assert tuple(setup.counters) == tuple(node.configuration.counters), text
            known += 1
    assert known > 5


# --- the past ------------------------------------------------------------------------------------------


def test_occurrences_are_counted_over_many_blocks() -> None:
    random, past, seen = Random(4), None, list[bytes]()
    for _ in range(700):
        seen.append(random.randbytes(1))
        past = Past(seen[-1], past)
        assert past.times == seen.count(seen[-1])


def test_equal_hashes_of_different_positions_are_no_repetition() -> None:
    class Same(bytes):
        def __hash__(self) -> int:
            return 7

    past = Past(Same(b"a"), None)
    for key, times in ((b"b", 1), (b"a", 2), (b"c", 1), (b"b", 2)):
        past = Past(Same(key), past)
        assert past.times == times


def test_a_long_game_costs_bytes_a_ply() -> None:
    """And what is asked on the way is forgotten; hundreds of bytes, where it was thousands."""
    plies = 104

    def play(plies: int) -> Position:
        position = load("chess").compile().start()
        for at in range(plies):
            position = position.play(("g1f3", "g8f6", "f3g1", "f6g8")[at % 4])
            assert position.moves
            assert len(position.claims) == (at >= 7) + (at >= 99)
        return position

    play(8)
    gc.collect(1)
    gc.freeze()  # what earlier tests keep alive is not looked at
    tracemalloc.start()
    last = play(plies)
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert last.repetitions == 1 + plies // 4
    assert size / plies < 1000


def asked(position: Position) -> tuple[str, int, int, str, str]:
    move = position.moves[0]
    return position.fen, position.repetitions, len(position.moves), str(move), position.san(move)


def test_positions_travel_to_new_processes() -> None:
    position = load("tictactoe").compile().start().play("b2").play("a1")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert pool.submit(asked, position).result() == asked(position)
        assert pool.submit(str, position.moves[1]).result() == str(position.moves[1])
    again = pickle.loads(pickle.dumps(position))
    assert (again, hash(again), again.last) == (position, hash(position), position.last)


@pytest.mark.parametrize("name", ["node", "game", "before", "moves", "outcome", "fen", "ply", "anything"])
def test_positions_are_frozen(name: str) -> None:
    for position in (load("tictactoe").start(), load("tictactoe").compile().start()):
        for value in (position, position.moves[0], position.game):
            with pytest.raises(AttributeError):
                setattr(value, name, None)
        assert not hasattr(position, "__dict__")
        assert not hasattr(position.moves[0], "__dict__")


@pytest.mark.parametrize("marks", [0, 7])  # with 7 marks contents take more than a byte
def test_games_that_number_pieces_differently_have_equal_positions(marks: int) -> None:
    pieces = ["piece man 'M' 'm'", "piece rook 'R' 'r'"]
    text = """lasker 1
game "Two"
board 4x1
players white black
{}
{}
start "MR1m w"
fen "board side"
white = (%man: step(r)) | (%rook: step(r))
black = %man: step(l)
"""
    marked = "\n".join(f"mark m{number} lasting" for number in range(marks))
    ours, theirs = (load(text.format(marked, "\n".join(lines))) for lines in (pieces, pieces[::-1]))
    assert ours == theirs
    assert ours.start() == theirs.start()
    assert hash(ours.start()) == hash(theirs.start())
    assert ours.start()._packed != theirs.start()._packed
    assert hash(ours.start()) != hash(ours.position("RM1m w"))
