"""Annotated games as trees: PGN is read into them and written from them without loss."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lasker.kernel.errors import LaskerError, LimitError, NotationError
from lasker.kernel.limits import DEFAULT
from lasker.notation.pgn import read_text, write_game
from lasker.notation.pgn.annotations import (
    Annotations,
    Evaluation,
    Shape,
    read_annotations,
    write_annotations,
)
from lasker.play.game import load
from lasker.play.move_tree import MoveTree, TreeNode, record_of_tree, tree_of

SQUARES = [f"{file}{rank}" for file in "abc" for rank in (1, 2, 10)]
COLOURS = st.sampled_from(["green", "red", "blue", "yellow"])
SHAPES = st.builds(Shape, COLOURS, st.sampled_from(SQUARES), st.none() | st.sampled_from(SQUARES))
SCORES = st.builds(Evaluation, st.integers(-9999, 9999), st.none(), st.integers(0, 99))
MATES = st.builds(Evaluation, st.just(0), st.integers(-99, 99), st.integers(0, 99))
WORDS = st.lists(st.text("abc !?", min_size=1, max_size=5), max_size=3).map(
    lambda w: " ".join(" ".join(w).split())
)
CLOCKS = st.none() | st.integers(0, 10_000_000).map(lambda thousandths: thousandths / 1000)
NOTES = st.builds(
    Annotations,
    WORDS,
    st.lists(SHAPES, unique=True, max_size=4).map(
        lambda found: tuple(sorted(found, key=lambda shape: shape.end is not None))
    ),
    CLOCKS,
    st.none() | SCORES | MATES,
)


@given(NOTES)
def test_annotations_are_read_back(told: Annotations) -> None:
    assert read_annotations(write_annotations(told), SQUARES.__contains__) == told


@pytest.mark.parametrize(
    "comment", ["[%csl Gz9]", "[%cal Ga1]", "[%clk soon]", "[%eval #1.5]", "[%csl Xa1]", "[%emt 0:00:01]"]
)
def test_what_is_no_annotation_stays_words(comment: str) -> None:
    assert read_annotations(comment, SQUARES.__contains__) == Annotations(comment)


def random_tree(name: str, seed: int) -> MoveTree:
    """A tree of random moves with random remarks."""
    random, game = Random(seed), load(name).compile()
    squares = [game.model.space.label(site) for site in range(len(game.model.space.sites))]
    nodes, positions, known = [TreeNode()], [game.start()], {(0, "")}
    for _ in range(25):
        parent = random.choice([random.randrange(len(nodes)), len(nodes) - 1])
        here = positions[parent]
        if here.outcome is not None or not here.moves:
            continue
        text = str(random.choice(list(here.moves)))
        if (parent, text) in known:
            continue
        known.add((parent, text))
        after = here.play(text)
        shapes = tuple(Shape("red", *random.sample(squares, 2)) for _ in range(random.randrange(2)))
        notes = Annotations(random.choice(["", "so", "a remark {in braces"]), shapes)
        nags = tuple(random.sample([1, 10, 146], random.randrange(3)))
        nodes.append(TreeNode(parent, text, after.last_san or "", here.turn, here.ply, nags, "", notes))
        positions.append(after)
    return MoveTree(game, {"White": "A", "Event": "study"}, None, tuple(nodes))


@pytest.mark.parametrize("name", ["chess", "tictactoe", "marseillais"])
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 1000))
def test_a_tree_is_read_back_from_its_pgn(name: str, seed: int) -> None:
    tree = random_tree(name, seed)
    [record] = read_text(write_game(record_of_tree(tree)))
    assert not record.problems
    again = tree_of(tree.game, record)
    assert not again.problems
    assert nested(again) == nested(tree)
    assert record_of_tree(again) == record_of_tree(tree)


def nested(tree: MoveTree) -> object:
    """A tree whatever the order of its list."""
    built: list[list[object]] = [[] for _ in tree.nodes]
    for place in range(len(tree.nodes) - 1, 0, -1):
        node = tree.nodes[place]
        facts = (node.text, node.san, node.player, node.ply, node.nags, node.after)
        built[node.parent].insert(0, (facts, built[place]))
    return built[0]


def test_an_illegal_move_ends_its_line_alone() -> None:
    [record] = read_text("1. e4 e5 (1... Ke3 2. d4) (1... c5) 2. Qh9 d6 *")
    found = tree_of(load("chess"), record)
    assert [node.san for node in found.nodes[1:]] == ["e4", "e5", "c5"]
    assert ["Ke3" in problem.message or "Qh9" in problem.message for problem in found.problems] == [
        True,
        True,
    ]


def test_a_null_move_and_a_variation_that_repeats_the_move() -> None:
    [record] = read_text("1. e4 {first} (1. e4 {second} 1... c5) 1... e5 (1... -- 2. d4) *")
    found = tree_of(load("chess"), record)
    assert [(node.parent, node.san) for node in found.nodes[1:]] == [
        (0, "e4"), (1, "c5"), (1, "e5"), (1, "--"), (4, "d4"),
    ]  # fmt: skip
    assert found.nodes[1].after.words == "first second"
    assert "(1... -- 2. d4)" in write_game(record_of_tree(found)).replace("\n", " ")


def test_a_game_from_another_position_keeps_it() -> None:
    fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 10"
    [record] = read_text(f'[FEN "{fen}"]\n\n10... Kd7 11. e4 *')
    found = tree_of(load("chess"), record)
    assert (found.start, found.nodes[1].ply) == (fen, 19)
    written = write_game(record_of_tree(found))
    assert f'[FEN "{fen}"]' in written
    assert "10... Kd7 11. e4 *" in written
    assert "FEN" not in record_of_tree(MoveTree(found.game, found.tags, None, (TreeNode(),))).tags


@pytest.mark.parametrize("nodes", [(TreeNode(), TreeNode(1, "e2e4")), (TreeNode(), TreeNode(-1, "e2e4"))])
def test_lists_that_are_no_tree_are_refused(nodes: tuple[TreeNode, ...]) -> None:
    with pytest.raises(NotationError, match="parent"):
        record_of_tree(MoveTree(load("chess"), {}, None, nodes))


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(LaskerError):
        record_of_tree(MoveTree(load("chess"), {}, None, (TreeNode(), TreeNode(0, "e2e5"))))


def test_variations_nested_deeper_than_files_may_have_them_are_refused() -> None:
    random, nodes, here, parent = Random(4), [TreeNode()], load("chess").compile().start(), 0
    for _ in range(DEFAULT.depth + 1):  # the second move at each place goes on
        first, second = random.sample(list(here.moves), 2)
        nodes += [TreeNode(parent, str(first)), TreeNode(parent, str(second))]
        parent, here = len(nodes) - 1, here.play(second)
    record_of_tree(MoveTree(here.game, {}, None, tuple(nodes[:51])))
    with pytest.raises(LimitError, match="nested"):
        record_of_tree(MoveTree(here.game, {}, None, tuple(nodes)))
