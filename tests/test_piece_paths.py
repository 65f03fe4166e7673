"""The paths of pieces against the reference evaluator, on random boards of every game in the library."""

from __future__ import annotations

from random import Random

import pytest

from lasker.kernel.source import Source
from lasker.movement.movement import Movement
from lasker.movement.piece_context import kinds, piece_called
from lasker.movement.symbolic_paths import symbolic_game
from lasker.play.library import model, sources
from lasker.syntax.read import read_game

QUICK = ("breakthrough", "chess", "cylinder_chess", "einstein", "raid", "three_ages", "vendetta", "xiangqi")
SAMPLED = ("go9", "lasca")


def boards(movement: Movement, number: int, chance: Random) -> list[tuple[int, list[int]]]:
    """Boards with the piece on some square among random others, some with the marks of the start."""
    vocabulary = movement.vocabulary
    contents = [*(vocabulary.content(piece.glyph) for piece in vocabulary.pieces), *movement.opening.values()]
    found = []
    for _ in range(number):
        share, site = chance.choice((0.0, 0.1, 0.3, 0.6)), chance.choice(movement.standing)
        board = [chance.choice(contents) if chance.random() < share else 0 for _ in movement.sites]
        board[site] = chance.choice((movement.content, movement.opening.get(site, movement.content)))
        if vocabulary.symbol(board[site]) != vocabulary.symbol(movement.content):
            board[site] = movement.content
        found.append((site, board))
    return found


def compare(name: str, number: int) -> None:
    game, chance = model(name), Random(name)
    for piece in kinds(game):
        movement = Movement(game, piece)
        tested = any(path.questions for path, _ in movement._about(movement.content))
        for site, board in boards(movement, number, chance):
            others = {at: content for at, content in enumerate(board) if at != site}
            right = set(movement.goes(site, dict(enumerate(board))))
            told = movement.destinations(site, others, board[site]).keys()
            if movement.inexact:  # an outline moves a neutral piece although another would have to move first
                alone = set(movement.goes(site, {site: movement.content}))
                company = movement.needs_company or piece.owner is None
                assert company or {to for to, _ in alone} == movement.destinations(site).keys()
                continue
            assert set(movement.legal(site, tuple(board))) == right, (
                piece.name,
                game.space.label(site),
                board,
            )
            assert movement.needs_company or tested or told == {to for to, _ in right}


@pytest.mark.parametrize("name", QUICK)
def test_paths_are_the_moves_of_the_reference(name: str) -> None:
    compare(name, 6)


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(set(sources()) - set(SAMPLED)))
def test_paths_are_the_moves_of_the_reference_on_many_boards(name: str) -> None:
    compare(name, 40)


@pytest.mark.parametrize(
    ("name", "inexact", "sampled"),
    [("chess", False, False), ("chinese_checkers", True, False), ("go9", True, True)],
)
def test_a_movement_says_whether_it_is_exact(name: str, inexact: bool, sampled: bool) -> None:
    movement = Movement(model(name), kinds(model(name))[0])
    assert (bool(movement.inexact), movement.sampled) == (inexact, sampled)


def test_what_a_path_needs() -> None:
    game = model("xiangqi")
    cannon = Movement(game, piece_called(game, "cannon"))
    label, here = game.space.label, game.space.site("e5")
    [shot] = [
        path
        for path in cannon.paths(here)
        if label(path.to) == "e8" and path.arrival.lost and dict(path.needs)[game.space.site("e6")] & 1
    ]
    needs = {label(at): (bool(held & 1), bool(held >> cannon.friend & 1)) for at, held in shot.needs}
    assert needs == {"e6": (True, False), "e7": (False, True), "e8": (False, False)}


def test_an_outline_keeps_what_scratch_marks_mean() -> None:
    """International draughts lifts what was struck when the chain is over; so does its outline."""
    game = model("international_draughts")
    man = Movement(game, piece_called(game, "man"))
    taken = [path for path in man.paths(game.space.site("d4")) if path.arrival.lost]
    assert len(taken) == 4
    assert not man.sampled
    assert "most" in man.inexact


def test_boards_that_turn_the_compass_are_sampled() -> None:
    text = (
        "lasker 1\ngame \"Strip\"\nplayers a b\nboard moebius 5x3\npiece man 'M' 'm'\n"
        "a = %man: all4(% + u(. | enemy) -> . + u%)\nb = C a\n"
    )
    game = read_game(Source(text, "strip.rules"))
    man = Movement(game, piece_called(game, "man"))
    assert symbolic_game(game).problem((0,))
    for site in man.standing:
        assert man.destinations(site).keys() == {to for to, _ in man.goes(site, {site: man.content})}


def test_a_test_of_the_board_is_asked_from_every_square() -> None:
    text = (
        "lasker 1\ngame \"Trap\"\nplayers a b\nboard 3x4\nregion trap = c3\npiece man 'M' 'm'\n"
        "a = %man: step(u) ![man in trap]\nb = C a\n"
    )
    game = read_game(Source(text, "trap.rules"))
    man = Movement(game, piece_called(game, "man"))
    for site in man.standing:
        assert man.destinations(site).keys() == {to for to, _ in man.goes(site, {site: man.content})}
