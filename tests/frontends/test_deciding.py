"""A generated validator decides one move without listing the others, in time that grows with the side of the
board, and its verdicts are those of the list."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from random_specs import specification

from lasker.frontends.yaml import validator
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.library import find, sources

SPECS = sorted((Path(__file__).parent / "specs").glob("*.yaml"))
DESIGNS = sorted(name for name, source in sources().items() if source.name.endswith(".yaml"))
TWISTED = """
game: Sliders on a strip that is glued with a twist
board: {board}
players: [white, black]
start: {start}
pieces:
  - {{piece: King, royal: true, displacement: [[1, 0], [1, 1]], symmetric: all}}
  - {{piece: Queen, displacement: [[1, 0], [1, 1], [2, 1]], symmetric: all, slide: true}}
guards: {{check: not after(in_check)}}
ends: {{stuck: {{lost: not can(move)}}}}
"""


def opened(source: Source) -> dict[str, Any]:
    """The validator of a specification."""
    found: dict[str, Any] = {"__name__": "validator"}
    exec(compile(validator(source), source.name, "exec"), found)
    return found


def texts_to_ask(chance: random.Random, engine: dict[str, Any], listed: list[str], number: int) -> list[str]:
    """Texts of moves that are listed, and others: pairs of squares near pieces, with and without letters."""
    squares = list(engine["SQUARES"])
    pairs = [chance.choice(squares) + chance.choice(squares) for _ in range(number)]
    longer = [text + chance.choice([*engine["LETTERS"], "x" + squares[0]]).lower() for text in listed]
    shorter = [text[:-1] for text in listed]
    return [*listed, *pairs, *chance.sample(longer, min(9, len(longer))), *shorter[:9]]


def decides_as_it_lists(engine: dict[str, Any], seed: int, plies: int, number: int = 60) -> int:
    """Along a random game, a text is legal, and has no reason against it, if and only if it is listed."""
    chance, position, asked = random.Random(seed), engine["read"](engine["START"]), 0
    for _ in range(plies):
        if engine["rolling"](position):
            break
        listed = engine["legal_moves"](position)
        for text in texts_to_ask(chance, engine, listed, number):
            position.able.clear()
            assert engine["is_legal"](position, text) == (text in listed), (text, listed)
            asked += 1
        for text in texts_to_ask(chance, engine, listed, 6):
            assert (engine["why_illegal"](position, text) is None) == (text in listed), (text, listed)
        if not listed:
            break
        moves = engine["named"](engine["candidates"](position, position.player), position)
        position = engine["finished"](moves[chance.choice(listed)])
    return asked


@pytest.mark.parametrize("name", DESIGNS)
def test_a_text_is_legal_if_and_only_if_it_is_listed(name: str) -> None:
    engine = opened(find(name))
    assert engine["CHANCE"] or decides_as_it_lists(engine, seed=1, plies=8) > 60


@pytest.mark.parametrize("file", SPECS, ids=lambda file: file.stem)
def test_a_text_is_legal_if_and_only_if_it_is_listed_on_other_boards(file: Path) -> None:
    engine = opened(Source(file.read_text("utf-8"), file.name))
    assert engine["CHANCE"] or decides_as_it_lists(engine, seed=1, plies=4) > 20


@pytest.mark.parametrize("seed", range(20, 30))
def test_a_text_is_legal_if_and_only_if_it_is_listed_in_random_specifications(seed: int) -> None:
    try:
        engine = opened(Source(specification(seed), "spec.yaml"))
    except LaskerError:
        return
    decides_as_it_lists(engine, seed, plies=4)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_a_text_is_legal_if_and_only_if_it_is_listed_in_many_random_specifications(seed: int) -> None:
    test_a_text_is_legal_if_and_only_if_it_is_listed_in_random_specifications(seed)


def struck(engine: dict[str, Any], position: Any, player: int, target: str) -> bool:
    """Whether a square is attacked, found forwards: every step of every piece, as far as it goes."""
    for square, man in position.board.items():
        for step in engine["STEPS"][man.kind] if man.owner in (player, None) else ():
            if step.only != "move" and not step.takes and not step.carries:
                for length, end, _ in engine["ways"](position, player, square, step):
                    move = engine["Move"](position, player, square, step, length, "target")
                    guards = [guard for guard in step.guards if guard not in engine["LOOKING"]]
                    if end == target and all(guard(move) for guard in guards):
                        return True
    return False


BOARDS = ("5x4", "cylinder 5x4", "torus 5x4", "moebius 5x4")


@pytest.mark.parametrize("board", BOARDS)
def test_attacks_found_backwards_are_those_found_forwards(board: str) -> None:
    engine = opened(Source(TWISTED.format(board=board, start="K4/5/5/4k w"), "strip.yaml"))
    chance, men, found = random.Random(3), list(engine["LETTERS"]), 0
    for _ in range(15):
        squares = chance.sample(list(engine["SQUARES"]), 6)
        standing = {square: engine["Man"](*engine["LETTERS"][chance.choice(men)]) for square in squares}
        position = engine["Position"](engine["Board"](standing), "w", {})
        for target in engine["SQUARES"]:
            for player in (0, 1):
                expected = struck(engine, position, player, target)
                assert engine["strikes"](position, player, target) == expected, (squares, target, player)
                found += expected
    assert found > 200


def work(engine: dict[str, Any], *asked: object) -> int:
    """How many lines of the validator are executed: a measure of time that no other process can disturb."""
    lines = 0

    def count(frame: Any, event: str, argument: Any) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        engine["is_legal"](*asked)
    finally:
        sys.settrace(before)
    return lines


def enlarged(size: int) -> dict[str, Any]:
    """Chess with more knights and pawns on a larger board."""
    men = "rnbqkbnr" + "n" * (size - 8)
    rows = [men, "p" * size, *[str(size)] * (size - 4), "P" * size, men.upper()]
    text = find("graph_chess").text.replace("board: 8x8", f"board: {size}x{size}")
    text = re.sub(r"start: .*", f"start: {'/'.join(rows)} w KQkq - 0 1", text)
    text = re.sub(r"rank 8\}", f"rank {size}}}", text)
    text = re.sub(r"  dark: (.|\n)*?use:", "\nuse:", text)
    text = re.sub(r"  insufficient material:\n(    .*\n)*", "", text)
    return opened(Source(text.partition("perft:")[0], "enlarged.yaml"))


def test_one_move_is_decided_in_time_that_grows_with_the_side_of_the_board() -> None:
    """The start, and a king in the middle of an open board; reading the position is counted as well."""
    cost: dict[int, list[int]] = {}
    for size in (8, 64):
        engine = enlarged(size)
        half, files = size // 2, list(engine["ROWS"][0])
        middle = files[half].rstrip("0123456789") + str(half)
        left = files[half - 1].rstrip("0123456789") + str(half)
        rows = [str(size)] * (size - half) + [f"{half}K{size - half - 1}"] + [str(size)] * (half - 2)
        far = f"{'/'.join(rows)}/{size - 1}k w - - 0 1"
        asked = [(engine["START"], "e2e4"), (engine["START"], "b1c3"), (far, middle + left)]
        assert all(engine["is_legal"](*each) for each in asked), asked
        cost[size] = [work(engine, *each) for each in asked]
        cost[size] += [work(engine, engine["read"](fen), move) for fen, move in asked]
    ratios = [large / small for small, large in zip(cost[8], cost[64], strict=True)]
    assert max(ratios) < 10, (cost, ratios)


def test_the_time_to_decide_a_move_does_not_grow_with_the_pieces() -> None:
    """A position that was read is asked about one pawn, beside one other that is blocked, or fifteen."""
    engine = enlarged(32)
    free = engine["ROWS"][-2][30]

    def blocked(number: int) -> Any:
        rows = ["." * 32] * 29 + [("p." * number).ljust(32, "."), ("P." * number).ljust(30, ".") + "P."]
        drawn = re.sub(r"\.+", lambda found: str(len(found[0])), "/".join([*rows, "." * 32]))
        return engine["read"](f"{drawn} w - - 0 1")

    few, many = blocked(1), blocked(15)
    ahead = free[:-1] + "3"
    assert engine["legal_moves"](many) == [free + ahead, free + ahead[:-1] + "4"]
    few.able.clear()
    many.able.clear()
    counted = [work(engine, place, free + ahead) for place in (few, many)]
    assert counted[1] <= 1.01 * counted[0], counted


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        ("", "8 rows"),
        ("8/8/8/8/8/8/8/8/8 w - - 0 1", "8 rows"),
        ("8/8/8/8/8/8/8/9 w - - 0 1", "8 squares"),
        ("8/8/8/8/8/8/8/Z7 w - - 0 1", "'Z' is no piece"),
        ("8/8/8/8/8/8/8/K6k z - - 0 1", "nobody's turn"),
        ("8/8/8/8/8/8/8/K6k w - - x 1", "'x' is no number"),
        ("8/8/8/8/8/8/8/K6k w K - 0 1", "no rook"),
        ("8/8/8/8/8/8/8/K6k w - e9 0 1", "passed over e9"),
    ],
)
def test_a_malformed_fen_is_refused_with_its_reason(
    fen: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = opened(find("graph_chess"))
    with pytest.raises(ValueError, match=said):
        engine["read"](fen)
    assert engine["main"]([fen, "a1a2"]) == 2
    assert said in capsys.readouterr().err
