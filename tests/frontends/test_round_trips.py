"""What is converted and names no loss is read back as the same game, position or record: every game of the
library, in every language, dialect of FEN, EPD and PGN. `make test` runs a sample."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import lasker
from lasker import pgn
from lasker.cli import main
from lasker.commands.convert import DIALECTS, KINDS
from lasker.model.meaning_hash import meaning_hash
from lasker.notation import epd
from lasker.notation.fen.dialects import DIALECTS as KNOWN_DIALECTS
from library_sample import EVERY, SAMPLE

QUICK = ("breakthrough", "dice_men", "minixiangqi")  # converted in seconds
GAMES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.soak) for name in EVERY]
RECORDED = [
    pytest.param(name, marks=() if name in sorted(SAMPLE)[::3] else pytest.mark.soak) for name in EVERY
]
LANGUAGES = [kind for kind in KINDS if kind != "betza"]  # which tells pieces, and names all else as lost
PLIES = 30  # of a game: enough for five repetitions
MOST_MOVES = 400  # of one position: of more only the number is compared


def board(position: lasker.Position) -> tuple[str, str]:
    """The board and the hands, as every language writes them."""
    rows, _, hands = position.fen.split()[0].replace("~", "").partition("[")
    return rows, "".join(sorted(hands.strip("-]")))


def unlike(one: lasker.Position, other: lasker.Position) -> str:
    """How two positions differ, with the past that led to them: boards, ends, claims, moves."""
    told = [
        (board(each), each.outcome and each.outcome.payoffs, {claim.payoffs for claim in each.claims})
        for each in (one, other)
    ]
    if told[0] != told[1]:
        return f"{told[0]} and {told[1]}"
    if one.outcome is None and len(one.moves) != len(other.moves):
        return f"{len(one.moves)} and {len(other.moves)} moves"
    if one.outcome is None and len(one.moves) <= MOST_MOVES:
        boards = [sorted(map(board, each.children())) for each in (one, other)]
        return "" if boards[0] == boards[1] else "other moves"
    return ""


def distance(one: lasker.Position, other: lasker.Position) -> int:
    """On how many squares do two positions differ?"""
    return len(one.pieces.items() ^ other.pieces.items())


def difference(one: lasker.Game, other: lasker.Game, seed: int, to_and_fro: bool) -> str:
    """Where two games differ along a random one; `to_and_fro`: positions come again as soon as they can."""
    chance, here, there = Random(seed), one.start(), other.start()
    past = [here] * 3  # and from the third move on, that of four plies ago is wanted again
    for ply in range(PLIES):
        if differ := unlike(here, there):
            return f"at {here.fen}: {differ}"
        if here.outcome is not None or len(here.moves) > MOST_MOVES:
            return ""
        after = {board(each): each for each in here.children()}
        chosen = chance.choice(sorted(after))
        if to_and_fro and ply > 1:
            wanted = past[-3]
            chosen = min(sorted(after), key=lambda each: distance(after[each], wanted))
        here = after[chosen]
        past.append(here)
        there = next(each for each in there.children() if board(each) == chosen)
    return ""


@pytest.mark.parametrize("kind", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_which_nothing_is_lost(name: str, kind: str, tmp_path: Path) -> None:
    answer = CliRunner().invoke(main, ["convert", name, "--to", kind, "--json"])
    if answer.exit_code == 2:
        assert "cannot be written" in answer.output or "no game" in answer.output, answer.output
        return
    told = json.loads(answer.stdout)
    assert (answer.exit_code == 1) == bool(told["lost"])
    file = tmp_path / f"again.{kind}"
    file.write_text(told["text"], "utf-8")
    game, again = lasker.load(name), lasker.load(file)
    if kind == "rules":
        assert meaning_hash(again.model) == meaning_hash(game.model)
    if told["lost"] or meaning_hash(again.model) == meaning_hash(game.model):
        return
    assert difference(game, again, 1, to_and_fro=False) == ""
    assert difference(game, again, 2, to_and_fro=True) == ""


def test_a_position_in_every_dialect_is_one_that_is_known() -> None:
    assert set(DIALECTS) == set(KNOWN_DIALECTS)


@pytest.mark.parametrize("name", RECORDED)
def test_positions_and_records_of_a_game(name: str) -> None:
    """Along a random game every position is read back from every dialect that can write it, and from EPD; the
    game is read back from PGN, which names its rules."""
    game, chance = lasker.load(name), Random(7)
    position = game.start()
    for _ in range(8):
        for dialect in KNOWN_DIALECTS:
            try:
                text = position.to_fen(dialect)
            except lasker.NotationError:
                continue
            again = game.position(text)
            assert (again, again.fen) == (position, position.fen), dialect
        line = epd.read_line(f'{position.fen} id "a; b"; c0 "x";', game.model)
        assert (line.position, line.get("id")) == (position.fen, ["a; b"])
        assert str(epd.read_line(str(line), game.model)) == str(line)
        if position.outcome is not None or not position.moves:
            break
        position = position.play(chance.choice(position.moves))
    [record] = pgn.read_text(pgn.write(pgn.record_of(position)))
    assert pgn.game_of(record, "chess") == game
    replayed = pgn.replay(pgn.game_of(record, "chess"), record)
    assert replayed.legal, replayed.problems
    assert replayed.positions[-1] == position
    assert len(replayed.positions) == len([*position.past()])
