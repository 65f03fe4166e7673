"""Real clients: XBoard plays a variant just written, python-chess says things at bad moments."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from pathlib import Path

import chess
import chess.engine
import chess.variant
import pytest
from protocol_process import SECONDS
from real_clients import TINY, played

from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.play.record import result_of
from lasker.syntax.read import read_game

COMMAND = [sys.executable, "-m", "lasker.cli", "uci"]


@pytest.mark.soak
def test_xboard_plays_a_whole_game_of_a_new_variant(tmp_path: Path) -> None:
    record, log = played(tmp_path, 900)
    assert "setup (PWZ..Kpwz..k) 6x6+0_fairy" in log
    assert "piece Z& WC" in log
    assert "piece W& F2" in log
    assert not re.search(r"<(first|second) *: *(Error|Illegal|tellusererror)", log)
    position = Game(read_game(Source(TINY, "tiny.rules")), "tiny").start()
    for move in re.findall(r"<(?:first|second) *: move (\S+)", log):
        position = position.play(move)  # every move is legal, and told by who is to move
    if position.outcome is None:  # XBoard may call it a draw when nobody has much left
        assert "Xboard adjudication" in log
    result = result_of(position.outcome) if position.outcome else "1/2-1/2"
    assert f'[Result "{result}"]' in record


async def driven(board: chess.Board, commands: int, seed: int) -> int:
    """Say things to the engine as python-chess says them, at bad moments too; how many moves were played."""
    # python-chess keeps the boards that it is given, so it is given copies.
    chance, start, moves = random.Random(seed), board.copy(), 0
    transport, engine = await chess.engine.popen_uci(COMMAND)
    running: chess.engine.AnalysisResult | None = None
    for _ in range(commands):
        if board.is_game_over(claim_draw=True) or board.ply() > 120:
            board = start.copy()
        legal = list(board.legal_moves)
        match chance.randrange(8):
            case 0 | 1:
                answer = await engine.play(
                    board.copy(), chess.engine.Limit(nodes=400), ponder=chance.random() < 0.7
                )
                assert answer.move in legal
                board.push(answer.move)
                moves += 1
                if answer.ponder and chance.random() < 0.5:  # what it pondered on, or else
                    board.push(answer.ponder)
            case 2:
                running = await engine.analysis(board.copy(), multipv=chance.randint(1, 3))
                await asyncio.sleep(chance.random() / 50)
                running.stop()
                assert (await running.wait()).move in legal
            case 3:  # the next command breaks it off
                running = await engine.analysis(board.copy())
            case 4:
                await engine.ping()
            case 5:
                await engine.configure({"Hash": chance.randint(1, 32), "Skill Level": 20})
            case 6:
                lines = await engine.analyse(board.copy(), chess.engine.Limit(depth=2), multipv=2)
                assert all(line["pv"][0] in legal for line in lines)
            case _:
                some = chance.sample(legal, min(3, len(legal)))
                answer = await engine.play(board.copy(), chess.engine.Limit(time=0.02), root_moves=some)
                assert answer.move in some
                board.push(chance.choice(legal))
    running = await engine.analysis(board.copy())
    await engine.quit()
    assert await engine.returncode == 0
    transport.close()
    return moves


def drive(board: chess.Board, commands: int, seed: int = 1) -> None:
    asyncio.run(asyncio.wait_for(driven(board, commands, seed), SECONDS + commands))


def test_python_chess_says_things_at_bad_moments() -> None:
    drive(chess.Board(), 60)


@pytest.mark.soak
def test_python_chess_says_thousands_of_things() -> None:
    drive(chess.Board(), 4000, 2)


VARIANTS: list[type[chess.Board]] = [
    chess.variant.AtomicBoard,
    chess.variant.AntichessBoard,
    chess.variant.CrazyhouseBoard,
    chess.variant.HordeBoard,
    chess.variant.KingOfTheHillBoard,
    chess.variant.RacingKingsBoard,
    chess.variant.ThreeCheckBoard,
]


@pytest.mark.soak
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.uci_variant)
def test_python_chess_plays_variants(variant: type[chess.Board]) -> None:
    drive(variant(), 200, 3)


@pytest.mark.soak
def test_python_chess_plays_chess960() -> None:
    drive(chess.Board.from_chess960_pos(100), 200, 4)


def test_python_chess_finds_a_mate() -> None:
    with chess.engine.SimpleEngine.popen_uci([*COMMAND, "chess"], timeout=SECONDS) as engine:
        engine.ping()
        told = engine.analyse(chess.Board(), chess.engine.Limit(depth=4), multipv=2)
        assert [info["multipv"] for info in told] == [1, 2]
        mate = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        info = engine.analyse(mate, chess.engine.Limit(depth=6))
        assert info["score"].white() == chess.engine.Mate(2)
