"""A designer's mistakes are named with line, column and a suggestion, as many at once as can be seen."""

from __future__ import annotations

import pytest

from specified import game, refusal

ONE = "piece: A\ndisplacement: [[1, 0]]\n"
GUARD = ONE + "guards:\n  g: "
HEAD = "game: G\nboard: 5x5\nends: {stuck: {lost: not can(move)}}\n"
PIECES = "pieces:\n  - {piece: A, displacement: [[1, 0]]}\n"
STEP = HEAD + "pieces:\n  - piece: A\n"
MISTAKES = [  # the place is marked with ¶; then words of the report
    ("¶piece: A\ndisplacment: [[1, 0]]", "displacement is missing", "did you mean displacement?"),
    (ONE + "slide: ¶maybe", "slide"),
    ("piece: A\ndisplacement: [[1, ¶x]]", "whole number"),
    (GUARD + "rank(¶too) = 2", "did you mean to?"),
    (GUARD + "¶atacked(to)", "did you mean attacked?"),
    (GUARD + "to is enemy ¶B", "no piece or mark is called B"),
    (GUARD + "to in ¶fra", "no region is called fra"),
    (GUARD + "¶rank(to)", "a condition is needed"),
    (GUARD + "rank(to) = ¶to", "a number is needed"),
    (GUARD + "attacked(¶3)", "a square is needed"),
    (GUARD + "rank(to) = ¶= 2", "does not fit here"),
    (GUARD + "¶can(move)", "that would ask the guard again"),
    (GUARD + "from ¶+ 3 is empty".replace("¶", "").replace("from", "¶from"), "are not added"),
    ("board: 4x4\npieces:\n  - piece: A\n    displacement: [[1, 0], ¶[4, 1]]", "never fits", "4 by 4"),
    ("piece: A\ndisplacement: [¶[1, 0, 2]]", "2 numbers"),
    ("piece: A\ndisplacement: [¶[0, 0]]", "leads nowhere"),
    ("piece: ¶A\ndisplacement: [[1, 0]]\nguards: {g: dx = 3}", "can never move", "implies"),
    ("game: ¶G\n" + PIECES, "this game has no end", "ends:"),
    (HEAD + PIECES + "  - {piece: ¶a, displacement: []}", "two pieces called a"),
    (
        STEP + "    letters: Aa\n    displacement: []\n  - {piece: B, displacement: [], letters: ¶Aa}",
        "written A",
    ),
    (STEP + "    displacement: [¶{vector: [1, 0], marks: m}]", "no mark is called m"),
    (STEP + "    displacement: [[1, 0]]\n    effects: {any: ¶n += 1}", "no counter is called n"),
    (STEP + "    displacement: [[1, 0]]\n    promotion: ¶{in: far, to: A}", "no region is called far"),
    ("board: ¶5y5\n" + PIECES, "8x8"),
    ("board: ¶blob 5x5\n" + PIECES, "no board is called blob"),
    ("regions: {u: ¶rank 1}\n" + PIECES, "word of the board", "my_u"),
    ("regions: {home: ¶rank 9}\n" + PIECES, "no rank 9"),
    (HEAD.replace("not can(move)", "¶from is A") + PIECES, "speaks of a move"),
    ("phases: {a: {b: ¶'true'}}\n" + PIECES, "no phase is called b"),
    ("use: ¶papers\n" + PIECES, "did you mean paper?"),
    ("start: ¶8/8\n" + PIECES, "rows"),
    (HEAD + "pieces:\n  ¶A: {displacement: [[1, 0]]}\n", "should be a list", "pieces: [{piece:"),
    (STEP + "    displacement: ¶knight\n", "should be a list", "[[1, 2], [2, 1]]"),
    (STEP + "    displacement: [¶1, 0]\n", "a mapping is needed", "vector: [1, 2]"),
    (STEP + "    displacement: [[1, 0]]\n    symmetric: ¶al\n", "did you mean all?"),
    (STEP + "    displacement: [[1, 0]]\n    guards: ¶[color]\n", "mapping", "guards: {name:"),
    (HEAD + "start: ¶5\n" + PIECES, "text", "a line of FEN"),
    (HEAD + "view: ¶mirrored\n" + PIECES, "did you mean mirror?"),
    (HEAD + "marks: {m: ¶forever}\n" + PIECES, "until moved, until next turn"),
    (HEAD + "counters: {n: {high: 5}}\neffects: {¶take: n += 1}\n" + PIECES, "any, move, capture"),
    (HEAD + "sequence: ¶3\n" + PIECES, "turn: on last of sequence"),
    (HEAD + "counters: {die: {high: 3}}\nchance: ¶{counter: die, faces: 6}\n" + PIECES, "let high be 6"),
    (HEAD.replace("{stuck: {lost: not can(move)}}", "¶{}") + PIECES, "this game has no end"),
    (HEAD.replace("{lost: not can(move)}", "¶{won: count(own) > 99}") + PIECES, "never come about"),
    (
        HEAD + "regions: {far: rank 5}\npieces:\n  - piece: A\n"
        "    displacement: [[1, 0], ¶{vector: [0, 1], guards: {g: from in far}}]\n",
        "can never go by [0, 1]",
    ),
    (HEAD + "regions: {slide: ¶rank 1}\n" + PIECES, "word of the language", "my_slide"),
    (HEAD + "players: [¶move, black]\n" + PIECES, "word of the language", "my_move"),
    (STEP + "    displacement: [¶{vector: [1, 0], name: move}]\n", "can(move)"),
    (STEP + "    displacement: [[1, 0]]\n    letters: ¶'12'\n", "no piece can be written '1'"),
    (STEP + "    displacement: [[1, 0]]\n    symbols: ¶Ab\n", "no piece is drawn as 'A'", "letters"),
    (STEP + "    displacement: [[1, 0]]\n    symbols: ¶≠≤\n", "no piece is drawn as '≠'", "letters"),
    (
        "board: 90x9\npieces:\n  - piece: A\n    slide: true\n    guards: {g: not attacked(to)}\n"
        "    displacement: [¶[1, 0]]",
        "the limit is 40",
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_have_a_place_and_a_remedy(mistake: tuple[str, ...]) -> None:
    marked, *words = mistake
    before, text = marked.split("¶")[0], marked.replace("¶", "")
    error = refusal(text)
    report = error.report()
    assert error.span is not None, report
    place = (before.count("\n") + 1, len(before) - before.rfind("\n"))
    assert (error.span.line, error.span.column) == place, report
    assert error.span.source.name == "spec.yaml"
    for word in words:
        assert word in report


def test_all_mistakes_of_a_document_are_told_at_once() -> None:
    report = refusal("piece: 7b\ndisplacement: [[1, x], [y, 2]]\nslid: true").report()
    for place in ("1:8", "2:20", "2:25", "3:1"):
        assert f"spec.yaml:{place}" in report, report


def test_a_piece_that_was_never_meant_to_move_is_no_mistake() -> None:
    walls = game(
        "start: [b., .., A.]\nboard: 2x3\n" + PIECES + "  - {piece: wall, displacement: [], letters: Bb}"
    )
    assert [str(move) for move in walls.start().moves] == ["a1b1"]
