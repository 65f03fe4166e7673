"""Moves as pychess writes them: pieces that enter, other letters, promoted pieces, passes."""

from __future__ import annotations

from random import Random

import pytest

from lasker.kernel.errors import IllegalMove
from lasker.play.game import load

pyffish = pytest.importorskip("pyffish")
PLIES = 36


LATER = [pytest.param(name, marks=pytest.mark.soak) for name in ("janggi", "torishogi")]


@pytest.mark.parametrize("name", ["seirawan", "xiangqi", "minishogi", *LATER])
def test_moves_of_random_games_are_read(name: str) -> None:
    """What pyffish writes leads to the position that its own move in coordinates leads to."""
    random, position = Random(name), load(name).start()
    start, moves = pyffish.start_fen(name), list[str]()
    for _ in range(PLIES):
        legal = pyffish.legal_moves(name, start, moves)
        if not legal:
            break
        before = pyffish.get_fen(name, start, moves)
        moves.append(random.choice(legal))
        position = position.play(pyffish.get_san(name, before, moves[-1], False, pyffish.NOTATION_SAN))
        assert (
            position.fen.split("[")[0].split()[0]
            == pyffish.get_fen(name, start, moves).split("[")[0].split()[0]
        )


def test_pieces_that_enter_are_written_behind_the_move() -> None:
    line = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[HEhe] w a1+e1+h1 - 0 1"
    position = load("seirawan").position(line)
    texts = [move.san for move in position.moves]
    assert {"Kd1", "Kd1/H", "O-O", "O-O/Hh1", "O-O-O/Ee1"} <= set(texts)
    assert len(set(texts)) == len(texts)
    assert all(position.play(text).last_san == text for text in texts)


def test_letters_of_records_are_read_where_the_own_do_not_fit() -> None:
    minishogi = load("minishogi").position("4k/2S2/5/5/K2R1[] w - - 0 1")
    assert minishogi.play("Rd5=D+").fen.startswith("3+Rk")
    assert minishogi.play("Sc5=G").fen.startswith("2+S1k")
    with pytest.raises(IllegalMove, match="no horse can go to c4"):
        load("xiangqi").start().play("Hc4")
