"""PGN as found in files: conventions of old programs, malformed games among good ones."""

from __future__ import annotations

import resource
from io import StringIO
from pathlib import Path
from random import Random

import chess.pgn
import pytest

from lasker.notation.pgn import Line, Ply, Record, read_file, read_games, read_text, write_game
from lasker.play.game import load
from lasker.play.record import record_of, replay
from test_pgn import endless, generated

BEFORE_PROMOTION = "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nd5 5. "


@pytest.mark.parametrize(
    ("text", "last", "result"),
    [
        ("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 0-0 1-0", "O-O", "1-0"),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.o-o Nf6 5.d3 OO *", "O-O", "*"),
        ("1.d4 d5 2.Nc3 Nc6 3.Bf4 Bf5 4.Qd2 Qd7 5.0-0-0 0-0-0 *", "O-O-O", "*"),
        ("1. e4 a6 2. e5 d5 3. exd6 e.p. 1:0", "exd6", "1-0"),
        ("1. e4 a6 2. e5 d5 3. exd6ep 0:1", "exd6", "0-1"),
        ("1. e4 a6 2. e5 d5 3. exd6e.p.! 0.5-0.5", "exd6", "1/2-1/2"),
        ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 1/2", "Nc6", "1/2-1/2"),
        ("1. e2e4 e7e5 2. g1f3 b8c6 ½", "Nc6", "1/2-1/2"),
        ("1. e4 e5 2. ♘f3 ♞c6 1–0", "Nc6", "1-0"),
        ("1. e4, e5; a comment to the end\n2. Nf3 *", "Nf3", "*"),
        ("1 e4 e5 2 Qh5 Nc6 3 Bc4 Nf6 4 Qxf7 mate 1-0", "Qxf7#", "1-0"),
        ("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qf7++ 1-0", "Qxf7#", "1-0"),
        ("1. e4 e5 2. Qh5 g6 3. Qxe5 ch *", "Qxe5+", "*"),
        (BEFORE_PROMOTION + "bxa8Q *", "bxa8=Q", "*"),
        (BEFORE_PROMOTION + "bxa8(Q) (5. bxc8(N)) *", "bxa8=Q", "*"),
        (BEFORE_PROMOTION + "bxa8/Q *", "bxa8=Q", "*"),
        (BEFORE_PROMOTION + "ba8=q *", "bxa8=Q", "*"),
        ("1. e4 e5 (1... c5)(1... e6 2. d4(2. d3)2... d5) 2. Nf3*", "Nf3", "*"),
        ("1. e4 {[%clk 1:00:00]} e5 {[%eval 0.3] [%csl Gd4]} 2. Nf3 {[#]} *", "Nf3", "*"),
        ("1.e4!? $6 e5?? = 2.Nf3! +/- N *", "Nf3", "*"),
        ("\ufeff[Event \"x\"]\r\n\r\n1. e4 e5\r\n% not for us: 2. Ke2\r\n2. Nf3 *\r\n", "Nf3", "*"),
    ],
)  # fmt: skip
def test_what_people_write(text: str, last: str, result: str) -> None:
    [game] = read_text(text)
    assert (game.problems, game.result) == ([], result)
    replayed = replay(load("chess"), game)
    assert replayed.problems == ()
    assert game.main.plies[-1].san == last
    [again] = read_text(write_game(game))
    assert again == game


GOOD = '[White "A{}"]\n\n1. e4 e5 2. Nf3 {{fine}} Nc6 1-0\n\n'
BAD = [
    "1. e4 e5 2. Ke3 Nc6 1-0",  # an illegal move
    "1. e4 e5 2. Nf3 {never closed",
    "1. e4 ((((1. d4) e5 2. Nf3",
    "1. e4 )))) e5",
    "[Broken\n[[[\n\n1. e4",
    "\x00\x01\x02\x7f�� <<>> $99999 ½½",
    "((((((((",
    "{{{{{{{{",
    '[FEN "8/8/8"]\n\n1. e4 *',
    "1. " * 400,
    "lorem ipsum dolor sit amet",
]


@pytest.mark.parametrize("bad", BAD)
def test_a_broken_game_between_two_good_ones(bad: str) -> None:
    games = read_text(GOOD.format(1) + '[White "B"]\n' + bad + "\n\n" + GOOD.format(2))
    good = [game for game in games if game.tags.get("White") in ("A1", "A2")]
    assert [game.moves for game in good] == [["e4", "e5", "Nf3", "Nc6"]] * 2
    assert all(replay(load("chess"), game).legal and not game.problems for game in good)
    broken = [game for game in games if game not in good]
    assert all(game.problems or replay(load("chess"), game).problems for game in broken)


def test_bytes_of_any_kind(tmp_path: Path) -> None:
    random, file = Random(5), tmp_path / "x.pgn"
    for number in range(40):
        noise = random.randbytes(random.randrange(1, 400))
        file.write_bytes(GOOD.format(1).encode() + noise + b"}\n\n" + GOOD.format(number).encode())
        games = list(read_file(file))
        assert games[0].tags["White"] == "A1"
        assert games[-1].moves == ["e4", "e5", "Nf3", "Nc6"]
        for game in games:
            assert read_text(write_game(game)) == [game]


def annotated(random: Random) -> Record:
    """A short random game of chess with signs, comments and variations."""
    position = load("chess").start()
    for _ in range(8):
        position = position.play(str(random.choice(position.moves)))
    record = record_of(position, {"White": "Müller"})
    past = list(position.past())[::-1]
    for before, ply in zip(past, record.main.plies, strict=False):
        ply.nags = random.choices(range(1, 140), k=random.randrange(3))
        ply.comments = random.choices(["good", "a [%clk 0:10:00] b", "né (or) $1 ;"], k=random.randrange(2))
        for move in random.choices(before.moves, k=random.randrange(2)):
            if (other := before.san(move)) != ply.text:
                ply.variations = [Line([Ply(other, [2], ["perhaps"])])]
    return record


def told(node: chess.pgn.GameNode) -> tuple[object, ...]:
    """A game as python-chess reads it: moves, NAGs, comments, variations."""
    return tuple((child.san(), sorted(child.nags), child.comment, told(child)) for child in node.variations)


def expected(line: Line) -> tuple[object, ...]:
    """The same, from our record."""

    def from_ply(plies: list[Ply]) -> tuple[object, ...]:
        if not plies:
            return ()
        first, *rest = plies
        others = [variation.plies for variation in first.variations]
        below = [(first, rest), *((other[0], other[1:]) for other in others)]
        return tuple(
            (ply.text, sorted(set(ply.nags)), " ".join(ply.comments), from_ply(after)) for ply, after in below
        )

    return from_ply(line.plies)


@pytest.mark.parametrize("seed", range(3))
def test_python_chess_reads_what_we_write_and_we_what_it_writes(seed: int) -> None:
    record = annotated(Random(seed))
    theirs = chess.pgn.read_game(StringIO(write_game(record)))
    assert theirs is not None
    assert theirs.errors == []
    assert dict(theirs.headers) == record.tags
    assert told(theirs) == expected(record.main)
    [back] = read_text(str(theirs))
    assert expected(back.main) == expected(record.main)
    assert replay(load("chess"), back).legal


@pytest.mark.soak
def test_fifty_megabytes_are_read_in_constant_memory() -> None:
    begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    games = 50_000_000 // 620
    assert sum(1 for _ in read_games(endless(generated(games)))) == games
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begun < 10_000  # kilobytes
