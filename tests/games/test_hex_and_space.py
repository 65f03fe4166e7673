"""Gliński's chess and Raumschach against a second, independent opinion."""

from __future__ import annotations

from random import Random

import pytest
from second_opinion_hex_and_space import SECOND_OPINIONS, Board, Rules, State

from lasker.play.game import Position, load

GAMES = sorted(SECOND_OPINIONS)


def letters(position: Position) -> dict[str, str]:
    """What stands where, by the names of squares."""
    model, board = position.game.model, position.node.configuration.board
    vocabulary = model.rules.vocabulary
    return {
        model.space.label(site): vocabulary.pieces[vocabulary.symbol(content) - 1].letter
        for site, content in enumerate(board)
        if vocabulary.symbol(content)
    }


def compare(position: Position, state: State) -> None:
    """Both say the same about the board, the moves and the end of the game."""
    assert letters(position) == {state.rules.name(cell): letter for cell, letter in state.board.items()}
    wanted = state.moves()
    assert {str(move) for move in position.moves} == set(wanted), position.fen
    if not wanted:
        assert position.outcome is not None
        assert position.outcome.reason == ("checkmate" if state.in_check() else "stalemate")


def play_and_compare(position: Position, state: State, seed: int, plies: int) -> None:
    """A random game in which pawns like to move, to jump and to take each other."""
    random = Random(seed)
    for _ in range(plies):
        compare(position, state)
        if not position.moves:
            return
        wanted = state.moves()
        rare = [text for text, after in wanted.items() if _is_rare(state, after)]
        text = random.choice(sorted(rare if rare and random.random() < 0.4 else wanted))
        position, state = position.play(text), wanted[text]
    compare(position, state)


def _is_rare(state: State, after: State) -> bool:
    """A jump, a promotion, or a capture in passing."""
    counts = [sum(letter in "Pp" for letter in each.board.values()) for each in (state, after)]
    return after.jumped is not None or counts[1] < counts[0]


def scattered(rules: Rules, seed: int) -> Board:
    """Both kings, some pieces and many pawns anywhere; nobody attacks the king of the other."""
    random = Random(seed)
    while True:
        cells = random.sample(sorted(rules.cells), 14)
        board = dict(zip(cells, "Kk" + "".join(random.choices("PPpp" + "QRBNqrbn", k=12)), strict=True))
        state = State(rules, board)
        turned = [cell if len(cell) == 2 else tuple(4 - x for x in cell) for cell in rules.last]
        low = {rules.turned(cell) if len(cell) == 2 else cell for cell in turned}
        idle = any(board.get(cell) == "P" for cell in rules.last) or any(
            board.get(cell) == "p" for cell in low
        )
        if not idle and not state.attacks_king() and not state.in_check():
            return board


@pytest.mark.parametrize("name", GAMES)
def test_the_start(name: str) -> None:
    rules = SECOND_OPINIONS[name]
    position = load(name).start()
    assert position.fen.startswith(rules.rows(rules.start) + " w ")
    compare(position, State(rules, rules.start))


@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("name", GAMES)
def test_games_from_the_start(name: str, seed: int) -> None:
    rules = SECOND_OPINIONS[name]
    play_and_compare(load(name).start(), State(rules, rules.start), seed, plies=6)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_games_from_anywhere(name: str, seed: int) -> None:
    rules = SECOND_OPINIONS[name]
    board = scattered(rules, seed)
    play_and_compare(load(name).position(rules.rows(board) + " w"), State(rules, board), seed, plies=6)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 130))
@pytest.mark.parametrize("name", GAMES)
def test_many_games(name: str, seed: int) -> None:
    rules = SECOND_OPINIONS[name]
    board = scattered(rules, seed)
    play_and_compare(load(name).position(rules.rows(board) + " w"), State(rules, board), seed, plies=60)


def test_pawns_take_in_passing_on_hexagons() -> None:
    """White's pawn jumps from g4 to g6; a black one on h5 takes it on g5, and may do so at once only."""
    rules = SECOND_OPINIONS["glinski"]
    board: Board = {(0, -10): "K", (0, 10): "k", (1, -3): "P", (2, 0): "p"}
    position, state = load("glinski").position(rules.rows(board) + " w"), State(rules, board)
    jump = next(text for text, after in state.moves().items() if after.jumped)
    position, state = position.play(jump), state.moves()[jump]
    compare(position, state)
    takes = next(text for text, after in state.moves().items() if len(after.board) == 3)
    compare(position.play(takes), state.moves()[takes])
    waits = next(text for text in state.moves() if text.startswith(rules.name((0, 10))))
    position, state = position.play(waits), state.moves()[waits]
    back = next(text for text in state.moves() if text.startswith(rules.name((0, -10))))
    assert takes not in map(str, position.play(back).moves)
