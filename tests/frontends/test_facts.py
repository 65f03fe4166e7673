"""What `lasker check` proves of a specification: counts, reach, colours, ends, each with its method."""

from __future__ import annotations

import pytest

from lasker.frontends._yaml.lowering.properties import Properties
from lasker.play.library import find
from specified import resolved


def told(text: str) -> dict[str, tuple[str, str]]:
    """The facts of a specification, what is so to the answer and the method."""
    return {fact["what"]: (fact["answer"], fact["how"]) for fact in Properties(resolved(text)).all()}


@pytest.mark.parametrize(
    ("kind", "edges"), [("knight", 336), ("bishop", 560), ("rook", 896), ("queen", 1456)]
)
def test_arrows_are_the_edges_of_the_paper(kind: str, edges: int) -> None:
    chess = resolved(find("graph_chess").text)
    piece = next(each for each in chess.pieces if each.name == kind)
    assert sum(map(len, Properties(chess).arrows(piece))) == edges


def test_reachable_squares_and_colour_binding() -> None:
    ferz = told("piece: ferz\ndisplacement: [[1, 1]]\nsymmetric: all")
    assert "the ferz comes from a1 to 32 of 64 squares" in ferz
    assert "the ferz is bound to one colour of a chequered board" in ferz
    alfil = told("piece: alfil\ndisplacement: [[2, 2]]\nsymmetric: all")
    assert "the alfil comes from a1 to 8 of 64 squares" in alfil
    knight = told("piece: knight\ndisplacement: [[1, 2]]\nsymmetric: all")
    assert "the knight comes from every square to every other" in knight
    assert not any("one colour" in what for what in knight)


def test_guards_about_places_are_obeyed() -> None:
    """From the rim nobody comes inside, though the vectors alone would lead there."""
    rim = told(find("rim").text)
    assert "the counsellor comes from a1 to 20 of 36 squares" in rim


@pytest.mark.parametrize(
    ("name", "bound"), [("knights_tour", "25 moves"), ("toll", "24 moves"), ("double_steps", "120 moves")]
)
def test_games_that_must_end(name: str, bound: str) -> None:
    facts = told(find(name).text)
    assert any(what.startswith("every game ends") and what.endswith(bound) for what in facts)


@pytest.mark.parametrize(
    ("board", "vector", "times"),
    [("8x5", [1, 1], 4), ("8x5", [3, 0], 2), ("cylinder 6x5", [1, 0], 5), ("cylinder 6x5", [4, 0], 2),
     ("cylinder 6x5", [1, 1], 4), ("torus 6x4", [1, 1], 11), ("moebius 4x3", [1, 0], 7),
     ("hexagon 3", [1, 0], 4)],
)  # fmt: skip
def test_the_longest_slide_agrees_with_walking_step_by_step(
    board: str, vector: list[int], times: int
) -> None:
    geometry = resolved(f"board: {board}\npieces: [{{piece: A, displacement: [{vector}]}}]").board
    walked = 0
    for place in geometry.space.places:
        steps, here = 0, geometry.space.reach(place, tuple(vector))
        while here is not None and here != place:
            steps, here = steps + 1, geometry.space.reach(here, tuple(vector))
        walked = max(walked, steps)
    assert geometry.farthest(tuple(vector)) == walked == times


def test_large_boards_are_not_searched() -> None:
    facts = told("board: 60x60\npieces: [{piece: A, displacement: [[0, 1]]}]")
    assert facts["where the pieces come"][0] == "undecided"
    assert any(what.startswith("every game ends after at most") for what in facts)


def test_termination_is_undecided_where_a_game_may_go_on() -> None:
    answers = told("piece: wazir\ndisplacement: [[1, 0], [-1, 0]]")
    assert answers["every game ends"][0] == "undecided"
    repeated = told(find("raid").text)
    assert repeated["every game ends"][0] == "true"
    assert "threefold repetition" in repeated["every game ends"][1]
